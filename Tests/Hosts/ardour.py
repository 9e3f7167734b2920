"""Ardour 7 without a display: a new session with a recording, a plugin and its automation, exported to a file."""

import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET

import setting
from signals import read, write

NAME = "session"
#: Ardour 7 counts time in 1/282240000 s.
TICKS = 282_240_000 // 48_000


def render(plugin, signal, channels, automation=(), preset="", moved=False, **values):
    """`automation`: (seconds, symbol, value), linear between points. `preset`: by its name, before the values. `moved`: the
    session's folder is moved before it is opened again. Returns the master's `channels` channels, and what Ardour says of
    the plugin (instances, latency). It compensates the latency."""
    folder, source, target = setting.path("ardour"), write("recording.wav", signal), setting.path("export.wav")
    shutil.rmtree(folder, ignore_errors=True)
    home = setting.path("home")
    os.makedirs(home, exist_ok=True)

    def number(symbol):
        return setting.control_number(plugin, symbol)

    points = "".join(f"{number(symbol)} {setting.port_index(plugin, symbol)} {seconds} {value}\n"
                     for seconds, symbol, value in automation)
    settings = "".join(f"{number(symbol)} {value}\n" for symbol, value in values.items())
    bounded("ardour7-new_session", "-s", "48000", "-m", str(channels), folder, NAME, HOME=home)
    said = bounded(
        "ardour7-lua", os.path.join(setting.HERE, "ardour_session.lua"), HOME=home, NF_SESSION=folder, NF_NAME=NAME,
        NF_URI=setting.uri(plugin), NF_INPUTS=str(signal.shape[1]), NF_OUTPUTS=str(channels), NF_AUTOMATION=points,
        NF_SETTINGS=settings, NF_PRESET=preset)
    Session(os.path.join(folder, NAME + ".ardour")).place(source, signal.shape, channels)
    if moved:
        # To a sibling: Ardour links files of others from the session by relative paths.
        elsewhere = setting.path("moved")
        shutil.rmtree(elsewhere, ignore_errors=True)
        folder = shutil.move(folder, elsewhere)
    bounded("ardour7-export", "-b", "float", "-o", target, folder, NAME, HOME=home)
    facts = {key: int(value) for key, value in re.findall(r"^(instances|latency)\s+(\d+)", said, re.M)}
    return read(target), facts


def bounded(*command, attempts=12, **environment):
    """Ardour's tools stand still now and then, and its export may crash while it ends, whatever the plugin: they get
    some seconds and more than one try. A plugin at fault fails every time."""
    for _ in range(attempts):
        try:
            code, said = setting.run(*command, timeout=30, check=False, **environment)
        except subprocess.TimeoutExpired as stopped:
            code, said = "none, it stood still", str(stopped.output)
        if code == 0:
            return said
        if isinstance(code, int) and code > 0:
            break
        if command[0] == "ardour7-new_session":
            shutil.rmtree(command[-2], ignore_errors=True)
    raise setting.HostFailed(f"{' '.join(command)}: exit code {code}\n{said}")


class Session:
    """The session's file: what no tool without a display can do is written there."""

    def __init__(self, file):
        self.file = file
        self.tree = ET.parse(file)
        self.root = self.tree.getroot()

    def place(self, recording, shape, outputs):
        frames, channels = shape
        length = frames * TICKS
        names = [str(9_000_000 + channel) for channel in range(channels)]
        for channel, name in enumerate(names):
            ET.SubElement(self.root.find("Sources"), "Source", {
                "name": os.path.basename(recording), "type": "audio", "flags": "", "id": name, "take-id": "",
                "natural-position": "a0", "channel": str(channel), "origin": recording, "gain": "1"})
        self.region(self.root.find("Regions"), "9000100", names, length, whole=True)
        playlist = next(p for p in self.root.iter("Playlist") if p.get("name") == "recording")
        self.region(playlist, "9000101", names, length, whole=False)
        self.session_range(length)
        self.connect(outputs)
        self.tree.write(self.file, encoding="UTF-8", xml_declaration=True)

    def region(self, parent, name, sources, length, whole):
        attributes = dict.fromkeys(
            ["muted", "locked", "video-locked", "automatic", "import", "sync-marked", "left-of-split", "hidden",
             "right-of-split", "position-locked", "layering-index", "envelope-active", "default-fade-in",
             "default-fade-out", "fade-in-active", "fade-out-active"], "0")
        attributes.update(dict.fromkeys(["opaque", "external", "valid-transients", "stretch", "shift",
                                         "scale-amplitude"], "1"))
        attributes.update({
            "id": name, "name": "recording." + name, "type": "audio", "whole-file": str(int(whole)), "start": "a0",
            "length": f"a{length}@a0", "sync-position": "a0", "ancestral-start": "a0", "ancestral-length": "a0@a0",
            "first-edit": "nothing", "channels": str(len(sources)), "tags": "", "contents": "0"})
        for channel, source in enumerate(sources):
            attributes[f"source-{channel}"] = attributes[f"master-source-{channel}"] = source
        ET.SubElement(parent, "Region", attributes)

    def session_range(self, length):
        locations = self.root.find("Locations")
        for location in [l for l in locations if "IsSessionRange" in l.get("flags", "")]:
            locations.remove(location)
        ET.SubElement(locations, "Location", {
            "id": "9000200", "name": "session", "start": "a0", "end": f"a{length}", "flags": "IsSessionRange",
            "locked": "0", "timestamp": "0", "cue": "0"})

    def connect(self, outputs):
        """Track output k to master input k, and no panner between: it would mix the channels."""
        routes = {route.get("name"): route for route in self.root.iter("Route")}
        track = self.ports(routes["recording"], "Output")
        master = self.ports(routes["Master"], "Input")
        inputs = master.findall("Port")[:outputs]
        for port in master.findall("Port"):
            for connection in port.findall("Connection"):
                port.remove(connection)
        for port in track.findall("Port"):
            track.remove(port)
        for channel, target in enumerate(inputs):
            name = f"recording/audio_out {channel + 1}"
            port = ET.SubElement(track, "Port", {"type": "audio", "name": name})
            ET.SubElement(port, "Connection", {"other": target.get("name")})
            ET.SubElement(target, "Connection", {"other": name})
        for shell in self.root.iter("PannerShell"):
            shell.set("bypassed", "1")

    @staticmethod
    def ports(route, direction):
        return next(io for io in route.findall("IO") if io.get("direction") == direction)
