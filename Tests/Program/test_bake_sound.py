"""What `bake` promises of the sound: stereo and field equally loud, true peaks held, and the remix in the field where that is asked for."""

import glob
import json
import os
import unittest

import numpy as np
import soundfile
from scipy.signal import resample_poly

import movies
from program import field, nearfar, process, report
from setting import path
from signals import RATE, decibels, diffuse, encoded, noise, read, scene

#: A folder of first-order recordings, for those who have some.
RECORDINGS = os.environ.get("NEARFAR_RECORDINGS", "")
FLOATS = ("-f", "-c", "pcm", "-b", "float", "--json")


def loudness(file):
    return report("info", "--json", file)["loudness"]


def true_peak(signal):
    """In dBTP, by a longer filter than the program's."""
    return decibels_of(np.abs(resample_poly(signal.astype(float), 8, 1, axis=0)).max())


def decibels_of(amplitude):
    return 20 * np.log10(amplitude)


def track(movie, stream, name="track.wav"):
    movies.ffmpeg("-i", movie, "-map", f"0:{stream}", "-c:a", "pcm_f32le", path(name))
    return read(path(name))


class Loudness(unittest.TestCase):
    def test_both_are_equally_loud(self):
        source = field("walk.wav", 0.3 * scene(4))
        with open(path("walk.json"), "w") as file:
            json.dump({"format": "nearfar-mix/1", "dialog": {"gain": 9}}, file)
        spatial = loudness(field("spatial.wav", process(source, "-s", "standard", "-a", 0)[0]))
        mixed = loudness(field("mixed.wav", process(source, "-m", path("walk.json"))[0]))
        self.assertGreater(mixed - spatial, 1, "they would be as loud without a gain")
        for words in ((), ("-c", "pcm"), ("-l", "stereo")):
            with self.subTest(words=words):
                done = report("bake", source, "-o", path("walk.mov"), "-f", "-m", path("walk.json"), "--json", *words)
                track(path("walk.mov"), 0, "stereo.wav")
                self.assertAlmostEqual(loudness(path("stereo.wav")), done["spatialLoudness"], delta=0.2)
                if "-l" not in words:
                    self.assertAlmostEqual(done["spatialLoudness"], spatial, delta=0.1)

    def test_soft_recordings(self):
        # Seconds that are silence to the meter before the gain, and count after it.
        signal = diffuse(9).astype("float32") * np.repeat([1, 0.4, 0.2] * 3, RATE)[:, None].astype("float32")
        signal *= 10**((-57 - loudness(field("loud.wav", signal))) / 20)
        for words in (("-s", "studio", "-a", 0.8), ("-s", "cinematic", "-a", 0.5)):
            with self.subTest(words=words):
                done = report("bake", field("soft.wav", signal), "-o", path("soft.mov"), "-f", *FLOATS, *words)
                self.assertGreater(abs(done["gain"]), 1, "nothing is moved across the gate")
                track(path("soft.mov"), 0, "stereo.wav")
                spatial = process(path("soft.wav"), "-s", "standard", "-a", 0)[0]
                self.assertAlmostEqual(loudness(path("stereo.wav")), loudness(field("spatial.wav", spatial)), delta=0.1)

    @unittest.skipUnless(glob.glob(os.path.join(RECORDINGS, "*.flac")), "no recordings here: NEARFAR_RECORDINGS")
    def test_recordings(self):
        for source in sorted(glob.glob(os.path.join(RECORDINGS, "*.flac"))):
            for words in ((), ("--mix-applied",)):
                with self.subTest(source=os.path.basename(source), words=words):
                    done = report("bake", source, "-o", path("real.mov"), "-f", "-s", "studio", "-a", 0.8, "--json", *words)
                    stereo = track(path("real.mov"), 0, "stereo.wav")
                    spatial = process(path("real.mov"), "-s", "standard", "-a", 0, "--metadata", "none")[0]
                    heard = [loudness(path("stereo.wav")), loudness(field("spatial.wav", spatial))]
                    print(f"{'':16}{os.path.basename(source)} {' '.join(words)}: stereo {heard[0]:.2f}, spatial {heard[1]:.2f} LUFS, "
                          f"{true_peak(stereo):.2f} dBTP, held by {done['reduction']:.1f} dB")
                    self.assertAlmostEqual(*heard, delta=0.5)
                    self.assertLess(true_peak(stereo), -0.5)


class Peaks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Three seconds of scene, and then claps in it that rise beyond full scale.
        signal = scene(6, rests=False)
        clap = noise(0.03) * np.exp(-np.arange(int(0.03 * RATE)) / 0.006 / RATE)[:, None]
        for second in np.arange(3, 6, 0.5):
            start = int(second * RATE)
            signal[start:start + len(clap)] += 20 * encoded(clap, 60 * second)
        plain = process(field("claps.wav", signal), "-s", "standard", "-a", 0)[0]
        cls.source = field("loud.wav", signal * (10**(8 / 20) / np.abs(plain).max()))
        cls.rendered = process(cls.source)[0]

    def test_true_peaks_are_held(self):
        done = report("bake", self.source, "-o", path("loud.mov"), *FLOATS)
        stereo = track(path("loud.mov"), 0)
        expected = self.rendered * np.float32(10**(done["gain"] / 20))
        self.assertGreater(true_peak(expected), 2, "nothing would be cut off")
        self.assertLess(true_peak(stereo), -1)
        self.assertGreater(true_peak(stereo), -1.3)
        self.assertAlmostEqual(done["truePeak"], true_peak(stereo), delta=0.1)
        self.assertGreater(done["reduction"], 3)
        self.assertAlmostEqual(done["stereoLoudness"], done["spatialLoudness"], delta=0.1)
        self.assertAlmostEqual(loudness(path("track.wav")), done["spatialLoudness"], delta=0.2)
        # What is far from peaks stays as it is, and both channels keep their balance.
        untouched = slice(0, int(2.9 * RATE))
        np.testing.assert_allclose(stereo[untouched], expected[untouched], rtol=1e-6, atol=1e-9)
        gains = stereo / np.where(np.abs(expected) > 1e-3, expected, np.nan)
        self.assertLess(np.nanmax(np.abs(gains[:, 0] - gains[:, 1])), 1e-4)
        self.assertLess(np.nanmax(gains), 1.00001)
        self.assertEqual(done["warnings"], [])

    def test_ceilings(self):
        done = report("bake", self.source, "-o", path("loud.mov"), *FLOATS, "--ceiling", -3)
        self.assertLess(true_peak(track(path("loud.mov"), 0)), -3)
        self.assertAlmostEqual(done["stereoLoudness"], done["spatialLoudness"], delta=0.5)
        done = report("bake", self.source, "-o", path("loud.mov"), *FLOATS, "--ceiling", "off")
        self.assertGreater(true_peak(track(path("loud.mov"), 0)), 2)
        self.assertIn("--ceiling", done["warnings"][0])

    def test_aac_keeps_below_full_scale(self):
        nearfar("bake", self.source, "-o", path("loud.mov"), "-f")
        self.assertLess(true_peak(track(path("loud.mov"), 0)), 0)

    def test_what_cannot_be_reached_is_told(self):
        source = field("louder.wav", encoded(noise(2, level=3)))
        done = report("bake", source, "-o", path("louder.mov"), *FLOATS, "--ceiling", -20)
        self.assertLess(true_peak(track(path("louder.mov"), 0)), -20)
        self.assertIn("softer", " ".join(done["warnings"]))


class Applied(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.source = field("scene.wav", 0.3 * scene(4))

    def baked(self, *words, options=FLOATS):
        done = report("bake", self.source, "-o", path("applied.mov"), *options, "--mix-applied", *words)
        return done, track(path("applied.mov"), 1, "field.wav")

    def test_the_field_is_place_and_voices(self):
        words = ("-s", "studio", "-a", 0.8, "--set", "dialog_azimuth=40", "--set", "dialog_level=3", "--set", "ambience_level=-2")
        done, baked = self.baked(*words)
        parts = process(self.source, "-s", "studio", "-a", 0.8, "-l", "foa+dialog")[0]
        angle = np.radians(40)
        voices = 10**(3 / 20) * parts[:, 4:] * np.array([1, np.sin(angle), 0, np.cos(angle)])
        np.testing.assert_allclose(baked, 10**(-2 / 20) * parts[:, :4] + voices, atol=1e-5)
        self.assertEqual((done["fieldGain"], len(baked)), (0, 4 * RATE))

    def test_both_are_equally_loud(self):
        done, baked = self.baked("-s", "studio", "-a", 0.8)
        spatial = loudness(field("spatial.wav", process(field("field.wav", baked), "-s", "standard", "-a", 0)[0]))
        self.assertAlmostEqual(done["spatialLoudness"], spatial, delta=0.1)
        track(path("applied.mov"), 0, "stereo.wav")
        self.assertAlmostEqual(loudness(path("stereo.wav")), spatial, delta=0.2)

    def test_nothing_is_applied_twice(self):
        mix = {"format": "nearfar-mix/1", "dialog": {"gain": 6}, "suggestion": {"style": "Studio", "amount": 0.7}}
        # With the mark that some editors put first.
        with open(path("six.json"), "w", encoding="utf-8-sig") as file:
            json.dump(mix, file)
        _, baked = self.baked("-m", path("six.json"), "--suggested")
        inside = json.loads(nearfar("info", "--mix", path("applied.mov"))[0])
        self.assertEqual(inside["suggestion"], {"style": "Standard", "amount": 0})
        self.assertEqual(inside["applied"], {"style": "Studio", "amount": 0.7, "mix": mix})
        self.assertAlmostEqual(inside["loudness"]["recording"], loudness(path("field.wav")), delta=0.1)
        again = process(path("applied.mov"), "--suggested")[0]
        plain = process(path("field.wav"), "-s", "standard", "-a", 0)[0]
        np.testing.assert_allclose(again, plain, atol=1e-6)
        self.assertEqual(report("info", "--json", path("applied.mov"))["remarks"], [])

    def test_whole_numbers_are_not_cut_off(self):
        with open(path("loud.json"), "w") as file:
            json.dump({"format": "nearfar-mix/1", "dialog": {"gain": 24}}, file)
        words = ("-m", path("loud.json"), "-s", "cinematic", "-a", 1)
        _, whole = self.baked(*words)
        self.assertGreater(np.abs(whole).max(), 1.2, "nothing would be cut off")
        done, lowered = self.baked(*words, options=("-f", "-c", "pcm", "--json"))
        self.assertAlmostEqual(decibels_of(np.abs(lowered).max()), -1, delta=0.01)
        np.testing.assert_allclose(lowered, whole * 10**(done["fieldGain"] / 20), atol=2**-22)
        self.assertAlmostEqual(done["stereoLoudness"], done["spatialLoudness"], delta=0.1)

    def test_other_rates(self):
        for rate in (8000, 96000, 384000):
            with self.subTest(rate=rate):
                source = field("rate.wav", 0.3 * scene(1, rate=rate)[:-7], rate)
                nearfar("bake", source, "-o", path("rate.mov"), "-f", "--mix-applied")
                stereo, spatial, _ = movies.streams(path("rate.mov"))
                self.assertEqual(int(spatial["sample_rate"]), rate)
                self.assertEqual(len(movies.decoded(path("rate.mov"), 1, 4)), rate - 7)
                self.assertAlmostEqual(float(stereo["duration"]), float(spatial["duration"]), delta=1e-3)

    def test_nothing_to_remix_changes_nothing(self):
        _, baked = self.baked("-s", "standard", "-a", 0)
        np.testing.assert_allclose(baked, soundfile.read(self.source, dtype="float32")[0], atol=1e-7)
