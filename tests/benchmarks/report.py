"""How a figure is told: its median, its spread, what it is held against, and the ratio.

A figure is held against a goal, or against a limit that was measured in the same run: what the
bare operation costs that cannot be left out. The ratio is median / goal or median / limit."""

from __future__ import annotations

import json
import math
import platform
import re
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import psutil

Run = TypeVar("Run", bound=Any)

FEW = 20
"""Of fewer samples no 95th percentile is told."""


@dataclass(frozen=True, slots=True)
class Against:
    """A goal or a measured limit, in the figure's unit."""

    words: str
    value: float


def goal(words: str) -> Against:
    """Such as ``goal("< 150 ms")``; the second word is the number."""
    return Against(f"goal {words}", float(words.split()[1].replace(",", "")))


def limit(words: str, samples: Sequence[float]) -> Against:
    return Against(words, statistics.median(samples))


def machine() -> str:
    """What the figures depend on, in one line."""
    load = " ".join(f"{each:.2f}" for each in psutil.getloadavg())
    return (
        f"{psutil.cpu_count()} cores, Python {platform.python_version()},"
        f" {platform.system()} {platform.release()}, load {load}"
    )


def peak_mb() -> float:
    """The most memory that this process ever had."""
    peak = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    return int(peak[1]) / 1024 if peak else 0.0


def title(words: str) -> None:
    heads = f"{'median':>12s}{'min – max':>22s}{'p95':>8s}   {'against':34s}{'ratio':>7s}"
    print(f"\n{words}\n{'':56s}{heads}")


def figure(name: str, samples: Sequence[float], unit: str, *against: Against) -> None:
    """One line for the first thing that it is held against, and one more for each other."""
    median = statistics.median(samples)
    spread = f"{_number(min(samples))} – {_number(max(samples))}" if len(samples) > 1 else ""
    most = _number(sorted(samples)[math.ceil(0.95 * len(samples)) - 1])
    p95 = most if len(samples) >= FEW else ""
    line = f"  {name:54s}{_number(median) + ' ' + unit:>12s}{spread:>22s}{p95:>8s}"
    for each in against:
        value = "" if each.words.startswith("goal") else f" {_number(each.value)} {unit}"
        print(f"{line}   {each.words + value:34s}{median / each.value:7.2f}", flush=True)
        line = " " * 98
    if not against:
        print(line.rstrip(), flush=True)


def note(words: str) -> None:
    print(f"  {words}", flush=True)


def _number(value: float) -> str:
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


class Runs(Generic[Run]):
    """What came of all runs, those of former parts with them, where there is a file of them."""

    def __init__(self, kind: type[Run], path: Path | None) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path is not None and path.exists() else []
        self.all: list[Run] = [kind(**json.loads(line)) for line in lines]

    def add(self, run: Run) -> None:
        self.all.append(run)
        if self._path is not None:
            with self._path.open("a") as into:
                into.write(json.dumps(asdict(run)) + "\n")
