"""The calls to models that something was charged with: choose one to see it completely."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from engine.domain.model_events import ModelCalled
from engine.domain.plans import StepPlace
from engine.language.labels import shortened
from engine.language.sentences.figures import count_words, span_words
from engine.language.sentences.local import state_number
from engine.language.sentences.spending import CAUSE_WORDS, money_words, usage_words
from engine.record.views.forecast import forecast_of
from engine.record.views.run_state import RunState
from widgets.inspector.run_history import CallEntry
from widgets.kit.budget_rows import ABANDONED, budget_rows, cause_rows, cause_words
from widgets.kit.fact import Fact
from widgets.kit.laying import lay_column
from widgets.kit.parts import role_label
from widgets.kit.spending_words import forecast_words
from widgets.kit.theme import Theme


def call_title(call: ModelCalled) -> str:
    """``Replanning, repaired``: what it was for."""
    words = CAUSE_WORDS[call.cause].capitalize()
    return f"{words}, a repair" if call.is_repair else words


def call_summary(call: ModelCalled) -> str:
    """One line for a list."""
    tokens = f"{call.usage.total:,} tokens"
    place = place_words(call.place).partition(" of ")[0]
    parts = [call_title(call), place, tokens, span_words(call.took_ms)]
    if call.failure:
        parts.append(f"failed: {shortened(call.failure)}")
    return " · ".join(part for part in parts if part)


def place_words(at: str) -> str:
    """``step 2.3``, ``state 3.1 of segment 2``; nothing for a plan."""
    if not at:
        return ""
    place = StepPlace.parse(at)
    if not place.local:
        return f"step {place}"
    return f"state {state_number(place.step_number, place.local)} of segment {place.segment_number}"


def call_facts(call: ModelCalled) -> tuple[Fact, ...]:
    first = span_words(call.first_token_ms) if call.first_token_ms is not None else ""
    facts = [
        Fact("For", " · ".join(filter(None, (CAUSE_WORDS[call.cause], place_words(call.place))))),
        Fact("Failed", call.failure),
        Fact("Class", call.failure_class, is_technical=True),
        Fact("Repair", "yes: the reply before could not be used" if call.is_repair else ""),
        Fact(
            "Retries", count_words(call.retries, "request") + " sent anew" if call.retries else ""
        ),
        Fact("Model", call.model),
        Fact("Endpoint", call.endpoint, is_technical=True),
        Fact("Form", call.form.value),
        Fact("Tokens", usage_words(call.usage)),
        Fact("Cost", money_words(call.cost)),
        Fact("Took", span_words(call.took_ms)),
        Fact("First token", f"after {first}" if first else ""),
        Fact("Template", call.template_hash, is_technical=True),
    ]
    return tuple(fact for fact in facts if fact.value)


def spending_facts(state: RunState) -> tuple[Fact, ...]:
    """The run's whole budget: all that stands behind the meters of the run bar."""
    if not state.session_id:
        return ()
    facts = []
    for row in budget_rows(state):
        warning = f" — ⚠ {row.warning}" if row.warning else ""
        more = f"\n{row.more}" if row.more else ""
        facts.append(Fact(row.name, f"{row.told}{warning}{more}"))
    causes = cause_rows(state)
    if causes:
        facts.append(Fact("By cause", "rounds · tokens · cost · time"))
    for cause in causes:
        led_nowhere = "\n(attempts that led nowhere)"
        more = led_nowhere if cause.name == ABANDONED else ""
        facts.append(Fact(f"· {cause.name}", cause_words(cause) + more))
    if state.is_running:
        facts.append(Fact("Forecast", forecast_words(forecast_of(state))))
    return tuple(facts)


AnyIndex = QModelIndex | QPersistentModelIndex
MOST_ROWS = 8


class CallModel(QAbstractListModel):
    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._calls: tuple[CallEntry, ...] = ()

    def show(self, calls: tuple[CallEntry, ...]) -> None:
        """New calls are appended, so that the chosen one stays chosen."""
        known = len(self._calls)
        if known and calls[:known] == self._calls:
            if len(calls) > known:
                self.beginInsertRows(QModelIndex(), known, len(calls) - 1)
                self._calls = calls
                self.endInsertRows()
            return
        self.beginResetModel()
        self._calls = calls
        self.endResetModel()

    def entry(self, row: int) -> CallEntry | None:
        return self._calls[row] if 0 <= row < len(self._calls) else None

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._calls)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | QIcon | None:
        entry = self.entry(index.row())
        if entry is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return call_summary(entry.call)
        if role == Qt.ItemDataRole.DecorationRole:
            failed = bool(entry.call.failure)
            return self._theme.icon("warning" if failed else "calls", "warn" if failed else "text")
        return None


class CallList(QWidget):
    """Hidden while there are none. A click or Return chooses."""

    call_chosen = Signal(int)  # the row of its event in the log

    def __init__(self, theme: Theme, caption: str) -> None:
        super().__init__()
        self.model = CallModel(theme, self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setAccessibleName(caption)
        self.view.setObjectName("callList")
        self.view.setToolTip("Choose a call to see what was sent and received  (Return)")
        self.view.setUniformItemSizes(True)
        self.view.setIconSize(QSize(14, 14))
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.clicked.connect(self._tell)
        self.view.activated.connect(self._tell)
        label = role_label(caption, "small", wraps=True)
        lay_column(label, self.view, of=self, margins=(0, 8, 0, 0), spacing=4)
        self.hide()

    def show_calls(self, calls: Sequence[CallEntry]) -> None:
        self.model.show(tuple(calls))
        self.setVisible(bool(calls))
        height = self.view.fontMetrics().height() + 8
        self.view.setFixedHeight(height * min(MOST_ROWS, len(calls)) + 8)

    @property
    def shown_text(self) -> str:
        calls = (self.model.entry(row) for row in range(self.model.rowCount()))
        return "\n".join(call_summary(each.call) for each in calls if each is not None)

    def _tell(self, index: QModelIndex) -> None:
        entry = self.model.entry(index.row())
        if entry is not None:
            self.call_chosen.emit(entry.row)
