"""Whole goals, played through the situations that their steps lead to."""

from __future__ import annotations

import pytest

from engine.domain.actions import Launch, TypeText
from engine.domain.conditions import (
    AnyOf,
    FileSaved,
    NewWindow,
    WindowShown,
    ZoneShown,
    ZoneState,
    ZoneValue,
)
from engine.domain.errors import PlanFailed
from engine.domain.plans import REPLAN_ZONE_ID
from engine.domain.zones import Role, State
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, words

NOTE = (
    "Open Mousepad, type 'Hello from the pilothouse' and save it as note.txt in the practice folder"
)


async def test_a_note_is_written_and_saved_in_three_segments() -> None:
    play = Play(NOTE)

    launching = await play.do(screens.desktop())
    assert words(launching) == ["Launch Mousepad"]
    assert launching.steps[0].expected_change == AnyOf((WindowShown("Mousepad"), NewWindow()))
    assert launching.steps[-1].zone_id == REPLAN_ZONE_ID

    writing = await play.do(screens.editor())
    assert words(writing) == [
        "Type “Hello from the pilothouse” into the text area",
        "Open “File”",
        "Click “Save As…”",
    ]
    typing, opening, entry, _ = writing.steps
    assert typing.expected_change == ZoneValue(typing.zone_id, "", screens.HELLO, contains=True)
    assert opening.expected_change == ZoneShown("Save As…", Role.MENU_ITEM)
    assert entry.expected_change == NewWindow()

    saving = await play.do(screens.save_dialog())
    assert words(saving) == [
        "Type “note.txt” in the practice folder into “Name”",
        "Click “Save” in “Save As”",
    ]
    assert saving.steps[0].action == TypeText("/home/ann/practice/note.txt", replace=True)
    assert saving.steps[1].expected_change == FileSaved(
        "/home/ann/practice/note.txt", screens.HELLO
    )
    assert saving.finishes
    assert play.replans == 2


async def test_each_clause_is_completed_by_its_last_step() -> None:
    play = Play(NOTE)
    for situation in (screens.desktop(), screens.editor(), screens.save_dialog()):
        await play.do(situation)
    completing = [step for step in play.completed if step.completes_intent]
    assert [step.intent for step in completing] == [
        "1: Open Mousepad",
        "2: type 'Hello from the pilothouse'",
        "3: save it as note.txt in the practice folder",
    ]
    assert (await play.look(screens.editor())).steps == ()


async def test_without_a_menu_entry_the_shortcut_opens_the_dialog() -> None:
    here = screens.screen()
    here.window("a.txt", "mousepad")
    here.zone("", Role.TEXT_AREA, State.FOCUSED)
    segment = await Play("type 'x' and save it as a.txt").look(here.situation())
    assert words(segment)[-1] == "Press Ctrl+Shift+S to save under a name"
    assert not segment.finishes


async def test_a_shortcut_that_opened_no_dialog_is_not_pressed_again() -> None:
    here = screens.screen()
    here.window("Untitled", "mousepad")
    here.zone("", Role.TEXT_AREA, State.FOCUSED)
    play = Play("save it as a.txt")
    pressed = [words(await play.do(here.situation()))[-1] for _ in range(2)]
    assert pressed == [
        "Press Ctrl+S to save under a name",
        "Press Ctrl+Shift+S to save under a name",
    ]
    with pytest.raises(PlanFailed, match="no dialog to save under a name appeared"):
        await play.look(here.situation())


@pytest.mark.parametrize("title", ["Untitled", "Untitled 1 - Sloop 7.4", "*unsaved (v0.9)"])
async def test_what_has_no_name_yet_asks_for_one_whatever_the_version_of_its_program(
    title: str,
) -> None:
    here = screens.screen()
    here.window(title, "sloop")
    here.zone("", Role.TEXT_AREA, State.FOCUSED)
    segment = await Play("save it as a.txt").look(here.situation())
    assert words(segment) == ["Press Ctrl+S to save under a name"]
    assert not (await Play("save").look(here.situation())).finishes


@pytest.mark.parametrize("title", ["untitled.txt - Sloop", "Untitled 2.odt"])
async def test_a_name_with_an_ending_is_one(title: str) -> None:
    here = screens.screen()
    here.window(title, "sloop")
    here.zone("", Role.TEXT_AREA, State.FOCUSED)
    segment = await Play("save it as a.txt").look(here.situation())
    assert words(segment) == ["Press Ctrl+Shift+S to save under a name"]


async def test_a_calculator_is_worked_by_its_buttons() -> None:
    play = Play("Open Galculator and press 1, 2, ×, 7, =")
    assert words(await play.do(screens.desktop())) == ["Launch Galculator"]
    pressing = await play.do(screens.calculator())
    assert words(pressing) == [f"Click “{sign}”" for sign in "12×7="]
    assert pressing.finishes


async def test_settings_are_found_behind_a_closed_menu() -> None:
    play = Play(
        "In the Practice app, open Settings and turn on Autosave, choose Dark as Theme, press OK"
    )
    assert (await play.do(screens.desktop())).steps[0].action == Launch("Practice")

    opening = await play.do(screens.practice())
    assert words(opening) == ["Open “Tools”", "Click “Settings…”"]
    assert opening.steps[1].expected_change == NewWindow()

    ticking = await play.do(screens.settings())
    assert words(ticking) == ["Click “Autosave” in “Settings”", "Open “Theme”"]
    assert ticking.steps[0].expected_change == ZoneState(
        "check_box_autosave", "Autosave", State.CHECKED, True
    )

    choosing = await play.do(screens.settings(autosave=True, opened=True))
    assert words(choosing) == ["Click “Dark”", "Click “OK” (the one in “Settings”)"]
    assert choosing.steps[0].expected_change == ZoneValue(
        "combo_box_theme", "Theme", "Dark", contains=True
    )
    assert choosing.finishes
    assert play.replans <= 5  # as many as a run allows by default


async def test_what_is_so_already_needs_no_step() -> None:
    play = Play("In the Practice app, open Settings, turn on Autosave and choose Dark as Theme")
    segment = await play.look(screens.settings(autosave=True, theme="Dark"))
    assert segment.steps == ()
    assert segment.finishes
    assert "“Autosave” is on already." in segment.reason
    assert "“Theme” is “Dark” already." in segment.reason


async def test_a_clause_that_was_skipped_is_not_planned_again() -> None:
    play = Play("click Cancel, then click OK")
    first = await play.look(screens.settings())
    play.skipped.append(first.steps[0])
    second = await play.look(screens.settings())
    assert words(second) == ["Click “OK” in “Settings”"]
    play.skipped.append(second.steps[0])
    last = await play.look(screens.settings())
    assert last.finishes and last.reason == "Nothing is left to do but what was left out."


async def test_a_step_on_the_way_that_was_left_out_is_not_planned_again() -> None:
    play = Play("In Mousepad, save it as note.txt in the practice folder, then click Search")
    first = await play.look(screens.editor())
    assert words(first)[:2] == ["Open “File”", "Click “Save As…”"]
    play.skipped.append(first.steps[1])
    second = await play.look(screens.editor())
    assert words(second) == ["Click “Search”"]


async def test_the_context_is_not_entered_again_after_its_window_was_closed() -> None:
    play = Play("In the Practice app, close the window, then open Mousepad")
    closing = await play.do(screens.practice())
    assert not closing.finishes
    assert words(await play.do(screens.desktop())) == ["Launch Mousepad"]


async def test_the_same_request_gives_the_same_plan() -> None:
    situation = screens.practice()
    assert await Play(NOTE).look(situation) == await Play(NOTE).look(situation)
