"""OpenAI's Responses: bodies to send, and what comes back.

A repair goes on from the model's own turn, its reasoning items among it. Either the whole turn is
sent back and nothing stays with the server (``store`` is false, what the model thought comes and
goes encrypted), or, where the settings let the server keep replies, ``previous_response_id`` names
it; a server that does not know that name, or says that it followed nothing, gets the turn itself.
"""

from typing import Any

from engine.domain.models import ReplyForm
from engine.endpoint.chat import data_url
from engine.endpoint.reading import Received, ToldError, UsagePaths, given
from engine.endpoint.request import Asking, EndpointSettings, EndpointTraits, ReplySchema

NAME = "Responses"
FORMS = (ReplyForm.JSON_SCHEMA, ReplyForm.JSON_OBJECT, ReplyForm.TOOL, ReplyForm.TEXT)
PREVIOUS = "previous_response_id"
PARAMETERS: tuple[tuple[str, str], ...] = (
    (PREVIOUS, r"previous_response|previous response"),
    ("temperature", r"\btemperature\b"),
    ("include", r"\binclude\b|encrypted"),
    ("store", r"\bstore\b"),
    ("max_output_tokens", r"\bmax_output_tokens\b"),
    ("stream", r"\bstream(ing|ed)?\b"),
    ("instructions", r"\binstructions\b"),
)
"""What can be left out, and how servers name it."""


def body(asking: Asking, settings: EndpointSettings, traits: EndpointTraits) -> dict[str, Any]:
    """The JSON to send."""
    left_out = traits.left_out
    keeps = settings.keeps_replies and PREVIOUS not in left_out
    optional: dict[str, Any] = {
        "instructions": asking.question.system or None,
        "temperature": settings.temperature,
        "max_output_tokens": settings.max_reply_tokens,
        "store": keeps,
        "include": None if keeps else ["reasoning.encrypted_content"],
        "stream": True,
    }
    told = {
        "model": settings.model,
        "input": _input(asking, traits),
        **_reply_form(asking.schema, traits.form),
        **{name: it for name, it in optional.items() if it is not None and name not in left_out},
    }
    repair = asking.repair
    if keeps and repair is not None and repair.response_id:
        told[PREVIOUS] = repair.response_id
        told["input"] = _complaint(asking)
    return told


def _input(asking: Asking, traits: EndpointTraits) -> list[dict[str, Any]]:
    question, prompt = asking.question, asking.prompt_for(traits.form)
    if question.system and "instructions" in traits.left_out:
        prompt = f"{question.system}\n\n{prompt}"
    content: list[dict[str, Any]] = [{"type": "input_text", "text": prompt}]
    if picture := question.picture:
        url = data_url(picture.media_type, picture.data)
        content.append({"type": "input_image", "image_url": url, "detail": picture.detail})
    items: list[dict[str, Any]] = [{"role": "user", "content": content}]
    if asking.repair is None:
        return items
    echo = [{"role": "assistant", "content": asking.repair.echo}]
    return [*items, *(asking.repair.turn or echo), *_complaint(asking)]


def _complaint(asking: Asking) -> list[dict[str, Any]]:
    """What is wrong with the turn; a tool that was called gets it as what came of the call."""
    assert asking.repair is not None
    calls = [item["call_id"] for item in asking.repair.turn if item.get("type") == "function_call"]
    if not calls:
        return [{"role": "user", "content": asking.complaint}]
    return [
        {"type": "function_call_output", "call_id": call, "output": asking.complaint}
        for call in calls
    ]


def _reply_form(schema: ReplySchema, form: ReplyForm) -> dict[str, Any]:
    match form:
        case ReplyForm.JSON_SCHEMA:
            return {"text": {"format": {"type": "json_schema", **schema.described}}}
        case ReplyForm.JSON_OBJECT:
            return {"text": {"format": {"type": "json_object"}}}
        case ReplyForm.TOOL:
            tool = {"type": "function", **schema.function}
            return {"tools": [tool], "tool_choice": {"type": "function", "name": schema.name}}
        case ReplyForm.TEXT:
            return {}


_USAGE = UsagePaths(
    prompt="input_tokens",
    cached="input_tokens_details.cached_tokens",
    written="input_tokens_details.cache_write_tokens",
    completion="output_tokens",
    reasoning="output_tokens_details.reasoning_tokens",
)


def take(told: dict[str, Any], into: Received) -> None:
    """See ``wire.Take``. Of a stream the pieces are shown as they come; its last event has all."""
    kind = told.get("type")
    if kind is None:
        _take_whole(told, into)
    elif kind == "error":
        raise ToldError(told)
    elif kind in ("response.completed", "response.incomplete", "response.failed"):
        _take_whole(given(told, "response", dict, is_needed=True), into)
    elif kind == "response.output_text.delta":
        into.text += given(told, "delta", str, is_needed=True)
    elif kind == "response.function_call_arguments.delta":
        into.arguments += given(told, "delta", str, is_needed=True)
    elif kind == "response.refusal.delta":
        into.refusal += given(told, "delta", str, is_needed=True)
    elif kind == "response.output_item.done" and isinstance(told.get("item"), dict):
        into.turn.append(told["item"])


def _take_whole(told: dict[str, Any], into: Received) -> None:
    items = given(told, "output", list, is_needed=True) or into.turn
    into.text = into.arguments = into.refusal = ""
    for item in items:  # the first tool that is called, and all that is said
        kind = given(item, "type", str)
        if kind == "function_call":
            into.arguments = into.arguments or given(item, "arguments", str) or ""
        for part in given(item, "content", list) or () if kind == "message" else ():
            into.text += given(part, "text", str) or ""
            into.refusal += given(part, "refusal", str) or ""
    if error := given(told, "error", dict):
        raise ToldError(error)
    status = given(told, "status", str)
    reason = given(given(told, "incomplete_details", dict) or {}, "reason", str)
    is_whole = status in (None, "completed")
    into.finish_reason = (
        "stop"
        if is_whole
        else {"max_output_tokens": "length"}.get(reason or "", reason or status or "stop")
    )
    into.turn = items if is_whole else []
    into.response_id = given(told, "id", str) or ""
    into.follows = given(told, PREVIOUS, str) or ""
    into.usage = _USAGE.read(given(told, "usage", dict)) or into.usage
