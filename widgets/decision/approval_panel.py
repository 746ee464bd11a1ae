"""What waits for the operator: a request, a question; a run that went back and is paused, with what
was taken back, how that was seen and what to do next; or nothing, quietly."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QStackedWidget, QWidget

from engine.domain import approvals, events, plans
from engine.language.sentences.figures import numbered
from engine.language.sentences.local import RETURNED_WORDS, places_words
from engine.language.sentences.run import ending_title
from engine.record.views.local_views import LocalStateView
from engine.record.views.run_state import RunState
from widgets.decision.request_card import RequestCard
from widgets.decision.waiting_card import (
    ARMED_AFTER_MS,
    CardScroll,
    QuestionCard,
    WaitingCard,
    height_at,
)
from widgets.kit.explore_words import belonging_of
from widgets.kit.marks import RETURNED_MARKS, ending_mark
from widgets.kit.parts import Badge, MarkedLine, push_button, quiet_label, role_label
from widgets.kit.performed import last_rejection, last_reversal, rejection_words
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row, set_tone, widget_of

NEXT = (
    "The run is paused. Resume: it looks again and plans on from here."
    " Or go further back, or cancel the plan."
)

NOTHING = "Nothing was taken back"
NEXT_OF_GROUP = "The run is paused. Resume: the group goes on. Or cancel the run."


class RevertedCard(QFrame):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "banner")
        self._title = role_label("", "title", wraps=True)
        self._seen, self._stopped = MarkedLine(theme), MarkedLine(theme)
        self._ways, self._next = quiet_label(), quiet_label(NEXT)
        self.resume = push_button(theme, "Resume", "Plan on from here  (Space or F6)", "play")
        self.further = push_button(
            theme, "Further back", "Take back the action before that too  (F7)", "undo"
        )
        row = lay_row((self.resume, 1), (self.further, 1), spacing=8)
        parts = (self._title, self._ways, self._seen, self._stopped, self._next, row)
        lay_column(*parts, STRETCH, of=self, margins=12, spacing=8)

    def show_reversal(
        self, place: plans.StepPlace, reversal: LocalStateView, *, explores: bool = False
    ) -> None:
        self._next.setText(NEXT_OF_GROUP if explores else NEXT)
        segment = place.segment_number
        undone = places_words(reversal.undone, segment)
        untold = places_words(reversal.untold, segment)
        title = f"Can't tell whether it was taken back: {untold}" if untold else ""
        self._title.setText(f"Taken back: {undone}" if undone else title or NOTHING)
        self._ways.setText(numbered(reversal.ways))
        self._ways.setVisible(bool(reversal.ways))
        mark = RETURNED_MARKS[reversal.returned]
        why = "".join(f"\n{each}" for each in reversal.evidence)
        self._seen.show_line(mark, f"seen: {RETURNED_WORDS[reversal.returned]}{why}")
        gone = (*reversal.undone, *reversal.untold)
        left = [each for each in reversal.asked_back if each not in gone]
        self._stopped.setVisible(bool(left))
        words = f"It stopped before {places_words(left, segment)}. {reversal.detail}".strip()
        self._stopped.show_line(mark, words)
        set_tone(self, mark.tone)


def reverted_now(state: RunState) -> tuple[plans.StepPlace, LocalStateView] | None:
    """The operator's revert that has paused the run; None where it goes on or was the rule's."""
    found = last_reversal(state)
    is_paused = state.is_running and state.control == "paused"
    if found is None or not is_paused or not found[1].returned:
        return None
    return found if found[1].decided_by == "operator" else None


NOTHING_WAITS = "Nothing waits for you."
SAID_FIRST_PX = 64
PASSED_ON = "The next proposal is made knowing this."
PASSED_ON_LATER = "The groups of the next iteration are proposed knowing this."


class _Shown(QStackedWidget):
    """As small as what it shows, whatever else it holds."""

    def minimumSizeHint(self) -> QSize:
        return (self.currentWidget() or QWidget()).minimumSizeHint()


class ApprovalPanel(QWidget):
    decided = Signal(object, object)  # ApprovalRequest, OperatorAnswer
    answered = Signal(str, str)
    waiting_changed = Signal(bool)
    full_height_changed = Signal()

    def __init__(self, theme: Theme, armed_after_ms: int = ARMED_AFTER_MS) -> None:
        super().__init__(focusPolicy=Qt.FocusPolicy.ClickFocus)
        self.setObjectName("approvalBody")
        self.request = RequestCard(theme, armed_after_ms)
        self.question = QuestionCard(theme, armed_after_ms)
        self.reverted = RevertedCard(theme)
        self.is_waiting = False
        self._waiting: approvals.ApprovalRequest | events.QuestionAsked | None = None
        self._answered: approvals.ApprovalRequest | events.QuestionAsked | None = None
        self._nothing = quiet_label(NOTHING_WAITS)
        self._badge = Badge(theme)
        self._message = quiet_label()
        self._stack = _Shown()
        said = (self._badge, self._message, self._nothing)
        quiet = widget_of(lay_column(*said, STRETCH, margins=8, spacing=8))
        self._back = CardScroll(widget_of(lay_column(self.reverted, margins=0)))
        for page in (CardScroll(quiet), self.request, self.question, self._back):
            self._stack.addWidget(page)
        self._layout = lay_column((self._stack, 1), of=self, margins=8)
        self._layout.addStretch(0)
        self._full_height = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.request.decided.connect(self._take_away)
        self.request.decided.connect(self.decided)
        self.question.answered.connect(self._take_away)
        self.question.answered.connect(self.answered)
        self.show_run(RunState())

    @property
    def full_height(self) -> int:
        """What is shown needs this height to be seen whole, at the width that there is."""
        page = self._stack.currentWidget()
        needs = height_at(page, self._stack.width()) if page is not None else 0
        margins = self.contentsMargins() + self._layout.contentsMargins()
        return needs + margins.top() + margins.bottom()

    @property
    def can_give(self) -> int:
        """Of its full height: what scrolls, but for what it says first."""
        areas = [each for each in self.findChildren(CardScroll) if each.isVisibleTo(self)]
        return sum(max(0, each.full_height - SAID_FIRST_PX) for each in areas)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.full_height)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._note_full_height()
        return super().event(event)

    def show_run(self, state: RunState) -> None:
        """Show what waits. What was just answered isn't asked again while the answer travels."""
        waiting = state.pending or state.question
        if waiting is None or waiting != self._answered:
            self._answered = None
        before = self._waiting
        self._waiting = None if self._answered is not None else waiting
        if isinstance(self._waiting, approvals.ApprovalRequest):
            rejected = last_rejection(state) if state.explore is None else None
            knowing = rejection_words(rejected) if rejected is not None else ""
            group, self.request.segment_number = belonging_of(state), state.current_segment
            self.request.show_request(self._waiting, knowing=knowing, group=group)
            self._stack.setCurrentWidget(self.request)
        elif self._waiting is not None:
            self.question.show_question(self._waiting)
            self._stack.setCurrentWidget(self.question)
        else:
            self._show_quiet(state)
        is_another = self._waiting is not None and self._waiting != before
        self._note_full_height()
        self._tell_waiting(self._waiting is not None, is_new=is_another)
        if self._waiting is not None and self.hasFocus():
            self.take_focus()

    def take_focus(self) -> None:
        """Put the keyboard where the answer is given."""
        if self._stack.currentWidget() is self.request:
            self.request.first_button.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self._stack.currentWidget() is self.question:
            self.question.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The page keys turn what has not the room to be seen whole, wherever the keyboard is."""
        turn = (event.key() == Qt.Key.Key_PageDown) - (event.key() == Qt.Key.Key_PageUp)
        for bar in (each.verticalScrollBar() for each in self.findChildren(CardScroll) if turn):
            bar.setValue(bar.value() + turn * bar.pageStep())
        event.setAccepted(bool(turn))

    def _take_away(self) -> None:
        self._answered, self._waiting = self._waiting, None
        self._show_quiet(RunState())
        self._note_full_height()
        self._tell_waiting(False)

    def _show_quiet(self, state: RunState) -> None:
        focused, card = QApplication.focusWidget(), self._stack.currentWidget()
        if focused is not None and isinstance(card, WaitingCard) and card.isAncestorOf(focused):
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.request.forget()
        self.question.forget()
        reverted = reverted_now(state)
        if reverted is not None:
            self.reverted.show_reversal(*reverted, explores=state.explore is not None)
            self._stack.setCurrentWidget(self._back)
            return
        outcome, rejected = state.outcome, last_rejection(state)
        self._badge.setVisible(outcome is not None)
        self._message.setVisible(outcome is not None or rejected is not None)
        if rejected is not None:
            passed_on = PASSED_ON if state.explore is None else PASSED_ON_LATER
            self._message.setText(f"{rejection_words(rejected)}. {passed_on}")
        if outcome is not None:
            ending = (outcome.terminal, outcome.reason)
            self._badge.show_badge(ending_mark(*ending), ending_title(*ending))
            self._message.setText(outcome.message)
        self._stack.setCurrentIndex(0)

    def _tell_waiting(self, is_waiting: bool, *, is_new: bool = False) -> None:
        if is_waiting != self.is_waiting or is_new:
            self.is_waiting = is_waiting
            self.waiting_changed.emit(is_waiting)
            self.full_height_changed.emit()

    def _note_full_height(self) -> None:
        """A card is as high as what it says; it does not stretch over a whole column. Noted as soon
        as something else is shown: once the window has laid itself out it would be squeezed into
        the height of what was there before, until the next turn of the loop."""
        height = self.full_height
        if height != self._full_height:
            self._full_height = height
            self._stack.setMaximumHeight(height)
            self.updateGeometry()
            self.full_height_changed.emit()
