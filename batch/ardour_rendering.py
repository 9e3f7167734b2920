"""One recording through the plugins in Ardour: a session of its own for each, exported offline."""

import os
import shutil
import tempfile

import ardour_session
import recording
from rendering import Interrupted, size


class ArdourChain:
    """Renders as `rendering.Chain` does. Ardour makes up for the latency itself."""

    def __init__(self, steps, channels):
        if not shutil.which("ardour7-export"):
            raise ardour_session.Failed("ardour7-export is not here; Ardour 7 is the Debian package ardour")
        self.steps, self.channels = steps, channels
        self.home = tempfile.TemporaryDirectory(prefix="nearfar-batch-")
        self.running, self.stopped, self.remarks = set(), False, set()

    def render(self, take, target, progress):
        take.open(self.steps[0].plugin.inputs)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        tools = ardour_session.Tools(self.home.name)
        self.running.add(tools)
        try:
            with tempfile.TemporaryDirectory(prefix=".batch-", dir=os.path.dirname(target)) as folder:
                self.export(tools, take, folder, progress)
                whole = os.path.join(folder, "whole.wav")
                recording.cut(os.path.join(folder, "export.wav"), whole, 0, take.frames, self.channels)
                os.replace(whole, target)
        except ardour_session.Failed as problem:
            raise Interrupted if self.stopped else recording.Damaged(str(problem))
        finally:
            self.running.discard(tools)

    def export(self, tools, take, folder, progress):
        # A copy within the session: readable from the first frame to the last, and float.
        session, source, exported = (os.path.join(folder, name) for name in ("session", "source.w64", "export.wav"))
        take.padded(source, 0)
        outputs = self.steps[-1].plugin.outputs
        tools.new_session(session, take.rate, outputs)
        tools.furnish(
            session, take.rate, [step.plugin.uri for step in self.steps], self.steps[0].plugin.inputs, outputs,
            settings=[(number, list(step.plugin.controls).index(symbol), f"{value:.9g}")
                      for number, step in enumerate(self.steps) for symbol, value in step.values.items()])
        made = ardour_session.Session(session, take.rate)
        made.place("recording", source, take.frames, self.steps[0].plugin.inputs, outputs)
        made.save()
        expected = take.frames * outputs * 4
        tools.export(session, exported, lambda: progress(min(1, size(exported) / expected)))

    def stop(self):
        self.stopped = True
        for tools in list(self.running):
            tools.stop()
