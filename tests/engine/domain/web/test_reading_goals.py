"""What a goal asks for, read from its text."""

from __future__ import annotations

import pytest

from engine.domain.web.goals import GoalKind, TaskMode
from engine.domain.web.reading.goals import read_goal

OBJECT, LIST, ACTION = GoalKind
FIND, BROWSE, ANSWER, DOWNLOAD = TaskMode


@pytest.mark.parametrize(
    ("goal", "kind", "mode", "terms"),
    [
        ("Find the Red Kettle", OBJECT, FIND, ("red", "kettle")),
        ("What is the price of the blue mug?", OBJECT, ANSWER, ("price", "blue", "mug")),
        ("Download the annual report", OBJECT, DOWNLOAD, ("annual", "report")),
        ("List all kettles under 30", LIST, FIND, ("kettles",)),
        ("Browse the kettles", LIST, BROWSE, ("kettles",)),
        ("Which teapots are sold out?", LIST, ANSWER, ("teapots", "sold")),
        ("Add the red kettle to the cart", ACTION, FIND, ("red", "kettle", "cart")),
        ("Find the red kettle and add it to the cart", ACTION, FIND, ("red", "kettle", "cart")),
        ("Find three teapots", LIST, FIND, ("teapots",)),
        ("Tell me how to register", OBJECT, ANSWER, ("register",)),
        ("Go to page 3 of the kettles", LIST, FIND, ("kettles",)),
        ("Open the next page", LIST, FIND, ()),
        (
            "Sort the kettles by price: low to high",
            ACTION,
            FIND,
            ("sort", "kettles", "price", "low", "high"),
        ),
        ("Find the red kettle in the potter's shop", OBJECT, FIND, ("red", "kettle")),
        ("Find the author's page", OBJECT, FIND, ("author",)),
        ("Finde den roten Kessel", OBJECT, FIND, ("finde", "den", "roten", "kessel")),
        ("", OBJECT, FIND, ()),
    ],
)
def test_kind_mode_and_terms(
    goal: str, kind: GoalKind, mode: TaskMode, terms: tuple[str, ...]
) -> None:
    read = read_goal(goal)
    assert (read.kind, read.mode, read.terms) == (kind, mode, terms)


@pytest.mark.parametrize(
    ("goal", "kind"),
    [
        ("Find an article about how to delete an account", OBJECT),
        ("Please find an article about how to create and delete an account", OBJECT),
        ("Show me the form to register", OBJECT),
        ("List all guides on how to cancel, change or apply", LIST),
        ("Find the red kettle and buy it", ACTION),
        ("Find the page on how to register, then register", ACTION),
        ("Find a kettle to buy and add it to the cart", ACTION),
        ("Go to the settings to delete the account", ACTION),
        ("I want to delete my account", ACTION),
    ],
)
def test_the_leading_verb_decides_whether_anything_is_done(goal: str, kind: GoalKind) -> None:
    assert read_goal(goal).kind is kind


@pytest.mark.parametrize(
    ("goal", "values"),
    [
        (
            "Fill in the contact form with name 'Ada' and city 'London'",
            (("name", "Ada"), ("city", "London")),
        ),
        ("Register with name: Ada, city: London", (("name", "Ada"), ("city", "London"))),
        (
            "Sign up with the name “Ada Lovelace”, the e-mail “a@b.c” and the city “London”",
            (("name", "Ada Lovelace"), ("e-mail", "a@b.c"), ("city", "London")),
        ),
        ('Type "hello" into the message field and submit', (("message", "hello"),)),
        ('Set the colour to "blue"', (("colour", "blue"),)),
    ],
)
def test_values_by_the_words_of_their_fields(
    goal: str, values: tuple[tuple[str, str], ...]
) -> None:
    read = read_goal(goal)
    assert read.kind is ACTION and read.values == values
    assert not read.quoted  # they are no quotation to look for


def test_a_quotation_is_looked_for_word_by_word() -> None:
    read = read_goal("Find “Number 57” in the feed")
    assert read.quoted == ("Number 57",) and not read.values


@pytest.mark.parametrize(
    ("goal", "site"),
    [
        ("Find the version on http://127.0.0.1:8080/docs.", "http://127.0.0.1:8080/docs"),
        ("Find the manual on docs.example.com", "docs.example.com"),
        ("Download report.pdf", ""),
        ("Find e.g. a kettle", ""),
        ("Subscribe with ann.lee@mail.example.com", ""),
    ],
)
def test_an_address_is_told_from_a_file(goal: str, site: str) -> None:
    read = read_goal(goal)
    assert read.site == site
    assert not any("127" in term or "docs.example" in term for term in read.terms)
