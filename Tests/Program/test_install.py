"""`make install` and `make uninstall`: what is copied is whole, works from there, and goes without a trace."""

import os
import subprocess
import unittest

from program import PATH, field
from setting import ROOT, path
from signals import scene


def make(goal, *words, **options):
    """Without building anything: what is built is installed."""
    command = ["make", "-s", "-C", ROOT, "-o", "bundles", "-o", "nearfar", goal, *words]
    outcome = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    if outcome.returncode:
        raise AssertionError(f"{' '.join(command)}\n{outcome.stdout}{outcome.stderr}")
    return outcome.stdout


def files(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


@unittest.skipUnless(PATH.startswith(ROOT), "another program than the one that would be installed")
class Installed(unittest.TestCase):
    BUNDLES = ("encode", "remix", "mixer", "audiomix")
    PROGRAM = ("bin/nearfar", "share/man/man1/nearfar.1", "share/bash-completion/completions/nearfar",
               "share/zsh/site-functions/_nearfar", "share/fish/vendor_completions.d/nearfar.fish")

    def check(self, top, program, plugins, *words, **options):
        """`top` is where nothing else is; `program`, `plugins`: folders in it."""
        make("install", *words, **options)
        found = files(top)
        for name in self.PROGRAM:
            self.assertIn(os.path.join(program, name), found)
            self.assertGreater(os.path.getsize(os.path.join(top, program, name)), 100, name)
        for bundle in self.BUNDLES:
            self.assertIn(f"{plugins}/nearfar-{bundle}.lv2/manifest.ttl", found)
        for name in found:
            # A user's umask is none of the others' business.
            self.assertTrue(os.stat(os.path.join(top, name)).st_mode & 0o004, f"{name} is not for everybody to read")
        self.works(os.path.join(top, program, "bin/nearfar"), top)
        # A second time, over the first.
        make("install", *words, **options)
        self.assertEqual(files(top), found)
        make("uninstall", *words, **options)
        self.assertEqual(files(top), [])

    def works(self, program, home):
        """With the weights that were installed with it, and nothing of where it was built."""
        source = field("short.wav", scene(0.2))
        subprocess.run([program, "process", source, "-o", path("installed.wav"), "-f", "-q"], check=True, timeout=60,
                       env={"HOME": home})

    def test_prefix(self):
        top = path("prefix with spaces")
        self.check(top, "", "lib/lv2", f"PREFIX={top}")

    def test_package(self):
        top = path("package")
        self.check(top, "usr", "usr/lib/lv2", f"DESTDIR={top}", "PREFIX=/usr")

    def test_home(self):
        top = path("home")
        self.check(top, ".local", ".lv2", env={**os.environ, "HOME": top})

    def test_umask(self):
        top = path("umask")
        self.check(top, "", "lib/lv2", f"PREFIX={top}", preexec_fn=lambda: os.umask(0o077) and None)
