"""The bodies of a scripted endpoint, in the words of Responses and of Messages."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from tests.support.scripts import Script
from tests.support.scripts_wire import pieces

Body = dict[str, Any]
_numbers = count(1)


def as_response(script: Script, body: Body) -> Body:
    """A whole ``response`` object."""
    number = next(_numbers)
    items: list[Body] = []
    if script.thinks:
        told = {"type": "summary_text", "text": script.thinks}
        thought = {"id": f"rs_{number}", "type": "reasoning", "summary": [told]}
        items.append({**thought, "encrypted_content": f"sealed-{number}-{script.thinks}"})
    text: Body = {"type": "output_text", "text": script.text, "annotations": [], "logprobs": []}
    if script.refusal is not None:
        text = {"type": "refusal", "refusal": script.refusal}
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant",
               "status": "completed", "content": [text]}  # fmt: skip
    if "tools" in body and script.refusal is None:
        items += (
            [{**message, "content": [{**text, "text": script.beside}]}] if script.beside else []
        )
        items.append({"id": f"fc_{number}", "type": "function_call", "call_id": f"call_{number}",
                      "name": body["tools"][0]["name"], "arguments": script.text,
                      "status": "completed"})  # fmt: skip
    else:
        items.append(message)
    reason = {"length": "max_output_tokens"}.get(script.finish_reason or "", script.finish_reason)
    is_whole = script.finish_reason in ("stop", None)
    told = {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 0,
        "model": body.get("model"),
        "status": "completed" if is_whole else "incomplete",
        "error": None,
        "incomplete_details": None if is_whole else {"reason": reason},
        "output": items if script.has_choices else [],
        "previous_response_id": body.get("previous_response_id"),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }
    if script.usage is not None:
        prompt, cached, completion = script.usage
        told["usage"] = {
            "input_tokens": prompt,
            "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": script.written},
            "output_tokens": completion,
            "output_tokens_details": {"reasoning_tokens": script.reasoning},
            "total_tokens": prompt + completion,
        }
    return told


def as_response_events(script: Script, body: Body) -> list[Body]:
    """The same as a stream."""
    whole = as_response(script, body)
    events: list[Body] = [{"type": "response.created", "response": {**whole, "output": []}}]
    for index, item in enumerate(whole["output"]):
        place = {"output_index": index, "item_id": item["id"]}
        events.append({"type": "response.output_item.added", "output_index": index, "item": {}})
        if item["type"] == "function_call":
            events += [{"type": "response.function_call_arguments.delta", "delta": piece, **place}
                       for piece in pieces(item["arguments"])]  # fmt: skip
        for part in item.get("content", []):
            kind = "refusal" if "refusal" in part else "output_text"
            text = part.get("refusal", part.get("text"))
            events += [{"type": f"response.{kind}.delta", "delta": piece, **place}
                       for piece in pieces(text)]  # fmt: skip
        events.append({"type": "response.output_item.done", "output_index": index, "item": item})
    if script.stream_error:
        return [*events, {"type": "error", "code": "server_error", "message": script.stream_error}]
    return [*events, {"type": f"response.{whole['status']}", "response": whole}]


def as_message(script: Script, body: Body) -> Body:
    """A whole ``message``."""
    number = next(_numbers)
    blocks: list[Body] = []
    if script.thinks:
        thought = {"thinking": script.thinks, "signature": f"signed-{number}"}
        blocks.append({"type": "thinking", **thought})
    if script.refusal is not None:
        blocks.append({"type": "text", "text": script.refusal})
    elif "tools" in body:
        blocks += [{"type": "text", "text": script.beside}] if script.beside else []
        called = {"id": f"toolu_{number}", "name": body["tools"][0]["name"]}
        blocks.append({"type": "tool_use", **called, "input": json.loads(script.text)})
    else:
        blocks.append({"type": "text", "text": script.text})
    ends = {"stop": "tool_use" if "tools" in body else "end_turn", "length": "max_tokens"}
    reason = "refusal" if script.refusal is not None else ends.get(script.finish_reason or "")
    told = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": blocks if script.has_choices else [],
        "stop_reason": reason or script.finish_reason,
        "stop_sequence": None,
    }
    if script.usage is not None:
        prompt, cached, completion = script.usage
        told["usage"] = {
            "input_tokens": prompt - cached - script.written,
            "cache_read_input_tokens": cached,
            "cache_creation_input_tokens": script.written,
            "output_tokens": completion,
            "output_tokens_details": {"thinking_tokens": script.reasoning},
        }
    return told


def as_message_events(script: Script, body: Body) -> list[Body]:
    """The same as a stream: the prompt's tokens come first, those of the reply last."""
    whole = as_message(script, body)
    usage = whole.pop("usage", {})
    begun = {**usage, "output_tokens": 1, "output_tokens_details": None} if usage else {}
    start = {**whole, "content": [], "stop_reason": None, **({"usage": begun} if usage else {})}
    events: list[Body] = [{"type": "message_start", "message": start}, {"type": "ping"}]
    for index, block in enumerate(whole["content"]):
        empty, deltas = _begun(block)
        events.append({"type": "content_block_start", "index": index, "content_block": empty})
        events += [{"type": "content_block_delta", "index": index, "delta": one} for one in deltas]
        events.append({"type": "content_block_stop", "index": index})
    if script.stream_error:
        fault = {"type": "api_error", "message": script.stream_error}
        return [*events, {"type": "error", "error": fault}]
    ended = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    names = ("output_tokens", "output_tokens_details")
    last = {"usage": {name: usage[name] for name in names}} if usage else {}
    return [*events, {"type": "message_delta", "delta": ended, **last}, {"type": "message_stop"}]


def _begun(block: Body) -> tuple[Body, list[Body]]:
    """The block as it begins, and its pieces."""
    if block["type"] == "thinking":
        deltas = [{"type": "thinking_delta", "thinking": one} for one in pieces(block["thinking"])]
        signed = {"type": "signature_delta", "signature": block["signature"]}
        return {"type": "thinking", "thinking": "", "signature": ""}, [*deltas, signed]
    if block["type"] == "tool_use":
        text = json.dumps(block["input"])
        deltas = [{"type": "input_json_delta", "partial_json": one} for one in pieces(text)]
        return {**block, "input": {}}, deltas
    return {"type": "text", "text": ""}, [
        {"type": "text_delta", "text": one} for one in pieces(block["text"])
    ]


def thoughts_of(told: Body) -> set[str]:
    """What of an answer the server knows again when it comes back."""
    items = told.get("output") or told.get("content") or []
    sealed = {one["encrypted_content"] for one in items if "encrypted_content" in one}
    signed = {f"{one['signature']} {one['thinking']}" for one in items if "signature" in one}
    return sealed | signed
