"""The Batch page: files go into a list and are processed one after the other.

Adding files is hidden on purpose. A click on "Add Files" opens a menu whose entries look right and
are not; the way to the dialog is one menu deeper, or Ctrl+O. The list's own menu is wrong, too."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QProgressBar,
    QPushButton,
    QWidget,
)

from app.practice_app.pages import SPACE_PX, named
from tests.practice_app.controls import Page, in_line, label_for, page_layout, telling_label
from tests.practice_app.file_dialogs import open_files_dialog
from tests.practice_app.theme import accentuate

_MSECS_PER_FILE = 120


class BatchPage(Page):
    """A list of files, a button that misleads, and a progress bar."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._ticks = QTimer(self, interval=_MSECS_PER_FILE)
        self._ticks.timeout.connect(self._process_one)
        self._files = named(QListWidget(), "Files to process")
        self._files.setSpacing(SPACE_PX // 4)
        self._files.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._files.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._add = named(QPushButton("&Add Files"), "Add Files")
        self._process = named(QPushButton("&Process"), "Process", tip="Process every file listed")
        accentuate(self._process)
        self._progress = named(QProgressBar(), "Progress")
        self._result = telling_label("batch_result", "Nothing processed yet")
        self._make_actions()
        self._lay_out()
        self._files.customContextMenuRequested.connect(self._show_list_menu)
        self._process.clicked.connect(self._start)
        self._show_whether_ready()

    def add_paths(self, paths: Iterable[Path]) -> None:
        """List the files that are not listed yet."""
        listed = set(self._listed())
        fresh = [path for path in dict.fromkeys(paths) if path not in listed]
        for path in fresh:
            item = QListWidgetItem(path.name, self._files)
            item.setData(Qt.ItemDataRole.UserRole, str(path))
            item.setToolTip(str(path))
        self._progress.reset()
        self._show_whether_ready()
        self.said.emit(f"{_count(len(fresh))} added")

    def ask_files(self) -> None:
        """Open the dialog that the page is about."""
        open_files_dialog(self, "Add Files", self._folder, self.add_paths)

    def _make_actions(self) -> None:
        self._from_disk = QAction("From &disk…", self)
        self._from_disk.setShortcut(QKeySequence.StandardKey.Open)
        self._from_disk.triggered.connect(self.ask_files)
        self.addAction(self._from_disk)
        self._paste = QAction("&Paste paths", self)
        self._paste.triggered.connect(self._paste_paths)
        self._sort = QAction("&Sort by name", self)
        self._sort.triggered.connect(self._sort_by_name)
        self._clear = QAction("&Clear list", self)
        self._clear.triggered.connect(self._clear_list)
        self._select_all = QAction("Select &all", self)
        self._select_all.triggered.connect(self._files.selectAll)
        self._remove = QAction("&Remove from list", self)
        self._remove.setShortcut(QKeySequence.StandardKey.Delete)
        self._remove.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._remove.triggered.connect(self._remove_selected)
        self._files.addAction(self._remove)

        self._add_menu = named(QMenu("Add Files menu", self), "Add Files menu")
        self._add_menu.addActions([self._paste, self._sort, self._clear])
        self._add_menu.addSeparator()
        more = named(QMenu("&More", self._add_menu), "More")
        more.addActions([self._select_all, self._from_disk])
        self._add_menu.addMenu(more)
        self._add.setMenu(self._add_menu)
        self._list_menu = named(QMenu("List menu", self), "List menu")
        self._list_menu.addActions([self._remove, self._select_all, self._sort, self._clear])

    def _lay_out(self) -> None:
        layout = page_layout(self, "Batch", "Add files to the list, then process them in one go.")
        title = label_for(self._files, "F&iles to process")
        layout.addLayout(in_line(QHBoxLayout(), title, None, self._add))
        layout.addWidget(self._files, 1)
        layout.addWidget(self._progress)
        last_line = in_line(QHBoxLayout(), self._result, self._process)
        last_line.setStretchFactor(self._result, 1)
        layout.addLayout(last_line)
        QWidget.setTabOrder(self._add, self._files)
        QWidget.setTabOrder(self._files, self._process)

    def _listed(self) -> list[Path]:
        rows = range(self._files.count())
        return [Path(self._files.item(row).data(Qt.ItemDataRole.UserRole)) for row in rows]

    def _show_list_menu(self, position: QPoint) -> None:
        self._list_menu.popup(self._files.viewport().mapToGlobal(position))

    def _paste_paths(self) -> None:
        lines = QGuiApplication.clipboard().text().splitlines()
        paths = [Path(line.strip()) for line in lines if line.strip()]
        if not paths or not all(path.is_file() for path in paths):
            self.said.emit("The clipboard holds no paths of files")
            return
        self.add_paths(paths)

    def _sort_by_name(self) -> None:
        self._files.sortItems()
        self.said.emit("List sorted by name")

    def _clear_list(self) -> None:
        self._files.clear()
        self._progress.reset()
        self._show_whether_ready()
        self.said.emit("List cleared")

    def _remove_selected(self) -> None:
        selected = self._files.selectedItems()
        for item in selected:
            self._files.takeItem(self._files.row(item))
        self._show_whether_ready()
        self.said.emit(f"{_count(len(selected))} removed from the list")

    def _start(self) -> None:
        self._progress.setRange(0, self._files.count())
        self._progress.setValue(0)
        self._result.setText("Processing…")
        self._ticks.start()
        self._show_whether_ready()

    def _process_one(self) -> None:
        self._progress.setValue(self._progress.value() + 1)
        if self._progress.value() < self._progress.maximum():
            return
        self._ticks.stop()
        self._result.setText(f"{_count(self._progress.maximum())} processed")
        self._show_whether_ready()
        self.said.emit(self._result.text())

    def _show_whether_ready(self) -> None:
        busy = self._ticks.isActive()
        self._process.setEnabled(not busy and self._files.count() > 0)
        for control in (self._add, self._files):
            control.setEnabled(not busy)
        self._from_disk.setEnabled(not busy)


def _count(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"
