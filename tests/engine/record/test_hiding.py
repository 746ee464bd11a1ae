"""Hiding: what is hidden is in no export; what can't be looked at is left out."""

from __future__ import annotations

import io
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from engine.domain.actions import Search, TypeText
from engine.domain.errors import NameUnknown
from engine.domain.events import (
    Event,
    ModelCalled,
    SegmentPlanned,
    SituationObserved,
    StepEnded,
    WarningRaised,
)
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, ReplanKind
from engine.domain.zones import MASK
from engine.record.hiding import LEFT_OUT, Hidden, Hiding, still_shown
from engine.record.reports.formats import FORMATS, export_as
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.engine.record.runs import frame, situation, typical_run, zone


@pytest.fixture
async def stored(store: SessionStore) -> Stored:
    """The typical run, in which one picture is known, with a zone in it, and one is not."""
    known = await store.blobs.put_picture(frame(1))
    crop = await store.blobs.put_picture(frame(2, 20, 20))
    zones = await store.blobs.put_zones(situation(replace(zone("z1"), value="hello world")))
    prompt = await store.blobs.put_text("the prompt says hello")
    log = await store.start_session("one")
    for event in typical_run():
        await log.append(_with(event, known, crop, zones, prompt))
    return await Stored.of(store, "one")


def _with(event: Event, known: str, crop: str, zones: str, prompt: str) -> Event:
    if isinstance(event, SituationObserved):
        return replace(event, picture_hash=known, zones_hash=zones)
    if isinstance(event, StepEnded) and not event.local:
        return replace(event, evidence=("it holds “héllo 你…”",), detail="")
    if isinstance(event, ModelCalled):
        return replace(event, picture_hash=crop, prompt_hash=prompt)
    return event


async def written(source: Hidden | Stored, folder: Path) -> bytes:
    """All that any export writes; a log of inspect_ai where that is installed."""
    for name, (ending, write, _) in FORMATS.items():
        if name == "inspect" and find_spec("inspect_ai") is None:
            continue
        await write(folder / name / f"session.{ending}", source)
    return held(folder)


def held(folder: Path) -> bytes:
    return b"\n".join(each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file())


async def test_a_pattern_and_what_was_typed_are_in_no_export(
    stored: Stored, tmp_path: Path
) -> None:
    assert "héllo" in (await written(stored, tmp_path / "all")).decode("utf-8", "ignore")
    hidden = await Hidden.of(stored, Hiding(patterns=(r"mouse\w+",), typed=True))
    text = (await written(hidden, tmp_path / "less")).decode("utf-8", "ignore")
    for each in ("héllo", r"h\u00e9llo", "hello", "你", "Mousepad", "mousepad"):
        assert each not in text, each
    assert MASK in text or r"\u2022" in text


@pytest.mark.parametrize(
    "told", ["Type “blue boat ⏎ green barn”", "it is “blue  boat⏎gree…” now", "now “green barn”"]
)
async def test_a_typed_text_is_hidden_in_whatever_lines_it_stands(
    store: SessionStore, told: str
) -> None:
    text = PlanStep(1, "z1", "Text", TypeText("blue boat\ngreen barn"), "Type it")
    words = PlanStep(1, GLOBAL_ZONE_ID, "", Search("whom I seek"), "Search for “whom I seek”")
    log = await store.start_session("s")
    segment = PlanSegment((text, words), False, reason=told)
    await log.append(SegmentPlanned(1, ReplanKind.INITIAL, segment))
    hidden = await Hidden.of(await Stored.of(store, "s"), Hiding(typed=True))
    [[(_, line)]] = [page async for page in hidden.chained_lines()]
    assert not [each for each in ("blue", "gree", "seek") if each in line.decode()]


async def test_what_was_typed_into_a_hidden_zone_is_hidden_though_it_was_never_seen_there(
    store: SessionStore,
) -> None:
    into = PlanStep(1, "z1", "My diary", TypeText("blue boat"), "Type “blue boat” into “My diary”")
    other = replace(into, step_number=2, zone_label="Name", action=TypeText("Ada"))
    log = await store.start_session("s")
    await log.append(SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((into, other), False)))
    hidden = await Hidden.of(await Stored.of(store, "s"), Hiding(zones=("diary",)))
    [[(_, line)]] = [page async for page in hidden.chained_lines()]
    assert not [each for each in ("blue", "diary") if each in line.decode()]
    assert "Ada" in line.decode()


async def test_a_zone_is_covered_and_a_picture_that_nobody_knows_is_left_out(
    stored: Stored,
) -> None:
    known = next(
        each.event.picture_hash
        for each in (await stored.opened()).events
        if isinstance(each.event, SituationObserved)
    )
    crop = next(
        each.event.picture_hash
        for each in (await stored.opened()).events
        if isinstance(each.event, ModelCalled)
    )
    assert await stored.picture(crop) is not None
    hidden = await Hidden.of(stored, Hiding(zones=("größe",)))
    assert await hidden.picture(crop) is None
    picture = await hidden.picture(known)
    assert picture is not None
    pixels = Image.open(io.BytesIO(picture.data)).convert("RGB")
    assert pixels.getpixel((15, 20)) == (90, 90, 90) != pixels.getpixel((50, 1))
    prompt = next(
        each.event.prompt_hash
        for each in (await stored.opened()).events
        if isinstance(each.event, ModelCalled)
    )
    assert await hidden.text(prompt) is None
    for hiding in (Hiding(windows=("MOUSEPAD",)), Hiding(pictures=True)):
        assert await (await Hidden.of(stored, hiding)).picture(known) is None
    other = await Hidden.of(stored, Hiding(windows=("Calculator",)))
    assert await other.picture(known) is not None
    by_value = await Hidden.of(stored, Hiding(patterns=("world",)))
    picture = await by_value.picture(known)
    assert picture is not None
    pixels = Image.open(io.BytesIO(picture.data)).convert("RGB")
    assert pixels.getpixel((15, 20)) == (90, 90, 90)


async def test_an_event_that_can_not_be_told_without_it_is_left_out(stored: Stored) -> None:
    hidden = await Hidden.of(stored, Hiding(patterns=("irreversible|reversible",)))
    whole, told = await stored.opened(), await hidden.opened()
    before, after = whole.events, told.events
    assert len(before) == len(after)
    left_out = [each for each in after if each.event == WarningRaised(LEFT_OUT)]
    assert left_out and told.state.last_seq == whole.state.last_seq


async def test_it_is_told_what_is_still_shown(stored: Stored) -> None:
    hidden = await Hidden.of(stored, Hiding(typed=True, pictures=True))
    shows = await still_shown(hidden)
    assert not [each for each in shows if "typed" in each or "pictures" in each]
    assert "2 titles of windows: Files; Mousepad" in shows
    assert not any("texts that a model was sent" in each for each in shows)
    assert any("texts typed: hello; héllo" in each for each in await still_shown(stored))


@pytest.mark.parametrize(
    ("kind", "has_pictures", "has_texts"),
    [("html", True, False), ("md", False, False), ("pilothouse", True, True)],
)
async def test_only_what_is_in_a_file_is_told_of_it(
    stored: Stored, tmp_path: Path, kind: str, *, has_pictures: bool, has_texts: bool
) -> None:
    _, shows = await export_as(kind, stored, tmp_path, Hiding(patterns=("nowhere",)))
    told = "; ".join(shows)
    assert ("1 picture of the screen" in told) is has_pictures
    assert ("text that a model was sent" in told) is has_texts
    assert "texts typed: hello" in told


async def test_what_is_no_pattern_is_told(stored: Stored) -> None:
    with pytest.raises(NameUnknown, match="is no pattern"):
        await Hidden.of(stored, Hiding(patterns=("(",)))
