"""A form made from its description: each field with its label, a hint, and a line for what is wrong
with it."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent

from engine.domain.facts import Frozen
from widgets.kit.forms import FieldSpec, Values
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, quiet_label, spoken
from widgets.kit.theme import Theme, lay_column, set_look

TEXT_MARGIN_PX = 7
"""As in other fields; the style sheet's padding does not reach into a spin box."""
LINES = 3
_MOST_SHOWN = 2**31 - 1


class Editor(Frozen):
    """A widget in which one value is edited; ``read`` gives it as it stands there."""

    widget: QtWidgets.QWidget
    show: Callable[[Any], None]
    read: Callable[[], object]


class Field(QtWidgets.QWidget):
    """An editor with a hint below it, which gives way to what is wrong."""

    def __init__(self, theme: Theme, editor: QtWidgets.QWidget, hint: str = "") -> None:
        super().__init__()
        self.editor = editor
        self._hint = quiet_label(hint)
        self._hint.setProperty("role", "small")
        self.problem = MarkedLine(theme)
        self.problem.hide()
        self._hint.setVisible(bool(hint))
        lay_column(editor, self._hint, self.problem, of=self, margins=0, spacing=4)

    def show_hint(self, hint: str) -> None:
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint) and self.problem.isHidden())
        self.editor.setAccessibleDescription(hint)

    def show_problem(self, text: str) -> None:
        """An empty text takes it away."""
        self.problem.setVisible(bool(text))
        self._hint.setVisible(bool(self._hint.text()) and not text)
        self.problem.show_line(Mark("warning", "bad"), text)
        self.editor.setAccessibleDescription(text or self._hint.text())
        set_look(self.editor, "problem", bool(text))


class FormGrid(QtWidgets.QGridLayout):
    """Labels on the left, fields on the right. ``own`` editors stand for what no spec describes in
    full; neighbours with one label share a field."""

    def __init__(
        self, theme: Theme, specs: Sequence[FieldSpec], own: Mapping[str, Editor] | None = None
    ) -> None:
        super().__init__()
        self._theme = theme
        self.fields: dict[str, Field] = {}
        self.editors = {spec.name: (own or {}).get(spec.name) or editor_of(spec) for spec in specs}
        self._shown: dict[str, tuple[object, object]] = {}
        self.setHorizontalSpacing(8)
        self.setVerticalSpacing(12)
        self.setColumnMinimumWidth(0, 72)
        self.setColumnStretch(1, 1)
        for label, neighbours in groupby(specs, lambda spec: spec.label):
            self._add(label, tuple(neighbours))

    def show_values(self, values: Values) -> None:
        for name, value in values.items():
            editor = self.editors[name]
            editor.show(value)
            self._shown[name] = value, editor.read()

    @property
    def values(self) -> Values:
        """A value that nobody changed is what was shown, whatever its editor makes of it."""
        given = {name: self.editors[name].read() for name in self._shown}
        return {
            name: value if given[name] == read else given[name]
            for name, (value, read) in self._shown.items()
        }

    def _add(self, label: str, specs: tuple[FieldSpec, ...]) -> None:
        """``label`` may have a mnemonic; it names the editor for screen readers too."""
        widgets = [self.editors[spec.name].widget for spec in specs]
        whole = widgets[0] if len(widgets) == 1 else column(widgets)
        hint = " ".join(spec.hint for spec in specs if spec.hint)
        if specs[0].kind == "lines":
            hint += " One a line."
        field = Field(self._theme, whole, hint)
        shown = QtWidgets.QLabel(label)
        shown.setBuddy(whole)
        if whole.focusProxy() is not None:  # else its label's key leads nowhere
            whole.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        shown.setContentsMargins(0, 6, 0, 0)
        whole.setAccessibleName(spoken(label))
        whole.setAccessibleDescription(hint)
        row = self.rowCount()
        self.addWidget(shown, row, 0, Qt.AlignmentFlag.AlignTop)
        self.addWidget(field, row, 1)
        self.fields.update({spec.name: field for spec in specs})


def editor_of(spec: FieldSpec) -> Editor:
    """The widget for what is described, but for a key, which has its own."""
    match spec.kind:
        case "tick":
            box = QtWidgets.QCheckBox(spec.words)
            return Editor(box, box.setChecked, box.isChecked)
        case "ticks":
            some = Ticks(spec.choices)
            return Editor(some, some.choose, lambda: some.chosen)
        case "one_of":
            choosing = Choosing(spec.choices)
            return Editor(choosing, choosing.choose, lambda: choosing.key)
        case "whole" | "amount":
            amount = Amount(spec)
            return Editor(amount, amount.show_amount, lambda: amount.amount)
        case "offered":
            offered = WriteOrChoose(spec.example)
            return Editor(offered, offered.setEditText, lambda: offered.words)
        case "lines":
            lines = QtWidgets.QPlainTextEdit(placeholderText=spec.example, tabChangesFocus=True)
            lines.setFixedHeight(LINES * lines.fontMetrics().lineSpacing() + 20)
            show_lines = lambda entries: lines.setPlainText("\n".join(entries))  # noqa: E731
            return Editor(lines, show_lines, lambda: lines_of(lines))
        case _:
            line = QtWidgets.QLineEdit(placeholderText=spec.example)
            return Editor(line, line.setText, lambda: line.text().strip())


class _Unwheeled:
    """The wheel scrolls the page and does not change a value by chance."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class WriteOrChoose(_Unwheeled, QtWidgets.QComboBox):
    """A box to write in, with choices."""

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QtWidgets.QComboBox.InsertPolicy.NoInsert)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.line = QtWidgets.QLineEdit(placeholderText=placeholder)
        self.setLineEdit(self.line)
        completer = self.completer()
        if completer is not None:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCompletionMode(QtWidgets.QCompleter.CompletionMode.PopupCompletion)

    @property
    def words(self) -> str:
        return self.currentText().strip()

    def offer(self, choices: tuple[str, ...]) -> None:
        """Other choices; what is written stays."""
        before = self.currentText()
        self.blockSignals(True)
        self.clear()
        self.addItems(list(choices))
        self.setEditText(before)
        self.blockSignals(False)


class Amount(_Unwheeled, QtWidgets.QDoubleSpinBox):
    """A number, whole or not."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__()
        self._none = spec.none
        self._is_whole = spec.kind == "whole"
        self.setDecimals(spec.decimals)
        self.setGroupSeparatorShown(self._is_whole)
        self.setRange(spec.least - (spec.step if spec.none is not None else 0), spec.most)
        self.setSingleStep(spec.step)
        self.setSuffix(f" {spec.unit}" if spec.unit else "")
        self.setSpecialValueText(spec.none_is)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(TEXT_MARGIN_PX, 0, 0, 0)
        self.setMaximumWidth(200)

    def show_amount(self, amount: object) -> None:
        """Beyond what is offered too, as far as a box can: a file may hold more."""
        if isinstance(amount, int | float) and amount != self._none:
            self.setMaximum(max(self.maximum(), min(amount, _MOST_SHOWN)))
            self.setValue(min(amount, _MOST_SHOWN))
        else:
            self.setValue(self.minimum())

    @property
    def amount(self) -> object:
        if self._none is not None and self.value() == self.minimum():
            return self._none
        return int(self.value()) if self._is_whole else self.value()


class Choosing(_Unwheeled, QtWidgets.QComboBox):
    """One of a few, each with a key and the words that are shown."""

    def __init__(self, choices: Sequence[tuple[object, str]]) -> None:
        super().__init__()
        self._keys = [key for key, _ in choices]
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.addItems([words for _, words in choices])
        self.setMinimumWidth(160)  # on a small screen its words may be cut

    @property
    def key(self) -> object:
        return self._keys[self.currentIndex()]

    def choose(self, key: object) -> None:
        self.setCurrentIndex(self._keys.index(key))


class Ticks(QtWidgets.QWidget):
    """Some of a few."""

    def __init__(self, choices: Sequence[tuple[object, str]]) -> None:
        super().__init__()
        self.boxes = {key: QtWidgets.QCheckBox(words) for key, words in choices}
        column(list(self.boxes.values()), self)

    @property
    def chosen(self) -> tuple[object, ...]:
        return tuple(key for key, box in self.boxes.items() if box.isChecked())

    def choose(self, keys: Sequence[object]) -> None:
        for key, box in self.boxes.items():
            box.setChecked(key in keys)


def column(
    widgets: Sequence[QtWidgets.QWidget], whole: QtWidgets.QWidget | None = None
) -> QtWidgets.QWidget:
    """The widgets below each other, in ``whole`` where it is given; the first has its focus."""
    whole = whole or QtWidgets.QWidget()
    lay_column(*widgets, of=whole, margins=(0, 4, 0, 0), spacing=8)
    whole.setFocusProxy(widgets[0])
    return whole


def lines_of(field: QtWidgets.QPlainTextEdit) -> tuple[str, ...]:
    lines = (line.strip() for line in field.toPlainText().splitlines())
    return tuple(line for line in lines if line)
