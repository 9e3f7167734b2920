"""Ecasound: controls moved by its controllers while it renders, several plugins in one chain of one process."""

import unittest

import numpy as np

import automation
from renders import ecasound, ecasound_envelope, ecasound_operator, ecasound_ramp
from setting import control_number
from signals import RATE, decibels, delay, diffuse, levels, noise, rms, scene

#: Of the remix at this rate.
LATENCY = 1024


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

    def test_amount_of_the_remix(self):
        ramp = ecasound_ramp("remix", "remix_amount", 0, 1, automation.AMOUNT_SECONDS)
        out = ecasound(automation.field(automation.AMOUNT_SECONDS), [ecasound_operator("remix"), ramp], 5)
        automation.check_amount(self, out, LATENCY)

    def automated(self, values):
        envelopes = [ecasound_envelope("remix", symbol, points) for symbol, points in automation.points(values).items()]
        return ecasound(automation.field(), [ecasound_operator("remix", **automation.first(values)), *envelopes], 5)

    def test_every_style_of_the_remix(self):
        automation.check_styles(self, self.automated(automation.STYLES), LATENCY)

    def test_trims_and_view_of_the_remix(self):
        automation.check_trims(self, self.automated(automation.TRIMS), LATENCY)

    def test_gain_of_the_dialog_swings(self):
        """By a sine once in 2 s, between −12 and 12 dB."""
        wave = f"-kos:{control_number('remix', 'dialog_gain') + 1},-12,12,0.5,0"
        out = ecasound(automation.field(4), [ecasound_operator("remix", style=4), wave], 5)
        still = ecasound(automation.field(4), [ecasound_operator("remix", style=4)], 5)
        gains = [over - level for over, level in zip(levels(out[:, 4], 0.25), levels(still[:, 4], 0.25))]
        for at in (4, 12):
            self.assertGreater(min(gains[at - 2:at]) - max(gains[at + 1:at + 3]), 12, gains)

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
