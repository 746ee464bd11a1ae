"""A session as other programs keep what agents did, step by step with pictures: a Playwright trace,
OSWorld's trajectory; and as OpenTelemetry's spans.

The trace is of version 8, which Playwright's viewers read; it has pictures where those of a page
have snapshots. A trajectory's actions are pyautogui's, where pyautogui has one. Spans are OTLP's
JSON, by the conventions for generative AI of version 1.41.0. Who decided what is told as an event
of the action's span: the conventions have none for it."""

import asyncio
import hashlib
import io
import json
import zipfile
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.domain import actions, events, terminals
from engine.language.keys import one_name
from engine.language.sentences.figures import joined
from engine.record.executed import Executed, executed_in
from engine.record.sessions import OpenedSession, completion_words
from engine.record.source import Source, opened_picture, write_export, writing_to

_VERSION = 8
_KEYS = {"super": "win", "print": "printscreen"}
"""What pyautogui calls otherwise; it passes over what it does not know."""
_PAGE = "page@1"
_SITE = "https://pilothouse.invalid/"
"""No such name is ever known; the viewer has the pictures under it."""


async def write_playwright(path: Path, source: Source) -> Path:
    """A zip for ``playwright show-trace``, in place of any. Raises ``RecordUnavailable``."""
    opened = await source.opened()
    written, shots = io.BytesIO(), dict[str, dict[str, Any]]()
    with zipfile.ZipFile(written, "w") as archive:
        done = executed_in(opened.events)
        hashes = [pic for each in done for pic in (each.picture_before_hash, each.picture_hash)]
        async for name, data, size in _pictures(source, hashes, "JPEG"):
            sha1 = f"{hashlib.sha1(data, usedforsecurity=False).hexdigest()}.jpeg"
            shots[name] = {"sha1": sha1, "width": size[0], "height": size[1]}
            archive.writestr(zipfile.ZipInfo(f"resources/{sha1}"), data)
        told = "\n".join(json.dumps(each) for each in _trace(opened, shots))
        archive.writestr(zipfile.ZipInfo("trace.trace"), f"{told}\n", zipfile.ZIP_DEFLATED)
        sent = "\n".join(json.dumps(_loaded(each["sha1"])) for each in shots.values())
        archive.writestr(zipfile.ZipInfo("trace.network"), f"{sent}\n", zipfile.ZIP_DEFLATED)
    return await asyncio.to_thread(write_export, path, written.getvalue())


def _trace(opened: OpenedSession, shots: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Times are milliseconds since the session began."""
    began, end_ms = opened.summary.started_at_secs, 1000 * opened.state.elapsed_secs
    yield {
        "type": "context-options",
        "version": _VERSION,
        "origin": "library",
        "browserName": opened.state.surface,
        "platform": "",
        "wallTime": 1000 * began,
        "monotonicTime": 0,
        "sdkLanguage": "python",
        "title": opened.state.goal,
        "options": {},
    }
    for each in executed_in(opened.events):
        yield from _call(each, 1000 * (each.at_secs - began), shots)
    words = {"text": completion_words(opened.state), "messageType": "log", "args": []}
    place = {"location": {"url": "", "lineNumber": 0, "columnNumber": 0}}
    yield {"type": "console", "time": end_ms, "pageId": _PAGE, **words, **place}


def _call(
    each: Executed, start_ms: float, shots: dict[str, dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """What the viewer has to know of a picture's place comes before the picture."""
    came, end_ms = each.outcome, start_ms + each.outcome.took_ms
    call = {"callId": each.action_id, "stepId": each.action_id, "pageId": _PAGE}
    yield call | {
        "type": "before",
        "startTime": start_ms,
        "beforeSnapshot": f"before@{each.action_id}",
        "title": each.performed.description,
        "class": "Pilothouse",
        "method": each.kind,
        "params": {"target": each.performed.zone_label, "place": each.place},
    }
    yield from _shown(call, "before", start_ms, shots.get(each.picture_before_hash))
    if each.at_px:  # marked in what was there then
        x, y = each.at_px
        clicked = {"inputSnapshot": f"input@{each.action_id}", "point": {"x": x, "y": y}}
        yield {"type": "input", "callId": each.action_id} | clicked
        yield from _shown(call, "input", start_ms, shots.get(each.picture_before_hash))
    told = joined(came.verdict, came.detail)
    yield {"type": "log", "callId": each.action_id, "time": end_ms, "message": told}
    error = {"name": "Failed", "message": came.why or came.detail}
    yield call | {
        "type": "after",
        "endTime": end_ms,
        "afterSnapshot": f"after@{each.action_id}",
        **({} if came.succeeded else {"error": error}),
    }
    yield from _shown(call, "after", end_ms, shots.get(each.picture_hash))


def _shown(
    call: dict[str, str], when: str, at_ms: float, shot: dict[str, Any] | None
) -> Iterator[dict[str, Any]]:
    """In the strip, and as a page that holds nothing else."""
    if shot is None:
        return
    yield {"type": "screencast-frame", "pageId": _PAGE, "timestamp": at_ms, **shot}
    page = ["BODY", {"style": "margin: 0"}, ["IMG", {"src": f"{_SITE}{shot['sha1']}"}]]
    snapshot = {
        "snapshotName": f"{when}@{call['callId']}",
        "frameId": "frame@1",
        "frameUrl": _SITE,
        "doctype": "html",
        "html": ["HTML", {}, page],
        "viewport": {"width": shot["width"], "height": shot["height"]},
        "timestamp": at_ms,
        "collectionTime": 0,
        "resourceOverrides": [],
        "isMainFrame": True,
    }
    yield {"type": "frame-snapshot", "snapshot": call | snapshot}


def _loaded(sha1: str) -> dict[str, Any]:
    """That the picture came from ``_SITE``, so that pages can show it."""
    content = {"mimeType": "image/jpeg", "_sha1": sha1}
    response = {"status": 200, "headers": [], "content": content}
    request = {"url": f"{_SITE}{sha1}", "method": "GET", "headers": []}
    sent = {"request": request, "response": response, "_monotonicTime": 0}
    return {"type": "resource-snapshot", "snapshot": sent}


async def write_trajectory(path: Path, source: Source) -> Path:
    """A line for each action and a last one for the end; the pictures of after them are beside it,
    in a folder called like the file. What was there is replaced. Raises ``RecordUnavailable``."""
    opened = await source.opened()
    done = executed_in(opened.events)
    folder = path.parent / f"{path.name}-pictures"
    kept: dict[str, str] = {}
    hashes = [each.picture_hash for each in done]
    with writing_to(path):
        for name in filter(None, hashes):  # it may be hidden now
            (folder / f"{name}.png").unlink(missing_ok=True)
    async for name, data, _ in _pictures(source, hashes, "PNG"):
        file = folder / f"{name}.png"
        kept[name] = f"{folder.name}/{file.name}"
        await asyncio.to_thread(write_export, file, data)
    outcome = opened.state.outcome
    is_good = outcome is not None and outcome.terminal is terminals.Terminal.GOAL_SATISFIED
    lines = [_line(each, kept.get(each.picture_hash, "")) for each in done]
    end = {"step_num": len(done) + 1, "action": "DONE" if is_good else "FAIL", "done": True}
    info = {"pilothouse": (words := completion_words(opened.state)), "goal": opened.state.goal}
    end |= {"response": words, "screenshot_file": ""}
    lines.append((lines[-1] if lines else {}) | end | {"reward": float(is_good), "info": info})
    told = "\n".join(json.dumps(each) for each in lines) + "\n"
    return await asyncio.to_thread(write_export, path, told.encode())


def _line(each: Executed, screenshot: str) -> dict[str, Any]:
    at, came = datetime.fromtimestamp(each.at_secs, UTC), each.outcome
    return {
        "step_num": each.step,
        "action_timestamp": f"{at:%Y%m%d@%H%M%S}",
        "action": _pyautogui(each),
        "response": each.performed.description,
        "reward": 0.0,
        "done": False,
        "info": {"state": came.state, "verdict": came.verdict, "evidence": came.detail},
        "screenshot_file": screenshot,
    }


def _pyautogui(each: Executed) -> str:
    """As a comment where pyautogui has no such action, or where it was is not known."""
    at = f"{each.at_px[0]}, {each.at_px[1]}" if each.at_px else ""
    match each.performed.action:
        case actions.Click(button=button, count=count, modifiers=(), hold_secs=0, half="") if at:
            return f"pyautogui.click({at}, clicks={count}, button={button!r})"
        case actions.TypeText(text=text, replace=replaces, chooses=False):
            click = f"pyautogui.click({at}); " if at else ""
            chosen = "pyautogui.hotkey('ctrl', 'a'); " if replaces else ""
            return f"{click}{chosen}pyautogui.write({text!r})"
        case actions.PressKeys(keys=keys, half=""):
            names = (_KEYS.get(name, name) for name in map(one_name, keys))
            return f"pyautogui.hotkey({', '.join(map(repr, names))})"
        case actions.Scroll(down=down, right=0, modifiers=(), to_end=False, until="") if down:
            return f"pyautogui.scroll({-down}{', ' + at if at else ''})"
        case actions.Wait(secs=secs):
            return f"time.sleep({secs:g})"
        case _:
            return f"# {' '.join(each.performed.description.split())}"


async def _pictures(
    source: Source, hashes: list[str], kind: str
) -> AsyncIterator[tuple[str, bytes, tuple[int, int]]]:
    """Each once, by its hash, as a file of its kind; without those that the record has not."""
    for name in dict.fromkeys(hashes):
        picture = await source.picture(name)
        image = await asyncio.to_thread(opened_picture, picture.data) if picture else None
        if image is not None:
            file = io.BytesIO()
            await asyncio.to_thread(image.save, file, kind)
            yield name, file.getvalue(), image.size


_CONVENTIONS = "https://opentelemetry.io/schemas/1.41.0"
_Ends = tuple[float, float]
_OK, _ERROR, _CLIENT = 1, 2, 3


def spans_of(opened: OpenedSession) -> bytes:
    """``{"resourceSpans": …}`` in one line, as collectors read files: a span for the run, below it
    one for each round with a model and each action."""
    spans = _Spans(opened)
    told = [spans.run(), *spans.rounds(), *(spans.action(each) for each in spans.executed)]
    scope = {"name": "pilothouse", "version": opened.summary.pilothouse_version}
    resource = {"attributes": _attributes({"service.name": "pilothouse"})}
    scoped = {"scope": scope, "spans": told, "schemaUrl": _CONVENTIONS}
    whole = {"resource": resource, "scopeSpans": [scoped], "schemaUrl": _CONVENTIONS}
    return json.dumps({"resourceSpans": [whole]}).encode() + b"\n"


class _Spans:
    """Ids come from the session's, so that a second export names the same spans."""

    def __init__(self, opened: OpenedSession) -> None:
        self._opened = opened
        self._trace_id = self._id("trace", 32)
        self._root_id = self._id("run")
        self.executed = executed_in(opened.events)

    def run(self) -> dict[str, Any]:
        state, outcome = self._opened.state, self._opened.state.outcome
        words = (outcome.answer if outcome else "") or completion_words(state)
        told = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": f"pilothouse {state.mode}",
            "gen_ai.conversation.id": state.session_id,
            "gen_ai.input.messages": _said("user", state.goal),
            "gen_ai.output.messages": _said("assistant", words, finish_reason="stop"),
            "pilothouse.surface": state.surface,
            "pilothouse.thinker": state.thinker,
        }
        is_good = outcome is not None and outcome.terminal is terminals.Terminal.GOAL_SATISFIED
        ends = (state.started_at_secs, state.last_at_secs)
        error = "" if is_good else outcome.message if outcome else "It has no end."
        return self._span("run", f"invoke_agent pilothouse {state.mode}", ends, told, error) | {
            "parentSpanId": ""
        }

    def rounds(self) -> Iterator[dict[str, Any]]:
        for recorded in self._opened.events:
            if isinstance(recorded.event, events.ModelCalled):
                yield self._round(recorded, recorded.event)

    def _round(self, recorded: events.Recorded, event: events.ModelCalled) -> dict[str, Any]:
        server = event.endpoint.partition("://")[2].partition("/")[0].rpartition("@")[2]
        told = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": server or event.endpoint,
            "gen_ai.request.model": event.model,
            "gen_ai.usage.input_tokens": event.usage.prompt,
            "gen_ai.usage.output_tokens": event.usage.completion,
            "gen_ai.usage.cache_read.input_tokens": event.usage.cached,
            "gen_ai.usage.cache_creation.input_tokens": event.usage.written,
            "pilothouse.cause": str(event.cause),
            "pilothouse.step": event.place,
            "error.type": event.failure_class,
        }
        begun = recorded.at_secs - event.took_ms / 1000
        ends = (begun, recorded.at_secs)
        name = f"chat {event.model}"
        return self._span(f"round {recorded.seq}", name, ends, told, event.failure, _CLIENT)

    def action(self, each: Executed) -> dict[str, Any]:
        kind, came, decision = each.kind, each.outcome, each.decision
        acts = asdict(each.performed.action)
        told = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": kind,
            "gen_ai.tool.call.id": each.action_id,
            "gen_ai.tool.description": each.performed.description,
            "gen_ai.tool.call.arguments": json.dumps(acts | {"target": each.performed.zone_label}),
            "gen_ai.tool.call.result": joined(came.verdict or came.state, came.detail),
            "pilothouse.step": each.place,
            "pilothouse.verdict": came.verdict,
            "pilothouse.reversible": str(each.reversibility.degree) if each.reversibility else "",
            "error.type": "" if came.succeeded else "action_failed",
        }
        ends = (each.at_secs, each.at_secs + came.took_ms / 1000)
        error = "" if came.succeeded else came.why or "It did not come to its end."
        span = self._span(f"action {each.step}", f"execute_tool {kind}", ends, told, error)
        if decision is not None:
            who = {"verdict": decision.verdict.kind, "who": decision.who, "how": decision.how}
            risk = {"risk": each.risk.risk_class if each.risk else ""}
            decided = _attributes({f"pilothouse.{k}": str(v) for k, v in (who | risk).items()})
            at = {"timeUnixNano": _nanos(each.at_secs), "name": "pilothouse.decision"}
            span["events"] = [at | {"attributes": decided}]
        return span

    def _span(
        self, what: str, name: str, ends: _Ends, told: dict[str, Any], error: str, kind: int = 1
    ) -> dict[str, Any]:
        status = {"code": _ERROR, "message": error} if error else {"code": _OK}
        return {
            "traceId": self._trace_id,
            "spanId": self._id(what),
            "parentSpanId": self._root_id,
            "name": name,
            "kind": kind,
            "startTimeUnixNano": _nanos(ends[0]),
            "endTimeUnixNano": _nanos(max(ends)),
            "attributes": _attributes(told),
            "status": status,
        }

    def _id(self, what: str, digits: int = 16) -> str:
        named = f"{self._opened.summary.session_id} {what}".encode()
        return hashlib.sha256(named).hexdigest()[:digits]


def _said(role: str, text: str, **more: str) -> str:
    return json.dumps([{"role": role, "parts": [{"type": "text", "content": text}]} | more])


def _attributes(told: Mapping[str, object]) -> list[dict[str, Any]]:
    """Without those that say nothing; OTLP's JSON has whole numbers as texts."""
    return [
        {"key": key, "value": {"intValue": str(v)} if isinstance(v, int) else {"stringValue": v}}
        for key, v in told.items()
        if v not in ("", None)
    ]


def _nanos(at_secs: float) -> str:
    return str(round(at_secs * 1e9))
