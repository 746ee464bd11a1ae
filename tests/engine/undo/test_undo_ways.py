"""Ways back: which one fits what an action changed, and that none of them can lose anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, FocusWindow, PressKeys, Scroll, TypeText
from engine.domain.history import LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation, StepPlace
from engine.domain.risks import Degree, RiskClass, UndoWay
from engine.domain.spaces import Point, Rect
from engine.domain.zones import Role, State, Window, Zone
from engine.safety.risks import WordRiskRater, reversibility_of_action
from engine.states.marking import mark_of
from engine.undo.reverter import ActionReverter
from tests.support.drawn import INK, drawn, window, zone

MAIN = window()
RATER = WordRiskRater()
FIELD = zone("Name", Role.TEXT_FIELD, Rect(30, 40, 200, 24), State.EDITABLE, State.FOCUSED)
AREA = zone("", Role.TEXT_AREA, Rect(30, 70, 200, 80), State.EDITABLE, State.FOCUSED)
BOX = zone("Autosave", Role.CHECK_BOX, Rect(30, 170, 90, 20))
LOOKS = (Rect(250, 60, 40, 40), INK)


def ways(
    before: Situation,
    now: Situation,
    action: Action,
    target: str = GLOBAL_ZONE_ID,
    *,
    after: Situation | None = None,
    degree: Degree = Degree.REVERSIBLE,
) -> list[UndoWay]:
    step = PlanStep(1, target, target, action, "does something")
    back = replace(reversibility_of_action(action, before.zone(target)), degree=degree)
    node = LocalActionNode(StepPlace(1, 1), step, mark_of(before), mark_of(after or now), back)
    return list(ActionReverter(RATER).ways(node, now))


def words(found: list[UndoWay]) -> list[str]:
    return [way.words for way in found]


def plain(*zones: Zone, windows: tuple[Window, ...] = (MAIN,), ink: bool = False) -> Situation:
    return drawn(windows, zones, *([LOOKS] if ink else []))


def actions(way: UndoWay) -> list[Action]:
    return [step.action for step in way.steps]


def test_a_tick_is_clicked_again() -> None:
    ticked = replace(BOX, state=BOX.state | {State.CHECKED})
    assert words(ways(plain(BOX), plain(ticked), Click(), "Autosave"))[0] == (
        "click check box “Autosave”"
    )


def test_a_tick_in_a_closed_menu_is_reached_through_the_menu() -> None:
    menu = zone("View", Role.MENU, Rect(20, 20, 40, 20))
    entry = zone("Wrap", Role.CHECK_MENU_ITEM, Rect(20, 40, 80, 20), parent="View")
    ticked = replace(entry, state=entry.state | {State.CHECKED}, on_screen=False)
    way = ways(plain(menu, entry), plain(menu, ticked), Click(), "Wrap")[0]
    assert [step.zone_label for step in way.steps] == ["View", "Wrap"]


def test_the_radio_button_that_was_chosen_is_clicked_not_the_other() -> None:
    one = zone("One", Role.RADIO_BUTTON, Rect(30, 40, 60, 20), State.CHECKED)
    two = zone("Two", Role.RADIO_BUTTON, Rect(30, 70, 60, 20))
    off = replace(one, state=two.state)
    on = replace(two, state=one.state)
    found = words(ways(plain(one, two), plain(off, on), Click(), "Two"))
    assert found[0] == "click radio button “One”"
    assert "click radio button “Two”" not in found


def test_a_text_is_undone_first_and_then_typed_as_it_was() -> None:
    was, is_now = replace(FIELD, value="Ada"), replace(FIELD, value="Grace")
    first, second, *_ = ways(plain(was), plain(is_now), TypeText("Grace", replace=True), "Name")
    assert actions(first) == [PressKeys(("ctrl", "z"))]
    assert actions(second) == [TypeText("Ada", replace=True)]


def test_what_was_typed_at_the_caret_is_erased_from_there() -> None:
    was, is_now = replace(AREA, value="words"), replace(AREA, value="words and")
    found = ways(plain(was), plain(is_now), TypeText(" and"), "text area")
    assert actions(found[1]) == [TypeText("\b\b\b\b")]


def test_many_undos_are_made_at_once_where_one_did_little() -> None:
    before, after = replace(AREA, value=""), replace(AREA, value="x" * 30)
    now = replace(AREA, value="x" * 27)
    [way, *_] = ways(plain(before), plain(now), TypeText("x" * 30), after=plain(after))
    assert actions(way) == [PressKeys(("ctrl", "z"))] * 9


def test_an_undo_that_went_too_far_is_redone() -> None:
    before, gone = replace(AREA, value="mine"), replace(AREA, value="")
    unchanged = ways(plain(before), plain(gone), Click(), after=plain(before))
    assert actions(unchanged[0]) == [PressKeys(("ctrl", "shift", "z"))]


def test_a_text_that_was_read_in_part_only_is_never_typed() -> None:
    was, is_now = replace(AREA, value="x", is_cut=True), replace(AREA, value="y")
    found = ways(plain(was), plain(is_now), TypeText("y", replace=True), "text area")
    assert not any(isinstance(one, TypeText) for way in found for one in actions(way))


def test_a_menu_is_left_by_escape_and_nothing_else_is_pressed_with_it_open() -> None:
    menu = replace(window("menu", Rect(30, 60, 80, 60), order=-1, active=False))
    entry = zone("Delete", Role.MENU_ITEM, Rect(30, 60, 80, 20), at="id menu")
    found = ways(plain(BOX), plain(BOX, entry, windows=(menu, MAIN)), Click(), "Autosave")
    assert words(found) == ["press Escape"]


ASKING = window("Question", Rect(60, 60, 200, 90), order=-1, dialog=True)
BEHIND = replace(MAIN, is_active=False, order=1)


def buttons(*labels: str) -> list[Zone]:
    return [
        zone(label, Role.BUTTON, Rect(70 + 50 * index, 120, 48, 20), at="id Question")
        for index, label in enumerate(labels)
    ]


@pytest.mark.parametrize(
    "labels",
    [
        ("Don't Save", "Cancel", "Save"),
        ("Discard changes", "Delete", "OK"),
        ("No", "Yes"),
        ("&No", "&Cancel…"),
        ("Nicht speichern", "Abbrechen", "Speichern"),
        ("Close without saving", "Overwrite"),
    ],
)
def test_a_question_is_left_by_what_can_lose_nothing(labels: tuple[str, ...]) -> None:
    now = plain(*buttons(*labels), windows=(ASKING, BEHIND))
    found = ways(plain(BOX), now, Click(), "Autosave")
    pressed = [step.zone_label for way in found for step in way.steps if step.zone_label]
    assert pressed == [each for each in labels if each.strip("&…") in ("Cancel", "Abbrechen")]
    for way in found:
        for step in way.steps:
            assert RATER.rate(step, now).risk_class.rank <= RiskClass.REVERSIBLE.rank
    assert words(found)[-2:] == ["press Escape", "press Alt+F4"]


def test_a_window_that_somebody_else_opened_since_is_not_closed() -> None:
    other = window("Other", order=-1, application="other")
    after = plain(replace(BOX, state=BOX.state | {State.CHECKED}))
    now = replace(after, windows=(other, BEHIND))
    found = ways(plain(BOX), now, Click(), "Autosave", after=after)
    assert actions(found[0]) == [FocusWindow("App")]
    assert not any(PressKeys(("alt", "f4")) in actions(way) for way in found)


def test_a_window_that_stands_in_place_of_all_others_is_not_closed_by_the_window_manager() -> None:
    """With it the program would end."""
    course = window("Course", order=-1)
    found = ways(plain(BOX), plain(windows=(course,)), Click(), "Autosave")
    assert "press Escape" in words(found) and "press Alt+F4" not in words(found)
    beside = ways(plain(BOX), plain(BOX, windows=(course, BEHIND)), Click(), "Autosave")
    assert "press Alt+F4" in words(beside)


def test_a_view_that_only_looks_otherwise_is_never_undone() -> None:
    found = ways(plain(BOX), plain(BOX, ink=True), PressKeys(("ctrl", "+")))
    assert words(found) == ["press Ctrl+-"]


def test_a_menu_entry_that_turned_the_looks_is_chosen_once_more_and_none_that_made_things() -> None:
    menu = zone("View", Role.MENU, Rect(20, 20, 40, 20))
    entry = zone("Line Numbers", Role.MENU_ITEM, Rect(20, 40, 80, 20), parent="View")
    closed = replace(entry, on_screen=False)
    found = words(ways(plain(menu, entry), plain(menu, closed, ink=True), Click(), "Line Numbers"))
    assert found[0] == "click menu item “Line Numbers”"
    made = ways(plain(menu, entry), plain(menu, closed, BOX, ink=True), Click(), "Line Numbers")
    assert "click menu item “Line Numbers”" not in words(made)


@pytest.mark.parametrize(
    ("keys", "back"),
    [
        (("Page_Down",), "press Pageup"),
        (("pagedown",), "press Pageup"),
        (("ctrl", "tab"), "press Ctrl+Shift+Tab"),
        (("F11",), "press F11"),
        (("alt", "left"), "press Alt+Right"),
    ],
)
def test_a_key_is_taken_back_by_its_opposite(keys: tuple[str, ...], back: str | None) -> None:
    found = words(ways(plain(BOX), plain(BOX, ink=True), PressKeys(keys)))
    assert (back in found) if back else not found


def test_a_scroll_goes_back_as_far_as_it_went() -> None:
    rows = [zone(f"row {n}", Role.CELL, Rect(30, 40 + 20 * n, 90, 18)) for n in range(5)]
    up = [replace(row, bounds_px=Rect(30, row.bounds_px.y - 40, 90, 18)) for row in rows[2:]]
    [way] = ways(plain(*rows), plain(*up), Scroll(down=3), "row 2")[:1]
    assert actions(way) == [Scroll(down=-3)]


def test_a_scroll_that_went_too_far_back_is_set_right_by_what_stands_there() -> None:
    rows = [zone(f"row {n}", Role.CELL, Rect(30, 60 + 20 * n, 90, 18)) for n in range(5)]
    down = [replace(row, bounds_px=Rect(30, row.bounds_px.y + 130, 90, 18)) for row in rows]
    after = [replace(row, bounds_px=Rect(30, row.bounds_px.y - 20, 90, 18)) for row in rows]
    found = ways(plain(*rows), plain(*down), Scroll(down=9), "row 1", after=plain(*after))
    assert actions(found[0]) == [Scroll(down=2)]


def test_what_was_dragged_on_a_canvas_is_dragged_from_where_it_was_left() -> None:
    canvas = zone("Canvas", Role.CANVAS, Rect(30, 40, 200, 150))
    drag = Drag(offset_px=Point(20, 10), from_offset_px=Point(-5, 5))
    [way, *_] = ways(plain(canvas), plain(canvas, ink=True), drag, "Canvas")
    back = Drag(offset_px=Point(-20, -10), from_offset_px=Point(15, 15))
    assert actions(way) == [back]


def test_the_rows_that_were_selected_are_selected_again_in_their_own_list() -> None:
    places = zone("Home", Role.CELL, Rect(24, 140, 60, 18), State.SELECTED)
    rows = [zone(f"file {n}", Role.CELL, Rect(120, 60 + 20 * n, 90, 18)) for n in range(3)]
    chosen = [replace(row, state=row.state | {State.SELECTED}) for row in rows]
    before = plain(places, chosen[0], chosen[1], rows[2])
    now = plain(places, rows[0], rows[1], chosen[2])
    [way, *_] = ways(before, now, Click(), "file 2")
    assert [(step.zone_label, step.action) for step in way.steps] == [
        ("file 0", Click()),
        ("file 1", Click(modifiers=("ctrl",))),
    ]


def test_what_can_not_be_taken_back_has_no_way() -> None:
    ticked = replace(BOX, state=BOX.state | {State.CHECKED})
    found = ways(plain(BOX), plain(ticked), Click(), "Autosave", degree=Degree.IRREVERSIBLE)
    assert found == []


def test_the_former_value_of_a_combo_box_is_chosen_from_its_list() -> None:
    box = zone("Theme", Role.COMBO_BOX, Rect(30, 40, 120, 24), value="Light")
    other = replace(box, value="Dark")
    entry = zone("Light", Role.LIST_ITEM, Rect(30, 64, 120, 20), at="id list")
    dropped = window("list", Rect(30, 64, 120, 60), order=-1, active=False)
    closed = ways(plain(box), plain(other), Click(), "Dark")
    assert words(closed)[0] == "click combo box “Theme”"
    is_open = plain(other, entry, windows=(dropped, MAIN))
    assert words(ways(plain(box), is_open, Click(), "Dark"))[0] == "click list item “Light”"


async def test_the_mark_of_a_situation_is_made_once() -> None:
    reverter, seen = ActionReverter(RATER), plain(BOX)
    assert await reverter.mark(seen) is await reverter.mark(seen)


def in_menu(label: str, at: int, *, ticked: bool, shown: bool) -> Zone:
    entry = zone(label, Role.CHECK_MENU_ITEM, Rect(20, 40 + 20 * at, 80, 20), parent="View")
    state = entry.state | {State.CHECKED} if ticked else entry.state
    return replace(entry, state=state, on_screen=shown)


MENU = zone("View", Role.MENU, Rect(20, 20, 40, 20))


def test_of_one_choice_among_several_in_a_menu_the_former_one_is_chosen() -> None:
    """It may stand in another menu of the same, which was closed then."""
    former, other = "Decimal", "Hexadecimal"
    before = plain(
        MENU,
        in_menu(other, 0, ticked=False, shown=True),
        in_menu(former, 1, ticked=True, shown=False),
    )
    now = plain(
        MENU,
        in_menu(other, 0, ticked=True, shown=False),
        in_menu(former, 1, ticked=False, shown=False),
    )
    assert words(ways(before, now, Click(), other))[0] == f"click check menu item “{former}”"


def test_what_is_itself_as_before_is_not_followed_by_keys_that_act_upon_the_document() -> None:
    """Whatever else differs, such as a tab that came with the pane."""
    pane, tab = "Side Pane", zone("Documents", Role.TAB, Rect(200, 60, 60, 20))
    before = plain(MENU, in_menu(pane, 0, ticked=False, shown=True))
    after = plain(MENU, in_menu(pane, 0, ticked=True, shown=False), tab)
    now = plain(MENU, in_menu(pane, 0, ticked=False, shown=False), tab)
    assert PressKeys(("ctrl", "w")) in [
        action for way in ways(before, after, Click(), pane) for action in actions(way)
    ]
    found = ways(before, now, Click(), pane, after=after)
    assert not any(isinstance(action, PressKeys) for way in found for action in actions(way))


@pytest.mark.parametrize(
    ("entry", "is_again"),
    [("Show/Hide Toolbar", True), ("Toolbar", True), ("Delete Buttons", False)],
)
def test_an_entry_that_hid_a_bar_is_chosen_once_more_and_the_document_left_alone(
    entry: str, is_again: bool
) -> None:
    menu = zone("View", Role.MENU, Rect(20, 20, 40, 20))
    shown = zone(entry, Role.MENU_ITEM, Rect(20, 40, 80, 20), parent="View")
    closed = replace(shown, on_screen=False)
    bar = zone("Add Node", Role.BUTTON, Rect(200, 60, 60, 20))
    found = words(ways(plain(menu, shown, bar), plain(menu, closed), Click(), entry))
    assert (f"click menu item “{entry}”" in found) is is_again
    assert ("press Ctrl+Z" in found) is not is_again
    typed = replace(FIELD, value="Ann")
    others = plain(menu, closed, typed)
    now = words(ways(plain(menu, shown, bar), others, Click(), entry, after=plain(menu, closed)))
    assert f"click menu item “{entry}”" not in now, "it is not as the entry left it"


def test_a_tab_is_left_for_the_former_one_and_the_document_left_alone() -> None:
    one = zone("One", Role.TAB, Rect(30, 40, 60, 20), State.SELECTED)
    two = zone("Two", Role.TAB, Rect(100, 40, 60, 20))
    chosen = plain(replace(one, state=two.state), replace(two, state=one.state), BOX)
    found = words(ways(plain(one, two), chosen, Click(), "Two"))
    assert "click tab “One”" in found and "press Ctrl+Z" not in found


def test_where_no_tab_tells_that_it_was_chosen_the_others_are_turned_to_from_the_first_on() -> None:
    tabs = [zone(words, Role.TAB, Rect(x, 30, 60, 20)) for words, x in (("A", 30), ("B", 90))]
    page = plain(*tabs, zone("Name", Role.LABEL, Rect(30, 60, 60, 20)))
    other = plain(*tabs, zone("Size", Role.LABEL, Rect(30, 60, 60, 20)))
    assert words(ways(page, other, Click(), "B"))[0] == "click tab “A”"
    told = [replace(tabs[0], state=tabs[0].state | {State.SELECTED}), tabs[1]]
    assert words(ways(plain(*told), plain(*told), Click(), "B")) == []


@pytest.mark.parametrize(
    ("label", "beside", "back"),
    [
        ("Next month", "Previous month", "click button “Previous month”"),
        ("Show details", "Hide details", "click button “Hide details”"),
        ("Disable all alarms", "Enable all alarms", "click button “Enable all alarms”"),
        ("Next month", "Previous year", ""),
        ("Restart", "Restop", ""),
    ],
)
def test_a_button_is_taken_back_by_the_one_that_says_the_opposite_of_the_same(
    label: str, beside: str, back: str
) -> None:
    buttons = (
        zone(label, Role.BUTTON, Rect(30, 200, 90, 20)),
        zone(beside, Role.BUTTON, Rect(130, 200, 90, 20)),
    )
    other = replace(BOX, label="May", zone_id="May", role=Role.LABEL)
    before, now = plain(*buttons), plain(*buttons, other)
    found = words(ways(before, now, Click(), label))
    assert found[0] == back if back else all(beside not in each for each in found)


SLIDER = zone("Zoom", Role.SLIDER, Rect(30, 200, 200, 20), State.FOCUSED, value="30")


@pytest.mark.parametrize(
    ("now", "first"),
    [
        (replace(SLIDER, value="33"), "press Left 3 times on slider “Zoom”"),
        (replace(SLIDER, value="26"), "press Right 4 times on slider “Zoom”"),
        (replace(SLIDER, value="100"), "press Left 40 times on slider “Zoom”"),
        (replace(SLIDER, value="30.5"), "press Home on slider “Zoom”"),
        (replace(SLIDER, value="a little"), ""),
        (replace(SLIDER, value="33", state=frozenset({State.ENABLED})), ""),
    ],
    ids=["up", "down", "far", "between two steps", "in words", "without the keyboard"],
)
def test_a_slider_goes_back_by_the_arrow_keys(now: Zone, first: str) -> None:
    found = words(ways(plain(SLIDER), plain(now), Drag(offset_px=Point(9, 0)), "Zoom"))
    assert first in found if first else all("slider" not in each for each in found)


def test_the_number_of_a_spin_box_is_typed_again_and_left() -> None:
    box = zone("Copies", Role.SPIN_BOX, Rect(30, 200, 60, 20), value="1")
    [way] = ways(plain(box), plain(replace(box, value="7")), Click(), "Copies")[:1]
    assert actions(way) == [TypeText("1", replace=True), PressKeys(("tab",))]


def test_a_secret_is_never_typed_again_only_undone() -> None:
    hidden = replace(FIELD, value="•••", is_secret=True, hidden_digest="one")
    now = replace(hidden, hidden_digest="other")
    found = ways(plain(hidden), plain(now), TypeText("x"), "Name")
    assert words(found)[0] == "undo in text field “Name”"
    assert not any(isinstance(each, TypeText) for way in found for each in actions(way))


@pytest.mark.parametrize(("was", "now"), [("0", "12"), ("3", "312"), ("", "12")])
def test_what_was_added_to_a_display_is_erased(was: str, now: str) -> None:
    display = zone("Result", Role.TEXT_FIELD, Rect(30, 200, 90, 20), value=was)
    found = words(ways(plain(display), plain(replace(display, value=now)), Click(), "12"))
    assert "erase “12” from text field “Result”" in found


def test_a_password_is_undone_and_never_typed_in_its_place() -> None:
    field = zone("Password", Role.PASSWORD_FIELD, Rect(30, 200, 90, 20), State.EDITABLE)
    found = ways(plain(field), plain(field, ink=True), TypeText("x"), "Password")
    assert "undo in password field “Password”" in words(found)
    assert not any(isinstance(each, TypeText) for way in found for each in actions(way))


def test_an_entry_that_is_in_sight_again_is_clicked_where_it_shows_that_it_was_turned() -> None:
    bar = zone("View", Role.MENU, Rect(20, 20, 40, 20))
    entry = zone("Wrap", Role.CHECK_MENU_ITEM, Rect(20, 40, 80, 20), State.CHECKED)
    anew = replace(entry, zone_id="another", state=entry.state - {State.CHECKED})
    before, after = plain(bar, entry), plain(bar)
    found = ways(before, plain(bar, anew), Click(), "Wrap", after=after)[0]
    assert [step.zone_id for step in found.steps] == ["another"]
    still = replace(entry, zone_id="another")
    found_none = ways(before, plain(bar, still), Click(), "Wrap", after=after)
    assert not [way for way in found_none if way.steps[-1].zone_id == "another"]
    two = replace(anew, zone_id="a third")
    assert not [
        way
        for way in ways(before, plain(bar, anew, two), Click(), "Wrap", after=after)
        if way.steps[-1].zone_id in ("another", "a third")
    ], "of two of that name nobody can tell which"


def test_a_button_that_tells_that_it_was_down_is_pressed_again() -> None:
    down = zone("Panel", Role.BUTTON, Rect(30, 40, 60, 20), State.CHECKED)
    up = replace(down, state=down.state - {State.CHECKED})
    assert words(ways(plain(down), plain(up), Click(), "Panel"))[0] == "click button “Panel”"
    assert words(ways(plain(up), plain(down), Click(), "Panel"))[0] == "click button “Panel”"
    assert reversibility_of_action(Click(), down).degree is Degree.REVERSIBLE
