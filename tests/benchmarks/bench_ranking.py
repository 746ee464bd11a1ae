"""Which zones survive the cut: whether what a plan needs is still among the first rows.

The tasks are run on real applications with the offline thinker, which needs no cut; what it was
shown and which zones its steps are aimed at is kept, and then cut to few rows in three ways. A
large window is cut as well, with a long list above everything else."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.thinkers import RunThinkers
from engine.domain.approvals import Asking
from engine.domain.local_planning import Assessment, LocalProposal, LocalRequest
from engine.domain.plans import PlanRequest, PlanSegment, Situation
from engine.domain.ports import ModelAccount, Thinker
from engine.domain.risks import UndoRequest, UndoWay
from engine.domain.spaces import Frame, Rect
from engine.domain.verdicts import ModeName
from engine.domain.zones import Role, State, Window, Zone
from engine.geometry.marks import marks_of
from engine.safety.gate import NobodyThere
from engine.thinking.model.ranking import cut_to_budget, ranked
from engine.thinking.model.screen_text import in_reading_order
from engine.thinking.model.thinker import words_of_plan
from engine.thinking.offline.thinker import OfflineThinker
from tests.benchmarks import report
from tests.benchmarks.bench_model import TASKS
from tests.benchmarks.workplace import practice_bench
from tests.suites.judging import prepare
from tests.support.stage import ScriptedApprover

ROUNDS = 5
ROWS = (10, 20, 40, 80)
Cut = Callable[[Situation, str, int], Sequence[Zone]]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a plan was made on, by which words, and which of its zones the steps are aimed at."""

    situation: Situation
    words: str
    needed: frozenset[str]


class Watching:
    """The offline thinker, and what it was shown."""

    def __init__(self) -> None:
        self._thinker: Thinker = OfflineThinker()
        self.shown: list[Shown] = []

    @property
    def name(self) -> str:
        return self._thinker.name

    def read_goal(self, goal: str) -> None:
        self._thinker.read_goal(goal)

    async def plan(self, request: PlanRequest) -> PlanSegment:
        segment = await self._thinker.plan(request)
        seen = request.situation
        needed = frozenset(step.zone_id for step in segment.steps if seen.zone(step.zone_id))
        if needed:
            frame = replace(seen.frame, pixels=b"")
            self.shown.append(Shown(replace(seen, frame=frame), words_of_plan(request), needed))
        return segment

    async def propose(self, request: LocalRequest) -> LocalProposal:
        return await self._thinker.propose(request)

    async def assess(self, request: LocalRequest) -> Assessment:
        return await self._thinker.assess(request)

    async def undo(self, request: UndoRequest, now: Situation) -> UndoWay | None:
        return await self._thinker.undo(request, now)


class Watched:
    """Hires the thinker that watches."""

    def __init__(self, thinker: Watching) -> None:
        self._thinker = thinker

    def read_goal(self, name: str, goal: str, *, mode: ModeName = "director") -> None:
        self._thinker.read_goal(goal)

    async def for_run(
        self,
        name: str,
        account: ModelAccount,
        *,
        mode: ModeName = "director",
        seed: int = 0,
        **_: object,
    ) -> RunThinkers:
        return RunThinkers(self._thinker)


async def record() -> list[Shown]:
    """What all tasks showed."""
    watching = Watching()
    for case in TASKS:
        async with practice_bench() as bench:
            prepare(bench, case)
            await bench.run(
                case.goal,
                asking=Asking.RISKY if case.approves else Asking.NEVER,
                approver=ScriptedApprover() if case.approves else NobodyThere(),
                thinkers=Watched(watching),
            )
    return watching.shown


def in_order(situation: Situation, words: str, rows: int) -> Sequence[Zone]:
    """As a reader would see them, whatever the goal."""
    return in_reading_order(ranked(situation, ""))[:rows]


def by_rank(situation: Situation, words: str, rows: int) -> Sequence[Zone]:
    """The best, wherever they are, with bars among them and each entry of a list as good as the
    first: none has a parent in common with another."""
    plain = tuple(
        replace(one, is_navigation=False, is_fixed=False, parent_id=f"{at}")
        for at, one in enumerate(situation.zones)
    )
    return ranked(replace(situation, zones=plain), words)[:rows]


def by_rank_and_place(situation: Situation, words: str, rows: int) -> Sequence[Zone]:
    return cut_to_budget(situation, words, rows, lambda zone: 1)[0]


CUTS: tuple[tuple[str, Cut], ...] = (
    ("in the order of reading", in_order),
    ("ranked by the goal", by_rank),
    ("bars and long lists behind, balanced", by_rank_and_place),
)


def tell(name: str, shown: Sequence[Shown], rows_told: Sequence[int] = ROWS) -> None:
    count = sum(len(one.needed) for one in shown)
    sizes = sorted(len(ranked(one.situation, one.words)) for one in shown)
    report.title(
        f"{name}: {len(shown)} situations of {sizes[0]} to {sizes[-1]} rows, {count} zones needed"
    )
    print(f"  {'which rows are kept':38}" + "".join(f"{rows:>10} rows" for rows in rows_told))
    for words, cut in CUTS:
        shares = []
        for rows in rows_told:
            kept = [{zone.zone_id for zone in cut(one.situation, one.words, rows)} for one in shown]
            there = sum(len(one.needed & ids) for one, ids in zip(shown, kept, strict=True))
            shares.append(f"{100 * there / count:13.1f} %")
        print(f"  {words:38}" + "".join(shares), flush=True)


def crowded() -> list[Shown]:
    """A made-up window: bars, 150 entries of a list, and below them controls that are needed and
    that the goal does not name."""
    frame, states = Rect(0, 0, 1920, 1080), frozenset({State.ENABLED})
    names = [("Quantity", Role.SPIN_BOX), ("Gift wrapping", Role.CHECK_BOX), ("Buy", Role.BUTTON)]
    zones = [
        *(_zone(f"menu {at}", Role.MENU, Rect(at * 70, 0, 66, 24), True) for at in range(9)),
        *(_zone(f"tool {at}", Role.BUTTON, Rect(at * 34, 26, 32, 32), True) for at in range(20)),
        *(
            _zone(f"Offer {at}", Role.LIST_ITEM, Rect(at % 5 * 380, 70 + at // 5 * 24, 370, 22))
            for at in range(150)
        ),
        *(
            _zone(name, role, Rect(1500, 860 + at * 40, 160, 30))
            for at, (name, role) in enumerate(names)
        ),
        _zone("Ready", Role.STATUS, Rect(0, 1056, 1920, 24), True),
    ]
    window = Window("w", "Shop", "shop", frame, True, 0)
    plain = Frame(1, 0.0, frame.width, frame.height, b"")
    zones = [replace(zone, state=states) for zone in zones]
    needed = frozenset(name for name, _ in names)
    goals = ("Order three of the cheapest", "Order the second from the top as a present")
    return [Shown(Situation(plain, tuple(zones), (window,)), goal, needed) for goal in goals]


def _zone(label: str, role: Role, place: Rect, is_navigation: bool = False) -> Zone:
    return Zone(label, label, role, place, window_id="w", is_navigation=is_navigation)


def measure_many() -> None:
    """What a cut and marks cost where there are very many zones."""
    report.title("2,000 zones on 1920 × 1080")
    frame = Rect(0, 0, 1920, 1080)
    zones = tuple(
        _zone(f"Entry {at}", Role.BUTTON, Rect(at % 40 * 48, at // 40 * 21, 48, 21))
        for at in range(2000)
    )
    window = Window("w", "Many", "many", frame, True, 0)
    seen = Situation(Frame(1, 0.0, frame.width, frame.height, b""), zones, (window,))
    goal = report.goal("< 50 ms")
    cuts = [
        _ms(lambda: by_rank_and_place(seen, "Take entry 1207 and save it", 80)) for _ in "12345"
    ]
    report.figure("ranked and cut to 80 rows", cuts, "ms", goal)
    for most in (100, 2000):
        marks = [_ms(functools.partial(marks_of, zones, frame, most=most)) for _ in range(ROUNDS)]
        report.figure(f"marks for {most:,} of them, side by side without a gap", marks, "ms", goal)


def _ms(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


async def measure() -> None:
    measure_many()
    tell("What plans need of a made-up crowded window", crowded())
    tell("What plans need of the tasks' screens", await record())


if __name__ == "__main__":
    asyncio.run(measure())
