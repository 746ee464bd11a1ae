"""What a server tells a page's scripts once more, and what of a deed that bears."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from engine.domain.web.pages import Answer, Page, WebElement
from engine.modes.navigator.reading_back import Sent
from engine.modes.navigator.told_anew import told_anew
from tests.engine.modes.navigator.test_confirming import field, send

SHORE, NOON = "By the shore", "At noon"
Keeps = Callable[[dict[str, Any]], object]


def told_of(
    has: dict[str, Any],
    keeps: Keeps,
    given: object,
    *typed: str,
    goal: str = "",
    pressed: WebElement | None = None,
    answers: tuple[Answer, ...] = (),
    awaited: tuple[Answer, ...] = (),
) -> str:
    """What is told of a deed of which the server made something of what it has."""
    now = deepcopy(has)
    keeps(now)
    body = "" if given is None else json.dumps(given)
    answers = answers or (Answer(1, "POST", "/deed", 200, sent=body),)
    old = Page("http://site/", "Site", readings={"/all": json.dumps(has)}, awaited=awaited)
    live = replace(old, answers=answers)
    fresh = replace(old, readings={"/all": json.dumps(now), "/other": "{}"})
    fields = [field(f"f{at}", each) for at, each in enumerate(typed)]
    fields = [replace(e, tag="select") if e.value in (SHORE, NOON) else e for e in fields]
    sent = Sent(tuple(fields), typed, about=goal)
    return told_anew(sent, pressed or send("Reserve"), old, live, fresh)


WALKS: dict[str, Any] = {
    "walkers": [{"id": 1, "name": "Nora", "way": "Ridge", "place": 4, "kind": "guest"}],
    "hour": "08:00",
    "others": [],
    "log": [],
}
INES = {"name": "Ines", "way": "shore"}


def joins(**more: object) -> Keeps:
    kind = {"id": 2, "place": 5, "kind": "guest"}
    return lambda has: has["walkers"].append({**INES, **kind, **more})


@pytest.mark.parametrize(
    ("keeps", "is_told"),
    [
        (joins(), True),
        (joins(at="2026-11-30T08:01:00Z", token="3fa85f64-5717-4562-b3fc-2c963f66afa6"), True),
        (lambda has: None, False),
        (lambda has: has.update(hour="08:01"), False),
        (lambda has: (joins()(has), has.update(hour="08:01")), True),  # a clock
        (joins(name="Bo"), False),
        (joins(name="Ines Two"), False),  # it merely holds the text
        (joins(way="Ridge"), False),
        (joins(state="on the list"), False),  # it says more than the others
        (joins(kind="staff"), False),
        (joins(confirmed=False), False),
        (joins(confirmed=0), False),
        (joins(confirmed=0), False),
        (joins(note="sold out"), False),
        (lambda has: (joins()(has), joins(name="Bo")(has)), False),  # one of two
        (lambda has: has["walkers"][0].update(INES), False),  # in place of another's
        (lambda has: has.update(last=INES), False),  # an echo
        (lambda has: has.update(attempts=[INES]), False),
        (lambda has: has["log"].append(INES), False),  # the list of its kind has it not
        (lambda has: has["log"].append("Ines asks for shore"), False),
        (lambda has: has.update(error="The walk is full"), False),
        (lambda has: (joins()(has), has.update(error="The walk is full")), False),
        (lambda has: (joins()(has), has["log"].append("Ines")), False),  # who knows which is it
    ],
)
def test_a_new_record_bears_what_was_typed(keeps: Keeps, is_told: bool) -> None:
    told = told_of(WALKS, keeps, INES, "Ines", SHORE)
    assert told == ("asked once more, the server tells of “By the shore”" if is_told else "")


def test_the_first_record_of_a_list_says_no_more_than_was_sent() -> None:
    has: dict[str, Any] = {"walkers": []}
    assert told_of(has, lambda now: now["walkers"].append({"id": 7, **INES}), INES, "Ines")
    more = {**INES, "state": "asked for"}
    assert not told_of(has, lambda now: now["walkers"].append(more), INES, "Ines")


def test_it_needs_a_list_that_was_there_and_something_that_tells() -> None:
    new: Keeps = lambda has: has.update(walkers=[INES])  # noqa: E731
    assert not told_of({"hour": "08:00"}, new, INES, "Ines")
    assert told_of({"walkers": []}, new, INES, "Ines")
    assert not told_of({"last": {}}, lambda has: has.update(last=INES), INES, "Ines")
    assert not told_of({"nights": [["8"]]}, lambda has: has["nights"].append("3"), ["3"], "3")
    assert not told_of({"nights": [["8"]]}, lambda has: has["nights"].append(["3"]), ["3"], "3")
    calls: dict[str, Any] = {"calls": [{"name": "Bo"}]}
    assert not told_of(calls, lambda has: has["calls"].append(INES), INES)  # nothing was typed


@pytest.mark.parametrize("place", ["drafts", "failed", "rejected", "queue", "pending"])
def test_where_it_stands_may_say_that_it_is_not_done(place: str) -> None:
    has: dict[str, Any] = {place: []}
    assert not told_of(has, lambda now: now[place].append(INES), INES, "Ines")


def test_it_is_no_word_of_the_server_s_where_it_may_be_of_something_else() -> None:
    ines = (WALKS, joins(), INES, "Ines")
    assert told_of(*ines)
    assert not told_of(*ines, "with a long rope")  # the page sent less than was typed
    assert not told_of(*ines, SHORE, "Tom")
    assert not told_of(*ines, SHORE, NOON)
    assert not told_of(*ines, pressed=send("Publish"))
    assert not told_of(WALKS, joins(), {"name": "Bo"}, "Ines")  # another was sent
    took = Answer(1, "POST", "/deed", 200, sent=json.dumps(INES))
    news = Answer(2, "POST", "/news", 200, sent='{"seen": "walks"}', is_of_typed=False)
    assert told_of(*ines, answers=(took, news))
    assert not told_of(*ines, answers=(took, replace(news, status=500)))
    assert not told_of(*ines, answers=(replace(took, status=202),))
    assert not told_of(*ines, answers=(replace(took, word="no"),))
    assert not told_of(*ines, answers=(replace(took, number=0),))  # of before
    assert not told_of(*ines, answers=(replace(took, sent="name=Ines"),))
    assert not told_of(*ines, awaited=(took,))  # one of before may come to be kept as late


RULES: dict[str, Any] = {"rules": {"night": "closed", "bell": "no"}, "boats": [{"name": "Tern"}]}
OPEN = {"night": "open", "bell": "yes"}


@pytest.mark.parametrize(
    ("keeps", "is_told"),
    [
        (lambda has: has["rules"].update(OPEN), True),
        (lambda has: None, False),
        (lambda has: has["rules"].update(night="open"), False),
        (lambda has: has["rules"].update(night="shut", bell="yes"), False),
        (lambda has: has["rules"].update(OPEN, by="another"), False),
        (lambda has: has.update(draft=OPEN), False),
        (lambda has: has["boats"][0].update(name="Gull"), False),
    ],
)
def test_settings_that_were_chosen_are_told(keeps: Keeps, is_told: bool) -> None:
    told = told_of(RULES, keeps, OPEN, goal="click 'The gate is open', click Save rules")
    assert bool(told) is is_told


def test_what_was_tried_last_is_no_setting() -> None:
    has = {**RULES, "last": {"night": "closed", "bell": "no"}}
    assert not told_of(has, lambda now: now["last"].update(OPEN), OPEN)
    assert not told_of(RULES, lambda now: now["rules"].update(OPEN), OPEN, "open")  # an echo


@pytest.mark.parametrize(
    ("way", "button", "now", "is_told"),
    [
        ("PUT /all", "Go", {"night": "open", "bell": "yes"}, True),
        ("POST /all", "Save rules", {"night": "open", "bell": "yes"}, True),
        ("POST /all", "Go", {"night": "open", "bell": "yes"}, False),
        ("PUT /rules", "Save rules", {"night": "open", "bell": "yes"}, False),
        ("PUT /all", "Go", {"night": "shut", "bell": "yes"}, False),
        ("PUT /all", "Go", {"night": "open", "bell": "yes", "state": "pending"}, False),
    ],
)
def test_what_was_typed_of_settings_is_told_where_it_was_to_be_kept(
    way: str, button: str, now: dict[str, str], *, is_told: bool
) -> None:
    method, path = way.split()
    took = Answer(1, method, path, 200, sent=json.dumps(OPEN))
    told = told_of(
        {"night": "closed", "bell": "no"},
        lambda has: has.update(now),
        OPEN,
        "open",
        pressed=send(button),
        answers=(took,),
    )
    assert bool(told) is is_told


CREWS: dict[str, Any] = {
    "boats": [
        {"name": "Heron", "crew": ["Ann"], "port": {"name": "North", "berth": 3}},
        {"name": "Gannet", "crew": ["Tom", "Ida"], "port": {"name": "South", "berth": 5}},
    ]
}


@pytest.mark.parametrize(
    ("keeps", "is_told"),
    [
        (lambda boats: boats.pop(1), True),
        (lambda boats: boats.pop(0), False),
        (lambda boats: boats[1].update(crew=[]), False),
        (lambda boats: boats[1]["port"].update(name="closed"), False),
    ],
)
def test_a_record_goes_with_its_parts(keeps: Keeps, is_told: bool) -> None:
    press = send("Scrap", form="", context="Gannet Tom Ida")
    assert bool(told_of(CREWS, lambda has: keeps(has["boats"]), None, pressed=press)) is is_told


@pytest.mark.parametrize(
    ("more", "is_told"),
    [
        ({"port": {"name": "North", "berth": 4}}, True),
        ({"port": {"name": "North"}, "crew": []}, False),
        ({"port": {"name": "North", "word": "not yet"}}, False),
        ({"port": {"name": "North"}, "errors": {"crew": "Bo is aboard another"}}, False),
    ],
)
def test_a_new_record_has_parts_of_its_own(more: dict[str, Any], is_told: bool) -> None:
    ours = {"name": "Plover", "crew": ["Bo"]}
    keeps: Keeps = lambda has: has["boats"].append({**ours, **more})  # noqa: E731
    goal = "type 'Plover' into Name, choose North in Port"
    given = {**ours, "port": "North"}
    assert bool(told_of(CREWS, keeps, given, "Plover", goal=goal)) is is_told


WATCH: dict[str, Any] = {
    "watch": [
        {"name": "Bo", "post": "deck", "on": True, "hours": 3},
        {"name": "Silas", "post": "deck", "on": True},
    ]
}


@pytest.mark.parametrize(
    ("keeps", "is_told"),
    [
        (lambda watch: watch.pop(1), True),
        (lambda watch: watch[1].update(on=False), False),  # of which nothing was sent
        (lambda watch: watch[1].update(state="Sign off"), False),
        (lambda watch: watch[1].update(hours=1), False),
        (lambda watch: watch[1].update(on=None), False),
        (lambda watch: watch[0].update(on=False), False),
        (lambda watch: watch.pop(0), False),
        (lambda watch: watch.clear(), False),
        (lambda watch: [each.update(on=False) for each in watch], False),
    ],
)
@pytest.mark.parametrize("given", [{"name": "Silas"}, None])
def test_a_press_in_a_row_is_told_of_its_own_record(
    keeps: Keeps, is_told: bool, given: object
) -> None:
    press, goal = send("Sign off", form="", context="Silas deck"), "Sign off Bo, Sign off Silas"
    told = told_of(WATCH, lambda has: keeps(has["watch"]), given, goal=goal, pressed=press)
    assert bool(told) is is_told


@pytest.mark.parametrize(
    ("keeps", "is_told"),
    [
        (lambda watch: watch[1].update(on=False), True),
        (lambda watch: watch[1].update(on=0), True),
        (lambda watch: watch[1].update(on=False, error="no one is there"), False),
        (lambda watch: watch[1].update(on=False, note="asked for"), False),
        (lambda watch: watch[0].update(on=False), False),
        (lambda watch: [each.update(on=False) for each in watch], False),
    ],
)
def test_a_record_reads_otherwise_as_it_was_sent(keeps: Keeps, is_told: bool) -> None:
    press, given = send("Sign off", form="", context="Silas deck"), {"name": "Silas", "on": False}
    told = told_of(WATCH, lambda has: keeps(has["watch"]), given, pressed=press)
    assert bool(told) is is_told


def test_a_record_goes_by_what_was_sent_and_by_what_names_it() -> None:
    has = {"booked": [{"id": 1, "name": "Tom"}, {"id": 2, "name": "Ann"}]}
    press = send("Cancel", form="", context="Tom")
    assert told_of(has, lambda now: now["booked"].pop(0), {"id": 1}, pressed=press)
    assert not told_of(has, lambda now: now["booked"].pop(0), {"id": 2}, pressed=press)
    assert not told_of(has, lambda now: now["booked"].pop(1), {"id": 2}, pressed=press)
    assert not told_of(has, lambda now: now["booked"].pop(1), {"name": "Ann"}, "Ann", goal="Ann")
    ann: dict[str, Any] = {"booked": [{"name": "Ann"}]}
    assert told_of(ann, lambda now: now["booked"].clear(), {"name": "Ann"}, goal="Ann")
    assert not told_of(ann, lambda now: now["booked"].clear(), {"name": "Ann"}, "Ann", goal="Ann")
    form = (Answer(1, "POST", "/away", 200, sent="name=Tom"),)  # who knows of whom
    assert not told_of(ann, lambda now: now["booked"].clear(), None, goal="Ann", answers=form)


@pytest.mark.parametrize(
    ("row", "is_told"),
    [
        (["Shepherds", 3], True),
        (["Upper hut", 3], False),
        (["Shepherds", 4], False),
        (["Shepherds", 3, "refused"], False),
    ],
)
def test_rows_without_names_are_told_by_what_they_hold(row: list[object], is_told: bool) -> None:
    has: dict[str, Any] = {"nights": [["Upper hut", 8]]}
    given = {"hut": "Shepherds", "sleepers": 3}
    assert bool(told_of(has, lambda now: now["nights"].append(row), given, "3")) is is_told
