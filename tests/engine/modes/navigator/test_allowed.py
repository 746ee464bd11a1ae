"""Which actions may be chosen: by the stage, by what the goal asks for, and by the page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.terminals import Terminal
from engine.domain.web.events import ProposalRefused
from engine.domain.web.pages import GoalKind, Page, Stage, Tab, TaskMode, WebGoal
from engine.domain.web.proposals import META_ACTIONS, ActionName
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.nodes.planner import allowed_actions
from tests.support.small_web import Part, SmallPage, shop
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import always, in_order, proposed

ONE, TWO = Tab("1", "Shop", "/", True), Tab("2", "Help", "/help")
OPEN = Page("/", "Shop", tabs=(ONE, TWO), can_go_back=True, can_go_forward=True)
FIND = WebGoal("", GoalKind.OBJECT, TaskMode.FIND)
A = ActionName


@pytest.mark.parametrize("stage", Stage)
def test_nothing_is_claimed_and_nobody_asked_before_the_goal_is_in_reach(stage: Stage) -> None:
    allowed = allowed_actions(stage, FIND, OPEN)
    is_early = stage in (Stage.ORIENT, Stage.CONTEXT)
    assert (META_ACTIONS.isdisjoint(allowed)) is is_early
    assert {A.DONE, A.ASK_USER} == META_ACTIONS
    assert set(A) - set(allowed) == (META_ACTIONS if is_early else set())


@pytest.mark.parametrize(
    ("mode", "kind", "blocked"),
    [
        (TaskMode.FIND, GoalKind.OBJECT, set()),
        (TaskMode.FIND, GoalKind.ACTION, set()),
        (TaskMode.ANSWER, GoalKind.OBJECT, set()),
        (TaskMode.BROWSE, GoalKind.OBJECT, {A.TYPE}),
        (TaskMode.BROWSE, GoalKind.LIST, {A.TYPE}),
        (TaskMode.BROWSE, GoalKind.ACTION, set()),
        (TaskMode.DOWNLOAD, GoalKind.OBJECT, set()),
    ],
)
def test_what_the_goal_asks_for_says_what_may_be_done(
    mode: TaskMode, kind: GoalKind, blocked: set[ActionName]
) -> None:
    allowed = allowed_actions(Stage.VERIFY, WebGoal("", kind, mode), OPEN)
    assert set(A) - set(allowed) == blocked


@pytest.mark.parametrize(
    ("page", "blocked"),
    [
        (replace(OPEN, can_go_back=False), A.GO_BACK),
        (replace(OPEN, can_go_forward=False), A.GO_FORWARD),
        (replace(OPEN, tabs=(ONE,)), A.SWITCH_TAB),
    ],
)
def test_what_the_page_can_not_do_is_not_offered(page: Page, blocked: ActionName) -> None:
    assert set(A) - set(allowed_actions(Stage.VERIFY, FIND, page)) == {blocked}


def test_searching_is_left_where_it_is_to_be_avoided() -> None:
    allowed = allowed_actions(Stage.VERIFY, FIND, OPEN, avoid_search=True)
    assert set(A) - set(allowed) == {A.SEARCH}


async def test_who_browses_types_nothing() -> None:
    goal = WebGoal("Open the kettles", GoalKind.OBJECT, TaskMode.BROWSE)
    home = SmallPage("Harbour", "A shop.", (Part("name", tag="input", name="name", kind="text"),))
    chooser = always(proposed(A.TYPE, "/#0", "kettles"))
    run = StandInRun(goal.text, shop(**{"/": home}), chooser, wanted=goal)
    outcome = await Navigator()(run)
    assert outcome.terminal is Terminal.GOAL_FAILED
    assert outcome.reason == "planner_disallowed_action"
    assert not run.performed and run.of(ProposalRefused)[0].action is A.TYPE


async def test_a_file_is_not_had_by_saying_so() -> None:
    page = SmallPage("Files", "The harbour plan.", (Part("Harbour plan", "/p", saves="plan.pdf"),))
    click, done = proposed(A.CLICK, "/#0"), proposed(A.DONE)
    goal = WebGoal("Download the harbour plan", GoalKind.OBJECT, TaskMode.DOWNLOAD)
    run = StandInRun(goal.text, shop(**{"/": page}), in_order(done, click, done), wanted=goal)
    outcome = await Navigator()(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED and "plan.pdf" in outcome.message
    assert "nothing on the page shows it" in run.of(ProposalRefused)[0].why
