"""Clicking, named buttons, keys, scrolling, dragging, renaming, waiting, checking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Click, Drag, PressKeys, Scroll, TypeText, Wait
from engine.domain.conditions import (
    AnyOf,
    FileExists,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowShown,
    ZoneGone,
    ZoneShown,
    ZoneState,
    ZoneValue,
)
from engine.domain.errors import PlanFailed
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State
from engine.thinking.offline.clicking import captioned
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned, words
from tests.support.stage import zone


@pytest.mark.parametrize(
    ("goal", "steps"),
    [
        ("click Send", ["Click “Send”"]),
        ("click the Send button", ["Click “Send”"]),
        ("send the message", ["Click “Send”"]),
        ("send it", ["Click “Send”"]),
        ("click Monday report, click Delete", ["Click “Monday report”", "Click “Delete”"]),
        ("delete all", ["Click “Delete all”"]),
        ("click Bold, Italic", ["Click “Bold”", "Click “Italic”"]),
        ("right-click Monday report", ["Right-click “Monday report”"]),
        ("double-click Monday report", ["Double-click “Monday report”"]),
        ("press 7", ["Click “7”"]),
        ("press Ctrl+B", ["Press Ctrl+B"]),
        ("press Down 2 times", ["Press Down", "Press Down"]),
        ("select all and copy", ["Press Ctrl+A to select all", "Press Ctrl+C to copy"]),
        ("wait 2 seconds", ["Wait 2 seconds"]),
        ("scroll down twice in the Message field", ["Scroll down in “Message”"]),
        ("drag Monday report to Delete", ["Drag “Monday report” to “Delete”"]),
    ],
)
async def test_steps(goal: str, steps: list[str]) -> None:
    segment = await planned(goal, screens.outbox())
    assert words(segment) == steps
    assert segment.finishes


@pytest.mark.parametrize(
    ("goal", "risk"),
    [
        ("click Send", "sends something"),
        ("send the message", "sends something"),
        ("click Delete", "deletes something"),
        ("click Bold", ""),
    ],
)
async def test_risks_that_words_tell_of(goal: str, risk: str) -> None:
    assert (await planned(goal, screens.outbox())).steps[-1].has_risk_of == risk


@pytest.mark.parametrize(
    "goal", ["delete Monday report", "send 'Monday report'", "delete the first report"]
)
async def test_what_has_a_name_is_done_only_by_a_button_that_names_it(goal: str) -> None:
    """Clicking “Delete” may delete something else."""
    with pytest.raises(PlanFailed, match="not in sight"):
        await planned(goal, screens.outbox())


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("click Advanced", NewWindow()),
        ("click Send", SomethingChanges()),
        ("click Bold",
         AnyOf((ZoneState("toggle_button_bold", "Bold", State.CHECKED), SomethingChanges()))),
        ("turn on Bold", ZoneState("toggle_button_bold", "Bold", State.CHECKED)),
        ("click Message", ZoneState("text_area_message", "Message", State.FOCUSED)),
        ("click Friday report",
         AnyOf((ZoneState("list_item_friday_report", "Friday report", State.SELECTED),
                SomethingChanges()))),
        ("press Ctrl+C", None),
        ("press Escape", SomethingChanges()),
        ("expect 'Dear Ann'", TextShown("Dear Ann")),
        ("check that Message contains 'Dear Ann'",
         TextShown("Dear Ann", "Message", "text_area_message")),
        ("check that Message is 'Dear Ann'",
         ZoneValue("text_area_message", "Message", "Dear Ann")),
        ("check that 'Sent' is shown in the status bar", TextShown("Sent", "status bar")),
        ("check that the result is 42", TextShown("42")),
        ("check that Send is disabled",
         ZoneState("button_send", "Send", State.ENABLED, False)),
        ("check that the Bold tab is shown", ZoneShown("Bold", Role.TAB)),
        ("verify Bold is off", ZoneState("toggle_button_bold", "Bold", State.CHECKED, False)),
        ("wait until Loading disappears", ZoneGone("label_loading", "Loading")),
        ("wait for the Results window", WindowShown("Results")),
        ("wait for the file a.txt in the practice folder",
         FileExists("/home/ann/practice/a.txt")),
    ],
)  # fmt: skip
async def test_expected_changes(goal: str, expected: object) -> None:
    assert (await planned(goal, screens.outbox())).steps[-1].expected_change == expected


@pytest.mark.parametrize(
    "goal", ["check that 'Sent' is shown", "check that Message contains 'x'", "verify Bold is off"]
)
async def test_a_check_waits_without_aiming_at_anything(goal: str) -> None:
    (step,) = (await planned(goal, screens.outbox())).steps
    assert isinstance(step.action, Wait) and step.zone_id == GLOBAL_ZONE_ID


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("check that Settings is on", "not in sight"),  # in a closed menu
        ("check that Total is 5", "not in sight"),  # not any 5 that stands elsewhere
        ("check that Notes is ticked", "not in sight|nothing that is on"),
    ],
)
async def test_a_check_opens_nothing_and_takes_no_other_thing_for_it(goal: str, why: str) -> None:
    with pytest.raises(PlanFailed, match=why):
        here = screens.outbox() if "Notes" in goal else screens.practice()
        await planned(goal, here)


async def test_the_value_of_a_mere_name_stands_beside_it() -> None:
    here = screens.screen()
    here.window("Bill", "bill")
    here.zone("Total", Role.LABEL, bounds=Rect(10, 10, 60, 20))
    sum_id = here.zone("15", Role.LABEL, bounds=Rect(80, 10, 60, 20))
    (step,) = (await planned("check that Total is 5", here.situation())).steps
    assert step.expected_change == TextShown("5", "15", sum_id)


async def test_a_check_that_failed_fails_the_goal() -> None:
    play = Play("check that 'Sent' is shown")
    failed = await play.fail(screens.outbox())
    with pytest.raises(PlanFailed, match="“Sent” is shown"):
        await play.look(screens.outbox(), failed=failed)


async def test_a_file_is_checked_where_it_is_even_if_this_goal_saved_it() -> None:
    play = Play("save it as a.txt in practice, then check that the file a.txt in practice exists")
    await play.do(screens.save_dialog())
    segment = await play.look(screens.editor())
    assert [step.expected_change for step in segment.steps] == [
        FileExists("/home/ann/practice/a.txt")
    ]
    assert segment.finishes


async def test_scrolling_without_a_place_takes_the_largest_zone() -> None:
    (step,) = (await planned("scroll up", screens.outbox())).steps
    assert (step.zone_label, step.action) == ("Message", Scroll(down=-5))


async def test_dragging_goes_from_zone_to_zone() -> None:
    (step,) = (await planned("drag Monday report onto Delete", screens.outbox())).steps
    assert step.action == Drag(to_zone_id="button_delete")


async def test_a_click_that_opens_something_ends_the_segment() -> None:
    segment = await planned("click Advanced, then click Send", screens.outbox())
    assert words(segment) == ["Click “Advanced…”"]
    assert not segment.finishes


async def test_what_comes_into_sight_later_is_planned_later() -> None:
    segment = await planned("click Send, then click Undo send", screens.outbox())
    assert words(segment) == ["Click “Send”"]
    assert not segment.finishes


async def test_a_dialogs_usual_buttons_are_looked_for_after_it_has_opened() -> None:
    here = screens.screen()
    here.window("Editor", "editor")
    here.zone("Preferences")
    here.zone("Close")
    segment = await planned("click Preferences, then click Close", here.situation())
    assert words(segment) == ["Click “Preferences”"]


async def test_renaming_waits_for_the_field() -> None:
    play = Play("rename Monday report to Tuesday report")
    first = await play.do(screens.outbox())
    assert [step.action for step in first.steps[:-1]] == [Click(), PressKeys(("f2",))]
    here = screens.screen()
    here.window("Outbox", "mail")
    here.zone("", Role.TEXT_FIELD, State.FOCUSED, value="Monday report")
    second = await play.do(here.situation())
    assert second.steps[0].action == TypeText("Tuesday report", replace=True)
    assert second.finishes


async def test_a_menu_that_was_opened_and_has_no_such_entry_is_not_opened_again() -> None:
    here = screens.screen()
    here.window("Painter", "painter")
    here.zone("View", Role.MENU)
    play = Play("click View > Status Bar")
    assert words(await play.do(here.situation())) == ["Click “View”"]
    here.zone("Zoom", Role.MENU_ITEM)
    with pytest.raises(PlanFailed, match="“Status Bar” is not in sight"):
        await play.look(here.situation())


@pytest.mark.parametrize(
    ("box", "changes", "is_meant"),
    [
        (Rect(60, 40, 96, 96), {}, True),  # a launcher's tile
        (Rect(92, 110, 32, 30), {"role": Role.TOGGLE_BUTTON}, True),  # a tool bar's
        (Rect(60, 40, 96, 80), {"role": Role.ICON}, True),  # a picture to press
        (Rect(66, 146, 14, 14), {"role": Role.RADIO_BUTTON}, True),  # a picture with a mark
        (Rect(54, 142, 22, 22), {"role": Role.TOGGLE_BUTTON}, True),  # beside its words
        (Rect(54, 142, 22, 22), {}, False),  # the bin at the head of a row
        (Rect(60, 40, 96, 96), {"label": "Draw"}, False),
        (Rect(60, 40, 96, 96), {"role": Role.TEXT_FIELD}, False),
        (Rect(60, 40, 96, 96), {"window_id": "Other"}, False),
        (Rect(160, 40, 96, 96), {}, False),  # another column's
        (Rect(98, 40, 20, 20), {}, False),  # too far above
        (Rect(60, 162, 96, 96), {}, False),  # under it
    ],
)
def test_what_a_label_is_the_caption_of(
    box: Rect, changes: dict[str, object], is_meant: bool
) -> None:
    label = zone("Exercise", Role.LABEL, bounds_px=Rect(84, 146, 48, 14))
    tile = replace(zone("", zone_id="tile", bounds_px=box), **changes)  # type: ignore[arg-type]
    assert (captioned(label, [label, tile]).zone_id == "tile") is is_meant
    other = zone("", Role.RADIO_BUTTON, zone_id="other", bounds_px=Rect(54, 143, 20, 20))
    if is_meant:  # which of the two?
        assert captioned(label, [label, tile, other]) == label


@pytest.mark.parametrize(("more", "is_it"), [((), True), (("View",), False)])
async def test_what_is_said_to_be_a_menu_is_the_only_one_there_is(
    more: tuple[str, ...], *, is_it: bool
) -> None:
    """A button of three lines tells no name of its own that anybody would say."""
    here = screens.screen()
    here.window("Weather", "weather")
    for label in ("Menu", *more):
        here.zone(label, Role.MENU)
    play = Play("click Main menu > Fahrenheit")
    labels = [step.zone_label for step in (await play.look(here.situation())).steps]
    assert (labels[0] == "Menu") is is_it
    if is_it:
        play.completed.extend((await play.look(here.situation())).steps[:1])
        here.zone("Fahrenheit", Role.MENU_ITEM)
        assert (await play.look(here.situation())).steps[0].zone_label == "Fahrenheit"
