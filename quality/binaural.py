"""A probe through the mixer's headphones, scored beside the peers and the references: on the default head, and on those that
NEARFAR_SOFA names (paths of SOFA files, with `:` between them)."""
import os
import re
import subprocess

import numpy as np
import soundfile as sf

import kit

DEFAULT = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa"
# Headings of the kit's tables, and what the names of files of the same heads have in them.
TABLES = {"MIT KEMAR": "kemar", "KU100": r"ku_?100|hrir_l?2702|hrir_l?2354", "SADIE subject 002": "sadie|subject_002"}


def heads():
    """Paths of SOFA files."""
    return [os.path.abspath(head) for head in (DEFAULT, *filter(None, os.environ.get("NEARFAR_SOFA", "").split(":")))]


def run():
    for head in heads():
        name = os.path.splitext(os.path.basename(head))[0]
        rate = sampling_rate(head)      # of the head's measurement, as in the peers' rows
        rendered = render(head, name, rate)
        print(f"## Headphones, {name}, {rate} Hz\n")
        print(kit.score("binaural/score_binaural.py", "--sofa", head, "--probed", f"nearfar={rendered}"))
        rows = peers(name)
        print(f"Peers and references:\n\n{rows}\n" if rows else "No peers were measured on this head.\n")


def sampling_rate(head):
    program = "import h5py, sys; print(round(float(h5py.File(sys.argv[1])['Data.SamplingRate'][:].flat[0])))"
    return int(subprocess.run([kit.python(), "-c", program, head], check=True, text=True, capture_output=True).stdout)


def render(head, name, rate):
    """What the plugin makes of the kit's probe with this head."""
    probe = os.path.join(kit.WORK, f"probe-{rate}.wav")
    with_dialog = os.path.join(kit.WORK, f"probe-5-{rate}.wav")
    rendered = os.path.join(kit.WORK, f"probe-{name}.wav")
    kit.score("binaural/score_binaural.py", "--make-probe", probe, "--fs", str(rate))
    add_silent_dialog(probe, with_dialog)
    kit.lv2apply("urn:nearfar:mixer-stereo", with_dialog, rendered, {"NEARFAR_HRTF": head})
    return rendered


def add_silent_dialog(source, target):
    x, rate = sf.read(source, dtype="float32")
    sf.write(target, np.column_stack([x, np.zeros(len(x), np.float32)]), rate, subtype="FLOAT")


def peers(name):
    """The kit's table of this head, our kind of design and the peers, best first; nothing where it has none."""
    heading = next((h for h, pattern in TABLES.items() if re.search(pattern, name, re.IGNORECASE)), None)
    if not heading:
        return ""
    with open(os.path.join(kit.evaluation(), "binaural", "README.md")) as file:
        text = file.read()
    table = text[text.index(f"### {heading}"):].splitlines()[1:60]
    wanted = r"\| (renderer|ref_magls_covlow_2000|ref_optimum\w*|saf_magls|saf_magls_diff|saf_magls_default|lsa_\w+) \||\|---"
    return "\n".join(row for row in table[:table.index("", 2)] if re.match(wanted, row))
