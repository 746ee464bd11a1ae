"""What a checkpoint must be, so that a run can go on from it, and what is left behind there."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.domain.approvals import Asking
from engine.domain.errors import RecordUnavailable
from engine.domain.limits import UNUSED, Limits
from engine.domain.terminals import Terminal
from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import WebGoal
from engine.domain.web.proposals import ActionName, Attempt
from engine.domain.web.resuming import ResumePoint
from engine.modes.navigator.attempts import state_to_go_on_from
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.state import fresh_state, state_from_text, state_to_text
from tests.support.small_web import shop
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import clicking, proposed

GOAL = "Find the red kettle"
CLICK = {"action": "click", "agent_id": "a1", "reason": "it leads on"}
ASKED = "It was asked “Red or blue?”, and nobody answered."


def point(*, is_begun: bool = True, **state: object) -> ResumePoint:
    return ResumePoint(
        "broken", GOAL, "browser", "offline", Asking.RISKY, Limits(), "navigator",
        "1", json.dumps(state), "", (), 0, UNUSED, is_begun=is_begun,
    )  # fmt: skip


def attempt(proposal: object = CLICK) -> dict[str, object]:
    told = {"description": "Click “Kettles”", "url": "/", "has_changed": False, "why": "covered"}
    return {"proposal": proposal, **told}


@pytest.mark.parametrize(
    "damaged",
    [
        {"stage": "lunch"},
        {"terminal": "gone"},
        {"step": -1},
        {"nodes": -3},
        {"planner_calls": -1},
        {"step": "4"},
        {"step": 1.5},
        {"failures": {"a1": -1}},
        {"score": -0.5},
        {"score": float("nan")},
        {"pending": "{"},
        {"attempts": [attempt({})]},
        {"attempts": [attempt("")]},
        {"attempts": [{}]},
        {"pending": {"action": "explode"}},
        {"visited": "/"},
        {"no such key": 1},
    ],
    ids=str,
)
def test_a_damaged_checkpoint_is_said_to_be_damaged(damaged: dict[str, object]) -> None:
    with pytest.raises(RecordUnavailable, match="can't go on: its last checkpoint is damaged"):
        state_to_go_on_from(point(**damaged))


def test_what_was_under_way_and_claimed_is_left_behind() -> None:
    state = state_to_go_on_from(
        point(pending=CLICK, pending_words="Click “Red”", claim="It is red.", question="Which?")
    )
    assert (state["pending"], state["pending_words"], state["claim"]) == (None, "", None)
    assert state["question"] == ""
    (told,) = state["attempts"]
    assert told.description == "Click “Red”" and "may have been done" in told.why


def test_what_was_chosen_and_not_begun_is_chosen_anew() -> None:
    state = state_to_go_on_from(
        point(is_begun=False, pending=CLICK, pending_words="Click “Red”", attempts=[attempt()])
    )
    assert state["pending"] is None
    assert [each.description for each in state["attempts"]] == ["Click “Kettles”"]


def test_what_the_page_tells_is_in_no_doubt() -> None:
    state = state_to_go_on_from(point(pending=CLICK, pending_tells=True))
    assert state["pending"] is None and state["attempts"] == []


def test_what_was_filled_in_last_went_with_the_page_and_what_was_sent_did_not() -> None:
    typed = {"action": "type", "agent_id": "a1", "reason": "so"}
    looked = {"action": "scroll", "agent_id": "", "reason": "more"}
    told = [
        attempt(typed) | {"description": "Type “Ann”", "fills": True},
        attempt() | {"description": "Click “Send”"},
        attempt(typed) | {"description": "Type “Ann”", "fills": True},
        attempt(looked),
        attempt() | {"description": "Click “Yes”", "fills": True},
    ]
    borne = ["Click “Send” (a page came)", "Click “Yes” (it is checked)"]
    state = state_to_go_on_from(point(attempts=told, borne=borne, pending=CLICK))
    left = [each.description for each in state["attempts"]]
    assert left == ["Type “Ann”", "Click “Send”", told[3]["description"], ""]
    assert state["borne"] == borne[:1]


def test_a_state_is_read_as_it_was_written() -> None:
    proposal = proposed(ActionName.TYPE, "a1", "Ann\n")
    tried = Attempt(proposal, "Type “Ann”", "/", True, saw="it holds “Ann”")
    state = {**fresh_state(), "pending": proposal, "attempts": [tried], "claim": "so"}
    assert state_from_text(state_to_text(state)) == state  # type: ignore[arg-type]


def test_ids_of_elements_mean_nothing_in_another_browser() -> None:
    state = state_to_go_on_from(
        point(
            pending=CLICK,
            attempts=[attempt()],
            avoid=["a1"],
            failures={"a1": 2},
            last_key="click a1 /",
            last_error_key="click a1 /",
        )
    )
    assert (state["avoid"], state["failures"]) == ([], {})
    assert state["last_key"] == state["last_error_key"] == ""
    tried = state["attempts"]
    assert [each.proposal.agent_id for each in tried] == ["", ""]
    assert tried[0].proposal.reason == "it leads on" and tried[0].why == "covered"


@pytest.mark.parametrize(
    ("limits", "terminal"),
    [
        (WebLimits(), Terminal.GOAL_SATISFIED),
        (WebLimits(max_steps=1), Terminal.BUDGET_EXHAUSTED),
        (WebLimits(recursion_limit=5), Terminal.BUDGET_EXHAUSTED),
        (WebLimits(recursion_limit=1), Terminal.BUDGET_EXHAUSTED),
    ],
)
async def test_the_stop_reason_is_kept_whatever_terminal_follows(
    limits: WebLimits, terminal: Terminal
) -> None:
    at = point(stop_reason=ASKED, nodes=1)
    run = StandInRun(GOAL, shop(), clicking("Kettles", "Red kettle"), resumed=at)
    outcome = await Navigator(limits)(run)
    assert outcome.terminal is terminal
    assert outcome.message.endswith(ASKED) and outcome.message != ASKED


@pytest.mark.parametrize(("proofs", "calls"), [(["Red kettle"], 1), ([], 2)])
async def test_what_the_page_should_show_is_kept_and_an_older_score_counts_for_nothing(
    proofs: list[str], calls: int
) -> None:
    at = point(
        goal_kind="object", task_mode="find", stage="locate", proofs=proofs, is_auto_done=True
    )
    goal = WebGoal(GOAL, is_told=False)
    web = replace(shop(), url="/kettles")
    run = StandInRun(GOAL, web, clicking("Red kettle"), wanted=goal, resumed=at)
    assert (await Navigator()(run)).terminal is Terminal.GOAL_SATISFIED
    assert len(run.requests) == calls
