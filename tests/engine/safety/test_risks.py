"""Risk classes by kind of action and by the words on the target."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Drag, Launch, PressKeys, Scroll, TypeText, Wait
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.risks import RiskClass
from engine.domain.spaces import Spot
from engine.domain.zones import Role, State, Zone
from engine.language.grave_words import class_of_words
from engine.safety.risks import WordRiskRater
from engine.safety.web.pressing import risk_of_path
from engine.states.spots import control_upon
from tests.support.stage import situation, zone

SEEN = situation(
    zone("Save"),
    zone("Send"),
    zone("Delete"),
    zone("Don't Save"),
    zone("Replace"),
    zone("Sign in"),
    zone("Export…", Role.MENU_ITEM),
    zone("Delete mode", Role.CHECK_BOX),
    zone("Send a copy", Role.TEXT_FIELD),
    zone("Resend later", Role.LABEL),
    zone("Find and Replace…", Role.MENU_ITEM),
    zone("Delete line", Role.MENU_ITEM, on_screen=False, shortcut="ctrl+shift+k"),
    zone("Delete the larger one", Role.MENU_ITEM, on_screen=False, shortcut="ctrl++"),
)


@pytest.mark.parametrize(
    ("entry", "risk_class"),
    [
        ("Delete…", RiskClass.IRREVERSIBLE),
        ("Empty Trash...", RiskClass.IRREVERSIBLE),
        ("Datenträger formatieren …", RiskClass.IRREVERSIBLE),
        ("Удалить…", RiskClass.IRREVERSIBLE),
        ("Print…", RiskClass.REVERSIBLE),
        ("Send…", RiskClass.REVERSIBLE),
        ("Save As…", RiskClass.REVERSIBLE),
        ("Replace…", RiskClass.REVERSIBLE),
        ("Rechercher et remplacer…", RiskClass.REVERSIBLE),
        ("Settings…", RiskClass.REVERSIBLE),
    ],
)
def test_dots_promise_a_dialog_which_is_not_believed_of_what_destroys(
    entry: str, risk_class: RiskClass
) -> None:
    """Where no dialog comes it would be gone; where one came once that was left, it is known."""
    seen = situation(zone(entry, Role.MENU_ITEM), zone("Open", Role.MENU_ITEM))
    step = PlanStep(1, entry, entry, Click(), "It is tried")
    assert WordRiskRater().rate(step, seen).risk_class is risk_class
    control = control_upon(step, seen)
    assert control is not None
    assert WordRiskRater(returned={control}).rate(step, seen).risk_class is RiskClass.REVERSIBLE


ASKED = (
    ("Delete the file?", "Yes/OK/Continue/Sure/Proceed", "No/Not now/Cancel/Restart Later"),
    ("Datei löschen?", "Ja/OK/Weiter/Fortfahren", "Nein/Später/Jetzt nicht/Abbrechen"),
    ("Supprimer le fichier ?", "Oui/Continuer/D'accord", "Non/Plus tard/Annuler"),
    ("¿Eliminar el archivo?", "Sí/Aceptar/Continuar", "No/Más tarde/Ahora no/Cancelar"),
    ("Eliminare il file?", "Sì/Continua/Prosegui", "No/Più tardi/Non ora/Annulla"),
    ("Excluir o arquivo?", "Sim/Continuar", "Não/Mais tarde/Agora não/Cancelar"),
    ("Bestand verwijderen?", "Ja/Doorgaan/Verder", "Nee/Later/Niet nu/Annuleren"),
    ("Ta bort filen?", "Ja/Fortsätt", "Nej/Senare/Inte nu/Avbryt"),
    ("Usunąć plik?", "Tak/Kontynuuj/Dalej", "Nie/Później/Nie teraz/Anuluj"),
    ("Удалить файл?", "Да/Продолжить/Далее", "Нет/Позже/Не сейчас/Отмена"),
    ("Dosya silinsin mi?", "Evet/Tamam/Devam et", "Hayır/Daha sonra/Şimdi değil/İptal"),
    ("حذف الملف؟", "نعم/موافق/متابعة", "لا/لاحقًا/ليس الآن/إلغاء"),
    ("删除文件？", "是/确定/继续", "否/稍后/暂不/取消"),
    ("ファイルを削除しますか？", "はい/続行", "いいえ/後で/今はしない/キャンセル"),
    ("파일을 삭제하시겠습니까?", "예/확인/계속", "아니요/나중에/지금 안 함/취소"),
)
"""A question in each language of the table, with what says yes and what says no to it."""


@pytest.mark.parametrize(
    ("target", "action", "risk_class"),
    [
        ("Save", Click(), RiskClass.REVERSIBLE),
        ("Send", Click(), RiskClass.LEAVES_MACHINE),
        ("Send", Click(button="right"), RiskClass.REVERSIBLE),
        ("Sign in", Click(), RiskClass.LEAVES_MACHINE),
        ("Delete", Click(), RiskClass.IRREVERSIBLE),
        ("Don't Save", Click(), RiskClass.IRREVERSIBLE),
        ("Replace", Click(), RiskClass.IRREVERSIBLE),
        ("Export…", Click(), RiskClass.REVERSIBLE),
        ("Find and Replace…", Click(), RiskClass.REVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("ctrl", "shift", "k")), RiskClass.IRREVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("ctrl", "plus")), RiskClass.IRREVERSIBLE),
        ("Delete mode", Click(), RiskClass.REVERSIBLE),
        ("Send a copy", TypeText("send"), RiskClass.REVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("shift", "delete")), RiskClass.IRREVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("Del", "SHIFT")), RiskClass.IRREVERSIBLE),
        (GLOBAL_ZONE_ID, PressKeys(("ctrl", "s")), RiskClass.REVERSIBLE),
        (GLOBAL_ZONE_ID, TypeText("rm -rf ~\n"), RiskClass.IRREVERSIBLE),
        ("Send a copy", TypeText("to all\n"), RiskClass.IRREVERSIBLE),
        ("Save", Drag(to_zone_id="Delete"), RiskClass.IRREVERSIBLE),
        ("Send", Drag(strokes=((Spot(0.4, 0.5), Spot(0.6, 0.5)),)), RiskClass.LEAVES_MACHINE),
        (GLOBAL_ZONE_ID, Launch("Mousepad"), RiskClass.REVERSIBLE),
        (GLOBAL_ZONE_ID, Wait(), RiskClass.LOOKING),
        ("Save", Scroll(down=1), RiskClass.LOOKING),
    ],
)
def test_classes(target: str, action: Action, risk_class: RiskClass) -> None:
    step = PlanStep(1, target, target, action, "does something")
    assert WordRiskRater().rate(step, SEEN).risk_class is risk_class


def test_enter_on_a_focused_button_is_rated_like_its_click() -> None:
    focused = frozenset({State.ENABLED, State.FOCUSED})
    seen = situation(zone("Send", state=focused))
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("enter",)), "Press Enter")
    assert WordRiskRater().rate(step, seen).risk_class is RiskClass.LEAVES_MACHINE


def test_the_planner_can_raise_a_class_but_not_lower_it() -> None:
    step = PlanStep(1, "Save", "Save", Click(), "Save over it", has_risk_of="overwrites a file")
    assert WordRiskRater().rate(step, SEEN).risk_class is RiskClass.IRREVERSIBLE
    harmless = replace(step, zone_id="Send", has_risk_of="deletes nothing")
    assert WordRiskRater().rate(harmless, SEEN).risk_class is RiskClass.LEAVES_MACHINE


def test_enter_in_a_dialog_is_rated_by_the_gravest_button_there() -> None:
    buttons = (zone("Cancel"), zone("Delete", at=1))
    seen = situation(*buttons)
    dialog = replace(seen, windows=(replace(seen.windows[0], is_dialog=True),))
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("Return",)), "Press Enter")
    assert WordRiskRater().rate(step, dialog).risk_class is RiskClass.IRREVERSIBLE
    harmless = replace(dialog, zones=dialog.zones[:1])
    assert WordRiskRater().rate(step, harmless).risk_class is RiskClass.REVERSIBLE


WRITTEN = frozenset({State.ENABLED, State.EDITABLE, State.FOCUSED})


@pytest.mark.parametrize("action", [PressKeys(("Return",)), TypeText("See you at nine\n")])
@pytest.mark.parametrize(
    ("role", "field_row", "button", "risk_class"),
    [
        (Role.TEXT_AREA, 0, "Send", RiskClass.LEAVES_MACHINE),
        (Role.TEXT_AREA, 0, "Absenden", RiskClass.LEAVES_MACHINE),
        (Role.TEXT_AREA, 0, "Attach", RiskClass.UNKNOWN),
        (Role.TEXT_AREA, 2, "Send", RiskClass.UNKNOWN),
        (Role.TEXT_FIELD, 0, "Send", RiskClass.LEAVES_MACHINE),
        (Role.PASSWORD_FIELD, 0, "Sign in", RiskClass.LEAVES_MACHINE),
    ],
)
def test_a_return_in_a_window_is_rated_by_the_grave_button_that_it_may_press(
    role: Role, field_row: int, button: str, risk_class: RiskClass, action: Action
) -> None:
    """A chat's Send stands beside its text, a letter's above it, whose text is taller."""
    field = zone("Note", role, at=field_row, state=WRITTEN)
    seen = situation(field, zone(button), zone("Ann", Role.LIST_ITEM, at=3))
    step = PlanStep(1, "Note", "Note", action, "Go on")
    assert WordRiskRater().rate(step, seen).risk_class is risk_class
    if risk_class is RiskClass.UNKNOWN:
        tall = replace(field, bounds_px=replace(field.bounds_px, height=16))
        of_lines = replace(seen, zones=(tall, *seen.zones[1:]))
        assert WordRiskRater().rate(step, of_lines).risk_class is RiskClass.REVERSIBLE


def test_a_return_presses_no_button_above_a_field_nor_where_something_is_searched_for() -> None:
    """Nor one that deletes: a name is given in the field that opens over a list's row."""
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(("Return",)), "Press Return")
    for label, row, of_row, button, risk_class in (
        ("Name", 0, 3, "Post", RiskClass.LEAVES_MACHINE),
        ("Name", 2, 3, "Post", RiskClass.UNKNOWN),
        ("Name", 2, 2, "Post", RiskClass.REVERSIBLE),
        ("Search", 0, 3, "Post", RiskClass.REVERSIBLE),
        ("Name", 0, 0, "Delete", RiskClass.REVERSIBLE),
        ("Name", 0, 3, "Delete", RiskClass.UNKNOWN),
    ):
        field = zone(label, Role.TEXT_FIELD, at=row, state=WRITTEN)
        seen = situation(field, zone(button), zone("Ann", Role.LIST_ITEM, at=of_row))
        assert WordRiskRater().rate(step, seen).risk_class is risk_class


def test_the_wheel_is_no_look_where_it_changes_what_is_chosen() -> None:
    """In Qt and GTK over a closed list, a number, a slider, a row of tabs."""
    for role in (Role.COMBO_BOX, Role.SPIN_BOX, Role.SLIDER, Role.TAB):
        step = PlanStep(1, "Rights", "Rights", Scroll(down=1), "Turn the wheel")
        risk = WordRiskRater().rate(step, situation(zone("Rights", role)))
        assert risk.risk_class is RiskClass.REVERSIBLE


@pytest.mark.parametrize(
    ("label", "role", "risk_class"),
    [
        ("Delta", Role.LIST_ITEM, RiskClass.LEAVES_MACHINE),
        ("Radera", Role.LIST_ITEM, RiskClass.IRREVERSIBLE),
        ("By Unicode Block", Role.CHECK_MENU_ITEM, RiskClass.REVERSIBLE),
        ("By Unicode Block", Role.MENU_ITEM, RiskClass.LEAVES_MACHINE),
        ("Block this sender", Role.CHECK_MENU_ITEM, RiskClass.LEAVES_MACHINE),
        ("Absender blockieren", Role.CHECK_MENU_ITEM, RiskClass.IRREVERSIBLE),
        ("Allow other computers to connect to this one", Role.CHECK_MENU_ITEM, None),
    ],
)
def test_what_is_chosen_or_ticked_is_rated_by_a_verb_that_leads_it(
    label: str, role: Role, risk_class: RiskClass | None
) -> None:
    step = PlanStep(1, label, label, Click(), f"Click {label}")
    rated = WordRiskRater().rate(step, situation(zone(label, role))).risk_class
    assert rated is (risk_class or RiskClass.LEAVES_MACHINE)


@pytest.mark.parametrize(
    ("label", "beside", "is_value"),
    [
        ("Delta", "Alpha Bravo Charlie Echo", True),
        ("Poster", "Banner Flyer Card", True),
        ("Branden", "Zaandam Delft Leiden", True),
        ("Post", "Letter Parcel Courier", True),
        ("Delta", "Alpha", False),
        ("Delta i mötet", "Alpha Bravo Charlie", False),
        ("Delta", "Avböj Kanske Avbryt", False),
        ("Delete", "Alpha Bravo Charlie", False),
        ("Löschen", "Umbenennen Duplizieren Verschieben", False),
        ("Share", "Rename Settings Move", False),
        ("Send", "Open Reply Archive", False),
        ("Poster", "Publier Enregistrer Annuler", False),
    ],
)
def test_a_word_among_the_values_of_a_list_is_no_deed(
    label: str, beside: str, *, is_value: bool
) -> None:
    """Where none is chosen it may be a menu, and where another tells what it does, too."""
    chosen = frozenset({State.ENABLED, State.SELECTED})
    others = [zone(each, Role.LIST_ITEM, at=at) for at, each in enumerate(beside.split(), 1)]
    selected = replace(others[0], state=chosen)
    entry = zone(label, Role.LIST_ITEM)
    step = PlanStep(1, label, label, Click(), f"Click {label}")

    def is_harmless(*zones: Zone) -> bool:
        return WordRiskRater().rate(step, situation(*zones)).risk_class.is_harmless

    assert is_harmless(entry, selected, *others[1:]) is is_value
    assert not is_harmless(replace(entry, state=chosen), *others)
    assert not is_harmless(entry, *others)
    assert not is_harmless(entry, *(replace(each, parent_id="there") for each in others))
    assert not is_harmless(replace(entry, role=Role.BUTTON), selected, *others[1:])


@pytest.mark.parametrize(
    ("buttons", "is_dialog", "risk_class"),
    [
        (("Cancel", "Save"), True, RiskClass.REVERSIBLE),
        (("Cancel", "Save"), False, RiskClass.IRREVERSIBLE),
        (("Cancel", "Delete"), True, RiskClass.IRREVERSIBLE),
        (("Cancel", "Send"), True, RiskClass.LEAVES_MACHINE),
        ((), True, RiskClass.IRREVERSIBLE),
    ],
)
def test_a_return_behind_what_is_typed_is_rated_by_the_buttons_of_its_dialog(
    buttons: tuple[str, ...], is_dialog: bool, risk_class: RiskClass
) -> None:
    named = (zone(each, at=number) for number, each in enumerate(buttons, 1))
    held = frozenset({State.ENABLED, State.EDITABLE, State.FOCUSED})
    seen = situation(zone("Name", Role.TEXT_FIELD, state=held), *named)
    front = replace(seen.windows[0], is_dialog=is_dialog)
    own = replace(front, window_id="own", is_dialog=False, is_active=False, order=1)
    seen = replace(seen, windows=(front, own))
    step = PlanStep(1, "Name", "Name", TypeText("result.txt\n"), "Name it and confirm")
    assert WordRiskRater().rate(step, seen).risk_class is risk_class


@pytest.mark.parametrize(
    ("labels", "risk_class"),
    [
        (("A1", "A2", "B1"), RiskClass.REVERSIBLE),
        (("A1", "notes.txt", "todo.txt"), RiskClass.IRREVERSIBLE),
        (("Total", "A2", "B1"), RiskClass.IRREVERSIBLE),
    ],
)
def test_a_return_behind_what_is_typed_into_a_sheets_cell_is_typing(
    labels: tuple[str, ...], risk_class: RiskClass
) -> None:
    """Where it stands in a list of files, say, it may open one."""
    cells = (zone(each, Role.CELL, at=number) for number, each in enumerate(labels, 1))
    step = PlanStep(1, labels[0], labels[0], TypeText("120\n"), "Type 120")
    assert WordRiskRater().rate(step, situation(*cells)).risk_class is risk_class


@pytest.mark.parametrize(
    ("label", "asked", "is_grave"),
    [
        ("OK", "Delete all messages?", True),
        ("Yes", "Send the report to everybody?", True),
        ("OK", "The report was found.", False),
        ("Later", "Delete all messages?", False),
        *(
            each
            for row in ASKED
            for each in (
                *((yes, row[0], True) for yes in row[1].split("/")),
                *((no, row[0], False) for no in row[2].split("/")),
            )
        ),
    ],
)
def test_a_yes_is_as_grave_as_what_is_asked_above_it_in_the_sandbox_too(
    label: str, asked: str, *, is_grave: bool
) -> None:
    dialog = situation(zone(label), zone(asked, Role.LABEL, at=1))
    windows = (replace(dialog.windows[0], is_dialog=True),)
    now = replace(dialog, windows=windows, is_sandboxed=True)
    risk = WordRiskRater().rate(PlanStep(1, label, label, Click(), ""), now)
    assert (risk.risk_class.rank >= RiskClass.IRREVERSIBLE.rank) is is_grave


@pytest.mark.parametrize("confirmed", ["OK", "Apply"])
@pytest.mark.parametrize("setting", ["Find/Replace", "Send crash reports", "Delete after (days):"])
def test_what_a_setting_is_called_is_nothing_that_its_window_asks(
    confirmed: str, setting: str
) -> None:
    """As long as the window says that it applies settings, and the text names one of them."""
    called = (zone(setting, Role.LABEL, at=1), zone(setting.strip(":"), Role.SPIN_BOX, at=2))
    buttons = (zone("OK", at=3), zone("Cancel", at=4), zone("Apply", at=5))

    def is_grave(*zones: Zone) -> bool:
        now = situation(*zones)
        now = replace(now, windows=(replace(now.windows[0], is_dialog=True),), is_sandboxed=True)
        step = PlanStep(1, confirmed, confirmed, Click(), "")
        return WordRiskRater().rate(step, now).risk_class.rank >= RiskClass.IRREVERSIBLE.rank

    assert not is_grave(*called, *buttons)
    assert is_grave(called[0], *buttons), "it names nothing there"
    assert is_grave(*called, zone("Delete all messages?", Role.LABEL, at=6), *buttons)
    others = [each for each in buttons if each.label in (confirmed, "Cancel")]
    assert is_grave(*called, *others), "it may do so at once"


def test_what_is_dropped_on_a_bin_is_gone_and_elsewhere_it_is_not() -> None:
    now = replace(situation(zone("Note"), zone("Wastebasket", Role.ICON, at=1)), is_sandboxed=True)
    for end, risk_class in (
        ("Wastebasket", RiskClass.IRREVERSIBLE),
        ("Note", RiskClass.REVERSIBLE),
    ):
        step = PlanStep(1, "Note", "Note", Drag(to_zone_id=end), "Drag it there")
        assert WordRiskRater().rate(step, now).risk_class is risk_class
    let_go = PlanStep(1, "Wastebasket", "Wastebasket", Click(half="up"), "Let go of it there")
    assert WordRiskRater().rate(let_go, now).risk_class is RiskClass.IRREVERSIBLE


@pytest.mark.parametrize("label", ["Restart Later", "Später neu starten", "Redémarrer plus tard"])
def test_what_is_put_off_is_harmless_and_now_it_is_not(label: str) -> None:
    assert class_of_words(label) is None
    assert class_of_words("Restart Now") is RiskClass.IRREVERSIBLE


@pytest.mark.parametrize("query", ["delete=3", "action=send", "id=3&op=remove"])
def test_an_address_says_its_deed_in_the_query_too(query: str) -> None:
    assert risk_of_path(f"https://shop.example/list?{query}") is not None
    assert risk_of_path("https://shop.example/list?q=delete+account&page=3") is None
