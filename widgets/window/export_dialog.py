"""What is written of a session, where, and how much of it is hidden."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from widgets.kit import parts
from widgets.kit.form_fields import Editor, FormGrid
from widgets.kit.forms import FieldSpec, Values
from widgets.kit.theme import Theme, lay_column, lay_row, widget_of
from widgets.window.dock_layout import LayoutMemory

FOLDER = "folder"
"""The field that gets a button to choose one with."""
_HIDDEN_WORDS = (
    "What is hidden is hidden in all of it; what can't be looked at is left out then. What is"
    " merely drawn, and no zone tells, is not found in a picture."
)


class ExportDialog(parts.ClosingDialog):
    """``values`` are those of the time before; others are empty, or the first choice."""

    chosen = Signal(object)  # Values

    def __init__(
        self, theme: Theme, specs: Sequence[FieldSpec], values: Values, parent: QWidget
    ) -> None:
        do = parts.push_button(theme, "Export", "Write it  (Return)", "export", "primary")
        leave = ("Cancel", "Write nothing  (Esc)")
        super().__init__(theme, "Export the session", parent, leave, do)
        self.export_button = do
        self._line = QLineEdit()
        browse = parts.push_button(theme, "Choose…", "Choose the folder in a dialog")
        browse.setAutoDefault(False)
        asked = (self, "Export to", self._line.setText)
        browse.clicked.connect(lambda: parts.choose_path(*asked, at=self._line.text()))
        folder = widget_of(lay_row((self._line, 1), browse, margins=0, spacing=8))
        folder.setFocusProxy(self._line)
        editor = Editor(folder, self._line.setText, lambda: self._line.text().strip())
        self.form = FormGrid(theme, specs, {FOLDER: editor})
        empty = {name: each.read() for name, each in self.form.editors.items()}
        self.form.show_values({**empty, **values})
        told = parts.quiet_label(_HIDDEN_WORDS)
        sheet = widget_of(lay_column(self.form, told, margins=0, spacing=16))
        (area := parts.sheet_area(sheet)).setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.lay_parts((area, 1), margins=16, spacing=16)
        parts.size_within_screen(self, 560, sheet.sizeHint().height() + 100)
        self.accepted.connect(lambda: self.chosen.emit(self.form.values))


def ask_as_before(
    theme: Theme, memory: LayoutMemory, parent: QWidget, specs: Sequence[FieldSpec], values: Values
) -> ExportDialog:
    """As the time before, ``values`` where there was none; what is chosen now is remembered."""
    names = {spec.name for spec in specs} - {"steps"}  # those are of one session
    before = {name: value for name, value in memory.export_values.items() if name in names}
    dialog = ExportDialog(theme, specs, {**values, **before}, parent)
    dialog.chosen.connect(lambda given: setattr(memory, "export_values", given))
    dialog.open()
    return dialog
