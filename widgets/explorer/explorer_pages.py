"""The pages beside the plan that show which states an exploration has seen, and which faults it
found."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine.language.scripts import script_to_text
from engine.language.sentences.figures import count_words
from engine.record.views.exploring.explore_view import FindingView
from engine.record.views.exploring.regression_scripts import script_of
from engine.record.views.run_state import RunState
from widgets.explorer.states_map import StatesMap
from widgets.kit.explore_words import finding_subtitle, is_walking
from widgets.kit.marks import FAULT_MARKS, Mark
from widgets.kit.parts import empty_page, push_button, role_label, sheet_area
from widgets.kit.row_painter import RowWords
from widgets.kit.row_tree import RowTree
from widgets.kit.theme import STRETCH, Theme, lay_column, lay_row
from widgets.kit.thumbnails import Thumbnails
from widgets.kit.tree_rows import TreeRow

NONE_YET = "No findings yet. A crash, a hang, an error or a contradiction appears here when it"
NONE_YET += " comes up, with the path that led there."
NONE = "No fault was found. That says something about what was tried, and nothing about the rest."
STEP = Mark("step", "text_faint")


class FindingsPage(QWidget):
    finding_chosen = Signal(object)  # FindingView
    script_requested = Signal(str, int)  # session_id, number of the finding

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._state = RunState()
        self._shown: tuple[FindingView, ...] | None = None
        self.list = RowTree(theme, "Findings")
        self.list.row_chosen.connect(self._take_row)
        self.save = push_button(
            theme,
            "Save script",
            "Write the chosen path to a file, as a regression script for pilothouse replay",
            "export",
        )
        self.save.clicked.connect(self.save_script)
        self.copy = push_button(
            theme, "Copy script", "The same, to the clipboard  (Ctrl+C)", "copy"
        )
        self.copy.clicked.connect(self.copy_script)
        self._enable()
        keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.list)
        keys.setContext(Qt.ShortcutContext.WidgetShortcut)
        keys.activated.connect(self.copy_script)
        self._copied = role_label("", "small")
        tools = lay_row(self.save, self.copy, (self._copied, 1), margins=(8, 4, 8, 8), spacing=8)
        page = QWidget()
        lay_column((self.list, 1), tools, of=page, margins=0, spacing=0)
        self._layout = QStackedLayout(self)
        self._layout.addWidget(empty_page(NONE_YET))
        self._layout.addWidget(empty_page(NONE))
        self._layout.addWidget(page)
        self.setAccessibleName("Findings")

    def show_run(self, state: RunState) -> None:
        self._state = state
        findings = state.explored.findings
        is_over = state.outcome is not None
        self._layout.setCurrentIndex(2 if findings else 1 if is_over else 0)
        if findings is not self._shown:
            self._shown = findings
            self.list.show_rows(tuple(_row(each) for each in findings))
        self._enable()

    def clear(self) -> None:
        self._shown = None
        self.list.clear()
        self._copied.setText("")
        self.show_run(RunState())

    def copy_script(self) -> None:
        finding = self.chosen
        if finding is not None:
            text = script_to_text(script_of(self._state, finding))
            QGuiApplication.clipboard().setText(text)
            self._copied.setText("copied")

    def save_script(self) -> None:
        finding = self.chosen
        if finding is not None:
            self.script_requested.emit(self._state.session_id, finding.number)

    @property
    def chosen(self) -> FindingView | None:
        """The finding that is chosen, or of which a step is."""
        index = self.list.currentIndex()
        row = self.list.rows.row_at(index.parent() if index.parent().isValid() else index)
        return row.subject if row is not None and isinstance(row.subject, FindingView) else None

    def _take_row(self, row: TreeRow) -> None:
        self._enable()
        self._copied.setText("")
        if isinstance(row.subject, FindingView):
            self.finding_chosen.emit(row.subject)

    def _enable(self) -> None:
        for button in (self.save, self.copy):
            button.setEnabled(self.chosen is not None)


def _row(finding: FindingView) -> TreeRow:
    fault = finding.fault
    subtitle = finding_subtitle(finding)
    steps = tuple(
        TreeRow(("step", number), RowWords(f"{number}. {each.description}", "", STEP))
        for number, each in enumerate(finding.path, 1)
    )
    lines = (fault.summary, fault.detail, f"in {fault.application}", subtitle)
    return TreeRow(
        ("finding", finding.number),
        RowWords(fault.summary, subtitle, FAULT_MARKS[fault.kind]),
        tip="\n".join(line for line in lines if line),
        subject=finding,
        children=steps,
    )


EMPTY = "No states yet. Each state of what is explored appears here when it is first seen."


class StatesPage(QWidget):
    def __init__(self, theme: Theme, thumbnails: Thumbnails) -> None:
        super().__init__()
        self.map = StatesMap(theme, thumbnails)
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

    def clear(self) -> None:
        self.map.clear()
        self._layout.setCurrentIndex(0)

    def _bring_into_sight(self, card: QWidget) -> None:
        if not self.map.underMouse():
            self._scroll.ensureWidgetVisible(card, 0, 8)
