"""A head of few directions, in the form of HDF5 that libmysofa reads: that of the netCDF library."""

import os
import tempfile

import numpy as np

#: Debian's, of which it is a part.
WHOLE = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa"
DIRECTIONS, TAPS = 16, 8
LENGTHS = {"C": 3, "E": 1, "I": 1, "M": DIRECTIONS, "N": TAPS, "R": 2}
#: The dimensions of each variable.
VARIABLES = {"Data.Delay": "IR", "Data.IR": "MRN", "Data.SamplingRate": "I", "EmitterPosition": "ECI", "ListenerPosition": "IC",
             "ListenerUp": "IC", "ListenerView": "IC", "ReceiverPosition": "RCI", "SourcePosition": "MC"}


def small(**storage):
    """Bytes of a SOFA file. `storage`: how its variables are kept."""
    import h5py

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "small.sofa")
        with h5py.File(WHOLE) as whole, h5py.File(path, "w", libver=("v108", "v108"), track_order=True) as part:
            copy_texts(whole, part)
            for name, length in LENGTHS.items():
                scale = part.create_dataset(name, (length,), dtype=">f4", track_order=True)
                scale.make_scale(f"This is a netCDF dimension but not a netCDF variable. {length:9d}")
            chosen = np.linspace(0, len(whole["M"]) - 1, DIRECTIONS).astype(int)
            for name, dimensions in VARIABLES.items():
                values = whole[name][()]
                values = values[chosen] if dimensions[0] == "M" else values
                values = values[..., :TAPS] if dimensions[-1] == "N" else values
                variable = part.create_dataset(name, data=values, track_order=True, **storage)
                for place, dimension in enumerate(dimensions):
                    variable.dims[place].attach_scale(part[dimension])
                copy_texts(whole[name], variable)
        with open(path, "rb") as file:
            return file.read()


def copy_texts(source, target):
    """Attributes, each one text of a fixed length that ends with a zero."""
    from h5py import h5a, h5s, h5t

    for name, value in source.attrs.items():
        if not isinstance(value, (str, bytes)) or name in ("CLASS", "NAME", "_NCProperties"):
            continue
        text = value.encode() if isinstance(value, str) else value
        kind = h5t.C_S1.copy()
        kind.set_size(len(text))
        kind.set_strpad(h5t.STR_NULLTERM)
        attribute = h5a.create(target.id, name.encode(), kind, h5s.create(h5s.SCALAR))
        attribute.write(np.array(text, f"S{len(text)}"), mtype=kind)
