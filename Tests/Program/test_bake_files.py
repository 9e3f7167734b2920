"""What `bake` writes as sound files, what it refuses, and that nothing is left of what fails."""

import json
import os
import resource
import signal as signals_of_system
import subprocess
import time
import unittest

import numpy as np
import soundfile

import movies
from program import INPUT, OUTPUT, PATH, SETTING, USAGE, field, nearfar, process, report
from setting import path
from signals import RATE, decibels, read, scene


def empty(name):
    folder = path(name)
    os.makedirs(folder, exist_ok=True)
    for file in os.listdir(folder):
        os.remove(os.path.join(folder, file))
    return folder


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.samples = 0.3 * scene(3)
        cls.source = field("scene.wav", cls.samples)
        cls.mix = path("mix.json")
        with open(cls.mix, "w") as file:
            json.dump({"format": "nearfar-mix/1", "dialog": {"gain": 3}}, file)

    def test_every_kind(self):
        expected = process(self.source, "-m", self.mix)[0]
        for ending, container in (("wav", "WAV"), ("rf64", "RF64"), ("bw64", "RF64"), ("caf", "CAF"), ("flac", "FLAC"), ("aiff", "AIFF")):
            with self.subTest(ending=ending):
                folder = empty("kinds")
                target = os.path.join(folder, "walk." + ending)
                done = report("bake", self.source, "-o", target, "-m", self.mix, "--json")
                beside = os.path.join(folder, "walk.foa." + ending)
                sidecar = os.path.join(folder, "walk.foa.mix.json")
                self.assertEqual(done["outputs"], [target, beside, sidecar])
                self.assertEqual(sorted(os.listdir(folder)), sorted(os.path.basename(file) for file in done["outputs"]))
                for file, channels in ((target, 2), (beside, 4)):
                    found = soundfile.info(file)
                    self.assertIn(found.format, (container, container + "EX"))
                    self.assertEqual((found.subtype, found.channels, found.frames), ("PCM_24", channels, 3 * RATE))
                self.assertLessEqual(np.abs(read(beside) - self.samples).max(), 2**-23)
                self.assertLess(decibels(read(target) - expected * 10**(done["gain"] / 20), expected), -80)
                with open(self.mix) as one, open(sidecar) as other:
                    self.assertEqual(one.read(), other.read())

    def test_process_finds_what_is_beside(self):
        folder = empty("beside")
        nearfar("bake", self.source, "-o", folder + "/walk.wav", "-m", self.mix, "-b", "float")
        beside = folder + "/walk.foa.wav"
        np.testing.assert_array_equal(process(beside, "-m", "sidecar")[0], process(self.source, "-m", self.mix)[0])
        self.assertEqual(report("info", "--json", beside)["mixMetadata"], folder + "/walk.foa.mix.json")

    def test_rates_stay(self):
        source = field("rate.wav", 0.3 * scene(1, rate=96000), 96000)
        nearfar("bake", source, "-o", path("rate.flac"), "-f")
        self.assertEqual([soundfile.info(path(name)).samplerate for name in ("rate.flac", "rate.foa.flac")], [96000, 96000])

    def test_the_mix_applied(self):
        nearfar("bake", self.source, "-o", path("applied.wav"), "-f", "--mix-applied", "-b", "float", "-m", self.mix, "-s", "cinematic")
        parts = process(self.source, "-m", self.mix, "-l", "foa+dialog", "-s", "cinematic")[0]
        front = np.array([1, 0, 0, 1], "float32")
        np.testing.assert_allclose(read(path("applied.foa.wav")), parts[:, :4] + parts[:, 4:] * front, atol=1e-6)

    def test_nothing_is_replaced_unasked(self):
        for name in ("walk.wav", "walk.foa.wav", "walk.foa.mix.json"):
            folder = empty("taken")
            with open(os.path.join(folder, name), "w") as file:
                file.write("mine")
            said = nearfar("bake", self.source, "-o", folder + "/walk.wav", code=OUTPUT)[1]
            self.assertIn(name, said)
            self.assertIn("--force", said)
            self.assertEqual(os.listdir(folder), [name])
            nearfar("bake", self.source, "-o", folder + "/walk.wav", "-f")
            self.assertEqual(len(os.listdir(folder)), 3)
        self.assertIn("another name", nearfar("bake", folder + "/walk.foa.wav", "-o", folder + "/walk.wav", "-f", code=OUTPUT)[1])


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.source = field("scene.wav", 0.3 * scene(1))

    def refused(self, word, *words, code, target="out.mov"):
        folder = path("refused")
        os.makedirs(folder, exist_ok=True)
        self.assertIn(word, nearfar("bake", self.source, "-o", os.path.join(folder, target), *words, code=code)[1])
        self.assertEqual(os.listdir(folder), [])

    def test_what_cannot_be(self):
        self.refused(".mov", code=USAGE, target="out.mp4")
        self.refused("--include-video", "--include-video", self.film(), code=USAGE, target="out.wav")
        self.refused("--codec", "-c", "pcm", code=USAGE, target="out.flac")
        self.refused("FLAC", "-b", "float", code=OUTPUT, target="out.flac")
        self.refused("--ceiling", "--ceiling", "3", code=USAGE)
        self.refused("5.1", "-l", "5.1", code=USAGE)
        self.refused("64 to 512", "--bitrate", "1000", code=USAGE)
        self.refused("holds no video", "--include-video", self.film(), code=INPUT)
        self.refused("no movie", "--include-video", self.source, code=INPUT)
        self.refused("none.json", "-m", path("none.json"), code=SETTING)
        self.refused("mkdir", code=OUTPUT, target="nowhere/out.mov")
        self.refused("one track", "--track", 2, code=INPUT)
        self.assertIn("twice", nearfar("bake", "-", "-o", path("out.mov"), code=USAGE)[1])

    def film(self):
        movies.ffmpeg("-i", self.source, "-c:a", "pcm_s16le", path("sound.mov"))
        return path("sound.mov")

    def test_nothing_is_replaced_unasked(self):
        nearfar("bake", self.source, "-o", path("mine.mov"), "-f")
        self.assertIn("--force", nearfar("bake", self.source, "-o", path("mine.mov"), code=OUTPUT)[1])
        self.assertIn("another name", nearfar("bake", path("mine.mov"), "-o", path("mine.mov"), "-f", code=OUTPUT)[1])

    def test_interruption_leaves_nothing(self):
        source = field("long.wav", np.tile(scene(5), (40, 1)))
        for target in ("out.mov", "out.wav"):
            with self.subTest(target=target):
                folder = empty("interrupted-bake")
                running = subprocess.Popen([PATH, "bake", source, "-o", f"{folder}/{target}"])
                deadline = time.monotonic() + 20
                while not os.listdir(folder) and time.monotonic() < deadline:
                    time.sleep(0.02)
                self.assertTrue(os.listdir(folder), "it was over before it was interrupted")
                time.sleep(0.3)
                running.send_signal(signals_of_system.SIGINT)
                self.assertEqual(running.wait(20), -signals_of_system.SIGINT)
                self.assertEqual(os.listdir(folder), [])

    def test_no_room(self):
        # The spool of the stereo, the sound as it is written, and the moment at which the movie's description goes to the front.
        whole = path("room.mov")
        nearfar("bake", self.source, "-o", whole, "-f")
        for target, most in (("out.mov", 100_000), ("out.mov", os.path.getsize(whole) - 100), ("out.wav", 500_000)):
            with self.subTest(target=target, most=most):
                folder = empty("full-bake")
                limit = lambda: (signals_of_system.signal(signals_of_system.SIGXFSZ, signals_of_system.SIG_IGN),
                                 resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
                outcome = subprocess.run([PATH, "bake", self.source, "-o", f"{folder}/{target}"], preexec_fn=limit, capture_output=True)
                self.assertEqual(outcome.returncode, OUTPUT, outcome.stderr)
                self.assertEqual(os.listdir(folder), [])

    def test_places_that_cannot_be(self):
        for target in ("/proc/out.mov", "/proc/out.wav"):
            self.assertIn("folder", nearfar("bake", self.source, "-o", target, code=OUTPUT)[1])
