"""Voices of several kinds, each in the same eight places at 5 dB: how much clearer the remix plugin makes them."""
import os
import re
import sys

import numpy as np
import scipy.linalg
import scipy.signal

import kit

RATE = 48_000
FRAMES = 10 * RATE
SNR_DB = 5
PLACES = 8
GROWN_UPS = r"en-zh_so\d+_"
# Which voices of the kit's data, by the beginning of their names, how they speak, and metres away (outdoors, in a room).
KINDS = {
    "grown-ups, English": (GROWN_UPS, "spoken", (2, 1.5)),
    "children, English": (r"en-zh_so\d+-child_", "spoken", (2, 1.5)),
    "Czech, Polish": ("(cs|pl)_", "spoken", (2, 1.5)),
    "words in nine other languages": ("(ar|be|de|el|nds|nl|nn|wa|zh)_", "spoken", (2, 1.5)),
    "grown-ups, whispering": (GROWN_UPS, "whispered", (1, 1)),
    "grown-ups, shouting from afar": (GROWN_UPS, "shouted", (15, 3)),
}


def run():
    sys.path.insert(0, kit.evaluation())
    import foascenes
    import make_scenes
    import metrics
    import scenes
    library = make_scenes.dev_library(os.path.join(os.path.dirname(kit.evaluation()), "data"))
    noises = [noise for noise in library.noises if not noise.voices]
    folder = os.path.join(kit.WORK, "voices")
    os.makedirs(folder, exist_ok=True)
    print("\n## Kinds of voices\n\n| voices | dialog SI-SDR, before | gain | least | place SDR gain |\n|---|---|---|---|---|")
    for name, (wanted, manner, distances) in KINDS.items():
        speakers = [speaker for speaker in library.speakers if re.match(wanted, speaker.name)]
        rows = []
        for place in range(PLACES):
            rng = np.random.default_rng([7, place])            # the same places for all kinds
            room = foascenes.Room(floor_only=True, rt60=0) if place % 2 == 0 else foascenes.Room((6, 5, 2.8), 0.5)
            ambience = foascenes.diffuse_field(noises[place * 5 % len(noises)].read(), rng, FRAMES)
            voice = spoken(scenes.excerpt(speakers[place % len(speakers)].read(), FRAMES, rng), manner, rng)
            scene = foascenes.make_scene(voice, ambience, rng, room, float(rng.normal(0, 55)), 0, distances[place % 2], SNR_DB)
            rows.append(scored(scene, folder, metrics))
        before, after, sunk = np.array(rows).T
        gain = after - before
        print(f"| {name} ({len(speakers)}) | {before.mean():.1f} | {gain.mean():+.1f} | {gain.min():+.1f} | {sunk.mean():+.1f} |",
              flush=True)


def scored(scene, folder, metrics):
    """SI-SDR of the voice before and after, and the gain in SDR of the place."""
    place, dialog = kit.remixed(folder, scene.mixture, style=3)[:4], kit.remixed(folder, scene.mixture, style=4)[4]
    sunk = metrics.sdr(place, scene.ambience) - metrics.sdr(scene.mixture, scene.ambience)
    return metrics.si_sdr(scene.mixture[0], scene.speech), metrics.si_sdr(dialog, scene.speech), sunk


def spoken(voice, manner, rng):
    if manner == "whispered":
        return whispered(voice, rng)
    return shouted(voice) if manner == "shouted" else voice


def whispered(voice, rng, rate=16_000, size=512, order=20):
    """The voice's linear prediction, excited by noise: no pitch, the same formants and loudness; up to 8 kHz."""
    x = scipy.signal.resample_poly(voice, rate, RATE)
    window, out = np.hanning(size), np.zeros(len(x) + size)
    for start in range(0, len(x) - size, size // 4):
        frame = x[start:start + size] * window
        power = (frame ** 2).mean()
        if power < 1e-8:
            continue
        correlation = np.correlate(frame, frame, "full")[size - 1:size + order]
        correlation[0] *= 1.0001
        a = scipy.signal.lfilter(*all_pole(correlation), rng.standard_normal(2 * size))[size:]
        out[start:start + size] += a * window * np.sqrt(power / ((a * window) ** 2).mean())
    return scipy.signal.resample_poly(out, RATE, rate)[:len(voice)]


def all_pole(correlation):
    coefficients = scipy.linalg.solve_toeplitz(correlation[:-1], correlation[1:])
    return [1.0], np.concatenate([[1.0], -coefficients])


def shouted(voice):
    """Higher by 22 %, and brighter by 6 dB an octave from 500 Hz to 2 kHz, as vocal effort makes it
    (H. Traunmüller, A. Eriksson, 2000, "Acoustic effects of variation in vocal effort")."""
    higher = np.interp(np.arange(0, len(voice), 1.22), np.arange(len(voice)), voice)
    spectrum = np.fft.rfft(higher)
    hz = np.fft.rfftfreq(len(higher), 1 / RATE)
    return np.fft.irfft(spectrum * np.clip(hz, 500, 2000) / 500, len(higher))
