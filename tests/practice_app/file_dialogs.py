"""File dialogs and message boxes, built so that the event loop keeps flowing.

Qt's own dialog is used rather than the desktop's: it looks and is named the same on every machine.
Everything here opens with `open()` and answers through a callable; nothing waits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

_PART_NAMES = {
    "lookInCombo": "Look in",
    "sidebar": "Places",
    "listView": "Files",
    "treeView": "Files",
    "fileNameEdit": "File name",
    "fileTypeCombo": "Files of type",
}

_FILE_DIALOG_SIZE = QSize(720, 440)

_Button = QMessageBox.StandardButton


def open_files_dialog(
    parent: QWidget, title: str, folder: Path, chosen: Callable[[list[Path]], None]
) -> QFileDialog:
    """Ask for existing files, one or many."""
    dialog = _file_dialog(parent, title, folder)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    _name_parts(dialog)
    dialog.filesSelected.connect(lambda names: chosen([Path(name) for name in names]))
    dialog.open()
    return dialog


def open_file_dialog(
    parent: QWidget, title: str, folder: Path, chosen: Callable[[Path], None]
) -> QFileDialog:
    """Ask for one existing file."""
    dialog = _file_dialog(parent, title, folder)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    _name_parts(dialog)
    dialog.fileSelected.connect(lambda name: chosen(Path(name)))
    dialog.open()
    return dialog


def open_save_dialog(
    parent: QWidget, title: str, folder: Path, chosen: Callable[[Path], None], *, name: str = ""
) -> QFileDialog:
    """Ask where to save; Qt asks by itself before an existing file is replaced."""
    dialog = _file_dialog(parent, title, folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.selectFile(name)
    _name_parts(dialog)
    dialog.fileSelected.connect(lambda file_name: chosen(Path(file_name)))
    dialog.open()
    return dialog


def tell_failure(parent: QWidget, title: str, error: OSError) -> QMessageBox:
    """Say in the system's words why a file could not be read or written."""
    reason = error.strerror or str(error)
    text = f"{title}.\n\n{reason}: {error.filename}"
    return tell(parent, title, text, icon=QMessageBox.Icon.Warning)


def ask_about_changes(
    parent: QWidget, name: str, *, on_save: Callable[[], object], on_discard: Callable[[], object]
) -> QMessageBox:
    """Ask what to do with unsaved changes; Cancel calls nothing."""
    box = QMessageBox(
        QMessageBox.Icon.Question,
        "Unsaved changes",
        f"“{name}” has changes that are not saved.",
        _Button.Save | _Button.Discard | _Button.Cancel,
        parent,
    )
    box.setDefaultButton(_Button.Save)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def answer(result: int) -> None:
        if result == _Button.Save.value:
            on_save()
        elif result == _Button.Discard.value:
            on_discard()

    box.finished.connect(answer)
    box.open()
    return box


def _file_dialog(parent: QWidget, title: str, folder: Path) -> QFileDialog:
    dialog = QFileDialog(parent, title, str(folder))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    dialog.resize(_FILE_DIALOG_SIZE)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


def _name_parts(dialog: QFileDialog) -> None:
    for object_name, accessible_name in _PART_NAMES.items():
        part = dialog.findChild(QWidget, object_name)
        if isinstance(part, QWidget):
            part.setAccessibleName(accessible_name)


def tell(
    parent: QWidget, title: str, text: str, *, icon: QMessageBox.Icon = QMessageBox.Icon.Information
) -> QMessageBox:
    """Show a message with an OK button."""
    box = QMessageBox(icon, title, text, QMessageBox.StandardButton.Ok, parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box
