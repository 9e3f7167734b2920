"""What the plugins make of impulses and of noise, what a head makes of them, and levels in bands."""
import os

import h5py
import numpy as np
import soundfile as sf

import kit

SETTLE = 0.5    # seconds of silence before the first impulse: ramps and fades have ended


def render(uri, signal, rate, settings=None, **controls):
    """What a plugin makes of a signal (frames × channels), as long as it."""
    source, target = os.path.join(kit.WORK, "rendered-in.wav"), os.path.join(kit.WORK, "rendered-out.wav")
    sf.write(source, np.asarray(signal, np.float32), rate, subtype="FLOAT")
    kit.lv2apply(uri, source, target, settings, **controls)
    return sf.read(target)[0]


def responses(uri, inputs, rate, frames, settings=None, **controls):
    """Answers to impulses with the weights `inputs` (cases × channels): cases × frames × outputs."""
    start = int(SETTLE * rate)
    x = np.zeros((start + len(inputs) * frames, len(inputs[0])), np.float32)
    x[start::frames][:len(inputs)] = inputs
    return render(uri, x, rate, settings, **controls)[start:].reshape(len(inputs), frames, -1)


def plane_wave(azimuths):
    """W Y Z X on the horizon, in degrees: azimuths × 4."""
    a = np.radians(azimuths)
    return np.stack([np.ones_like(a), np.sin(a), np.zeros_like(a), np.cos(a)], -1)


def horizon(head, azimuths):
    """The responses of a SOFA file nearest to these azimuths on the horizon (azimuths × 2 × taps), and their rate in Hz."""
    with h5py.File(head) as file:
        ir, places = np.array(file["Data.IR"]), np.array(file["SourcePosition"])
        delays = np.broadcast_to(np.round(file["Data.Delay"]).astype(int), ir.shape[:2])
        rate = round(float(np.ravel(file["Data.SamplingRate"])[0]))
    unit = np.stack([np.cos(np.radians(places[:, 1])) * np.exp(1j * np.radians(places[:, 0])).real,
                     np.cos(np.radians(places[:, 1])) * np.exp(1j * np.radians(places[:, 0])).imag], -1)
    found = np.argmax(unit @ plane_wave(azimuths)[:, [3, 1]].T, axis=0)
    padded = np.pad(ir[found], ((0, 0), (0, 0), (0, delays.max())))
    for case, ear in np.ndindex(len(found), 2):
        padded[case, ear] = np.roll(padded[case, ear], delays[found[case], ear])
    return padded, rate


def octave_bands(centres, octaves):
    """Lower and upper edges in Hz, bands × 2."""
    return np.outer(centres, [2 ** (-octaves / 2), 2 ** (octaves / 2)])


def band_energy(signals, rate, edges):
    """Mean power of the spectrum (last axis: frames) in bands: … × bands. For one impulse of 1, and no filter, 1 in each."""
    size = max(signals.shape[-1], 1 << 15)
    power = np.abs(np.fft.rfft(signals, size)) ** 2
    hz = np.fft.rfftfreq(size, 1 / rate)
    return np.stack([power[..., (hz >= low) & (hz < high)].mean(-1) for low, high in edges], -1)


def decibels(energy):
    return 10 * np.log10(energy + 1e-30)
