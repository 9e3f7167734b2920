"""A wider network that does what a narrower one does: new units hear everything, and nothing hears them yet.

  python grow.py --weights narrow.pt --out wide.pt
"""
import argparse
import torch
from network import MaskNetwork


def widened(old, new, gates):
    """`old` in the corner of `new`; rows are `gates` blocks; new columns of old rows are 0."""
    rows, units = old.shape[0] // gates, new.shape[0] // gates
    for gate in range(gates):
        part = new[gate * units:gate * units + rows]
        part.zero_()
        place = (slice(None),) + tuple(slice(n) for n in old.shape[1:])
        part[place] = old[gate * rows:(gate + 1) * rows]
    return new


def main(a):
    old, net = torch.load(a.weights)["state"], MaskNetwork()
    state = net.state_dict()
    for name, new in state.items():
        if old[name].shape == new.shape:
            new.copy_(old[name])
        elif name == "common.weight":                       # the last two inputs are the clarities
            rows, kept = old[name].shape[0], old[name].shape[1] - 2
            new[:rows].zero_()
            new[:rows, :kept], new[:rows, -2:] = old[name][:, :kept], old[name][:, -2:]
        else:
            widened(old[name], new, 3 if name.split(".")[0] in ("first", "second", "band") else 1)
    net.load_state_dict(state)
    torch.save(dict(state=net.state_dict(), info=dict(grown=a.weights)), a.out)


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--weights", required=True)
    ap.add_argument("--out", required=True)
    main(ap.parse_args())
