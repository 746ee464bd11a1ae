"""A run that breaks off goes on from what the record has: at observe, with what it used and did."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from engine.domain.actions import Click, Navigate, TypeText
from engine.domain.approvals import ApprovalRequest, Decision, Reject
from engine.domain.errors import NameUnknown, PlanFailed, RecordUnavailable
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    Event,
    QuestionAsked,
    Recorded,
    SegmentPlanned,
    SessionEnded,
    SessionStarted,
    StepEnded,
    StepStarted,
)
from engine.domain.plans import PlanStep
from engine.domain.ports import Approver
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.web.events import (
    BrowserNoted,
    GraphCheckpointed,
    Node,
    NodeEntered,
    SessionResumed,
)
from engine.domain.web.limits import WebLimits
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.domain.web.resuming import BROKE_OFF
from engine.domain.zones import MASK
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.reading_back import deed_at
from engine.record.store import SessionStore
from engine.record.views.fold import fold_all
from engine.safety.gate import NobodyThere
from engine.session.account import Ceiling
from tests.support.small_web import SmallWeb, shop
from tests.support.stage import ScriptedApprover
from tests.support.stand_in_run import Chooser
from tests.support.web_choosers import always, click, clicking, element_called, in_order, proposed
from tests.support.web_play import WebPlay

DONE, NOT_DONE = "It was done: go on", "It was not done: go on"
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


async def broken_off(store: SessionStore, web: SmallWeb, *, is_asked: bool = False) -> WebPlay:
    """A run that is killed while the hands press “Add to cart”: the deed is done, and nobody
    recorded so; or while that ``is_asked`` about."""
    log = await store.start_session("broken")
    chooser = clicking("Kettles", "Red kettle", "Add to cart")
    is_so_far = asyncio.Event()

    async def hang(step: PlanStep) -> None:
        if "Add to cart" in step.description:
            is_so_far.set()
            await asyncio.Event().wait()

    class AskedForEver(ScriptedApprover):
        async def decide(self, request: ApprovalRequest) -> Decision:
            await hang(request.step)
            return await super().decide(request)

    approver = AskedForEver() if is_asked else None
    play = WebPlay(GOAL, web, chooser, log=log, blobs=store.blobs, approver=approver)
    play.executor.while_acting = hang
    running = asyncio.create_task(play.session.run(Navigator()))
    await is_so_far.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    log.close()  # as a killed program lets go of it
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
    point = replace(point, url=web.url)  # where the deed led to: nothing is to be come back to
    log = await second.continue_session("broken")
    says_done = always(proposed(ActionName.DONE))
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


async def gone_on_with_the_press(
    first: SessionStore,
    second: SessionStore,
    approver: Approver | None = None,
    *,
    is_asked: bool = False,
) -> tuple[WebPlay, Outcome]:
    """On the page of before, where the thinker wants to press “Add to cart”."""
    web = shop()
    await broken_off(first, web, is_asked=is_asked)
    web.done.clear()
    web.url = "/kettles/red"
    point = await second.resume_point("broken")
    log = await second.continue_session("broken")
    presses = clicking("Add to cart")
    play = WebPlay(
        GOAL, web, presses, log=log, blobs=second.blobs, approver=approver, resumed=point
    )
    return play, await play.session.run(Navigator())


@pytest.mark.parametrize(
    ("answer", "presses", "ending"),
    [
        (NOT_DONE, 1, (Terminal.GOAL_SATISFIED, "artifact")),
        (DONE, 0, (Terminal.GOAL_SATISFIED, "artifact")),
        ("", 0, (Terminal.GOAL_FAILED, "nobody_to_ask")),
        ("End the run", 0, (Terminal.GOAL_FAILED, "nobody_to_ask")),
    ],
)
async def test_a_press_that_was_begun_is_not_done_again_unless_somebody_says_so(
    answer: str,
    presses: int,
    ending: tuple[Terminal, str],
    first: SessionStore,
    second: SessionStore,
) -> None:
    approver = ScriptedApprover(choice=answer)
    play, outcome = await gone_on_with_the_press(first, second, approver)
    assert play.web.done == [Click()] * presses
    assert (outcome.terminal, outcome.reason) == ending
    told = [each.why for each in play.thinker.requests[-1].attempts]
    assert (BROKE_OFF in told) is (ending[0] is Terminal.GOAL_FAILED)


async def test_a_press_that_was_only_asked_about_is_asked_about_again_and_pressed(
    first: SessionStore, second: SessionStore
) -> None:
    approver = ScriptedApprover()
    play, outcome = await gone_on_with_the_press(first, second, approver, is_asked=True)
    assert [each.step.description for each in approver.asked] == ["Click “Add to cart”"]
    assert play.web.done == [Click()] and outcome.terminal is Terminal.GOAL_SATISFIED


@pytest.mark.parametrize("while_typing", [False, True])
async def test_what_was_filled_in_is_filled_in_again_before_it_is_sent(
    first: SessionStore, second: SessionStore, *, while_typing: bool
) -> None:
    goal = "Open About, type 'Ann' into name and click Send"

    def types(request: WebRequest) -> WebProposal:
        return proposed(ActionName.TYPE, element_called(request, "name"), "Ann")

    def sends(request: WebRequest) -> WebProposal:
        is_typed = any(each.proposal.acts == TypeText("Ann", True) for each in request.attempts)
        return click(request, "Send") if is_typed else types(request)

    log = await first.start_session("broken")
    opens = in_order(lambda request: click(request, "About"), types, sends)
    is_asked = asyncio.Event()

    class AskedForEver(ScriptedApprover):
        async def decide(self, request: ApprovalRequest) -> Decision:
            is_asked.set()
            await asyncio.Event().wait()
            raise AssertionError

    play = WebPlay(goal, shop(), opens, log=log, blobs=first.blobs, approver=AskedForEver())

    async def hang(step: PlanStep) -> None:
        if while_typing and isinstance(step.action, TypeText):
            is_asked.set()
            await asyncio.Event().wait()

    play.executor.while_acting = hang
    running = asyncio.create_task(play.session.run(Navigator()))
    await is_asked.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    log.close()
    point = await second.resume_point("broken")
    log = await second.continue_session("broken")
    again = WebPlay(goal, shop(), sends, log=log, blobs=second.blobs, resumed=point)
    await again.session.run(Navigator())
    assert again.web.done[:3] == [Navigate("/about"), TypeText("Ann", True), Click()]
    assert again.web.url == "/thanks"


@pytest.mark.parametrize("recorded", [ActionEnded, StepEnded])
@pytest.mark.parametrize(
    ("goal", "steps", "wants"),
    [
        (GOAL, ("Kettles", "Red kettle", "Add to cart"), "Add to cart"),
        ("Open About, type 'Ann' into name and click Send", ("About", "name", "Send"), "Send"),
    ],
)
async def test_a_press_whose_end_is_recorded_is_known_to_be_done_and_never_asked_about(
    goal: str,
    steps: tuple[str, ...],
    wants: str,
    recorded: type[Event],
    first: SessionStore,
    second: SessionStore,
) -> None:
    """Killed between that and the checkpoint, with nobody there when it goes on: what was sent is
    not sent again, though the page is as it was, nor is it said that it arrived."""

    def fills_in(request: WebRequest) -> WebProposal:
        return proposed(ActionName.TYPE, element_called(request, "name"), "Ann")

    def presses(name: str) -> Chooser:
        return fills_in if name == "name" else lambda request: click(request, name)

    log = await first.start_session("broken")
    web = shop()
    play = WebPlay(goal, web, in_order(*map(presses, steps)), log=log, blobs=first.blobs)
    running = asyncio.create_task(play.session.run(Navigator()))
    is_last = False

    def kill(told: Recorded) -> None:
        nonlocal is_last
        is_last |= isinstance(told.event, ActionStarted) and wants in told.event.step.description
        if is_last and isinstance(told.event, recorded):
            running.cancel()

    log.subscribe(kill)
    with pytest.raises(asyncio.CancelledError):
        await running
    log.close()
    assert isinstance((await events_of(first))[-1], recorded)

    web, point = shop(), await second.resume_point("broken")
    wanted = f"Click “{wants}”"

    def goes_on(request: WebRequest) -> WebProposal:
        is_tried = wanted in [each.description for each in request.attempts]
        if request.error or (is_tried and "name" not in steps):
            return proposed(ActionName.DONE)
        is_typed = any(each.value == "Ann" for each in request.mapping)
        return click(request, wants) if is_typed else fills_in(request)

    log = await second.continue_session("broken")
    play = WebPlay(
        goal, web, goes_on, log=log, blobs=second.blobs, approver=NobodyThere(), resumed=point
    )
    outcome = await play.session.run(Navigator())
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, DONE_NOT_SEEN)
    assert wanted in outcome.message
    assert Click() not in web.done, "it was pressed, as the record tells"
    (was,) = [each for each in play.thinker.requests[0].attempts if each.description == wanted]
    assert not was.why and bool(was.saw) is (recorded is StepEnded)
    assert not [each for each in await events_of(second) if isinstance(each, QuestionAsked)]


async def test_what_was_sent_before_and_never_confirmed_is_told_though_more_is_done(
    first: SessionStore, second: SessionStore
) -> None:
    await broken_off(first, shop(), is_asked=True)
    point = await second.resume_point("broken")
    told = {"sent": "Click “Order”", "pending": None, "url": "/"}
    text = json.dumps({**json.loads(point.state_text), **told})
    thinker = in_order(lambda request: click(request, "About"), always(proposed(ActionName.DONE)))
    log = await second.continue_session("broken")
    point = replace(point, state_text=text, url="/")
    play = WebPlay(GOAL, shop(), thinker, log=log, blobs=second.blobs, resumed=point)
    outcome = await play.session.run(Navigator())
    assert play.web.url == "/about"
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, DONE_NOT_SEEN)
    assert "Click “Order”" in outcome.message


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
        clicking("Add to cart"),
        log=log,
        blobs=second.blobs,
        approver=ScriptedApprover(choice=NOT_DONE),
        resumed=point,
    )
    await play.session.run(Navigator())
    state = fold_all(await second.events("broken"))
    planned = [each for each in await events_of(second) if isinstance(each, SegmentPlanned)]
    assert [each.segment_number for each in planned] == list(range(1, len(planned) + 1))
    assert state.calls_used == play.account.used(Ceiling.CALLS) == 5
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
    text = await first.blobs.text(checkpoints[-1].state_hash)
    assert text is not None and '"/kettles/red"' in text


async def test_only_a_session_that_broke_off_can_go_on(
    first: SessionStore, second: SessionStore
) -> None:
    with pytest.raises(NameUnknown, match="no session nowhere"):
        await second.resume_point("nowhere")
    log = await first.start_session("ended")
    lost = always(PlanFailed("No idea."))
    play = WebPlay("Find the red kettle", shop(), lost, log=log, blobs=first.blobs)
    await play.session.run(Navigator())
    with pytest.raises(RecordUnavailable, match=r"has ended \(goal_failed\)"):
        await second.resume_point("ended")
    await broken_off(first, shop())
    await second.continue_session("broken")
    with pytest.raises(RecordUnavailable, match="still running"):
        await first.continue_session("broken")


async def gone_on_at(
    url: str,
    first: SessionStore,
    second: SessionStore,
    approver: Approver | None = None,
    **state: object,
) -> WebPlay:
    """The run that broke off at that address, gone on in a browser that begins at the start."""
    await broken_off(first, shop())
    point = await second.resume_point("broken")
    text = json.dumps({**json.loads(point.state_text), "url": url, **state})
    point = replace(point, url=url, state_text=text)
    web = shop()
    log = await second.continue_session("broken")
    play = WebPlay(
        GOAL, web, clicking(), log=log, blobs=second.blobs, approver=approver, resumed=point
    )
    await play.session.run(Navigator())
    return play


def opened(play: WebPlay) -> list[str]:
    return [action.url for action in play.web.done if isinstance(action, Navigate)]


async def test_the_last_page_is_come_back_to_through_the_gate(
    first: SessionStore, second: SessionStore
) -> None:
    play = await gone_on_at("/kettles/blue", first, second)
    assert opened(play) == ["/kettles/blue"]
    assert play.thinker.requests[0].situation.page == play.web.situation().page
    steps = fold_all(await second.events("broken")).completed_steps
    assert steps[-1].description == "Open /kettles/blue again"


@pytest.mark.parametrize(
    "url",
    [
        "/cart/add?id=3", "/account/logout", "/items/3/delete", "/x?action=buy", "/x?add-to-cart=3",
        "/cart/addItem/3", "/list/unsubscribe/x7", "/log-out", "/orders/place-order",
    ],
)  # fmt: skip
async def test_an_address_that_reads_like_a_deed_is_asked_about_and_a_no_holds(
    url: str, first: SessionStore, second: SessionStore
) -> None:
    approver = ScriptedApprover([Reject("not twice")])
    play = await gone_on_at(url, first, second, approver)
    asked = [each for each in approver.asked if each.step.action == Navigate(url)]
    assert len(asked) == 1 and "may do so twice" in asked[0].risk.why
    assert opened(play) == []
    told = play.thinker.requests[0]
    assert told.situation.page is not None and told.situation.page.url == "/"
    assert "not twice" in told.state_change


async def test_a_page_that_came_of_a_form_is_asked_about(
    first: SessionStore, second: SessionStore
) -> None:
    approver = ScriptedApprover([Reject()])
    play = await gone_on_at("/thanks", first, second, approver, has_submitted=True)
    assert "form that was sent" in approver.asked[0].risk.why and opened(play) == []


async def test_where_nobody_can_be_asked_the_run_goes_on_from_the_start(
    first: SessionStore, second: SessionStore
) -> None:
    play = await gone_on_at("/cart/add?id=3", first, second, NobodyThere())
    assert opened(play) == [] and play.thinker.requests
    assert "nobody could be asked" in play.thinker.requests[0].state_change
    events = (await events_of(second))[-200:]
    begun = [each.segment_number for each in events if isinstance(each, StepStarted)]
    over = [each.segment_number for each in events if isinstance(each, StepEnded)]
    assert begun[3:] == over[2:]  # of the first three steps the last one broke off


@pytest.mark.parametrize("url", [f"/kettles/red?token={MASK}", "/x?t=" + "%E2%80%A2" * 6])
async def test_an_address_that_is_hidden_in_part_is_never_opened(
    url: str, first: SessionStore, second: SessionStore
) -> None:
    play = await gone_on_at(url, first, second)
    assert opened(play) == [] and play.thinker.requests
    (said,) = [each for each in await events_of(second) if isinstance(each, BrowserNoted)]
    assert said.what == "address_refused" and "part of its address is hidden" in said.message


@pytest.mark.parametrize(
    "url", ["/x/delete/3", "/logOut", "/koszyk?do=usu%C5%84", "/profil/LÖSCHEN"]
)
def test_an_address_says_in_each_language_that_it_does_something(url: str) -> None:
    assert deed_at(url)


@pytest.mark.parametrize(
    "url",
    ["/orders/7", "/search?q=add+a+rope", "/shop/?page=2", "/address", "/buyers-guide", "/post/3"],
)
def test_other_addresses_are_no_deeds(url: str) -> None:
    assert not deed_at(url)
