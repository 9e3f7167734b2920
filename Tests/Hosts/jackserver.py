"""A JACK server without a sound card, and jalv between a signal and a recording on it."""

import contextlib
import os
import signal
import subprocess
import threading
import time

import numpy as np

import setting
from signals import RATE


@contextlib.contextmanager
def server(period=512, rate=RATE):
    """Starts a server of its own name, and stops this one at the end."""
    name = f"nearfar{os.getpid()}"
    log = open(setting.path("jackd.log"), "w")
    with setting.environment(JACK_DEFAULT_SERVER=name, JACK_NO_AUDIO_RESERVATION="1"):
        process = subprocess.Popen(
            ["jackd", "-n", name, "-S", "-r", "-m", "-d", "dummy", "-r", str(rate), "-p", str(period)], stdout=log,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        try:
            wait_for_server(process, name)
            yield name
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            log.close()


def wait_for_server(process, name):
    for _ in range(100):
        if subprocess.run(["jack_lsp", "-s", name], capture_output=True).returncode == 0:
            return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise setting.HostFailed("JACK did not start: " + open(setting.path("jackd.log")).read()[-1000:])


class Jalv:
    """jalv with one plugin on the running server; its standard input takes `symbol = value`."""

    def __init__(self, plugin, **values):
        self.name = f"jalv{os.getpid()}-{plugin}"
        options = [word for symbol, value in values.items() for word in ("-c", f"{symbol}={value}")]
        self.log = setting.path(f"{self.name}.log")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                ["jalv", "-n", self.name, "-x", *options, setting.uri(plugin)], stdin=subprocess.PIPE, stdout=log,
                stderr=subprocess.STDOUT, text=True, bufsize=1)

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def said(self):
        return open(self.log, errors="replace").read()

    def values(self):
        """Every control value that it has printed (it does so when it ends), by symbol."""
        pairs = [line.replace(">", "").split("=") for line in self.said().splitlines() if " = " in line]
        return {pair[0].strip(): float(pair[1]) for pair in pairs if len(pair) == 2}

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        return self.process.returncode


class Player:
    """Plays a signal into a client's inputs and records its outputs."""

    def __init__(self, jalv, signal, tail=0.2):
        import jack

        self.client = jack.Client(f"player{os.getpid()}", no_start_server=True)
        self.inputs, self.outputs = self.ports_of(jalv, signal.shape[1])
        self.sources = [self.client.outports.register(f"out{k}") for k in range(len(self.inputs))]
        self.sinks = [self.client.inports.register(f"in{k}") for k in range(len(self.outputs))]
        frames = len(signal) + int(tail * RATE)
        self.signal = np.vstack([signal, np.zeros((frames - len(signal), signal.shape[1]), "float32")])
        self.recording = np.zeros((frames, len(self.outputs)), "float32")
        self.position, self.done = -1, threading.Event()
        self.client.set_process_callback(self.cycle)

    def ports_of(self, jalv, channels):
        """Its audio inputs and outputs, once no more are added."""
        seen = None
        for _ in range(150):
            ports = [self.client.get_ports(f"^{jalv.name}:", is_audio=True, is_input=way, is_output=not way)
                     for way in (True, False)]
            if len(ports[0]) == channels and ports[1] and ports == seen:
                return ports
            if jalv.process.poll() is not None:
                raise setting.HostFailed("jalv ended: " + jalv.said())
            seen = ports
            time.sleep(0.2)
        raise setting.HostFailed("jalv showed no ports: " + jalv.said())

    def connect(self, source, target):
        """A client whose ports are there may take some time until it is active."""
        import jack

        for _ in range(100):
            try:
                return self.client.connect(source, target)
            except jack.JackErrorCode as refused:
                problem = refused
                time.sleep(0.05)
        raise problem

    def cycle(self, frames):
        start, total = self.position, len(self.signal)
        count = max(0, min(frames, total - start)) if start >= 0 else 0
        for channel, source in enumerate(self.sources):
            target = source.get_array()
            target[:] = 0
            target[:count] = self.signal[start:start + count, channel]
        for channel, sink in enumerate(self.sinks):
            self.recording[start:start + count, channel] = sink.get_array()[:count]
        if start >= 0:
            self.position += frames
            if self.position >= total:
                self.done.set()

    def play(self, jalv, changes=()):
        """`changes`: (seconds, line for jalv), in order of time."""
        with self.client:
            for source, target in zip(self.sources, self.inputs):
                self.connect(source, target)
            for source, sink in zip(self.outputs, self.sinks):
                self.connect(source, sink)
            time.sleep(0.2)
            self.position = 0
            for seconds, line in changes:
                while self.position < seconds * RATE and not self.done.wait(0.002):
                    pass
                jalv.tell(line)
            if not self.done.wait(len(self.signal) / RATE * 3 + 5):
                raise setting.HostFailed("JACK stood still")
        return self.recording


def render(plugin, signal, changes=(), **values):
    """The plugin's outputs (one JACK period late), its meters at the end and jalv's exit code."""
    jalv = Jalv(plugin, **values)
    try:
        recording = Player(jalv, signal).play(jalv, changes)
        jalv.tell("monitors")
    finally:
        code = jalv.close()
    return recording, jalv.values(), code


class Recorder:
    """Records ports of any client that is on the running server."""

    def __init__(self, names, seconds):
        import jack

        self.client = jack.Client(f"recorder{os.getpid()}", no_start_server=True)
        self.names = names
        self.sinks = [self.client.inports.register(f"in{k}") for k in range(len(names))]
        self.recording = np.zeros((int(seconds * RATE), len(names)), "float32")
        self.position, self.done = 0, threading.Event()
        self.client.set_process_callback(self.cycle)

    def cycle(self, frames):
        count = max(0, min(frames, len(self.recording) - self.position))
        for channel, sink in enumerate(self.sinks):
            self.recording[self.position:self.position + count, channel] = sink.get_array()[:count]
        self.position += count
        if self.position >= len(self.recording):
            self.done.set()

    def record(self, start):
        """Calls `start` when the ports are there and connected."""
        for _ in range(300):
            if {port.name for port in self.client.get_ports(is_audio=True, is_output=True)}.issuperset(self.names):
                break
            time.sleep(0.1)
        else:
            raise setting.HostFailed(f"JACK has no ports {', '.join(self.names)}")
        with self.client:
            for name, sink in zip(self.names, self.sinks):
                self.client.connect(name, sink)
            start()
            if not self.done.wait(len(self.recording) / RATE * 3 + 10):
                raise setting.HostFailed("JACK stood still")
        return self.recording
