"""Ardour 7 without a display: automation drawn on a track, seen in the exported audio."""

import json
import unittest

import numpy as np

import ardour
import automation
import heads
import loudness
import setting
from renders import lv2apply
from signals import RATE, decibels, delay, levels, noise, scene


class Remix(unittest.TestCase):
    def test_standard_and_its_opposite_on_a_track_without_a_plugin_are_silence(self):
        field = scene(3)
        out, facts = ardour.render("remix", field, 5, style=7, against=-field)
        self.assertEqual(facts["instances"], 1)
        self.assertGreater(facts["latency"], 0)
        self.assertLessEqual(facts["latency"] / RATE, 0.024)
        self.assertEqual(len(out), len(field))
        self.assertLess(decibels(out, field), -100)
        alone, _ = ardour.render("remix", field, 5, style=7)
        np.testing.assert_allclose(alone[:, :4], field, atol=1e-7)
        self.assertEqual(np.abs(alone[:, 4]).max(), 0)

    def test_automated_amount(self):
        lane = [(0, "remix_amount", 0), (automation.AMOUNT_SECONDS, "remix_amount", 1)]
        out, _ = ardour.render("remix", automation.field(automation.AMOUNT_SECONDS), 5, lane)
        automation.check_amount(self, out, 0)

    def automated(self, values):
        lanes = [(seconds, symbol, value) for symbol, points in automation.points(values).items()
                 for seconds, value in points]
        return ardour.render("remix", automation.field(), 5, lanes, **automation.first(values))[0]

    def test_every_style(self):
        # Where Ardour splits a cycle at a point it moves the rest by some frames, now and then, with any plugin.
        out = self.automated(automation.STYLES)
        moved = delay(automation.piece(out, 7)[:, 0], automation.piece(automation.field(), 7)[:, 0])
        self.assertLessEqual(abs(moved), 64)
        automation.check_styles(self, out, moved)

    def test_trims_and_view(self):
        automation.check_trims(self, self.automated(automation.TRIMS), 0)

    def test_bypass_is_dry_in_time_and_makes_no_click(self):
        seconds = np.arange(4 * RATE)[:, None] / RATE
        tone = 0.2 * np.sin(2 * np.pi * 100 * seconds) * [[1, 0.5, 0.1, 0.7]]
        field = (tone * np.clip(seconds / 0.2, 0, 1)).astype("float32")
        lane = [(0, "enabled", 1), (1.49, "enabled", 1), (1.5, "enabled", 0), (2.99, "enabled", 0), (3, "enabled", 1),
                (4, "enabled", 1)]
        out, _ = ardour.render("remix", field, 5, lane, style=3, ambience_gain=-12)
        dry = slice(int(1.7 * RATE), int(2.9 * RATE))
        np.testing.assert_allclose(out[dry, :4], field[dry], atol=1e-7)
        self.assertEqual(np.abs(out[dry, 4]).max(), 0)
        for wet in (slice(RATE, int(1.4 * RATE)), slice(int(3.2 * RATE), int(3.9 * RATE))):
            self.assertAlmostEqual(decibels(out[wet, :4], field[wet]), -12, delta=1.5)
        # A step would be as high as the tone; fading over 20 ms adds less to its slope than this.
        steepest = [np.abs(np.diff(signal, axis=0)).max() for signal in (out[:, :4], field)]
        self.assertLess(steepest[0], 1.3 * steepest[1])

    def test_preset_by_its_name(self):
        field = scene(4)
        out, _ = ardour.render("remix", field, 5, preset="Voice stem")
        self.assertGreater(decibels(out[RATE:3 * RATE, 4], field[RATE:3 * RATE, 0]), -15)
        self.assertLess(decibels(out[RATE:3 * RATE, :4], field[RATE:3 * RATE]), -60)


class Session(unittest.TestCase):
    def test_the_same_audio_when_closed_and_opened_and_in_real_time(self):
        """With a mix file and controls other than the defaults."""
        # It begins with silence: Ardour fades in when it begins to play, and not when it exports.
        field = np.vstack([np.zeros((RATE // 4, 4), "float32"), scene(4)])
        path = heads.user_preset("remix", "Voices louder", heads.mix(), "urn:nearfar:mix")
        with setting.environment(LV2_PATH=path):
            folder, _ = ardour.session(
                "remix", field, 5, preset="Voices louder", style=0, remix_amount=0.8, ambience_gain=-3)
            first = ardour.export(folder)
            ardour.open_and_save(folder)
            again = ardour.export(folder)
            played = ardour.play(folder, 4, 5)
        plain = lv2apply("remix", np.vstack([field, np.zeros((1024, 4), "float32")]), style=0, remix_amount=0.8,
                         ambience_gain=-3)[1024:]
        self.assertGreater(decibels(first[:, 4] - plain[:, 4], plain[:, 4]), -10, "the mix file is not heard")
        self.assertEqual(len(first), len(field))
        self.assertLess(decibels(again - first, first), -120)
        late = delay(played[:, 0], first[:, 0])
        self.assertGreater(late, 0)
        same = played[late:late + 4 * RATE]
        self.assertLess(decibels(same - first[:len(same)], first), -120)

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
