"""The window: two pages in tabs, the menus above, and the line below that tells what was done.

It hands each page what it needs and passes on what they say; the pages do not know each other.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLabel, QMainWindow, QMenu, QTabWidget

from app.practice_app.controls import SPACE_PX, Page, named
from app.practice_app.dialogs import SettingsDialog, tell
from app.practice_app.list_page import ListPage
from app.practice_app.note_page import NotePage
from app.practice_app.settings import Settings, SettingsStore


class MainWindow(QMainWindow):
    """Practice: everything that the user sees."""

    dialog_of_settings = SettingsDialog

    def __init__(self, store: SettingsStore, folder: Path) -> None:
        super().__init__()
        self.store = store
        self.folder = folder
        self.tabs = named(QTabWidget(), "Pages")
        self.tabs.setDocumentMode(True)
        named(self.tabs.tabBar(), "Page tabs")
        self.status = QLabel("Ready")
        self.status.setObjectName("status")
        for title, page in self.make_pages().items():
            self.add_page(title, page)
        self.setCentralWidget(self.tabs)
        status_bar = named(self.statusBar(), "Status bar")
        status_bar.addWidget(self.status, 1)
        status_bar.setContentsMargins(SPACE_PX, 0, 0, 0)
        self.setWindowTitle("Practice[*]")
        self._fill_menus()
        self.use(store.load())
        self.resize(900, 640)
        self.tabs.currentWidget().setFocus()

    def make_pages(self) -> Mapping[str, Page]:
        """The pages by their titles, in their order."""
        self._note = NotePage(self.folder)
        return {"&Note": self._note, "&List": ListPage()}

    def add_page(self, title: str, page: Page) -> None:
        named(page, f"{title.replace('&', '')} page")
        page.said.connect(self.status.setText)
        self.tabs.addTab(page, title)

    def use(self, settings: Settings) -> None:
        """Do what they ask for."""
        self._note.use_settings(settings)

    def _settle(self, settings: Settings) -> None:
        self.store.save(settings)
        self.use(settings)
        self.status.setText("Settings saved")

    def open_settings(self) -> None:
        """Show the settings; what is applied there is stored and used at once."""
        dialog = self.dialog_of_settings(self.store.load(), self)
        dialog.applied.connect(self._settle)
        dialog.open()

    def show_about(self) -> None:
        """Tell what this is."""
        tell(self, "About Practice", "Practice: a small application for agents to practise in.")

    def _fill_menus(self) -> None:
        self.file_menu, self.view_menu, self.tools_menu, self.help_menu = (
            self._menu(title) for title in ("&File", "&View", "&Tools", "&Help")
        )
        entry(self.file_menu, "&Quit", self.close, "Ctrl+Q")
        self.status_bar_entry = self.view_menu.addAction("&Status bar")
        self.status_bar_entry.setCheckable(True)
        self.status_bar_entry.setChecked(True)
        self.status_bar_entry.toggled.connect(self.statusBar().setVisible)
        entry(self.tools_menu, "&Settings…", self.open_settings, "Ctrl+,")
        entry(self.help_menu, "&About Practice…", self.show_about)

    def _menu(self, title: str) -> QMenu:
        bar = named(self.menuBar(), "Menu bar")
        return named(bar.addMenu(title), f"{title.replace('&', '')} menu")


def entry(
    menu: QMenu,
    text: str,
    verb: Callable[[], object],
    keys: QKeySequence.StandardKey | str | None = None,
) -> QAction:
    """A new entry, the last one."""
    action = menu.addAction(text)
    if keys is not None:
        action.setShortcut(QKeySequence(keys))
    action.triggered.connect(lambda _checked: verb())
    return action
