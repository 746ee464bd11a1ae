"""An exploration goes on after it broke off: with a fresh look, and with all that it found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.approvals import Reject
from engine.domain.events import (
    ActionEnded,
    ActionStarted,
    Event,
    QuestionAsked,
    SituationObserved,
    StepEnded,
)
from engine.domain.exploring.events import (
    ExplorationStarted,
    FaultFound,
    FindingMinimised,
    GroupsProposed,
    StateSeen,
)
from engine.domain.exploring.limits import CompletionReason, ExploreLimits
from engine.domain.web.events import SessionResumed
from engine.domain.web.resuming import ResumePoint
from engine.record.store import SessionStore
from engine.record.views.fold import fold_all
from tests.engine.modes.explorer.test_findings import LABELS, b_and_d, words
from tests.engine.record.conftest import store as store
from tests.support.exploring import Counters, Exploration, ScriptedExplorer, WatchFor, group
from tests.support.stage import ScriptedApprover

LIMITS = ExploreLimits(max_actions=8, seed=5)


async def broken_off(
    store: SessionStore, stage: Counters, until: type[Event], nth: int, *answers: object
) -> ResumePoint:
    """Where it can go on that broke off behind the ``nth`` event of that kind."""
    thinker = ScriptedExplorer(*answers)  # type: ignore[arg-type]
    run = Exploration(
        stage, thinker, limits=LIMITS, watch=WatchFor(b_and_d), mode="explorer",
        approver=ScriptedApprover(),
    )  # fmt: skip
    await run.run()
    events = run.play.log.events
    at = [place for place, each in enumerate(events) if isinstance(each, until)][nth - 1]
    log = await store.start_session("broken")
    for each in events[: at + 1]:
        await log.append(each)
    log.close()
    return await store.resume_point("broken")


def going_on(stage: Counters, point: ResumePoint, *answers: object) -> Exploration:
    thinker = ScriptedExplorer(*answers)  # type: ignore[arg-type]
    assert point.explored is not None
    return Exploration(
        stage, thinker, limits=point.explored.limits, watch=WatchFor(b_and_d), resumed=point
    )


@pytest.mark.parametrize("until", [ActionStarted, ActionEnded, StepEnded])
async def test_it_looks_afresh_and_begins_to_grow_anew_with_what_is_known(
    until: type[Event], store: SessionStore
) -> None:
    point = await broken_off(store, Counters(*LABELS), until, 2, (group("A"),), (group("C", "A"),))
    under_way = None if until is StepEnded else "Click “C”"
    assert (point.under_way.description if point.under_way else None) == under_way
    stage = Counters(*LABELS)
    run = going_on(stage, point, (group("A"), group("B")), (group("A", "A"), group("B")))
    assert await run.ends() is CompletionReason.LLM_COMPLETE
    events = run.play.log.events
    assert isinstance(events[0], SessionResumed)
    assert not run.play.log.of(ExplorationStarted) and not run.play.log.of(QuestionAsked)
    seen = next(each for each in events if isinstance(each, SituationObserved))
    assert seen.why == "the run went on after it broke off"
    request = run.thinker.requests[0]
    assert (request.iteration, request.successful, request.actions_left) == (1, (), 6)
    assert {key.split("|")[2]: count for key, count in request.tried.items()} == {"A": 1, "C": 1}
    assert request.states_seen == 2
    assert stage.presses == list("ABAAB")  # of the group that broke off nothing is done again
    assert [each.iteration for each in run.thinker.requests] == [1, 2, 3]
    proposed = run.play.log.of(GroupsProposed)
    assert [(each.iteration, each.first_number) for each in proposed] == [(3, 3), (4, 5)]
    assert max(each.actions for each in run.play.log.of(StateSeen)) == 7
    before = [each.event for each in await store.events("broken")]
    [*_, last] = _folded(before, events).groups
    assert (last.number, last.iteration) == (6, 4)


async def test_its_ceiling_counts_what_was_done_before(store: SessionStore) -> None:
    growing = ((group("A"),), (group(*"AAAAA"),))
    point = await broken_off(store, Counters(*LABELS), StepEnded, 6, *growing)
    run = going_on(Counters(*LABELS), point, (group("B"), group("C")))
    assert await run.ends() is CompletionReason.MAX_ACTIONS
    assert run.play.log.of(StateSeen)[-1].actions == 8


async def test_a_finding_that_was_not_settled_is_made_short_and_one_that_was_is_not_found_again(
    store: SessionStore,
) -> None:
    answers = ((group("B"),), (group("A", "D"),))
    point = await broken_off(store, Counters(*LABELS), FaultFound, 1, *answers)
    stage = Counters(*LABELS)
    run = going_on(stage, point)
    assert await run.ends() is CompletionReason.LLM_COMPLETE
    [least] = run.play.log.of(FindingMinimised)
    assert words(least.path) == ["Click “B”", "Click “D”"]
    point = replace(point, explored=replace(point.explored, paths={1: least.path}))  # type: ignore[type-var]
    again = going_on(Counters(*LABELS), point, (group("B"),), (group("D"),))
    await again.run()
    assert not again.play.log.of(FaultFound) and not again.play.log.of(FindingMinimised)
    assert again.thinker.requests[0].faults == (least.path,)


async def test_walks_count_for_nothing_and_what_was_refused_is_known(store: SessionStore) -> None:
    answers = ((group("B"),), (group("A", "D", "Delete"),))
    stage = Counters(*LABELS, "Delete")
    thinker = ScriptedExplorer(*answers)
    run = Exploration(
        stage, thinker, limits=LIMITS, watch=WatchFor(b_and_d), mode="explorer",
        approver=ScriptedApprover([Reject("not that")]),
    )  # fmt: skip
    await run.run()
    log = await store.start_session("broken")
    for each in run.play.log.events[:-1]:
        await log.append(each)
    log.close()
    explored = (await store.resume_point("broken")).explored
    assert explored is not None and set(explored.paths) == {1}
    assert len(run.play.log.of(ActionStarted)) > explored.actions == 3
    assert {key.split("|")[2] for key in explored.tried} == {"A", "B", "D"}
    assert explored.refused == {"Click “Delete”": "operator said no: not that"}


class Elsewhere(Counters):
    """Another program's window is all that is there."""

    def shown(self):  # type: ignore[no-untyped-def]
        seen = super().shown()
        windows = tuple(replace(each, application="Mail", title="Mail") for each in seen.windows)
        return replace(seen, windows=windows)


@pytest.mark.parametrize("known", [frozenset({"Counters"}), frozenset()])
async def test_another_program_s_window_does_not_become_what_is_explored(
    store: SessionStore, known: frozenset[str]
) -> None:
    point = await broken_off(store, Counters(*LABELS), StepEnded, 1, (group("A"),))
    assert point.explored is not None
    point = replace(point, explored=replace(point.explored, applications=known))
    stage = Elsewhere(*LABELS)
    run = going_on(stage, point, (group("B"),))
    outcome = await run.run()
    if known:
        assert outcome.message.startswith("It can't go on: no window of Counters is left.")
        assert not stage.presses
    else:  # nothing was done yet, so that nothing is known of where
        assert stage.presses == ["B"]


def _folded(before: list[Event], after: list[Event]):  # type: ignore[no-untyped-def]
    from tests.engine.record.runs import recorded_run

    view = fold_all(recorded_run(*before, *after)).explore
    assert view is not None
    return view
