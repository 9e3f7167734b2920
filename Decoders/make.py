#!/usr/bin/env python3
"""Makes Sources/Spatial/SpeakerMatrices.swift: the decoders of every loudspeaker layout.

  make.py [LAYOUT …]      fits and prints the scores; without names all layouts, and writes the file. Needs numpy and scipy.

High band: the longest energy vector, with bounds on its angle from the source and on the energy's range; see `HIGH`. Low band: the velocity vector, with a little of the energy vector's angle where that is free; see `LOW`.
"""
import os
import sys
import numpy as np
from fit import Problem
from layouts import LAYOUTS

SWIFT = {"quad": "quad", "5_1": "fivePointOne", "7_1": "sevenPointOne", "5_1_4": "fivePointOneFour", "7_1_4": "sevenPointOneFour"}
FLAT = {"quad", "5_1", "7_1"}
# `angles`: mean angles allowed on the horizon and in the upper half, `most` anywhere there, degrees; energy within ±`half` dB.
# As small as the energy vector's length allows: the points where the one starts to cost much of the other.
HIGH = {
    "quad": dict(angles=[0.05], most=1, half=0.02, flat=1),
    "5_1": dict(angles=[4.82], most=14, half=0.98, flat=0),
    "7_1": dict(angles=[0.1], most=1, half=0.05, flat=0),
    "5_1_4": dict(angles=[5.2, 4.1], most=9.5, half=0.8, flat=0),
    "7_1_4": dict(angles=[3.9, 2.6], most=4.9, half=0.6, flat=0),
}
# Weights: velocity error squared, angle of the energy vector in (3°)².
LOW_BASE = dict(angle=0.003, linear=0, bound=0, length=0, mean=0, flat=0, half=9, range=0, velocity=100, effort=0.01)
LOW = {"5_1": LOW_BASE | dict(angle=0.17)}


def scores(problem, matrix):
    g = problem.y @ matrix.T
    e, m, _, _, _, theta = problem.vectors(g)
    n, db, pressure = np.linalg.norm(m, axis=1) / e, 10 * np.log10(e), g.sum(1)
    v = g @ problem.s / pressure[:, None]
    turned = np.degrees(np.arccos(np.clip((v * problem.u).sum(1) / np.linalg.norm(v, axis=1), -1, 1)))
    regions = dict(zip(("horizon", "upper half"), problem.regions))
    text = {}
    for name, r in regions.items():
        a = np.degrees(theta[r])
        text[name] = (f"rE {n[r].mean():.2f} (least {n[r].min():.2f}), {a.mean():.1f}° (most {a.max():.0f}°), energy {10 * np.log10(e[r].mean()):.1f} dB, "
                      f"range {np.ptp(db[r]):.1f} dB", f"rV {np.linalg.norm(v[r], axis=1).mean():.2f}, {turned[r].mean():.1f}° (most {turned[r].max():.0f}°), "
                      f"rE {a.mean():.1f}°")
    return text


def fit(name):
    problem = Problem(LAYOUTS[name], name in FLAT)
    low, _ = problem.solve(problem.low, LOW.get(name, LOW_BASE), starts=4)
    high, _ = problem.solve(problem.high, HIGH[name], starts=30 if problem.flat else 10)
    comment = []
    for region, (text, _) in scores(problem, high).items():
        comment.append(f"Above, {region}: {text}.")
    for region, (_, text) in scores(problem, low).items():
        comment.append(f"Below, {region}: {text}.")
    return np.c_[low, high], comment


def main():
    names = sys.argv[1:] or list(LAYOUTS)
    lines = ["/// Made by `Decoders/make.py`; do not edit. Per loudspeaker: gains of W Y Z X below the crossover, of W Y Z X above it.", "///",
             "/// rV, rE: mean length of the velocity and energy vectors and their mean angle from the source, over direction.", "enum SpeakerMatrices {"]
    for name in names:
        matrix, comment = fit(name)
        print(name, *comment, sep="\n  ", flush=True)
        lines += [f"  /// {c}" for c in comment] + [f"  static var {SWIFT[name]}: [Float] {{", "    ["]
        lines += ["      " + ", ".join(f"{x:.6f}".replace("-0.000000", "0.000000") for x in row) + "," for row in matrix]
        lines += ["    ]", "  }", ""]
    if not sys.argv[1:]:
        lines[-1] = "}"
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, "..", "Sources", "Spatial", "SpeakerMatrices.swift"), "w") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
