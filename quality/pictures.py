"""The pictures of docs/, drawn from what the plugins put out. Needs no evaluation kit; heads: the default one."""
import io
import os

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import scipy.signal
from PIL import Image

import binaural
import encoding as microphones
import impulses
import kit
import speakers
from impulses import decibels

FOLDER = os.path.join(kit.ROOT, "docs", "images")
AZIMUTHS = np.arange(-180, 181, 5)
BLACK, ORANGE, BLUE, GREEN, PURPLE = "#000000", "#d55e00", "#0072b2", "#009e73", "#cc79a7"
HEAD = {"NEARFAR_HRTF": binaural.DEFAULT}
STYLE = {"font.size": 10, "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.grid": True,
         "grid.color": "#dddddd", "grid.linewidth": 0.7, "axes.spines.top": False, "axes.spines.right": False,
         "axes.axisbelow": True, "lines.linewidth": 1.8, "legend.frameon": False, "figure.facecolor": "white"}


def run():
    plt.rcParams.update(STYLE)
    os.makedirs(FOLDER, exist_ok=True)
    for name, draw in (("headphones", headphones), ("sharp", sharp), ("loudspeakers", loudspeakers), ("beds", beds),
                       ("room", room), ("encoding", encoding)):
        file = os.path.join(FOLDER, f"{name}.png")
        save(draw(), file)
        print(f"{os.path.relpath(file, kit.ROOT)}: {os.path.getsize(file) / 1024:.0f} KB", flush=True)


def save(figure, file):
    """With 256 colours: a third of the size."""
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=150)
    plt.close(figure)
    Image.open(drawn).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)


def label_azimuths(axis):
    axis.set(xlim=(180, -180), xlabel="Azimuth")
    axis.set_xticks([180, 90, 0, -90, -180], ["180°", "left\n90°", "front\n0°", "right\n−90°", "−180°"])


def label_frequencies(axis, ticks):
    hz = np.asarray(ticks)
    axis.set_ticks(hz, [f"{f / 1000:g} k" if f >= 1000 else f"{f:g}" for f in hz])
    axis.set_ticks([], minor=True)


def hertz(frequency):
    return f"{frequency / 1000:g} kHz" if frequency >= 1000 else f"{frequency:g} Hz"


def headphones():
    """Level at the left ear over azimuth and frequency: the head, the plugin, and the difference."""
    head, rate = impulses.horizon(binaural.DEFAULT, AZIMUTHS)
    made = impulses.responses("urn:nearfar:mixer-stereo", np.eye(4, 5), rate, 4096, HEAD)
    field = np.einsum("ak,kt->at", impulses.plane_wave(AZIMUTHS), made[..., 0])
    centres = np.geomspace(200, 16_000, 57)
    edges = impulses.octave_bands(centres, 1 / 3)
    there, here = (decibels(impulses.band_energy(x, rate, edges)).T for x in (head[:, 0], field))
    figure, axes = plt.subplots(1, 3, figsize=(9, 4), sharey=True, layout="constrained")
    for axis, title, levels, limits, colours in (
            (axes[0], "The head (KEMAR)", there, (-25, 15), "viridis"), (axes[1], "Nearfar", here, (-25, 15), "viridis"),
            (axes[2], "Nearfar re the head", here - there, (-10, 10), "RdBu_r")):
        image = axis.pcolormesh(AZIMUTHS, centres, levels, vmin=limits[0], vmax=limits[1], cmap=colours, shading="nearest",
                                rasterized=True)
        axis.set(title=title, yscale="log")
        label_azimuths(axis)
        axis.grid(False)
        if axis is not axes[0]:
            bar = figure.colorbar(image, ax=axes[:2] if axis is axes[1] else axis, pad=0.02, aspect=30)
            bar.set_ticks(np.arange(limits[0], limits[1] + 1, 5))
            bar.set_label("Level at the left ear (dB)" if axis is axes[1] else "Difference (dB)")
    axes[0].set_ylabel("Frequency (Hz)")
    label_frequencies(axes[0].yaxis, [200, 500, 1000, 2000, 5000, 10_000])
    return figure


def sharp():
    """Interaural level difference over azimuth in three octaves: the head, the linear filters, and sharp 1."""
    head, rate = impulses.horizon(binaural.DEFAULT, AZIMUTHS)
    noise = np.random.default_rng(1).standard_normal(rate) * 0.1      # a second each; measured when filters have settled
    waves = np.concatenate([np.outer(noise, weights) for weights in impulses.plane_wave(AZIMUTHS)])
    waves = np.column_stack([waves, np.zeros(len(waves))])
    ears = {"the head (KEMAR)": scipy.signal.fftconvolve(head, noise[None, None], axes=-1)[..., :rate]}
    for name, amount in (("Nearfar, sharp 0", 0), ("Nearfar, sharp 1", 1)):
        out = impulses.render("urn:nearfar:mixer-stereo", waves, rate, HEAD, sharp=amount)
        ears[name] = out.reshape(len(AZIMUTHS), rate, 2).transpose(0, 2, 1)
    centres = [500, 2000, 6000]
    figure, axes = plt.subplots(1, 3, figsize=(9, 3.9), sharey=True, layout="constrained")
    for (name, signals), style in zip(ears.items(), ((BLACK, "-", 3), (ORANGE, "-", 1.6), (BLUE, "--", 1.8))):
        energy = impulses.band_energy(signals[..., rate // 2:], rate, impulses.octave_bands(centres, 1))
        levels = decibels(energy[:, 0]) - decibels(energy[:, 1])
        for axis, level in zip(axes, levels.T):
            axis.plot(AZIMUTHS, level, color=style[0], linestyle=style[1], linewidth=style[2], label=name)
    for axis, centre in zip(axes, centres):
        label_azimuths(axis)
        axis.set_title(f"Octave at {hertz(centre)}")
    axes[0].set_ylabel("Level left re right (dB)")
    axes[0].legend(loc="upper right", fontsize=8.5)
    return figure


def loudspeakers():
    """Direction, length and energy of what the loudspeakers give, over azimuth."""
    figure, axes = plt.subplots(3, 1, figsize=(8, 7), sharex=True, layout="constrained")
    azimuths = np.arange(-180, 181, 2.5)
    for (layout, name), colour, line in zip(speakers.LAYOUTS.items(), (BLACK, ORANGE, BLUE, GREEN, PURPLE),
                                            ("-", "-", (0, (5, 2)), "-", (0, (5, 2)))):
        made = impulses.responses(f"urn:nearfar:mixer-{name}", np.eye(4, 5), speakers.RATE, 4096)
        if layout != "quad":
            made = np.delete(made, 3, axis=2)       # the low-frequency channel has no place
        feeds = np.einsum("ak,kts->ast", impulses.plane_wave(azimuths), made)
        energy = impulses.band_energy(feeds, speakers.RATE, [(1500, 8000)])[..., 0]
        vector = energy @ places(layout) / energy.sum(1, keepdims=True)
        length = np.linalg.norm(vector, axis=1)
        towards = np.sum(vector * impulses.plane_wave(azimuths)[:, [3, 1, 2]], axis=1) / length
        for axis, values in zip(axes, (np.degrees(np.arccos(np.clip(towards, -1, 1))), length, decibels(energy.sum(1)))):
            axis.plot(azimuths, values, color=colour, linestyle=line, label=layout)
    axes[0].set(title="Angle between energy vector and source", ylabel="Degrees", ylim=(0, None))
    axes[1].set(title="Length of the energy vector: 1 is one loudspeaker alone", ylabel="rE", ylim=(0, 1))
    axes[2].set(title="Energy of all loudspeakers, re a plane wave", ylabel="dB", ylim=(-3, 3))
    label_azimuths(axes[2])
    axes[1].legend(loc="lower center", ncols=5)
    return figure


def places(layout):
    """Where the loudspeakers stand (ITU-R BS.2051), in the order of the channels without LFE: unit vectors x y z."""
    flat = {"quad": [45, -45, 135, -135], "5": [30, -30, 0, 110, -110], "7": [30, -30, 0, 90, -90, 135, -135]}
    high = {"5.1.4": [30, -30, 110, -110], "7.1.4": [45, -45, 135, -135]}.get(layout, [])
    azimuths = np.radians(flat[layout.split(".")[0]] + high)
    elevations = np.radians([0] * (len(azimuths) - len(high)) + [30] * len(high))
    return np.stack([np.cos(azimuths) * np.cos(elevations), np.sin(azimuths) * np.cos(elevations), np.sin(elevations)], -1)


def beds():
    """A signal in the middle of the stereo bed, in third octaves, re the same signal without loudspeakers."""
    head, rate = impulses.horizon(binaural.DEFAULT, [30, -30])
    centres = 1000 * 2.0 ** (np.arange(-13, 13) / 3)
    edges = impulses.octave_bands(centres, 1 / 3)

    def bed(yaw):
        made = impulses.responses("urn:nearfar:bed-stereo", [[1, 1]], rate, 8192, HEAD, head_yaw=yaw)[0]
        return decibels(impulses.band_energy(made.T, rate, edges))

    figure, axes = plt.subplots(2, 1, figsize=(8, 6), sharex=True, layout="constrained")
    bare = decibels(impulses.band_energy(head.sum(0), rate, edges))
    bare -= bare[:, np.abs(centres - 500).argmin(), None]
    axes[0].plot(centres, bare.mean(0), color=ORANGE, linestyle="--", label="the head's own responses, 0 dB at 500 Hz")
    ahead = bed(0)
    axes[0].plot(centres, ahead.mean(0), color=BLUE, label="Nearfar")
    axes[0].set(title="Head ahead, mean of the ears", ylim=(-14, 20))
    for yaw, line in ((30, "-"), (90, "--")):
        for ear, colour, levels in zip(("left", "right"), (BLUE, ORANGE), bed(yaw) - ahead):
            axes[1].plot(centres, levels, color=colour, linestyle=line, label=f"{yaw}° to the left, {ear} ear")
    axes[1].set(title="Head turned, re head ahead", xscale="log", xlabel="Third octave (Hz)", ylim=(-20, 15))
    for axis in axes:
        axis.set_ylabel("Level (dB)")
        axis.legend(loc="lower left" if axis is axes[1] else "upper left", ncols=2, fontsize=9)
    label_frequencies(axes[1].xaxis, [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000])
    return figure


def room():
    """Decay of the energy of the room alone, in two octaves, re the direct sound."""
    rate, seconds = speakers.RATE, 3
    dialog = [[0, 0, 0, 0, 1]]
    direct = impulses.responses("urn:nearfar:mixer-stereo", dialog, rate, seconds * rate, HEAD)[0]
    figure, axes = plt.subplots(1, 2, figsize=(9, 4), sharey=True, layout="constrained")
    for size, (name, colour) in enumerate((("Small", PURPLE), ("Medium", GREEN), ("Large", ORANGE), ("Hall", BLUE))):
        made = impulses.responses("urn:nearfar:mixer-stereo", dialog, rate, seconds * rate, HEAD, room=1, room_size=size)[0]
        for axis, centre in zip(axes, (500, 8000)):
            octave = scipy.signal.butter(4, impulses.octave_bands([centre], 1)[0], "bandpass", fs=rate, output="sos")
            alone, reference = (np.sum(scipy.signal.sosfilt(octave, x, axis=0) ** 2, axis=1) for x in (made - direct, direct))
            left = decibels(np.cumsum(alone[::-1])[::-1] / reference.sum())
            axis.plot(np.arange(len(left)) / rate, left, color=colour, label=f"{name}, {reverberation(left, rate):.2f} s")
            axis.set(title=f"Octave at {hertz(centre)}", xlabel="Time after the direct sound (s)", xlim=(0, 2.5),
                     ylim=(-70, 6))
    for axis in axes:
        axis.legend(title="Reverberation time (60 dB)", loc="upper right")
    axes[0].set_ylabel("Energy still to come,\nre the direct sound (dB)")
    return figure


def reverberation(levels, rate):
    """Seconds for 60 dB, from the line through the decay between −5 and −35 dB."""
    levels = levels - levels[0]
    frames = np.flatnonzero((levels < -5) & (levels > -35))
    return -60 / np.polyfit(frames / rate, levels[frames], 1)[0]


def encoding():
    """Level of the field of a simulated microphone in a diffuse field, and how far off its directions are, over frequency."""
    hz, waves = np.geomspace(200, 20_000, 120), microphones.everywhere(400)
    figure, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
    index, radius = microphones.MICROPHONES["Sennheiser AMBEO VR"]
    for fields, line in ((microphones.summed(radius, waves, hz), "--"),
                         (microphones.encoded(microphones.responses(index), radius, waves, hz), "-")):
        for channels, colour, name, width in ((fields[..., :1], BLUE, "W", 4), (fields[..., 1:], ORANGE, "X, Y, Z", 1.8)):
            axes[0].plot(hz, microphones.diffuse(channels), color=colour, linestyle=line, linewidth=width if line == "-" else 1.8,
                         label=name + (", without filters" if line == "--" else ""))
    axes[0].set(title="AMBEO VR: power, sound from everywhere", ylabel="dB re what it should be", ylim=(-6, 6))
    for name, colour in (("Zoom H3-VR", GREEN), ("Sennheiser AMBEO VR", BLUE), ("Core Sound TetraMic", ORANGE),
                         ("SoundField SPS200", PURPLE)):
        index, radius = microphones.MICROPHONES[name]
        off = microphones.directions_off(
            microphones.encoded(microphones.responses(index), radius, waves, hz), waves)
        axes[1].plot(hz, off.mean(1), color=colour, label=name)
        axes[1].plot(hz, np.percentile(off, 95, axis=1), color=colour, linestyle=":")
    axes[1].set(title="Direction off: mean, and of 95 % (dotted)", ylabel="Degrees", ylim=(0, 60))
    for axis in axes:
        axis.set(xscale="log", xlabel="Frequency (Hz)")
        axis.legend(loc="upper left", fontsize=9)
        label_frequencies(axis.xaxis, [200, 500, 1000, 2000, 5000, 10_000, 20_000])
    return figure
