"""Ecasound: controls moved by its controllers while it renders, several plugins in one chain of one process."""

import unittest

import numpy as np

from renders import ecasound, ecasound_operator, ecasound_ramp
from signals import RATE, decibels, delay, diffuse, levels, noise, rms, scene


class Automation(unittest.TestCase):
    def test_a_source_walks_from_right_to_left(self):
        out = ecasound(noise(4), [ecasound_operator("encode-mono"), ecasound_ramp("encode-mono", "azimuth", -90, 90, 4)], 4)
        sides, fronts = [], []
        for start in range(0, len(out) - RATE // 4, RATE // 4):
            piece = out[start:start + RATE // 4]
            sides.append(np.dot(piece[:, 1], piece[:, 0]) / np.dot(piece[:, 0], piece[:, 0]))
            fronts.append(np.dot(piece[:, 3], piece[:, 0]) / np.dot(piece[:, 0], piece[:, 0]))
        self.assertLess(sides[1], -0.9)
        self.assertGreater(sides[-1], 0.9)
        self.assertTrue(np.all(np.diff(sides[1:]) > 0), sides)
        self.assertGreater(max(fronts[6:10]), 0.98)

    def test_turning_the_field_makes_no_clicks(self):
        time = np.arange(3 * RATE) / RATE
        tone = 0.2 * np.sin(2 * np.pi * 50 * time)
        field = np.stack([tone, 0 * tone, 0 * tone, tone], axis=1).astype("float32")
        operators = [ecasound_operator("rotate"), ecasound_ramp("rotate", "yaw", -180, 180, 3)]
        out = ecasound(field, operators, 4, block=1024)
        # The tone moves by 0.0013 a frame at most, the turning by less; a step at each block would be 0.009.
        self.assertLess(np.abs(np.diff(out[RATE // 4:], axis=0)).max(), 0.002)
        self.assertGreater(rms(out[:, 1]), 0.05)

    def test_dialog_rises_with_the_amount(self):
        field = scene(9)
        out = ecasound(
            field, [ecasound_operator("remix", style=0), ecasound_ramp("remix", "remix_amount", 0, 1, 9)], 5)
        relative = np.array(levels(out[:, 4], 3)) - np.array(levels(field[:, 0], 3))
        self.assertTrue(np.all(np.diff(relative) > 2), relative)
        self.assertLess(decibels(out[:RATE // 10, 4]), -30)

    def test_head_turns_past_a_voice(self):
        five = np.hstack([np.zeros((4 * RATE, 4), "float32"), noise(4)])
        out = ecasound(five, [ecasound_operator("mixer-stereo", dialog_azimuth=0, output_type=1, head_tracking=1),
                              ecasound_ramp("mixer-stereo", "head_yaw", -80, 80, 4)], 2)
        difference = np.array(levels(out[:, 0], 0.5)) - np.array(levels(out[:, 1], 0.5))
        # The head first looks to the right of the voice: it is at the left, louder there.
        self.assertGreater(difference[0], 3)
        self.assertLess(difference[-1], -3)


class Together(unittest.TestCase):
    def chain(self, azimuth, style=7, **mixer):
        return [ecasound_operator("encode-mono", azimuth=azimuth), ecasound_operator("rotate", yaw=0),
                ecasound_operator("remix", style=style), ecasound_operator("mixer-stereo", **mixer)]

    def test_three_bundles_in_one_process(self):
        out = ecasound(noise(2), self.chain(90), 2)[RATE:]
        self.assertGreater(decibels(out[:, 0], out[:, 1]), 3)
        out = ecasound(noise(2), self.chain(-90), 2)[RATE:]
        self.assertLess(decibels(out[:, 0], out[:, 1]), -3)

    def test_two_instances_of_one_plugin_undo_each_other(self):
        field = diffuse(2).astype("float32")
        out = ecasound(field, [ecasound_operator("rotate", yaw=75), ecasound_operator("rotate", yaw=-75)], 4)
        np.testing.assert_allclose(out[RATE:], field[RATE:len(out)], atol=1e-5)

    def test_two_remixes_in_a_row_delay_twice(self):
        field = scene(2)
        one = ecasound(field, [ecasound_operator("remix", style=7)], 5)
        two = ecasound(field, [ecasound_operator("remix", style=7), ecasound_operator("remix", style=7)], 5)
        latency = delay(one[:, 0], field[:len(one), 0])
        self.assertEqual(delay(two[:, 0], field[:len(two), 0]), 2 * latency)
        np.testing.assert_array_equal(two[2 * latency:, :4], field[:len(two) - 2 * latency])
