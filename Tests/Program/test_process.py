"""What `process` promises beside the plugins' sound: controls over time, files, pipes, interruption."""

import json
import os
import resource
import signal as signals_of_system
import subprocess
import time
import unittest

import numpy as np
import soundfile

import heads
from program import OUTPUT, PATH, SETTING, USAGE, field, nearfar, process, report
from setting import path, scratch
from signals import RATE, decibels, encoded, noise, read, scene


def text(name, content):
    with open(path(name), "w") as file:
        file.write(content)
    return path(name)


class Controls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.source = field("scene.wav", scene(3))

    def test_automation_acts_at_its_time(self):
        plan = text("plan.csv", "time,symbol,value\n# the voice goes to the left and away\n1.0, dialog_level, -60\n2.0, dialog_level, 0\n")
        words = ("-s", "cinematic foreground stem")
        plain = process(self.source, *words)[0]
        moved = process(self.source, *words, "--automation", plan)[0]
        np.testing.assert_array_equal(moved[:RATE], plain[:RATE])
        self.assertFalse(np.array_equal(moved[RATE:RATE + 480], plain[RATE:RATE + 480]))
        self.assertEqual(np.abs(moved[int(1.1 * RATE):2 * RATE]).max(), 0)
        np.testing.assert_allclose(moved[int(2.1 * RATE):], plain[int(2.1 * RATE):], atol=1e-6)

    def test_automation_at_the_beginning_is_a_setting(self):
        plan = text("start.csv", "0;remix_amount;1\n0;style;Studio\n")
        np.testing.assert_array_equal(
            process(self.source, "--automation", plan)[0], process(self.source, "-s", "studio", "-a", 1)[0])

    def test_faults_in_automation_have_their_line(self):
        for line, word in (("1,room", "fields"), ("-1,room,0", "no time"), ("1,rom,0", "did you mean 'room'"), ("1,room,9", "0 to 1")):
            plan = text("faulty.csv", "seconds,symbol,value\n" + line + "\n")
            said = nearfar("process", self.source, "-o", path("no.wav"), "--automation", plan, code=SETTING)[1]
            self.assertIn("faulty.csv, line 2", said)
            self.assertIn(word, said)

    def test_head(self):
        source = field("left.wav", encoded(noise(1), 90))
        words = ("-s", "standard")
        ahead = process(source, *words)[0]
        self.assertGreater(decibels(ahead[:, 0], ahead[:, 1]), 3)
        turned = process(source, *words, "--head", "180,0,0")[0]
        self.assertLess(decibels(turned[:, 0], turned[:, 1]), -3)
        motion = text("motion.csv", "seconds,yaw,pitch,roll\n0,170,0,0\n1,-170,0,0\n")
        through = process(source, *words, "--head", motion)[0]
        self.assertLess(decibels(through[:, 0], through[:, 1]), -3, "the head went round the long way")

    def test_head_and_metadata_files(self):
        plain = process(self.source)[0]
        self.assertEqual(np.abs(process(self.source, "--sofa", heads.DEFAULT)[0] - plain).max(), 0)
        mix = text("loud.json", json.dumps({"format": "nearfar-mix/1", "dialog": {"gain": 6}}))
        mixed = process(self.source, "-m", mix)[0]
        self.assertGreater(decibels(mixed, plain), 1)
        text("scene.mix.json", json.dumps({"format": "nearfar-mix/1", "dialog": {"gain": 6}}))
        try:
            np.testing.assert_array_equal(process(self.source, "-m", "sidecar")[0], mixed)
        finally:
            os.remove(path("scene.mix.json"))
        np.testing.assert_array_equal(process(self.source, "-m", "sidecar")[0], plain)

    def test_presets(self):
        np.testing.assert_array_equal(
            process(self.source, "-p", "studio-voice")[0], process(self.source, "-s", "Studio", "-a", "1")[0])
        np.testing.assert_array_equal(
            process(self.source, "-p", "studio-voice", "-a", "0.3")[0], process(self.source, "-s", "1", "-a", "0.3")[0])

    def test_conventions(self):
        signal = scene(1)
        fuma = signal[:, [0, 3, 1, 2]] * np.array([0.5**0.5, 1, 1, 1], "float32")
        n3d = signal * np.array([1, 3**0.5, 3**0.5, 3**0.5], "float32")
        plain = process(field("ambix.wav", signal))[0]
        for convention, other in (("fuma", fuma), ("n3d", n3d)):
            out = process(field("other.wav", other), "--convention", convention)[0]
            self.assertLess(decibels(out - plain, plain), -100)

    def test_what_cannot_be_meant(self):
        for words, word in (
            (["-l", "5.1", "--sofa", heads.DEFAULT], "--sofa"), (["-l", "custom"], "--speakers"), (["-a", "2"], "0 to 1"),
            (["-s", "cinema"], "Cinematic"), (["--set", "osc_port=9000"], "no control"), (["--rate", "12"], "8000"),
            (["--channels", "1,1,2,3"], "--channels"), (["--layout", "5.2"], "5.1"), (["--stile", "x"], "--style"),
        ):
            with self.subTest(words=words):
                said = nearfar("process", self.source, "-o", path("no.wav"), *words, code=USAGE)[1]
                self.assertIn(word, said)
                self.assertFalse(os.path.exists(path("no.wav")))

    def test_weights(self):
        said = nearfar("process", self.source, "-o", path("no.wav"), "--weights", scratch, code=SETTING)[1]
        self.assertIn("mask-network.bin", said)
        text("mask-network.bin", "nonsense")
        try:
            said = nearfar("process", self.source, "-o", path("no.wav"), "--weights", scratch, code=SETTING)[1]
        finally:
            os.remove(path("mask-network.bin"))
        self.assertIn("mask-network.bin", said)
        self.assertFalse(os.path.exists(path("no.wav")))


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.signal = scene(2)
        cls.source = field("scene.wav", cls.signal)

    def test_every_kind(self):
        quiet = field("quiet.wav", 0.3 * self.signal)
        plain = process(quiet)[0]
        self.assertLess(np.abs(plain).max(), 1)
        for ending, encoding, tolerance in (
            ("wav", "FLOAT", 0), ("rf64", "FLOAT", 0), ("w64", "FLOAT", 0), ("caf", "FLOAT", 0), ("aiff", "FLOAT", 0),
            ("au", "FLOAT", 0), ("flac", "PCM_24", 2**-23), ("ogg", "VORBIS", None),
        ):
            with self.subTest(ending=ending):
                target = path("kind." + ending)
                nearfar("process", quiet, "-o", target, "-f")
                self.assertEqual(soundfile.info(target).subtype, encoding)
                self.assertEqual(read(target).shape, plain.shape)
                if tolerance is None:
                    self.assertLess(decibels(read(target) - plain, plain), -10)
                else:
                    self.assertLessEqual(np.abs(read(target) - plain).max(), tolerance)

    def test_small_wavs_are_plain_wavs(self):
        process(self.source)
        with open(path("out.wav"), "rb") as file:
            self.assertEqual(file.read(4), b"RIFF")

    def test_clipping_is_told(self):
        loud = field("loud.wav", 20 * self.signal)
        nearfar("process", loud, "-o", path("float.wav"), "-f")
        said = nearfar("process", loud, "-o", path("clipped.wav"), "-f", "-b", 16)[1]
        self.assertIn("cut off", said)
        self.assertGreater(np.abs(read(path("float.wav"))).max(), 1)
        self.assertLessEqual(np.abs(read(path("clipped.wav"))).max(), 1)

    def test_rates(self):
        for rate in (44100, 96000):
            out = process(self.source, "-r", rate)[0]
            self.assertEqual(len(out), 2 * rate)
            self.assertEqual(soundfile.info(path("out.wav")).samplerate, rate)

    def test_nothing_is_replaced_unasked(self):
        target = path("mine.wav")
        with open(target, "w") as file:
            file.write("mine")
        self.assertIn("--force", nearfar("process", self.source, "-o", target, code=OUTPUT)[1])
        with open(target) as file:
            self.assertEqual(file.read(), "mine")
        self.assertIn("itself", nearfar("process", self.source, "-o", self.source, "-f", code=OUTPUT)[1])
        nearfar("process", self.source, "-o", target, "-f")
        self.assertEqual(len(read(target)), len(self.signal))

    def test_places_that_cannot_be(self):
        for target, word in ((path("none/out.wav"), "mkdir"), ("/proc/out.wav", "folder"), ("/dev/full", "ordinary")):
            said = nearfar("process", self.source, "-o", target, "-f", "-t", "wav", code=OUTPUT)[1]
            self.assertIn(word, said)

    def test_no_room(self):
        folder = path("full")
        os.makedirs(folder, exist_ok=True)
        limit = lambda: (signals_of_system.signal(signals_of_system.SIGXFSZ, signals_of_system.SIG_IGN),
                         resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
        outcome = subprocess.run(
            [PATH, "process", self.source, "-o", os.path.join(folder, "out.wav")], preexec_fn=limit, capture_output=True)
        self.assertEqual(outcome.returncode, OUTPUT, outcome.stderr)
        self.assertEqual(os.listdir(folder), [])

    def test_a_folder_names_the_file(self):
        folder = path("named")
        os.makedirs(folder, exist_ok=True)
        nearfar("process", self.source, "-o", folder, "-l", "5.1", "-t", "flac")
        nearfar("process", self.source, "-o", folder + "/", "-l", "stems")
        self.assertEqual(sorted(os.listdir(folder)), ["scene.5.1.flac", "scene.place.wav", "scene.voices.wav"])

    def test_pipes(self):
        plain = process(self.source)[0]
        with open(self.source, "rb") as file:
            cat = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            out, said = nearfar("process", "-", "-o", "-", stdin=cat.stdout)
            cat.wait()
        with open(path("piped.wav"), "wb") as file:
            file.write(out)
        np.testing.assert_array_equal(read(path("piped.wav")), plain)
        out = nearfar("process", self.source, "-o", "-")[0]
        with open(path("streamed.wav"), "wb") as file:
            file.write(out)
        np.testing.assert_array_equal(read(path("streamed.wav")), plain)

    def test_a_pipe_that_closes(self):
        running = subprocess.Popen([PATH, "process", self.source, "-o", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        running.stdout.read(100)
        running.stdout.close()
        self.assertIn("pipe", running.stderr.read().decode())
        running.stderr.close()
        self.assertEqual(running.wait(20), OUTPUT)

    def test_what_is_told(self):
        done = report("process", self.source, "-o", path("out.wav"), "-f", "--json")
        self.assertEqual((done["frames"], done["channels"], done["sampleRate"]), (len(self.signal), 2, RATE))
        self.assertAlmostEqual(done["peak"], 20 * np.log10(np.abs(read(path("out.wav"))).max()), places=3)
        self.assertEqual(nearfar("process", self.source, "-o", path("out.wav"), "-f", "-q"), (b"", ""))
        said = nearfar("process", self.source, "-o", path("out.wav"), "-f")[1]
        self.assertEqual(len(said.splitlines()), 1, "a bar was drawn where there is no terminal")
        self.assertNotIn("\x1b", said)
        said = nearfar("process", self.source, "-o", path("out.wav"), "-f", "--progress", "lines")[1]
        self.assertIn("progress 0.", said)


class Interrupted(unittest.TestCase):
    def test_nothing_is_left(self):
        folder = path("interrupted")
        os.makedirs(folder, exist_ok=True)
        source = field("long.wav", np.tile(scene(5), (40, 1)))
        for number in (signals_of_system.SIGINT, signals_of_system.SIGTERM):
            for layout in ("binaural", "stems"):
                with self.subTest(signal=number.name, layout=layout):
                    running = subprocess.Popen([PATH, "process", source, "-o", folder + "/", "-l", layout])
                    deadline = time.monotonic() + 20
                    while not os.listdir(folder) and time.monotonic() < deadline:
                        time.sleep(0.02)
                    self.assertTrue(os.listdir(folder), "it was over before it was interrupted")
                    running.send_signal(number)
                    self.assertEqual(running.wait(20), -number)
                    self.assertEqual(os.listdir(folder), [])
