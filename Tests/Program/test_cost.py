"""What a rendering costs: at least 40 times real time on one core, less than 120 MB whatever the length."""

import os
import struct
import subprocess
import time
import unittest

import numpy as np

from program import PATH, field, report
from setting import path
from signals import RATE, scene


def long_recording(name, hours):
    """An RF64 of silence, which takes no room: a file with a hole."""
    frames = hours * 3600 * RATE
    size = frames * 8
    head = struct.pack("<4sI4s4sIQQQI", b"RF64", 0xFFFFFFFF, b"WAVE", b"ds64", 28, size + 72, size, frames, 0)
    head += struct.pack("<4sIHHIIHH4sI", b"fmt ", 16, 1, 4, RATE, 8 * RATE, 8, 16, b"data", 0xFFFFFFFF)
    with open(path(name), "wb") as file:
        file.write(head)
        file.truncate(len(head) + size)
    return path(name)


def status(process, name):
    """A number of /proc/…/status, in MB."""
    with open(f"/proc/{process.pid}/status") as file:
        return int(next(line for line in file if line.startswith(name)).split()[1]) / 1024


class Cost(unittest.TestCase):
    #: Of the recording.
    SECONDS = 120

    @classmethod
    def setUpClass(cls):
        cls.source = field("long.wav", np.tile(scene(10), (cls.SECONDS // 10, 1)))

    def measured(self, *words):
        """Seconds of all processors, in the program and in the system for it, and the most memory in MB."""
        running = subprocess.Popen([PATH, *words])
        most, ticks = 0, 0
        while running.poll() is None:
            try:
                with open(f"/proc/{running.pid}/status") as file:
                    held = [line for line in file if line.startswith("VmHWM")]
                with open(f"/proc/{running.pid}/stat") as file:
                    user, system = file.read().rsplit(")", 1)[1].split()[11:13]
                ticks = int(user) + int(system) or ticks
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


class Long(unittest.TestCase):
    """Ten hours, of which memory knows nothing."""

    HOURS = 10

    @classmethod
    def setUpClass(cls):
        cls.source = long_recording("long.rf64", cls.HOURS)

    def test_its_length_is_known(self):
        found = report("info", "--quick", "--json", self.source)
        self.assertEqual((found["frames"], found["channels"]), (self.HOURS * 3600 * RATE, 4))

    def test_memory_stays(self):
        """While it goes on: to its end it would take minutes."""
        for command, name in (("process", "long.flac"), ("analyze", "long.json"), ("bake", "long.mov"), ("info", None)):
            with self.subTest(command=command):
                running = subprocess.Popen([PATH, command, self.source, *(["-o", path(name), "-f", "-q"] if name else [])],
                                           stdout=subprocess.DEVNULL)
                try:
                    self.stays(running)
                finally:
                    running.terminate()
                    running.wait(20)

    def stays(self, running):
        time.sleep(3)
        early = status(running, "VmRSS")
        time.sleep(3)
        self.assertIsNone(running.poll(), "it was over too soon to tell")
        print(f"{'':16}{early:.0f} MB, and 3 s later {status(running, 'VmRSS'):.0f} MB")
        self.assertLess(status(running, "VmRSS") - early, 2)
        self.assertLess(status(running, "VmHWM"), 120)
