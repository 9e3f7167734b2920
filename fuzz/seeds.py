"""Small inputs for each parser, right ones: libFuzzer makes the others of them."""

import json
import os
import struct
import subprocess
import tempfile

import numpy as np
import soundfile

import heads
import weights

RATE = 8000


def write(parser, folder):
    """Puts the seeds of a parser into a folder."""
    for name, content in MAKERS[parser]():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())


def mix():
    yield "whole", json.dumps({
        "format": "nearfar-mix/1", "algorithm": "seeds", "loudness": {"recording": -23, "dialog": -25.5, "ambience": -30},
        "suggestion": {"style": "Studio", "amount": 0.5},
        "dialog": {"gain": 6, "equalization": [
            {"type": "peak", "frequency": 3000, "gain": 2, "q": 1}, {"type": "low-shelf", "frequency": 100, "gain": -3},
            {"type": "high-shelf", "frequency": 8000, "gain": 1}]},
        "ambience": {"gain": -2.5, "equalization": [{"type": "high-pass", "frequency": 80}, {"type": "low-pass", "frequency": 1e4}]},
        "view": {"azimuth": -10, "width": 90}, "talkers": [{"time": 0, "azimuth": 30}, {"time": 1.5, "azimuth": -30, "elevation": 9}],
        "delivery": {"dialnorm": -27, "dynamics": "film light", "loudnessRange": 7}})
    yield "least", '{"format":"nearfar-mix/1"}'


def microphones():
    four = [{"x": 30, "y": 60, "z": 4}, {"x": 30, "y": -60, "z": 4, "azimuth": 90, "elevation": -45, "directivity": 0.5, "gain": -3},
            {"x": -30, "y": 0, "z": 0}, {"x": 0, "y": 0, "z": 35.5}]
    kinds = {"four": {"name": "telephone", "microphones": four},
             "tetrahedron": {"tetrahedron": {"radius": 14.7, "directivity": 0.5, "order": "FLU FRD BLD BRU"}},
             "responses": {"responses": [{"file": "front.wav", "azimuth": 0, "elevation": 0}, {"file": "left.wav", "azimuth": 90}]}}
    for name, content in kinds.items():
        yield name, json.dumps({"format": "nearfar-microphones/1", **content})


def layout():
    speakers = [{"Azimuth": azimuth, "Elevation": elevation, "Radius": 1, "IsImaginary": elevation < 0, "Channel": number + 1, "Gain": 1}
                for number, (azimuth, elevation) in enumerate([(30, 0), (-30, 0), (110, 0), (-110, 0), (45, 35), (0, -90)])]
    yield "iem", json.dumps({"Name": "room", "LoudspeakerLayout": {"Name": "six", "Loudspeakers": speakers}})
    yield "generic", json.dumps({"GenericLayout": {"Elements": speakers[:3]}})


def equalization():
    yield "parametric", ("Preamp: -6.2 dB\nFilter 1: ON PK Fc 105 Hz Gain 5.1 dB Q 0.70\nFilter 2: ON LSC Fc 1,250 Hz Gain -3 dB\n"
                         "Filter 3: OFF HSC Fc 8000 Hz Gain 2 dB Q 0.7\nFilter 4: ON HP Fc 20 Hz\nFilter: ON None\n")
    yield "graphic", "GraphicEQ: 20 -1.5; 100 2; 1000 0; 4000 -3e0; 16000 1,5\n"
    yield "results", "frequency,raw,target,equalization\n20.0,3.1,0,-3.1\n200,1,0,-1\n1000,0,0,0\n4000,-2,0,2\n"
    yield "measured", "* measured\n20 1,5\n200 0,3\n1000 0\n8000 -4,25\n"
    yield "tabs", "\ufeffHz\tdB\r\n50\t1\r\n500\t-1\r\n5000\t2\r\n"


def automation():
    yield "commas", "time,symbol,value\n# a comment\n0,style,Studio\n12.5,remix_amount,0.9\n14,dialog_azimuth,-30\n"
    yield "semicolons", "\ufeff0;room;on\r\n1e1;room;off\r\n"


def head():
    yield "commas", "seconds,yaw,pitch,roll\n0,170,0,0\n1,-170,10,-5\n1,0,0,0\n\n3600,360,-90,1e1\n"
    yield "tabs", "0\t0\t0\t0\r# still\r0.05\t1\t2\t3\r"


def network():
    yield "whole", weights.network()


def responses():
    """Sizes and the numbers behind them, high byte first: directions evenly around, short responses, a rate, delays."""
    angles = 2 * np.pi * np.arange(24) / 24
    places = np.stack([np.cos(angles), np.sin(angles), 0.3 * np.cos(3 * angles)], 1)
    sounds = np.random.default_rng(1).standard_normal((24, 2, 4))
    arrays = [places, sounds, np.array([48000.0]), np.tile([3.0, 5.0], 24), np.array([0, 0.09, 0, 0, -0.09, 0])]
    yield "all", bytes([24, 3, 1]) + b"".join(b"\0" + array.astype(">f4").tobytes() for array in arrays)


def sofa():
    yield "plain", heads.small()
    yield "compressed", heads.small(compression="gzip", chunks=True)


def sound():
    samples = 0.1 * np.random.default_rng(1).standard_normal((300, 4))
    for kind, encoding in (("WAV", "FLOAT"), ("WAVEX", "PCM_24"), ("RF64", "PCM_16"), ("W64", "FLOAT"), ("CAF", "PCM_24"), ("AIFF", "PCM_16"),
                           ("AU", "FLOAT"), ("FLAC", "PCM_24"), ("OGG", "VORBIS")):
        yield kind, made(lambda file: soundfile.write(file, samples, RATE, format=kind, subtype=encoding))


def movie():
    samples = 0.1 * np.random.default_rng(1).standard_normal((480, 4))
    for ending, words in (("mov", "-c:a pcm_s24le"), ("mov", "-c:a alac"), ("mka", "-c:a flac"), ("mp4", "-c:a aac"),
                          ("opus", "-c:a libopus -mapping_family 2"), ("mkv", "-c:a libopus -mapping_family 2")):
        def render(file):
            soundfile.write(file + ".wav", samples, 48000, format="WAV")
            command = ["ffmpeg", "-v", "quiet", "-y", "-i", file + ".wav", *words.split(), f"{file}.{ending}"]
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
            os.replace(f"{file}.{ending}", file)
            os.remove(file + ".wav")
        yield f"{ending} {words.split()[1]}", made(render)


def made(make):
    """What `make` writes into the file that it is given."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "seed")
        make(path)
        with open(path, "rb") as file:
            return file.read()


def atoms():
    for name, content in movie():
        if name.startswith("m") and b"moov" in content:
            # Without the samples.
            place = content.index(b"moov") - 4
            yield name, content[place:place + struct.unpack(">I", content[place:place + 4])[0]]


MAKERS = {"mix": mix, "microphones": microphones, "layout": layout, "equalization": equalization, "automation": automation, "head": head,
          "weights": network, "responses": responses, "sofa": sofa, "sound": sound, "movie": movie, "atoms": atoms}
