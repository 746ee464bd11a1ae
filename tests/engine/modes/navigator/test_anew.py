"""What pages that were loaded anew, before and after, tell of what was sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.plans import Situation
from engine.modes.navigator.anew import Deed, kept, lost, whole
from engine.modes.navigator.confirming import sent_with
from engine.modes.navigator.run import page_of
from tests.engine.modes.navigator.test_confirming import field, send, shown

NAMED = (field("Name", "Endeavour"), field("Berth", "A4"), send())
FORM = shown("Boats", "Kestrel | B2", elements=NAMED)
EMPTY = shown("Boats", "Kestrel | B2", "Seen 4 times", elements=(field("Name"), field("Berth")))


def deed(before: Situation = FORM, *, goal: str = "", typed: tuple[str, ...] = ()) -> Deed:
    pressed = page_of(before).element("send")
    assert pressed is not None
    typed = typed or ("Endeavour", "A4")
    sent = sent_with(pressed, page_of(before), goal, typed, frozenset())
    return Deed(pressed, sent, before, before, goal)


@pytest.mark.parametrize(
    ("lines", "is_kept"),
    [
        (("Endeavour | A4",), True),
        (("Endeavour lies in A4",), True),
        (("Endeavour",), True),
        (("refused: Endeavour",), False),
        (("Endeavour in A4 could not be saved",), False),
        (("Endeavour in A4 as a draft",), False),
        (("Is Endeavour in A4?",), False),
        (("Endeavours | A4",), False),
        (("Tern | A4",), False),
        (("Seen 5 times",), False),
        ((), False),
    ],
)
def test_a_line_that_was_not_there_before_is_what_was_kept(
    lines: tuple[str, ...], *, is_kept: bool
) -> None:
    now = shown("Boats", "Kestrel | B2", *lines)
    assert bool(kept(deed(), EMPTY, now)) is is_kept
    assert not kept(deed(), now, now), "it stood there before"
    echo = shown("Boats", *lines, url="http://site/form?name=Endeavour")
    assert not kept(deed(), EMPTY, echo), "the address tells it"


MOTTO = (field("Motto", "Stormy seas"), send("Keep"))
SETTING = shown("Settings", elements=MOTTO)


@pytest.mark.parametrize(
    ("before", "now", "is_kept", "is_lost"),
    [
        ("Calm water", "Stormy seas", True, False),
        ("Calm water", "Calm water", False, True),
        ("Calm water", "Something else", False, False),
        ("", "Stormy seas", False, False),
        ("", "", False, False),
    ],
    ids=["kept", "dropped", "changed by another", "put again, or kept", "a form that is empty"],
)
def test_a_field_tells_what_the_server_holds(
    before: str, now: str, *, is_kept: bool, is_lost: bool
) -> None:
    was, since = (shown("Settings", elements=(field("Motto", e),)) for e in (before, now))
    done = deed(SETTING, typed=("Stormy seas",))
    assert bool(kept(done, was, since)) is is_kept
    assert bool(lost(done, was, since)) is is_lost


ROWS = ("Boats (2)", "Kestrel | B2", "Petrel | C3")
DELETING = shown(*ROWS, elements=(send("Remove", form="", context="Petrel | C3"),))


@pytest.mark.parametrize(
    ("lines", "is_kept"),
    [
        (("Boats (1)", "Kestrel | B2"), True),
        (("Boats (2)", "Kestrel | B2", "Tern | A1"), False),
        (("You may not see this page.",), False),
        (ROWS, False),
    ],
    ids=["gone", "another part of the list", "another page", "there still"],
)
def test_a_row_is_gone_where_nothing_else_came(lines: tuple[str, ...], *, is_kept: bool) -> None:
    done = deed(DELETING, goal="click Remove in the row of 'Petrel'")
    was, now = shown(*ROWS), shown(*lines)
    assert bool(kept(done, was, now)) is is_kept
    is_there = lines == ROWS
    done = replace(done, shown=shown("Boats (1)", "Kestrel | B2"))
    assert bool(lost(done, was, now)) is is_there


@pytest.mark.parametrize(
    ("lines", "heading", "button", "is_its"),
    [
        (("Berth | A4",), "Endeavour", "Add", True),
        ((), "Endeavours", "Add", False),
        ((), "Preview: Endeavour", "Send", False),
        (("Endeavour",), "Boat", "Publish", False),
        (("Endeavour",), "Boat", "Next", False),
        (("Endeavour",), "Boat", "Confirm", False),
        (("Endeavour",), "It could not be saved", "Back", False),
        (("Endeavour", "Saved as a draft"), "Boat", "Edit", False),
    ],
)
def test_a_page_of_its_own_has_what_was_sent(
    lines: tuple[str, ...], heading: str, button: str, *, is_its: bool
) -> None:
    more = (replace(send(button), form="other"),)
    page = page_of(shown(*lines, url="http://site/boats/7", heading=heading, elements=more))
    assert bool(whole(deed(), page)) is is_its
    done = deed()
    known = replace(done, sent=replace(done.sent, known=frozenset({"endeavour"})))
    assert not whole(known, page), "it stood on another page before"
