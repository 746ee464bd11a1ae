"""Any moment of a long run is told without folding all that stands before it."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

from engine.domain.events import Recorded
from engine.record.store import EVENTS_A_PART
from engine.record.views.fold import STATES_EVERY, fold, fold_all
from engine.record.views.run_state import RunState
from tests.engine.record.runs import long_run, recorded_run
from widgets.inspector import run_history
from widgets.inspector.run_history import RunHistory


@pytest.mark.parametrize("is_opened", [True, False])
def test_a_click_anywhere_folds_a_few_events(
    monkeypatch: pytest.MonkeyPatch, *, is_opened: bool
) -> None:
    recorded = recorded_run(*long_run(120))
    starts = range(0, len(recorded), EVENTS_A_PART)
    parts = [recorded[at : at + EVENTS_A_PART] for at in starts]
    assert len(parts) > 10
    states = [*accumulate(recorded, fold, initial=RunState())][1:]
    assert states[-1] == fold_all(recorded), "each is the fold of all up to it"
    folded = []

    def counted(state: RunState, each: Recorded) -> RunState:
        folded.append(each.seq)
        return fold(state, each)

    monkeypatch.setattr(run_history, "fold", counted)
    history = RunHistory()
    for part in parts:
        history.extend(part, states[part[-1].seq - 1] if is_opened else None)
    if not is_opened:  # a run that was followed from its beginning
        history.state_at(len(recorded) - 1)
    chance = random.Random(5)
    rows = [chance.randrange(len(recorded)) for _ in range(30)]
    for row in (*rows, 0, STATES_EVERY - 1, STATES_EVERY, len(recorded) - 1):
        folded.clear()
        assert history.state_at(row) == states[row]
        assert len(folded) <= STATES_EVERY
    begin = STATES_EVERY + 7
    history.state_at(begin)
    folded.clear()
    for row in range(begin + 1, begin + 30):  # as it is played
        assert history.state_at(row) == states[row]
    assert folded == [each.seq for each in recorded[begin + 1 : begin + 30]]
    folded.clear()
    history.clear()
    history.extend(recorded[:3])
    assert history.state_at(2) == fold_all(recorded[:3]) and folded == [1, 2, 3]
