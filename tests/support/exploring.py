"""What explores in the engine's tests: a small application, a thinker by script, and a judge and a
watch that know that application."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

from engine.domain.actions import Action, Click, Launch, PressKeys
from engine.domain.exploring.groups import (
    ActionGroup,
    Complete,
    ExploreRequest,
    ProgressRequest,
    Recommendation,
)
from engine.domain.exploring.limits import (
    CompletionReason,
    ExploreLimits,
    Fault,
    Progression,
    Scope,
    SeenState,
    Vitals,
)
from engine.domain.limits import Limits
from engine.domain.plans import Application, Situation
from engine.domain.scripts import TracedStep
from engine.domain.spaces import Point
from engine.domain.surface_ports import Strokes
from engine.domain.terminals import Outcome
from engine.modes.explorer.explorer import Explorer
from tests.support.stage import QUICK, Play, Stage, play, situation, zone

REASON = "Press it and see what comes of it"
Answer = tuple[ActionGroup, ...] | Exception
Answerer = Callable[[ExploreRequest], Answer]


def click(label: str, confidence: float = 0.5) -> Recommendation:
    return Recommendation(Click(), label, label, confidence=confidence)


def press(*keys: str) -> Recommendation:
    return Recommendation(PressKeys(keys))


def done() -> Recommendation:
    return Recommendation(Complete())


def group(*actions: Recommendation | str, confidence: float = 0.5) -> ActionGroup:
    """Labels stand for clicks."""
    made = tuple(click(each) if isinstance(each, str) else each for each in actions)
    return ActionGroup(REASON, confidence, made)


class ScriptedExplorer:
    """Gives the answers in order, then nothing more; ``requests`` holds what it was given."""

    name = "scripted"
    reads: tuple[str, ...] = ()

    def __init__(self, *answers: Answer | Answerer) -> None:
        self._answers = list(answers)
        self.requests: list[ExploreRequest] = []
        self.judged: list[ProgressRequest] = []
        self.verdict: Progression | None = None

    def read_goal(self, goal: str) -> None: ...

    async def propose(self, request: ExploreRequest) -> tuple[ActionGroup, ...]:
        self.requests.append(request)
        answer = self._answers.pop(0) if self._answers else ()
        answer = answer if isinstance(answer, tuple | Exception) else answer(request)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def judge(self, request: ProgressRequest) -> Progression | None:
        self.judged.append(request)
        return self.verdict


class Counters(Stage):
    """An application with buttons, each of which counts up in its own label's zone; it can be set
    back. ``presses`` is what was clicked since its start. With ``runs=False`` it must be launched.
    """

    def __init__(self, *labels: str, runs: bool = True, can_reset: bool = True) -> None:
        self.labels = labels
        self.presses: list[str] = []
        self.runs = runs
        self._ran = runs
        self._can_reset = can_reset
        self.resets = 0
        self.hidden: set[str] = set()
        self.on_press: Callable[[str], None] = lambda label: None
        super().__init__(self.shown())
        self.on_action = self._take

    @property
    def can_reset(self) -> bool:
        return self._can_reset

    async def vitals(self) -> Vitals:
        return Vitals()

    async def mark_start(self) -> None:
        self._ran = self.runs

    async def reset(self) -> None:
        self.resets += 1
        self.presses.clear()
        self.hidden.clear()
        self.runs = self._ran
        self.now = self.shown()

    def shown(self) -> Situation:
        """Buttons in rows, each with the count of its presses as its value."""
        apps = (Application("Counters", entry_id="org.example.counters.desktop"),)
        if not self.runs:
            return replace(situation(titles=()), applications=apps)
        zones = (
            zone(label, at=row, value=str(self.presses.count(label)))
            for row, label in enumerate(self.labels)
            if label not in self.hidden
        )
        return replace(situation(*zones, shade=len(self.presses) % 200), applications=apps)

    def show(self) -> None:
        self.now = self.shown()

    async def perform(self, action: Action, at: Point | None, strokes: Strokes = ()) -> None:
        pressed = next(
            (
                each.label
                for each in self.now.zones
                if at is not None and each.bounds_px.contains(at)
            ),
            "",
        )
        self._pressed = pressed
        await super().perform(action, at, strokes)

    def _take(self, action: Action) -> None:
        if isinstance(action, Launch):
            self.runs = True
        if isinstance(action, Click) and self._pressed:
            self.presses.append(self._pressed)
            self.on_press(self._pressed)
        self.show()


class ValueJudge:
    """Implements ``StateJudge`` by the values that are shown."""

    def __init__(self, *, is_sure: bool = True) -> None:
        self._is_sure = is_sure
        self.rested = 0

    async def learn_rest(self, seen: Situation) -> None:
        self.rested += 1

    def judge(self, before: Situation, after: Situation) -> Progression:
        has_progressed = _values(before) != _values(after)
        return Progression(has_progressed, 0.0, 0.0, 0.0, 0.0, "by the values", self._is_sure)

    def identify(self, seen: Situation) -> SeenState:
        return SeenState(hashlib.sha1(_values(seen).encode()).hexdigest()[:8], _values(seen))


class WatchFor:
    """Implements ``FaultWatch``: the faults that ``broken`` tells of what is shown."""

    def __init__(self, broken: Callable[[Situation], tuple[Fault, ...]] = lambda seen: ()) -> None:
        self._broken = broken
        self.begun = 0

    async def begin(self, seen: Situation) -> None:
        self.begun += 1

    async def check(
        self, before: Situation, after: Situation, steps: tuple[TracedStep, ...] | None = None
    ) -> tuple[Fault, ...]:
        return self._broken(after)


class Exploration:
    """One run of the explorer on a stage, and what came of it."""

    def __init__(
        self,
        stage: Counters,
        thinker: ScriptedExplorer,
        *,
        limits: ExploreLimits | None = None,
        judge: ValueJudge | None = None,
        watch: WatchFor | None = None,
        scope: Scope | None = None,
        run_limits: Limits = QUICK,
        **changes: object,
    ) -> None:
        self.stage = stage
        self.thinker = thinker
        limits = limits or ExploreLimits()
        changes = {"limits": run_limits, "goal": "See what it does", **changes}
        self.play: Play = play(
            stage,
            explore=thinker,
            scope=scope or limits.scope,
            explorable=stage,
            **changes,  # type: ignore[arg-type]
        )
        self.judge = judge or ValueJudge()
        self.watch = watch or WatchFor()
        self.mode = Explorer(limits, judge=self.judge, watch=self.watch)

    async def run(self) -> Outcome:
        return await self.play.session.run(self.mode)

    async def ends(self) -> CompletionReason:
        """The reason with which it ended, as it is in the outcome."""
        return CompletionReason((await self.run()).reason)


def _values(seen: Situation) -> str:
    return " ".join(f"{each.label}={each.value}" for each in seen.zones)
