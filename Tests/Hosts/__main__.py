"""Runs the plugins in real hosts: /usr/bin/python3 Tests/Hosts [name of a test file, class or test…]."""

import os
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import setting


class Report(unittest.TextTestResult):
    """One line per test, with its time."""

    passed = 0

    def startTest(self, test):
        self.began = time.monotonic()
        unittest.TestResult.startTest(self, test)

    def line(self, test, word):
        name = test.id().replace("test_", "", 1).replace("test_", "")
        print(f"{word:>6} {time.monotonic() - self.began:5.1f} s  {name}", flush=True)

    def addSuccess(self, test):
        self.passed += 1
        self.line(test, "ok")

    def addSkip(self, test, reason):
        unittest.TestResult.addSkip(self, test, reason)
        self.line(test, "skip")
        print(f"{'':16}{reason}")

    def addFailure(self, test, error):
        unittest.TestResult.addFailure(self, test, error)
        self.line(test, "FAILED")

    def addError(self, test, error):
        unittest.TestResult.addError(self, test, error)
        self.began = getattr(self, "began", time.monotonic())
        self.line(test, "ERROR")


def main():
    names = sys.argv[1:]
    loader = unittest.TestLoader()
    if names:
        suite = loader.loadTestsFromNames([name if name.startswith("test_") else "test_" + name for name in names])
    else:
        suite = loader.discover(setting.HERE, pattern="test_*.py", top_level_dir=setting.HERE)
    with setting.prepared():
        runner = unittest.TextTestRunner(stream=sys.stdout, resultclass=Report, verbosity=0)
        report = runner.run(suite)
    failed = len(report.failures) + len(report.errors)
    skipped = f", {len(report.skipped)} skipped" if report.skipped else ""
    print(f"{report.passed} passed, {failed} failed{skipped}")
    return 1 if failed or not report.passed else 0


sys.exit(main())
