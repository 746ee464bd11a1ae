"""The operator forces a decision: while the engine waits, while it works, and between steps."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.domain.actions import Action, Wait
from engine.domain.approvals import ApprovalRequest, Asking
from engine.domain.conditions import TextShown
from engine.domain.events import (
    ActionStarted,
    ApprovalDecided,
    ControlChanged,
    StepEnded,
    WarningRaised,
)
from engine.domain.local_planning import CancelLocalPlan, Force, ForceRetain, ForceRevert, TryOption
from engine.domain.performing import LocalDecided, LocalPlanningEnded, OperatorForced, ReversalEnded
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep
from engine.domain.terminals import Terminal
from engine.modes.director import Director
from engine.record.views.fold import fold_all
from engine.session.control import Control
from tests.engine.modes.test_local_planning import (
    LIMITS,
    adding_files,
    click,
    events,
    press,
    scripted,
    settings,
    unreachable,
)
from tests.support.maze import Maze
from tests.support.stage import Play, ScriptedApprover, ScriptedThinker, play
from tests.support.waiting import until


def forced_at_action(scene: Play, number: int, force: Force) -> None:
    """The operator's hand comes down while the hands move for the n-th time."""
    moves = 0
    session = scene.session
    tasks: list[asyncio.Task[None]] = []

    def moved(action: Action) -> None:
        nonlocal moves
        moves += 1
        if moves == number:
            tasks.append(asyncio.ensure_future(session.force(force)))

    scene.stage.on_action = moved


def forced_when_asked(number: int, force: Force) -> tuple[ScriptedApprover, Callable[[Play], None]]:
    """An approver whose n-th question is never answered: the operator forces instead."""
    holder: list[Play] = []
    tasks: list[asyncio.Task[None]] = []

    class Undecided(ScriptedApprover):
        async def decide(self, request: ApprovalRequest):  # type: ignore[no-untyped-def]
            if len(self.asked) + 1 == number:
                self.asked.append(request)
                tasks.append(asyncio.ensure_future(holder[0].session.force(force)))
                await asyncio.Event().wait()
            return await super().decide(request)

    return Undecided(), holder.append


def director_steps(*labels: str) -> tuple[PlanStep, ...]:
    return tuple(replace(click(label).step, step_number=n) for n, label in enumerate(labels, 1))


def settings_thinker(*distances: float) -> ScriptedThinker:
    steps = [click("Tools", options=["try_help"]), click("Settings"), click("Settings")]
    return scripted(unreachable(1, "Open the settings", "Settings"), steps, distances)


async def test_a_forced_retain_goes_on_where_the_rule_would_go_back() -> None:
    scene = play(settings(), settings_thinker(4.0, 2.0), limits=LIMITS)
    forced_at_action(scene, 1, ForceRetain())
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    decided = events(scene, LocalDecided)[0]
    assert (decided.decision, decided.by, decided.ruled) == ("retain", "operator", "explore")
    assert events(scene, OperatorForced)[0].force == ForceRetain()


async def test_a_forced_revert_while_it_works_goes_back_after_the_action() -> None:
    scene = play(settings(), settings_thinker(1.0, 4.0, 4.0), limits=LIMITS)
    forced_at_action(scene, 1, ForceRevert())
    maze = scene.stage
    assert isinstance(maze, Maze)
    await scene.session.run(Director())
    decided = events(scene, LocalDecided)[0]
    assert (decided.decision, decided.by, decided.ruled) == ("revert", "operator", "retain")
    assert events(scene, ReversalEnded)[0].returned == "restored"
    assert maze.went[:3] == ["main", "tools", "main"]


async def test_a_forced_revert_while_it_waits_for_a_yes_withdraws_the_question() -> None:
    approver, meet = forced_when_asked(2, ForceRevert())
    scene = play(
        settings(),
        scripted(
            unreachable(1, "Open the settings", "Settings"),
            [click("Tools"), click("Settings"), click("Tools"), click("Settings")],
            [1.0, 4.0, 4.0],
        ),
        limits=LIMITS,
        asking=Asking.EACH,
        approver=approver,
    )
    meet(scene)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    withdrawn = [each.decision.verdict.kind for each in events(scene, ApprovalDecided)]
    assert withdrawn[1] == "withdraw"
    maze = scene.stage
    assert isinstance(maze, Maze)
    assert maze.went == ["main", "tools", "main", "tools", "settings"]
    states = [event.state for event in events(scene, StepEnded) if event.local]
    assert states[1] == "abandoned"


async def test_a_way_back_that_is_overruled_says_so() -> None:
    approver, meet = forced_when_asked(2, ForceRetain())
    steps = [click("Add Files"), press("ctrl", "o")]
    thinker = scripted(unreachable(1, "Add files", "Add Files"), steps, [2.0, 2.0])
    scene = play(adding_files(), thinker, limits=LIMITS, asking=Asking.EACH, approver=approver)
    meet(scene)
    await scene.session.run(Director())
    why = events(scene, ReversalEnded)[0].why
    assert why == "The operator decided something else before it was done."


async def test_an_option_can_be_chosen_out_of_turn() -> None:
    thinker = scripted(
        unreachable(1, "Add files", "Add Files"),
        [
            click("Add Files", options=["try_entries", "try_keyboard_shortcut"]),
            click("Paste paths"),
        ],
        [4.0, 2.0, 2.0],
    )
    scene = play(adding_files(), thinker, limits=LIMITS)
    forced_at_action(scene, 1, TryOption("try_keyboard_shortcut"))
    await scene.session.run(Director())
    hint = thinker.local_requests[1].hint
    assert hint is not None and hint.name == "try_keyboard_shortcut"
    assert events(scene, LocalDecided)[0].next_option == "try_keyboard_shortcut"


async def test_a_cancelled_local_plan_returns_to_the_director() -> None:
    thinker = ScriptedThinker(
        unreachable(1, "Open the settings", "Settings"),
        PlanSegment((), finishes=True, reason="never mind"),
    )
    rest = settings_thinker(1.0, 4.0)
    thinker.proposals, thinker.assessments = rest.proposals, rest.assessments
    scene = play(settings(), thinker, limits=LIMITS)
    forced_at_action(scene, 1, CancelLocalPlan())
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert events(scene, LocalPlanningEnded)[0].result == "cancelled"
    assert thinker.requests[1].failed is None, "nothing failed: the operator decided"


async def test_between_steps_it_goes_back_pauses_and_plans_anew_when_let_go() -> None:
    """Two director steps are taken back at once, newest first; the completed list shrinks."""
    two = PlanSegment(director_steps("Tools", "Settings"), finishes=False)
    thinker = ScriptedThinker(two, PlanSegment((), finishes=True, reason="enough"))
    maze = settings()
    maze.ways["settings"] = {"escape": "main"}
    scene = play(maze, thinker, limits=LIMITS)
    forced_at_action(scene, 2, ForceRevert("1.1"))
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: any(one.control == "paused" for one in events(scene, ControlChanged)))
    assert scene.control.state is Control.PAUSED
    [reversal] = events(scene, ReversalEnded)
    assert set(reversal.undone) == {"1.2", "1.1"}
    assert scene.session.steps.completed == ()
    assert not running.done()
    await scene.session.resume()
    outcome = await running
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert thinker.requests[1].completed == ()
    assert fold_all(scene.log.recorded).completed_steps == ()


async def test_what_is_forced_while_a_last_step_waits_in_vain_is_done() -> None:
    wait = replace(click("Tools").step, step_number=2, zone_id=GLOBAL_ZONE_ID, action=Wait(0.1))
    wait = replace(wait, expected_change=TextShown("never"))
    steps = (*director_steps("Tools"), wait)
    thinker = ScriptedThinker(
        PlanSegment(steps, finishes=True), PlanSegment((), finishes=False, reason="enough")
    )
    scene = play(settings(), thinker, limits=replace(LIMITS, max_local_iterations=0))
    forced_at_action(scene, 2, ForceRevert("1.1"))
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: running.done() or events(scene, ReversalEnded))
    assert [reversal.undone for reversal in events(scene, ReversalEnded)] == [("1.2", "1.1")]
    await scene.session.resume()
    await running


async def test_going_back_several_levels_stops_where_it_can_not() -> None:
    three = PlanSegment(director_steps("Tools", "Export", "Format"), finishes=False)
    maze = settings()
    maze.ways["export"] = {"Format": "settings"}  # and from there only Escape leads, to export
    maze.ways["settings"] = {"escape": "export"}
    scene = play(maze, ScriptedThinker(three), limits=LIMITS)
    forced_at_action(scene, 3, ForceRevert("1.1"))
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: bool(events(scene, ReversalEnded)))
    [reversal] = events(scene, ReversalEnded)
    assert reversal.returned == "not restored" and reversal.evidence
    assert len(scene.session.steps.completed) == 3 - len(reversal.undone)
    await scene.session.cancel()
    await running


@pytest.mark.timeout(60)
@pytest.mark.parametrize("is_forced", [True, False])
async def test_what_is_forced_after_a_yes_comes_first_until_the_action_has_begun(
    is_forced: bool,
) -> None:
    """Pressed one turn of the loop later each time, as long as the action has not begun then."""
    for turns in itertools.count():
        segment = PlanSegment((click("Tools").step,), finishes=True)
        scene = play(
            settings(), ScriptedThinker(segment, segment), limits=LIMITS, asking=Asking.EACH
        )
        pressing = asyncio.ensure_future(pressed_after_a_yes(scene, turns, is_forced=is_forced))
        await scene.session.run(Director())
        if await pressing:
            assert turns > 2
            return
        ends = ["abandoned", "done"] if is_forced else []
        assert [each.state for each in events(scene, StepEnded)] == ends, turns
        assert len(events(scene, ActionStarted)) == len(ends[1:])


async def pressed_after_a_yes(scene: Play, turns: int, *, is_forced: bool) -> bool:
    """Force to go back, or cancel, so many turns of the loop after the yes; whether the action had
    begun by then, and the run was cancelled for it."""
    asked = asyncio.Event()
    scene.approver.while_asked = lambda request: asked.set()
    await asked.wait()
    for _ in range(turns):
        await asyncio.sleep(0)
    has_begun = bool(events(scene, ActionStarted))
    is_back = is_forced and not has_begun
    await (scene.session.force(ForceRevert()) if is_back else scene.session.cancel())
    return has_begun


async def test_with_nothing_done_there_is_nothing_to_take_back_and_it_says_so() -> None:
    approver, meet = forced_when_asked(1, ForceRevert())
    segment = PlanSegment((click("Tools").step,), finishes=True)
    scene = play(
        settings(),
        ScriptedThinker(segment, PlanSegment((), finishes=True, reason="x")),
        limits=LIMITS,
        asking=Asking.EACH,
        approver=approver,
    )
    meet(scene)
    await scene.session.run(Director())
    assert "nothing to take back" in events(scene, WarningRaised)[0].message


async def test_what_is_decided_without_a_local_plan_says_that_there_is_none() -> None:
    segment = PlanSegment(director_steps("Tools", "Settings"), finishes=True)
    again = PlanSegment((click("Settings").step,), finishes=True)
    scene = play(settings(), ScriptedThinker(segment, again), limits=LIMITS)
    forced_at_action(scene, 1, ForceRetain())
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert "no local plan" in events(scene, WarningRaised)[0].message


async def test_in_step_mode_each_local_action_is_a_step_of_its_own() -> None:
    scene = play(settings(), settings_thinker(1.0, 4.0), limits=LIMITS)
    await scene.session.step()
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: scene.control.state is Control.PAUSED)
    for moves in (1, 2):
        await scene.session.step()
        await until(lambda moves=moves: len(scene.stage.done) == moves)
        await until(lambda: scene.control.state is Control.PAUSED)
    assert (await running).terminal is Terminal.GOAL_SATISFIED


async def reverted(scene: Play, at_action: int, place: str) -> ReversalEnded:
    """The reversal that the operator forces at that action; the run is cancelled after it."""
    forced_at_action(scene, at_action, ForceRevert(place))
    running = asyncio.ensure_future(scene.session.run(Director()))
    await until(lambda: bool(events(scene, ReversalEnded)))
    await scene.session.cancel()
    await running
    return events(scene, ReversalEnded)[0]


async def test_being_where_one_was_once_before_is_not_being_back() -> None:
    """Tools, out, Tools again: the state was there before the second step too, and yet the third
    is taken back only when the menu is closed."""
    tools, _, again = director_steps("Tools", "x", "Tools")
    out = replace(press("escape").step, step_number=2)
    maze = settings()
    scene = play(
        maze, ScriptedThinker(PlanSegment((tools, out, again), finishes=False)), limits=LIMITS
    )
    reversal = await reverted(scene, 3, "1.3")
    assert (reversal.returned, reversal.undone) == ("restored", ("1.3",))
    assert maze.went == ["main", "tools", "main", "tools", "main"]


async def test_what_can_not_be_taken_back_is_not_tried_and_stays_done() -> None:
    """The window looks as before after sending; the message is gone all the same."""
    step = replace(click("Tools").step, has_risk_of="sends something")
    approver = ScriptedApprover()
    scene = play(
        settings(),
        ScriptedThinker(PlanSegment((step,), finishes=False)),
        limits=LIMITS,
        asking=Asking.EACH,
        approver=approver,
    )
    reversal = await reverted(scene, 1, "1.1")
    assert (reversal.returned, reversal.undone, reversal.ways) == ("not restored", (), ())
    assert "can't be taken back" in reversal.why
    assert len(scene.session.steps.completed) == 1


@pytest.mark.parametrize(
    ("force", "then"),
    [
        (ForceRetain(), ["main", "tools", "settings"]),
        (TryOption("try_help"), ["main", "tools", "settings"]),
        (CancelLocalPlan(), ["main", "tools"]),
    ],
    ids=["retain", "try option", "cancel"],
)
async def test_each_decision_can_be_forced_while_a_yes_is_waited_for(
    force: Force, then: list[str]
) -> None:
    approver, meet = forced_when_asked(2, force)
    thinker = settings_thinker(1.0, 4.0)
    scene = play(settings(), thinker, limits=LIMITS, asking=Asking.EACH, approver=approver)
    meet(scene)
    await scene.session.run(Director())
    maze = scene.stage
    assert isinstance(maze, Maze)
    assert maze.went == then
    assert events(scene, OperatorForced)[0].force == force
    hints = [request.hint.name for request in thinker.local_requests if request.hint]
    assert hints == (["try_help"] if isinstance(force, TryOption) else [])
    result = events(scene, LocalPlanningEnded)[0].result
    assert result == ("cancelled" if isinstance(force, CancelLocalPlan) else "reached")
