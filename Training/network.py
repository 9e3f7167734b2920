"""The mask network: a trunk that sees all bands, and a stage with the same weights in every band; 0.44 million weights.

The trunk (dense layer, two GRUs) gives a first mask. With it the talkers' and the surroundings' directions are followed, over
all bands and in each; the band stage sees how well each band agrees with them, its features and its neighbours' (a convolution
along the bands, a GRU per band), and corrects the mask. README.md gives every formula.
"""
import torch
from torch import nn
import bands as fused
import features
from gru import GRU

DENSE, HIDDEN = 128, 168
LOCAL, KERNEL, MIXED, UNITS, OUT_KERNEL = 13, 5, 24, 56, 3
TALKER_S, TALKERS_S, SURROUNDINGS_S, BAND_S = 0.5, 3.0, 1.0, 1.0
LOGIT_SCALE = 0.25


def compiled():
    """The band stage in C, or None."""
    return fused.library(MIXED, KERNEL, UNITS, OUT_KERNEL)


class Means:
    """Recursive means over hops, from a state, as products with a triangular matrix: (batch, hops, columns)."""
    kernels = {}

    @classmethod
    def of(cls, x, seconds, state):
        hops = x.shape[1]
        if (hops, seconds) not in cls.kernels:
            a = features.share(seconds)
            t = torch.arange(hops, dtype=torch.float64)
            kernel = a * (1 - a) ** (t[:, None] - t[None]).clamp(min=0) * (t[:, None] >= t[None])
            cls.kernels[hops, seconds] = kernel.float(), ((1 - a) ** (t + 1)).float()[:, None]
        kernel, left = cls.kernels[hops, seconds]
        y = kernel @ x + left * state[:, None]
        return y, y[:, -1]


class MaskNetwork(nn.Module):
    """Normalised features (batch, hops, inputs) and the field (batch, hops, 7·bands) to logits (batch, hops, bands)."""

    def __init__(self, hidden=HIDDEN):
        super().__init__()
        self.register_buffer("mean", torch.zeros(features.INPUTS))
        self.register_buffer("scale", torch.ones(features.INPUTS))
        self.dense = nn.Linear(features.INPUTS, DENSE)
        self.first = GRU(DENSE, hidden, batch_first=True)
        self.second = GRU(hidden, hidden, batch_first=True)
        self.out = nn.Linear(hidden, features.BANDS)
        self.common = nn.Linear(hidden + 2, MIXED)
        self.mix = nn.Conv1d(LOCAL, MIXED, KERNEL, padding=KERNEL // 2, bias=False)
        self.place = nn.Parameter(torch.zeros(MIXED, features.BANDS))
        self.band = GRU(MIXED, UNITS)
        self.last = nn.Conv1d(UNITS, 1, OUT_KERNEL, padding=OUT_KERNEL // 2)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)
        self.drop = nn.Dropout(0.05)                     # in training only
        self.trunk_is_fixed = False

    def trunk_parameters(self):
        return [p for m in (self.dense, self.first, self.second, self.out) for p in m.parameters()]

    def normalised(self, x):
        return torch.clamp((x - self.mean) * self.scale, -6, 6)

    def forward(self, x, field, state=None):
        """`x`: normalised. Returns the logits, the trunk's own, and the state after the last hop."""
        batch = x.shape[0]
        if state is None:
            state = dict(first=None, second=None, band=None, means=[x.new_zeros(batch, n) for n in self.mean_columns()])
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.trunk_is_fixed):
            drop = nn.Identity() if self.trunk_is_fixed else self.drop
            y = drop(torch.relu(self.dense(x)))
            y1, a = self.first(y, state["first"])
            y2, b = self.second(drop(y1), state["second"])
            y = y1 + y2
            trunk = self.out(y)
        agreement, clarity, means = self.agreements(torch.sigmoid(trunk.detach()), field, state["means"])
        heard, kept = y, trunk
        if self.training:                                # the band stage must know what to do alone
            alone = (torch.rand(batch, 1, 1) > 0.1).float()
            heard, kept = y * alone, trunk * alone
        logits, c = self.band_stage(x, kept, heard, agreement, clarity, state["band"])
        return logits, trunk, dict(first=a, second=b, band=c, means=means)

    @staticmethod
    def mean_columns():
        return [4, 4, 4, 3 * features.BANDS, 3 * features.BANDS]

    @staticmethod
    def agreements(mask, field, states):
        """How far each band's direction agrees with the talker's (fast, slow), the surroundings', and its own past ones of
        either: (batch, hops, 5, bands); how clear the directions of talkers and surroundings are: (batch, hops, 2)."""
        with torch.no_grad():
            if compiled():
                shares = [features.share(s) for s in (TALKER_S, TALKERS_S, SURROUNDINGS_S, BAND_S)]
                return fused.directions(compiled(), mask, field, states, shares)
            batch, hops, bands = mask.shape
            pull, vector, weight = field.reshape(batch, hops, 7, bands).split((3, 3, 1), 2)
            near, far = (mask ** 2)[:, :, None], ((1 - mask) ** 2)[:, :, None]
            steering = features.STEERING_BANDS
            both = torch.cat([pull, weight], 2)
            columns = [(both * near)[..., steering].sum(3), None, (both * far)[..., steering].sum(3)]
            columns[1] = columns[0]
            columns += [(pull * near).flatten(2), (pull * far).flatten(2)]
            after, out, clarity = [], [], []
            for i, seconds in enumerate((TALKER_S, TALKERS_S, SURROUNDINGS_S, BAND_S, BAND_S)):
                mean, last = Means.of(columns[i], seconds, states[i])
                after.append(last)
                toward = mean[..., :3, None] if i < 3 else mean.reshape(batch, hops, 3, bands)
                length = torch.sqrt((toward ** 2).sum(2))
                out.append((vector * toward).sum(2) / (length + 1e-6))
                if i in (1, 2):
                    clarity.append(length / (mean[..., 3:] + 1e-6))
            return torch.stack(out, 2), torch.cat(clarity, 2), after

    def band_stage(self, x, trunk, y, agreement, clarity, state):
        batch, hops, bands = trunk.shape
        parts = x[..., :features.PER_BAND * bands], LOGIT_SCALE * trunk, agreement.flatten(2)
        common = self.common(torch.cat([y, clarity], 2))
        if compiled():
            mixed = fused.Mixed.apply(compiled(), self.mix.weight, common, self.place, *parts)
        else:
            mixed = self.along(torch.cat(parts, 2).reshape(batch, hops, LOCAL, bands), self.mix.weight)
            mixed = torch.relu(mixed + common.transpose(0, 1)[:, :, None] + self.place.T)
        h, state = self.band(mixed.reshape(hops, batch * bands, MIXED),
                             None if state is None else state.reshape(1, batch * bands, UNITS))
        h = h.reshape(hops, batch, bands, UNITS)
        if compiled():
            last = fused.Corrected.apply(compiled(), self.last.weight, h)
        else:
            taps = nn.functional.pad(h @ self.last.weight[0], (0, 0, 1, 1))
            last = (taps[:, :, :-2, 0] + taps[:, :, 1:-1, 1] + taps[:, :, 2:, 2]).transpose(0, 1)
        return trunk + last + self.last.bias, state.reshape(batch, bands, UNITS)

    @staticmethod
    def along(x, weight):
        """Convolution along the bands as one product: (batch, hops, in, bands) to (hops, batch, bands, out)."""
        taps, bands = weight.shape[2], x.shape[3]
        wide = nn.functional.pad(x, (taps // 2, taps // 2)).permute(1, 0, 3, 2)
        columns = torch.cat([wide[:, :, k:k + bands] for k in range(taps)], 3)
        return columns @ weight.permute(2, 1, 0).reshape(-1, weight.shape[0])

    def masks(self, x, field):
        """Numpy features and field (hops, …) of one recording to masks (hops, bands)."""
        with torch.no_grad():
            logits, _, _ = self(self.normalised(torch.from_numpy(x))[None], torch.from_numpy(field)[None])
            return torch.sigmoid(logits)[0].numpy()


def detached(state):
    return {k: [m.detach() for m in v] if k == "means" else v.detach() for k, v in state.items()}


def permuted(state, order):
    """The state with its examples in another order."""
    return dict(first=state["first"][:, order], second=state["second"][:, order], band=state["band"][order],
                means=[m[order] for m in state["means"]])
