"""All runs on this machine as tiles, in the order of what a look is worth: a live picture of those
in sight, how each stands, what it does or asks. Opening one shows it as the console always does.
"""

import time
from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engine.language.sentences.figures import count_words
from engine.language.showing import shown
from widgets.kit.actions import ConsoleActions
from widgets.kit.laying import lay_column, lay_row
from widgets.kit.marks import STAGE_MARK
from widgets.kit.parts import ClosingDialog, ElidedLabel, empty_page, push_button, quiet_label
from widgets.kit.row_painter import RowWords
from widgets.kit.theme import Theme
from widgets.kit.thumbnails import FromRecord, Thumbnails
from widgets.kit.tiles import Tile, Tiles
from widgets.window.run_order import RunRow, Worth, heading_of, same_steps
from widgets.window.together_dialog import TogetherDialog

NAME = "Runs on this machine"
NO_RUNS = "No runs. Start one here, or “pilothouse run …” in a terminal."
WORTH_WORDS = {
    Worth.WAITS: "waiting for you",
    Worth.SILENT: "silent",
    Worth.FAILED: "failed",
    Worth.RUNS: "under way",
    Worth.ENDED: "ended",
}
STOP_ALL = "Their hands stop now, wherever they were started. A campaign goes on with its next run."
_OWN = RunRow("", "").key
_GLANCE_SECS = 0.45


class RunWall(QWidget):
    chosen = Signal(str)  # session_id, as in RunRow
    in_sight_changed = Signal(object)  # frozenset of sessions
    decided_together = Signal(object, object)  # ApprovalRequests by session_id, OperatorAnswer
    stop_all_requested = Signal()
    left = Signal()

    def __init__(
        self, theme: Theme, actions: ConsoleActions, record: FromRecord, thumbnails: Thumbnails
    ) -> None:
        super().__init__()
        self._theme, self._actions = theme, actions
        self._record, self._thumbnails = record, thumbnails
        self._dialog: TogetherDialog | None = None
        self._rows: list[RunRow] = []
        self._in_front = ""
        self._made: dict[str, tuple[tuple[object, ...], Tile]] = {}
        self._glanced_at_secs: dict[str, float] = {}
        self.tiles = Tiles(theme, NAME, thumbnails)
        self.tiles.opened.connect(lambda key: self.chosen.emit("" if key == _OWN else key))
        self.tiles.in_sight_changed.connect(self._pass_sight)
        self.tiles.selectionModel().currentChanged.connect(self._enable)
        self.together = push_button(theme, "", actions.together.toolTip(), "waiting")
        self.together.clicked.connect(actions.together.trigger)
        self.stop_all = push_button(theme, "STOP all…", actions.stop_all.toolTip(), "stop", "stop")
        self.stop_all.clicked.connect(actions.stop_all.trigger)
        back = push_button(theme, "Back", "To the run that is shown  (Esc)", "back")
        back.clicked.connect(self.left)
        actions.together.triggered.connect(self._decide_together)
        actions.stop_all.triggered.connect(self._ask_stop_all)
        self.counts = ElidedLabel(role="goal")
        self.empty = empty_page(NO_RUNS)
        head = lay_row((self.counts, 1), self.together, self.stop_all, back, spacing=8)
        lay_column(head, self.empty, (self.tiles, 1), of=self, margins=(8, 4, 8, 0), spacing=4)
        self.setFocusProxy(self.tiles)
        self.hide()
        self._enable()

    def show_runs(self, rows: Sequence[RunRow], in_front: str) -> None:
        """In order. This console's own is among the tiles once it has a run."""
        self._rows = [row for row in rows if row.session_id or row.state.session_id]
        self._in_front = in_front
        if self.isVisible():
            self._show()
        if self._dialog is not None:
            self._dialog.follow(rows)
        self._enable()

    def show_picture(self, session_id: str, image: QImage) -> None:
        """What is live there; so often as one glances, and small."""
        key, now_secs = session_id or _OWN, time.monotonic()
        is_early = now_secs < self._glanced_at_secs.get(key, 0.0) + _GLANCE_SECS
        if is_early or key not in self.tiles.in_sight:
            return
        self._glanced_at_secs[key] = now_secs
        self.tiles.show_picture(key, image)

    @property
    def same_step(self) -> tuple[RunRow, ...]:
        """The runs that ask for the same step: as the chosen one does, else as the first that
        does."""
        groups, chosen = same_steps(self._rows), self.tiles.chosen
        its = [group for group in groups if chosen in (each.key for each in group)]
        return next(iter((*its, *groups)), ())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # -- inside ----------------------------------------------------------------------------------

    def _show(self) -> None:
        now_secs, counts = time.time(), Counter[Worth]()
        tiles, above, made = list[Tile](), ("", ""), dict[str, tuple[tuple[object, ...], Tile]]()
        has_headings = any(row.campaign for row in self._rows)
        for row in self._rows:
            worth, heading = row.worth(now_secs), heading_of(row, now_secs)
            if has_headings and heading != above:
                tiles.append(Tile("", RowWords(*heading, STAGE_MARK, is_head=True)))
            above = heading
            counts[worth] += 1
            parts = (row, worth, row.session_id == self._in_front)
            before, tile = self._made.get(row.key, ((), None))
            made[row.key] = parts, tile if tile and before == parts else _tile(*parts)
            tiles.append(made[row.key][1])
        self._made = made
        self.tiles.show_tiles(tiles)
        told = (f"{counts[each]:,} {words}" for each, words in WORTH_WORDS.items() if counts[each])
        runs = count_words(len(self._rows), "run")
        self.counts.show_text(f"{runs}: {', '.join(told)}" if tiles else "")
        self.tiles.setVisible(bool(tiles))
        self.empty.setVisible(not tiles)

    def _enable(self) -> None:
        group = self.same_step
        self._actions.together.setEnabled(bool(group))
        self.together.setVisible(bool(group))
        self.together.setText(f"Decide {len(group)} together…")
        has_running = any(row.state.is_running for row in self._rows)
        self._actions.stop_all.setEnabled(has_running)
        self.stop_all.setEnabled(has_running)

    def _pass_sight(self, keys: frozenset[str]) -> None:
        """Pictures of the others are forgotten."""
        for kept in (self.tiles.pictures, self._glanced_at_secs):
            for key in kept.keys() - keys:
                del kept[key]
        self.in_sight_changed.emit(keys)

    def _decide_together(self) -> None:
        if self._dialog is None and (group := self.same_step):
            its = (group, self._record, self._thumbnails, self.window())
            self._dialog = TogetherDialog(self._theme, *its)
            self._dialog.decided.connect(self.decided_together)
            self._dialog.finished.connect(self._forget_dialog)
            self._dialog.open()

    def _forget_dialog(self) -> None:
        self._dialog = None

    def _ask_stop_all(self) -> None:
        running = sum(row.state.is_running for row in self._rows)
        dialog = ClosingDialog(self._theme, f"Stop {count_words(running, 'run')}?", self.window())
        stop = push_button(self._theme, "STOP all", "Stop all their hands now", "stop", "stop")
        stop.clicked.connect(self.stop_all_requested)
        stop.clicked.connect(dialog.accept)
        dialog.lay_parts(quiet_label(STOP_ALL), stop, margins=16, spacing=16)
        dialog.open()


def _tile(row: RunRow, worth: Worth, is_in_front: bool) -> Tile:
    mark, words, told = row.status(worth)
    is_quiet = worth is Worth.ENDED
    tone = mark.tone if worth in (Worth.WAITS, Worth.SILENT, Worth.FAILED) else ""
    said = RowWords(shown(row.title), words, mark, is_quiet=is_quiet, subtitle_tone=tone)
    return Tile(row.key, said, told, row.state.picture_hash, is_in_front)
