"""The child's side of the line to the parent: JSON objects, one a line, over stdin and stdout.

A request is ``{"id": 1, "op": "click", …}``; its answer ``{"id": 1, "ok": …}`` or
``{"id": 1, "error": "…", "kind": "ActionImpossible"}``. ``{"event": "…", …}`` comes unasked.
Whatever a library prints goes to stderr, so that it cannot break the line.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from engine.domain.errors import KnownError

Request = dict[str, Any]


class ParentLine:
    """Reads requests from the parent and writes answers and events to it."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)
        self._lock = threading.Lock()

    def send(self, message: dict[str, Any]) -> None:
        line = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        with self._lock:
            self._out.write(line)

    def answer(self, request: Request, result: object = None) -> None:
        self.send({"id": request["id"], "ok": result})

    def refuse(self, request: Request, error: KnownError) -> None:
        self.send(
            {
                "id": request["id"],
                "error": error.message,
                "remedy": error.remedy,
                "kind": type(error).__name__,
            }
        )

    def requests(self) -> Iterator[Request]:
        """Every request until the parent closes the line."""
        for line in sys.stdin.buffer:
            yield json.loads(line)

    def serve(
        self, handle: Callable[[Request], object], refused: tuple[type[KnownError], ...]
    ) -> None:
        """Answer every request with ``handle``'s result; ``refused`` errors become answers."""
        for request in self.requests():
            try:
                result = handle(request)
            except refused as error:
                self.refuse(request, error)
            else:
                self.answer(request, result)
