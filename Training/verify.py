"""Reads an exported network and test vector with numpy alone and checks that they agree: the formats' reference reader.

  python verify.py --network mask-network.bin --vector mask-network-test.bin
"""
import argparse
import struct
import zlib
import numpy as np


class Reader:
    def __init__(self, path, magic):
        data = open(path, "rb").read()
        assert data[:8] == magic, f"{path}: not a {magic.decode()} file"
        assert struct.unpack("<I", data[-4:])[0] == zlib.crc32(data[:-4]), f"{path}: damaged"
        self.data, self.at = data[:-4], 8

    def take(self, kind, *shape):
        count = int(np.prod(shape))
        x = np.frombuffer(self.data, kind, count, self.at).reshape(shape)
        self.at += x.nbytes
        return x

    def done(self):
        assert self.at == len(self.data), "wrong size"


class Network:
    def __init__(self, path):
        r = Reader(path, b"NFARMASK")
        (version, rate, frame, hop, singles, triangles, per_band, whole, inputs, padded, dense,
         hidden) = r.take("<u4", 12).tolist()
        assert version == 1 and inputs == per_band * (singles + triangles) + whole
        self.reals = r.take("<f4", 8)
        self.lower, self.upper = r.take("<u2", frame // 2 + 2)[:-1], r.take("<f4", frame // 2 + 1)
        self.mean, self.scale = r.take("<f4", padded), r.take("<f4", padded)
        bands, self.hidden, self.padded = singles + triangles, hidden, padded
        self.b = [r.take("<f4", n) for n in (dense, 3 * hidden, 3 * hidden, 3 * hidden, 3 * hidden, bands)]
        shapes = ((dense, padded), (3 * hidden, dense), (3 * hidden, hidden), (3 * hidden, hidden),
                  (3 * hidden, hidden), (bands, hidden))
        self.w = [r.take("<f2", *s).astype(np.float32) for s in shapes]
        r.done()
        self.states = [np.zeros(hidden, np.float32), np.zeros(hidden, np.float32)]

    def gru(self, layer, x):
        """r, z, n gates; n = tanh(Wn x + bn + r·(Un h + cn)); h = (1 − z)·n + z·h."""
        h, k = self.states[layer], 1 + 2 * layer
        a = (self.w[k] @ x + self.b[k]).reshape(3, -1)
        c = (self.w[k + 1] @ h + self.b[k + 1]).reshape(3, -1)
        r, z = sigmoid(a[0] + c[0]), sigmoid(a[1] + c[1])
        self.states[layer] = (1 - z) * np.tanh(a[2] + r * c[2]) + z * h
        return self.states[layer]

    def hop(self, features):
        """Features (inputs,) of one hop to masks (bands,)."""
        x = np.zeros(self.padded, np.float32)
        x[:len(features)] = features
        x = np.clip((x - self.mean) * self.scale, -6, 6)
        y0 = np.maximum(self.w[0] @ x + self.b[0], 0)
        y1 = self.gru(0, y0)
        y2 = self.gru(1, y1)
        return sigmoid(self.w[5] @ (y1 + y2) + self.b[5])


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--network", required=True)
    ap.add_argument("--vector", required=True)
    a = ap.parse_args()
    r = Reader(a.vector, b"NFARTEST")
    version, hops, inputs, bands = r.take("<u4", 4).tolist()
    field, inputs_, masks = r.take("<f4", 4, 256 * hops), r.take("<f4", hops, inputs), r.take("<f4", hops, bands)
    r.done()
    net = Network(a.network)
    worst = max(float(np.abs(net.hop(x) - m).max()) for x, m in zip(inputs_, masks))
    print(f"{hops} hops, masks {masks.min():.4f}…{masks.max():.4f}, largest difference {worst:.2e}")
    assert worst < 1e-4
