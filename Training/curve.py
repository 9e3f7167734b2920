"""Draws the learning curve from training logs.

  python curve.py --out ../docs/images/learning.png "first band stage"=run8.log "long fall"=run10.log

A log holds what train.py prints, one JSON object a line.
"""
import argparse
import json
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt


def rows(path):
    with open(path) as file:
        found = [json.loads(line) for line in file if line.startswith("{") and '"loss"' in line and '"step"' in line]
    return [row for row in found if "speech_gain" in row]


def main(a):
    figure, (loss, gain) = plt.subplots(1, 2, figsize=(10, 3.6), constrained_layout=True)
    for name, path in (word.split("=", 1) for word in a.logs):
        log = rows(path)
        steps = [row["step"] for row in log]
        line, = loss.plot(steps, [row["loss"] for row in log], marker="o", ms=3, label=name)
        loss.plot(steps, [row["trunk"] for row in log], ls=":", color=line.get_color())
        gain.plot(steps, [row["speech_gain"] for row in log], marker="o", ms=3, color=line.get_color(), label=name)
        gain.plot(steps, [row["ambience_gain"] for row in log], ls="--", color=line.get_color())
    loss.set(xlabel="step", ylabel="loss on held-out examples", title="whole network; dotted: the trunk's own mask")
    gain.set(xlabel="step", ylabel="SDR gain, dB", title="speech; dashed: ambience")
    for axes in (loss, gain):
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    loss.legend(frameon=False)
    figure.savefig(a.out, dpi=100)


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", required=True)
    ap.add_argument("logs", nargs="+")
    main(ap.parse_args())
