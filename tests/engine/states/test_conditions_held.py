"""Expected changes are judged by what the screen and the files show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.conditions import (
    AnyOf,
    Condition,
    FileExists,
    FileSaved,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowActive,
    WindowGone,
    WindowShown,
    ZoneGone,
    ZonePresent,
    ZoneShown,
    ZoneState,
    ZoneValue,
    condition_words,
)
from engine.domain.performing import Looks
from engine.domain.plans import Situation
from engine.domain.surface_ports import FileFacts
from engine.domain.zones import Role, State
from engine.states.conditions_held import differs, files_of, holds, shows
from engine.states.expected import already_holds
from tests.support.stage import situation, zone

NAME = zone("Name", Role.TEXT_FIELD, value="note.txt", at=1)
BOX = zone("Autosave", Role.CHECK_BOX, state=frozenset({State.ENABLED, State.CHECKED}), at=2)
HIDDEN = zone("Settings…", Role.MENU_ITEM, on_screen=False)
BEFORE = situation(titles=("Notes",))
NOW = situation(NAME, BOX, HIDDEN, titles=("Notes", "Save As"))


@pytest.mark.parametrize(
    ("condition", "is_so"),
    [
        (ZoneShown("name"), True),
        (ZoneShown("Name", Role.BUTTON), False),
        (ZoneShown("Settings"), False),
        (ZonePresent("Name", "Name"), True),
        (ZonePresent("Settings…", "Settings…"), False),
        (ZoneGone("Settings…", "Settings…"), True),
        (ZoneGone("Name", "Name"), False),
        (ZoneState("Autosave", "Autosave", State.CHECKED), True),
        (ZoneState("Autosave", "Autosave", State.CHECKED, present=False), False),
        (ZoneState("nowhere", "nowhere", State.CHECKED, present=False), False),
        (ZoneValue("Name", "Name", "note.txt"), True),
        (ZoneValue("Name", "Name", "note"), False),
        (ZoneValue("Name", "Name", "note", contains=True), True),
        (TextShown("NOTE.TXT"), True),
        (TextShown("other"), False),
        (WindowShown("save as"), True),
        (WindowShown("save", exact=True), False),
        (WindowShown("save as", exact=True), True),
        (WindowGone("Save As", "Save As"), False),
        (WindowGone("Other", "Other"), True),
        (WindowGone("Other", "Other", NOW.windows[0].application), True),
        (WindowGone("Other", "Other", "a program that ended"), False),
        (WindowActive("notes"), True),
        (WindowActive("Save As"), False),
        (NewWindow(), True),
        (SomethingChanges(), True),
        (AnyOf((TextShown("other"), NewWindow())), True),
        (AnyOf((TextShown("other"), TextShown("another"))), False),
    ],
)
def test_conditions(condition: Condition, is_so: bool) -> None:
    assert holds(condition, Looks(BEFORE, NOW)) is is_so


@pytest.mark.parametrize(
    ("condition", "is_so"),
    [
        (WindowShown("note.txt - pad"), True),
        (WindowShown("note.txt", exact=True), False),
        (ZoneShown("Name!"), False),
        (AnyOf((NewWindow(), ZoneShown("name"))), True),
    ],
)
def test_a_step_done_late_is_judged_as_one_done_in_time(condition: Condition, is_so: bool) -> None:
    now = situation(NAME, titles=("note.txt  - Pad",))
    assert already_holds(condition, now) is is_so
    assert holds(condition, Looks(now, now)) is is_so


@pytest.mark.parametrize(
    ("facts", "text", "is_so"),
    [
        (FileFacts(True, 5, 100.0, "Hello"), "Hello", True),
        (FileFacts(True, 6, 100.0, "Hello\n"), "Hello", True),
        (FileFacts(True, 5, 100.0, "Hullo"), "Hello", False),
        (FileFacts(True, 5, 100.0, None), None, True),
        (FileFacts(True, 5, 99.0, "Hello"), "Hello", False),
        (FileFacts(False), None, False),
    ],
    ids=["exact", "final line feed", "other text", "no text asked", "older file", "no file"],
)
def test_a_saved_file(facts: FileFacts, text: str | None, is_so: bool) -> None:
    condition = FileSaved("/x", text)
    assert list(files_of(AnyOf((condition, NewWindow())))) == ["/x"]
    assert holds(condition, Looks(BEFORE, NOW, 99.5, {"/x": facts})) is is_so


def test_a_file_that_exists_may_be_old() -> None:
    facts = {"/x": FileFacts(True, 5, 1.0, "Hello"), "/y": FileFacts(False)}
    for condition, is_so in (
        (FileExists("/x"), True),
        (FileExists("/x", "Hello"), True),
        (FileExists("/x", "Hullo"), False),
        (FileExists("/y"), False),
    ):
        assert holds(condition, Looks(BEFORE, NOW, 99.5, facts)) is is_so


def with_dot(seen: Situation, width: int, height: int) -> Situation:
    """The same zones, with a white box in the picture."""
    frame = situation().frame
    rows = bytearray(frame.pixels)
    for row in range(height):
        start = row * frame.width * 4
        rows[start : start + width * 4] = b"\xff" * (width * 4)
    return replace(seen, frame=replace(frame, pixels=bytes(rows)))


def test_a_caret_is_no_change_but_more_is() -> None:
    seen = situation(NAME)
    assert not differs(seen, with_dot(seen, 2, 20))
    assert differs(seen, with_dot(seen, 40, 20))


def test_a_state_or_a_text_is_a_change() -> None:
    seen = situation(BOX)
    assert differs(seen, replace(seen, zones=(replace(BOX, state=frozenset()),)))
    assert not differs(seen, replace(seen))


@pytest.mark.parametrize(
    ("label", "is_shown"),
    [("COPIED", True), ("Result: COPIED", True), ("pper COPIED]", False), ("copied", False)],
)
def test_what_is_waited_for_is_no_part_of_what_was_typed(label: str, is_shown: bool) -> None:
    shown = TextShown("COPIED", typed="puts [string toupper COPIED]")
    now = situation(zone(label, Role.LABEL))
    assert shows(now, shown) is is_shown


def test_what_has_no_name_is_not_told_by_an_empty_one() -> None:
    field = ZoneState("text_field_2", "", State.FOCUSED)
    assert condition_words(field) == "it is focused"
    assert condition_words(ZoneGone("icon_3", "")) == "it goes away"
    assert condition_words(replace(field, label="Name")) == "“Name” is focused"
