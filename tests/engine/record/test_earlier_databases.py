"""Databases that an earlier Pilothouse wrote open, fold to what they folded to, export, go on."""

from __future__ import annotations

import enum
import gzip
import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from engine.domain.events import Recorded
from engine.domain.performing import LocalPlanningStarted
from engine.domain.terminals import Terminal
from engine.domain.web.events import SessionResumed
from engine.domain.web.proposals import ActionName
from engine.modes.navigator.navigator import Navigator
from engine.record.codec import VERSIONS, event_from_json
from engine.record.reports.formats import write_reports
from engine.record.source import Stored, export_jsonl
from engine.record.store import SessionStore
from engine.record.views.fold import fold
from engine.record.views.run_state import RunState, StepView
from tests.support.event_forms import known_lines, lines_of_today, with_new_forms
from tests.support.exports import events_in
from tests.support.small_web import shop
from tests.support.web_choosers import always, proposed
from tests.support.web_play import WebPlay

_FOLDER = Path(__file__).parent / "databases"
FOLDED: dict[str, Any] = json.loads((_FOLDER / "folded.json").read_text("utf-8"))
SESSIONS = [tuple(each.split("/")) for each in FOLDED if "/" in each]
ADDED_SINCE = {(RunState, "unsettled"), (StepView, "picture_before_hash")}
"""Fields of a run's state and its steps' that those Pilothouses did not know."""
OTHERWISE_SINCE = {"picture_hash", "zones_hash", "zone_count"}
"""Of a run's state: they told what was looked at last; now they tell what was there last."""
ONLY_LOGGED_SINCE = {"goal", "page_count", "progress", "refused", "notes", "resumptions"}
"""Of a run on the web: its events tell of them still, and its state does not. Of what the browser
noted it holds the downloads."""
NAMES_THEN = {"transitions": "passages"}
"""Of fields that are called otherwise now."""


VERDICT_OF_EFFECT = {
    "confirmed": "seen",
    "already so": "seen",
    "suspected no-op": "contradicted",
    "unverifiable": "can't tell",
}


def as_told_today(folded: Any) -> Any:
    """Steps had effects then, with a detail; those that were performed have verdicts today, with
    evidence. Returns had words and differences; they have verdicts with evidence. What was counted
    of a graph is told by what it was counted of. The states of an exploration have the number of
    their place; what was in sight as a local plan began is told by its event."""
    if isinstance(folded, list):
        return [as_told_today(each) for each in folded]
    if not isinstance(folded, dict):
        return folded
    told = {name: as_told_today(each) for name, each in folded.items()}
    if returned := told.get("returned"):
        is_back = returned in ("already back", "restored")
        told["verdict"] = "seen" if is_back else "contradicted"
        told["returned"] = returned if is_back else "not restored"
        told |= {"evidence": differences} if (differences := told.pop("differences", [])) else {}
    if isinstance(web := told.get("web"), dict):
        downloads = [e for e in web.get("notes", ()) if e.get("what") == "download_saved"]
        told["web"] = {name: web[name] for name in web if name not in ONLY_LOGGED_SINCE}
        told["web"] |= {"downloads": downloads} if downloads else {}
    effect = told.pop("effect", None)
    if effect and told["state"] in ("done", "failed"):
        told["verdict"] = VERDICT_OF_EFFECT[effect]
        if told["state"] == "done" and (detail := told.pop("detail", "")):
            told["evidence"] = [detail]
    if isinstance(visits := told.get("visits"), list):
        told["visits"] = dict(visits)
        ways = {str([e["start"], e["end"]]): e.get("count", 1) for e in told.pop("passages", ())}
        told |= {"passages": ways} if ways else {}
    if states := (told.get("explore") or {}).get("states"):
        told["explore"]["states"] = [{**each, "number": n} for n, each in enumerate(states, 1)]
    if isinstance(plan := told.get("local"), dict):
        plan.pop("picture_hash", None)
    return told


def pictures_then(folded: Any) -> dict[tuple[int, int], str]:
    """Of the steps that had a local plan: what was in sight as it began."""
    return {
        (segment["segment_number"], each["step"]["step_number"]): each["local"]["picture_hash"]
        for segment in folded["segments"]
        for each in segment["steps"]
        if "picture_hash" in each.get("local", {})
    }


def pictures_now(events: Sequence[Recorded]) -> dict[tuple[int, int], str]:
    """The same, as the run's state tells it at that event."""
    states = list(accumulate(events, fold, initial=RunState()))[1:]
    return {
        (each.event.segment_number, each.event.step_number): state.picture_hash
        for each, state in zip(events, states, strict=True)
        if isinstance(each.event, LocalPlanningStarted)
    }


def plain(value: object) -> object:
    """As JSON: of a record, its kind and the fields that are not as by default."""
    if is_dataclass(value) and not isinstance(value, type):
        held = {each.name: getattr(value, each.name) for each in fields(value)}
        kept = {each.name for each in fields(value) if not _is_default(each, held[each.name])}
        kept -= {name for whose, name in ADDED_SINCE if whose is type(value)}
        told = [name for name in held if name == "kind" or name in kept]
        return {NAMES_THEN.get(name, name): plain(held[name]) for name in told}
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(each) for key, each in value.items()}
    if isinstance(value, Set):
        return sorted(str(plain(each)) for each in value)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [plain(each) for each in value]
    return value


def _is_default(of: Field[Any], value: object) -> bool:
    if of.default is not MISSING:
        return bool(value == of.default)
    return of.default_factory is not MISSING and bool(value == of.default_factory())


async def open_database(name: str, folder: Path) -> SessionStore:
    path = folder / f"{name}.db"
    path.write_bytes(gzip.decompress((_FOLDER / f"{name}.db.gz").read_bytes()))
    return await SessionStore.open(path)


@pytest.mark.parametrize(("database", "session_id"), SESSIONS)
async def test_a_session_folds_to_what_it_folded_to_when_it_was_written(
    database: str, session_id: str, tmp_path: Path
) -> None:
    store = await open_database(database, tmp_path)
    opened = await store.open_session(session_id)
    await store.close()
    assert opened is not None
    folded = FOLDED[f"{database}/{session_id}"]
    state, then = opened.state, as_told_today(folded)
    assert len(opened.events) == then.pop("n_events")
    derived = then.pop("derived")
    now = plain(state)
    assert isinstance(now, dict)
    for name in OTHERWISE_SINCE:
        now.pop(name, None), then.pop(name, None)
    assert now == then
    assert {name: plain(getattr(state, name)) for name in derived} == derived
    assert pictures_now(opened.events).items() >= pictures_then(folded).items()


@pytest.mark.parametrize("database", ["director", "navigator", "explorer"])
async def test_it_lists_and_exports_each_session(database: str, tmp_path: Path) -> None:
    store = await open_database(database, tmp_path)
    listed = {each.session_id for each in await store.sessions()}
    assert listed == {session_id for name, session_id in SESSIONS if name == database}
    for session_id in listed:
        path = tmp_path / f"{session_id}.jsonl"
        await export_jsonl(path, await Stored.of(store, session_id))
        assert events_in(path) == await store.events(session_id)
    if database == "explorer":
        told = await store.open_session("told")
        assert told is not None
        written = await write_reports(Stored(told, store), tmp_path)
        assert len(written) == 4  # the page, the JUnit XML, a script for each of two findings
    await store.close()


LINES = known_lines()


def test_what_is_written_today_is_among_what_will_always_be_read() -> None:
    missing = with_new_forms(LINES, lines_of_today())[len(LINES) :]
    assert not missing, "python -m tests.support.event_forms"


def test_each_form_that_an_event_ever_had_is_read_as_one_of_today() -> None:
    told = [json.loads(line) for line in LINES]
    read = [event_from_json(line) for line in LINES]
    assert [each.kind for each in read] == [each["kind"] for each in told]
    assert all(each.version == VERSIONS[each.kind] for each in read)
    assert {each.kind for each in read} == set(VERSIONS)
    older = {(each["kind"], each["version"]) for each in told} - set(VERSIONS.items())
    assert older == {("step_ended", 1), ("reversal_ended", 1)}


async def test_every_kind_of_event_is_in_one_of_them(tmp_path: Path) -> None:
    store = await open_database("director", tmp_path)
    kinds = {each.event.kind for each in await store.events("every-kind")}
    await store.close()
    assert kinds <= set(VERSIONS)
    assert len(kinds) == 47


async def test_a_run_that_broke_off_then_goes_on_today(tmp_path: Path) -> None:
    store = await open_database("navigator", tmp_path)
    point = await store.resume_point("broken")
    told = plain(point)
    assert (
        isinstance(told, dict)
        and {each: told[each] for each in FOLDED["resume"]} == FOLDED["resume"]
    )
    assert point.under_way is not None and point.under_way.description == "Click “Add to cart”"
    web = shop()
    point = replace(point, url=web.url)
    log = await store.continue_session("broken", point.event_count)
    says_done = always(proposed(ActionName.DONE))
    play = WebPlay(point.goal, web, says_done, log=log, blobs=store.blobs, resumed=point)
    before = len(await store.events("broken"))
    outcome = await play.session.run(Navigator())
    after = [each.event for each in await store.events("broken")][before:]
    await store.close()
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert isinstance(after[0], SessionResumed)
    assert play.thinker.requests[0].completed == point.completed
