"""Movies for the tests: what ffmpeg makes and finds in them, and their atoms read without any library."""

import json
import struct
import subprocess

import numpy as np

import setting


def ffmpeg(*words):
    """Runs it; what it printed."""
    command = ["ffmpeg", "-v", "error", "-nostdin", "-y", *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, timeout=120, cwd=setting.scratch).stdout


def streams(file):
    """As ffprobe tells them."""
    command = ["ffprobe", "-v", "error", "-show_streams", "-of", "json", file]
    return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60).stdout)["streams"]


def decoded(file, stream, channels):
    """One stream through ffmpeg, as 24-bit numbers in the high bits of 32: frames × channels."""
    raw = ffmpeg("-i", file, "-map", f"0:{stream}", "-f", "s32le", "-c:a", "pcm_s32le", "-")
    return np.frombuffer(raw, "<i4").reshape(-1, channels)


def packets(file, stream):
    """What each packet of a stream holds and when it is shown, undecoded: lines of times from the first packet on, size, flags, hash."""
    command = ["ffprobe", "-v", "error", "-select_streams", str(stream), "-show_packets", "-show_data_hash", "md5", "-of", "json", file]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60).stdout)["packets"]
    start = float(found[0]["dts_time"])
    times = [tuple(round(float(packet[key]) - start, 3) for key in ("pts_time", "dts_time")) for packet in found]
    return [(*time, packet["size"], packet["flags"], packet["data_hash"]) for time, packet in zip(times, found)]


def heard_while_it_comes(file, share):
    """Seconds of what a player plays that can be had from the first `share` of a file through a pipe, in which nobody can seek."""
    with open(file, "rb") as opened:
        data = opened.read()
    command = ["ffmpeg", "-v", "quiet", "-i", "pipe:0", "-f", "f32le", "-ac", "1", "-ar", "8000", "-"]
    outcome = subprocess.run(command, input=data[:int(share * len(data))], capture_output=True, timeout=60)
    return len(outcome.stdout) / 4 / 8000


def video(name, seconds=2):
    """A picture that moves, with B-frames and a turned display."""
    file = setting.path(name)
    ffmpeg("-f", "lavfi", "-i", f"testsrc=size=160x120:rate=25:duration={seconds}", "-c:v", "mpeg4", "-bf", "2", file)
    return file


PARENTS = (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"tref")


def atoms(data, path=b""):
    """(path, bytes behind the header) of every atom, down to those that hold no others."""
    place = 0
    while place + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        head = 8
        if size == 1:
            size, head = struct.unpack(">Q", data[place + 8:place + 16])[0], 16
        inner = data[place + head:place + size]
        yield path + b"/" + kind, inner
        if kind in PARENTS:
            yield from atoms(inner, path + b"/" + kind)
        place += size


def number(data, place=0):
    return struct.unpack(">I", data[place:place + 4])[0]


class Track:
    """What the atoms of one track say."""

    def __init__(self, data):
        found = self.found = dict(atoms(data))
        header = found[b"/tkhd"]
        self.number = struct.unpack(">I", header[12:16])[0]
        self.enabled = bool(header[3] & 1)
        self.group = struct.unpack(">H", header[34:36])[0]
        fallback = found.get(b"/tref/fall")
        self.fallback = fallback and number(fallback)
        self.described = b"/tref/cdsc" in found and number(found[b"/tref/cdsc"])
        self.handler = found[b"/mdia/hdlr"][8:12].decode()
        layout = found[b"/mdia/minf/stbl/stsd"].find(b"chan")
        self.layout = struct.unpack(">I", found[b"/mdia/minf/stbl/stsd"][layout + 8:layout + 12])[0] if layout > 0 else None


    def metadata(self, file):
        """Key, type and value in the one sample of a timed metadata track."""
        entry = self.found[b"/mdia/minf/stbl/stsd"][8:]
        assert entry[4:8] == b"mebx", entry
        (_, table), = atoms(entry[16:number(entry)])
        (_, key), = atoms(table)
        parts = dict(atoms(key))
        place, size = number(self.found[b"/mdia/minf/stbl/stco"], 8), number(self.found[b"/mdia/minf/stbl/stsz"], 4)
        with open(file, "rb") as opened:
            opened.seek(place)
            (name, value), = atoms(opened.read(size))
        assert name[1:] == table[4:8], "its sample knows another key"
        return parts[b"/keyd"], struct.unpack(">II", parts[b"/dtyp"]), value


def tracks(file):
    with open(file, "rb") as opened:
        return [Track(inner) for kind, inner in atoms(opened.read()) if kind == b"/moov/trak"]
