"""Fields of a form: each with its label, a hint, and a line for what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLayout,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, quiet_label
from widgets.kit.theme import Theme

TEXT_MARGIN_PX = 7
"""As in other fields; the style sheet's padding does not reach into a spin box."""
NO_CEILING = "no ceiling"
LINES = 3


class Field(QWidget):
    """An editor with a hint below it, which gives way to what is wrong."""

    def __init__(self, theme: Theme, editor: QWidget, hint: str = "") -> None:
        super().__init__()
        self.editor = editor
        self._hint = quiet_label(hint)
        self._hint.setProperty("role", "small")
        self._problem = MarkedLine(theme)
        self._problem.hide()
        self._hint.setVisible(bool(hint))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(editor)
        layout.addWidget(self._hint)
        layout.addWidget(self._problem)

    def show_hint(self, hint: str) -> None:
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint) and self._problem.isHidden())
        self.editor.setAccessibleDescription(hint)

    def show_problem(self, text: str) -> None:
        """An empty text takes it away."""
        self._problem.setVisible(bool(text))
        self._hint.setVisible(bool(self._hint.text()) and not text)
        self._problem.show_line(Mark("warning", "bad"), text)
        self.editor.setAccessibleDescription(text or self._hint.text())
        self.editor.setProperty("problem", bool(text))
        self.editor.style().unpolish(self.editor)
        self.editor.style().polish(self.editor)

    @property
    def problem_text(self) -> str:
        return "" if self._problem.isHidden() else self._problem.text


class FieldGrid(QGridLayout):
    """Labels on the left, fields on the right, by name."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.fields: dict[str, Field] = {}
        self.setHorizontalSpacing(16)
        self.setVerticalSpacing(12)
        self.setColumnMinimumWidth(0, 128)
        self.setColumnStretch(1, 1)

    def add(self, name: str, label: str, editor: QWidget, hint: str = "") -> Field:
        """``label`` may have a mnemonic; it names the editor for screen readers too."""
        field = Field(self._theme, editor, hint)
        shown = QLabel(label)
        shown.setBuddy(editor)
        shown.setContentsMargins(0, 6, 0, 0)
        editor.setAccessibleName(label.replace("&", ""))
        editor.setAccessibleDescription(hint)
        row = self.rowCount()
        self.addWidget(shown, row, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(field, row, 1)
        self.fields[name] = field
        return field


class WriteOrChoose(QComboBox):
    """A box to write in, with choices; the wheel does not change it by chance."""

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        line = self.lineEdit()
        assert line is not None
        line.setPlaceholderText(placeholder)
        completer = self.completer()
        if completer is not None:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)

    @property
    def words(self) -> str:
        return self.currentText().strip()

    def show_words(self, words: str) -> None:
        self.setEditText(words)

    def offer(self, choices: tuple[str, ...]) -> None:
        """Other choices; what is written stays."""
        before = self.currentText()
        self.blockSignals(True)
        self.clear()
        self.addItems(list(choices))
        self.setEditText(before)
        self.blockSignals(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class WholeNumber(QSpinBox):
    def __init__(self, least: int, most: int, unit: str = "", *, none_is: str = "") -> None:
        super().__init__()
        self.setRange(least, most)
        self.setSuffix(f" {unit}" if unit else "")
        self.setSpecialValueText(none_is)
        self.setGroupSeparatorShown(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(TEXT_MARGIN_PX, 0, 0, 0)
        self.setMaximumWidth(200)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Amount(QDoubleSpinBox):
    """``none_is`` is shown for the least value."""

    def __init__(
        self, least: float, most: float, unit: str = "", *, decimals: int = 0, none_is: str = ""
    ) -> None:
        super().__init__()
        self.setDecimals(decimals)
        self.setRange(least, most)
        self.setSuffix(f" {unit}" if unit else "")
        self.setSpecialValueText(none_is)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(TEXT_MARGIN_PX, 0, 0, 0)
        self.setMaximumWidth(200)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Choosing(QComboBox):
    """One of a few, each with a key and the words that are shown."""

    def __init__(self, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for key, words in choices:
            self.addItem(words, key)

    @property
    def key(self) -> str:
        return str(self.currentData())

    def choose(self, key: str) -> None:
        self.setCurrentIndex(self.findData(key))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def lines_field(example: str) -> QPlainTextEdit:
    """For entries that stand one a line."""
    field = QPlainTextEdit()
    field.setPlaceholderText(example)
    field.setTabChangesFocus(True)
    field.setFixedHeight(LINES * field.fontMetrics().lineSpacing() + 20)
    return field


def lines_of(field: QPlainTextEdit) -> tuple[str, ...]:
    lines = (line.strip() for line in field.toPlainText().splitlines())
    return tuple(line for line in lines if line)


def lay_page(page: QWidget, *parts: QWidget | QLayout) -> None:
    """The parts of a page of a form, one below the other."""
    layout = QVBoxLayout(page)
    layout.setContentsMargins(16, 16, 16, 16)
    layout.setSpacing(12)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
    layout.addStretch(1)
