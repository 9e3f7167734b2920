"""Renders rooms full of tracks to mix at training time: speech images and ambiences as FOA.

  python scenes.py --sounds DIR --out DIR --rooms 400 [--first 0] [--split train]

One file per room, room_NNNN.npy: int16 (speech + ambience tracks, 4 channels, frames), AmbiX, 48 kHz, 4 s;
room_NNNN.json says what each track is. Training pairs any speech track with an ambience, mostly of the same room, at
any SNR.
"""
import argparse
import json
import os
import numpy as np
from scipy import fft
import rooms
from sounds import Sounds

RATE = 48_000
FRAMES = 4 * RATE
SIZE = 262_144                      # transform of a convolution: a track and 1.4 s of response
TRACKS = 4                          # of speech, and of ambience, per room
LEVEL = 0.05
SPEECH_KINDS = dict(single=0.42, moving=0.2, alternating=0.15, overlapping=0.13, brief=0.1)
AMBIENCE_KINDS = dict(diffuse=0.26, babble=0.22, music=0.17, points=0.17, mixed=0.12, synthetic=0.06)
DISTANCE = dict(outdoors=(0.5, 4.5), small=(0.4, 1.8), medium=(0.5, 3.0), large=(0.7, 5.0))


def active_rms(x):
    p = (x.reshape(-1, 960) ** 2).mean(1)
    top = np.percentile(p, 95)
    return float(np.sqrt(p[p >= top * 1e-3].mean() + 1e-12))


def unit(azimuth, elevation):
    a, e = np.deg2rad(azimuth), np.deg2rad(elevation)
    return np.array([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)])


def convolved(signals, responses):
    """Sum of the signals (frames,) through their responses (4, n)."""
    total = 0
    for x, h in zip(signals, responses):
        total = total + fft.rfft(x, SIZE)[None] * fft.rfft(h[:, :SIZE - FRAMES], SIZE, axis=1)
    return fft.irfft(total, SIZE, axis=1)[:, :FRAMES].astype(np.float32)


def draw(table, rng):
    return str(rng.choice(list(table), p=np.array(list(table.values())) / sum(table.values())))


class Renderer:
    def __init__(self, sounds, rng):
        self.sounds, self.rng = sounds, rng
        self.room = rooms.draw_room(rng)

    def distance(self, factor=1.0, more=0.0):
        return float(self.rng.uniform(*DISTANCE[self.room.kind])) * factor + more

    def azimuth(self):
        return float(self.rng.uniform(-180, 180))

    def speech(self, kind):
        """A track of one or two talkers and their names."""
        rng = self.rng
        count = 2 if kind in ("alternating", "overlapping") else 1
        talkers = [self.sounds.talker(rng) for _ in range(count)]
        signals, responses = [], []
        first = self.azimuth()
        cut = int(rng.uniform(0.3, 0.7) * FRAMES)
        for i, row in enumerate(talkers):
            x = self.sounds.read(row, FRAMES, rng, loop=rng.random() < 0.5)
            if kind == "alternating":
                x[slice(cut, None) if i == 0 else slice(None, cut)] = 0
            elif kind == "brief":
                start, length = int(rng.uniform(0.1, 0.7) * FRAMES), int(rng.uniform(0.5, 1.6) * RATE)
                x[:start], x[start + length:] = 0, 0
            x = x * (10 ** (rng.uniform(-3, 3) / 20) / (active_rms(x) + 1e-4))
            azimuth, elevation = first + i * rng.uniform(40, 320), rng.uniform(-15, 25)
            distance = self.distance()
            if kind == "moving":
                arc, turn = rng.uniform(15, 60) * rng.choice([-1, 1]), 5
                seed = int(rng.integers(1 << 31))
                grid = np.linspace(0, FRAMES, turn)
                for k in range(turn):
                    weight = np.clip(1 - np.abs(np.arange(FRAMES) - grid[k]) / (FRAMES / (turn - 1)), 0, 1)
                    signals.append(x * weight.astype(np.float32))
                    at = unit(azimuth + arc * k / (turn - 1), elevation)
                    responses.append(rooms.response(self.room, at, distance, np.random.default_rng(seed)))
            else:
                signals.append(x)
                responses.append(rooms.response(self.room, unit(azimuth, elevation), distance, rng))
        y = convolved(signals, responses)
        return y / (active_rms(y[0]) + 1e-6), [t["name"] for t in talkers]

    def ambience(self, kind, without):
        rng = self.rng
        y = dict(diffuse=self.diffuse, babble=lambda: self.babble(without), music=self.music, points=self.points,
                 synthetic=self.synthetic, mixed=self.mixed)[kind]()
        y = normal(y)
        if rng.random() < 0.7 and kind != "synthetic":
            y = y + normal(self.hiss()) * 10 ** (rng.uniform(-45, -22) / 20)
        return y

    def mixed(self):
        other = self.points if self.rng.random() < 0.7 else self.music
        return normal(self.diffuse()) + normal(other()) * 10 ** (self.rng.uniform(-4, 4) / 20)

    def diffuse(self):
        """Plane waves from all around, each another stretch of one recording."""
        rng = self.rng
        row = self.sounds.pick("noise", rng)
        loop = self.sounds.read(row, max(row["frames"], 2 * FRAMES), rng, bend=0.25)
        waves = int(rng.integers(12, 36))
        golden = np.pi * (3 - 5 ** 0.5) * np.arange(waves) + rng.uniform(0, 7)
        lift = 1 - 2 * (np.arange(waves) + 0.5) / waves
        lift *= rng.choice([1.0, 0.5, 0.15], p=(0.6, 0.2, 0.2))
        golden = golden % (2 * np.pi) * rng.choice([1.0, 0.5], p=(0.8, 0.2)) + rng.uniform(0, 7)
        flat = np.sqrt(1 - lift ** 2)
        gains = rooms.encode(np.stack([flat * np.cos(golden), flat * np.sin(golden), lift], 1))
        gains = gains * (10 ** (rng.uniform(-4, 4, waves) / 20) * rng.choice([-1, 1], waves))
        starts = (rng.permutation(waves) + rng.uniform(0, 1, waves)) / waves * len(loop)
        wrapped = np.concatenate([loop, loop[:FRAMES]])
        y = np.zeros((4, FRAMES), np.float32)
        for g, s in zip(gains.T.astype(np.float32), starts.astype(int)):
            part = wrapped[s:s + FRAMES]
            for c in range(4):
                y[c] += g[c] * part
        return y

    def sources(self, rows, elevations, mouth=False, factor=1.5, more=0.0, azimuths=None):
        rng, signals, responses = self.rng, [], []
        for i, row in enumerate(rows):
            x = self.sounds.read(row, FRAMES, rng)
            at = unit(self.azimuth() if azimuths is None else azimuths[i], rng.uniform(*elevations))
            signals.append(x * (10 ** (rng.uniform(-5, 5) / 20) / (active_rms(x) + 1e-3)))
            responses.append(rooms.response(self.room, at, self.distance(factor, more), rng, mouth))
        return convolved(signals, responses)

    def points(self):
        rows = [self.sounds.pick("point" if self.rng.random() < 0.75 else "noise", self.rng)
                for _ in range(int(self.rng.integers(1, 4)))]
        y = normal(self.sources(rows, (-20, 40)))
        return y + normal(self.diffuse()) * 10 ** (self.rng.uniform(-26, -14) / 20)

    def babble(self, without):
        rows = []
        while len(rows) < self.rng.integers(7, 14):
            row = self.sounds.talker(self.rng)
            if row["name"] not in without:
                rows.append(row)
        return self.sources(rows, (-5, 15), True, 1.7, 1.0)

    def music(self):
        row = self.sounds.pick("music", self.rng)
        x = self.sounds.read(row, FRAMES, self.rng)
        centre, pair = self.azimuth(), self.rng.random() < 0.5
        places = [unit(centre + o, self.rng.uniform(-5, 20)) for o in ((-30, 30) if pair else (0,))]
        responses = [rooms.response(self.room, at, self.distance(1.5), self.rng, False) for at in places]
        return convolved([x] * len(responses), responses)

    def hiss(self):
        """Microphone noise: not correlated between channels, coloured."""
        y = self.rng.standard_normal((4, FRAMES), dtype=np.float32) * np.float32(0.1)
        return y * self.rng.uniform(0.5, 1.5, (4, 1)).astype(np.float32)

    def synthetic(self):
        """Wind or handling: low, strong, hardly correlated, in gusts; or hum and hiss."""
        rng = self.rng
        y = self.hiss()
        hz = np.maximum(np.fft.rfftfreq(FRAMES, 1 / RATE), 5)
        if rng.random() < 0.6:
            corner, slope = rng.uniform(40, 400), rng.uniform(1.2, 2.5)
            y = fft.irfft(fft.rfft(y, axis=1) * (1 / (1 + (hz / corner) ** slope)), FRAMES, axis=1)
            gust = np.interp(np.arange(FRAMES), np.linspace(0, FRAMES, 12), rng.uniform(0.05, 1, 12) ** 2)
            return y * gust
        tilt = rng.uniform(-0.2, 0.7)
        y = fft.irfft(fft.rfft(y, axis=1) * (hz / 1000) ** -tilt, FRAMES, axis=1)
        t, base = np.arange(FRAMES) / RATE, rng.choice([50, 60, 100, rng.uniform(40, 300)])
        hum = sum(rng.uniform(0, 1) / k * np.sin(2 * np.pi * base * k * t + rng.uniform(0, 7)) for k in range(1, 12))
        return normal(y) + rng.uniform(0, 1) * rooms.encode(unit(self.azimuth(), 0)[None]) * hum


def normal(y):
    return y.astype(np.float32) / np.float32(np.sqrt((y[0] ** 2).mean() + 1e-12))


def render(sounds, seed):
    rng = np.random.default_rng(seed)
    r = Renderer(sounds, rng)
    tracks, about = [], []
    names = []
    for _ in range(TRACKS):
        kind = draw(SPEECH_KINDS, rng)
        y, who = r.speech(kind)
        tracks.append(y)
        about.append(dict(role="speech", kind=kind, talkers=who))
        names += who
    for _ in range(TRACKS):
        kind = draw(AMBIENCE_KINDS, rng)
        tracks.append(r.ambience(kind, names))
        about.append(dict(role="ambience", kind=kind))
    out = np.zeros((2 * TRACKS, 4, FRAMES), np.int16)
    for i, y in enumerate(tracks):
        out[i] = np.round(y * (32767 * min(LEVEL, 0.98 / (np.abs(y).max() + 1e-9))))
    return out, dict(room=r.room.kind, rt60=float(r.room.rt60[1]), tracks=about)


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--sounds", required=True)
    ap.add_argument("--out", required=True)
    ap.add_argument("--rooms", type=int, default=400)
    ap.add_argument("--first", type=int, default=0)
    ap.add_argument("--split", default="train")
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    library = Sounds(a.sounds, a.split)
    for index in range(a.first, a.first + a.rooms):
        tracks, info = render(library, [index, len(a.split)])
        stem = os.path.join(a.out, f"room_{index:04d}")
        np.save(stem + ".part.npy", tracks)
        with open(stem + ".json", "w") as f:
            json.dump(info, f)
        os.replace(stem + ".part.npy", stem + ".npy")
