"""Opening, switching and closing: applications, windows, menus, tabs."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click, FocusWindow, Launch, PressKeys, Wait
from engine.domain.conditions import AnyOf, NewWindow, WindowGone, WindowShown
from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.plans import Application, FailedStep
from engine.domain.zones import Role, State
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned, words
from tests.support.situations import Screen


@pytest.mark.parametrize(
    ("goal", "application"),
    [
        ("open Mousepad", "Mousepad"),
        ("start mousepd", "Mousepad"),  # a slip of the pen
        ("open the text editor", "Mousepad"),
        ("launch the calculator", "Galculator"),
        ("run notepad", "Mousepad"),  # a keyword
        ("in the Practice app, open Settings", "Practice"),
        ("open the File Manager", "Files"),
        ("type 'x' in Mousepad", "Mousepad"),
    ],
)
async def test_an_application_is_launched_by_what_people_call_it(
    goal: str, application: str
) -> None:
    segment = await planned(goal, screens.desktop())
    assert segment.steps[0].action == Launch(application)


async def test_a_menu_is_no_application() -> None:
    """“File” would fit an application that is called Files."""
    with pytest.raises(PlanFailed, match="not in sight"):
        await planned("open the File menu", screens.calculator())


async def test_a_launch_alone_finishes_its_goal() -> None:
    segment = await planned("open Mousepad", screens.desktop())
    assert segment.finishes
    assert len(segment.steps) == 1


async def test_a_launch_may_show_a_window_of_any_title() -> None:
    segment = await planned("open Files", screens.desktop())
    shown = segment.steps[0].expected_change
    assert shown == AnyOf((WindowShown("Files"), NewWindow()))


async def test_what_is_open_and_in_front_is_left_alone() -> None:
    segment = await planned("open Mousepad", screens.editor())
    assert segment.steps == ()
    assert segment.finishes


async def test_what_is_open_behind_is_brought_to_the_front() -> None:
    here = screens.screen()
    here.window("galculator", "galculator")
    here.window("notes.txt - Mousepad", "mousepad", active=False)
    segment = await planned("open Mousepad and type 'x'", here.situation())
    assert segment.steps[0].action == FocusWindow("notes.txt - Mousepad")
    assert segment.steps[1].is_replan


async def test_zones_of_the_window_in_front_go_before_applications() -> None:
    """ "Settings" is a menu entry here, although an application has that keyword."""
    segment = await planned("open Settings", screens.practice())
    assert words(segment) == ["Open “Tools”", "Click “Settings…”"]


async def test_a_qt_menu_is_opened_by_its_title_not_by_its_body() -> None:
    here = screens.screen()
    here.window("Practice", "practice")
    title = here.zone("Tools", Role.MENU_ITEM)
    body = here.zone("Tools", Role.MENU, parent=title, shown=False)
    here.zone("Settings…", Role.MENU_ITEM, parent=body, shown=False)
    segment = await planned("open Settings", here.situation())
    assert [step.zone_id for step in segment.steps[:2]] == [title, "menu_item_settings"]


async def test_a_submenu_is_opened_on_the_way() -> None:
    here = screens.screen()
    here.window("Editor", "editor")
    menu = here.zone("File", Role.MENU)
    recent = here.zone("Recent", Role.MENU, parent=menu, shown=False)
    here.zone("report.odt…", Role.MENU_ITEM, parent=recent, shown=False)
    segment = await planned("click report.odt", here.situation())
    assert words(segment) == ["Open “File”", "Open “Recent”", "Click “report.odt…”"]


@pytest.mark.parametrize(
    "goal",
    ["Tools > Settings", "click Tools → Settings…", "choose Settings from the Tools menu",
     "open the Tools menu, then click Settings"],
)  # fmt: skip
async def test_menu_paths(goal: str) -> None:
    segment = await planned(goal, screens.practice())
    assert [step.zone_id for step in segment.steps[:2]] == ["menu_tools", "menu_item_settings"]
    assert segment.steps[1].expected_change == NewWindow()


async def test_a_menu_is_opened_again_for_its_second_entry() -> None:
    segment = await planned("click Find, then click Find", screens.editor())
    opened = [text for text in words(segment) if text == "Open “Search”"]
    clicked = [text for text in words(segment) if text == "Click “Find”"]
    assert len(opened) == len(clicked) == 2


async def test_a_menu_path_follows_its_own_menu() -> None:
    here = screens.screen()
    here.window("Paint", "paint")
    here.menu("Image", "Rotate")
    here.menu("Layer", "Rotate")
    segment = await planned("Layer > Rotate", here.situation())
    assert [step.zone_id for step in segment.steps] == ["menu_layer", "menu_item_rotate_2"]


async def test_go_to_selects_a_tab_and_looks_again() -> None:
    segment = await planned("go to the Form tab and type 'x' into Name", screens.practice())
    assert words(segment) == ["Click “Form”"]
    assert not segment.finishes
    already = await planned("go to the Notes tab", screens.practice())
    assert already.steps == ()


async def test_a_tab_can_be_the_context() -> None:
    segment = await planned("In the Form tab, tick Urgent", screens.practice())
    assert words(segment) == ["Click “Form”"]


async def test_what_nobody_knows_is_said_with_what_is_in_sight() -> None:
    with pytest.raises(PlanFailed) as caught:
        await planned("open Setings wizard", screens.settings())
    assert "“Setings wizard” is not in sight" in caught.value.message
    assert "“Autosave”" in caught.value.message


async def test_closing_a_window_expects_that_window_gone() -> None:
    segment = await planned("close the window", screens.calculator())
    (step,) = segment.steps
    assert step.action == PressKeys(("alt", "f4"))
    assert step.expected_change == WindowGone("w1", "galculator")


async def test_quitting_takes_the_menu_entry_where_there_is_one() -> None:
    segment = await planned("quit Mousepad", screens.editor())
    assert words(segment) == ["Open “File”", "Click “Quit”"]
    assert isinstance(segment.steps[-1].expected_change, WindowGone)


async def test_a_dialog_is_closed_by_its_cancel_button() -> None:
    segment = await planned("close the dialog", screens.settings())
    assert words(segment) == ["Click “Cancel” in “Settings”"]


async def test_unsaved_changes_are_the_operators_to_give_up() -> None:
    here = screens.screen()
    here.window("Save Changes", "mousepad", dialog=True)
    here.zone("Do you want to save the changes?", Role.LABEL)
    here.zone("Don't Save")
    here.zone("Cancel")
    question = here.situation()
    play = Play("quit Mousepad")
    failed = await play.fail(screens.editor("x", "*a - Mousepad"), at=1)
    with pytest.raises(NeedsOperator) as caught:
        await play.look(question, failed=failed)
    assert caught.value.choices == ("Don't Save", "Cancel")
    play.answers[caught.value.question] = "Don't Save"
    (step,) = (await play.look(question, failed=failed)).steps
    assert step.has_risk_of == "loses what is not saved"

    play = Play("close the window without saving")
    failed = await play.fail(screens.editor("x", "*a - Mousepad"))
    (step,) = (await play.look(question, failed=failed)).steps
    assert step.zone_label == "Don't Save"


async def test_an_icon_is_opened_by_a_double_click() -> None:
    here = screens.screen()
    here.window("Desktop", "desktop")
    here.zone("Trash", Role.ICON, State.SELECTED)
    segment = await planned("open Trash", here.situation())
    assert segment.steps[0].action == Click(count=2)


async def test_a_menu_button_is_opened_not_the_menu_that_it_opens() -> None:
    here = screens.screen()
    here.window("Files", "files")
    button = here.zone("Main menu", Role.TOGGLE_BUTTON)
    body = here.zone("Window", Role.MENU, parent=button, shown=False)
    here.zone("Preferences", Role.MENU_ITEM, parent=body, shown=False)
    segment = await planned("click Preferences", here.situation())
    assert [step.zone_id for step in segment.steps] == [button, "menu_item_preferences"]


@pytest.mark.parametrize(
    ("goal", "first"),
    [
        ("click Main Menu > Tools", "Main Menu"),
        ("click the View menu > Tools", "View"),
        ("click Replace / Remove", "Replace/Remove"),
        ("open Replace / Remove", "Replace/Remove"),
    ],
)
async def test_a_menu_may_be_called_so_or_by_what_stands_before(goal: str, first: str) -> None:
    here = screens.screen()
    here.window("Files", "files")
    here.zone("Main Menu", Role.BUTTON)
    here.zone("View", Role.MENU)
    here.zone("Replace/Remove", Role.TAB)
    segment = await planned(goal, here.situation())
    assert segment.steps[0].zone_label == first
    assert not segment.steps[0].has_risk_of, "it shows another page"


async def test_what_has_but_one_of_the_words_is_not_what_was_named() -> None:
    """The title of the window, while the menu with "About Backups" is not open yet."""
    here = screens.screen()
    here.window("Backups", "backups")
    here.zone("Main Menu", Role.BUTTON)
    here.zone("Backups", Role.LABEL)
    here.zone("Save", Role.BUTTON)
    segment = await planned("click Main Menu, click About Backups", here.situation())
    assert [step.zone_label for step in segment.steps if step.zone_label] == ["Main Menu"]
    with pytest.raises(PlanFailed, match="“Save All” is not in sight"):
        await planned("click Save All", here.situation())


async def test_where_one_application_does_not_start_the_next_best_is_tried() -> None:
    here = Screen(
        (Application("Leafpad", "Text Editor"), Application("Nano Desk", "", ("text editor",)))
    )
    play = Play("open the text editor")
    failed = await play.fail(here.situation(), why="no window appeared")
    assert failed.step.action == Launch("Leafpad")
    segment = await play.look(here.situation(), failed=failed)
    assert segment.steps[0].action == Launch("Nano Desk")


async def test_a_program_that_is_slow_to_come_up_is_waited_for_and_told_truly() -> None:
    here = Screen((Application("Slow Typing"),))
    play = Play("open Slow Typing")
    failed = await play.fail(here.situation(), why="no window appeared")
    step = (await play.look(here.situation(), failed=failed)).steps[0]
    assert step.action == Wait(60.0)
    with pytest.raises(PlanFailed, match="Slow Typing was started, and no window came up") as told:
        await play.look(here.situation(), failed=FailedStep(step, "nothing came"))
    assert "installed" not in str(told.value)
    here.window("Welcome", "slow typing")
    assert (await play.look(here.situation())).finishes


async def test_a_program_that_is_not_to_be_started_is_not_waited_for() -> None:
    here = Screen((Application("Slow Typing"),))
    play = Play("open Slow Typing")
    failed = await play.reject(here.situation(), "not now")
    with pytest.raises(PlanFailed, match="Slow Typing is not to be started"):
        await play.look(here.situation(), failed=failed)


async def test_a_menu_that_is_not_in_sight_starts_no_program_beside_an_open_window() -> None:
    """A program whose keywords or kind hold its word is not meant."""
    here = Screen((Application("Magick", "Image viewer", ("view",), "magick.desktop"),))
    here.window("Painter", "painter")
    here.zone("Layers")
    with pytest.raises(PlanFailed, match="“View” is not in sight"):
        await planned("click View > Status Bar", here.situation())
    step, *_ = (await planned("click Magick > Status Bar", here.situation())).steps
    assert step.action == Launch("Magick")
