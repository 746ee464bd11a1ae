"""Clicking, named buttons, keys, scrolling, dragging, renaming, waiting, checking."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click, Drag, PressKeys, Scroll, TypeText, Wait
from engine.domain.conditions import (
    FileSaved,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowShown,
    ZoneGone,
    ZoneState,
    ZoneValue,
)
from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.plans import FailedStep
from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned, words


def outbox() -> Situation:
    here = screens.screen()
    here.window("Outbox", "mail")
    here.zone("Monday report", Role.LIST_ITEM)
    here.zone("Friday report", Role.LIST_ITEM, State.SELECTED)
    for label in ("Send", "Delete", "Delete all", "Advanced…", "7"):
        here.zone(label)
    here.zone("Bold", Role.TOGGLE_BUTTON)
    here.zone("Italic", Role.TOGGLE_BUTTON)
    here.zone("Message", Role.TEXT_AREA, value="Dear Ann", bounds=Rect(0, 0, 700, 500))
    here.zone("Loading", Role.LABEL)
    return here.situation()


@pytest.mark.parametrize(
    ("goal", "steps"),
    [
        ("click Send", ["Click “Send”"]),
        ("click the Send button", ["Click “Send”"]),
        ("send the message", ["Click “Send”"]),
        ("send it", ["Click “Send”"]),
        ("delete 'Monday report'", ["Select “Monday report”", "Click “Delete”"]),
        ("delete Friday report", ["Click “Delete”"]),
        ("delete all", ["Click “Delete all”"]),
        ("click Bold and Italic", ["Click “Bold”", "Click “Italic”"]),
        ("right-click Monday report", ["Right-click “Monday report”"]),
        ("double-click Monday report", ["Double-click “Monday report”"]),
        ("ctrl-click Monday report", ["Ctrl-click “Monday report”"]),
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
    segment = await planned(goal, outbox())
    assert words(segment) == steps
    assert segment.finishes


@pytest.mark.parametrize(
    ("goal", "risk"),
    [
        ("click Send", "sends something"),
        ("send the message", "sends something"),
        ("delete Friday report", "deletes something"),
        ("click Bold", ""),
    ],
)
async def test_risks_that_words_tell_of(goal: str, risk: str) -> None:
    assert (await planned(goal, outbox())).steps[-1].has_risk_of == risk


@pytest.mark.parametrize(
    "goal", ["delete Sunday report", "send 'Sunday report'", "delete the moon"]
)
async def test_what_is_named_must_be_in_sight(goal: str) -> None:
    """Clicking “Delete” without it would delete something else."""
    with pytest.raises(PlanFailed, match="not in sight"):
        await planned(goal, outbox())


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("click Advanced", NewWindow()),
        ("click Send", SomethingChanges()),
        ("click Bold", ZoneState("toggle_button_bold", "Bold", State.CHECKED, True)),
        ("click Message", ZoneState("text_area_message", "Message", State.FOCUSED)),
        ("click Friday report", None),
        ("press Ctrl+C", None),
        ("press Escape", SomethingChanges()),
        ("expect 'Dear Ann'", TextShown("Dear Ann")),
        ("check that Message contains 'Dear Ann'",
         ZoneValue("text_area_message", "Message", "Dear Ann", contains=True)),
        ("verify Bold is off", ZoneState("toggle_button_bold", "Bold", State.CHECKED, False)),
        ("wait until Loading disappears", ZoneGone("label_loading", "Loading")),
        ("wait for the Results window", WindowShown("Results")),
        ("wait for the file a.txt in the practice folder",
         FileSaved("/home/ann/practice/a.txt")),
    ],
)  # fmt: skip
async def test_expected_changes(goal: str, expected: object) -> None:
    assert (await planned(goal, outbox())).steps[-1].expected_change == expected


async def test_a_check_waits_without_doing_anything() -> None:
    (step,) = (await planned("check that 'Sent' is shown", outbox())).steps
    assert isinstance(step.action, Wait)


async def test_a_check_that_failed_fails_the_goal() -> None:
    play = Play("check that 'Sent' is shown")
    failed = await play.fail(outbox())
    with pytest.raises(PlanFailed, match="“Sent” is shown"):
        await play.look(outbox(), failed=failed)


async def test_a_file_that_this_goal_saved_is_not_waited_for() -> None:
    play = Play("save it as a.txt in practice, then check that the file a.txt in practice exists")
    await play.do(screens.save_dialog())
    segment = await play.look(screens.editor())
    assert (segment.steps, segment.finishes) == ((), True)


async def test_scrolling_without_a_place_takes_the_largest_zone() -> None:
    (step,) = (await planned("scroll up", outbox())).steps
    assert (step.zone_label, step.action) == ("Message", Scroll(down=-5))


async def test_dragging_goes_from_zone_to_zone() -> None:
    (step,) = (await planned("drag Monday report onto Delete", outbox())).steps
    assert step.action == Drag(to_zone_id="button_delete")


async def test_a_click_that_opens_something_ends_the_segment() -> None:
    segment = await planned("click Advanced, then click Send", outbox())
    assert words(segment) == ["Click “Advanced…”"]
    assert not segment.finishes


async def test_what_comes_into_sight_later_is_planned_later() -> None:
    segment = await planned("click Send, then click Undo send", outbox())
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
    first = await play.do(outbox())
    assert [step.action for step in first.steps[:-1]] == [Click(), PressKeys(("f2",))]
    here = screens.screen()
    here.window("Outbox", "mail")
    here.zone("", Role.TEXT_FIELD, State.FOCUSED, value="Monday report")
    second = await play.do(here.situation())
    assert second.steps[0].action == TypeText("Tuesday report", replace=True)
    assert second.finishes


# --- which of several


def twins(*, groups: bool = False) -> Situation:
    here = screens.screen()
    here.window("Pages", "pages")
    for name in ("Left", "Right"):
        holder = here.zone(name, Role.LIST_ITEM) if groups else ""
        here.zone("Apply", parent=holder)
    return here.situation()


async def test_the_window_in_front_decides() -> None:
    (step,) = (await planned("click OK", screens.settings())).steps
    assert step.zone_id == "button_ok"
    assert step.description == "Click “OK” in “Settings”"


async def test_of_two_plain_windows_the_one_in_front_is_meant_and_said() -> None:
    here = screens.screen()
    here.window("Letter", "editor")
    here.zone("Undo")
    here.window("Drawing", "paint", active=False)
    here.zone("Undo")
    (step,) = (await planned("click Undo", here.situation())).steps
    assert step.description == "Click “Undo” (the one in “Letter”)"


async def test_a_dialog_in_front_goes_before_a_better_label_behind_it() -> None:
    here = screens.screen()
    here.window("Warning", "app", dialog=True)
    here.zone("Continue anyway")
    here.window("Main", "app", active=False)
    here.zone("Continue")
    (step,) = (await planned("click Continue", here.situation())).steps
    assert step.zone_label == "Continue anyway"


async def test_the_role_decides() -> None:
    here = screens.screen()
    here.window("Form", "form")
    here.zone("Search", Role.LABEL)
    here.zone("Search", Role.TEXT_FIELD)
    here.zone("Search", Role.BUTTON)
    situation = here.situation()
    (step,) = (await planned("type 'x' into Search", situation)).steps
    assert step.zone_id == "text_field_search"
    (step,) = (await planned("click the Search button", situation)).steps
    assert step.zone_id == "button_search"


async def test_what_is_enabled_goes_first() -> None:
    here = screens.screen()
    here.window("Pages", "pages")
    here.zone("Apply", enabled=False)
    here.zone("Apply")
    (step,) = (await planned("click Apply", here.situation())).steps
    assert step.zone_id == "button_apply_2"


async def test_the_operator_is_asked_where_nothing_decides() -> None:
    play = Play("click Apply")
    with pytest.raises(NeedsOperator) as caught:
        await play.look(twins(groups=True))
    assert caught.value.choices == ("the one in “Left”", "the one in “Right”")
    play.answers[caught.value.question] = "the one in “Right”"
    (step,) = (await play.look(twins(groups=True))).steps
    assert step.zone_id == "button_apply_2"
    assert step.description == "Click “Apply” (the one in “Right”)"


async def test_twins_without_surroundings_are_numbered() -> None:
    with pytest.raises(NeedsOperator) as caught:
        await planned("click Apply", twins())
    assert caught.value.choices == ("number 1 from the top", "number 2 from the top")


async def test_the_same_thing_seen_twice_is_one() -> None:
    here = screens.screen()
    here.window("Pages", "pages")
    here.zone("Apply", bounds=Rect(0, 0, 100, 30))
    here.zone("Apply", bounds=Rect(10, 5, 60, 20))
    assert len((await planned("click Apply", here.situation())).steps) == 1


async def test_a_pair_of_words_that_is_one_label_is_one_click() -> None:
    segment = await planned("open Find and Replace", screens.editor())
    assert words(segment) == ["Open “Search”", "Click “Find and Replace…”"]


# --- around failures


async def test_after_a_failed_click_the_shortcut_is_pressed() -> None:
    play = Play("open Settings")
    failed = await play.fail(screens.practice())
    (step,) = (await play.look(screens.practice(), failed=failed)).steps
    assert step.action == PressKeys(("ctrl", "comma"))


async def test_after_a_failed_click_the_namesake_is_clicked() -> None:
    here = screens.screen()
    here.window("Editor", "editor")
    here.zone("Bold", Role.TOGGLE_BUTTON)
    here.menu("Format", "Bold")
    play = Play("click Bold")
    failed = await play.fail(here.situation())
    assert failed.step.zone_id == "toggle_button_bold"
    segment = await play.look(here.situation(), failed=failed)
    assert words(segment) == ["Open “Format”", "Click “Bold”"]


async def test_a_namesake_in_another_window_is_no_way_around() -> None:
    play = Play("click OK")
    failed = await play.fail(screens.settings())
    with pytest.raises(PlanFailed):
        await play.look(screens.settings(), failed=failed)


async def test_without_another_way_the_failure_is_told() -> None:
    play = Play("click Send")
    failed = await play.fail(outbox(), why="nothing changed")
    with pytest.raises(PlanFailed, match="nothing changed"):
        await play.look(outbox(), failed=failed)


async def test_another_label_is_no_way_around() -> None:
    """“Delete all” is not the next best “Delete”."""
    play = Play("click Delete")
    failed = await play.fail(outbox())
    with pytest.raises(PlanFailed):
        await play.look(outbox(), failed=failed)


async def test_text_that_did_not_arrive_is_typed_after_a_click() -> None:
    play = Play("type 'Hello'")
    failed = await play.fail(screens.editor())
    segment = await play.look(screens.editor("Hel"), failed=failed)
    assert [step.action for step in segment.steps] == [Click(), TypeText("Hello", replace=True)]
    again = FailedStep(segment.steps[1], "no change was seen")
    with pytest.raises(PlanFailed, match="does not take the text"):
        await play.look(screens.editor("Hel"), failed=again)


async def test_text_that_arrived_late_is_not_typed_again() -> None:
    play = Play("type 'Hello' and save it as a.txt in practice")
    failed = await play.fail(screens.editor())
    segment = await play.look(screens.editor("Hello"), failed=failed)
    assert words(segment) == ["Open “File”", "Click “Save As…”"]


async def test_a_launch_that_failed_is_not_repeated() -> None:
    play = Play("open Mousepad")
    failed = await play.fail(screens.desktop(), why="no window appeared")
    with pytest.raises(PlanFailed, match="no window appeared"):
        await play.look(screens.desktop(), failed=failed)
    late = await play.look(screens.editor(), failed=failed)
    assert (late.steps, late.finishes) == ((), True)
