"""Head trackers in a host: OSC packets and MIDI to a plugin that plays in real time, and the thread that listens for them."""

import ctypes
import os
import socket
import struct
import time
import unittest

import numpy as np

import jackserver
import setting
from signals import RATE, decibels, noise

PERIOD = 512


def packet(path, *values):
    text = lambda word: word.encode() + b"\0" * (4 - len(word) % 4)
    return text(path) + text("," + "f" * len(values)) + struct.pack(f">{len(values)}f", *values)


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Tracker:
    """Sends the orientation that was set last, a hundred times a second, while a plugin plays."""

    def __init__(self, port):
        self.port, self.socket = port, socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def tell(self, line):
        """In the place of jalv's standard input: `path values…`."""
        path, *values = line.split()
        self.socket.sendto(packet(path, *map(float, values)), ("127.0.0.1", self.port))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()


class InJalv(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = jackserver.server(PERIOD)
        cls.server.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__(None, None, None)

    def front(self, seconds):
        """A plane wave from the front: W and X."""
        wave, silence = noise(seconds), np.zeros((seconds * RATE, 1), "float32")
        return np.hstack([wave, silence, silence, wave, silence])

    def balance(self, out, start):
        piece = out[int(start * RATE):int((start + 0.6) * RATE)]
        return decibels(piece[:, 0], piece[:, 1])

    def test_packets_turn_what_is_heard(self):
        port = free_port()
        jalv = jackserver.Jalv("mixer-stereo", output_type=1, osc_port=port)
        try:
            with Tracker(port) as tracker:
                out = jackserver.Player(jalv, self.front(5)).play(
                    tracker, [(1, "/ypr 90 0 0"), (2, "/SceneRotator/ypr 90 0 0"), (3, "/quaternion 1 0 0 0")])
            jalv.tell("monitors")
        finally:
            code = jalv.close()
        self.assertEqual(code, 0)
        self.assertEqual(jalv.values()["osc_port_in_use"], port)
        self.assertLess(abs(self.balance(out, 0.3)), 1)
        # A head turned to the left has the front on its right; a scene turned to the left has it on its left.
        self.assertLess(self.balance(out, 1.3), -6)
        self.assertGreater(self.balance(out, 2.3), 6)
        self.assertLess(abs(self.balance(out, 3.3)), 1)

    def test_midi_turns_what_is_heard(self):
        import jack

        jalv = jackserver.Jalv("mixer-stereo", output_type=1, midi_tracker=2)
        try:
            player = jackserver.Player(jalv, self.front(3))
            source = player.client.midi_outports.register("tracker")
            waiting = []
            audio = player.cycle

            def cycle(frames):
                audio(frames)
                source.clear_buffer()
                while waiting:
                    source.write_midi_event(0, waiting.pop(0))

            player.client.set_process_callback(cycle)

            class Device:
                def tell(self, line):
                    # 90° to the left is three quarters of the range.
                    waiting.extend([(0xB0, 48, 0), (0xB0, 16, 96)])

            control = [port for port in player.client.get_ports(f"^{jalv.name}:", is_midi=True, is_input=True)]
            self.assertEqual(len(control), 1)
            player.client.activate()
            player.connect(source, control[0])
            out = player.play(Device(), [(1.5, "")])
        finally:
            code = jalv.close()
        self.assertEqual(code, 0)
        self.assertLess(abs(self.balance(out, 0.5)), 1)
        self.assertLess(self.balance(out, 2), -6)


class Thread(unittest.TestCase):
    """The binary alone, without features, through its descriptor."""

    class Descriptor(ctypes.Structure):
        _fields_ = [
            ("uri", ctypes.c_char_p),
            ("instantiate", ctypes.CFUNCTYPE(
                ctypes.c_void_p, ctypes.c_void_p, ctypes.c_double, ctypes.c_char_p, ctypes.c_void_p)),
            ("connect_port", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p)),
            ("activate", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
            ("run", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32)),
            ("deactivate", ctypes.c_void_p),
            ("cleanup", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
            ("extension_data", ctypes.c_void_p),
        ]

    def setUp(self):
        folder = f"{setting.BUNDLES}/nearfar-mixer.lv2/"
        library = ctypes.CDLL(folder + "nearfar-mixer.so")
        library.lv2_descriptor.restype = ctypes.POINTER(self.Descriptor)
        index = 0
        while library.lv2_descriptor(index).contents.uri != setting.uri("mixer-stereo").encode():
            index += 1
        self.pointer = library.lv2_descriptor(index)
        self.plugin, self.folder = self.pointer.contents, folder.encode()

    def threads(self):
        names = []
        for task in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{task}/comm") as file:
                names.append(file.read().strip())
        return names.count("nearfar-osc")

    def addresses(self, port):
        """The local addresses on which a UDP port is open, as the kernel prints them."""
        with open("/proc/net/udp") as file:
            local = [line.split()[1].split(":") for line in file.readlines()[1:]]
        return [address for address, number in local if int(number, 16) == port]

    def make(self, **values):
        handle = self.plugin.instantiate(self.pointer, 48000.0, self.folder, None)
        self.assertTrue(handle)
        memory = {}
        for symbol in ("osc_port", "osc_network", "osc_port_in_use"):
            memory[symbol] = ctypes.c_float(values.get(symbol, 0))
            self.plugin.connect_port(handle, setting.port_index("mixer-stereo", symbol), ctypes.byref(memory[symbol]))
        return handle, memory

    def opened(self, handle, memory):
        for _ in range(200):
            self.plugin.run(handle, 0)
            if memory["osc_port_in_use"].value:
                break
            time.sleep(0.01)
        return int(memory["osc_port_in_use"].value)

    def test_one_thread_that_ends_with_the_last_instance(self):
        port = free_port()
        self.assertEqual(self.threads(), 0)
        instances = [self.make(osc_port=port) for _ in range(3)]
        ports = [self.opened(*instance) for instance in instances]
        self.assertEqual(self.threads(), 1)
        self.assertEqual(len(set(ports)), 3)
        with Tracker(ports[0]) as tracker:
            for handle, _ in instances:
                tracker.tell("/ypr 10 20 30")
                self.assertEqual(self.threads(), 1)
                self.plugin.cleanup(handle)
        self.assertEqual(self.threads(), 0)
        for port in ports:
            self.assertEqual(self.addresses(port), [])

    def test_only_this_machine_unless_told_otherwise(self):
        port = free_port()
        handle, memory = self.make(osc_port=port)
        self.assertEqual(self.addresses(self.opened(handle, memory)), ["0100007F"])
        memory["osc_network"].value = 1
        deadline = time.time() + 3
        while self.addresses(port) != ["00000000"] and time.time() < deadline:
            self.plugin.run(handle, 0)
            time.sleep(0.02)
        self.assertEqual(self.addresses(port), ["00000000"])
        memory["osc_port"].value = 0
        deadline = time.time() + 3
        while self.addresses(port) and time.time() < deadline:
            self.plugin.run(handle, 0)
            time.sleep(0.02)
        self.assertEqual(self.addresses(port), [])
        self.plugin.cleanup(handle)
