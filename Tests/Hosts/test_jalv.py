"""jalv on a JACK server without a sound card: real time, controls changed while it runs, meters read back."""

import json
import unittest

import numpy as np

import heads
import jackserver
import loudness
import setting
from signals import RATE, decibels, delay, encoded, levels, noise, scene

PERIOD = 512


class Jalv(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = jackserver.server(PERIOD)
        cls.server.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__(None, None, None)

    def render(self, plugin, signal, changes=(), **values):
        out, meters, code = jackserver.render(plugin, signal, changes, **values)
        self.assertEqual(code, 0)
        self.assertTrue(np.isfinite(out).all())
        return out, meters

    def test_standard_lags_by_the_reported_latency(self):
        field = scene(3)
        out, meters = self.render("remix", field, style=7)
        latency = int(meters["latency"])
        lag = delay(out[:, 0], field[:, 0])
        # The graph is a loop through this process: JACK gives it one period more.
        self.assertEqual(lag, latency + PERIOD)
        self.assertLessEqual(latency / RATE, 0.024)
        np.testing.assert_array_equal(out[lag:lag + len(field), :4], field[:len(out) - lag])
        self.assertEqual(np.abs(out[:, 4]).max(), 0)

    def test_style_changed_while_it_plays(self):
        field = scene(6)
        out, _ = self.render("remix", field, [(2, "style = 4"), (4, "style = 7")], style=7)
        dialog = np.array(levels(out[:, 4], 1))
        place = np.array(levels(out[:, 0], 1)) - np.array(levels(field[:, 0], 1) + [0])[:len(dialog)]
        self.assertLess(max(dialog[0], dialog[1], dialog[5]), -100)
        self.assertGreater(dialog[3], -50)
        self.assertGreater(place[1], -3)
        self.assertLess(place[3], -40)
        self.assertGreater(place[5], -3)

    def test_amount_changed_while_it_plays(self):
        field = scene(6)
        out, meters = self.render("remix", field, [(3, "remix_amount = 1")], style=0, remix_amount=0)
        self.assertLess(decibels(out[:2 * RATE, 4]), -100)
        self.assertGreater(decibels(out[4 * RATE:6 * RATE, 4], field[4 * RATE:, 0]), -15)
        for symbol in ("speech_presence", "dialog_level", "ambience_level", "dialog_azimuth", "dialog_elevation"):
            self.assertIn(symbol, meters)

    def test_encode_moved_while_it_plays(self):
        out, meters = self.render("encode-mono", noise(3), [(1.5, "azimuth = 90")], azimuth=-90)
        self.assertEqual(meters["latency"], 0)
        for start, side in ((0.5, -1), (2.2, 1)):
            piece = out[int(start * RATE):int((start + 0.5) * RATE)]
            np.testing.assert_allclose(piece, piece[:, :1] * [[1, side, 0, 0]], atol=1e-4)

    def test_rotate(self):
        source = noise(2)
        out, _ = self.render("rotate", encoded(source), yaw=90)
        lag = delay(out[:, 0], source[:, 0])
        expected = encoded(source, -90)[RATE // 2:RATE]
        np.testing.assert_allclose(out[RATE // 2 + lag:RATE + lag], expected, atol=1e-5)

    def test_head_turned_while_it_plays(self):
        five = np.hstack([np.zeros((4 * RATE, 4), "float32"), noise(4)])
        out, meters = self.render(
            "mixer-stereo", five, [(2, "head_yaw = 180")], dialog_azimuth=90, output_type=1, head_tracking=1)
        before, after = out[RATE:int(1.8 * RATE)], out[3 * RATE:int(3.8 * RATE)]
        self.assertGreater(decibels(before[:, 0], before[:, 1]), 3)
        self.assertLess(decibels(after[:, 0], after[:, 1]), -3)
        self.assertIn("hrtf_status", meters)

    def test_preset_while_it_plays(self):
        field = scene(5)
        # jalv reads the bundle's presets when it is to list them.
        out, _ = self.render(
            "remix", field, [(0.1, "presets"), (2, "preset urn:nearfar:remix#preset-voice-stem")], style=7)
        self.assertLess(decibels(out[RATE:2 * RATE, 4]), -100)
        self.assertGreater(decibels(out[3 * RATE:5 * RATE, 4], field[3 * RATE:, 0]), -15)

    def test_preset_with_a_head_while_it_plays(self):
        five = np.hstack([np.zeros((5 * RATE, 4), "float32"), noise(5)])
        with setting.environment(LV2_PATH=heads.user_preset("mixer-stereo", "Other head", heads.narrow())):
            out, meters = self.render(
                "mixer-stereo", five, [(0.1, "presets"), (2, "preset urn:test:user")], dialog_azimuth=90, output_type=1)
        before, after = (decibels(out[int(start * RATE):int((start + 0.8) * RATE), 0],
                                  out[int(start * RATE):int((start + 0.8) * RATE), 1]) for start in (1, 3.5))
        self.assertGreater(after, 1)
        self.assertGreater(before, after + 3)
        self.assertEqual(meters["hrtf_status"], 1)

    def test_preset_with_a_mix_while_it_plays(self):
        field = scene(6)
        path = heads.user_preset("remix", "Voices louder", heads.mix(), "urn:nearfar:mix")
        with setting.environment(LV2_PATH=path):
            plain, _ = self.render("remix", field, style=4)
            # The preset names no controls: style stays.
            out, meters = self.render("remix", field, [(0.1, "presets"), (2, "preset urn:test:user")], style=4)
        self.assertEqual(meters["mix_status"], 1)
        late = slice(int(3.5 * RATE), int(5.9 * RATE))
        self.assertAlmostEqual(decibels(out[late, 4], plain[late, 4]), 6, delta=0.3)
        early = slice(RATE, int(1.8 * RATE))
        self.assertAlmostEqual(decibels(out[early, 4], plain[early, 4]), 0, delta=0.3)

    def test_learned_mix_is_written_and_followed(self):
        field, target = scene(9), setting.path("learned by jalv.json")
        # Where to write comes with a preset; jalv has no other way without a window.
        path = heads.user_preset("remix", "Write there", target, "urn:nearfar:learned")
        with setting.environment(LV2_PATH=path):
            plain, _ = self.render("remix", field, style=4)
            out, meters = self.render(
                "remix", field, [(0.1, "presets"), (0.3, "preset urn:test:user"), (1, "learn = 1"), (6, "learn = 0")], style=4)
        self.assertEqual(meters["mix_status"], 3)
        with open(target) as file:
            mix = json.load(file)
        heard = plain[int(1.02 * RATE):int(6.02 * RATE), 4]
        self.assertAlmostEqual(mix["loudness"]["dialog"], loudness.lufs(heard), delta=0.5)
        late = slice(7 * RATE, int(8.9 * RATE))
        self.assertAlmostEqual(decibels(out[late, 4], plain[late, 4]), mix["dialog"]["gain"], delta=0.3)
