"""A session as OpenTelemetry's spans, in OTLP's JSON, by the conventions for generative AI of
version 1.41.0. Who decided what is told as an event of the action's span: the conventions have none
for it.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.domain.events import Recorded
from engine.domain.model_events import ModelCalled
from engine.domain.terminals import Terminal
from engine.record.executed import Executed, executed_in
from engine.record.sessions import OpenedSession
from engine.record.telling import completion_words

_CONVENTIONS = "https://opentelemetry.io/schemas/1.41.0"
_INTERNAL, _CLIENT = 1, 3
_OK, _ERROR = 1, 2


def spans_of(opened: OpenedSession) -> bytes:
    """``{"resourceSpans": …}``: a span for the run, below it one for each round with a model and
    each action."""
    spans = _Spans(opened)
    told = [spans.run(), *spans.rounds(), *(spans.action(each) for each in spans.executed)]
    scope = {"name": "pilothouse", "version": opened.summary.pilothouse_version}
    resource = {"attributes": _attributes({"service.name": "pilothouse"})}
    scoped = {"scope": scope, "spans": told, "schemaUrl": _CONVENTIONS}
    whole = {"resource": resource, "scopeSpans": [scoped], "schemaUrl": _CONVENTIONS}
    return json.dumps({"resourceSpans": [whole]}, indent=1).encode()


class _Spans:
    """Ids come from the session's, so that a second export names the same spans."""

    def __init__(self, opened: OpenedSession) -> None:
        self._opened = opened
        self._trace_id = self._id("trace", 32)
        self._root_id = self._id("run")
        self.executed = executed_in(opened.events)

    def run(self) -> dict[str, Any]:
        state, outcome = self._opened.state, self._opened.state.outcome
        told = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": f"pilothouse {state.mode}",
            "gen_ai.conversation.id": state.session_id,
            "pilothouse.goal": state.goal,
            "pilothouse.surface": state.surface,
            "pilothouse.thinker": state.thinker,
            "pilothouse.ended": completion_words(state),
        }
        is_good = outcome is not None and outcome.terminal is Terminal.GOAL_SATISFIED
        ends = (state.started_at_secs, state.last_at_secs)
        error = "" if is_good else outcome.message if outcome else "It has no end."
        return self._span("run", f"invoke_agent pilothouse {state.mode}", *ends, told, error) | {
            "parentSpanId": ""
        }

    def rounds(self) -> Iterator[dict[str, Any]]:
        for recorded in self._opened.events:
            if isinstance(recorded.event, ModelCalled):
                yield self._round(recorded, recorded.event)

    def _round(self, recorded: Recorded, event: ModelCalled) -> dict[str, Any]:
        told = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": event.endpoint,
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
        return self._span(f"round {recorded.seq}", name, *ends, told, event.failure, _CLIENT)

    def action(self, each: Executed) -> dict[str, Any]:
        kind, came, decision = each.kind, each.outcome, each.decision
        told = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": kind,
            "gen_ai.tool.call.id": each.action_id,
            "gen_ai.tool.description": each.performed.description,
            "pilothouse.step": each.place,
            "pilothouse.target": each.performed.zone_label,
            "pilothouse.verdict": came.verdict,
            "pilothouse.evidence": came.detail,
            "pilothouse.reversible": str(each.reversibility.degree) if each.reversibility else "",
            "error.type": "" if came.succeeded else "action_failed",
        }
        ends = (each.at_secs, each.at_secs + came.took_ms / 1000)
        error = "" if came.succeeded else came.why or "It did not come to its end."
        span = self._span(f"action {each.step}", f"execute_tool {kind}", *ends, told, error)
        if decision is not None:
            who = {"verdict": decision.verdict.kind, "who": decision.who, "how": decision.how}
            risk = {"risk": each.risk.risk_class if each.risk else ""}
            decided = _attributes({f"pilothouse.{k}": str(v) for k, v in (who | risk).items()})
            at = {"timeUnixNano": _nanos(each.at_secs), "name": "pilothouse.decision"}
            span["events"] = [at | {"attributes": decided}]
        return span

    def _span(
        self,
        what: str,
        name: str,
        start_secs: float,
        end_secs: float,
        told: Mapping[str, object],
        error: str,
        kind: int = _INTERNAL,
    ) -> dict[str, Any]:
        status = {"code": _ERROR, "message": error} if error else {"code": _OK}
        return {
            "traceId": self._trace_id,
            "spanId": self._id(what),
            "parentSpanId": self._root_id,
            "name": name,
            "kind": kind,
            "startTimeUnixNano": _nanos(start_secs),
            "endTimeUnixNano": _nanos(max(start_secs, end_secs)),
            "attributes": _attributes(told),
            "status": status,
        }

    def _id(self, what: str, digits: int = 16) -> str:
        named = f"{self._opened.summary.session_id} {what}".encode()
        return hashlib.sha256(named).hexdigest()[:digits]


def _attributes(told: Mapping[str, object]) -> list[dict[str, Any]]:
    """Without those that say nothing; OTLP's JSON has whole numbers as texts."""
    return [
        {"key": key, "value": {"intValue": str(v)} if isinstance(v, int) else {"stringValue": v}}
        for key, v in told.items()
        if v not in ("", None)
    ]


def _nanos(at_secs: float) -> str:
    return str(round(at_secs * 1e9))
