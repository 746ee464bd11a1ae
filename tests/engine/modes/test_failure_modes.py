"""The failure modes that the adaptive replanning document names in its section 12, each with its
symptom and its recovery, over a model server that fails so. A test bears its row's name."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from engine.domain.events import (
    ModelCalled,
    ReplanStarted,
    SegmentPlanned,
    SituationObserved,
    WarningRaised,
)
from engine.domain.limits import Limits
from engine.domain.terminals import Outcome, Terminal
from engine.modes.director import Director
from tests.support import scripts
from tests.support.model_stage import draw_canvas, play_with_model
from tests.support.scripted_endpoint import Answer, ScriptedEndpoint
from tests.support.stage import Play, Stage, situation, zone

LOOK_AGAIN = {"action": "replan"}
LIMITS = Limits(max_step_retries=0, settle_secs=0.02)


def plan(*labels: str, finishes: bool = False, again: bool = True) -> str:
    """A reply with clicks, and a look again after them."""
    clicks: list[dict[str, str]] = [{"action": "click", "zone_id": label} for label in labels]
    steps = clicks if finishes or not again else [*clicks, LOOK_AGAIN]
    return json.dumps({"steps": steps, "finishes": finishes})


NO_STEPS = json.dumps({"steps": [], "finishes": False, "reason": "nothing comes to mind"})
NO_THINGS = json.dumps({"things": []})
DONE = plan(finishes=True)


def stage() -> Stage:
    """Each click changes the picture, as one that has an effect does."""
    scene = Stage(situation(zone("One"), zone("Two", at=1), zone("Three", at=2)))
    shades = iter(range(40, 250, 40))
    scene.on_action = lambda action: setattr(
        scene, "now", situation(*scene.now.zones, shade=next(shades))
    )
    return scene


def canvas_stage() -> Stage:
    return draw_canvas(stage())


@asynccontextmanager
async def run_with(
    thinking: Answer,
    *,
    scene: Stage | None = None,
    seeing: Answer | None = None,
    limits: Limits = LIMITS,
    call_secs: float = 30.0,
) -> AsyncIterator[tuple[Play, Outcome, ScriptedEndpoint]]:
    """A run to its end; ``seeing`` answers for the vision model."""
    async with ScriptedEndpoint(thinking) as endpoint, ScriptedEndpoint(seeing or NO_THINGS) as eye:
        played = play_with_model(
            scene or stage(),
            endpoint,
            eye=eye if seeing is not None else None,
            limits=limits,
            timeout_secs=call_secs,
            call_secs=call_secs,
            max_retries=0,
        )
        outcome = await played.session.run(Director())
        yield played, outcome, endpoint


async def test_replan_returns_empty_plan() -> None:
    """Plan with 0 steps: abort with “Adaptive replan failed”."""
    async with run_with([plan("One"), NO_STEPS]) as (_, outcome, _endpoint):
        assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "empty_plan")
        assert outcome.message.startswith("Adaptive replan failed")


@pytest.mark.parametrize(
    ("seeing", "told"),
    [
        pytest.param(scripts.silent(), "did not answer", id="recapture_times_out"),
        pytest.param(scripts.server_error(), "server", id="recapture_has_an_http_error"),
        pytest.param("{“things”: [oh", "JSON", id="parse_failure_on_recapture"),
        pytest.param(NO_THINGS, "saw nothing", id="recapture_returns_no_zones"),
    ],
)
async def test_recapture_fails(seeing: Answer, told: str) -> None:
    """0 zones or JSON that can't be read: keep the existing zones, warn, replan with what is
    known."""
    secs = 2.0 if told == "did not answer" else 30.0
    async with run_with(DONE, scene=canvas_stage(), seeing=seeing, call_secs=secs) as run:
        played, outcome, endpoint = run
        assert outcome.terminal is Terminal.GOAL_SATISFIED
        [seen] = played.log.of(SituationObserved)
        assert seen.asked_vision_because and seen.zone_count == 1
        assert "Canvas" in endpoint.requests[0].prompt
        warnings = " ".join(warning.message for warning in played.log.of(WarningRaised))
        assert "what is known is kept" in warnings and told.casefold() in warnings.casefold()
        causes = {call.cause for call in played.log.of(ModelCalled)}
        assert causes == {"vision", "plan"}


async def test_recapture_returns_zones() -> None:
    """The row beside them: fresh data takes its place."""
    things = {"label": "Anchor", "role": "button", "x": 8, "y": 8, "width": 20, "height": 12}
    seeing = json.dumps({"things": [things]})
    async with run_with(DONE, scene=canvas_stage(), seeing=seeing) as (played, _, endpoint):
        assert "Anchor" in endpoint.requests[0].prompt
        [seen] = played.log.of(SituationObserved)
        assert seen.zone_count == 2 and played.log.of(WarningRaised) == []


async def test_planner_generates_duplicates() -> None:
    """Steps repeat completed work: the prompt tells what was done."""
    told: list[list[str]] = []

    def repeating_unless_told(body: dict[str, Any]) -> str:
        prompt = body["messages"][1]["content"]
        done = re.findall(r"DONE \d+\. (.*)", prompt)
        told.append(done)
        left = [label for label in ("One", "Two") if not any(label in each for each in done)]
        return plan(left[0]) if left else DONE

    async with run_with(repeating_unless_told) as (played, outcome, _):
        assert outcome.terminal is Terminal.GOAL_SATISFIED
        assert [len(done) for done in told] == [0, 1, 2]
        assert len(played.stage.done) == 2


async def test_infinite_replan_loop() -> None:
    """Replans keep producing the same plan: five replans break the loop."""
    async with run_with(plan()) as (played, outcome, _):
        assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_replans")
        assert len(played.log.of(ReplanStarted)) == 5
        assert len(played.log.of(SegmentPlanned)) == 6


async def test_looks_in_vain_end_a_run_where_replans_for_a_new_screen_are_free() -> None:
    """Beyond the table: where only failures count, so does a look that nothing had changed for, and
    the next question says so. Else the same is asked, and answered, until all calls are used up."""
    limits = replace(LIMITS, max_calls=40, counts_adaptive=False)
    async with run_with(plan(), limits=limits) as (played, outcome, endpoint):
        assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_replans")
        assert len(played.log.of(SegmentPlanned)) == len(endpoint.requests) == 6
        told = [
            each.prompt.count("nothing had changed since the look before")
            for each in endpoint.requests
        ]
        assert told[0] == 0 and all(later > earlier for earlier, later in pairwise(told))


async def test_looks_at_what_changes_meanwhile_are_no_failures() -> None:
    answers = [*[plan()] * 7, DONE]
    shades = iter(range(40, 250, 10))
    scene = stage()

    def look_and_change(body: dict[str, Any]) -> str:
        scene.now = situation(*scene.now.zones, shade=next(shades))
        return answers.pop(0)

    limits = replace(LIMITS, max_calls=40, counts_adaptive=False)
    async with run_with(look_and_change, scene=scene, limits=limits) as (played, outcome, _):
        assert outcome.terminal is Terminal.GOAL_SATISFIED
        assert len(played.log.of(SegmentPlanned)) == 8


async def test_budget_exhaustion_mid_task() -> None:
    """Calls at the ceiling: a partial result, with what stands and why it ended."""
    limits = replace(LIMITS, max_calls=2)
    answers = [plan("One"), plan("Two"), plan("Three")]
    async with run_with(answers, limits=limits) as (played, outcome, endpoint):
        assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_calls")
        assert outcome.message.endswith("Done until then: 2 steps, the last “Click “Two””.")
        assert len(played.stage.done) == len(endpoint.requests) == 2


async def test_a_plan_that_can_not_be_read_is_mended_or_fails_by_its_name() -> None:
    """Beyond the table: the same parse failure where a plan was asked for."""
    async with run_with("Sure! First I would…") as (_, outcome, endpoint):
        assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "reply_invalid")
        assert len(endpoint.requests) == 4
