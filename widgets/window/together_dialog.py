"""One answer to the same step in many runs: each with the picture of its target.

The answer counts for those that stood in sight, and for no others: who asks later is asked about
later, and a target whose picture is not there is decided by itself."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QElapsedTimer, QRectF, QTimer, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.domain.approvals import ApprovalRequest, Approve, OperatorAnswer, Reject
from engine.domain.conditions import condition_words
from engine.language.action_words import asked_words
from engine.language.folding import shown, shown_cut
from engine.language.sentences.figures import count_words
from widgets.decision.request_card import risk_badge
from widgets.decision.waiting_card import ARMED_AFTER_MS
from widgets.kit.marks import WAITING
from widgets.kit.parts import Badge, ClosingDialog, push_button, quiet_label, role_label
from widgets.kit.picture_view import FromRecord, Thumbnails
from widgets.kit.row_painter import RowWords
from widgets.kit.theme import Theme, lay_row
from widgets.kit.tiles import Tile, Tiles
from widgets.picture.crop_pair import draw_brackets
from widgets.window.run_tabs import RunRow

MOST = 200
"""More are asked about at the next time."""


class Asked(NamedTuple):
    """What one run asks, and for how long its tile has stood in sight whole."""

    request: ApprovalRequest
    seen_secs: float


class TogetherDialog(ClosingDialog):
    """``rows`` ask for the same step; a run is known by its ``session_id`` there."""

    decided = Signal(object, object)  # Asked by session_id, OperatorAnswer

    def __init__(
        self,
        theme: Theme,
        rows: Sequence[RunRow],
        record: FromRecord,
        thumbnails: Thumbnails,
        parent: QWidget,
    ) -> None:
        super().__init__(theme, "Decide together", parent)
        self._theme, self._rows = theme, {row.session_id: row for row in rows[:MOST]}
        self._asked = _asked_in(rows[:MOST])
        self._crops = {""}
        self._whole, self._since = set[str](), QElapsedTimer()
        self._seen_secs = dict[str, float]()
        self._soon = QTimer(self, singleShot=True, interval=ARMED_AFTER_MS)
        self._soon.timeout.connect(self._arm)
        self.resize(parent.size())
        first = next(iter(self._asked.values()))
        title = role_label(shown_cut(asked_words(first.step)), "title", wraps=True)
        risk = Badge(theme)
        risk.show_badge(*risk_badge(first.risk))
        self.tiles = Tiles(theme, "Who asks for it", thumbnails)
        self.tiles.keeps_pictures = True
        self.tiles.rested.connect(self._look)
        self.tiles.verticalScrollBar().valueChanged.connect(self._count)
        self.reason = QLineEdit(placeholderText="Why not? (may stay empty)")
        self.reason.setAccessibleName("Reason for rejecting")
        self._told = quiet_label()
        self.yes = push_button(theme, "", "Do exactly this in each of them", "done", "accent")
        self.no = push_button(theme, "", "Don’t, in any of them; plan around it", "rejected")
        for button in (self.yes, self.no, self.leave):
            button.setAutoDefault(False)  # Return, meant for something else, decides nothing
        self.yes.clicked.connect(lambda: self._decide(Approve()))
        self.no.clicked.connect(lambda: self._decide(Reject(self.reason.text().strip())))
        answers = lay_row((self.yes, 1), (self.reason, 1), self.no, spacing=8)
        self.lay_parts(title, risk, (self.tiles, 1), self._told, answers, margins=16, spacing=8)
        record.came.connect(self._take_crop)
        self._show()
        for crop_hash in {each.crop_hash for each in self._asked.values()} - {""}:
            record.picture_wanted.emit(crop_hash)

    def follow(self, rows: Sequence[RunRow]) -> None:
        """What is asked now: nothing else is answered here, and nothing new is shown."""
        now = _asked_in(rows)
        still = {name: its for name, its in self._asked.items() if now.get(name) == its}
        if len(still) < len(self._asked):
            self._asked = still
            self._show()
        if not still:
            self.close()

    @property
    def answered(self) -> dict[str, ApprovalRequest]:
        """What an answer counts for."""
        return {name: its for name, its in self._asked.items() if name in self._seen_secs}

    def _look(self) -> None:
        new = self.tiles.shown_whole - self._seen_secs.keys()
        self._seen_secs |= dict.fromkeys(new, 0.0)
        self._count()
        if new:
            self._show()

    def _count(self) -> None:
        """For how long each has stood in sight whole."""
        for name in self._whole:
            self._seen_secs[name] += self._since.elapsed() / 1000
        self._since.start()
        self._whole = self.tiles.shown_whole & self._seen_secs.keys()

    def _take_crop(self, content_hash: str, thing: object) -> None:
        asks = [name for name, its in self._asked.items() if its.crop_hash == content_hash]
        if asks and isinstance(thing, QImage):
            self._crops.add(content_hash)
            for name in asks:
                its, marked = self._asked[name], QImage(thing)
                if its.crop_px is not None and its.target_px is not None:
                    at = its.target_px.moved(-its.crop_px.x, -its.crop_px.y)
                    place = QRectF(at.x, at.y, at.width, at.height)
                    with QPainter(marked) as painter:
                        draw_brackets(painter, place, self._theme.palette)
                self.tiles.show_picture(name, marked)
            self._show()

    def _show(self) -> None:
        """What came into sight just now can't be meant: it takes no answer for a moment."""
        answered, tiles = self.answered, list[Tile]()
        here = {name: its for name, its in self._asked.items() if its.crop_hash in self._crops}
        for name, request in here.items():
            row, expects = self._rows[name], request.step.expected_change
            words = RowWords(shown(row.title), shown(f"undo: {request.risk.undo}"), WAITING)
            told = shown(f"expects: {condition_words(expects)}") if expects is not None else ""
            tiles.append(Tile(name, words, told, row.state.picture_hash))
        self.tiles.show_tiles(tiles)
        runs, away = count_words(len(answered), "run"), len(self._asked) - len(here)
        left = len(here) - len(answered)
        self.yes.setText(f"Approve in {runs}")
        self.no.setText(f"Reject in {runs}")
        for button in (self.yes, self.no):
            button.setEnabled(False)
        self._soon.start()
        hints = [f"{count_words(left, 'run')} not looked at yet: scroll on."] if left else []
        hints += [f"{count_words(away, 'more run')}: its picture is not here."] if away else []
        self._told.setText(" ".join(hints))
        self._told.setVisible(bool(hints))

    def _arm(self) -> None:
        for button in (self.yes, self.no):
            button.setEnabled(bool(self.answered))

    def _decide(self, answer: OperatorAnswer) -> None:
        self._count()
        asked = {name: Asked(its, self._seen_secs[name]) for name, its in self.answered.items()}
        self.decided.emit(asked, answer)
        self.accept()


def _asked_in(rows: Sequence[RunRow]) -> dict[str, ApprovalRequest]:
    asked = {row.session_id: row.state.pending for row in rows}
    return {name: its for name, its in asked.items() if its is not None}
