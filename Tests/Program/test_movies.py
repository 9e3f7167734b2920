"""Movies as recordings: which track is read, what cannot be decoded, and files that are damaged."""

import os
import struct
import subprocess
import unittest

import numpy as np

import movies
import opus
from program import INPUT, PATH, USAGE, field, nearfar, process, report
from setting import path
from signals import decibels, noise, scene


def patched(source, name, old, new):
    """A copy in which the first `old` behind the movie's header is `new`."""
    with open(source, "rb") as file:
        data = file.read()
    place = data.index(old, data.index(b"moov"))
    with open(path(name), "wb") as file:
        file.write(data[:place] + new + data[place + len(old):])
    return path(name)


class Tracks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.signal = 0.3 * scene(2)
        cls.source = field("scene.wav", cls.signal)
        cls.plain = process(cls.source)[0]

    def test_containers(self):
        for ending, codec in (("mov", "pcm_f32le"), ("mkv", "pcm_f32le"), ("mka", "flac"), ("mov", "alac"), ("m4a", "alac")):
            with self.subTest(ending=ending, codec=codec):
                movies.ffmpeg("-i", self.source, "-c:a", codec, "-ac", 4, path("kind." + ending))
                out, said = process(path("kind." + ending))
                self.assertNotIn("cut off", said)
                self.assertEqual(out.shape, self.plain.shape)
                self.assertLess(decibels(out - self.plain, self.plain), -200 if codec == "pcm_f32le" else -75)

    def test_ambisonic_opus(self):
        for ending in ("opus", "mka", "mp4", "webm"):
            with self.subTest(ending=ending):
                file = path("opus." + ending)
                movies.ffmpeg("-i", self.source, "-c:a", "libopus", "-mapping_family", 2, "-b:a", "512k", "-f", {"mka": "matroska", "opus": "ogg"}.get(ending, ending), file)
                found = report("info", "--json", file)
                self.assertEqual((found["channels"], found["tracks"][0]["ambisonic"]), (4, True))
                out, said = process(file)
                self.assertNotIn("cut off", said)
                self.assertLess(abs(len(out) - len(self.plain)), 1000)
                frames = min(len(out), len(self.plain))
                self.assertLess(decibels(out[:frames] - self.plain[:frames], self.plain[:frames]), -10)

    def test_opus_behind_a_matrix(self):
        """Mapping family 3, which other players seldom know: as good as family 2, whatever the order."""
        for channels in (4, 6, 9, 11, 16):
            signal = np.hstack([self.signal, noise(2, 12, 0.02)])[:, :channels]
            sound = {}
            for family in (2, 3):
                file = opus.write(f"family{family}.opus", signal, family)
                found = report("info", "--json", file)
                self.assertEqual((found["channels"], found["tracks"][0]["ambisonic"]), (channels, True))
                self.assertEqual((found["order"], found["framesRead"]), ({4: 1, 6: 1, 9: 2, 11: 2, 16: 3}[channels], len(signal)))
                sound[family], said = process(file, "-l", "foa+dialog", "-s", "standard")
                self.assertEqual("no place" in said, channels in (6, 11))
            error = {family: decibels(out[:, :4] - self.signal, self.signal) for family, out in sound.items()}
            self.assertLess(error[2], -10)
            # What codecs hear as noise goes into all channels through the matrix of order 2.
            self.assertLess(error[3], -6, f"{channels} channels")

    def test_a_matrix_that_lies(self):
        file = opus.write("whole.opus", self.signal, 3)
        with open(file, "rb") as opened:
            data = opened.read()
        place = data.index(b"OpusHead")
        for offset, value in ((9, 5), (19, 0), (19, 9), (20, 200), (18, 3)):
            damaged = bytearray(data)
            damaged[place + offset] = value
            with open(path("lie.opus"), "wb") as opened:
                opened.write(opus.checked(damaged))
            outcome = nearfar("process", path("lie.opus"), "-o", path("out.wav"), "-f", code=None)
            self.assertTrue(os.path.exists(path("out.wav")) if offset == 18 else "error" in outcome[1], (offset, value))

    def test_the_first_order_track_is_found(self):
        other = field("other.wav", noise(2, 4, 0.05))
        stereo = field("stereo.wav", noise(2, 2, 0.05))
        movies.ffmpeg("-i", stereo, "-i", self.source, "-i", other, *("-map 0 -map 1 -map 2 -c:a pcm_f32le".split()), path("three.mov"))
        np.testing.assert_array_equal(process(path("three.mov"))[0], self.plain)
        np.testing.assert_array_equal(process(path("three.mov"), "--track", 3)[0], process(other)[0])
        self.assertIn("2 channels", nearfar("process", path("three.mov"), "-o", path("no.wav"), "--track", 1, code=INPUT)[1])
        self.assertIn("no track 4", nearfar("process", path("three.mov"), "-o", path("no.wav"), "--track", 4, code=INPUT)[1])
        nearfar("process", path("three.mov"), "-o", path("no.wav"), "--track", "x", code=USAGE)

    def test_no_sound(self):
        self.assertIn("no sound", nearfar("process", movies.video("mute.mp4", 1), "-o", path("no.wav"), code=INPUT)[1])

    def test_names_with_colons(self):
        nearfar("bake", self.source, "-o", path("a:b.mov"), "-f")
        self.assertEqual(report("info", "--quick", "--json", path("a:b.mov"))["frames"], len(self.signal))


class APAC(unittest.TestCase):
    """Tracks of Apple's codec, made out of others by their name: what is in them is not looked at."""

    @classmethod
    def setUpClass(cls):
        nearfar("bake", field("scene.wav", 0.3 * scene(1)), "-o", path("baked.mov"), "-f")
        cls.file = patched(path("baked.mov"), "apac.mov", b"in24", b"apac")

    def test_it_is_named_with_what_else_there_is(self):
        said = nearfar("process", self.file, "-o", path("no.wav"), code=INPUT)[1]
        for word in ("track 2", "APAC", "afconvert", "aac, 2 channels"):
            self.assertIn(word, said)

    def test_info_goes_on(self):
        found = report("info", "--json", self.file)
        self.assertEqual([track["codec"] for track in found["tracks"]], ["aac", "apac", "mebx"])
        self.assertEqual((found["track"], found["channels"]), (1, 2))
        self.assertIn("APAC", " ".join(found["remarks"]))
        self.assertIn("nearfar-mix/1", nearfar("info", "--mix", self.file)[0].decode())

    def test_alone(self):
        alone = path("alone.mov")
        movies.ffmpeg("-i", path("baked.mov"), "-map", "0:1", "-c", "copy", alone)
        found = report("info", "--json", patched(alone, "apac-alone.mov", b"in24", b"apac"))
        self.assertIn("no other sound", " ".join(found["remarks"]))


class Damaged(unittest.TestCase):
    """Whatever is in a file, the program ends by itself, with a code of its own."""

    @classmethod
    def setUpClass(cls):
        nearfar("bake", field("short.wav", 0.3 * scene(1)[:4800]), "-o", path("whole.mov"), "-f")
        with open(path("whole.mov"), "rb") as file:
            cls.data = file.read()

    def survives(self, data):
        with open(path("damaged.mov"), "wb") as file:
            file.write(data)
        for words in (["info", path("damaged.mov")], ["process", path("damaged.mov"), "-o", path("out.wav"), "-f"]):
            outcome = subprocess.run([PATH, *words], capture_output=True, timeout=60)
            self.assertIn(outcome.returncode, (0, INPUT), (words, outcome.stderr[-500:]))

    def test_cut_off(self):
        for share in (0.001, 0.3, 0.9, 0.97, 0.999):
            self.survives(self.data[:int(share * len(self.data))])

    def test_sizes_that_lie(self):
        start = self.data.index(b"moov")
        for kind in (b"moov", b"trak", b"tkhd", b"stsd", b"chan", b"tref", b"stsz", b"stco", b"mebx", b"keys", b"keyd", b"mdat"):
            place = self.data.index(kind, 0 if kind == b"mdat" else start - 4)
            for size in (0, 1, 7, 8, 9, 0x7FFFFFFF, 0xFFFFFFFF):
                self.survives(self.data[:place - 4] + size.to_bytes(4, "big") + self.data[place:])

    def test_atoms_without_end(self):
        depth = 300_000
        deep = b"".join(struct.pack(">I4s", 8 * (depth - number), b"trak") for number in range(depth))
        self.survives(struct.pack(">I4s4sI", 16, b"ftyp", b"qt  ", 0) + struct.pack(">I4s", 8 + len(deep), b"moov") + deep)

    def test_bytes_that_lie(self):
        source = np.random.default_rng(5)
        start = self.data.index(b"moov")
        for _ in range(30):
            damaged = bytearray(self.data)
            for place in source.integers(start, len(damaged), 4):
                damaged[place] = source.integers(256)
            self.survives(bytes(damaged))
