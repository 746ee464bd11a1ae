"""OpenAI's Chat Completions, which local servers speak too: bodies to send, and what comes back."""

from __future__ import annotations

import base64
import json
from typing import Any

from pydantic import BaseModel, ValidationError

from engine.domain.models import ReplyForm
from engine.endpoint.form_memory import EndpointTraits
from engine.endpoint.request import Asking, EndpointSettings
from engine.endpoint.schema import ReplySchema
from engine.endpoint.wire import Foreign, Received, UsagePaths

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


# -- what comes back -------------------------------------------------------------------------------


class _Function(BaseModel):
    arguments: str | dict[str, Any] | None = None


class _ToolCall(BaseModel):
    index: int | None = None
    function: _Function | None = None


class _Message(BaseModel):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(BaseModel):
    index: int | None = 0
    message: _Message | None = None
    delta: _Message | None = None
    finish_reason: str | None = None


class _Body(BaseModel):
    choices: list[_Choice] | None = None
    usage: dict[str, Any] | None = None


_USAGE = UsagePaths(
    prompt="prompt_tokens",
    cached="prompt_tokens_details.cached_tokens",
    written="prompt_tokens_details.cache_write_tokens",
    completion="completion_tokens",
    reasoning="completion_tokens_details.reasoning_tokens",
)


def take(told: Any, into: Received) -> None:
    """See ``wire.Take``."""
    try:
        came = _Body.model_validate(told)
    except ValidationError:
        raise Foreign("choices" if isinstance(told, dict) else "") from None
    if came.choices is None and came.usage is None:
        raise Foreign("choices")
    if came.usage is not None:
        into.usage = _USAGE.read(came.usage) or into.usage
    for choice in came.choices or ():
        if not choice.index:
            _take_choice(choice, into)


def _take_choice(choice: _Choice, into: Received) -> None:
    into.finish_reason = choice.finish_reason or into.finish_reason
    message = choice.delta or choice.message or _Message()
    into.text += _text_of(message.content)
    into.refusal += message.refusal or ""
    for call in message.tool_calls or ():
        if not call.index and call.function is not None:
            told = call.function.arguments or ""
            into.arguments += told if isinstance(told, str) else json.dumps(told)


def _text_of(content: str | list[dict[str, Any]] | None) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content)
    return content or ""
