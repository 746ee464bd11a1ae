"""Schemas are such that strict mode takes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from engine.endpoint.request import reply_schema
from engine.perception.vision.reply import SeenThings
from engine.thinking.model import replies
from engine.thinking.model.exploring.replies import VerdictReply
from tests.support.strict_schemas import is_strict


class _Click(BaseModel):
    kind: Literal["click"]
    zone: str = Field(description="The zone's number.", max_length=12)


class _Type(BaseModel):
    kind: Literal["type"]
    text: str = ""
    into: _Click | None = None


class _Plan(BaseModel):
    """A plan."""

    title: str
    steps: list[Annotated[_Click | _Type, Field(discriminator="kind")]]
    first: _Click = Field(description="Where to begin.")
    distance: int = Field(default=0, ge=0, le=10)


class _Tree(BaseModel):
    name: str
    left: _Tree | None = None


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from _objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _objects(part)


@pytest.mark.parametrize("form", [_Plan, _Tree])
def test_strict_mode_takes_a_plain_reply(form: type[BaseModel]) -> None:
    made = reply_schema(form)
    assert is_strict(made.schema)
    for described in _objects(made.schema):
        assert described["additionalProperties"] is False
        assert described["required"] == list(described["properties"])
    for refused in ('"oneOf"', '"default"', '"maxLength"', '"discriminator"'):
        assert refused not in made.as_text.replace('"title":{', "")
    assert "$ref" not in made.schema or len(made.schema) == 1


def test_a_property_may_have_a_keyword_s_name() -> None:
    schema = reply_schema(_Plan).schema
    assert schema["properties"]["title"] == {"type": "string"}
    assert list(schema["properties"]) == ["title", "steps", "first", "distance"]


def test_words_beside_a_reference_are_kept() -> None:
    first = reply_schema(_Plan).schema["properties"]["first"]
    assert first["description"] == "Where to begin."
    assert "$ref" not in first


@pytest.mark.parametrize(
    "form",
    [SeenThings, VerdictReply, replies.AssessmentReply, replies.UndoReply, replies.PlanReply],
)
def test_strict_mode_takes_what_a_model_is_asked_for(form: type[BaseModel]) -> None:
    made = reply_schema(form)
    assert is_strict(made.schema)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", made.name)
