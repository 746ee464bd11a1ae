"""The runs on this machine in the order of what a look is worth, and what is said of each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from engine.domain.risks import RiskClass
from engine.domain.terminals import Terminal
from engine.language.action_words import asked_words
from engine.language.sentences.endings import ending_title
from engine.language.showing import shown
from engine.record.views.run_state import RunState
from widgets.kit.marks import WAITING, Mark
from widgets.window.run_bar import status_of

SILENT_SECS = 60.0
"""A run that goes on and has told nothing for so long is worth a look."""
_WELL_ENDED = (Terminal.GOAL_SATISFIED, Terminal.CANCELLED, Terminal.STOPPED)


class Worth(IntEnum):
    WAITS = 0
    SILENT = 1
    FAILED = 2
    RUNS = 3
    ENDED = 4


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run that is under way on this machine, or ended; ``session_id`` is empty for this
    console's own. ``since_secs``: since when it waits, or went on (wall clock). ``campaign`` is the
    name of the one that it is a run of, and ``stands`` how far that is."""

    session_id: str
    title: str
    state: RunState = RunState()  # noqa: RUF009
    since_secs: float = 0.0
    campaign: str = ""
    stands: str = ""

    @property
    def key(self) -> str:
        """What its tile is known by."""
        return self.session_id or "this console's own"

    @property
    def waits(self) -> str:
        """What it asks the operator; empty where nothing."""
        if self.state.pending is not None:
            return asked_words(self.state.pending.step)
        return self.state.question.question if self.state.question is not None else ""

    @property
    def risk(self) -> RiskClass | None:
        """None for a question."""
        return self.state.pending.risk.risk_class if self.state.pending is not None else None

    def worth(self, now_secs: float) -> Worth:
        state = self.state
        if state.outcome is not None:
            is_well = state.outcome.terminal in _WELL_ENDED
            return Worth.ENDED if is_well else Worth.FAILED
        if state.pending is not None or state.question is not None:
            return Worth.WAITS
        is_silent = state.control == "running" and now_secs - state.last_at_secs > SILENT_SECS
        return Worth.SILENT if state.is_running and is_silent else Worth.RUNS

    def status(self, worth: Worth) -> tuple[Mark, str, str]:
        """A mark, how it stands, and what it does, asks or came to."""
        state = self.state
        mark, words = status_of(state, state.last_at_secs)
        doing = state.step_at(state.place)
        told = doing.title if doing is not None else ""
        if not state.session_id:
            words = "is being started"
        elif state.outcome is not None:
            words = ending_title(state.outcome.terminal, state.outcome.reason)
            told = state.outcome.message
        elif worth is Worth.WAITS:
            risk = f", it {self.risk.words}" if self.risk is not None else ""
            mark, words, told = WAITING, f"waits since {_clock(self.since_secs)}{risk}", self.waits
        elif worth is Worth.SILENT:
            mark, words = Mark("clock", "warn"), f"silent since {_clock(state.last_at_secs)}"
        return mark or Mark("planned", "text_quiet"), words, shown(told)


def in_order(rows: Sequence[RunRow], now_secs: float) -> list[RunRow]:
    """What waits first, the gravest and then the oldest of it (a question weighs as what is
    harmless); then what is silent, what failed, what goes on, what ended. The runs of a campaign
    that don't wait stand together, where the first of them would."""

    def weight(row: RunRow) -> tuple[Worth, int, float]:
        rank = row.risk.rank if row.risk is not None else 0
        return row.worth(now_secs), -rank, row.since_secs

    placed = list[tuple[str, tuple[Worth, int, float], RunRow]]()
    first = dict[str, tuple[Worth, int, float]]()
    for row in rows:
        its = weight(row)
        group = row.key if its[0] is Worth.WAITS else row.campaign or row.key
        placed.append((group, its, row))
        first[group] = min(first.get(group, its), its)
    placed.sort(key=lambda each: (first[each[0]], *each[:2]))
    return [row for _, _, row in placed]


def heading_of(row: RunRow, now_secs: float) -> tuple[str, str]:
    """What stands over it and those like it, and what is told beside that."""
    if row.worth(now_secs) is Worth.WAITS:
        return "Waiting for you", ""
    return (row.campaign, row.stands) if row.campaign else ("Other runs", "")


def same_steps(rows: Sequence[RunRow]) -> list[tuple[RunRow, ...]]:
    """The runs that ask for the same step, wherever some do; in the order of the first of each."""
    groups = defaultdict[object, list[RunRow]](list)
    for row in rows:
        if row.state.pending is not None and (same := row.state.pending.same_as) is not None:
            groups[same].append(row)
    return [tuple(each) for each in groups.values() if len(each) > 1]


def _clock(at_secs: float) -> str:
    return datetime.fromtimestamp(at_secs).astimezone().strftime("%H:%M")
