"""The schema in the documents fits what is exported, and names every field of every event."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.record.source import Stored, export_jsonl
from tests.engine.record.test_earlier_databases import SESSIONS, open_database
from tests.support.session_schema import FILE, fields_of_events, schema

SCHEMA: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_kind_stands_there_with_its_version_and_its_fields() -> None:
    told = {}
    for each in SCHEMA["$defs"].values():
        fields = each.get("properties", {})
        if {"kind", "version"} <= set(fields):
            told[fields["kind"]["const"]] = fields["version"]["default"], frozenset(fields)
    written = fields_of_events()
    made_anew = "python -m tests.support.session_schema"
    assert {kind: told.get(kind) for kind in written} == written, made_anew
    assert json.loads(json.dumps(schema())) == SCHEMA, made_anew


@pytest.mark.parametrize(("database", "session_id"), SESSIONS)
async def test_each_line_of_an_export_fits_it(
    database: str, session_id: str, tmp_path: Path
) -> None:
    store = await open_database(database, tmp_path)
    await export_jsonl(tmp_path / "a.jsonl", await Stored.of(store, session_id))
    await store.close()
    fits = Draft202012Validator(SCHEMA)
    header, *lines = [json.loads(each) for each in (tmp_path / "a.jsonl").read_bytes().splitlines()]
    fits.validate(header)
    for line in lines:
        fits.validate(line)
    event = next(each for each in lines if each["event"]["kind"] == "session_started")
    for wrong in ({"goal": 7}, {"kind": "no_such_kind"}):
        assert not fits.is_valid(event | {"event": event["event"] | wrong})
