"""Scores what the plugins really put out, beside peers and bounds.

  python3 quality [separation] [voices] [wind] [loudness] [binaural] [sharp] [speakers] [encoding] [pictures] [windows]

Needs the evaluation kit (scenes with known truth, scores, peers' results): NEARFAR_EVAL, or shared/eval beside the project.
`binaural` and `sharp` take more heads than the default one from NEARFAR_SOFA: paths of SOFA files with `:` between
them. `pictures`, only when named, draws those of docs/ again, and `windows` those of the plugins in hosts; they
and `encoding` need no kit. `loudness` also takes learned mixes, where `make nearfar` has made the program. Renders through lv2apply. Scenes, the
scorer's packages and results are kept in .build/quality.
"""
import os
import sys

import binaural
import encoding
import kit
import loudness
import pictures
import separation
import sharp
import speakers
import voices
import wind
import windows


SCORES = {"separation": separation.run, "voices": voices.run, "wind": wind.run, "loudness": loudness.run,
          "binaural": binaural.run, "sharp": sharp.run, "speakers": speakers.run, "encoding": encoding.run}
ON_REQUEST = {"pictures": pictures.run, "windows": windows.run}


def main():
    wanted = sys.argv[1:] or list(SCORES)
    works = SCORES | ON_REQUEST
    unknown = set(wanted) - set(works)
    if unknown:
        sys.exit(f"no such score: {', '.join(sorted(unknown))} ({', '.join(works)})")
    os.makedirs(kit.WORK, exist_ok=True)
    for name in wanted:
        works[name]()


main()
