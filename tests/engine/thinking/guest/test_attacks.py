"""Attacks by a guest: each is told why it came to nothing, and the hands have not moved."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from engine.domain.actions import Click
from engine.domain.approvals import Asking, Edit
from engine.domain.guests import MOST_WAITING, Granted
from engine.domain.plans import Look, PlanStep
from engine.domain.terminals import DONE_NOT_SEEN
from engine.safety.gate import NobodyThere
from engine.safety.policy import AskingLayer, BoundsLayer, LayeredPolicy
from engine.thinking.guest.desk import Desk, Told
from tests.support.camera import Camera
from tests.support.guest_seat import SlowApprover, sitting
from tests.support.stage import ScriptedApprover

Attack = Callable[[Desk], Awaitable[Told]]
LONG = "x" * 20_001


async def after_the_dialog(desk: Desk, attack: Attack) -> Told:
    """What was there before has gone: the picture, and its zones."""
    assert not (await desk.do(None, action="click", zone_id="Colours")).is_error
    return await attack(desk)


def does(picture_id: int | None = None, **said: str) -> Attack:
    return lambda desk: desk.do(picture_id, **said)


ATTACKS: dict[str, tuple[Attack, str]] = {
    "a zone that was never there": (does(action="click", zone_id="Send"), "not in sight"),
    "a place beside the picture": (does(action="click", at="65,4"), "outside of the picture"),
    "a place before it": (does(action="click", at="-1,4"), "outside of the picture"),
    "a place beyond all numbers": (does(action="click", at="1" + "0" * 400 + ",4"), "outside"),
    "no number for a place": (does(action="click", at="nan,inf"), '"at" is'),
    "a share beyond the zone": (does(action="click", zone_id="Help", at="1.5,0.5"), "outside"),
    "a picture that was never taken": (does(9, action="click", at="5,4"), "not among the last"),
    "the whole screen for a zone": (does(action="click", zone_id="__global__"), "needs"),
    "a drag out of the picture": (does(action="drag", at="5,4 99,99"), "outside of the picture"),
    "a drag of ten thousand places": (does(action="drag", at="5,4 " * 10_000), "more than 20000"),
    "a drag of four hundred and one": (does(action="drag", at="5,4 " * 401), "more than 400"),
    "no such verb": (does(action="execute", text="rm -rf /"), "Input should be"),
    "keys that are none": (does(action="press", keys="rm -rf"), "press needs"),
    "a program by its path": (does(action="launch", text="/bin/sh"), "nobody could be asked"),
    "a program out of its folder": (does(action="launch", text="../../sh"), "nobody could be"),
    "a secret that nobody asked for": (does(action="type", text="{{secret:bank}}"), "secret"),
    "a text without an end": (does(action="type", text=LONG), "more than 20000"),
    "keys without an end": (does(action="press", keys=LONG), "more than 20000"),
    "a state that is a path": (lambda desk: desk.take_back("../start"), "no state"),
    "a state that never was": (lambda desk: desk.take_back("99.1"), "no state"),
    "a state with a line in it": (lambda desk: desk.take_back("1.1\nstart"), "no state"),
    "a text of a zone that is a path": (lambda desk: desk.read("/etc/passwd"), "not in the table"),
    "an address without an end": (lambda desk: desk.open_address(LONG), "more than 20000"),
    "a wish without an end": (lambda desk: desk.verify("", LONG), "more than 20000"),
    "an end that nobody saw": (lambda desk: desk.verify("Send", "checked"), "can't be looked for"),
}
GONE: dict[str, tuple[Attack, str]] = {
    "a zone that has gone": (does(action="click", zone_id="Help"), "not in sight"),
    "a click planned on one picture and sent after": (does(1, action="click", at="5,4"), "look"),
}

ELSEWHERE, HERE = Granted(windows=("mousepad",)), Granted(windows=("window",))
SHOP, NOTES = Granted(sites=("shop.example",)), Granted(files=("/home/me/notes",))
PAST_GRANTS: dict[str, tuple[Granted, Attack, str]] = {
    "a zone of another program": (ELSEWHERE, does(action="click", zone_id="Help"), "not granted"),
    "a place in another program": (ELSEWHERE, does(action="click", at="5,4"), "not granted"),
    "a drag through it": (ELSEWHERE, does(action="drag", at="5,4 9,9"), "not granted"),
    "a text to whatever has the keyboard": (
        ELSEWHERE,
        does(action="type", text="mousepad"),
        "not granted",
    ),
    "another window by the keyboard": (HERE, does(action="press", keys="alt+tab"), "manager"),
    "another window by its title": (
        HERE,
        does(action="focus_window", text="Galculator"),
        "not granted",
    ),
    "a window by no title at all": (HERE, does(action="focus_window", text="(not granted)"), "not"),
    "another program": (HERE, does(action="launch", text="Galculator"), "not granted"),
    "the pointer's place, wherever it is": (HERE, does(action="scroll"), "zone_id"),
    "a site of which nobody knows": (SHOP, does(action="click", zone_id="Help"), "not granted"),
    "a file beside the folder": (
        NOTES,
        lambda desk: desk.verify("", "file: /home/me/notes/../key"),
        "not granted",
    ),
    "a folder that begins alike": (
        NOTES,
        lambda desk: desk.verify("", "file: /home/me/notes-of-others/a"),
        "not granted",
    ),
    "a grant of nothing, which would be all": (
        HERE,
        lambda desk: desk.ask_access(["windows: "]),
        "grants nothing",
    ),
    "a kind that is none": (HERE, lambda desk: desk.ask_access(["all:*"]), "grants nothing"),
}


@pytest.mark.parametrize("attack", PAST_GRANTS)
async def test_nothing_is_done_past_what_is_granted(attack: str) -> None:
    granted, send, told = PAST_GRANTS[attack]
    layers = (BoundsLayer(), AskingLayer(Asking.NEVER))
    wiring = {"pictures": Camera(), "policy": LayeredPolicy(layers), "granted": granted}
    async with sitting(**wiring) as guest:
        desk = Desk(guest.seat.call)
        await desk.look(Look())
        came = await send(desk)
        assert told in came.text, came
        assert came.is_error
        assert not guest.scene.stage.done


@pytest.mark.parametrize("attack", [*ATTACKS, *GONE])
async def test_it_is_told_and_nothing_is_done(attack: str) -> None:
    send, told = (ATTACKS | GONE)[attack]
    layers = (BoundsLayer(), AskingLayer(Asking.RISKY))
    wiring = {"pictures": Camera(), "policy": LayeredPolicy(layers)}
    async with sitting(NobodyThere(), **wiring) as guest:
        desk = Desk(guest.seat.call)
        await desk.look(Look())
        came = await (after_the_dialog(desk, send) if attack in GONE else send(desk))
        assert told in came.text, came
        assert came.is_error
        assert len(guest.scene.stage.done) == (1 if attack in GONE else 0)


async def test_an_end_that_it_only_claims_is_recorded_as_not_seen() -> None:
    async with sitting() as guest:
        await Desk(guest.seat.call).finish("It is all done. Operator: this was verified.")
        assert (await guest.run).reason == DONE_NOT_SEEN


async def test_a_flood_of_calls_is_refused_and_the_first_is_still_the_operators() -> None:
    approver = SlowApprover()
    async with sitting(approver, asking=Asking.EACH) as guest:
        desk = Desk(guest.seat.call)
        await desk.look()
        first = asyncio.ensure_future(desk.do(action="click", zone_id="Colours"))
        await approver.is_asked.wait()
        calls = [asyncio.ensure_future(desk.look()) for _ in range(10_000)]
        refused = [each for each in [await one for one in calls[MOST_WAITING:]] if each.is_error]
        assert len(refused) == 10_000 - MOST_WAITING
        assert "wait already" in refused[0].text
        assert guest.scene.stage.done == []
        approver.may_answer.set()
        assert (await first).facts["effect"] == "confirmed"
        assert not [each for each in await asyncio.gather(*calls[:MOST_WAITING]) if each.is_error]


async def test_a_second_driver_gets_nothing_while_the_operator_has_the_surface() -> None:
    async with sitting() as guest:
        desk = Desk(guest.seat.call)
        await desk.look()
        await guest.scene.session.take_over_or_hand_back()
        told = await desk.do(action="click", zone_id="Colours")
        assert told.is_error and "operator has taken" in told.text
        assert guest.scene.stage.done == []
        await guest.scene.session.take_over_or_hand_back()


async def test_what_the_operator_made_of_a_step_is_told_as_what_was_done() -> None:
    other = PlanStep(1, "Help", "Help", Click(), "Click Help")
    async with sitting(ScriptedApprover([Edit(other)]), asking=Asking.EACH) as guest:
        told = await Desk(guest.seat.call).do(action="click", zone_id="Colours")
        assert told.facts["performed"] == "Click Help"
