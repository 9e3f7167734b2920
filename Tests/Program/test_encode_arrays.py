"""`encode` and `microphones` with arrays of the user's own: directions, levels, noise, accuracy."""

import unittest

import numpy as np

import arrays
from program import encode, field, nearfar, report
from setting import path
from signals import RATE, decibels, noise


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
