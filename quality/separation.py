"""The dev scenes through the remix plugin: the place from style 3, the voice from style 4, and from style 5 for Studio; the kit's scores
beside the peers'."""
import concurrent.futures
import glob
import json
import os
import re

import numpy as np
import soundfile as sf

import kit

NAME = "nearfar.wav"
STUDIO = "nearfar-studio.wav"
# The recording in place of both stems.
UNPROCESSED = "unprocessed.wav"
# What may be lost of a scene's intelligibility.
LEAST_ESTOI_GAIN = -0.02
SCENES = os.path.join(kit.WORK, "scenes")


def make_scenes():
    if not os.path.exists(os.path.join(SCENES, "ready")):
        print("Making the scenes (some minutes, once) …", flush=True)
        kit.score("make_scenes.py", "--set", "dev", "--out", SCENES)
        open(os.path.join(SCENES, "ready"), "w").close()


def run():
    make_scenes()
    scenes = sorted(os.path.dirname(path) for path in glob.glob(os.path.join(SCENES, "*", "mixture.wav")))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, _ in enumerate(pool.map(render, scenes), 1):
            print(f"\rRendering scene {done} of {len(scenes)}", end="", flush=True)
    print("\n\n## Separation\n")
    print(kit.score("score.py", SCENES, "--remix", NAME, "--latency", "0"))
    print(less_intelligible() + "\n")
    print("Studio (the column `close`: direct sound and reflections up to 50 ms):\n")
    print(kit.score("score.py", SCENES, "--remix", STUDIO, "--latency", "0", "--reference", "close"))
    print("Peers and bound:\n")
    print(peers())


def render(scene):
    """Files as the scorer wants them: place and voice, in time with the mixture and as long as it."""
    mixture, rate = sf.read(os.path.join(scene, "mixture.wav"), dtype="float32")
    padded = os.path.join(scene, "padded.wav")
    kit.write_with_tail(padded, mixture, rate)
    place, voice, studio, recording = (styled(scene, padded, style) for style in (3, 4, 5, 7))
    # Standard is the recording, bit for bit but for the latency.
    latency = next(frames for frames in range(len(recording) - len(mixture)) if np.array_equal(recording[frames:][:9600, :4], mixture[:9600]))
    sf.write(os.path.join(scene, UNPROCESSED), np.column_stack([mixture, mixture[:, 0]]), rate, subtype="FLOAT")
    for name, dialog in ((NAME, voice), (STUDIO, studio)):
        stems = np.column_stack([place[:, :4], dialog[:, 4]])[latency:][:len(mixture)]
        sf.write(os.path.join(scene, name), stems, rate, subtype="FLOAT")


def styled(scene, source, style):
    target = os.path.join(scene, f"style-{style}.wav")
    kit.lv2apply("urn:nearfar:remix", source, target, style=style)
    return sf.read(target, dtype="float32")[0]


def less_intelligible():
    """The scenes whose dialog is less intelligible than the recording."""
    kit.score("score.py", SCENES, "--remix", UNPROCESSED, "--latency", "0")
    before, after = (estoi(name) for name in (UNPROCESSED, NAME))
    lost = [f"{scene} ({before[scene]:.2f} to {after[scene]:.2f})" for scene in sorted(after)
            if scene in before and after[scene] < before[scene] + LEAST_ESTOI_GAIN]
    return f"ESTOI falls by more than {-LEAST_ESTOI_GAIN} in {len(lost)} of {len(after)} scenes: {', '.join(lost) or 'none'}"


def estoi(name):
    """Per scene that has speech."""
    with open(os.path.join(SCENES, f"scores-{os.path.splitext(name)[0]}.json")) as file:
        return {row["scene"]: row["estoi"] for row in json.load(file)["scenes"] if row.get("estoi") is not None}


def peers():
    """The peers' rows of the kit's own table."""
    with open(os.path.join(kit.evaluation(), "README.md")) as file:
        wanted = r"\| (group|all|outdoors|rooms|babble|no speech|no ambience) \||\|---"
        table = file.read().split("## The peers on the dev set")[1].splitlines()[1:]
        rows = [row for row in table[:table.index("", 2)] if re.match(wanted, row)]
    return "\n".join(rows)
