"""All runs on this machine as tiles or a list, in the order of what a look is worth: a live picture
of those in sight, how each stands, what it does or asks. It is a window of its own, so that it can
stand beside the console; opening one shows that run there."""

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage

from engine.language.folding import shown
from engine.language.sentences.figures import count_words
from engine.language.sentences.run import ending_title
from widgets.kit import parts as kit_parts
from widgets.kit.actions import bring_up, does
from widgets.kit.marks import WAITING, Mark
from widgets.kit.row_painter import RowWords
from widgets.kit.theme import lay_row
from widgets.kit.tiles import Tile, Tiles
from widgets.window.console_views import Its
from widgets.window.dock_layout import LayoutMemory
from widgets.window.run_bar import status_of
from widgets.window.run_tabs import NAME, WORTH_WORDS, RunRow, Worth, in_order, worth_of
from widgets.window.shown_picture import ShownPicture
from widgets.window.together_dialog import TogetherDialog

NO_RUNS = """No runs. Start one in the console, or “pilothouse run …” in a terminal. Those of \
another version of Pilothouse are not shown here."""
STOP_ALL = "Their hands stop now, wherever they were started. A campaign goes on with its next run."
_GLANCE_SECS = 0.2
_OWN = "this console's own"


def same_steps(rows: Sequence[RunRow]) -> list[tuple[RunRow, ...]]:
    """The runs that ask for the same step, wherever some do; in the order of the first of each."""
    groups = defaultdict[object, list[RunRow]](list)
    for row in rows:
        if row.state.pending is not None and (same := row.state.pending.same_as) is not None:
            groups[same].append(row)
    return [tuple(each) for each in groups.values() if len(each) > 1]


class RunWall(kit_parts.ClosingDialog):
    chosen = Signal(str)  # session_id, as in RunRow

    def __init__(self, its: Its) -> None:
        self._window, theme, _, self._views = its
        super().__init__(theme, NAME, self._window)
        self.setWindowFlags(Qt.WindowType.Window)  # a dialog stays above its parent
        self._theme = theme
        self._together: TogetherDialog | None = None
        self._rows: list[RunRow] = []
        self._glanced_at_secs: dict[str, float] = {}
        self.tiles = Tiles(theme, NAME, self._views.thumbnails)
        self.tiles.opened.connect(lambda key: self.chosen.emit("" if key == _OWN else key))
        self.tiles.in_sight_changed.connect(self._window.glanced)
        self.tiles.selectionModel().currentChanged.connect(self._offer)
        tip = "Answer at once what several runs ask alike"
        self.together = kit_parts.push_button(theme, "", tip, "waiting")
        self.together.clicked.connect(self._decide_together)
        tip = "Stop the hands of all runs, those of other programs too"
        self.stop_all = kit_parts.push_button(theme, "STOP all…", tip, "stop", "stop")
        self.stop_all.clicked.connect(self._ask_stop_all)
        self.as_list = kit_parts.push_button(
            theme, "As a &list", "A row for each run, so that more are seen"
        )
        self.as_list.setCheckable(True)
        self.as_list.toggled.connect(self.tiles.show_as_list)
        for button in (self.together, self.as_list, self.stop_all, self.leave):
            button.setAutoDefault(False)  # Return opens the chosen run
        self.counts = kit_parts.ElidedLabel(role="goal")
        self.empty = kit_parts.empty_page(NO_RUNS)
        head = lay_row((self.counts, 1), self.together, self.as_list, self.stop_all, spacing=8)
        self.lay_parts(head, self.empty, (self.tiles, 1), margins=8, spacing=8)
        kit_parts.size_within_screen(self, 1000, 700)
        self.tiles.setFocus()

    def show_runs(self, rows: Sequence[RunRow], in_front: str) -> None:
        """This console's own is among the tiles once it has a run."""
        now_secs = time.time()
        told = [row for row in rows if row.session_id or row.state.session_id]
        self._rows = in_order(told, now_secs)
        worths = {row.session_id: worth_of(row, now_secs) for row in self._rows}
        self.tiles.show_tiles(
            [_tile(row, worths[row.session_id], row.session_id == in_front) for row in self._rows]
        )
        counts = Counter(worths.values())
        parts = (f"{counts[each]:,} {words}" for each, words in WORTH_WORDS.items() if counts[each])
        runs = f"{count_words(len(self._rows), 'run')}: {', '.join(parts)}"
        self.counts.show_text(runs if self._rows else "")
        is_first = bool(self._rows) and self.tiles.isHidden()
        self.stop_all.setEnabled(not told or any(row.state.outcome is None for row in told))
        for part in (self.tiles, self.as_list):
            part.setVisible(bool(self._rows))
        if is_first:
            self.tiles.setFocus()
        self.empty.setVisible(not self._rows)
        if self._together is not None:
            self._together.follow(self._rows)
        self._offer()

    def show_picture(self, session_id: str, image: QImage) -> None:
        """What is live there; so often as one glances, and small."""
        key, now_secs = session_id or _OWN, time.monotonic()
        if key in self.tiles.in_sight and now_secs > self._glanced_at_secs.get(key, 0.0):
            self._glanced_at_secs[key] = now_secs + _GLANCE_SECS
            self.tiles.show_picture(key, image)

    @property
    def same_step(self) -> tuple[RunRow, ...]:
        """The runs that ask for the same step as the chosen one, else the first."""
        groups, chosen = same_steps(self._rows), self.tiles.chosen
        its = [group for group in groups if chosen in (each.session_id or _OWN for each in group)]
        return next(iter((*its, *groups)), ())

    def _offer(self) -> None:
        group = self.same_step
        self.together.setVisible(bool(group))
        self.together.setText(f"Decide {len(group)} &together…")

    def _decide_together(self) -> None:
        its = (self.same_step, self._views.record, self._views.thumbnails)
        self._together = TogetherDialog(self._theme, *its, self)
        self._together.decided.connect(self._window.decided_together)
        self._together.finished.connect(self._forget_together)
        self._together.open()

    def _forget_together(self) -> None:
        self._together = None

    def _ask_stop_all(self) -> None:
        stop = kit_parts.push_button(
            self._theme, "STOP all", "Stop all their hands now", "stop", "stop"
        )
        dialog = kit_parts.ClosingDialog(self._theme, "Stop all runs?", self, do=stop)
        dialog.accepted.connect(self._window.stop_all_requested)
        dialog.lay_parts(kit_parts.quiet_label(STOP_ALL), margins=16, spacing=16)
        dialog.open()


def _tile(row: RunRow, worth: Worth, is_in_front: bool) -> Tile:
    """A mark, what it is, how it stands, and what it does, asks or came to."""
    state = row.state
    mark, words = status_of(state, state.last_at_secs)
    doing = state.step_at(state.place)
    told = doing.title if doing is not None else ""
    if not state.session_id:
        words = "is being started"
    elif state.outcome is not None:
        words = ending_title(state.outcome.terminal, state.outcome.reason)
        told = state.outcome.message
    elif worth is Worth.WAITS:
        risk = f", it {row.risk.words}" if row.risk is not None else ""
        mark, words, told = WAITING, f"waits since {_clock(row.since_secs)}{risk}", row.waits
    elif worth is Worth.SILENT:
        mark, words = Mark("clock", "warn"), f"silent since {_clock(state.last_at_secs)}"
    mark = mark or Mark("planned", "text_quiet")
    tone = mark.tone if worth in (Worth.WAITS, Worth.SILENT, Worth.FAILED) else ""
    is_quiet = worth is Worth.ENDED
    said = RowWords(shown(row.title), words, mark, is_quiet=is_quiet, subtitle_tone=tone)
    return Tile(row.session_id or _OWN, said, shown(told), state.picture_hash, is_in_front)


def _clock(at_secs: float) -> str:
    return datetime.fromtimestamp(at_secs).astimezone().strftime("%H:%M")


class WallDoor(QObject):
    """Opens the wall, and passes on what it is told and what is done there while it is open."""

    def __init__(self, its: Its, shown_picture: ShownPicture, memory: LayoutMemory) -> None:
        super().__init__(its.window)
        self._its, self._views = its, its.views
        self._shown_picture, self._memory = shown_picture, memory
        self._rows: Sequence[RunRow] = ()
        self.wall: RunWall | None = None
        does(its.actions.wall, self.open)

    def show_runs(self, rows: Sequence[RunRow]) -> None:
        """Those under way on this machine, the last that ended, and this console's own."""
        self._rows = rows
        self._views.runs.show_runs(rows, self._shown_picture.in_front)
        if self.wall is not None:
            self.wall.show_runs(rows, self._shown_picture.in_front)

    def show_frame(self, image: QImage, age_ms: float, source: str = "") -> None:
        """The next live picture; its buffer must not be overwritten while it is shown. ``source``
        is the session that was joined, empty for this console's own surface."""
        self._shown_picture.show_frame(image, age_ms, source)
        self.show_picture(image, source)

    def show_picture(self, image: QImage, session_id: str) -> None:
        """What is live in that run, which need not be the one that the console shows."""
        if self.wall is not None:
            self.wall.show_picture(session_id, image)

    def open(self) -> None:
        """In front of the console, until a run is opened there."""
        if self.wall is None:
            wall = self.wall = RunWall(self._its)
            wall.addAction(self._its.actions.quit)
            wall.as_list.setChecked(self._memory.flag("wall-list"))
            wall.as_list.toggled.connect(lambda on: self._memory.remember_flag("wall-list", on))
            wall.chosen.connect(self._views.runs.chosen)
            wall.chosen.connect(lambda: bring_up(self._its.window))
            wall.finished.connect(self._forget)
            wall.show_runs(self._rows, self._shown_picture.in_front)
        bring_up(self.wall)

    def _forget(self) -> None:
        self.wall = None
        self._its.window.glanced.emit(frozenset())
