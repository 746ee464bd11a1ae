"""What a button belongs to, which filters a goal uses, which way of a site it takes, and forms
that are not sent empty."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.errors import PlanFailed
from engine.domain.web.goals import GoalKind, TaskMode
from engine.domain.web.proposals import ActionName
from engine.domain.web.reading.goals import read_goal
from engine.thinking.offline.web.choosing import choose
from tests.engine.thinking.offline.web.pages import (
    HOST,
    Sheet,
    button,
    field_of,
    goal_of,
    link,
    page_of,
    request_of,
    select,
    tick,
)


def _chosen(goal: str, sheet: Sheet, url: str = f"{HOST}/", **more: object) -> tuple[str, str]:
    page = page_of(sheet, url)
    proposal = choose(request_of(read_goal(goal), page, sheet, **more))
    element = page.element(proposal.agent_id)
    return (element.context or element.text if element else proposal.action.value, proposal.text)


def test_a_button_belongs_to_its_row() -> None:
    rows = [f"{name} 3 May Renew" for name in ("Stone Garden", "Iron Kettle", "Low Tide")]
    sheet = Sheet("Mine", tuple(button("Renew", row) for row in rows), headings=("My loans",))
    assert _chosen("Renew the loan of Iron Kettle", sheet)[0] == rows[1]


def test_files_that_are_all_called_the_same_are_told_by_their_row() -> None:
    rows = ("3 May 2026 | The bridge | PDF", "7 June 2026 | The harbour | PDF")
    links = tuple(link("PDF", f"/m/{at}", row) for at, row in enumerate(rows))
    sheet = Sheet("Council", links, headings=("Council", "Minutes of meetings"))
    goal = "Download the minutes of the meeting of 7 June 2026"
    assert _chosen(goal, sheet)[0] == rows[1]
    missing = "Download the minutes of the meeting of 9 June 2026"
    with pytest.raises(PlanFailed):
        _chosen(missing, sheet)


def test_a_list_is_narrowed_by_its_own_filters() -> None:
    kinds = tuple(tick(each, "kind") for each in ("Kayak", "Rowing boat"))
    places = select("Harbour", "Any harbour", "North", "South")
    boats = tuple(link(f"Boat {at}", f"/b/{at}", f"Boat {at}, 20 €") for at in range(4))
    sheet = Sheet("Boats", (*kinds, places, button("Show", form="f", is_submit=True), *boats))
    assert _chosen("Show me the rowing boats", sheet)[0] == "Rowing boat"
    assert _chosen("List the boats in South", sheet) == ("Harbour", "South")


def test_a_choice_of_a_form_that_asks_for_more_is_no_filter() -> None:
    form = (field_of("Your name"), select("Harbour", "Any harbour", "South"), tick("Rowing boat"))
    sheet = Sheet("Booking", (*form, link("Rowing boats", "/rowing", nav=True)))
    assert _chosen("Show me the rowing boats", sheet)[0] == "Rowing boats"


def test_the_bar_is_looked_at_by_what_it_says_and_no_other_site_is_wandered_to() -> None:
    bar = (
        link("News", "/pool/news", nav=True),
        link("Courses", "/pool/courses", nav=True),
        link("Harbour town", "/harbour/", nav=True),
    )
    search = field_of("Search this site", "q", "search")
    sheet = Sheet("Pool", (search, *bar), search="Search this site")
    url = f"{HOST}/pool/"
    assert _chosen("Find the courses for beginners", sheet, url, visited=(url,))[0] == "Courses"
    seen = (url, f"{HOST}/pool/news", f"{HOST}/pool/courses")
    with pytest.raises(PlanFailed):
        _chosen("Find the courses for beginners", sheet, url, visited=seen, avoid_search=True)


def test_an_empty_form_is_not_sent() -> None:
    form = (field_of("E-mail", "email", "email"), button("Subscribe", form="f", is_submit=True))
    sheet = Sheet("Home", form)
    goal = goal_of("Press 'Subscribe'", GoalKind.ACTION)
    page = page_of(sheet)
    asked = choose(request_of(goal, page, sheet))
    assert asked.action is ActionName.ASK_USER and "E-mail" in asked.text
    filled = replace(page, elements=(replace(page.elements[0], value="a@b.test"), page.elements[1]))
    assert choose(request_of(goal, filled, sheet)).action is ActionName.CLICK


def test_a_fold_that_is_called_as_the_question_has_it_is_opened() -> None:
    folds = (button("Elm Road"), button("Oak Road"))
    sheet = Sheet("Opening hours", folds, headings=("Opening hours",))
    goal = goal_of("When is the shop in Oak Road open?", GoalKind.OBJECT, TaskMode.ANSWER)
    page = page_of(sheet)
    proposal = choose(request_of(goal, page, sheet))
    assert proposal.agent_id == page.elements[1].agent_id


def test_a_telephone_number_is_no_way_on() -> None:
    row = "Ada Holm | Captain | 01632 960 141"
    sheet = Sheet("Crew", (link("01632 960 141", "tel:+441632960141", row),))
    with pytest.raises(PlanFailed):
        _chosen("Find Ada Holm", sheet)
