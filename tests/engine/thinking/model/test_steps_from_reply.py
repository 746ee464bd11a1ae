"""From what a model replied to what is done: zones, actions, expected changes, segments."""

from __future__ import annotations

from typing import Any

import pytest

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    FocusWindow,
    Launch,
    PressKeys,
    Replan,
    Scroll,
    TypeText,
    Wait,
)
from engine.domain.conditions import (
    AnyOf,
    Condition,
    FileSaved,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowActive,
    WindowGone,
    WindowShown,
    ZoneGone,
    ZoneShown,
    ZoneState,
    ZoneValue,
)
from engine.domain.plans import (
    GLOBAL_ZONE_ID,
    REPLAN_ZONE_ID,
    PlanRequest,
    PlanSegment,
    PlanStep,
    Situation,
)
from engine.domain.zones import State
from engine.thinking.model.asking import segment_from
from engine.thinking.model.replies import PlanReply, StepReply
from engine.thinking.model.steps_from_reply import step_from
from tests.engine.thinking.offline.screens import editor, outbox, practice, save_dialog, settings


def step(seen: Situation, **said: Any) -> PlanStep:
    return step_from(StepReply.model_validate(said), seen)


def segment(*steps: dict[str, Any], finishes: bool = False, is_last: bool = False) -> PlanSegment:
    reply = PlanReply.model_validate({"steps": list(steps), "finishes": finishes})
    return segment_from(reply, PlanRequest("x", outbox(), is_last=is_last))


CLICK = {"action": "click", "zone_id": "button_send"}
REPLAN = {"action": "replan"}


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ({"action": "click", "zone_id": "button_send"}, Click()),
        ({"action": "double_click", "zone_id": "button_send"}, Click(count=2)),
        ({"action": "right_click", "zone_id": "button_send"}, Click(button="right")),
        ({"action": "type", "zone_id": "text_area_message", "text": "Hi"}, TypeText("Hi")),
        (
            {"action": "set_text", "zone_id": "text_area_message", "text": "Hi"},
            TypeText("Hi", replace=True),
        ),
        ({"action": "press", "keys": "Ctrl+S"}, PressKeys(("ctrl", "s"))),
        ({"action": "scroll", "zone_id": "text_area_message"}, Scroll(down=5)),
        ({"action": "scroll", "zone_id": "text_area_message", "text": "up 3"}, Scroll(down=-3)),
        ({"action": "scroll", "zone_id": "text_area_message", "text": "right"}, Scroll(right=5)),
        (
            {"action": "drag", "zone_id": "list_item_monday_report", "text": "Delete"},
            Drag("button_delete"),
        ),
        ({"action": "launch", "text": "Mail"}, Launch("Mail")),
        ({"action": "focus_window", "text": "Outbox"}, FocusWindow("Outbox")),
        ({"action": "wait", "text": "2.5 seconds"}, Wait(2.5)),
        ({"action": "wait", "text": "100000"}, Wait(30.0)),
    ],
)
def test_each_action(said: dict[str, str], action: Action) -> None:
    assert step(outbox(), **said).action == action


@pytest.mark.parametrize(
    "said", ["button_save", "Save", "save", "“Save”", "button_save | button | Save", "BUTTON_SAVE"]
)
def test_a_zone_is_found_by_its_id_or_label(said: str) -> None:
    found = step(save_dialog(), action="click", zone_id=said)
    assert (found.zone_id, found.zone_label) == ("button_save", "Save")


def test_of_two_of_one_label_the_one_in_front_is_meant() -> None:
    seen = settings()
    ok = step(seen, action="click", zone_id="OK")
    assert seen.zone(ok.zone_id).window_id == seen.active_window.window_id  # type: ignore[union-attr]


def test_a_hidden_entry_is_found_where_nothing_in_sight_is_called_so() -> None:
    assert step(practice(), action="click", zone_id="Export").zone_id == "menu_item_export"


@pytest.mark.parametrize(
    ("said", "label"),
    [("Print…", "Print…"), ("menu_item_print_all", "print all"), ("button_ok_2", "ok")],
)
def test_what_is_not_there_keeps_its_name_and_gets_a_label(said: str, label: str) -> None:
    found = step(outbox(), action="click", zone_id=said)
    assert (found.zone_id, found.zone_label) == (said, label)


@pytest.mark.parametrize(
    "said",
    [
        {"action": "press", "keys": "enter", "zone_id": "button_send"},
        {"action": "launch", "text": "Mail", "zone_id": "button_send"},
        {"action": "wait"},
        {"action": "type", "text": "a"},
    ],
)
def test_what_needs_no_zone_is_global(said: dict[str, str]) -> None:
    assert step(outbox(), **said).zone_id == GLOBAL_ZONE_ID


def test_a_secret_passes_through_untouched() -> None:
    text = "{{secret:mail}}"
    typed = step(save_dialog(), action="type", zone_id="text_field_name", text=text)
    assert typed.action == TypeText(text)
    assert typed.expected_change == SomethingChanges()


@pytest.mark.parametrize(
    ("seen", "said", "expected"),
    [
        (outbox(), {"action": "click", "zone_id": "Send"}, SomethingChanges()),
        (outbox(), {"action": "click", "zone_id": "Advanced…"}, NewWindow()),
        (
            practice(),
            {"action": "click", "zone_id": "tab_form"},
            ZoneState("tab_form", "Form", State.SELECTED),
        ),
        (
            settings(),
            {"action": "click", "zone_id": "Autosave"},
            ZoneState("check_box_autosave", "Autosave", State.CHECKED),
        ),
        (practice(), {"action": "click", "zone_id": "menu_tools"}, "a menu opens"),
        (
            editor(),
            {"action": "type", "zone_id": "text_area", "text": "Hi"},
            ZoneValue("text_area", "", "Hi", contains=True),
        ),
        (
            save_dialog(),
            {"action": "set_text", "zone_id": "text_field_name", "text": "a.txt"},
            ZoneValue("text_field_name", "Name", "a.txt"),
        ),
        (
            editor(),
            {"action": "type", "text": "Hi"},
            ZoneValue("text_area", "", "Hi", contains=True),
        ),
        (editor(), {"action": "type", "zone_id": "elsewhere", "text": "Hi"}, TextShown("Hi")),
        (editor(), {"action": "press", "keys": "ctrl+o"}, SomethingChanges()),
        (editor(), {"action": "press", "keys": "ctrl+s"}, None),  # a named file is saved unseen
        (editor(), {"action": "launch", "text": "Mail"}, AnyOf((WindowShown("Mail"), NewWindow()))),
        (editor(), {"action": "focus_window", "text": "Mail"}, WindowActive("Mail")),
        (editor(), {"action": "wait"}, None),
    ],
)
def test_what_is_expected_where_the_model_says_nothing(
    seen: Situation, said: dict[str, str], expected: Condition | str | None
) -> None:
    change = step(seen, **said).expected_change
    if expected == "a menu opens":
        assert isinstance(change, ZoneShown)
        assert change.label == "Settings…"
    else:
        assert change == expected


@pytest.mark.parametrize(
    ("expect", "expected"),
    [
        ("window: Save As", AnyOf((WindowShown("Save As"), NewWindow()))),
        ("Window:", NewWindow()),
        ("closed: Outbox", WindowGone("w1", "Outbox")),
        ("closed:", WindowGone("w1", "Outbox")),
        ("text: Message sent", TextShown("Message sent")),
        ("gone: Send", ZoneGone("button_send", "Send")),
        ("gone:", ZoneGone("button_send", "Send")),
        ("file: /home/ann/a.txt", FileSaved("/home/ann/a.txt")),
    ],
)
def test_what_the_model_expects_is_taken_where_it_can_be_checked(
    expect: str, expected: Condition
) -> None:
    assert step(outbox(), **CLICK, expect=expect).expected_change == expected


@pytest.mark.parametrize(
    "expect",
    [
        "window_opens",
        "something nice",
        "text:",
        "closed: Nowhere",
        "gone: Nowhere",
        "file: a.txt",
        "text: Monday report",
        "window: Outbox",
    ],
)
def test_what_can_not_be_checked_or_holds_already_is_dropped(expect: str) -> None:
    assert step(outbox(), **CLICK, expect=expect).expected_change == SomethingChanges()


def test_the_typed_text_is_looked_for_where_it_was_typed() -> None:
    typed = {"action": "type", "zone_id": "text_area", "text": "Hi", "expect": "text: Hi"}
    assert step(editor(), **typed).expected_change == ZoneValue("text_area", "", "Hi", True)


def test_a_description_is_one_short_line_and_made_where_there_is_none() -> None:
    assert step(outbox(), **CLICK, description="Send\n it").description == "Send it"
    assert len(step(outbox(), **CLICK, description="x" * 1000).description) < 200
    assert step(outbox(), **CLICK).description == "Click “Send”"
    assert step(outbox(), action="press", keys="ctrl+s").description == "Press Ctrl+S"


def test_the_models_word_on_whose_wish_it_follows_is_kept() -> None:
    assert step(outbox(), **CLICK, asked_by="screen").asked_by == "screen"
    assert step(outbox(), **CLICK).asked_by == ""


def test_a_segment_that_does_not_finish_ends_with_a_replan() -> None:
    steps = segment(CLICK).steps
    assert [one.zone_id for one in steps] == ["button_send", REPLAN_ZONE_ID]
    assert [one.step_number for one in steps] == [1, 2]


def test_what_comes_behind_a_replan_is_left_for_the_next_plan() -> None:
    assert [one.zone_id for one in segment(CLICK, REPLAN, CLICK).steps] == [
        "button_send",
        REPLAN_ZONE_ID,
    ]


def test_finishing_and_looking_again_is_not_finishing() -> None:
    assert not segment(CLICK, REPLAN, finishes=True).finishes


def test_in_the_last_plan_it_is() -> None:
    last = segment(CLICK, REPLAN, finishes=True, is_last=True)
    assert last.finishes
    assert [one.zone_id for one in last.steps] == ["button_send"]


def test_nothing_left_to_do_and_no_idea_are_told_apart() -> None:
    nothing_left = segment(finishes=True)
    assert (nothing_left.steps, nothing_left.finishes) == ((), True)
    assert [part.shown_by for part in nothing_left.parts] == [None]
    assert segment(finishes=False) == PlanSegment((), finishes=False)


LAUNCH = {"action": "launch", "text": "Mail"}


def test_what_comes_after_a_window_opens_is_done_in_that_window_only() -> None:
    planned = segment(CLICK, LAUNCH, CLICK, finishes=True)
    assert [step.action for step in planned.steps] == [
        *(Click(), Launch("Mail"), Replan(), Click())
    ]
    look, behind = planned.steps[2:]
    assert look.expected_change == WindowActive("Mail") and planned.finishes
    assert [step.step_number for step in planned.steps] == [1, 2, 3, 4]
    assert (behind.zone_id, behind.zone_label) == ("button_send", "send")  # sought there, not here
    opening = segment({**CLICK, "expect": "window: Sent"}, CLICK, finishes=True)
    assert opening.steps[1].expected_change == WindowActive("Sent")


def test_behind_a_window_without_a_name_nothing_is_done_unseen() -> None:
    opening = segment({**CLICK, "expect": "window:"}, CLICK, finishes=True)
    assert [step.action for step in opening.steps] == [Click(), Replan()] and not opening.finishes


def test_a_window_may_be_the_last_that_a_plan_wants() -> None:
    assert segment(CLICK, LAUNCH, finishes=True).finishes


def test_the_last_plan_goes_on_behind_what_it_opens() -> None:
    planned = segment(LAUNCH, CLICK, finishes=True, is_last=True)
    assert len(planned.steps) == 2 and planned.finishes
