"""Runs the command-line program on real and hostile files: /usr/bin/python3 Tests/Program [name of a test file, class or test…]."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "Hosts")]
sys.dont_write_bytecode = True
import program
import report

program.check()
sys.exit(report.run(HERE, sys.argv[1:]))
