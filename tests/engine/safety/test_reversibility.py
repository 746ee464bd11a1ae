"""What is said beforehand of taking back: how, how far, or why not; as the gate is told it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, Launch, PressKeys, Scroll, TypeText
from engine.domain.history import LocalActionHistory, LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation, StepPlace
from engine.domain.risks import Degree, Reversibility, Risk
from engine.domain.zones import Role, Source, State, Zone
from engine.safety.risks import WordRiskRater
from engine.states.marking import mark_of
from tests.support.stage import situation, zone

FOCUSED = frozenset({State.ENABLED, State.FOCUSED})
EDITABLE = FOCUSED | {State.EDITABLE}


def rated(action: Action, seen: Situation, target: str = GLOBAL_ZONE_ID) -> Risk:
    return WordRiskRater().rate(PlanStep(1, target, target, action, "does it"), seen)


def question(text: str, *labels: str) -> Situation:
    """A dialog that asks."""
    buttons = [zone(label, at=row) for row, label in enumerate(labels, 1)]
    seen = situation(zone(text, Role.LABEL), *buttons)
    return replace(seen, windows=(replace(seen.windows[0], is_dialog=True),))


@pytest.mark.parametrize(
    ("target", "action", "degree", "how"),
    [
        (zone("Wrap", Role.CHECK_BOX), Click(), Degree.REVERSIBLE, "Click it again"),
        (zone("One", Role.RADIO_BUTTON), Click(), Degree.REVERSIBLE, "selected before"),
        (zone("Tab", Role.TAB), Click(), Degree.REVERSIBLE, "selected before"),
        (zone("View", Role.MENU), Click(), Degree.REVERSIBLE, "Escape"),
        (zone("Export…"), Click(), Degree.REVERSIBLE, "Cancel"),
        (zone("Go"), Click(), Degree.UNKNOWN, "No way back is known"),
        (zone("7"), Click(), Degree.UNKNOWN, "No way back is known"),
        (zone("Sort lines", Role.MENU_ITEM), Click(), Degree.UNKNOWN, "No way back is known"),
        (zone("Wrap", Role.CHECK_MENU_ITEM), Click(), Degree.REVERSIBLE, "Click it again"),
        (
            replace(zone("Bold", Role.TOGGLE_BUTTON), source=Source.SHAPE),
            Click(),
            Degree.UNKNOWN,
            "",
        ),
        (None, PressKeys(("7",)), Degree.UNKNOWN, "No way back is known"),
        (zone("0", Role.LABEL), TypeText("x"), Degree.UNKNOWN, "No way back is known"),
        (zone("Go"), Click(button="right"), Degree.REVERSIBLE, "Escape"),
        (zone("Close"), Click(), Degree.PARTLY, "Open it again"),
        (zone("_Quit", Role.MENU_ITEM), Click(), Degree.PARTLY, "Open it again"),
        (zone("Save"), Click(), Degree.PARTLY, "former content"),
        (zone("Save As...", Role.MENU_ITEM), Click(), Degree.REVERSIBLE, "closes what it opens"),
        (zone("Speichern…"), Click(), Degree.REVERSIBLE, "closes what it opens"),
        (zone("OK"), Click(), Degree.PARTLY, "former values"),
        (zone("Name", Role.TEXT_FIELD), TypeText("x"), Degree.REVERSIBLE, "Undo"),
        (zone("Word", Role.PASSWORD_FIELD), TypeText("x"), Degree.PARTLY, "can't be read"),
        (zone("List", Role.LIST_ITEM), Scroll(down=1), Degree.REVERSIBLE, "Scroll back"),
        (zone("List", Role.LIST_ITEM), Drag(), Degree.REVERSIBLE, "Drag it back"),
        (None, Launch("App"), Degree.REVERSIBLE, "Close its window"),
        (None, PressKeys(("pagedown",)), Degree.REVERSIBLE, "Press Pageup"),
        (None, PressKeys(("alt", "f4")), Degree.PARTLY, "not saved"),
        (None, PressKeys(("ctrl", "w")), Degree.PARTLY, "not saved"),
        (None, PressKeys(("ctrl", "s")), Degree.PARTLY, "former content"),
        (None, PressKeys(("delete",)), Degree.PARTLY, "wastebasket"),
        (None, PressKeys(("shift", "delete")), Degree.IRREVERSIBLE, "can't"),
        (zone("Empty the wastebasket"), Click(), Degree.IRREVERSIBLE, "can't"),
        (zone("Clear list", Role.MENU_ITEM), Click(), Degree.IRREVERSIBLE, "can't"),
        (zone("Discard changes"), Click(), Degree.IRREVERSIBLE, "can't"),
        (zone("Close without Saving"), Click(), Degree.IRREVERSIBLE, "can't"),
        (zone("Send"), Click(), Degree.IRREVERSIBLE, "can't"),
        (zone("Format", Role.MENU), Click(), Degree.REVERSIBLE, "Escape"),
    ],
)
def test_what_is_declared(target: Zone | None, action: Action, degree: Degree, how: str) -> None:
    seen = situation(*([target] if target else []))
    risk = rated(action, seen, target.zone_id if target else GLOBAL_ZONE_ID)
    assert risk.degree is degree
    assert how in risk.undo


def test_a_key_of_a_calculator_does_not_toggle_whatever_its_toolkit_says() -> None:
    seven, sine = zone("7", Role.TOGGLE_BUTTON), zone("sin", Role.TOGGLE_BUTTON, at=1)
    for key in (seven, sine):
        risk = rated(Click(), situation(seven, sine), key.zone_id)
        assert (risk.degree, "among digits" in risk.undo) == (Degree.UNKNOWN, True)
    assert "Click it again" in rated(Click(), situation(sine), sine.zone_id).undo


def test_delete_in_a_text_can_be_undone() -> None:
    seen = situation(zone("Text", Role.TEXT_AREA, state=EDITABLE))
    assert rated(PressKeys(("Delete",)), seen).degree is Degree.REVERSIBLE


def test_a_return_in_a_shell_is_final_and_one_in_a_text_is_not() -> None:
    shell = situation(zone("Terminal", Role.TEXT_AREA, state=FOCUSED))
    text = situation(zone("Text", Role.TEXT_AREA, state=EDITABLE, value="one\ntwo"))
    for action in (PressKeys(("Return",)), TypeText("ls\n")):
        assert rated(action, shell).degree is Degree.IRREVERSIBLE
        assert rated(action, text).degree is Degree.REVERSIBLE
    assert rated(TypeText("ls"), shell).degree is Degree.REVERSIBLE


def test_no_to_the_question_whether_to_save_is_final() -> None:
    seen = question("Save changes to “note.txt”?", "No", "Cancel", "Yes")
    risk = rated(Click(), seen, "No")
    assert risk.degree is Degree.IRREVERSIBLE
    assert "Save changes" in risk.why
    assert rated(Click(), seen, "Cancel").degree is Degree.PARTLY
    assert rated(Click(), question("Show hints?", "No"), "No").degree is Degree.PARTLY


def test_yes_to_the_question_whether_to_delete_is_final() -> None:
    seen = question("Permanently delete “a.txt”?", "No", "Yes")
    assert rated(Click(), seen, "Yes").degree is Degree.IRREVERSIBLE
    assert rated(Click(), question("Wrap lines?", "Yes"), "Yes").degree is Degree.PARTLY


def test_replacing_a_text_can_be_undone_and_replacing_a_file_can_not() -> None:
    search = situation(zone("Search for:", Role.LABEL), zone("Replace", at=1))
    assert rated(Click(), search, "Replace").degree is Degree.UNKNOWN
    file = question("A file of this name exists. Replace it?", "Replace")
    assert rated(Click(), file, "Replace").degree is Degree.IRREVERSIBLE


def test_before_what_can_not_be_taken_back_nothing_is_as_it_was() -> None:
    """However much the screen looks like it."""
    history, seen = LocalActionHistory(), mark_of(situation(zone("Send")))
    step = PlanStep(1, GLOBAL_ZONE_ID, "", Click(), "does it")
    for number, degree in enumerate((Degree.REVERSIBLE, Degree.IRREVERSIBLE, Degree.PARTLY), 1):
        history.stack.append(
            LocalActionNode(StepPlace(1, number), step, seen, seen, Reversibility(degree, "how"))
        )
    first, sent, last = history.stack
    assert history.origin_of(last, lambda before: True) is last
    assert history.origin_of(last, lambda before: False) is None
    assert history.origin_of(sent, lambda before: True) is None
    assert history.origin_of(first, lambda before: True) is first
