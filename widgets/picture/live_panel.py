"""The live view, and what is said of it: what is seen, how old it is, and how it is shown; and
files that are dropped on it.

``head`` stands in the window's head, so that the picture has all the height beside it. The
age is told at most four times a second, amber when late. Words that still hold are left alone, so
nothing moves on a still screen."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QDragLeaveEvent, QDropEvent, QImage
from PySide6.QtWidgets import QLabel, QWidget

from engine.domain.facts import Frozen
from engine.domain.spaces import SightLag
from engine.language.sentences.figures import clock_words, span_words
from widgets.kit import parts
from widgets.kit.actions import ConsoleActions
from widgets.kit.marks import Mark
from widgets.kit.theme import Theme, lay_column, lay_row, set_tone, widget_of
from widgets.picture.live_view import LiveView

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
        self._mark = parts.MarkLabel(theme, Mark("warning", "warn"), size_px=14)
        self.text = parts.figures_label()
        self.text.setProperty("role", "small")
        lay_row(self._mark, self.text, of=self, margins=0, spacing=4)
        self._timer = QTimer(self, singleShot=True)
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
        self.text.setText(words.text if words else "")
        self.setToolTip(parts.tip_with(f"{words.tip}. {self._size_words}") if words else "")
        self._mark.setVisible(words is not None and words.is_late)
        set_tone(self.text, "warn" if words is not None and words.is_late else "text_quiet")


LATE_SECS = 1.0
ZONES_BEHIND_SECS = 0.5
"""Looking takes so long; sooner nobody needs to know."""
STILL_SECS = 1.0
AGE_STEP_MS = 10.0
"""The age is told in steps, so that the figure is readable and seldom repainted."""
_DAY_SECS = 86_400.0
_SOON_SECS = 0.25
_LATE_STEP_SECS = 0.5


class AgeWords(Frozen):
    """``holds_secs`` is how long they stay true if nothing happens."""

    text: str
    tip: str
    is_late: bool = False
    holds_secs: float = _SOON_SECS


def age_words(
    lag: SightLag, *, captured_at_secs: float, shown_after_ms: float, now_secs: float
) -> AgeWords:
    """For the picture that is shown: when it was taken and how old it was when it was shown."""
    unshown, unlooked = lag.unshown_since_secs, lag.unlooked_since_secs
    if lag.silent_since_secs is not None and now_secs - lag.silent_since_secs >= LATE_SECS:
        silent = _in_steps(now_secs - lag.silent_since_secs)
        tip = "The camera does not answer: whether the screen has changed is not known"
        return AgeWords(f"camera silent {silent}", tip, is_late=True, holds_secs=_LATE_STEP_SECS)
    if unshown is not None and now_secs - unshown >= LATE_SECS:
        late = _in_steps(now_secs - unshown)
        tip = "The screen has changed, and no picture of that has come for so long"
        return AgeWords(f"picture {late} late", tip, is_late=True, holds_secs=_LATE_STEP_SECS)
    if unlooked is not None and now_secs - unlooked >= ZONES_BEHIND_SECS:
        behind = _in_steps(now_secs - unlooked)
        tip = "The picture has changed; the zones are those of so long ago"
        return AgeWords(f"zones {behind} behind", tip, holds_secs=_LATE_STEP_SECS)
    if now_secs - captured_at_secs >= STILL_SECS:
        since = datetime.now() - timedelta(seconds=now_secs - captured_at_secs)
        tip = f"Nothing has changed since {since:%Y-%m-%d %H:%M}: picture and zones are as new"
        return AgeWords(f"still since {since:%H:%M:%S}", tip, holds_secs=_DAY_SECS)
    age = span_words(round(shown_after_ms / AGE_STEP_MS) * AGE_STEP_MS)
    return AgeWords(f"{age} old", "How old the picture was when it was shown")


def _in_steps(secs: float) -> str:
    """``0.5 s``, ``20 s``, ``5:02``."""
    told = int(secs / _LATE_STEP_SECS) * _LATE_STEP_SECS
    return f"{told:g} s" if told < 60 else clock_words(told)


STATE_PX = 160


class LivePanel(QWidget):
    """``view`` is the picture itself, ``head`` what is said of it."""

    def __init__(self, theme: Theme, actions: ConsoleActions) -> None:
        super().__init__()
        self.view = LiveView(theme)
        self.address = parts.ElidedLabel(role="quiet")  # of the page that the picture shows
        self.address.hide()
        self.age = AgeLabel(theme)
        own = (actions.zones, actions.marks, actions.full_size)
        icons = zip(own, ("zones", "numbers", "actual-size"), strict=True)
        buttons = [parts.action_button(theme, *each) for each in icons]
        self.tools = widget_of(lay_row(*buttons, margins=0, spacing=8))
        self._mark = parts.MarkLabel(theme, Mark("eye", "text_quiet"))
        self.state = parts.ElidedLabel("No picture", role="quiet")
        self.state.setMaximumWidth(STATE_PX)
        told = (self._mark, self.state, self.age, self.tools)
        self.head = widget_of(lay_row(*told, margins=0, spacing=8))
        actions.zones.toggled.connect(lambda on: self.view.change_look(with_boxes=on))
        actions.marks.toggled.connect(lambda on: self.view.change_look(with_marks=on))
        actions.full_size.toggled.connect(lambda is_full: self.view.set_fit(not is_full))
        above = lay_row(self.address, margins=(8, 0, 8, 0))
        lay_column(above, (self.view, 1), of=self, margins=0, spacing=0)

    def show_frame(self, image: QImage, age_ms: float) -> None:
        self.view.show_frame(image)
        self.age.show_frame(age_ms, f"The picture has {image.width()} × {image.height()} pixels")

    def show_state(self, text: str, tone: str = "text_quiet") -> None:
        """``live``, ``paused picture``, or why there is none."""
        self.state.show_text(text)
        icon = "warning" if tone in ("warn", "bad") else "eye"
        self._mark.show_mark(Mark(icon, tone))

    def clear(self) -> None:
        self.view.clear()
        self.age.clear()
        self.show_state("No picture")


class FileDrop(QLabel):
    """Lies over the view while files are dragged upon it, where it ``takes`` any; they are always
    copied, whatever whoever drags them offers, so that nothing is moved away."""

    dropped = Signal(object)  # tuple of Path

    def __init__(self, view: QWidget, takes: Callable[[], bool]) -> None:
        super().__init__("Let go: a copy is put into the practice folder", view, margin=24)
        self._view, self._takes = view, takes
        self.setObjectName("fileDrop")
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        view.setAcceptDrops(True)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QDropEvent() if self._takes():
                urls = event.mimeData().urls()
                files = tuple(Path(url.toLocalFile()) for url in urls if url.isLocalFile())
                is_over = event.type() is not QEvent.Type.Drop
                self.setGeometry(self._view.rect())
                self.setVisible(bool(files) and is_over)
                if files:
                    event.setDropAction(Qt.DropAction.CopyAction)
                    event.accept()
                    if not is_over:
                        self.dropped.emit(files)
                    return True
            case QDragLeaveEvent():
                self.hide()
        return False
