"""Recordings: which files are taken, whether they are whole, and blocks of them copied with silence behind."""

import os
import re

import numpy as np
import soundfile

ENDINGS = (".wav", ".wave", ".w64", ".rf64", ".flac", ".caf", ".aif", ".aiff", ".amb")
#: Frames that are in memory at once.
BLOCK = 1 << 18
#: A WAV file cannot be longer; RF64 is the same with longer numbers.
LONGEST_WAV = (1 << 32) - (1 << 16)


class Damaged(Exception):
    """A recording that cannot be rendered, and why."""


class Recording:
    def __init__(self, path):
        self.path, self.frames, self.rate = path, 0, 0

    def open(self, channels):
        """Reads what the file says of itself; it must be a whole first-order recording."""
        try:
            facts = soundfile.info(self.path, verbose=True)
        except (RuntimeError, OSError) as problem:
            raise Damaged(f"cannot be read as audio ({problem})")
        self.frames, self.rate = facts.frames, facts.samplerate
        if facts.channels != channels:
            raise Damaged(f"has {facts.channels} channel{'s' * (facts.channels != 1)}; {channels} are needed")
        if self.frames == 0:
            raise Damaged("is empty")
        cut = re.search(r"data : (\d+) \(should be (\d+)\)", facts.extra_info)
        if cut and int(cut[1]) > int(cut[2]):
            raise Damaged(f"is cut off: {int(cut[1])} bytes of audio were written, {int(cut[2])} are there")

    def padded(self, target, silence):
        """Copies it as 32-bit float, with frames of silence behind."""
        copied = 0
        try:
            with soundfile.SoundFile(self.path) as source, writer(target, self.rate, source.channels) as out:
                for block in source.blocks(BLOCK, dtype="float32", always_2d=True):
                    if not np.isfinite(block).all():
                        raise Damaged(f"holds samples that are not numbers after {copied / self.rate:.1f} s")
                    out.write(block)
                    copied += len(block)
                out.write(np.zeros((silence, source.channels), "float32"))
        except (RuntimeError, OSError) as problem:
            raise Damaged(f"cannot be read after {copied / self.rate:.1f} s ({problem})")
        if copied != self.frames:
            raise Damaged(f"is cut off: it should have {self.frames} frames, {copied} are there")


def writer(path, rate, channels):
    """W64 for what lies between two steps: it may be as long as it likes."""
    return soundfile.SoundFile(path, "w", rate, channels, subtype="FLOAT", format="W64")


def cut(source, target, start, frames, channels):
    """Copies some channels from a frame on, exactly so many frames, into a WAV file."""
    size = frames * len(channels) * 4
    with soundfile.SoundFile(source) as rendered:
        if rendered.frames < start + frames:
            raise Damaged(f"was rendered to {rendered.frames} frames only; {start + frames} were wanted")
        rendered.seek(start)
        with soundfile.SoundFile(target, "w", rendered.samplerate, len(channels), subtype="FLOAT",
                                 format="WAV" if size < LONGEST_WAV else "RF64") as out:
            for block in rendered.blocks(BLOCK, frames=frames, dtype="float32", always_2d=True):
                out.write(block[:, channels])


def found(folder, without):
    """Relative paths of the audio files in a folder and those below, `without` one of these."""
    paths = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".")
                            and not same(os.path.join(parent, name), without))
        paths += [os.path.relpath(os.path.join(parent, name), folder) for name in files
                  if name.lower().endswith(ENDINGS) and not name.startswith(".")]
    return sorted(paths)


def same(one, other):
    return os.path.realpath(one) == os.path.realpath(other)
