"""``pilothouse run --thinker`` with a model behind real HTTP, as a user has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.domain.events import ModelCalled
from engine.domain.terminals import EXIT_BAD_INPUT, EXIT_CODES, Terminal
from tests.app.command import CommandLine
from tests.support import scripts
from tests.support.exports import events_in
from tests.support.own_models import write_model
from tests.support.prompt_planner import answer
from tests.support.scripted_endpoint import ScriptedEndpoint, in_thread

pytestmark = [pytest.mark.end_to_end, pytest.mark.usefixtures("reads_no_drawn_texts")]

GOAL = "Open Galculator and press 1, 2, *, 7, ="
KEY = "sk-pilothouse-0123456789abcdef"


def set_up(command: CommandLine, endpoint: ScriptedEndpoint, more: str = "") -> None:
    command.write_settings(
        f'[model]\nbase_url = "{endpoint.base_url}"\nname = "{endpoint.model}"\n{more}'
    )
    command.environment["PILOTHOUSE_API_KEY"] = KEY


def with_evidence(body: dict[str, Any]) -> str:
    """What the planner answers; its last plan says what shows that the goal is reached."""
    reply = json.loads(answer(body))
    if reply["finishes"]:
        reply["steps"].append({"action": "verify", "expect": "text: 84"})
    return json.dumps(reply)


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_a_model_reaches_the_goal_and_its_key_is_written_nowhere(
    command: CommandLine, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with in_thread(ScriptedEndpoint(with_evidence, key=KEY)) as endpoint:
        set_up(command, endpoint)
        write_model(command.home / ".config/pilothouse/models", "scripted")
        run = command.run("run", GOAL, "--thinker", "model", "--out", str(out))
    assert run.code == 0, run
    assert "the text “84” is shown" in run.said
    assert "thinker scripted" in run.said and "Model plan · scripted ·" in run.said
    [export] = out.glob("*.jsonl")
    calls = [e.event for e in events_in(export) if isinstance(e.event, ModelCalled)]
    assert [call.cause for call in calls] == ["plan", "replan"]
    assert all(call.cost and not call.failure for call in calls)
    assert calls[1].sent_bytes > calls[1].same_bytes > calls[0].same_bytes == 0
    assert "2 rounds with models · prompt 240 (of it cached 80), completion 60" in run.said
    assert "of the prompts" in run.said and "of its bytes as before" in run.said
    sent = (out / "texts" / f"{calls[0].prompt_hash}.txt").read_text()
    assert GOAL in sent and "untrusted data" in sent
    assert KEY.encode() not in everything_in(command.home) + everything_in(out)
    assert KEY not in run.stdout + run.stderr


def test_a_wrong_key_is_said_without_telling_the_key(command: CommandLine) -> None:
    with in_thread(ScriptedEndpoint(answer, key="another-key-altogether")) as endpoint:
        set_up(command, endpoint)
        run = command.run_here("run", GOAL, "--thinker", "model")
    assert run.code == EXIT_CODES[Terminal.FAILED]
    assert "failed (model_failed)" in run.said and "key" in run.said
    assert KEY.encode() not in everything_in(command.home)
    assert KEY not in run.stdout + run.stderr


def test_a_model_that_declines_is_quoted(command: CommandLine) -> None:
    with in_thread(ScriptedEndpoint(scripts.declined("I must not do that."))) as endpoint:
        set_up(command, endpoint)
        run = command.run_here("run", GOAL, "--thinker", "model")
    assert "goal_failed (model_declined)" in run.said and "I must not do that." in run.said


def test_without_a_model_it_is_said_how_to_set_one_up(command: CommandLine) -> None:
    refused = command.run_here("run", GOAL, "--thinker", "model")
    assert refused.code == EXIT_BAD_INPUT
    assert "no model is set up" in refused.complained and "[model]" in refused.complained
    assert not command.database.exists()
