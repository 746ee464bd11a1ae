"""The run went back and is paused: what was taken back, how that was seen, what to do next."""

from PySide6.QtWidgets import QFrame

from engine.domain.plans import StepPlace
from engine.language.sentences.local import RETURNED_WORDS, places_words
from engine.record.views.local_views import LocalStateView
from engine.record.views.run_state import RunState
from widgets.kit.laying import STRETCH, lay_column, lay_row
from widgets.kit.marks import RETURNED_MARKS
from widgets.kit.parts import MarkedLine, push_button, quiet_label, role_label
from widgets.kit.performed import last_reversal
from widgets.kit.theme import Theme, set_tone

NEXT = (
    "The run is paused. Resume: it looks again and plans on from here."
    " Or go further back, or cancel the plan."
)

NOTHING = "Nothing was taken back"
NEXT_OF_GROUP = "The run is paused. Resume: the group goes on. Or cancel the run."


class RevertedCard(QFrame):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "banner")
        self._title = role_label("", "title", wraps=True)
        self._seen, self._stopped = MarkedLine(theme), MarkedLine(theme)
        self._ways, self._next = quiet_label(), quiet_label(NEXT)
        self.resume = push_button(theme, "Resume", "Plan on from here  (Space or F6)", "play")
        self.further = push_button(
            theme, "Further back", "Take back the action before that too  (F7)", "undo"
        )
        row = lay_row((self.resume, 1), (self.further, 1), spacing=8)
        parts = (self._title, self._ways, self._seen, self._stopped, self._next, row)
        lay_column(*parts, STRETCH, of=self, margins=12, spacing=8)

    def show_reversal(
        self, place: StepPlace, reversal: LocalStateView, *, explores: bool = False
    ) -> None:
        self._next.setText(NEXT_OF_GROUP if explores else NEXT)
        segment = place.segment_number
        undone = places_words(reversal.undone, segment)
        untold = places_words(reversal.untold, segment)
        title = f"Can't tell whether it was taken back: {untold}" if untold else ""
        self._title.setText(f"Taken back: {undone}" if undone else title or NOTHING)
        ways = "\n".join(f"{number}. {way}" for number, way in enumerate(reversal.ways, 1))
        self._ways.setText(ways)
        self._ways.setVisible(bool(ways))
        mark = RETURNED_MARKS[reversal.returned]
        why = "".join(f"\n{each}" for each in reversal.evidence)
        self._seen.show_line(mark, f"seen: {RETURNED_WORDS[reversal.returned]}{why}")
        gone = (*reversal.undone, *reversal.untold)
        left = [each for each in reversal.asked_back if each not in gone]
        self._stopped.setVisible(bool(left))
        words = f"It stopped before {places_words(left, segment)}. {reversal.detail}".strip()
        self._stopped.show_line(mark, words)
        set_tone(self, mark.tone)


def reverted_now(state: RunState) -> tuple[StepPlace, LocalStateView] | None:
    """The operator's revert that has paused the run; None where it goes on or was the rule's."""
    found = last_reversal(state)
    is_paused = state.is_running and state.control == "paused"
    if found is None or not is_paused or not found[1].returned:
        return None
    return found if found[1].decided_by == "operator" else None
