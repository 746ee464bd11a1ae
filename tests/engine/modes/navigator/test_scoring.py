"""The progress score and its evidence."""

from __future__ import annotations

import pytest

from engine.domain.web.pages import Page
from engine.modes.navigator.nodes.goal_check import score_of

WORDS = ("red", "kettle")
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
    judged, evidence = score_of(page, WORDS, last_target)
    assert judged == score
    assert [each.split(":")[0] for each in evidence if "goal's words" in each] == (
        [named] if named else []
    )


def test_all_together_are_one_and_the_evidence_names_the_words() -> None:
    page = Page("/red_kettle", "Red kettle", text="The red kettle", headings=("Red kettle",))
    judged, evidence = score_of(page, WORDS, "Red kettle")
    assert judged == 1.0 and evidence[-1] == "on the page: red, kettle"
    assert "title: 100% of the goal's words" in evidence
