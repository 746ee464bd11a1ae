"""What a scripted endpoint does with one request, beside answering it well."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Script:
    """One answer. ``text`` is what the model says.

    ``cut_off_at`` is the share of the body after which the connection ends, or after which nothing
    more comes where ``hangs_after_cut``. ``length_off_by`` is added to the Content-Length. ``raw``
    is a body to send as it stands. ``usage`` holds prompt, cached and completion tokens; None
    tells none; of the prompt's ``written`` went into the cache, of the completion's ``reasoning``
    were thoughts. ``thinks`` is a thought that comes before, ``beside`` what is said beside the
    call of a tool."""

    text: str = ""
    delay_secs: float = 0.0
    pause_secs: float = 0.0
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "application/json"
    raw: bytes | None = None
    finish_reason: str | None = "stop"
    refusal: str | None = None
    has_choices: bool = True
    usage: tuple[int, int, int] | None = (120, 40, 30)
    stream_error: str = ""
    written: int = 0
    reasoning: int = 0
    thinks: str = ""
    beside: str = ""
    thinks_for_chunks: int = 0
    cut_off_at: float | None = None
    hangs_after_cut: bool = False
    length_off_by: int = 0
    never_answers: bool = False
    hangs_up: bool = False


def error(
    status: int,
    message: str,
    *,
    code: str | None = None,
    param: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Script:
    """An error as OpenAI writes it."""
    told = {"message": message, "type": "invalid_request_error", "code": code, "param": param}
    raw = json.dumps({"error": told}).encode()
    return Script(status=status, headers=headers or {}, raw=raw)


def busy(retry_after_secs: float = 0.05) -> Script:
    return error(429, "Rate limit reached.", headers={"Retry-After": str(retry_after_secs)})


def server_error(status: int = 500) -> Script:
    """With a short Retry-After, so that a test need not wait for the client's patience."""
    return error(status, "The server had an error.", headers={"Retry-After": "0.02"})


def web_page(status: int = 200) -> Script:
    page = b"<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>"
    return Script(status=status, media_type="text/html; charset=utf-8", raw=page)


def broken_off(text: str, *, at: float = 0.5) -> Script:
    """The connection ends in the middle of the body."""
    return Script(text, cut_off_at=at)


def stalled(text: str, *, at: float = 0.5) -> Script:
    """Nothing more comes from the middle of the body on."""
    return Script(text, cut_off_at=at, hangs_after_cut=True)


def too_short_a_length(text: str) -> Script:
    """The Content-Length is less than the body has."""
    return Script(text, length_off_by=-40)


def too_long_a_length(text: str) -> Script:
    """The Content-Length is more than the body has, and then the connection ends."""
    return Script(text, length_off_by=40)


def cut_for_length(text: str) -> Script:
    """The model was stopped at the most tokens that it may write."""
    return Script(text, finish_reason="length")


def no_choices() -> Script:
    return Script(has_choices=False)


def declined(words: str = "I can't help with that.") -> Script:
    return Script(refusal=words)


def filtered() -> Script:
    return Script(finish_reason="content_filter")


def huge(size_bytes: int) -> Script:
    return Script('{"text": "' + "x" * size_bytes + '"}')


def hung_up() -> Script:
    """The connection ends without a word."""
    return Script(hangs_up=True)


def silent() -> Script:
    return Script(never_answers=True)
