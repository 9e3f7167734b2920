"""Impulses through the loudspeaker mixers, scored beside the best peer and the optimum; and what two loudspeakers do to a
dialog in the middle."""
import os
import re

import numpy as np

import binaural
import impulses
import kit

RATE = 48_000
LAYOUTS = {"quad": "quad", "5.1": "5_1", "7.1": "7_1", "5.1.4": "5_1_4", "7.1.4": "7_1_4"}


def run():
    probe, with_dialog = os.path.join(kit.WORK, "probe-48.wav"), os.path.join(kit.WORK, "probe-48-5.wav")
    kit.score("binaural/score_binaural.py", "--make-probe", probe, "--fs", str(RATE))
    binaural.add_silent_dialog(probe, with_dialog)
    for layout, name in LAYOUTS.items():
        rendered = os.path.join(kit.WORK, f"probe-{name}.wav")
        kit.lv2apply(f"urn:nearfar:mixer-{name}", with_dialog, rendered)
        lfe = [] if layout == "quad" else ["--lfe"]
        print(f"## Loudspeakers, {layout}\n")
        print(kit.score("speakers/score_speakers.py", "--layout", layout, "--probed", f"nearfar={rendered}", *lfe))
        print("Peers and reference:\n")
        print(peers(layout) + "\n")
    two_loudspeakers()


def peers(layout):
    with open(os.path.join(kit.evaluation(), "speakers", "README.md")) as file:
        text = file.read()
    rows = text[text.index(f"| {layout} | where"):].splitlines()
    return "\n".join(row for row in rows[:rows.index("")] if re.match(r"\| \S+ \| where|\|---|\| (lsa|saf|ref)_", row))


def two_loudspeakers():
    """From impulses: how far the dialog in the middle is from flat, and the field's front and back."""
    print("## Two loudspeakers\n")
    print("| output type | dialog in the middle, largest deviation 50 Hz…16 kHz dB | left re right dB | front re back of the field dB |")
    print("| --- | --- | --- | --- |")
    for number, name in ((2, "built-in"), (3, "external")):
        middle = response(number, [0, 0, 0, 0, 1])
        front, back = response(number, [1, 0, 0, 1, 0]), response(number, [1, 0, 0, -1, 0])
        hz = np.fft.rfftfreq(len(middle), 1 / RATE)
        band = (hz > 50) & (hz < 16_000)
        level = 20 * np.log10(np.abs(np.fft.rfft(middle[:, 0]))[band])
        balance = 10 * np.log10((middle[:, 0] ** 2).sum() / (middle[:, 1] ** 2).sum())
        ratio = 10 * np.log10((front ** 2).sum() / (back ** 2).sum())
        print(f"| {name} | {np.abs(level - np.median(level)).max():.2f} | {balance:.2f} | {ratio:.1f} |")
    print()


def response(output_type, weights):
    return impulses.responses("urn:nearfar:mixer-stereo", [weights], RATE, RATE // 2, output_type=output_type)[0]
