"""What `nearfar encode` makes of simulated recordings with arrays of four microphones, known from their geometry or from responses.

Needs no kit: plane waves at open microphones and at those on a rigid ball are known exactly. Responses are "measured" from other
directions than those that are scored.
"""
import json
import os
import shutil
import subprocess

import numpy as np
import soundfile
from scipy.special import eval_legendre, spherical_jn, spherical_yn

import kit

PROGRAM = os.environ.get("NEARFAR", os.path.join(kit.ROOT, ".build", "release", "nearfar"))
SOUND = 343.0
RATE = 48_000
#: Frames from one impulse to the next, which is in their middle.
SPAN = 4096
HZ = np.array([100, 250, 500, 1000, 2000, 4000, 8000])
#: Metres: to the front, the left, upwards.
TETRAHEDRON = 0.023 * np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
TELEPHONE = 0.001 * np.array([[0, 33, 70], [0, -33, 70], [0, 0, -74], [-8, 25, 60]])
#: As far from their middle as those of the tetrahedron.
BALL = TETRAHEDRON


def run(waves):
    """Prints a row for each array; `waves`: unit vectors x y z, about evenly over the sphere."""
    named = " / ".join(f"{f / 1000:g}" for f in HZ)
    print(f"\n| array of four | known from | error at {named} kHz, dB: W | Y | Z | X | off, mean | accurate to 3 dB, says encode |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, known, places, heard, microphone in (
            ("open tetrahedron, 4 cm", "geometry", TETRAHEDRON, opened, geometry),
            ("the same", "responses", TETRAHEDRON, opened, responses),
            ("telephone, open", "geometry", TELEPHONE, opened, geometry),
            ("tetrahedron on a rigid ball, 4 cm", "geometry", BALL, on_ball, geometry),
            ("the same", "responses", BALL, on_ball, responses)):
        file = microphone(places, heard)
        made = encoded(file, heard(places, waves, HZ))
        errors = " | ".join(" / ".join(f"{e:.0f}" for e in row) for row in error(made, waves).T)
        off = " / ".join(f"{a:.0f}°" for a in directions_off(made, waves).mean(1))
        print(f"| {name} | {known} | {errors} | {off} | {accuracy(file)} |", flush=True)


def opened(places, waves, hz):
    """What microphones hear without a body: frequencies × waves × microphones, phase 0 at the origin."""
    return np.exp(2j * np.pi * np.asarray(hz)[:, None, None] / SOUND * (waves @ places.T))


def on_ball(places, waves, hz):
    """On the surface of a rigid ball around the origin. Source: E. G. Williams (1999), "Fourier acoustics", section 6.10."""
    radius = np.linalg.norm(places[0])
    cosine = waves @ (places / np.linalg.norm(places, axis=1)[:, None]).T
    made = np.zeros((len(hz), *cosine.shape), complex)
    for index, x in enumerate(2 * np.pi * np.maximum(np.asarray(hz, float), 1) * radius / SOUND):
        for order in range(int(x) + 12):
            slope = [function(order, x, derivative=True) for function in (spherical_jn, spherical_yn)]
            outgoing = spherical_jn(order, x) - 1j * spherical_yn(order, x)
            strength = spherical_jn(order, x) - slope[0] / (slope[0] - 1j * slope[1]) * outgoing
            made[index] += 1j**order * (2 * order + 1) * strength * eval_legendre(order, cosine)
    return made


def geometry(places, heard):
    return described("geometry.json", microphones=[dict(zip("xyz", 1000 * place)) for place in places])


def responses(places, heard):
    """From 300 directions, 512 frames each, as a list of sound files."""
    folder = os.path.join(kit.WORK, "responses")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    frames, listed = 512, []
    index = np.arange(300)
    elevation = np.degrees(np.arcsin(1 - (2 * index + 1) / 300))
    azimuth = (index * 222.4922) % 360 - 180
    a, e = np.radians(azimuth), np.radians(elevation)
    waves = np.stack([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)], -1)
    hz = np.fft.rfftfreq(frames, 1 / RATE)
    spectra = heard(places, waves, hz) * np.exp(-2j * np.pi * hz * frames / 4 / RATE)[:, None, None]
    spectra[-1] = spectra[-1].real
    for place, response in enumerate(np.fft.irfft(spectra, frames, axis=0).transpose(1, 0, 2)):
        soundfile.write(f"{folder}/{place}.wav", response, RATE, subtype="FLOAT")
        listed.append({"file": f"responses/{place}.wav", "azimuth": azimuth[place], "elevation": elevation[place]})
    return described("responses.json", responses=listed)


def described(name, **fields):
    file = os.path.join(kit.WORK, name)
    with open(file, "w") as opened_file:
        json.dump({"format": "nearfar-microphones/1", **fields}, opened_file)
    return file


def nearfar(*words):
    done = subprocess.run([PROGRAM, *words], text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(f"nearfar {' '.join(words)}:\n{done.stderr[-2000:]}")
    return done.stdout


def encoded(microphone, heard):
    """The field of what is heard: frequencies × waves × W Y Z X."""
    source, target = (os.path.join(kit.WORK, name) for name in ("impulses.wav", "field.wav"))
    impulses = np.zeros((4 * SPAN, 4), "float32")
    impulses[SPAN // 2 + SPAN * np.arange(4), np.arange(4)] = 1
    soundfile.write(source, impulses, RATE, subtype="FLOAT")
    nearfar("encode", source, "-o", target, "-f", "-q", "-m", microphone)
    made = soundfile.read(target)[0].reshape(4, SPAN, 4)
    turns = np.exp(-2j * np.pi * np.outer(HZ, np.arange(SPAN) - SPAN // 2) / RATE)
    return heard @ np.einsum("ft,qtc->fqc", turns, made)


def error(fields, waves):
    """Of each channel over all directions, in dB re what it should be: frequencies × W Y Z X."""
    wanted = np.column_stack([np.ones(len(waves)), waves[:, [1, 2, 0]]])
    return 10 * np.log10(np.mean(np.abs(fields - wanted) ** 2, 1) / np.mean(wanted**2, 0))


def directions_off(fields, waves):
    """Degrees between the active intensity and the wave: frequencies × waves."""
    intensity = np.real(np.conj(fields[..., :1]) * fields[..., [3, 1, 2]])
    cosine = np.sum(intensity * waves, -1) / np.linalg.norm(intensity, axis=-1)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def accuracy(microphone):
    bands = json.loads(nearfar("microphones", microphone, "--json"))["accuracy"]
    return ", ".join(f"{b['channel']} {b['from']:.0f} to {b['to'] / 1000:.1f}k" if b["from"] else b["channel"] + " nowhere" for b in bands)
