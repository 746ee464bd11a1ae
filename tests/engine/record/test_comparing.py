"""Where two runs parted, and what came of it."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Click, TakeScreenshot, TypeText
from engine.domain.approvals import Approve
from engine.domain.events import Event, SegmentPlanned, SessionEnded, StepEnded
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, ReplanKind
from engine.domain.terminals import Outcome, Terminal
from engine.domain.verdicts import Verdict
from engine.record.comparing import compare
from engine.record.sessions import OpenedSession, SessionSummary, facts_of
from engine.record.views.fold import fold_all
from tests.engine.record.runs import ENDED, STARTED, asked, performed, recorded_run


def _run(*labels: str, ends: Event = ENDED, last: str = "done") -> OpenedSession:
    steps = tuple(
        PlanStep(at, f"z{at}", label, Click(), label) for at, label in enumerate(labels, 1)
    )
    events: list[Event] = [STARTED, SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment(steps, True))]
    for step in steps:
        events += [*asked(1, step, Approve()), *performed(1, step)]
        events.append(StepEnded(1, step.step_number, "done", Verdict.SEEN))
    events[-1] = replace(events[-1], state=last)  # type: ignore[call-arg]
    recorded = recorded_run(*events, ends)
    summary = SessionSummary("run", "goal", "practice", "offline", "1", 0, 0, "", "", "", 0)
    return OpenedSession(summary, recorded, fold_all(recorded))


FAILED = SessionEnded(Outcome(Terminal.GOAL_FAILED, "given_up", "It is not there."))


def test_the_same_twice_did_not_part() -> None:
    compared = compare(_run("Open", "Save"), _run("Open", "Save"))
    assert compared.parted_at is None and compared.words.startswith("Both did the same")
    assert compared.differing == {}


def test_where_they_parted_is_told_with_what_came_of_it() -> None:
    compared = compare(_run("Open", "Save", "Close"), _run("Open", "Find", "Close", ends=FAILED))
    assert compared.parted_at == 1
    assert (
        "action 2: the first did “Click “Save”” (done, seen), the other “Click “Find”” ("
        in compared.words
    )
    assert [one == other for one, other in compared.pairs] == [True, False, True]
    one, other = compared.differing["Why it ended"]
    assert other == "Goal not reached (given_up)" != one


def test_the_same_action_with_another_outcome_parts_them_and_so_does_an_end() -> None:
    compared = compare(_run("Open", "Save"), _run("Open", "Save", last="failed"))
    assert compared.parted_at == 1 and "(failed, seen)." in compared.words
    compared = compare(_run("Open"), _run("Open", "Save"))
    assert compared.words.endswith("did nothing more there, the other “Click “Save”” (done, seen).")


def test_where_the_practice_desktop_had_its_home_is_no_difference() -> None:
    """Typed, called by a title, and in what came of it; what lies elsewhere below it is one."""

    def run(desktop: str, name: str) -> OpenedSession:
        home = f"/tmp/of somebody/practice-{desktop}/home"
        label, action = f"Name of {home}", TypeText(f"{home}/Practice/{name}")
        step = PlanStep(1, "z1", label, action, f"Type “{name}” in the practice folder")
        ends = SessionEnded(Outcome(Terminal.GOAL_SATISFIED, "plan_finished", f"{home}/{name}"))
        planned = SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment((step,), True))
        did = [*asked(1, step, Approve()), *performed(1, step)]
        told = (f"The file {home}/{name} is there",)
        done = StepEnded(1, 1, "done", Verdict.SEEN, evidence=told)
        recorded = recorded_run(STARTED, planned, *did, done, ends)
        summary = SessionSummary("run", "goal", "practice", "offline", "1", 0, 0, "", "", "", 0)
        return OpenedSession(summary, recorded, fold_all(recorded))

    compared = compare(run("b6af19eac486", "a.txt"), run("b41c0e171311", "a.txt"))
    assert compared.parted_at is None and compared.differing == {}
    compared = compare(run("b6af19eac486", "a.txt"), run("b41c0e171311", "b.txt"))
    assert compared.parted_at == 0 and "Practice/b.txt" in compared.words
    assert "Seen last" in compared.differing


def test_what_was_seen_last_is_not_that_a_picture_was_taken() -> None:
    steps = (
        PlanStep(1, "z1", "Name", TypeText("Ada"), "Type “Ada”"),
        PlanStep(2, GLOBAL_ZONE_ID, "", TakeScreenshot(), "Take a picture of the page"),
    )
    planned = SegmentPlanned(1, ReplanKind.INITIAL, PlanSegment(steps, True))
    came = ("Text field “Name” holds “Ada”", "The picture was taken")
    ended = [
        StepEnded(1, at, "done", Verdict.SEEN, evidence=(it,)) for at, it in enumerate(came, 1)
    ]
    recorded = recorded_run(STARTED, planned, *performed(1, steps[0]), *ended)
    summary = SessionSummary("run", "goal", "browser", "offline", "1", 0, 0, "", "", "", 0)
    facts = facts_of(OpenedSession(summary, recorded, fold_all(recorded)))
    assert [each.value for each in facts if each.label == "Seen last"] == [f"{came[0]}."]
