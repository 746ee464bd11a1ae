"""What goes wrong in a local plan, on the real Practice app: bad proposals, the operator's hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from engine.domain.actions import Action, Replan
from engine.domain.approvals import Asking
from engine.domain.local_planning import ForceRevert, LocalProposal, LocalRequest
from engine.domain.plans import PlanStep
from engine.domain.spaces import Point
from engine.domain.surface_ports import Strokes
from engine.domain.terminals import Terminal
from engine.modes.director import Director
from engine.session.session import Session
from tests.end_to_end.conftest import Bench
from tests.end_to_end.test_local_planning import local_plan
from tests.support.replaying import Line, ReplayingThinker
from tests.support.stage import ScriptedApprover
from tests.support.worked_examples import missing

pytestmark = [pytest.mark.end_to_end, pytest.mark.asyncio(loop_scope="session")]

NONSENSE = LocalProposal(PlanStep(1, "x", "x", Replan(), "Look again"))
NOWHERE = LocalProposal(PlanStep(1, "button_42", "Frobnicate", Line("").action, "Click Frobnicate"))


class TroubledThinker(ReplayingThinker):
    """Gives these proposals before the script's own; ``on_proposal`` hears of each call."""

    first: list[LocalProposal]
    on_proposal: Callable[[], None] = staticmethod(lambda: None)

    async def propose(self, request: LocalRequest) -> LocalProposal:
        self.on_proposal()
        if self.first:
            return self.first.pop(0)
        return await super().propose(request)


def thinker(*lines: Line, distances: tuple[float, ...]) -> TroubledThinker:
    step = missing("Open the settings", "Settings")
    made = TroubledThinker(
        application="Practice", page="", step=step, lines=lines, distances=distances
    )
    made.first = []
    return made


async def titles(bench: Bench) -> set[str]:
    return {window.title for window in (await bench.perceiver.observe()).windows}


async def test_nonsense_and_what_is_not_there_do_no_harm(bench: Bench) -> None:
    troubled = thinker(Line("Tools"), Line("Settings"), distances=(1.0, 1.0, 4.0))
    troubled.first = [NONSENSE, NOWHERE]
    outcome, state = await bench.run("Open the settings of Practice", thinker=troubled)
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    assert "Settings" in await titles(bench)
    states = [each.state.value for each in local_plan(state).states]
    assert states == ["failed", "done", "done"]


async def test_the_same_action_again_and_no_options_end_it_with_the_window_as_it_was(
    bench: Bench,
) -> None:
    again = [Line("Help")] * 12
    troubled = thinker(*again, distances=(2.0,) * 13)
    outcome, state = await bench.run("Open the settings of Practice", thinker=troubled)
    assert outcome.terminal is not Terminal.GOAL_SATISFIED
    plans = [step.local for segment in state.segments for step in segment.steps if step.local]
    assert "nothing new to try" in plans[0].reason
    assert [each.returned for each in plans[0].states if each.is_revert] == ["restored"]
    menus = [zone.label for zone in (await bench.perceiver.observe()).zones_in_sight]
    assert "About Practice…" not in menus, "the menu is open still"


async def test_the_operator_goes_back_while_an_action_is_under_way(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    troubled = thinker(
        Line("Tools"),
        Line("Export"),
        Line("Tools"),
        Line("Settings"),
        distances=(1.0, 4.0, 5.0, 4.0),
    )
    session, session_id = await bench.session(
        "Open the settings of Practice", thinker=troubled, asking=Asking.NEVER
    )
    troubled.on_proposal = force_later(session, bench, monkeypatch, at_proposal=2)
    outcome = await session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    opened = await bench.store.open_session(session_id)
    assert opened is not None
    decided = [each for each in local_plan(opened.state).states if each.decision]
    assert (decided[1].decision, decided[1].decided_by) == ("revert", "operator")
    assert "Settings" in await titles(bench) and "Export" not in await titles(bench)


def force_later(
    session: Session, bench: Bench, patching: pytest.MonkeyPatch, *, at_proposal: int
) -> Callable[[], None]:
    """The operator's hand comes down while the action of that proposal is under way."""
    count, hands = 0, bench.surface.hands
    perform = hands.perform

    def proposed() -> None:
        nonlocal count
        count += 1
        if count == at_proposal:
            patching.setattr(hands, "perform", overruled)

    async def overruled(action: Action, at: Point | None, strokes: Strokes = ()) -> None:
        patching.setattr(hands, "perform", perform)
        await perform(action, at, strokes)
        await session.force(ForceRevert())  # it has not returned yet

    return proposed


async def test_the_operator_goes_back_while_they_are_asked(bench: Bench) -> None:
    """The question is withdrawn, nothing of it is performed, and what was done is undone."""
    troubled = thinker(
        Line("Tools"), Line("Export"), Line("Tools"), Line("Settings"), distances=(1.0, 4.0, 4.0)
    )
    holder: list[Session] = []
    tasks: list[asyncio.Task[None]] = []

    class Wavering(ScriptedApprover):
        async def decide(self, request):  # type: ignore[no-untyped-def]
            if "Export" in request.step.description:
                tasks.append(asyncio.ensure_future(holder[0].force(ForceRevert())))
                await asyncio.Event().wait()
            return await super().decide(request)

    session, session_id = await bench.session(
        "Open the settings of Practice", thinker=troubled, asking=Asking.EACH, approver=Wavering()
    )
    holder.append(session)
    outcome = await session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    opened = await bench.store.open_session(session_id)
    assert opened is not None
    exported = [
        s for s in local_plan(opened.state).states if s.step and "Export" in s.step.description
    ]
    assert [each.performed for each in exported] == [None]
    assert "Export" not in await titles(bench) and "Settings" in await titles(bench)
