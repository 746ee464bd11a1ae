"""The card of one approval request: what will be done, to what, at which risk, and the answer."""

import uuid

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QMenu, QPushButton, QToolButton

from engine.domain import approvals
from engine.domain.actions import Click
from engine.domain.conditions import condition_words
from engine.domain.risks import Degree, Risk, RiskClass
from engine.domain.zones import EDITABLE_ROLES, Zone
from engine.language.action_words import asked_words
from engine.language.folding import shown, shown_cut
from engine.language.labels import shortened
from engine.language.sentences.run import POLICY_WORDS, grant_words
from widgets.decision.step_editor import StepEditor, can_be_edited
from widgets.decision.waiting_card import ARMED_AFTER_MS, SuspicionNote, WaitingCard
from widgets.kit.explore_words import Belonging
from widgets.kit.marks import DEGREE_MARKS, RISK_MARKS, Mark
from widgets.kit.parts import Badge, MarkedLine, push_button, quiet_label, tip_with, tool_button
from widgets.kit.theme import Theme, lay_column, lay_row, widget_of
from widgets.picture.crop_pair import CropPair

NO_GROUP = Belonging()
GRANT_TIP = "Approve this, and more like it; what can’t be undone is still asked about"
CROP_REFRESH_MS = 250
LONGEST_WHY = 60
"""Beside the badge there is room for three short lines."""
LONGEST_NAME = 28


class RequestCard(WaitingCard):
    decided = Signal(object, object)  # ApprovalRequest, OperatorAnswer
    picture_wanted = Signal(str)

    def __init__(self, theme: Theme, armed_after_ms: int = ARMED_AFTER_MS) -> None:
        super().__init__("Waiting for you", armed_after_ms)
        self.segment_number = 0
        self.request: approvals.ApprovalRequest | None = None
        self._zones: tuple[Zone, ...] = ()
        self._frame: QImage | None = None
        self._refresh = QTimer(self, singleShot=True, interval=CROP_REFRESH_MS)
        self._refresh.timeout.connect(self._show_latest_crop)
        self._make_parts(theme)
        self._lay_out()
        self._connect()

    def show_request(
        self, request: approvals.ApprovalRequest, *, knowing: str = "", group: Belonging = NO_GROUP
    ) -> None:
        """``knowing``: what the operator did to the proposal before, which this one knows of;
        ``group``: what the action is part of, which may be approved whole."""
        if request == self.request:
            return
        self._line(self._group, "stage", "", group.words)
        self.approve_group.setVisible(bool(group.approval) and not request.suspicion)
        self.approve_group.setText(group.approval)
        self.request = request
        self._offer_grants(request)
        self._shown_since.start()
        step, risk = request.step, request.risk
        self._title.setText(shown_cut(asked_words(step)))
        self.edit.setEnabled(can_be_edited(step))
        badge, words = risk_badge(risk)
        self._risk.show_badge(badge, words)
        self._why.setText(shown(shortened(risk.why, LONGEST_WHY)))
        self._why.setToolTip(tip_with(risk.why))
        how = risk.undo if risk.degree == words else f"{risk.degree}. {risk.undo}"
        self._undo.show_line(
            DEGREE_MARKS[risk.degree], f"undo: {how}" if risk.undo else "undo: not known"
        )
        self._tell_where()
        expects = condition_words(step.expected_change) if step.expected_change else ""
        self._line(self._expects, "expects", "expects: ", expects)
        ruling = request.ruling
        rules = f"policy {POLICY_WORDS[ruling.answer]}: "
        self._line(self._ruling, "policy", rules, f"{ruling.why} ({ruling.layer})")
        self._line(self._knowing, "rejected", "proposed knowing that ", knowing)
        self._again.setVisible(bool(request.asked_again_because))
        self._again.show_line(
            Mark("warning", "warn"), f"asked again because {request.asked_again_because}"
        )
        self._crops.setVisible(request.crop_px is not None)
        self._crops.show_place(request.crop_px, request.target_px)
        if request.crop_hash:
            self.picture_wanted.emit(request.crop_hash)
        suspicion = self.suspicion.show_suspicion(request.suspicion)
        for widget in (self, self.approve):
            widget.setAccessibleDescription(suspicion)
        self._show_latest_crop()
        self._leave_editing()

    def show_zones(self, zones: tuple[Zone, ...]) -> None:
        self._zones = zones
        self._tell_where()

    def show_frame(self, image: QImage) -> None:
        """Keep the latest frame; the crop of it is renewed a few times a second."""
        self._frame = image
        if self.request is not None and not self._refresh.isActive():
            self._refresh.start()

    def show_picture(self, content_hash: str, image: QImage) -> None:
        if self.request is not None and content_hash == self.request.crop_hash:
            self._crops.show_planned(image)

    def forget(self) -> None:
        """Nothing is asked any more."""
        self.request = None
        self._leave_editing()

    @property
    def is_editing(self) -> bool:
        return not self.editor.isHidden() or not self._reason.isHidden()

    @property
    def first_button(self) -> QPushButton:
        """What a hasty Return presses: approve, but reject where the screen may be behind it, or
        what is done can't be taken back or leaves the machine."""
        asked = self.request
        is_doubtful = asked is not None and bool(asked.suspicion or asked.is_grave)
        return self.reject if is_doubtful else self.approve

    @property
    def _approval(self) -> str:
        """What the button says: of what can't be taken back or leaves the machine, its own name."""
        asked = self.request
        is_named = asked is not None and asked.is_grave and isinstance(asked.step.action, Click)
        label = shown(shortened(asked.step.zone_label, LONGEST_NAME)) if asked and is_named else ""
        return label or "Approve"

    def do_approve(self) -> None:
        """Approve; while editing, send the edited step instead."""
        if not self._reason.isHidden():
            self.do_reject()
        elif not self.editor.isHidden():
            step = self.editor.step
            if step is not None and self.request is not None:
                self.decide(
                    approvals.Approve() if step == self.request.step else approvals.Edit(step)
                )
        else:
            self.decide(approvals.Approve())

    def do_approve_group(self) -> None:
        """This and what remains of its group."""
        if not self.approve_group.isHidden() and not self.is_editing:
            self.decide(approvals.Approve(whole_group=True))

    def _offer_grants(self, request: approvals.ApprovalRequest) -> None:
        """None for what is asked about each time."""
        self.grant.setVisible(bool(request.where) and request.may_be_granted)
        menu = self.grant.menu() or QMenu(self.grant)
        menu.clear()
        kind, where = request.step.action.kind, request.where
        for bounds in ((0, 10), (self.segment_number, 0, 300.0), (0, 0, 300.0)):
            grant = approvals.Grant(uuid.uuid4().hex[:8], kind, where, *bounds)
            entry = menu.addAction(f"Approve, and {grant_words(grant)}")
            entry.triggered.connect(
                lambda _checked=False, grant=grant: self.decide(approvals.Approve(grant=grant))
            )
        self.grant.setMenu(menu)

    def do_edit(self) -> None:
        if self.request is None or not self.edit.isEnabled():
            return
        if not self.editor.isHidden():
            self._leave_editing()
            self.first_button.setFocus()
            return
        self._leave_editing()
        self._facts.hide()
        self.editor.show()
        self.edit.setText("Back")
        for each in (self.approve_group, self.grant):  # what is written would be passed over
            each.setEnabled(False)
        self.editor.edit(self.request.step, self._zones)
        field = self.editor.focusWidget() or self.editor
        QTimer.singleShot(0, field, lambda: self.sheet_area.ensureWidgetVisible(field))

    def do_reject(self) -> None:
        """First ask for a reason, which may stay empty; then reject."""
        if self.request is None:
            return
        if self._reason.isHidden():
            self._leave_editing()
            self._reason.show()
            self.reject.setText("Reject it")
            for each in (self.approve, self.approve_group, self.grant):
                each.setEnabled(False)
            self._reason.setFocus()
        else:
            self.decide(approvals.Reject(self._reason.text().strip()))

    def do_skip(self) -> None:
        self.decide(approvals.Skip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return that no button took is the first button's, or finishes what is being written."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.isAutoRepeat():
            is_refusal = self.first_button is self.reject and not self.is_editing
            self.do_reject() if is_refusal else self.do_approve()
        elif event.key() == Qt.Key.Key_Escape and self.is_editing:
            self._leave_editing()
            self.first_button.setFocus()
        else:
            super().keyPressEvent(event)

    def decide(self, verdict: approvals.OperatorAnswer) -> None:
        """Nothing, where the card was not in sight long enough to be meant."""
        if self.request is None or not self.may_answer:
            return
        request = self.request
        self.forget()
        self.decided.emit(request, verdict)

    def _leave_editing(self) -> None:
        self.editor.hide()
        self._reason.hide()
        self._reason.clear()
        self._facts.show()
        self.sheet_area.verticalScrollBar().setValue(0)
        self.edit.setText("Edit…")
        self.reject.setText("Reject…")
        self.approve.setText(self._approval.replace("&", "&&"))
        self.approve.setEnabled(True)
        for each in (self.approve_group, self.grant):
            each.setEnabled(True)

    def _show_edit_state(self) -> None:
        if self.editor.isHidden() or self.request is None:
            return
        step = self.editor.step
        is_changed = step is not None and step != self.request.step
        self.approve.setText("Approve change" if is_changed else self._approval.replace("&", "&&"))
        self.approve.setEnabled(step is not None)

    def _tell_where(self) -> None:
        """Of which thing, where; and of what is grave, what the fields there hold."""
        if (asked := self.request) is None:
            return
        zone = next((each for each in self._zones if each.zone_id == asked.step.zone_id), None)
        told = {"of ": asked.about, "in ": asked.window or asked.where}
        words = ", ".join(f"{name}{each}" for name, each in told.items() if each)
        self._line(self._where, "desktop", "", words)
        held = [
            f"{each.label or each.role} “{shortened(each.value)}”"
            for each in self._zones
            if zone is not None and each.window_id == zone.window_id
            if each.role in EDITABLE_ROLES and each.value and asked.is_grave
        ]
        self._line(self._held, "edit", "with ", ", ".join(held))

    def _show_latest_crop(self) -> None:
        if self._frame is not None and self.request is not None:
            self._crops.show_frame(self._frame)

    @staticmethod
    def _line(line: MarkedLine, icon: str, label: str, text: str) -> None:
        line.setVisible(bool(text))
        line.show_line(Mark(icon, "text_quiet"), label + text if text else "")

    def _make_parts(self, theme: Theme) -> None:
        self._crops = CropPair(theme)
        self.suspicion = SuspicionNote(theme)
        self._risk = Badge(theme)
        self._why = quiet_label()
        self._undo, self._expects = MarkedLine(theme), MarkedLine(theme)
        self._ruling, self._again = MarkedLine(theme), MarkedLine(theme)
        self._knowing = MarkedLine(theme)
        self._where, self._held = MarkedLine(theme), MarkedLine(theme)
        self._reason = QLineEdit(placeholderText="Why not? (may stay empty)")
        self._reason.setAccessibleName("Reason for rejecting")
        self._reason.hide()
        self.editor = StepEditor()
        tip = "Do exactly this  (Ctrl+Return; Enter too, where it can be taken back)"
        self.approve = push_button(theme, "Approve", tip, "done", "accent")
        self.grant = tool_button(theme, "chevron-down", "Approve, and more like it", GRANT_TIP)
        self.grant.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._group = MarkedLine(theme)
        self.approve_group = push_button(
            theme,
            "Approve this group",
            "Do this and the rest of it; what can’t be undone or leaves the machine is still"
            " asked about  (Ctrl+Shift+Return)",
            "stage",
        )
        self.approve_group.hide()
        self.edit = push_button(theme, "Edit…", "Change it, then approve  (F2)", "edit")
        self.reject = push_button(theme, "Reject…", "Don’t; plan around it  (F8)", "rejected")
        self.skip = push_button(theme, "Skip", "Don’t; go on with the next step  (F9)", "skipped")

    def _lay_out(self) -> None:
        risk = lay_row(self._risk, (self._why, 1), spacing=8)
        lines = (self._again, self._undo, self._where, self._held, self._knowing, self._group)
        told = (risk, *lines, self._crops, self._expects, self._ruling)
        self._facts = widget_of(lay_column(*told, margins=0, spacing=8))
        self.editor.hide()
        parts, below = (self._title, self._facts, self.editor), (self.suspicion, self._buttons())
        self.lay_card(*parts, below=below, margins=(12, 8, 12, 8), spacing=8)

    def _buttons(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(10, 8, 10, 10)
        grid.setSpacing(8)
        grid.addWidget(self._reason, 0, 0, 1, 3)
        grid.addLayout(lay_row((self.approve, 1), self.grant, spacing=4), 1, 0, 1, 3)
        row = lay_row((self.edit, 1), (self.reject, 1), (self.skip, 1), spacing=8)
        grid.addWidget(self.approve_group, 2, 0, 1, 3)
        grid.addLayout(row, 3, 0, 1, 3)
        self.approve.setMinimumHeight(32)
        return grid

    def _connect(self) -> None:
        self.approve.clicked.connect(self.do_approve)
        self.approve_group.clicked.connect(self.do_approve_group)
        self.edit.clicked.connect(self.do_edit)
        self.reject.clicked.connect(self.do_reject)
        self.skip.clicked.connect(self.do_skip)
        self.editor.changed.connect(self._show_edit_state)


def risk_badge(risk: Risk) -> tuple[Mark, str]:
    """The risk in a word. What stays on the machine and does no harm is told by how far it can be
    undone, which the line below then need not repeat."""
    is_harmless = risk.risk_class is RiskClass.REVERSIBLE and risk.undo
    if is_harmless and risk.degree is not Degree.IRREVERSIBLE:
        return DEGREE_MARKS[risk.degree], risk.degree
    return RISK_MARKS[risk.risk_class], risk.risk_class.value
