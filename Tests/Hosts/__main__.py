"""Runs the plugins in real hosts: /usr/bin/python3 Tests/Hosts [name of a test file, class or test…]."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import setting
from report import Report


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
    return report.summary()


sys.exit(main())
