"""Iterations of groups as the action group document has them, and the ends that they come to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.errors import PlanFailed, ReplyInvalid, SurfaceLost
from engine.domain.events import SegmentPlanned, SessionEnded, StepEnded, ThinkerAsked
from engine.domain.exploring.events import (
    ExplorationStarted,
    GroupAssessed,
    GroupsProposed,
    GroupsRefused,
    GroupStarted,
)
from engine.domain.exploring.limits import TERMINAL_OF, CompletionReason, ExploreLimits, Progression
from engine.domain.models import ModelCall, ModelQuestion, ReplyForm, TokenUsage
from engine.domain.terminals import Terminal
from engine.record.views.fold import fold_all
from tests.support.exploring import (
    Counters,
    Exploration,
    ScriptedExplorer,
    ValueJudge,
    click,
    done,
    group,
    press,
)
from tests.support.stage import QUICK


def presses(scene: Exploration) -> list[str]:
    assert isinstance(scene.stage, Counters)
    return scene.stage.presses


async def test_successful_groups_grow_from_iteration_to_iteration() -> None:
    thinker = ScriptedExplorer(
        (group("A", confidence=0.4), group("B", confidence=0.9), group("Nothing", confidence=0.2)),
        (group("B", "B"), group("A", "A", confidence=0.6)),
        (group(*"AAAAAAAAAA"), group("B")),
    )
    scene = Exploration(Counters("A", "B"), thinker)
    assert await scene.ends() is CompletionReason.LLM_COMPLETE
    assert presses(scene) == list("BA" + "AABB" + "A" * 10 + "B")
    assert [request.iteration for request in thinker.requests] == [1, 2, 3, 4]
    given = [[each.number for each in request.successful] for request in thinker.requests]
    assert given == [[], [1, 2], [4, 5], [6, 7]]
    first = thinker.requests[1].successful[0]
    assert [each.step.description for each in first.actions] == ["Click “B”"]
    assert first.before.frame.change_count < first.after.frame.change_count
    proposed = scene.play.log.of(GroupsProposed)
    assert [each.first_number for each in proposed] == [1, 4, 6]
    assert [each.grown_from for each in proposed] == [(), (2, 1), (4, 5)]
    assert [[one.confidence for one in each.groups] for each in proposed][:2] == [
        [0.9, 0.4, 0.2],
        [0.6, 0.5],
    ]


async def test_a_group_is_one_segment_and_the_record_tells_of_it() -> None:
    scene = Exploration(Counters("A"), ScriptedExplorer((group("A"),), (group("A", "A"),)))
    await scene.run()
    log = scene.play.log
    planned = log.of(SegmentPlanned)
    assert [len(each.segment.steps) for each in planned] == [1, 2]
    assert planned[0].segment.reason == "Press it and see what comes of it"
    started = [(each.group_number, each.segment_number) for each in log.of(GroupStarted)]
    assert started == [(1, 1), (2, 2)]
    assessed = log.of(GroupAssessed)
    assert [(each.succeeded, each.actions_done) for each in assessed] == [(True, 1), (True, 2)]
    assert assessed[0].before_hash != assessed[0].after_hash == assessed[1].before_hash
    assert {each.cause for each in log.of(ThinkerAsked)} == {"explore"}
    assert isinstance(log.events[1], ExplorationStarted)
    view = fold_all(log.recorded).explore
    assert view is not None
    assert [each.grown_from for each in view.groups] == [0, 1]


async def test_all_actions_of_a_group_run_though_one_fails() -> None:
    thinker = ScriptedExplorer((group("A"),), (group("A", "Gone", "B"),))
    scene = Exploration(Counters("A", "B"), thinker)
    await scene.run()
    assert presses(scene) == ["A", "A", "B"]
    tried = thinker.requests[2].successful[0].actions
    assert [each.succeeded for each in tried] == [True, False, True]
    assert tried[1].why == "“Gone” is not there."
    states = [each.state for each in scene.play.log.of(StepEnded)]
    assert states == ["done", "done", "failed", "done"]


async def test_a_thing_under_another_id_is_found_again_by_its_name() -> None:
    stage = Counters("A", "B")

    def renumber(label: str) -> None:
        stage.now = stage.shown()
        stage.show = lambda: None  # type: ignore[method-assign]
        zones = (replace(each, zone_id=f"new {each.zone_id}") for each in stage.now.zones)
        stage.now = replace(stage.now, zones=tuple(zones))

    scene = Exploration(stage, ScriptedExplorer((group("A"),), (group("A", "B", "B"),)))
    stage.on_press = lambda label: renumber(label) if len(stage.presses) == 2 else None
    await scene.run()
    assert presses(scene) == ["A", "A", "B", "B"]


async def test_a_word_of_completion_ends_its_group_and_all_of_them_end_the_run() -> None:
    thinker = ScriptedExplorer(
        (group("A"), group("B")),
        (group("A", done(), "A"), group("B")),
        (group("A", done()), group(done(), "B")),
    )
    scene = Exploration(Counters("A", "B"), thinker)
    assert await scene.ends() is CompletionReason.LLM_COMPLETE
    assert presses(scene) == ["A", "B", "A", "B", "A"]
    assert len(thinker.requests) == 3


@pytest.mark.parametrize("iteration", [1, 2, 3])
async def test_no_groups_say_that_there_is_nothing_more_to_do(iteration: int) -> None:
    thinker = ScriptedExplorer(*[(group("A"),)] * (iteration - 1))
    scene = Exploration(Counters("A"), thinker)
    outcome = await scene.run()
    assert outcome.reason == "llm_complete"
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert len(thinker.requests) == iteration


async def test_it_ends_where_no_group_led_any_further() -> None:
    stage = Counters("A", "B")
    thinker = ScriptedExplorer((group("A"),), (group(press("x"), press("y")),), (group("A"),))
    scene = Exploration(stage, thinker)
    outcome = await scene.run()
    assert outcome.reason == "zero_successful_groups"
    assert outcome.terminal is Terminal.LOOP_STUCK
    assert "No group of iteration 2 led any further" in outcome.message
    assert "2 iterations, 2 groups, 3 actions, 2 states seen, 0 findings" in outcome.message


async def test_progress_without_an_action_that_succeeded_is_no_success() -> None:
    stage = Counters("A")
    scene = Exploration(stage, ScriptedExplorer((group("Nothing"),)))
    stage.waited = lambda: stage.presses.append("A") or stage.show()  # type: ignore[method-assign,func-returns-value]
    assert await scene.ends() is CompletionReason.ZERO_SUCCESSFUL_GROUPS


async def test_actions_have_a_ceiling_and_the_cut_group_is_judged() -> None:
    thinker = ScriptedExplorer((group("A"),), (group("A", "A", "A", "A"),))
    scene = Exploration(Counters("A"), thinker, limits=ExploreLimits(max_actions=3))
    outcome = await scene.run()
    assert outcome.reason == "max_actions"
    assert outcome.terminal is Terminal.BUDGET_EXHAUSTED
    assert len(presses(scene)) == 3
    assert thinker.requests[1].actions_left == 2
    assert scene.play.log.of(GroupAssessed)[-1].actions_done == 2


async def test_time_has_a_ceiling_that_is_looked_at_before_each_action() -> None:
    now = [0.0]
    stage = Counters("A")

    def take_time(label: str) -> None:
        now[0] += 10

    stage.on_press = take_time
    thinker = ScriptedExplorer((group("A"),), (group("A", "A", "A"),))
    scene = Exploration(
        stage, thinker, limits=ExploreLimits(max_duration_secs=25), now_secs=lambda: now[0]
    )
    assert await scene.ends() is CompletionReason.MAX_DURATION
    assert len(presses(scene)) == 3


async def test_the_ceiling_of_the_whole_run_is_one_of_time_too() -> None:
    now = [0.0]
    stage = Counters("A")
    stage.on_press = lambda label: now.__setitem__(0, now[0] + 10)
    scene = Exploration(
        stage,
        ScriptedExplorer((group("A"),), (group("A", "A"),)),
        now_secs=lambda: now[0],
        run_limits=replace(QUICK, max_run_secs=15),
    )
    assert await scene.ends() is CompletionReason.MAX_DURATION


async def test_nine_tenths_of_the_calls_are_used_and_no_more() -> None:
    thinker = ScriptedExplorer(*[(group("A"),)] * 20)
    scene = Exploration(Counters("A"), thinker, run_limits=replace(QUICK, max_calls=10))
    outcome = await scene.run()
    assert outcome.reason == "budget_limit"
    assert outcome.terminal is Terminal.BUDGET_EXHAUSTED
    assert len(thinker.requests) == 9


async def test_money_is_forecast_from_what_iterations_cost() -> None:
    scene: Exploration

    class Costly(ScriptedExplorer):
        async def propose(self, request):  # type: ignore[no-untyped-def]
            question = ModelQuestion("explore", "", "", "")
            call = ModelCall(
                question=question,
                model="m",
                endpoint="e",
                form=ReplyForm.TEXT,
                usage=TokenUsage(10, 0, 10),
                took_ms=1.0,
                cost=0.3,
                reply="",
                parsed="",
            )
            await scene.play.account.charge(call)
            return await super().propose(request)

    thinker = Costly(*[(group("A"),)] * 20)
    scene = Exploration(Counters("A"), thinker, run_limits=replace(QUICK, max_cost=1.0))
    assert await scene.ends() is CompletionReason.BUDGET_LIMIT
    assert len(thinker.requests) == 3  # 0.9 spent; 1.2 would have been more than nine tenths


async def test_too_many_groups_are_repaired_once() -> None:
    four = tuple(group("A") for _ in range(4))
    thinker = ScriptedExplorer(four, (group("A"),))
    scene = Exploration(Counters("A"), thinker)
    assert await scene.ends() is CompletionReason.LLM_COMPLETE
    assert thinker.requests[1].complaint == "groups: iteration 1 must have 1 to 3 groups, not 4"
    assert thinker.requests[1].iteration == 1
    assert presses(scene) == ["A"]


@pytest.mark.parametrize(
    ("answer", "path"),
    [
        (tuple(group("A") for _ in range(4)), "groups: iteration 1 must have 1 to 3 groups, not 4"),
        ((group(),), "groups[0].actions: a group of iteration 1 must have exactly 1 action, not 0"),
        ((group("A"), group("A", "A")), "groups[1].actions"),
        ((group("A", confidence=1.5),), "groups[0].confidence: must be from 0 to 1, not 1.5"),
        ((group("A", confidence=float("nan")),), "groups[0].confidence"),
        ((group(click("A", -1.0)),), "groups[0].actions[0].confidence"),
        ((replace(group("A"), reasoning="short"),), "groups[0].reasoning: must have 10 to 500"),
    ],
)
async def test_what_stays_wrong_ends_the_run_and_is_named(answer, path) -> None:  # type: ignore[no-untyped-def]
    scene = Exploration(Counters("A"), ScriptedExplorer(answer, answer))
    outcome = await scene.run()
    assert outcome.reason == "error"
    assert outcome.terminal is Terminal.FAILED
    assert "Iteration 1: the groups can't be used, nor could their repair." in outcome.message
    assert path in outcome.message
    assert [path in each.why for each in scene.play.log.of(GroupsRefused)] == [True, True]
    assert presses(scene) == []


async def test_one_group_is_due_for_each_successful_one() -> None:
    wrong = (group("A"),)
    thinker = ScriptedExplorer((group("A"), group("B")), wrong, wrong)
    outcome = await Exploration(Counters("A", "B"), thinker).run()
    assert outcome.reason == "error"
    assert "iteration 2 must have one group for each successful one, so 2, not 1" in outcome.message


@pytest.mark.parametrize(
    "error", [ReplyInvalid("The reply is no list."), PlanFailed("Nothing is in sight.")]
)
async def test_a_thinker_that_fails_ends_the_run_by_name(error: Exception) -> None:
    outcome = await Exploration(
        Counters("A"), ScriptedExplorer((group("A"),), error, (group("A"),))
    ).run()
    assert outcome.reason == "error"
    assert outcome.message.startswith(f"Iteration 2: no groups were to be had. {error}")


async def test_the_model_judges_only_where_comparing_is_not_sure() -> None:
    sure = ScriptedExplorer((group("A"),))
    await Exploration(Counters("A"), sure).run()
    assert sure.judged == []
    unsure = ScriptedExplorer((group("A"),))
    unsure.verdict = Progression(False, 0, 0, 0, 0, "only a blink", judged_by="model")
    scene = Exploration(Counters("A"), unsure, judge=ValueJudge(is_sure=False))
    assert await scene.ends() is CompletionReason.ZERO_SUCCESSFUL_GROUPS
    assert unsure.judged[0].actions == ("Click “A”",)
    assert scene.play.log.of(GroupAssessed)[0].progression.judged_by == "model"
    assert [each.cause for each in scene.play.log.of(ThinkerAsked)] == ["explore", "judge"]


async def test_without_a_verdict_of_the_model_the_local_one_counts() -> None:
    unsure = ScriptedExplorer((group("A"),))
    scene = Exploration(Counters("A"), unsure, judge=ValueJudge(is_sure=False))
    assert await scene.ends() is CompletionReason.LLM_COMPLETE
    assert scene.play.log.of(GroupAssessed)[0].succeeded


async def test_a_run_that_the_operator_cancels_ends_as_that() -> None:
    stage = Counters("A")
    scene = Exploration(stage, ScriptedExplorer((group("A"),), (group("A", "A"),)))
    stage.on_press = lambda label: scene.play.control.cancel() if len(stage.presses) > 1 else None
    outcome = await scene.run()
    assert (outcome.terminal, outcome.reason) == (Terminal.CANCELLED, "operator")
    assert presses(scene) == ["A", "A"]


async def test_a_surface_that_goes_away_is_named_as_ever() -> None:
    stage = Counters("A")

    def lose(label: str) -> None:
        raise SurfaceLost("The display is gone.")

    stage.on_press = lose
    outcome = await Exploration(stage, ScriptedExplorer((group("A"),))).run()
    assert (outcome.terminal, outcome.reason) == (Terminal.FAILED, "surface_lost")


async def test_equal_confidences_keep_the_order_of_the_thinker() -> None:
    thinker = ScriptedExplorer((group("C"), group("A"), group("B")))
    scene = Exploration(Counters("A", "B", "C"), thinker)
    await scene.run()
    assert presses(scene) == ["C", "A", "B"]


def test_each_reason_has_its_terminal() -> None:
    assert set(TERMINAL_OF) == set(CompletionReason)


async def test_exactly_one_end_is_recorded() -> None:
    scene = Exploration(Counters("A"), ScriptedExplorer())
    await scene.run()
    assert len(scene.play.log.of(SessionEnded)) == 1


async def test_groups_that_were_not_begun_are_not_counted() -> None:
    scene = Exploration(
        Counters("A", "B", "C"),
        ScriptedExplorer((group("A"), group("B"), group("C"))),
        limits=ExploreLimits(max_actions=2),
    )
    outcome = await scene.run()
    assert "1 iteration, 2 groups, 2 actions" in outcome.message
