"""Scenes like the evaluation kit's, of the sounds that were held out: more of them than the kit has, to compare networks by.

  python held_out.py --sounds SOUNDS --kit ../shared/eval --out DIR [--count 100]

The kit's planner, composer and simulator; talkers, noises and music of sources.py that are not learnt from; no measured
rooms and no real recordings, which are reserved. 80 scenes of 100 have voices and a place; the rest are left out. The same
arguments give the same scenes.
"""
import argparse
import os
import sys
import numpy as np
from sounds import Sounds

FLUENT = "so", "fillets", "asterisk", "hedgewars"      # sentences, not words
CROWD = "sti", "ww"                                    # telephones, one sentence each


def library(kit, folder):
    sounds = Sounds(folder, "valid")

    def sound(row, **facts):
        span = slice(row["first"], row["first"] + min(row["frames"], 60 * 48_000))
        return kit.Sound(row["name"], lambda: sounds.samples[span].astype(np.float64) / 32768, **facts)

    def long(kind, seconds):
        return [row for row in sounds.rows[kind] if row["frames"] > seconds * 48_000]

    talkers = [row for row in long("speech", 6) if not row["name"].startswith(CROWD)]
    return kit.Library(speakers=[sound(row, fluent=row["name"].startswith(FLUENT)) for row in talkers],
                       noises=[sound(row) for row in long("noise", 0)], points=[sound(row) for row in long("point", 1)],
                       music=[sound(row) for row in long("music", 0)], beds=[], responses={})


def main(a):
    sys.path.insert(0, a.kit)
    import scenes as kit
    sounds = library(kit, a.sounds)
    for index, row in enumerate(kit.plan(a.count, a.seed, {"none": None})):
        if "none" in (row["talkers"], row["ambience"]):
            continue
        if row["room"] == "measured":
            row["room"] = ("small", "medium")[index % 2]
        if row["ambience"] == "bed":
            row["ambience"] = "diffuse"
        kit.save(kit.compose(sounds, row, a.seed, index), os.path.join(a.out, f"{index:03d}"))
        print(index, flush=True)


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--sounds", required=True)
    ap.add_argument("--kit", required=True, help="folder of the evaluation kit")
    ap.add_argument("--out", required=True)
    ap.add_argument("--count", type=int, default=100)
    ap.add_argument("--seed", type=int, default=11)
    main(ap.parse_args())
