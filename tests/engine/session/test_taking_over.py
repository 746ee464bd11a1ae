"""The operator takes over: what they do goes straight on, and is told as steps afterwards."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, Half, PressKeys, Scroll, TypeText
from engine.domain.approvals import Asking
from engine.domain.conditions import Condition, FileSaved, ZoneGone, ZoneValue
from engine.domain.errors import ActionImpossible, SurfaceLost, TakenOver
from engine.domain.events import ApprovalDecided, ControlChanged, SegmentPlanned, StepEnded
from engine.domain.guests import Act, LookNow, SeatRefused
from engine.domain.leases import DirectInput
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind
from engine.domain.spaces import Point
from engine.domain.surface_ports import FileFacts
from engine.domain.terminals import Terminal
from engine.domain.zones import Role, State
from engine.modes.director import Director
from engine.record.views.fold import fold_all
from engine.session.control import Control
from tests.support.guest_seat import SlowApprover, sitting
from tests.support.stage import Play, ScriptedThinker, Stage, play, situation, zone
from tests.support.waiting import until

FIELD = zone("Name", Role.TEXT_FIELD, at=1, state=frozenset({State.ENABLED, State.EDITABLE}))
FOCUSED = replace(FIELD, state=FIELD.state | {State.FOCUSED})
SAVE = zone("Save")


def click(number: int, label: str, expected: Condition | None = None) -> PlanStep:
    return PlanStep(number, label, label, Click(), f"Click {label}", expected)


def told(scene: Play, kind: type) -> list[object]:
    return [each.event for each in scene.log.recorded if isinstance(each.event, kind)]


class Driven:
    """A run whose first step waits for the operator, who takes over in the middle of that."""

    def __init__(self, *steps: PlanStep, approver: SlowApprover | None = None) -> None:
        self.stage = Stage(situation(SAVE, FIELD))
        self.thinker = ScriptedThinker(
            PlanSegment(steps or (click(1, "Save"),), finishes=True),
            PlanSegment((), finishes=True, reason="nothing is left"),
        )
        self.scene = play(
            self.stage, self.thinker, asking=Asking.EACH, approver=approver or SlowApprover()
        )
        self.over = self.scene.session.taking_over
        self.lease = self.stage.lease

    async def __aenter__(self) -> Driven:
        self.running = asyncio.ensure_future(self.scene.session.run(Director()))
        await until(lambda: fold_all(self.scene.log.recorded).pending)
        await self.over.begin()
        return self

    async def __aexit__(self, *error: object) -> None:
        if not self.running.done():
            await self.scene.session.stop()
        await self.running

    async def do(self, *done: DirectInput | Action) -> None:
        pieces = [each if isinstance(each, DirectInput) else keyed(each) for each in done]
        for piece in pieces:
            self.over.put(piece)
        await until(lambda: self.stage.typed_directly[-1:] == [pieces[-1]])

    def by_hand(self) -> list[PlanStep]:
        planned = [each.event for each in self.scene.log.recorded]
        return [
            step
            for event in planned
            if isinstance(event, SegmentPlanned) and event.replan_kind is ReplanKind.BY_HAND
            for step in event.segment.steps
        ]


def keyed(action: Action) -> DirectInput:
    return DirectInput(None, action)  # type: ignore[arg-type]


def press(point: Point, half: Half, count: int = 1) -> DirectInput:
    return DirectInput(point, Click(half=half, count=count))


CENTER = SAVE.bounds_px.center
PRESS, LET_GO = press(CENTER, "down"), press(CENTER, "up")


async def test_one_press_withdraws_the_question_and_leaves_the_hands_to_the_operator() -> None:
    async with Driven() as driven:
        assert driven.lease.is_taken
        await until(lambda: told(driven.scene, ApprovalDecided))
        assert fold_all(driven.scene.log.recorded).control == "taken over"
        await driven.do(PRESS, LET_GO, TypeText("ö"), PressKeys(("ctrl", "s")))
        with pytest.raises(TakenOver):
            driven.lease.begin_action()
        with pytest.raises(TakenOver):
            await driven.lease.between_pieces()
        with pytest.raises(ActionImpossible):
            await driven.over.begin()
        assert driven.stage.done == [] and not driven.running.done()


async def test_handing_back_looks_anew_and_the_planner_is_told_what_was_done_by_hand() -> None:
    async with Driven() as driven:
        await driven.do(PRESS, LET_GO)
        await driven.over.end()
        assert (await driven.running).terminal is Terminal.GOAL_SATISFIED
        assert driven.stage.done == [] and not driven.lease.is_taken
        [step] = driven.by_hand()
        assert (step.zone_id, step.action) == ("Save", Click())
        assert [each.description for each in driven.thinker.requests[1].completed] == [
            "Click “Save”"
        ]
        last = told(driven.scene, ControlChanged)[-1]
        assert last == ControlChanged("running", "handed back by you")


async def test_what_of_the_plan_is_there_by_then_counts_as_done_and_what_only_closed_does_not() -> (
    None
):
    name = click(1, "Name", ZoneValue("Name", "Name", "Ada"))
    closes = click(2, "Save", ZoneGone("Save", "Save"))
    async with Driven(name, closes) as driven:
        driven.stage.now = situation(replace(FOCUSED, value="Ada"))
        await driven.do(TypeText("Ada"))
        await driven.over.end()
        await driven.running
        assert name in driven.thinker.requests[1].completed
        assert closes not in driven.thinker.requests[1].completed


@pytest.mark.parametrize("is_written", [False, True])
async def test_a_file_that_was_to_come_is_looked_for_as_the_operator_hands_back(
    is_written: bool,
) -> None:
    saves = click(1, "Save", FileSaved("/note.txt"))
    async with Driven(saves) as driven:
        await driven.do(PRESS, LET_GO)
        if is_written:
            driven.stage.files["/note.txt"] = FileFacts(True, 5, time.time() + 60, "Hello")
        await driven.over.end()
        assert not driven.lease.is_taken
        await driven.running
        assert (saves in driven.thinker.requests[1].completed) is is_written


async def test_the_wheel_is_given_back_whatever_comes_up_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def breaks(*_: object) -> None:
        raise ZeroDivisionError

    async with Driven() as driven:
        monkeypatch.setattr(driven.over, "_compare", breaks)
        driving = driven.over._driving
        await driven.over.end()
        assert driving is not None and isinstance(driving.exception(), ZeroDivisionError)
        assert not driven.lease.is_taken
        assert (await driven.running).terminal is Terminal.GOAL_SATISFIED


async def test_a_drag_a_wheel_and_a_second_press_are_told_as_what_they_are() -> None:
    async with Driven() as driven:
        end = Point(SAVE.bounds_px.center.x + 20, SAVE.bounds_px.center.y + 9)
        turned = [DirectInput(end, Scroll(down)) for down in (2, 1)]
        back = [DirectInput(end, Scroll(down)) for down in (3, -3)]
        await driven.do(PRESS, DirectInput(end), press(end, "up"), *turned)
        await driven.do(PRESS, LET_GO, press(CENTER, "down", 2), press(CENTER, "up", 2), *back)
        await driven.over.end()
        drag, scroll, double = driven.by_hand()
        assert drag.action == Drag(offset_px=Point(20, 9)) and drag.zone_id == "Save"
        assert scroll.description.startswith("Scroll down")
        assert double.action == Click(count=2)


@pytest.mark.parametrize(
    ("focused", "recorded"),
    [
        (replace(FOCUSED, value="Ada"), "Type “Ada” into “Name”"),
        (FOCUSED, "Type 3 characters into “Name”, not recorded"),
        (
            replace(FOCUSED, role=Role.PASSWORD_FIELD, value="Ada"),
            "Type 3 characters into “Name”, not recorded",
        ),
    ],
    ids=["seen to stand", "not seen", "a password"],
)
async def test_a_text_is_recorded_where_it_is_seen_to_stand_and_a_passwords_picture_never(
    focused: object, recorded: str
) -> None:
    async with Driven() as driven:
        driven.stage.now = situation(focused)  # type: ignore[arg-type]
        await driven.do(TypeText("Ad"), TypeText("b"), PressKeys(("backspace",)), TypeText("a"))
        await driven.over.end()
        assert [step.description for step in driven.by_hand()] == [recorded]
        ended = [each for each in told(driven.scene, StepEnded) if each.detail.startswith("with")]  # type: ignore[attr-defined]
        has_picture = bool(ended[0].picture_hash)  # type: ignore[attr-defined]
        assert has_picture == (focused.role is not Role.PASSWORD_FIELD)  # type: ignore[attr-defined]


async def test_of_a_text_before_another_field_was_entered_no_field_is_claimed() -> None:
    secret = replace(zone("Password", Role.PASSWORD_FIELD, at=2), state=FOCUSED.state)
    async with Driven() as driven:
        driven.stage.now = situation(FIELD, secret)
        await driven.do(TypeText("Ada"), PressKeys(("tab",)), TypeText("geheim"))
        await driven.over.end()
        first, _, last = [step.description for step in driven.by_hand()]
        assert first == "Type 3 characters, not recorded"
        assert last == "Type 6 characters into “Password”, not recorded"


async def test_after_a_time_without_input_it_ends_and_the_run_stays_paused() -> None:
    approver = SlowApprover()
    driven = Driven(approver=approver)
    driven.over.idle_secs = 0.05
    async with driven:
        await until(lambda: not driven.lease.is_taken)
        await until(lambda: driven.scene.control.state is Control.PAUSED)
        await until(lambda: "nothing came" in str(told(driven.scene, ControlChanged)[-1]))
        assert not driven.running.done()


async def test_a_surface_that_is_lost_meanwhile_ends_the_run_and_the_lease() -> None:
    async with Driven() as driven:
        await driven.do(PRESS)  # and never let go

        async def lost(piece: DirectInput) -> None:
            raise SurfaceLost("The display went away.")

        driven.stage.direct = lost  # type: ignore[method-assign]
        driven.over.put(LET_GO)
        await driven.scene.session.surface_lost("The display went away.")
        assert (await driven.running).reason == "surface_lost"
        assert not driven.lease.is_taken


async def test_a_guest_is_refused_meanwhile_and_not_kept_waiting() -> None:
    approver = SlowApprover()
    async with sitting(approver, asking=Asking.EACH) as guest:
        waiting = asyncio.ensure_future(guest(Act(click(1, "Colours"))))
        await approver.is_asked.wait()
        await guest.scene.session.take_over_or_hand_back()
        for call in (waiting, guest(LookNow())):
            with pytest.raises(SeatRefused, match="operator has taken"):
                await call
        await guest.scene.session.take_over_or_hand_back()
        assert (await guest(LookNow())).now.windows


async def test_what_is_being_recorded_as_the_operator_hands_back_is_recorded_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Driven() as driven:
        await until(lambda: told(driven.scene, StepEnded))
        blobs, began, goes_on = driven.over._context.blobs, asyncio.Event(), asyncio.Event()

        async def slowly(frame: object) -> str:
            began.set()
            await goes_on.wait()
            return "picture"

        monkeypatch.setattr(blobs, "put_picture", slowly)
        await driven.do(PRESS, LET_GO)
        await began.wait()
        ending = asyncio.ensure_future(driven.over.end())
        await asyncio.sleep(0)
        goes_on.set()
        await ending
        ended = [each for each in told(driven.scene, StepEnded) if each.detail.startswith("with")]  # type: ignore[attr-defined]
        assert len(ended) == len(driven.by_hand()) == 1


async def test_a_run_that_is_over_is_not_taken_over_any_more() -> None:
    async with Driven() as driven:
        await driven.over.end()
        await driven.running
        with pytest.raises(ActionImpossible, match="ending"):
            await driven.scene.session.take_over_or_hand_back()
        assert not driven.lease.is_taken
