"""Reads the decoded recordings (`sources.py` wrote them)."""
import json
import os
import numpy as np


class Sounds:
    """The decoded recordings of one split."""

    def __init__(self, folder, split):
        self.samples = np.memmap(os.path.join(folder, "sounds.i16"), "<i2", "r")
        rows = [r for r in json.load(open(os.path.join(folder, "sounds.json"))) if r["split"] == split]
        self.rows = {kind: [r for r in rows if r["kind"] == kind] for kind in ("speech", "noise", "point", "music")}
        self.corpus = {}
        for r in self.rows["speech"]:
            # sentences by talker, crowd sentences, crowd words, full-band voices
            key = ("read" if r["name"].startswith("so") else "crowd" if r["name"].startswith("sti")
                   else "words" if r["name"].startswith("ww") else "full")
            self.corpus.setdefault(key, []).append(r)

    def talker(self, rng):
        keys, p = list(self.corpus), dict(read=0.33, crowd=0.15, words=0.07, full=0.45)
        p = np.array([p[k] for k in keys])
        group = self.corpus[str(rng.choice(keys, p=p / p.sum()))]
        return group[rng.integers(len(group))]

    def pick(self, kind, rng):
        return self.rows[kind][rng.integers(len(self.rows[kind]))]

    def read(self, row, frames, rng, loop=True, bend=0.12):
        """Float32 `frames` from anywhere in a sound, up to `bend` faster or slower (and higher or lower), so that
        there are more voices and noises than recordings; a short one is repeated, or padded with silence."""
        rate = float(np.exp(rng.uniform(-bend, bend)))
        x = self.excerpt(row, int(frames * rate) + 2, rng, loop)
        return np.interp(np.arange(frames) * rate, np.arange(len(x)), x).astype(np.float32)

    def excerpt(self, row, frames, rng, loop):
        n = row["frames"]
        if n >= frames:
            first = row["first"] + int(rng.integers(n - frames + 1))
            x = self.samples[first:first + frames].astype(np.float32) / 32768
        else:
            x = self.samples[row["first"]:row["first"] + n].astype(np.float32) / 32768
            if loop:
                fade = min(2400, n // 4)
                ramp = np.sqrt(np.linspace(0, 1, fade, dtype=np.float32))
                head = x[:fade] * ramp + x[n - fade:] * ramp[::-1]
                x = np.resize(np.concatenate([head, x[fade:n - fade]]), frames + n)[rng.integers(n):][:frames]
            else:
                x = np.concatenate([x, np.zeros(frames - n, np.float32)])
        fade = np.linspace(0, 1, 240, dtype=np.float32)
        x[:240] *= fade
        x[-240:] *= fade[::-1]
        return x
