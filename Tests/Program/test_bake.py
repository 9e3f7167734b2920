"""What `bake` promises of movies: they play anywhere, with the recording, its mix metadata and another file's video intact in them."""

import json
import subprocess
import unittest

import numpy as np
import soundfile

import movies
from program import SETTING, field, nearfar, process, report
from setting import path
from signals import RATE, decibels, read, scene

#: kAudioChannelLayoutTag_HOA_ACN_SN3D for four channels.
FIRST_ORDER = 190 << 16 | 4
MIX = {"format": "nearfar-mix/1", "dialog": {"gain": 9}, "title": "unknown fields stay, and “so” do letters"}


def integers(name, signal, rate=RATE):
    """A 24-bit WAV, and its samples in the high bits of 32."""
    soundfile.write(path(name), signal, rate, subtype="PCM_24", format="WAV")
    return path(name), soundfile.read(path(name), dtype="int32")[0]


def loudness(file):
    return report("info", "--json", file)["loudness"]


class Baked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.source, cls.samples = integers("walk.wav", 0.3 * scene(4))
        cls.mix = path("walk.json")
        with open(cls.mix, "w") as file:
            json.dump(MIX, file, ensure_ascii=False, indent=1)
        cls.movie = path("walk.mov")
        cls.done = report("bake", cls.source, "-o", cls.movie, "-f", "-m", cls.mix, "--json")

    def test_the_field_is_there_to_the_bit(self):
        np.testing.assert_array_equal(movies.decoded(self.movie, 1, 4), self.samples)
        np.testing.assert_array_equal(process(self.movie, "--metadata", "none")[0], process(self.source)[0])

    def test_process_follows_the_mix_in_it(self):
        expected = process(self.source, "-m", self.mix)[0]
        for words in ((), ("-m", "sidecar")):
            out, said = process(self.movie, *words)
            np.testing.assert_array_equal(out, expected)
            self.assertIn("--metadata none", said)
        again = path("again.mov")
        nearfar("bake", self.movie, "-o", again, "-f")
        self.assertEqual(nearfar("info", "--mix", again), nearfar("info", "--mix", self.movie))

    def test_a_mix_in_it_that_cannot_be_followed_is_told(self):
        with open(self.movie, "rb") as file:
            data = file.read().replace(b"nearfar-mix/1", b"nearfar-mix/9")
        with open(path("strange.mov"), "wb") as file:
            file.write(data)
        said = nearfar("process", path("strange.mov"), "-o", path("no.wav"), code=SETTING)[1]
        self.assertIn("nearfar-mix/1", said)
        self.assertIn("--metadata none", said)
        process(path("strange.mov"), "--metadata", "none")

    def test_analyze_takes_the_field(self):
        for source in (self.movie, self.source):
            nearfar("analyze", source, "-o", path("found.json"), "-f")
            with open(path("found.json")) as file:
                found = file.read()
            expected = found if source == self.movie else expected
        self.assertEqual(found, expected)

    def test_players_play_the_stereo(self):
        stereo, spatial, mix = movies.streams(self.movie)
        self.assertEqual((mix["codec_type"], mix["codec_tag_string"], int(mix["nb_frames"])), ("data", "mebx", 1))
        self.assertAlmostEqual(float(mix["duration"]), float(spatial["duration"]), places=4)
        self.assertEqual((stereo["codec_name"], stereo["channels"], stereo["disposition"]["default"]), ("aac", 2, 1))
        self.assertEqual((spatial["codec_name"], spatial["channels"], spatial["disposition"]["default"]), ("pcm_s24le", 4, 0))
        movies.ffmpeg("-i", self.movie, path("played.wav"))
        played = read(path("played.wav"))
        self.assertEqual(played.shape[1], 2)
        self.assertLess(abs(len(played) - len(self.samples)), 1024, "more than a packet of AAC is missing or too much")
        self.assertEqual(report("info", "--json", self.movie, "--track", 1)["framesRead"], len(self.samples))

    def test_it_plays_while_it_comes(self):
        with open(self.movie, "rb") as file:
            order = [kind for kind, _ in movies.atoms(file.read()) if kind.count(b"/") == 1]
        self.assertEqual(order[:3], [b"/ftyp", b"/moov", b"/mdat"])
        seconds = len(self.samples) / RATE
        self.assertGreater(movies.heard_while_it_comes(self.movie, 0.6), 0.4 * seconds)
        self.assertGreater(movies.heard_while_it_comes(self.movie, 1), 0.98 * seconds)

    def test_tracks_are_alternatives(self):
        stereo, spatial, mix = movies.tracks(self.movie)
        self.assertEqual((mix.handler, mix.enabled, mix.group, mix.described), ("meta", True, 0, spatial.number))
        self.assertEqual([stereo.enabled, spatial.enabled], [True, False])
        self.assertEqual([stereo.group, spatial.group], [1, 1])
        self.assertEqual([stereo.fallback, spatial.fallback], [None, stereo.number])
        self.assertEqual(spatial.layout, FIRST_ORDER)

    def test_the_stereo_is_the_plugins_sound(self):
        target = path("pcm.mov")
        done = report("bake", self.source, "-o", target, "-f", "-c", "pcm", "-b", "float", "-m", self.mix, "--json")
        expected = process(self.source, "-m", self.mix)[0] * np.float32(10 ** (done["gain"] / 20))
        movies.ffmpeg("-i", target, "-map", "0:0", "-c:a", "pcm_f32le", path("stereo.wav"))
        np.testing.assert_allclose(read(path("stereo.wav")), expected, rtol=1e-6, atol=1e-9)
        movies.ffmpeg("-i", self.movie, "-map", "0:0", "-c:a", "pcm_f32le", path("aac.wav"))
        compressed = read(path("aac.wav"))[:len(expected)]
        self.assertLess(decibels(compressed - expected, expected), -20, "AAC is not in time with PCM")

    def test_mix_metadata_are_there_to_the_letter(self):
        with open(self.mix, "rb") as file:
            text = file.read()
        self.assertEqual(nearfar("info", "--mix", self.movie)[0], text)
        key, kind, value = movies.tracks(self.movie)[2].metadata(self.movie)
        self.assertEqual((key, kind, value), (b"mdtacom.nearfar.mix", (0, 1), text))
        tags = subprocess.run(["ffprobe", "-v", "error", "-show_format", "-of", "json", self.movie], capture_output=True, check=True)
        self.assertEqual(json.loads(tags.stdout)["format"]["tags"]["com.nearfar.mix"], text.decode())
        self.assertEqual(report("info", "--json", self.movie)["embeddedMix"], nearfar("info", "--mix", self.movie)[0].decode())

    def test_without_a_mix_file_it_says_what_was_done(self):
        nearfar("bake", self.source, "-o", path("said.qta"), "-f", "-s", "studio", "-a", 0.25)
        mix = json.loads(nearfar("info", "--mix", path("said.qta"))[0])
        self.assertEqual((mix["format"], mix["suggestion"]), ("nearfar-mix/1", {"style": "Studio", "amount": 0.25}))
        self.assertAlmostEqual(mix["loudness"]["recording"], loudness(self.source), delta=0.1)

    def test_info_tells_all_of_it(self):
        found = report("info", "--json", self.movie)
        stereo, spatial, mix = found["tracks"]
        self.assertEqual((mix["kind"], mix["codec"]), ("data", "mebx"))
        self.assertEqual((found["track"], found["order"], found["frames"]), (2, 1, len(self.samples)))
        self.assertTrue(stereo["enabled"] and spatial["ambisonic"] and not spatial["enabled"])
        self.assertEqual(spatial["fallback"], 1)
        self.assertEqual(found["remarks"], [])
        self.assertIn("falls back to track 1", nearfar("info", self.movie)[0].decode())


class Kinds(unittest.TestCase):
    def test_rates(self):
        for rate, stereo_rate in ((8000, 8000), (44100, 44100), (96000, 48000), (192000, 48000)):
            with self.subTest(rate=rate):
                source, samples = integers("rate.wav", 0.3 * scene(1, rate=rate)[:-7], rate)
                nearfar("bake", source, "-o", path("rate.mov"), "-f")
                stereo, spatial, _ = movies.streams(path("rate.mov"))
                self.assertEqual((int(stereo["sample_rate"]), int(spatial["sample_rate"])), (stereo_rate, rate))
                self.assertAlmostEqual(float(stereo["duration"]), float(spatial["duration"]), delta=1 / stereo_rate)
                self.assertEqual(float(spatial["duration"]), round(len(samples) / rate, 6))
                np.testing.assert_array_equal(movies.decoded(path("rate.mov"), 1, 4), samples)

    def test_ways_to_store_samples(self):
        signal = scene(1)
        signal[100, 0] = 1.5
        source = field("floats.wav", signal)
        for bits, step in ((16, 2**-15), (24, 2**-23), (32, 2**-31)):
            with self.subTest(bits=bits):
                nearfar("bake", source, "-o", path("bits.mov"), "-f", "-b", bits)
                kept = movies.decoded(path("bits.mov"), 1, 4) / 2.0**31
                self.assertLessEqual(np.abs(kept - np.clip(signal.astype(float), -1, 1 - step)).max(), step / 2)
        nearfar("bake", source, "-o", path("bits.mov"), "-f", "-b", "float")
        movies.ffmpeg("-i", path("bits.mov"), "-map", "0:1", "-c:a", "pcm_f32le", path("bits.wav"))
        np.testing.assert_array_equal(read(path("bits.wav")), signal)

    def test_video_passes_untouched(self):
        for ending in ("mp4", "mkv", "mov"):
            with self.subTest(ending=ending):
                picture = movies.video("picture." + ending)
                source = field("sound.wav", 0.3 * scene(2))
                nearfar("bake", source, "-o", path("film.mov"), "-f", "--include-video", picture)
                self.assertEqual([stream["codec_type"] for stream in movies.streams(path("film.mov"))], ["video", "audio", "audio", "data"])
                self.assertEqual(movies.packets(path("film.mov"), 0), movies.packets(picture, 0))
                video, stereo, spatial, _ = movies.tracks(path("film.mov"))
                self.assertEqual((video.group, stereo.group, spatial.fallback), (0, 1, stereo.number))

    def test_a_baked_movie_can_be_baked_again(self):
        source, samples = integers("once.wav", 0.3 * scene(1))
        nearfar("bake", source, "-o", path("once.mov"), "-f", "--include-video", movies.video("once.mp4", 1))
        nearfar("bake", path("once.mov"), "-o", path("twice.mov"), "-f", "--include-video", path("once.mov"))
        np.testing.assert_array_equal(movies.decoded(path("twice.mov"), 2, 4), samples)
        self.assertEqual(movies.packets(path("twice.mov"), 0), movies.packets(path("once.mov"), 0))

    def test_silence(self):
        source = field("silence.wav", np.zeros((RATE, 4), "float32"))
        self.assertEqual(report("bake", source, "-o", path("silence.mov"), "-f", "--json")["gain"], 0)
