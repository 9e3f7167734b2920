"""A narrower network that does nearly what a wider one does: the trunk's units that matter least are left out.

  python shrink.py --weights wide.pt --tracks DIR --out narrow.pt

A unit's weight is the change of the loss, to first order, if neither of the two gated layers had it (P. Molchanov et al.,
2017, "Pruning convolutional neural networks for resource efficient inference"), over examples to learn from.
"""
import argparse
import numpy as np
import torch
import losses
import mixing
from network import HIDDEN, MaskNetwork


def importance(net, tracks, count, seed=3):
    """Per unit: the mean square of the loss's change without it."""
    rng = np.random.default_rng(seed)
    total, taken = 0, []

    def keep(layer, inputs, outputs):
        outputs[0].retain_grad()
        taken.append(outputs[0])

    hooks = [layer.register_forward_hook(keep) for layer in (net.first, net.second)]
    for _ in range(count):
        x, field, y = (torch.from_numpy(part)[None] for part in mixing.example(tracks, rng))
        taken.clear()
        losses.loss_of(net(net.normalised(x), field)[0], y).backward()
        total = total + sum((o.detach() * o.grad).sum((0, 1)) for o in taken) ** 2
    for hook in hooks:
        hook.remove()
    return total / count


def narrowed(state, keep):
    """Only the units `keep` of both gated layers."""
    units = state["out.weight"].shape[1]
    gates = torch.cat([keep + g * units for g in range(3)])
    out = dict(state)
    for layer in ("first", "second"):
        for name in ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"):
            out[f"{layer}.{name}"] = out[f"{layer}.{name}"][gates]
        out[f"{layer}.weight_hh_l0"] = out[f"{layer}.weight_hh_l0"][:, keep]
    out["second.weight_ih_l0"] = out["second.weight_ih_l0"][:, keep]
    out["out.weight"] = out["out.weight"][:, keep]
    out["common.weight"] = torch.cat([out["common.weight"][:, :units][:, keep], out["common.weight"][:, units:]], 1)
    return out


def main(a):
    state = torch.load(a.weights)["state"]
    wide = MaskNetwork(state["out.weight"].shape[1])
    wide.load_state_dict(state)
    wide.eval()
    weight = importance(wide, mixing.Tracks(a.tracks), a.examples)
    keep = torch.sort(torch.topk(weight, HIDDEN).indices).values
    print(f"left out: {float(1 - weight[keep].sum() / weight.sum()):.2%} of what all units weigh")
    net = MaskNetwork()
    net.load_state_dict(narrowed(state, keep))
    torch.save(dict(state=net.state_dict(), info=dict(narrowed=a.weights)), a.out)


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--weights", required=True)
    ap.add_argument("--tracks", required=True)
    ap.add_argument("--examples", type=int, default=200)
    ap.add_argument("--out", required=True)
    main(ap.parse_args())
