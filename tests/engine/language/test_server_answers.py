"""What the body of an answer says of what a server was asked to do."""

from __future__ import annotations

import json

import pytest

from engine.language.server_answers import repeats, word_of


@pytest.mark.parametrize(
    ("told", "word"),
    [
        ({"ok": False, "name": "Gull"}, "no"),
        ({"success": False}, "no"),
        ({"error": {"code": 17}}, "no"),
        ({"data": None, "errors": [{"message": "forbidden"}]}, "no"),
        ({"data": {"addBoat": {"boat": None, "userErrors": [{"field": "name"}]}}}, "no"),
        ({"status": "error", "message": "x"}, "no"),
        ({"delivered": False}, "no"),
        (False, "no"),
        ({"fault": "It is still on the slip."}, "no"),
        ({"ok": True, "complete": False}, "no"),
        ({"ok": True, "errors": []}, "yes"),
        ({"result": {"success": True}}, "yes"),
        ({"id": 118, "is_old": False}, ""),
        ({"liked": True, "count": 43}, ""),
        ({"ok": True, "todo": {"title": "x", "completed": False}}, "yes"),
        ({"fault": ""}, ""),
        ({"errors": None, "count": 2}, ""),
        ({"mine": 0, "quota": 0}, "aside"),
        ({}, ""),
        ("text", ""),
    ],
)
def test_what_an_answer_says_is_told_by_its_protocol(told: object, word: str) -> None:
    assert word_of(json.dumps(told), gives_back=False, asks_for_no=False) == word


def test_what_was_to_be_off_may_be_told_as_off_and_what_is_given_back_was_heard() -> None:
    assert word_of('{"on": false}', gives_back=False, asks_for_no=True) == "aside"
    assert word_of('{"name": "Gull", "done": false}', gives_back=True, asks_for_no=False) == ""
    assert word_of("<html>", gives_back=True, asks_for_no=False) == ""


@pytest.mark.parametrize(
    ("body", "sent", "is_record"),
    [
        ('{"light": false, "bin": 0}', '{"bin": 0}', True),
        ('{"data": {"bin": 0, "tags": ["a"]}}', '{"bin": 0, "tags": ["a"]}', True),
        ('{"light": false, "bin": 3}', '{"bin": 0}', False),
        ('{"delivered": false}', '{"bin": 0}', False),
        ('{"delivered": false}', "bin=0", False),
        ("false", "{}", False),
    ],
)
def test_an_answer_that_holds_all_that_was_sent_is_the_record(
    body: str, sent: str, *, is_record: bool
) -> None:
    assert repeats(body, sent) is is_record
