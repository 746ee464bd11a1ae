"""How AT-SPI's numbers and words are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.domain.spaces import Rect
from engine.domain.zones import Role, State
from engine.surfaces.desktop.at_spi.application import root_from_cache
from engine.surfaces.desktop.at_spi.bus import ROOT_PATH, AccessibilityBus, Call
from engine.surfaces.desktop.at_spi.details import (
    DetailReader,
    clean_name,
    keys_in,
    menu_shortcut_from,
    name_of,
    shortcut_from,
    text_of,
    without_invisible,
)
from engine.surfaces.desktop.at_spi.node import ApplicationFacts, ApplicationLine, SpiNode
from engine.surfaces.desktop.at_spi.spi_roles import SpiRole, SpiState, role_from, states_from

PUSH_BUTTON = 43


def bits(*states: SpiState) -> int:
    return sum(1 << state for state in states)


@pytest.mark.parametrize(
    ("number", "states", "role"),
    [
        (43, (), Role.BUTTON),
        (43, (SpiState.CHECKABLE,), Role.TOGGLE_BUTTON),
        (40, (SpiState.EDITABLE,), Role.PASSWORD_FIELD),
        (79, (SpiState.EDITABLE,), Role.TEXT_FIELD),
        (61, (SpiState.EDITABLE, SpiState.MULTI_LINE), Role.TEXT_AREA),
        (35, (), Role.MENU_ITEM),
        (35, (SpiState.CHECKABLE,), Role.CHECK_MENU_ITEM),
        (45, (), Role.CHECK_MENU_ITEM),
        (37, (), Role.TAB),
        (18, (), Role.CANVAS),
        (102, (), Role.ALERT),
        (39, (), Role.GROUP),
        (4711, (), Role.OTHER),
    ],
)
def test_a_role_number_with_its_states_becomes_a_role(
    number: int, states: tuple[SpiState, ...], role: Role
) -> None:
    assert role_from(number, bits(*states)) is role


def test_a_menu_item_with_a_menu_below_is_a_menu() -> None:
    assert role_from(35, 0, opens_menu=True) is Role.MENU


def test_a_large_pane_that_takes_the_focus_and_holds_nothing_is_a_canvas() -> None:
    focusable = bits(SpiState.FOCUSABLE)
    assert role_from(39, focusable, lone_size=(400, 300)) is Role.CANVAS
    assert role_from(39, focusable, lone_size=(400, 12)) is Role.GROUP
    assert role_from(39, 0, lone_size=(400, 300)) is Role.GROUP


def test_states_are_those_that_the_project_knows() -> None:
    told = bits(SpiState.SENSITIVE, SpiState.CHECKED, SpiState.FOCUSED, SpiState.SHOWING)
    assert states_from(told) == {State.ENABLED, State.CHECKED, State.FOCUSED}
    assert states_from(0) == frozenset()


def test_a_toggle_button_of_gtk_4_that_is_down_tells_that_it_is_pressed() -> None:
    told = bits(SpiState.SENSITIVE, SpiState.PRESSED)
    assert states_from(told, is_gtk4=True) == {State.ENABLED, State.CHECKED}
    assert states_from(told) == {State.ENABLED}, "elsewhere it is down for as long as a finger is"
    assert states_from(bits(SpiState.SENSITIVE), is_gtk4=True) == {State.ENABLED}


def test_what_can_only_be_read_is_not_editable_though_both_are_told() -> None:
    told = 1 << SpiState.EDITABLE | 1 << SpiState.ENABLED
    assert State.EDITABLE in states_from(told)
    assert states_from(told | 1 << SpiState.READ_ONLY) == {State.ENABLED}


@pytest.mark.parametrize(
    ("name", "number", "clean"),
    [
        ("Save _As…", 35, "Save As…"),
        ("_Open", 43, "Open"),
        ("E&xit", 35, "Exit"),
        ("my_file.txt", 56, "my_file.txt"),
        ("_private", 29, "_private"),
        ("R&D", 43, "R&D"),
        ("Save & quit", 43, "Save & quit"),
        ("  two \n words ", 29, "two words"),
        ("22\u200e:17", 56, "22:17"),
        ("&Undo\tCtrl+Z", 35, "Undo"),
    ],
)
def test_a_name_is_taken_without_its_mnemonics_mark_and_its_keys(
    name: str, number: int, clean: str
) -> None:
    assert clean_name(name, number) == clean


def test_keys_that_stand_in_a_name_are_its_shortcut() -> None:
    assert keys_in("&Undo\tCtrl+Z") == "ctrl+z"
    assert keys_in("Undo") == ""


@pytest.mark.parametrize(
    ("binding", "name", "shortcut"),
    [
        ("a;<Alt>f:a;<Shift><Primary>s", "Save As...", "ctrl+shift+s"),
        ("u;<Alt>e:v:u;<Primary><Alt>u", "To Opposite Case", "ctrl+alt+u"),
        ("n;<Alt>f:n;", "New", ""),
        (";;F11", "Fullscreen", "f11"),
        ("Ctrl+Shift+S", "Save as…", "ctrl+shift+s"),
        ("Alt+S", "Status bar", ""),
        ("", "Nothing", ""),
    ],
)
def test_a_key_binding_becomes_a_shortcut(binding: str, name: str, shortcut: str) -> None:
    assert shortcut_from(binding, name) == shortcut


@pytest.mark.parametrize("binding", ["f;<Alt>f;", "Alt+F"])
def test_a_menu_in_a_menu_bar_opens_with_its_mnemonic(binding: str) -> None:
    assert menu_shortcut_from(binding) == "alt+f"


@pytest.mark.parametrize(
    ("name", "description", "words", "called"),
    [
        ("MenuButton", "Main menu", "", "Main menu"),
        ("GtkMenuButton", "", "", "GtkMenuButton"),
        ("GitHub", "Opens a page", "GitHub", "GitHub"),
        ("Maximize", "Maximize the window", "", "Maximize"),
        ("_Add a buoy Add a buoy", "", "Add a buoy", "Add a buoy"),
        ("× ×", "", "×", "×"),
        ("Button", "", "Save", "Save"),
        ("Button", "", "", "Button"),
        ("Walla Walla", "", "", "Walla Walla"),
        ("Walla Walla", "", "Walla Walla", "Walla Walla"),
    ],
)
def test_a_button_is_called_as_it_reads_and_by_its_description_not_by_its_class_or_twice(
    name: str, description: str, words: str, called: str
) -> None:
    button = SpiNode("/1", PUSH_BUTTON, 0, name, description)
    if words:
        button.children.append(SpiNode("/2", SpiRole.LABEL, 0, words, is_showing=True))
    assert name_of(button, Role.BUTTON) == called


@pytest.mark.parametrize(
    ("name", "toolkit", "called"),
    [
        ("GtkPasswordEntry", ("GTK", "4.8.3"), "Password"),
        ("Pass phrase", ("GTK", "4.8.3"), "Pass phrase"),
        ("PassPhrase", ("gtk", "3.24"), "PassPhrase"),
    ],
)
async def test_a_password_field_of_gtk_4_that_nobody_named_is_called_by_its_hint(
    name: str, toolkit: tuple[str, str], called: str
) -> None:
    class Line(ApplicationLine):
        async def call_all(self, calls: Sequence[Call]) -> list[Any]:
            told: dict[str, Any] = {"GetAttributes": {"placeholder-text": "Password"}}
            return [told.get(each.member) for each in calls]

    facts = ApplicationFacts(":1.7", 1, "Safe", *toolkit)
    line = Line(AccessibilityBus(None, print), facts, width=8, timeout_secs=1.0)
    field = SpiNode("/1", SpiRole.PASSWORD_TEXT, 0, name, is_showing=True)
    await DetailReader(line, {}).fill([field])
    assert name_of(field, Role.PASSWORD_FIELD) == called


@pytest.mark.parametrize(
    ("told_at", "between", "called"),
    [
        (Rect(10, 10, 120, 20), None, "Files"),  # above the label, and not over the field
        (Rect(10, 100, 120, 20), None, "Files"),
        (Rect(200, 10, 120, 20), None, "Recently used"),  # over the field
        (Rect(400, 40, 120, 20), None, "Recently used"),  # behind it, in its row
        (Rect(10, 10, 120, 20), Rect(100, 40, 60, 20), "Recently used"),  # the label is another's
        (None, None, "Files"),  # the title of the group that both stand in
        (None, Rect(100, 40, 60, 20), "Recently used"),  # the label is another's, the title its
    ],
)
@pytest.mark.parametrize("named", ["", "Recently used"])
async def test_a_field_is_called_by_the_label_of_its_row_where_that_of_another_row_is_told(
    told_at: Rect | None, between: Rect | None, called: str, named: str
) -> None:
    """Some toolkits tell of the label that was made before the field, wherever that stands, and Qt
    of the title of the group that a field is in."""
    application, window, form, behind = (SpiNode(f"/{name}", SpiRole.PANEL, 0) for name in "awfb")
    told = SpiNode("/told", SpiRole.LABEL, 0, "Recently used", is_showing=True)
    told.extents = told_at or told.extents
    form.name, form.extents = "Recently used", Rect(0, 0, 500, 300)
    own = SpiNode("/own", SpiRole.LABEL, 0, "Files", is_showing=True)
    field = SpiNode("/field", SpiRole.SPIN_BUTTON, 0, named, is_showing=True)
    other = SpiNode("/other", SpiRole.SPIN_BUTTON, 0, "Folders", is_showing=True)
    own.extents, field.extents = Rect(10, 40, 60, 20), Rect(200, 40, 80, 20)
    other.extents = between or other.extents
    covered = SpiNode("/covered", SpiRole.LABEL, 0, "No", is_showing=True)
    covered.extents = Rect(150, 40, 20, 20)  # in a window behind
    for holder, held in (
        (application, [window, behind]),
        (window, [form]),
        (behind, [covered]),
        (form, [told, own, other, field]),
    ):
        holder.children = held
        for node in held:
            node.parent = holder

    class Line(ApplicationLine):
        async def call_all(self, calls: Sequence[Call]) -> list[Any]:
            labelled = [(2, [(":1.7", "/told" if told_at else "/f")])]
            return [labelled if each.member == "GetRelationSet" else None for each in calls]

    facts = ApplicationFacts(":1.7", 1, "Settings", "gtk", "3.24")
    line = Line(AccessibilityBus(None, print), facts, width=8, timeout_secs=1.0)
    await DetailReader(line, {}).fill(list(application.below()))
    assert name_of(field, Role.SPIN_BOX) == called


@pytest.mark.parametrize(("name", "chosen"), [("Hardback", "Hardback"), ("Binding:", "")])
def test_a_combo_box_that_is_called_by_its_label_holds_nothing(name: str, chosen: str) -> None:
    """Qt calls it by what is chosen, and by its label where that is nothing."""
    box = SpiNode("/1", SpiRole.COMBO_BOX, 0, name, is_showing=True)
    box.label = "Binding:"
    assert text_of(box, Role.COMBO_BOX) == chosen


def test_signs_that_end_a_line_are_read_as_that() -> None:
    """Qt tells of the frames and cells of a text by two that stand for nothing else."""
    assert (
        without_invisible("\ufdd0Found in 1875.\u2028By him\ufdd1") == "\nFound in 1875.\nBy him\n"
    )


@pytest.mark.parametrize(
    ("name", "description", "called"),
    [("\uf186", "Dark mode", "Dark mode"), ("\uf013 Settings", "", "Settings"), ("\uf013", "", "")],
)
def test_a_picture_of_an_icon_font_is_no_name(name: str, description: str, called: str) -> None:
    assert name_of(SpiNode("/1", PUSH_BUTTON, 0, name, description), Role.BUTTON) == called


def test_what_a_viewport_of_gtk_3_holds_shows_also_where_it_is_scrolled_far() -> None:
    """It says of itself that it does not, then, and lies nowhere; what it holds says that it does.
    One that is hidden is not visible, or what holds it does not show."""
    visible, showing = bits(SpiState.VISIBLE), bits(SpiState.VISIBLE, SpiState.SHOWING)
    at = ROOT_PATH.removesuffix("root")

    def found(pane: int, viewport: int) -> list[str]:
        told = [("root", "", 75, showing), ("pane", "root", 49, pane)]
        told += [("viewport", "pane", 68, viewport), ("rows", "viewport", 66, showing)]
        items = [
            ((":1", at + name), (), (":1", at + above), 0, 0, [], "", role, "", (states, 0))
            for name, above, role, states in told
        ]
        root = root_from_cache(items, ApplicationFacts(":1", 1, "App", "gtk", "3.24"), {})
        return [node.path.rpartition("/")[2] for node in root.below()] if root else []

    assert found(showing, visible) == ["pane", "viewport", "rows"]
    assert found(showing, 0) == ["pane"]
    assert found(visible, visible) == []
