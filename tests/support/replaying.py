"""A thinker that replays a script of proposals and scores; where things are, it sees itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.domain.actions import Action, Click, Launch, PressKeys, Replan
from engine.domain.conditions import Condition, WindowShown
from engine.domain.local_planning import Assessment, ExplorationOption, LocalProposal, LocalRequest
from engine.domain.plans import (
    GLOBAL_ZONE_ID,
    REPLAN_ZONE_ID,
    PlanRequest,
    PlanSegment,
    PlanStep,
    Situation,
)
from engine.domain.risks import UndoRequest, UndoWay
from engine.domain.zones import Role
from engine.thinking.offline.thinker import OfflineThinker

CLICK = Click()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the script: what to do to which label, and what it may be followed by."""

    label: str
    action: Action = CLICK
    role: Role | None = None
    options: tuple[str, ...] = ()
    tries: str = ""


class ReplayingThinker:
    """Starts an application whose window is “Practice”, then wants ``step``.

    ``lines`` and ``distances`` are the local plan: ``distances[0]`` is that before the first line,
    each further one that after a line."""

    name = "replaying"

    def __init__(
        self,
        *,
        application: str,
        page: str,
        step: PlanStep,
        lines: Sequence[Line] = (),
        distances: Sequence[float] = (0.0,),
    ) -> None:
        self._application = application
        self._page = page
        self._step = step
        self._lines = list(lines)
        self._first, *rest = distances
        self._distances = list(rest)
        self.hints: list[str] = []

    def read_goal(self, goal: str) -> None: ...

    async def plan(self, request: PlanRequest) -> PlanSegment:
        done = len(request.completed)
        if done == 0:
            shown = WindowShown("Practice")
            launch = Launch(self._application)
            return _segment(_step(launch, f"Launch {self._application}", shown), finishes=False)
        if done == 1 and self._page:
            page = _aimed(Line(self._page, role=Role.TAB), request.situation)
            return _segment(page, finishes=False)
        return PlanSegment((self._step,), finishes=True)

    async def propose(self, request: LocalRequest) -> LocalProposal:
        line = self._lines.pop(0)
        self.hints.append(request.hint.name if request.hint else "")
        return LocalProposal(
            _aimed(line, request.situation),
            tuple(ExplorationOption(name, name.replace("_", " ")) for name in line.options),
            line.tries,
            self._first if request.distance is None else None,
        )

    async def assess(self, request: LocalRequest) -> Assessment:
        return Assessment(self._distances.pop(0))

    async def undo(self, request: UndoRequest, now: Situation) -> UndoWay | None:
        return None


class UnriggedThinker(ReplayingThinker):
    """Wants the same step; the way there is the offline thinker's own."""

    name = "unrigged"
    _offline = OfflineThinker()

    async def propose(self, request: LocalRequest) -> LocalProposal:
        return await self._offline.propose(request)

    async def assess(self, request: LocalRequest) -> Assessment:
        return await self._offline.assess(request)


def _aimed(line: Line, situation: Situation) -> PlanStep:
    if not line.label:
        keys = line.action.keys if isinstance(line.action, PressKeys) else ()
        return _step(line.action, f"Press {'+'.join(keys)}")
    zone = next(
        zone
        for zone in situation.zones_in_sight
        if zone.label.rstrip("….") == line.label and line.role in (None, zone.role)
    )
    step = _step(line.action, f"{line.action.kind.capitalize()} {zone.words}")
    return replace(step, zone_id=zone.zone_id, zone_label=zone.label)


def _step(action: Action, words: str, expected: Condition | None = None) -> PlanStep:
    return PlanStep(1, GLOBAL_ZONE_ID, "", action, words, expected)


def _segment(step: PlanStep, *, finishes: bool) -> PlanSegment:
    again = PlanStep(2, REPLAN_ZONE_ID, "", Replan(), "Look again")
    return PlanSegment((step, again), finishes)
