"""How long each question stood and who answered it: rubber stamps can be seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.approvals import DecidedHow
from engine.domain.events import ApprovalAsked, ApprovalDecided, Recorded
from engine.record.reports.story import told_decision
from engine.record.sessions import OpenedSession, SessionSummary, figures_of
from engine.record.views.fold import fold_all
from engine.record.views.oversight import decisions_in
from tests.engine.record.runs import recorded_run, typical_run

RUN = recorded_run(*typical_run())
ASKED = [each for each in RUN if isinstance(each.event, ApprovalAsked)]


def answered(secs_an_event: float, *seen_secs: float | None) -> OpenedSession:
    """The four answers of the run, each so long after its question, its card so long in sight."""
    seen = iter(seen_secs)
    run = list[Recorded]()
    for each in RUN:
        event = each.event
        if isinstance(event, ApprovalDecided):
            event = replace(event, decision=replace(event.decision, seen_secs=next(seen)))
        run.append(replace(each, at_secs=1_000 + secs_an_event * each.seq, event=event))
    summary = SessionSummary("run", "", "", "", "", 1_000.0, 2_000.0, "", "", "", len(run))
    return OpenedSession(summary, run, fold_all(run))


def test_a_step_that_was_taken_back_is_none_that_is_done() -> None:
    opened = answered(2.0, *(None,) * 4)
    done, standing = figures_of(opened)[0], opened.state.completed_steps
    assert (done.number, done.label) == (str(len(standing)), "steps done")
    first = opened.state.segments[0]
    back = replace(first, steps=(replace(first.steps[0], is_reverted=True), *first.steps[1:]))
    state = replace(opened.state, segments=opened.state.segments.with_entry(0, back))
    assert figures_of(replace(opened, state=state))[0].number == str(len(standing) - 1)


def told_of(opened: OpenedSession) -> list[str]:
    return [each.number for each in figures_of(opened) if each.label.startswith("answered")]


@pytest.mark.parametrize(
    ("secs_an_event", "seen_secs", "told"),
    [
        pytest.param(2.0, (1.5, 1.5, 1.5, 1.0), ["0%"], id="all were looked at"),
        pytest.param(2.0, (0.4, 1.5, 1.5, 0.9), ["50%"], id="a card stood long, unseen"),
        pytest.param(2.0, (None, 0.4, 1.5, None), ["at least 25%", "2"], id="at a terminal"),
        pytest.param(2.0, (None,) * 4, ["at least 0%", "4"], id="nobody can tell of any"),
        pytest.param(0.1, (None,) * 4, ["100%"], id="in no time, wherever"),
    ],
)
def test_the_share_that_was_answered_in_no_time_is_told_and_what_nobody_can_tell(
    secs_an_event: float, seen_secs: tuple[float | None, ...], told: list[str]
) -> None:
    opened = answered(secs_an_event, *seen_secs)
    persons = [each for each in decisions_in(opened.events) if each.is_a_person_s]
    assert len(persons) == len(ASKED) == 4
    for each in persons:
        assert each.request is not None and each.decision is not None
        assert each.decision.who == "anna" and each.decision.digest
        assert each.took_secs == pytest.approx(secs_an_event)
    assert told_of(opened) == told


def test_each_decision_tells_for_how_long_its_card_was_in_sight_or_that_nobody_can() -> None:
    decisions = decisions_in(answered(1.0, 0.4, None, None, None).events)
    told = [told_decision(each).words for each in decisions if each.is_a_person_s]
    assert told[0] == "Approved by anna, after 1.0 s, in sight for 400 ms"
    assert told[1].endswith("after 1.0 s; for how long it was in sight nobody can tell")


def test_what_no_person_answered_is_no_haste() -> None:
    policy = [
        replace(each, event=replace(each.event, decision=replace(each.event.decision, how=how)))
        if isinstance(each.event, ApprovalDecided)
        else each
        for each in RUN
        for how in [DecidedHow.POLICY]
    ]
    opened = answered(1.0, *(None,) * 4)
    assert told_of(opened) and not told_of(replace(opened, events=policy))
