"""Compiles the C files beside this one when they are first needed, with `cc`, into ~/.cache (or $XDG_CACHE_HOME)."""
import ctypes
import functools
import hashlib
import os
import subprocess
import warnings

FLAGS = ["-O3", "-march=native", "-ffast-math", "-fopenmp", "-shared", "-fPIC"]
HERE = os.path.dirname(os.path.abspath(__file__))


def contents(name):
    with open(os.path.join(HERE, name), "rb") as f:
        return f.read()


def processor():
    """What -march=native depends on."""
    try:
        with open("/proc/cpuinfo") as f:
            return "".join(line for line in f if line.startswith(("flags", "Features")))
    except OSError:
        return ""


@functools.cache
def library(name, **sizes):
    """NAME.c compiled with constants for sizes, or None, with a warning, where that fails."""
    try:
        command = ["cc", *FLAGS, *(f"-D{k}={v}" for k, v in sizes.items()), os.path.join(HERE, name + ".c")]
        key = contents(name + ".c") + contents("lanes.h") + " ".join(command + [processor()]).encode()
        folder = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "nearfar-training")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, f"{name}-{hashlib.sha256(key).hexdigest()[:16]}.so")
        if not os.path.exists(path):
            part = f"{path}.{os.getpid()}"
            subprocess.run([*command, "-o", part], check=True)
            os.replace(part, path)
        return ctypes.CDLL(path)
    except (OSError, subprocess.CalledProcessError) as e:
        warnings.warn(f"without {name}.c training takes several times longer: {e}")
        return None


def structure(**fields):
    """A C structure of longs ("long"), pointers ("pointer") and other structures, all zero where not given."""
    kinds = dict(long=ctypes.c_long, pointer=ctypes.c_void_p)
    return type("Structure", (ctypes.Structure,), dict(_fields_=[(k, kinds.get(v, v) if isinstance(v, str) else v)
                                                                 for k, v in fields.items()]))
