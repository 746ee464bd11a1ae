"""Which of several zones is meant, and how to get around a step that failed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Click, PressKeys, TypeText, Wait
from engine.domain.errors import NeedsOperator, PlanFailed
from engine.domain.plans import FailedStep, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role
from tests.engine.thinking.offline import screens
from tests.engine.thinking.offline.playing import Play, planned, words


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


async def test_the_keys_of_an_entry_that_was_found_greyed_out_are_no_other_way() -> None:
    play = Play("open Settings")
    there = screens.practice()
    failed = await play.fail(there, at=1)
    greyed = [replace(z, state=frozenset()) if z.label == "Settings…" else z for z in there.zones]
    with pytest.raises(PlanFailed, match="greyed out"):
        await play.look(replace(there, zones=tuple(greyed)), failed=failed)


async def test_a_namesake_in_another_window_is_no_way_around() -> None:
    play = Play("click OK")
    failed = await play.fail(screens.settings())
    with pytest.raises(PlanFailed):
        await play.look(screens.settings(), failed=failed)


async def test_without_another_way_the_failure_is_told() -> None:
    play = Play("click Send")
    failed = await play.fail(screens.outbox(), why="nothing changed")
    with pytest.raises(PlanFailed, match="nothing changed"):
        await play.look(screens.outbox(), failed=failed)


async def test_another_label_is_no_way_around() -> None:
    """“Delete all” is not the next best “Delete”."""
    play = Play("click Delete")
    failed = await play.fail(screens.outbox())
    with pytest.raises(PlanFailed):
        await play.look(screens.outbox(), failed=failed)


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
    waits = (await play.look(screens.desktop(), failed=failed)).steps[0]
    assert isinstance(waits.action, Wait)
    with pytest.raises(PlanFailed, match="no window of it appeared"):
        failed = FailedStep(waits, "no window of it appeared")
        await play.look(screens.desktop(), failed=failed)
    late = await play.look(screens.editor(), failed=failed)
    assert (late.steps, late.finishes) == ((), True)


async def test_a_clause_that_cannot_be_planned_whole_is_not_begun() -> None:
    here = screens.screen()
    here.window("Outbox", "mail")
    here.zone("Bold", Role.TOGGLE_BUTTON)
    here.zone("Monday report", Role.LIST_ITEM)
    here.zone("Delete", enabled=False)
    segment = await planned("click Bold, then delete it", here.situation())
    assert words(segment) == ["Click “Bold”"]
    assert not segment.finishes


async def test_a_plan_never_begins_with_the_step_that_failed() -> None:
    play = Play("click 'Monday report'")
    failed = await play.fail(screens.outbox(), why="it is not selected")
    with pytest.raises(PlanFailed, match="it is not selected"):
        await play.look(screens.outbox(), failed=failed)


@pytest.mark.parametrize(
    ("goal", "here"),
    [
        ("save it as note.txt in the practice folder replacing it", screens.replace_question()),
        ("press F9", screens.editor()),
        ("scroll down", screens.outbox()),
    ],
)
async def test_of_what_was_refused_no_effect_is_told(goal: str, here: Situation) -> None:
    play = Play(goal)
    failed = await play.reject(here, "leave it as it is")
    with pytest.raises(PlanFailed) as caught:
        await play.look(here, failed=failed)
    told = str(caught.value)
    assert f"“{failed.step.description}” was not done: operator said no" in told
    assert not any(words in told for words in ("effect", "tried", "failed"))
