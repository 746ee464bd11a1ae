"""Marks of states: what an operator would call the same is the same, and nothing else is."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from engine.domain.actions import Click
from engine.domain.history import LocalActionNode
from engine.domain.plans import PlanStep, Situation, StepPlace
from engine.domain.risks import Comparison, Returned, Reversibility
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State, Window, Zone
from engine.states.marking import digest_of, mark_of
from engine.undo.comparing import compare
from tests.support.drawn import GREY, INK, drawn, window, zone

WINDOW = window()
TEXT = zone("", Role.TEXT_AREA, Rect(30, 40, 200, 100), State.EDITABLE, value="words")
BUTTON = zone("OK", Role.BUTTON, Rect(30, 200, 60, 24))
BOX = zone("Autosave", Role.CHECK_BOX, Rect(120, 200, 90, 20))
CANVAS = zone("Canvas", Role.CANVAS, Rect(240, 40, 90, 100))
ZONES = (TEXT, BUTTON, BOX, CANVAS)
BEFORE = drawn([WINDOW], ZONES)


def compared(now: Situation, before: Situation = BEFORE) -> Comparison:
    return compare(mark_of(before), mark_of(now))


def with_zone(changed: Zone) -> list[Zone]:
    return [changed if one.zone_id == changed.zone_id else one for one in ZONES]


CARET = (Rect(72, 52, 2, 18), INK)
RING = [(Rect(29, 199, 62, 1), INK), (Rect(29, 224, 62, 1), INK), (Rect(29, 199, 1, 26), INK)]
SCROLL_BAR = (Rect(332, 150, 6, 60), GREY)
LINE_AT_THE_EDGE = (Rect(334, 60, 4, 60), INK)
TOOLTIP = window("", Rect(100, 150, 90, 30), order=-1, active=False)


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(drawn([WINDOW], ZONES, CARET), id="a caret"),
        pytest.param(drawn([WINDOW], ZONES, *RING), id="the ring of the focus"),
        pytest.param(drawn([WINDOW], ZONES, (BUTTON.bounds_px, 238)), id="a hover"),
        pytest.param(drawn([WINDOW], ZONES, SCROLL_BAR), id="a scroll bar that shows itself"),
        pytest.param(
            drawn([WINDOW], ZONES, (Rect(324, 142, 16, 80), GREY)), id="a whole scroll bar"
        ),
        pytest.param(
            drawn([WINDOW], with_zone(replace(BUTTON, state=frozenset({State.FOCUSED})))),
            id="focused and greyed out",
        ),
    ],
)
def test_what_comes_by_looking_makes_no_difference(now: Situation) -> None:
    assert compared(now).returned is Returned.RESTORED


WELL = Rect(250, 170, 28, 24)
AROUND = [
    (Rect(WELL.x, WELL.y, WELL.width, 3), GREY),
    (Rect(WELL.x, WELL.bottom - 3, WELL.width, 3), GREY),
    (Rect(WELL.right - 3, WELL.y, 3, WELL.height), GREY),
]


DRAWN_RING = [(replace(bounds, x=bounds.x + 10, y=bounds.y - 90), grey) for bounds, grey in AROUND]


@pytest.mark.parametrize(
    ("looks", "target", "left", "is_restored"),
    [
        pytest.param(AROUND, BOX, BUTTON, True, id="around what tells nothing"),
        pytest.param(DRAWN_RING, BOX, CANVAS, True, id="in a canvas that had the focus"),
        pytest.param(DRAWN_RING, BOX, BUTTON, False, id="drawn on a canvas"),
        pytest.param(AROUND, BOX, None, False, id="the focus is where it was"),
        pytest.param(AROUND, CANVAS, BUTTON, False, id="nothing told of the action"),
        pytest.param([(WELL, GREY)], BOX, BUTTON, False, id="no ring"),
    ],
)
def test_where_the_value_reads_back_the_ring_of_the_focus_is_no_difference(
    looks: list[tuple[Rect, int]], target: Zone, left: Zone | None, is_restored: bool
) -> None:
    """Such as around a well of colours."""
    had = replace(left, state=left.state | {State.FOCUSED}) if left else BOX
    ticked = drawn([WINDOW], with_zone(replace(BOX, state=BOX.state | {State.CHECKED})))
    before, now, after = map(mark_of, (drawn([WINDOW], with_zone(had), *looks), BEFORE, ticked))
    step = PlanStep(1, target.zone_id, target.label, Click(), "Click it")
    done = LocalActionNode(StepPlace(1, 1), step, before, after, Reversibility.fully(""))
    assert compare(before, now, done).is_restored is is_restored


def dotted(box: Rect) -> list[tuple[Rect, int]]:
    """The mark of the focus as some toolkits draw it around a button."""
    across = [(x, y) for x in range(box.x, box.right, 2) for y in (box.y, box.bottom - 1)]
    down = [(x, y) for y in range(box.y, box.bottom, 2) for x in (box.x, box.right - 1)]
    return [(Rect(x, y, 1, 1), 60) for x, y in (*across, *down)]


HELP, BOOK = dotted(Rect(32, 200, 68, 20)), dotted(Rect(121, 61, 62, 20))
OPENED = window("Help", Rect(60, 60, 200, 150), order=-1)
FOOT = [(Rect(30, 240, 120, 16), INK)]


@pytest.mark.parametrize(
    ("now", "after", "action", "is_restored"),
    [
        pytest.param(HELP, [WINDOW, OPENED], Click(), True, id="the focus is elsewhere"),
        pytest.param([*HELP, *FOOT], [WINDOW, OPENED], Click(), False, id="it says something"),
        pytest.param([*HELP, *BOOK], [WINDOW, OPENED], Click(), False, id="a frame was made"),
        pytest.param(
            dotted(Rect(30, 150, 90, 90)), [WINDOW, OPENED], Click(), False, id="a picture chosen"
        ),
        pytest.param(HELP, [WINDOW], Click(), False, id="no window was opened"),
        pytest.param(HELP, [WINDOW, OPENED], Click(count=2), False, id="a thing was chosen, too"),
    ],
)
def test_where_a_window_is_gone_again_the_mark_of_the_focus_is_told_and_stands_against_nothing(
    now: list[tuple[Rect, int]], after: list[Window], action: Click, is_restored: bool
) -> None:
    """Of a toolkit that draws all by itself nothing tells which button has the focus."""
    marks = [mark_of(drawn(*one)) for one in (([WINDOW], (), *BOOK), (after, ()))]
    done = LocalActionNode(
        StepPlace(1, 1), PlanStep(1, "Help", "Help", action, ""), *marks, Reversibility.fully("")
    )
    found = compare(marks[0], mark_of(drawn([WINDOW], (), *now)), done)
    assert found.is_restored is is_restored and found.differences


@pytest.mark.parametrize(
    ("looks", "role", "is_restored"),
    [
        pytest.param(FOOT, Role.CHECK_MENU_ITEM, True, id="the line at the foot"),
        pytest.param([*FOOT, *AROUND], Role.CHECK_MENU_ITEM, False, id="something else, too"),
        pytest.param([(Rect(30, 180, 60, 16), INK)], Role.CHECK_BOX, False, id="not at the foot"),
        pytest.param(FOOT, Role.TOGGLE_BUTTON, False, id="what may have made something"),
        pytest.param(FOOT, Role.TEXT_FIELD, False, id="a text"),
    ],
)
def test_a_setting_that_is_itself_again_says_more_than_the_line_at_the_foot(
    looks: list[tuple[Rect, int]], role: Role, is_restored: bool
) -> None:
    """Such as "Takes effect at the next start", which is drawn and not told."""
    setting = replace(BOX, role=role)
    other = replace(setting, state=setting.state | {State.CHECKED}, value="x")
    before, now, after = (
        mark_of(drawn([WINDOW], (each, CANVAS), *marks))
        for each, marks in ((setting, []), (setting, looks), (other, looks))
    )
    step = PlanStep(1, BOX.zone_id, BOX.label, Click(), "Click it")
    done = LocalActionNode(StepPlace(1, 1), step, before, after, Reversibility.fully(""))
    assert compare(before, now, done).is_restored is is_restored
    under = replace(CANVAS, bounds_px=Rect(22, 236, 300, 22))
    marks = [mark_of(drawn([WINDOW], (setting, under), *each)) for each in ([], looks)]
    assert not compare(*marks, replace(done, before=marks[0])).is_restored, "it is a canvas"


@pytest.mark.parametrize("is_drawn", [False, True])
def test_what_is_told_and_not_to_be_seen_has_not_come(is_drawn: bool) -> None:
    """GTK 4 goes on telling of a page that was left."""
    timer = zone("1 m", Role.BUTTON, Rect(250, 170, 40, 20))
    now = drawn([WINDOW], (*ZONES, timer), *([(timer.bounds_px, GREY)] if is_drawn else []))
    assert compared(now).is_restored is not is_drawn
    over = window("Over", Rect(240, 160, 60, 40), order=-1, active=False, dialog=True)
    covered = drawn([WINDOW, over], (*ZONES, timer))
    assert not compared(covered, drawn([WINDOW, over], ZONES)).is_restored, "it may be beneath"


@pytest.mark.parametrize(
    "now",
    [
        pytest.param(drawn([WINDOW], ZONES, (Rect(260, 60, 2, 18), INK)), id="a line drawn"),
        pytest.param(drawn([WINDOW], ZONES, (Rect(34, 44, 60, 12), INK)), id="other looks"),
        pytest.param(drawn([WINDOW], ZONES, (Rect(250, 170, 40, 20), INK)), id="beside all zones"),
        pytest.param(drawn([WINDOW], with_zone(replace(TEXT, value="word"))), id="a text"),
        pytest.param(
            drawn([WINDOW], with_zone(replace(BOX, state=BOX.state | {State.CHECKED}))), id="a tick"
        ),
        pytest.param(drawn([WINDOW], ZONES[:-1]), id="a zone is gone"),
        pytest.param(drawn([replace(WINDOW, title="*App")], ZONES), id="a title"),
        pytest.param(
            drawn([WINDOW, window("Ask", Rect(250, 180, 60, 40), order=-1, dialog=True)], ZONES),
            id="a dialog came",
        ),
    ],
)
def test_what_an_operator_would_see_makes_a_difference(now: Situation) -> None:
    result = compared(now)
    assert result.returned is not Returned.RESTORED
    assert result.differences


def test_the_rings_of_two_neighbours_are_two_decorations() -> None:
    """The focus went from one to the other; their rings touch."""
    one = zone("One", Role.TEXT_FIELD, Rect(40, 40, 200, 30), State.EDITABLE)
    two = replace(one, zone_id="Two", label="Two", bounds_px=Rect(40, 72, 200, 30))
    rings = [
        (Rect(x, y, width, height), INK)
        for box in (one.bounds_px, two.bounds_px)
        for x, y, width, height in (
            (box.x, box.y, box.width, 2),
            (box.x, box.bottom - 2, box.width, 2),
            (box.x, box.y, 2, box.height),
        )
    ]
    before, now = drawn([WINDOW], [one, two]), drawn([WINDOW], [one, two], *rings)
    assert compared(now, before).returned is Returned.RESTORED


def test_a_thin_line_at_the_edge_is_a_scroll_bar_unless_it_is_on_a_canvas() -> None:
    wide = replace(CANVAS, bounds_px=Rect(240, 40, 100, 100))
    for canvas, returned in (([], Returned.RESTORED), ([wide], Returned.CLOSE)):
        before, now = drawn([WINDOW], canvas), drawn([WINDOW], canvas, LINE_AT_THE_EDGE)
        assert compared(now, before).returned is returned


def test_a_box_around_a_field_is_told_by_the_field() -> None:
    """Toolkits tell the new text of the box later than that of the field."""
    box = zone("words", Role.COMBO_BOX, Rect(30, 40, 120, 24), value="words")
    field = zone("", Role.TEXT_FIELD, Rect(32, 42, 90, 20), State.EDITABLE, parent="words")
    late, other = replace(box, label="", value=""), replace(field, value="others")
    assert compared(drawn([WINDOW], [late, field]), drawn([WINDOW], [box, field])).returned is (
        Returned.RESTORED
    )
    assert compared(drawn([WINDOW], [box, other]), drawn([WINDOW], [box, field])).returned is (
        Returned.NOT_RESTORED
    )


def test_two_results_of_a_calculator_are_two_states() -> None:
    display = zone("", Role.TEXT_AREA, Rect(40, 40, 200, 30), value="12")
    before, now = ([replace(display, value=value)] for value in ("12", "84"))
    result = compared(drawn([WINDOW], now), drawn([WINDOW], before))
    assert result.returned is Returned.NOT_RESTORED
    assert "“84”" in result.differences[0] and "“12”" in result.differences[0]


def test_a_number_that_only_the_picture_tells_is_a_difference() -> None:
    """A digit of seven pixels on a canvas."""
    now = drawn([WINDOW], ZONES, (Rect(261, 60, 7, 2), INK), (Rect(261, 66, 7, 2), INK))
    assert compared(now).returned is Returned.CLOSE


def test_a_clock_makes_no_difference_and_another_time_does() -> None:
    def telling(minutes_from_now: int) -> Situation:
        then = time.localtime(time.time() + 60 * minutes_from_now)
        clock = zone("clock", Role.LABEL, Rect(30, 160, 60, 16))
        return drawn([WINDOW], [replace(clock, label=time.strftime("It is %H:%M", then))])

    assert compared(telling(1), telling(0)).returned is Returned.RESTORED
    assert compared(telling(90), telling(200)).returned is not Returned.RESTORED


def test_a_status_bar_and_what_stands_in_it_make_no_difference() -> None:
    bar = zone("Line 1, Column 1", Role.STATUS, Rect(20, 240, 320, 20))
    part = zone("UTF-8", Role.LABEL, Rect(280, 242, 40, 16), parent=bar.zone_id)
    moved = replace(bar, label="Line 2, Column 9")
    painted = (Rect(30, 244, 60, 10), INK)
    before, now = drawn([WINDOW], [bar, part]), drawn([WINDOW], [moved, part], painted)
    assert compared(now, before).returned is Returned.RESTORED
    assert mark_of(now).digest == mark_of(before).digest, "a state is counted by its digest"


def test_a_tooltip_makes_no_difference_though_it_hides_a_zone() -> None:
    hidden = zone("Under it", Role.BUTTON, Rect(110, 155, 60, 20))
    before = drawn([WINDOW], [*ZONES, hidden])
    now = drawn([TOOLTIP, WINDOW], ZONES)
    assert compared(now, before).returned is Returned.RESTORED
    assert compared(before, now).returned is Returned.RESTORED
    assert compared(drawn([WINDOW], ZONES), before).returned is Returned.CLOSE
    frame = replace(zone("Tip", Role.BUTTON, TOOLTIP.bounds_px), window_id=TOOLTIP.window_id)
    read = [*ZONES, replace(frame, source=Source.SHAPE)]
    assert compared(drawn([TOOLTIP, WINDOW], read), before).returned is Returned.RESTORED
    told = drawn([TOOLTIP, WINDOW], [*ZONES, frame])
    assert compared(told, before).returned is Returned.NOT_RESTORED, "it can be pressed"


HIDDEN = zone("Under it", Role.BUTTON, Rect(110, 155, 60, 20))
ENTRY = zone("File", Role.MENU, Rect(120, 150, 40, 20))


@pytest.mark.parametrize(
    "over",
    [
        TOOLTIP,
        replace(TOOLTIP, bounds_px=Rect(20, 100, 320, 150)),
        window("Mail came", Rect(100, 120, 200, 80), order=-1, active=False),
    ],
)
def test_a_script_takes_what_a_hint_hides_for_there_and_what_is_gone_for_gone(over: Window) -> None:
    before = drawn([WINDOW], [*ZONES, HIDDEN, ENTRY])
    hidden = [replace(each, on_screen=False) for each in (HIDDEN, ENTRY)]
    now = replace(drawn([over, WINDOW], [*ZONES, hidden[1]]), beneath=(hidden[0],))
    assert digest_of(now) == digest_of(before)
    assert digest_of(replace(now, beneath=())) != digest_of(before), "it is gone"
    closed = replace(hidden[1], bounds_px=Rect(0, 0, 0, 0))
    assert digest_of(replace(now, zones=(*ZONES, closed))) != digest_of(before), "it is closed"
    asks = replace(over, is_dialog=True)
    assert digest_of(replace(now, windows=(asks, WINDOW))) != digest_of(before)
    used = replace(zone("Reply", Role.BUTTON, over.bounds_px), window_id=over.window_id)
    assert digest_of(replace(now, zones=(*now.zones, used))) != digest_of(before)


def test_a_small_dialog_is_no_tooltip() -> None:
    asks = window("Sure?", Rect(100, 150, 90, 30), order=-1, active=False, dialog=True)
    assert compared(drawn([asks, WINDOW], ZONES)).returned is Returned.NOT_RESTORED


def test_a_window_that_was_moved_is_the_same() -> None:
    mark, ink = Rect(250, 60, 30, 30), INK
    dx, dy = 37, 11
    before = drawn([WINDOW], ZONES, (mark, ink))
    moved = replace(WINDOW, bounds_px=_by(WINDOW.bounds_px, dx, dy))
    zones = [replace(one, bounds_px=_by(one.bounds_px, dx, dy)) for one in ZONES]
    now = drawn([moved], zones, (_by(mark, dx, dy), ink))
    assert compared(now, before).returned is Returned.RESTORED
    assert compared(drawn([moved], zones), before).returned is Returned.CLOSE, "the mark is gone"


def test_what_another_window_covers_is_not_compared() -> None:
    other = window("Other", Rect(240, 30, 150, 120), order=1, active=False, application="other")
    zones = [one for one in ZONES if one is not CANVAS]
    spot = (Rect(250, 60, 30, 30), INK)
    before, now = drawn([WINDOW, other], zones, spot), drawn([WINDOW, other], zones)
    assert compared(now, before).returned is Returned.CLOSE, "it lies in sight"
    above = replace(other, order=-1)
    before, now = drawn([above, WINDOW], zones, spot), drawn([above, WINDOW], zones)
    differences = compared(now, before).differences
    assert all("“App”" not in words for words in differences)


def test_a_menu_entry_that_is_pointed_at_is_not_chosen() -> None:
    entry = zone("Copy", Role.MENU_ITEM, Rect(30, 40, 80, 20), parent="Edit")
    pointed = replace(entry, state=entry.state | {State.SELECTED})
    ticked = replace(entry, role=Role.CHECK_MENU_ITEM, state=entry.state | {State.CHECKED})
    before = drawn([WINDOW], [entry])
    assert compared(drawn([WINDOW], [pointed]), before).returned is Returned.RESTORED
    assert compared(drawn([WINDOW], [ticked]), before).returned is Returned.NOT_RESTORED


def test_a_change_of_order_is_close() -> None:
    one = zone("One", Role.LIST_ITEM, Rect(30, 40, 80, 20))
    two = zone("Two", Role.LIST_ITEM, Rect(30, 70, 80, 20))
    swapped = [replace(one, bounds_px=two.bounds_px), replace(two, bounds_px=one.bounds_px)]
    result = compared(drawn([WINDOW], swapped), drawn([WINDOW], [one, two]))
    assert (result.returned, result.differences) == (
        Returned.CLOSE,
        ("things are arranged in another order",),
    )


def _by(box: Rect, dx: int, dy: int) -> Rect:
    return Rect(box.x + dx, box.y + dy, box.width, box.height)


def test_the_window_in_front_is_told() -> None:
    other = window("Other", Rect(240, 150, 120, 90), order=1, active=False, application="other")

    def with_front(front: Window, back: Window) -> Situation:
        windows = [replace(front, is_active=True, order=0), replace(back, is_active=False, order=1)]
        button = zone("Go", Role.BUTTON, Rect(250, 200, 40, 20), at=other.window_id)
        return drawn(windows, [TEXT, button])

    result = compared(with_front(other, WINDOW), with_front(WINDOW, other))
    assert "the window “Other” is in front, not “App”" in result.differences
