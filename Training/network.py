"""The mask network: dense layer, two GRUs, dense layer; about 0.34 million weights."""
import torch
from torch import nn
import features

DENSE, HIDDEN = 128, 144


class MaskNetwork(nn.Module):
    """Normalised features (batch, hops, inputs) to speech presence 0…1 (batch, hops, bands)."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(features.INPUTS))
        self.register_buffer("scale", torch.ones(features.INPUTS))
        self.dense = nn.Linear(features.INPUTS, DENSE)
        self.first = nn.GRU(DENSE, HIDDEN, batch_first=True)
        self.second = nn.GRU(HIDDEN, HIDDEN, batch_first=True)
        self.out = nn.Linear(HIDDEN, features.BANDS)
        self.drop = nn.Dropout(0.15)                     # in training only

    def normalised(self, x):
        return torch.clamp((x - self.mean) * self.scale, -6, 6)

    def forward(self, x, state=None):
        """`x`: normalised. Returns the masks' logits and the state after the last hop."""
        a, b = state or (None, None)
        y = self.drop(torch.relu(self.dense(x)))
        y1, a = self.first(y, a)
        y2, b = self.second(self.drop(y1), b)
        return self.out(y1 + y2), (a, b)

    def masks(self, x):
        """Numpy features (hops, inputs) of one recording to masks (hops, bands)."""
        with torch.no_grad():
            logits, _ = self(self.normalised(torch.from_numpy(x))[None])
            return torch.sigmoid(logits)[0].numpy()
