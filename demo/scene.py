"""Half a minute outdoors: a voice walks by from the left to the right, birds and a crowd all around.

The recordings come from Debian packages, the directions from `encode-mono` in ecasound. Voice and place stay apart, so
that what the separation finds can be compared with the truth.
"""

import os
import subprocess
import tempfile
from dataclasses import dataclass

import numpy as np
import scipy.signal
import soundfile

import render

RATE = 48_000
SECONDS = 30
VOICE = "/usr/share/asterisk/sounds/en_US_f_Allison"  # asterisk-core-sounds-en-g722
BIRDS = "/usr/share/gnome-pomodoro/sounds/birds.ogg"  # gnome-shell-pomodoro-data
CROWD = "/usr/share/games/etw/snd/fondo.wav"  # etw-data
SENTENCES = [("demo-thanks", 1.5), ("demo-moreinfo", 9.0), ("demo-echotest", 24.5)]  # file, start in s
WALK = (70, -70, SECONDS)  # azimuth in degrees: from, to, in seconds
VOICE_LEVEL = -24  # dB RMS while it speaks
PLACE_BELOW = 5  # dB


@dataclass
class Truth:
    #: FOA, frames × 4
    voice: np.ndarray
    place: np.ndarray
    #: mono, frames
    dry: np.ndarray

    def azimuth(self, seconds):
        start, end, duration = WALK
        return start + (end - start) * np.clip(seconds / duration, 0, 1)


def make(progress):
    dry = voice()
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "foa.wav")
        chain = render.EcasoundChain(stored(folder, "voice", dry), sweep=WALK)
        moving = progress("ecasound, encode-mono: a voice walks from the left to the right",
                          lambda: render.ecasound([chain], RATE, target))
        os.remove(target)
        chains = [render.EcasoundChain(stored(folder, f"place{number}", sound), azimuth=azimuth, elevation=elevation)
                  for number, (sound, azimuth, elevation) in enumerate(place())]
        around = progress(f"ecasound, encode-mono: birds and a crowd at {len(chains)} directions",
                          lambda: render.ecasound(chains, RATE, target))
    around *= 10 ** ((VOICE_LEVEL - PLACE_BELOW) / 20) / np.sqrt(np.mean(around[:, 0] ** 2))
    frames = SECONDS * RATE
    return Truth(moving[:frames], around[:frames].astype("float32"), dry)


def stored(folder, name, sound):
    file = os.path.join(folder, name + ".wav")
    soundfile.write(file, sound, RATE, subtype="FLOAT")
    return file


def voice():
    """Whole sentences with pauses between them."""
    track = np.zeros(SECONDS * RATE, "float32")
    for name, start in SENTENCES:
        command = ["ffmpeg", "-v", "error", "-f", "g722", "-i", f"{VOICE}/{name}.g722", "-ar", str(RATE), "-ac", "1",
                   "-f", "f32le", "-"]
        decoded = subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        if decoded.returncode != 0:
            raise render.HostFailed(f"ffmpeg cannot decode {name}.g722")
        sentence = np.frombuffer(decoded.stdout, "float32")
        first = int(start * RATE)
        sentence = sentence[:len(track) - first]
        fade = min(len(sentence), RATE // 20)
        track[first:first + len(sentence)] += sentence
        if first + len(sentence) == len(track):
            track[-fade:] *= np.linspace(1, 0, fade, dtype="float32")
    return track * np.float32(10 ** (VOICE_LEVEL / 20) / speaking_level(track))


def speaking_level(track):
    """RMS over the pieces of 50 ms that lie less than 30 dB below the loudest one."""
    pieces = track[:len(track) // 2400 * 2400].reshape(-1, 2400)
    power = np.mean(pieces.astype("float64") ** 2, axis=1)
    return np.sqrt(power[power > power.max() / 1000].mean())


def place():
    """(sound, azimuth, elevation): another part of the recordings in each direction, so that they surround."""
    frames = SECONDS * RATE
    birds = at_rate(BIRDS, seconds=6 * SECONDS + 8)
    for number in range(6):
        start = 4 * RATE + number * frames
        sound = birds[start:start + frames, number % 2]
        yield sound / rms(sound), number * 60 - 150, 15 + 15 * (number % 2)
    crowd = looped(at_rate(CROWD)[:, 0], frames + 5 * RATE)
    for number in range(5):
        start = int(number * 1.07 * RATE)
        sound = crowd[start:start + frames]
        yield 0.7 * sound / rms(sound), number * 72 + 20, 0


def at_rate(file, seconds=None):
    with soundfile.SoundFile(file) as sound:
        signal = sound.read(int(seconds * sound.samplerate) if seconds else -1, dtype="float32", always_2d=True)
        rate = sound.samplerate
    divisor = np.gcd(rate, RATE)
    return scipy.signal.resample_poly(signal, RATE // divisor, rate // divisor, axis=0).astype("float32")


def looped(sound, frames, overlap=RATE // 2):
    """Repeats a sound, cross-faded at constant power."""
    ramp = np.sin(np.linspace(0, np.pi / 2, overlap)).astype("float32")
    piece = np.array(sound)
    piece[:overlap] *= ramp
    piece[-overlap:] *= ramp[::-1]
    track = np.zeros(frames + len(piece), "float32")
    for start in range(0, frames, len(piece) - overlap):
        track[start:start + len(piece)] += piece
    return track[overlap:frames]


def rms(sound):
    return np.sqrt(np.mean(np.square(sound, dtype="float64"))).astype("float32")
