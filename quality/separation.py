"""The dev scenes through the remix plugin: the place from style 3, the voice from style 4, and from style 5 for Studio; the kit's scores
beside the peers'."""
import concurrent.futures
import glob
import os
import re

import numpy as np
import soundfile as sf

import kit

NAME = "nearfar.wav"
STUDIO = "nearfar-studio.wav"
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
    print("Studio (the column `close`: direct sound and reflections up to 50 ms):\n")
    print(kit.score("score.py", SCENES, "--remix", STUDIO, "--latency", "0", "--reference", "close"))
    print("Peers and bound:\n")
    print(peers())


def render(scene):
    """Files as the scorer wants them: place and voice, in time with the mixture and as long as it."""
    mixture, rate = sf.read(os.path.join(scene, "mixture.wav"), dtype="float32")
    padded = os.path.join(scene, "padded.wav")
    tail = np.zeros((rate // 20, mixture.shape[1]), np.float32)          # no latency is longer
    sf.write(padded, np.concatenate([mixture, tail]), rate, subtype="FLOAT")
    place, voice, studio, recording = (styled(scene, padded, style) for style in (3, 4, 5, 7))
    # Standard is the recording, bit for bit but for the latency.
    latency = next(frames for frames in range(len(tail)) if np.array_equal(recording[frames:][:9600, :4], mixture[:9600]))
    for name, dialog in ((NAME, voice), (STUDIO, studio)):
        stems = np.column_stack([place[:, :4], dialog[:, 4]])[latency:][:len(mixture)]
        sf.write(os.path.join(scene, name), stems, rate, subtype="FLOAT")


def styled(scene, source, style):
    target = os.path.join(scene, f"style-{style}.wav")
    kit.lv2apply("urn:nearfar:remix", source, target, style=style)
    return sf.read(target, dtype="float32")[0]


def peers():
    """The peers' rows of the kit's own table."""
    with open(os.path.join(kit.evaluation(), "README.md")) as file:
        wanted = r"\| (group|all|outdoors|rooms|babble|no speech|no ambience) \||\|---"
        table = file.read().split("## The peers on the dev set")[1].splitlines()[1:]
        rows = [row for row in table[:table.index("", 2)] if re.match(wanted, row)]
    return "\n".join(rows)
