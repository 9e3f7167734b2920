"""`GRU`: torch.nn.GRU with one layer, fused in C for the CPU (gru.c); the same parameters, equations and results.

Without a C compiler, and for what the C does not do (sizes that are not multiples of 8, other types than float32),
torch.nn.GRU does the work.
"""
import ctypes
import torch
from torch import nn
import native

FACTORS = 5                     # kept per row, hop and unit


class Sequence(ctypes.Structure):
    _fields_ = [("at", ctypes.c_void_p), ("hop", ctypes.c_long), ("row", ctypes.c_long)]

    @classmethod
    def of(cls, x):
        """Of (hops, rows, columns)."""
        return cls() if x is None else cls(x.data_ptr(), x.stride(0), x.stride(1))


class Task(ctypes.Structure):
    """As in gru.c."""
    SIZES = "hops", "rows", "inputs", "units", "threads", "block"
    SEQUENCES = "x", "y", "dy", "dx"
    ARRAYS = "start", "end", "dstart", "dend", "w", "u", "b", "c", "dw", "du", "db", "dc", "kept"
    _fields_ = [(n, ctypes.c_long) for n in SIZES] + [(n, Sequence) for n in SEQUENCES] + [(n, ctypes.c_void_p) for n in ARRAYS]

    @classmethod
    def of(cls, x, w, block, tensors):
        sizes = *x.shape, w.shape[0] // 3, torch.get_num_threads(), block
        parts = {n: Sequence.of(t) if n in cls.SEQUENCES else t.data_ptr() for n, t in tensors.items() if t is not None}
        return ctypes.byref(cls(**dict(zip(cls.SIZES, sizes)), **parts))


def library():
    """The compiled gru.c, or None."""
    lib = native.library("gru")
    if lib:
        lib.gru_block.argtypes, lib.gru_block.restype = [ctypes.c_long, ctypes.c_long], ctypes.c_long
    return lib


class Fused(torch.autograd.Function):
    """x (hops, rows, inputs) with any strides of hops and rows, start (rows, units), nn.GRU's parameters; to all states, in x's
    order in memory, and the last. `learns`: whether to keep what the backward pass needs."""

    @staticmethod
    def forward(ctx, learns, x, start, w, u, b, c):
        hops, rows, units = *x.shape[:2], w.shape[0] // 3
        block = library().gru_block(rows, torch.get_num_threads())
        y, end = like(x, units), torch.empty_like(start)
        kept = x.new_empty((rows + block - 1) // block * block * hops * units * FACTORS) if learns else None
        library().gru_forward(Task.of(x, w, block, dict(x=x, y=y, start=start, end=end, w=w, u=u, b=b, c=c, kept=kept)))
        if learns:
            ctx.block = block
            ctx.save_for_backward(x, start, w, u, y, kept)
        return y, end

    @staticmethod
    def backward(ctx, dy, dend):
        x, start, w, u, y, kept = ctx.saved_tensors
        dy, dend = (dy if dy.stride(2) == 1 else dy.contiguous()), dend.contiguous()
        dx = like(x, x.shape[2]) if ctx.needs_input_grad[1] else None
        dw, du, dstart = torch.zeros_like(w), torch.zeros_like(u), torch.empty_like(start)
        db, dc = w.new_zeros(len(w)), w.new_zeros(len(w))
        library().gru_backward(Task.of(x, w, ctx.block, dict(x=x, y=y, dy=dy, dx=dx, start=start, dstart=dstart, dend=dend, w=w, u=u,
                                                             dw=dw, du=du, db=db, dc=dc, kept=kept)))
        return None, dx, dstart, dw, du, db, dc


def like(x, columns):
    """An empty (hops, rows, columns) in memory in the order of x."""
    hops, rows = x.shape[:2]
    return x.new_empty(hops, rows, columns) if x.stride(0) >= x.stride(1) else x.new_empty(rows, hops, columns).transpose(0, 1)


class GRU(nn.GRU):
    """nn.GRU(inputs, units, batch_first=…): x (hops, rows, inputs), or rows first, and the state (1, rows, units) or None."""

    def forward(self, x, start=None):
        parameters = self.weight_ih_l0, self.weight_hh_l0, self.bias_ih_l0, self.bias_hh_l0
        fits = x.dim() == 3 and x.dtype == torch.float32 and x.is_cpu and not (self.input_size % 8 or self.hidden_size % 8)
        if not fits or library() is None:
            return super().forward(x, start)
        x = x.transpose(0, 1) if self.batch_first else x
        x = x if x.stride(2) == 1 else x.contiguous()
        start = x.new_zeros(x.shape[1], self.hidden_size) if start is None else start[0].contiguous()
        learns = torch.is_grad_enabled() and any(t.requires_grad for t in (x, start, *parameters))
        y, end = Fused.apply(learns, x, start, *parameters)
        return y.transpose(0, 1) if self.batch_first else y, end[None]
