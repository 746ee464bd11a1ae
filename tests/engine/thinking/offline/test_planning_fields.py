"""Typing, ticking, choosing, setting, clearing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Launch, TypeText
from engine.domain.conditions import SomethingChanges, TextShown, ZoneState, ZoneValue
from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.plans import GLOBAL_ZONE_ID, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned, words


def form() -> Situation:
    here = screens.screen()
    here.window("Form", "practice")
    here.zone("Name", Role.TEXT_FIELD, value="Nobody")
    here.zone("Email", Role.TEXT_FIELD)
    here.zone("Password", Role.PASSWORD_FIELD)
    here.zone("Comment", Role.TEXT_AREA)
    here.zone("Urgent", Role.CHECK_BOX, State.CHECKED)
    here.zone("Small", Role.RADIO_BUTTON, State.CHECKED)
    here.zone("Large", Role.RADIO_BUTTON)
    here.zone("Copies", Role.SPIN_BOX, value="1")
    here.zone("Volume", Role.SLIDER, value="28")
    colour = here.zone("Colour", Role.COMBO_BOX, value="Red")
    for name in ("Red", "Green", "Blue"):
        here.zone(name, Role.MENU_ITEM, parent=colour, shown=False)
    here.zone("Save")
    here.zone("Greyed", enabled=False)
    return here.situation()


async def test_a_named_field_is_filled_anew() -> None:
    (step,) = (await planned("type 'Ann' into Name", form())).steps
    assert (step.zone_id, step.action) == ("text_field_name", TypeText("Ann", replace=True))
    assert step.expected_change == ZoneValue("text_field_name", "Name", "Ann")
    assert step.description == "Type “Ann” into “Name”"


async def test_a_text_area_is_added_to() -> None:
    (step,) = (await planned("type 'more' into Comment", form())).steps
    assert step.action == TypeText("more")
    (step,) = (await planned("fill in Comment with 'all'", form())).steps
    assert step.action == TypeText("all", replace=True)


async def test_several_fields_are_one_segment() -> None:
    goal = "fill in Name with 'Ann' and Email with 'a@b.c', untick Urgent, choose Green as Colour"
    segment = await planned(goal, form())
    assert segment.finishes
    assert words(segment) == [
        "Type “Ann” into “Name”",
        "Type “a@b.c” into “Email”",
        "Click “Urgent”",
        "Open “Colour”",
        "Click “Green”",
    ]


async def test_a_secret_stays_a_name_and_its_effect_is_not_compared() -> None:
    (step,) = (await planned("type {{secret:mail}} into Password", form())).steps
    assert step.action == TypeText("{{secret:mail}}", replace=True)
    assert "{{secret:mail}}" in step.description
    assert step.expected_change == SomethingChanges()
    (step,) = (await planned("type 'x{{secret:mail}}' into Email", form())).steps
    assert step.expected_change == SomethingChanges()


async def test_text_without_a_place_goes_where_the_caret_is() -> None:
    """Where text stands already, without a click: that would move the caret."""
    (step,) = (await planned("type 'more'", screens.editor("text"))).steps
    assert step.zone_id == GLOBAL_ZONE_ID
    assert step.expected_change == ZoneValue("text_area", "", "more", contains=True)


async def test_text_without_a_place_prefers_the_largest_text_area() -> None:
    here = screens.screen()
    here.window("Mail", "mail")
    here.zone("Search", Role.TEXT_FIELD, bounds=Rect(0, 0, 900, 30))
    here.zone("Note", Role.TEXT_AREA, bounds=Rect(0, 40, 100, 40))
    here.zone("Body", Role.TEXT_AREA, bounds=Rect(0, 90, 600, 300))
    (step,) = (await planned("type 'x'", here.situation())).steps
    assert step.zone_label == "Body"


async def test_lines_are_typed_one_after_the_other() -> None:
    segment = await planned("type 'one', press Enter, type 'two'", screens.editor())
    assert [step.zone_id for step in segment.steps] == ["text_area", GLOBAL_ZONE_ID, GLOBAL_ZONE_ID]
    assert segment.finishes


async def test_an_application_that_tells_nothing_still_takes_keys() -> None:
    here = screens.screen()
    here.window("xterm", "xterm")
    here.zone("ann@ship", Role.LABEL, source=Source.TEXT)
    (step,) = (await planned("type 'ls'", here.situation())).steps
    assert (step.zone_id, step.expected_change) == (GLOBAL_ZONE_ID, TextShown("ls"))


def situation_of_rows(*rows: tuple[Role, ...]) -> Situation:
    """A window that tells nothing, by its rows from above."""
    here = screens.screen()
    here.window("Permission Checker", "java")
    for y, row in enumerate(rows):
        for x, role in enumerate(row):
            bounds = Rect(20 + 90 * x, 40 + 40 * y, 80, 24)
            here.zone(f"{role.value} {x} {y}", role, source=Source.TEXT, bounds=bounds)
    return here.situation()


async def test_nothing_is_typed_into_a_question_that_is_only_drawn() -> None:
    """A space in it would press the button that has the keyboard."""
    asks = situation_of_rows((Role.LABEL,), (Role.LABEL,), (Role.BUTTON, Role.BUTTON))
    with pytest.raises(PlanFailed, match="no field that takes text"):
        await planned("type 'the tide'", asks)


@pytest.mark.parametrize(
    "rows",
    [
        [(Role.BUTTON,) * 4, (Role.LABEL,)],
        [(Role.LABEL,), *[(Role.BUTTON,) * 4] * 4],
        [(Role.LABEL,), (Role.BUTTON,) * 5],
        [(Role.LABEL,), (Role.TEXT_AREA,), (Role.BUTTON,)],
    ],
    ids=["a bar above a text", "a calculator", "a row of keys", "beneath a text"],
)
async def test_what_has_more_to_it_than_a_question_takes_keys(rows: list[tuple[Role, ...]]) -> None:
    (step,) = (await planned("type '12'", situation_of_rows(*rows))).steps
    assert step.action == TypeText("12")


async def test_typing_with_no_field_in_sight_is_refused() -> None:
    with pytest.raises(PlanFailed, match="no field that takes text"):
        await planned("type 'x'", screens.practice())


async def test_a_field_goes_by_the_label_beside_it() -> None:
    here = screens.screen()
    here.window("Form", "form")
    here.zone("First name:", Role.LABEL, bounds=Rect(0, 0, 80, 20))
    here.zone("", Role.TEXT_FIELD, bounds=Rect(100, 0, 80, 20))
    here.zone("Last name:", Role.LABEL, bounds=Rect(0, 40, 80, 20))
    here.zone("", Role.TEXT_FIELD, bounds=Rect(100, 40, 80, 20))
    (step,) = (await planned("type 'Smith' into Last name", here.situation())).steps
    assert step.zone_id == "text_field_2"
    assert step.description == "Type “Smith” into “Last name”"


async def test_a_label_in_a_button_names_no_field_below() -> None:
    """As GTK 4 tells it: the button twice by its label, and two lists by one name."""
    here = screens.screen()
    here.window("Form", "form")
    save = here.zone("Save Save", bounds=Rect(400, 0, 60, 20))
    here.zone("Save", Role.LABEL, parent=save, bounds=Rect(410, 0, 40, 20))
    for top in (100, 200):
        here.zone("Label", Role.COMBO_BOX, value="Home", bounds=Rect(0, top, 460, 40))
    (step,) = (await planned("click Save", here.situation())).steps
    assert step.zone_id in (save, "label_save")


@pytest.mark.parametrize(
    ("goal", "steps", "reason"),
    [
        ("tick Urgent", [], "“Urgent” is on already."),
        ("turn off Urgent", ["Click “Urgent”"], ""),
        ("turn off the Urgent setting", ["Click “Urgent”"], ""),
        ("set Urgent to off", ["Click “Urgent”"], ""),
        ("choose Large", ["Click “Large”"], ""),
        ("tick Small", [], "“Small” is on already."),
        ("untick Urgent, then tick Urgent", ["Click “Urgent”", "Click “Urgent”"], ""),
        ("choose Red as Colour", [], "“Colour” is “Red” already."),
        ("set Colour to Blue", ["Open “Colour”", "Click “Blue”"], ""),
        ("select Blue from the Colour list", ["Open “Colour”", "Click “Blue”"], ""),
        ("set Copies to 1", [], "“Copies” is “1” already."),
        ("set Copies to 12", ["Type “12” into “Copies”"], ""),
        ("clear Email", [], "“Email” is empty already."),
    ],
)
async def test_values(goal: str, steps: list[str], reason: str) -> None:
    segment = await planned(goal, form())
    assert words(segment) == steps
    assert segment.finishes
    assert reason in segment.reason


async def test_a_ticked_box_expects_its_own_state() -> None:
    (step,) = (await planned("untick Urgent", form())).steps
    assert step.expected_change == ZoneState("check_box_urgent", "Urgent", State.CHECKED, False)


async def test_a_check_entry_of_a_closed_menu_is_ticked() -> None:
    here = screens.screen()
    here.window("Editor", "editor")
    menu = here.zone("View", Role.MENU)
    here.zone("Line numbers", Role.CHECK_MENU_ITEM, parent=menu, shown=False)
    segment = await planned("turn on Line numbers", here.situation())
    assert words(segment) == ["Open “View”", "Click “Line numbers”"]
    assert isinstance(segment.steps[1].expected_change, ZoneState)


async def test_a_value_that_is_not_offered_is_said() -> None:
    with pytest.raises(PlanFailed, match=r"offers “Red”, “Green”, “Blue”"):
        await planned("set Colour to Purple", form())


async def test_clearing_can_be_undone_and_is_checked() -> None:
    segment = await planned("clear Name", form())
    assert segment.steps[-1].expected_change == ZoneValue("text_field_name", "Name", "")
    assert not segment.steps[-1].has_risk_of


async def test_a_field_that_this_segment_fills_is_cleared_though_it_is_empty_now() -> None:
    segment = await planned("type 'Ann' into Name, clear Name", form())
    assert segment.steps[-1].description.startswith("Clear")


async def test_what_is_greyed_out_is_not_clicked() -> None:
    with pytest.raises(PlanFailed, match="greyed out"):
        await planned("click Greyed", form())


@pytest.mark.parametrize(
    ("beside", "value", "is_set"),
    [
        (Rect(360, 100, 70, 25), "75.0", True),
        (Rect(360, 100, 70, 25), "60", False),
        (Rect(360, 300, 70, 25), "75", False),
    ],
)
async def test_a_slider_is_set_by_the_field_beside_it_that_holds_its_value(
    beside: Rect, value: str, *, is_set: bool
) -> None:
    here = screens.screen()
    here.window("Metronome", "metronome")
    here.zone("Speed", Role.SLIDER, value="75", bounds=Rect(100, 100, 211, 25))
    here.zone("", Role.SPIN_BOX, State.EDITABLE, value=value, bounds=beside)
    play = Play("set Speed to 90")
    if not is_set:
        with pytest.raises(PlanFailed, match="a slider is moved by keys"):
            await play.look(here.situation())
        return
    (step,) = (await play.look(here.situation())).steps
    assert step.action == TypeText("90", replace=True) and "“Speed”" in step.description


async def test_a_slider_is_not_set() -> None:
    with pytest.raises(PlanFailed, match="a slider is moved by keys"):
        await planned("set Volume to 30", form())


def _word_processor(*, focused: bool) -> Situation:
    """It tells of its tool bar, and merely draws the document."""
    here = screens.screen()
    here.window("Untitled1", "writer")
    size = here.zone("", Role.TEXT_FIELD, value="12")
    here.zone("", Role.CANVAS, *([State.FOCUSED] if focused else []))
    there = here.situation()
    zones = [replace(z, is_navigation=True) if z.zone_id == size else z for z in there.zones]
    return replace(there, zones=tuple(zones))


async def test_text_without_a_field_goes_into_the_document_and_not_into_a_tool_bar() -> None:
    (step,) = (await planned("type 'Figures'", _word_processor(focused=True))).steps
    assert (step.zone_id, step.action) == (GLOBAL_ZONE_ID, TypeText("Figures"))
    assert step.expected_change == TextShown("Figures")
    with pytest.raises(PlanFailed, match="no field that takes text"):
        await planned("type 'Figures'", _word_processor(focused=False))


async def test_a_field_that_is_not_there_yet_starts_no_program_beside_an_open_window() -> None:
    here = screens.screen()
    here.window("Hash", "hash")
    here.zone("Check", Role.TEXT_FIELD)
    with pytest.raises(PlanFailed, match="“Text” is not in sight"):
        await planned("type 'hello' into Text", here.situation())
    (step, _) = (await planned("type 'hello' into Mousepad", here.situation())).steps
    assert step.action == Launch("Mousepad")


async def test_a_terminal_takes_text_though_its_window_tells_of_tabs_only() -> None:
    here = screens.screen()
    here.window("Shell", "terminal")
    here.zone("Shell 1", Role.TAB)
    there = here.situation()
    with pytest.raises(PlanFailed, match="no field that takes text"):
        await planned("type 'ls'", there)
    front = replace(there.windows[0], keeps_terminal=True)
    (step,) = (await planned("type 'ls'", replace(there, windows=(front,)))).steps
    assert (step.zone_id, step.action) == (GLOBAL_ZONE_ID, TypeText("ls"))


async def test_what_is_waited_for_is_not_looked_for_in_what_was_typed() -> None:
    goal = "type 'puts DONE', wait until 'DONE' appears"
    *_, wait = (await planned(goal, screens.editor())).steps
    assert wait.expected_change == TextShown("DONE", typed="puts DONE")
    *_, check = (
        await planned("type 'puts DONE', check that 'DONE' is shown", screens.editor())
    ).steps
    assert check.expected_change == TextShown("DONE")


async def test_what_tells_no_tick_is_looked_at_and_asked_about_before_it_is_clicked() -> None:
    """First in its open menu; a click might turn it off."""
    here = screens.screen()
    here.window("Editor", "editor")
    menu = here.zone("View", Role.MENU)
    here.zone("Numbers", Role.MENU_ITEM, parent=menu, shown=False)
    play = Play("turn on Numbers")
    assert words(await play.do(here.situation())) == ["Open “View”"]
    opened = screens.screen()
    opened.window("Editor", "editor")
    opened.zone("Numbers", Role.MENU_ITEM)
    with pytest.raises(NeedsOperator, match="might turn it off") as asked:
        await play.look(opened.situation())
    play.answers = {asked.value.question: "Leave it"}
    with pytest.raises(PlanFailed, match="left as it is"):
        await play.look(opened.situation())
    play.answers = {asked.value.question: "Click it"}
    (step,) = (await play.look(opened.situation())).steps
    assert step.expected_change == ZoneState("menu_item_numbers", "Numbers", State.CHECKED)


async def test_a_list_is_chosen_from_by_its_caption_though_it_tells_its_groups_name() -> None:
    here = screens.screen()
    here.window("Pictures", "pictures")
    here.zone("Convert to:", Role.LABEL, bounds=Rect(20, 100, 60, 20))
    kind = here.zone(
        "Conversion Formats", Role.COMBO_BOX, value="PNG", bounds=Rect(84, 100, 200, 20)
    )
    for name in ("PNG", "BMP"):
        here.zone(name, Role.MENU_ITEM, parent=kind, shown=False)
    segment = await planned("choose BMP in 'Convert to:'", here.situation())
    assert [step.zone_id for step in segment.steps][:1] == [kind]


async def test_a_field_goes_by_its_caption_before_one_without_a_name_farther_down() -> None:
    """Its toolkit calls it by the tip that explains it, which stands nowhere."""
    here = screens.screen()
    here.window("Settings", "profiler")
    here.zone("Number of items:", Role.LABEL, bounds=Rect(20, 100, 180, 24))
    its_own = here.zone(
        "It should be below 500.", Role.SPIN_BOX, value="100", bounds=Rect(206, 100, 48, 24)
    )
    here.zone("Colour:", Role.LABEL, bounds=Rect(20, 300, 40, 24))
    here.zone("", Role.COMBO_BOX, bounds=Rect(64, 300, 136, 24))
    step = (await planned("set 'Number of items' to 40", here.situation())).steps[0]
    assert (step.zone_id, step.action) == (its_own, TypeText("40", replace=True))
