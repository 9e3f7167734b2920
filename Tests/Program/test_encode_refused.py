"""What `encode` cannot do: it says why in one line, and leaves no file."""

import json
import os
import unittest

import numpy as np
import soundfile

import arrays
from program import INPUT, OUTPUT, SETTING, USAGE, encode, field, nearfar
from setting import path
from signals import RATE, noise, read


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.sources = {channels: field(f"{channels}.wav", noise(0.1, channels)) for channels in (1, 2, 3, 4, 5, 6)}

    def refused(self, channels, word, *words, code=USAGE):
        """One line that tells the reason; no output, whole or half."""
        folder = path("refused")
        os.makedirs(folder, exist_ok=True)
        source = self.sources.get(channels, channels)
        said = nearfar("encode", source, "-o", os.path.join(folder, "out.wav"), *words, code=code)[1]
        self.assertIn(word, said)
        self.assertEqual(said.count("error"), 1, said)
        self.assertEqual(os.listdir(folder), [])
        return said

    def test_channel_counts(self):
        self.refused(3, "3 channels", code=INPUT)
        self.assertIn("--microphone", self.refused(4, "4 channels", code=INPUT))
        self.assertIn("L R C LFE", self.refused(5, "5.1 has 6", "--from", "5.1", code=INPUT))
        self.refused(2, "has 4", "-m", "zoom-h3-vr", code=INPUT)
        self.refused(6, "4 (the microphones)", "-m", arrays.geometry("phone.json", arrays.TELEPHONE), code=INPUT)
        self.refused(6, "3 channels are chosen", "--from", "ambix", "--channels", "1,2,3")
        self.refused(4, "--channels", "--from", "ambix", "--channels", "1,2,3,5")
        self.refused(4, "--channels", "--from", "ambix", "--channels", "1,1,2,3")

    def test_options_that_do_nothing(self):
        self.refused(1, "stereo", "--angle", 30)
        self.refused(2, "mono", "--azimuth", 30)
        self.refused(4, "a-format", "--from", "ambix", "--capsules", "flu-frd-bld-bru")
        self.refused(4, "known", "-m", "zoom-h3-vr", "--radius", 12)
        self.refused(4, "not for fuma", "-m", "zoom-h3-vr", "--from", "fuma")
        self.refused(2, "--noise", "--noise", 3)
        self.refused(2, "--input-order", "--input-order", "WXYZ")

    def test_values(self):
        self.refused(1, "-180 to 180", "--azimuth", 200)
        self.refused(4, "0 to 40", "--radius", 90)
        self.refused(4, "upright", "-m", "zoom-h3-vr", "--orientation", "sideways")
        self.refused(4, "--order", "--from", "ambix", "--order", "WXYY")
        self.refused(4, "0 to 40", "-m", arrays.geometry("phone.json", arrays.TELEPHONE), "--noise", 99)
        self.refused(4, "fuma", "--from", "ambix", "--to", "fumo")

    def test_microphones(self):
        self.refused(4, "'zoom-h3-vr'", "-m", "zoom-h3-v")
        self.refused(4, "--microphone NAME", "--from", "a-format")
        self.refused(4, "cannot be found", "-m", path("none.json"), code=SETTING)
        for name, text, word in (
            ("empty", "", "is empty"), ("half", '{ "format": "nearfar-mic', "no JSON"), ("other", "{}", "format"),
            ("missing", json.dumps({"format": "nearfar-microphones/1", "microphones": [{"x": 1, "y": 2}] * 4}), "z is missing"),
            ("one", json.dumps({"format": "nearfar-microphones/1", "microphones": [{"x": 1, "y": 2, "z": 0}]}), "2 to 16"),
            ("kinds", json.dumps({"format": "nearfar-microphones/1", "microphones": [], "responses": []}), "more than one"),
        ):
            with self.subTest(file=name):
                with open(path(name + ".json"), "w") as file:
                    file.write(text)
                said = self.refused(4, word, "-m", path(name + ".json"), code=SETTING)
                self.assertIn(name + ".json", said)
                self.assertIn(";", said, "there is no remedy")

    def test_measured_responses(self):
        os.makedirs(path("nothing"), exist_ok=True)
        self.refused(4, "az030_el-15.wav", "-m", path("nothing"), code=SETTING)
        few = path("few")
        os.makedirs(few, exist_ok=True)
        for azimuth in range(0, 330, 30):
            soundfile.write(f"{few}/az{azimuth}.wav", noise(0.01, 4), RATE)
        self.refused(4, "11 directions", "-m", few, code=SETTING)
        soundfile.write(f"{few}/az330.wav", noise(0.01, 3), RATE)
        self.refused(4, "az330.wav: has 3 channels", "-m", few, code=SETTING)
        soundfile.write(f"{few}/az330.wav", noise(0.01, 4), 44100)
        self.refused(4, "az330.wav: has another sample rate", "-m", few, code=SETTING)
        soundfile.write(f"{few}/az330.wav", noise(2, 4), RATE)
        self.refused(4, "az330.wav: is longer", "-m", few, code=SETTING)
        with open(f"{few}/az330.wav", "w") as file:
            file.write("no sound")
        self.refused(4, "az330.wav: cannot be read", "-m", few, code=SETTING)
        missing = arrays.described("missing.json", responses=[{"file": "none.wav", "azimuth": 30 * n} for n in range(12)])
        self.refused(4, "none.wav: there is no such file", "-m", missing, code=SETTING)
        with open(path("no.sofa"), "w") as file:
            file.write("no sofa")
        self.refused(4, "is not a SOFA file", "-m", path("no.sofa"), code=SETTING)
        with open(arrays.SOFA, "rb") as whole, open(path("cut.sofa"), "wb") as file:
            file.write(whole.read(4000))
        self.refused(4, "libmysofa", "-m", path("cut.sofa"), code=SETTING)
        self.refused(4, "has 2 (the microphones)", "-m", arrays.SOFA, code=INPUT)

    def test_files(self):
        with open(path("hollow.wav"), "w"):
            pass
        self.refused(path("hollow.wav"), "is empty", code=INPUT)
        self.refused(field("silent.wav", np.zeros((0, 2), "float32")), "0 frames", code=INPUT)
        self.refused(path("none.wav"), "no such file", code=INPUT)
        target = path("mine.wav")
        nearfar("encode", self.sources[2], "-o", target, "-f")
        self.assertIn("--force", nearfar("encode", self.sources[2], "-o", target, code=OUTPUT)[1])
        self.assertIn("itself", nearfar("encode", target, "-o", target, "-f", "--from", "ambix", code=OUTPUT)[1])
        self.assertIn("-o", nearfar("encode", self.sources[2], code=USAGE)[1])
