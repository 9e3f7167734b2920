"""What `encode-aformat` makes of simulated recordings: plane waves from everywhere on four cardioids at their places on a sphere; and
what the program makes of other arrays.

Needs no kit: the capsules' signals are known exactly, and so is the field they should become.
"""
import numpy as np

import arrays
import impulses
from arrays import directions_off

URI = "urn:nearfar:encode-aformat"
#: The control's value, and the radius in metres.
MICROPHONES = {"Zoom H3-VR": (3, 0.012), "RØDE NT-SF1": (2, 0.013), "Sennheiser AMBEO VR": (1, 0.014),
               "Core Sound TetraMic": (4, 0.0177), "SoundField SPS200": (5, 0.0271)}
#: FLU FRD BLD BRU: x to the front, y to the left, z up.
CAPSULES = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(3)
SOUND = 343.0
RATE = 48_000


def run():
    waves = everywhere(400)
    hz, fine = np.array([500, 1000, 2000, 4000, 8000]), np.geomspace(100, 20_000, 200)
    named = " / ".join(f"{f / 1000:g}" for f in hz)
    print("| microphone | radius, mm | aliasing from, kHz | diffuse field, dB | W at 4 kHz, dB | "
          f"off at {named} kHz, mean | worst |\n| --- | --- | --- | --- | --- | --- | --- |")
    for name, (index, radius) in MICROPHONES.items():
        made = responses(index)
        few, many = (encoded(made, radius, waves, f) for f in (hz, fine))
        flat = np.abs([diffuse(many[..., :1]), diffuse(many[..., 1:])]).max()
        off, pressure = directions_off(few, waves), 20 * np.log10(np.abs(few[3, :, 0]))
        print(f"| {name} | {1000 * radius:.3g} | {aliasing(many, waves, fine) / 1000:.1f} | ±{flat:.2f} | "
              f"{pressure.min():.1f} … {pressure.max():.1f} | " + " / ".join(f"{a.mean():.1f}°" for a in off) + " | "
              + " / ".join(f"{a.max():.0f}°" for a in off) + " |")
    arrays.run(waves)


def everywhere(count):
    """Unit vectors x y z, along a spiral of the golden angle."""
    index = np.arange(count)
    z = 1 - (2 * index + 1) / count
    turn = np.pi * (1 + np.sqrt(5)) * index
    return np.stack([np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z], -1)


def captured(radius, waves, hz):
    """What the capsules hear: frequencies × waves × 4, phase 0 at the centre."""
    cosine = waves @ CAPSULES.T
    wavenumbers = 2 * np.pi * np.asarray(hz)[:, None, None] / SOUND
    return (0.5 + 0.5 * cosine) * np.exp(1j * wavenumbers * radius * cosine)


def responses(index):
    """What the plugin makes of an impulse in each capsule: 4 × frames × W Y Z X."""
    return impulses.responses(URI, np.eye(4), RATE, 512, microphone=index)


def encoded(made, radius, waves, hz):
    """The field of plugin responses `made`: frequencies × waves × W Y Z X."""
    turns = np.exp(-2j * np.pi * np.outer(hz, np.arange(made.shape[1])) / RATE)
    return captured(radius, waves, hz) @ np.einsum("ft,qtc->fqc", turns, made)


def summed(radius, waves, hz):
    """The field without filters."""
    heard = captured(radius, waves, hz)
    return np.concatenate([2 * heard.mean(-1, keepdims=True), 1.5 * heard @ CAPSULES[:, [1, 2, 0]]], -1)


def diffuse(channels):
    """Power over all directions in dB, per frequency; what it should be is 0."""
    return 10 * np.log10(np.mean(np.sum(np.abs(channels) ** 2, -1), 1))


def aliasing(fields, waves, hz):
    """The lowest frequency at which a tenth of the power of X, Y and Z is of other orders than the first."""
    gradient = fields[..., [3, 1, 2]]
    own = np.einsum("fsk,sk->f", gradient, waves) / len(waves)
    other = np.mean(np.sum(np.abs(gradient - own[:, None, None] * waves) ** 2, -1), 1)
    return hz[np.argmax(other > 0.1 * np.mean(np.sum(np.abs(gradient) ** 2, -1), 1))]
