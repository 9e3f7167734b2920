"""Test signals, and the numbers that are read from rendered audio. Signals are frames × channels, FOA in W Y Z X."""

import numpy as np
import soundfile

import setting

RATE = 48000


def write(name, signal, rate=RATE):
    file = setting.path(name)
    soundfile.write(file, signal, rate, subtype="FLOAT", format="WAV")
    return file


def read(file):
    return soundfile.read(file, dtype="float32", always_2d=True)[0]


def noise(seconds, channels=1, level=0.1, seed=1, rate=RATE):
    """White, so that its delay shows to the frame."""
    source = np.random.default_rng(seed)
    return (level * source.standard_normal((int(seconds * rate), channels))).astype("float32")


def voice(seconds, level=0.1, seed=2, rate=RATE, rests=True):
    """Like speech: a gliding harmonic tone through three moving formants, four syllables a second, now and then a rest."""
    random = np.random.default_rng(seed)
    frames = int(seconds * rate)
    time = np.arange(frames) / rate
    pitch = 130 + 25 * np.sin(2 * np.pi * 0.7 * time) + 12 * np.sin(2 * np.pi * 2.3 * time + 1)
    phase = 2 * np.pi * np.cumsum(pitch) / rate
    formants = [(600 + 150 * np.sin(2 * np.pi * 1.9 * time), 90), (1400 + 350 * np.sin(2 * np.pi * 1.3 * time), 120),
                (2600 + 100 * np.sin(2 * np.pi * 0.9 * time), 160)]
    sound = np.zeros(frames)
    for harmonic in range(1, 30):
        strength = sum(1 / (1 + ((harmonic * pitch - centre) / width) ** 2) for centre, width in formants)
        sound += strength / harmonic**0.5 * np.sin(harmonic * phase + random.uniform(0, 6))
    syllables = np.clip(np.sin(2 * np.pi * 2 * time) ** 2 * 1.4 - 0.2, 0, 1)
    pauses = np.clip(np.sin(2 * np.pi * 0.35 * time + 0.6) * 8 + 4, 0, 1)
    sound *= syllables * (pauses if rests else 1)
    return (level * sound / np.sqrt(np.mean(sound**2))).astype("float32")[:, None]


def encoded(mono, azimuth=0.0, elevation=0.0):
    """A plane wave from a direction in degrees, counter-clockwise from the front."""
    a, e = np.radians(azimuth), np.radians(elevation)
    return (mono * np.array([[1, np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e)]])).astype("float32")


def diffuse(seconds, level=0.05, seed=3, rate=RATE):
    """Noise from all around: X, Y and Z have together the energy of W."""
    return noise(seconds, 4, level, seed, rate) * np.array([[1, 1, 1, 1]], "float32") / np.sqrt([[1, 3, 3, 3]])


def scene(seconds, azimuth=30.0, rate=RATE, rests=True):
    """A voice in diffuse noise 10 dB below it."""
    place = diffuse(seconds, 0.03, rate=rate).astype("float32")
    return encoded(voice(seconds, rate=rate, rests=rests), azimuth) + place


def rms(signal):
    return float(np.sqrt(np.mean(np.square(signal, dtype=np.float64))))


def decibels(signal, reference=1.0):
    """Level of a signal over a reference (a signal or a number)."""
    over = reference if np.isscalar(reference) else rms(reference)
    return 20 * np.log10(max(rms(signal), 1e-12) / max(over, 1e-12))


def levels(signal, seconds, rate=RATE):
    """RMS level in dB of consecutive pieces of one channel."""
    length = int(seconds * rate)
    return [decibels(signal[start:start + length]) for start in range(0, len(signal) - length + 1, length)]


def delay(output, source):
    """How many frames the output lags behind the source: the peak of their cross-correlation."""
    length = 1 << int(np.ceil(np.log2(len(output) + len(source))))
    spectrum = np.fft.rfft(output, length) * np.conj(np.fft.rfft(source, length))
    lag = int(np.argmax(np.fft.irfft(spectrum, length)))
    return lag - length if lag > length // 2 else lag
