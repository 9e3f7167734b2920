"""One recording through the plugins, each run by `lv2apply`."""

import os
import subprocess
import tempfile
import threading

import numpy as np
import soundfile

import recording

#: Frames in which a plugin's latency is looked for: 24 ms at 192 kHz are 4608.
SEARCHED = 8192


class Interrupted(Exception):
    pass


class Step:
    """A plugin and the values of its controls."""

    def __init__(self, plugin, values):
        self.plugin, self.values = plugin, values
        self.latencies, self.lock = {}, threading.Lock()

    def command(self, source, target, values):
        settings = [word for symbol, value in values.items() for word in ("-c", symbol, f"{value:.9g}")]
        return ["lv2apply", "-i", source, "-o", target, *settings, self.plugin.uri]

    def latency(self, rate):
        """Frames by which the output lags at this rate: switched off, the plugin lets an impulse pass, as late as otherwise."""
        with self.lock:
            if rate not in self.latencies:
                with tempfile.TemporaryDirectory(prefix="nearfar-batch-") as folder:
                    source, target = (os.path.join(folder, name) for name in ("in.wav", "out.wav"))
                    impulse = np.zeros((SEARCHED, self.plugin.inputs), "float32")
                    impulse[0, 0] = 0.5
                    soundfile.write(source, impulse, rate, subtype="FLOAT")
                    finish(subprocess.run(self.command(source, target, {"enabled": 0}), capture_output=True, text=True))
                    answer = np.abs(soundfile.read(target, always_2d=True)[0]).max(axis=1)
                self.latencies[rate] = int(np.argmax(answer))
                if not answer.any():
                    raise recording.Damaged(f"{self.plugin.name} puts out nothing at {rate} Hz")
            return self.latencies[rate]


def finish(process):
    if process.returncode != 0:
        words = (process.stderr or process.stdout or "").strip()[-500:] or "no reason given"
        raise recording.Damaged(f"{process.args[0]} ended with code {process.returncode}: {words}")


class Chain:
    """Plugins one after the other. Renders several recordings at once."""

    def __init__(self, steps, channels):
        """`channels`: those of the last plugin that are kept."""
        self.steps, self.channels = steps, channels
        self.running, self.stopped = set(), False
        #: What the plugins had to say, weights that are missing for example; lv2apply itself is silent.
        self.remarks = set()

    def render(self, take, target, progress):
        """`progress` is called now and then with the share that is done, 0 to 1. The target is there only if it is whole."""
        take.open(self.steps[0].plugin.inputs)
        latency = sum(step.latency(take.rate) for step in self.steps)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        # Beside the target, so that its name is given to it at one stroke.
        with tempfile.TemporaryDirectory(prefix=".batch-", dir=os.path.dirname(target)) as folder:
            source = os.path.join(folder, "0.w64")
            take.padded(source, latency)
            for number, step in enumerate(self.steps, 1):
                result = os.path.join(folder, f"{number}.w64")
                expected = (take.frames + latency) * step.plugin.outputs * 4
                self.run(step.command(source, result, step.values), lambda: progress(
                    (number - 1 + min(1, size(result) / expected)) / len(self.steps)))
                os.remove(source)
                source = result
            whole = os.path.join(folder, "whole.wav")
            recording.cut(source, whole, latency, take.frames, self.channels)
            os.replace(whole, target)

    def run(self, command, tick):
        if self.stopped:
            raise Interrupted
        with tempfile.TemporaryFile("w+", errors="replace") as log:
            # Not of the terminal's group: Ctrl-C is for the batch, which then ends them.
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
            self.running.add(process)
            while True:
                try:
                    process.wait(0.5)
                    break
                except subprocess.TimeoutExpired:
                    tick()
            self.running.discard(process)
            if self.stopped:
                raise Interrupted
            log.seek(0)
            words = log.read()
            finish(subprocess.CompletedProcess(command, process.returncode, words))
            self.remarks.update(filter(None, map(str.strip, words.splitlines())))

    def stop(self):
        """Ends what runs; nothing is left behind."""
        self.stopped = True
        for process in list(self.running):
            process.terminate()


def size(path):
    return os.path.getsize(path) if os.path.exists(path) else 0
