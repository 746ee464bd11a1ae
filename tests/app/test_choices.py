"""Which surface goes with which mode, what an address is, and whether questions are answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.choices import (
    AddressUnusable,
    RunChoices,
    begun_at,
    check_beginning,
    prompts_are_answered,
    start_address,
    start_words,
    surface_and_mode,
)
from engine.domain.errors import NameUnknown


@pytest.mark.parametrize(
    ("surface", "mode", "meant"),
    [
        ("", "", ("practice", "director")),
        ("screen", "", ("screen", "director")),
        ("", "director", ("practice", "director")),
        ("", "navigator", ("browser", "navigator")),
        ("browser", "", ("browser", "navigator")),
        ("browser:example.org", "", ("browser:example.org", "navigator")),
        ("browser:example.org", "navigator", ("browser:example.org", "navigator")),
        ("browser:example.org", "director", ("browser:example.org", "director")),
        ("", "explorer", ("practice", "explorer")),
        ("display:1", "explorer", ("display:1", "explorer")),
        ("browser:example.org", "explorer", ("browser:example.org", "explorer")),
    ],
)
def test_surface_and_mode_follow_from_each_other(
    surface: str, mode: str, meant: tuple[str, str]
) -> None:
    assert surface_and_mode(surface, mode) == meant


@pytest.mark.parametrize(
    ("surface", "mode", "words"),
    [
        ("practice", "navigator", "not on the surface “practice”. Leave --surface out"),
        ("display:1", "navigator", "works in a browser"),
        ("", "pilot", "no mode called “pilot”. The modes are: director, navigator and explorer"),
    ],
)
def test_what_does_not_go_together_is_refused_in_words(surface: str, mode: str, words: str) -> None:
    with pytest.raises(NameUnknown) as refused:
        surface_and_mode(surface, mode)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("surface", "address"),
    [
        ("browser", ""),
        ("browser:", ""),
        ("browser:example.org/a?b=c", "https://example.org/a?b=c"),
        ("browser:http://example.org", "http://example.org"),
        ("browser:127.0.0.1:8000/shop", "http://127.0.0.1:8000/shop"),
        ("browser:localhost:8000", "http://localhost:8000"),
        ("browser:[::1]:8000", "http://[::1]:8000"),
        ("browser:about:blank", "about:blank"),
    ],
)
def test_an_address_may_be_said_as_people_do(surface: str, address: str) -> None:
    assert start_address(surface) == address


@pytest.mark.parametrize("said", ["browser:two words", "browser:javascript://x", "browser:ftp://x"])
def test_what_is_no_address_is_refused(said: str) -> None:
    with pytest.raises(NameUnknown, match="not an address"):
        start_address(said)


@pytest.mark.parametrize(
    ("said", "is_answered"),
    [("", True), ("1", True), (" Yes ", True), ("0", False), ("off", False)],
)
def test_the_environment_says_whether_questions_wait(said: str, is_answered: bool) -> None:
    assert prompts_are_answered({"INTERACTIVE_PROMPTS": said}) is is_answered
    assert prompts_are_answered({}) and not prompts_are_answered({}, otherwise=False)
    assert prompts_are_answered({"INTERACTIVE_PROMPTS": "1"}, otherwise=False)


def test_a_word_that_is_neither_yes_nor_no_is_refused() -> None:
    with pytest.raises(NameUnknown, match="INTERACTIVE_PROMPTS is “perhaps”"):
        prompts_are_answered({"INTERACTIVE_PROMPTS": "perhaps"})


@pytest.mark.parametrize(
    ("goal", "surface"),
    [
        ("Find the kettle on shop.example", "browser:shop.example"),
        ("Find the kettle on shop.example.", "browser:shop.example"),
        ("Open https://a.example/b?c=d, and tell", "browser:https://a.example/b?c=d"),
        ("Go to 127.0.0.1:8000/shop/ and add a rope", "browser:127.0.0.1:8000/shop/"),
        ("Compare one.example with two.example", "browser:one.example"),
        ("Find the kettle", "browser"),
        ("Download list.txt", "browser"),
        ("Write to bob@shop.example", "browser"),
        ("Find the weather of St.Louis", "browser"),
        ("Pay 12.50 for it", "browser"),
        ("Open notes.ipynb", "browser"),
        ("Read about sys.path", "browser"),
    ],
)
def test_a_browser_without_an_address_begins_where_the_goal_says(goal: str, surface: str) -> None:
    assert begun_at("browser", goal) == surface
    assert begun_at("browser:", goal).rstrip(":") == surface


def test_an_address_that_was_named_counts_before_the_goals() -> None:
    assert begun_at("browser:one.example", "Find it on two.example") == "browser:one.example"
    assert begun_at("practice", "Find it on two.example") == "practice"


def test_where_no_site_is_named_it_is_said_how_to_name_one() -> None:
    said = start_words(RunChoices("Find the cap", "browser"))
    assert "name it in the goal or say --surface browser:https://example.org" in said
    named = start_words(RunChoices("Find the cap", "browser:shop.example"))
    assert named == "Starting the browser at https://shop.example …"
    assert start_words(RunChoices("Open Mousepad", "practice")) == ""


def test_without_a_model_a_run_on_the_web_needs_a_page_to_begin_with() -> None:
    choices = RunChoices("Open Tools", "browser", mode="navigator")
    with pytest.raises(AddressUnusable, match="no page to begin with"):
        check_beginning(choices)
    for fine in (
        replace(choices, surface="browser:shop.example"),
        replace(choices, thinker="model"),
        replace(choices, resumes="4f6"),
    ):
        check_beginning(fine)


def test_on_the_web_the_director_needs_a_model() -> None:
    choices = RunChoices("Open Tools", "browser:shop.example")
    with pytest.raises(NameUnknown, match="the director needs a model"):
        check_beginning(choices)
    check_beginning(replace(choices, thinker="model"))
