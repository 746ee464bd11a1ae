"""A place that a step names holds on each of its ways: nothing of the name elsewhere is taken."""

from __future__ import annotations

import pytest

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import Page, Table, WebElement
from engine.domain.web.proposals import ActionName as A
from engine.domain.web.proposals import WebProposal
from engine.thinking.offline.web.steps import choose
from tests.engine.thinking.offline.web.test_steps import asked, button, done
from tests.support.web_choosers import proposed
from tests.support.web_requests import element, page

TIDES, WINCH = "Tide tables Published Draft", "New winch Published Draft"
TABLES = (Table("Posts", (), (("Tide tables", "Published Draft"), ("New winch", ""))),)


def radio(agent_id: str, text: str, context: str, **facts: object) -> WebElement:
    return element(agent_id, text, "radio", input_type="radio", context=context, **facts)


def chooser(agent_id: str, text: str, **facts: object) -> WebElement:
    return element(agent_id, text, "combobox", options=("Published", "Draft"), **facts)


RADIOS = page(
    radio("1", "Published", TIDES),
    radio("2", "Draft", TIDES),
    radio("3", "Published", WINCH),
    radio("4", "Draft", WINCH),
)
STATUSES = page(
    radio("1", "Draft", "Status Draft", attr_name="Status", places=("Berths",)),
    radio("2", "Draft", "Status Draft", attr_name="Status", places=("Boats",)),
)
LISTS = page(
    chooser("1", "State", context="Tide tables", places=("Berths",)),
    chooser("2", "State", context="New winch", places=("Boats",)),
)
ONLY_THERE = page(
    button("1", "Draft", context="Tide tables Draft", places=("Berths",)),
    chooser("2", "State", context="Tide tables Draft", places=("Berths",)),
    radio("3", "Sent", "Tide tables Draft", places=("Berths",)),
    element("4", "Draft", "textbox", input_type="file", accepts_files=True, places=("Berths",)),
    element("5", "Find", "searchbox", places=("Berths",)),
    button("6", "More", context="New winch More", places=("Boats",)),
    button("7", "Save", is_submit=True, form="f", places=("Berths",)),
    element("8", "Name", "textbox", form="f", places=("Berths",)),
    button("9", "Download", dialog="", places=("Draft",)),
    button("10", "Close", dialog="Filters", places=("Filters",)),
)


def in_the_end(goal: str, seen: Page, **facts: object) -> WebProposal:
    """After all looks for what may come."""
    notes = [f"Step {number}, look: {at}" for number in (1, 2) for at in range(4)]
    looks = [done(proposed(A.SCREENSHOT, reason=each)) for each in notes]
    return choose(asked(goal, seen, *looks, **facts))


@pytest.mark.parametrize(
    ("goal", "seen", "agent_id"),
    [
        ("choose Draft in the row of 'New winch'", RADIOS, "4"),
        ("choose Draft in the row of 'Tide tables'", RADIOS, "2"),
        ("choose Draft in the row of 'New winch'", LISTS, "2"),
        ("in the row of 'New winch', choose Draft", LISTS, "2"),
        ("in the row of 'Tide tables', choose Draft", LISTS, "1"),
        ("choose 'Draft' for Status in the Boats section", STATUSES, "2"),
        ("in the Berths section, choose Draft for Status", STATUSES, "1"),
        ("set Status in the Boats section to Draft", STATUSES, "2"),
    ],
)
def test_what_stands_in_the_place_is_taken(goal: str, seen: Page, agent_id: str) -> None:
    assert choose(asked(goal, seen)).agent_id == agent_id


@pytest.mark.parametrize(
    "goal",
    [
        *(
            f"{verb} Draft in the row of 'New winch'"
            for verb in ("choose", "tick", "click", "open")
        ),
        "in the row of 'New winch', choose Draft",
        "choose 'Draft' for State in the Boats section",
        "set State in the Boats section to Draft",
        "type 'Tern' into Name in the Boats section",
        "in the Boats section, click the Save button",
        "in the Boats section, click Draft > Sent",
        "in the Boats section, search for 'Tern'",
        "in the Boats section, upload '/tern.txt'",
        "upload '/tern.txt' into Draft in the Boats section",
        "in the Boats section, download Draft",
        "in the Boats section, remove Draft",
        "download Draft in the dialog",
        "choose Draft in the row of 'Nobody'",
    ],
)
def test_the_same_elsewhere_is_not_taken(goal: str) -> None:
    with pytest.raises(PlanFailed):
        in_the_end(goal, ONLY_THERE, search_controls=("5",))


@pytest.mark.parametrize(
    "goal", ["in the Boats section, press Enter", "in the Boats section, submit"]
)
def test_what_was_typed_elsewhere_is_not_sent(goal: str) -> None:
    typed = done(proposed(A.TYPE, agent_id="8", reason="Step 0, done: fill in"))
    look = done(proposed(A.SCREENSHOT, reason="Step 2, look: x"))
    with pytest.raises(PlanFailed):
        choose(asked(goal, ONLY_THERE, typed, look))
    here = goal.replace("Boats", "Berths")
    assert choose(asked(here, ONLY_THERE, typed, look)).agent_id in ("7", "8")


def test_of_entries_those_that_came_or_stand_in_the_place_are_taken() -> None:
    entries = [
        element(each, "Draft", "option", tag="li", places=("Berths",)) for each in ("2", "3")
    ]
    seen = page(button("1", "State", places=("Boats",)), *entries)
    opened = done(proposed(A.CLICK, agent_id="1", reason="Step 1, way: open"))
    goal = "choose 'Draft' for State in the Boats section"
    assert choose(asked(goal, seen, opened, came=frozenset({"3"}))).agent_id == "3"
    looks = [done(proposed(A.SCREENSHOT, reason="Step 1, look: x"))] * 4
    with pytest.raises(PlanFailed):
        choose(asked(goal, seen, opened, *looks))
