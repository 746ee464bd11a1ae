"""Vendors' own computer-use loops, against servers as strict as their published schemas."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from engine.domain.approvals import Asking, Reject
from engine.domain.models import Wire
from engine.domain.terminals import Outcome, Terminal
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.thinking.guest.desk import Desk
from engine.thinking.guest.vendors import Look, MessagesComputer, ResponsesComputer, drive
from tests.engine.endpoint.asking import Account
from tests.support.camera import Camera
from tests.support.guest_seat import Sitting, sitting
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.scripts import Script
from tests.support.stage import ScriptedApprover

Item = dict[str, Any]
BOTH = pytest.mark.parametrize("wire", ["responses", "messages"])
CHECK = {"id": "sc_1", "code": "malicious_instructions", "message": "Instructions on the screen."}
SHOT: Item = {"type": "screenshot"}
CLICK: Item = {"type": "click", "button": "left", "x": 12, "y": 4}
_numbers = itertools.count(1)
_NAMES = {"click": "left_click", "keypress": "key"}


def says(wire: Wire, *actions: Item, words: str = "", checks: Sequence[Item] = ()) -> Script:
    """A turn of the vendor's model: calls in its own words, or a text."""
    if wire == "responses":
        text = {"type": "output_text", "text": words, "annotations": []}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
        call = {"id": "cu_1", "type": "computer_call", "call_id": f"call_{next(_numbers)}"}
        call |= {"status": "completed", "pending_safety_checks": list(checks)}
        items = [{**call, "actions": list(actions)}] if actions else []
        items += [{**message, "content": [text]}] if words else []
        return Script(
            raw=json.dumps({"id": "resp_1", "status": "completed", "output": items}).encode()
        )
    blocks: list[Item] = [{"type": "text", "text": words}] if words else []
    for action in actions:
        its = {"action": _NAMES.get(action["type"], action["type"])}
        its |= {"coordinate": [action["x"], action["y"]]} if "x" in action else {}
        its |= {"text": "+".join(action["keys"])} if "keys" in action else {}
        called = {"id": f"toolu_{next(_numbers)}", "name": "computer", "input": its}
        blocks.append({"type": "tool_use", **called})
    reason = "tool_use" if actions else "end_turn"
    told = {"type": "message", "role": "assistant", "content": blocks, "stop_reason": reason}
    return Script(raw=json.dumps(told).encode())


@asynccontextmanager
async def driven(
    wire: Wire, turns: Sequence[Script], approver: object = None, **wiring: object
) -> AsyncIterator[tuple[Sitting, ScriptedEndpoint, str]]:
    """The loop, to its end: the seat, the server and what was said last."""
    async with (
        sitting(approver, pictures=Camera(), **wiring) as guest,
        ScriptedEndpoint(turns) as server,
    ):
        settings = EndpointSettings(server.base_url, server.model, wire=wire, max_retries=0)
        model = OpenAiModel(settings, Account(), FormMemory())
        desk = Desk(guest.seat.call)
        first = await desk.look(Look(is_whole=True))
        vendor = (
            ResponsesComputer(server.model, "Show the colours")
            if wire == "responses"
            else MessagesComputer(server.model, "Show the colours", 4096, first)
        )

        async def exchange(body: Item) -> tuple[list[Item], str]:
            came = await model.exchange(body)
            return came.turn, came.text

        said = await drive(vendor, desk, exchange, most_turns=6, first=first)
        await model.close()
        yield guest, server, said


async def outcome(guest: Sitting) -> Outcome:
    return await guest.run


@BOTH
async def test_a_vendors_model_looks_acts_and_says_what_came_of_it(wire: Wire) -> None:
    turns = [says(wire, SHOT), says(wire, CLICK), says(wire, words="The colours are there.")]
    async with driven(wire, turns) as (guest, server, said):
        assert said == "The colours are there." and (await outcome(guest)).answer == said
        assert guest.scene.stage.at == "dialog"  # type: ignore[attr-defined]
        assert [len(json.dumps(each.body)) for each in server.requests] == sorted(
            len(json.dumps(each.body)) for each in server.requests
        ), "each turn has all that was said before"
        assert json.dumps(server.requests[-1].body).count("cG5n") == 2, "a picture for each call"


@BOTH
async def test_what_is_refused_is_told_and_what_was_planned_upon_it_is_not_done(wire: Wire) -> None:
    approver = ScriptedApprover([Reject("not that one")])
    away: Item = {"type": "click", "button": "left", "x": 900, "y": 4}
    odd: Item = {"type": "move", "x": 1, "y": 1}
    turns = [says(wire, CLICK, SHOT), says(wire, away), says(wire, odd), says(wire, words="No.")]
    async with driven(wire, turns, approver, asking=Asking.EACH) as (guest, server, _):
        assert guest.scene.stage.done == []
        told = json.dumps(server.requests[-1].body)
        for words in ("not that one", "outside of the picture", "no such action"):
            assert words in told


async def test_a_vendors_check_is_acknowledged_after_the_operators_yes_only() -> None:
    checked = says("responses", CLICK, checks=[CHECK])
    turns = [checked, says("responses", words="Done.")]
    yes = ScriptedApprover(choice="Acknowledge, and go on")
    async with driven("responses", turns, yes) as (guest, server, said):
        assert said == "Done." and CHECK["message"] in str(guest.scene.log.events)
        [_, answered] = server.requests
        [out] = [each for each in answered.body["input"] if "output" in each]
        assert out["acknowledged_safety_checks"] == [CHECK]
    for no in ("Stop", ""):
        async with driven("responses", [checked], ScriptedApprover(choice=no)) as (
            guest,
            server,
            _,
        ):
            assert guest.scene.stage.done == [] and len(server.requests) == 1
            assert (await outcome(guest)).terminal is Terminal.GOAL_FAILED


@BOTH
async def test_it_ends_where_its_turns_are_used_up(wire: Wire) -> None:
    async with driven(wire, [says(wire, SHOT) for _ in range(6)]) as (guest, server, said):
        assert len(server.requests) == 6 and "6 turns" in said
        assert (await outcome(guest)).reason == "given_up"
