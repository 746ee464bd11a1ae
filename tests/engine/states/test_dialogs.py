"""A dialog that nothing of the run explains stands in the way of the claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.conditions import AnyOf, NewWindow, WindowGone
from engine.domain.plans import PlanStep, Situation
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import Role, Source, State, Zone
from engine.states.dialogs import (
    dialog_in_the_way,
    holding_up,
    new_alert,
    only_reports,
    only_takes_note,
    said_by,
    terminals_refusal,
    unquoted,
    way_out_of_greeting,
)
from tests.support.stage import situation, zone

OK = zone("OK", window_id="Report")
SAID = zone("The disk is full", Role.LABEL, window_id="Report", at=1)


def with_dialog(*zones: Zone, title: str = "Report", is_dialog: bool = True) -> Situation:
    now = situation(*(replace(each, window_id=title) for each in zones), titles=(title, "Window"))
    front, *others = now.windows
    application = replace(front, is_dialog=is_dialog, application="Editor")
    return replace(now, windows=(application, *others))


def step(label: str, *, opens: bool = False, zone_id: str = "Save") -> PlanStep:
    expected = NewWindow() if opens else None
    return PlanStep(1, zone_id, label, Click(), f"Click {label}", expected)


def in_the_way(now: Situation, *steps: PlanStep, goal: str = "click Save") -> str:
    dialog = dialog_in_the_way({"Window"}, now, steps, goal)
    return said_by(dialog, now) if dialog is not None else ""


def test_one_that_reports_is_in_the_way_though_the_last_step_opened_it() -> None:
    now = with_dialog(SAID, OK)
    assert in_the_way(now, step("Save")) == "Report The disk is full"
    assert in_the_way(now, step("Save", opens=True)) == "Report The disk is full"


def test_what_refuses_over_a_dialog_speaks_though_it_is_called_no_dialog() -> None:
    """As GTK's own windows do that a program fills itself; its title is empty."""
    name = zone("Name", Role.TEXT_FIELD, window_id="Add")
    now = with_dialog(SAID, replace(OK, label="Cancel"), title="", is_dialog=False)
    below = replace(now.windows[1], window_id="Add", title="Add", application="Editor")
    both = (now.windows[0], replace(below, is_dialog=True))
    assert in_the_way(replace(now, windows=both), step("OK")) == "The disk is full"
    filled = replace(now, windows=both, zones=(*now.zones, replace(name, window_id="")))
    assert in_the_way(filled, step("OK")) == "Add", "it is no mere message"
    assert in_the_way(replace(now, windows=(both[0], below)), step("OK")) == ""


def test_one_that_was_there_before_is_not() -> None:
    assert dialog_in_the_way({"Window", "Report"}, with_dialog(SAID, OK), (), "") is None


def test_one_that_the_goal_or_the_last_step_names_is_not() -> None:
    now = with_dialog(SAID, OK, title="About Editor")
    assert in_the_way(now, step("About")) == ""
    assert in_the_way(now, step("Help"), goal="open the about box") == ""
    assert in_the_way(with_dialog(SAID, OK, title="Editor"), step("Editor")) != ""


def test_one_to_work_in_is_explained_by_what_opened_it_or_acted_in_it() -> None:
    field = zone("Title", Role.TEXT_FIELD)
    now = with_dialog(field, OK)
    assert in_the_way(now, step("Properties", opens=True)) == ""
    assert in_the_way(now, step("Title", zone_id="Title")) == ""
    assert in_the_way(now, step("Next")) != ""


def test_one_that_refuses_is_explained_by_nothing_that_opens_a_window() -> None:
    """Its sign is drawn, and may look like a field."""
    said = replace(SAID, label="File lost.txt does not exist.")
    sign = zone("", Role.TEXT_FIELD, window_id="Report", at=2)
    assert in_the_way(with_dialog(said, sign, OK), step("Open", opens=True)) != ""
    said = replace(SAID, label="File lost.txt")
    assert in_the_way(with_dialog(said, sign, OK), step("Open", opens=True)) == ""


def test_one_that_comes_again_once_it_was_answered_did_not_take_the_answer() -> None:
    """As a password that is wrong; the new one's own button is another than the one pressed."""
    now = with_dialog(zone("Word", Role.TEXT_FIELD), OK, title="Word wanted")
    closes = AnyOf((WindowGone(window_id="old", title="Word wanted"), NewWindow()))
    pressed = replace(step("OK", zone_id="OK_before"), expected_change=closes)
    assert in_the_way(now, pressed, goal="type 'x' into Word wanted") != ""
    assert in_the_way(now, pressed, step("Unlock", opens=True)) == "", "it was opened once more"
    other = replace(step("OK", zone_id="OK_before"), expected_change=AnyOf((NewWindow(),)))
    assert in_the_way(now, other) == ""


def test_one_whose_title_speaks_of_what_was_pressed_came_of_it() -> None:
    field = zone("Title", Role.TEXT_FIELD)
    assert in_the_way(with_dialog(field, OK, title="New Alarm"), step("Add Alarm")) == ""
    assert in_the_way(with_dialog(field, OK, title="New Alarm"), step("Add")) != ""
    assert in_the_way(with_dialog(field, OK, title="New Alarm"), step("New")) == ""
    assert in_the_way(with_dialog(SAID, OK, title="Alarm failed"), step("Add Alarm")) != ""
    asks = with_dialog(field, OK, title="Save Drawing")
    assert in_the_way(asks, step("Save document"), goal="write it down") != ""


def test_a_modal_window_is_one_whatever_the_window_manager_calls_it() -> None:
    modal = zone("Really?", Role.LABEL, state=frozenset({State.MODAL}), at=2)
    assert in_the_way(with_dialog(modal, OK, is_dialog=False), step("Save")) != ""
    assert in_the_way(with_dialog(SAID, OK, is_dialog=False), step("Save")) == ""


def test_one_whose_own_button_did_not_close_it_is_in_the_way_though_the_goal_names_it() -> None:
    now = with_dialog(zone("Name", Role.TEXT_FIELD), OK, zone("Apply", at=3), title="Save As")
    goal = "save it as a.txt: in the Save As dialog, click OK"
    assert in_the_way(now, step("OK", zone_id="OK"), goal=goal) != ""
    assert in_the_way(now, step("Apply", zone_id="Apply"), goal=goal) == ""


@pytest.mark.parametrize(
    ("title", "said", "buttons", "way_out"),
    [
        ("Tip of the Day", "Ctrl+K cuts", ("Next tip", "Close"), "Close"),
        ("First start", "Welcome to Ledger", ("Next", "Cancel", "Skip setup"), "Skip setup"),
        ("Willkommen", "Erste Schritte", ("Weiter", "Später"), "Später"),
        ("Report", "The disk is full", ("Close",), None),
        ("Question", "Replace the tips?", ("Yes", "No"), None),
        ("Welcome", "Sign in", ("Sign in",), None),
    ],
)
def test_one_that_only_greets_is_left_by_its_safest_way(
    title: str, said: str, buttons: tuple[str, ...], way_out: str | None
) -> None:
    zones = [zone(each, at=at) for at, each in enumerate(buttons, 2)]
    now = with_dialog(zone(said, Role.LABEL), *zones, title=title)
    found = way_out_of_greeting(now.windows[0], now)
    assert (found and found.label) == way_out
    assert (in_the_way(now, step("Save")) == "") is (way_out is not None)


def test_a_main_window_that_welcomes_is_not_closed() -> None:
    now = with_dialog(zone("Welcome", Role.LABEL), zone("Close", at=2), is_dialog=False)
    assert way_out_of_greeting(now.windows[0], now) is None


@pytest.mark.parametrize(
    ("said", "button", "is_in_the_way"),
    [
        ("The file could not be saved", "Close", True),
        ("It was changed by another program. Reload it?", "Reload", True),
        ("Saved to note.txt", "Undo", False),
    ],
)
def test_an_inline_alert_that_finds_fault_or_asks_is_told(
    said: str, button: str, is_in_the_way: bool
) -> None:
    bar = zone("", Role.ALERT, zone_id="bar")
    box = zone("", Role.GROUP, zone_id="box", parent_id="bar")
    held = (zone(said, Role.LABEL, parent_id="box"), zone(button, parent_id="box"))
    now = situation(bar, box, *held, zone("Unknown", Role.LABEL))
    assert new_alert((), now) == (said if is_in_the_way else "")
    assert new_alert({"bar"}, now) == ""


@pytest.mark.parametrize(
    ("title", "said", "buttons", "is_report"),
    [
        ("Report", "Unable to open the document", ("Close",), True),
        ("Warning", "No node is selected", ("OK",), True),
        ("Report", "The picture was exported", ("OK",), False),
        ("Error", "It could not be saved. Try another place?", ("OK",), False),
        ("Error", "It could not be saved", ("OK", "Save As"), False),
        ("Error loading data", "It is not allowed", ("",), True),
        ("Error loading data", "It is not allowed", ("", ""), False),
    ],
)
def test_one_that_finds_fault_and_asks_nothing_only_reports(
    title: str, said: str, buttons: tuple[str, ...], is_report: bool
) -> None:
    source = Source.ACCESSIBILITY if all(buttons) else Source.SHAPE  # drawn, and not read
    zones = [zone(each, at=at, source=source) for at, each in enumerate(buttons, 2)]
    icon = zone("", Role.ICON)
    now = with_dialog(zone(said, Role.LABEL), icon, *zones, title=title)
    assert only_reports(now.windows[0], now) is is_report


@pytest.mark.parametrize(
    ("beside", "is_notice"),
    [((), True), ((zone("", Role.ICON, at=2),), False), ((zone("", at=2),), False)],
)
def test_a_notice_has_a_text_and_no_icons_to_press(
    beside: tuple[Zone, ...], is_notice: bool
) -> None:
    now = with_dialog(SAID, OK, *beside)
    assert only_takes_note(now.windows[0], now) is is_notice
    bare = with_dialog(OK, *beside)
    assert not only_takes_note(bare.windows[0], bare)


def test_a_dialog_holds_up_the_only_window_of_its_program_if_it_is_modal() -> None:
    now = with_dialog(SAID, replace(OK, state=frozenset({State.MODAL})))
    dialog, other = now.windows
    front = replace(other, application="Editor", order=0, bounds_px=dialog.bounds_px)
    dialog, second = replace(dialog, order=1), replace(front, window_id="b", title="b", order=2)
    assert holding_up(front, replace(now, windows=(front, dialog))) == [dialog]
    assert holding_up(front, replace(now, windows=(front, dialog, second))) == []
    loose = replace(now, zones=(SAID, OK), windows=(front, dialog))
    assert holding_up(front, loose) == []
    apart = replace(front, application="Viewer")
    assert holding_up(apart, replace(now, windows=(apart, dialog))) == []


LINE = "cp list.txt /usr/share/list.txt"
TYPED = PlanStep(1, "Terminal", "Terminal", TypeText(LINE), "Type it")


@pytest.mark.parametrize(
    ("answer", "is_refusal"),
    [
        ("cp: cannot create regular file '/usr/share/list.txt': Read-only file system", True),
        ("cp: cannot stat 'list.txt': No such file or directory", True),
        ("bash: cp: command not found", True),
        ("-bash: cp: command not found", True),
        ("list.txt: these errors were found", False),  # what a file holds
        ("the errors of the year", False),
        ("", False),
    ],
)
def test_a_terminal_refuses_in_a_line_of_the_program_that_was_run(
    answer: str, is_refusal: bool
) -> None:
    before = "$ cp a b\ncp: cannot stat 'a'\n"
    shown = replace(zone("Terminal", Role.TEXT_AREA), value=f"{before}$ {LINE}\n{answer}\n$ ")
    assert terminals_refusal([TYPED], situation(shown)) == (answer if is_refusal else "")
    assert terminals_refusal([], situation(shown)) == ""
    edited = replace(shown, state=shown.state | {State.EDITABLE})
    assert terminals_refusal([TYPED], situation(edited)) == ""


def test_a_window_that_keys_brought_up_and_that_only_shows_is_what_they_open() -> None:
    shown = zone("Save a file: Ctrl+S", Role.LABEL, window_id="Keys", at=1)
    press = PlanStep(1, "__global__", "", PressKeys(("ctrl", "question")), "Press Ctrl+?")
    assert in_the_way(with_dialog(shown, title="Keys"), press) == ""
    assert (
        in_the_way(with_dialog(shown, replace(OK, label="Close"), title="Keys"), step("Go")) != ""
    )
    asking = replace(shown, label="Save changes before closing?")
    assert in_the_way(with_dialog(asking, title="Keys"), press) != ""
    assert in_the_way(with_dialog(shown, replace(OK, label="Save"), title="Keys"), press) != ""


def test_a_failure_quotes_the_dialog_that_stands_there() -> None:
    now = with_dialog(SAID, OK)
    assert unquoted(now, "“Run” is not in sight.") == "Report The disk is full"
    assert unquoted(now, "A dialog says “Report The disk is full”.") == ""
    field = zone("Name", Role.TEXT_FIELD, window_id="Report")
    assert unquoted(with_dialog(field, OK), "“Run” is not in sight.") == ""
    page = Page("http://a/", "A", dialogs=(("Error", "Error loading the book"),))
    assert unquoted(replace(situation(), page=page), "No.") == "Error loading the book"
    name = WebElement("a1", "input", "Name", "textbox", "top", SAID.bounds_px, dialog="Error")
    filled = replace(page, elements=(name,))
    assert unquoted(replace(situation(), page=filled), "No.") == ""


def test_one_that_was_worked_in_is_explained_though_what_was_pressed_there_lies_covered() -> None:
    """As a window of data from which a value was carried into a window that lies over it."""
    page = zone("Isotopes", Role.LIST_ITEM, window_id="Report", at=2)
    now, last = with_dialog(SAID, page), step("Note", zone_id="Note")
    assert dialog_in_the_way({"Window"}, now, (last,), "", {"Report"}) is None
    assert dialog_in_the_way({"Window"}, now, (last,), "", {"Window"}) is not None
    only_said = with_dialog(SAID, OK)
    assert dialog_in_the_way({"Window"}, only_said, (last,), "", {"Report"}) is not None
