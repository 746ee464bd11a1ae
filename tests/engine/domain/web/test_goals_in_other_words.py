"""Goals as they are put on many sites: what must be filled in, found, and heeded, and no more."""

from __future__ import annotations

import pytest

from engine.domain.web.conditions import Bound, Feature, Rank
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
    Submit,
    Task,
    Thing,
    TurnPage,
)
from engine.domain.web.reading.goals import read_goal

CHEAPEST = Rank("price", is_most=False, said="cheapest")


def _tasks(goal: str) -> list[Task]:
    return [part.task for part in read_goal(goal).parts]


def _form(entry: str, *values: tuple[str, str], submits: bool = True) -> Fill:
    return Fill(values, submits=submits, entry=entry)


FORMS: list[tuple[str, list[Fill]]] = [
    (
        "fill in the form: name 'Ann', e-mail ann@example.org and send it",
        [_form("", ("name", "Ann"), ("e-mail", "ann@example.org"))],
    ),
    (
        "book a table for 3 persons on Friday, pay by card",
        [_form("book a table", ("persons", "3"), ("date", "Friday"), ("payment", "card"))],
    ),
    (
        "register with the name Ann Lee, city Oslo, newsletter off",
        [_form("register", ("name", "Ann Lee"), ("city", "Oslo"), ("newsletter", "off"))],
    ),
    (
        "sign up as ann with password {{secret:site}}",
        [_form("sign up", ("username", "ann"), ("password", "{{secret:site}}"))],
    ),
    (
        "log in as bob@example.org with password {{secret:mail}}",
        [_form("log in", ("username", "bob@example.org"), ("password", "{{secret:mail}}"))],
    ),
    (
        "write a comment saying I agree and post it",
        [_form("comment", ("comment", "I agree"))],
    ),
    (
        "Leave a note saying Back at noon, or a bit later",
        [_form("note", ("note", "Back at noon, or a bit later"))],
    ),
    (
        "ask a question saying How long is the cable? and submit it",
        [_form("question", ("question", "How long is the cable?"))],
    ),
    (
        "Send a message to support: subject Broken lamp, message It arrived in two pieces",
        [
            _form(
                "send a message to support",
                ("subject", "Broken lamp"),
                ("message", "It arrived in two pieces"),
            )
        ],
    ),
    (
        "Post a review of the tent: rating 5, title 'Great', text 'Kept us dry'",
        [
            _form(
                "post a review of the tent",
                ("rating", "5"),
                ("title", "Great"),
                ("text", "Kept us dry"),
            )
        ],
    ),
    (
        "Subscribe to the newsletter with ann@example.org",
        [_form("subscribe the newsletter", ("e-mail", "ann@example.org"))],
    ),
    (
        "Reserve a room for two nights from 3 May to 5 May for 2 adults",
        [
            _form(
                "reserve a room",
                ("nights", "2"),
                ("adults", "2"),
                ("from", "3 May"),
                ("to", "5 May"),
            )
        ],
    ),
    (
        "Book two tickets for the evening show on 12 May at 19:30 and pay by invoice",
        [
            _form(
                "book tickets for the evening show",
                ("tickets", "2"),
                ("date", "12 May"),
                ("time", "19:30"),
                ("payment", "invoice"),
            )
        ],
    ),
    (
        "Apply for the job with my name Ann Lee, phone 555 0134 and start date 1 June",
        [
            _form(
                "apply the job",
                ("name", "Ann Lee"),
                ("phone", "555 0134"),
                ("start date", "1 June"),
            )
        ],
    ),
    (
        "Contact the office with name: Ann, message: When do you open?",
        [_form("contact the office", ("name", "Ann"), ("message", "When do you open"))],
    ),
    (
        "Enter 10115 as the postcode",
        [_form("", ("postcode", "10115"), submits=False)],
    ),
    (
        "Change the language to German and turn off notifications",
        [_form("", ("language", "German"), ("notifications", "off"), submits=False)],
    ),
    (
        "Rent a bike on Saturday at 10 am for 2 days",
        [_form("rent a bike", ("days", "2"), ("date", "Saturday"), ("time", "10 am"))],
    ),
    (
        "Make a reservation for 4 people tomorrow at 7 pm under the name Lee",
        [
            _form(
                "make a reservation",
                ("people", "4"),
                ("date", "tomorrow"),
                ("name", "Lee"),
                ("time", "7 pm"),
            )
        ],
    ),
    (
        "Enter Ann Lee into the name field and Oslo into the city field",
        [_form("", ("name", "Ann Lee"), ("city", "Oslo"), submits=False)],
    ),
    (
        "Create an account with username mole42, country Norway",
        [_form("create an account", ("username", "mole42"), ("country", "Norway"))],
    ),
]


@pytest.mark.parametrize(("goal", "tasks"), FORMS)
def test_values_need_no_quotes(goal: str, tasks: list[Fill]) -> None:
    read = read_goal(goal)
    assert [part.task for part in read.parts] == tasks
    assert read.kind is GoalKind.ACTION
    assert read.values == tuple(value for task in tasks for value in task.values)
    assert not read.unread


OTHERS: list[tuple[str, list[Task]]] = [
    (
        "reply to the second thread with 'Thanks!'",
        [Find(Thing("thread", number=2)), _form("reply", ("reply", "Thanks!"))],
    ),
    (
        "Rate the lemon cake with 4 stars",
        [Find(Thing("lemon cake")), _form("rate", ("rating", "4"))],
    ),
    (
        "set the quantity to 4 and add it to the cart",
        [
            _form("", ("quantity", "4"), submits=False),
            Do("add", Thing(is_it=True), ("add to cart", "add"), "cart"),
        ],
    ),
    (
        "Enter 10115 as the postcode and press Check",
        [
            _form("", ("postcode", "10115"), submits=False),
            Do("", Thing(is_it=True), ("Check",)),
        ],
    ),
    (
        "order two of the blue mugs",
        [Do("order", Thing("blue mugs", count=2), ("order blue mugs", "order"))],
    ),
    (
        "favourite the lemon cake recipe",
        [
            Do(
                "favourite",
                Thing("lemon cake recipe"),
                ("favourite lemon cake recipe", "favourite"),
            )
        ],
    ),
    (
        "Vote for the second proposal",
        [Do("vote", Thing("proposal", number=2), ("vote proposal", "vote"))],
    ),
    (
        "Mark the second message as read",
        [Do("mark", Thing("message", number=2), ("mark as read", "mark"))],
    ),
    (
        "Delete the third comment",
        [Do("delete", Thing("comment", number=3), ("delete comment", "delete"))],
    ),
    ("Choose size M and colour red", [Choose("M", "size"), Choose("red", "colour")]),
    ("Give the film 5 stars", [Find(Thing("film")), _form("give", ("rating", "5"))]),
    (
        "Add a comment to the first post saying Nice work",
        [
            Find(Thing(number=1)),
            _form("comment", ("comment", "Nice work"), submits=False),
        ],
    ),
    ("search for lentil soup", [SearchFor("lentil soup")]),
    ("look up the opening hours", [Ask("the opening hours", "opening hours", "text")]),
    (
        "Download the latest firmware",
        [Download(Thing("firmware", rank=Rank("date", True, "latest")))],
    ),
    ("Open the page Latest news", [Find(Thing("Latest news"))]),
    ("Find the page about best practices", [Find(Thing("best practices"))]),
    ("Find the rope with a hook", [Find(Thing("rope with a hook"))]),
    ("Go to the second page of the results", [TurnPage(2)]),
    (
        "Choose the blue one, submit the form",
        [Choose("blue one"), Submit()],
    ),
]


@pytest.mark.parametrize(("goal", "tasks"), OTHERS)
def test_what_is_asked_for_in_order(goal: str, tasks: list[Task]) -> None:
    read = read_goal(goal)
    assert [part.task for part in read.parts] == tasks
    assert not read.unread


THINGS: list[tuple[str, Thing]] = [
    (
        "list the recipes under 30 minutes",
        Thing("recipes", bounds=(Bound(None, 30, True, "duration", "minutes"),)),
    ),
    (
        "Find a hotel below 90 euros with free breakfast and at least 4 stars",
        Thing(
            "hotel",
            bounds=(
                Bound(None, 90, True, "price", "euros"),
                Bound(4, None, False, "rating", "stars"),
            ),
            features=(Feature("free breakfast"),),
        ),
    ),
    ("Open the newest article about tides", Thing("tides", rank=Rank("date", True, "newest"))),
    (
        "Find the best rated tent under 200 dollars",
        Thing(
            "tent",
            rank=Rank("rating", True, "best rated"),
            bounds=(Bound(None, 200, True, "price", "dollars"),),
        ),
    ),
    (
        "List flats with at least 3 bedrooms and without a lift",
        Thing(
            "flats",
            bounds=(Bound(3, None, False, "count", "bedrooms"),),
            features=(Feature("lift", is_wanted=False),),
        ),
    ),
    (
        "Find the shortest trail within 5 km",
        Thing(
            "trail",
            rank=Rank("length", False, "shortest"),
            bounds=(Bound(None, 5000, False, "length", "km"),),
        ),
    ),
    ("Show the three cheapest kettles", Thing("kettles", rank=CHEAPEST, count=3)),
    (
        "Find a laptop with 16 GB of memory that is in stock",
        Thing("laptop", features=(Feature("in stock"), Feature("16 GB of memory"))),
    ),
    (
        "List all jobs in Oslo posted in the last 7 days",
        Thing("jobs", "Oslo", bounds=(Bound(None, 10080, False, "age", "day"),)),
    ),
    (
        "Open the topic with the most replies",
        Thing("topic", rank=Rank("count", True, "most replies")),
    ),
    (
        "Find a vegan recipe with fewer than 10 ingredients",
        Thing("vegan recipe", bounds=(Bound(None, 10, True, "count", "ingredients"),)),
    ),
    ("List films since 1999", Thing("films", bounds=(Bound(1999, None, False, "date", "year"),))),
    (
        "Show videos of at least 10 minutes with 4 stars or more",
        Thing(
            "videos",
            bounds=(
                Bound(4, None, False, "rating", "stars"),
                Bound(10, None, False, "duration", "minutes"),
            ),
        ),
    ),
    ("List lamps from $5 to $9", Thing("lamps", bounds=(Bound(5, 9),))),
    (
        "Open the most popular playlist",
        Thing("playlist", rank=Rank("popularity", True, "most popular")),
    ),
    (
        "Open the second newest comment",
        Thing("comment", number=2, rank=Rank("date", True, "newest")),
    ),
]


@pytest.mark.parametrize(("goal", "thing"), THINGS)
def test_what_a_thing_must_be_like(goal: str, thing: Thing) -> None:
    (task,) = _tasks(goal)
    assert isinstance(task, Find | ListAll)
    assert task.thing == thing
    assert not read_goal(goal).unread


@pytest.mark.parametrize(
    ("goal", "thing"),
    [
        ("what is the cheapest tent?", Thing("tent", rank=CHEAPEST)),
        ("Which is the longest bridge?", Thing("bridge", rank=Rank("length", True, "longest"))),
    ],
)
def test_a_question_after_the_first_of_its_kind(goal: str, thing: Thing) -> None:
    (task,) = _tasks(goal)
    assert isinstance(task, Ask) and task.thing == thing


@pytest.mark.parametrize(
    ("goal", "unread"),
    [
        ("Search for flights from Oslo to Rome on 3 June", ("3", "june")),
        ("Go to page 2 of the threads", ()),
        ("Register with the name Ann Lee, urgently", ("urgently",)),
        ("Find the red kettle", ()),
    ],
)
def test_what_no_part_takes_up_is_kept(goal: str, unread: tuple[str, ...]) -> None:
    assert read_goal(goal).unread == unread


@pytest.mark.parametrize(
    ("goal", "kind", "mode"),
    [
        ("favourite the lemon cake recipe", GoalKind.ACTION, TaskMode.FIND),
        ("look up the opening hours", GoalKind.OBJECT, TaskMode.ANSWER),
        ("Show the three cheapest kettles", GoalKind.LIST, TaskMode.FIND),
        ("Ask a question saying Is it new?", GoalKind.ACTION, TaskMode.FIND),
        ("Find a hotel with at least 4 stars", GoalKind.OBJECT, TaskMode.FIND),
        ("Report the last comment as spam", GoalKind.ACTION, TaskMode.FIND),
        ("Find a recipe with fewer than 10 ingredients", GoalKind.OBJECT, TaskMode.FIND),
        ("Save the recipe", GoalKind.ACTION, TaskMode.FIND),
        ("Find silver rings and pin badges", GoalKind.OBJECT, TaskMode.FIND),
        ("Find the silver ring and pin it", GoalKind.ACTION, TaskMode.FIND),
        ("Save the report as a PDF file", GoalKind.OBJECT, TaskMode.DOWNLOAD),
    ],
)
def test_kind_and_mode(goal: str, kind: GoalKind, mode: TaskMode) -> None:
    read = read_goal(goal)
    assert (read.kind, read.mode) == (kind, mode)


def test_the_terms_are_without_values_and_bounds() -> None:
    assert read_goal("book a table for 3 persons on Friday").terms == ("book", "table")
    assert read_goal("list the recipes under 30 minutes").terms == ("recipes",)


def test_a_quote_that_is_never_closed_leaves_a_goal_without_parts() -> None:
    assert read_goal('Find the "red kettle').parts == ()
