"""A probe through the mixer's headphones on the default head, scored beside the peers and the references."""
import os
import re

import numpy as np
import soundfile as sf

import kit

HEAD = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa"


def run():
    rate = 44_100                      # the rate of the head's measurement, and of the peers' rows
    probe = os.path.join(kit.WORK, "probe.wav")
    rendered = os.path.join(kit.WORK, "probe-rendered.wav")
    kit.score("binaural/score_binaural.py", "--make-probe", probe, "--fs", str(rate))
    with_dialog = os.path.join(kit.WORK, "probe-5.wav")
    add_silent_dialog(probe, with_dialog)
    kit.lv2apply("urn:nearfar:mixer-stereo", with_dialog, rendered)
    print("## Headphones, KEMAR\n")
    print(kit.score("binaural/score_binaural.py", "--sofa", HEAD, "--probed", f"nearfar={rendered}"))
    print("Peers and references:\n")
    print(peers())


def add_silent_dialog(source, target):
    x, rate = sf.read(source, dtype="float32")
    sf.write(target, np.column_stack([x, np.zeros(len(x), np.float32)]), rate, subtype="FLOAT")


def peers():
    """The table of this head in the kit's README: best first, our kind of design and the peers."""
    with open(os.path.join(kit.evaluation(), "binaural", "README.md")) as file:
        text = file.read()
    table = text[text.index("### MIT KEMAR"):]
    wanted = r"\| (renderer|ref_magls_covlow_2000|ref_optimum\w*|saf_magls|saf_magls_diff|saf_magls_default|lsa_\w+) \||\|---"
    rows = table.splitlines()[1:60]
    return "\n".join(row for row in rows[:rows.index("", 2)] if re.match(wanted, row))
