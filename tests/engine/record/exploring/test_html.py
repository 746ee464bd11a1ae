"""The report of an exploration, read as a browser would read it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import expect

from engine.domain.events import SessionEnded
from engine.domain.exploring.events import ExplorationStarted, FaultFound, StateSeen
from engine.domain.exploring.groups import Finding
from engine.domain.exploring.limits import ExploreLimits, Fault, FaultKind
from engine.domain.terminals import Outcome, Terminal
from engine.language.scripts import script_from_text
from engine.record.reports.formats import write_reports
from engine.record.reports.html import html_of, write_html
from engine.record.source import Stored
from engine.record.store import SessionStore
from tests.engine.record.runs import STARTED
from tests.support.explored_run import ExploredRun, explored_run, exploring_run, wide_run
from tests.support.report_page import Page
from tests.support.stored_exploration import stored
from tests.support.web_pages import launched


@pytest.fixture(scope="module")
def explored(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of the sample run, made once: most of a test's time."""

    async def made() -> str:
        store = await SessionStore.open(tmp_path_factory.mktemp("explored") / "sessions.db")
        try:
            return await html_of(Stored(await stored(store, explored_run()), store))
        finally:
            await store.close()

    return asyncio.run(made())


async def page_of(store: SessionStore, run: ExploredRun) -> Page:
    return Page(await html_of(Stored(await stored(store, run), store)))


def test_the_summary_says_what_was_explored_and_why_it_ended(explored: str) -> None:
    text = Page(explored).text
    assert "Why it ended All actions done (max_actions)" in text
    assert "Seed 7" in text and "Surface practice" in text and "Only windows Ledger" in text
    assert "2 findings 14 states 16 actions 6 of 7 groups succeeded 3 iterations" in text


def test_findings_come_first_with_their_paths_and_scripts(explored: str) -> None:
    page = Page(explored)
    text = page.text
    places = [text.index(each) for each in ("Findings", "States", "Iterations and groups")]
    assert places == sorted(places)
    assert "Shortest path Click “Add the samples” Click “Totals”" in text
    assert "reproduced 10 of 10 times" in text and "reproduced 9 of 10 times" in text
    assert "The path on which it was found, 5 steps" in text
    script = script_from_text(page.scripts[1], "", {})
    assert script.steps[0].description == "Start Ledger"
    assert "contradiction" in page.scripts[0] and "Click “Totals”" in page.scripts[0]


def test_a_crash_is_shown_with_the_screen_before_the_last_step(explored: str) -> None:
    assert explored.count("<figcaption>The screen when it came up") == 2
    assert explored.count("<figcaption>The screen before the last step") == 1


def test_groups_have_confidence_reasoning_verdict_and_figures(explored: str) -> None:
    text = Page(explored).text
    assert "0.30 Look whether the empty list answers to a click Click “Entries”" in text
    assert "did not progress nothing changed but the clock (by comparison) 0 % 0 % 0.2 %" in text
    assert "five texts came (by the model)" in text and "Grown from group 2." in text
    assert "(failed: It was covered by another window.)" in text
    assert "not begun not judged" in text
    assert "could not be used: groups[1].confidence" in text


def test_what_was_done_is_told_by_groups_and_walks_to_a_finding_are_folded(explored: str) -> None:
    page = Page(explored)
    story = page.text.partition("What was done")[2].partition("Timeline")[0]
    assert story.index("Start Ledger") < story.index("Group 1 · iteration 1")
    assert "Group 4 · iteration 2 Fill the new entry in" in story and "looked again" not in story
    walks = explored.split('<details class="walk">')[1:]
    assert len(walks) == 4 and walks[0].startswith("<summary>Walk 1 for finding 1, at most 69 more")
    assert all(each.partition("</details>")[0].count("</article>") == 2 for each in walks)


async def test_a_click_in_the_run_s_time_opens_the_walk_that_it_shows_and_paper_leaves_walks_out(
    explored: str, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(explored)
    async with launched() as browser:
        page = await browser.new_page()
        await page.goto(path.as_uri())
        steps = page.locator("details.walk .step")
        await page.emulate_media(media="print")
        assert not await steps.first.is_visible()
        await page.emulate_media(media="screen")
        place = await steps.first.get_attribute("id")
        await page.locator(f'.strip a[href="#{place}"]').dispatch_event("click")
        await expect(steps.first).to_be_in_viewport()


def test_the_file_needs_nothing_else(explored: str) -> None:
    page = Page(explored)
    pictures = [each for each in page.addresses if each.startswith("data:image/webp;base64,")]
    others = [each for each in page.addresses if each not in pictures]
    assert len(pictures) == 17 and all(each.startswith("#step-") for each in others)
    policy = next(given["content"] for tag, given in page.tags if "http-equiv" in given)
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert not [given for tag, given in page.tags if tag in ("link", "iframe", "base")]


def test_all_states_are_drawn_with_the_words_of_what_led_there(explored: str) -> None:
    page = Page(explored)
    cards = page.having("card")
    assert len(cards) == 14
    assert [each["data-state"] for each in cards if "fault" in each["class"]] == [
        "totals",
        "export",
    ]
    told = next(each["data-told"] for each in cards if each["data-state"] == "new-entry")
    assert "first come to by Click “File”, then Click “New entry”" in told
    assert "First seen after 2 actions, visited 2 times." in told
    firsts = [each for each in page.having("line") if "further" not in each["class"]]
    assert len(firsts) == 13


async def test_of_very_many_states_the_most_visited_are_drawn_and_all_are_listed(
    store: SessionStore,
) -> None:
    run = wide_run(80)
    page = await page_of(store, run)
    drawn = {each["data-state"] for each in page.having("card")}
    assert len(drawn) == 60 and "20 more are in the table" in page.text
    view = run.state.explore
    assert view is not None
    least = min(each.visits for each in view.states if each.state_id in drawn)
    assert all(each.visits <= least for each in view.states if each.state_id not in drawn)
    rows = sum(tag == "tr" for tag, _ in page.tags)
    assert rows == 81
    ends = {each[end] for each in page.having("line") for end in ("data-start", "data-end")}
    assert ends <= drawn


async def test_where_a_fault_came_up_is_always_drawn(store: SessionStore) -> None:
    run = wide_run(80)
    view = run.state.explore
    assert view is not None
    rare = min(reversed(view.states), key=lambda each: each.visits).state_id
    found = FaultFound(Finding(1, Fault(FaultKind.HANG, "a", "b"), ()), 1, "", rare)
    run.events.insert(-1, replace(run.events[-1], event=found))
    run.events[-1] = replace(run.events[-1], seq=len(run.events))
    cards = (await page_of(store, run)).having("card")
    assert [each["data-state"] for each in cards if "fault" in each["class"]] == [rare]


async def test_a_small_file_comes_of_many_pictures(store: SessionStore, tmp_path: Path) -> None:
    opened = await stored(store, wide_run(60))
    await write_html(tmp_path / "report.html", Stored(opened, store))
    assert (tmp_path / "report.html").stat().st_size < 1_500_000


HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \" ' & \x1b \ud800 你"


async def test_what_the_screen_says_is_text_and_nothing_else(store: SessionStore) -> None:
    run = wide_run(1)
    started = run.events[0].event
    words = HOSTILE.replace("\ud800", "")  # which no record can hold
    events = (
        replace(started, goal=words),  # type: ignore[type-var]
        ExplorationStarted(ExploreLimits()),
        StateSeen(words, words, True, 0, ""),
        StateSeen("s2", words, True, 1, "", words, words),
        FaultFound(Finding(1, Fault(FaultKind.CRASH, words, words, words), ()), 1, "", words),
    )
    run.events = [
        replace(run.events[0], seq=seq, event=event) for seq, event in enumerate(events, 1)
    ]
    page = await page_of(store, run)
    tags = [tag for tag, _ in page.tags]
    assert tags.count("script") == 1 and "img" not in tags
    assert not any(name.startswith("on") for _, given in page.tags for name in given)
    assert "<script>alert(1)</script>" in page.text and "\x1b" not in page.text
    assert "It came up before anything was done." in page.text


async def test_a_browser_runs_the_report_s_script_and_no_other(
    explored: str, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(
        explored.replace(
            "</h1>",
            "</h1><script>window.ran = 'script'</script>"
            "<img src=x onerror=\"window.ran = 'image'\">"
            "<a href=\"javascript:window.ran = 'link'\" id=evil>a</a>",
        )
    )
    async with launched() as browser:
        page = await browser.new_page()
        await page.goto(path.as_uri())
        await page.click("#evil")
        await page.locator(".graph svg .card").first.dispatch_event("click")
        assert await page.locator(".graph svg.picked .card.lit").count() > 0
        assert await page.evaluate("window.ran") is None


@pytest.mark.parametrize("is_over", [True, False])
async def test_where_there_is_nothing_that_is_said(store: SessionStore, *, is_over: bool) -> None:
    run = wide_run(0)
    if is_over:
        outcome = Outcome(Terminal.FAILED, "error", "Ledger could not be started.")
        run.events[-1] = replace(run.events[-1], event=SessionEnded(outcome))
    else:
        run.events.pop()
    text = (await page_of(store, run)).text
    assert "No fault was found." in text and "No state was seen." in text
    assert "No groups were proposed." in text
    assert ("Failed (error)" in text) == is_over
    assert ("It has no end" in text) != is_over


async def test_an_exploration_that_goes_on_can_be_reported(store: SessionStore) -> None:
    text = (await page_of(store, exploring_run())).text
    assert "not finished not judged" in text


async def test_a_session_without_pictures_and_without_exploring_is_reported(
    store: SessionStore,
) -> None:
    log = await store.start_session("plain")
    await log.append(STARTED)
    opened = await store.open_session("plain")
    assert opened is not None
    text = Page(await html_of(Stored(opened, store))).text
    assert STARTED.goal in text and "Nothing was planned." in text and "Findings" not in text


async def test_all_files_of_an_exploration_are_written_together(
    store: SessionStore, tmp_path: Path
) -> None:
    paths = await write_reports(Stored(await stored(store, explored_run()), store), tmp_path)
    assert [str(each.relative_to(tmp_path)) for each in paths] == [
        "session-run.html",
        "session-run.junit.xml",
        "session-run-findings/finding-1-contradiction-the-total-is-not-the-sum.toml",
        "session-run-findings/finding-2-crash-ledger-ended-by-itself.toml",
    ]
    assert all(each.stat().st_size for each in paths)
