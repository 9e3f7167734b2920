"""Batches: the tool, and the recipes of docs/batch.md as they stand there, on folders with a damaged file among others."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

import numpy as np

import ardour
import setting
from renders import lv2apply
from signals import RATE, decibels, read, scene, write

BATCH = os.path.join(setting.ROOT, "batch")
RECIPES = os.path.join(setting.ROOT, "docs", "batch.md")
#: Of the remix at this rate.
LATENCY = 1024


def folder(name, **signals):
    """Empty, but for recordings by name; `bytes` are written as they are."""
    path = setting.path(name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    for file, signal in signals.items():
        if isinstance(signal, bytes):
            with open(os.path.join(path, file + ".wav"), "wb") as out:
                out.write(signal)
        else:
            write(os.path.join(path, file + ".wav"), signal)
    return path


def cut_off(signal):
    """The bytes of a file whose end is missing."""
    with open(write("whole.wav", signal), "rb") as whole:
        return whole.read()[:-100_000]


def contents(path):
    return sorted(os.path.relpath(os.path.join(parent, file), path)
                  for parent, _, files in os.walk(path) for file in files)


def in_time(plugin, signal, latency, **values):
    """By lv2apply, without the latency."""
    padded = np.vstack([signal, np.zeros((latency, signal.shape[1]), "float32")])
    return lv2apply(plugin, padded, **values)[latency:]


class Tool(unittest.TestCase):
    def batch(self, *options, expected=0):
        code, said = setting.run(sys.executable, BATCH, *options, check=False, timeout=120)
        self.assertEqual(code, expected, said)
        return said

    def test_a_damaged_file_among_others(self):
        one, two = scene(2), scene(3, azimuth=-60)
        recordings = folder("recordings", one=one, two=cut_off(one), three=b"no audio", four=one[:, :2])
        os.makedirs(os.path.join(recordings, "below"))
        write(os.path.join(recordings, "below", "two.wav"), two)
        out = folder("out")
        said = self.batch(recordings, out, "--preset", "Interview in a room", "--set", "dialog_gain=-3", expected=1)
        self.assertEqual(contents(out), ["below/two.wav", "one.wav"])
        for name, field in (("one", one), ("below/two", two)):
            made = read(os.path.join(out, name + ".wav"))
            expected = in_time("remix", field, LATENCY, style=1, remix_amount=0.45, dialog_gain=-3)
            self.assertGreater(decibels(expected[:, 4]), -60)
            np.testing.assert_array_equal(made, expected)
        self.assertIn("2 written, 0 there already, 3 failed", said)
        self.assertRegex(said, r"two\.wav: is cut off: \d+ bytes of audio were written, \d+ are there")
        self.assertIn("three.wav: cannot be read as audio", said)
        self.assertIn("four.wav: has 2 channels; 4 are needed", said)
        self.assertRegex(said, r"\[5/5\] .* 100 % after")

    def test_what_is_there_stays(self):
        recordings, out = folder("recordings", one=scene(1), two=scene(1)), folder("out", one=np.zeros((9, 1)))
        said = self.batch(recordings, out, "--set", "style=standard", "--keep", "field")
        self.assertIn("1 written, 1 there already, 0 failed", said)
        self.assertEqual(len(read(os.path.join(out, "one.wav"))), 9)
        self.batch(recordings, out, "--set", "style=standard", "--keep", "field", "--force")
        for name in ("one", "two"):
            np.testing.assert_array_equal(read(os.path.join(out, name + ".wav")), scene(1))

    def test_a_mixer_and_other_rates(self):
        field = scene(1, rate=96000)
        recordings, out = folder("recordings"), folder("out")
        write(os.path.join(recordings, "one.wav"), field, 96000)
        self.batch(recordings, out, "--set", "style=Standard", "--mixer", "stereo",
                   "--mixer-preset", "Stereo speakers", "--mixer-set", "ambience_level=-6")
        padded = np.vstack([np.hstack([field, np.zeros((len(field), 1))]), np.zeros((4096, 5))]).astype("float32")
        mixed = lv2apply("mixer-stereo", padded, 96000, output_type=3, ambience_level=-6)
        made = read(os.path.join(out, "one.wav"))
        self.assertEqual(len(made), len(field))
        # The mixer's own latency is found as that which makes both equal.
        lags = [lag for lag in range(4096) if np.allclose(mixed[lag:lag + len(made)], made, atol=1e-6)]
        self.assertEqual(len(lags), 1)

    def test_what_cannot_be_is_said(self):
        recordings, out = folder("recordings", one=scene(1)), folder("out")
        for options, words in (
            (["--set", "remix_amount=2"], "remix_amount is to be from 0 to 1, not 2"),
            (["--set", "style=loud"], "or one of cinematic, "),
            (["--set", "speed=2"], "remix has no control speed; it has enabled, style"),
            (["--preset", "None such"], "it has Ambience stem; Concert"),
            (["--mixer", "9_1"], "There is no plugin urn:nearfar:mixer-9_1"),
        ):
            self.assertIn(words, self.batch(recordings, out, *options, expected=2))
        self.assertIn("There are no recordings", self.batch(out, recordings, expected=2))

    def test_stopped_it_leaves_nothing_half_written(self):
        recordings, out = folder("recordings", one=scene(1), two=np.tile(scene(4), (30, 1))), folder("out")
        process = subprocess.Popen(
            [sys.executable, BATCH, recordings, out, "--jobs", "1"], stdout=subprocess.PIPE, text=True)
        self.assertIn("one.wav", process.stdout.readline())
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        process.stdout.read()
        self.assertEqual(process.wait(20), 130)
        process.stdout.close()
        self.assertEqual(contents(out), ["one.wav"])

    def test_ardour(self):
        fields = {"one": scene(2), "three": scene(3)}
        recordings, out = folder("recordings", two=cut_off(scene(2)), **fields), folder("out")
        said = self.batch(recordings, out, "--preset", "Vlog", "--ardour", expected=1)
        self.assertIn("2 written, 0 there already, 1 failed", said)
        for name, field in fields.items():
            made = read(os.path.join(out, name + ".wav"))
            expected = in_time("remix", field, LATENCY, style=2, remix_amount=0.75, frame_width=90)
            self.assertEqual(len(made), len(field))
            self.assertLess(decibels(made - expected, expected), -120)


class Recipes(unittest.TestCase):
    """The middle one of three files is damaged; the others are done, and it is named."""

    def follow(self, word, expected):
        with open(RECIPES) as page:
            blocks = re.findall(r"```sh\n(.*?)```", page.read(), re.S)
        recipe, = [block for block in blocks if word in block]
        code, said = setting.run("bash", "-c", f"{blocks[0]}\n{recipe}", check=False, timeout=200,
                                HOME=setting.path("home"), LIMIT="20")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, r"(?s)\[1/3\].*: done, about \d+ s left.*\[2/3\].*FAILED.*\[3/3\].*: done, about 0 s left")
        target = setting.path(expected)
        self.assertEqual(contents(target), ["1.wav", "3.wav"])
        return [read(os.path.join(target, name)) for name in ("1.wav", "3.wav")], said

    def files(self, out, word, plugin, **values):
        fields = [scene(2), scene(3, azimuth=-60)]
        folder("recordings", **{"1": fields[0], "2": b"no audio", "3": fields[1]})
        folder(out)
        outs, said = self.follow(word, out)
        self.assertIn("1 failed\n  recordings/2.wav\n", said)
        for made, field in zip(outs, fields):
            expected = in_time(plugin, field, LATENCY, **values)
            self.assertGreater(decibels(expected[:, 4]), -60)
            np.testing.assert_array_equal(made, expected)

    def test_lv2file(self):
        self.files("voices", "lv2file", "remix", style=4)

    def test_ecasound(self):
        self.files("studio", "ecasound", "remix", style=1, remix_amount=0.7)

    def test_ardour(self):
        sessions = folder("sessions")
        folder("exports")
        for name, seconds in (("1", 2), ("2", 1), ("3", 3)):
            made, _ = ardour.session("remix", scene(seconds), 5, style=7)
            place = shutil.move(made, os.path.join(sessions, name))
            os.rename(os.path.join(place, "session.ardour"), os.path.join(place, name + ".ardour"))
        with open(os.path.join(sessions, "2", "2.ardour"), "w") as damaged:
            damaged.write("<Session")
        outs, said = self.follow("ardour7-export", "exports")
        self.assertIn("1 failed\n  sessions/2/2.ardour\n", said)
        for made, seconds in zip(outs, (2, 3)):
            self.assertEqual(len(made), seconds * RATE)
            # All of them play the last recording that was written.
            np.testing.assert_allclose(made[:, :4], scene(3)[:len(made)], atol=1e-7)
