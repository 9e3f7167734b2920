"""Bundles that lack something, and sample rates that cannot be: a word to the user, never a crash."""

import os
import shutil
import unittest

import numpy as np

import setting
from renders import lv2apply
from signals import RATE, decibels, noise, scene, write


def bare_bundles():
    """A folder of copies of the bundles with nothing but binary and TTL."""
    folder = setting.path("bare")
    for bundle in os.listdir(setting.BUNDLES):
        target = os.path.join(folder, bundle)
        if not os.path.isdir(target):
            os.makedirs(target)
            for file in os.listdir(os.path.join(setting.BUNDLES, bundle)):
                if file.endswith((".so", ".ttl")):
                    shutil.copy(os.path.join(setting.BUNDLES, bundle, file), target)
    return folder


class WithoutResources(unittest.TestCase):
    inputs = {"encode-mono": noise(1), "rotate": scene(1), "remix": scene(1), "mixer-stereo": noise(1, 5)}

    def test_sound_comes_all_the_same(self):
        environment = {"LV2_PATH": setting.lv2_path(bare_bundles())}
        for plugin, signal in self.inputs.items():
            with self.subTest(plugin=plugin):
                out = lv2apply(plugin, signal, environment=environment)
                self.assertTrue(np.isfinite(out).all())
                self.assertGreater(decibels(out[RATE // 4:]), -40)


    def test_the_remix_says_that_its_weights_are_missing(self):
        environment = {"LV2_PATH": setting.lv2_path(bare_bundles())}
        source = write("short.wav", scene(1)[:4800])
        code, said = setting.run(
            "lv2apply", "-i", source, "-o", setting.path("out.wav"), setting.uri("remix"), **environment)
        self.assertEqual(code, 0)
        self.assertIn("mask-network.bin: cannot be read", said)


class SampleRate(unittest.TestCase):
    def test_impossible_rates_are_refused_with_a_word(self):
        # lv2file is the host that takes a refusal well; lv2apply and ecasound go on without an instance.
        for plugin, signal in WithoutResources.inputs.items():
            for rate in (1, 1000):
                with self.subTest(plugin=plugin, rate=rate):
                    source = write("slow.wav", signal[:64], rate)
                    code, said = setting.run(
                        "lv2file", "-i", source, "-o", setting.path("out.wav"), setting.uri(plugin), check=False)
                    self.assertGreater(code, 0, "it crashed or rendered")
                    self.assertIn("sample rate", said)
