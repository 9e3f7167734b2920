"""What a rendering costs: at least 40 times real time on one core, less than 120 MB whatever the length."""

import os
import subprocess
import time
import unittest

import numpy as np

from program import PATH, field
from setting import path
from signals import scene


class Cost(unittest.TestCase):
    #: Of the recording.
    SECONDS = 120

    @classmethod
    def setUpClass(cls):
        cls.source = field("long.wav", np.tile(scene(10), (cls.SECONDS // 10, 1)))

    def measured(self, *words):
        """Seconds of the processor, and the most memory in MB, without what this process had before it."""
        running = subprocess.Popen([PATH, *words])
        most, ticks = 0, 0
        while running.poll() is None:
            try:
                with open(f"/proc/{running.pid}/status") as file:
                    held = [line for line in file if line.startswith("VmHWM")]
                with open(f"/proc/{running.pid}/stat") as file:
                    ticks = int(file.read().rsplit(")", 1)[1].split()[11]) or ticks
                most = int(held[0].split()[1]) / 1024 if held else most
            except (FileNotFoundError, ProcessLookupError):
                pass
            time.sleep(0.02)
        self.assertEqual(running.returncode, 0)
        return ticks / os.sysconf("SC_CLK_TCK"), most

    def test_headphones(self):
        seconds, megabytes = self.measured("process", self.source, "-o", path("cost.wav"), "-f", "-q")
        print(f"{'':16}binaural: {self.SECONDS / seconds:.0f} times real time, {megabytes:.0f} MB")
        self.assertGreater(self.SECONDS / seconds, 40)
        self.assertLess(megabytes, 120)

    def test_loudspeakers(self):
        seconds, megabytes = self.measured("process", self.source, "-o", path("cost.wav"), "-f", "-q", "-l", "7.1.4")
        print(f"{'':16}7.1.4: {self.SECONDS / seconds:.0f} times real time, {megabytes:.0f} MB")
        self.assertGreater(self.SECONDS / seconds, 40)
        self.assertLess(megabytes, 120)

    def test_baking(self):
        for codec, least in (("aac", 12), ("pcm", 18)):
            seconds, megabytes = self.measured("bake", self.source, "-o", path("cost.mov"), "-f", "-q", "-c", codec)
            print(f"{'':16}bake, {codec}: {self.SECONDS / seconds:.0f} times real time, {megabytes:.0f} MB")
            self.assertGreater(self.SECONDS / seconds, least)
            self.assertLess(megabytes, 120)

    def test_analysis(self):
        seconds, megabytes = self.measured("analyze", self.source, "-o", path("cost.json"), "-f", "-q")
        print(f"{'':16}analyze: {self.SECONDS / seconds:.0f} times real time, {megabytes:.0f} MB")
        self.assertGreater(self.SECONDS / seconds, 40)
        self.assertLess(megabytes, 120)
