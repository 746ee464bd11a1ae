"""The claim that all is done is weighed by what bears it, whoever makes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from engine.domain.actions import Click, TypeText, Wait
from engine.domain.performing import Passed, StepFailed, StepResult, StepSkipped
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.recoveries import FailureClass
from engine.domain.spaces import Rect
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.web.events import BrowserNoted
from engine.domain.web.pages import Answer, GoalKind, Page, TaskMode, WebElement, WebGoal
from engine.domain.web.proposals import ActionName, Attempt, WebProposal
from engine.domain.zones import Role, Source, Zone
from engine.modes.navigator.attempts import with_attempt
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.state import NavState, fresh_state
from engine.modes.navigator.weighing import evidence_of, led_to
from tests.support.small_web import Part, SmallPage, SmallWeb, field_named, shop, submit
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import click, in_order, proposed

if TYPE_CHECKING:
    from engine.modes.navigator.run import Work

DONE = proposed(ActionName.DONE)
ACTION = WebGoal("Open About", GoalKind.ACTION, TaskMode.BROWSE, ("Open About",))


async def ended(run: StandInRun) -> Outcome:
    return await Navigator()(run)


def opening(*, done: WebProposal = DONE) -> StandInRun:
    return StandInRun(
        "Open About", shop(), in_order(lambda r: click(r, "About"), done), wanted=ACTION
    )


async def test_the_ending_names_what_bears_each_part() -> None:
    run = opening(done=proposed(ActionName.DONE, checked=("“Write” stands in the text",)))
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, "artifact")
    assert "Click “About” (it is so); “Write” stands in the text" in outcome.message


async def test_a_step_that_nobody_saw_is_named_and_is_no_goal_reached() -> None:
    run = opening()
    waited = PlanStep(1, GLOBAL_ZONE_ID, "", Wait(1.0), "Wait for the page")
    run.done_not_seen = (waited, PlanStep(1, "z", "Play", Click(), "Click “Play”"))
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, DONE_NOT_SEEN)
    assert outcome.message.startswith("Done, not seen: Click “Play”.")
    run = opening()
    run.done_not_seen = (waited,)  # which the goal does not name
    assert (await ended(run)).reason == "artifact"


async def test_what_came_late_bears_the_last_step_after_all() -> None:
    run = opening()
    run.done_not_seen = (PlanStep(1, "z", "About", Click(), "Click “About”"),)
    assert (await ended(run)).reason == "artifact"


async def test_a_sending_of_before_that_no_page_confirmed_is_named_too() -> None:
    pages = {
        "/": SmallPage("Ideas", "Hand one in.", (field_named("idea"), submit("Send", "/b"))),
        "/b": SmallPage("Other", "Nothing is said here.", (Part("More", "/c"),)),
        "/c": SmallPage("More", "Here is more to be read."),
    }
    types = proposed(ActionName.TYPE, "/#0", text="Tea")
    chooser = in_order(types, lambda r: click(r, "Send"), lambda r: click(r, "More"), DONE)
    wanted = WebGoal("Hand in an idea, open More", GoalKind.ACTION, TaskMode.BROWSE, ("x",))
    outcome = await ended(StandInRun(wanted.text, SmallWeb(pages, "/"), chooser, wanted=wanted))
    assert outcome.reason == DONE_NOT_SEEN and "Click “Send”" in outcome.message
    assert "not sent again" in outcome.message


async def test_what_was_written_into_a_field_before_it_was_sent_is_new_on_the_page() -> None:
    pages = {
        "/": SmallPage("New boat", "Name it.", (field_named("name"), submit("Send", "/b"))),
        "/b": SmallPage("Boats", "Endeavour"),
    }
    types = proposed(ActionName.TYPE, "/#0", text="Endeavour")
    chooser = in_order(types, lambda r: click(r, "Send"), DONE)
    wanted = WebGoal("Send a boat", GoalKind.ACTION, TaskMode.BROWSE, ("x",))
    outcome = await ended(StandInRun(wanted.text, Taking(pages, "/"), chooser, wanted=wanted))
    assert outcome.reason == "artifact" and "“Endeavour” stands on the page" in outcome.message


@dataclass
class Taking(SmallWeb):
    """With a server that takes what is sent to it."""

    def situation(self) -> Situation:
        seen = super().situation()
        assert seen.page is not None
        answers = (Answer(1, "POST", "/b", 200),) if self.url != "/" else ()
        return replace(seen, page=replace(seen.page, answers=answers))


async def test_what_the_operator_left_out_is_spoken_of_and_is_not_reached() -> None:
    chooser = in_order(lambda r: click(r, "Kettles"), lambda r: click(r, "About"), DONE, DONE)
    run = StandInRun(
        "Open About",
        shop(),
        chooser,
        wanted=ACTION,
        verdict=lambda step: StepSkipped(step) if "Kettles" in step.description else None,
    )
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "steps_skipped")
    assert outcome.message == "Left out by the operator: Click “Kettles”."


class Answering(SmallWeb):
    """Its page says something else as soon as its button is pressed."""

    def _press(self, part: Part | None) -> None:
        if part is not None:
            self.pages[self.url] = replace(self.shown, text=part.to)

    def situation(self) -> Situation:
        text = Zone("p", self.shown.text, Role.LABEL, Rect(0, 24, 64, 8), source=Source.DOM)
        seen = super().situation()
        return replace(seen, zones=(*seen.zones, text))


@pytest.mark.parametrize(
    ("button", "answer", "is_seen"),
    [
        ("Borrow it", "Emma is out until June.", False),
        ("Borrow it", "Emma was reserved for you.", True),
        ("Show details", "Emma is a book of 1815.", True),
        ("Play", "0:01", True),
    ],
)
@pytest.mark.parametrize("comes", [True, False], ids=["comes_again", "does_not_come_again"])
async def test_what_a_page_answers_a_button_is_read_and_not_taken_for_the_deed(
    button: str, answer: str, is_seen: bool, comes: bool
) -> None:
    pages = {"/": SmallPage("Emma", "It is by Jane.", (Part(button, answer, tag="button"),))}
    wanted = WebGoal(f"Click {button}", GoalKind.ACTION, TaskMode.BROWSE, (button,))
    chooser = in_order(lambda r: click(r, button), DONE)
    web = Answering(pages, "/")
    run = StandInRun(wanted.text, web, chooser, wanted=wanted)
    run.afresh = web.situation().page if comes else None
    outcome = await ended(run)
    assert (outcome.reason == "artifact") is is_seen, outcome
    asked = [each.message for each in run.events if isinstance(each, BrowserNoted)]
    told = "shows nothing of it." if comes else "nothing came to compare with."
    assert is_seen or asked[-1].endswith(told)
    said = f"Done, not seen: Click “{button}”. The page says now: “{answer}”."
    assert outcome.message == said or is_seen


class Passing(Answering):
    """What its button brings is gone again at the next look."""

    def _press(self, part: Part | None) -> None:
        if part is not None:
            self.said = (part.to,)

    def situation(self) -> Situation:
        seen = super().situation()
        assert seen.page is not None
        return replace(seen, page=replace(seen.page, said=getattr(self, "said", ())))


async def test_what_came_and_went_is_not_said_to_stand_there() -> None:
    went = "Petrel lies at buoy five."
    pages = {"/": SmallPage("Boats", "All is well.", (Part("Borrow it", went, tag="button"),))}
    wanted = WebGoal("Click Borrow it", GoalKind.ACTION, TaskMode.BROWSE, ("Borrow it",))
    chooser = in_order(lambda r: click(r, "Borrow it"), DONE)
    outcome = await ended(StandInRun(wanted.text, Passing(pages, "/"), chooser, wanted=wanted))
    assert outcome.message.endswith(f"It said meanwhile: “{went}”."), outcome
    assert "says now" not in outcome.message


@pytest.mark.parametrize(
    ("said", "is_refused"), [("The line failed.", True), ("Why did the error rate rise?", False)]
)
async def test_what_is_said_aloud_ends_the_goal_where_it_finds_fault_and_does_not_ask(
    said: str, is_refused: bool
) -> None:
    class Aloud(SmallWeb):
        def situation(self) -> Situation:
            seen = super().situation()
            alert = Zone("a", said, Role.ALERT, Rect(0, 24, 64, 8), source=Source.DOM)
            return replace(seen, zones=(*seen.zones, alert)) if self.done else seen

    web = Aloud({"/": SmallPage("Rates", "", (Part("Play", tag="button"),))}, "/")
    wanted = WebGoal("Click Play", GoalKind.ACTION, TaskMode.BROWSE, ("Play",))
    chooser = in_order(lambda r: click(r, "Play"), DONE)
    outcome = await ended(StandInRun(wanted.text, web, chooser, wanted=wanted))
    assert (outcome.reason == "not_accepted") is is_refused, outcome


class Sending(StandInRun):
    """Its page sends something with each press, which was asked about."""

    async def execute(self, passed: Passed) -> StepResult:
        done = await super().execute(passed)
        return replace(done, step=replace(done.step, has_risk_of="sends data to the site"))


@pytest.mark.parametrize(
    ("before", "answer", "looked_for", "is_seen"),
    [
        ("Free", "Heron is yours, Ada.", "Heron is yours", True),
        ("Free", "Heron is yours, Ada.", "", False),
        ("Heron is yours, Ada.", "Heron is yours, Ada.", "Heron is yours", False),
        ("Free", "The line was lost; trying again", "", False),
        ("Free", "It could not be saved: Heron is yours.", "Heron is yours", False),
        ("Free", "Are you sure that Heron is yours?", "Heron is yours", False),
    ],
    ids=[
        "what the goal looks for came",
        "not understood",
        "stood there before",
        "something else",
        "a refusal",
        "a question",
    ],
)
async def test_what_sends_is_borne_by_what_the_page_says_or_by_what_the_goal_looks_for(
    before: str, answer: str, looked_for: str, is_seen: bool
) -> None:
    pages = {"/": SmallPage("Boats", before, (Part("Take the boat", answer, tag="button"),))}
    wanted = WebGoal("Click Take the boat", GoalKind.ACTION, TaskMode.BROWSE, ("Take the boat",))
    told = (f"“{looked_for}” stands there",) if looked_for else ()
    done = proposed(ActionName.DONE, checked=told, proofs=(looked_for,) if looked_for else ())
    chooser = in_order(lambda r: click(r, "Take the boat"), done)
    outcome = await ended(Sending(wanted.text, Answering(pages, "/"), chooser, wanted=wanted))
    assert (outcome.reason == "artifact") is is_seen, outcome


async def test_a_return_that_shows_nothing_is_borne_by_what_was_confirmed_behind_it() -> None:
    for answer, is_seen in (("Thank you, Ada.", True), ("Ready", False)):
        pages = {"/": SmallPage("Boats", "Free", (Part("Send", answer, tag="button"),))}
        wanted = WebGoal("Click Send", GoalKind.ACTION, TaskMode.BROWSE, ("Send",))
        chooser = in_order(lambda r: click(r, "Send"), DONE)
        run = Sending(wanted.text, Answering(pages, "/"), chooser, wanted=wanted)
        run.done_not_seen = (PlanStep(1, "z", "Name", TypeText("Ada\n"), "Type “Ada” and Return"),)
        assert ((await ended(run)).reason == "artifact") is is_seen


class Short(StandInRun):
    """What is typed does not arrive whole, though the page is another one with it."""

    async def execute(self, passed: Passed) -> StepResult:
        await super().execute(passed)
        return StepFailed(passed.step, "“name” holds “End”.", FailureClass.NO_EFFECT)


async def test_what_a_field_tells_itself_goes_before_that_the_page_is_another_one() -> None:
    wanted = WebGoal("Type Endeavour", GoalKind.ACTION, TaskMode.BROWSE, ("x",))
    page = SmallPage("Boats", "A list of boats.", (field_named("name"),))
    types = proposed(ActionName.TYPE, "/#0", text="Endeavour")
    run = Short(wanted.text, SmallWeb({"/": page}, "/"), in_order(types, DONE), wanted=wanted)
    await ended(run)
    attempts = run.requests[-1].attempts
    assert [(each.has_changed, each.why) for each in attempts[:1]] == [
        (True, "“name” holds “End”.")
    ]


@pytest.mark.parametrize(("asked", "is_its"), [("Is it done?", True), ("Rate us?", False)])
def test_a_question_that_moves_was_brought_by_a_press_of_which_it_asks(
    asked: str, *, is_its: bool
) -> None:
    box = Rect(0, 0, 80, 30)
    done = WebElement("d", "button", "Done", "button", "top", box)
    yes = WebElement("y", "button", "It is", "button", "top", box, context=asked, stirs=9)
    before, seen = (
        Situation(b"", (), (), page=Page("http://site/", "Fleet", elements=each))
        for each in ((done,), (done, yes))
    )
    pressed = Attempt(WebProposal(ActionName.CLICK, "d"), "Click “Done”", "", has_changed=True)
    state: NavState = {**fresh_state(), "attempts": [pressed]}
    work = cast("Work", SimpleNamespace(acted_from=before))
    assert led_to("y", seen, state, work) == (["Click “Done”"] if is_its else [])


@pytest.mark.parametrize("is_refused", [True, False])
def test_what_was_tried_in_vain_is_not_what_was_done_last(*, is_refused: bool) -> None:
    """Its answer was turned down, or kept moving while it was approved, and is pressed after."""
    box = Rect(0, 0, 80, 30)
    done = WebElement("d", "button", "Done", "button", "top", box)
    yes = WebElement("y", "button", "It is", "button", "top", box)
    before, seen = (
        Situation(b"", (), (), page=Page("http://site/", "Fleet", elements=each))
        for each in ((done,), (done, yes))
    )
    pressed = Attempt(WebProposal(ActionName.CLICK, "d"), "Click “Done”", "", has_changed=True)
    answer = WebProposal(ActionName.CLICK, "y")
    state: NavState = {**fresh_state(), "attempts": [pressed], "pending": answer}
    tried = with_attempt(
        state, has_changed=False, why="in vain", is_refused=is_refused, was_done=is_refused
    )
    work = cast("Work", SimpleNamespace(acted_from=before))
    assert led_to("y", seen, {**state, "attempts": tried}, work) == ["Click “Done”"]


def test_what_stands_there_since_a_sending_is_no_evidence_of_it() -> None:
    borne = ["Type “Heron” (it holds it)", "Click “Save” (“Already exists.” stands there now)"]
    state: NavState = {**fresh_state(), "borne": borne, "sent": "Click “Save”"}
    assert evidence_of("done", state) == "done: Type “Heron” (it holds it)"
    later: NavState = {**state, "sent": "", "unsaid": ["Click “Save”"]}
    assert evidence_of("done", later) == "done: Type “Heron” (it holds it)"
