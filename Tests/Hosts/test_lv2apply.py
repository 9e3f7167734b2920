"""lv2apply: one frame per run, no features, no latency compensation."""

import unittest

import numpy as np

from renders import lv2apply
from signals import RATE, decibels, delay, diffuse, encoded, noise, rms, scene

# Controls are set before the first frame; whatever glides to them has arrived by then.
SETTLED = RATE // 4


class Encode(unittest.TestCase):
    def direction(self, **values):
        """W Y Z X over W, once settled."""
        out = lv2apply("encode-mono", noise(1), **values)[SETTLED:]
        self.assertGreater(decibels(out[:, 0]), -40)
        return [float(np.dot(out[:, k], out[:, 0]) / np.dot(out[:, 0], out[:, 0])) for k in range(4)]

    def test_left(self):
        np.testing.assert_allclose(self.direction(azimuth=90), [1, 1, 0, 0], atol=1e-3)

    def test_front(self):
        np.testing.assert_allclose(self.direction(azimuth=0), [1, 0, 0, 1], atol=1e-3)

    def test_behind_and_right(self):
        np.testing.assert_allclose(self.direction(azimuth=-135), [1, -0.5**0.5, 0, -0.5**0.5], atol=1e-3)

    def test_above(self):
        np.testing.assert_allclose(self.direction(elevation=90), [1, 0, 1, 0], atol=1e-3)


class EncodeMany(unittest.TestCase):
    def test_a_pair_stands_left_and_right(self):
        source = noise(1, 2)
        out = lv2apply("encode-stereo", source, angle=180)[SETTLED:]
        expected = encoded(source[:, :1], 90) + encoded(source[:, 1:], -90)
        np.testing.assert_allclose(out, expected[SETTLED:], atol=1e-5)

    def test_a_bed_comes_from_its_loudspeakers(self):
        source = noise(1, 6) * [1, 1, 1, 0, 1, 1]
        places = {0: 30, 1: -30, 2: 0, 4: 110, 5: -110}
        expected = sum(encoded(source[:, channel:channel + 1], place) for channel, place in places.items())
        out = lv2apply("encode-bed-5_1", source.astype("float32"))[SETTLED:]
        np.testing.assert_allclose(out, expected[SETTLED:], atol=1e-5)

    def test_capsules_become_a_field(self):
        """A plane wave from the left and above on four cardioids in one point: radius 0."""
        source = noise(1)
        direction = np.array([0, 0.8, 0.6])
        capsules = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / 3**0.5
        heard = source * (0.5 + 0.5 * capsules @ direction)
        out = lv2apply("encode-aformat", heard.astype("float32"), microphone=0, radius=0)[SETTLED:]
        np.testing.assert_allclose(out, (source * [1, 0.8, 0.6, 0])[SETTLED:], atol=1e-5)


class Rotate(unittest.TestCase):
    def test_positive_yaw_moves_the_front_to_the_right(self):
        source = noise(1)
        out = lv2apply("rotate", encoded(source), yaw=90)[SETTLED:]
        np.testing.assert_allclose(out, encoded(source, -90)[SETTLED:], atol=1e-5)

    def test_left_to_front(self):
        source = noise(1)
        out = lv2apply("rotate", encoded(source, 90), yaw=90)[SETTLED:]
        np.testing.assert_allclose(out, encoded(source, 0)[SETTLED:], atol=1e-5)

    def test_nothing_turned_is_the_input(self):
        field = diffuse(1).astype("float32")
        np.testing.assert_allclose(lv2apply("rotate", field), field, atol=1e-6)

    def test_energy_stays(self):
        field = diffuse(1)
        out = lv2apply("rotate", field, yaw=33, pitch=-21, roll=75)[SETTLED:]
        self.assertAlmostEqual(decibels(out, field[SETTLED:]), 0, delta=0.05)


class Remix(unittest.TestCase):
    def delayed(self, out, field, tolerance, rate=RATE):
        """The output is the input, later by the latency alone; returns the latency."""
        latency = delay(out[:, 0], field[:, 0])
        self.assertGreaterEqual(latency, 0)
        self.assertLessEqual(latency / rate, 0.024)
        difference = np.abs(out[latency:, :4] - field[:len(field) - latency]).max()
        self.assertLessEqual(difference, tolerance)
        self.assertEqual(rms(out[:latency, :4]), 0, "something sounds before the latency")
        return latency

    def test_standard_is_the_input_bit_for_bit(self):
        field = scene(3)
        out = lv2apply("remix", field, style=7)
        self.delayed(out, field, 0)
        self.assertEqual(np.abs(out[:, 4]).max(), 0)

    def test_standard_at_other_rates(self):
        for rate in (44100, 88200, 96000, 192000):
            with self.subTest(rate=rate):
                field = scene(1, rate=rate)
                self.delayed(lv2apply("remix", field, rate, style=7), field, 0, rate)

    def test_amount_0_is_the_recording(self):
        field = scene(3)
        for style in (0, 1, 2):
            with self.subTest(style=style):
                out = lv2apply("remix", field, style=style, remix_amount=0)
                self.delayed(out, field, 1e-6 * np.abs(field).max())
                self.assertLess(decibels(out[:, 4], field[:, 0]), -100)

    def test_amount_1_has_the_voice_in_the_dialog(self):
        field = scene(4)
        out = lv2apply("remix", field, style=0, remix_amount=1)
        self.assertGreater(decibels(out[RATE:, 4], field[RATE:, 0]), -15)
        self.assertLess(decibels(out[RATE:, :4], field[RATE:]), 3)

    def test_stems_are_silent_where_they_must_be(self):
        field = scene(2)
        for style in (3, 8, 9):
            self.assertLess(decibels(lv2apply("remix", field, style=style)[RATE:, 4]), -120, f"dialog, style {style}")
        for style in (4, 5, 6):
            self.assertLess(decibels(lv2apply("remix", field, style=style)[RATE:, :4]), -120, f"FOA, style {style}")

    def test_place_without_voice_stays_in_the_ambience(self):
        field = diffuse(4).astype("float32")
        out = lv2apply("remix", field, style=3)
        self.assertAlmostEqual(decibels(out[2 * RATE:, :4], field[2 * RATE:]), 0, delta=3)

    def test_bypass_is_the_delayed_input(self):
        field = scene(2)
        latency = delay(lv2apply("remix", field, style=7)[:, 0], field[:, 0])
        out = lv2apply("remix", field, style=0, remix_amount=1, enabled=0)
        np.testing.assert_allclose(out[RATE:, :4], field[RATE - latency:len(field) - latency], atol=1e-6)


class Mixer(unittest.TestCase):
    def left_over_right(self, field=None, dialog=None, **values):
        """Level difference of the ears in dB."""
        source = noise(1)
        silence = np.zeros_like(source)
        inputs = np.hstack([encoded(source, field) if field is not None else encoded(silence),
                            source if dialog is not None else silence])
        if dialog is not None:
            values["dialog_azimuth"] = dialog
        out = lv2apply("mixer-stereo", inputs.astype("float32"), **values)[SETTLED:]
        self.assertTrue(np.isfinite(out).all())
        self.assertGreater(decibels(out), -50)
        return decibels(out[:, 0], out[:, 1])

    def test_dialog_at_the_left(self):
        self.assertGreater(self.left_over_right(dialog=90), 3)

    def test_dialog_at_the_right(self):
        self.assertLess(self.left_over_right(dialog=-90), -3)

    def test_dialog_in_front(self):
        self.assertAlmostEqual(self.left_over_right(dialog=0), 0, delta=1.5)

    def test_head_turned_to_the_dialog(self):
        self.assertAlmostEqual(self.left_over_right(dialog=90, head_yaw=90, head_tracking=1), 0, delta=1.5)

    def test_field_at_the_left_and_head_turned_past_it(self):
        self.assertGreater(self.left_over_right(field=90), 3)
        self.assertLess(self.left_over_right(field=90, head_yaw=180, head_tracking=1), -3)

    def test_speakers_are_rendered_too(self):
        for output_type in (2, 3):
            with self.subTest(output_type=output_type):
                self.assertGreater(self.left_over_right(field=60, output_type=output_type), 1)
