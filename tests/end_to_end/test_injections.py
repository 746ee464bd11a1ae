"""Texts on real windows that tell the agent what to do: it asks the operator, or leaves it.

A thinker that was taken in plans what the text wants. Each attempt is made twice: once it says
that the screen asked for it, once it lies that the goal did. One desktop serves them all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio

from engine.domain.actions import Drag
from engine.domain.approvals import Asking, DecidedHow, Reject
from engine.domain.events import ActionStarted, ApprovalDecided, Event
from engine.domain.plans import GLOBAL_ZONE_ID, PlanRequest, PlanSegment, PlanStep
from engine.domain.situation import Situation
from engine.domain.terminals import Terminal
from engine.domain.zones import Zone
from engine.modes.director import Director
from engine.safety.gate import NobodyThere
from tests.end_to_end.conftest import Bench, opened_bench
from tests.end_to_end.injections import INJECTIONS, Injection, Obeying
from tests.support.stage import ScriptedApprover, ScriptedThinker
from tests.support.suspicions import suspicions_in
from tests.support.waiting import until

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="module")]

GOAL = "Write 'Buy milk' into the note and save it as list.txt in the practice folder"
PATIENCE_SECS = 60.0
LOOK_AGAIN_SECS = 0.1
Word = Literal["goal", "screen"]


class TakenIn(ScriptedThinker):
    """Plans the step that the screen wants; once that is refused, it sees nothing left to do."""

    def __init__(self, wanted: Obeying, asked_by: Word) -> None:
        super().__init__(PlanSegment((), finishes=True, reason="Nothing was left to do."))
        self._wanted: Obeying | None = wanted
        self._asked_by = asked_by

    async def plan(self, request: PlanRequest) -> PlanSegment:
        if self._wanted is None:
            return await super().plan(request)
        step = replace(_step(self._wanted, request.situation), asked_by=self._asked_by)
        self._wanted = None
        return PlanSegment((step,), finishes=True)


def _step(wanted: Obeying, situation: Situation) -> PlanStep:
    if not wanted.label and wanted.role is None:
        return PlanStep(1, GLOBAL_ZONE_ID, "", wanted.action, "Do as the goal says")
    zone = _find(wanted, situation)
    assert zone is not None
    action = wanted.action
    if wanted.drop_on:
        end = _find(Obeying(action, wanted.drop_on), situation)
        assert end is not None
        action = Drag(to_zone_id=end.zone_id)
    return PlanStep(1, zone.zone_id, zone.label, action, "Do as the goal says")


def _find(wanted: Obeying, situation: Situation) -> Zone | None:
    return next(
        (
            zone
            for zone in situation.zones_in_sight
            if wanted.label in ("", zone.label) and wanted.role in (None, zone.role)
        ),
        None,
    )


@dataclass
class Scene:
    """The desktop, and the one window that is open on it now."""

    bench: Bench
    shown: Injection | None = None
    program: asyncio.subprocess.Process | None = None

    @property
    def folder(self) -> Path:
        return self.bench.practice_folder

    async def show(self, injection: Injection) -> None:
        if self.shown is injection:
            return
        await self.clear()
        for name, text in injection.files.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        argv = [each.format(folder=self.folder) for each in injection.argv]
        environment = dict(self.bench.surface.environment)
        self.program = await asyncio.create_subprocess_exec(
            *argv, env=environment, stderr=asyncio.subprocess.DEVNULL
        )
        self.shown = injection
        await self._until(lambda seen: _title_is_shown(injection, seen))
        if injection.chord:
            await self._xdotool("key", injection.chord)
        if injection.typed:
            await self._xdotool("type", injection.typed)
        await self._until(lambda seen: _is_shown(injection, seen))

    async def _until(self, holds: Callable[[Situation], bool]) -> None:
        """Look again after each change of the picture."""
        watch = self.bench.surface.eyes.watch()
        try:
            async with asyncio.timeout(PATIENCE_SECS):
                while not holds(await self.bench.perceiver.observe()):
                    await watch.next(LOOK_AGAIN_SECS)
        finally:
            watch.close()

    async def clear(self) -> None:
        if self.program is not None:
            self.program.terminate()
            await self.program.wait()
            async with asyncio.timeout(PATIENCE_SECS):
                while (seen := await self.bench.perceiver.observe()).windows:
                    await self._end_strangers(seen)
        self.program, self.shown = None, None
        for file in self.folder.iterdir():
            file.unlink()

    async def _end_strangers(self, seen: Situation) -> None:
        """What an attempt that succeeded has opened must not be there in the next one."""
        for window in seen.windows:
            await self._xdotool("windowkill", window.window_id)

    async def _xdotool(self, *arguments: str) -> None:
        environment = dict(self.bench.surface.environment)
        told = await asyncio.create_subprocess_exec(
            "xdotool", *arguments, env=environment, stderr=asyncio.subprocess.DEVNULL
        )
        await told.wait()


def _title_is_shown(injection: Injection, seen: Situation) -> bool:
    """With something in it, and with the keyboard."""
    front = seen.active_window
    if front is None or injection.title not in front.title:
        return False
    zones = [zone for zone in seen.zones_in_sight if zone.window_id == front.window_id]
    return any(zone.label or zone.value for zone in zones)


def _is_shown(injection: Injection, seen: Situation) -> bool:
    """Its target, and the names of its files where they are listed."""
    names = {zone.label for zone in seen.zones_in_sight}
    is_listed = not injection.chord or set(injection.files) <= names
    is_written = injection.typed in {"", *(zone.value for zone in seen.zones_in_sight)}
    return (is_listed and is_written) and (
        not (injection.step.label or injection.step.role) or _find(injection.step, seen) is not None
    )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with opened_bench(tmp_path_factory.mktemp("injections")) as bench:
        scene = Scene(bench)
        yield scene
        await scene.clear()


@pytest.mark.parametrize("asked_by", ["goal", "screen"])
@pytest.mark.parametrize("injection", INJECTIONS, ids=lambda each: each.name)
async def test_what_the_screen_wants_is_asked_for_and_left_after_a_no(
    scene: Scene, injection: Injection, asked_by: Word
) -> None:
    await scene.show(injection)
    approver = ScriptedApprover(verdicts=[Reject("I did not ask for that")])
    events = await obey(scene, injection, asked_by, Asking.RISKY, approver)
    [suspicion] = suspicions_in(events)
    assert injection.quoted in suspicion
    assert [request.suspicion for request in approver.asked] == [suspicion]
    await assert_nothing_happened(scene, injection, events)


@pytest.mark.parametrize("asked_by", ["goal", "screen"])
async def test_where_nobody_is_asked_it_is_denied(scene: Scene, asked_by: Word) -> None:
    injection = INJECTIONS[0]
    await scene.show(injection)
    events = await obey(scene, injection, asked_by, Asking.NEVER, NobodyThere())
    [decision] = [event.decision for event in events if isinstance(event, ApprovalDecided)]
    assert decision.how is DecidedHow.POLICY
    [suspicion] = suspicions_in(events)
    assert injection.quoted in suspicion
    await assert_nothing_happened(scene, injection, events)


async def test_a_step_that_nothing_on_the_screen_asks_for_is_performed(scene: Scene) -> None:
    """The windows and the hands of these tests do work: the same click, and no text that wants
    it."""
    calm = replace(INJECTIONS[5], name="calm", argv=_without_text(INJECTIONS[5]))
    await scene.show(calm)
    approver = ScriptedApprover()
    events = await obey(scene, calm, "goal", Asking.RISKY, approver)
    assert [request.suspicion for request in approver.asked] == [""], "it is risky, no more"
    assert any(isinstance(event, ActionStarted) for event in events)
    told = scene.folder / "told.txt"
    await until(lambda: told.exists() and told.read_text() == "click Delete\n")


def _without_text(injection: Injection) -> tuple[str, ...]:
    at = injection.argv.index("--text")
    return injection.argv[:at] + injection.argv[at + 2 :]


async def obey(
    scene: Scene,
    injection: Injection,
    asked_by: Word,
    asking: Asking,
    approver: ScriptedApprover | NobodyThere,
) -> list[Event]:
    """Run with a thinker that was taken in; a run goes on after the no. All that was recorded."""
    thinker = TakenIn(injection.step, asked_by)
    session, session_id = await scene.bench.session(
        GOAL, asking=asking, approver=approver, thinker=thinker
    )
    outcome = await session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    return [each.event for each in await scene.bench.store.events(session_id)]


async def assert_nothing_happened(scene: Scene, injection: Injection, events: list[Event]) -> None:
    """By the run's own record, by the window that writes down what reaches it, by the files, and
    by what stands on the screen."""
    assert not any(isinstance(event, ActionStarted) for event in events)
    assert not (scene.folder / "told.txt").exists()
    assert {file.name for file in scene.folder.iterdir()} == set(injection.files)
    for name, text in injection.files.items():
        assert (scene.folder / name).read_text(encoding="utf-8") == text
    seen = await scene.bench.perceiver.observe()
    assert [one for one in seen.windows if injection.title not in one.title] == []
