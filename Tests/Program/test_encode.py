"""`encode`: the plugins' sound, arrays that find directions, conventions there and back, and what cannot be."""

import json
import os
import subprocess
import unittest

import numpy as np
import soundfile

import arrays
from program import INPUT, OUTPUT, PATH, SETTING, USAGE, field, nearfar, report
from renders import lv2apply
from setting import path
from signals import RATE, decibels, encoded, noise, read, scene

#: Below what it is compared with: the same arithmetic, built with and without the Swift runtime.
SAME = -120


def encode(source, *words, **values):
    """The field, and what was told."""
    target = path("field.wav")
    said = nearfar("encode", source, "-o", target, "--force", *words, **values)[1]
    return read(target), said


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


class Arrays(unittest.TestCase):
    """Sound of known directions, as microphones hear it."""

    AZIMUTHS = (0, 50, 130, -100)

    def field_of(self, places, microphone, *words, azimuth, elevation=0, rate=RATE):
        signal = noise(0.5, rate=rate)[:, 0]
        source = field("array.wav", arrays.heard(places, arrays.direction(azimuth, elevation), signal, rate), rate)
        return encode(source, "-m", microphone, *words)[0], signal

    def check(self, places, microphone, low, high, most, words=(), rate=RATE, level=1.0):
        """Degrees that the intensity between two frequencies is off, and the level of W."""
        for azimuth in self.AZIMUTHS:
            made, signal = self.field_of(places, microphone, *words, azimuth=azimuth, elevation=20, rate=rate)
            self.assertEqual(made.shape, (len(signal), 4))
            hz = np.fft.rfftfreq(len(made), 1 / rate)
            band = (hz > low) & (hz < high)
            spectra = np.fft.rfft(made * np.hanning(len(made))[:, None], axis=0)[band]
            whole = np.fft.rfft(signal * np.hanning(len(made)))[band]
            intensity = np.real(np.conj(spectra[:, :1]) * spectra).sum(0)[[3, 1, 2]]
            cosine = intensity @ arrays.direction(azimuth, 20) / np.linalg.norm(intensity)
            off = np.degrees(np.arccos(min(1, cosine)))
            self.assertLess(off, most, f"{azimuth}°")
            error = decibels(np.abs(spectra[:, 0] - level * whole), np.abs(level * whole))
            self.assertLess(error, -20, f"W is late, or of another level: {azimuth}°")

    def test_geometry(self):
        self.check(arrays.TETRAHEDRON, arrays.geometry("open.json", arrays.TETRAHEDRON), 300, 1000, 2)

    def test_folders(self):
        self.check(arrays.TETRAHEDRON, arrays.folder("measured", arrays.TETRAHEDRON), 300, 1000, 2)

    def test_responses_at_another_rate(self):
        self.check(arrays.TETRAHEDRON, arrays.folder("measured44", arrays.TETRAHEDRON, 44100), 300, 1000, 2)
        self.check(arrays.TETRAHEDRON, arrays.folder("measured44", arrays.TETRAHEDRON, 44100), 300, 1000, 2, rate=96000)

    def test_lists(self):
        folder = arrays.folder("measured", arrays.TETRAHEDRON)
        listed = [{"file": f"measured/az{a}_el{e}.wav", "azimuth": a, "elevation": e} for a, e in arrays.grid()]
        file = arrays.described("list.json", responses=listed)
        same = [self.field_of(arrays.TETRAHEDRON, microphone, azimuth=30)[0] for microphone in (folder, file)]
        self.assertLess(decibels(same[0] - same[1], same[0]), -100)

    def test_sofa(self):
        try:
            file = arrays.sofa("array.sofa", arrays.TETRAHEDRON)
        except ImportError:
            self.skipTest("python3-h5py is missing")
        self.check(arrays.TETRAHEDRON, file, 300, 1000, 2)
        self.assertIn(f"{len(arrays.grid())} directions", nearfar("microphones", file)[0].decode())

    def test_they_are_held_in_many_ways(self):
        file = arrays.geometry("open.json", arrays.TETRAHEDRON)
        plain = self.field_of(arrays.TETRAHEDRON, file, azimuth=50)[0]
        hung = self.field_of(arrays.TETRAHEDRON, file, "--orientation", "upside-down", "--gain", "6", azimuth=50)[0]
        self.assertLess(decibels(hung - 10**0.3 * plain * [1, -1, -1, 1], hung), -100)

    def test_noise_is_as_much_as_is_allowed(self):
        signal = noise(1, 4)
        file = arrays.geometry("open.json", arrays.TETRAHEDRON)
        quiet, loud = (encode(field("noise.wav", signal), "-m", file, "--noise", gain)[0] for gain in (6, 30))
        self.assertGreater(decibels(loud[:, 1:], quiet[:, 1:]), 6)

    def test_accuracy_is_told(self):
        file = arrays.geometry("phone.json", arrays.TELEPHONE)
        source = field("four.wav", noise(0.2, 4))
        self.assertIn("accurate to 3 dB: W ", encode(source, "-m", file)[1])
        channels = report("encode", source, "-m", file, "-o", path("field.wav"), "-f", "--json")["accuracy"]
        self.assertEqual([channel["channel"] for channel in channels], list("WYZX"))
        self.assertEqual(report("microphones", file, "--json")["accuracy"], channels)
        self.assertLess(channels[1]["from"], 200)
        self.assertGreater(channels[3]["from"], 400, "8 mm tell no front and back at low frequencies")
        self.assertIn("X ", nearfar("microphones", file)[0].decode())


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
