"""The picture: what was recorded, what was found near and far, and where the sound came from."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import scipy.signal
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

RANGE = 55  # dB shown
COLUMNS = 900
ROWS = 220
LOWEST = 60  # Hz
MAP = "magma_r"


def draw(file, mixture, dialog, ambience, rate, truth=None):
    plt.rcParams.update({"font.size": 9.5, "axes.titlesize": 10.5, "axes.titleweight": "bold", "font.family": "sans-serif",
                         "axes.spines.top": False, "axes.spines.right": False, "axes.titlelocation": "left"})
    figure, axes = plt.subplots(
        4, 1, figsize=(11, 11), sharex=True, layout="constrained", height_ratios=[1, 1, 1, 1.15])
    seconds = len(mixture) / rate
    panels = [("Recording (W)", mixture[:, 0]), ("Dialog stem: near", dialog), ("Ambience stem (W): far", ambience[:, 0])]
    spectra = [spectrogram(signal, rate) for _, signal in panels]
    top = 5 * np.ceil(np.max(spectra[0][1]) / 5)
    for axis, (title, _), (frequencies, levels) in zip(axes, panels, spectra):
        image = axis.pcolormesh(np.linspace(0, seconds, levels.shape[1] + 1), frequencies, levels, cmap=MAP,
                                vmin=top - RANGE, vmax=top, rasterized=True)
        axis.set(yscale="log", ylim=(LOWEST, frequencies[-1]), ylabel="Frequency (Hz)", title=title)
        axis.yaxis.set_major_locator(FixedLocator([100, 300, 1000, 3000, 10000]))
        axis.yaxis.set_major_formatter(FuncFormatter(lambda f, _: f"{f / 1000:g} k" if f >= 1000 else f"{f:g}"))
        axis.yaxis.set_minor_locator(NullLocator())
    figure.colorbar(image, ax=axes[:3], label="Level (dB, one scale for all three)", pad=0.01, aspect=45)
    directions(figure, axes[3], mixture, dialog, ambience, rate, truth)
    axes[3].set(xlabel="Time (s)", xlim=(0, seconds))
    figure.savefig(file, dpi=150, facecolor="white")
    plt.close(figure)


def spectrogram(signal, rate):
    """Band edges in Hz (logarithmic), and levels in dB pooled over time to what a picture can show."""
    size = 1 << int(np.log2(rate * 0.045))
    hop = max(size // 4, len(signal) // (2 * COLUMNS))
    _, _, bins = scipy.signal.stft(signal, rate, nperseg=size, noverlap=size - hop if hop < size else 0)
    power = np.abs(bins) ** 2
    fold = max(1, round(power.shape[1] / COLUMNS))
    power = power[:, :power.shape[1] // fold * fold].reshape(power.shape[0], -1, fold).mean(2)
    edges = np.geomspace(LOWEST, min(20_000, rate / 2), ROWS + 1)
    centres = np.sqrt(edges[1:] * edges[:-1]) * size / rate
    lower = np.minimum(centres.astype(int), len(power) - 2)
    part = (centres - lower)[:, None]
    return edges, 10 * np.log10((1 - part) * power[lower] + part * power[lower + 1] + 1e-14)


def azimuths(field, rate, frame_seconds=0.04):
    """Azimuth in degrees and weight of the active intensity per time and frequency, 200 Hz to 5 kHz.
    Both bins × hops, and the hops' times."""
    size = 1 << int(np.log2(rate * frame_seconds))
    frequencies, times, bins = scipy.signal.stft(field.T, rate, nperseg=size)
    w, y, _, x = bins[:, (frequencies > 200) & (frequencies < 5000)]
    east, north = np.real(np.conj(w) * x), np.real(np.conj(w) * y)
    return np.degrees(np.arctan2(north, east)), np.hypot(east, north), times


def directions(figure, axis, mixture, dialog, ambience, rate, truth):
    seconds = len(mixture) / rate
    angle, weight, times = azimuths(mixture, rate)
    columns = int(np.clip(seconds * 5, 30, 300))
    hops = np.broadcast_to(times, angle.shape)
    energy, time_edges, angle_edges = np.histogram2d(
        hops.ravel(), angle.ravel(), bins=[columns, 72], range=[[0, seconds], [-180, 180]], weights=weight.ravel())
    shown = 10 * np.log10(energy.T / energy.max() + 1e-9)
    image = axis.pcolormesh(time_edges, angle_edges, shown, cmap=MAP, vmin=-35, vmax=0, rasterized=True)
    if truth is not None:
        at = np.linspace(0, seconds, 200)
        axis.plot(at, truth.azimuth(at), color="#0072b2", linewidth=1.6, label="voice as it was placed")
    at, found, levels = dialog_directions(mixture - ambience, dialog, rate)
    sizes = np.clip(24 + levels, 1.5, 24)
    axis.scatter(at, found, sizes, color="#009e73", linewidth=0, zorder=3,
                 label="what the plugin took out as voice (size: its level)")
    axis.legend(loc="upper right", framealpha=0.9, fontsize=8.5)
    axis.set(title="Where the sound comes from (active intensity of the recording)", ylabel="Azimuth", ylim=(-180, 180))
    axis.set_yticks([-180, -90, 0, 90, 180], ["behind", "right −90°", "front 0°", "left +90°", "behind"])
    figure.colorbar(image, ax=axis, label="Energy (dB)", pad=0.01, aspect=15)


def dialog_directions(image, dialog, rate, step=0.25):
    """Times in s, mean azimuth of the voice's image in degrees, and level of the dialog under its loudest in dB."""
    angle, weight, times = azimuths(image, rate)
    vectors = np.sum(weight * np.exp(1j * np.radians(angle)), axis=0)
    starts = np.arange(0, len(dialog) / rate - step, step)
    powers = [np.mean(np.square(dialog[int(t * rate):int((t + step) * rate)], dtype="float64")) + 1e-20 for t in starts]
    levels = 10 * np.log10(np.array(powers) / max(powers))
    sums = [vectors[(times >= t) & (times < t + step)].sum() for t in starts]
    heard = levels > -30
    return (starts + step / 2)[heard], np.degrees(np.angle(sums))[heard], levels[heard]
