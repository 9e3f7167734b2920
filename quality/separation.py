"""The dev scenes through the remix plugin: the place from style 3, the voice from style 4; the kit's scores beside the peers'."""
import concurrent.futures
import glob
import os
import re

import numpy as np
import soundfile as sf

import kit

NAME = "nearfar.wav"
SCENES = os.path.join(kit.WORK, "scenes")


def run():
    if not os.path.exists(os.path.join(SCENES, "ready")):
        print("Making the scenes (some minutes, once) …", flush=True)
        kit.score("make_scenes.py", "--set", "dev", "--out", SCENES)
        open(os.path.join(SCENES, "ready"), "w").close()
    scenes = sorted(os.path.dirname(path) for path in glob.glob(os.path.join(SCENES, "*", "mixture.wav")))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, _ in enumerate(pool.map(render, scenes), 1):
            print(f"\rRendering scene {done} of {len(scenes)}", end="", flush=True)
    print("\n\n## Separation\n")
    print(kit.score("score.py", SCENES, "--remix", NAME))
    print("Peers and bound:\n")
    print(peers())


def render(scene):
    parts = []
    for style in (3, 4):
        target = os.path.join(scene, f"style-{style}.wav")
        kit.lv2apply("urn:nearfar:remix", os.path.join(scene, "mixture.wav"), target, style=style)
        parts.append(sf.read(target, dtype="float32")[0])
    rate = sf.info(target).samplerate
    sf.write(os.path.join(scene, NAME), np.column_stack([parts[0][:, :4], parts[1][:, 4]]), rate, subtype="FLOAT")


def peers():
    """The peers' rows of the kit's own table."""
    with open(os.path.join(kit.evaluation(), "README.md")) as file:
        rows = [line.rstrip() for line in file if re.match(r"\| (group|all|rooms|no speech|no ambience|---) ?\|", line)]
    return "\n".join(rows)
