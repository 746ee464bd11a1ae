"""The operator's answer: by key, with a change, with a reason; never by accident."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from engine.domain.actions import (
    Action,
    Click,
    FocusWindow,
    GoBack,
    Launch,
    Navigate,
    PressKeys,
    Search,
    TypeText,
)
from engine.domain.approvals import Approve, Edit, Reject, Skip
from engine.domain.conditions import ZoneValue
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.risks import Degree, RiskClass
from engine.domain.zones import Role, Zone
from tests.support import sample_run
from tests.support.console_windows import discard
from tests.support.sample_run import save_request, type_request
from tests.widgets.conftest import Heard, becomes_so, let_work
from widgets.decision.request_card import RequestCard
from widgets.decision.step_editor import edited_step
from widgets.kit.parts import Badge, MarkedLine
from widgets.kit.theme import Theme
from widgets.picture.crop_pair import CropPair
from widgets.window.main_window import MainWindow

ONE_WINDOW = True

NEVER_MS = 3_600_000


def answers(decided: Heard) -> list[tuple[str, object]]:
    """What was decided, upon which request."""
    return [(request.request_id, verdict) for request, verdict in decided.calls]


def show_pending(window: MainWindow, request: object = None) -> None:
    run = sample_run.pending_run()
    state = run.state if request is None else replace(run.state, pending=request)
    window.show_zones(run.zones)
    window.show_events(run.events)
    window.show_run(state)


def test_ctrl_return_approves_the_request_that_is_shown(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window)
    window.views.goal_bar.start.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert answers(decided) == [("r-17", Approve())]


def test_what_is_really_done_is_told_beside_a_models_words(window: MainWindow) -> None:
    asked = type_request()
    show_pending(window, replace(asked, step=replace(asked.step, description="Say hello")))
    labels = window.views.approval.request.findChildren(QLabel)
    assert any("That is: Type" in each.text() for each in labels)


def test_return_approves_while_the_card_has_the_keyboard(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    asked = type_request()
    show_pending(window, asked)
    window.views.approval.take_focus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert answers(decided) == [(asked.request_id, Approve())]


def test_who_comes_back_by_the_tab_approves_with_return(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    asked = type_request()
    show_pending(window, asked)
    desk = window.views.desk
    for number in (1, 0):  # the inspector, and back
        QTest.mouseClick(
            desk.tabs, Qt.MouseButton.LeftButton, pos=desk.tabs.tabRect(number).center()
        )
        let_work(20)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert answers(decided) == [(asked.request_id, Approve())]


def test_an_answer_is_given_only_once(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window)
    for _ in range(3):
        QTest.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        show_pending(window)
    assert decided.count == 1
    assert not window.views.approval.is_waiting


def test_a_request_just_shown_takes_no_answer_yet(theme: Theme, heard: type) -> None:
    decided: Heard = heard()
    early = RequestCard(theme, armed_after_ms=NEVER_MS)
    early.decided.connect(decided)
    early.show_request(save_request())
    early.do_approve()
    assert decided.count == 0
    later = RequestCard(theme, armed_after_ms=60)
    later.decided.connect(decided)
    later.show_request(save_request())
    assert becomes_so(lambda: later.do_approve() or decided.count)
    assert answers(decided) == [("r-17", Approve())]


def test_a_card_that_comes_into_sight_again_is_looked_at_anew(theme: Theme) -> None:
    card = RequestCard(theme)
    card.show_request(save_request())
    card.show()
    assert becomes_so(lambda: card.seen_secs > 0.2)
    hidden = QElapsedTimer()
    hidden.start()
    card.hide()
    card.show()
    assert 1000 * card.seen_secs <= hidden.elapsed()
    discard(card)


def test_return_in_a_text_field_elsewhere_approves_nothing(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window)
    window.views.timeline.filter.setFocus()
    QTest.keyClick(window.views.timeline.filter, Qt.Key.Key_Return)
    assert decided.count == 0


def test_editing_the_text_yields_the_changed_step(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window, type_request())
    QTest.keyClick(window, Qt.Key.Key_F2)
    card = window.views.approval.request
    assert card.is_editing
    QTest.keyClicks(card.editor.text, "Smooth seas")
    QTest.keyClick(card.editor.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    [(request_id, verdict)] = answers(decided)
    assert request_id == "r-12"
    assert isinstance(verdict, Edit)
    assert verdict.step.action == TypeText("Smooth seas")
    assert verdict.step.description == "Type “Smooth seas” into “Document”"
    assert isinstance(verdict.step.expected_change, ZoneValue)
    assert verdict.step.expected_change.text == "Smooth seas"


def test_editing_nothing_is_a_plain_approval(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window, type_request())
    card = window.views.approval.request
    card.do_edit()
    card.do_approve()
    assert answers(decided) == [("r-12", Approve())]


def test_an_emptied_text_cannot_be_approved(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window, type_request())
    card = window.views.approval.request
    card.do_edit()
    card.editor.text.clear()
    assert not card.approve.isEnabled()
    card.do_approve()
    assert decided.count == 0


def test_another_zone_can_be_searched_and_picked(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window)
    card = window.views.approval.request
    card.do_edit()
    QTest.keyClicks(card.editor.zones, "canc")
    assert card.editor.step == save_request().step, "searching alone changes nothing"
    QTest.keyClick(card.editor.zones, Qt.Key.Key_Return)
    assert decided.count == 0, "Return in the search picks, it does not approve"
    card.do_approve()
    [(_, verdict)] = decided.calls
    assert isinstance(verdict, Edit)
    assert verdict.step.zone_id == "button-cancel"
    assert verdict.step.action == Click()
    assert verdict.step.description == "Click “Cancel”"


def test_a_click_in_the_picture_points_the_edited_step_there(
    window: MainWindow, heard: type
) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window)
    card = window.views.approval.request
    card.do_edit()
    cancel = next(zone for zone in sample_run.zones() if zone.zone_id == "button-cancel")
    window.views.live.view.zone_pinned.emit(cancel)
    card.do_approve()
    assert decided.calls[0][1].step.zone_id == "button-cancel"


def test_escape_leaves_editing_without_an_answer(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window, type_request())
    card = window.views.approval.request
    card.do_edit()
    QTest.keyClick(card.editor.text, Qt.Key.Key_Escape)
    assert not card.is_editing
    assert decided.count == 0


def test_reject_asks_for_a_reason_that_may_stay_empty(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window)
    QTest.keyClick(window, Qt.Key.Key_F8)
    assert decided.count == 0
    QTest.keyClicks(QApplication.focusWidget(), "not this file")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert answers(decided) == [("r-17", Reject("not this file"))]


def test_return_on_another_button_presses_that_button(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window)
    card = window.views.approval.request
    card.skip.setFocus()
    QTest.keyClick(card.skip, Qt.Key.Key_Return)
    assert answers(decided) == [("r-17", Skip())]


def test_skip_by_key(window: MainWindow, heard: type) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    show_pending(window)
    QTest.keyClick(window, Qt.Key.Key_F9)
    assert answers(decided) == [("r-17", Skip())]


def test_a_question_is_answered_by_its_number(window: MainWindow, heard: type) -> None:
    answered: Heard = heard()
    window.answered.connect(answered)
    window.show_run(sample_run.asking_run().state)
    assert window.views.approval.is_waiting
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert becomes_so(lambda: answered.count)  # released a moment after its shortcut pressed it
    assert answered.calls == [("q-1", "Mousepad — letter.txt")]


def test_what_waits_brings_a_folded_dock_back(window: MainWindow) -> None:
    window.views.desk_dock.hide()
    show_pending(window)
    assert window.views.desk_dock.isVisible()


def test_the_target_is_shown_as_it_was_planned_and_as_it_is_now(theme: Theme) -> None:
    crops = CropPair(theme)
    crops.show_place(sample_run.SAVE_CROP, sample_run.SAVE_BUTTON)
    crops.show_planned(sample_run.pictures()["crop-save"])
    planned, now = crops._planned.picture.image, crops._now.picture
    crops.show_frame(sample_run.draw_desktop(with_dialog=True, text=sample_run.TEXT))
    assert now.image == planned
    crops.show_frame(sample_run.draw_desktop(text=sample_run.TEXT))
    assert now.image.size() == planned.size() and now.image != planned


def test_where_there_is_little_room_the_risk_is_seen_whole_before_band_and_pictures(
    theme: Theme,
) -> None:
    """As in a small window with large letters."""
    card = RequestCard(theme)
    card.show_request(save_request())
    card.show()
    band = next(each for each in card.findChildren(QLabel) if each.text() == "WAITING FOR YOU")
    [risk] = card.findChildren(Badge)
    line_px = card.fontMetrics().lineSpacing()
    buttons_px = card.height() - card.sheet_area.geometry().bottom()

    def is_whole(lines: int) -> bool:
        card.resize(420, buttons_px + lines * line_px)
        return risk.visibleRegion().boundingRect() == risk.rect()

    assert becomes_so(lambda: is_whole(6)) and band.isHidden()
    bar = card.sheet_area.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    card.show_request(replace(save_request(), request_id="the next"))
    assert bar.value() == 0, "what is asked next is read from its beginning"
    assert becomes_so(lambda: is_whole(40)) and becomes_so(band.isVisible)
    discard(card)


def test_the_card_asks_for_the_planned_picture(window: MainWindow, heard: type) -> None:
    wanted: Heard = heard()
    window.record.picture_wanted.connect(wanted)
    show_pending(window)
    assert ("crop-save",) in wanted.calls
    window.record.came.emit("crop-save", QImage(200, 110, QImage.Format.Format_RGB32))


@pytest.mark.parametrize(
    "risk_class, degree, badge, line",
    [
        (RiskClass.REVERSIBLE, Degree.REVERSIBLE, "reversible", "undo: Escape closes it."),
        (RiskClass.REVERSIBLE, Degree.PARTLY, "partly reversible", "undo: Escape closes it."),
        (
            RiskClass.REVERSIBLE,
            Degree.IRREVERSIBLE,
            "reversible",
            "undo: irreversible. Escape closes it.",
        ),
        (
            RiskClass.LEAVES_MACHINE,
            Degree.PARTLY,
            "leaves the machine",
            "undo: partly reversible. Escape closes it.",
        ),
        (RiskClass.IRREVERSIBLE, Degree.IRREVERSIBLE, "irreversible", "undo: Escape closes it."),
    ],
)
def test_the_card_says_once_how_far_it_can_be_undone(
    theme: Theme, risk_class: RiskClass, degree: Degree, badge: str, line: str
) -> None:
    card = RequestCard(theme, armed_after_ms=0)
    request = type_request()
    risk = replace(request.risk, risk_class=risk_class, undo="Escape closes it.", degree=degree)
    card.show_request(replace(request, risk=risk))
    assert [each.accessibleName() for each in card.findChildren(Badge)] == [badge]
    assert line in [each.text for each in card.findChildren(MarkedLine)]


def test_what_has_nothing_to_change_is_not_edited(window: MainWindow) -> None:
    card = window.views.approval.request
    for action, can_be_edited in ((GoBack(), False), (PressKeys(("ctrl", "s")), True)):
        step = replace(save_request().step, zone_id=GLOBAL_ZONE_ID, action=action)
        show_pending(window, replace(save_request(), step=step))
        QTest.keyClick(window, Qt.Key.Key_F2)
        assert card.is_editing is can_be_edited


def test_an_unchanged_edit_is_the_same_step() -> None:
    step = sample_run.SECOND_STEPS[1]
    assert edited_step(step, PressKeys(("ctrl", "s")), None) is step


@pytest.mark.parametrize(
    "before, words, after",
    [
        (Search("rope"), "anchor chain", Search("anchor chain")),
        (Navigate("http://shop.example/a"), "shop.example/b", Navigate("shop.example/b")),
        (Launch("Mousepad"), "Galculator", Launch("Galculator")),
        (FocusWindow("Notes"), "Letters", FocusWindow("Letters")),
    ],
)
def test_the_words_of_an_action_can_be_changed(
    window: MainWindow, heard: type, before: Action, words: str, after: Action
) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    step = replace(save_request().step, zone_id=GLOBAL_ZONE_ID, zone_label="", action=before)
    show_pending(window, replace(save_request(), step=step))
    QTest.keyClick(window, Qt.Key.Key_F2)
    line = QApplication.focusWidget()
    assert line is window.views.approval.request.editor.line
    QTest.keyClicks(line, words)
    QTest.keyClick(line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    [(_, verdict)] = answers(decided)
    assert isinstance(verdict, Edit)
    assert verdict.step.action == after
    assert words in verdict.step.description


def test_an_address_with_a_space_in_it_is_none(window: MainWindow) -> None:
    step = replace(save_request().step, zone_id=GLOBAL_ZONE_ID, action=Navigate("http://a.example"))
    show_pending(window, replace(save_request(), step=step))
    card = window.views.approval.request
    card.do_edit()
    card.editor.line.setText("the shop")
    assert not card.approve.isEnabled()


def test_of_what_is_grave_the_window_and_what_its_fields_hold_are_told(theme: Theme) -> None:
    place = sample_run.SAVE_BUTTON
    save = Zone(save_request().step.zone_id, "Save", Role.BUTTON, place, window_id="w-2")
    name = Zone("name", "Name", Role.TEXT_FIELD, place, value="note.txt", window_id="w-2")
    other = Zone("doc", "Text", Role.TEXT_AREA, place, value="in the window behind", window_id="w")
    card = RequestCard(theme)
    card.show_zones((save, name, other))
    card.show_request(replace(save_request(), window="“Save As” of Mousepad"))
    card.show()
    told = [each.text for each in card.findChildren(MarkedLine)]
    assert "in “Save As” of Mousepad" in told and "with Name “note.txt”" in told
    card.show_request(replace(card.request or save_request(), about="the row “Tar”"))
    told = [each.text for each in card.findChildren(MarkedLine)]
    assert "of the row “Tar”, in “Save As” of Mousepad" in told
    harmless = replace(save_request("r-18"), risk=type_request().risk)
    card.show_request(harmless)
    card.show_zones((save, replace(name, value="other.txt"), other))
    told = [each.text for each in card.findChildren(MarkedLine)]
    assert not [each for each in told if each.startswith(("in ", "with "))]
    discard(card)


def test_the_choice_in_a_list_is_edited_as_what_it_is(window: MainWindow) -> None:
    size = Zone("size", "Size", Role.COMBO_BOX, sample_run.SAVE_BUTTON)
    step = replace(type_request().step, zone_id="size", zone_label="Size", action=TypeText("Large"))
    window.show_run(
        replace(sample_run.pending_run().state, pending=replace(type_request(), step=step))
    )
    window.show_zones((size,))
    card = window.views.approval.request
    card.do_edit()
    assert card.editor.text.accessibleName() == "Choice, as it is called there"
    assert card.editor.replaces.isHidden()
    card.editor.text.setPlainText("Small")
    assert card.editor.step is not None and card.editor.step.action == TypeText("Small")


def test_a_text_that_is_sent_off_says_so_when_it_was_edited() -> None:
    step = sample_run.SECOND_STEPS[0]
    changed = edited_step(step, TypeText("anchor\n"), None)
    assert changed.description == "Type “anchor” into “Document” and press Return"


def test_where_a_question_is_withdrawn_the_keyboard_stays_beside_what_is_told_then(
    window: MainWindow,
) -> None:
    run = sample_run.pending_run()
    window.show_run(run.state)
    panel = window.views.approval
    panel.take_focus()
    assert panel.request.isAncestorOf(QApplication.focusWidget())
    window.show_run(replace(run.state, pending=None))
    assert QApplication.focusWidget() is panel
