"""Pictures of the plugins' windows in Ardour and Carla, without a screen: docs/images/ardour-….png and carla-….png.

`scripts/packages.sh test windows` installs what they need; Carla as in Tests/Hosts/test_carla.py (NEARFAR_CARLA).
"""
import contextlib
import os
import shutil
import subprocess
import sys
import time

import kit

FOLDER = os.path.join(kit.ROOT, "docs", "images")
SCREEN, SIZE = ":91", (1600, 1000)
#: Plugin, inputs and outputs of its track, and controls that are not at their defaults.
WINDOWS = {
    "remix": (4, 5, {"remix_amount": 0.7}),
    "mixer-stereo": (5, 2, {"dialog_azimuth": 20, "room": 0.2}),
}
#: Where the track's name and the plugin in its strip are in Ardour's window.
TRACK, STRIP = (52, 345), (41, 190)
CONFIGURATION = """<?xml version="1.0" encoding="UTF-8"?>
<Ardour>
  <Config><Option name="try-autostart-engine" value="1"/></Config>
  <Extra><AudioMIDISetup><EngineStates>
    <State backend="JACK" driver="" device="" input-device="" output-device="" sample-rate="48000" buffer-size="1024"
      n-periods="0" input-latency="0" output-latency="0" lm-input-channels="0" lm-output-channels="0" active="1"
      use-buffered-io="0" midi-option="" lru="1"><MIDIDevices/></State>
  </EngineStates></AudioMIDISetup></Extra>
</Ardour>
"""


def run():
    hosts = os.path.join(kit.ROOT, "Tests", "Hosts")
    sys.path.insert(0, hosts)
    import jackserver
    import setting

    with setting.prepared(), screen(), jackserver.server(1024):
        for plugin in WINDOWS:
            in_ardour(plugin)
        in_carla()


@contextlib.contextmanager
def screen():
    """A screen with a window manager, for what runs meanwhile."""
    os.environ["DISPLAY"] = SCREEN
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    programs = [subprocess.Popen(["Xvfb", SCREEN, "-screen", "0", size, "-nolisten", "tcp"], stderr=subprocess.DEVNULL)]
    time.sleep(2)
    programs.append(subprocess.Popen(["openbox"], stderr=subprocess.DEVNULL))
    time.sleep(1)
    try:
        yield
    finally:
        for program in reversed(programs):
            program.terminate()
            program.wait()


def in_ardour(plugin):
    """The generic window of the plugin, while a recording plays."""
    import numpy as np

    import ardour
    import setting
    import signals

    inputs, outputs, values = WINDOWS[plugin]
    sound = signals.scene(60, rests=False)
    if inputs == 5:
        sound = np.hstack([sound, signals.voice(60, rests=False)])
    folder, _ = ardour.session(plugin, sound, outputs, **values)
    configuration = os.path.join(setting.path("home"), ".config", "ardour7")
    with open(os.path.join(configuration, "config"), "w") as file:
        file.write(CONFIGURATION)
    # It has been here before: no questions.
    open(os.path.join(configuration, ".a7"), "w").close()
    with open(setting.path("ardour-window.log"), "w") as log:
        program = subprocess.Popen(
            ["ardour", "--no-splash", "--no-announcements", os.path.join(folder, "session.ardour")], stdout=log,
            stderr=log, stdin=subprocess.DEVNULL, env={**os.environ, "HOME": setting.path("home")})
        try:
            # A remark on the device is answered until the session is there.
            wait(lambda: window("session - Ardour"), otherwise=lambda: tell("key", "Return"))
            time.sleep(3)
            left, top, _, _ = place(window("session - Ardour"))
            tell("mousemove", left + TRACK[0], top + TRACK[1], "click", 1)
            tell("key", "shift+e")
            time.sleep(2)
            tell("key", "space")
            tell("mousemove", left + STRIP[0], top + STRIP[1], "click", "--repeat", 2, "--delay", 80, 1)
            name = "recording: Nearfar"
            wait(lambda: window(name))
            tell("mousemove", SIZE[0] - 1, SIZE[1] - 1)
            time.sleep(4)
            save(area(window(name)), f"ardour-{plugin}")
        finally:
            program.terminate()
            program.wait()


def in_carla():
    """Carla's own dialog for a plugin, drawn by Qt without a screen."""
    import setting
    import test_carla

    if not test_carla.LIBRARY:
        return print("no Carla here: its pictures stay as they are")
    target = setting.path("carla-%s.png")
    made = os.path.join(setting.path("carla"), "frontend")
    shutil.rmtree(made, ignore_errors=True)
    shutil.copytree(test_carla.modules(), made, ignore=shutil.ignore_patterns("C++"))
    subprocess.run([sys.executable, os.path.join(kit.ROOT, "quality", "carla_window.py"), test_carla.LIBRARY, made,
                    os.path.join(os.path.dirname(test_carla.LIBRARY), "resources"), target, *WINDOWS],
                   check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    from PIL import Image

    for plugin in WINDOWS:
        save(Image.open(target % plugin), f"carla-{plugin}")


def tell(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def window(name):
    """The visible window whose title begins so, if it is there."""
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", f"^{name}"], capture_output=True, text=True)
    return found.stdout.split()[-1] if found.stdout.split() else None


def wait(condition, otherwise=lambda: None, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            shoot().save(os.path.join(kit.WORK, "screen.png"))
            sys.exit(f"the window does not come; {kit.WORK}/screen.png is what was there")
        otherwise()
        time.sleep(2)


def shoot():
    from PIL import ImageGrab

    return ImageGrab.grab(xdisplay=SCREEN)


def place(identity):
    """Left, top, width and height of a window without its frame."""
    said = subprocess.run(["xwininfo", "-id", identity], capture_output=True, text=True).stdout
    return [int(line.split(":")[1]) for line in said.splitlines()
            if line.strip().startswith(("Absolute upper-left", "Width", "Height"))]


def area(identity):
    """What is on the screen there."""
    left, top, width, height = place(identity)
    return shoot().crop((left, top, left + width, top + height))


def save(picture, name):
    file = os.path.join(FOLDER, name + ".png")
    picture.convert("RGB").quantize(128).save(file, optimize=True)
    print(f"{os.path.relpath(file, kit.ROOT)}: {os.path.getsize(file) / 1024:.0f} KB", flush=True)
