"""Anthropic's Messages: bodies to send, and what comes back.

The system text and what stays of the prompt from call to call carry cache marks, each on a block of
its own, so that the server finds again what it has read. A repair sends the model's own turn back
as it came, its thinking blocks unchanged."""

import base64
import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

from engine.domain.models import ReplyForm
from engine.endpoint import request
from engine.endpoint.reading import Foreign, Received, UsagePaths, given
from engine.language.server_answers import json_in

NAME = "Messages"
FORMS = (ReplyForm.JSON_SCHEMA, ReplyForm.TOOL, ReplyForm.TEXT)
PARAMETERS: tuple[tuple[str, str], ...] = (("stream", r"\bstream(ing|ed)?\b"),)
"""What can be left out. No temperature is sent: newer models refuse one."""

_MARK = {"cache_control": {"type": "ephemeral"}}
_ENDS = {"max_tokens": "length", "model_context_window_exceeded": "length"}
_DECLINED = "The model declined."


def body(
    asking: request.Asking, settings: request.EndpointSettings, traits: request.EndpointTraits
) -> dict[str, Any]:
    """The JSON to send."""
    told: dict[str, Any] = {
        "model": settings.model,
        "max_tokens": settings.max_reply_tokens,
        "messages": _messages(asking, traits.form),
        **_reply_form(asking.schema, traits.form),
    }
    if system := asking.question.system:
        told["system"] = [{"type": "text", "text": system, **_MARK}]
    if "stream" not in traits.left_out:
        told["stream"] = True
    return told


def _messages(asking: request.Asking, form: ReplyForm) -> list[dict[str, Any]]:
    content = _blocks(asking.prompt_for(form), asking.cuts)
    if picture := asking.question.picture:
        data = base64.b64encode(picture.data).decode()
        source = {"type": "base64", "media_type": picture.media_type, "data": data}
        content.append({"type": "image", "source": source})
    messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
    if asking.repair is None:
        return messages
    turn = asking.repair.turn or [{"type": "text", "text": asking.repair.echo}]
    calls = [block["id"] for block in turn if block.get("type") == "tool_use"]
    answer = [
        {"type": "tool_result", "tool_use_id": call, "content": asking.complaint, "is_error": True}
        for call in calls
    ] or [{"type": "text", "text": asking.complaint}]
    return [*messages, {"role": "assistant", "content": turn}, {"role": "user", "content": answer}]


def _blocks(prompt: str, cuts: tuple[int, ...]) -> list[dict[str, Any]]:
    """The prompt as blocks that end where it was the same before, the last of these with a mark."""
    ends = (0, *(cut for cut in cuts if cut < len(prompt)), len(prompt))
    blocks: list[dict[str, Any]] = [
        {"type": "text", "text": prompt[start:end]} for start, end in pairwise(ends)
    ]
    if len(blocks) > 1:
        blocks[-2] = {**blocks[-2], **_MARK}
    return blocks


def _reply_form(schema: request.ReplySchema, form: ReplyForm) -> dict[str, Any]:
    match form:
        case ReplyForm.JSON_SCHEMA:
            return {"output_config": {"format": {"type": "json_schema", "schema": schema.schema}}}
        case ReplyForm.TOOL:
            told = {"name": schema.name, "description": request.TOOL_WORDS}
            tool = {**told, "input_schema": schema.schema}
            return {"tools": [tool], "tool_choice": {"type": "tool", "name": schema.name}}
        case _:
            return {}


_USAGE = UsagePaths(
    prompt="input_tokens",
    cached="cache_read_input_tokens",
    written="cache_creation_input_tokens",
    completion="output_tokens",
    reasoning="output_tokens_details.thinking_tokens",
    counts_cache_apart=True,
)


def take(told: dict[str, Any], into: Received) -> None:
    """See ``wire.Take``."""
    kind = given(told, "type", str) or "message"
    if kind == "message":
        _take_whole(told, into)
        return
    _take_usage(told, into)
    delta = given(told, "delta", dict) or {}
    if kind == "message_start":
        _take_usage(given(told, "message", dict) or {}, into)
    elif kind == "content_block_start" and (block := given(told, "content_block", dict)):
        into.turn.append(dict(block))
        into.text += str(block.get("text") or "") if block.get("type") == "text" else ""
    elif kind == "content_block_delta" and into.turn:
        # blocks come one after the other: a piece is of the last that began
        block = into.turn[-1]
        for name in ("text", "thinking", "signature"):
            if piece := given(delta, name, str):
                block[name] = f"{block.get(name) or ''}{piece}"
        into.text += given(delta, "text", str) or ""
        if piece := given(delta, "partial_json", str):
            said = block["input"] if isinstance(block.get("input"), str) else ""
            block["input"] = f"{said}{piece}"
            is_first = sum(one.get("type") == "tool_use" for one in into.turn) == 1
            into.arguments += piece if is_first else ""
    elif kind == "message_delta":
        _end(given(delta, "stop_reason", str), into)


def _take_whole(message: dict[str, Any], into: Received) -> None:
    blocks = given(message, "content", list, is_needed=True)
    if not all(isinstance(block, dict) for block in blocks):
        raise Foreign("content")
    into.turn = [dict(block) for block in blocks]
    for block in into.turn:
        if block.get("type") == "text":
            into.text += str(block.get("text") or "")
        elif block.get("type") == "tool_use" and not into.arguments:
            into.arguments = json.dumps(block.get("input"), ensure_ascii=False)
    _take_usage(message, into)
    _end(given(message, "stop_reason", str), into)


def _end(reason: str | None, into: Received) -> None:
    """The turn goes back only where it is whole; texts of it that are empty are refused there."""
    if reason is None:
        return
    into.finish_reason = _ENDS.get(reason, reason)
    if reason == "refusal":
        into.refusal, into.text, into.arguments = into.text or _DECLINED, "", ""
    for block in into.turn:
        if block.get("type") == "tool_use" and isinstance(block.get("input"), str):
            block["input"] = json_in(block["input"])
    is_whole = reason in ("end_turn", "tool_use") and all(
        isinstance(block.get("input", {}), dict) for block in into.turn
    )
    into.turn = [
        block for block in into.turn if block.get("type") != "text" or str(block["text"]).strip()
    ]
    if not is_whole:
        into.turn = []


def _take_usage(told: dict[str, Any], into: Received) -> None:
    """The prompt is told when a stream begins, all that was written when it ends."""
    now, before = _USAGE.read(given(told, "usage", dict)), into.usage
    if now is not None and before is not None and not now.prompt:
        now = replace(before, completion=now.completion, reasoning=now.reasoning)
    into.usage = now or before
