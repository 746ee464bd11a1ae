"""What to leave out when a server refuses a request: one table, walked a step at a time.

Endpoints differ in what they take: the form of the reply, streaming, a parameter. Each refusal
takes one thing away, the thing that it names where it names one. What was found out so is
remembered (``form_memory.py``), so that it costs a few requests once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.domain.models import ReplyForm
from engine.endpoint.failures import ServerSaid
from engine.endpoint.form_memory import EndpointTraits

FORMS = (ReplyForm.JSON_SCHEMA, ReplyForm.JSON_OBJECT, ReplyForm.TOOL, ReplyForm.TEXT)

_PARAMETERS: tuple[tuple[str, str], ...] = (
    ("stream_options", r"stream_options|include_usage"),
    ("temperature", r"\btemperature\b"),
    ("max_tokens", r"\bmax_tokens\b"),
    ("max_completion_tokens", r"\bmax_completion_tokens\b"),
    ("stream", r"\bstream(ing|ed)?\b"),
    ("system", r"\bsystem['\"]? (role|message|prompt)|\brole\b.{0,20}\bsystem\b"),
)
"""What can be left out, and how servers name it. Without "max_tokens" its newer name is sent."""

_FORM_WORDS = re.compile(
    r"response_format|json_schema|json_object|\bschema\b|grammar|guided|structured"
    r"|\btools?\b|tool_choice|\bfunctions?\b",
    re.IGNORECASE,
)
_NAMING_STATUSES = frozenset({400, 404, 405, 415, 422, 500, 501})
"""With these a server may say what it refuses,"""
_VAGUE_STATUSES = frozenset({400, 415, 422, 501})
"""and with these that it refuses something."""


def step_down(
    traits: EndpointTraits, body: Mapping[str, Any], said: ServerSaid
) -> EndpointTraits | None:
    """What to try next after a refusal of ``body``; None where the refusal is about something
    else, or nothing is left to leave out."""
    if said.is_about_other_things or said.status not in _NAMING_STATUSES:
        return None
    if named := _named(said, body):
        return traits.without(named)
    names_form = _FORM_WORDS.search(f"{said.param} {said.message}")
    is_vague = said.status in _VAGUE_STATUSES
    if traits.form is not ReplyForm.TEXT and (names_form or is_vague):
        return replace(traits, form=FORMS[FORMS.index(traits.form) + 1])
    if is_vague and body.get("stream"):
        return traits.without("stream")
    return None


def _named(said: ServerSaid, body: Mapping[str, Any]) -> str:
    """The parameter that is refused: by the field for it, else by the words."""
    sent = {**body, "system": body["messages"][0]["role"] == "system" or None}
    for text in (said.param, said.message):
        for name, words in _PARAMETERS:
            if sent.get(name) is not None and re.search(words, text, re.IGNORECASE):
                return name
    return ""
