"""Goals that change something, on a site that nobody tuned for: judged by what arrived there, once.

One run in a browser each; goals are said as steps, by the site's own words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.approvals import ApprovalRequest, Approve, DecidedHow, Decision, Reject
from engine.domain.terminals import DONE_NOT_SEEN, Terminal
from tests.support.garden_site import Garden, running_garden
from tests.support.shared_browser import IN_ONE_BROWSER
from tests.support.web_task_run import WebRun, run_on_the_web

pytestmark = [pytest.mark.end_to_end, pytest.mark.suite, *IN_ONE_BROWSER]


@pytest.fixture(scope="module")
def garden() -> Iterator[Garden]:
    with running_garden() as running:
        yield running


class Operator:
    """Says yes, but for the first steps, which are rejected for these reasons; ``told`` are the
    answers to questions, by a word in them."""

    def __init__(self, *reasons: str, told: dict[str, str] | None = None) -> None:
        self._reasons = list(reasons)
        self._told = told or {}
        self.asked: list[str] = []
        self.decided: list[str] = []

    async def decide(self, request: ApprovalRequest) -> Decision:
        self.decided.append(request.step.description)
        verdict = Reject(self._reasons.pop(0)) if self._reasons else Approve()
        return Decision(
            request.request_id, verdict, DecidedHow.OPERATOR, "operator", request.digest
        )

    async def answer(self, question_id: str, question: str, choices: tuple[str, ...]) -> str:
        self.asked.append(question)
        return next((told for word, told in self._told.items() if word in question), "")


async def run(
    garden: Garden, goal: str, path: str, folder: Path, operator: Operator | None = None
) -> WebRun:
    garden.reset()
    return await run_on_the_web(
        goal, garden.address + path, folder, approver=operator or Operator()
    )


NOTE = {"who": "Ada Byron", "mail": "ada@b.org", "words": "The gate squeaks"}
VISIT = {
    "name": "Ada Byron",
    "day": "2026-08-04",
    "garden": "Herb garden",
    "persons": "3",
    "time": "a",
}
PLOT = [("/plot/1", {"name": "Ada Byron"}), ("/plot/2", {"size": "Large"})]


@pytest.mark.parametrize(
    ("goal", "path", "arrived", "said"),
    [
        (
            "Type 'Ada Byron' into 'What shall we call you?', 'ada@b.org' into E-mail address,"
            " 'The gate squeaks' into Your message and click 'Drop it in'",
            "/postbox",
            [("/postbox", NOTE)],
            "Your note has reached us",
        ),
        (
            "Fill in the form: nickname 'Ada', your comment 'Mine froze too', and send it",
            "/diary/frost",
            [("/diary/frost/say", {"nick": "Ada", "words": "Mine froze too"})],
            "“Mine froze too” stands on the page now",
        ),
        (
            "Fill in the form: name 'Ada Byron', day of your visit '4 August 2026', garden 'Herb"
            " garden', persons '3', time 'Afternoon', untick 'Send me the newsletter' and click"
            " Book this visit",
            "/visit",
            [("/visit", VISIT)],
            "Your visit is booked",
        ),
        (
            "Type 'Ada Byron' into Your name, click Next, choose Large in Size of the plot, click"
            " Next, type 'Near water' into Remarks and click 'Ask for the plot'",
            "/plot/1",
            [*PLOT, ("/plot/3", {"remarks": "Near water"})],
            "All set",
        ),
        (
            "Set Pots to 2 and click 'Into the trolley'",
            "/plants/fern",
            [("/trolley/put/fern", {"pots": "2"})],
            "Done, not seen: Click “Into the trolley”",
        ),
        ("Click Favourite", "/plants/fern", [("/heart/fern", {})], "is switched on"),
        (
            "Click Follow in the row of Basil Rust",
            "/gardeners",
            [("/follow/basil", {})],
            "“Follow” became “Following”",
        ),
    ],
    ids=["message", "comment", "booking", "wizard", "cart", "favourite", "follow"],
)
async def test_what_the_goal_says_arrives_once_and_the_page_confirms_it(
    garden: Garden,
    goal: str,
    path: str,
    arrived: list[tuple[str, dict[str, str]]],
    said: str,
    tmp_path: Path,
) -> None:
    ended = (await run(garden, goal, path, tmp_path)).outcome
    assert garden.arrived == arrived
    assert ended.terminal is Terminal.GOAL_SATISFIED and said in ended.message
    assert garden.sought == []


async def test_what_the_page_does_not_confirm_is_said_so_and_not_sent_again(
    garden: Garden, tmp_path: Path
) -> None:
    goal = "Type 'More compost' into Your idea and click Hand in"
    ended = (await run(garden, goal, "/suggest", tmp_path)).outcome
    assert garden.arrived == [("/suggest", {"idea": "More compost"})]
    assert (ended.terminal, ended.reason) == (Terminal.GOAL_SATISFIED, DONE_NOT_SEEN)


async def test_a_complaint_ends_the_run_in_the_pages_own_words(
    garden: Garden, tmp_path: Path
) -> None:
    goal = (
        "Fill in the form: full name 'Ada Byron', e-mail address 'ada@example.org', phone"
        " '0123 456', and click Become a member"
    )
    ended = (await run(garden, goal, "/members", tmp_path)).outcome
    assert [each["mail"] for each in garden.sent_to("/members/enter")] == ["ada@example.org"]
    assert ended.terminal is Terminal.GOAL_FAILED
    assert "Somebody else already uses this e-mail address." in ended.message


async def test_a_form_without_a_field_for_what_the_goal_names_is_not_sent(
    garden: Garden, tmp_path: Path
) -> None:
    goal = "Fill in the form: your message 'The gate squeaks', phone '0123 456', and send it"
    ended = (await run(garden, goal, "/postbox", tmp_path)).outcome
    assert garden.arrived == [] and garden.sought == []
    assert ended.terminal is Terminal.GOAL_FAILED and "“phone” is not on this page" in ended.message


async def test_a_no_is_not_asked_about_again(garden: Garden, tmp_path: Path) -> None:
    operator = Operator("because I say so")
    goal = "Type 'More compost' into Your idea and click Hand in"
    ended = (await run(garden, goal, "/suggest", tmp_path, operator)).outcome
    assert operator.decided == ["Click “Hand in”"] and garden.arrived == []
    assert not operator.asked and "because I say so" in ended.message
    assert (ended.terminal, ended.reason) == (Terminal.GOAL_FAILED, "refused")
