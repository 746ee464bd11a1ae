"""A session as inspect_ai keeps what it evaluates: one sample, in which each action is a call of a
tool with the picture after it, each decision an approval, each round with a model what was sent
and replied. Its own library, the extra ``inspect``, checks and writes it."""

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import Any

from engine.domain.errors import RecordUnavailable
from engine.domain.events import ModelCalled, Recorded
from engine.domain.terminals import Terminal
from engine.record.executed import Executed, executed_in
from engine.record.sessions import OpenedSession, completion_words
from engine.record.source import TEXT_FIELDS, ReportPictures, Source, named_in, writing_to

_PICTURE_WIDTH_PX = 1024
_DECIDED = {"approve": "approve", "edit": "modify"}


async def write_evaluation(path: Path, source: Source) -> Path:
    """What was there is replaced. Raises ``RecordUnavailable``, also without the extra."""
    opened, pictures = await source.opened(), ReportPictures(source)
    done = executed_in(opened.events)
    shown = {
        each.action_id: await pictures.address(each.picture_hash, _PICTURE_WIDTH_PX)
        for each in done
    }
    texts = {each: await source.text(each) or "" for each in named_in(opened.events, TEXT_FIELDS)}
    told = [part for each in done for part in _action(each, shown[each.action_id])]
    told += [
        _round(each, each.event, texts)
        for each in opened.events
        if isinstance(each.event, ModelCalled)
    ]
    await asyncio.to_thread(_write, path, _log(opened, sorted(told, key=itemgetter("timestamp"))))
    return path


def _write(path: Path, told: dict[str, Any]) -> None:
    why = "inspect_ai is not installed, which writes such a file."
    with RecordUnavailable.instead_of(ImportError, why, "Install pilothouse[inspect]."):
        from inspect_ai.log import EvalLog, write_eval_log
    with writing_to(path):
        write_eval_log(EvalLog.model_validate(told), path, format="eval")


def _log(opened: OpenedSession, events: list[dict[str, Any]]) -> dict[str, Any]:
    state, outcome = opened.state, opened.state.outcome
    is_good = outcome is not None and outcome.terminal is Terminal.GOAL_SATISFIED
    ends = {"started_at": _at(state.started_at_secs), "completed_at": _at(state.last_at_secs)}
    score = {"value": "C" if is_good else "I", "explanation": completion_words(state)}
    sample = {"id": state.session_id, "epoch": 1, "input": state.goal, "target": ""}
    return {
        "status": "success" if outcome is not None else "started",
        "eval": {
            "created": ends["started_at"],
            "task": f"pilothouse {state.mode}",
            "dataset": {"name": state.surface, "samples": 1, "sample_ids": [state.session_id]},
            "model": state.thinker,
            "config": {},
            "packages": {"pilothouse": opened.summary.pilothouse_version},
        },
        "results": {"total_samples": 1, "completed_samples": int(outcome is not None)},
        "stats": ends,
        "samples": [sample | ends | {"scores": {"its own word": score}, "events": events}],
    }


def _action(each: Executed, shown: str) -> list[dict[str, Any]]:
    came, at = each.outcome, _at(each.at_secs)
    arguments = {"said": each.performed.description, "target": each.performed.zone_label}
    call = {"id": each.action_id, "function": each.kind, "arguments": arguments}
    words = {"type": "text", "text": f"{came.verdict or came.state} {came.detail}".strip()}
    error = {"type": "unknown", "message": came.why or "It did not come to its end."}
    made = {
        "event": "tool",
        "timestamp": at,
        **call,
        "result": [words, *([{"type": "image", "image": shown}] if shown else [])],
        "error": None if came.succeeded else error,
        "completed": _at(each.at_secs + came.took_ms / 1000),
        "working_time": came.took_ms / 1000,
    }
    if (decision := each.decision) is None:
        return [made]
    decided = {
        "event": "approval",
        "timestamp": at,
        "message": each.proposal.description,
        "call": call,
        "approver": decision.who or str(decision.how),
        "decision": _DECIDED.get(decision.verdict.kind, "reject"),
        "explanation": str(decision.how),
    }
    return [decided, made]


def _round(each: Recorded, event: ModelCalled, texts: Mapping[str, str]) -> dict[str, Any]:
    reply = {"role": "assistant", "content": texts.get(event.reply_hash, "")}
    usage = {
        "input_tokens": event.usage.prompt,
        "output_tokens": event.usage.completion,
        "total_tokens": event.usage.total,
        "input_tokens_cache_read": event.usage.cached,
    }
    return {
        "event": "model",
        "timestamp": _at(each.at_secs - event.took_ms / 1000),
        "model": event.model,
        "input": [{"role": "user", "content": texts.get(event.prompt_hash, "")}],
        "tools": [],
        "tool_choice": "none",
        "config": {},
        "output": {"model": event.model, "choices": [{"message": reply}], "usage": usage},
        "error": event.failure or None,
        "completed": _at(each.at_secs),
        "working_time": event.took_ms / 1000,
    }


def _at(at_secs: float) -> str:
    return datetime.fromtimestamp(at_secs, UTC).isoformat(timespec="milliseconds")
