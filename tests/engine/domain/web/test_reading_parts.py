"""Goals as people put them, and the parts that are read from them."""

from __future__ import annotations

import pytest

from engine.domain.web.conditions import Bound
from engine.domain.web.goals import GoalKind, TaskMode
from engine.domain.web.parts import (
    Ask,
    Choose,
    Do,
    Download,
    Fill,
    Find,
    ListAll,
    SearchFor,
    TurnPage,
    Visit,
)
from engine.domain.web.reading.parts import read_parts
from engine.thinking.offline.web.prices import price_in
from tests.engine.thinking.offline.web.pages import goal_of


def _tasks(text: str, kind: GoalKind = GoalKind.OBJECT, mode: TaskMode = TaskMode.FIND) -> list:
    return [part.task for part in read_parts(goal_of(text, kind, mode))]


def test_the_parts_of_a_goal_come_in_order() -> None:
    tasks = _tasks(
        "Search for lanterns, open the brass one, add it to the cart, then go to page 2",
        GoalKind.ACTION,
    )
    assert [type(each) for each in tasks] == [SearchFor, Find, Do, TurnPage]


def test_the_part_of_the_site_is_a_place_and_not_what_is_sought() -> None:
    (task,) = _tasks("Add the wool cap in the chandler's shop to the cart", GoalKind.ACTION)
    assert isinstance(task, Do) and task.place == "cart"
    assert (task.thing.words, task.thing.place) == ("wool cap", "chandler's shop")
    (asked,) = _tasks("What does the lantern weigh in the shop?", mode=TaskMode.ANSWER)
    assert isinstance(asked, Ask) and (asked.place, asked.subject) == ("shop", "lantern")
    assert "shop" not in asked.topic


def test_an_address_comes_first() -> None:
    assert _tasks("Find the map on http://a.test/x")[0] == Visit("http://a.test/x")


def test_values_and_whether_the_form_is_sent() -> None:
    (task,) = _tasks(
        "Fill in the form with name 'Ada, of London', city 'London' and newsletter off, "
        "and submit it",
        GoalKind.ACTION,
    )
    values = (("name", "Ada, of London"), ("city", "London"), ("newsletter", "off"))
    assert task == Fill(values, submits=True)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("List all lanterns under 50 euro", Bound(most=50, is_open=True, unit="euro")),
        ("List lanterns for at most €1,250.50", Bound(most=1250.5)),
        ("List lanterns between 20 and 50 euro", Bound(20, 50, unit="euro")),
        (
            "List lanterns that cost more than 9.90 euro",
            Bound(least=9.9, is_open=True, unit="euro"),
        ),
    ],
)
def test_limits_of_a_price(text: str, limits: Bound) -> None:
    (task,) = _tasks(text, GoalKind.LIST)
    assert isinstance(task, ListAll)
    assert (task.thing.words, task.thing.limits) == ("lanterns", limits)


@pytest.mark.parametrize(
    ("text", "words", "number", "extreme"),
    [
        ("Open the third product", "", 3, ""),
        ("Open the last lantern", "lantern", -1, ""),
        ("Open the cheapest lantern", "lantern", 0, "cheapest"),
        ("Find the page about error codes", "error codes", 0, ""),
        ("Find the notice about winter storage", "winter storage", 0, ""),
        ('Find the entry "Low tide"', "Low tide", 0, ""),
        ("Open the page Settings file", "Settings file", 0, ""),
    ],
)
def test_what_is_meant(text: str, words: str, number: int, extreme: str) -> None:
    (task,) = _tasks(text)
    assert isinstance(task, Find)
    assert (task.thing.words, task.thing.number, task.thing.extreme) == (words, number, extreme)


@pytest.mark.parametrize(
    ("text", "kind", "subject"),
    [
        ("What does the brass lantern cost?", "price", "brass lantern"),
        ("Which version introduced the anchor option?", "version", ""),
        ("How many items are in the cart?", "count", ""),
        ("How much does the winch weigh?", "quantity", "winch"),
        ("Who wrote the guide?", "person", ""),
        ("What is the default port of the gateway?", "text", "gateway"),
    ],
)
def test_what_a_question_asks_for(text: str, kind: str, subject: str) -> None:
    (task,) = _tasks(text, mode=TaskMode.ANSWER)
    assert isinstance(task, Ask)
    assert (task.kind, task.subject) == (kind, subject)


def test_a_file_and_its_kind() -> None:
    (task,) = _tasks("Download the user manual as PDF", mode=TaskMode.DOWNLOAD)
    assert isinstance(task, Download)
    assert (task.thing.words, task.ending) == ("user manual", "pdf")


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("Choose the colour green", Choose("green", "colour")),
        ("Choose green as the colour", Choose("green", "colour")),
        ("Sort the products by price", Choose("price", "sort")),
        ("Set Quantity to 3", Fill((("Quantity", "3"),), submits=False)),
        ("Turn the newsletter off", Fill((("newsletter", "off"),), submits=False)),
    ],
)
def test_options(text: str, task: object) -> None:
    assert _tasks(text, GoalKind.ACTION) == [task]


@pytest.mark.parametrize(
    ("text", "amount"),
    [("€ 1,299.00", 1299.0), ("1.299,50 EUR", 1299.5), ("from $5", 5.0), ("12 pieces", None)],
)
def test_amounts_of_money(text: str, amount: float | None) -> None:
    assert price_in(text) == amount


def test_what_is_ones_own_is_told_by_its_name() -> None:
    (task,) = _tasks("Cancel my booking of The Blue Room", GoalKind.ACTION)
    assert isinstance(task, Do) and (task.thing.words, task.thing.place) == (
        "booking Blue Room",
        "account",
    )
    assert task.labels == ("cancel booking", "cancel")
    (renewed,) = _tasks("Renew Stone Garden", GoalKind.ACTION)
    assert isinstance(renewed, Do) and renewed.verb == "renew"


def test_a_site_is_switched_to_a_language_by_the_name_that_it_has_for_it() -> None:
    (task,) = _tasks("Switch the site to German", GoalKind.ACTION)
    assert isinstance(task, Do) and task.labels == ("Deutsch", "german")


def test_a_page_of_a_named_list_is_turned_to_there() -> None:
    first, turned = _tasks("Go to page 2 of the harbours", GoalKind.LIST)
    assert isinstance(first, Find) and first.thing.words == "harbours"
    assert turned == TurnPage(2)
    assert _tasks("Go to page 2 of the list", GoalKind.LIST) == [TurnPage(2)]


def test_the_number_of_a_phone_is_not_counted() -> None:
    (task,) = _tasks("What is the phone number of the harbour master?", mode=TaskMode.ANSWER)
    assert isinstance(task, Ask) and task.kind == "text"
