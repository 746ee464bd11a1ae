"""Requests as a scripted endpoint got them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

Body = dict[str, Any]


@dataclass(slots=True)
class SeenRequest:
    """One request as it came in; ``closed_early`` where the client went before it was answered."""

    method: str
    target: str
    headers: dict[str, str]
    body: Body
    closed_early: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def path(self) -> str:
        """Without query, and without host, where a client takes this server for a proxy."""
        target = self.target.partition("?")[0]
        return "/" + target.split("/", 3)[3] if "://" in target else target

    @property
    def prompt(self) -> str:
        """All texts of the conversation, one after the other."""
        system = self.body.get("system") or self.body.get("instructions")
        turns = [{"content": system}] if system else []
        turns += self.body.get("messages") or self.body.get("input") or []
        texts: list[str] = []
        for turn in turns:
            content = turn.get("content") or []
            parts = [{"text": content}] if isinstance(content, str) else content
            texts += [part["text"] for part in parts if "text" in part]
        return "\n\n".join(texts)

    @property
    def pictures(self) -> list[dict[str, str]]:
        """The ``image_url`` parts of the conversation: ``url`` and ``detail``."""
        return [
            part["image_url"]
            for message in self.body.get("messages", [])
            if isinstance(message["content"], list)
            for part in message["content"]
            if part["type"] == "image_url"
        ]


async def read_request(reader: asyncio.StreamReader, first: bytes) -> SeenRequest | None:
    """One request; ``first`` is what was read of it already. None where the client has closed."""
    try:
        head = first + await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None  # the client is through with this connection
    first_line, *lines = head.decode("latin-1").strip().split("\r\n")
    method, target, _ = first_line.split(" ", 2)
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    raw = await reader.readexactly(int(headers.get("content-length", 0)))
    return SeenRequest(method, target, headers, json.loads(raw) if raw else {})
