"""A model server for tests: real HTTP on 127.0.0.1 that answers as it is told.

Most tests want just this::

    def answer(body: dict[str, Any]) -> str:      # what came in, as JSON
        return json.dumps({"steps": []})          # what the model says

    async with ScriptedEndpoint(answer, delay_secs=0.2) as endpoint:
        settings = EndpointSettings(endpoint.base_url, endpoint.model)
        ...
        assert "zones" in endpoint.requests[0].prompt

A test without a running loop, or one whose application runs its own, takes the thread::

    with in_thread(ScriptedEndpoint(answer)) as endpoint: ...

``answer`` may be async, may return a ``Script`` (see ``scripts``: busy, broken off, …), and may be
a reply itself or a list of them, of which each request takes the next and the last one stays. What
it raises is raised again at the end of the ``with``. The reply goes out in the way that was asked
for: streamed or whole, as text or as the arguments of a tool.
``refuses`` names parameters that the server answers with 400, ``ignores`` those that it overlooks.
It speaks Chat Completions, Responses and Messages, whichever is asked, and refuses what a body must
not have by the vendors' own schemas (``strict_requests``). Of Responses it keeps what it may."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Self

from tests.support.scripts import Script, error
from tests.support.scripts_other_wires import (
    as_message,
    as_message_events,
    as_response,
    as_response_events,
    thoughts_of,
)
from tests.support.scripts_wire import as_chunks, as_completion, as_event_stream
from tests.support.seen_requests import Body, SeenRequest, read_request
from tests.support.strict_requests import Wrong, check

Reply = str | Script
Answer = Callable[[Body], Reply | Awaitable[Reply]] | Sequence[Reply] | Reply

_MODEL = "scripted"
_EVENTS = {"chat": as_chunks, "responses": as_response_events, "messages": as_message_events}
_PATHS = {"/chat/completions": "chat", "/responses": "responses", "/messages": "messages"}


class ScriptedEndpoint:
    """See the module. ``base_url`` is known once it was entered."""

    def __init__(
        self,
        answer: Answer = "{}",
        *,
        delay_secs: float | Callable[[Body], float] = 0.0,
        models: Sequence[str] = (_MODEL,),
        key: str = "",
        refuses: Sequence[str] = (),
        ignores: Sequence[str] = (),
        models_answer: Script | None = None,
        wires: Sequence[str] = ("chat", "responses", "messages"),
    ) -> None:
        self._wires = tuple(wires)
        self._answer = answer
        self._delay_secs = delay_secs
        self._key = key
        self._refuses = tuple(refuses)
        self._ignores = frozenset(ignores)
        self._models = tuple(models)
        self._models_answer = models_answer
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()
        self.all_requests: list[SeenRequest] = []
        self.most_at_once = 0
        self._at_once = 0
        self._arrived = asyncio.Event()
        self._faults: list[Exception] = []
        self._thoughts: set[str] = set()
        self._kept: set[str] = set()
        self.base_url = ""
        self.model = models[0] if models else _MODEL

    @property
    def requests(self) -> list[SeenRequest]:
        """Those that asked the model."""
        return [request for request in self.all_requests if request.method == "POST"]

    async def wait_for_requests(self, count: int = 1) -> None:
        """Until that many asked the model."""
        while len(self.requests) < count:
            self._arrived.clear()
            await self._arrived.wait()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.base_url = f"http://127.0.0.1:{port}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        await self._server.wait_closed()
        if self._faults:
            raise self._faults[0]

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._serve(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client went, or the test is over
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                await writer.wait_closed()
            self._open.discard(task)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Requests of one connection, one after the other. While one is answered, the next byte
        is waited for: where there is none, the client has closed."""
        first = b""
        while True:
            request = await read_request(reader, first)
            if request is None:
                return
            self.all_requests.append(request)
            self._arrived.set()
            next_byte = asyncio.ensure_future(reader.read(1))
            answering = asyncio.ensure_future(self._respond(request, writer))
            try:
                await asyncio.wait({next_byte, answering}, return_when=asyncio.FIRST_COMPLETED)
                if not answering.done() and next_byte.result() == b"":
                    request.closed_early = True
                    return
                goes_on = await answering
                first = await next_byte if goes_on else b""
            except ConnectionError:
                request.closed_early = True
                return
            finally:
                request.ended.set()
                await _end(next_byte, answering)
            if not first:
                return

    async def _respond(self, request: SeenRequest, writer: asyncio.StreamWriter) -> bool:
        """Whether the connection stays open."""
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            script = await self._script_for(request)
            return await self._send(script, request, writer)
        finally:
            self._at_once -= 1

    async def _script_for(self, request: SeenRequest) -> Script:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self._key and given != self._key:
            return error(401, f"Incorrect API key provided: {given}.", code="invalid_api_key")
        if request.path.endswith("/models"):
            return self._models_answer or _model_list(self._models)
        wire = _wire_of(request)
        if wire not in self._wires:
            return error(404, "Not Found")
        if refused := _refused(request.body, self._refuses):
            return error(400, f"Unsupported parameter: '{refused}'.", param=refused)
        try:
            if wire == "messages" and "anthropic-version" not in request.headers:
                raise Wrong("anthropic-version: header is required")
            tools = [str(each.get("type")) for each in request.body.get("tools") or ()]
            beta = request.headers.get("anthropic-beta", "")
            if "computer_20251124" in tools and "computer-use-2025-11-24" not in beta:
                raise Wrong("tools.0: Input tag 'computer_20251124' needs its beta header")
            check(wire, request.body, self._thoughts)
            self._check_kept(request.body)
        except Wrong as wrong:
            return error(400, wrong.message, param=wrong.param or None, code=wrong.code or None)
        if self._models and request.body["model"] not in self._models:
            missing = f"The model '{request.body['model']}' does not exist"
            return error(404, missing, code="model_not_found")
        delay = self._delay_secs
        await asyncio.sleep(delay(request.body) if callable(delay) else delay)
        try:
            return await self._next_reply(request.body)
        except Exception as fault:  # noqa: BLE001 - it is the test's, and raised there
            self._faults.append(fault)
            return error(500, "The test's answer failed.", headers={"x-should-retry": "false"})

    async def _next_reply(self, body: Body) -> Script:
        reply: Any = self._answer
        if callable(reply):
            reply = reply(body)
            if isinstance(reply, Awaitable):
                reply = await reply
        elif not isinstance(reply, str | Script):
            reply, *later = reply
            self._answer = later or reply
        return reply if isinstance(reply, Script) else Script(reply)

    def _check_kept(self, body: Body) -> None:
        """Raises ``Wrong`` where it follows an answer that was not kept."""
        previous = body.get("previous_response_id")
        if previous and "previous_response_id" not in self._ignores and previous not in self._kept:
            told = f"Previous response with id '{previous}' not found."
            raise Wrong(told, "previous_response_id", "previous_response_not_found")

    def _payload(self, script: Script, request: SeenRequest) -> tuple[bool, list[bytes]]:
        """Whether it is streamed, and its parts."""
        wire, body = _wire_of(request), request.body
        asked = {name: it for name, it in body.items() if name not in self._ignores}
        is_whole = "stream" in self._ignores or script.raw is not None or script.length_off_by != 0
        if body.get("stream") and not is_whole:
            events = _EVENTS[wire](script, asked)
            self._keep(wire, events, body)
            parts = as_event_stream(events)
            return True, parts if wire == "chat" else parts[:-1]
        raw = script.raw
        if raw is None and wire == "chat":
            raw = as_completion(script, asked)
        elif raw is None:
            told = (as_response if wire == "responses" else as_message)(script, asked)
            self._keep(wire, [{"response": told, "message": told}], body)
            raw = json.dumps(told).encode()
        return False, [raw[: len(raw) // 2], raw[len(raw) // 2 :]]

    def _keep(self, wire: str, events: list[Body], body: Body) -> None:
        """What it knows again: its thoughts, and answers that it may keep."""
        if wire == "messages":
            (start, *_) = [one["message"] for one in events if "message" in one]
            blocks: list[Body] = list(start["content"])
            for one in events:
                if one.get("type") == "content_block_start":
                    blocks.append(dict(one["content_block"]))
                for name in ("thinking", "signature"):
                    if piece := one.get("delta", {}).get(name):
                        blocks[-1][name] = blocks[-1].get(name, "") + piece
            self._thoughts |= thoughts_of({"content": blocks})
        for one in events if wire == "responses" else ():
            if told := one.get("response"):
                self._thoughts |= thoughts_of(told)
                self._kept |= {told["id"]} if body.get("store", True) else set()

    async def _send(
        self, script: Script, request: SeenRequest, writer: asyncio.StreamWriter
    ) -> bool:
        await asyncio.sleep(script.delay_secs)
        if script.never_answers:
            await asyncio.Event().wait()
        if script.hangs_up:
            return False
        streams, payload = self._payload(script, request)
        whole = sum(len(part) for part in payload)
        writer.write(_head(script, streams, whole))
        left = whole if script.cut_off_at is None else int(whole * script.cut_off_at)
        for part in payload:
            sent = part[:left]
            left -= len(sent)
            writer.write(b"%x\r\n%s\r\n" % (len(sent), sent) if streams and sent else sent)
            await writer.drain()
            if left <= 0 and script.cut_off_at is not None:
                break
            await asyncio.sleep(script.pause_secs)
        if script.hangs_after_cut:
            await asyncio.Event().wait()
        if script.cut_off_at is not None or script.length_off_by:
            return False
        if streams:
            writer.write(b"0\r\n\r\n")
            await writer.drain()
        return True


@contextlib.contextmanager
def in_thread(endpoint: ScriptedEndpoint) -> Iterator[ScriptedEndpoint]:
    """The endpoint on a loop in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="scripted endpoint")
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(endpoint.__aenter__(), loop).result(timeout=60)
        yield endpoint
    finally:
        asyncio.run_coroutine_threadsafe(endpoint.__aexit__(), loop).result(timeout=60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _wire_of(request: SeenRequest) -> str:
    """The protocol of the request's path; empty where it is of none."""
    return next((wire for end, wire in _PATHS.items() if request.path.endswith(end)), "")


def _model_list(names: Sequence[str]) -> Script:
    listed = [{"id": name, "object": "model"} for name in names]
    return Script(raw=json.dumps({"object": "list", "data": listed}).encode())


def _refused(body: Body, refuses: Sequence[str]) -> str:
    """The first parameter of ``refuses`` that the body has. ``response_format.json_schema`` is
    that type of it, ``picture`` an image in the conversation."""
    for name in refuses:
        parameter, _, kind = name.partition(".")
        value = body.get(parameter)
        if name == "picture" and '"image_url"' in json.dumps(body):
            return name
        if value is not None and value is not False and (not kind or value["type"] == kind):
            return name
    return ""


def _head(script: Script, streams: bool, whole: int) -> bytes:
    """The status line and the headers of a body of so many bytes."""
    media_type = "text/event-stream" if streams else script.media_type
    headers = {"Content-Type": media_type, **script.headers}
    if streams:
        headers["Transfer-Encoding"] = "chunked"
    else:
        headers["Content-Length"] = str(whole + script.length_off_by)
    lines = [f"HTTP/1.1 {script.status} Scripted", *(f"{k}: {v}" for k, v in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _end(*tasks: asyncio.Future[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
