"""How long each question stood and who answered it: rubber stamps can be seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.approvals import DecidedHow
from engine.domain.events import ApprovalAsked, ApprovalDecided
from engine.record.sessions import OpenedSession, SessionSummary, figures_of
from engine.record.views.fold import fold_all
from engine.record.views.oversight import decisions_in, hasty_share
from tests.engine.record.runs import recorded_run, typical_run

RUN = recorded_run(*typical_run())
ASKED = [each for each in RUN if isinstance(each.event, ApprovalAsked)]


@pytest.mark.parametrize(("secs_an_event", "share"), [(2.0, 0.0), (0.1, 1.0)])
def test_the_share_that_was_answered_in_no_time_is_told(secs_an_event: float, share: float) -> None:
    run = tuple(replace(each, at_secs=1_000 + secs_an_event * each.seq) for each in RUN)
    decisions = decisions_in(run)
    persons = [each for each in decisions if each.is_a_person_s]
    assert len(persons) == len(ASKED) == 4
    for each in persons:
        assert each.request is not None and each.decision is not None
        assert each.decision.who == "anna" and each.decision.digest
        assert each.took_secs == pytest.approx(secs_an_event)
    assert hasty_share(decisions) == share
    summary = SessionSummary("run", "", "", "", "", 1_000.0, 2_000.0, "", "", "", len(run))
    told = figures_of(OpenedSession(summary, run, fold_all(run)))
    assert [each.number for each in told if "under a second" in each.label] == [f"{share:.0%}"]


def test_what_no_person_answered_is_no_haste() -> None:
    policy = [
        replace(each, event=replace(each.event, decision=replace(each.event.decision, how=how)))
        if isinstance(each.event, ApprovalDecided)
        else each
        for each in RUN
        for how in [DecidedHow.POLICY]
    ]
    assert hasty_share(decisions_in(policy)) is None
