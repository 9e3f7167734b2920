"""Runs the plugins in real hosts: /usr/bin/python3 Tests/Hosts [name of a test file, class or test…]."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True
import report

sys.exit(report.run(HERE, sys.argv[1:]))
