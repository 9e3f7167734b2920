"""The commands beside `process`, and what every one has in common."""

import base64
import json
import os
import re
import shutil
import struct
import subprocess
import unittest
import zlib
from xml.etree import ElementTree

import numpy as np

from program import FAILURE, INPUT, OUTPUT, USAGE, field, nearfar, report
from setting import path, scratch
from signals import RATE, diffuse, encoded, noise, read, scene, voice

COMMANDS = [
    "process", "batch", "info", "analyze", "bake", "encode", "layouts", "styles", "presets", "controls", "microphones", "completions",
    "man"]


class Help(unittest.TestCase):
    def test_every_command_helps(self):
        overview = nearfar("--help")[0].decode()
        for command in COMMANDS:
            with self.subTest(command=command):
                self.assertRegex(overview, rf"\n  {command} +\w")
                out, said = nearfar(command, "--help")
                self.assertTrue(out.decode().startswith(f"usage: nearfar {command}"))
                self.assertEqual(said, "")
                self.assertLessEqual(max(map(len, out.decode().splitlines())), 100)

    def test_version(self):
        self.assertRegex(nearfar("--version")[0].decode(), r"^nearfar \d+\.\d+\.\d+\n$")

    def test_spelling(self):
        self.assertIn("'process'", nearfar("proces", code=USAGE)[1])
        self.assertIn("'--output'", nearfar("process", "--ouput", "x", "y", code=USAGE)[1])
        nearfar(code=USAGE)

    def test_lists(self):
        self.assertEqual([style["value"] for style in report("styles", "--json")], [str(value) for value in range(10)])
        self.assertIn("7.1.4", [layout["name"] for layout in report("layouts", "--json")])
        self.assertIn("voice-stem", [preset["name"] for preset in report("presets", "--json")])
        symbols = [control["symbol"] for control in report("controls", "5.1", "--json")]
        self.assertIn("lfe_level", symbols)
        self.assertTrue({"osc_port", "head_recenter", "learn"}.isdisjoint(symbols))

    def test_manual_page(self):
        page = path("nearfar.1")
        with open(page, "wb") as file:
            file.write(nearfar("man")[0])
        if shutil.which("man"):
            shown = subprocess.run(
                ["man", "--warnings", "-l", page], capture_output=True, text=True, env={**os.environ, "MANPAGER": "cat", "COLUMNS": "80"})
            self.assertEqual(shown.stderr, "")
            for command in COMMANDS:
                self.assertIn(command, shown.stdout)

    def test_bash_completes(self):
        script = path("completion.bash")
        with open(script, "wb") as file:
            file.write(nearfar("completions", "bash")[0])

        def completed(*words):
            line = " ".join(f"'{word}'" for word in words)
            shown = subprocess.run(
                ["bash", "-c", f". {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _nearfar; printf '%s\\n' \"${{COMPREPLY[@]}}\""],
                capture_output=True, text=True, cwd=scratch)
            self.assertEqual(shown.stderr, "")
            return shown.stdout.split()

        self.assertEqual(completed("nearfar", "pro"), ["process"])
        self.assertIn("--layout", completed("nearfar", "process", "--l"))
        self.assertEqual(completed("nearfar", "process", "--layout", "7."), ["7.1", "7.1.4"])
        self.assertEqual(completed("nearfar", "completions", "f"), ["fish"])

    def test_other_shells_can_read_theirs(self):
        for shell in ("zsh", "fish"):
            script = path("completion." + shell)
            with open(script, "wb") as file:
                file.write(nearfar("completions", shell)[0])
            if shutil.which(shell):
                subprocess.run([shell, "-n", script], check=True, capture_output=True)


class Info(unittest.TestCase):
    def test_a_recording(self):
        tone = np.sin(2 * np.pi * 1000 * np.arange(5 * RATE) / RATE)[:, None] * 0.1
        found = report("info", "--json", field("tone.wav", encoded(tone, 60)))
        self.assertEqual((found["channels"], found["order"], found["frames"], found["sampleRate"]), (4, 1, 5 * RATE, RATE))
        # A sine of amplitude 0.1 in one channel: −20 − 3.01 dB, and K-weighting is 0 dB at 997 Hz.
        self.assertAlmostEqual(found["loudness"], -23.0, delta=0.1)
        self.assertAlmostEqual(found["peaks"][0], -20, delta=0.01)
        self.assertAlmostEqual(found["directionalRatio"], 1, delta=0.01)

    def test_scaling_shows(self):
        signal = diffuse(3)
        for name, gain, word in (("sn3d", 1, "SN3D"), ("n3d", 3**0.5, "N3D"), ("fuma", 2**0.5, "FuMa")):
            scaled = (signal * np.array([1, gain, gain, gain])).astype("float32")
            self.assertIn(word, nearfar("info", field(name + ".wav", scaled))[0].decode())

    def test_what_is_wrong_is_told(self):
        signal = scene(1)
        signal[:, 2] = 0
        signal[5, 1] = np.nan
        remarks = " ".join(report("info", "--json", field("wrong.wav", signal))["remarks"])
        self.assertIn("silent channels: 3", remarks)
        self.assertIn("1 samples are no numbers", remarks)
        remarks = " ".join(report("info", "--json", field("three.wav", noise(1, 3)))["remarks"])
        self.assertIn("no first-order", remarks)

    def test_many(self):
        good = field("good.wav", scene(1))
        out, said = nearfar("info", "--json", good, path("none.wav"), code=FAILURE)
        self.assertEqual(len(json.loads(out)), 1)
        self.assertIn("none.wav", said)
        nearfar("info", path("none.wav"), code=INPUT)
        self.assertNotIn("loudness", report("info", "--quick", "--json", good))


class Analyze(unittest.TestCase):
    def setUp(self):
        for name in ("talk.mix.json", "birds.mix.json"):
            if os.path.exists(path(name)):
                os.remove(path(name))

    def test_a_voice_in_a_place(self):
        seconds = 8
        speech = encoded(voice(seconds, 0.1), 60)
        place = diffuse(seconds, 0.02).astype("float32")
        source = field("talk.wav", speech + place)
        nearfar("analyze", source)
        with open(path("talk.mix.json")) as file:
            mix = json.load(file)
        loudness = mix["loudness"]
        alone = report("info", "--json", field("speech.wav", speech))["loudness"]
        self.assertAlmostEqual(loudness["dialog"], alone, delta=2)
        self.assertLess(loudness["ambience"], loudness["dialog"])
        self.assertAlmostEqual(loudness["recording"], report("info", "--json", source)["loudness"], delta=0.2)
        self.assertIn(mix["suggestion"]["style"], ("Cinematic", "Studio"))
        self.assertAlmostEqual(mix["talkers"][-1]["azimuth"], 60, delta=15)
        self.assertIn("--force", nearfar("analyze", source, code=OUTPUT)[1])
        page = path("talk.html")
        nearfar("analyze", source, "--force", "-q", "--target", "online", "--report", page)
        with open(path("talk.mix.json")) as file:
            louder = json.load(file)
        self.assertAlmostEqual(louder["dialog"]["gain"] - mix["dialog"]["gain"], 7, delta=0.05)
        self.page(page)
        said = nearfar("process", source, "-o", path("no.wav"), "--suggested", code=USAGE)[1]
        self.assertIn("--metadata", said)
        suggestion = mix["suggestion"]
        suggested = ("-m", "sidecar")
        nearfar("process", source, "-o", path("a.wav"), "-f", *suggested, "--suggested")
        nearfar("process", source, "-o", path("b.wav"), "-f", *suggested, "-s", suggestion["style"], "-a", suggestion["amount"])
        np.testing.assert_array_equal(read(path("a.wav")), read(path("b.wav")))

    def page(self, file):
        """Three spectrograms that can be decoded and two charts, well formed and with one axis of time."""
        with open(file) as opened:
            page = opened.read()
        pictures = [base64.b64decode(text) for text in re.findall(r"base64,([A-Za-z0-9+/=]+)", page)]
        self.assertEqual(len(pictures), 3)
        for picture in pictures:
            data, place = b"", 8
            while place < len(picture):
                length, kind = struct.unpack(">I4s", picture[place:place + 8])
                content = picture[place + 8:place + 8 + length]
                self.assertEqual(zlib.crc32(kind + content), struct.unpack(">I", picture[place + 8 + length:place + 12 + length])[0])
                data += content if kind == b"IDAT" else b""
                place += 12 + length
            self.assertGreater(len(set(zlib.decompress(data))), 20, "an empty picture")
        charts = [ElementTree.fromstring(chart) for chart in re.findall(r"<svg.*?</svg>", page, re.S)]
        self.assertEqual(len(charts), 5)
        self.assertGreater(len(charts[4].findall("circle")), 10)
        self.assertEqual(len({chart.get("viewBox") for chart in charts}), 1)
        times = [[(label.text, label.get("x")) for label in chart.findall("text") if ":" in label.text] for chart in charts]
        self.assertGreater(len(times[0]), 4)
        self.assertTrue(all(labels == times[0] for labels in times))
        self.assertIn("10k", [label.text for label in charts[0].findall("text")])

    def test_a_place_without_a_voice(self):
        nearfar("analyze", field("birds.wav", diffuse(6, 0.03).astype("float32")))
        with open(path("birds.mix.json")) as file:
            mix = json.load(file)
        self.assertNotIn("talkers", mix)
        self.assertEqual(mix["suggestion"], {"style": "Standard"})
        self.assertNotIn("dialog", mix["loudness"])
