"""Ardour 7 without a display: a session with recordings on tracks and plugins, exported to a file."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
import xml.etree.ElementTree as ET

import soundfile

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "session"
#: Ardour 7 counts time in 1/282240000 s.
TICKS_A_SECOND = 282_240_000


class Failed(Exception):
    """Ardour's tool, how it ended and what it said."""


class Tools:
    """Ardour's tools, with a home of their own: the user's settings and lists of plugins stay as they are."""

    def __init__(self, home):
        self.environment = {**os.environ, "HOME": home}
        os.makedirs(home, exist_ok=True)
        self.process, self.stopped = None, False

    def new_session(self, folder, rate, channels):
        self.run("ardour7-new_session", "-s", rate, "-m", channels, folder, NAME,
                 again=lambda: shutil.rmtree(folder, ignore_errors=True))

    def furnish(self, folder, rate, uris, inputs, outputs, settings=(), presets=(), automation=(), dry=False):
        """The track "recording" with plugins, see the script; returns what Ardour says of them: {instances, latency} each."""
        def lines(rows):
            return "".join(" ".join(map(str, row)) + "\n" for row in rows)

        said = self.run(
            "ardour7-lua", os.path.join(HERE, "ardour_session.lua"), NF_SESSION=folder, NF_NAME=NAME, NF_RATE=str(rate),
            NF_PLUGINS=lines([uri] for uri in uris), NF_INPUTS=str(inputs), NF_OUTPUTS=str(outputs),
            NF_SETTINGS=lines(settings), NF_PRESETS=lines(presets), NF_AUTOMATION=lines(automation), NF_DRY=str(int(dry)))
        facts = [re.findall(rf"^{word}\s+(\d+)", said, re.M) for word in ("instances", "latency")]
        return [{"instances": int(count), "latency": int(latency)} for count, latency in zip(*facts)]

    def export(self, folder, target, tick=lambda: None):
        """The session's range of the master. Ardour 7.3 writes over memory of its own now and then while it exports, with any
        plugin or none: it crashes when all is written, and some samples may be anything. So two exports have to agree."""
        wanted, seen = frames(folder), set()
        for _ in range(16):
            if os.path.exists(target):
                os.remove(target)
            self.run("ardour7-export", "-b", "float", "-o", target, folder, NAME, grows=target, tick=tick,
                     is_done=lambda: has_frames(target, wanted))
            sound = digest(target)
            if sound in seen:
                return
            seen.add(sound)
        raise Failed("ardour7-export gave another result each time")

    def stop(self):
        """Ends what runs, from another thread; what waits for it fails."""
        self.stopped = True
        if self.process:
            self.process.kill()

    def run(self, *command, grows=None, tick=lambda: None, again=lambda: None, is_done=lambda: False, attempts=12,
            **environment):
        """They stand still or crash now and then, with any plugin or none: they get 30 s in which nothing happens (the file that
        `grows` does not) and more than one try. A plugin at fault fails every time."""
        command = [str(word) for word in command]
        for _ in range(attempts):
            with tempfile.TemporaryFile("w+", errors="replace") as log:
                self.process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                    env={**self.environment, **environment})
                stood_still = self.watch(grows, tick)
                log.seek(0)
                said = log.read()
            if self.process.returncode == 0 or (is_done() and not self.stopped):
                return said
            if self.process.returncode > 0 or self.stopped:
                break
            again()
        how = "stood still" if stood_still else f"ended with code {self.process.returncode}"
        raise Failed(f"{os.path.basename(command[0])} {how}: {said.strip()[-2000:]}")

    def watch(self, grows, tick):
        """Waits for the process; ends it if it stands still, and says so."""
        size, moved = 0, time.monotonic()
        while True:
            try:
                self.process.wait(0.5)
                return False
            except subprocess.TimeoutExpired:
                tick()
            now = os.path.getsize(grows) if grows and os.path.exists(grows) else 0
            if now != size:
                size, moved = now, time.monotonic()
            elif time.monotonic() - moved > 30:
                self.process.kill()
                self.process.wait()
                return True


def frames(folder):
    """How long the session's range is."""
    root = ET.parse(os.path.join(folder, NAME + ".ardour")).getroot()
    place = next(each for each in root.iter("Location") if "IsSessionRange" in each.get("flags"))
    start, end = (int(place.get(edge).lstrip("a")) for edge in ("start", "end"))
    return (end - start) * int(root.get("sample-rate")) // TICKS_A_SECOND


def digest(file):
    with soundfile.SoundFile(file) as audio:
        whole = hashlib.sha256()
        for block in audio.blocks(1 << 18, dtype="float32"):
            whole.update(block.tobytes())
        return whole.digest()


def has_frames(file, count):
    try:
        return soundfile.info(file).frames == count
    except (RuntimeError, OSError):
        return False


class Session:
    """The session's file: what no tool without a display can do is written there."""

    def __init__(self, folder, rate):
        self.file = os.path.join(folder, NAME + ".ardour")
        self.tree = ET.parse(self.file)
        self.root = self.tree.getroot()
        self.ticks = TICKS_A_SECOND // rate
        self.last_id = 9_000_000

    def save(self):
        self.tree.write(self.file, encoding="UTF-8", xml_declaration=True)

    def place(self, track, recording, frames, channels, outputs):
        """A file at the beginning of a track, whose `outputs` channels go to the master's first ones."""
        sources = [self.new_id() for _ in range(channels)]
        for channel, source in enumerate(sources):
            ET.SubElement(self.root.find("Sources"), "Source", {
                "name": os.path.basename(recording), "type": "audio", "flags": "", "id": source, "take-id": "",
                "natural-position": "a0", "channel": str(channel), "origin": recording, "gain": "1"})
        length = frames * self.ticks
        self.region(self.root.find("Regions"), sources, length, whole=True)
        playlist = next(p for p in self.root.iter("Playlist") if p.get("name") == track)
        self.region(playlist, sources, length, whole=False)
        self.session_range(length)
        self.connect(track, outputs)

    def new_id(self):
        self.last_id += 1
        return str(self.last_id)

    def region(self, parent, sources, length, whole):
        attributes = dict.fromkeys(
            ["muted", "locked", "video-locked", "automatic", "import", "sync-marked", "left-of-split", "hidden",
             "right-of-split", "position-locked", "layering-index", "envelope-active", "default-fade-in",
             "default-fade-out", "fade-in-active", "fade-out-active"], "0")
        attributes.update(dict.fromkeys(["opaque", "external", "valid-transients", "stretch", "shift",
                                         "scale-amplitude"], "1"))
        name = self.new_id()
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
            "id": self.new_id(), "name": "session", "start": "a0", "end": f"a{length}", "flags": "IsSessionRange",
            "locked": "0", "timestamp": "0", "cue": "0"})

    def connect(self, track, outputs):
        """Track output k to master input k, and no panner between: it would mix the channels."""
        routes = {route.get("name"): route for route in self.root.iter("Route")}
        io = self.ports(routes[track], "Output")
        inputs = self.ports(routes["Master"], "Input").findall("Port")
        for port in io.findall("Port"):
            io.remove(port)
        for port in inputs:
            for connection in port.findall("Connection"):
                if connection.get("other").startswith(track + "/"):
                    port.remove(connection)
        for channel, target in enumerate(inputs[:outputs], 1):
            name = f"{track}/audio_out {channel}"
            port = ET.SubElement(io, "Port", {"type": "audio", "name": name})
            ET.SubElement(port, "Connection", {"other": target.get("name")})
            ET.SubElement(target, "Connection", {"other": name})
        for shell in self.root.iter("PannerShell"):
            shell.set("bypassed", "1")

    @staticmethod
    def ports(route, direction):
        return next(io for io in route.findall("IO") if io.get("direction") == direction)
