"""Attacks by a guest: each is told why it came to nothing, and the hands have not moved."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from engine.domain.approvals import Asking
from engine.domain.looks import Look
from engine.domain.terminals import DONE_NOT_SEEN
from engine.safety.gate import NobodyThere
from engine.safety.policy import AskingLayer, LayeredPolicy, SecretLayer, SuspicionLayer
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.telling import Told
from tests.support.camera import Camera
from tests.support.guest_seat import sitting

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
    "an end that nobody saw": (lambda desk: desk.verify("Send", "checked"), "can't be looked for"),
}
GONE: dict[str, tuple[Attack, str]] = {
    "a zone that has gone": (does(action="click", zone_id="Help"), "not in sight"),
    "a click planned on one picture and sent after": (does(1, action="click", at="5,4"), "look"),
}


@pytest.mark.parametrize("attack", [*ATTACKS, *GONE])
async def test_it_is_told_and_nothing_is_done(attack: str) -> None:
    send, told = (ATTACKS | GONE)[attack]
    layers = (SecretLayer(), SuspicionLayer(Asking.RISKY), AskingLayer(Asking.RISKY))
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
