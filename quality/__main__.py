"""Scores what the plugins really put out, beside peers and bounds.

  python3 quality [separation] [binaural]

Needs the evaluation kit (scenes with known truth, scores, peers' results): NEARFAR_EVAL, or shared/eval beside the project.
Renders through lv2apply. Scenes, the scorer's packages and results are kept in .build/quality.
"""
import os
import sys

import binaural
import kit
import separation


def main():
    wanted = sys.argv[1:] or ["separation", "binaural"]
    unknown = set(wanted) - {"separation", "binaural"}
    if unknown:
        sys.exit(f"no such score: {', '.join(sorted(unknown))} (separation, binaural)")
    os.makedirs(kit.WORK, exist_ok=True)
    if "separation" in wanted:
        separation.run()
    if "binaural" in wanted:
        binaural.run()


main()
