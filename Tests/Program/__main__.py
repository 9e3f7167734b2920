"""Runs the command-line program on real and hostile files: /usr/bin/python3 Tests/Program [name of a test file, class or test…]."""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "Hosts")]
sys.dont_write_bytecode = True
import program
import setting
from report import Report


def main():
    names = sys.argv[1:]
    loader = unittest.TestLoader()
    if names:
        suite = loader.loadTestsFromNames([name if name.startswith("test_") else "test_" + name for name in names])
    else:
        suite = loader.discover(HERE, pattern="test_*.py", top_level_dir=HERE)
    program.check()
    with setting.prepared():
        report = unittest.TextTestRunner(stream=sys.stdout, resultclass=Report, verbosity=0).run(suite)
    return report.summary()


sys.exit(main())
