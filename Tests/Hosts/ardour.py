"""Ardour 7 without a display: a new session with a recording, a plugin and its automation, exported to a file."""

import os
import shutil
import subprocess
import sys
import time

import jackserver
import setting
from signals import RATE, read, write

sys.path.append(os.path.join(setting.ROOT, "batch"))
import ardour_session

AGAIN = os.path.join(setting.HERE, "ardour_again.lua")


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


def open_and_save(folder):
    """Another Ardour opens the session, saves it as it came, and closes it."""
    tools().run("ardour7-lua", AGAIN, NF_SESSION=folder, NF_NAME=ardour_session.NAME, NF_BACKEND="")


def play(folder, seconds, channels):
    """The session in real time, on a JACK server: what comes out of the master, from some time before the beginning on. On a
    busy machine the two now and then fail to come together, whatever is in the session; then both are started once more."""
    for attempt in range(2):
        try:
            with jackserver.server(1024):
                return play_once(folder, seconds, channels)
        except setting.HostFailed as failure:
            if attempt:
                raise
            print(failure, flush=True)


def play_once(folder, seconds, channels):
    ready, log = setting.path("ready"), setting.path("ardour.log")
    environment = {**tools().environment, "NF_SESSION": folder, "NF_NAME": ardour_session.NAME, "NF_BACKEND": "JACK",
                   "NF_READY": ready, "NF_SECONDS": str(seconds + 0.5)}
    with open(log, "w") as said:
        process = subprocess.Popen(
            ["ardour7-lua", AGAIN], stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment)
    recording = None
    try:
        names = [f"ardour:Master/audio_out {channel}" for channel in range(1, channels + 1)]
        for _ in range(600):
            if os.path.exists(ready) or process.poll() is not None:
                break
            time.sleep(0.1)
        if process.poll() is None:
            recording = jackserver.Recorder(names, seconds + 2).record(lambda: os.remove(ready))
        code = process.wait(30)
    finally:
        process.kill()
        process.wait()
    if code != 0 or recording is None or not recording.any():
        with open(log) as said:
            raise setting.HostFailed(f"Ardour ended with code {code}: {said.read()}")
    return recording


def tools():
    """With the environment of now."""
    return ardour_session.Tools(setting.path("home"))
