"""Takes a first-order recording apart and remixes it in LV2 hosts: /usr/bin/python3 demo [recording.wav].

Without a recording it makes one: a voice that walks through a place, from recordings of Debian packages.
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import measure
import picture
import recording
import render
import scene

OUT = os.path.join(render.ROOT, "demo-out")
#: file, plugin controls (None: not rendered by `remix`), channels kept, what it is
STEMS = [
    ("dialog.wav", {"style": 4}, slice(4, 5), "the voice alone (style Cinematic foreground stem), mono"),
    ("ambience.wav", {"style": 3}, slice(0, 4), "the place alone (style Cinematic background stem), FOA"),
    ("remix-0.wav", {"style": 0, "remix_amount": 0}, slice(0, 5), "Cinematic, amount 0: the recording; FOA + dialog"),
    ("remix-50.wav", {"style": 0, "remix_amount": 0.5}, slice(0, 5), "Cinematic, amount 0.5; FOA + dialog"),
    ("remix-100.wav", {"style": 0, "remix_amount": 1}, slice(0, 5), "Cinematic, amount 1; FOA + dialog"),
]
BINAURAL = [
    ("binaural.wav", "remix-0.wav", "the recording over headphones"),
    ("binaural-50.wav", "remix-50.wav", "remix at 0.5 over headphones"),
]


class Progress:
    """One line per step, with the time it took."""

    def __init__(self, steps):
        self.step, self.steps = 0, steps

    def __call__(self, what, work):
        self.step += 1
        print(f"[{self.step:2}/{self.steps}] {what} …", end="", flush=True)
        began = time.monotonic()
        result = work()
        print(f" {time.monotonic() - began:.1f} s", flush=True)
        return result


def main():
    given = sys.argv[1] if len(sys.argv) > 1 else None
    progress = Progress(4 + len(STEMS) + len(BINAURAL) + (0 if given else 2))
    os.makedirs(OUT, exist_ok=True)
    truth = None
    if given:
        mixture, rate = progress(f"Reading {given}", lambda: recording.read(given))
    else:
        truth, rate = scene.make(progress), scene.RATE
        mixture = progress("Adding voice and place", lambda: truth.voice + truth.place)
    recording.write(os.path.join(OUT, "mixture.wav"), mixture, rate)

    latency = progress("lv2apply: style Standard, the recording delayed bit for bit",
                       lambda: render.latency("remix", mixture, rate, style=7))
    made = {}
    for file, values, channels, text in STEMS:
        out = progress(f"lv2apply, remix: {text}",
                       lambda: render.lv2apply("remix", mixture, rate, latency, **values))
        made[file] = out[:, channels]
        recording.write(os.path.join(OUT, file), made[file], rate)
    for file, source, text in BINAURAL:
        made[file] = progress(f"lv2apply, mixer-stereo: {text}",
                              lambda: render.lv2apply("mixer-stereo", made[source], rate, output_type=1))
        recording.write(os.path.join(OUT, file), made[file], rate)

    dialog, ambience = made["dialog.wav"], made["ambience.wav"]
    progress("Drawing picture.png", lambda: picture.draw(
        os.path.join(OUT, "picture.png"), mixture, dialog[:, 0], ambience, rate, truth))
    numbers = progress("Measuring", lambda: measure.report(mixture, made, latency, rate, truth))

    print(f"\nIn {os.path.relpath(OUT)}/:")
    texts = {"mixture.wav": "the recording, FOA (AmbiX: W Y Z X, SN3D)"}
    texts.update({file: text for file, _, _, text in STEMS})
    texts.update({file: text for file, _, text in BINAURAL})
    for file, text in texts.items():
        signal = mixture if file == "mixture.wav" else made[file]
        print(f"  {file:16} {measure.level(signal):6.1f} dB  {text}")
    print(f"  {'picture.png':16}            spectrograms of recording, voice and place; directions over time")
    print("\nMeasured:")
    for line in numbers:
        print("  " + line)


try:
    main()
except (recording.Unusable, render.HostFailed) as problem:
    print(f"\n{problem}", file=sys.stderr)
    sys.exit(1)
