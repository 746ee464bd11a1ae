"""The session shown again as it went, from event to event on the timeline, at one's own speed."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from widgets.kit.parts import tool_button
from widgets.kit.theme import STRETCH, Theme, lay_row
from widgets.timeline.timeline_strip import TimelineStrip

SPEEDS = (1, 2, 4, 8)
_LEAST_MS = 60
"""Of an event at the first speed, so that each is seen."""


class Playback(QWidget):
    """A gap takes as long as the strip draws it: long pauses are cut there. Choosing something on
    the strip meanwhile goes on from there; it stops at the end."""

    begun = Signal()  # before anything of it is shown

    def __init__(self, theme: Theme, strip: TimelineStrip) -> None:
        super().__init__()
        self._theme = theme
        self._strip = strip
        self._speed = SPEEDS[0]
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)
        self.play = tool_button(theme, "play", "Play the session", "Play the session")
        self.play.clicked.connect(self.toggle)
        self.speed = QToolButton(autoRaise=True)
        self.speed.setToolTip("How fast it is played")
        self.speed.clicked.connect(self._faster)
        self._tell_speed()
        lay_row(STRETCH, self.play, self.speed, of=self, margins=0, spacing=0)

    @property
    def is_playing(self) -> bool:
        return self._timer.isActive()

    def toggle(self) -> None:
        """From what is chosen; from the beginning where that is the end, or nothing."""
        if self.is_playing or not self._strip.count():
            self.stop()
            return
        self.begun.emit()
        at = self._strip.chosen if 0 <= self._strip.chosen < self._strip.count() - 1 else 0
        self._strip.take(at)
        self._wait(at)
        self._dress("pause", "Pause the playback")

    def stop(self) -> None:
        self._timer.stop()
        self._dress("play", "Play the session")

    def _go_on(self) -> None:
        row = self._strip.chosen + 1
        self._strip.take(row)
        if row + 1 < self._strip.count():
            self._wait(row)
        else:
            self.stop()

    def _wait(self, row: int) -> None:
        secs = self._strip.scale.secs_after(row) / self._speed
        self._timer.start(max(_LEAST_MS // self._speed, round(1000 * secs)))

    def _faster(self) -> None:
        self._speed = SPEEDS[(SPEEDS.index(self._speed) + 1) % len(SPEEDS)]
        self._tell_speed()

    def _tell_speed(self) -> None:
        self.speed.setText(f"{self._speed}×")
        self.speed.setAccessibleName(f"Speed: {self._speed} times")

    def _dress(self, icon: str, name: str) -> None:
        self._theme.dress(self.play, icon, "text_quiet")
        self.play.setAccessibleName(name)
        self.play.setToolTip(name)
