"""A reply is read as it was meant, by one table of verbs; what may be done is offered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from engine.domain.web.proposals import ActionName
from engine.endpoint.request import reply_schema
from engine.language.verbs import VERBS
from engine.thinking.model.replies import StepReply
from engine.thinking.model.web.replies import ACTIONS, OFFERED, WebReply, form_for
from tests.support.strict_schemas import is_strict


def read(said: dict[str, Any]) -> StepReply:
    return read_whole({"steps": [said]}).steps[0]


def read_whole(said: dict[str, Any]) -> WebReply:
    return WebReply.model_validate_json(json.dumps(said))


def test_the_navigator_knows_the_documents_actions_by_the_one_table_of_verbs() -> None:
    assert set(ACTIONS) == {verb.name for verb in VERBS} - {"fill"}
    said_otherwise = {ActionName.SCREENSHOT}  # a look where no picture is sent
    assert set(ACTIONS.values()) == {*ActionName, None} - said_otherwise
    assert not {verb.name for verb in OFFERED} & {"launch", "focus_window", "replan"}


@pytest.mark.parametrize(
    "said, sentence",
    [
        ({"action": "hover", "zone_id": "3"}, "action"),
        ({"element": "3"}, "action"),
        ({"action": "click"}, 'click needs "zone_id"'),
        ({"action": "navigate"}, 'navigate needs "text": the address to open'),
        ({"action": "switch_tab"}, 'switch_tab needs "text": the tab'),
        ({"action": "verify"}, 'verify needs "expect"'),
        ({"action": "type", "element": "3", "text": ["a"], "at": ""}, ""),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(said: dict[str, Any], sentence: str) -> None:
    if not sentence:
        assert read(said).text == "a"
        return
    with pytest.raises(ValidationError) as refused:
        read(said)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    "said, expected",
    [
        ({"action": "click", "element": 12}, {"zone_id": "12"}),
        ({"action": "CLICK", "agent_id": "12"}, {"zone_id": "12"}),
        ({"action": "tap", "element": "[12]"}, {"zone_id": "12"}),
        ({"action": "click", "element": "element 12"}, {"zone_id": "12"}),
        ({"action": "click", "element": "12 | link | Apple pie"}, {"zone_id": "12"}),
        ({"action": "go-back", "element": "none", "text": ""}, {"zone_id": "", "text": ""}),
        ({"action": "scroll_up", "zone_id": "3"}, {"action": "scroll", "text": "up"}),
        ({"action": "answer", "answer": 42}, {"text": "42"}),
        ({"action": "goto", "address": "/cart"}, {"action": "navigate", "text": "/cart"}),
        ({"action": "search", "query": "socks"}, {"text": "socks"}),
        ({"action": "switch_tab", "text": "t2 | Help"}, {"text": "t2"}),
        ({"action": "switch_tab", "element": "t2"}, {"text": "t2"}),
        ({"action": "ask_user", "text": "Size?", "choices": ["S", "M"]}, {"text": "Size?\nS\nM"}),
        ({"action": "fill", "zone_id": "3", "text": "Ann"}, {"action": "set_text"}),
        ({"action": "type", "zone_id": "3", "text": "a", "submit": True}, {"text": "a\n"}),
        ({"action": "check", "element": "7"}, {"action": "click"}),
        ({"action": "check", "element": "7", "expect": "checked"}, {"action": "verify"}),
        ({"action": "go_back", "asked_by": "the user", "confidence": 1}, {"asked_by": ""}),
        ({"action": "type", "element": "1", "text": "{{secret:pin}}"}, {"text": "{{secret:pin}}"}),
    ],
)
def test_what_nearly_fits_is_read_as_it_was_meant(
    said: dict[str, Any], expected: dict[str, Any]
) -> None:
    reply = read(said)
    assert {name: getattr(reply, name) for name in expected} == expected


@pytest.mark.parametrize(
    "said, expected",
    [
        ({"action": "click", "element": 7}, {"steps": [StepReply(action="click", zone_id="7")]}),
        ({"steps": [], "finishes": True}, {"steps": [], "finishes": True}),
        ({"action": "done"}, {"steps": [], "finishes": True}),
        ({"steps": [], "proofs": ["a", 1, " "]}, {"proofs": ["a"]}),
        ({"steps": [], "proofs": "a page"}, {"proofs": []}),
        ({"steps": [], "proofs": ["a", "b", "c", "d"]}, {"proofs": ["a", "b", "c"]}),
        ({"steps": [], "kind": "thing", "mode": "answer"}, {"kind": None, "mode": "answer"}),
        ({"steps": [], "thought": "it is there"}, {"reason": "it is there"}),
    ],
)
def test_a_whole_reply_is_read_as_it_was_meant(
    said: dict[str, Any], expected: dict[str, Any]
) -> None:
    reply = read_whole(said)
    assert {name: getattr(reply, name) for name in expected} == expected


@pytest.mark.parametrize("has_room", [True, False])
def test_a_server_is_offered_the_allowed_actions_only_in_a_schema_for_strict_mode(
    has_room: bool,
) -> None:
    form = form_for((ActionName.SCROLL, ActionName.CLICK, ActionName.DO), has_room=has_room)
    sent = reply_schema(form)
    assert is_strict(sent.schema)
    assert list(sent.schema["properties"]) == ["reason", "steps", "finishes"]
    step = next(iter(sent.schema["$defs"].values()))
    beside = ["double_click", "right_click"] if has_room else []
    assert step["properties"]["action"]["enum"][: len(beside) + 1] == ["click", *beside]
    assert ("drag" in step["properties"]["action"]["enum"]) is has_room
    assert "navigate" not in step["properties"]["action"]["enum"]
    assert ("at" in step["properties"]) is has_room
    assert form.model_validate({"action": "navigate", "text": "/"}).steps[0].action == "navigate"
