"""Noise from single directions, and a diffuse field, through the mixer's headphones with `sharp` at 0, ½ and 1, beside the
head itself: on the default head, and on those that NEARFAR_SOFA names. Takes some minutes per head."""
import glob
import os

import numpy as np
import soundfile as sf

import binaural
import kit

AMOUNTS = [0, 0.5, 1]


def run():
    for head in binaural.heads():
        name = os.path.splitext(os.path.basename(head))[0]
        rate = binaural.sampling_rate(head)
        stimuli = os.path.join(kit.WORK, f"stimuli-{name}-{rate}")
        kit.score("binaural/score_binaural.py", "--sofa", head, "--make-stimuli", stimuli, "--fs", str(rate))
        rows = [f"sharp-{amount}={render(head, name, stimuli, amount)}" for amount in AMOUNTS]
        print(f"## Headphones, sharp, {name}, {rate} Hz\n")
        arguments = [word for row in rows for word in ("--directions", row)]
        print(kit.score("binaural/score_binaural.py", "--sofa", head, "--stimuli", stimuli, *arguments))


def render(head, name, stimuli, amount):
    """A folder of what the plugin makes of each file of a folder: all of them in a row, each of which starts with a second to
    settle."""
    files = sorted(glob.glob(f"{stimuli}/*.wav"))
    signals = [sf.read(file, dtype="float32") for file in files]
    rate = signals[0][1]
    joined = np.concatenate([x for x, _ in signals])
    source, target = (os.path.join(kit.WORK, f"sharp-{name}-{end}.wav") for end in ("in", "out"))
    sf.write(source, np.column_stack([joined, np.zeros(len(joined), np.float32)]), rate, subtype="FLOAT")
    kit.lv2apply("urn:nearfar:mixer-stereo", source, target, {"NEARFAR_HRTF": head}, output_type=1, sharp=amount)
    rendered = sf.read(target, dtype="float32")[0]
    folder = f"{stimuli}-{amount}"
    os.makedirs(folder, exist_ok=True)
    ends = np.cumsum([len(x) for x, _ in signals])
    for file, part in zip(files, np.split(rendered, ends[:-1])):
        sf.write(os.path.join(folder, os.path.basename(file)), part, rate, subtype="FLOAT")
    return folder
