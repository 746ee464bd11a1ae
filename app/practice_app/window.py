"""The window: two pages in tabs, the menus above, and the line below that tells what was done."""

from collections.abc import Callable
from pathlib import Path

from PySide6 import QtWidgets
from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QKeySequence

from app.practice_app.pages import SPACE_PX, ListPage, NotePage, Page, named

_LEAST_MINUTES, _MOST_MINUTES, _MINUTES = 1, 60, 5


def saved(ini: QSettings) -> tuple[bool, int]:
    """Whether the note is kept by itself, and each how many minutes; damaged means default."""
    # an ini file gives texts, the same process gives back what it set: both become one text
    minutes = str(ini.value("autosave_minutes", ""))
    number = int(minutes) if minutes.isdecimal() else _MINUTES
    is_on = str(ini.value("autosave", "")).lower() == "true"
    return is_on, min(max(number, _LEAST_MINUTES), _MOST_MINUTES)


class SettingsDialog(QtWidgets.QDialog):
    """Apply is enabled while something differs. With it and OK all is written at once, so that
    whoever watches the app from outside can read in the file what was really set."""

    applied = Signal()

    def __init__(self, ini: QSettings, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(50 * SPACE_PX)
        self._ini = ini
        self._autosave = named(
            QtWidgets.QCheckBox("&Autosave"), "Autosave", tip="Saves the note by itself"
        )
        self._minutes = named(QtWidgets.QSpinBox(), "Autosave interval (minutes)")
        self._minutes.setRange(_LEAST_MINUTES, _MOST_MINUTES)
        is_on, minutes = saved(ini)
        self._autosave.setChecked(is_on)
        self._minutes.setValue(minutes)
        kinds = QtWidgets.QDialogButtonBox.StandardButton
        buttons = QtWidgets.QDialogButtonBox(kinds.Ok | kinds.Cancel | kinds.Apply)
        for kind, name in ((kinds.Ok, "OK"), (kinds.Cancel, "Cancel"), (kinds.Apply, "Apply")):
            named(buttons.button(kind), name)
        self._apply = buttons.button(kinds.Apply)
        self._apply.clicked.connect(self._write)
        buttons.accepted.connect(self._write)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        fields = QtWidgets.QFormLayout(horizontalSpacing=2 * SPACE_PX, verticalSpacing=SPACE_PX)
        fields.addRow(self._autosave)
        fields.addRow("Autosave &interval (minutes)", self._minutes)
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(*[3 * SPACE_PX] * 4)
        column.setSpacing(3 * SPACE_PX)
        column.addLayout(fields)
        column.addWidget(buttons)
        self._autosave.toggled.connect(self._show_whether_changed)
        self._minutes.valueChanged.connect(self._show_whether_changed)
        self._show_whether_changed()

    def _show_whether_changed(self) -> None:
        chosen = (self._autosave.isChecked(), self._minutes.value())
        self._apply.setEnabled(chosen != saved(self._ini))

    def _write(self) -> None:
        self._ini.setValue("autosave", self._autosave.isChecked())
        self._ini.setValue("autosave_minutes", self._minutes.value())
        self._ini.sync()
        self._show_whether_changed()
        self.applied.emit()


class PracticeWindow(QtWidgets.QMainWindow):
    """Everything that the user sees."""

    def __init__(self, ini: QSettings, folder: Path) -> None:
        super().__init__()
        self._ini = ini
        self._note = NotePage(folder)
        self._status = QtWidgets.QLabel("Ready")
        self._status.setObjectName("status")
        self.tabs = named(QtWidgets.QTabWidget(), "Pages")
        self.tabs.setDocumentMode(True)
        named(self.tabs.tabBar(), "Page tabs")
        pages: dict[str, Page] = {"&Note": self._note, "&List": ListPage()}
        for title, page in pages.items():
            named(page, f"{title.replace('&', '')} page")
            page.said.connect(self._status.setText)
            self.tabs.addTab(page, title)
        self.setCentralWidget(self.tabs)
        status_bar = named(self.statusBar(), "Status bar")
        status_bar.addWidget(self._status, 1)
        status_bar.setContentsMargins(SPACE_PX, 0, 0, 0)
        self.setWindowTitle("Practice[*]")
        self._fill_menus()
        self._follow_settings()
        self.resize(900, 640)
        self._note.setFocus()

    def open_settings(self) -> None:
        """Show the settings; what is applied there is used at once."""
        dialog = SettingsDialog(self._ini, self)
        dialog.applied.connect(self._follow_settings)
        dialog.applied.connect(lambda: self._status.setText("Settings saved"))
        dialog.open()

    def show_about(self) -> None:
        """Tell what this is."""
        words = "Practice: a small application for agents to practise in."
        kinds = QtWidgets.QMessageBox.Icon.Information, QtWidgets.QMessageBox.StandardButton.Ok
        box = QtWidgets.QMessageBox(kinds[0], "About Practice", words, kinds[1], self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _follow_settings(self) -> None:
        is_on, minutes = saved(self._ini)
        self._note.keep(minutes if is_on else 0)

    def _fill_menus(self) -> None:
        bar = named(self.menuBar(), "Menu bar")

        def menu(title: str) -> QtWidgets.QMenu:
            return named(bar.addMenu(title), f"{title.replace('&', '')} menu")

        def entry(
            menu: QtWidgets.QMenu, text: str, do: Callable[[], object], keys: str = ""
        ) -> None:
            action = menu.addAction(text)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(lambda _checked: do())

        entry(menu("&File"), "&Quit", self.close, "Ctrl+Q")
        shows_bar = menu("&View").addAction("&Status bar")
        shows_bar.setCheckable(True)
        shows_bar.setChecked(True)
        shows_bar.toggled.connect(self.statusBar().setVisible)
        entry(menu("&Tools"), "&Settings…", self.open_settings, "Ctrl+,")
        entry(menu("&Help"), "&About Practice…", self.show_about)
