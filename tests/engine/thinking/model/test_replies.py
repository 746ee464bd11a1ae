"""What a model may reply, and what it is told where that does not do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from engine.thinking.model.replies import (
    AssessmentReply,
    FirstProposalReply,
    PlanReply,
    ProposalReply,
    StepReply,
    UndoReply,
    checked,
)


def complaint(form: type[BaseModel], **said: Any) -> str:
    with pytest.raises(ValidationError) as raised:
        form.model_validate(said)
    return str(raised.value)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("Click", "click"),
        ("double click", "double_click"),
        ("right-click", "right_click"),
        ("type_text", "type"),
        ("hotkey", "press"),
        ("__replan__", "replan"),
    ],
)
def test_an_action_is_read_in_other_spellings(said: str, action: str) -> None:
    step = StepReply.model_validate({"action": said, "zone_id": "a", "text": "b", "keys": "enter"})
    assert step.action == action


def test_a_zone_that_says_replan_is_a_replan() -> None:
    step = StepReply.model_validate({"action": "click", "zone_id": "__replan__"})
    assert step.action == "replan"


@pytest.mark.parametrize(
    ("keys", "chord"),
    [
        ("ctrl+s", ("ctrl", "s")),
        ("Ctrl+S", ("ctrl", "s")),
        (["ctrl", "s"], ("ctrl", "s")),
        ("ctrl-shift-t", ("ctrl", "shift", "t")),
        ("Page_Down", ("page_down",)),
        ("Enter", ("return",)),
        ("F5", ("f5",)),
        ("ctrl++", ("ctrl", "plus")),
        (7, ("7",)),
    ],
)
def test_keys_are_read_as_models_write_them(keys: object, chord: tuple[str, ...]) -> None:
    assert StepReply.model_validate({"action": "press", "keys": keys}).chord == chord


def test_what_stands_in_the_neighbouring_field_is_found() -> None:
    assert StepReply.model_validate({"action": "press", "text": "ctrl+s"}).chord == ("ctrl", "s")
    launch = StepReply.model_validate({"action": "launch", "zone_id": "Mail"})
    assert launch.text == "Mail"


@pytest.mark.parametrize("nothing", ["None", "null", "__global__", None])
def test_words_for_no_zone_are_none(nothing: str | None) -> None:
    step = StepReply.model_validate({"action": "type", "text": "a", "zone_id": nothing})
    assert step.zone_id == ""


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"action": "click"}, 'click needs "zone_id"'),
        ({"action": "click", "zone_id": "__global__"}, 'click needs "zone_id"'),
        ({"action": "type", "zone_id": "a"}, 'type needs "text": the text to type'),
        ({"action": "press", "keys": "hocus"}, 'press needs "keys", one chord'),
        ({"action": "press", "keys": ""}, 'press needs "keys"'),
        ({"action": "launch"}, 'launch needs "text": the name of the application'),
        ({"action": "drag", "zone_id": "a"}, 'drag needs "text"'),
        ({"action": "dance"}, "action"),
        ({}, "action"),
    ],
)
def test_what_is_missing_is_said(said: dict[str, str], told: str) -> None:
    assert told in complaint(StepReply, **said)


def test_a_field_may_be_emptied() -> None:
    step = StepReply.model_validate({"action": "set_text", "zone_id": "a", "text": ""})
    assert step.text == ""


def test_an_empty_plan_can_be_read() -> None:
    plan = PlanReply.model_validate_json('{"steps": [], "finishes": true}')
    assert plan.finishes
    assert plan.steps == []


def test_an_empty_object_is_no_plan() -> None:
    assert "steps" in complaint(PlanReply)


@pytest.mark.parametrize("distance", [-1, 10.5, 100])
@pytest.mark.parametrize("form", [AssessmentReply, FirstProposalReply])
def test_a_distance_out_of_range_is_refused(form: type[BaseModel], distance: float) -> None:
    assert "from 0 (far) to 10 (reached)" in complaint(form, distance=distance)


@pytest.mark.parametrize("rest", [{"distance": 3}, {"distance": 10, "is_reachable": False}])
def test_an_assessment_agrees_with_itself(rest: dict[str, Any]) -> None:
    assert "what is reached has the distance 10" in complaint(
        AssessmentReply, is_reached=True, **rest
    )


def test_a_first_proposal_must_tell_the_distance() -> None:
    assert "distance" in complaint(FirstProposalReply, steps=[])
    assert ProposalReply.model_validate({"steps": []}).steps == []


def test_looking_again_is_no_proposal() -> None:
    assert "replan does nothing" in complaint(ProposalReply, steps=[{"action": "replan"}])


def test_no_steps_back_are_a_reply() -> None:
    assert UndoReply.model_validate({"steps": []}).steps == []


def test_a_check_of_the_screen_is_part_of_the_form() -> None:
    def refuse(reply: PlanReply) -> None:
        raise ValueError("not on this screen")

    form = checked(PlanReply, refuse)
    assert "not on this screen" in complaint(form, steps=[], finishes=True)
    same = PlanReply.model_json_schema()
    assert form.model_json_schema()["properties"] == same["properties"]
    assert form.__name__ == "PlanReply"


@pytest.mark.parametrize(
    "form", [PlanReply, ProposalReply, FirstProposalReply, AssessmentReply, UndoReply]
)
def test_no_form_has_a_choice_of_shapes(form: type[BaseModel]) -> None:
    """Some servers take no alternatives in a schema, and then let nothing but null through."""
    assert not {"anyOf", "oneOf", "null"} & set(re.findall(r"\w+", str(form.model_json_schema())))
