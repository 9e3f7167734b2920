"""Training examples: a speech track and an ambience mixed and spoilt in many ways; features, per-band targets."""
import glob
import json
import numpy as np
import features
import scenes
import variety

TARGETS = 3 * features.BANDS


class Tracks:
    """The rendered rooms of a folder; `refresh` finds new ones."""

    def __init__(self, folder):
        self.folder, self.rooms = folder, []
        self.refresh()

    def refresh(self):
        for path in sorted(glob.glob(f"{self.folder}/room_????.npy"))[len(self.rooms):]:
            self.rooms.append((np.load(path, mmap_mode="r"), json.load(open(path[:-4] + ".json"))["tracks"]))

    def ambience(self, rng, kind=None):
        """An ambience of any room, of one kind where there is one soon."""
        for _ in range(12):
            room = self.rooms[rng.integers(len(self.rooms))]
            j = int(scenes.TRACKS + rng.integers(scenes.TRACKS))
            if kind is None or room[1][j]["kind"] == kind:
                break
        return room[0][j].astype(np.float32) / 32768

    def draw(self, rng):
        """One speech image and one ambience (4, frames), active speech and ambience at the same level; their kinds."""
        a = b = self.rooms[rng.integers(len(self.rooms))]
        if rng.random() < 0.3:
            b = self.rooms[rng.integers(len(self.rooms))]
        i = int(rng.integers(scenes.TRACKS))
        j = int(scenes.TRACKS + rng.integers(scenes.TRACKS))
        return a[0][i].astype(np.float32) / 32768, b[0][j].astype(np.float32) / 32768, b[1][j]["kind"]


def turned(x, rng):
    """Any yaw, small pitch and roll, perhaps mirrored."""
    yaw, pitch, roll = rng.uniform(-np.pi, np.pi), rng.normal(0, 0.1), rng.normal(0, 0.1)

    def about(a, b, angle):
        m = np.eye(3)
        m[a, a] = m[b, b] = np.cos(angle)
        m[b, a], m[a, b] = np.sin(angle), -np.sin(angle)
        return m

    m = about(0, 1, yaw) @ about(2, 0, pitch) @ about(1, 2, roll)             # on x, y, z
    if rng.random() < 0.5:
        m[:, 1] = -m[:, 1]
    order = [1, 2, 0]                                                        # y, z, x of AmbiX
    y = np.empty_like(x)
    y[0] = x[0]
    y[1:] = m[np.ix_(order, order)].astype(np.float32) @ x[1:]
    return y * np.float32(rng.choice([-1, 1]))


def faced(s, rng):
    """Speech (4, frames) turned so that it comes from about the front, where one who records mostly points."""
    azimuth = np.arctan2((s[0] * s[1]).sum(), (s[0] * s[3]).sum())
    yaw = np.deg2rad(rng.normal(0, 55)) - azimuth
    c, d = np.float32(np.cos(yaw)), np.float32(np.sin(yaw))
    y = s.copy()
    y[1], y[3] = c * s[1] + d * s[3], c * s[3] - d * s[1]
    return y


def curve(rng, db, knots=7):
    """A smooth random gain per bin."""
    hz = np.arange(features.BINS) * features.RATE / features.SIZE
    at = np.linspace(np.log(60), np.log(20000), knots)
    return (10 ** (np.interp(np.log(np.maximum(hz, 30)), at, rng.uniform(-db, db, knots)) / 20)).astype(np.float32)


def low_pass(rng, lowest=4000, highest=20000):
    hz = np.arange(features.BINS) * features.RATE / features.SIZE
    corner = np.exp(rng.uniform(np.log(lowest), np.log(highest)))
    return (10 ** (-np.clip((hz / corner - 1) * rng.uniform(80, 400), 0, 75) / 20)).astype(np.float32)


def imperfect(rng):
    """The same faulty microphone for both stems: (4, 4, bins) complex, or None for a good one."""
    if rng.random() < 0.5:
        return None
    hz = np.arange(features.BINS) * features.RATE / features.SIZE
    m = np.zeros((4, 4, features.BINS), np.complex64)
    for c in range(4):
        m[c, c] = curve(rng, 1.5)
    m[1:] *= curve(rng, 2.0)
    if rng.random() < 0.3:
        m[2] *= rng.choice([0.0, rng.uniform(0, 0.4), rng.uniform(1, 2)])      # Z missing, weak, strong
    if rng.random() < 0.6:                                                   # spatial aliasing
        high = np.clip((hz / rng.uniform(5000, 11000) - 1) * 2, 0, 1)
        m[1:] *= 10 ** (rng.uniform(-6, 8) * high / 20)
        for a in range(4):
            for b in range(4):
                if a != b:
                    slope = rng.uniform(-3e-4, 3e-4)
                    m[a, b] += rng.uniform(0, 0.5) * high * np.exp(1j * (rng.uniform(0, 6.3) + slope * hz))
    return m


def through(m, x):
    if m is None:
        return x
    y = np.empty_like(x)
    for a in range(4):
        y[a] = m[a, a] * x[a]
        for b in range(4):
            if a != b and m[a, b].any():
                y[a] += m[a, b] * x[b]
    return y


def mixture(tracks, rng):
    """Spectra of speech and ambience (4, hops, bins) each: as the validation has them."""
    s, a, _ = tracks.draw(rng)
    s, a = turned(s, rng), turned(np.roll(a, rng.integers(a.shape[1]), axis=1), rng)
    snr = rng.uniform(-8, 25) if rng.random() < 0.6 else rng.uniform(-6, 10)
    s, a = features.spectra(s), features.spectra(a * np.float32(10 ** (-snr / 20)))
    s *= curve(rng, 5)
    a *= curve(rng, 5)
    if rng.random() < 0.15:
        a *= low_pass(rng)
    return finished(s, a, rng, 0.06, 0.14)


def varied_mixture(tracks, rng):
    """The same from more than the tracks: layers of ambience of several rooms, bent, coloured, synthetic."""
    s, a, kind = tracks.draw(rng)
    level = float(np.sqrt((a[0] ** 2).mean()))
    if kind != "babble" and rng.random() < 0.17:
        a = tracks.ambience(rng, "babble")
    elif kind != "babble" and rng.random() < 0.06:
        a = tracks.ambience(rng, "music")
    a = features.spectra(turned(variety.layer(a, rng), rng)) * curve(rng, rng.choice([4, 12]))
    for chance in (0.4, 0.25):
        if rng.random() > chance:
            break
        if rng.random() < 0.3:
            more = variety.noise(s.shape[1], rng) * np.float32(level)
        else:
            more = variety.layer(tracks.ambience(rng), rng)
        more = features.spectra(turned(more, rng)) * curve(rng, rng.choice([4, 12]))
        a += more * np.float32(10 ** (rng.uniform(-14, 6) / 20))
    if rng.random() < 0.4:
        s = variety.bent(s, rng, 0.15, False)
    s = turned(s, rng)
    if rng.random() < 0.5:
        s = faced(s, rng)
    s = features.spectra(s) * curve(rng, 5) * tilt(rng, 4)
    a *= np.float32(active(s) / (np.sqrt((np.abs(a[0]) ** 2).mean()) + 1e-9))
    snr = rng.uniform(-8, 25) if rng.random() < 0.45 else rng.uniform(-7, 10)
    a *= np.float32(10 ** (-snr / 20))
    if rng.random() < 0.15:
        a *= low_pass(rng)
    return finished(s, a, rng, 0.05, 0.18)


def active(s):
    """The level of W where it is not silent."""
    loud = (np.abs(s[0]) ** 2).mean(1)
    loud = loud[loud >= 1e-3 * np.percentile(loud, 95)]
    return float(np.sqrt(loud.mean() + 1e-9))


def tilt(rng, db):
    """A straight slope over five octaves around 1 kHz, dB an octave up to `db`/2."""
    hz = np.arange(features.BINS) * features.RATE / features.SIZE
    octaves = np.clip(np.log2(np.maximum(hz, 50) / 1000), -2.5, 2.5)
    return (10 ** (octaves * rng.uniform(-db, db) / 40)).astype(np.float32)


def finished(s, a, rng, no_ambience, no_speech):
    """Filters, lone stems, microphone and level that both stems share."""
    if rng.random() < 0.3:
        common = low_pass(rng)
        s *= common
        a *= common
    only = rng.random()
    if only < no_ambience:
        a *= np.float32(10 ** (-rng.uniform(30, 60) / 20) if rng.random() < 0.5 else 0)
    elif only < no_speech:
        s *= 0
    microphone = imperfect(rng)
    gain = np.float32(10 ** (rng.uniform(-30, 10) / 20))
    return through(microphone, s) * gain, through(microphone, a) * gain


def targets(s, a):
    """(hops, 3·bands) float32: log2 of the band's power A in the mixture, the best real gain B/A, log2 of the error
    left with it; sums over channels and bins, powers re the example's mean."""
    x = s + a
    power = features.band_sums((x.real ** 2 + x.imag ** 2).sum(0))
    match = features.band_sums((x.real * s.real + x.imag * s.imag).sum(0))
    speech = features.band_sums((s.real ** 2 + s.imag ** 2).sum(0))
    mean = power.mean() + 1e-20
    best = match / (power + 1e-9 * mean)
    left = np.maximum(speech - best * match, 0)
    return np.concatenate([np.log2(power / mean + 1e-9), np.clip(best, -2, 3), np.log2(left / mean + 1e-9)], 1)


def example(tracks, rng, varied=True):
    """(features (hops, inputs), field (hops, 7·bands), targets (hops, 3·bands))."""
    s, a = (varied_mixture if varied else mixture)(tracks, rng)
    x, field = features.features(s + a)
    y = targets(s, a).astype(np.float32)
    return (x, field, y) if np.isfinite(x.sum() + field.sum() + y.sum()) else example(tracks, rng, varied)
