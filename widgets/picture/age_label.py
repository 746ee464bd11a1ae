"""Tells how old the live picture is: one label, at most four times a second, amber when late.

It repaints itself only. Words that still hold are left alone, so nothing moves on a still screen
but a figure that grows ever more seldom.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from engine.domain.lag import SightLag
from widgets.kit.laying import lay_row
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkLabel, figures_label
from widgets.kit.theme import Theme, set_tone
from widgets.picture.age_words import AgeWords, age_words

SOON_MS = 250


class AgeLabel(QWidget):
    """In a narrow window only what is late is told (``is_roomy``)."""

    def __init__(self, theme: Theme, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lag = SightLag()
        self._captured_at_secs: float | None = None
        self._shown_after_ms = 0.0
        self._size_words = ""
        self._is_roomy = True
        self._words: AgeWords | None = None
        self._mark = MarkLabel(theme, Mark("warning", "warn"), size_px=14)
        self._text = figures_label()
        self._text.setProperty("role", "small")
        lay_row(self._mark, self._text, of=self, margins=0, spacing=4)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.refresh)
        self.refresh()

    def show_frame(self, age_ms: float, size_words: str) -> None:
        """A picture is shown that is as old as this."""
        is_first = self._captured_at_secs is None
        self._captured_at_secs = self._clock() - age_ms / 1000
        self._shown_after_ms, self._size_words = age_ms, size_words
        self._soon(0 if is_first else SOON_MS)

    def show_lag(self, lag: SightLag) -> None:
        if lag != self._lag:
            self._lag = lag
            self._soon(SOON_MS)

    def set_roomy(self, is_roomy: bool) -> None:
        if is_roomy != self._is_roomy:
            self._is_roomy = is_roomy
            self._show_what_fits()

    def clear(self) -> None:
        """There is no live picture."""
        self._captured_at_secs = None
        self.refresh()

    @property
    def text(self) -> str:
        return self._text.text()

    def refresh(self) -> None:
        """Tell what holds now, and come back when it holds no more."""
        self._timer.stop()
        words = None
        if self._captured_at_secs is not None:
            words = age_words(
                self._lag,
                captured_at_secs=self._captured_at_secs,
                shown_after_ms=self._shown_after_ms,
                now_secs=self._clock(),
            )
            self._timer.start(max(SOON_MS, round(words.holds_secs * 1000)))
        before, self._words = self._words, words
        if words is None or before is None or words.text != before.text:
            self._show_what_fits()

    def _soon(self, within_ms: int) -> None:
        if not self._timer.isActive() or self._timer.remainingTime() > within_ms:
            self._timer.start(within_ms)

    def _show_what_fits(self) -> None:
        words = self._words
        self.setVisible(words is not None and (self._is_roomy or words.is_late))
        self._text.setText(words.text if words else "")
        self.setToolTip(f"{words.tip}. {self._size_words}" if words else "")
        self._mark.setVisible(words is not None and words.is_late)
        set_tone(self._text, "warn" if words is not None and words.is_late else "text_quiet")
