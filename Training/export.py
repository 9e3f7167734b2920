"""Writes the network for the plugin, and a test vector that another implementation must reproduce.

  python export.py --weights best.pt --out FOLDER

README.md describes both files. Little-endian throughout.
"""
import argparse
import os
import struct
import zlib
import numpy as np
import torch
import features
import network
from network import DENSE, HIDDEN, MaskNetwork

MAGIC, VERSION = b"NFARMASK", 4
VECTOR_MAGIC, VECTOR_VERSION = b"NFARTEST", 2
PADDED = (features.INPUTS + 7) // 8 * 8
# In 8 bits, with a scale per row.
MATRICES = ("dense.weight", "first.weight_ih_l0", "first.weight_hh_l0", "second.weight_ih_l0", "second.weight_hh_l0",
            "out.weight", "common.weight")
BIASES = ("dense.bias", "first.bias_ih_l0", "first.bias_hh_l0", "second.bias_ih_l0", "second.bias_hh_l0", "out.bias",
          "common.bias")
# Of the band stage, in single precision.
SHARED = ("place", "mix.weight", "band.weight_ih_l0", "band.weight_hh_l0", "band.bias_ih_l0", "band.bias_hh_l0",
          "last.weight", "last.bias")


def load(*paths):
    """A checkpoint, or the mean of several of one run."""
    states = [torch.load(path, map_location="cpu")["state"] for path in paths]
    net = MaskNetwork()
    net.load_state_dict({name: sum(state[name] for state in states) / len(states) for name in states[0]})
    return net.eval()


def steps(matrix):
    """A row's largest weight becomes 127."""
    return (np.abs(matrix).max(1, keepdims=True) / 127).clip(1e-20).astype("<f4")


def whole(matrix):
    """(rows, columns) as 8-bit numbers of steps."""
    return np.rint(matrix / steps(matrix)).astype("i1")


def rounded(net):
    """The network with its matrices as the file holds them."""
    state = net.state_dict()
    for name in MATRICES:
        columns = slice(HIDDEN) if name == "common.weight" else slice(None)
        matrix = state[name][:, columns].numpy()
        state[name][:, columns] = torch.from_numpy(whole(matrix) * steps(matrix))
    net.load_state_dict(state)
    return net


def padded(x):
    return np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, PADDED - features.INPUTS)])


def network_bytes(net):
    state = {k: v.numpy() for k, v in net.state_dict().items()}
    integers = (VERSION, features.RATE, features.SIZE, features.HOP, features.SINGLES, features.TRIANGLES,
                features.PER_BAND, features.WHOLE, features.INPUTS, PADDED, DENSE, HIDDEN,
                network.LOCAL, network.KERNEL, network.MIXED, network.UNITS, network.OUT_KERNEL)
    reals = (features.TOP_HZ, features.LEVEL_RISE_S, features.LEVEL_FALL_S, features.FIELD_S, features.NORM_S,
             features.FAST_S, features.SLOW_S, features.FLOOR, network.TALKER_S, network.TALKERS_S,
             network.SURROUNDINGS_S, network.BAND_S, network.LOGIT_SCALE)
    parts = [MAGIC, struct.pack(f"<{len(integers)}I", *integers), struct.pack(f"<{len(reals)}f", *reals)]
    parts += [features.LOWER.astype("<u2").tobytes() + b"\0\0", features.UPPER.astype("<f4").tobytes()]
    parts += [padded(state[name]).astype("<f4").tobytes() for name in ("mean", "scale")]
    parts += [state[name].astype("<f4").tobytes() for name in BIASES]
    state["dense.weight"] = padded(state["dense.weight"])
    # What the clarities weigh stands by itself.
    clarity, state["common.weight"] = state["common.weight"][:, HIDDEN:], state["common.weight"][:, :HIDDEN]
    # All that multiplies the trunk's output is one matrix.
    outputs = np.concatenate([state[name] for name in MATRICES[5:]])
    for matrix in (*(state[name] for name in MATRICES[:5]), outputs):
        parts += [steps(matrix).tobytes(), whole(matrix).tobytes()]
    parts += [x.astype("<f4").tobytes() for x in (clarity, *(state[name] for name in SHARED))]
    body = b"".join(parts)
    return body + struct.pack("<I", zlib.crc32(body))


def vector_bytes(net, hops=50, seed=1):
    """A seeded signal (a wandering voice-like tone in noise), its features and masks."""
    rng = np.random.default_rng(seed)
    n = hops * features.HOP
    t = np.arange(n) / features.RATE
    tone = sum(np.sin(2 * np.pi * k * (140 * t + 4 * np.sin(5 * t))) / k for k in range(1, 30))
    tone = tone * np.clip(np.sin(9 * t), 0, 1)
    azimuth = 0.5 + t
    field = rng.standard_normal((4, n)) * np.array([1, 0.6, 0.6, 0.6])[:, None] * 0.01
    field = (field + 0.05 * tone * np.stack([np.ones(n), np.sin(azimuth), 0 * t, np.cos(azimuth)])).astype(np.float32)
    inputs, spatial = features.features(features.spectra(field))
    masks = net.masks(inputs, spatial)
    body = VECTOR_MAGIC + struct.pack("<5I", VECTOR_VERSION, hops, features.INPUTS, features.FIELD, features.BANDS)
    body += b"".join(x.astype("<f4").tobytes() for x in (field, inputs, spatial, masks))
    return body + struct.pack("<I", zlib.crc32(body))


def write(path, data):
    with open(path + ".part", "wb") as f:
        f.write(data)
    os.replace(path + ".part", path)
    print(path, len(data), "bytes", flush=True)


def write_both(net, folder):
    """The network and its test vector into a folder. Rounds `net`."""
    net = rounded(net.eval())
    write(os.path.join(folder, "mask-network.bin"), network_bytes(net))
    write(os.path.join(folder, "mask-network-test.bin"), vector_bytes(net))


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--weights", required=True, nargs="+", help="a checkpoint; of several, the mean")
    ap.add_argument("--out", required=True, help="folder")
    a = ap.parse_args()
    write_both(load(*a.weights), a.out)
