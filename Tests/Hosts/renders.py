"""One plugin in an offline host: signal in, signal out. Controls are given by symbol."""

import os

from setting import control_number, controls, path, run, uri
from signals import RATE, read, write


def lv2apply(plugin, signal, rate=RATE, environment=None, **values):
    source, target = write("in.wav", signal, rate), path("out.wav")
    settings = [word for symbol, value in values.items() for word in ("-c", symbol, value)]
    run("lv2apply", "-i", source, "-o", target, *settings, uri(plugin), **(environment or {}))
    return read(target)


def lv2file(plugin, signal, block=512, preset=None, **values):
    source, target = write("in.wav", signal), path("out.wav")
    settings = ["-P", preset] if preset else []
    settings += [word for symbol, value in values.items() for word in ("-p", f"{symbol}:{value}")]
    run("lv2file", "-i", source, "-o", target, "-b", block, *settings, uri(plugin))
    return read(target)


def ecasound_operator(plugin, **values):
    """Ecasound counts every control port, inputs and outputs, and wants values by position."""
    positions = [values.pop(symbol, initial) for symbol, initial, _ in controls(plugin)]
    assert not values, f"{plugin} has no {', '.join(values)}"
    return f"-elv2:{uri(plugin)}," + ",".join(str(value) for value in positions)


def ecasound(signal, operators, channels, block=256):
    """`operators`: plugins and their controllers in order, e.g. from `ecasound_operator` and `ecasound_ramp`."""
    source, target = write("in.wav", signal), path("out.wav")
    if os.path.exists(target):
        os.remove(target)
    run("ecasound", "-q", f"-b:{block}", f"-f:f32_le,{signal.shape[1]},{RATE}", f"-i:{source}",
        f"-f:f32_le,{channels},{RATE}", *operators, f"-o:{target}", HOME=path(""))
    return read(target)


def ecasound_ramp(plugin, symbol, low, high, seconds):
    """Automates a control of the plugin before it: from low to high, then stays."""
    return f"-kl:{control_number(plugin, symbol) + 1},{low},{high},{seconds}"


def ecasound_envelope(plugin, symbol, points):
    """Automates a control of the plugin before it: (seconds, value), linear between points."""
    low, high = (extreme(value for _, value in points) for extreme in (min, max))
    places = ",".join(f"{seconds},{(value - low) / (high - low):.9g}" for seconds, value in points)
    return f"-klg:{control_number(plugin, symbol) + 1},{low},{high},{len(points)},{places}"
