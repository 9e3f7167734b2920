"""What is done and how long the rest takes, told while several recordings are rendered at once."""

import sys
import threading
import time


class Progress:
    def __init__(self, sizes):
        """`sizes`: bytes of each recording. They stand for its length, which damaged ones do not tell."""
        self.sizes, self.shares = sizes, dict.fromkeys(sizes, 0.0)
        self.count, self.began = 0, time.monotonic()
        self.lock, self.live = threading.Lock(), sys.stdout.isatty()

    def at(self, name, share):
        with self.lock:
            self.shares[name] = share
            if self.live:
                print(f"\r\033[K{self.state()}", end="", flush=True)

    def ended(self, name, word):
        """A line of its own for each recording."""
        with self.lock:
            self.shares[name] = 1.0
            self.count += 1
            clear = "\r\033[K" if self.live else ""
            print(f"{clear}[{self.count}/{len(self.sizes)}] {name}: {word}; {self.state()}", flush=True)

    def left_out(self, name):
        """It was there already: it counts for the number, not for the time."""
        with self.lock:
            self.sizes[name] = 0
            self.count += 1
            print(f"[{self.count}/{len(self.sizes)}] {name}: there already", flush=True)

    def state(self):
        done = sum(self.sizes[name] * share for name, share in self.shares.items())
        total = max(1, sum(self.sizes.values()))
        spent = time.monotonic() - self.began
        left = f", {clock(spent * (total - done) / done)} left" if 0 < done < total else ""
        return f"{100 * done / total:.0f} % after {clock(spent)}{left}"


def clock(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"
