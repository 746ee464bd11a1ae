"""A session as inspect_ai keeps it, read back by inspect_ai."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.record.hiding import Hiding
from engine.record.reports.formats import export_as
from engine.record.store import SessionStore
from tests.engine.record.reports.test_for_others import pictured
from tests.engine.record.runs import STARTED

log = pytest.importorskip("inspect_ai.log", reason="the extra “inspect” is not installed")


async def test_inspect_ai_reads_what_was_done_decided_and_asked(
    store: SessionStore, tmp_path: Path
) -> None:
    file, _ = await export_as("inspect", await pictured(store), tmp_path, Hiding())
    assert file.name == "session-one.eval"
    read = await log.read_eval_log_async(str(file), resolve_attachments=True)
    (sample,) = read.samples
    assert (read.status, sample.input, sample.scores["its own word"].value) == (
        "success",
        STARTED.goal,
        "C",
    )
    opened = next(each for each in sample.events if each.event == "tool")
    words, picture = opened.result
    assert (opened.function, opened.arguments["said"]) == ("click", "Open the menu")
    assert words.text.startswith("seen") and picture.image.startswith("data:image/webp;base64,")
    decided = next(each for each in sample.events if each.event == "approval")
    assert (decided.decision, decided.approver, decided.call.id) == ("approve", "anna", opened.id)
    asked = next(each for each in sample.events if each.event == "model")
    assert asked.output.usage.input_tokens > 0
    assert [each.timestamp for each in sample.events] == sorted(
        each.timestamp for each in sample.events
    )
