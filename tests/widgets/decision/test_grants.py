"""A yes beforehand, given at the card and taken back from its list."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from engine.domain.approvals import Approve, Grant
from engine.domain.risks import Risk, RiskClass, Touched
from tests.support import sample_run
from tests.widgets.conftest import Heard
from widgets.window.main_window import MainWindow


def test_the_card_offers_more_like_it_but_not_of_what_is_grave(
    window: MainWindow, heard: type
) -> None:
    decided = heard()
    window.decided.connect(decided)
    state = sample_run.pending_run().state
    assert state.pending is not None
    card = window.views.approval.request
    grave = replace(
        state.pending, risk=replace(state.pending.risk, risk_class=RiskClass.LEAVES_MACHINE)
    )
    window.show_run(replace(state, pending=grave))
    assert card.grant.isHidden()
    risk = Risk(RiskClass.REVERSIBLE, "a click", "Undo")
    risk = replace(risk, touched=Touched(programs=("mousepad",)))
    asked = replace(state.pending, risk=risk, request_id="r2")
    window.show_run(replace(state, pending=asked))
    assert not card.grant.isHidden()
    often, in_segment, long = card.grant.menu().actions()
    kind = "Approve, and a click in mousepad"
    assert in_segment.text() == f"{kind}, in segment {state.current_segment}, for 5 minutes"
    assert long.text() == f"{kind}, for 5 minutes"
    often.trigger()
    verdict = decided.calls[0][1]
    assert isinstance(verdict, Approve) and verdict.grant is not None
    assert (verdict.grant.where, verdict.grant.most) == ("mousepad", 10)


def test_return_on_the_arrow_opens_what_it_offers_and_approves_nothing(
    window: MainWindow, heard: type
) -> None:
    decided: Heard = heard()
    window.decided.connect(decided)
    asked = sample_run.pending_run().state
    assert asked.pending is not None
    risk = Risk(RiskClass.REVERSIBLE, "a click", "Undo")
    risk = replace(risk, touched=Touched(programs=("mousepad",)))
    request = replace(asked.pending, risk=risk)
    window.show_run(replace(asked, pending=request))
    grant = window.views.approval.request.grant
    assert grant.isVisible()
    opened: Heard = heard()
    grant.menu().aboutToShow.connect(opened)
    QTimer.singleShot(200, grant.menu().close)
    grant.setFocus()
    QTest.keyClick(grant, Qt.Key.Key_Return)
    assert opened.count == 1 and decided.count == 0
    window.views.approval.request.do_reject()
    assert not grant.isEnabled(), "what is being written would be passed over"


def test_a_grant_is_listed_and_chosen_to_be_revoked(window: MainWindow, heard: type) -> None:
    revoked = heard()
    window.revoked.connect(revoked)
    state = replace(sample_run.pending_run().state, grants=(Grant("g", "click", "mousepad"),))
    window.show_run(state)
    menu = next(a for a in window.actions() if a.text() == "G&rants").menu()
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    assert revoked.calls == [("g",)]
