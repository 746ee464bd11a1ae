"""The reader takes what small models nearly write, and completes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.endpoint.reading import read_objects

_MEANT = {"steps": [{"do": "click", "on": "Save"}], "ok": True, "why": None}


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param('{"steps":[{"do":"click","on":"Save"}],"ok":true,"why":null}', id="plain"),
        pytest.param(
            'Here:\n```json\n{"steps":[{"do":"click","on":"Save"}],"ok":true,"why":null}\n```\nOk?',
            id="fence and prose",
        ),
        pytest.param(
            '{"steps": [{"do": "click", "on": "Save",},], "ok": true, "why": null,}',
            id="trailing commas",
        ),
        pytest.param(
            "{'steps': [{'do': 'click', 'on': 'Save'}], 'ok': True, 'why': None}", id="Python"
        ),
        pytest.param(
            '{"steps": [{"do": "click", "on": "Save"}], "ok": True, "why": None}',
            id="Python's literals in JSON",
        ),
        pytest.param('{steps: [{do: "click", on: "Save"}], ok: true, why: null}', id="bare names"),
        pytest.param(
            '{ // the plan\n"steps":[{"do":"click","on":"Save"}], // one\n"ok":true,"why":null}',
            id="comments",
        ),
        pytest.param(
            '<think>{"steps": []} or {?</think>\n'
            '{"steps":[{"do":"click","on":"Save"}],"ok":true,"why":null}',
            id="thoughts",
        ),
        pytest.param(
            'hm {"steps": []}</think>{"steps":[{"do":"click","on":"Save"}],"ok":true,"why":null}',
            id="thoughts without a beginning",
        ),
        pytest.param(
            'Draft {"steps": []}. Better:\n'
            '{"steps":[{"do":"click","on":"Save"}],"ok":true,"why":null}',
            id="the last is meant",
        ),
        pytest.param(
            '[{"steps":[{"do":"click","on":"Save"}],"ok":true,"why":null}]', id="list of one"
        ),
        pytest.param(
            "Use {braces} and [1] with (care) { so }: "
            '{"steps":[{"do":"click","on":"Save"}],"ok":true,"why":null}',
            id="braces in prose",
        ),
    ],
)
def test_what_was_meant_is_read(reply: str) -> None:
    assert read_objects(reply).objects[0] == _MEANT


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ('{"text": "a } in {it} and \\"quoted\\" ``` too"}', 'a } in {it} and "quoted" ``` too'),
        ("{'text': \"it's\"}", "it's"),
        ("{'text': 'a } b'}", "a } b"),
        ('{ // don\'t ask\n"text": "x"}', "x"),
        ("{'text': 'say \\'so\\''}", "say 'so'"),
        ('{"text": "two\nlines"}', "two\nlines"),
        ('{"text": "</think> stays"}', "</think> stays"),
        ('{"text": "don\'t {"}', "don't {"),
    ],
)
def test_texts_are_not_touched(reply: str, text: str) -> None:
    assert read_objects(reply).objects == ({"text": text},)


@pytest.mark.parametrize(
    "reply",
    [
        '{"steps": [{"do": "click"}, {"do": "ty',
        '{"steps": [{"do": "click"}]',
        '{"steps": [{"do": "click"}}',
        'First {"steps": []} and then {"steps": [{"do": "click"',
        "```json\n{\n  'steps': [",
        '{"a":' * 200 + "1" + "}" * 200,
    ],
)
def test_what_breaks_off_is_never_completed(reply: str) -> None:
    readings = read_objects(reply)
    assert not readings.objects
    assert readings.problem == "The JSON breaks off before its end."


@pytest.mark.parametrize("reply", ["", "  \n", "<think>{}</think>", "<think>I wonder {'a': 1}"])
def test_thoughts_alone_are_an_empty_reply(reply: str) -> None:
    readings = read_objects(reply)
    assert (readings.objects, readings.problem) == ((), "The reply is empty.")


@pytest.mark.parametrize("reply", ["Two.", "[1, 2]", "2", "{2}"])
def test_no_object_is_made_up(reply: str) -> None:
    readings: Any = read_objects(reply)
    assert not readings.objects and readings.has_no_json
