"""Every action passes the one gate: what leads out is refused, a group may be approved at once."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click
from engine.domain.approvals import Approve, Asking, DecidedHow, Edit, Reject, Skip
from engine.domain.events import ApprovalAsked, ApprovalDecided, StepEnded
from engine.domain.exploring.limits import CompletionReason, ExploreLimits, Scope
from engine.domain.plans import PlanStep
from engine.domain.terminals import Terminal
from engine.safety.gate import NobodyThere
from tests.support.exploring import Counters, Exploration, ScriptedExplorer, group, press
from tests.support.stage import ScriptedApprover


async def test_what_leads_out_is_rejected_by_policy_and_told_to_the_thinker() -> None:
    stage = Counters("A", "Log Out")
    lock = press("ctrl", "alt", "l")
    thinker = ScriptedExplorer((group("A"),), (group("A", "Log Out", lock, "A"),))
    scene = Exploration(stage, thinker)
    await scene.run()
    assert stage.presses == ["A", "A", "A"]
    assert tuple(thinker.requests[2].refused) == ("Click “Log Out”", "Press Ctrl+Alt+L")
    states = [each.state for each in scene.play.log.of(StepEnded)]
    assert states == ["done", "done", "rejected", "rejected", "done"]
    refused = [
        each.decision
        for each in scene.play.log.of(ApprovalDecided)
        if isinstance(each.decision.verdict, Reject)
    ]
    assert {(each.how, each.who) for each in refused} == {(DecidedHow.POLICY, "scope")}


async def test_nothing_outside_of_the_allowed_zones_is_touched() -> None:
    stage = Counters("Play", "Pay")
    thinker = ScriptedExplorer((group("Play"), group("Pay")), (group("Pay", "Play"),))
    limits = ExploreLimits(scope=Scope(zones=("play",)))
    scene = Exploration(stage, thinker, limits=limits)
    await scene.run()
    assert set(stage.presses) == {"Play"}
    assert thinker.requests[0].scope == Scope(zones=("play",))
    assert tuple(thinker.requests[1].refused) == ("Click “Pay”",)


async def test_a_group_approved_as_a_whole_asks_once() -> None:
    approver = ScriptedApprover([Approve(), Approve(whole_group=True)])
    stage = Counters("A", "B")
    thinker = ScriptedExplorer((group("A"),), (group("A", "B", "A"),), (group("B", "B"),))
    scene = Exploration(stage, thinker, asking=Asking.EACH, approver=approver)
    await scene.run()
    assert stage.presses == list("A" + "ABA" + "BB")
    asked = [each.step.description for each in approver.asked]
    assert asked == ["Click “A”", "Click “A”", "Click “B”", "Click “B”"]
    decided = [each.decision for each in scene.play.log.of(ApprovalDecided)]
    assert {each.how for each in decided} == {DecidedHow.OPERATOR}
    whole = [each.verdict == Approve(whole_group=True) for each in decided]
    assert whole == [False, True, True, True, False, False]
    assert len({each.digest for each in decided[1:3]}) == 2
    assert len(scene.play.log.of(ApprovalAsked)) == 4


async def test_what_cant_be_taken_back_is_asked_for_in_an_approved_group_too() -> None:
    approver = ScriptedApprover([Approve(), Approve(whole_group=True), Reject("not that")])
    stage = Counters("A", "Delete", "Send")
    thinker = ScriptedExplorer((group("A"),), (group("A", "Delete", "A", "Send"),))
    scene = Exploration(stage, thinker, asking=Asking.EACH, approver=approver)
    await scene.run()
    asked = [each.step.description for each in approver.asked]
    assert asked == ["Click “A”", "Click “A”", "Click “Delete”", "Click “Send”"]
    assert stage.presses == ["A", "A", "A", "Send"]


async def test_a_no_goes_on_with_the_next_action() -> None:
    approver = ScriptedApprover([Approve(), Reject(), Skip()])
    thinker = ScriptedExplorer((group("A"),), (group("A", "B", "B"),))
    stage = Counters("A", "B")
    scene = Exploration(stage, thinker, asking=Asking.EACH, approver=approver)
    await scene.run()
    assert stage.presses == ["A", "B"]
    assert tuple(thinker.requests[2].refused) == ("Click “A”", "Click “B”")


async def test_what_the_operator_puts_in_its_place_stays_inside_too() -> None:
    stage = Counters("A", "Log Out")
    step = PlanStep(1, "Log Out", "Log Out", Click(), "Click “Log Out”")
    approver = ScriptedApprover([Edit(step)])
    scene = Exploration(
        stage, ScriptedExplorer((group("A"),)), asking=Asking.EACH, approver=approver
    )
    assert await scene.ends() is CompletionReason.ZERO_SUCCESSFUL_GROUPS
    assert stage.presses == []


@pytest.mark.parametrize("asking", [Asking.RISKY, Asking.NEVER])
async def test_with_nobody_there_the_risky_is_left_out_and_the_rest_goes_on(asking: Asking) -> None:
    stage = Counters("A", "Delete")
    thinker = ScriptedExplorer((group("A"), group("Delete")), (group("Delete", "A"),))
    scene = Exploration(stage, thinker, asking=asking, approver=NobodyThere())
    assert await scene.ends() is CompletionReason.LLM_COMPLETE
    assert stage.presses == ["A", "A"]
    assert tuple(thinker.requests[1].refused) == ("Click “Delete”",)


@pytest.mark.parametrize(
    ("scope", "says"),
    [
        (Scope(windows=("Ledger", "Book")), "No window in sight has “Ledger” or “Book” in its"),
        (Scope(zones=("pay",)), "No zone in sight has “pay” in its label."),
    ],
)
async def test_a_list_that_fits_nothing_is_an_error_and_not_a_clean_run(
    scope: Scope, says: str
) -> None:
    stage = Counters("Play", "Stop")
    scene = Exploration(stage, ScriptedExplorer(), limits=ExploreLimits(scope=scope))
    outcome = await scene.run()
    assert outcome.terminal is Terminal.FAILED
    assert says in outcome.message
    assert not scene.thinker.requests
