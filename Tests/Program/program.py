"""The program that is tested, and the files that it is given."""

import json
import os
import subprocess

import setting
from signals import read, write

PATH = os.environ.get("NEARFAR", os.path.join(setting.ROOT, ".build", "release", "nearfar"))
#: Exit codes, as `nearfar --help` tells them.
SUCCESS, FAILURE, USAGE, INPUT, OUTPUT, SETTING = range(6)


def check():
    if not os.access(PATH, os.X_OK):
        raise SystemExit(f"{PATH} is missing: make nearfar")


def nearfar(*words, code=SUCCESS, timeout=120, **options):
    """Runs it to its end; what it printed, and what it told. `code`: the exit code that is expected, None for any."""
    outcome = subprocess.run(
        [PATH, *map(str, words)], stdin=options.pop("stdin", subprocess.DEVNULL), capture_output=True, timeout=timeout,
        cwd=options.pop("cwd", setting.scratch), env={**os.environ, **options})
    said = outcome.stderr.decode(errors="replace")
    if code is not None and outcome.returncode != code:
        raise AssertionError(f"nearfar {' '.join(map(str, words))}: exit code {outcome.returncode}, not {code}\n{said}")
    return outcome.stdout, said


def process(source, *words, **values):
    """A file through `process`: the rendered sound, and what was told."""
    return rendered("process", source, "out.wav", *words, **values)


def encode(source, *words, **values):
    """The field, and what was told."""
    return rendered("encode", source, "field.wav", *words, **values)


def rendered(command, source, name, *words, **values):
    target = setting.path(name)
    said = nearfar(command, source, "-o", target, "--force", *words, **values)[1]
    return read(target), said


def report(*words):
    """What it prints as JSON."""
    return json.loads(nearfar(*words)[0])


def field(name, signal, rate=48000):
    return write(name, signal, rate)
