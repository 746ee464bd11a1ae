"""How far an exploration shall go, as a line below the goal."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from widgets.kit.form_fields import Editor, editor_of
from widgets.kit.forms import FieldSpec, Values
from widgets.kit.laying import lay_row
from widgets.kit.parts import quiet_label


class ExploreLimitsLine(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.editors: dict[str, Editor] = {}
        self._row = lay_row(of=self, margins=0, spacing=8)
        words = "Tries groups of actions, goes on with what leads further, and looks for faults."
        self._row.addWidget(quiet_label(words, wraps=False))
        self._row.addStretch(1)

    def show_fields(self, specs: Sequence[FieldSpec], values: Values) -> None:
        """The fields are the same each time."""
        if not self.editors:
            self._add(specs)
        for name, value in values.items():
            self.editors[name].show(value)

    @property
    def values(self) -> Values:
        return {name: editor.read() for name, editor in self.editors.items()}

    def _add(self, specs: Sequence[FieldSpec]) -> None:
        """Before the line's words."""
        for number, spec in enumerate(specs):
            editor = self.editors[spec.name] = editor_of(spec)
            editor.widget.setAccessibleName(spec.label)
            editor.widget.setToolTip(spec.hint)
            editor.widget.setFixedWidth(104)
            label = quiet_label(spec.label, wraps=False)
            label.setBuddy(editor.widget)
            self._row.insertWidget(3 * number, label)
            self._row.insertWidget(3 * number + 1, editor.widget)
            self._row.insertSpacing(3 * number + 2, 8)
