"""Files that are dropped on the live picture, as Qt brings them from another program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from tests.support.console_windows import show_past
from tests.widgets.conftest import Heard
from tests.widgets.window.test_past_sessions import PAST
from widgets.window.main_window import MainWindow

ONE_WINDOW = True
COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction


def brought(window: MainWindow, *urls: str, ends: bool = True) -> tuple[bool, QDropEvent]:
    """Drag these over the picture, from a program that would rather have them moved, and let go."""
    view, data = window.views.live.view, QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    keys = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(50, 50), COPY | MOVE, data, *keys)
    enter.setDropAction(MOVE)
    enter.ignore()
    QApplication.sendEvent(view, enter)
    drop = QDropEvent(QPointF(50, 50), COPY | MOVE, data, *keys, QEvent.Type.Drop)
    drop.setDropAction(MOVE)
    drop.ignore()
    if ends and enter.isAccepted():
        QApplication.sendEvent(view, drop)
    return enter.isAccepted(), drop


def test_what_is_dropped_is_told_and_copied_never_moved(window: MainWindow, heard: type) -> None:
    told: Heard = heard()
    window.files.dropped.connect(told)
    urls = ("file:///tmp/note.txt", "file:///tmp/a%20b.csv", "http://x.example/")
    taken, drop = brought(window, *urls)
    assert taken and drop.isAccepted() and drop.dropAction() is COPY
    assert told.calls == [((Path("/tmp/note.txt"), Path("/tmp/a b.csv")),)]
    assert window.files.isHidden()


def test_while_files_are_over_the_picture_it_says_what_becomes_of_them(window: MainWindow) -> None:
    hint = window.files
    brought(window, "file:///tmp/note.txt", ends=False)
    assert hint.isVisible() and hint.geometry() == window.views.live.view.rect()
    assert "practice folder" in hint.text()
    QApplication.sendEvent(window.views.live.view, QDragLeaveEvent())
    assert hint.isHidden()


@pytest.mark.parametrize("url", ["http://x.example/note.txt", ""])
def test_what_is_no_file_of_this_machine_is_not_taken(window: MainWindow, url: str) -> None:
    assert not brought(window, *filter(None, [url]))[0]
    assert window.files.isHidden()


def test_a_past_picture_takes_no_files(window: MainWindow) -> None:
    show_past(window, PAST)
    assert not brought(window, "file:///tmp/note.txt")[0]
