"""Integrated loudness by libebur128 (ITU-R BS.1770)."""

import ctypes

import numpy as np

from signals import RATE

MODE = 5  # EBUR128_MODE_I


def lufs(channel, rate=RATE):
    """Of one channel."""
    library = ctypes.CDLL("libebur128.so.1")
    library.ebur128_init.restype = ctypes.c_void_p
    library.ebur128_init.argtypes = [ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
    library.ebur128_add_frames_float.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    library.ebur128_loudness_global.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_double)]
    library.ebur128_destroy.argtypes = [ctypes.POINTER(ctypes.c_void_p)]
    frames = np.ascontiguousarray(channel, "float32")
    state = ctypes.c_void_p(library.ebur128_init(1, rate, MODE))
    value = ctypes.c_double()
    library.ebur128_add_frames_float(state, frames.ctypes.data, len(frames))
    library.ebur128_loudness_global(state, ctypes.byref(value))
    library.ebur128_destroy(ctypes.byref(state))
    return value.value
