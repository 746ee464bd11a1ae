"""One call to a model, told completely; without a chosen one, what the whole run has spent, and the
list of its calls. And the options of an action, one below the other: tried, next, or to be tried
by a press."""

import json
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QStackedWidget, QWidget

from engine.domain.events import ModelCalled, Recorded
from engine.domain.facts import Frozen
from engine.domain.plans import StepPlace
from engine.language.labels import shortened
from engine.language.sentences import figures
from engine.language.sentences.local import state_number
from engine.record.views.local_views import LocalPlanView, LocalStateView
from engine.record.views.run_state import RunState
from widgets.inspector.record_sections import PictureSection, TextSection
from widgets.inspector.run_history import CallEntry
from widgets.kit.fact_sheet import Fact, FactSheet, spending_facts
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkedLine, push_button, role_label, tip_with
from widgets.kit.picture_view import FromRecord
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row, widget_of


def call_title(call: ModelCalled) -> str:
    """``Replanning, repaired``: what it was for."""
    words = figures.CAUSE_WORDS[call.cause].capitalize()
    return f"{words}, a repair" if call.is_repair else words


def place_words(at: str) -> str:
    """``step 2.3``, ``state 3.1 of segment 2``; nothing for a plan."""
    if not at:
        return ""
    place = StepPlace.parse(at)
    if not place.local:
        return f"step {place}"
    return f"state {state_number(place.step_number, place.local)} of segment {place.segment_number}"


def call_facts(call: ModelCalled) -> tuple[Fact, ...]:
    first = figures.span_words(call.first_token_ms) if call.first_token_ms is not None else ""
    return (
        Fact(
            "For",
            " · ".join(filter(None, (figures.CAUSE_WORDS[call.cause], place_words(call.place)))),
        ),
        Fact("Picture", call.picture_why and f"since {call.picture_why}"),
        Fact("Failed", call.failure),
        Fact("Class", call.failure_class, is_technical=True),
        Fact("Repair", "yes: the reply before could not be used" if call.is_repair else ""),
        Fact(
            "Retries",
            figures.count_words(call.retries, "request") + " sent anew" if call.retries else "",
        ),
        Fact("Model", call.model),
        Fact("Endpoint", call.endpoint, is_technical=True),
        Fact("Form", call.form.value),
        Fact("Tokens", figures.usage_words(call.usage)),
        Fact("Prompt", figures.same_words(call.same_bytes, call.sent_bytes)),
        Fact("Cost", figures.money_words(call.cost)),
        Fact("Took", figures.span_words(call.took_ms)),
        Fact("First token", f"after {first}" if first else ""),
        Fact("Template", call.template_hash, is_technical=True),
    )


MOST_ROWS = 8


class CallList(QWidget):
    """Hidden while there are none. A click or Return chooses."""

    call_chosen = Signal(int)  # the row of its event in the log

    def __init__(self, theme: Theme, caption: str) -> None:
        super().__init__()
        self._theme = theme
        self._calls: tuple[CallEntry, ...] = ()
        self.view = QListWidget()
        self.view.setAccessibleName(caption)
        self.view.setObjectName("callList")
        self.view.setToolTip("Choose a call to see what was sent and received  (Return)")
        self.view.setUniformItemSizes(True)
        self.view.setIconSize(QSize(14, 14))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for chosen in (self.view.itemClicked, self.view.itemActivated):
            chosen.connect(lambda item: self.call_chosen.emit(item.data(Qt.ItemDataRole.UserRole)))
        label = role_label(caption, "small", wraps=True)
        lay_column(label, self.view, of=self, margins=(0, 8, 0, 0), spacing=4)
        theme.changed.connect(lambda: self._fill(self._calls))
        self.hide()

    def show_calls(self, calls: Sequence[CallEntry]) -> None:
        """New calls are appended, so that the chosen one stays chosen."""
        calls, known = tuple(calls), len(self._calls)
        if calls[:known] == self._calls:
            self._add(calls[known:])
        else:
            self._fill(calls)
        self._calls = calls
        self.setVisible(bool(calls))
        height = self.view.fontMetrics().height() + 8
        self.view.setFixedHeight(height * min(MOST_ROWS, len(calls)) + 8)

    def _fill(self, calls: Sequence[CallEntry]) -> None:
        self.view.clear()
        self._add(calls)

    def _add(self, calls: Sequence[CallEntry]) -> None:
        for entry in calls:
            mark = Mark("warning", "warn") if entry.call.failure else Mark("calls", "text")
            call = entry.call
            at = place_words(call.place).partition(" of ")[0]
            took, tokens = figures.span_words(call.took_ms), f"{call.usage.total:,} tokens"
            failed = f"failed: {shortened(call.failure)}" if call.failure else ""
            words = " · ".join(filter(None, (call_title(call), at, tokens, took, failed)))
            item = QListWidgetItem(self._theme.icon(*mark), words)
            item.setToolTip(tip_with(words))
            item.setData(Qt.ItemDataRole.UserRole, entry.row)
            self.view.addItem(item)


NO_RUN = "What a run has used is shown here, and each of its calls to a model."
NO_CALLS = "No model was asked."


class CallPage(QStackedWidget):
    def __init__(self, theme: Theme, record: FromRecord) -> None:
        super().__init__()
        self.spending = FactSheet(theme, NO_RUN)
        self.calls = CallList(theme, "Calls to models, in their order")
        self.spending.below.addWidget(self.calls)
        self.sheet = FactSheet(theme, "")
        self.back = push_button(
            theme, "All calls", "What the run has used, and all its calls", "back"
        )
        self.back.clicked.connect(self.show_all)
        part = partial(TextSection, theme, record=record)
        self.prompt = part("Prompt as sent", is_open=True, reading=partial(part_of, name="prompt"))
        self.system = part(
            "System text as sent", is_open=False, reading=partial(part_of, name="system")
        )
        self.picture = PictureSection(theme, "Picture as sent", record)
        self.reply = part("Reply as received", is_open=True)
        self.parsed = part("Parsed result", is_open=False, reading=indented)
        below = self.sheet.below
        below.setSpacing(8)
        for section in (self.prompt, self.system, self.picture, self.reply, self.parsed):
            below.addWidget(section)
        self.addWidget(self.spending)
        above = lay_row(self.back, STRETCH, margins=(12, 8, 12, 0))
        self.addWidget(widget_of(lay_column(above, (self.sheet, 1), margins=0, spacing=0)))

    def show_call(self, recorded: Recorded, call: ModelCalled) -> None:
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
        title = "What this run has used" if calls else f"What this run has used. {NO_CALLS}"
        self.spending.show_facts(state.spent, title, spending_facts(state))
        self.calls.show_calls(calls)

    def clear(self) -> None:
        self.setCurrentIndex(0)
        self.show_run(RunState(), ())


def indented(text: str) -> str:
    """The JSON laid out for reading; what is none is shown as it is."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except ValueError:
        return text


def part_of(text: str, name: str) -> str:
    """A part of what was sent, which the record holds as JSON; else all of it."""
    try:
        sent = json.loads(text)
    except ValueError:
        return text
    return str(sent.get(name, "")) if isinstance(sent, dict) else text


class OptionView(Frozen):
    """``tried_by`` are the numbers of the local states that followed it."""

    name: str
    description: str
    tried_by: tuple[int, ...] = ()
    is_next: bool = False

    @property
    def is_untried(self) -> bool:
        return not self.tried_by and not self.is_next


def branching_of(plan: LocalPlanView, state: LocalStateView) -> LocalStateView:
    """The state whose options matter here: its own, or those of the one that it follows."""
    if state.options or not state.tries_of:
        return state
    return plan.state_at(state.tries_of) or state


def options_of(plan: LocalPlanView, branching: LocalStateView) -> tuple[OptionView, ...]:
    """All options of the action that led to this state, as they stand now."""
    number = branching.number
    tried = [(each.tries, each.number) for each in plan.states if each.tries_of == number]
    coming = _coming(plan, number) if plan.is_open else ""
    return tuple(
        OptionView(
            option.name,
            option.description,
            tuple(by for name, by in tried if name == option.name),
            is_next=option.name == coming and all(name != coming for name, _ in tried),
        )
        for option in branching.options
    )


def _coming(plan: LocalPlanView, branching: int) -> str:
    """The option that the newest decision wants to follow."""
    decided = [each for each in plan.states if each.decision and not each.is_reverted]
    if not decided:
        return ""
    newest = decided[-1]
    return newest.next_option if branching in (newest.number, newest.tries_of) else ""


TRIED, NEXT, UNTRIED = Mark("done", "text_quiet"), Mark("play", "accent"), Mark("planned", "text")


class OptionRow(QWidget):
    def __init__(self, theme: Theme, wanted: SignalInstance) -> None:
        super().__init__()
        self.name = ""
        self.line = MarkedLine(theme)
        self.button = push_button(theme, "Try this next", "", "play")
        self.button.clicked.connect(lambda: wanted.emit(self.name))
        lay_row((self.line, 1), self.button, of=self, margins=0, spacing=8)

    def show_option(self, option: OptionView, step_number: int, *, can_try: bool) -> None:
        self.name = option.name
        mark, standing = _standing(option, step_number)
        words = f"{option.description or option.name}\n{option.name} · {standing}"
        self.line.show_line(mark, words)
        self.button.setVisible(option.is_untried and can_try)
        self.button.setToolTip(tip_with(f"Follow “{option.name}” next, whatever the rule says"))
        self.button.setAccessibleName(f"Try {option.name} next")


class OptionList(QWidget):
    """Rows are reused from one action to the next."""

    option_wanted = Signal(str)  # the name of the option to try next

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._options: list[OptionRow] = []
        self._head = role_label("", "caption")
        self._layout = lay_column(self._head, of=self, margins=(0, 8, 0, 0), spacing=8)
        self.hide()

    def show_options(
        self, options: Sequence[OptionView], step_number: int, branching: int, *, can_try: bool
    ) -> None:
        """``branching`` is the state whose action they belong to; none hides the list."""
        self.setVisible(bool(options))
        self._head.setText(f"OPTIONS OF {state_number(step_number, branching)}")
        while len(self._options) < len(options):
            self._options.append(OptionRow(self._theme, self.option_wanted))
            self._layout.addWidget(self._options[-1])
        for number, row in enumerate(self._options):
            row.setVisible(number < len(options))
            if number < len(options):
                row.show_option(options[number], step_number, can_try=can_try)

    @property
    def buttons(self) -> list[QPushButton]:
        """Those that can be pressed now."""
        return [row.button for row in self._options if row.button.isVisibleTo(self)]


def _standing(option: OptionView, step_number: int) -> tuple[Mark, str]:
    if option.is_next:
        return NEXT, "comes next"
    if option.tried_by:
        by = ", ".join(state_number(step_number, number) for number in option.tried_by)
        return TRIED, f"tried in {by}"
    return UNTRIED, "untried"
