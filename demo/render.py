"""The plugins in LV2 hosts. Signals are frames × channels."""

import os
import subprocess
import tempfile

import numpy as np
import soundfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.environ["LV2_PATH"] = os.path.join(ROOT, "Bundles") + ":/usr/lib/lv2:/usr/local/lib/lv2"
#: Longest latency that is looked for.
LONGEST = 0.1


class HostFailed(Exception):
    pass


def run(*command):
    outcome = subprocess.run(
        [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace")
    if outcome.returncode != 0:
        raise HostFailed(f"{command[0]} ended with code {outcome.returncode}: {outcome.stdout.strip()[-2000:]}")
    return outcome.stdout


def lv2apply(plugin, signal, rate, latency=0, **values):
    """Renders the signal; the latency, for which lv2apply does not make up, is cut off in front."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in.wav"), os.path.join(folder, "out.wav")
        padded = np.vstack([signal, np.zeros((latency, signal.shape[1]), "float32")])
        soundfile.write(source, padded, rate, subtype="FLOAT")
        controls = [word for symbol, value in values.items() for word in ("-c", symbol, value)]
        run("lv2apply", "-i", source, "-o", target, *controls, "urn:nearfar:" + plugin)
        return soundfile.read(target, dtype="float32", always_2d=True)[0][latency:]


def latency(plugin, signal, rate, **values):
    """Frames by which the plugin's output lags behind: it must be the signal itself, bit for bit."""
    padding = int(LONGEST * rate)
    longer = np.vstack([signal, np.zeros((padding, signal.shape[1]), "float32")])
    out = lv2apply(plugin, longer, rate, **values)[:, :signal.shape[1]]
    loud = np.argmax(np.abs(signal[:, 0]) > 0.1 * np.abs(signal[:, 0]).max())
    piece = signal[loud:loud + rate // 4, 0]
    matches = [lag for lag in range(padding) if np.array_equal(out[loud + lag:loud + lag + len(piece), 0], piece)]
    if not matches or not np.array_equal(out[matches[0]:matches[0] + len(signal)], signal):
        raise HostFailed(f"urn:nearfar:{plugin} does not give back its input")
    return matches[0]


def control_symbols(plugin):
    """Symbols and defaults of the control ports, in the order in which ecasound numbers them."""
    ports = run("lv2info", "urn:nearfar:" + plugin).split("\n\tPort ")[1:]
    fields = [dict((part.strip() for part in line.split(":", 1)) for line in port.splitlines() if ":" in line)
              for port in ports]
    return {field["Symbol"]: float(field.get("Default", 0))
            for port, field in zip(ports, fields) if "lv2core#ControlPort" in port}


class EcasoundChain:
    """A mono file, `encode-mono` at a direction, and what moves it."""

    controls = None

    def __init__(self, file, sweep=None, **values):
        """`sweep`: (from, to, seconds) in degrees of azimuth."""
        EcasoundChain.controls = EcasoundChain.controls or control_symbols("encode-mono")
        values = {**self.controls, **values}
        self.file = file
        self.operators = ["-elv2:urn:nearfar:encode-mono," + ",".join(f"{value:.4f}" for value in values.values())]
        if sweep:
            number = list(self.controls).index("azimuth") + 1
            self.operators.append(f"-kl:{number},{sweep[0]},{sweep[1]},{sweep[2]}")


def ecasound(chains, rate, target):
    """Renders the chains side by side, mixed to one FOA file."""
    command = ["ecasound", "-q", "-b:64", "-z:nodb"]
    for number, chain in enumerate(chains):
        command += [f"-a:{number}", f"-f:f32_le,1,{rate}", f"-i:{chain.file}", *chain.operators]
    names = ",".join(str(number) for number in range(len(chains)))
    run(*command, f"-a:{names}", f"-f:f32_le,4,{rate}", f"-o:{target}")
    return soundfile.read(target, dtype="float32", always_2d=True)[0]
