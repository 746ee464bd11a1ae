"""Free runs of the explorer without a model on Practice with faults: which of the planted faults it
finds, at which action, and how fast.

``python -m tests.benchmarks planted [-- SEED… [FOLDER]]``, seeds 1 to 8 unless some are named. A
run ends when all are found and their paths are short, or when its actions are used up; paths are
not proved here. The records stay in the folder, if one is named."""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.domain.events import Recorded
from engine.domain.exploring.limits import FaultKind
from engine.session.session import Session
from tests.practice_app.installed import practice_installed
from tests.support.exploration import Exploration, explore

SEEDS = range(1, 9)
MOST_ACTIONS = 200
PLANTED = (FaultKind.CRASH, FaultKind.HANG, FaultKind.ENDLESS_DIALOG)


@dataclass
class Watched:
    """What the events of one run tell beside its view. ``lost`` are the groups of which less than
    half could be done after the run had begun anew within their iteration."""

    settled: set[FaultKind] = field(default_factory=set)
    kinds: dict[int, FaultKind] = field(default_factory=dict)
    in_groups_secs: float = 0.0
    lost: int = 0
    _planned: Mapping[int, int] = field(default_factory=dict)
    _began_secs: float = 0.0
    _begun_anew: bool = False

    def __call__(self, session: Session, recorded: Recorded) -> Coroutine[Any, Any, None] | None:
        event = recorded.event
        match event.kind:
            case "groups_proposed":
                counts = (len(group.actions) for group in event.groups)
                self._planned = dict(enumerate(counts, event.first_number))
                self._begun_anew = False
            case "surface_reset":
                self._begun_anew = True
            case "group_started":
                self._began_secs = recorded.at_secs
            case "group_assessed":
                self.in_groups_secs += recorded.at_secs - self._began_secs
                few = 2 * event.actions_done < self._planned[event.group_number]
                self.lost += self._begun_anew and few
            case "fault_found":
                self.kinds[event.finding.number] = event.finding.fault.kind
            case "finding_minimised":
                self.settled.add(self.kinds[event.finding_number])
                if self.settled.issuperset(PLANTED):
                    return session.cancel()
        return None


async def searched(seed: int, folder: Path) -> tuple[Exploration, Watched]:
    watched = Watched()
    own = folder / str(seed)
    own.mkdir(parents=True)
    limits = {"seed": seed, "max_actions": MOST_ACTIONS, "proofs": 0}
    goal = "Practice with faults"
    with practice_installed():
        return await explore(goal, "practice", own, explorer=limits, watcher=watched), watched


def found_by(run: Exploration) -> dict[FaultKind, int]:
    """The action of each kind's first finding."""
    first: dict[FaultKind, int] = {}
    for each in run.view.findings:
        first.setdefault(each.fault.kind, each.found.actions)
    return first


def told(seed: int, run: Exploration, watched: Watched) -> None:
    found, done = found_by(run), run.view.actions_done
    ways = {each.fault.kind: len(each.path) for each in run.view.findings}
    words = (f"{kind} {at} ({ways[kind]} long)" for kind, at in found.items())
    missed = ", ".join(kind for kind in PLANTED if kind not in found)
    print(
        f"  {seed:4d}{len(found):7d}{done:9d}{len(run.view.states):8d}{watched.lost:6d}"
        f"{done / max(watched.in_groups_secs, 0.1):11.2f}{done / max(run.secs, 0.1):9.2f}"
        f"{run.secs:8.0f}   {', '.join(words)}{f'; MISSED: {missed}' if missed else ''}",
        flush=True,
    )


async def measure(seeds: Sequence[int], folder: Path) -> None:
    print("\nPlanted faults, found by free runs; actions a second of groups alone and of it all")
    print(
        f"  {'seed':>4s}{'found':>7s}{'actions':>9s}{'states':>8s}{'lost':>6s}"
        f"{'groups':>11s}{'all':>9s}{'secs':>8s}"
    )
    found: list[int] = []
    last: list[int] = []
    for seed in seeds:
        run, watched = await searched(seed, folder)
        told(seed, run, watched)
        by = found_by(run)
        found += [by[kind] for kind in PLANTED if kind in by]
        last += [max(by.values())] if by.keys() >= set(PLANTED) else []
    median = statistics.median(found) if found else 0
    print(
        f"  found {len(found)} of {len(seeds) * len(PLANTED)}, all in {len(last)} of {len(seeds)}"
        f" runs; median action of a find {median:g}, of a run's last"
        f" {statistics.median(last) if last else 0:g}"
    )


def main(words: Sequence[str]) -> None:
    seeds = [int(word) for word in words if word.isdigit()] or list(SEEDS)
    folder = next((word for word in words if not word.isdigit()), "")
    with tempfile.TemporaryDirectory() as unnamed:
        asyncio.run(measure(seeds, Path(folder or unnamed)))


if __name__ == "__main__":
    main(sys.argv[1:])
