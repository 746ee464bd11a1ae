"""A guest's calls pass the same gate, are judged, taken back and recorded like any other step."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.domain.actions import Click, Launch
from engine.domain.approvals import Asking, Reject
from engine.domain.conditions import WindowShown
from engine.domain.events import ApprovalAsked, SegmentPlanned, SituationObserved, StepEnded
from engine.domain.guests import (
    MOST_WAITING,
    START,
    Act,
    AskOperator,
    Finish,
    Leave,
    LookNow,
    Note,
    SeatRefused,
    TakeBack,
    Verify,
)
from engine.domain.local_planning import ForceRevert
from engine.domain.performing import StepDone, StepFailed, StepOverruled, StepRejected
from engine.domain.plans import GLOBAL_ZONE_ID, GoalPart, PlanStep
from engine.domain.spaces import Spot
from engine.domain.terminals import Terminal
from engine.domain.verdicts import Verdict
from engine.safety.gate import NobodyThere
from tests.support.guest_seat import Sitting, SlowApprover, sitting
from tests.support.stage import ScriptedApprover, situation, zone


def click(label: str) -> Act:
    return Act(PlanStep(1, label, label, Click(), f"Click {label}"))


async def test_an_action_is_judged_and_taken_back_verified() -> None:
    async with sitting() as guest:
        assert (await guest(LookNow())).state_id == START
        done = await guest(click("Colours"))
        assert isinstance(done.result, StepDone) and done.result.judged.is_seen
        assert done.state_id == "1.1" and done.now.windows[0].title == "Colours"
        back = await guest(TakeBack())
        assert back.reversal is not None and back.reversal.is_back
        assert (back.state_id, back.now.windows[0].title) == (START, "Window")


async def test_it_goes_back_over_several_actions_to_a_state_by_its_name() -> None:
    async with sitting() as guest:
        first = await guest(click("Colours"))
        deeper = await guest(click("More"))
        back = await guest(TakeBack(first.state_id))
        assert back.reversal is not None and back.reversal.is_back
        assert back.state_id == first.state_id and back.now.windows[0].title == "Colours"
        await guest(click("More"))
        back = await guest(TakeBack(START))
        assert back.reversal is not None and back.reversal.is_back and back.state_id == START
        for gone in (deeper.state_id, "7; drop"):
            assert (await guest(TakeBack(gone))).refused.startswith("There is no state")


async def test_a_refusal_comes_back_with_the_operators_words_and_nothing_is_done() -> None:
    approver = ScriptedApprover([Reject("not that one")])
    async with sitting(approver, asking=Asking.EACH) as guest:
        served = await guest(click("Colours"))
        assert isinstance(served.result, StepRejected) and "not that one" in served.result.why
        assert guest.scene.stage.done == [] and served.state_id == START
        assert isinstance((await guest(click("Colours"))).result, StepDone)


async def test_where_nobody_can_be_asked_it_is_told_and_the_run_goes_on() -> None:
    step = PlanStep(1, GLOBAL_ZONE_ID, "", Launch("Terminal"), "Launch Terminal")
    async with sitting(NobodyThere()) as guest:
        served = await guest(Act(step))
        assert isinstance(served.result, StepRejected) and "nobody" in served.result.why
        assert guest.scene.stage.done == []
        assert (await guest(LookNow())).now.windows


async def test_a_look_at_what_has_changed_is_made_once_and_recorded() -> None:
    async with sitting() as guest:
        await guest(LookNow())
        stage = guest.scene.stage
        stage.now = situation(zone("Fresh"), shade=27)
        looks, recorded = len(stage.waited_for_texts_secs), len(_all(guest, SituationObserved))
        assert [each.label for each in (await guest(LookNow())).now.zones] == ["Fresh"]
        assert len(stage.waited_for_texts_secs) == looks + 1
        assert not _all(guest, SituationObserved)[recorded].from_cache


async def test_a_call_that_is_withdrawn_while_the_operator_thinks_is_not_done() -> None:
    approver = SlowApprover()
    async with sitting(approver, asking=Asking.EACH) as guest:
        waiting = asyncio.ensure_future(guest.seat.call(click("Colours")))
        await approver.is_asked.wait()
        waiting.cancel()
        served = await guest(LookNow())
        assert guest.scene.stage.done == [] and served.state_id == START
    assert [each.state for each in _all(guest, StepEnded)] == ["abandoned"]
    assert len(_all(guest, ApprovalAsked)) == 1


async def test_a_place_of_what_has_gone_since_is_not_clicked_though_the_call_waited_its_turn() -> (
    None
):
    async with sitting() as guest:
        seen = (await guest(LookNow())).now
        place = PlanStep(1, GLOBAL_ZONE_ID, "", Click(at=Spot(0.2, 0.05)), "Click there")
        first, second = await asyncio.gather(guest(click("Colours")), guest(Act(place, seen)))
        assert isinstance(first.result, StepDone)
        assert isinstance(second.result, StepFailed) and "At 12, 2" in second.result.why
        assert len(guest.scene.stage.done) == 1


async def test_what_the_operator_forces_comes_first_and_the_guest_is_told() -> None:
    approver = SlowApprover()
    async with sitting(approver, asking=Asking.EACH) as guest:
        waiting = asyncio.ensure_future(guest(click("Colours")))
        await approver.is_asked.wait()
        await guest.scene.session.force(ForceRevert())
        await asyncio.sleep(0)
        await guest.scene.session.resume()
        served = await waiting
        assert isinstance(served.result, StepOverruled) and guest.scene.stage.done == []


@pytest.mark.parametrize(
    ("title", "verdict"), [("Window", Verdict.SEEN), ("Nowhere", Verdict.CONTRADICTED)]
)
async def test_to_verify_only_looks(title: str, verdict: Verdict) -> None:
    async with sitting() as guest:
        served = await guest(Verify(GoalPart("it is there", WindowShown(title))))
        assert served.judged is not None and served.judged.verdict is verdict
        assert guest.scene.stage.done == []


async def test_finishing_is_weighed_and_what_speaks_against_it_is_told_first() -> None:
    wrong = Finish((GoalPart("the colours are shown", WindowShown("Colours")),))
    async with sitting() as guest:
        served = await guest(wrong)
        assert served.refused.startswith("Not finished: the colours are shown")
        assert not served.is_over
        await guest(click("Colours"))
        assert (await guest(replace(wrong, answer="Red"))).is_over
        outcome = await guest.run
    assert outcome.terminal is Terminal.GOAL_SATISFIED and outcome.answer == "Red"


async def test_who_insists_on_the_end_does_not_make_it_reached() -> None:
    wrong = Finish((GoalPart("the colours are shown", WindowShown("Colours")),))
    async with sitting() as guest:
        await guest(wrong)
        assert (await guest(wrong)).is_over
        assert (await guest.run).terminal is Terminal.GOAL_FAILED


async def test_what_it_notes_and_asks_is_recorded_and_answered() -> None:
    async with sitting(ScriptedApprover(choice="Red")) as guest:
        await guest(Note("the colour is red"))
        served = await guest(AskOperator("Which colour?", ("Red", "Blue")))
        assert served.answer == "Red"
    notes = [each.segment.notes for each in _all(guest, SegmentPlanned)]
    assert notes == [("the colour is red",)]


async def test_a_guest_that_leaves_ends_the_run_as_that() -> None:
    async with sitting() as guest:
        await guest(Leave())
        outcome = await guest.run
        assert (outcome.terminal, outcome.reason) == (Terminal.CANCELLED, "guest_left")
        with pytest.raises(SeatRefused, match="has ended"):
            await guest(LookNow())


async def test_a_flood_of_calls_is_refused_and_none_is_lost_or_done_out_of_turn() -> None:
    async with sitting() as guest:
        calls = [guest.seat.call(click("Help")) for _ in range(10_000)]
        ends = await asyncio.gather(*calls, return_exceptions=True)
        refused = [end for end in ends if isinstance(end, SeatRefused)]
        assert len(ends) - len(refused) == len(guest.scene.stage.done) <= MOST_WAITING + 1
        assert "one is served at a time" in str(refused[0])


async def test_when_the_operator_stops_whoever_waits_is_told() -> None:
    approver = SlowApprover()
    async with sitting(approver, asking=Asking.EACH) as guest:
        waiting = asyncio.ensure_future(guest(click("Colours")))
        await approver.is_asked.wait()
        await guest.scene.session.stop()
        with pytest.raises(SeatRefused, match="has ended"):
            await waiting
        assert guest.scene.stage.done == []


def _all(guest: Sitting, kind: type) -> list:  # type: ignore[type-arg]
    return [each for each in guest.scene.log.events if isinstance(each, kind)]
