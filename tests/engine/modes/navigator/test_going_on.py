"""A run that breaks off goes on from what the record has: at observe, with what it used and did."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.events import Event, SegmentPlanned, SessionEnded, SessionStarted
from engine.domain.plans import PlanStep
from engine.domain.terminals import Terminal
from engine.domain.web.events import GraphCheckpointed, Node, NodeEntered, SessionResumed
from engine.domain.web.limits import WebLimits
from engine.domain.web.proposals import ActionName, WebProposal
from engine.modes.navigator.navigator import Navigator
from engine.record.projection import fold_all
from engine.record.store import SessionStore
from engine.session.budget import Ceiling
from tests.support.small_web import SmallWeb, shop
from tests.support.web_choosers import always, clicking
from tests.support.web_play import WebPlay

GOAL = "Add the red kettle to the cart"


@pytest_asyncio.fixture
async def path(tmp_path: Path) -> AsyncIterator[Path]:
    yield tmp_path / "sessions.db"


@pytest_asyncio.fixture
async def first(path: Path) -> AsyncIterator[SessionStore]:
    """Stays open to the end, as the file of a killed program is never closed in order."""
    store = await SessionStore.open(path)
    yield store
    await store.close()


@pytest_asyncio.fixture
async def second(first: SessionStore, path: Path) -> AsyncIterator[SessionStore]:
    store = await SessionStore.open(path)
    yield store
    await store.close()


async def broken_off(store: SessionStore, web: SmallWeb) -> WebPlay:
    """A run that is killed while the hands press “Add to cart”: the deed is done, and nobody
    recorded so."""
    log = await store.start_session("broken")
    chooser = clicking("Kettles", "Red kettle", "Add to cart")
    play = WebPlay(GOAL, web, chooser, log=log, blobs=store.blobs)
    is_pressed = asyncio.Event()

    async def hang(step: PlanStep) -> None:
        if "Add to cart" in step.description:
            is_pressed.set()
            await asyncio.Event().wait()

    play.executor.while_acting = hang
    running = asyncio.create_task(play.session.run(Navigator()))
    await is_pressed.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    return play


async def events_of(store: SessionStore) -> list[Event]:
    return [recorded.event for recorded in await store.events("broken")]


async def test_a_run_goes_on_where_it_broke_off_and_repeats_no_action(
    first: SessionStore, second: SessionStore
) -> None:
    web = shop()
    await broken_off(first, web)
    point = await second.resume_point("broken")
    assert (point.goal, point.mode, point.url) == (GOAL, "navigator", "/kettles/red")
    assert [step.description for step in point.completed] == [
        "Click “Kettles”",
        "Click “Red kettle”",
    ]
    assert (point.used.calls, point.segment_number) == (3, 3)

    web.done.clear()
    log = await second.continue_session("broken")
    says_done = always(WebProposal(ActionName.DONE))
    play = WebPlay(GOAL, web, says_done, log=log, blobs=second.blobs, resumed=point)
    before = len(await second.events("broken"))
    outcome = await play.session.run(Navigator())

    assert web.done == []
    events = await events_of(second)
    assert len([each for each in events if isinstance(each, SessionStarted)]) == 1
    assert [each for each in events if isinstance(each, SessionEnded)] == [events[-1]]
    assert events[before] == SessionResumed(point.checkpoint_id, point.url, "0")
    after = [each.node for each in events[before:] if isinstance(each, NodeEntered)]
    assert after[0] is Node.OBSERVE
    told = play.thinker.requests[0]
    assert "may have been done" in told.attempts[-1].why
    assert told.completed == point.completed
    assert outcome.terminal is Terminal.GOAL_SATISFIED


async def test_what_was_used_before_is_charged_and_numbers_go_on(
    first: SessionStore, second: SessionStore
) -> None:
    web = shop()
    await broken_off(first, web)
    web.url = "/kettles/red"
    point = await second.resume_point("broken")
    log = await second.continue_session("broken")
    play = WebPlay(
        GOAL,
        web,
        clicking("Add to cart", "Nothing"),
        log=log,
        blobs=second.blobs,
        resumed=point,
    )
    await play.session.run(Navigator())
    state = fold_all(await second.events("broken"))
    planned = [each for each in await events_of(second) if isinstance(each, SegmentPlanned)]
    assert [each.segment_number for each in planned] == list(range(1, len(planned) + 1))
    assert state.calls_used == play.account.budget.used(Ceiling.CALLS) == 4
    assert [step.description for step in state.completed_steps] == [
        "Click “Kettles”",
        "Click “Red kettle”",
        "Click “Add to cart”",
    ]


async def test_the_steps_of_before_count_towards_the_limit(
    first: SessionStore, second: SessionStore
) -> None:
    web = shop()
    await broken_off(first, web)
    web.url = "/about"
    point = await second.resume_point("broken")
    log = await second.continue_session("broken")
    play = WebPlay(GOAL, web, clicking(), log=log, blobs=second.blobs, resumed=point)
    outcome = await play.session.run(Navigator(WebLimits(max_steps=4)))
    assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_steps")


async def test_every_node_leaves_a_checkpoint(first: SessionStore) -> None:
    await broken_off(first, shop())
    events = await events_of(first)
    checkpoints = [each for each in events if isinstance(each, GraphCheckpointed)]
    nodes = [each for each in events if isinstance(each, NodeEntered)]
    assert len(checkpoints) == len(nodes)  # one before the first, none for the one that hung
    assert all(later.parent_id for later in checkpoints[1:])
    text = await first.text(checkpoints[-1].state_hash)
    assert text is not None and '"/kettles/red"' in text


async def test_only_a_session_that_broke_off_can_go_on(
    first: SessionStore, second: SessionStore
) -> None:
    with pytest.raises(NameUnknown, match="no session nowhere"):
        await second.resume_point("nowhere")
    log = await first.start_session("ended")
    play = WebPlay("Find the red kettle", shop(), clicking(), log=log, blobs=first.blobs)
    await play.session.run(Navigator())
    with pytest.raises(RecordUnavailable, match=r"has ended \(goal_failed\)"):
        await second.resume_point("ended")
    await broken_off(first, shop())
    with pytest.raises(RecordUnavailable, match="still running"):
        await first.continue_session("broken")
