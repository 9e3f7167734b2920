"""The band stage's convolutions and the directions followed, in C for the CPU (bands.c); network.py gives the same in PyTorch."""
import ctypes
import torch
import features
import native

Part = native.structure(at="pointer", gradient="pointer", example="long", hop="long", columns="long")
Mix = native.structure(**dict.fromkeys(("examples", "hops", "columns", "parts", "threads"), "long"), part=Part * 4,
                       **dict.fromkeys(("weights", "common", "place", "mixed", "dmixed", "dweights", "dcommon", "dplace"), "pointer"))
Last = native.structure(**dict.fromkeys(("examples", "hops", "threads"), "long"),
                        **dict.fromkeys(("h", "weights", "dy", "y", "dh", "dweights"), "pointer"))
Directions = native.structure(
    **dict.fromkeys(("examples", "hops", "threads", "field_example", "field_hop", "low", "high"), "long"),
    **dict.fromkeys(("mask", "field", "shares", "means", "band_means", "agreement", "clarity"), "pointer"))


def library(mixed, taps, units, last):
    if mixed % 8 or units % 8 or max(taps, last) > 15:
        return None
    return native.library("bands", BANDS=features.BANDS, MIXED=mixed, TAPS=taps, UNITS=units, LAST=last)


def filled(kind, **values):
    """The structure with tensors as their addresses; it keeps them."""
    structure = kind(**{k: v.data_ptr() if torch.is_tensor(v) else v for k, v in values.items()})
    structure.values = values
    return structure


class Mixed(torch.autograd.Function):
    """relu(weights ∗ parts + common + place): weights (mixed, columns, taps), common (examples, hops, mixed), place (mixed, bands);
    each part (examples, hops, columns · bands); to (hops, examples, bands, mixed)."""

    @staticmethod
    def forward(ctx, lib, weights, common, place, *parts):
        parts = [p if p.stride(2) == 1 else p.contiguous() for p in parts]
        examples, hops, mixed = common.shape
        out = common.new_empty(hops, examples, features.BANDS, mixed)
        ctx.lib = lib
        ctx.save_for_backward(weights.contiguous(), common.contiguous(), place.contiguous(), out, *parts)
        lib.mix_forward(ctypes.byref(Mixed.task(*ctx.to_save)))
        return out

    @staticmethod
    def task(weights, common, place, mixed, *parts, gradients=None, **others):
        examples, hops, _ = common.shape
        arrays = [Part(p.data_ptr(), g.data_ptr() if g is not None else None, p.stride(0), p.stride(1), p.shape[2] // features.BANDS)
                  for p, g in zip(parts, gradients or [None] * len(parts))]
        return filled(Mix, examples=examples, hops=hops, columns=weights.shape[1], parts=len(parts), threads=torch.get_num_threads(),
                      part=(Part * 4)(*arrays), weights=weights, common=common, place=place, mixed=mixed, **others)

    @staticmethod
    def backward(ctx, dmixed):
        weights, common, place, mixed, *parts = ctx.saved_tensors
        gradients = [p.new_empty(p.shape) if needs else None for p, needs in zip(parts, ctx.needs_input_grad[4:])]
        dweights, dcommon, dplace = torch.zeros_like(weights), torch.empty_like(common), torch.zeros_like(place)
        ctx.lib.mix_backward(ctypes.byref(Mixed.task(weights, common, place, mixed, *parts, gradients=gradients, dmixed=dmixed.contiguous(),
                                                     dweights=dweights, dcommon=dcommon, dplace=dplace)))
        return None, dweights, dcommon, dplace, *gradients


class Corrected(torch.autograd.Function):
    """weights (1, units, taps) ∗ h (hops, examples, bands, units), to (examples, hops, bands)."""

    @staticmethod
    def forward(ctx, lib, weights, h):
        hops, examples, bands, _ = h.shape
        y = h.new_empty(examples, hops, bands)
        ctx.lib = lib
        ctx.save_for_backward(weights.contiguous(), h.contiguous())
        lib.last_forward(ctypes.byref(Corrected.task(*ctx.to_save, y=y)))
        return y

    @staticmethod
    def task(weights, h, **others):
        return filled(Last, examples=h.shape[1], hops=h.shape[0], threads=torch.get_num_threads(), h=h, weights=weights, **others)

    @staticmethod
    def backward(ctx, dy):
        weights, h = ctx.saved_tensors
        dweights, dh = torch.zeros_like(weights), torch.empty_like(h)
        ctx.lib.last_backward(ctypes.byref(Corrected.task(weights, h, dy=dy.contiguous(), dh=dh, dweights=dweights)))
        return None, dweights, dh


def directions(lib, mask, field, states, shares):
    """mask (examples, hops, bands), field (examples, hops, 7 · bands), the means from before, the shares of a hop in the first
    three and in both last; to agreement (examples, hops, 5, bands), clarity (examples, hops, 2), the means after."""
    examples, hops, bands = mask.shape
    means, band_means = torch.stack(states[:3]), torch.stack(states[3:])
    field = field if field.stride(2) == 1 else field.contiguous()
    agreement, clarity = mask.new_empty(examples, hops, 5, bands), mask.new_empty(examples, hops, 2)
    lib.directions(ctypes.byref(filled(
        Directions, examples=examples, hops=hops, threads=torch.get_num_threads(), field_example=field.stride(0), field_hop=field.stride(1),
        low=features.STEERING_BANDS.start, high=features.STEERING_BANDS.stop, mask=mask.contiguous(), field=field,
        shares=torch.tensor(shares, dtype=torch.float32), means=means, band_means=band_means, agreement=agreement, clarity=clarity)))
    return agreement, clarity, [*means, *band_means]
