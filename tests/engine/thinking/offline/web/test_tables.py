"""What tables tell: values by row and column, beside labels, and "can't tell"."""

from __future__ import annotations

import pytest

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page, Table
from engine.domain.web.proposals import ActionName, Attempt
from engine.thinking.offline.web.steps import choose
from tests.engine.thinking.offline.web.test_steps import asked, done
from tests.support.web_requests import element, page

TOOLS = Table(
    "Tools",
    ("Tool", "Group", "Fee", "In stock", "Due back"),
    (
        ("Belt sander", "Wood", "€9.50", "3", "2026-03-14"),
        ("Core drill", "Building", "€31.00", "1", "2026-03-21"),
        ("Floor grinder", "Building", "€42.50", "1", ""),
        ("Jigsaw", "Wood", "€6.50", "5", "5 March 2026"),
    ),
)
SEEN = page(title="Tools", headings=("Tools",), tables=(TOOLS,))


def told(goal: str, seen: Page = SEEN) -> str:
    proposal = choose(asked(goal, seen))
    assert proposal.action is ActionName.DONE
    return proposal.text


@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("what is the fee of the Jigsaw?", "€6.50"),
        ("read the In stock in the row of Belt sander", "3"),
        ("what is the Fee of the Core drill?", "€31.00"),
    ],
)
def test_a_value_is_read_by_its_row_and_column(goal: str, value: str) -> None:
    assert told(goal) == value


def test_a_value_stands_beside_its_label() -> None:
    terms = Table("", (), (("Deposit", "€40.00"), ("Group", "Wood")))
    assert told("read the Deposit", page(tables=(terms,))) == "€40.00"
    assert told("read the Phone", page(text="Phone: 020 7946")) == "020 7946"
    assert told("read the City", page(element("1", "City", "textbox", value="Oslo"))) == "Oslo"


@pytest.mark.parametrize(
    "goal", ["what is the weight of the Jigsaw?", "what is the fee of the Chainsaw?"]
)
def test_what_the_page_does_not_tell_is_not_claimed(goal: str) -> None:
    attempts: list[Attempt] = []
    with pytest.raises(PlanFailed):
        for _ in range(4):
            proposal = choose(asked(goal, SEEN, *attempts))
            assert proposal.action is not ActionName.DONE
            attempts.append(done(proposal))


def test_two_that_may_be_meant_are_not_guessed_between() -> None:
    twice = Table("Tools", TOOLS.heads, (*TOOLS.rows, ("Jigsaw", "Wood", "€7.00", "1", "")))
    with pytest.raises(PlanFailed, match=r"“€6.50”, “€7.00”"):
        told("what is the fee of the Jigsaw?", page(tables=(twice,)))
