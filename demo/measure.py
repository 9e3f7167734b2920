"""What the demonstration says in numbers."""

import numpy as np


def level(signal):
    """RMS in dB over full scale: of W for FOA, of the whole for mono and stereo."""
    channel = signal[:, 0] if signal.ndim == 2 and signal.shape[1] >= 4 else signal
    return 10 * np.log10(np.mean(np.square(channel, dtype="float64")) + 1e-20)


def distortion_ratio(estimate, target):
    """Scale-invariant signal-to-distortion ratio in dB. Source: Le Roux et al. (2019), eq. 3."""
    estimate, target = estimate.astype("float64"), target.astype("float64")
    image = np.dot(estimate, target) / (np.dot(target, target) + 1e-20) * target
    return 10 * np.log10(np.sum(image**2) / (np.sum((estimate - image) ** 2) + 1e-20) + 1e-20)


def share(signal, part):
    """Level in dB of what a signal contains of a part of it, relative to that part: the regression on it."""
    signal, part = signal.astype("float64"), part.astype("float64")
    return 20 * np.log10(abs(np.dot(signal, part)) / (np.dot(part, part) + 1e-20) + 1e-10)


def correlation(first, second):
    return float(np.corrcoef(first.astype("float64"), second.astype("float64"))[0, 1])


def report(mixture, made, latency, rate, truth):
    """Lines to print."""
    dialog, ambience = made["dialog.wav"][:, 0], made["ambience.wav"]
    error = made["remix-0.wav"][:, :4].astype("float64") - mixture
    left_over = 10 * np.log10(np.mean(error**2) / np.mean(mixture.astype("float64") ** 2) + 1e-20)
    yield f"latency {latency} frames, {1000 * latency / rate:.1f} ms; style Standard gives back the recording bit for bit"
    equal = "the same bits" if left_over < -190 else f"{left_over:.0f} dB difference"
    yield f"remix at 0 against the recording: {equal}"
    yield (f"levels (W): recording {level(mixture):.1f} dB, dialog {level(dialog):.1f} dB, "
           f"ambience {level(ambience):.1f} dB; correlation of dialog and ambience {correlation(dialog, ambience[:, 0]):.2f}")
    if truth is None:
        return
    voice, place = truth.voice[:, 0], truth.place[:, 0]
    for name, stem, target in (("dialog", dialog, truth.dry), ("ambience", ambience[:, 0], place)):
        before, after = distortion_ratio(mixture[:, 0], target), distortion_ratio(stem, target)
        word = "voice" if name == "dialog" else "place"
        yield (f"{name} stem against the {word} as it was: SI-SDR {after:.1f} dB, in the recording {before:.1f} dB, "
               f"improvement {after - before:+.1f} dB")
    yield (f"the voice is in the dialog at {share(dialog, voice):.1f} dB, in the ambience at "
           f"{share(ambience[:, 0], voice):.1f} dB of its level in the recording")
    yield (f"the place is in the ambience at {share(ambience[:, 0], place):.1f} dB, in the dialog at "
           f"{share(dialog, place):.1f} dB of its level in the recording")
