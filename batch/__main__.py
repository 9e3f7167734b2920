"""Takes a folder of first-order recordings through Nearfar Remix, and on through a mixer if wanted.

  /usr/bin/python3 batch recordings remixed --preset "Interview outdoors"
  /usr/bin/python3 batch recordings voices --set style="Studio foreground stem" --keep dialog
  /usr/bin/python3 batch recordings headphones --set remix_amount=0.7 --mixer stereo --mixer-set dialog_level=2
"""

import argparse
import concurrent.futures
import os
import shutil
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
missing = [program for program in ("lv2apply", "lv2info", "sordi") if not shutil.which(program)]
try:
    import ardour_rendering
    import ardour_session
    import plugins
    import progress
    import recording
    import rendering
except ImportError as problem:
    missing.append(str(problem))
if missing:
    sys.exit(f"Missing: {', '.join(missing)}. `scripts/packages.sh batch` installs what is needed; run it with /usr/bin/python3")

KEPT = {"all": slice(None), "field": slice(0, 4), "dialog": slice(4, 5)}


def options():
    parser = argparse.ArgumentParser(prog="batch", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", help="folder of 4-channel AmbiX files (W Y Z X), those of its folders too")
    parser.add_argument("out", help="folder for the results: 32-bit float WAV, the same names")
    parser.add_argument("--preset", help="a preset of the remix, by its name")
    parser.add_argument("--set", action="append", default=[], metavar="SYMBOL=VALUE", dest="settings",
                        help="a control of the remix, after the preset; a number or the name of a choice")
    parser.add_argument("--mixer", metavar="LAYOUT", help="stereo, quad, 5_1, 7_1, 5_1_4, 7_1_4")
    parser.add_argument("--mixer-preset", help="a preset of the mixer")
    parser.add_argument("--mixer-set", action="append", default=[], metavar="SYMBOL=VALUE", help="a control of the mixer")
    parser.add_argument("--keep", choices=KEPT, default="all",
                        help="of the remix: FOA and dialog (5 channels), FOA alone (4) or dialog alone (1)")
    parser.add_argument("--ardour", action="store_true", help="render in Ardour 7, without its window, not by lv2apply")
    parser.add_argument("--force", action="store_true", help="render what is there already once more")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="recordings at once")
    given = parser.parse_args()
    if not os.path.isdir(given.recordings):
        parser.error(f"{given.recordings} is no folder")
    if given.mixer and given.keep != "all":
        parser.error("--keep is for the remix without a mixer")
    if not given.mixer and (given.mixer_preset or given.mixer_set):
        parser.error("--mixer-preset and --mixer-set need --mixer")
    return given


def step(name, preset, settings):
    plugin = plugins.Plugin(name)
    values = plugin.preset(preset) if preset else {}
    for setting in settings:
        symbol, given, text = setting.partition("=")
        if not given:
            raise plugins.Unusable(f"{setting}: a symbol, = and a value are wanted")
        values[symbol] = plugin.value(symbol, text)
    return rendering.Step(plugin, values)


def chain(given):
    steps = [step("remix", given.preset, given.settings)]
    if given.mixer:
        steps.append(step("mixer-" + given.mixer, given.mixer_preset, given.mixer_set))
    renderer = ardour_rendering.ArdourChain if given.ardour else rendering.Chain
    return renderer(steps, list(range(steps[-1].plugin.outputs))[KEPT[given.keep]])


class Batch:
    def __init__(self, given, renderer):
        self.given, self.renderer = given, renderer
        self.names = recording.found(given.recordings, given.out)
        self.progress = progress.Progress(
            {name: os.path.getsize(os.path.join(given.recordings, name)) for name in self.names})
        self.written, self.left_out, self.failed = 0, 0, []

    def target(self, name):
        """The same name with .wav; the whole name, if another file of the folder would be written there too."""
        stem = os.path.splitext(name)[0]
        alone = sum(os.path.splitext(other)[0] == stem for other in self.names) == 1
        return os.path.join(self.given.out, (stem if alone else name) + ".wav")

    def run(self):
        waiting = []
        for name in self.names:
            if os.path.exists(self.target(name)) and not self.given.force:
                self.left_out += 1
                self.progress.left_out(name)
            else:
                waiting.append(name)
        with concurrent.futures.ThreadPoolExecutor(max(1, self.given.jobs)) as pool:
            try:
                for name, reason in pool.map(self.render, waiting):
                    if reason:
                        self.failed.append((name, reason))
                    else:
                        self.written += 1
            except BaseException:
                self.renderer.stop()
                pool.shutdown(cancel_futures=True)
                raise

    def render(self, name):
        """Why it failed, if it did."""
        take = recording.Recording(os.path.join(self.given.recordings, name))
        try:
            self.renderer.render(take, self.target(name), lambda share: self.progress.at(name, share))
        except (recording.Damaged, OSError) as problem:
            self.progress.ended(name, "FAILED")
            return name, str(problem)
        self.progress.ended(name, f"{progress.clock(take.frames / take.rate)} of audio")
        return name, None

    def report(self):
        for remark in sorted(self.renderer.remarks):
            print(f"The plugins say: {remark}")
        print(f"{self.written} written, {self.left_out} there already, {len(self.failed)} failed")
        for name, reason in self.failed:
            print(f"  {name}: {reason}")


def interrupted(*_):
    raise KeyboardInterrupt


def main():
    given = options()
    os.environ["LV2_PATH"] = plugins.lv2_path()
    try:
        batch = Batch(given, chain(given))
    except (plugins.Unusable, ardour_session.Failed) as problem:
        print(problem, file=sys.stderr)
        return 2
    if not batch.names:
        print(f"There are no recordings in {given.recordings} ({' '.join(recording.ENDINGS)})", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, interrupted)
    try:
        batch.run()
    except KeyboardInterrupt:
        print("\nStopped. What was written is whole; the same command goes on with the rest.", file=sys.stderr)
        return 130
    batch.report()
    return 1 if batch.failed else 0


sys.exit(main())
