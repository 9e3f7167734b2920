"""Microphones for the tests of `encode`: what they hear of plane waves, and files that describe them."""

import json
import os
import shutil

import numpy as np
import soundfile

from setting import path
from signals import RATE

SOUND = 343.0
#: On the corners and the back of a telephone that is held upright, in metres: front, left, up.
TELEPHONE = 0.001 * np.array([[0, 33, 70], [0, -33, 70], [0, 0, -74], [-8, 25, 60]])
#: An open tetrahedron, 4 cm from its middle.
TETRAHEDRON = 0.001 * np.array([[23, 23, 23], [23, -23, -23], [-23, 23, -23], [-23, -23, 23]])
#: Of a SOFA file that libmysofa brings.
SOFA = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa"


def direction(azimuth, elevation):
    a, e = np.radians(azimuth), np.radians(elevation)
    return np.stack([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)], -1)


def heard(places, wave, signal, rate=RATE):
    """A plane wave from a direction (x, y, z) at omnidirectional microphones: frames × microphones."""
    length = 2 * len(signal)
    hz = np.fft.rfftfreq(length, 1 / rate)
    turns = np.exp(2j * np.pi * np.outer(hz, places @ wave) / SOUND)
    # Half a frame has no sign at the highest frequency.
    turns[-1] = turns[-1].real
    return np.fft.irfft(np.fft.rfft(signal, length)[:, None] * turns, axis=0)[:len(signal)].astype("float32")


def grid():
    """Azimuths and elevations in degrees, about evenly."""
    return [(azimuth, elevation) for elevation in range(-80, 81, 20)
            for azimuth in np.linspace(0, 360, max(3, round(18 * np.cos(np.radians(elevation)))), endpoint=False).round(1)]


def response(places, azimuth, elevation, rate=RATE, frames=256):
    """Impulse responses: frames × microphones, 100 frames late."""
    impulse = np.zeros(frames)
    impulse[100] = 1
    return heard(places, direction(azimuth, elevation), impulse, rate)


def geometry(name, places):
    microphones = [dict(zip("xyz", (1000 * place).round(6).tolist())) for place in places]
    return described(name, microphones=microphones)


def described(name, **fields):
    with open(path(name), "w") as file:
        json.dump({"format": "nearfar-microphones/1", **fields}, file)
    return path(name)


def folder(name, places, rate=RATE):
    """Measured responses as sound files; the directions are in the names."""
    os.makedirs(path(name), exist_ok=True)
    for azimuth, elevation in grid():
        soundfile.write(path(f"{name}/az{azimuth}_el{elevation}.wav"), response(places, azimuth, elevation, rate), rate, subtype="FLOAT")
    return path(name)


def sofa(name, places, rate=RATE):
    """Measured responses as a SOFA file of the convention GeneralFIR, as libmysofa can read it: made from one of its own."""
    import h5py

    points = grid()
    data = np.stack([response(places, *point, rate).T for point in points])
    shutil.copyfile(SOFA, path(name))
    with h5py.File(path(name), "r+", libver=("v108", "v108"), track_order=True) as file:
        sizes = dict(zip("MRN", data.shape))
        for key, size in sizes.items():
            del file[key]
            file.create_dataset(key, data=np.zeros(size), dtype=">f4").make_scale(
                f"This is a netCDF dimension but not a netCDF variable.{size:10d}")
        receivers = np.zeros((len(places), 3, 1))
        for key, values, dimensions in (
                ("Data.IR", data, "MRN"), ("Data.Delay", np.zeros((1, len(places))), "IR"), ("ReceiverPosition", receivers, "RCI"),
                ("SourcePosition", [(a % 360, e, 1.5) for a, e in points], "MC")):
            texts = {name: value for name, value in file[key].attrs.items() if name != "DIMENSION_LIST"}
            del file[key]
            made = file.create_dataset(key, data=np.asarray(values, "float64"))
            for place, dimension in enumerate(dimensions):
                made.dims[place].attach_scale(file[dimension])
            for attribute, value in texts.items():
                _text(made, attribute, value)
        file["Data.SamplingRate"][...] = rate
        del file.attrs["SOFAConventions"]
        _text(file, "SOFAConventions", b"GeneralFIR")
    return path(name)


def _text(where, name, value):
    """With a zero at its end: libmysofa knows no other."""
    import h5py

    kind = h5py.h5t.C_S1.copy()
    kind.set_size(len(value) + 1)
    kind.set_strpad(h5py.h5t.STR_NULLTERM)
    space = h5py.h5s.create(h5py.h5s.SCALAR)
    h5py.h5a.create(where.id, name.encode(), kind, space).write(np.array(value, dtype=f"S{len(value) + 1}"))
