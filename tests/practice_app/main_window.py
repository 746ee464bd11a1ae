"""The window: pages in tabs, the line below that tells what was done, and menus that are a small
maze on purpose: "Settings…" stands under Tools beside "Export…"; View and Help have entries that
sound like it. Where faults are asked for there is a page for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMenu, QTabWidget

from app.practice_app.pages import SPACE_PX, ListPage, named
from tests.practice_app.batch_page import BatchPage
from tests.practice_app.canvas_page import CanvasPage
from tests.practice_app.dialogs import (
    ExportDialog,
    ExportOrder,
    SettingsDialog,
    ViewChoice,
    ViewDialog,
)
from tests.practice_app.file_dialogs import tell, tell_failure
from tests.practice_app.form_page import FormPage
from tests.practice_app.invoices_page import InvoicesPage
from tests.practice_app.message_page import MessagePage, Outbox
from tests.practice_app.notes_page import NotesPage
from tests.practice_app.settings import Settings, SettingsStore
from tests.practice_app.theme import apply_theme

_SHORTCUTS = """\
Ctrl+N, Ctrl+S, Ctrl+Shift+S, Ctrl+W: new, save, save as, close (Notes)
Ctrl+O: open a note (Notes), add files (Batch)
F2, Delete, Alt+Up, Alt+Down: rename, delete, move (List)
Space, arrows, Escape: select, move, let go (Canvas)
Ctrl+Page Up, Ctrl+Page Down: the page before, the next page"""

_SETTINGS_GUIDE = """\
Autosave keeps a note that has a file; the interval says how often.
Spell check underlines a word that was typed twice in a row.
The settings themselves are in another menu."""


class MainWindow(QMainWindow):
    """Practice: everything that an agent sees in the tests."""

    def __init__(
        self, store: SettingsStore, outbox: Outbox, folder: Path, *, with_faults: bool = False
    ) -> None:
        super().__init__()
        self.store = store
        self.folder = folder
        self._may_close = False
        self.tabs = named(QTabWidget(), "Pages")
        self.tabs.setDocumentMode(True)
        named(self.tabs.tabBar(), "Page tabs")
        self.status = QLabel("Ready")
        self.status.setObjectName("status")
        self.notes = NotesPage(folder)
        pages = {
            "&Notes": self.notes,
            "&Batch": BatchPage(folder),
            "Fo&rm": FormPage(),
            "&List": ListPage(),
            "&Canvas": CanvasPage(),
            "&Message": MessagePage(outbox),
        }
        if with_faults:
            pages["&Invoices"] = InvoicesPage()
        for title, page in pages.items():
            named(page, f"{title.replace('&', '')} page")
            page.said.connect(self.status.setText)
            self.tabs.addTab(page, title)
        self.setCentralWidget(self.tabs)
        status_bar = named(self.statusBar(), "Status bar")
        status_bar.addWidget(self.status, 1)
        status_bar.setContentsMargins(SPACE_PX, 0, 0, 0)
        self._fill_menus()
        self.use(store.load())
        self.resize(900, 640)
        self._menus = Menus(self)
        self.tabs.currentChanged.connect(self._follow_page)
        self.notes.note_changed.connect(self._follow_note)
        self._follow_note()
        self.notes.editor.setFocus()

    def _settle(self, settings: Settings) -> None:
        self.store.save(settings)
        self.use(settings)
        self.status.setText("Settings saved")

    def open_settings(self) -> None:
        """Show the settings; what is applied there is stored and used at once."""
        dialog = SettingsDialog(self.store.load(), self)
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

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close or not self.notes.is_modified:
            event.accept()
            return
        event.ignore()
        self.tabs.setCurrentWidget(self.notes)
        self.notes.keep_changes(then=self._close_for_good)

    def _close_for_good(self) -> None:
        self._may_close = True
        self.close()

    def _follow_page(self) -> None:
        self._menus.show_what_applies(notes_are_shown=self.tabs.currentWidget() is self.notes)

    def _follow_note(self) -> None:
        name = self.notes.file_name or ("Untitled" if self.notes.is_modified else "")
        self.setWindowTitle(f"{name}[*] — Practice" if name else "Practice[*]")
        self.setWindowModified(self.notes.is_modified)
        self._follow_page()

    def use(self, settings: Settings) -> None:
        apply_theme(cast(QApplication, QApplication.instance()), settings.theme)
        self.notes.use_settings(settings)

    def open_export(self) -> None:
        """Show the dead end."""
        dialog = ExportDialog(self.folder, self)
        dialog.chosen.connect(self._export)
        dialog.open()

    def _export(self, order: ExportOrder) -> None:
        try:
            order.destination.write_text(order.render(self.notes.text), encoding="utf-8")
        except OSError as error:
            tell_failure(self, f"“{order.destination.name}” could not be exported", error)
            return
        self.status.setText(f"Exported {order.destination.name}")

    def open_view_dialog(self) -> None:
        """Show the dialog that is not the settings."""
        current = ViewChoice(
            text_points=round(self.notes.editor.font().pointSizeF()),
            with_status_bar=not self.statusBar().isHidden(),
        )
        dialog = ViewDialog(current, self)
        dialog.chosen.connect(self._use_view)
        dialog.open()

    def _use_view(self, choice: ViewChoice) -> None:
        self.notes.editor.set_text_size(choice.text_points)
        self.status_bar_entry.setChecked(choice.with_status_bar)

    def show_word_count(self) -> None:
        """Tell how long the note is."""
        text = self.notes.text
        tell(self, "Word count", f"Words: {len(text.split())}\nCharacters: {len(text)}")

    def show_shortcuts(self) -> None:
        """Tell the keys."""
        tell(self, "Keyboard shortcuts", _SHORTCUTS)

    def show_settings_guide(self) -> None:
        """Tell about the settings, without being them."""
        tell(self, "Guide to settings", _SETTINGS_GUIDE)


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


_Keys = QKeySequence.StandardKey


class Menus:
    """Adds to the menus of the window, and greys what does not apply."""

    def __init__(self, window: MainWindow) -> None:
        self._notes = window.notes
        self._window = window
        self._always_with_notes: list[QAction] = []
        self._with_open_note: list[QAction] = []
        self._fill_file()
        self._fill_view()
        self._fill_tools()
        self._fill_help()

    def show_what_applies(self, *, notes_are_shown: bool) -> None:
        """Enable the entries about notes on their page only: other pages have keys of their own."""
        for action in self._always_with_notes:
            action.setEnabled(notes_are_shown)
        for action in self._with_open_note:
            action.setEnabled(notes_are_shown and self._notes.is_open)

    def _fill_file(self) -> None:
        notes, first = self._notes, _First(self._window.file_menu)
        self._always_with_notes = [
            first.entry("&New", notes.new_note, _Keys.New),
            first.entry("&Open…", notes.open_note, _Keys.Open),
        ]
        first.separator()
        self._with_open_note = [
            first.entry("&Save", lambda: notes.save_note(), _Keys.Save),
            first.entry("Save &as…", lambda: notes.save_note_as(), "Ctrl+Shift+S"),
            first.entry("&Close", notes.close_note, "Ctrl+W"),
        ]
        first.separator()

    def _fill_view(self) -> None:
        editor, first = self._notes.editor, _First(self._window.view_menu)
        first.entry("Zoom &in", lambda: editor.zoomIn(1), _Keys.ZoomIn)
        first.entry("Zoom &out", lambda: editor.zoomOut(1), _Keys.ZoomOut)
        first.entry("&Normal size", editor.reset_text_size, "Ctrl+0")
        first.separator()
        entry(self._window.view_menu, "&Preferences of view…", self._window.open_view_dialog)

    def _fill_tools(self) -> None:
        first = _First(self._window.tools_menu)
        first.entry("&Export…", self._window.open_export)
        first.entry("&Word count…", self._window.show_word_count)
        first.separator()

    def _fill_help(self) -> None:
        first = _First(self._window.help_menu)
        first.entry("&Keyboard shortcuts…", self._window.show_shortcuts)
        first.entry("&Guide to settings…", self._window.show_settings_guide)
        first.separator()


class _First:
    """Puts entries before those that a menu has."""

    def __init__(self, menu: QMenu) -> None:
        self._menu = menu
        self._before = menu.actions()[0]

    def entry(
        self,
        text: str,
        verb: Callable[[], object],
        keys: QKeySequence.StandardKey | str | None = None,
    ) -> QAction:
        action = entry(self._menu, text, verb, keys)
        self._menu.insertAction(self._before, action)
        return action

    def separator(self) -> None:
        self._menu.insertSeparator(self._before)
