"""`encode`: the plugins' sound, conventions there and back, files and pipes."""

import os
import subprocess
import unittest

import numpy as np
import soundfile

import arrays
from program import encode, field, nearfar, report
from renders import lv2apply
from setting import path
from signals import RATE, decibels, encoded, noise, read, scene

#: Below what it is compared with: the same arithmetic, built with and without the Swift runtime.
SAME = -120


class LikeThePlugins(unittest.TestCase):
    def same(self, made, expected):
        self.assertEqual(made.shape, expected.shape)
        self.assertGreater(decibels(made), -60, "silence is no evidence")
        self.assertLess(decibels(made - expected, expected), SAME)

    def test_microphones_by_name(self):
        signal = noise(1, 4)
        source = field("capsules.wav", signal)
        names = [row["name"] for row in report("microphones", "--json")]
        self.assertEqual(len(names), 5)
        made = [encode(source, "-m", name)[0] for name in names]
        for value, name in enumerate(names, 1):
            with self.subTest(microphone=name):
                self.same(made[value - 1], lv2apply("encode-aformat", signal, microphone=value))
        self.assertEqual(len({m.tobytes() for m in made}), 5, "microphones of different radius sound the same")

    def test_everything_of_a_microphone(self):
        signal = noise(1, 4)
        source = field("capsules.wav", signal)
        made = encode(source, "-m", "zoom-h3-vr", "--capsules", "flu-bru-frd-bld", "--orientation", "end-fire-front-down",
                      "--high-pass", 80, "--gain", -3)[0]
        self.same(made, lv2apply("encode-aformat", signal, microphone=3, capsule_order=3, orientation=3, high_pass=80, gain=-3))

    def test_own_microphones(self):
        signal = noise(1, 4)
        source = field("capsules.wav", signal)
        expected = lv2apply("encode-aformat", signal, microphone=0, radius=21.5, directivity=0.4, capsule_order=4)
        self.same(encode(source, "--radius", 21.5, "--directivity", 0.4, "--capsules", "fru-fld-brd-blu")[0], expected)
        own = arrays.described("own.json", tetrahedron={"radius": 21.5, "directivity": 0.4, "order": "FRU FLD BRD BLU"})
        self.same(encode(source, "-m", own)[0], expected)
        turned = encode(source, "-m", own, "--capsules", "flu-frd-bld-bru")[0]
        self.assertGreater(decibels(turned - expected, expected), -20, "the order of the file cannot be overruled")

    def test_sources_and_beds(self):
        for channels, plugin, values, words in (
            (1, "encode-mono", {}, []),
            (1, "encode-mono", {"azimuth": 130, "elevation": -20, "width": 60, "distance": 2}, []),
            (2, "encode-stereo", {"angle": 100, "width": 20, "rotation": -40, "elevation": 15, "roll": 10}, []),
            (6, "encode-bed-5_1", {"rotation": 30, "lfe_level": 4}, []), (12, "encode-bed-7_1_4", {"rotation": -75}, []),
            (4, "encode-aformat", {"input_format": 2, "gain": 6, "orientation": 1}, ["--from", "n3d"]),
        ):
            with self.subTest(plugin=plugin, values=values):
                signal = noise(1, channels)
                options = [word for symbol, value in values.items() if symbol not in ("input_format", "orientation")
                           for word in ("--" + symbol.replace("_", "-"), value)]
                if "orientation" in values:
                    options += ["--orientation", "upside-down"]
                made = encode(field("source.wav", signal), *options, *words)[0]
                self.same(made, lv2apply(plugin, signal, **values))

    def test_what_an_encoder_lacks_is_done_behind_it(self):
        signal = noise(1, 2)
        pair = lv2apply("encode-stereo", signal)
        made = encode(field("pair.wav", signal), "--high-pass", 120, "--gain", 3)[0]
        self.same(made, lv2apply("encode-aformat", pair, input_format=1, high_pass=120, gain=3))


class Conventions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.signal = scene(1)
        cls.source = field("ambix.wav", cls.signal)
        root = np.sqrt(np.float32(3))
        cls.others = {"ambix": cls.signal, "n3d": cls.signal * np.array([1, root, root, root]),
                      "fuma": cls.signal[:, [0, 3, 1, 2]] * np.array([np.sqrt(np.float32(0.5)), 1, 1, 1])}

    def test_to_others(self):
        for name, expected in self.others.items():
            with self.subTest(to=name):
                made = encode(self.source, "--from", "ambix", "--to", name)[0]
                np.testing.assert_allclose(made, expected, rtol=2e-7, atol=0)

    def test_there_and_back(self):
        for name, other in self.others.items():
            with self.subTest(of=name):
                made = encode(field("other.wav", other.astype("float32")), "--from", name)[0]
                np.testing.assert_allclose(made, self.signal, rtol=3e-7, atol=0)

    def test_ambix_passes_bit_for_bit(self):
        np.testing.assert_array_equal(encode(self.source, "--from", "ambix")[0], self.signal)

    def test_orders(self):
        made = encode(self.source, "--from", "ambix", "--order", "XYZW")[0]
        np.testing.assert_array_equal(made, self.signal[:, [3, 1, 2, 0]])
        back = encode(field("xyzw.wav", made), "--from", "ambix", "--input-order", "XYZW")[0]
        np.testing.assert_array_equal(back, self.signal)
        fuma = field("fuma.wav", self.others["fuma"][:, [0, 2, 3, 1]].astype("float32"))
        np.testing.assert_allclose(encode(fuma, "--from", "fuma", "--input-order", "WYZX")[0], self.signal, rtol=3e-7)

    def test_channels_are_picked_in_their_order(self):
        wide = field("wide.wav", np.hstack([noise(1, 2), self.signal[:, ::-1]]))
        np.testing.assert_array_equal(encode(wide, "--from", "ambix", "--channels", "6,5,4,3")[0], self.signal)

    def test_higher_orders_give_their_first(self):
        made, said = encode(field("second.wav", np.hstack([self.signal, noise(1, 5)])), "--from", "ambix")
        np.testing.assert_array_equal(made, self.signal)
        self.assertIn("first order", said)

    def test_fuma_says_what_it_is(self):
        target = path("classic.wav")
        nearfar("encode", self.source, "-o", target, "-f", "--from", "ambix", "--to", "fuma")
        self.assertEqual(report("info", "--json", target)["convention"], "fuma")
        np.testing.assert_allclose(encode(target)[0], self.signal, rtol=4e-7)
        nearfar("encode", self.source, "-o", target, "-f", "--from", "ambix", "--to", "fuma", "--order", "WYZX")
        self.assertEqual(report("info", "--json", target)["convention"], "ambix")


class Files(unittest.TestCase):
    def test_lengths_and_rates(self):
        array = arrays.geometry("phone.json", arrays.TELEPHONE)
        for rate in (8000, 44100, 192000, 768000):
            for words in (["-m", "sennheiser-ambeo-vr", "--high-pass", 60], ["-m", array]):
                for frames in (1, 4097):
                    with self.subTest(rate=rate, words=words[1], frames=frames):
                        source = field("rates.wav", noise(1, 4, rate=8000)[:frames], rate)
                        made = encode(source, *words)[0]
                        self.assertEqual(made.shape, (frames, 4))
                        self.assertTrue(np.isfinite(made).all())
                        self.assertEqual(soundfile.info(path("field.wav")).samplerate, rate)
        made = encode(field("rates.wav", noise(1, 4)), "-m", "zoom-h3-vr", "-r", 96000)[0]
        self.assertEqual(made.shape, (96000, 4))

    def test_pipes(self):
        source = field("pair.wav", noise(1, 2))
        plain = encode(source)[0]
        with open(source, "rb") as file:
            cat = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            out = nearfar("encode", "-", "-o", "-", stdin=cat.stdout)[0]
            cat.stdout.close()
            cat.wait()
        with open(path("piped.wav"), "wb") as file:
            file.write(out)
        np.testing.assert_array_equal(read(path("piped.wav")), plain)

    def test_a_folder_names_the_file(self):
        os.makedirs(path("made"), exist_ok=True)
        nearfar("encode", field("pair.wav", noise(0.1, 2)), "-o", path("made"), "-t", "flac", "--to", "n3d")
        self.assertEqual(os.listdir(path("made")), ["pair.n3d.flac"])

    def test_not_a_number(self):
        signal = noise(0.5, 4)
        broken, mended = signal.copy(), signal.copy()
        broken[100:110, 2], mended[100:110, 2] = np.nan, 0
        for words in (["-m", "zoom-h3-vr"], ["-m", arrays.geometry("phone.json", arrays.TELEPHONE)]):
            made, said = encode(field("broken.wav", broken), *words)
            self.assertIn("10 samples are no numbers", said)
            np.testing.assert_array_equal(made, encode(field("mended.wav", mended), *words)[0])

    def test_what_is_told(self):
        done = report("encode", field("six.wav", noise(0.5, 6)), "-o", path("field.wav"), "-f", "--json", "--to", "n3d")
        self.assertEqual((done["from"], done["to"], done["order"], done["microphone"]), ("5.1", "n3d", "WYZX", None))
        self.assertEqual((done["frames"], done["channels"], done["sampleRate"]), (RATE // 2, 4, RATE))

    def test_a_field_is_encoded_to_be_processed(self):
        """A voice from the left, through a pair's left loudspeaker at 90°, is on the left for `process`."""
        signal = np.hstack([noise(1), np.zeros((RATE, 1), "float32")])
        encode(field("left.wav", signal), "--angle", 180)
        np.testing.assert_allclose(read(path("field.wav")), encoded(signal[:, :1], 90), atol=1e-6)
