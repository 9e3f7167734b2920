"""Recordings that are damaged, empty or none: a word with file, reason and remedy, and nothing left behind."""

import os
import struct
import unittest

import numpy as np
import soundfile

from program import INPUT, field, nearfar, process, report
from setting import path
from signals import RATE, decibels, noise, read, scene


class Hostile(unittest.TestCase):
    def refused(self, source, *words, code=INPUT):
        """One line that names the file; no output, whole or half."""
        folder = path("refused")
        os.makedirs(folder, exist_ok=True)
        said = nearfar("process", source, "-o", os.path.join(folder, "out.wav"), *words, code=code)[1]
        self.assertEqual(os.listdir(folder), [])
        self.assertIn(str(source), said)
        self.assertEqual(said.count("error"), 1, said)
        self.assertIn(";", said, "there is no remedy")
        return said

    def test_channel_counts(self):
        for channels in (1, 2, 3, 5, 6, 8):
            with self.subTest(channels=channels):
                source = field(f"channels{channels}.wav", noise(0.1, channels))
                self.assertIn(f"{channels} channel", self.refused(source))

    def test_chosen_channels_of_many(self):
        signal = scene(1)
        source = field("recorder.wav", np.hstack([noise(1, 2), signal]))
        chosen = process(source, "--channels", "3,4,5,6")[0]
        np.testing.assert_array_equal(chosen, process(field("plain.wav", signal))[0])

    def test_higher_orders_give_their_first(self):
        signal = scene(1)
        source = field("order3.wav", np.hstack([signal, noise(1, 12)]))
        out, said = process(source)
        self.assertIn("order 3", said)
        np.testing.assert_array_equal(out, process(field("plain.wav", signal))[0])

    def test_no_frames(self):
        self.assertIn("0 frames", self.refused(field("empty.wav", np.zeros((0, 4), "float32"))))

    def test_few_frames(self):
        for frames in (1, 2, 255, 1025):
            with self.subTest(frames=frames):
                self.assertEqual(len(process(field("short.wav", noise(1, 4)[:frames]))[0]), frames)

    def test_not_a_number(self):
        signal = scene(2)
        broken, mended = signal.copy(), signal.copy()
        broken[RATE:RATE + 100, 1], mended[RATE:RATE + 100, 1] = np.nan, 0
        broken[RATE + 200, 2], mended[RATE + 200, 2] = np.inf, 0
        out, said = process(field("nan.wav", broken))
        self.assertIn("101 samples are no numbers", said)
        np.testing.assert_array_equal(out, process(field("mended.wav", mended))[0])

    def test_other_rates_are_converted_and_come_back(self):
        for rate in (8000, 11025, 22050, 352800, 384000):
            with self.subTest(rate=rate):
                signal = scene(1.001, rate=rate)
                target = path("rate.wav")
                done = report("process", field("rates.wav", signal, rate), "-o", target, "-f", "--json", "-l", "foa+dialog",
                              "-s", "standard")
                self.assertEqual((done["frames"], done["sampleRate"]), (len(signal), rate))
                out = read(target)[:, :4]
                self.assertEqual(soundfile.info(target).samplerate, rate)
                self.assertEqual(len(out), len(signal))
                # A round trip through two converters, below their passband's end; the window keeps what lies above from
                # leaking.
                window = np.blackman(len(signal))[:, None]
                error = np.fft.rfft(window * (out - signal), axis=0)
                whole = np.fft.rfft(window * signal, axis=0)
                kept = int(0.85 * len(whole) * min(1, 192000 / rate))
                self.assertLess(decibels(np.abs(error[:kept]), np.abs(whole[:kept])), -90)

    def test_impossible_rate(self):
        self.assertIn("sample rate", self.refused(field("slow.wav", noise(0.1, 4), 100)))

    def test_cut_off(self):
        source = path("cut.wav")
        whole = field("whole.wav", scene(2))
        with open(whole, "rb") as file:
            data = file.read()
        with open(source, "wb") as file:
            file.write(data[:len(data) // 2 + 3])
        out, said = process(source)
        self.assertIn("cut off", said)
        frames = len(out)
        self.assertAlmostEqual(frames, RATE, delta=20)
        np.testing.assert_array_equal(out, process(field("half.wav", read(whole)[:frames]))[0])

    def test_flac_cut_off(self):
        source = path("cut.flac")
        soundfile.write(source, scene(4), RATE, subtype="PCM_24")
        with open(source, "r+b") as file:
            file.truncate(os.path.getsize(source) // 2)
        out, said = process(source, code=None)
        if "error" not in said:
            self.assertIn("cut off", said)
            self.assertGreater(len(out), RATE)

    def test_headers_that_lie(self):
        whole = field("whole.wav", scene(1))
        with open(whole, "rb") as file:
            data = bytearray(file.read())
        place = data.index(b"data") + 4
        for name, claim in (("more", 2**31), ("most", 2**32 - 1), ("less", 16 * 1000), ("odd", 16 * 1000 + 7)):
            with self.subTest(claim=name):
                lying = bytearray(data)
                lying[place:place + 4] = struct.pack("<I", claim)
                source = path(f"lie-{name}.wav")
                with open(source, "wb") as file:
                    file.write(lying)
                frames = len(process(source)[0])
                self.assertEqual(frames, 1000 if claim < len(data) else RATE)

    def test_no_sound_files(self):
        for name, content in (("text.wav", b"hello\n" * 100), ("zero.wav", b""), ("riff.wav", b"RIFF\0\0\0\0WAVE"),
                              ("header.wav", b"RIFF$\0\0\0WAVEfmt \x10\0\0\0"), ("random.flac", b"fLaC" + bytes(range(256)))):
            with self.subTest(name=name):
                source = path(name)
                with open(source, "wb") as file:
                    file.write(content)
                self.refused(source)

    def test_names_that_are_no_files(self):
        self.assertIn("no such file", self.refused(path("nothing.wav")))
        self.assertIn("folder", self.refused(path("")))
        self.refused("/dev/null")

    def test_films_are_told_how_to_export(self):
        source = path("film.avi")
        with open(source, "wb") as file:
            file.write(b"RIFF\x40\0\0\0AVI LIST" + bytes(200))
        self.assertIn("ffmpeg", self.refused(source))

    def test_films_without_tracks(self):
        source = path("film.mov")
        with open(source, "wb") as file:
            file.write(b"\0\0\0\x14ftypqt  " + bytes(200))
        self.assertIn("again", self.refused(source))

    def test_random_damage_never_crashes(self):
        random = np.random.default_rng(4)
        kinds = {"wav": "FLOAT", "flac": "PCM_24", "caf": "PCM_24", "w64": "FLOAT", "rf64": "FLOAT", "au": "FLOAT", "aiff": "FLOAT"}
        for ending, encoding in kinds.items():
            source = path("sane." + ending)
            soundfile.write(source, scene(0.1), RATE, subtype=encoding, format=ending.upper())
            with open(source, "rb") as file:
                sane = file.read()
            for number in range(20):
                data = bytearray(sane)
                for place in random.integers(0, min(len(data), 120), 3):
                    data[place] = random.integers(0, 256)
                damaged = path("damaged." + ending)
                with open(damaged, "wb") as file:
                    file.write(data)
                for command in (["info"], ["process", "-o", path("damaged-out.wav"), "-f", "-l", "mono"]):
                    with self.subTest(ending=ending, number=number, command=command[0]):
                        self.assertIn(self.code_of(*command, damaged), (0, 3, 4))

    def code_of(self, *words):
        try:
            nearfar(*words, code=-99, timeout=30)
        except AssertionError as error:
            return int(str(error).split("exit code ")[1].split(",")[0])


class EveryCommand(unittest.TestCase):
    """What each command that takes a recording does with recordings that are not as they should be."""

    #: Their words, and what they write.
    COMMANDS = {"process": (["-f"], "out.wav"), "bake": (["-f"], "out.mov"), "analyze": (["-f"], "out.json")}

    def said(self, source, code, *words):
        """What is told, by command. `code`: of all but `info`, which tells what it finds."""
        told = {"info": "\n".join(report("info", "--json", source)["remarks"])}
        for command, (options, name) in self.COMMANDS.items():
            with self.subTest(command=command, source=os.path.basename(source)):
                if os.path.exists(path(name)):
                    os.remove(path(name))
                told[command] = nearfar(command, source, "-o", path(name), *options, *words, code=code)[1]
                self.assertEqual(os.path.exists(path(name)), code == 0)
                if code:
                    self.assertIn(source, told[command])
                    self.assertIn(";", told[command], "there is no remedy")
        return told

    def each_says(self, word, told):
        for command, text in told.items():
            self.assertIn(word, text, command)

    def test_wrong_channel_counts(self):
        for channels in (1, 2, 3, 5):
            self.each_says(f"{channels} channel", self.said(field("count.wav", noise(0.5, channels)), INPUT))

    def test_no_frames(self):
        told = self.said(field("noframes.wav", np.zeros((0, 4), "float32")), INPUT)
        self.each_says("no sound", told)

    def test_cut_off(self):
        with open(field("whole.wav", scene(2)), "rb") as file:
            data = file.read()
        with open(path("half.wav"), "wb") as file:
            file.write(data[:len(data) // 2])
        self.each_says("cut off", self.said(path("half.wav"), 0))

    def test_a_header_that_lies(self):
        with open(field("whole.wav", scene(2)), "rb") as file:
            data = bytearray(file.read())
        place = data.index(b"data") + 4
        data[place:place + 4] = struct.pack("<I", 2**31)
        with open(path("lie.wav"), "wb") as file:
            file.write(data)
        self.each_says("cut off", self.said(path("lie.wav"), 0))
        self.assertEqual(report("info", "--json", path("lie.wav"))["framesRead"], 2 * RATE)

    def test_not_a_number(self):
        signal = scene(2)
        signal[RATE:RATE + 100, 1], signal[RATE + 200, 2] = np.nan, np.inf
        self.each_says("101 samples are no numbers", self.said(field("nan.wav", signal), 0))
        self.assertTrue(np.isfinite(read(path("out.wav"))).all())
        # The loudness of the rest is found all the same.
        self.assertLess(report("info", "--json", path("nan.wav"))["loudness"], 0)

    def test_rates(self):
        for rate in (8000, 384000):
            signal = scene(1.5, rate=rate)
            source = field("rate.wav", 0.3 * signal, rate)
            self.said(source, 0)
            self.assertEqual(len(read(path("out.wav"))), len(signal))
            self.assertEqual(report("info", "--json", path("out.mov"))["frames"], len(signal))
            self.assertEqual(soundfile.info(path("out.wav")).samplerate, rate)
