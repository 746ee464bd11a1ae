"""A Qt application without a display, a window with settings of its own, and no Qt warning."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import (
    QElapsedTimer,
    QMessageLogContext,
    QSettings,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.console_windows import discard, set_back
from widgets.kit.theme import Theme, ThemeChoice, style_sheet
from widgets.window.main_window import MainWindow

HARMLESS = tuple(
    f"This plugin does not support {what}"
    for what in ("propagateSizeHints()", "raise()", "grabbing the keyboard")
)
"""What the offscreen platform says of itself."""


PATIENCE_MS = 60_000
_LEAST_TURNS = 10


def becomes_so(condition: Callable[[], object]) -> bool:
    """Whether it is so before long; layouts, for one, settle in several turns of the loop."""
    patience = QElapsedTimer()
    patience.start()
    while not condition() and patience.elapsed() < PATIENCE_MS:
        QTest.qWait(5)
    return bool(condition())


def let_work(ms: int) -> None:
    """Let Qt work for so long, and for some turns of the loop at least: on a busy machine all that
    time may pass in one."""
    QTest.qWait(ms)
    for _ in range(_LEAST_TURNS):
        QApplication.processEvents()


class Heard:
    """Collects what signals say."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __call__(self, *arguments: Any) -> None:
        self.calls.append(arguments)

    @property
    def count(self) -> int:
        return len(self.calls)


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else QApplication(["pilothouse-tests"])


@pytest.fixture(autouse=True)
def no_qt_warnings() -> Iterator[None]:
    """Any warning of Qt fails the test."""
    said: list[str] = []

    def take(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and text not in HARMLESS:
            said.append(text)

    before = qInstallMessageHandler(take)
    yield
    qInstallMessageHandler(before)
    assert not said, f"Qt warned: {said}"


@pytest.fixture
def heard() -> Callable[[], Heard]:
    return Heard


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    return tmp_path / "console.ini"


def shown_window(settings_file: Path) -> MainWindow:
    """One that remembers into that file and answers at once."""
    settings = QSettings(str(settings_file), QSettings.Format.IniFormat)
    window = MainWindow(settings=settings, armed_after_ms=0)
    bring_up(window)
    return window


def bring_up(window: MainWindow) -> None:
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    assert becomes_so(window.isActiveWindow)
    let_work(20)


@pytest.fixture
def new_window(qapp: QApplication, settings_file: Path) -> Iterator[Callable[[], MainWindow]]:
    """Makes shown windows that remember into the test's own file."""
    windows: list[MainWindow] = []

    def make() -> MainWindow:
        windows.append(shown_window(settings_file))
        return windows[-1]

    yield make
    discard(*windows)


@pytest.fixture(scope="module")
def lasting_window(
    qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MainWindow]:
    window = shown_window(tmp_path_factory.mktemp("window") / "console.ini")
    yield window
    discard(window)


@pytest.fixture
def window(request: pytest.FixtureRequest) -> MainWindow:
    """The test's own; in a module that says so by ``ONE_WINDOW`` the module's, set back."""
    if not getattr(request.module, "ONE_WINDOW", False):
        make: Callable[[], MainWindow] = request.getfixturevalue("new_window")
        return make()
    window: MainWindow = request.getfixturevalue("lasting_window")
    set_back(window)
    bring_up(window)
    return window


@pytest.fixture
def own_window(new_window: Callable[[], MainWindow]) -> MainWindow:
    """One that has shown nothing yet, whatever the module's tests share."""
    return new_window()


@pytest.fixture(scope="module")
def lasting_theme(qapp: QApplication) -> Theme:
    return Theme(qapp, ThemeChoice.LIGHT)


@pytest.fixture
def theme(qapp: QApplication, lasting_theme: Theme) -> Theme:
    """The module's, and the application dressed by it: anew only where it is not so any more, for
    all widgets that there are take long to be dressed."""
    lasting_theme.choose(ThemeChoice.LIGHT)
    if qapp.styleSheet() != style_sheet(lasting_theme.palette, qapp.font()):
        lasting_theme.dress_application()
    return lasting_theme
