"""Feeds what reads files with inputs that libFuzzer makes up, from seeds that are made here.

  python3 fuzz SECONDS [PARSER…]      `make fuzz SECONDS=… ONLY="…"` builds what it runs

Each parser (`sofa` only when named) runs for SECONDS, as many at once as there are processors. What crashes, hangs, leaks or eats memory lies in
.build/fuzz/found afterwards, and this ends with 1; `.build/fuzz/release/fuzz --parser=NAME FILE` shows it again. What is worth keeping of the
inputs stays in .build/fuzz/corpus for the next time.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
import seeds

WORK = os.path.join(os.path.dirname(HERE), ".build", "fuzz")
PROGRAM = os.path.join(WORK, "release", "fuzz")
#: Of one input, in bytes: more than any seed has.
MOST_BYTES = 1 << 16
#: Of one run, in MB.
MOST_MEMORY = 2048
#: Longer than any input takes, in seconds, on a machine with other things to do.
LONGEST = 20
#: Whose libraries leak by themselves what they read halfway (libsndfile, libmysofa).
LEAKY = {"sofa", "sound"}
#: Without the backtraces of Swift, which take seconds.
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


def folder(*names):
    path = os.path.join(WORK, *names)
    os.makedirs(path, exist_ok=True)
    return path


def run(parser, seconds):
    """The lines of libFuzzer, and whether all was well."""
    words = [PROGRAM, f"--parser={parser}", f"-max_total_time={seconds}", f"-max_len={MOST_BYTES}", f"-timeout={LONGEST}",
             f"-rss_limit_mb={MOST_MEMORY}", f"-artifact_prefix={folder('found')}/{parser}-", "-print_final_stats=1",
             folder("corpus", parser), folder("seeds", parser)]
    sanitizer = f"allocator_may_return_null=1:detect_leaks={int(parser not in LEAKY)}"
    outcome = subprocess.run(
        words, capture_output=True, env={**ENVIRONMENT, "ASAN_OPTIONS": sanitizer}, stdin=subprocess.DEVNULL)
    return outcome.stderr.decode(errors="replace").splitlines(), outcome.returncode == 0


def summary(lines):
    """Inputs that were tried, and places in the code that they reached."""
    tried = next((line.split()[-1] for line in lines if "number_of_executed_units" in line), "?")
    reached = [found[1] for found in (re.search(r"cov: (\d+)", line) for line in lines) if found]
    return f"{tried} inputs, {reached[-1] if reached else '?'} places in the code"


def main():
    usual = subprocess.run([PROGRAM, "--list"], check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout.split()
    seconds, wanted = int(sys.argv[1]), sys.argv[2:] or usual
    if set(wanted) - set(seeds.MAKERS):
        sys.exit(f"no such parser: {', '.join(sorted(set(wanted) - set(seeds.MAKERS)))} ({', '.join(seeds.MAKERS)})")
    shutil.rmtree(folder("found"))
    for parser in wanted:
        seeds.write(parser, folder("seeds", parser))
    failed = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {pool.submit(run, parser, seconds): parser for parser in wanted}
        for done in concurrent.futures.as_completed(runs):
            lines, is_well = done.result()
            print(f"{runs[done]:14}{summary(lines)}", flush=True)
            if not is_well:
                failed = True
                print("\n".join(lines[-60:]), flush=True)
    sys.exit(failed)


main()
