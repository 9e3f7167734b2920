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
        (version, rate, frame, hop, singles, triangles, per_band, whole, inputs, padded, dense, hidden, local, kernel,
         mixed, units, out_kernel) = r.take("<u4", 17).tolist()
        assert version == 4 and inputs == per_band * (singles + triangles) + whole and local == per_band + 6
        reals = r.take("<f4", 13)
        self.times, self.logit_scale = reals[8:12], reals[12]
        self.lower, self.upper = r.take("<u2", frame // 2 + 2)[:-1], r.take("<f4", frame // 2 + 1)
        self.mean, self.scale = r.take("<f4", padded), r.take("<f4", padded)
        bands = singles + triangles
        self.per_band, self.bands, self.padded, self.share = per_band, bands, padded, lambda s: 1 - np.exp(-hop / rate / s)
        self.b = [r.take("<f4", n) for n in (dense, 3 * hidden, 3 * hidden, 3 * hidden, 3 * hidden, bands, mixed)]
        shapes = ((dense, padded), (3 * hidden, dense), (3 * hidden, hidden), (3 * hidden, hidden),
                  (3 * hidden, hidden), (bands + mixed, hidden))
        self.w = [r.take("<f4", s[0], 1) * r.take("i1", *s) for s in shapes]
        self.w[5:] = np.split(self.w[5], (bands,))
        self.clarity = r.take("<f4", mixed, 2)
        self.place, self.mix = r.take("<f4", mixed, bands), r.take("<f4", mixed, local, kernel)
        self.band = [r.take("<f4", *s) for s in ((3 * units, mixed), (3 * units, units), (3 * units,), (3 * units,))]
        self.last, self.last_bias = r.take("<f4", 1, units, out_kernel), r.take("<f4", 1)
        r.done()
        self.states = [np.zeros(hidden, np.float32), np.zeros(hidden, np.float32), np.zeros((units, bands), np.float32)]
        self.means = [np.zeros(4, np.float32) for _ in range(3)] + [np.zeros((3, bands), np.float32) for _ in range(2)]

    def gru(self, layer, x):
        k = 1 + 2 * layer
        self.states[layer] = gru(x, self.states[layer], self.w[k], self.w[k + 1], self.b[k], self.b[k + 1])
        return self.states[layer]

    def agreements(self, mask, field):
        """The directions followed with the trunk's mask: agreement of each band (5, bands), two clarities."""
        pull, vector, weight = field[:3], field[3:6], field[6:]
        near, far = mask ** 2, (1 - mask) ** 2
        both, steering = np.concatenate([pull, weight]), slice(4, 80)
        talker, around = (both * near)[:, steering].sum(1), (both * far)[:, steering].sum(1)
        now = [talker, talker, around, pull * near, pull * far]
        rows, clarity = [], []
        for i, (x, seconds) in enumerate(zip(now, (*self.times, self.times[3]))):
            self.means[i] = self.means[i] + np.float32(self.share(seconds)) * (x - self.means[i])
            toward = self.means[i][:3].reshape(3, -1)
            length = np.sqrt((toward ** 2).sum(0))
            rows.append((vector * toward).sum(0) / (length + 1e-6))
            if i in (1, 2):
                clarity.append(length[0] / (self.means[i][3] + 1e-6))
        return np.stack(rows), np.array(clarity, np.float32)

    def hop(self, features, field):
        """Features (inputs,) and field (7·bands,) of one hop to masks (bands,)."""
        x = np.zeros(self.padded, np.float32)
        x[:len(features)] = features
        x = np.clip((x - self.mean) * self.scale, -6, 6)
        y0 = np.maximum(self.w[0] @ x + self.b[0], 0)
        y1 = self.gru(0, y0)
        y = y1 + self.gru(1, y1)
        trunk, common = (self.w[k] @ y + self.b[k] for k in (5, 6))
        agreement, clarity = self.agreements(sigmoid(trunk), field.reshape(7, -1))
        local = np.concatenate([x[:self.per_band * self.bands].reshape(self.per_band, -1), self.logit_scale * trunk[None],
                                agreement])
        mixed = along(local, self.mix) + (common + self.clarity @ clarity)[:, None] + self.place
        wi, wh, bi, bh = self.band
        self.states[2] = gru(np.maximum(mixed, 0), self.states[2], wi, wh, bi[:, None], bh[:, None])
        return sigmoid(trunk + along(self.states[2], self.last)[0] + self.last_bias)


def gru(x, h, w, u, b, c):
    """r, z, n gates; n = tanh(Wn x + bn + r·(Un h + cn)); h = (1 − z)·n + z·h."""
    a, s = np.split(w @ x + b, 3), np.split(u @ h + c, 3)
    r, z = sigmoid(a[0] + s[0]), sigmoid(a[1] + s[1])
    return (1 - z) * np.tanh(a[2] + r * s[2]) + z * h


def along(x, weights):
    """Convolution along the bands, zeros beyond: (in, bands) with (out, in, taps) to (out, bands)."""
    half = weights.shape[2] // 2
    wide = np.pad(x, ((0, 0), (half, half)))
    return sum(weights[:, :, k] @ wide[:, k:k + x.shape[1]] for k in range(weights.shape[2]))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--network", required=True)
    ap.add_argument("--vector", required=True)
    a = ap.parse_args()
    r = Reader(a.vector, b"NFARTEST")
    version, hops, inputs, fields, bands = r.take("<u4", 5).tolist()
    signal, inputs_ = r.take("<f4", 4, 256 * hops), r.take("<f4", hops, inputs)
    field, masks = r.take("<f4", hops, fields), r.take("<f4", hops, bands)
    r.done()
    net = Network(a.network)
    worst = max(float(np.abs(net.hop(x, f) - m).max()) for x, f, m in zip(inputs_, field, masks))
    print(f"{hops} hops, masks {masks.min():.4f}…{masks.max():.4f}, largest difference {worst:.2e}")
    assert worst < 1e-4
