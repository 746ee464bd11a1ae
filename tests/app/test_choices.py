"""Which surface goes with which mode, what an address is, and whether questions are answered."""

from __future__ import annotations

import pytest

from app.choices import prompts_are_answered, start_address, surface_and_mode
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
        ("browser", "director", "The director works on desktops"),
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
    assert prompts_are_answered({})


def test_a_word_that_is_neither_yes_nor_no_is_refused() -> None:
    with pytest.raises(NameUnknown, match="INTERACTIVE_PROMPTS is “perhaps”"):
        prompts_are_answered({"INTERACTIVE_PROMPTS": "perhaps"})
