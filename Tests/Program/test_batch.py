"""Many files: one that fails stops no other, what is done is not done again."""

import json
import os
import shutil
import signal
import subprocess
import time
import unittest

import numpy as np

from program import FAILURE, PATH, USAGE, field, nearfar, process
from setting import path
from signals import noise, read, scene


class Batch(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(path("takes"), ignore_errors=True)
        shutil.rmtree(path("made"), ignore_errors=True)
        os.makedirs(path("takes"))
        self.takes = [field(f"takes/{name}.wav", scene(1, azimuth)) for name, azimuth in (("a", 30), ("b", -60), ("c", 90))]

    def test_all_are_made_and_made_once(self):
        report = json.loads(nearfar("batch", *self.takes, "--out", path("made"), "--json", "--", "-l", "stereo")[0])
        self.assertEqual((report["done"], report["passedOver"], report["failed"]), (3, 0, 0))
        self.assertEqual(sorted(os.listdir(path("made"))), ["a.stereo.wav", "b.stereo.wav", "c.stereo.wav"])
        np.testing.assert_array_equal(read(path("made/b.stereo.wav")), process(self.takes[1], "-l", "stereo")[0])
        os.remove(path("made/b.stereo.wav"))
        report = json.loads(nearfar("batch", *self.takes, "--out", path("made"), "--json", "--", "-l", "stereo")[0])
        self.assertEqual((report["done"], report["passedOver"]), (1, 2))
        os.utime(self.takes[2], (2e9, 2e9))
        report = json.loads(nearfar("batch", *self.takes, "--out", path("made"), "--json", "--", "-l", "stereo")[0])
        self.assertEqual([file["outcome"] for file in report["files"]], ["passed over", "passed over", "done"])

    def test_failures_stop_no_others(self):
        bad = [field("takes/bad.wav", noise(1, 3)), path("takes/none.wav")]
        out, said = nearfar("batch", bad[0], *self.takes, bad[1], "--out", path("made"), "--json", "-j", 2, code=FAILURE)
        report = json.loads(out)
        self.assertEqual((report["done"], report["failed"]), (3, 2))
        self.assertIn("bad.wav: has 3 channels", report["files"][0]["reason"])
        self.assertIn("no such file", report["files"][4]["reason"])
        self.assertIn("bad.wav", said)
        self.assertEqual(sorted(os.listdir(path("made"))), [f"{name}.binaural.wav" for name in "abc"])

    def test_what_cannot_be_meant(self):
        for words, word in (
            ([self.takes[0]], "--out"), ([self.takes[0], self.takes[0], "--out", path("made")], "both"),
            ([self.takes[0], "--out", path("made"), "--", "--layot", "5.1"], "--layout"),
            ([self.takes[0], "--out", path("made"), "--", "-o", "x.wav"], "--output"),
            ([self.takes[0], "--out", path("made"), "-j", "0"], "--jobs"),
        ):
            with self.subTest(words=words[1:]):
                self.assertIn(word, nearfar("batch", *words, code=USAGE)[1])
                self.assertFalse(os.path.exists(path("made")))

    def test_interrupted_batches_leave_nothing_and_go_on(self):
        long = [field(f"takes/long{number}.wav", np.tile(scene(5), (24, 1))) for number in range(3)]
        running = subprocess.Popen([PATH, "batch", *long, "--out", path("made"), "-q", "-j", "2"])
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not (os.path.isdir(path("made")) and os.listdir(path("made"))):
            time.sleep(0.02)
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(20), -signal.SIGTERM)
        while time.monotonic() < deadline and [name for name in os.listdir(path("made")) if name.startswith(".")]:
            time.sleep(0.02)
        self.assertEqual(os.listdir(path("made")), [])
        nearfar("batch", *self.takes, "--out", path("made"))
        self.assertEqual(len(os.listdir(path("made"))), 3)
