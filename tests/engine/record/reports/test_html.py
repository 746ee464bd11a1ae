"""The report of a run towards a goal, read as a browser would read it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from engine.domain.actions import Launch
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    Event,
    SegmentPlanned,
    SessionStarted,
    SituationObserved,
    StepEnded,
    StepStarted,
)
from engine.domain.performing import ReversalEnded, ReversalStarted
from engine.domain.plans import PlanSegment, PlanStep, ReplanKind
from engine.domain.verdicts import ModeName, Verdict
from engine.record.reports.html import html_of
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.engine.record.runs import STARTED, frame, typical_run
from tests.support.report_page import Page
from tests.support.web_pages import launched

HOSTILE = "</style></script><script>alert(1)</script><img src=x onerror=alert(2)> \" ' &"


async def report_of(store: SessionStore, events: Iterable[Event]) -> str:
    log = await store.start_session("one")
    for event in events:
        await log.append(event)
    return await html_of(await Stored.of(store, "one"))


async def pictured(store: SessionStore) -> list[Event]:
    """The typical run, with one picture before its first step and another after it."""
    before, after = [await store.blobs.put_picture(frame(seed, 640, 400)) for seed in (1, 2)]
    events: list[Event] = []
    for event in typical_run():
        match event:
            case SituationObserved():
                event = replace(event, picture_hash=before)
            case StepEnded(segment_number=1, step_number=1):
                event = replace(event, picture_hash=after)
            case StepEnded():
                event = replace(event, picture_hash="")
        events.append(event)
    return events


async def test_it_tells_the_run_as_a_story(store: SessionStore) -> None:
    text = Page(await report_of(store, typical_run())).text
    told = [
        STARTED.goal,
        "100% answered in under a second",
        "Why it ended Goal reached (goal_reached)",
        "In its own words The file is saved.",
        "Files made Practice/note.txt, 24 bytes, /tmp/list.pdf",
        "1.1 Open the menu done, seen",
        "Approved by anna, after",
        "Each step is asked; it is reversible: typing; Ctrl+Z.",
        "1.2 Type héllo 你好",
        "Planned: Type hello",
        "1.3 Tick Bold skipped",
        "Planned locally towards “the window “Save As” is there”",
        "2.1.1 Click File",
        "Decided to explore. Further away.",
        "2.1.3 Go back: 2.1.2, 2.1.1".replace("2.1.2, 2.1.1", "1.2, 1.1"),
        "2.2 Close the window rejected",
        "Models For Rounds Tokens Cost Time planning 1 1,350 0.0040",
        "All 1",
    ]
    places = [text.find(each) for each in told]
    assert -1 not in places, told[places.index(-1)]
    assert places == sorted(places)
    assert "2.1 Save done, seen" in text and "iterations.." not in text
    assert "abandoned" in text and "Findings" in text  # which the typical run has, too


@pytest.mark.parametrize(
    ("mode", "by", "title", "words"),
    [
        ("guest", "rule", "Segment 1 · asked by the guest", "The guest took it back"),
        ("guest", "operator", "Segment 1 · asked by the guest", "The operator took it back"),
        ("director", "operator", "Segment 1 · looked again", "The operator took it back"),
        ("manual", "operator", "Segment 1 · by hand", "The operator took it back"),
    ],
)
async def test_it_tells_who_acted_and_who_took_it_back_and_what_was_noted(
    mode: ModeName, by: Literal["rule", "operator"], title: str, words: str, store: SessionStore
) -> None:
    kind = ReplanKind.BY_HAND if mode == "manual" else ReplanKind.ADAPTIVE
    step = PlanStep(1, "", "", Launch("Editor"), "Launch Editor")
    text = Page(
        await report_of(
            store,
            (
                replace(STARTED, mode=mode),
                SegmentPlanned(1, kind, PlanSegment((step,), False, notes=("It is open now.",))),
                StepStarted(1, 1),
                ActionStarted("1.1-1", 1, step),
                ActionEnded("1.1-1", succeeded=True),
                StepEnded(1, 1, "done", Verdict.SEEN),
                ReversalStarted(1, 1, 1, ("1.1",), by),
                ReversalEnded(1, 1, 1, Verdict.SEEN, ("1.1",), ("close",)),
            ),
        )
    ).text
    places = [text.find(each) for each in (title, "It is open now.", "1.1 Launch Editor", words)]
    assert -1 not in places and places == sorted(places)
    assert text.count("took it back") == 1 and "by you" not in text


async def test_where_it_was_clicked_is_marked_in_the_picture_before(store: SessionStore) -> None:
    html = await report_of(store, await pictured(store))
    page = Page(html)
    first, second, *_ = page.having("shot")
    assert (first["aria-label"], second["aria-label"]) == ("Before", "After")
    mark, *_ = page.having("at")
    assert mark["style"] == "left:7.81%;top:8.00%"  # 50, 32 of 640 × 400
    later = next(each for each in page.having("shot")[2:] if each["aria-label"] == "Before")
    assert later["class"] == second["class"]
    assert html.count("background-image:url(") == 2  # each is there once, however often shown


async def test_what_was_said_is_text_and_nothing_else(store: SessionStore) -> None:
    events: list[Event] = []
    for event in await pictured(store):
        if isinstance(event, SessionStarted):
            event = replace(event, goal=HOSTILE)
        if isinstance(event, StepEnded):
            event = replace(event, detail=HOSTILE, evidence=(HOSTILE,))
        events.append(event)
    page = Page(await report_of(store, events))
    tags = [tag for tag, _ in page.tags]
    assert tags.count("script") == 1 and tags.count("style") == 2 and "img" not in tags
    assert page.text.count("<script>alert(1)</script>") > 3


async def test_its_policy_lets_no_script_run_but_its_own(store: SessionStore) -> None:
    html = await report_of(store, typical_run())
    page = Page(html)
    [policy] = [each["content"] for tag, each in page.tags if "http-equiv" in each]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    [script] = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert rules["default-src"] == "'none'" and rules["script-src"] == f"'sha256-{digest}'"
    assert not any(name.startswith("on") for _, each in page.tags for name in each)


async def test_what_is_folded_on_the_screen_is_printed(store: SessionStore, tmp_path: Path) -> None:
    file = tmp_path / "one.html"
    file.write_text(await report_of(store, await pictured(store)))
    last_event = "[...document.querySelectorAll('.part p')].at(-1).checkVisibility()"
    open_all = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
    async with launched() as browser:
        page = await browser.new_page()
        await page.goto(file.as_uri())
        assert not await page.evaluate(last_event)
        printed = await page.pdf()
        await page.evaluate(open_all)
        assert _pages_of(printed) == _pages_of(await page.pdf()) > 1
        await page.reload()
        await page.emulate_media(media="print")
        assert await page.evaluate(last_event)


def _pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))
