"""The operator's keys and pointer, whoever has the keyboard: the strip's keys, and the emergency.

Only what real devices do counts: no program can press these. Where the display is no X display, or
tells nothing of devices, only the console's own keys work, and the log says so."""

import logging
import os
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QSocketNotifier, Qt
from PySide6.QtGui import QGuiApplication

from engine.domain.errors import KnownError
from engine.language.keys import Chord
from widgets.kit.pages import Offer
from widgets.window.main_window import MainWindow

if TYPE_CHECKING:
    from engine.surfaces.desktop.x11.real_input import RealInput

logger = logging.getLogger(__name__)

EMERGENCY: Chord = ("ctrl", "shift", "escape")


class EmergencyLatched(KnownError): ...


class OwnScreen:
    """An emergency is the key wherever the keyboard is but in the console, whose own STOP that is,
    and the screen's corner while the agent works on this screen. ``stop_everything`` says whether
    there was anything to stop; then none begins until the operator says so."""

    def __init__(self, window: MainWindow, stop_everything: Callable[[], bool]) -> None:
        self._window, self._strip = window, window.strip_mode
        self._stop_everything = stop_everything
        window.stop_all_requested.connect(stop_everything)
        self._is_latched = False
        self._real: RealInput | None = None
        self._notifier: QSocketNotifier | None = None
        self._kept: frozenset[Chord] = frozenset()
        self._corner: Chord = ()

    def open(self) -> None:
        if QGuiApplication.platformName() != "xcb":
            return
        real_input = import_module("engine.surfaces.desktop.x11.real_input")
        try:
            self._real = real_input.RealInput(os.environ)
        except real_input.UNAVAILABLE as error:
            logger.warning("No keys of real devices are heard of: %s", error)
            return
        self._corner = real_input.CORNER
        self._notifier = QSocketNotifier(self._real.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._take)
        self._strip.keys_changed.connect(self._follow)
        application = QGuiApplication.instance()
        application.applicationStateChanged.connect(self._follow)  # type: ignore[union-attr]

    def close(self) -> None:
        if self._real is not None and self._notifier is not None:
            self._notifier.setEnabled(False)
            self._real.close()
            self._real = None

    def stop_in_emergency(self) -> None:
        if self._stop_everything():
            self._is_latched = True
            self.tell_latched("All runs that this console knows of were stopped.")

    def refuse_if_latched(self) -> None:
        """Raises ``EmergencyLatched``."""
        if self._is_latched:
            raise EmergencyLatched("An emergency was not released yet.")

    def tell_latched(self, words: str) -> None:
        self._window.show_message(
            "Emergency stop",
            f"{words} None begins until you release it.",
            tone="bad",
            offers=[Offer("Release", "Let runs be started again", self._release)],
        )

    def _release(self) -> None:
        self._is_latched = False

    @property
    def _is_console_in_use(self) -> bool:
        return QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive

    def _follow(self) -> None:
        """The console's own keys are its own while it has the keyboard."""
        if self._real is not None:
            keys = {} if self._is_console_in_use else self._strip.keys
            self._kept = self._real.hold(keys)
            self._real.watch_corner(bool(self._strip.keys))

    def _take(self) -> None:
        for chord in self._real.take() if self._real is not None else ():
            if chord == self._corner or (chord == EMERGENCY and not self._is_console_in_use):
                self.stop_in_emergency()
            elif chord in self._kept and not self._is_console_in_use:
                self._strip.keys.get(chord, lambda: None)()
