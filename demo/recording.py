"""Audio files in and out: first-order recordings are frames × 4 channels in the order W Y Z X, SN3D."""

import os

import numpy as np
import soundfile


class Unusable(Exception):
    """A file that cannot be taken, and what would do."""


def read(file):
    """Signal and rate of a first-order AmbiX recording."""
    if not os.path.isfile(file):
        raise Unusable(f"There is no file {file}")
    try:
        signal, rate = soundfile.read(file, dtype="float32", always_2d=True)
    except (RuntimeError, OSError) as problem:
        raise Unusable(f"{file} cannot be read as audio (WAV, FLAC and the like will do): {problem}")
    if signal.shape[1] != 4:
        raise Unusable(f"{file} has {signal.shape[1]} channel{'s' * (signal.shape[1] != 1)}; a first-order AmbiX "
                       "recording has 4 (W Y Z X)")
    if not 44_100 <= rate <= 192_000:
        raise Unusable(f"{file} has {rate} frames per second; 44100 to 192000 will do")
    if len(signal) < rate:
        raise Unusable(f"{file} lasts {len(signal) / rate:.2f} s; at least 1 s is needed")
    if not np.isfinite(signal).all():
        raise Unusable(f"{file} holds samples that are not numbers")
    if not np.any(signal):
        raise Unusable(f"{file} is silent")
    return signal, rate


def write(file, signal, rate):
    """32-bit float: stems add up to what they were made from."""
    soundfile.write(file, signal, rate, subtype="FLOAT", format="WAV")
