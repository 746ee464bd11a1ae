"""Each action of a session in an export: what was proposed, decided and done, and its picture."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from PIL import Image

from engine.domain.approvals import Edit
from engine.domain.terminals import Terminal
from engine.domain.web.limits import WebLimits
from engine.modes.navigator.navigator import Navigator
from engine.record.executed import executed_in
from engine.record.source import Stored, export_jsonl
from engine.record.store import SessionStore
from tests.engine.record.runs import TYPE, TYPE_EDITED, recorded_run, typical_run
from tests.support.small_web import HEIGHT, WIDTH, shop
from tests.support.web_choosers import clicking
from tests.support.web_play import WebPlay


async def exported_run(store: SessionStore, folder: Path) -> Path:
    """The folder of the actions of a run that puts a kettle into the cart, in three clicks."""
    log = await store.start_session("one")
    chooser = clicking("Kettles", "Red kettle", "Add to cart")
    goal = "Add the red kettle to the cart"
    play = WebPlay(goal, shop(), chooser, log=log, blobs=store.blobs)
    limits = WebLimits(observe_screenshot_mode="on_change")
    outcome = await play.session.run(Navigator(limits))
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    await export_jsonl(folder / "session-one.jsonl", await Stored.of(store, "one"))
    return folder / "session-one-steps"


async def test_each_action_of_a_run_has_its_files(store: SessionStore, tmp_path: Path) -> None:
    folder = await exported_run(store, tmp_path / "out")
    names = [f"step-00{number}-execute.{kind}" for number in (1, 2, 3) for kind in ("json", "webp")]
    assert sorted(each.name for each in folder.iterdir()) == names
    told: list[dict[str, Any]] = [
        json.loads((folder / name).read_text("utf-8")) for name in names if "json" in name
    ]
    assert [each["step"] for each in told] == [1, 2, 3]
    assert {each["session_id"] for each in told} == {"one"}
    assert [(each["url_before"], each["url_after"]) for each in told] == [
        ("/", "/kettles"),
        ("/kettles", "/kettles/red"),
        ("/kettles/red", "/cart"),
    ]
    assert [each["proposal"]["description"] for each in told][-1] == "Click “Add to cart”"
    assert [each["decision"]["how"] for each in told] == ["policy", "policy", "operator"]
    assert [each["risk"] and each["risk"]["risk_class"] for each in told] == [
        None,
        None,
        "leaves the machine",
    ]
    assert all(each["outcome"]["state"] == "done" for each in told)
    for each, name in zip(told, names[1::2], strict=True):
        picture = (folder / name).read_bytes()
        assert Image.open(io.BytesIO(picture)).size == (WIDTH, HEIGHT)
        assert picture == (tmp_path / "out/pictures" / f"{each['picture_hash']}.webp").read_bytes()


def test_what_the_operator_changed_is_told_beside_what_was_proposed() -> None:
    executed = executed_in(recorded_run(*typical_run()))
    edited = next(each for each in executed if each.place == "1.2")
    assert (edited.proposal, edited.performed) == (TYPE, TYPE_EDITED)
    assert edited.decision is not None and edited.decision.verdict == Edit(TYPE_EDITED)


def test_retries_local_attempts_and_what_was_taken_back_are_actions_too() -> None:
    executed = executed_in(recorded_run(*typical_run()))
    assert [each.step for each in executed] == list(range(1, len(executed) + 1))
    assert [each.place for each in executed] == [
        *("1.1", "1.2", "2.1", "2.1", "2.1.1", "2.1.2", "2.1.3", "2.1.4", "3.1")
    ]
    first, second = (each for each in executed if each.place == "2.1")
    assert (first.outcome.succeeded, first.outcome.state) == (False, "")
    assert (second.outcome.succeeded, second.outcome.state) == (True, "failed")
    back = next(each for each in executed if each.place == "2.1.3")
    assert back.outcome.state == "restored"
    assert not any(each.look for each in executed[:3]), "a director's run knows no page"
