"""What a page that is loaded once more bears of a deed, and what it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.spaces import Rect
from engine.domain.web.pages import Page, WebElement
from engine.modes.navigator.form_kept import fields_kept
from engine.modes.navigator.keeping import change_kept, record_kept, row_kept
from engine.modes.navigator.reading_back import Sent
from tests.engine.modes.navigator.test_confirming import field, shown

BOAT = "click 'Cast off' in the row of 'Otter'"


def page(*lines: str, elements: tuple[WebElement, ...] = ()) -> Page:
    told = shown(*lines, elements=elements, url="/boats").page
    assert told is not None
    return told


@pytest.mark.parametrize(
    ("line", "is_kept"),
    [
        ("Shepherds | 3", True),
        ("Shepherds for 3", True),
        ("Shepherds | 4", False),  # another number
        ("Ridge | 3", False),
        ("Shepherds | 3 | refused", False),
        ("Shepherds | 3 | as a draft", False),
        ("Shall Shepherds be kept for 3?", False),
        ("Not Shepherds for 3", False),
        ("3", False),  # too short to tell
    ],
)
def test_a_record_is_kept_where_a_new_line_holds_all_of_it(line: str, is_kept: bool) -> None:
    sent = Sent((field("Hut", "Shepherds"), field("Beds", "3")), ("Shepherds", "3"), about="")
    assert bool(record_kept(sent, page("Huts"), page("Huts", line))) is is_kept
    assert not record_kept(sent, page("Huts", line), page("Huts", line))
    assert not record_kept(replace(sent, known=frozenset({"shepherds|3"})), page(), page("x"))


@pytest.mark.parametrize(
    ("live", "fresh", "is_kept"),
    [
        (("Otter | cast off", "Gull | berth 5"), ("Otter | cast off", "Gull | berth 5"), True),
        (("Gull | berth 5",), ("Gull | berth 5",), True),
        (("Otter", "Gull | berth 5"), ("Otter", "Gull | berth 5"), False),  # its cell went blank
        (("Otter | cast off", "Gull | berth 5"), ("Otter | berth 4", "Gull | berth 5"), False),
        (("Otter | cast off", "Gull | cast off"), ("Otter | cast off", "Gull | cast off"), False),
        (("Otter | berth 4", "Gull | cast off"), ("Otter | berth 4", "Gull | cast off"), False),
        (
            ("Otter | not allowed", "Gull | berth 5"),
            ("Otter | not allowed", "Gull | berth 5"),
            False,
        ),
        (("Otter | cast off", "Gull | berth 5"), ("Otter | in dock", "Gull | berth 5"), False),
        (("Otter | odmítnuto", "Gull | berth 5"), ("Otter | odmítnuto", "Gull | berth 5"), False),
    ],
)
def test_a_row_is_kept_where_it_alone_reads_otherwise(
    live: tuple[str, ...], fresh: tuple[str, ...], is_kept: bool
) -> None:
    old = page("Otter | berth 4", "Gull | berth 5")
    assert bool(row_kept(old, page(*live), page(*fresh), BOAT)) is is_kept


def test_a_word_of_another_row_is_the_row_s_own_word_all_the_same() -> None:
    old = page("Otter | berth 4", "Gull | waiting")
    now = page("Otter | waiting", "Gull | waiting")
    assert not row_kept(old, now, now, BOAT)


def test_what_was_to_go_is_not_kept_where_it_only_reads_otherwise() -> None:
    old, gull = page("Otter | berth 4", "Gull | berth 5"), page("Gull | berth 5")
    other = page("Otter | cast off", "Gull | berth 5")
    assert row_kept(old, other, other, BOAT) and not row_kept(old, other, other, BOAT, is_away=True)
    assert row_kept(old, gull, gull, BOAT, is_away=True)
    otter, none = page("Otter | berth 4"), page("No boats found.")  # it may have failed to load
    assert not row_kept(otter, none, none, BOAT, is_away=True)


@pytest.mark.parametrize(
    ("fresh", "is_kept"),
    [
        (("Gull | 5", "Heron | 7", "Ibis | 2", "1 to 3 of 4"), True),
        (("Gull | 5", "Heron | 7", "1 to 2 of 2"), True),
        (("Gull | 5", "Heron | 7", "Otter | 4", "1 to 3 of 5"), False),  # only sorted anew
        (("Gull | 5", "Heron | 7", "Otter | struck", "1 to 3 of 5"), False),
        (("Ibis | 2", "Gull | 5", "Heron | 7", "1 to 3 of 5"), False),  # another came
        (("Heron | 7", "Ibis | 2", "Jay | 1", "1 to 3 of 3"), False),  # another is gone, too
        (("Gull | 5", "Heron | 7", "Ibis | 2", "Jay | 1", "1 to 4 of 4"), False),  # another list
        (("Gull | 5", "Heron | 7", "Ibis | 2", "Otter stays"), False),
    ],
)
def test_what_stood_behind_the_end_of_a_list_moves_up_where_a_row_is_gone(
    fresh: tuple[str, ...], *, is_kept: bool
) -> None:
    old, now = page("Otter | 4", "Gull | 5", "Heron | 7", "1 to 3 of 5"), page(*fresh)
    assert bool(row_kept(old, now, now, BOAT, is_away=True)) is is_kept
    filtered = page("Nothing is called so", "0 to 0 of 0")  # what is shown may say no more of it
    assert bool(row_kept(old, filtered, now, BOAT, is_away=True)) is is_kept
    if len(fresh) == 4:
        assert not row_kept(old, now, now, BOAT)  # it does not say that something goes


@pytest.mark.parametrize(
    ("role", "tag", "href", "is_kept"),
    [
        ("", "div", "", True),
        ("cell", "td", "", True),
        ("link", "a", "/boats/1", True),
        ("link", "a", "/boats", False),  # it leads nowhere else: a view of the page itself
        ("button", "button", "", False),  # "Otter" may be what is to be done
    ],
)
def test_what_hears_clicks_in_a_row_is_its_name_and_a_button_is_none(
    role: str, tag: str, href: str, *, is_kept: bool
) -> None:
    box = Rect(0, 0, 9, 9)
    name = WebElement("n", tag, "Otter", role, "top", box, href=href)
    old, left = page("Otter", "Gull | berth 5", elements=(name,)), page("Gull | berth 5")
    assert bool(row_kept(old, left, left, BOAT)) is is_kept
    assert not row_kept(old, left, left, BOAT, pressed="Otter")  # what was pressed went, and no row


def test_a_short_name_is_one_where_it_is_a_whole_cell_and_no_yes() -> None:
    goal = "click Set ashore in a row of 'Bo', click Yes, choose B2 in Berth"
    rows = ("Bo | Cook", "Uta | Yes", "Bosun | Pilot", "Ida | A", "Gull | B2")
    old = page(*rows)
    for gone, is_kept in (
        ("Bo | Cook", True),
        ("Uta | Yes", False),
        ("Bosun | Pilot", False),
        (rows[3], False),
        ("Gull | B2", False),  # another's row, which has it too
    ):
        left = page(*(each for each in rows if each != gone))
        assert bool(row_kept(old, left, left, goal)) is is_kept


@pytest.mark.parametrize(("beds", "is_kept"), [("3", True), ("4", False)])
def test_cells_that_the_goal_names_bear_it_where_what_was_typed_is_among_them(
    beds: str, *, is_kept: bool
) -> None:
    goal = "click Shepherds, type 3 into Beds, type 4 into Room, click Reserve"
    assert not record_kept(Sent((), (), about=goal), page("Huts"), page("Huts", "Shepherds | 3"))
    sent = Sent((field("Beds", "3"),), ("3", "4"), about=goal)
    told = record_kept(sent, page("Huts"), page("Huts", f"Shepherds | {beds}"))
    assert bool(told) is is_kept


@pytest.mark.parametrize(
    ("first", "fresh", "is_kept"),
    [
        ("", "Shepherds", True),
        ("Ridge", "Shepherds", True),
        ("Shepherds", "Shepherds", False),  # it may never have arrived
        ("", "Ridge", False),
        ("", "", False),
    ],
)
def test_a_field_is_kept_where_it_came_to_hold_what_was_typed(
    first: str, fresh: str, *, is_kept: bool
) -> None:
    sent = Sent((field("Hut", "Shepherds"), field("Beds", "3")), ("Shepherds",))
    was, now = page(elements=(field("Hut", first),)), page(elements=(field("Hut", fresh),))
    assert bool(fields_kept(sent, was, now)) is is_kept
    assert not fields_kept(sent, was, page(elements=(field("Inn", fresh),)))
    assert not fields_kept(replace(sent, typed=("Shepherds", "3")), was, now)  # one of two
    twice = page(elements=(field("Hut", fresh), field("Hut", fresh)))
    assert not fields_kept(sent, was, twice)


@pytest.mark.parametrize(
    ("typed", "fresh", "is_kept"),
    [
        ("5", ("Rope | 35 | Cellar", "Anchor | 3 | Loft"), True),
        ("5", ("Rope | 45 | Cellar", "Anchor | 3 | Loft"), True),
        ("5", ("Rope | 36 | Cellar", "Anchor | 3 | Loft"), False),
        ("1", ("Rope | 39 | Cellar", "Anchor | 3 | Loft"), False),  # it may count looks
        ("5", ("Rope | 35 | Loft", "Anchor | 3 | Loft"), False),
        ("5", ("Rope | 35 | Cellar", "Anchor | 3 | Shed"), False),
        ("5", ("Rope | 40 | Cellar", "Anchor | 8 | Loft"), False),  # another's
        ("5", ("Rope | 35 refused | Cellar", "Anchor | 3 | Loft"), False),
        ("5", ("Rope | 35 | Cellar", "Anchor | 3 | Loft", "Sorry"), False),
        ("Attic", ("Rope | 40 | Attic", "Anchor | 3 | Loft"), True),
        ("Attic", ("Rope | 40 | Shed", "Anchor | 3 | Loft"), False),
        ("Attic", ("Rope | 40 | Cellar", "Anchor | 3 | Attic"), False),
    ],
)
def test_a_row_is_changed_where_it_alone_is_so_by_what_was_typed(
    typed: str, fresh: tuple[str, ...], is_kept: bool
) -> None:
    goal = "click Hand out in the row of 'Rope', type it into How many, click Hand out"
    old = page("Rope | 40 | Cellar", "Anchor | 3 | Loft")
    sent = Sent((field("How many", typed),), (typed,), about=goal)
    assert bool(change_kept(sent, old, page(*fresh))) is is_kept


@pytest.mark.parametrize(
    ("line", "place", "is_kept"),
    [
        ("Lighthouse | 1 member | Leave", "Projects", True),
        ("Lighthouse | 1 member | waiting", "Projects", False),
        ("Lighthouse", "Projects", True),
        ("Lighthouse", "Turned away", False),  # nothing stood there before
        ("Lighthouse", "Drafts", False),
    ],
)
def test_a_record_stands_among_others_and_says_what_all_of_these_say(
    line: str, place: str, *, is_kept: bool
) -> None:
    rows, drafts = ("Heron | 1 member | Leave", "Tern | 1 member | Leave"), ("Drafts", "Curlew")
    old = replace(
        page(*rows, *drafts),
        headings=("Projects", "Drafts"),
        text_places=(("Projects",), ("Projects",), ("Drafts",), ("Drafts",)),
    )
    now = replace(
        page(*rows, *drafts, line),
        headings=old.headings,
        text_places=(*old.text_places, (line, place)),
    )
    sent = Sent((field("Name", "Lighthouse"),), ("Lighthouse",))
    assert bool(record_kept(sent, old, now)) is is_kept
