"""A head of few directions."""

import os
import tempfile

import numpy as np

#: Debian's, whose form the small one takes.
WHOLE = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa"
DIRECTIONS, TAPS = 16, 8


def small():
    """Bytes of a SOFA file: the first taps of directions all around."""
    import h5py

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "small.sofa")
        with h5py.File(WHOLE) as source, h5py.File(path, "w", libver="latest") as target:
            lengths = {source["M"].shape[0]: DIRECTIONS, source["N"].shape[0]: TAPS}
            chosen = np.linspace(0, source["M"].shape[0] - 1, DIRECTIONS).astype(int)
            copy_attributes(source, target)
            for name, item in source.items():
                values = item[()]
                if values.shape and values.shape[0] == source["M"].shape[0]:
                    values = values[chosen]
                if values.shape and values.shape[-1] == source["N"].shape[0]:
                    values = values[..., :TAPS]
                copy_attributes(item, target.create_dataset(name, data=values))
        with open(path, "rb") as file:
            return file.read()


def copy_attributes(source, target):
    """But for those that point to other items."""
    for name, value in source.attrs.items():
        if name not in ("REFERENCE_LIST", "DIMENSION_LIST"):
            target.attrs.create(name, value)
