"""What may follow the screen rather than the goal is said where nobody overlooks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.domain.actions import Click
from engine.domain.approvals import Approve
from engine.domain.risks import Risk, RiskClass
from tests.support import model_run, sample_run
from tests.support.shown_words import shown_text
from tests.widgets.conftest import Heard
from widgets.decision.waiting_card import SUSPECTED
from widgets.inspector.facts import event_facts
from widgets.window.main_window import MainWindow

ONE_WINDOW = True


def waiting(window: MainWindow) -> None:
    run = model_run.pending_run()
    window.show_events(run.events)
    window.show_run(run.state)


def test_a_suspicion_stands_above_the_buttons(window: MainWindow) -> None:
    waiting(window)
    card = window.views.approval.request
    note = card.suspicion
    assert note.isVisible()
    assert shown_text(note) == f"{SUSPECTED}\n{model_run.SUSPICION}"
    top = note.mapTo(card, note.rect().topLeft()).y()
    assert top < card.approve.mapTo(card, card.approve.rect().topLeft()).y()
    assert top + note.height() <= card.height()


def test_who_cannot_see_it_is_told_with_the_button(window: MainWindow) -> None:
    waiting(window)
    card = window.views.approval.request
    assert card.suspicion.accessibleName() == f"{SUSPECTED} {model_run.SUSPICION}"
    assert model_run.SUSPICION in card.approve.accessibleDescription()
    assert model_run.SUSPICION in card.accessibleDescription()


def test_it_stays_in_sight_while_the_step_is_changed(window: MainWindow) -> None:
    waiting(window)
    card = window.views.approval.request
    card.do_edit()
    assert card.suspicion.isVisible()
    card.do_reject()
    assert card.suspicion.isVisible()


def test_the_next_question_is_not_under_suspicion(
    window: MainWindow, heard: Callable[[], Heard]
) -> None:
    decided = heard()
    window.decided.connect(decided)
    waiting(window)
    card = window.views.approval.request
    card.approve.click()
    assert decided.calls == [(model_run.request(), Approve())]
    window.clear_run()
    run = sample_run.pending_run()
    window.show_run(run.state)
    assert card.isVisible() and not card.suspicion.isVisible()
    assert card.approve.accessibleDescription() == ""


def test_the_record_tells_it_too() -> None:
    asked = model_run.pending_run().events[-1]
    facts = {fact.label: fact.value for fact in event_facts(asked, asked.at_secs)}
    assert facts["Suspicion"] == model_run.SUSPICION


def test_a_hasty_return_does_not_approve_it(window: MainWindow, heard: Callable[[], Heard]) -> None:
    decided = heard()
    window.decided.connect(decided)
    waiting(window)
    card = window.views.approval.request
    window.views.approval.take_focus()
    assert card.first_button is card.reject and card.reject.hasFocus()
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert decided.calls == [] and card.is_editing, "the reason for the no may be said first"


def test_nor_what_leaves_the_machine_whose_button_says_its_name(
    window: MainWindow, heard: Callable[[], Heard]
) -> None:
    decided = heard()
    window.decided.connect(decided)
    run = sample_run.pending_run().state
    assert run.pending is not None
    step = replace(run.pending.step, zone_label="Send & close", action=Click())
    risk = Risk.final(RiskClass.LEAVES_MACHINE, "it sends")
    window.show_run(replace(run, pending=replace(run.pending, step=step, risk=risk)))
    card = window.views.approval.request
    window.views.approval.take_focus()
    assert card.approve.text() == "Send && close"
    QTest.keyClick(card, Qt.Key.Key_Return)
    assert decided.calls == [] and card.is_editing, "a no may be explained"
    card.do_edit()
    card.do_edit()
    card.approve.click()
    ((_, answer),) = decided.calls
    assert answer == Approve()
