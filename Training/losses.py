"""What training makes small: the errors of both stems, and envelopes unlike those of the speech. Of logits and `mixing.targets`."""
import numpy as np
import torch
import features


def targets(y):
    """Of `mixing.targets`: power of the mixture, the best real gain, and the power of the error left with it; per hop and band."""
    power, best, left = y.split(features.BANDS, -1)
    return torch.exp2(power), best, torch.exp2(left)


def loss_parts(logits, y):
    """Per example: error of both stems re the mixture, dB; compressed magnitudes of both; compressed complex error."""
    mask = torch.sigmoid(logits)
    power, best, left = targets(y)
    off = (mask - best) ** 2
    error = power * off + left
    snr = 10 * torch.log10(error.sum((1, 2)) / power.sum((1, 2)) + 1e-3)
    speech, ambience = power * best ** 2 + left, power * (1 - best) ** 2 + left
    root = power ** 0.25
    magnitude = (root * torch.sqrt(mask + 1e-4) - (speech + 1e-9) ** 0.25) ** 2
    magnitude = magnitude + (root * torch.sqrt(1 - mask + 1e-4) - (ambience + 1e-9) ** 0.25) ** 2
    magnitude = magnitude.mean((1, 2)) / (power ** 0.5).mean((1, 2))
    weight = power ** 0.3
    complex_ = (weight * off).mean((1, 2)) / weight.mean((1, 2))
    return snr, magnitude, complex_


def loss_of(logits, y):
    snr, magnitude, complex_ = loss_parts(logits, y)
    return (0.1 * snr + 3 * magnitude + 3 * complex_).mean()


def third_octaves():
    """(bands, 15): which bands belong to each of the third octaves from 150 Hz to 3.8 kHz that ESTOI looks at."""
    bins = np.arange(features.BINS) * features.RATE / features.SIZE
    centres = features.band_means(np.maximum(bins, 1.0)[None])[0]
    middle = 150 * 2 ** (np.arange(15) / 3)
    inside = (centres[:, None] >= middle * 2 ** (-1 / 6)) & (centres[:, None] < middle * 2 ** (1 / 6))
    return torch.from_numpy(inside.astype(np.float32))


THIRDS = third_octaves()
SEGMENT, EVERY = 72, 18           # hops: 384 ms, as ESTOI has it


def intelligibility(logits, y):
    """Per example: mean correlation of the third-octave envelopes of speech and of what the mask leaves, as ESTOI
    (J. Jensen & C. Taal, 2016) has it, over segments in which there is speech; 1 where there is none."""
    mask = torch.sigmoid(logits)
    power, best, left = targets(y)
    found = torch.sqrt((mask ** 2 * power) @ THIRDS + 1e-8)
    truth_power = (power * best ** 2 + left) @ THIRDS
    truth = torch.sqrt(truth_power + 1e-8)

    def segments(x):                                       # (batch, segments, thirds, hops)
        return x.unfold(1, SEGMENT, EVERY)

    def normal(x, axis, floor):
        x = x - x.mean(axis, keepdim=True)
        return x / (x.norm(dim=axis, keepdim=True) + floor)

    found, truth, loud = segments(found), segments(truth), segments(truth_power).sum((2, 3))
    floor = 1e-2 * truth.norm(dim=3, keepdim=True) + 1e-5
    found, truth = (normal(normal(x, 3, floor), 2, 1e-4) for x in (found, truth))
    score = (found * truth).sum(2).mean(2)
    present = ((loud > 1e-3 * loud.amax(1, keepdim=True)) & (loud > 1e-4 * SEGMENT)).float()
    mean = (score * present).sum(1) / present.sum(1).clamp(min=1)
    return torch.where(present.sum(1) > 0, mean, torch.ones_like(mean))
