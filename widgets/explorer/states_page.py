"""The page beside the plan that shows which states an exploration has seen."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine.language.sentences.figures import count_words
from engine.record.views.run_state import RunState
from widgets.explorer.states_map import StatesMap
from widgets.kit.explore_words import is_walking
from widgets.kit.laying import STRETCH, lay_column
from widgets.kit.parts import empty_page, role_label, sheet_area
from widgets.kit.theme import Theme
from widgets.kit.thumbnails import Thumbnails

EMPTY = "No states yet. Each state of what is explored appears here when it is first seen."


class StatesPage(QWidget):
    state_chosen = Signal(str)  # state id
    thumbnail_wanted = Signal(str)  # content hash; answered by show_thumbnail

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.thumbnails = Thumbnails(self)
        self.thumbnails.wanted.connect(self.thumbnail_wanted)
        self.map = StatesMap(theme, self.thumbnails)
        self.map.state_chosen.connect(self.state_chosen)
        self.map.current_moved.connect(self._bring_into_sight)
        self._words = role_label("", "small")
        self._words.setContentsMargins(12, 4, 12, 4)
        sheet = QWidget()
        lay_column(self.map, STRETCH, of=sheet, margins=0)
        self._scroll = sheet_area(sheet)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget()
        lay_column(self._words, (self._scroll, 1), of=page, margins=0, spacing=0)
        self._layout = QStackedLayout(self)
        self._layout.addWidget(empty_page(EMPTY))
        self._layout.addWidget(page)
        self.setAccessibleName("States")

    def show_run(self, state: RunState) -> None:
        view = state.explore
        has_any = view is not None and bool(view.states)
        self._layout.setCurrentIndex(1 if has_any else 0)
        if view is None or not has_any:
            return
        seen = count_words(len(view.states), "state")
        self._words.setText(f"{seen} · {count_words(len(view.transitions), 'way')} between them")
        is_away = state.outcome is not None or is_walking(state)
        self.map.show_view(view, is_over=is_away)

    def show_thumbnail(self, content_hash: str, image: QImage) -> None:
        self.thumbnails.take(content_hash, image)

    def clear(self) -> None:
        self.thumbnails.ask_again()
        self.map.clear()
        self._layout.setCurrentIndex(0)

    @property
    def is_empty(self) -> bool:
        """Nothing is shown but why there is nothing."""
        return self._layout.currentIndex() == 0

    def _bring_into_sight(self, card: QRect) -> None:
        if not self.map.underMouse():
            at = card.center()
            self._scroll.ensureVisible(at.x(), at.y(), 0, card.height() // 2 + 8)
