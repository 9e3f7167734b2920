"""Where things are, and how they are called."""
import os
import subprocess
import sys

import numpy as np
import soundfile as sf

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, ".build", "quality")
RATE = 48_000
# Of the remix plugin at that rate.
REMIX_LATENCY = 1024
PACKAGES = ["numpy", "scipy", "soundfile", "pesq", "pystoi", "h5py", "matplotlib"]


def evaluation():
    """The folder of the evaluation kit."""
    folder = os.environ.get("NEARFAR_EVAL") or os.path.join(os.path.dirname(ROOT), "shared", "eval")
    if not os.path.isfile(os.path.join(folder, "score.py")):
        sys.exit(f"{folder}: no evaluation kit here; set NEARFAR_EVAL to its folder")
    return folder


def python():
    """A Python that has the scorer's packages; made once."""
    venv = os.path.join(WORK, "venv")
    program = os.path.join(venv, "bin", "python")
    if not os.path.exists(os.path.join(venv, "ready")):
        print("Installing the scorer's packages …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([program, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        open(os.path.join(venv, "ready"), "w").close()
    return program


def score(script, *arguments):
    """Runs one of the kit's programs in its own folder, and gives what it prints."""
    folder = os.path.dirname(os.path.join(evaluation(), script))
    done = subprocess.run([python(), os.path.basename(script), *arguments], cwd=folder, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{script} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def lv2apply(uri, source, target, settings=None, **controls):
    """Renders a file through a plugin of Bundles/; `settings`: of its environment."""
    command = ["lv2apply", "-i", source, "-o", target]
    for symbol, value in controls.items():
        command += ["-c", symbol, str(value)]
    environment = dict(os.environ, LV2_PATH=f"{ROOT}/Bundles:/usr/lib/lv2", **(settings or {}))
    done = subprocess.run([*command, uri], env=environment, text=True, capture_output=True)
    if done.returncode or not os.path.exists(target):
        sys.exit(f"{source}: lv2apply could not render it with {uri}:\n{done.stderr[-2000:]}")


def write_with_tail(target, field, rate=RATE):
    """frames × channels, and silence behind that is longer than any latency."""
    sf.write(target, np.concatenate([field, np.zeros((rate // 20, field.shape[1]), np.float32)]), rate, subtype="FLOAT")


def remixed(folder, field, **controls):
    """A field (channels × frames) through the remix plugin, in time with it and as long."""
    source, target = (os.path.join(folder, f"remix-{part}.wav") for part in ("in", "out"))
    write_with_tail(source, field.T)
    lv2apply("urn:nearfar:remix", source, target, **controls)
    return sf.read(target)[0][REMIX_LATENCY:][:field.shape[1]].T
