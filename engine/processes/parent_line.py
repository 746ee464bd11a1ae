"""The child's side of the line to the parent: JSON objects, one a line, over stdin and stdout.

A request is ``{"id": 1, "op": "click", …}``; its answer ``{"id": 1, "ok": …}`` or
``{"id": 1, "error": "…", "kind": "ActionImpossible"}``. ``{"event": "…", …}`` comes unasked.
Whatever a library prints goes to stderr, so that it cannot break the line.

Where requests are read by ``requests``, a thread does it, which answers ``{"op": "pulse"}`` with
``{"pulse": true}`` at once: however long the child works on something, it is known to be there."""

import contextlib
import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from engine.domain.errors import KnownError, SurfaceUnavailable

Request = dict[str, Any]


class ParentLine:
    """Reads requests from the parent and writes answers and events to it."""

    def __init__(self, asked_at: int = 0, told_at: int = 1) -> None:
        """Other descriptors than its own are those of a line that was handed over."""
        self._asked_at = asked_at
        self._out = os.fdopen(os.dup(told_at), "wb", buffering=0)
        os.dup2(2, told_at)
        self._lock = threading.Lock()
        self._unread = b""
        self._closed = threading.Event()

    @property
    def descriptor(self) -> int:
        """Where the parent reads, for a child that shall speak with it."""
        return self._out.fileno()

    @property
    def is_open(self) -> bool:
        """False once the thread of ``requests`` has seen that nobody asks any more."""
        return not self._closed.is_set()

    def send(self, message: dict[str, Any]) -> None:
        """With "?" for what is no text. Raises BrokenPipeError where the parent went away."""
        told = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        line = told.encode(errors="replace") + b"\n"
        with self._lock:
            while (
                line and not self._out.closed
            ):  # a signal, or a machine that was put to sleep, ends a write half-way
                line = line[self._out.write(line) :]

    def close(self) -> None:
        """Nobody is answered any more."""
        with self._lock:
            self._out.close()

    def answer(self, request: Request, result: object = None) -> None:
        self.send({"id": request["id"], "ok": result})

    def refuse(self, request: Request, error: KnownError) -> None:
        told = {"error": error.message, "remedy": error.remedy, "kind": type(error).__name__}
        self.send({"id": request["id"], **told})

    @contextlib.contextmanager
    def telling_why_not(self) -> Iterator[None]:
        """The process ends where it can't be had, which is told, or where the parent went away."""
        try:
            yield
        except SurfaceUnavailable as failure:
            told = {"message": failure.message, "remedy": failure.remedy}
            self.send({"event": "failed", **told})
            sys.exit(1)
        except BrokenPipeError:
            sys.exit(0)

    def requests(self) -> Iterator[Request]:
        """Every request until the line closes; the bytes that it announces are its ``payload``."""
        waiting: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        threading.Thread(target=self._read_into, args=(waiting,), daemon=True).start()
        return iter(waiting.get, None)

    def _read_into(self, waiting: queue.SimpleQueue[Request | None]) -> None:
        # of its own: whoever ends while a thread reads ``sys.stdin`` is aborted by Python
        try:
            with os.fdopen(os.dup(self._asked_at), "rb") as lines:
                self._tell_pulse()
                for line in lines:
                    request = json.loads(line)
                    if request["op"] == "pulse":
                        self._tell_pulse()
                        continue
                    if size_bytes := request.pop("payload_bytes", 0):
                        request["payload"] = lines.read(size_bytes)
                    waiting.put(request)
        except BrokenPipeError:  # the parent went away
            return
        finally:
            self._closed.set()
            waiting.put(None)

    def _tell_pulse(self) -> None:
        self.send({"pulse": True})

    def requests_now(self) -> list[Request] | None:
        """Those that have come on descriptor 0, None at its end. Not to mix with ``requests``."""
        try:
            data = os.read(0, 65536)
        except BlockingIOError:
            return []
        if not data:
            return None
        *lines, self._unread = (self._unread + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def serve(
        self, handle: Callable[[Request], object], refused: tuple[type[KnownError], ...]
    ) -> None:
        """Answer every request with ``handle``'s result; ``refused`` errors become answers. Nothing
        is begun for a parent that went away."""
        for request in self.requests():
            if not self.is_open:
                return
            try:
                result = handle(request)
            except refused as error:
                self.refuse(request, error)
            else:
                self.answer(request, result)
