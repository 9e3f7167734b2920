"""The program's sound is the plugins', frame for frame."""

import unittest

import numpy as np

from program import field, process, report
from renders import lv2apply
from setting import path
from signals import decibels, read, scene

SECONDS = 4
#: Below what it is compared with: the same arithmetic, built by the same compiler with and without its runtime.
SAME = -120


class LikeThePlugins(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.signal = scene(SECONDS)
        cls.source = field("recording.wav", cls.signal)
        cls.latency = report("process", cls.source, "-o", path("latency.wav"), "-f", "--json")["latencyFrames"]
        # lv2apply compensates no latency: what comes late needs time to come.
        cls.longer = np.vstack([cls.signal, np.zeros((cls.latency, 4), "float32")])

    def same(self, rendered, expected):
        self.assertEqual(rendered.shape, expected[self.latency:].shape)
        self.assertGreater(decibels(rendered), -60, "silence is no evidence")
        self.assertLess(decibels(rendered - expected[self.latency:], rendered), SAME)

    def test_remix(self):
        for style, values in ((0, {}), (1, {"remix_amount": 0.8}), (2, {"frame_azimuth": 40, "frame_width": 30})):
            with self.subTest(style=style):
                words = [word for name, value in values.items() for word in ("--set", f"{name}={value}")]
                out = process(self.source, "-l", "foa+dialog", "-s", style, *words)[0]
                self.same(out, lv2apply("remix", self.longer, style=style, **values))

    def test_every_mixer(self):
        remixed = lv2apply("remix", self.longer)
        for layout, plugin, values in (
            ("binaural", "mixer-stereo", {"head_yaw": 30, "head_pitch": -10, "dialog_azimuth": 20}),
            ("stereo", "mixer-stereo", {"output_type": 3}),
            ("quad", "mixer-quad", {}), ("5.1", "mixer-5_1", {"lfe_level": 0}), ("7.1", "mixer-7_1", {}),
            ("5.1.4", "mixer-5_1_4", {"room": 0.3}), ("7.1.4", "mixer-7_1_4", {"dialog_divergence": 0.5}),
        ):
            with self.subTest(layout=layout):
                words = [word for name, value in values.items() for word in ("--set", f"{name}={value}")]
                self.same(process(self.source, "-l", layout, *words)[0], lv2apply(plugin, remixed, **values))

    def test_stems(self):
        process(self.source, "-l", "stems", "-s", "studio")
        self.same(read(path("out.place.wav")), lv2apply("remix", self.longer, style=8)[:, :4])
        self.same(read(path("out.voices.wav")), lv2apply("remix", self.longer, style=5)[:, 4:])

    def test_mono_is_the_place_and_the_voices(self):
        remixed = lv2apply("remix", self.longer)
        self.same(process(self.source, "-l", "mono")[0], remixed[:, :1] + remixed[:, 4:])

    def test_standard_is_the_recording_bit_for_bit(self):
        out = process(self.source, "-l", "foa+dialog", "-s", "standard")[0]
        np.testing.assert_array_equal(out[:, :4], self.signal)
        self.assertEqual(np.abs(out[:, 4]).max(), 0)
