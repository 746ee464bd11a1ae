"""OpenAI's Chat Completions, which local servers speak too: bodies to send, and what comes back."""

import base64
import json
from typing import Any

from engine.domain.models import ReplyForm
from engine.endpoint.reading import Received, UsagePaths, given
from engine.endpoint.request import Asking, EndpointSettings, EndpointTraits, ReplySchema

NAME = "Chat Completions"
FORMS = (ReplyForm.JSON_SCHEMA, ReplyForm.JSON_OBJECT, ReplyForm.TOOL, ReplyForm.TEXT)
PARAMETERS: tuple[tuple[str, str], ...] = (
    ("stream_options", r"stream_options|include_usage"),
    ("temperature", r"\btemperature\b"),
    ("max_tokens", r"\bmax_tokens\b"),
    ("max_completion_tokens", r"\bmax_completion_tokens\b"),
    ("stream", r"\bstream(ing|ed)?\b"),
    ("system", r"\bsystem['\"]? (role|message|prompt)|\brole\b.{0,20}\bsystem\b"),
)
"""What can be left out, and how servers name it. Without "max_tokens" its newer name is sent."""


def body(asking: Asking, settings: EndpointSettings, traits: EndpointTraits) -> dict[str, Any]:
    """The JSON to send."""
    told: dict[str, Any] = {
        "model": settings.model,
        "messages": _messages(asking, traits),
        **_reply_form(asking.schema, traits.form),
    }
    left_out = traits.left_out
    if settings.temperature is not None and "temperature" not in left_out:
        told["temperature"] = settings.temperature
    for name in ("max_tokens", "max_completion_tokens"):
        if name not in left_out:
            told[name] = settings.max_reply_tokens
            break
    if "stream" not in left_out:
        told["stream"] = True
        if "stream_options" not in left_out:
            told["stream_options"] = {"include_usage": True}
    return told


def _messages(asking: Asking, traits: EndpointTraits) -> list[dict[str, Any]]:
    system, prompt = asking.question.system, asking.prompt_for(traits.form)
    messages: list[dict[str, Any]] = []
    if system and "system" in traits.left_out:
        prompt = f"{system}\n\n{prompt}"
    elif system:
        messages.append({"role": "system", "content": system})
    messages.append({"role": "user", "content": _with_picture(asking, prompt)})
    if asking.repair is not None:
        messages.append({"role": "assistant", "content": asking.repair.echo})
        messages.append({"role": "user", "content": asking.complaint})
    return messages


def _with_picture(asking: Asking, prompt: str) -> str | list[dict[str, Any]]:
    picture = asking.question.picture
    if picture is None:
        return prompt
    shown = {"url": data_url(picture.media_type, picture.data), "detail": picture.detail}
    return [{"type": "text", "text": prompt}, {"type": "image_url", "image_url": shown}]


def data_url(media_type: str, data: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


def _reply_form(schema: ReplySchema, form: ReplyForm) -> dict[str, Any]:
    match form:
        case ReplyForm.JSON_SCHEMA:
            described = {"type": "json_schema", "json_schema": schema.described}
            return {"response_format": described}
        case ReplyForm.JSON_OBJECT:
            return {"response_format": {"type": "json_object"}}
        case ReplyForm.TOOL:
            return {
                "tools": [{"type": "function", "function": schema.function}],
                "tool_choice": {"type": "function", "function": {"name": schema.name}},
            }
        case ReplyForm.TEXT:
            return {}


_USAGE = UsagePaths(
    prompt="prompt_tokens",
    cached="prompt_tokens_details.cached_tokens",
    written="prompt_tokens_details.cache_write_tokens",
    completion="completion_tokens",
    reasoning="completion_tokens_details.reasoning_tokens",
)


def take(told: dict[str, Any], into: Received) -> None:
    """See ``wire.Take``."""
    usage = given(told, "usage", dict)
    choices = given(told, "choices", list, is_needed=usage is None)
    into.usage = _USAGE.read(usage) or into.usage
    for choice in choices or ():
        if given(choice, "index", int | float):
            continue
        into.finish_reason = given(choice, "finish_reason", str) or into.finish_reason
        message = given(choice, "delta", dict) or given(choice, "message", dict) or {}
        content = given(message, "content", str | list) or ""
        if isinstance(content, list):
            content = "".join(str(given(part, "text", object) or "") for part in content)
        into.text += content
        into.refusal += given(message, "refusal", str) or ""
        for call in given(message, "tool_calls", list) or ():
            if not given(call, "index", int | float):
                function = given(call, "function", dict) or {}
                said = given(function, "arguments", str | dict) or ""
                into.arguments += said if isinstance(said, str) else json.dumps(said)
