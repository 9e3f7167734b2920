"""Wind and handling noise, simulated in the capsules, on six dev scenes: what the remix plugin holds down of it, and what that costs
scenes without it."""
import os
import sys

import numpy as np
import soundfile as sf

import kit
import separation

CHOSEN = [("001", 60, 9, False), ("009", 120, 9, True), ("023", 300, 9, False), ("005", 60, 25, True),
          ("028", 120, 25, False), ("019", 300, 25, True)]
RATE = 48_000
SIGNS = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, -1, -1, 1], [1, 1, -1, -1]])


def run():
    sys.path.insert(0, kit.evaluation())
    import metrics
    print("\n## Wind reduction\n")
    print("| scene | dialog SI-SDR: no wind, 0 → 1 | wind, 0 → 1 | ambience SDR: no wind, 0 → 1 | wind, 0 → 1 | place re no reduction |")
    print("|---|---|---|---|---|---|")
    for seed, (name, corner, ratio, handling) in enumerate(CHOSEN):
        folder = os.path.join(separation.SCENES, name)
        mixture, speech = (sf.read(os.path.join(folder, f"{part}.wav"))[0].T for part in ("mixture", "speech_image"))
        noise = wind(mixture.shape[1], np.random.default_rng(100 * seed), corner, ratio, handling)
        windy = mixture + noise * np.sqrt((mixture[0] ** 2).mean() * 10 ** 0.5)      # 5 dB above the scene
        cells, places = [], []
        for field in (mixture, windy):
            voices = [metrics.si_sdr(kit.remixed(folder, field, style=4, wind_reduction=amount)[4], speech[0]) for amount in (0, 1)]
            places = [kit.remixed(folder, field, style=3, wind_reduction=amount)[:4] for amount in (0, 1)]
            cells.append((voices, [metrics.sdr(place, mixture - speech) for place in places]))
        held = 10 * np.log10((places[1] ** 2).sum() / (places[0] ** 2).sum())
        print(f"| {name} | " + " | ".join(f"{a:.1f} → {b:.1f}" for part in (0, 1) for a, b in (cells[0][part], cells[1][part]))
              + f" | {held:.1f} dB |", flush=True)


def wind(frames, rng, corner, ratio, handling):
    """Noise of its own in each of four capsules, low-passed, in gusts or touches; W of power 1, X² + Y² + Z² of `ratio`."""
    hz = np.maximum(np.fft.rfftfreq(frames, 1 / RATE), 5)
    shape = np.where(hz < 15, 0, 1 / (1 + (hz / corner) ** 2))
    capsules = np.fft.irfft(np.fft.rfft(rng.standard_normal((4, frames)), axis=1) * shape, frames, axis=1)
    if handling:
        level = np.zeros(frames)
        for start in rng.uniform(0, frames, frames // (RATE // 2)).astype(int):
            length = int(rng.uniform(0.05, 0.3) * RATE)
            level[start:start + length] += np.sin(np.pi * np.arange(length) / length)[:frames - start] ** 2
    else:
        knots = frames * 6 // RATE
        level = np.interp(np.arange(frames), np.linspace(0, frames, knots), rng.uniform(0.02, 1, knots) ** 2)
    field = SIGNS / 2 @ (capsules * level)
    field[1:] *= np.sqrt(ratio / 3)
    return field / np.sqrt((field[0] ** 2).mean())
