"""Several fields at once, pasting, and waiting for something."""

from __future__ import annotations

from typing import Any

import pytest

from engine.domain.actions import PressKeys, TypeText, Wait
from engine.domain.conditions import AnyOf, FileExists, NewWindow, TextShown, WindowShown, ZoneValue
from engine.domain.errors import ReplyInvalid
from engine.domain.plans import PlanRequest, PlanStep
from engine.thinking.model.thinker import ModelThinker
from tests.engine.thinking.model.test_segments import id_of, screen
from tests.support.scripted_model import replies

TO = id_of("To")


async def steps(*said: dict[str, Any]) -> tuple[PlanStep, ...]:
    model = replies({"steps": list(said), "finishes": True})
    return (await ModelThinker(model).plan(PlanRequest("Write to Ann", screen()))).steps


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "To: Ann: at home\nKeep it: yes"},
        {"fields": {"To": "Ann: at home", "Keep it": "yes"}},
        {
            "fields": [
                {"zone_id": "To", "value": "Ann: at home"},
                {"zone_id": "Keep it", "text": "yes"},
            ]
        },
    ],
)
async def test_each_field_is_a_step_of_its_own(fields: dict[str, Any]) -> None:
    first, second = await steps({"action": "fill_form", "asked_by": "goal", **fields})
    assert (first.zone_id, first.action) == (TO, TypeText("Ann: at home", replace=True))
    assert first.expected_change == ZoneValue(TO, "To", "Ann: at home")
    assert (second.zone_label, second.action) == ("Keep it", TypeText("yes", replace=True))
    assert (first.step_number, second.step_number, second.asked_by) == (1, 2, "goal")


@pytest.mark.parametrize("text", ["", "Ann", "To: Ann\nand more"])
async def test_fields_that_cant_be_told_apart_are_refused(text: str) -> None:
    with pytest.raises(ReplyInvalid, match='fill needs "text"'):
        await steps({"action": "fill", "text": text})


async def test_a_field_that_takes_no_text_is_refused_as_typing_is() -> None:
    with pytest.raises(ReplyInvalid, match="no text can be typed into"):
        await steps({"action": "fill", "text": "Keep: yes"})


async def test_pasting_is_by_the_keyboard() -> None:
    plain, terminal, given = await steps(
        {"action": "paste"},
        {"action": "paste", "keys": "ctrl+shift+v"},
        {"action": "paste", "zone_id": "To", "text": "Ann"},
    )
    assert plain.action == PressKeys(("ctrl", "v"))
    assert terminal.action == PressKeys(("ctrl", "shift", "v"))
    assert (given.zone_id, given.action) == (TO, TypeText("Ann"))


@pytest.mark.parametrize(
    ("said", "secs", "condition"),
    [
        ({"text": "5"}, 5.0, None),
        ({"text": "100000"}, 30.0, None),
        ({"expect": "text: Sent"}, 30.0, TextShown("Sent")),
        ({"expect": "text: Sent", "text": "120 s"}, 120.0, TextShown("Sent")),
        ({"expect": "text: Sent", "text": "100000"}, 600.0, TextShown("Sent")),
        ({"expect": "window: Mail"}, 30.0, AnyOf((WindowShown("Mail"), NewWindow()))),
        ({"expect": "file: /a/b.txt"}, 30.0, FileExists("/a/b.txt")),
    ],
)
async def test_it_waits_for_what_is_said_be_it_so_already(
    said: dict[str, Any], secs: float, condition: object
) -> None:
    (waiting,) = await steps({"action": "wait_for", **said})
    assert (waiting.action, waiting.expected_change) == (Wait(secs), condition)
