"""What a model says beside its steps: notes, questions, what it reads, verifies, answers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.domain.conditions import (
    Condition,
    FileExists,
    SomethingChanges,
    TextShown,
    WindowActive,
    WindowGone,
    WindowShown,
    ZoneState,
    ZoneValue,
)
from engine.domain.errors import NeedsOperator, ReplyInvalid
from engine.domain.plans import PlanRequest, PlanSegment, ReadText, Situation
from engine.domain.zones import Role, State
from engine.thinking.model.thinker import ModelThinker
from tests.engine.thinking.offline.screens import Screen
from tests.support.scripted_model import replies

CLICK = {"action": "click", "zone_id": "Send"}
OPENS = {"action": "click", "zone_id": "Print…"}
VERIFY = {"action": "verify", "zone_id": "To", "expect": "text: Ann", "description": "it is to Ann"}


def screen() -> Situation:
    here = Screen()
    here.window("Mail")
    here.zone("To", Role.TEXT_FIELD, value="Ann")
    here.zone("Keep", Role.CHECK_BOX)
    here.zone("Send", Role.BUTTON)
    here.zone("Print…", Role.BUTTON)
    return here.situation()


async def planned(*steps: dict[str, Any], finishes: bool = False, **told: Any) -> PlanSegment:
    model = replies({"steps": list(steps), "finishes": finishes})
    return await ModelThinker(model).plan(PlanRequest("Write to Ann", screen(), **told))


def id_of(label: str) -> str:
    return next(zone.zone_id for zone in screen().zones if zone.label == label)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"zone_id": "To", "expect": "text: Ann"}, ZoneValue(id_of("To"), "To", "Ann", True)),
        ({"expect": "text: Sent"}, TextShown("Sent")),
        ({"expect": "text: 12 \\| main"}, TextShown("12 | main")),
        ({"zone_id": "Keep", "expect": "checked"}, ZoneState(id_of("Keep"), "Keep", State.CHECKED)),
        (
            {"zone_id": "Keep", "expect": "not checked"},
            ZoneState(id_of("Keep"), "Keep", State.CHECKED, False),
        ),
        ({"expect": "window: Sent mail"}, WindowShown("Sent mail")),
        ({"expect": "closed: Mail"}, WindowGone(screen().windows[0].window_id, "Mail")),
        ({"expect": "closed: Settings"}, None),
        ({"expect": "file: /home/ann/a.txt"}, FileExists("/home/ann/a.txt")),
        ({"expect": "file: a.txt"}, None),
        ({"expect": "all is well"}, None),
    ],
)
async def test_what_shows_a_part_of_the_goal(
    said: dict[str, Any], expected: Condition | None
) -> None:
    segment = await planned({"action": "verify", **said}, finishes=True)
    assert [part.shown_by for part in segment.parts] == [expected]
    assert segment.steps == ()


async def test_parts_are_those_of_a_plan_that_finishes() -> None:
    segment = await planned(CLICK, VERIFY, finishes=True)
    assert len(segment.steps) == 1 and [part.words for part in segment.parts] == ["it is to Ann"]
    assert (await planned(CLICK, VERIFY, {"action": "replan"})).parts == ()


async def test_an_answer_ends_the_run_and_nothing_is_planned_behind_it() -> None:
    segment = await planned(VERIFY, {"action": "answer", "text": "To  Ann"}, CLICK)
    assert (segment.finishes, segment.answer, segment.steps) == (True, "To Ann", ())
    assert [part.words for part in segment.parts] == ["it is to Ann"]


async def test_giving_up_says_why() -> None:
    segment = await planned({"action": "give_up", "text": "no such person"}, finishes=True)
    assert (segment.gives_up, segment.finishes) == (True, False)
    assert segment.reason == "no such person"


async def test_what_is_done_before_giving_up_is_done_first() -> None:
    segment = await planned(CLICK, {"action": "give_up", "text": "no such person"})
    assert not segment.gives_up and [step.is_replan for step in segment.steps] == [False, True]


async def test_notes_and_what_it_wants_to_read_are_kept_apart_from_the_steps() -> None:
    segment = await planned(
        {"action": "note", "text": "the total is 42"}, {"action": "read", "zone_id": "To"}, CLICK
    )
    assert (segment.notes, segment.reads, segment.steps) == (("the total is 42",), ("To",), ())


async def test_a_question_goes_to_the_person_with_its_choices() -> None:
    with pytest.raises(NeedsOperator) as asked:
        await planned({"action": "ask", "text": "To whom?\nAnn\nBob\nAnn"})
    assert (asked.value.question, asked.value.choices) == ("To whom?", ("Ann", "Bob"))
    assert asked.value.by_model


@pytest.mark.parametrize(
    ("step", "told", "complaint"),
    [
        (
            {"action": "ask", "text": "To whom?\nAnn\nBob"},
            {"answers": {"To whom?": "Ann"}},
            "answered that already",
        ),
        (
            {"action": "read", "zone_id": "To"},
            {"texts": (ReadText("To", 0, "Ann"),)},
            "stands above",
        ),
        (
            {"action": "read", "zone_id": "To@8000"},
            {"texts": (ReadText("To", 8000, "Ann"),)},
            "stands above",
        ),
        ({"action": "ask", "text": " \n "}, {}, "ask needs"),
        ({"action": "verify", "expect": ""}, {}, 'verify needs "expect"'),
        ({"action": "read"}, {"texts": (ReadText("window", 0, "Ann"),)}, "window stands above"),
        ({"action": "give_up"}, {}, "give_up needs"),
    ],
)
async def test_what_leads_nowhere_is_complained_of(
    step: dict[str, Any], told: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ReplyInvalid, match=complaint):
        await planned(step, **told)


async def test_a_look_that_names_a_window_is_no_end_of_the_plan() -> None:
    named = {"action": "replan", "expect": "window: Sent"}
    segment = await planned(CLICK, named, {"action": "press", "keys": "ctrl+p"})
    actions = [type(step.action).__name__ for step in segment.steps]
    assert actions == ["Click", "Replan", "PressKeys", "Replan"]
    assert segment.steps[1].expected_change == WindowActive("Sent")
    assert segment.left == ()


@pytest.mark.parametrize(
    ("closed", "expected"),
    [
        ("closed: Print", WindowGone("", "Print file")),
        ("closed: ", WindowGone("", "Print file")),
        ("closed: Mail", WindowGone("w1", "Mail")),
        ("closed: Fax", SomethingChanges()),
    ],
)
async def test_what_closes_a_window_that_the_plan_itself_opens_is_expected_to(
    closed: str, expected: Condition | None
) -> None:
    opens = {**OPENS, "expect": "window: Print file"}
    closes = {"action": "press", "keys": "ctrl+w", "expect": closed}
    segment = await planned(opens, closes, finishes=True)
    assert segment.steps[-1].expected_change == expected


@pytest.mark.parametrize("look", [{"action": "replan"}, {"action": "look"}, OPENS])
async def test_what_stands_behind_an_unseen_screen_is_named(look: dict[str, Any]) -> None:
    behind = {"action": "press", "keys": "ctrl+p", "description": "Print it"}
    segment = await planned(CLICK, look, {"action": "note", "text": "a"}, behind, CLICK)
    assert [each.is_replan for each in segment.steps[-2:]] == [False, True]
    assert segment.left == ("Print it", "click Send")
