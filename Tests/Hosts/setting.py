"""Where the plugins are, what surrounds a host that runs, and how one is run."""

import atexit
import contextlib
import os
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUNDLES = os.environ.get("NEARFAR_BUNDLES", os.path.join(ROOT, "Bundles"))
PLUGINS = [
    "encode-mono", "rotate", "encode-stereo", "encode-bed-5_1", "encode-bed-7_1_4", "encode-aformat", "remix",
    "mixer-stereo", "mixer-quad", "mixer-5_1", "mixer-7_1", "mixer-5_1_4", "mixer-7_1_4",
    "mixer-custom",
    "bed-stereo", "bed-5_1", "bed-7_1_4",
    "audiomix-stereo", "audiomix-5_1", "audiomix-7_1_4",
]
#: Those that take a SOFA file.
WITH_HEADS = ["mixer-stereo", "bed-stereo", "bed-5_1", "bed-7_1_4", "audiomix-stereo"]

#: Everything the tests write; removed at the end.
scratch = tempfile.mkdtemp(prefix="nearfar-hosts-")
atexit.register(shutil.rmtree, scratch, ignore_errors=True)


def uri(plugin):
    return "urn:nearfar:" + plugin


def path(name):
    return os.path.join(scratch, name)


def specifications():
    """A folder of links to the specifications' bundles alone: hosts start quickly with nothing else to read."""
    folder = path("specifications")
    if not os.path.isdir(folder):
        os.mkdir(folder)
        listed = subprocess.run(["dpkg", "-L", "lv2-dev"], capture_output=True, text=True).stdout.split("\n")
        for bundle in listed:
            if bundle.endswith(".lv2") and os.path.isdir(bundle):
                os.symlink(bundle, os.path.join(folder, os.path.basename(bundle)))
    return folder


def lv2_path(bundles=None):
    return f"{bundles or BUNDLES}:{specifications()}"


@contextlib.contextmanager
def prepared():
    missing = [b for b in ("encode", "remix", "mixer", "audiomix") if not os.path.isdir(f"{BUNDLES}/nearfar-{b}.lv2")]
    if missing:
        raise SystemExit(f"{BUNDLES} lacks {', '.join(missing)}: make bundles")
    os.environ["LV2_PATH"] = lv2_path()
    os.environ["LC_ALL"] = "C.UTF-8"
    yield


@contextlib.contextmanager
def environment(**values):
    """For the hosts that run meanwhile."""
    before = {key: os.environ.get(key) for key in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for key, value in before.items():
            os.environ.pop(key) if value is None else os.environ.update({key: value})


class HostFailed(Exception):
    pass


def run(*command, timeout=60, check=True, **environment):
    """Runs a host to its end; its exit code and everything it said."""
    outcome = subprocess.run(
        [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", timeout=timeout, env={**os.environ, **environment}, cwd=scratch)
    if check and outcome.returncode != 0:
        raise HostFailed(f"{' '.join(map(str, command))}: exit code {outcome.returncode}\n{outcome.stdout}")
    return outcome.returncode, outcome.stdout


_controls = {}


def controls(plugin):
    """The control ports of a plugin in the order of their indices, as a host reads them: (symbol, default, index)."""
    if plugin not in _controls:
        found, port = [], {}
        for line in run("lv2info", uri(plugin))[1].splitlines() + ["Port"]:
            line = line.strip()
            if line.startswith("Port"):
                if port.get("control"):
                    found.append((port["Symbol"], float(port.get("Default") or 0), port["index"]))
                port = {"index": line.strip("Port :")}
            elif line.endswith("lv2core#ControlPort"):
                port["control"] = True
            elif ":" in line:
                key, value = line.split(":", 1)
                port.setdefault(key, value.strip())
        _controls[plugin] = found
    return _controls[plugin]


def control_number(plugin, symbol):
    """Position among the control ports, from 0."""
    return [name for name, _, _ in controls(plugin)].index(symbol)


def port_index(plugin, symbol):
    return int(controls(plugin)[control_number(plugin, symbol)][2])
