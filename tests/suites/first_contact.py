"""Goals on a site that no rule has met, as steps and as intents, judged by the site's state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.domain.terminals import Outcome, Terminal
from tests.support.tool_library import Library


@dataclass(frozen=True, slots=True)
class Contact:
    """``is_right`` looks at what arrived and what was said; it is asked of every run that says that
    the goal is reached."""

    name: str
    goal: str
    start: str
    is_right: Callable[[Library, str], bool]

    def verdict(self, state: Library, outcome: Outcome) -> str:
        """ "reached", "false claim", "refused" before anything was done, or "failed"."""
        if outcome.terminal is Terminal.GOAL_SATISFIED:
            is_right = self.is_right(state, outcome.message)
            return "reached" if is_right else "false claim"
        return "refused" if outcome.reason == "goal_unreadable" else "failed"


def _says(*words: str, never: tuple[str, ...] = ()) -> Callable[[Library, str], bool]:
    return lambda state, said: (
        all(each in said for each in words) and not any(each in said for each in never)
    )


def _ends_at(path: str) -> Callable[[Library, str], bool]:
    return lambda state, said: state.seen[-1] == path


STEPS = (
    Contact("a page by its link", "Open Papers", "/", _ends_at("/papers")),
    Contact("two links", "Open Tools, then open Jigsaw", "/", _ends_at("/tools/6")),
    Contact(
        "a member in a dialog",
        "Open Members, click Add member, type 'Nora Vik' into Name, type 'Odense' into Town and"
        " click Save",
        "/",
        lambda state, said: state.members.get("Nora Vik") == "Odense",
    ),
    Contact(
        "a button in a row",
        "Click Remove in the row of 'Tove Lund', then click 'Yes, remove'",
        "/members",
        lambda state, said: set(state.members) == {"Ida Holm", "Per Lund"},
    ),
    Contact(
        "giving up in a dialog",
        "In the row of Ida Holm, click Remove. In the dialog, click Keep",
        "/members",
        lambda state, said: len(state.members) == 3 and not state.posts,
    ),
    Contact(
        "a booking",
        "Type 'Kim' into Your name, type 'kim@example.org' into E-mail, choose Jigsaw in Tool,"
        " enter '4 May 2026' into First day, choose By van, tick Insurance and click Send booking",
        "/booking",
        lambda state, said: (
            [
                (e["person"], e["tool"], e["day"], e["pickup"], e.get("insured"))
                for e in state.bookings
            ]
            == [("Kim", "Jigsaw", "2026-05-04", "van", "on")]
        ),
    ),
    Contact(
        "a filter",
        "Choose Garden in Group, click Show and check that 'Hedge trimmer' is shown",
        "/tools",
        lambda state, said: state.seen[-1].startswith("/tools?group=Garden"),
    ),
    Contact(
        "a tab and a tick box",
        "Click Mail, tick Newsletter, click Apply",
        "/settings",
        lambda state, said: state.newsletter,
    ),
    Contact(
        "the next page and back",
        "Click Next, check that 'Stump grinder' is shown, then go back",
        "/tools",
        lambda state, said: any("page=2" in each for each in state.seen),
    ),
    Contact(
        "the second of a list",
        "Open Tools, open the second link in the table",
        "/",
        _ends_at("/tools/1"),
    ),
    Contact("what is not there", "Open Tools, then open Chainsaw", "/", lambda state, said: False),
    Contact(
        "what must be so and is not",
        "Open Members and check that 'Nora Vik' is shown",
        "/",
        lambda state, said: False,
    ),
)
INTENTS = (
    Contact("search", "Search for grinder", "/", lambda state, said: state.searches == ["grinder"]),
    Contact(
        "a list with a comparison, over two pages",
        "List the tools where Fee per day is over 20",
        "/tools",
        _says("Concrete mixer", "Core drill", "Floor grinder", "Stump grinder", never=("Jigsaw",)),
    ),
    Contact(
        "a list by a word and a figure",
        "List the tools where Group is Wood and In stock is at least 3",
        "/tools",
        _says("Belt sander", "Jigsaw", never=("Router", "Biscuit", "Hedge")),
    ),
    Contact(
        "a cell by row and column",
        "What is the fee per day of the Leaf blower?",
        "/tools?group=Garden",
        _says("8.00"),
    ),
    Contact("beside a label", "Read the Deposit", "/tools/3", _says("124.00")),
    Contact(
        "a form",
        "Fill in the form: your name 'Lea', e-mail 'lea@example.org', tool 'Core drill', first day"
        " '2026-06-01', and send it",
        "/booking",
        lambda state, said: (
            [(e["person"], e["tool"], e["day"]) for e in state.bookings]
            == [("Lea", "Core drill", "2026-06-01")]
        ),
    ),
    Contact(
        "a file in a line",
        "Download the House rules",
        "/papers",
        lambda state, said: state.fetched == ["house-rules.pdf"],
    ),
    Contact(
        "a question in free words",
        "Which garden tool is the cheapest?",
        "/tools",
        lambda state, said: False,
    ),
)
