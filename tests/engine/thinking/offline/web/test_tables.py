"""What tables and lists tell: rows by comparisons, values by row and column, and "can't tell"."""

from __future__ import annotations

import pytest

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page, Table
from engine.domain.web.proposals import ActionName, Attempt
from engine.thinking.offline.web.steps import choose
from engine.thinking.offline.web.tables import holds
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
    ("goal", "lines"),
    [
        ("list the tools", ["Belt sander", "Core drill", "Floor grinder", "Jigsaw"]),
        ("list the tools where Fee is over 30", ["Core drill, €31.00", "Floor grinder, €42.50"]),
        ("list the tools under 8 euros", ["Jigsaw, €6.50"]),
        ("list the tools where Group is Wood", ["Belt sander, Wood", "Jigsaw, Wood"]),
        (
            "list the tools where Group is not Wood and Fee is at most 31",
            ["Core drill, Building, €31.00"],
        ),
        (
            "list the tools where Due back is before 2026-03-15",
            ["Belt sander, 2026-03-14", "Jigsaw, 5 March 2026"],
        ),
    ],
)
def test_the_rows_that_fit_are_listed(goal: str, lines: list[str]) -> None:
    assert told(goal).splitlines() == lines


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
    "goal",
    [
        "list the garden tools",  # a condition that no heading explains
        "list the books",
        "list the tools where Weight is over 3",
        "list the tools where Group is over 3",
        "list the tools where Fee is over 100",
        "what is the weight of the Jigsaw?",
        "what is the fee of the Chainsaw?",
    ],
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
    with pytest.raises(PlanFailed, match="2 tables"):
        told("list the tools", page(title="Tools", tables=(TOOLS, TOOLS)))


def test_a_list_goes_on_over_its_pages_and_keeps_what_it_had() -> None:
    goal = "list the tools where Fee is over 30"
    first = page(element("1", "Next ›", href="/2"), title="Tools", tables=(TOOLS,))
    on = choose(asked(goal, first))
    assert (on.action, on.agent_id) == (ActionName.CLICK, "1")
    rest = Table("", TOOLS.heads, (("Stump grinder", "Garden", "€58.00", "1", ""),))
    end = choose(asked(goal, page(title="Tools", tables=(rest,)), done(on)))
    assert end.action is ActionName.DONE
    assert end.text.splitlines() == [
        "Core drill, €31.00",
        "Floor grinder, €42.50",
        "Stump grinder, €58.00",
    ]


def test_cards_are_compared_by_what_stands_on_them() -> None:
    cards = [
        element(str(at), name, href=f"/p/{at}", context=f"{name} 4.5 of 5 €{price} Add to cart")
        for at, (name, price) in enumerate((("Lamp", "18.00"), ("Rope", "7.50")), 1)
    ]
    seen = page(*cards, title="Products", headings=("Products",))
    assert told("list the products under 10 euros", seen) == "Rope, €7.50"
    unclear = element("9", "Anchor", href="/p/9", context="Anchor was €40.00 now €9.00")
    with pytest.raises(PlanFailed, match="can't be compared"):
        told("list the products under 10 euros", page(*cards, unclear, title="Products"))


def test_comparisons() -> None:
    assert holds("$12", "<", "20 euros") is None, "other money"
    assert holds("", ">", "3") is False and holds("", "!=", "3") is True
    assert holds("Open", "=", "open") is True and holds("3 kg", ">=", "3000 g") is True
