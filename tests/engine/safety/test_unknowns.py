"""What nobody can tell is asked, in a window as in a page, until it was seen to return."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, PressKeys, TypeText
from engine.domain.approvals import Asking, PolicyAnswer
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import Control, RiskClass
from engine.domain.spaces import Rect
from engine.domain.zones import Role, Source, State, Zone
from engine.safety.policy import AskingLayer
from engine.safety.risks import WordRiskRater
from engine.safety.unknowns import unknown_of
from engine.safety.web.page_risks import WebRiskRater
from engine.states.spots import control_upon
from tests.engine.acting.web.pages import WebPage
from tests.support.stage import situation, zone

UNKNOWN, HARMLESS = RiskClass.UNKNOWN, RiskClass.REVERSIBLE
FOCUSED = frozenset({State.ENABLED, State.EDITABLE, State.FOCUSED})


def _click(label: str, role: Role) -> tuple[PlanStep, Situation]:
    seen = situation(replace(zone("thing", role), label=label))
    return PlanStep(1, "thing", label, Click(), "Click it"), seen


def _press(*keys: str, on: Situation | None = None) -> tuple[PlanStep, Situation]:
    action: Action = PressKeys(keys)
    return PlanStep(1, GLOBAL_ZONE_ID, "", action, "Press it"), on or situation(zone("Save"))


@pytest.mark.parametrize(
    ("label", "role", "risk_class"),
    [
        ("", Role.BUTTON, UNKNOWN),
        ("\ue872", Role.BUTTON, UNKNOWN),
        ("🦄", Role.BUTTON, UNKNOWN),
        ("Звіт і їжа", Role.BUTTON, UNKNOWN),
        ("Smazat příspěvek", Role.BUTTON, UNKNOWN),
        ("ลบ", Role.MENU_ITEM, UNKNOWN),
        ("Total", Role.LABEL, UNKNOWN),
        ("A view of the sea", Role.IMAGE, UNKNOWN),
        ("", Role.CELL, UNKNOWN),
        ("report.txt", Role.LIST_ITEM, HARMLESS),
        ("", Role.CHECK_BOX, HARMLESS),
        ("", Role.TEXT_FIELD, HARMLESS),
        ("", Role.TAB, HARMLESS),
        ("Open", Role.BUTTON, HARMLESS),
        ("7", Role.BUTTON, HARMLESS),
        ("√", Role.BUTTON, HARMLESS),
        ("view-grid-symbolic", Role.BUTTON, HARMLESS),
        ("Delete", Role.LABEL, RiskClass.IRREVERSIBLE),
        ("Papierkorb leeren", Role.LIST_ITEM, RiskClass.IRREVERSIBLE),
        ("edit-delete-symbolic", Role.BUTTON, RiskClass.IRREVERSIBLE),
        ("🗑", Role.BUTTON, RiskClass.IRREVERSIBLE),
        ("Lö_schen", Role.BUTTON, RiskClass.IRREVERSIBLE),
        ("Restart Later", Role.BUTTON, HARMLESS),
        ("Nicht löschen", Role.BUTTON, HARMLESS),
        ("Den Papierkorb nicht leeren", Role.BUTTON, HARMLESS),
        ("call-start-symbolic", Role.BUTTON, RiskClass.LEAVES_MACHINE),
        ("Allow remote access", Role.SWITCH, RiskClass.LEAVES_MACHINE),
    ],
)
def test_what_is_clicked_in_a_window(label: str, role: Role, risk_class: RiskClass) -> None:
    assert WordRiskRater().rate(*_click(label, role)).risk_class is risk_class


def test_a_button_of_a_dialog_is_known_by_words_that_leave_show_or_choose() -> None:
    for label, risk_class in (
        ("Inserisci", UNKNOWN),
        ("Adicionar Fonte", UNKNOWN),
        ("Apri", HARMLESS),
        ("Cancel", HARMLESS),
        ("OK", HARMLESS),
        ("Weiter", HARMLESS),
    ):
        step, seen = _click(label, Role.BUTTON)
        assert WordRiskRater().rate(step, seen).risk_class is HARMLESS
        dialog = replace(seen.windows[0], is_dialog=True, title="Recensione")
        asked = WordRiskRater().rate(step, replace(seen, windows=(dialog,)))
        assert asked.risk_class is risk_class, label


def test_what_is_dropped_is_known_among_its_like_only() -> None:
    end = replace(zone("Applications", Role.ICON), label="Applications")
    step = PlanStep(1, "file", "file", Drag(to_zone_id="Applications"), "Drag it")
    for role, risk_class in ((Role.LIST_ITEM, UNKNOWN), (Role.ICON, HARMLESS)):
        seen = situation(zone("file", role, at=1), end)
        assert WordRiskRater().rate(step, seen).risk_class is risk_class


def test_a_no_loses_what_a_dialog_offers_to_keep_and_a_yes_binds_to_its_terms() -> None:
    for label, title, risk_class in (
        ("No", "Recover the unfinished message?", RiskClass.IRREVERSIBLE),
        ("復旧しない(_D)", "完了していないメッセージを復旧しますか?", RiskClass.IRREVERSIBLE),
        ("No", "Show the toolbar?", HARMLESS),
        ("Yes", "License agreement", RiskClass.LEAVES_MACHINE),
    ):
        step, seen = _click(label, Role.BUTTON)
        dialog = replace(seen.windows[0], is_dialog=True, title=title)
        asked = WordRiskRater().rate(step, replace(seen, windows=(dialog,)))
        assert asked.risk_class is risk_class, label


def test_what_is_brought_back_out_of_a_bin_is_harmless() -> None:
    step, seen = _click("_Restore and Show", Role.MENU_ITEM)
    assert WordRiskRater().rate(step, seen).risk_class is RiskClass.IRREVERSIBLE
    bin_window = replace(seen.windows[0], title="Trash — Files")
    inside = replace(seen, windows=(bin_window,))
    assert WordRiskRater().rate(step, inside).risk_class is HARMLESS


def test_a_return_that_nobody_knows_the_taker_of_is_asked_in_a_page() -> None:
    page = WebPage("https://chat.example/")
    page.add("Message", Role.TEXT_AREA)
    rater = WebRiskRater(start_url="https://chat.example/")
    asked = rater.rate(_press("Return")[0], page.situation())
    assert asked.risk_class is UNKNOWN


@pytest.mark.parametrize(
    ("keys", "risk_class"),
    [
        (("ctrl", "s"), HARMLESS),
        (("f8",), RiskClass.IRREVERSIBLE),
        (("f7",), UNKNOWN),
        (("alt", "s"), UNKNOWN),
        (("e",), UNKNOWN),
        (("7",), HARMLESS),
        (("ctrl", "enter"), RiskClass.LEAVES_MACHINE),
        (("ctrl", "shift", "delete"), RiskClass.IRREVERSIBLE),
    ],
)
def test_chords(keys: tuple[str, ...], risk_class: RiskClass) -> None:
    assert WordRiskRater().rate(*_press(*keys)).risk_class is risk_class


def test_a_chord_is_known_where_it_writes_or_an_entry_says_what_it_does() -> None:
    writing = situation(zone("Text", Role.TEXT_AREA, state=FOCUSED))
    assert WordRiskRater().rate(*_press("e", on=writing)).risk_class is HARMLESS
    told = situation(zone("Page break", Role.MENU_ITEM, shortcut="ctrl+shift+delete"))
    assert WordRiskRater().rate(*_press("ctrl", "shift", "delete", on=told)).risk_class is HARMLESS


def test_a_page_and_a_window_have_one_answer() -> None:
    page = WebPage("https://shop.example/")
    nameless, text = page.add("", Role.BUTTON), page.add("Total", Role.LABEL)
    link = page.add("", Role.LINK, href="https://shop.example/more")
    rater = WebRiskRater(start_url="https://shop.example/")
    found = [
        rater.rate(PlanStep(1, each, "", Click(), "Click it"), page.situation())
        for each in (nameless, text, link)
    ]
    assert [each.risk_class for each in found] == [UNKNOWN, UNKNOWN, HARMLESS]
    assert found[0].why == "Pilothouse can't tell what it does: a control without a name"


def test_what_was_seen_to_be_taken_back_is_known_in_that_program_and_place_only() -> None:
    step, seen = _click("", Role.BUTTON)
    control = control_upon(step, seen)
    assert control is not None
    assert WordRiskRater(returned={control}).rate(step, seen).risk_class is HARMLESS
    for other in (
        replace(control, program="Mail"),
        replace(control, place="90,90"),
        replace(control, role="icon"),
        Control("Window", "button", "Send", control.place),
    ):
        assert WordRiskRater(returned={other}).rate(step, seen).risk_class is UNKNOWN


def test_where_nothing_of_the_operators_is_within_reach_the_unknown_is_harmless() -> None:
    step, seen = _click("", Role.BUTTON)
    inside = replace(seen, is_sandboxed=True)
    assert WordRiskRater().rate(step, inside).risk_class is HARMLESS
    step, seen = _click("Delete", Role.BUTTON)
    inside = replace(seen, is_sandboxed=True)
    assert WordRiskRater().rate(step, inside).risk_class is RiskClass.IRREVERSIBLE


@pytest.mark.parametrize(
    ("asking", "answer"), [(Asking.RISKY, PolicyAnswer.ASK), (Asking.NEVER, PolicyAnswer.DENY)]
)
def test_the_unknown_is_asked_and_denied_where_nobody_is(
    asking: Asking, answer: PolicyAnswer
) -> None:
    step, seen = _click("", Role.BUTTON)
    ruling = AskingLayer(asking).rule(step, WordRiskRater().rate(step, seen), "")
    assert ruling is not None and ruling.answer is answer
    assert ruling.why.startswith("Pilothouse can't tell what it does: a control without a name")


BOX_STATE = frozenset({State.ENABLED, State.FOCUSED, State.EDITABLE})
LINE = replace(zone("Line", Role.TEXT_FIELD, state=BOX_STATE), value="xterm -e ls")
GO = zone("Go", at=1)


def in_box(action: Action, target: Zone, *inside: Zone) -> str:
    step = PlanStep(1, target.zone_id, target.label, action, "It is tried")
    return unknown_of(step, situation(*inside), frozenset())


def test_a_line_that_a_window_consists_of_may_be_run_whatever_its_button_is_called() -> None:
    for button in (GO, zone("Start", at=1), zone("Open", at=1), zone("OK", at=1)):
        assert "takes the line" in in_box(Click(), button, LINE, button)
    assert "takes the line" in in_box(PressKeys(("Return",)), LINE, LINE, GO)
    assert "takes the line" in in_box(TypeText("ls\n"), replace(LINE, value=""), LINE, GO)
    assert "takes the line" in in_box(PressKeys(("Return",)), LINE, LINE), "without a button, too"


def test_a_line_in_a_window_that_has_more_to_it_is_an_ordinary_one() -> None:
    for more in (zone("Text", Role.TEXT_AREA, at=2), zone("File", Role.MENU, at=2)):
        assert in_box(Click(), GO, LINE, GO, more) == ""
    assert in_box(Click(), GO, LINE, GO, replace(LINE, zone_id="second")) == ""
    assert in_box(Click(), GO, replace(LINE, value=""), GO) == ""
    cancel = zone("Cancel", at=1)
    assert in_box(Click(), cancel, LINE, cancel) == ""
    seen = situation(LINE, GO)
    main = replace(seen.windows[0], window_id="main", title="Main")
    step = PlanStep(1, GO.zone_id, GO.label, Click(), "It is tried")
    assert unknown_of(step, replace(seen, windows=(*seen.windows, main)), frozenset()) == ""


@pytest.mark.parametrize("yes", ["OK", "Proceed", "确定", "Aceptar", "Fortsetzen"])
def test_a_yes_is_asked_about_where_a_message_offers_a_no(yes: str) -> None:
    text = zone("The branch is written anew.", Role.LABEL, at=1)
    asking = situation(zone(yes), text, zone("Cancel", at=2))
    asking = replace(asking, windows=(replace(asking.windows[0], is_dialog=True),))
    step = PlanStep(1, yes, yes, Click(), "Click it")
    assert "says yes where a no is offered" in WordRiskRater().rate(step, asking).why
    told_only = replace(asking, zones=asking.zones[:2])
    with_choices = replace(asking, zones=(*asking.zones, zone("Border", Role.CHECK_BOX, at=3)))
    greeting = replace(asking.windows[0], title="Welcome")
    for harmless in (told_only, with_choices, replace(asking, windows=(greeting,))):
        assert "says yes" not in WordRiskRater().rate(step, harmless).why


def test_in_the_sandbox_a_warning_in_any_words_is_asked_about_and_the_unknown_is_not() -> None:
    question, told = zone("Frobnikoidaanko levy?", Role.LABEL), zone("It is quenched.", Role.LABEL)
    for label, inside, is_asked in (
        ("Joo", (question,), True),
        ("Quench it", (told, zone("Cancel", at=2)), True),
        ("Proceed", (told, zone("Cancel", at=2)), True),
        ("Quench it", (zone("This will erase all files.", Role.LABEL),), True),
        ("Cancel", (question, told), False),
        ("Quench it", (told,), False),
        ("Quench it", (told, zone("Cancel", at=2), zone("Name", Role.TEXT_FIELD, at=3)), False),
    ):
        dialog = situation(zone(label, at=1), *inside)
        windows = (replace(dialog.windows[0], is_dialog=True),)
        seen = replace(dialog, windows=windows, is_sandboxed=True)
        step = PlanStep(1, label, label, Click(), "It is tried")
        risk = WordRiskRater().rate(step, seen)
        assert (risk.risk_class is not HARMLESS) is is_asked, (label, inside)


def test_a_return_may_press_the_yes_of_a_question_wherever_the_keyboard_is() -> None:
    for text, is_asked in (("Frobnikoidaanko levy?", True), ("The disk spins.", False)):
        dialog = situation(zone("Joo", at=1), zone("Ei", at=2), zone(text, Role.LABEL))
        windows = (replace(dialog.windows[0], is_dialog=True, is_active=True),)
        for is_sandboxed in (True, False):
            seen = replace(dialog, windows=windows, is_sandboxed=is_sandboxed)
            step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("Return",)), "It is tried")
            assert ("answers" in WordRiskRater().rate(step, seen).why) is is_asked


@pytest.mark.parametrize("key", ["F5", "F9", "Ctrl+R"])
def test_a_key_that_runs_what_is_written_in_many_programs_is_known_elsewhere_only(key: str) -> None:
    keys = tuple(key.split("+"))
    written = situation(zone("Code", Role.TEXT_AREA, state=FOCUSED))
    rows = situation(zone("a.txt", Role.CELL, state=frozenset({State.ENABLED, State.FOCUSED})))
    entry = zone("Reload", Role.MENU_ITEM, shortcut=key.lower())
    told = situation(*written.zones, entry)
    sandboxed = replace(written, is_sandboxed=True)
    for seen, risk_class in (
        (written, UNKNOWN),
        (situation(zone("def go():", Role.LABEL, source=Source.TEXT)), UNKNOWN),
        (situation(zone("Save")), HARMLESS),
        (rows, HARMLESS),
        (told, HARMLESS),
        (sandboxed, HARMLESS),
    ):
        assert WordRiskRater().rate(*_press(*keys, on=seen)).risk_class is risk_class


CHAT_LINE = zone("Message", Role.TEXT_FIELD, at=5, state=FOCUSED)
CHAT_TEXT = zone("", Role.TEXT_AREA, at=5, state=FOCUSED)


@pytest.mark.parametrize("asking", [Asking.RISKY, Asking.NEVER])
@pytest.mark.parametrize(
    ("field", "is_told"),
    [
        pytest.param(CHAT_LINE, False, id="a chat's line"),
        pytest.param(CHAT_TEXT, False, id="a chat's text, or a comment"),
        pytest.param(replace(CHAT_LINE, label=""), False, id="a line of a channel"),
        pytest.param(replace(CHAT_LINE, role=Role.COMBO_BOX), False, id="a quick command"),
        pytest.param(replace(CHAT_LINE, label="New task"), False, id="what adds to a list"),
        pytest.param(replace(CHAT_LINE, role=Role.PASSWORD_FIELD), False, id="a password"),
        pytest.param(replace(CHAT_TEXT, label="Commit message"), False, id="a note of a commit"),
        pytest.param(replace(CHAT_LINE, label="Search as you type"), True, id="a search"),
        pytest.param(replace(CHAT_LINE, label="In Dokument suchen"), True, id="a search, German"),
        pytest.param(replace(CHAT_LINE, role=Role.SPIN_BOX, label=""), True, id="a number"),
        pytest.param(replace(CHAT_TEXT, value="Dear Ann,\n\nYours"), True, id="a text of lines"),
        pytest.param(replace(CHAT_TEXT, bounds_px=Rect(4, 8, 56, 32)), True, id="a text editor"),
        pytest.param(replace(CHAT_TEXT, bounds_px=Rect(4, 26, 56, 20)), False, id="below a talk"),
    ],
)
def test_a_return_that_may_send_what_is_written_is_asked_about_on_ones_own_desktop(
    asking: Asking, field: Zone, *, is_told: bool
) -> None:
    """No button says what it does. In the sandbox nothing of the person's is within reach."""
    seen = situation(field, zone("Ann: See you!", Role.LABEL, at=1), zone("Ann", Role.LIST_ITEM))
    step, _ = _press("Return")
    risk = WordRiskRater().rate(step, seen)
    asks = PolicyAnswer.DENY if asking is Asking.NEVER else PolicyAnswer.ASK
    answer = AskingLayer(asking).rule(step, risk, "").answer
    assert answer is (PolicyAnswer.ALLOW if is_told else asks)
    boxed = WordRiskRater().rate(step, replace(seen, is_sandboxed=True))
    assert AskingLayer(asking).rule(step, boxed, "").answer is PolicyAnswer.ALLOW
    typed = PlanStep(1, field.zone_id, field.label, TypeText("one\ntwo"), "Type it")
    if field.role is Role.TEXT_AREA:
        answer = AskingLayer(asking).rule(typed, WordRiskRater().rate(typed, seen), "").answer
        assert answer is (PolicyAnswer.ALLOW if is_told else asks)


def test_a_return_in_a_row_of_a_list_or_in_a_dialog_is_told_by_that() -> None:
    step, _ = _press("Return")
    name = situation(CHAT_LINE, zone("a.txt", Role.LIST_ITEM, at=5))
    assert WordRiskRater().rate(step, name).risk_class is HARMLESS
    dialog = situation(CHAT_LINE, zone("Cancel"), zone("Find", at=1), zone("", Role.TAB, at=2))
    dialog = replace(dialog, windows=(replace(dialog.windows[0], is_dialog=True),))
    assert WordRiskRater().rate(step, dialog).risk_class is HARMLESS
    bare = replace(dialog, zones=(CHAT_LINE, zone("", Role.LIST_ITEM, at=1)))
    assert WordRiskRater().rate(step, bare).risk_class is UNKNOWN, "a dialog without a button"


def test_what_is_typed_into_a_window_that_only_asks_may_press_what_has_the_keyboard() -> None:
    texts = (zone("You must log in again.", Role.LABEL), zone("Add you?", Role.LABEL, at=1))
    yes, no = zone("Add", at=2), zone("Ignore", at=2)
    typed = PlanStep(1, GLOBAL_ZONE_ID, "", TypeText("the tide"), "Type it")
    here = situation(*texts, yes, no)
    assert "has the keyboard" in unknown_of(typed, here, frozenset())
    sign = zone("", Role.IMAGE)
    assert "has the keyboard" in unknown_of(typed, situation(sign, *here.zones), frozenset())
    for more in (zone("", Role.TEXT_FIELD, at=1), zone("Name", Role.TEXT_AREA, at=1)):
        assert unknown_of(typed, situation(*texts, more, yes, no), frozenset()) == ""
    field = replace(zone("Name", Role.TEXT_FIELD, at=3), state=FOCUSED)
    assert unknown_of(typed, situation(*texts, yes, no, field), frozenset()) == ""
    assert unknown_of(typed, situation(texts[0]), frozenset()) == ""
