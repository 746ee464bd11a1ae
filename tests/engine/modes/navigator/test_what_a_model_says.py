"""What a model says beside its actions: what shows that the goal is reached, that it gives up, and
several steps at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.conditions import TextShown, WindowShown, ZoneValue
from engine.domain.plans import GoalPart, Situation
from engine.domain.spaces import Rect
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.web.pages import GoalKind, TaskMode, WebGoal
from engine.domain.web.proposals import ActionName, WebProposal
from engine.domain.zones import Role, Source, Zone
from engine.modes.navigator.navigator import Navigator
from tests.support.small_web import HEIGHT, WIDTH, Part, SmallPage, SmallWeb, field_named, submit
from tests.support.stand_in_run import Chooser, StandInRun
from tests.support.web_choosers import click, in_order, proposed

DEED = WebGoal("Hand in the idea Tea", GoalKind.ACTION, TaskMode.BROWSE)
QUESTION = WebGoal("How many boats are there?", GoalKind.OBJECT, TaskMode.ANSWER)
TYPES = proposed(ActionName.TYPE, "/#0", text="Tea")


def claims(*shown_by: object, answer: str = "") -> WebProposal:
    parts = tuple(GoalPart(f"part {at}", each) for at, each in enumerate(shown_by, 1))
    return proposed(ActionName.DONE, text=answer, parts=parts)


def ideas(after: str) -> SmallWeb:
    first = SmallPage("Ideas", "Hand one in.", (field_named("idea"), submit("Send", "/b")))
    return SmallWeb({"/": first, "/b": SmallPage("Other", after, (Part("More", "/"),))}, "/")


def boats() -> SmallWeb:
    return SmallWeb({"/": SmallPage("Boats", "Emma. Lily. Rose.", (Part("More", "/"),))}, "/")


async def ended(web: SmallWeb, goal: WebGoal, *said: WebProposal | Chooser) -> Outcome:
    run = StandInRun(goal.text, web, in_order(*said), wanted=goal)
    return await Navigator()(run)


def sends(request):  # type: ignore[no-untyped-def]
    return click(request, "Send")


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        (TextShown("Tea is among them"), "artifact"),
        (TextShown("Hand one in"), DONE_NOT_SEEN),  # it stood there before it was sent
        (TextShown("Coffee"), DONE_NOT_SEEN),
        (None, DONE_NOT_SEEN),
    ],
)
async def test_what_a_silent_page_bears_is_what_the_model_named_and_is_new(
    part: TextShown | None, reason: str
) -> None:
    page = ideas("Tea is among them. Hand one in.")
    outcome = await ended(page, DEED, TYPES, sends, claims(part))
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, reason), outcome
    assert ("seen: part 1" in outcome.message) is (reason == "artifact")
    assert ("Click “Send”" in outcome.message) or reason == "artifact"


async def test_a_notice_that_was_there_when_it_was_named_may_be_gone_when_it_is_weighed() -> None:
    web = ideas("Tea is among them.")

    def thinks_for_long(request):  # type: ignore[no-untyped-def]
        assert "Tea is among them" in request.situation.page.text
        web.pages["/b"] = SmallPage("Other", "", (Part("More", "/"),))
        return claims(TextShown("Tea is among them"))

    assert (await ended(web, DEED, TYPES, sends, thinks_for_long)).reason == "artifact"


async def test_a_field_that_holds_what_was_typed_does_not_bear_its_sending() -> None:
    outcome = await ended(ideas("More."), DEED, TYPES, sends, claims(WindowShown("Other")))
    assert outcome.reason == DONE_NOT_SEEN and "Click “Send”" in outcome.message


async def test_what_is_not_so_is_told_and_stands_in_the_past() -> None:
    wrong = claims(ZoneValue("zone-/#0", "idea", "Coffee"))
    web = ideas("Tea is among them.")
    run = StandInRun(DEED.text, web, in_order(TYPES, wrong, sends, claims()), wanted=DEED)
    await Navigator()(run)
    told = next(request for request in run.requests if len(request.attempts) == 2)
    assert told.attempts[-1].proposal.action is ActionName.DONE
    assert "part 1: it is not so that" in told.attempts[-1].why


async def test_an_answer_that_is_worked_out_needs_its_evidence() -> None:
    counted = claims(TextShown("Emma. Lily. Rose."), answer="three boats")
    outcome = await ended(boats(), QUESTION, counted)
    assert (outcome.reason, outcome.answer) == ("artifact", "three boats")
    assert outcome.message.startswith("three boats (")
    outcome = await ended(boats(), QUESTION, claims(answer="three boats"))
    assert outcome.terminal is Terminal.GOAL_FAILED and outcome.answer == ""


async def test_giving_up_ends_with_the_reason() -> None:
    gives_up = proposed(ActionName.GIVE_UP, reason="there is no such page")
    outcome = await ended(boats(), QUESTION, gives_up)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "given_up")
    assert outcome.message == "there is no such page"


async def test_several_steps_on_one_page_are_one_question() -> None:
    web = ideas("Tea is among them.")
    form = proposed(
        ActionName.TYPE,
        "/#0",
        text="Tea",
        following=(proposed(ActionName.CLICK, "/#1"), proposed(ActionName.CLICK, "/#0")),
    )
    run = StandInRun(DEED.text, web, in_order(form, claims(TextShown("Tea is"))), wanted=DEED)
    outcome = await Navigator()(run)
    assert outcome.reason == "artifact"
    assert len(run.requests) == 2  # what was to be done on the first page is not done on another
    words = [each.description for each in run.requests[1].attempts]
    assert words == ["Type “Tea” into “idea”", "Click “Send”"]


class Painted(SmallWeb):
    """Its pages have a canvas."""

    def situation(self) -> Situation:
        now = super().situation()
        canvas = Zone("canvas", "", Role.CANVAS, Rect(0, 0, WIDTH, HEIGHT), source=Source.DOM)
        return replace(now, zones=(*now.zones, canvas))


@pytest.mark.parametrize(("kind", "reason"), [(Painted, DONE_NOT_SEEN), (SmallWeb, "")])
async def test_an_answer_that_may_be_painted_is_the_models_word_and_nobody_elses(
    kind: type[SmallWeb], reason: str
) -> None:
    """It is told once that no text bears it; what it says again then can't be told."""
    web, painted = kind(boats().pages, "/"), claims(TextShown("695.5"), answer="695.5")
    run = StandInRun(QUESTION.text, web, in_order(painted), wanted=QUESTION)
    outcome = await Navigator()(run)
    if not reason:
        assert outcome.terminal is Terminal.GOAL_FAILED
        return
    assert (outcome.reason, outcome.answer) == (reason, "695.5")
    assert "part 1" in outcome.message and len(run.requests) == 2
    assert "does not stand on the page" in run.requests[1].error
