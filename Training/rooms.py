"""First-order Ambisonic room responses from random shoebox rooms (AmbiX: W Y Z X, SN3D; 48 kHz; float32).

Early part: image sources (J. Allen & D. Berkley, 1979, "Image method for efficiently simulating small-room acoustics",
JASA 65(4)), one gain per frequency band and image. Late part: noise with the covariance of a diffuse field, decaying at
each band's rate, faded in at the mixing time.
"""
from dataclasses import dataclass
import numpy as np
from scipy import fft

RATE = 48_000
SPEED = 343.0
DIRECT_AT = 96                                     # frame at which the direct sound arrives
CENTRES_HZ = np.array([300.0, 1200.0, 4000.0, 10000.0])
AIR_DB_PER_M = np.array([0.001, 0.005, 0.04, 0.14])
MOUTH_BACK_DB = np.array([3.0, 7.0, 12.0, 18.0])    # a mouth's loss to the back
KINDS = ("outdoors", "small", "medium", "large")


def encode(unit):
    """Gains W Y Z X (4, n) of unit vectors x, y, z (n, 3)."""
    return np.stack([np.ones(len(unit)), unit[:, 1], unit[:, 2], unit[:, 0]])


def band_weights(frames):
    """Share of each band (bands, frames // 2 + 1); they add up to 1. Linear over log frequency."""
    hz = np.maximum(np.arange(frames // 2 + 1) * RATE / frames, 1.0)
    position = np.interp(np.log(hz), np.log(CENTRES_HZ), np.arange(len(CENTRES_HZ)))
    return np.maximum(0, 1 - np.abs(position - np.arange(len(CENTRES_HZ))[:, None])).astype(np.float32)


@dataclass
class Room:
    kind: str
    size: np.ndarray
    rt60: np.ndarray          # s, per band
    mic: np.ndarray
    reflection: np.ndarray    # per wall pair (3) and band
    tails: list
    jitter: float

    @property
    def outdoors(self):
        return self.kind == "outdoors"


def draw_room(rng, kind=None):
    kind = kind or str(rng.choice(KINDS, p=(0.24, 0.26, 0.3, 0.2)))
    low, high, rt = dict(outdoors=((50, 50, 50), (60, 60, 60), (0.1, 0.1)),
                         small=((2.2, 2.0, 2.2), (4.5, 4.0, 2.8), (0.15, 0.5)),
                         medium=((4.0, 3.5, 2.4), (9.0, 7.0, 3.6), (0.25, 0.8)),
                         large=((9.0, 7.0, 3.2), (25.0, 18.0, 9.0), (0.6, 2.0)))[kind]
    size = rng.uniform(low, high)
    rt60 = rng.uniform(*rt) * np.array([rng.uniform(0.8, 1.5), 1.0, rng.uniform(0.7, 1.0), rng.uniform(0.4, 0.8)])
    volume, surface = size.prod(), 2 * (size[0] * size[1] + size[0] * size[2] + size[1] * size[2])
    absorbed = 1 - np.exp(-0.161 * volume / (surface * rt60))                 # Eyring
    absorbed = np.clip(absorbed[None] * rng.uniform(0.6, 1.4, (3, 1)), 0.01, 0.95)
    mic = size * rng.uniform(0.3, 0.7, 3)
    mic[2] = min(rng.uniform(1.0, 1.8), 0.6 * size[2])
    room = Room(kind, size, rt60, mic, np.sqrt(1 - absorbed), [], rng.uniform(0, 0.06))
    if not room.outdoors:
        room.tails = [_tail(room, rng) for _ in range(2)]
    return room


def _tail(room, rng):
    """(bands, 4, frames) decaying diffuse noise of unit power at its start."""
    n = int(min(1.25 * room.rt60.max(), 1.3) * RATE)
    size = fft.next_fast_len(n, real=True)
    diffuse = np.array([1, 3 ** -.5, 3 ** -.5, 3 ** -.5], np.float32)[:, None]
    noise = rng.standard_normal((4, size), dtype=np.float32) * diffuse
    spectrum = fft.rfft(noise, axis=1)
    t = np.arange(n, dtype=np.float32) / RATE
    out = []
    for weight, rt in zip(band_weights(size), room.rt60):
        out.append(fft.irfft(spectrum * weight, size, axis=1)[:, :n] * np.exp(-6.9 * t / rt))
    return np.stack(out).astype(np.float32)


def _images(room, source, radius):
    """Positions (m, 3), gain per band (m, bands), mirrorings (m, 3)."""
    if room.outdoors:
        position = np.array([source, source * [1, 1, -1]])
        ground = 10 ** (-np.array([2.0, 5.0, 8.0, 12.0]) / 20)
        return position, np.stack([np.ones(4), ground]), np.array([[1, 1, 1], [1, 1, -1]])
    axes = []
    for length, s in zip(room.size, source):
        k = np.arange(-int(radius / (2 * length)) - 1, int(radius / (2 * length)) + 2)
        at = np.concatenate([2 * k * length + s, 2 * k * length - s])
        bounce = np.concatenate([np.abs(2 * k), np.abs(2 * k - 1)])
        axes.append((at, bounce, np.repeat([1, -1], len(k))))
    grid = [np.stack(np.meshgrid(*[axis[i] for axis in axes], indexing="ij"), -1).reshape(-1, 3) for i in range(3)]
    gain = np.exp(grid[1] @ np.log(room.reflection))
    return grid[0], gain, grid[2]


def response(room, unit, distance, rng, mouth=True):
    """FOA response (4, frames) of a source at `distance` m along `unit` from the microphone; direct sound of gain 1.

    `mouth`: radiates as a mouth that faces the microphone within about 25 degrees; else to all sides.
    """
    free = [(s - 0.2 - m) / c if c > 0 else (m - 0.2) / -c
            for s, m, c in zip(room.size, room.mic, unit) if abs(c) > 1e-6]
    distance = max(0.35, min([distance] + ([] if room.outdoors else free)))
    source = room.mic + distance * unit
    mixing = float(np.clip(np.sqrt(room.size.prod()) / 1000 + rng.uniform(0.015, 0.03), 0.025, 0.07))
    position, gain, mirror = _images(room, source, distance + SPEED * mixing)
    d = position - room.mic
    moved = np.abs(gain[:, 0] - 1) > 1e-9
    d = d + moved[:, None] * rng.normal(0, room.jitter + 1e-6, d.shape)
    r = np.maximum(np.linalg.norm(d, axis=1), 0.3)
    keep = r < distance + SPEED * mixing
    d, r, gain, mirror = d[keep], r[keep], gain[keep], mirror[keep]
    gain = gain * (distance / r[:, None]) * 10 ** (-AIR_DB_PER_M * (r - distance)[:, None] / 20)
    if mouth:
        facing = -unit + rng.normal(0, 0.35, 3)
        cosine = (-d * mirror / r[:, None]) @ (facing / np.linalg.norm(facing))
        gain = gain * 10 ** (-MOUTH_BACK_DB * (1 - cosine[:, None]) / 40)
    n = int(mixing * RATE) + DIRECT_AT + 2048
    if not room.outdoors:
        n = max(n, int(mixing * RATE) + room.tails[0].shape[2])
    banded = _taps(d / r[:, None], (r - distance) / SPEED * RATE + DIRECT_AT, gain, int(mixing * RATE) + DIRECT_AT + 64)
    size = fft.next_fast_len(banded.shape[2] + 1024, real=True)
    spectrum = (fft.rfft(banded, size, axis=2) * band_weights(size)[:, None]).sum(0)
    h = fft.irfft(spectrum, size, axis=1)[:, :banded.shape[2] + 512]
    out = np.zeros((4, n), np.float32)
    m = min(n, h.shape[1])
    out[:, :m] = h[:, :m]
    if not room.outdoors:
        _add_tail(out, banded, room, int(mixing * RATE) + DIRECT_AT, rng)
    return out


def _taps(unit, frames, gain, n):
    """Windowed-sinc impulses per band and channel (bands, 4, n)."""
    half = 12
    keep = (frames > half) & (frames + half + 1 < n)
    unit, frames, gain = unit[keep], frames[keep], gain[keep]
    start = np.round(frames).astype(int)
    k = np.arange(-half, half + 1)
    taps = np.sinc(k - (frames - start)[:, None]) * np.hanning(2 * half + 3)[1:-1]
    at = (start[:, None] + k).ravel()
    sh = encode(unit)
    out = np.zeros((gain.shape[1], 4, n), np.float32)
    for b in range(gain.shape[1]):
        for c in range(4):
            out[b, c] = np.bincount(at, ((gain[:, b] * sh[c])[:, None] * taps).ravel(), n)
    return out


def _add_tail(out, banded, room, mix, rng):
    """Fades from the images to the tail around frame `mix`, the tail as strong as the images were."""
    tail = room.tails[rng.integers(len(room.tails))]
    tail = tail * np.where(rng.random(4) < 0.5, -1, 1).astype(np.float32)[:, None]
    start = max(0, mix - int(0.01 * RATE))
    early = (banded[:, 0, max(0, mix - int(0.015 * RATE)):mix] ** 2).mean(1)
    late = (tail[:, 0, :int(0.015 * RATE)] ** 2).mean(1)
    # All bands' images cover the whole spectrum, each tail its own band only: compare with the band's share.
    share = (band_weights(4096) ** 2).mean(1)
    gain = np.sqrt(early * share / (late + 1e-20)) * 10 ** (rng.uniform(-3, 2) / 20)
    m = min(tail.shape[2], out.shape[1] - start)
    whole = (tail[:, :, :m] * gain[:, None, None].astype(np.float32)).sum(0)
    fade = np.clip(np.arange(m) / (0.015 * RATE), 0, 1) * np.pi / 2
    after = np.arange(out.shape[1]) - start
    out *= np.cos(np.clip(after / (0.02 * RATE), 0, 1) * np.pi / 2).astype(np.float32)
    out[:, start:start + m] += whole * np.sin(fade).astype(np.float32)
