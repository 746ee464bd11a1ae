"""A text comes out as it is given, also where the editor indents by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.acting.executor import parts_of
from engine.domain.actions import Action, Click, PressKeys, TypeText
from engine.domain.plans import PlanStep, Situation
from engine.domain.zones import Role, Source, Zone
from tests.support.stage import situation, zone

AREA = zone("Text", Role.TEXT_AREA)
CODE = "if a:\n    b\n\nc {\n"


class Indenting:
    """An editor that keeps the indent of the line before, and adds to it after an opener."""

    def __init__(self) -> None:
        self.text = ""
        self._selected = 0

    def take(self, text: str) -> None:
        for character in text:
            self.text = self.text[: len(self.text) - self._selected]
            self._selected = 0
            self.text += character
            if character == "\n":
                line = self.text.split("\n")[-2]
                indent = line[: len(line) - len(line.lstrip())]
                self.text += indent + "    " * line.endswith((":", "{"))

    def press(self, keys: tuple[str, ...]) -> None:
        if keys == ("backspace",):
            self.text = self.text[:-1]
        else:
            self._selected = len(self.text) - self.text.rindex("\n") - 1


def typed(text: str, here: Situation) -> str:
    editor = Indenting()
    for part in parts_of(PlanStep(1, "Text", "Text", TypeText(text), "Type"), here):
        match part:
            case TypeText(text=words):
                editor.take(words)
            case PressKeys(keys=keys):
                editor.press(keys)
    return editor.text


@pytest.mark.parametrize("text", [CODE, CODE + "d", "  a\n  b", "a\nb\n"])
def test_what_the_editor_puts_in_is_typed_over(text: str) -> None:
    assert typed(text, situation(AREA)) == text


def test_nothing_but_the_text_is_typed_where_it_is_of_no_use_or_may_do_harm() -> None:
    here = situation(AREA)
    places = [situation(zone("Text", Role.TEXT_FIELD)), situation()]
    places.append(situation(replace(AREA, source=Source.TEXT)))
    for place, text in [(here, "Dear Ann\nHello"), *((place, CODE) for place in places)]:
        step = PlanStep(1, "Text", "Text", TypeText(text), "Type")
        assert list(parts_of(step, place)) == [TypeText(text)]


def entry(label: str, shortcut: str, menu: str) -> Zone:
    made = zone(label, Role.MENU_ITEM, parent_id=menu)
    return replace(made, on_screen=False, shortcut=shortcut)


EDIT = (entry("Copy", "ctrl+c", "Edit"), entry("Alles", "ctrl+a", "Edit"))
NODE = (entry("Add Child", "ctrl+a", "Node"), entry("Copy", "ctrl+c", "Edit"))
REPLACE = TypeText("b", replace=True)


@pytest.mark.parametrize(
    ("role", "menus", "text", "parts"),
    [
        (Role.TEXT_FIELD, EDIT, "b", [REPLACE]),
        (Role.CELL, NODE, "b", [REPLACE]),
        (
            Role.TEXT_FIELD,
            NODE,
            "b",
            [
                Click(),
                PressKeys(("home",)),
                PressKeys(("shift", "end")),
                PressKeys(("delete",)),
                TypeText("b"),
            ],
        ),
        (
            Role.TEXT_AREA,
            NODE,
            "",
            [
                Click(),
                PressKeys(("ctrl", "home")),
                PressKeys(("ctrl", "shift", "end")),
                PressKeys(("delete",)),
                TypeText(""),
            ],
        ),
    ],
)
def test_a_text_is_replaced_without_keys_that_the_program_has_for_something_else(
    role: Role, menus: tuple[Zone, ...], text: str, parts: list[Action]
) -> None:
    here = situation(zone("Text", role), *menus)
    step = PlanStep(1, "Text", "Text", TypeText(text, replace=True), "Type")
    assert list(parts_of(step, here)) == parts
    elsewhere = replace(here, zones=(zone("Text", role, window_id="Other"), *menus))
    assert list(parts_of(step, elsewhere)) == [TypeText(text, replace=True)]
