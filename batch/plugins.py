"""Plugins as `lv2info` describes them, and their presets as `sordi` reads them."""

import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
USUAL = ["~/.lv2", "/usr/local/lib/lv2", "/usr/lib/lv2", "/usr/lib64/lv2"]


class Unusable(Exception):
    """What the user asked for cannot be; says what can."""


def lv2_path():
    """LV2_PATH, or the usual folders; the bundles that were built here come first."""
    here = os.path.join(ROOT, "Bundles")
    given = os.environ.get("LV2_PATH") or ":".join(map(os.path.expanduser, USUAL))
    return f"{here}:{given}" if os.path.isdir(os.path.join(here, "nearfar-remix.lv2")) else given


def said(*command):
    """What a command prints; nothing, if it fails."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    return done.stdout if done.returncode == 0 else ""


class Plugin:
    def __init__(self, name):
        self.name, self.uri = name, "urn:nearfar:" + name
        head, *ports = re.split(r"\n\tPort \d+:\n", said("lv2info", self.uri))
        if not ports:
            raise Unusable(f"There is no plugin {self.uri} in {lv2_path()}: make bundles, or make install")
        #: Symbols of the control ports in the order of their indices: those that the user sets, and meters.
        self.controls = {self.field(port, "Symbol"): port for port in ports if "lv2core#ControlPort" in port}
        audio = [port for port in ports if "lv2core#AudioPort" in port]
        self.inputs = sum("lv2core#InputPort" in port for port in audio)
        self.outputs = len(audio) - self.inputs

    @staticmethod
    def field(port, name):
        return re.search(rf"^\t\t{name}:\s+(.*)$", port, re.M)[1]

    def value(self, symbol, text):
        """A control's value from a number or the name of a choice, within its range."""
        port = self.controls.get(symbol, "")
        if "lv2core#InputPort" not in port:
            settable = [name for name, other in self.controls.items() if "lv2core#InputPort" in other]
            raise Unusable(f"{self.name} has no control {symbol}; it has {', '.join(settable)}")
        points = sorted((float(value), name) for value, name in re.findall(r'^\t\t\t(\S+) = "(.*)"$', port, re.M))
        names = {name.lower(): value for value, name in points}
        low, high = float(self.field(port, "Minimum")), float(self.field(port, "Maximum"))
        try:
            value = float(names.get(text.lower(), text))
        except ValueError:
            choices = f", or one of {', '.join(names)}" if names else ""
            raise Unusable(f"{symbol} is to be a number from {low:g} to {high:g}{choices}, not {text}")
        if not low <= value <= high:
            raise Unusable(f"{symbol} is to be from {low:g} to {high:g}, not {text}")
        return value

    def preset(self, label):
        """The values that a preset sets, by symbol. Presets of the plugin's bundle, and those that hosts saved."""
        found = {}
        for folder in lv2_path().split(":"):
            for bundle in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
                found.update(self.presets_in(os.path.join(folder, bundle)))
        named = {name.lower(): values for name, values in found.items()}
        if label.lower() not in named:
            names = "; ".join(sorted(found)) or "none"
            raise Unusable(f"{self.name} has no preset {label}; it has {names}")
        return named[label.lower()]

    def presets_in(self, bundle):
        try:
            with open(os.path.join(bundle, "manifest.ttl"), encoding="utf-8", errors="replace") as manifest:
                if f"<{self.uri}>" not in manifest.read():
                    return {}
        except OSError:
            return {}
        triples = []
        for file in sorted(os.listdir(bundle)):
            if file.endswith(".ttl"):
                text = said("sordi", "-i", "turtle", "-o", "ntriples", os.path.join(bundle, file))
                # Nameless nodes have the same names in every file.
                text = re.sub(r"_:(\w+)", lambda node: f"_:{len(triples)}-{node[1]}", text)
                triples += re.findall(r'^(\S+) <\S*[#/](\w+)> (.*) \.$', text, re.M)
        return self.presets_of(triples)

    def presets_of(self, triples):
        """From (subject, last word of the predicate, object)."""
        def objects(subject, predicate):
            return [value for about, word, value in triples if about == subject and word == predicate]

        def literal(text):
            return re.match(r'"(.*)"', text)[1]

        presets = {}
        for preset, word, applies in triples:
            if word == "appliesTo" and applies == f"<{self.uri}>":
                ports = objects(preset, "port")
                for label in objects(preset, "label"):
                    presets[literal(label)] = presets.get(literal(label), {}) | {
                        literal(objects(port, "symbol")[0]): float(literal(objects(port, "value")[0])) for port in ports}
        return presets
