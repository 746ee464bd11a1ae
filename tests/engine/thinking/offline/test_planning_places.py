"""Planning where and which: tabs, dialogs, counted things."""

from __future__ import annotations

import pytest

from engine.domain.conditions import TextShown
from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State
from engine.states.conditions_held import shows
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned, words


def pages() -> Situation:
    """A tab and a list that are called alike, and a program that is called like a dialog."""
    here = screens.screen()
    here.window("Practice", "practice")
    here.zone("Notes", Role.TAB, State.SELECTED)
    here.zone("List", Role.TAB)
    here.zone("List", Role.LABEL)
    here.zone("Send")
    return here.situation()


def listing(*, tab: bool = True) -> Situation:
    here = screens.screen()
    here.window("Practice", "practice")
    if tab:
        here.zone("Message", Role.TAB)
    for label in ("Alpha", "Bravo", "Charlie"):
        here.zone(label, Role.LIST_ITEM)
    here.zone("Fast", Role.CHECK_BOX)
    here.zone("Loud", Role.CHECK_BOX)
    return here.situation()


# --- places


@pytest.mark.parametrize("goal", ["go to the List page", "open the List tab", "open the List page"])
async def test_a_page_is_a_tab(goal: str) -> None:
    segment = await planned(goal, pages())
    assert [step.zone_id for step in segment.steps if not step.is_replan] == ["tab_list"]


@pytest.mark.parametrize("goal", ["on the List tab click Send", "on the List page, click Send"])
async def test_the_tab_is_opened_before_what_is_on_it(goal: str) -> None:
    segment = await planned(goal, pages())
    assert words(segment) == ["Click “List”"]
    assert not segment.finishes
    on_notes = await planned("on the Notes tab, click Send", pages())
    assert words(on_notes) == ["Click “Send”"]


async def test_for_a_dialog_no_program_is_started() -> None:
    """“Settings Manager” is installed, and is no dialog."""
    with pytest.raises(PlanFailed, match="not in sight"):
        await planned("in the Settings dialog, click OK", screens.practice())
    (step,) = (await planned("in the Settings dialog, click OK", screens.settings())).steps
    assert step.zone_id == "button_ok"


async def test_the_dialog_is_the_one_in_front() -> None:
    (step,) = (await planned("in the dialog, click OK", screens.settings())).steps
    assert step.zone_id == "button_ok"
    with pytest.raises(PlanFailed, match="no dialog is in front"):
        await planned("in the dialog, click OK", screens.practice())


async def test_a_dialog_is_opened_by_its_name_alone() -> None:
    segment = await planned("open the About dialog", screens.practice())
    assert words(segment) == ["Open “Help”", "Click “About”"]


def grouped() -> Situation:
    """Boxes that hold things alike, a heading that holds nothing, in a program of such a name."""
    here = screens.screen()
    here.window("Options", "Text Editor")
    for name, inside in (("Printer", "Colour"), ("Printer of halls", "Duplex"), ("Text", "Slant")):
        here.zone(inside, Role.CHECK_BOX, parent=here.zone(name, Role.GROUP))
    halls = here.zone("Halls", Role.GROUP)
    here.zone("Size", Role.TEXT_FIELD, parent=halls)
    here.zone("Closed", Role.LABEL, parent=halls)
    here.zone("Delivery", Role.HEADING)
    parcels = here.zone("Delivery of parcels", Role.GROUP)
    here.zone("Express", Role.CHECK_BOX, parent=parcels)
    for label in ("Bold", "Mail"):
        here.zone(label, Role.CHECK_BOX)
    here.zone("Send")
    here.zone("Town", Role.RADIO_BUTTON)
    return here.situation()


@pytest.mark.parametrize(
    ("goal", "zone_id"),
    [
        ("tick Colour in the Printer group", "check_box_colour"),
        ("in the Printer group, tick Colour", "check_box_colour"),
        ("in the Halls group, type '5' into Size", "text_field_size"),
        ("in Text Editor, tick Bold", "check_box_bold"),
        ("choose Town in Delivery", "radio_button_town"),  # many a group is a heading and no more
    ],
)
async def test_what_stands_in_a_group_is_found_there(goal: str, zone_id: str) -> None:
    assert (await planned(goal, grouped())).steps[0].zone_id == zone_id


@pytest.mark.parametrize(
    "goal",
    [
        "tick Duplex in the Printer group",  # that is of another one, which is called alike
        "in the Printer group, tick Duplex",
        "tick Bold in the Text group",  # the program is called so, too
        "in the Delivery section, tick Mail",  # nobody tells what stands under it
        "tick Express in the Delivery section",
        "in the Halls group, send it",
        "type '5' into Size in the Printer group",
        "choose Town in Destination",
        "check that 'Closed' in the Nowhere group is not shown",
    ],
)
async def test_what_stands_elsewhere_is_not_taken_for_it(goal: str) -> None:
    with pytest.raises(PlanFailed, match="not in sight"):
        await planned(goal, grouped())


async def test_a_check_looks_in_the_group_that_is_called_just_so() -> None:
    seen = grouped()
    absent = await planned("check that 'Closed' in the Printer group is not shown", seen)
    assert absent.finishes and not absent.steps
    assert shows(seen, TextShown("Closed", "Halls"))
    assert not shows(seen, TextShown("Duplex", "Printer"))
    assert shows(seen, TextShown("Bold", "Text Editor"))


# --- counting


@pytest.mark.parametrize(
    ("goal", "zone_id"),
    [
        ("click the second item", "list_item_bravo"),
        ("select the last row", "list_item_charlie"),
        ("double-click the 3rd one", "list_item_charlie"),
        ("tick the second checkbox", "check_box_loud"),
        ("click row 2", "list_item_bravo"),
    ],
)
async def test_things_are_counted_in_the_order_of_reading(goal: str, zone_id: str) -> None:
    segment = await planned(goal, listing())
    assert segment.steps[0].zone_id == zone_id


async def test_there_are_not_that_many() -> None:
    with pytest.raises(PlanFailed, match="fifth item"):
        await planned("click the fifth item", listing())


async def test_cells_of_a_row_count_once() -> None:
    here = screens.screen()
    here.window("Files", "files")
    for row, name in enumerate(("a.txt", "b.txt")):
        here.zone(name, Role.CELL, bounds=Rect(0, 30 * row, 200, 26))
        here.zone("12 kB", Role.CELL, bounds=Rect(204, 30 * row, 60, 26))
    (step,) = (await planned("click the second row", here.situation())).steps
    assert step.zone_label == "b.txt"


async def test_of_two_lists_the_operator_chooses() -> None:
    here = screens.screen()
    here.window("Files", "files")
    for column, names in enumerate((("Home", "Trash"), ("a.txt", "b.txt"))):
        for row, name in enumerate(names):
            here.zone(name, Role.CELL, bounds=Rect(300 * column, 30 * row, 200, 26))
    with pytest.raises(NeedsOperator) as caught:
        await planned("click the second row", here.situation())
    assert caught.value.choices == ("“Trash”", "“b.txt”")


async def test_a_label_that_counts_by_itself_goes_first() -> None:
    here = screens.screen()
    here.window("Form", "form")
    here.zone("Last name", Role.TEXT_FIELD)
    here.zone("First name", Role.TEXT_FIELD)
    (step,) = (await planned("type 'Ann' into the first name field", here.situation())).steps
    assert step.zone_id == "text_field_first_name"


async def test_a_label_that_only_holds_the_word_is_not_what_is_counted() -> None:
    here = screens.screen()
    here.window("Help", "help")
    here.zone("Burns", Role.LIST_ITEM)
    here.zone("First aid", Role.LIST_ITEM)
    (step,) = (await planned("click the first item", here.situation())).steps
    assert step.zone_label == "Burns"


async def test_what_only_resembles_it_behind_a_dialog_is_not_meant() -> None:
    here = screens.screen()
    here.window("Preferences", "editor", dialog=True)
    here.zone("Close")
    here.window("Editor", "editor", active=False)
    here.zone("Line numbers", Role.CHECK_BOX)
    with pytest.raises(PlanFailed, match="not in sight"):
        await planned("tick Always show line numbers", here.situation())
    (step,) = (await planned("tick Line numbers", here.situation())).steps
    assert step.zone_label == "Line numbers"


async def test_a_menu_path_may_begin_with_a_program() -> None:
    play = Play("open Mousepad → File → Save As")
    assert words(await play.do(screens.desktop())) == ["Launch Mousepad"]
    segment = await play.look(screens.editor())
    assert words(segment) == ["Open “File”", "Click “Save As…”"]


async def test_a_mode_is_switched_to_in_its_menu() -> None:
    here = screens.screen()
    here.window("Calculator", "calculator")
    here.menu("View", "Basic mode", "Scientific mode")
    segment = await planned("switch to scientific mode", here.situation())
    assert words(segment) == ["Open “View”", "Click “Scientific mode”"]


async def test_a_folder_in_sight_is_opened() -> None:
    here = screens.screen()
    here.window("ann - Files", "files")
    here.zone("practice", Role.CELL)
    segment = await planned("open the practice folder", here.situation())
    assert words(segment) == ["Double-click “practice”"]


def two_panels() -> Situation:
    """Only in one of two panels stands what may be chosen or opened."""
    here = screens.screen()
    here.window("Harbour", "practice")
    for name in ("Boats", "Berths"):
        panel = here.zone(name, Role.GROUP)
        group = here.zone("Status", Role.GROUP, parent=panel)
        if name == "Berths":
            here.zone("Draft", Role.RADIO_BUTTON, parent=group)
            here.zone("Open Log", parent=panel)
    return here.situation()


@pytest.mark.parametrize(
    ("goal", "zone_id"),
    [
        ("choose 'Draft' for Status in the {} panel", "radio_button_draft"),
        ("open Log in the {} panel", "button_open_log"),
    ],
)
async def test_what_stands_in_another_panel_is_not_taken(goal: str, zone_id: str) -> None:
    (step,) = (await planned(goal.format("Berths"), two_panels())).steps
    assert step.zone_id == zone_id
    with pytest.raises(PlanFailed):
        await planned(goal.format("Boats"), two_panels())
