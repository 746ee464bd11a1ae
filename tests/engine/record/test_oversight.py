"""How long each question stood and who answered it: rubber stamps can be seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.approvals import DecidedHow
from engine.domain.events import ApprovalAsked, ApprovalDecided
from engine.record.reports.story import told_decision
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


def test_a_card_that_stood_long_and_was_in_sight_for_a_moment_was_answered_in_haste() -> None:
    run = tuple(
        replace(
            each, event=replace(each.event, decision=replace(each.event.decision, seen_secs=0.4))
        )
        if isinstance(each.event, ApprovalDecided)
        else each
        for each in RUN
    )
    decisions = decisions_in(run)
    assert {(each.took_secs, each.seen_secs) for each in decisions} == {(1.0, 0.4)}
    assert (hasty_share(decisions_in(RUN)), hasty_share(decisions)) == (0.0, 1.0)
    told = [told_decision(each).words for each in decisions]
    assert told[0] == "Approved by anna, after 1.0 s, in sight for 400 ms"


def test_what_no_person_answered_is_no_haste() -> None:
    policy = [
        replace(each, event=replace(each.event, decision=replace(each.event.decision, how=how)))
        if isinstance(each.event, ApprovalDecided)
        else each
        for each in RUN
        for how in [DecidedHow.POLICY]
    ]
    assert hasty_share(decisions_in(policy)) is None
