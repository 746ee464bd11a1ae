"""A guest that was granted a folder, before a dialog for files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, PressKeys, TypeText
from engine.domain.guests import Granted
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State, Zone
from engine.safety.risks import WordRiskRater
from engine.safety.scoped_risks import GrantedRater
from tests.support import drawn

MINE = "/home/me/granted"
DIALOG = drawn.window("Open File", dialog=True)


def shown(named: str, focus: str) -> Situation:
    """The dialog with that name in its field, and the keyboard in ``focus``."""

    def zone(label: str, role: Role, x: int, value: str = "") -> Zone:
        states = (State.EDITABLE,) if role is Role.TEXT_FIELD else ()
        focused = (State.FOCUSED,) if label == focus else ()
        place = Rect(30 + x, 30, 60, 20)
        return drawn.zone(label, role, place, *states, *focused, value=value, at=DIALOG.window_id)

    zones = (
        zone("Name", Role.TEXT_FIELD, 0, named),
        zone("mine.txt", Role.LIST_ITEM, 70),
        zone("Open", Role.BUTTON, 140),
    )
    return drawn.drawn([DIALOG], zones)


def is_refused(action: Action, zone_id: str, seen: Situation, **granted: tuple[str, ...]) -> bool:
    grants = Granted(**(granted or {"files": (MINE,)}))
    rater = GrantedRater(WordRiskRater(goal=""), lambda: grants)
    step = PlanStep(1, zone_id, zone_id, action, "Do it")
    return bool(rater.rate(step, seen).leaves)


@pytest.mark.parametrize("more", ["", "\n", "/\n../private.txt\n", "\t", "\r"])
def test_a_path_is_typed_alone_for_a_line_s_end_takes_it(more: str) -> None:
    seen = shown("", "Name")
    assert is_refused(TypeText(f"{MINE}/note.txt{more}"), "Name", seen) == bool(more)


@pytest.mark.parametrize(("focus", "is_no"), [("Name", False), ("Open", False), ("mine.txt", True)])
def test_enter_takes_what_is_named_and_not_what_the_keyboard_is_on(focus: str, is_no: bool) -> None:
    enter = PressKeys(("enter",))
    assert is_refused(enter, GLOBAL_ZONE_ID, shown(f"{MINE}/note.txt", focus)) == is_no
    assert is_refused(enter, GLOBAL_ZONE_ID, shown("/etc/passwd", focus))


@pytest.mark.parametrize("held", [("super",), ("ctrl", "alt"), ()])
def test_keys_held_at_a_click_may_be_the_desktop_s_own(held: tuple[str, ...]) -> None:
    window = replace(DIALOG, is_dialog=False)
    seen = drawn.drawn([window], [drawn.zone("Fine", Role.BUTTON, Rect(30, 30, 60, 20))])
    seen = replace(seen, zones=(replace(seen.zones[0], window_id=window.window_id),))
    refused = is_refused(Click(modifiers=held), "Fine", seen, windows=("Open File",))
    assert refused == bool(held)
