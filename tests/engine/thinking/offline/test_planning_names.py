"""Planning what is named: "it", labels with "and", programs, folders; what a click must bring."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click, Launch, PressKeys, TypeText
from engine.domain.conditions import (
    AnyOf,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowGone,
    ZoneState,
)
from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.plans import Application, FailedStep, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned, words


def wrap(*, on: bool = False) -> Situation:
    here = screens.screen()
    here.window("Untitled", "mousepad")
    menu = here.zone("Document", Role.MENU)
    state = [State.CHECKED] if on else []
    here.zone("Word Wrap", Role.CHECK_MENU_ITEM, *state, parent=menu, shown=False)
    return here.situation()


# --- what is named


async def test_what_was_turned_on_is_turned_off_again() -> None:
    play = Play("turn on Word wrap, then turn off Word wrap")
    segment = await play.look(wrap())
    assert words(segment) == ["Open “Document”", "Click “Word Wrap”"] * 2
    changes = [step.expected_change for step in segment.steps]
    assert changes[1] == ZoneState("check_menu_item_word_wrap", "Word Wrap", State.CHECKED, True)
    assert changes[3] == ZoneState("check_menu_item_word_wrap", "Word Wrap", State.CHECKED, False)


async def test_a_label_with_and_is_one_thing() -> None:
    here = screens.screen()
    here.window("Editor", "editor")
    here.menu("Edit", "Cut", "Paste", "Cut and paste")
    for goal in ("click 'Cut and paste'", "Edit > 'Cut and paste'"):
        segment = await planned(goal, here.situation())
        assert words(segment) == ["Open “Edit”", "Click “Cut and paste”"]


async def test_a_menu_path_may_end_with_and() -> None:
    segment = await planned("Search > Find and Replace", screens.editor())
    assert words(segment) == ["Open “Search”", "Click “Find and Replace…”"]


async def test_a_choice_in_quotes_is_one_label() -> None:
    here = screens.screen()
    here.window("Menu", "files")
    here.zone("Open", Role.MENU_ITEM)
    here.zone("Open in New Tab", Role.MENU_ITEM)
    (step,) = (await planned("choose 'Open in New Tab'", here.situation())).steps
    assert step.zone_label == "Open in New Tab"


@pytest.mark.parametrize("goal", ["search for cats", "find all of them"])
async def test_what_follows_a_verb_is_not_left_out(goal: str) -> None:
    """“Search” alone would do something else."""
    with pytest.raises(PlanFailed, match="not in sight"):
        await planned(goal, screens.editor())


@pytest.mark.parametrize("goal", ["find a cheap hotel in Paris", "click Save"])
async def test_on_a_screen_without_a_window_it_is_told_to_open_something_first(goal: str) -> None:
    with pytest.raises(PlanFailed, match=r"Say first what to open .*needs a model\."):
        await planned(goal, screens.desktop())


# --- what a click must bring


async def test_a_button_of_a_dialog_must_close_it() -> None:
    (step,) = (await planned("press OK", screens.settings())).steps
    assert step.expected_change == AnyOf((WindowGone("w1", "Settings"), NewWindow()))


async def test_open_in_a_file_dialog_must_close_it() -> None:
    here = screens.screen()
    here.window("Open file", "practice", dialog=True)
    here.zone("File name", Role.TEXT_FIELD, value="a.txt")
    here.zone("Open")
    (step,) = (await planned("click Open", here.situation())).steps
    assert step.expected_change == AnyOf((WindowGone("w1", "Open file"), NewWindow()))


async def test_a_key_that_springs_back_has_worked_where_something_changes() -> None:
    here = screens.screen()
    here.window("Calculator", "calculator")
    here.zone("7", Role.TOGGLE_BUTTON)
    assert words(await planned("press 7", here.situation())) == ["Click “7”"]
    (step,) = (await planned("click 7", here.situation())).steps
    turned = ZoneState("toggle_button_7", "7", State.CHECKED)
    assert step.expected_change == AnyOf((turned, SomethingChanges()))


async def test_what_a_click_opened_is_looked_at_before_something_is_closed() -> None:
    segment = await planned("Help > About, then close the dialog", screens.practice())
    assert words(segment) == ["Open “Help”", "Click “About”"]
    assert not segment.finishes


async def test_what_was_never_there_is_not_closed_already() -> None:
    with pytest.raises(PlanFailed, match="not in sight"):
        await planned("close the moon", screens.practice())


async def test_keys_around_a_failed_click_are_as_risky_as_the_click() -> None:
    here = screens.screen()
    here.window("Editor", "editor")
    here.menu("Search", "Find and replace", shortcuts={"Find and replace": "Ctrl+R"})
    play = Play("click Find and replace")
    failed = await play.fail(here.situation(), at=1)
    (step,) = (await play.look(here.situation(), failed=failed)).steps
    assert step.action == PressKeys(("ctrl", "r"))
    assert step.has_risk_of


async def test_namesakes_are_told_apart_by_what_stands_beside_them() -> None:
    here = screens.screen()
    here.window("Pages", "pages")
    for row, name in enumerate(("Width", "Height")):
        here.zone(name, Role.LABEL, bounds=Rect(0, 40 * row, 100, 30))
        here.zone("Reset", bounds=Rect(120, 40 * row, 100, 30))
    with pytest.raises(NeedsOperator) as caught:
        await planned("click Reset", here.situation())
    assert caught.value.choices == ("the one beside “Width”", "the one beside “Height”")


async def test_a_tab_that_is_open_is_not_what_is_clicked() -> None:
    here = screens.screen()
    here.window("Pages", "pages")
    here.zone("Canvas", Role.TAB, State.SELECTED)
    here.zone("Canvas", Role.CANVAS)
    (step,) = (await planned("right-click the canvas", here.situation())).steps
    assert step.zone_id == "canvas_canvas"
    assert step.action == Click(button="right")


async def test_of_tabs_that_never_say_which_is_open_any_change_is_enough() -> None:
    here = screens.screen()
    here.window("Preferences", "editor")
    here.zone("Window", Role.TAB)
    here.zone("Text", Role.TAB)
    (step,) = (await planned("go to the Text tab", here.situation())).steps
    assert step.expected_change == SomethingChanges()


async def test_what_was_just_clicked_is_not_clicked_again_to_select_it() -> None:
    """Two clicks would be a double click."""
    here = screens.screen()
    here.window("Outbox", "mail")
    here.zone("Report", Role.LIST_ITEM)
    here.zone("Rename")
    segment = await planned("select Report and rename Report to Letter", here.situation())
    assert words(segment) == ["Click “Report”", "Click “Rename” to rename “Report”"]


async def test_how_something_is_to_be_done_is_never_left_out() -> None:
    here = screens.screen()
    here.window("Pets", "pets")
    here.zone("cats", Role.LIST_ITEM)
    here.zone("Search")
    with pytest.raises(PlanFailed, match="search for cats"):
        await planned("search for cats", here.situation())


async def test_after_the_click_and_its_keys_nothing_is_left_to_try() -> None:
    play = Play("open Settings")
    failed = await play.fail(screens.practice())
    segment = await play.look(screens.practice(), failed=failed)
    again = FailedStep(segment.steps[0], "no new window appeared")
    with pytest.raises(PlanFailed, match="no other way"):
        await play.look(screens.practice(), failed=again)


@pytest.mark.parametrize("said", ["terminal", "shell"])
async def test_a_program_is_known_by_what_it_is_in_general(said: str) -> None:
    situation = screens.screen().situation()
    terminal = Application("XYTerm", "Terminal", ("shell", "prompt"), "xyterm.desktop")
    only = Situation(situation.frame, (), (), (terminal,))
    assert (await planned(f"open the {said}", only)).steps[0].action == Launch("XYTerm")


async def test_what_a_click_on_a_drawing_brings_is_not_guessed_at() -> None:
    here = screens.screen()
    here.window("Paint", "paint")
    here.zone("Drawing", Role.CANVAS)
    (step,) = (await planned("click Drawing", here.situation())).steps
    assert step.expected_change is None


async def test_in_a_window_that_tells_nothing_small_changes_are_not_waited_for() -> None:
    here = screens.screen()
    here.window("xyterm", "xyterm")
    typing, pressing = (await planned("type 'ls', press Enter", here.situation())).steps
    assert (typing.expected_change, pressing.expected_change) == (None, None)
    (typing,) = (await planned(f"type '{'long ' * 10}'", here.situation())).steps
    assert typing.expected_change == SomethingChanges()


async def test_a_list_that_is_called_like_its_value_has_that_value() -> None:
    here = screens.screen()
    here.window("Calculator", "calculator")
    here.zone("Decimal", Role.COMBO_BOX)
    segment = await planned("choose Decimal in the first drop-down", here.situation())
    assert (segment.steps, segment.finishes) == ((), True)


async def test_keys_that_open_something_are_looked_at_before_typing() -> None:
    segment = await planned("press Ctrl+Shift+N, type 'x'", screens.editor())
    assert words(segment) == ["Press Ctrl+Shift+N"]


async def test_a_field_over_an_entry_that_is_not_told_of_is_typed_into() -> None:
    here = screens.screen()
    here.window("Outbox", "mail")
    here.zone("Report", Role.LIST_ITEM, State.SELECTED)
    here.zone("Rename")
    play = Play("rename Report to Letter")
    await play.do(here.situation())
    segment = await play.look(here.situation())
    assert [step.action for step in segment.steps[1:]] == [
        TypeText("Letter"),
        PressKeys(("return",)),
    ]
    assert segment.steps[1].expected_change is None  # a few letters are no telling change
    assert segment.steps[-1].expected_change == TextShown("Letter")


async def test_buttons_without_a_name_are_told_where_something_is_not_found() -> None:
    here = screens.screen()
    here.window("Notes", "notes")
    here.zone("Save")
    here.zone("")
    with pytest.raises(PlanFailed, match=r"Buttons without a name.*: 1"):
        await planned("click Preferences", here.situation())
