"""The smallest network that is one."""

import struct
import zlib

import numpy as np

FRAME, SINGLES, TRIANGLES, PER_BAND, DENSE, UNITS, TAPS, MIXED, BAND_UNITS = 256, 64, 28, 7, 4, 8, 3, 2, 4
BANDS = SINGLES + TRIANGLES
INPUTS = 7 * BANDS + 9
PADDED = (INPUTS + 7) // 8 * 8
#: A band's features, the trunk's logit and two channels, five agreements.
LOCAL = PER_BAND + 3 + 5


def network():
    """Bytes of a file of weights; Training/README.md tells what they are."""
    integers = (3, 8000, FRAME, FRAME // 4, SINGLES, TRIANGLES, PER_BAND, 9, INPUTS, PADDED, DENSE, UNITS, LOCAL, TAPS, MIXED, BAND_UNITS, TAPS)
    reals = (4000, 0.4, 3, 0.06, 3, 0.06, 0.6, 1e-4, 1, 5, 1, 0.1, 1)
    rows = 3 * BANDS + MIXED
    singles = [PADDED, PADDED, DENSE, *[3 * UNITS] * 4, rows]
    matrices = [(DENSE, PADDED), (3 * UNITS, DENSE), *[(3 * UNITS, UNITS)] * 3, (rows, UNITS)]
    shared = [2 * MIXED, MIXED * BANDS, MIXED * LOCAL * TAPS, 3 * BAND_UNITS * MIXED, 3 * BAND_UNITS**2, 3 * BAND_UNITS, 3 * BAND_UNITS,
              BAND_UNITS * TAPS, 1]
    source = np.random.default_rng(1)

    def numbers(counts, kind):
        return b"".join((0.1 * source.standard_normal(count)).astype(kind).tobytes() for count in counts)

    body = b"NFARMASK" + struct.pack(f"<{len(integers)}I", *integers) + struct.pack(f"<{len(reals)}f", *reals)
    body += bytes((FRAME // 2 + 2) * 2 + (FRAME // 2 + 1) * 4)
    body += numbers(singles, "<f4")
    for height, width in matrices:
        body += numbers([height], "<f4") + source.integers(-127, 128, height * width, "i1").tobytes()
    body += numbers(shared, "<f4")
    return body + struct.pack("<I", zlib.crc32(body))
