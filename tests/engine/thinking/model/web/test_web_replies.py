"""A reply is read as it was meant and checked against the JSON schema; what is wrong is said."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from pydantic import ValidationError

from engine.domain.web.proposals import ActionName
from engine.endpoint.schema import reply_schema
from engine.language.verbs import SAID
from engine.thinking.model.web.replies import (
    SCHEMA_FILE,
    VERBS,
    WebReply,
    WebStep,
    check_against_schema,
    form_for,
)

ENOUGH: dict[str, dict[str, Any]] = {
    "click": {"zone_id": "3"},
    "type": {"zone_id": "3", "text": "Ann"},
    "scroll": {"direction": "down"},
    "screenshot": {},
    "navigate": {"url": "http://127.0.0.1/cart"},
    "search": {"text": "socks"},
    "go_back": {},
    "go_forward": {},
    "switch_tab": {"tab": "t2"},
    "verify": {"expect": "text: Ann"},
    "read": {"zone_id": "page@700"},
    "note": {"text": "the number is 7"},
    "ask": {"text": "Which size?", "choices": ["S", "M"]},
    "answer": {},
    "give_up": {"text": "there is no such page"},
}


def read(said: dict[str, Any]) -> WebStep:
    return WebStep.model_validate_json(json.dumps(said))


def read_whole(said: dict[str, Any]) -> WebReply:
    return WebReply.model_validate_json(json.dumps(said))


def test_the_schema_knows_the_documents_actions_and_the_directors_words() -> None:
    schema = json.loads((files("resources") / SCHEMA_FILE).read_text(encoding="utf-8"))
    assert set(schema["properties"]["action"]["enum"]) == set(VERBS) == set(ENOUGH)
    assert set(VERBS) > SAID - {"look"} and set(VERBS.values()) == {*ActionName, None}
    assert set(schema["properties"]) == set(WebStep.model_fields)


@pytest.mark.parametrize("action", ENOUGH)
def test_each_action_passes_with_what_it_needs(action: str) -> None:
    said = {"action": action, **ENOUGH[action]}
    check_against_schema(said)
    assert read(said).action == action


@pytest.mark.parametrize(
    "action, lacks",
    [(action, name) for action, needs in ENOUGH.items() for name in needs if name != "choices"],
)
def test_what_an_action_lacks_is_named(action: str, lacks: str) -> None:
    said = {"action": action, **ENOUGH[action]}
    del said[lacks]
    field = lacks if lacks in reply_schema(WebStep).schema["properties"] else "text"
    with pytest.raises(ValueError, match=f'{action} needs "{field}": '):
        check_against_schema(said)


@pytest.mark.parametrize(
    "said, sentence",
    [
        ({"action": "hover", "zone_id": "3"}, 'not "hover"'),
        ({"element": "3"}, '"action"'),
        (
            {"action": "navigate", "url": "two words"},
            'this is not the address to open: "two words"',
        ),
        ({"action": "type", "element": "3", "text": ["a"]}, '"text" must be a string'),
        ({"action": "ask", "text": "x", "choices": ["a"] * 10}, '"choices" is too long'),
        ({"action": "click", "element": "3", "submit": "yes"}, '"submit" must be a boolean'),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(said: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read(said)
    assert sentence in str(refused.value)


def test_a_field_that_nobody_knows_does_not_fit_the_schema() -> None:
    with pytest.raises(ValueError, match="hover_ms"):
        check_against_schema({"action": "go_back", "hover_ms": 3})


@pytest.mark.parametrize(
    "said, expected",
    [
        ({"action": "click", "element": 12}, {"zone_id": "12"}),
        ({"action": "CLICK", "agent_id": "12"}, {"zone_id": "12"}),
        ({"action": "tap", "element": "[12]"}, {"zone_id": "12"}),
        ({"action": "click", "element": "element 12"}, {"zone_id": "12"}),
        ({"action": "click", "element": "12 | link | Apple pie"}, {"zone_id": "12"}),
        ({"action": "go-back", "element": "none", "text": ""}, {"zone_id": "", "text": ""}),
        ({"action": "scroll_up"}, {"direction": "up"}),
        ({"action": "scroll", "text": "Down"}, {"direction": "down"}),
        ({"action": "answer", "answer": 42}, {"text": "42"}),
        ({"action": "open", "address": "/cart"}, {"url": "/cart"}),
        ({"action": "search", "query": "socks", "direction": "down"}, {"direction": ""}),
        ({"action": "navigate", "text": "http://x/y"}, {"url": "http://x/y"}),
        ({"action": "switch_tab", "text": "t2 | Help"}, {"tab": "t2"}),
        ({"action": "switch_tab", "element": "t2"}, {"tab": "t2"}),
        (
            {"action": "ask_user", "text": "Which size?\n S \n\nM"},
            {"text": "Which size?", "choices": ["S", "M"]},
        ),
        ({"action": "check", "element": "7"}, {"action": "click"}),
        ({"action": "check", "element": "7", "expect": "checked"}, {"action": "verify"}),
        ({"action": "done", "asked_by": "the user", "confidence": 1}, {"asked_by": ""}),
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
        ({"action": "click", "element": 7}, {"steps": [WebStep(action="click", zone_id="7")]}),
        ({"steps": [], "finishes": True}, {"steps": [], "finishes": True}),
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


def test_a_server_is_offered_the_allowed_actions_only_in_a_schema_for_strict_mode() -> None:
    form = form_for((ActionName.SCROLL, ActionName.CLICK))
    sent = reply_schema(form)
    assert sent.is_strict
    assert list(sent.schema["properties"]) == ["reason", "steps", "finishes"]
    step = next(iter(sent.schema["$defs"].values()))
    assert step["properties"]["action"]["enum"] == ["click", "scroll", "verify", "note"]
    assert list(step["properties"]) == [
        *("action", "zone_id", "text", "submit", "expect", "description", "asked_by")
    ]
    assert form.model_validate({"action": "done"}).steps[0].action == "answer"
