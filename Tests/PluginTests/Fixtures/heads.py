"""Heads for the tests, made from the default one: `heads.py SOURCE FOLDER`."""
import shutil, sys
import h5py, numpy as np

source, folder = sys.argv[1:]

def make(name, change):
    path = f"{folder}/{name}.sofa"
    shutil.copyfile(source, path)
    with h5py.File(path, "r+") as file:
        change(file)

def louder(file):
    file["Data.IR"][...] = file["Data.IR"][...] * 4

def small(file):
    file["Data.SamplingRate"][...] = 96000.0

def mislabelled(file):
    """Says that the first ear is the right one, as many older files do."""
    file["ReceiverPosition"][...] = file["ReceiverPosition"][...] * [[[1], [-1], [1]]]

def irregular(file):
    """A third of the directions, drawn by chance: the others repeat them."""
    kept = np.random.default_rng(1).integers(0, 240, len(file["SourcePosition"]))
    order = np.random.default_rng(2).permutation(len(kept))[:240][kept]
    for key in ("Data.IR", "SourcePosition"):
        file[key][...] = file[key][...][order]

make("louder", louder)
make("small", small)
make("irregular", irregular)
make("mislabelled", mislabelled)
