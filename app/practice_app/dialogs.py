"""The dialogs that the menus open; the settings say what was chosen with a signal, and store
nothing themselves."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QMessageBox, QSpinBox, QWidget

from app.practice_app.controls import SPACE_PX, fields_layout, label_for, named, page_layout
from app.practice_app.settings import MINUTES_RANGE, Settings

Button = QDialogButtonBox.StandardButton
_NAMES = {Button.Ok: "OK", Button.Cancel: "Cancel", Button.Apply: "Apply"}


class PracticeDialog(QDialog):
    """Fields with their buttons below; Cancel leaves it."""

    def __init__(self, title: str, kinds: Button, parent: QWidget, *, least_width: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fields = fields_layout()
        self.buttons = QDialogButtonBox(kinds)
        for kind, name in _NAMES.items():
            if kind in kinds:
                named(self.buttons.button(kind), name)
        self.buttons.rejected.connect(self.reject)
        layout = page_layout(self)
        layout.setSpacing(3 * SPACE_PX)
        layout.addLayout(self.fields)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(least_width * SPACE_PX)


class SettingsDialog(PracticeDialog):
    """Whether the note is kept by itself, and how often; Apply is enabled while something
    differs."""

    applied = Signal(object)  # Settings

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        kinds = Button.Ok | Button.Cancel | Button.Apply
        super().__init__("Settings", kinds, parent, least_width=50)
        self._settled = settings
        self._autosave = named(QCheckBox("&Autosave"), "Autosave", tip="Saves the note by itself")
        self._minutes = named(QSpinBox(), "Autosave interval (minutes)")
        self._minutes.setRange(*MINUTES_RANGE)
        self.fields.addRow(self._autosave)
        self.fields.addRow(label_for(self._minutes, "Autosave &interval (minutes)"), self._minutes)
        self._autosave.setChecked(settings.autosave)
        self._minutes.setValue(settings.autosave_minutes)
        self._autosave.toggled.connect(self.show_whether_changed)
        self._minutes.valueChanged.connect(self.show_whether_changed)
        self.buttons.button(Button.Apply).setEnabled(False)
        self.buttons.accepted.connect(self._accept_all)
        self.buttons.button(Button.Apply).clicked.connect(self._apply)

    def chosen(self) -> Settings:
        return Settings(autosave=self._autosave.isChecked(), autosave_minutes=self._minutes.value())

    def show_whether_changed(self) -> None:
        self.buttons.button(Button.Apply).setEnabled(self.chosen() != self._settled)

    def _apply(self) -> None:
        self._settled = self.chosen()
        self.show_whether_changed()
        self.applied.emit(self._settled)

    def _accept_all(self) -> None:
        self._apply()
        self.accept()


def tell(
    parent: QWidget,
    title: str,
    text: str,
    *,
    icon: QMessageBox.Icon = QMessageBox.Icon.Information,
) -> QMessageBox:
    """Show a message with an OK button."""
    box = QMessageBox(icon, title, text, QMessageBox.StandardButton.Ok, parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box
