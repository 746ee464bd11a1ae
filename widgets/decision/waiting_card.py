"""A card that waits for the operator: its band, its title, a sheet that scrolls where it must;
that of a question; and the warning on one.

It takes no answer in its first moments: a key meant for the one before must not decide upon one
that nobody has seen yet."""

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QSizePolicy, QWidget

from engine.domain.events import QuestionAsked
from engine.language.folding import shown_cut
from engine.language.labels import shortened
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkLabel, line_field, push_button, role_label, sheet_area, tip_with
from widgets.kit.theme import STRETCH, Margins, Part, Theme, lay_column, lay_row, set_tone

ARMED_AFTER_MS = 300
LINES = 6


class WaitingCard(QFrame):
    def __init__(self, name: str, armed_after_ms: int) -> None:
        super().__init__()
        self.setObjectName("requestCard")
        self.setAccessibleName(name)
        self._armed_after_ms = armed_after_ms
        self._shown_since = QElapsedTimer()
        self._title = role_label("", "title", wraps=True)

    @property
    def seen_secs(self) -> float:
        """For so long it has been in sight."""
        return self._shown_since.elapsed() / 1000

    @property
    def may_answer(self) -> bool:
        """It has been shown long enough that a key is meant for it."""
        return self._shown_since.isValid() and self._shown_since.elapsed() >= self._armed_after_ms

    def showEvent(self, event: QEvent) -> None:
        """It comes into sight again."""
        self._shown_since.start()

    def lay_card(
        self, *parts: Part, below: tuple[Part, ...], margins: Margins, spacing: int
    ) -> None:
        """The parts on the sheet, under the band; what stands ``below`` is always in sight."""
        band = QLabel("WAITING FOR YOU")
        band.setObjectName("waitingBand")
        sheet = QWidget()
        lay_column(*parts, STRETCH, of=sheet, margins=margins, spacing=spacing)
        self.sheet_area = CardScroll(sheet, band)
        lay_column(band, (self.sheet_area, 1), *below, of=self, margins=2, spacing=0)


class CardScroll(QScrollArea):
    """As high as its sheet; it scrolls only where there is less room than that: on a card, whose
    keyboard is in its buttons, by the page keys, else where the keyboard comes to it. Where only
    few lines of it would be seen, the band above gives way: the tab tells as much."""

    def __init__(self, sheet: QWidget, band: QWidget | None = None) -> None:
        super().__init__()
        self._sheet, self._band = sheet, band
        sheet_area(sheet, self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    @property
    def full_height(self) -> int:
        """What the sheet needs at the width that there is, without scrolling."""
        return height_at(self._sheet, self.width())

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.full_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and watched is self._sheet:
            self._settle()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        """Without a bar where all fits: a bar makes the lines shorter, and so asks for itself."""
        fits = self.full_height <= self.height()
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAlwaysOff if fits else policies.ScrollBarAsNeeded
        )
        takes_keys = not fits and self._band is None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if takes_keys else Qt.FocusPolicy.NoFocus)
        if (band := self._band) is not None:
            band_px = band.sizeHint().height() if band.isHidden() else 0
            few_px = min(self.full_height, LINES * self.fontMetrics().lineSpacing())
            band.setVisible(self.height() - band_px >= few_px)
        self.updateGeometry()


def height_at(widget: QWidget, width: int) -> int:
    """What it needs at that width to be seen whole."""
    if widget.hasHeightForWidth():
        return widget.heightForWidth(width)
    return widget.sizeHint().height()


NUMBERED = 9
LONGEST_WORD = 24
LONGEST_CHOICE = 32
DECLINE_TIP = "Give no answer: the run goes another way, or ends and says so  (Esc)"
ANSWER_TIP = "It is recorded; for a password write {{secret:name}}, which is filled in unseen"


class QuestionCard(WaitingCard):
    answered = Signal(str, str)  # question_id, answer; an empty one declines

    def __init__(self, theme: Theme, armed_after_ms: int = ARMED_AFTER_MS) -> None:
        super().__init__("A question for you", armed_after_ms)
        self._question: QuestionAsked | None = None
        self.buttons: list[QPushButton] = []
        self.line = line_field("Your answer", ANSWER_TIP)
        self.line.textChanged.connect(self._enable)
        self.line.returnPressed.connect(self._send)
        self.send = push_button(theme, "Answer", "Give this answer  (Enter)", "done", "accent")
        self.send.clicked.connect(self._send)
        self.decline = push_button(theme, "Don’t answer", DECLINE_TIP, "rejected")
        self.decline.clicked.connect(lambda: self._answer(""))
        self._lay_out()

    def show_question(self, question: QuestionAsked) -> None:
        if question == self._question:
            return
        self._question = question
        self._shown_since.start()
        self._title.setText(breakable(shown_cut(question.question)))
        self.setAccessibleDescription(question.question)
        for button in self.buttons:
            self._choices.removeWidget(button)
            button.deleteLater()
        self.buttons = [
            self._button(number, choice) for number, choice in enumerate(question.choices, 1)
        ]
        for button in self.buttons:
            self._choices.addWidget(button)
        takes_words = not question.choices
        self.line.clear()
        self.line.setVisible(takes_words)
        self.send.setVisible(takes_words)
        self._enable()

    def forget(self) -> None:
        self._question = None

    def take_focus(self) -> None:
        """Put the keyboard where the answer is given."""
        first: QWidget = self.buttons[0] if self.buttons else self.line
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat():
            self._answer("")
        else:
            super().keyPressEvent(event)

    def _button(self, number: int, choice: str) -> QPushButton:
        shown = shortened(choice, LONGEST_CHOICE).replace("&", "&&")
        has_key = number <= NUMBERED
        button = QPushButton(f"&{number}  {shown}" if has_key else shown, autoDefault=True)
        button.setProperty("look", "choice")
        button.setAccessibleName(choice)
        button.setMinimumWidth(1)  # it is never wider than the card
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setToolTip(tip_with(f"Answer “{choice}”" + (f"  (Alt+{number})" if has_key else "")))
        button.clicked.connect(lambda: self._answer(choice))
        return button

    def _send(self) -> None:
        answer = self.line.text().strip()
        if answer:
            self._answer(answer)

    def _answer(self, answer: str) -> None:
        if self._question is None or not self.may_answer:
            return
        question_id = self._question.question_id
        self.forget()
        for each in (*self.buttons, self.send, self.decline):
            each.setEnabled(False)
        self.answered.emit(question_id, answer)

    def _enable(self) -> None:
        self.send.setEnabled(bool(self.line.text().strip()))
        self.decline.setEnabled(True)

    def _lay_out(self) -> None:
        self._choices = lay_column(spacing=8)
        answers = lay_row((self.send, 1), (self.decline, 1), margins=(10, 8, 10, 10), spacing=8)
        self.lay_card(
            self._title, self._choices, self.line, below=(answers,), margins=12, spacing=12
        )


def breakable(text: str) -> str:
    """In one paragraph, with room for a line break in words that no line could hold."""
    return " ".join(
        "\u200b".join(
            word[start : start + LONGEST_WORD] for start in range(0, len(word), LONGEST_WORD)
        )
        for word in text.split()
    )


SUSPECTED = "This may follow the screen, not your goal:"
SIGN_PX = 24


class SuspicionNote(QFrame):
    """Hidden while there is nothing to say; announced to screen readers when there is."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("suspicion")
        title = role_label(SUSPECTED, "goal", wraps=True)
        self._why = role_label("", wraps=True, selectable=True)
        set_tone(title, "bad")
        words = QWidget()
        lay_column(title, self._why, of=words, margins=0, spacing=2)
        sign = (MarkLabel(theme, Mark("warning", "bad"), SIGN_PX), 0, Qt.AlignmentFlag.AlignTop)
        lay_row(sign, (CardScroll(words), 1), of=self, margins=(12, 8, 12, 8), spacing=12)
        self.hide()

    def show_suspicion(self, why: str) -> str:
        """Show it, or hide where there is none; returns all that is said."""
        words = f"{SUSPECTED} {why}" if why else ""
        self._why.setText(shown_cut(why))
        self.setVisible(bool(why))
        self.setAccessibleName(words)
        if why:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
        return words
