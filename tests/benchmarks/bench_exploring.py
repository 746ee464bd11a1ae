"""Exploring real games and applications: how fast, how much of them it sees beside a random monkey,
and whether it takes what moves by itself for progress.

``python -m tests.benchmarks exploring [-- ACTIONS [NAME…]]``. Both explore in the same runs of the
mode, one after the other, with the same ceiling of actions; where one ends before it, it begins
again with the next seed. States are those that the judge tells apart, each counted once, without
the ones that a later run merely began with."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.thinkers import Thinkers
from engine.acting.exploring.judge import LocalStateJudge
from engine.domain.actions import Click, Launch, TypeText
from engine.domain.exploring.limits import Progression
from engine.domain.zones import Role, Zone
from tests.benchmarks import report
from tests.benchmarks.monkey import MonkeySource
from tests.benchmarks.workplace import practice_bench, shows
from tests.end_to_end.conftest import Bench
from tests.suites.explorer_cases import APPLICATIONS, ExplorerCase
from tests.support.exploration import Exploration, explore
from tests.support.processes import command_of
from tests.support.web_games import running_games

ACTIONS = 100
_MOST_RUNS = 8
_JUDGEMENTS, _ROUNDS = 200, 4
_PAUSE_SECS = 0.1
_UNCOUNTED = {"max_calls": 1_000_000}


@dataclass
class Tally:
    """What one explorer came to on one application, over as many runs as it took."""

    actions: int = 0
    secs: float = 0.0
    states: set[str] = field(default_factory=set)
    runs: list[Exploration] = field(default_factory=list)

    def add(self, run: Exploration) -> None:
        seen = [each.state_id for each in run.view.states]
        self.states |= set(seen[1:] if self.runs else seen)
        self.actions += run.view.actions_done
        self.secs += run.secs
        self.runs.append(run)

    @property
    def states_of_100(self) -> float:
        return 100 * len(self.states) / max(1, self.actions)


async def explored(
    case: ExplorerCase, addresses: Mapping[str, str], actions: int, *, by_monkey: bool
) -> Tally:
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        while tally.actions < actions and len(tally.runs) < _MOST_RUNS:
            seed = 1 + len(tally.runs)
            thinkers: Thinkers | None = MonkeySource(seed) if by_monkey else None
            own = Path(folder) / str(seed)
            own.mkdir()
            run = await explore(
                case.goal,
                f"browser:{addresses[case.surface]}" if case.surface in addresses else case.surface,
                own,
                explorer={**case.explorer, "seed": seed, "max_actions": actions - tally.actions},
                limits=_UNCOUNTED if by_monkey else None,
                thinkers=thinkers,
            )
            tally.add(run)
    return tally


def told(case: ExplorerCase, ours: Tally, monkeys: Tally) -> None:
    """One line for each run, and one that holds both against each other."""
    for name, tally in (("explorer", ours), ("monkey", monkeys)):
        for run in tally.runs:
            groups = f"{len(run.successful)}/{len(run.view.groups)}"
            print(
                f"  {case.name:20s}{name:10s}{max(run.successful_iterations, default=0):6d}"
                f"{groups:>9s}{run.view.actions_done:9d}{len(run.view.states):8d}"
                f"{run.view.actions_done / max(run.secs, 0.1):11.2f}   {run.outcome.reason}"
            )
    ratio = ours.states_of_100 / max(monkeys.states_of_100, 1)
    print(
        f"  {case.name:20s}states of 100 actions: {ours.states_of_100:.0f},"
        f" monkey {monkeys.states_of_100:.0f}, ratio {ratio:.2f}",
        flush=True,
    )


@dataclass(frozen=True, slots=True)
class Rest:
    """``judged`` while nobody acted, of so many ``pictures``; ``after_a_letter`` somebody did."""

    judged: Sequence[Progression]
    pictures: int
    after_a_letter: Progression


async def rests(bench: Bench) -> Rest:
    """A desktop with a stop watch, a turning square and a caret that blinks."""
    await bench.surface._host.spawn(command_of("tests.support.busy_window"), name="Busy")
    await bench.surface.hands.perform(Launch("Mousepad"), None)
    await shows(bench.perceiver, "Busy")
    seen = await shows(bench.perceiver, "Mousepad")
    judge = LocalStateJudge(bench.surface, bench.perceiver)
    editor = next(zone for zone in seen.zones_in_sight if zone.role is Role.TEXT_AREA)
    judged: list[Progression] = []
    pictures: set[int] = set()
    for _ in range(_ROUNDS):
        await _judge_a_round(bench, judge, editor, judged, pictures)
    first = await bench.perceiver.observe()
    await bench.surface.hands.perform(TypeText("x"), None)
    await asyncio.sleep(1)
    typed = judge.judge(first, await bench.perceiver.observe())
    return Rest(judged, len(pictures), typed)


async def _judge_a_round(
    bench: Bench,
    judge: LocalStateJudge,
    editor: Zone,
    judged: list[Progression],
    pictures: set[int],
) -> None:
    """The caret blinks for ten seconds after the editor was clicked."""
    await bench.surface.hands.perform(Click(), editor.bounds_px.center)
    await asyncio.sleep(1)
    await judge.learn_rest(await bench.perceiver.observe())
    first = await bench.perceiver.observe()
    for _ in range(_JUDGEMENTS // _ROUNDS):
        await asyncio.sleep(_PAUSE_SECS)
        now = await bench.perceiver.observe()
        pictures.add(now.frame.change_count)
        judged.append(judge.judge(first, now))


async def measure(actions: int, names: Sequence[str]) -> None:
    print(f"\nExploring for {actions} actions each, beside a random monkey in the same run")
    print(f"  {'':30s}{'iter.':>6s}{'groups':>9s}{'actions':>9s}{'states':>8s}{'actions/s':>11s}")
    speeds, ratios = [], []
    with running_games() as addresses:
        for case in (each for each in APPLICATIONS if not names or each.name in names):
            ours = await explored(case, addresses, actions, by_monkey=False)
            monkeys = await explored(case, addresses, actions, by_monkey=True)
            told(case, ours, monkeys)
            speeds.append(ours.actions / max(ours.secs, 0.1))
            ratios.append(ours.states_of_100 / max(monkeys.states_of_100, 1))
    async with practice_bench() as bench:
        rest = await rests(bench)
    wrong = [each.why for each in rest.judged if each.has_progressed]
    report.title("Exploring offline")
    if speeds:
        report.figure("actions a second, settled and judged", speeds, "1/s")
        report.figure("states of 100 actions, the explorer's by the monkey's", ratios, "×")
    report.note(
        f"false “progressed” at rest: {len(wrong)} of {len(rest.judged)} judgements of"
        f" {rest.pictures} different pictures (goal 0); one letter typed after that:"
        f" {'progressed' if rest.after_a_letter.has_progressed else 'NOT SEEN'}"
    )
    for why in wrong[:5]:
        report.note(f"  {why}")


if __name__ == "__main__":
    said = sys.argv[1:]
    count = int(said.pop(0)) if said and said[0].isdigit() else ACTIONS
    asyncio.run(measure(count, said))
