"""Whether the loudness of the whole stays while Remix Amount moves: the dev scenes and the recordings of the kit's data through the remix
plugin, measured by libebur128 (ITU-R BS.1770, gated) as W + dialog, and as a listener hears it through the stereo mixer."""
import concurrent.futures
import ctypes
import glob
import json
import os
import subprocess

import numpy as np
import scipy.signal
import soundfile as sf

import kit
import separation

RATE = 48_000
AMOUNTS = (0, 0.25, 0.5, 0.75, 1)
# The scenes last 10 s; on end three times they are as long as a short piece.
ROUNDS = 3
THRICE = "thrice"
STYLES = {0: "Cinematic", 1: "Studio", 2: "In-Frame"}
LISTENERS = {"loudspeakers": 3, "headphones": 1}
PROGRAM = os.path.join(kit.ROOT, ".build", "release", "nearfar")


def run():
    separation.make_scenes()
    recordings = sorted(glob.glob(os.path.join(separation.SCENES, "*", "mixture.wav")))
    recordings += sorted(glob.glob(os.path.join(os.path.dirname(kit.evaluation()), "data", "foa", "*.flac")))
    mixers = {name: impulse_responses(output) for name, output in LISTENERS.items()}
    results = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in pool.map(lambda path: measure(path, mixers), recordings):
            results.append(result)
            print(f"\rRendering recording {len(results)} of {len(recordings)}", end="", flush=True)
    print("\n\n## Loudness re amount 0, in LU\n")
    for style, name in STYLES.items():
        print_style(name, [(recording, kind, changes[style]) for recording, kind, changes in results])


def measure(path, mixers):
    """Name and kind of a recording, and by style and listener how much louder each amount is than none."""
    name, kind, azimuth = describe(path)
    field, _ = sf.read(path, dtype="float32")
    folder = os.path.join(kit.WORK, "loudness", name)
    os.makedirs(folder, exist_ok=True)
    source, rounds = (os.path.join(folder, f"{part}.wav") for part in ("source", "rounds"))
    kit.write_with_tail(source, field)
    kit.write_with_tail(rounds, np.tile(field, (ROUNDS, 1)))
    recorded, long = (listen(file, heard, remix_amount=0) for file, heard in ((source, mixers), (rounds, {})))
    changes = {}
    for style in STYLES:
        changes[style] = change(source, mixers, recorded, AMOUNTS, style, azimuth)
        changes[style][THRICE] = change(rounds, {}, long, AMOUNTS[::2], style, azimuth)["W + dialog"]
        changes[style]["learned mix"] = learned(source, style, azimuth)
    return name, kind, changes


def change(source, mixers, recorded, amounts, style, azimuth):
    """By listener, how much louder than `recorded` each amount is."""
    heard = {listener: [0.0] for listener in recorded}
    for amount in amounts[1:]:
        levels = listen(source, mixers, style=style, remix_amount=amount, frame_azimuth=azimuth)
        for listener, level in levels.items():
            heard[listener].append(level - recorded[listener])
    return heard


def describe(path):
    """Name, what kind of recording it is, and where to point the frame."""
    info = os.path.join(os.path.dirname(path), "info.json")
    if not os.path.exists(info):
        return os.path.splitext(os.path.basename(path))[0], "recorded", 0
    with open(info) as file:
        scene = json.load(file)
    talkers = scene["talker_list"]
    return os.path.basename(os.path.dirname(path)), "voices" if talkers else "no voices", talkers[0]["azimuth"] if talkers else 0


def listen(source, mixers, **controls):
    target = os.path.join(os.path.dirname(source), "remix.wav")
    kit.lv2apply("urn:nearfar:remix", source, target, **controls)
    remix = sf.read(target)[0]
    levels = {"W + dialog": loudness(remix[:, :1] + remix[:, 4:5])}
    for listener, responses in mixers.items():
        ears = [sum(scipy.signal.oaconvolve(remix[:, part], responses[part, :, ear]) for part in range(5)) for ear in (0, 1)]
        levels[listener] = loudness(np.stack(ears, axis=1))
    return levels


def impulse_responses(output):
    """Of the stereo mixer from its five inputs, its only effect on sound: parts × frames × ears."""
    spacing = RATE // 5
    impulses = np.zeros((5 * spacing, 5), np.float32)
    impulses[np.arange(5) * spacing, np.arange(5)] = 1
    source, target = (os.path.join(kit.WORK, name) for name in ("loudness-impulses.wav", "loudness-responses.wav"))
    sf.write(source, impulses, RATE, subtype="FLOAT")
    kit.lv2apply("urn:nearfar:mixer-stereo", source, target, output_type=output)
    return sf.read(target)[0].reshape(5, spacing, 2)[:, :2048]


def learned(source, style, azimuth):
    """W + dialog once more, by the program, with the mix that it learned of the whole recording; None without the program."""
    if not os.path.exists(PROGRAM):
        return None
    mix, target = source.replace("source.wav", "learned.json"), source.replace("source", "mono")
    if not os.path.exists(mix) or os.path.getmtime(mix) < os.path.getmtime(PROGRAM):
        program("analyze", source, "-o", mix, "--force")
    levels = []
    for amount in AMOUNTS[::2]:
        program("process", source, "-o", target, "-l", "mono", "-m", mix, "-s", str(style), "-a", str(amount),
                "--set", f"frame_azimuth={azimuth}", "--force")
        levels.append(loudness(sf.read(target, always_2d=True)[0]))
    return [level - levels[0] for level in levels]


def program(*arguments):
    subprocess.run([PROGRAM, *arguments], check=True, capture_output=True)


def loudness(signals):
    """Integrated, in LUFS; −70 where all is softer. `signals`: frames × channels."""
    library = ctypes.CDLL("libebur128.so.1")
    library.ebur128_init.restype = ctypes.c_void_p
    integrated = 5
    state = ctypes.c_void_p(library.ebur128_init(signals.shape[1], ctypes.c_ulong(RATE), integrated))
    samples = np.ascontiguousarray(signals, np.float64)
    library.ebur128_add_frames_double(state, samples.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(len(samples)))
    level = ctypes.c_double()
    library.ebur128_loudness_global(state, ctypes.byref(level))
    library.ebur128_destroy(ctypes.byref(state))
    return max(level.value, -70.0)


def print_style(style, results):
    print(f"### {style}\n")
    columns = *(f"{amount:g}" for amount in AMOUNTS[1:]), "worst", *LISTENERS, THRICE, "learned mix"
    print("| recording | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns))
    for name, kind, heard in results:
        cells = [f"{change:+.1f}" for change in heard["W + dialog"][1:]]
        cells += [f"{worst(heard[listener]):+.1f}" if heard[listener] else "" for listener in heard]
        print(f"| {name} ({kind}) | " + " | ".join(cells) + " |")
    print()
    for kind in ("voices", "recorded", "no voices"):
        for listener in ("W + dialog", *LISTENERS, THRICE, "learned mix"):
            found = [abs(worst(heard[listener])) for _, own, heard in results if own == kind and heard[listener]]
            if found:
                within = sum(change <= 1 for change in found)
                print(f"- {kind}, {listener}: {within} of {len(found)} within 1 LU, median of the worst "
                      f"{np.median(found):.1f}, largest {max(found):.1f}")
    print()


def worst(changes):
    return max(changes, key=abs)
