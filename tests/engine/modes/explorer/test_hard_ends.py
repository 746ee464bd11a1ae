"""What would never end, or would begin somewhere else: it ends, and says why."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Action, Launch
from engine.domain.errors import ActionImpossible
from engine.domain.events import StepEnded
from engine.domain.exploring.events import FindingMinimised, GroupAssessed
from engine.domain.exploring.groups import ActionGroup, ExploreRequest
from engine.domain.exploring.limits import CompletionReason, ExploreLimits
from engine.domain.plans import Situation
from engine.domain.terminals import Terminal
from tests.engine.modes.explorer.test_findings import b_and_d, crashed
from tests.support.exploring import (
    Answerer,
    Counters,
    Exploration,
    ScriptedExplorer,
    WatchFor,
    group,
    press,
)
from tests.support.stage import situation


class Fleeting(Counters):
    """Ends with the first thing that is done to it; ``starts`` counts how often it was started."""

    def __init__(self) -> None:
        super().__init__("A", runs=False, can_reset=False)
        self.starts = 0
        self.on_press = lambda label: setattr(self, "runs", False)

    def _take(self, action: Action) -> None:
        self.starts += isinstance(action, Launch)
        super()._take(action)


def one_for_each(request: ExploreRequest) -> tuple[ActionGroup, ...]:
    return (group("A"),) * max(1, len(request.successful))


async def test_what_ends_each_time_soon_after_its_start_is_not_started_for_ever() -> None:
    stage = Fleeting()
    answers: tuple[Answerer, ...] = (one_for_each,) * 50
    run = Exploration(
        stage,
        ScriptedExplorer(*answers),
        goal="Counters",
        watch=WatchFor(crashed),
        limits=ExploreLimits(max_actions=0),
    )
    outcome = await run.run()
    assert (outcome.terminal, outcome.reason) == (Terminal.FAILED, "error")
    assert "ended 8 times in a row" in outcome.message
    assert stage.starts == 8


class Stuck(Counters):
    """Not all that was there comes back with a reset."""

    async def reset(self) -> None:
        await super().reset()
        raise ActionImpossible("What ran at the start did not come back within 30 s.")


async def test_where_a_reset_sticks_in_its_middle_it_goes_on_from_what_is_there() -> None:
    stage = Stuck("A", "B", "D")
    thinker = ScriptedExplorer((group("B"),), (group("D"),), (group("A"),))
    run = Exploration(stage, thinker, watch=WatchFor(b_and_d))
    assert await run.ends() is CompletionReason.LLM_COMPLETE
    assert stage.resets > 1 and stage.presses == ["A"]
    [least] = run.play.log.of(FindingMinimised)
    assert [each.description for each in least.path] == ["Click “B”", "Click “D”"]


class Vanishing(Counters):
    """Another program's window is there; its own is seen once and has gone at the next look."""

    looks = 0

    async def observe(self, *, patience_secs: float = 0.4) -> Situation:
        self.looks += self.runs
        seen = await super().observe()
        others = situation(titles=("Mail",)).windows
        own = seen.windows if self.looks == 1 else ()
        return replace(seen, zones=(), windows=(*own, *others))


async def test_what_ends_at_its_start_does_not_lead_to_the_windows_of_others() -> None:
    thinker = ScriptedExplorer((group(press("a")),))
    run = Exploration(Vanishing("A", runs=False), thinker, goal="Counters")
    outcome = await run.run()
    assert outcome.reason == "error"
    assert "Counters" in outcome.message
    assert thinker.requests == []


async def test_time_that_is_up_ends_a_walk_in_its_middle() -> None:
    now = [0.0]
    stage = Counters("A", "B", "C", "D")
    pressed: list[float] = []

    def take_time(label: str) -> None:
        now[0] += 10
        pressed.append(now[0])

    stage.on_press = take_time
    thinker = ScriptedExplorer((group("B"),), (group("A", "C", "A", "D"),))
    run = Exploration(
        stage,
        thinker,
        watch=WatchFor(b_and_d),
        limits=ExploreLimits(max_duration_secs=95),
        now_secs=lambda: now[0],
    )
    assert await run.ends() is CompletionReason.MAX_DURATION
    # at 50 it comes up, D alone is walked until 60, A and D until 80, four of five until 120
    assert pressed[-1] == 100
    [least] = run.play.log.of(FindingMinimised)
    assert (least.proofs, least.why) == (0, "There was no room left to walk its path again.")


async def test_what_changes_while_the_thinker_thinks_is_not_the_groups_doing() -> None:
    now = [0.0]
    stage = Counters("A")

    def thinks(request: ExploreRequest) -> tuple[ActionGroup, ...]:
        now[0] += 30
        stage.presses.append("A")  # by itself
        stage.show()
        return (group(press("x")),)

    run = Exploration(stage, ScriptedExplorer(thinks), now_secs=lambda: now[0])
    assert await run.ends() is CompletionReason.ZERO_SUCCESSFUL_GROUPS
    [assessed] = run.play.log.of(GroupAssessed)
    assert not assessed.progression.has_progressed
    assert [each.state for each in run.play.log.of(StepEnded)] == ["done"]
