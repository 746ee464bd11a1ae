"""The least that a live picture can cost: mss alone on a display, and a copy of its memory.

``python -m tests.benchmarks.bare_capture RATE SECS`` prints JSON: the milliseconds of single
grabs and copies, the most grabs a second, and the processor share of a loop at RATE a second."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import mss
import numpy as np

_ROUNDS = 60


def times_ms(work: Callable[[], object], rounds: int = _ROUNDS) -> list[float]:
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return times


def paced_shares(work: Callable[[], object], rate: float, secs: int) -> list[float]:
    """Percent of a core, second by second, at that rate."""
    shares = []
    for _ in range(secs):
        used, started = time.process_time(), time.perf_counter()
        for number in range(int(rate)):
            work()
            time.sleep(max(0.0, started + (number + 1) / rate - time.perf_counter()))
        shares.append((time.process_time() - used) / (time.perf_counter() - started) * 100)
    return shares


def main() -> None:
    rate, secs = float(sys.argv[1]), int(sys.argv[2])
    with mss.MSS() as capturer:
        screen = capturer.monitors[0]
        picture = np.frombuffer(capturer.grab(screen).raw, np.uint8).copy()
        target = np.empty_like(picture)
        grab_ms = times_ms(lambda: capturer.grab(screen).raw)
        copy_ms = times_ms(lambda: np.copyto(target, picture))
        shares = paced_shares(lambda: capturer.grab(screen).raw, rate, secs)
        copy_shares = paced_shares(lambda: np.copyto(target, picture), rate, secs)
    fastest = [1000 / each for each in grab_ms]
    figures = {"grab_ms": grab_ms, "copy_ms": copy_ms, "grabs_a_second": fastest}
    print(json.dumps(figures | {"grab_shares": shares, "copy_shares": copy_shares}))


if __name__ == "__main__":
    main()
