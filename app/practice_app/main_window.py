"""The window: six pages in tabs, the menus above, and the line below that tells what was done.

It hands each page what it needs and passes on what they say; the pages do not know each other.
Where faults are asked for there is a seventh page. The menus are a small maze on purpose:
"Settings…" stands under Tools beside "Export…"; View and Help have entries that sound like it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMenu, QMenuBar, QTabWidget

from app.practice_app.batch_page import BatchPage
from app.practice_app.canvas_page import CanvasPage
from app.practice_app.controls import SPACE_PX, Page, named
from app.practice_app.dialogs import (
    ExportDialog,
    ExportOrder,
    SettingsDialog,
    ViewChoice,
    ViewDialog,
)
from app.practice_app.file_dialogs import tell, tell_failure
from app.practice_app.form_page import FormPage
from app.practice_app.invoices_page import InvoicesPage
from app.practice_app.list_page import ListPage
from app.practice_app.message_page import MessagePage, Outbox
from app.practice_app.notes_page import NoteEditor, NotesPage
from app.practice_app.settings import Settings, SettingsStore
from app.practice_app.theme import apply_theme

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
    """Practice: everything that the user sees."""

    def __init__(
        self, store: SettingsStore, outbox: Outbox, folder: Path, *, with_faults: bool = False
    ) -> None:
        super().__init__()
        self._store = store
        self._folder = folder
        self._may_close = False
        self.notes = NotesPage(folder)
        self.tabs = named(QTabWidget(), "Pages")
        self.tabs.setDocumentMode(True)
        named(self.tabs.tabBar(), "Page tabs")
        self._status = QLabel("Ready")
        self._status.setObjectName("status")
        self._add_pages(outbox)
        if with_faults:
            self._add_page("&Invoices", InvoicesPage())
        self.setCentralWidget(self.tabs)
        status_bar = named(self.statusBar(), "Status bar")
        status_bar.addWidget(self._status, 1)
        status_bar.setContentsMargins(SPACE_PX, 0, 0, 0)
        self._menus = Menus(self.menuBar(), self.notes, self)
        self.tabs.currentChanged.connect(self._follow_page)
        self.notes.note_changed.connect(self._follow_note)
        self._follow_note()
        self._use(store.load())
        self.resize(900, 640)
        self.notes.editor.setFocus()

    def _add_pages(self, outbox: Outbox) -> None:
        pages: dict[str, Page] = {
            "&Notes": self.notes,
            "&Batch": BatchPage(self._folder),
            "Fo&rm": FormPage(),
            "&List": ListPage(),
            "&Canvas": CanvasPage(),
            "&Message": MessagePage(outbox),
        }
        for title, page in pages.items():
            self._add_page(title, page)

    def _add_page(self, title: str, page: Page) -> None:
        named(page, f"{title.replace('&', '')} page")
        page.said.connect(self._status.setText)
        self.tabs.addTab(page, title)

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

    def _use(self, settings: Settings) -> None:
        apply_theme(cast(QApplication, QApplication.instance()), settings.theme)
        self.notes.use_settings(settings)

    def _settle(self, settings: Settings) -> None:
        self._store.save(settings)
        self._use(settings)
        self._status.setText("Settings saved")

    # What the menus call.

    def open_settings(self) -> None:
        """Show the settings; what is applied there is stored and used at once."""
        dialog = SettingsDialog(self._store.load(), self)
        dialog.applied.connect(self._settle)
        dialog.open()

    def open_export(self) -> None:
        """Show the dead end."""
        dialog = ExportDialog(self._folder, self)
        dialog.chosen.connect(self._export)
        dialog.open()

    def _export(self, order: ExportOrder) -> None:
        try:
            order.destination.write_text(order.render(self.notes.text), encoding="utf-8")
        except OSError as error:
            tell_failure(self, f"“{order.destination.name}” could not be exported", error)
            return
        self._status.setText(f"Exported {order.destination.name}")

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
        self._menus.status_bar_entry.setChecked(choice.with_status_bar)

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

    def show_about(self) -> None:
        """Tell what this is."""
        tell(self, "About Practice", "Practice: a small application for agents to practise in.")


_Keys = QKeySequence.StandardKey


class Menus:
    """Fills the menu bar, and greys what does not apply."""

    def __init__(self, bar: QMenuBar, notes: NotesPage, window: MainWindow) -> None:
        self._bar = named(bar, "Menu bar")
        self._notes = notes
        self._window = window
        self._always_with_notes: list[QAction] = []
        self._with_open_note: list[QAction] = []
        self._fill_file(self._menu("&File"))
        self._fill_view(self._menu("&View"), notes.editor)
        self._fill_tools(self._menu("&Tools"))
        self._fill_help(self._menu("&Help"))

    def show_what_applies(self, *, notes_are_shown: bool) -> None:
        """Enable the entries about notes on their page only: other pages have keys of their own."""
        for action in self._always_with_notes:
            action.setEnabled(notes_are_shown)
        for action in self._with_open_note:
            action.setEnabled(notes_are_shown and self._notes.is_open)

    def _menu(self, title: str) -> QMenu:
        return named(self._bar.addMenu(title), f"{title.replace('&', '')} menu")

    def _fill_file(self, menu: QMenu) -> None:
        notes = self._notes
        self._always_with_notes = [
            _entry(menu, "&New", notes.new_note, _Keys.New),
            _entry(menu, "&Open…", notes.open_note, _Keys.Open),
        ]
        menu.addSeparator()
        self._with_open_note = [
            _entry(menu, "&Save", lambda: notes.save_note(), _Keys.Save),
            _entry(menu, "Save &as…", lambda: notes.save_note_as(), "Ctrl+Shift+S"),
            _entry(menu, "&Close", notes.close_note, "Ctrl+W"),
        ]
        menu.addSeparator()
        _entry(menu, "&Quit", self._window.close, "Ctrl+Q")

    def _fill_view(self, menu: QMenu, editor: NoteEditor) -> None:
        _entry(menu, "Zoom &in", lambda: editor.zoomIn(1), _Keys.ZoomIn)
        _entry(menu, "Zoom &out", lambda: editor.zoomOut(1), _Keys.ZoomOut)
        _entry(menu, "&Normal size", editor.reset_text_size, "Ctrl+0")
        menu.addSeparator()
        status_bar = menu.addAction("&Status bar")
        status_bar.setCheckable(True)
        status_bar.setChecked(True)
        status_bar.toggled.connect(self._window.statusBar().setVisible)
        self.status_bar_entry = status_bar
        _entry(menu, "&Preferences of view…", self._window.open_view_dialog)

    def _fill_tools(self, menu: QMenu) -> None:
        _entry(menu, "&Export…", self._window.open_export)
        _entry(menu, "&Word count…", self._window.show_word_count)
        menu.addSeparator()
        _entry(menu, "&Settings…", self._window.open_settings, "Ctrl+,")

    def _fill_help(self, menu: QMenu) -> None:
        _entry(menu, "&Keyboard shortcuts…", self._window.show_shortcuts)
        _entry(menu, "&Guide to settings…", self._window.show_settings_guide)
        menu.addSeparator()
        _entry(menu, "&About Practice…", self._window.show_about)


def _entry(
    menu: QMenu,
    text: str,
    verb: Callable[[], object],
    keys: QKeySequence.StandardKey | str | None = None,
) -> QAction:
    action = menu.addAction(text)
    if keys is not None:
        action.setShortcut(QKeySequence(keys))
    action.triggered.connect(lambda _checked: verb())
    return action
