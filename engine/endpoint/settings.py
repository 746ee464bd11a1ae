"""How an endpoint is reached, and what one model there costs and can take."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.domain.models import REPLY_TOKENS, Price


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """``base_url`` ends before ``/chat/completions``, such as ``http://127.0.0.1:11434/v1``.

    ``key`` is empty where the endpoint asks for none; it is in no text of this object.
    ``timeout_secs`` bounds the wait for the next byte, ``call_secs`` a whole round with its
    retries. ``proxy`` is a URL; empty takes the environment's.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    timeout_secs: float = 60.0
    call_secs: float = 180.0
    max_retries: int = 3
    max_concurrent: int = 2
    max_reply_tokens: int = REPLY_TOKENS
    temperature: float | None = 0.0
    proxy: str = ""
    price: Price | None = None
