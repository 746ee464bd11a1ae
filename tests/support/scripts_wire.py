"""The bodies of a scripted endpoint, in the words of OpenAI's protocol."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tests.support.scripts import Script

_CHUNK_CHARACTERS = 12


def as_completion(script: Script, body: dict[str, Any]) -> bytes:
    """A whole answer."""
    message: dict[str, Any] = {"role": "assistant", "content": script.text or None}
    if script.refusal is not None:
        message["refusal"] = script.refusal
    elif "tools" in body:
        calls = [_tool(script.text, body)]
        message = {"role": "assistant", "content": script.beside or None, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": script.finish_reason}
    told: dict[str, Any] = {
        "id": "scripted-1",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model", "scripted"),
        "choices": [choice] if script.has_choices else [],
    }
    if script.usage is not None:
        told["usage"] = _usage(script)
    return json.dumps(told).encode()


def as_chunks(script: Script, body: dict[str, Any]) -> list[dict[str, Any]]:
    """The same in pieces; the usage comes last where it was asked for."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": "hm "}] * script.thinks_for_chunks
    if script.refusal is not None:
        deltas.append({"refusal": script.refusal})
    elif "tools" in body:
        deltas += [{"content": piece} for piece in pieces(script.beside)]
        first = _tool("", body)
        deltas.append({"tool_calls": [{"index": 0, **first}]})
        deltas += [
            {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}
            for piece in pieces(script.text)
        ]
    else:
        deltas += [{"content": piece} for piece in pieces(script.text)]
    chunks = [_chunk(body, [{"index": 0, "delta": delta}]) for delta in deltas]
    if script.stream_error:
        return [*chunks, {"error": {"message": script.stream_error, "code": 500}}]
    if script.finish_reason is not None:
        end = {"index": 0, "delta": {}, "finish_reason": script.finish_reason}
        chunks.append(_chunk(body, [end]))
    if not script.has_choices:
        chunks = []
    wants_usage = (body.get("stream_options") or {}).get("include_usage")
    if script.usage is not None and wants_usage:
        chunks.append({**_chunk(body, []), "usage": _usage(script)})
    return chunks


def as_event_stream(chunks: Iterable[dict[str, Any]]) -> list[bytes]:
    return [b"data: %s\n\n" % json.dumps(chunk).encode() for chunk in chunks] + [
        b"data: [DONE]\n\n"
    ]


def pieces(text: str) -> list[str]:
    step = max(_CHUNK_CHARACTERS, len(text) // 200)
    return [text[start : start + step] for start in range(0, len(text), step)]


def _tool(arguments: str, body: dict[str, Any]) -> dict[str, Any]:
    name = body["tools"][0]["function"]["name"]
    return {"id": "call-1", "type": "function", "function": {"name": name, "arguments": arguments}}


def _chunk(body: dict[str, Any], choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "scripted-1",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": body.get("model", "scripted"),
        "choices": choices,
    }


def _usage(script: Script) -> dict[str, Any]:
    prompt, cached, completion = script.usage or (0, 0, 0)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached, "cache_write_tokens": script.written},
        "completion_tokens_details": {"reasoning_tokens": script.reasoning},
    }
