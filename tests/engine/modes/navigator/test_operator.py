"""The operator's hand on a run of the navigator: stop, cancel, a no, and nobody to ask."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine.domain.actions import TypeText
from engine.domain.approvals import ApprovalRequest, Approve, Asking, Edit, Reject
from engine.domain.errors import ActionImpossible, HeldBack, PlanFailed
from engine.domain.events import ApprovalAsked, SessionEnded
from engine.domain.limits import Limits
from engine.domain.performing import Performed
from engine.domain.plans import PlanStep, Situation
from engine.domain.terminals import Terminal
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.modes.navigator.navigator import Navigator
from engine.safety.gate import NobodyThere
from tests.support.memory_log import ForgetfulBlobs, MemoryLog
from tests.support.small_web import SmallPage, shop
from tests.support.stage import ScriptedApprover
from tests.support.waiting import until
from tests.support.web_choosers import clicking, element_called, in_order, proposed
from tests.support.web_play import SmallWebExecutor, WebChooser, WebPlay

GOAL = "Add the red kettle to the cart"
TO_THE_CART = ("Kettles", "Red kettle", "Add to cart")


def play(
    *clicks: str, then: WebProposal | None = None, **changes: object
) -> tuple[WebPlay, MemoryLog]:
    log = MemoryLog()
    chooser = clicking(*clicks, then=then)
    made = WebPlay(GOAL, shop(), chooser, log=log, blobs=ForgetfulBlobs(), **changes)  # type: ignore[arg-type]
    return made, log


class Thoughtful(WebChooser):
    """Never comes to an end."""

    async def choose(self, request: WebRequest) -> WebProposal:
        self.requests.append(request)
        await asyncio.Event().wait()
        return await super().choose(request)


async def test_the_gate_is_asked_for_what_is_grave_and_its_yes_is_enough() -> None:
    made, log = play(*TO_THE_CART)
    outcome = await made.session.run(Navigator())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    asked = [each.request.step.description for each in log.of(ApprovalAsked)]
    assert asked == ["Click “Add to cart”"]


async def test_where_nobody_can_be_asked_the_run_ends_and_nothing_is_sent() -> None:
    made, _log = play(*TO_THE_CART, approver=NobodyThere())
    outcome = await made.session.run(Navigator())
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "nobody_to_ask")
    assert made.web.url == "/kettles/red"


async def test_what_is_never_asked_for_is_denied_and_planned_around() -> None:
    made, log = play(*TO_THE_CART, "Back to all", asking=Asking.NEVER)
    await made.session.run(Navigator())
    assert not log.of(ApprovalAsked) and "/cart" not in (made.web.url, *made.web.back)
    assert "nobody is asked" in made.thinker.requests[3].attempts[-1].why


async def test_stop_ends_the_run_at_once_while_the_thinker_thinks() -> None:
    made, log = play()
    thinker = Thoughtful(clicking())
    made.thinker.choose = thinker.choose  # type: ignore[method-assign]
    running = asyncio.ensure_future(made.session.run(Navigator()))
    await until(lambda: thinker.requests)
    await made.session.stop()
    outcome = await running
    assert (outcome.terminal, outcome.reason) == (Terminal.STOPPED, "operator")
    assert [each.outcome for each in log.of(SessionEnded)] == [outcome]


async def test_stop_ends_the_run_while_the_hands_are_at_work() -> None:
    made, _log = play("Kettles")
    is_acting = asyncio.Event()

    async def hang(step: PlanStep) -> None:
        is_acting.set()
        await asyncio.Event().wait()

    made.executor.while_acting = hang
    running = asyncio.ensure_future(made.session.run(Navigator()))
    await is_acting.wait()
    await made.session.stop()
    assert (await running).terminal is Terminal.STOPPED


async def test_cancel_ends_the_run_at_the_next_boundary() -> None:
    made, _log = play(*TO_THE_CART)

    async def cancel(step: PlanStep) -> None:
        await made.session.cancel()

    made.executor.while_acting = cancel
    outcome = await made.session.run(Navigator())
    assert outcome.terminal is Terminal.CANCELLED and made.web.url == "/kettles"


async def test_all_calls_used_is_a_budget() -> None:
    made, _log = play(*TO_THE_CART, limits=Limits(max_calls=2))
    outcome = await made.session.run(Navigator())
    assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_calls")


async def test_a_no_is_told_to_the_thinker() -> None:
    made, _log = play(*TO_THE_CART, "Back to all")
    assert hasattr(made.approver, "verdicts")
    made.approver.verdicts = [Reject("not today"), Approve()]
    await made.session.run(Navigator())
    assert "not today" in made.thinker.requests[3].attempts[-1].why


@pytest.mark.parametrize("verdict", [Reject("not today"), Approve()])
async def test_what_came_after_an_action_is_asked_about_before_the_next_and_told_as_its_own(
    verdict: Reject | Approve, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = MemoryLog()
    late = [HeldBack("sends data to the site", waits=True)]

    def held_late(self: object, step: PlanStep) -> HeldBack | None:
        return late.pop() if late and "Red" in step.description else None

    monkeypatch.setattr(SmallWebExecutor, "held_late", held_late)
    made = WebPlay(
        GOAL,
        shop(),
        clicking("Kettles", "Red kettle"),
        log=log,
        blobs=ForgetfulBlobs(),
        approver=ScriptedApprover([verdict]),
    )
    outcome = await made.session.run(Navigator())
    asked = [each.request.step.description for each in log.of(ApprovalAsked)]
    assert asked == ["Click “Red kettle”"]
    last = made.thinker.requests[2].attempts
    assert [each.description for each in last] == ["Click “Kettles”", "Click “Red kettle”"]
    assert last[-1].is_refused is isinstance(verdict, Reject)
    is_refused = "was refused: " in outcome.message and "not today" in outcome.message
    assert is_refused is isinstance(verdict, Reject)


async def test_what_a_page_gave_up_that_it_had_set_off_late_is_not_claimed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = [HeldBack("sends data to the site", waits=True)]
    perform = SmallWebExecutor.perform

    async def given_up(self: SmallWebExecutor, step: PlanStep, before: Situation) -> Performed:
        if step.has_risk_of:
            raise ActionImpossible("The page gave up what it had set off.")
        return await perform(self, step, before)

    def held_late(self: object, step: PlanStep) -> HeldBack | None:
        return late.pop() if late and "Add" in step.description else None

    monkeypatch.setattr(SmallWebExecutor, "held_late", held_late)
    monkeypatch.setattr(SmallWebExecutor, "perform", given_up)
    approver = ScriptedApprover([Approve()])
    log, blobs = MemoryLog(), ForgetfulBlobs()
    made = WebPlay(GOAL, shop(), clicking(*TO_THE_CART), log=log, blobs=blobs, approver=approver)
    outcome = await made.session.run(Navigator())
    assert outcome.terminal is not Terminal.GOAL_SATISFIED and not late


async def test_what_the_operator_wrote_instead_is_what_was_typed() -> None:
    def type_name(request: WebRequest) -> WebProposal:
        return proposed(ActionName.TYPE, element_called(request, "name"), text="Ann")

    def edit(request: ApprovalRequest) -> None:
        step = request.step
        if step.action == TypeText("Ann", replace=True):
            instead = replace(step, action=TypeText("Bea", replace=True))
            approver.verdicts = [Edit(instead)]

    approver = ScriptedApprover(while_asked=edit)
    chooser = in_order(clicking("About"), type_name, PlanFailed("That was all."))
    made = WebPlay(
        "Write to the shop with name 'Ann'",
        shop(),
        chooser,
        log=MemoryLog(),
        blobs=ForgetfulBlobs(),
        asking=Asking.EACH,
        approver=approver,
    )
    await made.session.run(Navigator())
    told = made.thinker.requests[-1].attempts[-1]
    assert made.web.values == {"name": "Bea"}
    assert (told.proposal.typed, told.is_edited) == ("Bea", True)
    assert told.description == "Type “Bea” into “name”"


async def test_what_was_turned_down_is_not_done_because_the_thinker_says_so() -> None:
    done = proposed(ActionName.DONE)
    made, _log = play(*TO_THE_CART, then=done, approver=ScriptedApprover([Reject("not today")]))
    outcome = await made.session.run(Navigator())
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "refused")
    assert "“Add to cart” was refused" in outcome.message and "not today" in outcome.message
    told = [each.error for each in made.thinker.requests]
    assert "It was said to be done, but it was turned down: Click “Add to cart”." in told


async def test_once_another_one_was_taken_the_thinkers_word_counts_again() -> None:
    clicks = (*TO_THE_CART, "Back to all", "Blue kettle", "Add to cart")
    log = MemoryLog()
    quiet = SmallPage("Blue kettle", "The blue kettle was added to your things, in the red corner.")
    web = shop(**{"/cart": quiet})
    chooser = clicking(*clicks, then=proposed(ActionName.DONE))
    made = WebPlay(
        GOAL,
        web,
        chooser,
        log=log,
        blobs=ForgetfulBlobs(),
        approver=ScriptedApprover([Reject("not today")]),
    )
    outcome = await made.session.run(Navigator())
    assert made.web.url == "/cart"
    assert outcome.terminal is Terminal.GOAL_SATISFIED
