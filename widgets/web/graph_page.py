"""The page beside the plan on which a run on the web shows where it is: stage, graph, page."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from engine.domain.verdicts import StepState
from engine.domain.web.events import PageSeen, StagePromoted
from engine.domain.web.goals import Stage
from engine.language.sentences.figures import count_words
from engine.language.sentences.run import STATE_WORDS
from engine.language.sentences.web import (
    KIND_WORDS,
    MODE_WORDS,
    PAGE_WORDS,
    STAGE_HINTS,
    STAGE_WORDS,
    counter_facts,
    note_words,
    proposed_words,
)
from engine.record.views.run_state import RunState, SegmentView, StepView
from engine.record.views.web.web_view import WebView
from widgets.kit.fact_sheet import Fact, FactSheet
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkLabel, empty_page, role_label, separator, tip_with
from widgets.kit.performed import why_rejected
from widgets.kit.theme import Theme, lay_column, lay_row, set_look
from widgets.web.state_graph import StateGraph

HERE, REACHED = Mark("running", "accent"), Mark("done", "text_quiet")
COMING = Mark("planned", "text_faint")


class StageBar(QWidget):
    """The stages beside each other; the one that the run is in is lit and bold."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._promotions: Sequence[StagePromoted] = ()
        self._stages: dict[Stage, tuple[QWidget, MarkLabel, QLabel]] = {
            stage: (QWidget(), MarkLabel(theme), role_label(STAGE_WORDS[stage], "faint"))
            for stage in Stage
        }
        middle = Qt.AlignmentFlag.AlignHCenter
        for column, mark, words in self._stages.values():
            words.setMinimumWidth(1)
            lay_column((mark, 0, middle), (words, 0, middle), of=column, margins=0, spacing=4)
        columns = ((column, 1) for column, _, _ in self._stages.values())
        lay_row(*columns, of=self, margins=(8, 6, 8, 6), spacing=4)
        self.setAccessibleName("Stage")
        self.show_view(WebView())

    def show_view(self, view: WebView) -> None:
        now, self._promotions = view.stage, view.promotions
        for stage, (column, mark, words) in self._stages.items():
            is_reached = stage.number <= now.number
            mark.show_mark(HERE if stage is now else REACHED if is_reached else COMING)
            role = "goal" if stage is now else "quiet" if is_reached else "faint"
            set_look(words, "role", role)
            column.setToolTip(tip_with(self.tip_of(stage)))
        place = f"{now.number + 1} of {len(Stage)}"
        self.setAccessibleDescription(f"{STAGE_WORDS[now]}, {place}")

    def tip_of(self, stage: Stage) -> str:
        """What the stage means, and why the run came to it."""
        why = next((each.why for each in self._promotions if each.stage is stage), "")
        return "\n".join(
            part for part in (f"{STAGE_WORDS[stage]}: {STAGE_HINTS[stage]}", why) if part
        )


EMPTY = "Only runs on the web have a state graph. Choose the browser in the goal bar to have one."


class GraphPage(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.stages = StageBar(theme)
        self.graph = StateGraph(theme)
        self.facts = FactSheet(theme, "The page is told of as soon as it was seen.")
        self._layout = QStackedLayout(self)
        self._layout.addWidget(empty_page(EMPTY))
        self._layout.addWidget(self._page())
        self.setAccessibleName("State graph")

    def show_run(self, state: RunState) -> None:
        web = state.web
        self._layout.setCurrentIndex(0 if web is None else 1)
        if web is None:
            return
        self.stages.show_view(web)
        self.graph.show_view(web, is_over=state.outcome is not None)
        if self.graph.current is not None and not self.underMouse():
            self.facts.bring_into_sight(self.graph.nodes[self.graph.current])
        self.facts.show_facts(web.page or web, "", web_facts(web, state.segments))

    def clear(self) -> None:
        self.show_run(RunState())

    def _page(self) -> QWidget:
        """The stage stays in sight, the rest scrolls."""
        for part in (self.graph, separator()):
            self.facts.above.addWidget(part)
        page = QWidget()
        lay_column(self.stages, separator(), (self.facts, 1), of=page, margins=0, spacing=0)
        return page


LAST_FEW = 4


def web_facts(view: WebView, segments: Sequence[SegmentView] = ()) -> tuple[Fact, ...]:
    """The goal as it was read, the last action, the page, the counters that are not nought,
    refusals and notes. ``segments`` are the run's: on the web each is one action."""
    goal = view.goal
    facts: list[Fact] = []
    if goal is not None:
        facts.append(Fact("Goal", f"{KIND_WORDS[goal.goal_kind]}, to {MODE_WORDS[goal.task_mode]}"))
        facts.append(Fact("Words", ", ".join(goal.terms)))
        facts.append(Fact("Proofs", "\n".join(goal.proofs)))
    facts += _action_facts(segments)
    if view.page is not None:
        facts += _page_facts(view.page)
        facts.append(Fact("Pages", str(view.page_count)))
    refused = [f"{proposed_words(each.action)}: {each.why}" for each in view.refused[-LAST_FEW:]]
    facts.append(Fact("Refused", "\n".join(refused)))
    facts.append(Fact("Saved", "\n".join(each.path for each in view.downloads[-LAST_FEW:])))
    notes = [note_words(each) for each in view.notes if each not in view.downloads]
    facts.append(Fact("Browser", "\n".join(notes[-LAST_FEW:])))
    kept = view.checkpoint
    facts.append(Fact("Kept", f"at pass {kept.step}" if kept is not None else ""))
    return tuple(facts)


def _page_facts(page: PageSeen) -> list[Fact]:
    elements = count_words(page.element_count, "element")
    counters = [f"{number} {words}" for words, number in counter_facts(page) if number]
    return [
        Fact("Page", page.title or "without a title"),
        Fact("Address", page.url, is_technical=True),
        Fact(
            "Looks like",
            f"a page that {PAGE_WORDS[page.page_type]}"
            if page.page_type.value != "other"
            else PAGE_WORDS[page.page_type],
        ),
        Fact("Trouble", page.trouble),
        Fact("Elements", f"{elements}, {page.mapping_count} told to the thinker"),
        Fact("Avoided", "\n".join(f"“{name}”" for name in page.avoided)),
        Fact("Counters", "\n".join(counters)),
    ]


def _action_facts(segments: Sequence[SegmentView]) -> list[Fact]:
    """The last that was chosen and why, and what came of those before it."""
    steps = [(segment, view) for segment in segments for view in segment.steps]
    if not steps:
        return []
    segment, view = steps[-1]
    before = [f"{_outcome(each)}: {each.title}" for _, each in steps[-1 - LAST_FEW : -1]]
    return [
        Fact("Action", f"{view.title} ({_outcome(view)})"),
        Fact("Because", segment.reason),
        Fact("Failed", view.detail if view.state is StepState.FAILED else ""),
        Fact("Rejected", why_rejected(view) if view.state is StepState.REJECTED else ""),
        Fact("Before it", "\n".join(before)),
    ]


def _outcome(view: StepView) -> str:
    """``done, seen``, ``failed, 2 attempts``."""
    parts = [STATE_WORDS[view.state]]
    if view.verdict is not None and view.state is StepState.DONE:
        parts.append(view.verdict.value)
    if view.attempts > 1:
        parts.append(count_words(view.attempts, "attempt"))
    return ", ".join(parts)
