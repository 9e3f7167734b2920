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
