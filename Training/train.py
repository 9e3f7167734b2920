"""Trains the mask network.

  python train.py --tracks DIR --valid DIR --out DIR --minutes 40 [--resume FILE]

One thread makes examples into a ring, the main thread learns from random ones of the ring; each serves a few times.
Every few minutes the running mean of the weights is validated; the best is kept in OUT/best.pt, written atomically.
"""
import argparse
import copy
import json
import math
import os
import threading
import time
import numpy as np
import torch
import export
import features
import losses
import mixing
from network import MaskNetwork, detached, permuted

HOPS = 750


class Ring:
    """The last examples, as float16."""

    def __init__(self, capacity):
        widths = features.INPUTS, features.FIELD, mixing.TARGETS
        self.parts = [np.zeros((capacity, HOPS, n), np.float16) for n in widths]
        self.made, self.used, self.capacity = 0, 0, capacity

    def put(self, *example):
        slot = self.made % self.capacity
        for part, x in zip(self.parts, example):
            part[slot] = np.clip(x, -6e4, 6e4)
        self.made += 1

    def batch(self, size, rng):
        self.used += size
        slots = np.sort(rng.choice(min(self.made, self.capacity), size, replace=False))
        return [torch.from_numpy(part[slots]).float() for part in self.parts]


def produce(ring, net, folder, seed, stop, reuse, least):
    rng = np.random.default_rng(seed)
    tracks = mixing.Tracks(folder)
    mean, scale = net.mean.numpy(), net.scale.numpy()
    while not stop.is_set():
        if ring.made > ring.used / reuse + least:
            time.sleep(0.05)
            continue
        if ring.made % 100 == 0:
            tracks.refresh()
        x, field, y = mixing.example(tracks, rng)
        ring.put(np.clip((x - mean) * scale, -6, 6), field, y)


def validation_set(folder, net, count=96):
    rng, tracks = np.random.default_rng(5), mixing.Tracks(folder)
    examples = [mixing.example(tracks, rng, varied=False) for _ in range(count)]
    x, field, y = (torch.from_numpy(np.stack(part)) for part in zip(*examples))
    return net.normalised(x), field, y


def validate(net, x, field, y):
    """Loss and, for examples with both, the mean SDR gains of speech and ambience, dB, with bounds of the mask."""
    with torch.no_grad():
        parts = [net(*part)[:2] for part in zip(x.split(16), field.split(16))]
        logits = torch.cat([p[0] for p in parts])
        value, trunk = float(losses.loss_of(logits, y)), float(losses.loss_of(torch.cat([p[1] for p in parts]), y))
        heard = losses.intelligibility(logits, y)
        heard = float(heard[heard < 1].mean())
        power, best, left = losses.targets(y)
        total = power.sum((1, 2))
        speech = (power * best ** 2 + left).sum((1, 2)) / total
        ambience = (power * (1 - best) ** 2 + left).sum((1, 2)) / total
        mask = torch.sigmoid(logits)
        error = (power * (mask - best) ** 2 + left).sum((1, 2)) / total
        both = (speech > 3e-3) & (ambience > 1e-3)
        gain_s = 10 * torch.log10(ambience / error)[both].mean()             # mixture's error is the ambience
        gain_a = 10 * torch.log10(speech / error)[both].mean()
        silent = speech < 1e-6
        kept = 10 * torch.log10((power * mask ** 2).sum((1, 2)) / total + 1e-6)[silent].mean()
    return dict(loss=value, trunk=trunk, heard=heard, speech_gain=float(gain_s), ambience_gain=float(gain_a),
                no_speech_level=float(kept))


def save(path, net, info):
    torch.save(dict(state=net.state_dict(), info=info), path + ".part")
    os.replace(path + ".part", path)


def fit_normalisation(net, folder):
    rng, tracks = np.random.default_rng(9), mixing.Tracks(folder)
    x = np.concatenate([mixing.example(tracks, rng)[0][::5] for _ in range(40)])
    net.mean.copy_(torch.from_numpy(x.mean(0)))
    net.scale.copy_(torch.from_numpy(1 / (x.std(0) + 0.05)))


def main(a):
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    rng = np.random.default_rng(a.seed)
    net = MaskNetwork()
    if a.resume:
        # What an older network lacks starts as it is, and leaves the masks as they were.
        net.load_state_dict(torch.load(a.resume)["state"], strict=False)
    else:
        fit_normalisation(net, a.tracks)
    net.trunk_is_fixed = a.trunk_rate == 0
    mean_net = copy.deepcopy(net).eval()
    os.makedirs(a.out, exist_ok=True)
    valid = validation_set(a.valid, net)
    best = validate(net, *valid)["loss"] if a.resume else 1e9
    ring, stop = Ring(a.ring), threading.Event()
    threading.Thread(target=produce, daemon=True,
                     args=(ring, net, a.tracks, a.seed + 1, stop, a.reuse, 30 * a.batch)).start()
    trunk = net.trunk_parameters()
    known = {id(p) for p in trunk}
    rest = [p for p in net.parameters() if id(p) not in known]
    groups = [dict(params=rest, share=1)] + ([] if net.trunk_is_fixed else [dict(params=trunk, share=a.trunk_rate)])
    optimiser = torch.optim.AdamW(groups, lr=a.rate, betas=(0.9, 0.98), weight_decay=0.01)
    while ring.made < min(25 * a.batch, a.ring):
        time.sleep(1)
    begin = checked = time.time()
    step, state, recent = 0, None, []
    while time.time() - begin < a.minutes * 60:
        progress = (time.time() - begin) / (a.minutes * 60)
        rate = a.rate * min(1, (step + 1) / 60) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = rate * group["share"]
        # Each batch serves two steps: its first half, then the rest from the states reached. Half the time the first
        # half goes on from another recording's end.
        if step % 2 == 0:
            whole = ring.batch(a.batch, rng)
            x, field, y = (part[:, :HOPS // 2] for part in whole)
            state = permuted(state, torch.randperm(a.batch)) if state and rng.random() < 0.5 else None
        else:
            x, field, y = (part[:, HOPS // 2:] for part in whole)
        logits, first, state = net(x, field, state)
        state = detached(state)
        final = losses.loss_of(logits, y) + a.envelopes * (1 - losses.intelligibility(logits, y)).mean()
        loss = final if net.trunk_is_fixed else final + 0.3 * losses.loss_of(first, y)
        if not torch.isfinite(loss):
            raise SystemExit("the loss is not a number")
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        recent.append(float(final.detach()))
        step += 1
        keep = min(a.average, 1 - 1 / (step + 1))
        with torch.no_grad():
            for m, p in zip(mean_net.parameters(), net.parameters()):
                m.lerp_(p, 1 - keep)
        if time.time() - checked > a.check * 60 or time.time() - begin >= a.minutes * 60:
            checked = time.time()
            result = validate(mean_net, *valid)
            line = dict(minutes=round((checked - begin) / 60, 1), step=step, made=ring.made, rate=round(rate, 6),
                        train=round(float(np.mean(recent)), 4), **{k: round(v, 3) for k, v in result.items()})
            recent = []
            print(json.dumps(line), flush=True)
            save(os.path.join(a.out, "last.pt"), mean_net, line)
            if result["loss"] < best:
                best = result["loss"]
                save(os.path.join(a.out, "best.pt"), mean_net, line)
                if a.export:
                    export.write_both(copy.deepcopy(mean_net), a.export)
    stop.set()


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tracks", required=True)
    ap.add_argument("--valid", required=True)
    ap.add_argument("--out", required=True)
    ap.add_argument("--minutes", type=float, default=40)
    ap.add_argument("--resume")
    ap.add_argument("--average", type=float, default=0.998, help="share of the running mean of the weights that a step keeps")
    ap.add_argument("--envelopes", type=float, default=1.5, help="weight of the envelopes' correlation")
    ap.add_argument("--export", help="folder that always holds the best network, ready for the plugin")
    ap.add_argument("--batch", type=int, default=36)
    ap.add_argument("--rate", type=float, default=2e-3)
    ap.add_argument("--trunk-rate", type=float, default=0.4, help="the trunk's share of the rate; 0 leaves it as it is")
    ap.add_argument("--ring", type=int, default=1500)
    ap.add_argument("--reuse", type=float, default=3, help="how often an example serves")
    ap.add_argument("--check", type=float, default=3)
    ap.add_argument("--threads", type=int, default=1)
    ap.add_argument("--seed", type=int, default=1)
    main(ap.parse_args())
