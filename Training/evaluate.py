"""Separates the mixtures of scene folders and writes the stems beside them.

  python evaluate.py --weights best.pt --scenes DIR --name mask.wav [--wiener] [--every 1]

Every DIR/*/mixture.wav (4 channels, 48 kHz, AmbiX) gives DIR/*/NAME: five channels, FOA ambience, then dialog, in time
with the mixture. Without --wiener the mask is applied as it is; with it, it steers the plugin's 4×4 Wiener filter.
"""
import argparse
import glob
import os
import numpy as np
import soundfile as sf
import torch
import export
import features

DIFFUSE = np.diag([0.5, 0.5 / 3, 0.5 / 3, 0.5 / 3])
DIFFUSE_SHARE, SPEECH_S, AMBIENCE_S = 0.01, 0.15, 0.3


def wiener(x, mask):
    """s = p·Γs (p·Γs + (1 − p)·Γa)⁻¹ x per bin; Γ: recursive means, weights p² and (1 − p)², traces 1."""
    _, hops, bins = x.shape
    speech = np.repeat(DIFFUSE[None].astype(complex), bins, 0)
    ambience = speech.copy()
    out = np.empty_like(x)
    a, b = features.share(SPEECH_S), features.share(AMBIENCE_S)
    for t in range(hops):
        v = x[:, t].T.astype(complex)
        now = v[:, :, None] * v[:, None].conj()
        trace = np.trace(now, axis1=1, axis2=2).real
        heard = (trace > 1e-30)[:, None, None]
        now = now / (trace[:, None, None] + 1e-30)
        p = mask[t].astype(float)[:, None, None]
        speech += heard * p * p * a * (now - speech)
        ambience += heard * (1 - p) ** 2 * b * (now - ambience)
        mine, other = speech + DIFFUSE_SHARE * DIFFUSE, ambience + DIFFUSE_SHARE * DIFFUSE
        solved = np.linalg.solve(p * mine + (1 - p) * other, v[:, :, None])
        out[:, t] = (p * (mine @ solved))[:, :, 0].T
    return out


def separate(net, x, spatial):
    """(4, frames) to ambience (4, frames) and dialog (frames,)."""
    n = x.shape[1]
    field = features.spectra(np.pad(x, ((0, 0), (0, features.SIZE + features.HOP))))
    mask = features.mask_of_bins(net.masks(*features.features(field)))
    image = wiener(field, mask) if spatial else field * mask
    s = features.signals(image)[:, :n]
    return x - s, s[0]


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--weights", required=True)
    ap.add_argument("--scenes", required=True)
    ap.add_argument("--name", required=True)
    ap.add_argument("--wiener", action="store_true")
    ap.add_argument("--every", type=int, default=1)
    ap.add_argument("--gain-db", type=float, default=0, help="level in, taken back from the stems")
    a = ap.parse_args()
    torch.set_num_threads(1)
    network = export.rounded(export.load(a.weights))
    gain = np.float32(10 ** (a.gain_db / 20))
    for path in sorted(glob.glob(os.path.join(a.scenes, "*", "mixture.wav")))[::a.every]:
        x, rate = sf.read(path, dtype="float32", always_2d=True)
        ambience, dialog = separate(network, x.T * gain, a.wiener)
        stems = np.vstack([ambience, dialog[None]]).T / gain
        sf.write(os.path.join(os.path.dirname(path), a.name), stems, rate, "FLOAT")
