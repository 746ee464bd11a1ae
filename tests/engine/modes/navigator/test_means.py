"""A press that only opened what the next step is done upon is means; one that sent is none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.web.pages import Answer, GoalKind, Page, TaskMode, WebElement, WebGoal
from engine.domain.web.proposals import ActionName, WebProposal
from engine.modes.navigator import sending
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.state import NavState, fresh_state
from tests.engine.modes.navigator.test_confirming import field
from tests.support.small_web import Part, SmallPage, SmallWeb
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import click, in_order, proposed

if TYPE_CHECKING:
    from engine.modes.navigator.run import Work

BOX = Rect(0, 0, 80, 30)
SENT = (Answer(1, "POST", "/notices", 200, is_of_typed=False),)
TITLE = replace(field("Title", "Low bridge"), form="")
CLICK = ActionName.CLICK


def button(text: str, *, role: str = "button", tag: str = "button") -> WebElement:
    return WebElement(text, tag, text, role, "top", BOX)


def page(*elements: WebElement, answers: tuple[Answer, ...] = (), url: str = "/") -> Page:
    return Page(url, "Office", elements=elements, answers=answers)


def told(deed: str, old: Page, now: Page, it: WebElement) -> NavState:
    """What is remembered once ``it`` is acted upon after ``deed``, of which no page said a word."""
    before, seen = (Situation(b"", (), (), page=each) for each in (old, now))
    goal = WebGoal("x", GoalKind.ACTION, TaskMode.BROWSE)
    run = SimpleNamespace(looks=SimpleNamespace(seen=seen))
    work = SimpleNamespace(sent_from=before, goal=goal, run=run, said={}, opened={}, way=[])
    state: NavState = {**fresh_state(), "sent": f"Click “{deed}”", "sent_id": deed}
    is_field = it.tag == "input"
    action = ActionName.TYPE if is_field else CLICK
    proposal = WebProposal(action, it.agent_id, text="x" if is_field else "")
    return sending.noted(proposal, seen, state, cast("Work", work))


LEAVE = button("Log out")
LOGIN, NOTICE, NOW = button("Login"), button("Notice"), button("Publish now", role="menuitem")
TYPED, ADD, ANOTHER = (
    field("Name", "Alpha"),
    replace(button("Add"), form="form"),
    button("Add another"),
)
PUBLISH, KINDS, NEW = button("Publish"), button("Kinds"), button("New order")


@pytest.mark.parametrize(
    ("deed", "old", "now", "it"),
    [(LOGIN, (LOGIN,), (NOTICE, LEAVE), NOTICE), (NEW, (NEW,), (TITLE,), TITLE)],
    ids=["signed in", "a form"],
)
def test_what_only_opened_what_is_acted_upon_next_needs_no_word(
    deed: WebElement, old: tuple[WebElement, ...], now: tuple[WebElement, ...], it: WebElement
) -> None:
    state = told(deed.name, page(*old), page(*now), it)
    assert state["unsaid"] == []
    assert not state["sent"] or state["sent_id"] == it.agent_id  # the entry of its list sends


@pytest.mark.parametrize(
    ("deed", "old", "now", "it"),
    [
        (LOGIN, page(LOGIN, NOTICE), page(NOTICE, LEAVE), NOTICE),  # it was there for everybody
        (LOGIN, page(LOGIN), page(LOGIN, NOTICE, LEAVE), NOTICE),  # it asks still
        (LOGIN, page(LOGIN), page(NOTICE), NOTICE),  # a page for guests
        (ADD, page(TYPED, ADD), page(ANOTHER), ANOTHER),  # what was typed may be lost
        (PUBLISH, page(TITLE, PUBLISH), page(NOW, answers=SENT), NOW),
        (PUBLISH, page(TITLE, PUBLISH), page(NOW, url="/published"), NOW),
        (PUBLISH, page(TITLE, PUBLISH), page(button("View it")), button("View it")),
        (PUBLISH, page(PUBLISH), page(PUBLISH, NOW), NOW),  # until it is said to be done
        (PUBLISH, page(PUBLISH), page(field("Why", "")), field("Why", "")),
        (PUBLISH, page(TITLE, PUBLISH), page(field("Why", "")), field("Why", "")),
        (NEW, page(NEW), page(field("Why", ""), answers=SENT), field("Why", "")),
    ],
    ids=[
        *("for all", "asks still", "for guests", "typed before"),
        *("sent and opened", "another page", "another thing"),
        *("a list", "a field", "filled in", "sent before its form"),
    ],
)
def test_what_may_have_sent_is_named_though_something_came_with_it(
    deed: WebElement, old: Page, now: Page, it: WebElement
) -> None:
    assert told(deed.name, old, now, it)["unsaid"] == [f"Click “{deed.name}”"]


@dataclass
class Asking(SmallWeb):
    """At one address: a dialog asks first, and says what it asks about in words of its own.
    ``has_sent``: the press that brought it had sent already; ``is_bare``: nothing says that it is a
    dialog."""

    has_sent: bool = False
    is_bare: bool = False

    def situation(self) -> Situation:
        seen = super().situation()
        assert seen.page is not None
        is_asked, page = self.url == "/asked", replace(seen.page, url="http://site/")
        if is_asked:
            over = {"context": "Is he to leave? Yes No"} if self.is_bare else {"dialog": "Watch"}
            lie_over = [replace(e, **over) for e in page.elements if e.text != "Sign off"]
            stand = [each for each in page.elements if each.text == "Sign off"]
            page = replace(
                page,
                elements=(*stand, *lie_over),
                dialogs=() if self.is_bare else (("Watch", "Watch Is he to leave? Yes No"),),
                answers=SENT if self.has_sent else (),
            )
        return replace(seen, page=page)


ROWS, ASKS = "Ute | First\nOtto | Dog", "Watch\nIs he to leave?\nYes\nNo"
SIGN_OFF = Part("Sign off", "/asked", tag="button", context="Otto | Dog")
ANSWERS = (Part("Yes", "/answered", tag="button"), Part("No", "/", tag="button"))


@pytest.mark.parametrize(
    ("answered", "kept", "has_sent", "is_reached"),
    [
        ("Ute | First\nOtto may sleep.", "Ute | First", False, True),
        ("Ute | First\nOtto may sleep.", ROWS, False, False),  # only its page took it away
        (f"{ROWS}\nOtto may sleep.", ROWS, False, False),
        ("Otto | Dog\nUte may sleep.", "Otto | Dog", False, False),  # another one went
        ("Ute | First\nOtto may sleep.", "Ute | First", True, False),  # it was done unasked
    ],
    ids=["kept", "not kept", "said alone", "another", "unasked"],
)
@pytest.mark.parametrize("under", [f"{ROWS}\n", ""], ids=["read", "hidden"])
async def test_a_dialog_of_other_words_was_asked_of_it_where_the_server_keeps_what_came_of_its_yes(
    answered: str, kept: str, under: str, *, has_sent: bool, is_reached: bool
) -> None:
    pages = {
        "/": SmallPage("The light", ROWS, (SIGN_OFF,)),
        "/asked": SmallPage("The light", f"{under}{ASKS}", (SIGN_OFF, *ANSWERS)),
        "/answered": SmallPage("The light", answered, ()),
    }
    words = "click Sign off in the row of Otto, click Yes in the dialog"
    wanted = WebGoal(words, GoalKind.ACTION, TaskMode.BROWSE, ("Otto",))
    chooser = in_order(
        lambda r: click(r, "Sign off"), lambda r: click(r, "Yes"), proposed(ActionName.DONE)
    )
    run = StandInRun(words, Asking(pages, "/", has_sent=has_sent), chooser, wanted=wanted)
    run.afresh = Page("http://site/", "The light", text=kept)
    outcome = await Navigator()(run)
    assert (outcome.reason == "artifact") is is_reached, outcome


@pytest.mark.parametrize(
    ("kept", "is_reached"), [("Ute | First", True), (ROWS, False), ("Otto | Dog", False)]
)
async def test_a_question_that_is_no_dialog_goes_with_its_answer(
    kept: str, *, is_reached: bool
) -> None:
    ends = Part("Take down", "/asked", tag="button", context="Otto | Dog")
    pages = {
        "/": SmallPage("The light", ROWS, (ends,)),
        "/asked": SmallPage("The light", f"{ROWS}\n{ASKS}", (ends, *ANSWERS)),
        "/answered": SmallPage("The light", f"{kept}\nOtto rests.", ()),
    }
    words = "click Take down in the row of Otto, click Yes"
    wanted = WebGoal(words, GoalKind.ACTION, TaskMode.BROWSE, ("Otto",))
    takes, yes = (lambda r: click(r, "Take down")), (lambda r: click(r, "Yes"))
    web = Asking(pages, "/", is_bare=True)
    run = StandInRun(words, web, in_order(takes, yes, proposed(ActionName.DONE)), wanted=wanted)
    run.afresh = Page("http://site/", "The light", text=kept)
    outcome = await Navigator()(run)
    assert (outcome.reason == "artifact") is is_reached, outcome


@dataclass
class Deleting(SmallWeb):
    """A record's own page, whose button leads back to the list; ``status`` answered it, and
    ``left`` is what is listed then."""

    status: int = 200
    left: str = ""
    asks: str = "/old"
    before: int = 0

    def situation(self) -> Situation:
        seen = super().situation()
        assert seen.page is not None
        if len(self.back) < 2:
            earlier = (Answer(1, "POST", "/old/close", 200),) * (self.before if self.back else 0)
            return replace(seen, page=replace(seen.page, answers=earlier))
        answers = (Answer(2, "POST", self.asks, self.status, is_of_typed=False),)
        return replace(seen, page=replace(seen.page, text=self.left, answers=answers))


@pytest.mark.parametrize(
    ("live", "kept", "status", "asks", "before", "is_reached"),
    [
        ("Ebb", "Ebb", 200, "/old", 0, True),
        ("No notices", "No notices", 200, "/old", 0, False),  # it may have failed to load
        ("Ebb", "Old fair\nEbb", 200, "/old", 0, False),  # it stands there again
        ("Ebb", "Ebb", 202, "/old", 0, False),  # only noted down
        ("Spring", "Spring", 200, "/old", 0, False),  # another part of the list
        ("Ebb", "Ebb", 200, "/track", 0, False),  # nothing was asked of the record
        ("Ebb", "Ebb", 200, "/old", 1, False),  # something else was done to it before
    ],
    ids=["kept", "nothing", "not kept", "noted down", "another part", "aside", "done before"],
)
async def test_what_a_list_held_and_does_not_once_its_own_page_led_back_was_taken_away(
    live: str, kept: str, status: int, asks: str, before: int, *, is_reached: bool
) -> None:
    pages = {
        "/": SmallPage("Notices", "Old fair\nEbb", (Part("Old fair", "/old"),)),
        "/old": SmallPage("Old fair", "May", (Part("Delete entry", "/", tag="button"),)),
    }
    words = "click Old fair, click Delete entry"
    wanted = WebGoal(words, GoalKind.ACTION, TaskMode.BROWSE, ("Old fair",))
    deletes, done = (lambda r: click(r, "Delete entry")), proposed(ActionName.DONE)
    chooser = in_order(lambda r: click(r, "Old fair"), deletes, done)
    web = Deleting(pages, "/", status=status, left=live, asks=asks, before=before)
    run = StandInRun(words, web, chooser, wanted=wanted)
    run.afresh = Page("/", "Notices", text=kept)
    outcome = await Navigator()(run)
    assert (outcome.reason == "artifact") is is_reached, outcome
