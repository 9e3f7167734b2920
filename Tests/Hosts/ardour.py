"""Ardour 7 without a display: a new session with a recording, a plugin and its automation, exported to a file."""

import os
import shutil
import sys

import setting
from signals import RATE, read, write

sys.path.append(os.path.join(setting.ROOT, "batch"))
import ardour_session


def render(plugin, signal, channels, automation=(), preset="", moved=False, against=None, **values):
    """`automation`: (seconds, symbol, value), linear between points. `preset`: by its name, before the values. `moved`: the
    session's folder is moved before it is opened again. `against`: a signal on a track of its own, without a plugin, that
    is added. Returns the master's `channels` channels, and what Ardour says of the plugin (instances, latency). It
    compensates the latency."""
    folder, facts = session(plugin, signal, channels, automation, preset, against, **values)
    if moved:
        # To a sibling: Ardour links files of others from the session by relative paths.
        elsewhere = setting.path("moved")
        shutil.rmtree(elsewhere, ignore_errors=True)
        folder = shutil.move(folder, elsewhere)
    return export(folder), facts


def session(plugin, signal, channels, automation=(), preset="", against=None, **values):
    """Makes the session alone: its folder, and what Ardour says of the plugin."""
    folder = setting.path("ardour")
    shutil.rmtree(folder, ignore_errors=True)

    def number(symbol):
        return setting.control_number(plugin, symbol)

    points = [(0, number(symbol), setting.port_index(plugin, symbol), seconds, value)
              for seconds, symbol, value in automation]
    tools().new_session(folder, RATE, channels)
    facts, = tools().furnish(
        folder, RATE, [setting.uri(plugin)], signal.shape[1], channels, automation=points,
        settings=[(0, number(symbol), value) for symbol, value in values.items()],
        presets=[(0, preset)] if preset else [], dry=against is not None)
    made = ardour_session.Session(folder, RATE)
    made.place("recording", write("recording.wav", signal), *signal.shape, channels)
    if against is not None:
        made.place("dry", write("against.wav", against), *against.shape, against.shape[1])
    made.save()
    return folder, facts


def export(folder):
    target = setting.path("export.wav")
    tools().export(folder, target)
    return read(target)


def tools():
    """With the environment of now."""
    return ardour_session.Tools(setting.path("home"))
