"""The menu bar: which entry stands where, and which verb it calls.

The menus are a small maze on purpose. "Settings…" stands under Tools beside "Export…"; View and
Help have entries that sound like it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from app.practice_app.controls import named
from app.practice_app.note_editor import NoteEditor
from app.practice_app.notes_page import NotesPage

_Keys = QKeySequence.StandardKey


class WindowVerbs(Protocol):
    """What the menus ask of the window."""

    def open_settings(self) -> None: ...
    def open_export(self) -> None: ...
    def open_view_dialog(self) -> None: ...
    def show_word_count(self) -> None: ...
    def show_shortcuts(self) -> None: ...
    def show_settings_guide(self) -> None: ...
    def show_about(self) -> None: ...
    def set_status_bar_shown(self, shown: bool) -> None: ...
    def quit(self) -> None: ...


class Menus:
    """Fills the menu bar, and greys what does not apply."""

    def __init__(self, bar: QMenuBar, notes: NotesPage, window: WindowVerbs) -> None:
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
        _entry(menu, "&Quit", self._window.quit, "Ctrl+Q")

    def _fill_view(self, menu: QMenu, editor: NoteEditor) -> None:
        _entry(menu, "Zoom &in", lambda: editor.zoomIn(1), _Keys.ZoomIn)
        _entry(menu, "Zoom &out", lambda: editor.zoomOut(1), _Keys.ZoomOut)
        _entry(menu, "&Normal size", editor.reset_text_size, "Ctrl+0")
        menu.addSeparator()
        status_bar = menu.addAction("&Status bar")
        status_bar.setCheckable(True)
        status_bar.setChecked(True)
        status_bar.toggled.connect(self._window.set_status_bar_shown)
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
