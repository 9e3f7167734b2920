"""Ambisonic Opus files, as libopusenc makes them."""

import ctypes

import numpy as np

from setting import path

#: Of a channel, in bits per second.
RATE_OF_BITS = 128_000
OPUS_SET_BITRATE = 4002


def library():
    opened = ctypes.CDLL("libopusenc.so.0")
    opened.ope_comments_create.restype = opened.ope_encoder_create_file.restype = ctypes.c_void_p
    return opened


def write(name, signal, family, rate=48000):
    """`family`: 2, a stream for each channel, or 3, streams behind a matrix."""
    encoder, error = library(), ctypes.c_int()
    samples = np.ascontiguousarray(signal, "float32")
    comments = ctypes.c_void_p(encoder.ope_comments_create())
    state = ctypes.c_void_p(encoder.ope_encoder_create_file(
        path(name).encode(), comments, rate, samples.shape[1], family, ctypes.byref(error)))
    assert error.value == 0, f"libopusenc: {error.value}"
    encoder.ope_encoder_ctl(state, OPUS_SET_BITRATE, ctypes.c_int(RATE_OF_BITS * samples.shape[1]))
    assert encoder.ope_encoder_write_float(state, samples.ctypes.data_as(ctypes.c_void_p), len(samples)) == 0
    assert encoder.ope_encoder_drain(state) == 0
    encoder.ope_encoder_destroy(state)
    encoder.ope_comments_destroy(comments)
    return path(name)


def checked(data):
    """The same with the checksum of its first page put right."""
    segments = data[26]
    end = 27 + segments + sum(data[27:27 + segments])
    page = data[:22] + bytes(4) + data[26:end]
    checksum = 0
    for byte in page:
        checksum ^= byte << 24
        for _ in range(8):
            checksum = (checksum << 1 ^ (0x04C11DB7 if checksum & 0x80000000 else 0)) & 0xFFFFFFFF
    return bytes(data[:22]) + checksum.to_bytes(4, "little") + bytes(data[26:])
