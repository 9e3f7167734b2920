"""What the network sees: 92 bands × 7 features and 9 of the whole field, per hop, all independent of level.

README.md gives every formula. Arrays are float32; spectra are complex64 (4, hops, bins), W Y Z X.
"""
import numpy as np
from scipy import fft
from scipy.signal import lfilter

RATE, SIZE, HOP = 48_000, 1024, 256
BINS = SIZE // 2 + 1
SINGLES = 64                    # bands of one bin each, from 0 Hz
TRIANGLES = 28                  # bands above, evenly spaced in ERB number
BANDS = SINGLES + TRIANGLES
TOP_HZ = 20_000.0
PER_BAND, WHOLE = 7, 9
INPUTS = PER_BAND * BANDS + WHOLE
FIELD = 7 * BANDS               # per band: weighted direction, smoothed direction, weight
LEVEL_BINS = slice(4, 128)      # 188 Hz to 6 kHz
STEERING_BANDS = slice(4, 80)   # 188 Hz to 8.6 kHz
LEVEL_RISE_S, LEVEL_FALL_S = 0.4, 3.0
FIELD_S, NORM_S, FAST_S, SLOW_S = 0.06, 1.5, 0.25, 3.0
FLOOR = 1e-7                    # re the running level: -70 dB
TINY = 1e-20
WINDOW = (np.sin(np.pi * (np.arange(SIZE) + 0.5) / SIZE) * np.sqrt(0.5)).astype(np.float32)
# The way back leaves out the first hop; with WINDOW it makes a Hann window of the other three.
BACK = np.sin(np.pi * (np.arange(SIZE - HOP) + 0.5) / (SIZE - HOP)) ** 2 / 1.5 / WINDOW[HOP:]
BACK = np.concatenate([np.zeros(HOP), BACK]).astype(np.float32)


def share(seconds):
    return 1 - np.exp(-HOP / RATE / seconds)


def erb_number(hz):
    return 21.4 * np.log10(1 + 0.00437 * np.asarray(hz, float))


def band_table():
    """Per bin the lower of its two bands and the share of the upper one."""
    lower, upper = np.arange(BINS), np.zeros(BINS)
    first = erb_number(SINGLES * RATE / SIZE)
    spacing = (erb_number(TOP_HZ) - first) / (TRIANGLES - 1)
    position = np.clip((erb_number(np.arange(SINGLES, BINS) * RATE / SIZE) - first) / spacing, 0, TRIANGLES - 1)
    low = np.minimum(position.astype(int), TRIANGLES - 2)
    lower[SINGLES:], upper[SINGLES:] = SINGLES + low, position - low
    return lower, upper.astype(np.float32)


LOWER, UPPER = band_table()
_SPREAD = np.zeros((BINS, BANDS), np.float32)          # bins from bands
_SPREAD[np.arange(BINS), LOWER] = 1 - UPPER
_SPREAD[np.arange(BINS), np.minimum(LOWER + 1, BANDS - 1)] += UPPER
_TOTAL = _SPREAD[SINGLES:, SINGLES:]
_MEAN = _TOTAL / _TOTAL.sum(0)


def band_means(x):
    """(..., bins) to (..., bands)."""
    return np.concatenate([x[..., :SINGLES], x[..., SINGLES:] @ _MEAN], -1)


def band_sums(x):
    return np.concatenate([x[..., :SINGLES], x[..., SINGLES:] @ _TOTAL], -1)


def mask_of_bins(bands):
    """(..., bands) to (..., bins): linear between band centres."""
    return np.concatenate([bands[..., :SINGLES], bands[..., SINGLES:] @ _TOTAL.T], -1)


def spectra(x):
    """(4, frames) to (4, hops, bins): hop h ends with frame (h + 1)·256, silence before."""
    hops = x.shape[1] // HOP
    padded = np.concatenate([np.zeros((len(x), SIZE - HOP), np.float32), x.astype(np.float32)], 1)
    frames = np.lib.stride_tricks.sliding_window_view(padded, SIZE, axis=1)[:, ::HOP][:, :hops]
    return fft.rfft(frames * WINDOW, axis=2)


def signals(spectra_):
    """The inverse of `spectra`, in time with it: (channels, hops·256)."""
    frames = fft.irfft(spectra_, SIZE, axis=2).astype(np.float32) * BACK
    channels, hops = frames.shape[:2]
    out = np.zeros((channels, (hops + 3) * HOP), np.float32)
    for k in range(4):
        out[:, k * HOP:(k + hops) * HOP] += frames[:, :, k * HOP:(k + 1) * HOP].reshape(channels, -1)
    return out[:, SIZE - HOP:]


def running_level(power):
    """Level L per hop of the mean power per hop: rises in 0.4 s, falls in 3 s, starts as a plain mean."""
    rise, fall = share(LEVEL_RISE_S), share(LEVEL_FALL_S)
    out, level = np.empty(len(power), np.float32), 0.0
    for t, p in enumerate(power.tolist()):
        level += max(rise if p > level else fall, 1 / (t + 1)) * (p - level)
        out[t] = level
    return np.maximum(out, TINY)


def starting_mean(x, seconds):
    """Recursive mean over hops (axis 0) that starts as a plain mean."""
    a, out, mean = share(seconds), np.empty_like(x), np.zeros_like(x[0])
    for t in range(len(x)):
        mean = mean + np.float32(max(a, 1 / (t + 1))) * (x[t] - mean)
        out[t] = mean
    return out


def smoothed(x, seconds):
    """Recursive mean over hops (axis 0) from zero."""
    a = share(seconds)
    return lfilter([a], [1, a - 1], x, axis=0).astype(np.float32)


def features(field):
    """(4, hops, bins) to (hops, INPUTS), not yet normalised, and the field (hops, FIELD): ω·I/E, G, ω."""
    re, im = field.real, field.imag
    pressure = re[0] ** 2 + im[0] ** 2
    velocity = (re[1:] ** 2 + im[1:] ** 2).sum(0)
    intensity = re[0] * re[[3, 1, 2]] + im[0] * im[[3, 1, 2]]                 # x, y, z
    loudness = pressure[:, LEVEL_BINS].mean(1)
    level = running_level(loudness)[:, None]
    p, v = band_means(pressure), band_means(velocity)
    i = np.moveaxis(band_means(intensity), 0, -1)                             # (hops, bands, 3)
    e = 0.5 * (p + v) + TINY
    log_power = np.log10(p / level + FLOOR)
    rise = log_power - starting_mean(log_power, NORM_S)
    direct = np.sqrt((i ** 2).sum(-1)) / e
    both = smoothed(np.concatenate([i / level[..., None], (e / level)[..., None]], -1), FIELD_S)
    vector = both[..., :3] / (both[..., 3:] + 1e-12)
    steady_direct = np.sqrt((vector ** 2).sum(-1))
    ratio = np.clip(np.log10((v / level + 1e-8) / (p / level + 1e-8)), -2, 2)
    weight = np.sqrt(e / level)
    pulls = i / e[..., None] * weight[..., None]
    pull = pulls[:, STEERING_BANDS].sum(1)
    pull = np.concatenate([pull, weight[:, STEERING_BANDS].sum(1, keepdims=True)], 1)
    columns, whole = [log_power, rise, direct, steady_direct, ratio], []
    for seconds in (FAST_S, SLOW_S):
        g = smoothed(pull, seconds)
        length = np.sqrt((g[:, :3] ** 2).sum(1, keepdims=True))
        toward = g[:, :3] / (length + 1e-6)
        columns.append((vector * toward[:, None]).sum(-1))
        whole += [toward, length / (g[:, 3:] + 1e-6)]
    whole.append(np.log10(loudness[:, None] / level + FLOOR))
    spatial = [pulls[..., c] for c in range(3)] + [vector[..., c] for c in range(3)] + [weight]
    return np.concatenate(columns + whole, 1).astype(np.float32), np.concatenate(spatial, 1).astype(np.float32)
