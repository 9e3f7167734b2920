"""Checks that the C (gru.c, bands.c) and PyTorch agree: outputs, states and all gradients.

  python check.py
"""
import contextlib
import torch
import features
import native
from gru import GRU
from network import MaskNetwork


@contextlib.contextmanager
def without_c():
    compiled, native.library = native.library, lambda *_, **__: None
    yield
    native.library = compiled


def worst(results):
    """The largest difference between two lists of tensors re the largest number of each."""
    return max(float((a - b).abs().max() / a.abs().max().clamp(min=1e-9)) for a, b in zip(*results))


def both(work):
    with without_c():
        expected = work()
    assert native.library("gru"), "no C compiler"
    return worst([[t.detach() for t in expected], [t.detach() for t in work()]])


def gru(inputs, units, rows, hops, batch_first):
    def work():
        torch.manual_seed(1)
        net = GRU(inputs, units, batch_first=batch_first)
        x = torch.randn((rows, hops, inputs) if batch_first else (hops, rows, inputs), requires_grad=True)
        start = torch.randn(1, rows, units, requires_grad=True)
        y, end = net(x, start)
        ((y * torch.randn(y.shape)).sum() + (end * torch.randn(end.shape)).sum()).backward()
        return [y, end, x.grad, start.grad, *(p.grad for p in net.parameters())]
    return both(work)


def network(batch=3, hops=40):
    def work():
        torch.manual_seed(2)
        net = MaskNetwork()
        net.drop = torch.nn.Identity()                   # draws in the order of memory, which differs
        torch.nn.init.normal_(net.last.weight, std=0.1)
        out, state = [], None
        for _ in range(2):
            x, field = torch.randn(batch, hops, features.INPUTS), torch.randn(batch, hops, features.FIELD)
            logits, trunk, state = net(x, field, state)
            out += [logits, trunk, state["first"], state["second"], state["band"], *state["means"]]
        (torch.sigmoid(logits) - torch.sigmoid(trunk) ** 2).sum().backward()
        return out + [p.grad for p in net.parameters()]
    return both(work)


if __name__ == "__main__":
    for threads in (1, 2):
        torch.set_num_threads(threads)
        for shape in ((16, 40, 45, 30, False), (128, 208, 12, 60, True), (208, 208, 5, 40, True), (24, 16, 20, 20, True)):
            difference = gru(*shape)
            print(threads, shape, f"{difference:.1e}")
            assert difference < 1e-4
        difference = network()
        print(threads, "network", f"{difference:.1e}")
        assert difference < 1e-3
