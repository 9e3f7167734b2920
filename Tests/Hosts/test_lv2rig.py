"""lv2rig, an offline host that checks one plugin hard: runs where its folder exists (NEARFAR_RIG, or shared/tools/lv2rig
beside the project)."""

import json
import os
import shutil
import unittest

import numpy as np

import heads
import loudness
import renders
import setting
import signals

RIG = os.environ.get("NEARFAR_RIG", os.path.join(os.path.dirname(setting.ROOT), "shared", "tools", "lv2rig"))
#: The latency is bounded in time: 24 ms.
RATES = (44100, 48000, 88200, 96000, 192000)


@unittest.skipUnless(os.path.isdir(RIG), f"no lv2rig here: {RIG}")
class Rig(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = setting.path("lv2rig")
        shutil.copytree(RIG, folder, ignore=shutil.ignore_patterns("test"))
        os.chmod(folder, 0o755)
        setting.run("make", "-C", folder, "lv2rig", timeout=120)
        cls.rig = os.path.join(folder, "lv2rig")

    def check(self, *options, plugins=setting.PLUGINS):
        for plugin in plugins:
            with self.subTest(plugin=plugin, options=" ".join(map(str, options))):
                code, said = setting.run(
                    self.rig, "-q", "--timeout", 60, *options, setting.uri(plugin), timeout=120, check=False)
                complaints = [line for line in said.splitlines() if "FAIL" in line or "fail" in line] or [said[-1500:]]
                self.assertEqual(code, 0, "\n".join(complaints))

    def test_changing_controls(self):
        self.check("--seconds", 3, "--random", "1:2048", "--fuzz")

    def test_wild_controls(self):
        self.check("--seconds", 3, "-b", 256, "--wild")

    def test_input_that_is_not_a_number(self):
        self.check("--seconds", 3, "-b", 256, "--nan-audio")

    def test_shared_buffers(self):
        # Blocks that fill the time exactly: outputs without an input to share keep what a longer block wrote, and lv2rig
        # would count that against a shorter last one.
        self.check("--seconds", 2, "-b", 500, "--in-place")
        self.check("--seconds", 2, "-b", 512, "--alias-all")
        self.check("--seconds", 2, "-b", 512, "--misalign")

    def test_host_without_features(self):
        self.check("--seconds", 2, "-b", 1, "--bare")
        self.check("--seconds", 1, "-b", 256, "--state-check")

    def test_same_sound_and_session_without_a_map_of_names(self):
        """A host with no features renders what others render, and one without urid:map when a session is opened hears the file."""
        for plugin in ("remix", "mixer-stereo"):
            reference = setting.path("reference.wav")
            common = ["--seconds", 2, "--gen", "noise", "-b", 256]
            self.check(*common, "-o", reference, plugins=[plugin])
            self.check(*common, "--bare", "--ref", reference, "--tol", 0, plugins=[plugin])
        chosen = heads.session("remix", mix=heads.mix())
        common = ["--seconds", 2, "--gen", "noise", "-b", 256, "--set", "style=3", "--load-state", chosen]
        self.check(*common, "-o", reference, plugins=["remix"])
        self.check(*common, "--no-map-in-state", "--ref", reference, "--tol", 0, plugins=["remix"])
        heard, plain = setting.path("heard.wav"), setting.path("plain.wav")
        self.check(*common, "--no-map-in-state", "-o", heard, plugins=["remix"])
        self.check(*common[:-2], "-o", plain, plugins=["remix"])
        # The file takes the bass of the place away.
        self.assertLess(signals.decibels(signals.read(heard), signals.read(plain)), -0.1)

    def test_messages_and_sessions(self):
        # lv2rig's messages hold numbers: a value that is no path must do no harm.
        messages = setting.path("messages.csv")
        with open(messages, "w") as file:
            file.write("0.3,urn:nearfar:hrtf,1\n0.31,urn:nearfar:hrtf,2\n0.4,urn:nearfar:mix,1\n")
        choices = [(plugin, {"hrtf": heads.DEFAULT}) for plugin in setting.WITH_HEADS]
        for plugin, files in choices + [("remix", {"mix": heads.mix()})]:
            session = heads.session(plugin, **files)
            for worker in ([], ["--worker-late"]):
                for options in (
                    ["--auto", messages],
                    ["--load-state", session],
                    ["--load-state", session, "--no-map-in-state"],
                ):
                    self.check("--seconds", 1, "-b", 256, *options, *worker, plugins=[plugin])
            # lv2rig counts bytes as the allocator hands them out: a block that did not grow may lie in a larger piece by
            # now, once. What is lost in each cycle adds up, so that many of them tell the two apart.
            self.check("--seconds", 0.1, "-b", 256, "--load-state", session, "--stress", 200, plugins=[plugin])

    def learn(self, field, target, *options):
        """Learns from the first 10 s; the outputs, FOA and dialog, and the folder with the session afterwards."""
        automation, folder, out = setting.path("learn.csv"), setting.path("learned session"), setting.path("out.wav")
        with open(automation, "w") as file:
            file.write("10,learn,0,step\n")
        shutil.rmtree(folder, ignore_errors=True)
        self.check(
            "-i", signals.write("learn.wav", field), "-o", out, "-b", 480, "--set", "learn=1", "--set", "style=4",
            "--auto", automation, "--load-state", heads.session("remix", learned=target), "--save-state", folder, *options,
            plugins=["remix"])
        return signals.read(out), folder

    def play(self, field, session, *options):
        out = setting.path("out.wav")
        self.check("-i", signals.write("learn.wav", field), "-o", out, "-b", 480, "--load-state", session, *options,
                   plugins=["remix"])
        return signals.read(out)

    def test_learned_mix(self):
        """Measured while it plays, followed from then on, written, and heard again from the moved session and from the file."""
        field, target = signals.scene(16), setting.path("learned.json")
        stems = [renders.lv2apply("remix", field, style=style) for style in (4, 3)]
        measured = {"dialog": stems[0][:10 * signals.RATE, 4], "ambience": stems[1][:10 * signals.RATE, 0],
                    "recording": field[:10 * signals.RATE, 0]}
        for worker in ([], ["--worker-late"]):
            if os.path.exists(target):
                os.remove(target)
            out, folder = self.learn(field, target, *worker)
            with open(target) as file:
                mix = json.load(file)
            for part, stem in measured.items():
                self.assertAlmostEqual(mix["loudness"][part], loudness.lufs(stem), delta=0.15, msg=part)
            gain = mix["dialog"]["gain"]
            self.assertAlmostEqual(mix["loudness"]["dialog"] + gain, -23, delta=0.02)
            self.assertLess(abs(mix["talkers"][0]["azimuth"] - 30), 15)
            late, early = slice(11 * signals.RATE, 15 * signals.RATE), slice(signals.RATE, 9 * signals.RATE)
            plain = stems[0][1024:, 4]
            self.assertAlmostEqual(signals.decibels(out[early, 4], plain[early]), 0, delta=0.01)
            self.assertAlmostEqual(signals.decibels(out[late, 4], plain[late]), gain, delta=0.1)
        moved = setting.path("moved session")
        shutil.rmtree(moved, ignore_errors=True)
        shutil.move(folder, moved)
        again = self.play(field, os.path.join(moved, "state.ttl"), "--set", "style=4", "--set", "learn=0")
        chosen = self.play(field, heads.session("remix", mix=target), "--set", "style=4")
        np.testing.assert_array_equal(again, chosen)
        self.assertAlmostEqual(loudness.lufs(chosen[:10 * signals.RATE, 4]), -23, delta=0.2)

    def test_learned_mix_that_cannot_be_written(self):
        field, target = signals.scene(11), setting.path("mine.json")
        with open(target, "w") as file:
            file.write("[1, 2, 3]")
        out, folder = self.learn(field, target)
        with open(target) as file:
            self.assertEqual(file.read(), "[1, 2, 3]")
        with open(os.path.join(folder, "state.ttl")) as file:
            self.assertIn("nearfar-mix/1", file.read())

    def test_bypass(self):
        self.check("--seconds", 2, "-b", 256, "--bypass")

    def test_many_instances(self):
        self.check("--seconds", 2, "-b", 256, "--instances", 2)
        self.check("--seconds", 2, "-b", 256, "--concurrent", 4)

    def test_loaded_and_unloaded(self):
        self.check("--seconds", 0.1, "-b", 256, "--stress", 100)

    def test_decay_into_denormals(self):
        self.check("--gen", "burst", "--seconds", 6, "-b", 256)

    def test_same_output_twice(self):
        self.check("--seconds", 2, "--random", "1:1024", "--deterministic")

    def test_sample_rates(self):
        for rate in RATES:
            self.check("--seconds", 1, "-b", 480, "--rate", rate)

    def test_same_output_at_any_block_size(self):
        for plugin in setting.PLUGINS:
            for rate in (44100, 48000, 192000):
                reference = setting.path("reference.wav")
                common = ["--seconds", 1, "--rate", rate, "--max-block", 8192]
                self.check(*common, "-b", 256, "-o", reference, plugins=[plugin])
                sizes = [1, 8192, "7,0,1024,333,1,8192,64"] if rate == 48000 else ["1,0,480,8192,63"]
                for size in sizes:
                    self.check(*common, "-b", size, "--ref", reference, "--tol", 0, plugins=[plugin])
