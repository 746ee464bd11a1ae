"""One call to a model, told completely; without a chosen one, what the whole run has spent."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.domain.events import Recorded
from engine.domain.model_events import ModelCalled
from engine.record.views.run_state import RunState
from widgets.inspector.call_list import CallList, call_facts, call_title, spending_facts
from widgets.inspector.record_sections import PictureSection, TextSection
from widgets.inspector.run_history import CallEntry
from widgets.kit.fact_sheet import FactSheet
from widgets.kit.laying import STRETCH, lay_column, lay_row
from widgets.kit.parts import push_button
from widgets.kit.theme import Theme

NO_RUN = "What a run has used is shown here, and each of its calls to a model."
NO_CALLS = "No model was asked."


class CallPage(QStackedWidget):
    picture_wanted = Signal(str)  # content hash; answered by show_picture or show_missing
    text_wanted = Signal(str)  # content hash; answered by show_text or show_missing
    call_chosen = Signal(int)  # the row of its event in the log

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._call: Recorded | None = None
        self.spending = FactSheet(theme, NO_RUN)
        self.calls = CallList(theme, "Calls to models, in their order")
        self.calls.call_chosen.connect(self.call_chosen)
        self.spending.below.addWidget(self.calls)
        self.sheet = FactSheet(theme, "")
        self.back = push_button(
            theme, "All calls", "What the run has used, and all its calls", "back"
        )
        self.back.clicked.connect(self.show_all)
        want = self.text_wanted.emit
        self.prompt = TextSection(
            theme, "Prompt as sent", want=want, is_open=True, reading=prompt_of
        )
        self.system = TextSection(
            theme, "System text as sent", want=want, is_open=False, reading=system_of
        )
        self.picture = PictureSection(theme, "Picture as sent", want=self.picture_wanted.emit)
        self.reply = TextSection(theme, "Reply as received", want=want, is_open=True)
        self.parsed = TextSection(
            theme, "Parsed result", want=want, is_open=False, reading=indented
        )
        below = self.sheet.below
        below.setSpacing(8)
        for section in (*self._texts, self.picture):
            below.addWidget(section)
        below.insertWidget(2, self.picture)
        self.addWidget(self.spending)
        self.addWidget(self._one_call())

    def _one_call(self) -> QWidget:
        """The sheet of one call, below the way back to all of them."""
        one = QWidget()
        rows = lay_column(of=one, margins=0, spacing=0)
        head = lay_row(self.back, STRETCH, margins=(12, 8, 12, 0))
        rows.addLayout(head)
        rows.addWidget(self.sheet, 1)
        return one

    @property
    def _texts(self) -> tuple[TextSection, ...]:
        return (self.prompt, self.system, self.reply, self.parsed)

    def show_call(self, recorded: Recorded, call: ModelCalled) -> None:
        self._call = recorded
        self.sheet.show_facts(recorded, call_title(call), call_facts(call))
        for section in (self.prompt, self.system):
            section.show_hash(call.prompt_hash, "Nothing was sent.")
        self.picture.show_hash(call.picture_hash, "No picture was sent.")
        self.reply.show_hash(call.reply_hash, "Nothing was received.")
        self.parsed.show_hash(call.parsed_hash, "Nothing could be read from the reply.")
        self.setCurrentIndex(1)

    def show_all(self) -> None:
        self.setCurrentIndex(0)
        (self.calls.view if self.calls.isVisible() else self).setFocus()

    def show_run(self, state: RunState, calls: Sequence[CallEntry]) -> None:
        facts = spending_facts(state)
        if facts:
            title = "What this run has used" if calls else f"What this run has used. {NO_CALLS}"
            self.spending.show_facts(state.spent, title, facts)
        else:
            self.spending.clear()
        self.calls.show_calls(calls)

    def show_text(self, content_hash: str, text: str) -> None:
        for section in self._texts:
            section.show_text(content_hash, text)

    def show_picture(self, content_hash: str, image: QImage) -> None:
        self.picture.show_picture(content_hash, image)

    def show_missing(self, content_hash: str) -> None:
        """The record holds nothing of this hash."""
        for section in (*self._texts, self.picture):
            section.show_missing(content_hash)

    def clear(self) -> None:
        self._call = None
        self.setCurrentIndex(0)
        self.show_run(RunState(), ())


def prompt_of(text: str) -> str:
    return _part(text, "prompt")


def system_of(text: str) -> str:
    return _part(text, "system")


def indented(text: str) -> str:
    """The JSON laid out for reading; what is none is shown as it is."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except ValueError:
        return text


def _part(text: str, name: str) -> str:
    """A part of what was sent, which the record holds as JSON; else all of it."""
    try:
        sent = json.loads(text)
    except ValueError:
        return text
    return str(sent.get(name, "")) if isinstance(sent, dict) else text
