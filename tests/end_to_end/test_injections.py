"""Texts on real windows that tell the agent what to do: it asks the operator, or leaves it.

A thinker that was taken in plans what the text wants. Each attempt is made twice: once it says
that the screen asked for it, once it lies that the goal did. One desktop serves them all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Literal

import pytest
import pytest_asyncio

from engine.domain.approvals import Asking, DecidedHow, Reject
from engine.domain.events import ActionStarted, ApprovalDecided, Event
from engine.domain.plans import PlanRequest, PlanSegment
from engine.domain.terminals import Terminal
from engine.modes.director import Director
from engine.safety.gate import NobodyThere
from tests.end_to_end.conftest import opened_bench
from tests.end_to_end.injection_scene import Scene, step_of
from tests.end_to_end.injections import INJECTIONS, Injection, Obeying
from tests.support.stage import ScriptedApprover, ScriptedThinker
from tests.support.suspicions import suspicions_in
from tests.support.waiting import until

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

GOAL = "Write 'Buy milk' into the note and save it as list.txt in the practice folder"
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
        step = replace(step_of(self._wanted, request.situation), asked_by=self._asked_by)
        self._wanted = None
        return PlanSegment((step,), finishes=True)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
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
