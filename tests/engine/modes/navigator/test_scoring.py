"""The progress score and its evidence, and that a high one ends a run only on later stages."""

from __future__ import annotations

import pytest

from engine.domain.terminals import Terminal
from engine.domain.web.events import ProgressJudged, StagePromoted
from engine.domain.web.goals import Stage
from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import Page
from engine.domain.web.reading.goals import read_goal
from engine.modes.navigator.looks import look_at
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.nodes.progress import progress
from engine.modes.navigator.run import Work
from engine.modes.navigator.scoring import AUTO_DONE_SCORE, score_of
from engine.modes.navigator.state import fresh_state
from tests.support.small_web import Part, SmallPage, SmallWeb, shop
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import clicking

GOAL = "Find the red kettle"
BARE = SmallPage("Red kettle", "The red kettle.", (Part("Zoom"), Part("Turn")))
"""All words of the goal are there, but too little for a page about one thing."""
NOWHERE = "http://shop/"


@pytest.mark.parametrize(
    ("page", "last_target", "score", "named"),
    [
        (Page(NOWHERE, ""), "", 0.0, ""),
        (Page("http://shop/red-kettle", ""), "", 0.15, "url"),
        (Page(NOWHERE, "Red kettle"), "", 0.2, "title"),
        (Page(NOWHERE, "", headings=("Our red kettle",)), "", 0.2, "keywords"),
        (Page(NOWHERE, "", text="A kettle, red as rust."), "", 0.3, "goal_hits"),
        (Page(NOWHERE, ""), "Red kettle", 0.15, "last_target"),
        (Page(NOWHERE, "", text="A kettle."), "", 0.15, "goal_hits"),
    ],
)
def test_each_share_counts_for_what_it_weighs(
    page: Page, last_target: str, score: float, named: str
) -> None:
    judged, evidence = score_of(page, read_goal(GOAL), last_target)
    assert judged == score
    assert [each.split(":")[0] for each in evidence if "goal's words" in each] == (
        [named] if named else []
    )


def test_all_together_are_one_and_the_evidence_names_the_words() -> None:
    page = Page("/red_kettle", "Red kettle", text="The red kettle", headings=("Red kettle",))
    judged, evidence = score_of(page, read_goal(GOAL), "Red kettle")
    assert judged == 1.0 and evidence[-1] == "on the page: red, kettle"
    assert "title: 100% of the goal's words" in evidence


def test_a_quotation_that_stands_on_the_page_is_a_hit() -> None:
    goal = read_goal("Find “Number 57” in the feed")
    judged, _ = score_of(Page(NOWHERE, "", text="Number 57 was here."), goal, "")
    other, _ = score_of(Page(NOWHERE, "", text="Number 56 was here."), goal, "")
    assert judged == 0.3 > other


async def is_auto_done(stage: Stage, goal_text: str = GOAL, url: str = "/red/kettle") -> bool:
    """After an action that led to the page with all of the goal's words, or to another one."""
    web = SmallWeb({"/red/kettle": BARE, "/bare": SmallPage("Shelf", "Red kettle.")}, url)
    run, goal = StandInRun(goal_text, web, clicking()), read_goal(goal_text)
    situation = web.situation()
    assert situation.page is not None
    look = look_at(situation, situation.page, goal, room=60)
    state = {**fresh_state(), "stage": stage.value}
    update = await progress(state, Work(run, goal, WebLimits(), look=look))  # type: ignore[arg-type]
    assert (run.of(ProgressJudged)[0].score >= AUTO_DONE_SCORE) is (url == "/red/kettle")
    return update["is_auto_done"]


@pytest.mark.parametrize("stage", Stage)
async def test_a_high_score_counts_on_later_stages_only(stage: Stage) -> None:
    assert await is_auto_done(stage) is (stage in (Stage.VERIFY, Stage.DONE))


async def test_a_low_score_never_counts() -> None:
    assert not await is_auto_done(Stage.VERIFY, url="/bare")


@pytest.mark.parametrize(
    "goal",
    [
        "Download the red kettle",
        "Where is the red kettle?",
        "Buy the red kettle",
        "List red kettles",
    ],
)
async def test_no_score_stands_for_a_file_an_answer_a_deed_or_a_list(goal: str) -> None:
    assert not await is_auto_done(Stage.VERIFY, goal)


async def test_a_run_ends_by_its_score_at_a_page_that_says_little() -> None:
    web = shop(**{"/kettles/red": BARE})
    run = StandInRun(GOAL, web, clicking("Kettles", "Red kettle", "Zoom", "Turn"))
    outcome = await Navigator()(run)
    assert (outcome.terminal, web.url) == (Terminal.GOAL_SATISFIED, "/kettles/red")
    first_at_it = run.performed[2][0]
    assert first_at_it is Stage.VERIFY, "it was not taken for the goal at first sight"
    assert run.of(StagePromoted)[-1].stage is Stage.DONE
