"""One table of keys: whoever reads, compares or presses a key knows it by all its names."""

from __future__ import annotations

import pytest

from engine.language.keys import (
    chord_of,
    chord_written,
    names_of,
    one_name,
    plan_name,
    read_chord,
    stands_for,
)
from engine.surfaces.browser.page_input import key_names
from engine.surfaces.desktop.at_spi.details import shortcut_from


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ("Ctrl+S", ("ctrl", "s")),
        ("Strg+Entf", ("ctrl", "delete")),
        ("Umschalt+Eingabe", ("shift", "return")),
        ("Rücktaste", ("backspace",)),
        ("the page down key", ("page_down",)),
        ("ctrl++", ("ctrl", "plus")),
        ("Print", ()),
        ("Next", ()),
    ],
)
def test_chords_as_people_say_them(said: str, keys: tuple[str, ...]) -> None:
    assert read_chord(said) == keys


@pytest.mark.parametrize(
    ("written", "name", "in_browser"),
    [
        ("Return", "enter", "Enter"),
        ("KP_Enter", "enter", "Enter"),
        ("Page_Down", "pagedown", "PageDown"),
        ("Prior", "pageup", "PageUp"),
        ("Control_L", "ctrl", "Control"),
        ("winleft", "super", "Meta"),
        ("strg", "ctrl", "Control"),
        ("esc", "escape", "Escape"),
        ("up", "up", "ArrowUp"),
        ("plus", "+", "+"),
        ("equal", "=", "="),
        ("f5", "f5", "F5"),
        ("A", "a", "a"),
    ],
)
def test_a_key_has_one_name_and_each_surface_its_own(
    written: str, name: str, in_browser: str
) -> None:
    assert one_name(written) == name
    assert key_names((written,)) == (in_browser,)
    assert key_names((plan_name(written),)) == (in_browser,)


@pytest.mark.parametrize(
    ("written", "chord"),
    [
        ("Strg + Shift+S", ("ctrl", "shift", "s")),
        ("ctrl++", ("ctrl", "+")),
        ("Ctrl + +", ("ctrl", "+")),
        ("ctrl+-", ("ctrl", "-")),
        ("+", ("+",)),
        ("page_up", ("pageup",)),
        ("alt+launch", ("alt", "launch")),
        ("ctrl+", ("ctrl",)),
        ("  ", ()),
    ],
)
def test_a_chord_as_it_is_written(written: str, chord: tuple[str, ...]) -> None:
    assert chord_written(written) == chord


def test_what_is_written_at_an_entry_stands_for_its_chord() -> None:
    assert stands_for("ctrl++", ("ctrl", "+")) and stands_for("Ctrl+=", ("ctrl", "+"))
    assert stands_for("Shift+Strg+Return", ("ctrl", "shift", "enter"))
    assert not stands_for("", ()) and not stands_for("ctrl+s", ("ctrl", "shift", "s"))


def test_equal_is_plus_to_who_compares_chords() -> None:
    assert chord_of(("ctrl", "equal")) == chord_of(("Strg", "+")) == ("ctrl", "+")


def test_what_toolkits_write_is_read_by_the_same_table() -> None:
    assert shortcut_from("s;<Alt>f:s;<Primary><Shift>Return", "Send") == "ctrl+shift+enter"
    assert {"strg", "control"} <= set(names_of("ctrl"))
