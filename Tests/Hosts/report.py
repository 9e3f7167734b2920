"""Runs a folder of tests and tells of it: one line per test, with its time."""

import sys
import time
import unittest

import setting


class Report(unittest.TextTestResult):
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

    def summary(self):
        """Prints the sums; the exit code of the run."""
        failed = len(self.failures) + len(self.errors)
        skipped = f", {len(self.skipped)} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {failed} failed{skipped}")
        return 1 if failed or not self.passed else 0


def run(folder, names):
    """The tests of a folder that are named, or all; the exit code."""
    loader = unittest.TestLoader()
    if names:
        suite = loader.loadTestsFromNames([name if name.startswith("test_") else "test_" + name for name in names])
    else:
        suite = loader.discover(folder, pattern="test_*.py", top_level_dir=folder)
    with setting.prepared():
        report = unittest.TextTestRunner(stream=sys.stdout, resultclass=Report, verbosity=0).run(suite)
    return report.summary()
