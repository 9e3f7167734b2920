"""Decodes the training recordings once into one file of 48 kHz samples.

  python sources.py --deb DIR --git DIR --out DIR

DIR/deb holds one folder per Debian package (`dpkg -x`; 0ad-data's public.zip unpacked into 0ad-data/unz), DIR/git one
folder per repository. Written: sounds.i16 (mono int16 at 48 kHz, all sounds one after the other) and sounds.json: per
sound its kind (speech, noise, point, music), name, split (train, valid), first frame and frames.
What may not be trained on (see README.md) is left out here and nowhere else.
"""
import argparse
import glob
import hashlib
import json
import os
import re
import subprocess
import zlib
from math import gcd
import numpy as np
import soundfile as sf
from scipy.signal import resample_poly

RATE = 48_000
ABCS = "qabcs-data/usr/share/qabcs/abcs"
STAMPS = "tuxpaint-stamps-default/usr/share/tuxpaint/stamps"
OAD = "0ad-data/unz/audio"
GLEST = "megaglest-data/usr/share/games/megaglest/tilesets"

# kind, name of the voice, pattern under the package folder
VOICES = (
    [(f"tuxpaint-{x}", f"{STAMPS}/**/*_desc_{x}.ogg") for x in "es ru ro bg ca lt".split()]
    + [(f"klettres-{x}", f"klettres-data/usr/share/klettres/{x}/**/*.*") for x in "ml es it lt ru tn nb cs".split()]
    + [(f"ktuberling-{x}", f"ktuberling-data/usr/share/ktuberling/sounds/{x}/*.*")
       for x in "ca gl lt ru es fi ga it ro sv sr".split()]
    # Languages that are reserved in the other word sets are left out here too.
    + [(f"qabcs-{x}", f"{ABCS}/{x}/sounds/words/*") for x in "cs es it la_it la_ru pl ru tl tr".split()]
    + [(f"hedgewars-{x}", f"hedgewars-data/usr/share/games/hedgewars/Data/Sounds/voices/{x}/*.ogg")
       for x in ("Pirate Surfer Default British Default_pl Classic Default_es HillBilly Russian_pl Default_ru Russian "
                 "Singer Mobster").split()]
    + [("fillets-v", "fillets-ng-data-cs/usr/share/games/fillets-ng/sound/*/cs/*-v-*.ogg"),
       ("fillets-x", "fillets-ng-data-cs/usr/share/games/fillets-ng/sound/*/cs/*-x-*.ogg"),
       ("asterisk-en", "asterisk-core-sounds-en-g722/usr/share/asterisk/sounds/**/*.g722"),
       ("asterisk-es", "asterisk-core-sounds-es-g722/usr/share/asterisk/sounds/**/*.g722"),
       ("gcin-3", "gcin-voice/usr/share/gcin-voice/ogg/*/3.ogg"),
       ("0ad-greek", f"{OAD}/voice/greek/**/*.ogg"), ("0ad-latin", f"{OAD}/voice/latin/**/*.ogg")])

RESERVED_TALKERS = set("0048 0053 0075 0131 0575 0739 1027 1044 2022 2450 3208 9556".split())
RESERVED_0AD = set("amb_farm_10 amb_port_10 rain_11 river_fast_21 snowstorm_11 day_temperate_gen_01 thunder_10 "
                   "amb_trade_10 day_tropical_10 wavecrash_21 wind_11".split())
RESERVED_MUSIC = set("Harvest_Festival Celtic_Pride Juno_Protect_You town underground".split())
RESERVED_TILESETS = ("mediterran/sounds/desertday.ogg", "evergreen/sounds/night.ogg", "jungle/sounds/night.ogg")
# Spoken, so neither noise nor speech.
SPOKEN = re.compile("death|scream|laugh|voice|adjutant|cheburashka|chef|clown|dogmatix|doll|dunno|earth|emelya|"
                    "firebird|gamekeeper|ivasyk|jack|joker|little_monkey|ole_lukoje|pishik|prince|pupil|quiz|robot|"
                    "sailorboy|schooler|umka|ursula|walkie|x-men|yaga|zozulka|iotshin|circus|security|yeti")
# Reserved, or stamps that are spoken.
OTHER = re.compile("/animals/|/vehicles/|lumberjack|windmill|sheepfield|/symbols/|/seasonal/|/hobbies/")


def decode(path, seconds=None, start=0.0):
    """Mono float32 at 48 kHz."""
    try:
        with sf.SoundFile(path) as f:
            rate = f.samplerate
            f.seek(min(int(start * rate), f.frames))
            x = f.read(-1 if seconds is None else int(seconds * rate), dtype="float32", always_2d=True).mean(1)
    except Exception:
        raw = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-ac", "1", "-ar", str(RATE), "-f", "f32le", "-"],
                             capture_output=True).stdout
        x, rate = np.frombuffer(raw, np.float32), RATE
    if rate != RATE and len(x):
        k = gcd(rate, RATE)
        x = resample_poly(x, RATE // k, rate // k).astype(np.float32)
    return np.nan_to_num(x)


def frame_powers(x, size=480):
    return (x[: len(x) // size * size].reshape(-1, size) ** 2).mean(1) + 1e-12


def gated(x, least_snr_db=24):
    """One clip of speech, trimmed, its pauses faded out, active level -26 dBFS; None where too noisy or too short."""
    if len(x) < 0.25 * RATE:
        return None
    p = frame_powers(x)
    p = np.convolve(p, np.ones(3) / 3, "same")
    top, floor = np.percentile(p, 95), np.percentile(p, 8)
    threshold = max(top * 1e-4, min(floor * 4, top * 1e-2))
    if len(x) > 1.2 * RATE and 10 * np.log10(top / floor) < least_snr_db:
        return None
    on = p > threshold
    hold = np.convolve(on, np.ones(17), "same") > 0           # 80 ms around what is heard
    if hold.sum() < 25:
        return None
    first, last = np.nonzero(hold)[0][[0, -1]]
    gain = np.convolve(hold.astype(np.float32), np.ones(5) / 5, "same")
    gain = np.interp(np.arange(len(x)), np.arange(len(p)) * 480 + 240, gain).astype(np.float32)
    level = np.sqrt(p[p > top * 1e-3].mean())
    return (x * gain)[first * 480:(last + 1) * 480] * (0.05 / level)


def joined(clips, name, gap=(0.12, 0.5)):
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    out = []
    for i in rng.permutation(len(clips)):
        out += [clips[i], np.zeros(int(rng.uniform(*gap) * RATE), np.float32)]
    return np.concatenate(out)


class Store:
    """Appends sounds to the two files."""

    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.folder, self.rows, self.frames = folder, [], 0
        self.file = open(os.path.join(folder, "sounds.i16"), "wb")

    def add(self, kind, name, x):
        if x is None or len(x) < 0.4 * RATE or np.abs(x).max() < 1e-3:
            return
        x = x * min(1, 0.98 / np.abs(x).max())
        self.file.write(np.round(x * 32767).astype("<i2").tobytes())
        split = "valid" if zlib.crc32(name.encode()) % 12 == 0 else "train"
        self.rows.append(dict(kind=kind, name=name, split=split, first=self.frames, frames=len(x)))
        self.frames += len(x)

    def close(self):
        self.file.close()
        with open(os.path.join(self.folder, "sounds.json"), "w") as f:
            json.dump(self.rows, f)
        for kind in ("speech", "noise", "point", "music"):
            rows = [r for r in self.rows if r["kind"] == kind]
            print(kind, len(rows), f"{sum(r['frames'] for r in rows) / RATE / 3600:.2f} h", flush=True)


def files(root, pattern):
    return sorted(p for p in glob.glob(os.path.join(root, pattern), recursive=True)
                  if os.path.isfile(p) and p.endswith((".ogg", ".wav", ".WAV", ".g722", ".mp3", ".opus")))


def add_voices(store, deb):
    for name, pattern in VOICES:
        clips = [gated(decode(p)) for p in files(deb, pattern) if os.path.getsize(p) > 1500]
        clips = [c for c in clips if c is not None]
        if clips:
            store.add("speech", name, joined(clips, name)[: 900 * RATE])


def add_corpora(store, git):
    """Read sentences by talker; crowd recordings, each a talker of its own."""
    base = os.path.join(git, "speechocean762")
    for line in open(os.path.join(base, "train", "spk2gender")):
        talker = line.split()[0]
        if talker not in RESERVED_TALKERS:
            clips = [gated(decode(p)) for p in files(base, f"WAVE/SPEAKER{talker}/*.WAV")]
            clips = [c for c in clips if c is not None]
            if clips:
                store.add("speech", f"so{talker}", joined(clips, talker, (0.2, 0.6)))
    for name, pattern in (("sti", "speech-to-intent-benchmark/data/speech/clean/*.wav"),
                          ("ww", "wake-word-benchmark/audio/*/*.wav")):
        for i, p in enumerate(files(git, pattern)):
            store.add("speech", f"{name}{i:04d}", gated(decode(p)))


def add_ambience(store, deb, git):
    reserved = {hashlib.md5(open(os.path.join(deb, GLEST, p), "rb").read()).hexdigest() for p in RESERVED_TILESETS}
    for p in files(deb, f"{OAD}/ambient/**/*.ogg"):
        if os.path.basename(p)[:-4] not in RESERVED_0AD:
            store.add("noise", "0ad-" + os.path.basename(p), decode(p, 90))
    for p in files(deb, f"{GLEST}/*/sounds/*"):
        digest = hashlib.md5(open(p, "rb").read()).hexdigest()
        if digest not in reserved and "good_morning" not in p:
            reserved.add(digest)                              # copies of one sound once
            store.add("noise", "glest-" + "-".join(p.split("/")[-3::2]), decode(p, 90))
    for name in "rain waves wind train pink-noise white-noise stream".split():
        for p in files(git, f"blanket/data/resources/sounds/{name}.ogg"):
            store.add("noise", "blanket-" + name, decode(p, 120))
    kitchen = os.path.join(git, "speech-to-intent-benchmark/data/noise/kitchen.wav")
    store.add("noise", "kitchen", decode(kitchen, None, 30))


def add_points(store, deb):
    """Short clips strung together by folder; longer ones alone."""
    patterns = [f"{OAD}/{x}/**/*.ogg" for x in ("attack", "actor", "interface", "resource/[!cm]*")]
    patterns += ["unknown-horizons/usr/share/unknown-horizons/content/audio/sounds/**/*.ogg",
                 "openarena-data/**/sound/world/*.*", f"{ABCS}/all/noises/*.ogg", f"{STAMPS}/**/*.ogg",
                 "endless-sky-data/usr/share/games/endless-sky/sounds/*.*"]
    groups = {}
    for p in (p for pattern in patterns for p in files(deb, pattern)):
        if SPOKEN.search(p[len(deb):]) or "_desc" in p or OTHER.search(p):
            continue
        x = decode(p, 40)
        if len(x) < 0.15 * RATE or np.abs(x).max() < 1e-3:
            continue
        x = x * (0.05 / np.sqrt((x ** 2).mean() + 1e-12))
        x = x * min(1, 0.9 / np.abs(x).max())
        if len(x) > 4 * RATE:
            store.add("point", p[len(deb):], x)
        else:
            groups.setdefault(os.path.dirname(p[len(deb):]), []).append(x)
    for name, clips in groups.items():
        for i in range(0, len(clips), 12):
            store.add("point", f"{name}-{i}", joined(clips[i:i + 12], name, (0.02, 0.5)))


def add_music(store, deb):
    for pattern in (f"{OAD}/music/*.ogg", "freedroidrpg-data/usr/share/freedroidrpg/data/sound/music/*.ogg",
                    "asterisk-moh-opsound-wav/**/*.wav"):
        for p in files(deb, pattern):
            if os.path.basename(p)[:-4] not in RESERVED_MUSIC:
                store.add("music", os.path.basename(p), decode(p, 75, 8))


if __name__ == "__main__":
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--deb", "--git", "--out"):
        ap.add_argument(name, required=True)
    a = ap.parse_args()
    store = Store(a.out)
    add_voices(store, a.deb)
    add_corpora(store, a.git)
    add_ambience(store, a.deb, a.git)
    add_points(store, a.deb)
    add_music(store, a.deb)
    store.close()
