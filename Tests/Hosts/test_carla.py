"""Carla without a window: how it sees the plugins, state saved and recalled, sound through JACK.

Debian 12 has no package of Carla: runs where it is: NEARFAR_CARLA names the folder of libcarla_standalone2.so (of its source after
`make backend discovery`: bin), else where it installs itself.
"""

import json
import os
import subprocess
import sys
import unittest

import numpy as np

import jackserver
import setting
from signals import RATE, delay, scene

PERIOD = 512
PLACES = [os.environ.get("NEARFAR_CARLA", ""), "/usr/local/lib/carla", "/usr/lib/carla"]
LIBRARY = next((each for each in PLACES if os.path.exists(os.path.join(each, "libcarla_standalone2.so"))), None)
#: Channels in and out.
CHANNELS = {"encode-mono": (1, 4), "rotate": (4, 4), "remix": (4, 5), "mixer-stereo": (5, 2), "mixer-7_1_4": (5, 12),
            "bed-5_1": (6, 2), "audiomix-stereo": (4, 2)}


def modules():
    """The folder of carla_backend.py."""
    shares = [os.path.join(os.path.dirname(LIBRARY), "source", "frontend"), LIBRARY.replace("/lib/", "/share/")]
    return next(each for each in shares if os.path.exists(os.path.join(each, "carla_backend.py")))


class Carla:
    """Runs `carla_load.py`; looks to `jackserver.Player` as jalv does."""

    name = "Nearfar Remix"

    def __init__(self, plugins):
        self.log = setting.path("carla.log")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [sys.executable, os.path.join(setting.HERE, "carla_load.py"), LIBRARY, modules(),
                 setting.path("state.carxs"), *map(setting.uri, plugins)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, cwd=setting.scratch)
        for line in self.process.stdout:
            if line.startswith("{"):
                self.seen = json.loads(line)
                return
        raise setting.HostFailed("Carla ended: " + self.said())

    def said(self):
        with open(self.log, errors="replace") as log:
            return log.read()[-2000:]

    def close(self):
        self.process.communicate(timeout=20)
        return self.process.returncode


@unittest.skipUnless(LIBRARY, "no Carla here: NEARFAR_CARLA")
class Bundles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = jackserver.server(PERIOD)
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__, None, None, None)
        cls.carla = Carla(setting.PLUGINS)

    @classmethod
    def tearDownClass(cls):
        assert cls.carla.close() == 0, cls.carla.said()

    def parameters(self, plugin):
        return {each["symbol"]: each for each in self.carla.seen[setting.uri(plugin)]["parameters"]}

    def test_every_plugin_is_loaded_with_its_controls(self):
        for plugin in setting.PLUGINS:
            with self.subTest(plugin=plugin):
                seen = self.carla.seen[setting.uri(plugin)]
                self.assertEqual(list(self.parameters(plugin)), [symbol for symbol, _, _ in setting.controls(plugin)])
                for symbol, initial, _ in setting.controls(plugin):
                    self.assertEqual(self.parameters(plugin)[symbol]["default"], initial, symbol)
                if plugin in CHANNELS:
                    self.assertEqual((seen["inputs"], seen["outputs"]), CHANNELS[plugin])

    def test_state_is_recalled(self):
        for plugin in setting.PLUGINS:
            with self.subTest(plugin=plugin):
                wanted, found = self.carla.seen[setting.uri(plugin)]["recalled"]
                self.assertAlmostEqual(found, wanted, places=5)

    def test_controls_read_well(self):
        remix = self.parameters("remix")
        self.assertEqual(remix["style"]["points"]["6.0"], "In-Frame foreground stem")
        self.assertEqual(len(remix["style"]["points"]), 10)
        units = {symbol: parameter["unit"] for symbol, parameter in remix.items()}
        for symbol in ("dialog_gain", "ambience_gain", "dialog_level", "ambience_level"):
            self.assertEqual(units[symbol], "dB")
        for symbol in ("frame_azimuth", "frame_width", "dialog_azimuth", "dialog_elevation"):
            self.assertEqual(units[symbol], "deg")
        self.assertIn("Field of view", remix["frame_width"]["group"])
        self.assertIn("Head", self.parameters("mixer-stereo")["head_yaw"]["group"])

    def test_the_recording_passes(self):
        # Nothing is set: the state test has left the amount at 0.25, at which the place sinks and the voice is in the dialog.
        field = scene(3)
        out = jackserver.Player(self.carla, field).play(self.carla)
        lag = delay(out[:, 0], field[:, 0])
        self.assertLessEqual(abs(lag - 1024 - PERIOD), PERIOD)
        self.assertGreater(np.abs(out[RATE:, 4]).max(), 1e-3)
        self.assertTrue(np.isfinite(out).all())
