"""The protocols that a model's server may speak, each as far as a round needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from engine.domain.models import ReplyForm, Wire
from engine.endpoint import chat, messages, responses
from engine.endpoint.form_memory import EndpointTraits
from engine.endpoint.request import Asking, EndpointSettings
from engine.endpoint.wire import Take


@dataclass(frozen=True, slots=True)
class Transport:
    """``forms`` are those that it has, the strictest first; ``parameters`` what can be left out,
    by the words with which servers name it. ``create`` is the library's own call for it."""

    name: str
    forms: tuple[ReplyForm, ...]
    parameters: tuple[tuple[str, str], ...]
    body: Callable[[Asking, EndpointSettings, EndpointTraits], dict[str, Any]]
    take: Take
    create: Callable[[Any], Callable[..., Any]]


def _speaking(spoken: ModuleType, create: Callable[[Any], Callable[..., Any]]) -> Transport:
    """By the module of a protocol."""
    told = (spoken.NAME, spoken.FORMS, spoken.PARAMETERS, spoken.body, spoken.take)
    return Transport(*told, create)


_TRANSPORTS: dict[Wire, Transport] = {
    "chat": _speaking(chat, lambda it: it.chat.completions.with_streaming_response.create),
    "responses": _speaking(responses, lambda it: it.responses.with_streaming_response.create),
    "messages": _speaking(messages, lambda it: it.messages.with_streaming_response.create),
}


def transport_of(settings: EndpointSettings) -> Transport:
    return _TRANSPORTS[settings.wire]


def leading(settings: EndpointSettings, body: dict[str, Any]) -> Transport:
    """For an exchange that the model leads: its body, as it stands."""
    its = replace(_TRANSPORTS[settings.wire], body=lambda *_: body)
    if settings.wire != "messages":
        return its
    return replace(its, create=lambda it: it.beta.messages.with_streaming_response.create)
