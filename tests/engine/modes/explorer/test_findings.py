"""Faults become findings, each once, with a path that is made short by walking it again."""

from __future__ import annotations

from engine.domain.actions import Launch
from engine.domain.approvals import Approve, Asking
from engine.domain.events import ActionStarted, SegmentPlanned
from engine.domain.exploring.events import FaultFound, FindingMinimised, StateSeen, SurfaceReset
from engine.domain.exploring.limits import CompletionReason, ExploreLimits, Fault, FaultKind
from engine.domain.plans import Situation
from engine.domain.scripts import Script, TracedStep, wish_of
from engine.domain.terminals import Terminal
from engine.modes.script import ScriptWalk
from engine.record.views.fold import fold_all
from tests.support.exploring import Counters, Exploration, ScriptedExplorer, WatchFor, group
from tests.support.stage import QUICK, ScriptedApprover, play

LABELS = ("A", "B", "C", "D")
ERROR = Fault(FaultKind.ERROR_DIALOG, "Counters", "B and D don't go together")
CRASH = Fault(FaultKind.CRASH, "Counters", "Counters ended by itself")


def value(seen: Situation, label: str) -> str:
    return next((each.value for each in seen.zones if each.label == label), "0")


def b_and_d(seen: Situation) -> tuple[Fault, ...]:
    return (ERROR,) if value(seen, "B") != "0" and value(seen, "D") != "0" else ()


def words(path: tuple[TracedStep, ...]) -> list[str]:
    return [each.description for each in path]


def scene(*more: str, limits: ExploreLimits | None = None, can_reset: bool = True) -> Exploration:
    """B, then a group in which D comes after others."""
    thinker = ScriptedExplorer((group("B"),), (group("A", "C", "A", "D", "C"),), (group(*more),))
    stage = Counters(*LABELS, can_reset=can_reset)
    return Exploration(stage, thinker, watch=WatchFor(b_and_d), limits=limits)


async def test_a_fault_is_found_with_the_path_from_the_start_and_made_short() -> None:
    run = scene("A")
    assert await run.ends() is CompletionReason.LLM_COMPLETE
    [found] = run.play.log.of(FaultFound)
    assert found.finding.fault == ERROR
    path = [f"Click “{label}”" for label in "BACAD"]
    assert words(found.finding.path) == path
    assert (found.actions, found.before_hash) == (5, "")  # what came up is in sight
    [least] = run.play.log.of(FindingMinimised)
    assert words(least.path) == ["Click “B”", "Click “D”"]
    assert (least.reproduced, least.proofs, least.why) == (10, 10, "")
    assert len(run.play.log.of(SurfaceReset)) == least.replays + 10 + 1
    assert isinstance(run.stage, Counters)
    assert run.stage.presses == ["A"]  # it went on from the start state
    view = fold_all(run.play.log.recorded).explore
    assert view is not None
    assert view.findings[0].minimised == least


async def test_walks_are_no_actions_and_pass_the_gate_like_all_else() -> None:
    run = scene("A", limits=ExploreLimits(max_actions=6))
    assert await run.ends() is CompletionReason.MAX_ACTIONS
    log = run.play.log
    assert log.of(FindingMinimised)[0].reproduced == 10
    assert len(log.of(ActionStarted)) > 30
    assert max(each.actions for each in log.of(StateSeen)) == 6
    reasons = [each.segment.reason for each in log.of(SegmentPlanned)]
    most = "Walk 1 for finding 1, at most 69 more: 1 of 5 steps"
    assert any(reason.startswith(most) for reason in reasons)
    assert any(", at most 0 more: " in reason for reason in reasons), (
        "as it is proved for the last time"
    )


async def test_one_yes_is_enough_for_all_walks_for_a_finding_and_for_nothing_else() -> None:
    approver = ScriptedApprover()
    approver.while_asked = lambda request: approver.verdicts.append(
        Approve(whole_group=bool(request.group))
    )
    thinker = ScriptedExplorer((group("B"),), (group("A", "C", "A", "D", "C"),), (group("A"),))
    stage, watch = Counters(*LABELS), WatchFor(b_and_d)
    run = Exploration(stage, thinker, watch=watch, asking=Asking.EACH, approver=approver)
    await run.ends()
    groups = [each.group for each in approver.asked]
    assert groups == [""] * 6 + ["all walks for finding 1"] + [""]
    walked = [each for each in run.play.log.of(SegmentPlanned) if "Walk" in each.segment.reason]
    assert len(walked) > 10


async def test_the_same_fault_is_one_finding() -> None:
    run = scene("B", "D", "B", "D")
    await run.run()
    assert len(run.play.log.of(FaultFound)) == 1


async def test_where_the_surface_has_no_way_back_the_path_stays_as_it_was() -> None:
    run = scene("A", can_reset=False)
    assert await run.ends() is CompletionReason.LLM_COMPLETE
    [least] = run.play.log.of(FindingMinimised)
    assert len(least.path) == 5
    assert "can't be set back" in least.why
    assert run.play.log.of(SurfaceReset) == []


async def test_no_replays_leave_a_finding_as_it_was_found() -> None:
    run = scene("A", limits=ExploreLimits(max_replays=0))
    await run.run()
    assert run.play.log.of(FindingMinimised) == []
    assert len(run.play.log.of(FaultFound)) == 1


async def test_replays_are_bounded_and_the_shortest_so_far_is_kept() -> None:
    run = scene("A", limits=ExploreLimits(max_replays=4, proofs=0))
    await run.run()
    [least] = run.play.log.of(FindingMinimised)
    assert least.replays == 4
    assert len(least.path) == 5


class Crashing(Counters):
    """Ends when C is pressed after A; it must be started again."""

    def __init__(self, *, can_reset: bool, starts_again: bool = True) -> None:
        super().__init__(*LABELS, runs=False, can_reset=can_reset)
        self.launches = 0
        self._starts_again = starts_again
        self.on_press = self._maybe_crash

    def _maybe_crash(self, label: str) -> None:
        if self.presses[-2:] == ["A", "C"]:
            self.runs = False
            self.presses.clear()

    def show(self) -> None:
        if self.runs and not self.now.windows:
            self.launches += 1
            self.runs = self.launches == 1 or self._starts_again
        super().show()


def crashed(seen: Situation) -> tuple[Fault, ...]:
    return () if seen.windows else (CRASH,)


def crashing_scene(**how: bool) -> Exploration:
    thinker = ScriptedExplorer((group("A"),), (group("B", "A", "C", "B"),), (group("B"),))
    return Exploration(Crashing(**how), thinker, goal="Counters", watch=WatchFor(crashed))


async def test_after_a_crash_it_begins_again_and_goes_on() -> None:
    run = crashing_scene(can_reset=True)
    assert await run.ends() is CompletionReason.LLM_COMPLETE
    [least] = run.play.log.of(FindingMinimised)
    assert words(least.path) == ["Click “A”", "Click “C”"]
    assert least.reproduced == 10
    assert isinstance(run.stage, Crashing)
    assert run.stage.presses == ["B"]
    [found] = run.play.log.of(FaultFound)
    assert found.before_hash


async def test_without_a_way_back_what_crashed_is_launched_again() -> None:
    run = crashing_scene(can_reset=False)
    assert await run.ends() is CompletionReason.LLM_COMPLETE
    assert isinstance(run.stage, Crashing)
    assert run.stage.launches == 2
    assert run.stage.presses == ["B"]


async def test_what_does_not_start_again_ends_the_run_plainly() -> None:
    outcome = await crashing_scene(can_reset=False, starts_again=False).run()
    assert (outcome.terminal, outcome.reason) == (Terminal.FAILED, "error")
    assert "Counters could not be started" in outcome.message


async def test_an_application_that_quits_in_mid_group_is_started_again() -> None:
    thinker = ScriptedExplorer((group("A"),), (group("A", "C", "B", "B"),), (group("B"),))
    run = Exploration(Crashing(can_reset=False), thinker, goal="Counters")
    await run.run()
    tried = run.play.log.of(FaultFound)
    assert tried == []
    assert isinstance(run.stage, Crashing)
    assert run.stage.launches == 2


async def test_each_group_begins_at_the_start_where_that_is_wanted() -> None:
    thinker = ScriptedExplorer((group("A"), group("B")), (group("C", "C"), group("D")))
    stage = Counters(*LABELS)
    at_begin: list[list[str]] = []
    stage.on_press = lambda label: at_begin.append(list(stage.presses))
    run = Exploration(stage, thinker, limits=ExploreLimits(resets_between_groups=True))
    await run.run()
    assert at_begin == [["A"], ["B"], ["C"], ["C", "C"], ["D"]]


async def replay(fault: Fault, *labels: str) -> str:
    stage = Counters(*LABELS, runs=False)
    trial = scene("A", limits=ExploreLimits(max_replays=0))
    await trial.run()
    steps = {each.description[-2]: each for each in trial.play.log.of(FaultFound)[0].finding.path}
    path = tuple(steps[label] for label in labels)
    script = Script("stage", (TracedStep(Launch("Counters"), "Start Counters"), *path), fault=fault)
    scripted = play(stage, limits=QUICK, mode="script", wish=wish_of(script))
    outcome = await scripted.session.run(ScriptWalk(script, watch=WatchFor(b_and_d)))
    assert stage.presses == list(labels)
    return outcome.reason


async def test_a_script_is_walked_from_a_fresh_start() -> None:
    assert await replay(ERROR, "B", "A", "D") == "fault_came_up"
    assert await replay(ERROR, "B", "A") == "fault_stayed_away"
    assert await replay(CRASH, "B", "D") == "fault_stayed_away"
