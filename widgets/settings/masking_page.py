"""The settings' page of masking: what never reaches a model or the record."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from widgets.kit.parts import quiet_label
from widgets.kit.theme import Theme
from widgets.settings.form_fields import FieldGrid, lay_page, lines_field, lines_of
from widgets.settings.settings_form import PATTERNS, MaskingForm

TOLD = (
    "What is masked is replaced by dots in texts and covered in pictures before anything reaches a"
    " model or the record. Passwords always are."
)
PATTERN_WORDS = {
    "keys": "&Keys and tokens, such as sk-…",
    "cards": "&Numbers of payment cards",
    "e-mail": "&E-mail addresses",
}


class MaskingPage(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.boxes = {name: QCheckBox(PATTERN_WORDS[name]) for name in PATTERNS}
        self.own_patterns = lines_field("INV-\\d{6}")
        self.window_titles = lines_field("Bank\nKeePass")
        boxes = QWidget()
        rows = QVBoxLayout(boxes)
        rows.setContentsMargins(0, 4, 0, 0)
        rows.setSpacing(8)
        for box in self.boxes.values():
            rows.addWidget(box)
        boxes.setFocusProxy(self.boxes[PATTERNS[0]])
        self.grid = FieldGrid(theme)
        add = self.grid.add
        add("patterns", "Masked in texts", boxes)
        hint = "Regular expressions, one a line."
        add("own_patterns", "Your &own patterns", self.own_patterns, hint)
        hint = "Windows with one of these in their title are covered as a whole; one a line."
        add("window_titles", "&Window titles", self.window_titles, hint)
        lay_page(self, quiet_label(TOLD), self.grid)

    def show_form(self, form: MaskingForm) -> None:
        for name, box in self.boxes.items():
            box.setChecked(name in form.patterns)
        self.own_patterns.setPlainText("\n".join(form.own_patterns))
        self.window_titles.setPlainText("\n".join(form.window_titles))

    @property
    def form(self) -> MaskingForm:
        return MaskingForm(
            tuple(name for name, box in self.boxes.items() if box.isChecked()),
            lines_of(self.own_patterns),
            lines_of(self.window_titles),
        )
