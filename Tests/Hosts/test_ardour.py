"""Ardour 7 without a display: automation drawn on a track, seen in the exported audio."""

import json
import unittest

import numpy as np

import ardour
import heads
import loudness
import setting
from signals import RATE, decibels, delay, levels, noise, scene


class Remix(unittest.TestCase):
    def test_standard_comes_out_unchanged_and_in_time(self):
        field = scene(3)
        out, facts = ardour.render("remix", field, 5, style=7)
        self.assertEqual(facts["instances"], 1)
        self.assertGreater(facts["latency"], 0)
        self.assertLessEqual(facts["latency"] / RATE, 0.024)
        frames = min(len(out), len(field))
        self.assertGreater(frames, 2 * RATE)
        np.testing.assert_allclose(out[:frames, :4], field[:frames], atol=1e-7)
        self.assertEqual(np.abs(out[:, 4]).max(), 0)

    def test_automated_amount(self):
        field = scene(9)
        out, _ = ardour.render("remix", field, 5, [(0, "remix_amount", 0), (9, "remix_amount", 1)], style=0)
        relative = np.array(levels(out[:9 * RATE, 4], 2.9)) - np.array(levels(field[:, 0], 2.9))
        self.assertTrue(np.all(np.diff(relative) > 2), relative)
        self.assertLess(decibels(out[:RATE // 20, 4]), -40)

    def test_automated_style(self):
        field = scene(8)
        # A foreground stem up to 4 s, then the recording itself.
        automation = [(0, "style", 4), (3.9, "style", 4), (4, "style", 7), (8, "style", 7)]
        out, _ = ardour.render("remix", field, 5, automation, style=4)
        first, second = slice(RATE, int(3.7 * RATE)), slice(5 * RATE, int(7.8 * RATE))
        self.assertGreater(decibels(out[first, 4], field[first, 0]), -15)
        self.assertLess(decibels(out[first, :4], field[first]), -60)
        self.assertLess(decibels(out[second, 4]), -100)
        # Where Ardour splits a cycle at a point it moves the rest by some frames, now and then, with any plugin.
        moved = delay(out[second, 0], field[second, 0])
        self.assertLessEqual(abs(moved), 64)
        np.testing.assert_allclose(
            out[second, :4], field[second.start - moved:second.stop - moved], atol=1e-6)


    def test_preset_by_its_name(self):
        field = scene(4)
        out, _ = ardour.render("remix", field, 5, preset="Voice stem")
        self.assertGreater(decibels(out[RATE:3 * RATE, 4], field[RATE:3 * RATE, 0]), -15)
        self.assertLess(decibels(out[RATE:3 * RATE, :4], field[RATE:3 * RATE]), -60)


class Session(unittest.TestCase):
    def test_chosen_head_is_heard_again_when_the_session_is_opened(self):
        """Chosen through a preset of the user, saved by Ardour, moved, opened by another Ardour and exported."""
        five = np.hstack([np.zeros((3 * RATE, 4), "float32"), noise(3)])
        sides = {}
        with setting.environment(LV2_PATH=heads.user_preset("mixer-stereo", "Other head", heads.narrow())):
            for preset in ("", "Other head"):
                out, _ = ardour.render(
                    "mixer-stereo", five, 2, preset=preset, moved=True, dialog_azimuth=90, output_type=1)
                sides[preset] = decibels(out[RATE:2 * RATE, 0], out[RATE:2 * RATE, 1])
        self.assertGreater(sides["Other head"], 1)
        self.assertGreater(sides[""], sides["Other head"] + 3)

    def test_chosen_mix_is_heard_again_when_the_session_is_opened(self):
        field = scene(4)
        outs = {}
        with setting.environment(
                LV2_PATH=heads.user_preset("remix", "Voices louder", heads.mix(), "urn:nearfar:mix")):
            for preset in ("", "Voices louder"):
                outs[preset], _ = ardour.render("remix", field, 5, preset=preset, moved=True, style=4)
        middle = slice(RATE, 3 * RATE)
        self.assertAlmostEqual(decibels(outs["Voices louder"][middle, 4], outs[""][middle, 4]), 6, delta=0.1)

    def test_learn_is_automated_and_the_mix_written(self):
        """Learned from 1 to 7 s of an export, in a session that was moved after where to write had been chosen."""
        field, target = scene(12), setting.path("learned by ardour.json")
        automation = [(0, "learn", 0), (0.9, "learn", 0), (1, "learn", 1), (7, "learn", 0), (12, "learn", 0)]
        with setting.environment(
                LV2_PATH=heads.user_preset("remix", "Write there", target, "urn:nearfar:learned")):
            out, _ = ardour.render("remix", field, 5, automation, preset="Write there", moved=True, style=4)
        with open(target) as file:
            mix = json.load(file)
        heard = slice(RATE, 7 * RATE)
        self.assertAlmostEqual(mix["loudness"]["dialog"], loudness.lufs(out[heard, 4]), delta=0.5)
        self.assertAlmostEqual(mix["loudness"]["recording"], loudness.lufs(field[heard, 0]), delta=0.5)
        plain, _ = ardour.render("remix", field, 5, style=4)
        late = slice(8 * RATE, 11 * RATE)
        self.assertAlmostEqual(decibels(out[late, 4], plain[late, 4]), mix["dialog"]["gain"], delta=0.2)


class Others(unittest.TestCase):
    def test_mono_track_grows_to_four_channels(self):
        points = [(0, "azimuth", -90), (4, "azimuth", 90)]
        out, facts = ardour.render("encode-mono", noise(4), 4, points)
        sides = [float(np.dot(out[at:at + 4800, 1], out[at:at + 4800, 0]) /
                       np.dot(out[at:at + 4800, 0], out[at:at + 4800, 0])) for at in range(9600, 182400, 9600)]
        self.assertEqual(facts["instances"], 1)
        self.assertTrue(np.all(np.diff(sides) > 0), sides)
        self.assertLess(sides[0], -0.95)
        self.assertGreater(sides[-1], 0.95)

    def test_head_turns_past_a_voice(self):
        five = np.hstack([np.zeros((4 * RATE, 4), "float32"), noise(4)])
        points = [(0, "head_yaw", -80), (4, "head_yaw", 80)]
        out, _ = ardour.render("mixer-stereo", five, 2, points, dialog_azimuth=0, output_type=1, head_tracking=1)
        difference = np.array(levels(out[:, 0], 0.5)) - np.array(levels(out[:, 1], 0.5))
        self.assertGreater(difference[0], 3)
        self.assertLess(difference[7], -3)
