"""One trial of taking back on a real application: act, take back, and hold the claim to the truth.

The engine claims by its reversal; the truth is the oracle's, which looks before the action and
after it was taken back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.domain.approvals import Asking
from engine.domain.history import LocalActionNode
from engine.domain.plans import StepPlace
from engine.domain.risks import Degree
from engine.domain.terminals import Outcome, Terminal
from engine.session.session import Session
from tests.end_to_end.conftest import Bench
from tests.support.helm import Helm, Move
from tests.support.oracle import Evidence, Oracle
from tests.support.stage import ScriptedApprover

_FOCUS_RING_AND_HOVER_PIXELS = 4000
_LEAST_EFFECT_PIXELS = 8
_PATIENCE_SECS = 30.0
_LOOK_AGAIN_SECS = 0.2


class Kind(StrEnum):
    """How an action is taken back."""

    TOGGLE = "toggled again"
    LEAVE = "a dialog left"
    TEXT = "former text"
    MENU = "a menu left"
    WINDOW = "a window closed"
    KEY = "opposite key"
    DRAG = "dragged back"
    SELECTION = "selection"
    SCROLL = "scrolled back"
    UNDO = "undone"
    CHOICE = "former choice"
    NEVER = "irreversible"


class Verdict(StrEnum):
    RESTORED = "restored and verified"
    UNVERIFIED = "honestly unverified"
    WRONG = "wrong"
    DECLARED = "declared beforehand"


@dataclass(frozen=True, slots=True)
class Trial:
    """``argv`` may name ``{folder}``, the practice folder, in which ``files`` are laid beforehand.

    ``start`` leads to the state from which ``moves`` are made; all of ``moves`` is taken back.
    ``exact`` names the role and name of what is compared to the pixel. ``verdict`` is other than
    restored where an application's own words about the past can't be taken back."""

    name: str
    kind: Kind
    argv: tuple[str, ...]
    title: str
    moves: tuple[Move, ...]
    start: tuple[Move, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    exact: tuple[str, str] | None = None
    verdict: Verdict = Verdict.RESTORED


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a trial. ``told`` is what the engine says, ``found`` what the oracle does."""

    verdict: Verdict
    declared: tuple[Degree, ...]
    effect: tuple[str, ...]
    told: tuple[str, ...]
    found: tuple[str, ...]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """What the engine claims of a return, and in which words."""

    is_back: bool
    told: tuple[str, ...]


class Conductor:
    """Conducts one trial as the mode of one session."""

    def __init__(self, bench: Bench, trial: Trial) -> None:
        self._bench = bench
        self._trial = trial
        self._approver = ScriptedApprover()
        self._gate_was_told: list[Degree] = []
        self.finding: Finding | None = None

    async def conduct(self) -> Finding:
        for name, text in self._trial.files.items():
            file = self._bench.practice_folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        for part in (self._prepare, self._act):
            await self._run(part)
        assert self.finding is not None
        return self.finding

    async def _run(self, part: Callable[[Session], Awaitable[None]]) -> None:
        """A run of its own for the part: what led to the start is none of the trial's history."""
        session, _ = await self._bench.session(
            self._trial.name, asking=Asking.RISKY, approver=self._approver
        )
        problems: list[AssertionError] = []

        async def mode(session: Session) -> Outcome:
            try:
                await part(session)
            except AssertionError as error:
                problems.append(error)
            return Outcome(Terminal.GOAL_SATISFIED, "trial", "The trial is over.")

        outcome = await session.run(mode)
        if problems:
            raise problems[0]
        assert outcome.reason == "trial", outcome

    async def _prepare(self, session: Session) -> None:
        trial, helm = self._trial, Helm(session, self._bench.surface)
        folder = str(self._bench.practice_folder)
        await helm.start([each.format(folder=folder) for each in trial.argv], trial.title)
        await helm.make(*trial.start)
        self._approver.asked.clear()

    async def _act(self, session: Session) -> None:
        trial, helm = self._trial, Helm(session, self._bench.surface)
        oracle = Oracle(self._bench.surface.environment, self._bench.home)
        await oracle.open()
        try:
            await helm.park_pointer()
            await helm.rest()
            before = await oracle.look()
            await self._make(session, helm)
            await helm.rest()
            after = await _evidence(oracle, lambda seen: bool(_effect(before, seen)))
            nodes = tuple(session.history.since(0))
            assert len(nodes) == len(trial.moves), "a move was not performed"
            self._gate_was_told = [request.risk.degree for request in self._approver.asked]
            self._approver.asked.clear()
            returned = await self._take_back(session, nodes)
            await helm.park_pointer()
            await helm.rest()
            is_there = returned.is_back
            now = await _evidence(oracle, lambda seen: not (is_there and self._left(before, seen)))
        finally:
            oracle.close()
        self.finding = self._judged(nodes, returned, before, after, now)

    async def _make(self, session: Session, helm: Helm) -> None:
        await helm.make(*self._trial.moves)

    async def _take_back(self, session: Session, nodes: tuple[LocalActionNode, ...]) -> Returned:
        reversal = await session.way_back.take_back(nodes[0], StepPlace(0, 99), "operator")
        its = reversal.judged
        return Returned(reversal.is_back, (its.verdict.value, *its.evidence, reversal.why))

    def _left(self, before: Evidence, now: Evidence) -> Sequence[str]:
        """What is not as it was."""
        exact = self._trial.exact
        return before.differences(now, most_pixels=_FOCUS_RING_AND_HOVER_PIXELS, exact=exact)

    def _judged(
        self,
        nodes: tuple[LocalActionNode, ...],
        returned: Returned,
        before: Evidence,
        after: Evidence,
        now: Evidence,
    ) -> Finding:
        effect, found = _effect(before, after), self._left(before, now)
        declared = tuple(node.reversibility.degree for node in nodes)
        verdict = Verdict.UNVERIFIED
        if returned.is_back:
            verdict = Verdict.WRONG if found else Verdict.RESTORED
        if self._trial.kind is Kind.NEVER and verdict is not Verdict.WRONG:
            is_told = Degree.IRREVERSIBLE in self._gate_was_told
            is_told = is_told and declared[-1] is Degree.IRREVERSIBLE
            verdict = Verdict.DECLARED if is_told else Verdict.WRONG
        return Finding(
            verdict,
            declared,
            tuple(effect),
            returned.told,
            tuple(found),
            tuple(request.step.description for request in self._approver.asked),
        )


def _effect(before: Evidence, after: Evidence) -> Sequence[str]:
    return before.differences(after, most_pixels=_LEAST_EFFECT_PIXELS)


async def _evidence(oracle: Oracle, holds: Callable[[Evidence], bool]) -> Evidence:
    """The last look; applications may still write and paint, so there are more of them until it
    shows what it should, or for a while."""
    deadline = time.monotonic() + _PATIENCE_SECS
    while True:
        seen = await oracle.look()
        if holds(seen) or time.monotonic() > deadline:
            return seen
        await asyncio.sleep(_LOOK_AGAIN_SECS)
