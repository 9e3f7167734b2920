"""lv2file: fixed blocks of any size, the last one padded; one feature comes without data."""

import unittest

import numpy as np

from renders import lv2apply, lv2file
from signals import RATE, decibels, delay, encoded, noise, scene


class BlockSizes(unittest.TestCase):
    """The output does not depend on the block size, and equals that of a host that runs frame by frame."""

    def same(self, plugin, signal, **values):
        reference = lv2apply(plugin, signal, **values)
        self.assertGreater(decibels(reference), -60)
        for block in (7, 64, 333, 1024, 8192):
            with self.subTest(block=block):
                np.testing.assert_array_equal(lv2file(plugin, signal, block, **values), reference)

    def test_encode(self):
        self.same("encode-mono", noise(1), azimuth=77, elevation=20)

    def test_rotate(self):
        self.same("rotate", scene(1), yaw=40, roll=-15)

    def test_remix(self):
        self.same("remix", scene(2), style=0, remix_amount=0.7)

    def test_mixer(self):
        five = np.hstack([scene(1), noise(1)])
        self.same("mixer-stereo", five, dialog_azimuth=-30, head_yaw=20)


class Remix(unittest.TestCase):
    def test_standard_is_the_input_bit_for_bit(self):
        field = scene(2)
        out = lv2file("remix", field, 333, style=7)
        latency = delay(out[:, 0], field[:, 0])
        np.testing.assert_array_equal(out[latency:, :4], field[:len(field) - latency])

    def test_background_and_foreground_are_different_stems(self):
        field = scene(4)
        place = lv2file("remix", field, 512, style=3)[RATE:]
        voice = lv2file("remix", field, 512, style=4)[RATE:]
        self.assertGreater(decibels(voice[:, 4], field[RATE:, 0]), -15)
        self.assertLess(decibels(place[:, 0], field[RATE:, 0]), -3, "the voice is still in the ambience")


class Presets(unittest.TestCase):
    def test_preset_by_its_name(self):
        field = scene(3)
        np.testing.assert_array_equal(
            lv2file("remix", field, preset="Voice stem"), lv2file("remix", field, style=4))
        five = np.hstack([scene(1), noise(1)])
        np.testing.assert_array_equal(
            lv2file("mixer-stereo", five, preset="Built-in speakers"), lv2file("mixer-stereo", five, output_type=2))


class Encode(unittest.TestCase):
    def test_left(self):
        source = noise(1)
        out = lv2file("encode-mono", source, 100, azimuth=90)
        np.testing.assert_allclose(out[RATE // 2:], out[RATE // 2:, :1] * encoded(np.ones((1, 1)), 90), atol=1e-4)
