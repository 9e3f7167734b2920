"""More ambience than was recorded: tracks bent, turned, layered, swelling, backwards, and made from noise."""
import numpy as np
from scipy import fft
import features
import rooms

RATE = features.RATE


def bent(x, rng, most, wrap):
    """Faster or slower by up to e^±most, the same length; what is missing at the end is repeated, or silence."""
    frames = x.shape[1]
    wanted = fft.next_fast_len(int(frames * np.exp(rng.uniform(-most, most))), True)
    spectrum = fft.rfft(x, axis=1)
    keep = min(spectrum.shape[1], wanted // 2 + 1)
    y = fft.irfft(spectrum[:, :keep], wanted, axis=1).astype(np.float32) * np.float32(wanted / frames)
    if wanted >= frames:
        return y[:, :frames]
    rest = y[:, :frames - wanted] if wrap else np.zeros((len(y), frames - wanted), np.float32)
    return np.concatenate([y, rest], 1)


def swelling(frames, rng, most_db=9):
    """A slow random gain: 0.2 to 3 knots a second, between them straight in dB."""
    knots = int(frames / RATE * np.exp(rng.uniform(np.log(0.5), np.log(4)))) + 2
    db = np.interp(np.linspace(0, knots - 1, frames // 64 + 1), np.arange(knots), rng.uniform(-most_db, most_db, knots))
    return np.repeat((10 ** (db / 20)).astype(np.float32), 64)[:frames]


def noise(frames, rng):
    """Sounds of no recording: hiss, gusts, crackle, engines and tones, diffuse or from somewhere; W at about level 1."""
    kind = rng.choice(["gusts", "crackle", "engine", "tones", "surf"])
    t = np.arange(frames) / RATE
    hz = fft.rfftfreq(frames, 1 / RATE)
    if kind == "crackle":
        clicks = (rng.random(frames) < np.exp(rng.uniform(np.log(4), np.log(200))) / RATE) * rng.standard_normal(frames)
        spectrum = fft.rfft(clicks * np.exp(rng.normal(0, 0.7, frames)))
        centre = np.exp(rng.uniform(np.log(500), np.log(8000)))
        shape = 1 / (1 + ((hz - centre) / (centre * rng.uniform(0.1, 0.8))) ** 2)
    elif kind in ("engine", "tones"):
        if kind == "engine":
            base = rng.uniform(18, 140) * np.exp(rng.uniform(0, 0.15) * np.sin(2 * np.pi * rng.uniform(0.05, 0.6) * t))
            phase = 2 * np.pi * np.cumsum(base) / RATE
            x = sum(rng.uniform(0, 1) / k ** rng.uniform(0.3, 1.2) * np.sin(k * phase + rng.uniform(0, 7))
                    for k in range(1, 24))
        else:
            x = np.zeros(frames)
            for _ in range(rng.integers(2, 9)):                  # notes that start and decay: bells, beeps, birds
                start, f = rng.uniform(0, frames / RATE), np.exp(rng.uniform(np.log(150), np.log(7000)))
                envelope = np.where(t > start, np.exp(-(t - start) / rng.uniform(0.05, 1.5)), 0)
                x += envelope * np.sin(2 * np.pi * f * t * (1 + rng.choice([0, 0.02]) * np.sin(9 * t)))
        spectrum, shape = fft.rfft(x + 0.02 * rng.standard_normal(frames)), 1
    else:
        spectrum = fft.rfft(rng.standard_normal(frames))
        shape = np.maximum(hz / 1000, 0.05) ** -rng.uniform(0, 1.2)
    x = fft.irfft(spectrum * shape, frames).astype(np.float32)
    if kind in ("gusts", "surf"):
        x = x * swelling(frames, rng, 14 if kind == "gusts" else 7)
    if rng.random() < 0.5:                                       # from one place
        azimuth, lift = rng.uniform(-np.pi, np.pi), rng.uniform(-0.3, 0.6)
        at = np.array([[np.cos(azimuth) * np.cos(lift), np.sin(azimuth) * np.cos(lift), np.sin(lift)]])
        y = rooms.encode(at) * x
    else:                                                        # from many
        waves = int(rng.integers(6, 16))
        at = rng.standard_normal((waves, 3)) * np.array([1, 1, rng.choice([0.3, 1])])
        gains = rooms.encode(at / np.linalg.norm(at, axis=1, keepdims=True))        # (4, waves)
        gains = gains * rng.choice([-1, 1], waves)
        y = sum(gains[:, [k]].astype(np.float32) * np.roll(x, rng.integers(frames)) for k in range(waves))
    return (y / (np.sqrt((y[0] ** 2).mean()) + 1e-9)).astype(np.float32)


def layer(track, rng):
    """An ambience track (4, frames) from anywhere in itself, perhaps backwards, bent, swelling."""
    y = np.roll(track, rng.integers(track.shape[1]), axis=1)
    if rng.random() < 0.15:
        y = y[:, ::-1]
    if rng.random() < 0.35:
        y = bent(y, rng, 0.25, True)
    if rng.random() < 0.3:
        y = y * swelling(y.shape[1], rng)
    return y
