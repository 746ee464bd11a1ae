"""What a playback holds against a cassette, and what it lets pass."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.cassettes import Differs, Take, playing

HOME = "/tmp/pilothouse-0/practice-1a/home"
PROMPT = f"""Goal: Save it

<<<SCREEN-1
  DONE 1. Open the page
  SEEN: “Page” is selected.
SCREEN-1>>>
zone_id | role | label
button_save | button | Save
button_quit | button | Quit
Folders: {HOME}
"""
REPLY = '{"steps": [{"action": "click", "zone_id": "button_save", "expect": "file: /tmp/x"}]}'


def body(prompt: str = PROMPT) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": prompt}]}


def take(reply: str = REPLY) -> Take:
    return Take.of(body(), reply)


def test_the_same_is_answered_as_it_was_whatever_else_has_changed() -> None:
    assert take().zones == ("button_save",)
    assert take().verdicts == (("DONE", "Open the page", "SEEN"),)
    other = PROMPT.replace("button_quit | button | Quit", "button_exit | button | Leave")
    assert playing([take()])(body(other)) == REPLY
    untold = PROMPT.replace("SEEN: “Page” is selected.", "NOBODY SAW WHAT CAME OF IT: Nothing.")
    assert playing([Take.of(body(untold), REPLY)])(body()) == REPLY


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ("Goal: Save it", "Goal: Save all"),
        ("  SEEN: “Page” is selected.", "  NOBODY SAW WHAT CAME OF IT: Nothing."),
        ("  DONE 1. Open", "  FAILED: Open"),
        ("button_save | button | Save", "button_store | button | Store"),
    ],
    ids=["another goal", "what was seen is not", "what was done failed", "a zone is missing"],
)
def test_what_a_reply_was_bound_to_must_be_so(was: str, is_now: str) -> None:
    assert was in PROMPT
    with pytest.raises(Differs):
        playing([take()])(body(PROMPT.replace(was, is_now)))


def test_one_call_more_than_there_were_is_no_answer() -> None:
    play = playing([take()])
    play(body())
    with pytest.raises(Differs):
        play(body())


def test_a_reply_goes_to_the_desktop_that_is_there_now() -> None:
    named = take(REPLY.replace("/tmp/x", f"{HOME}/a.txt"))
    there = HOME.replace("1a", "2b")
    assert f"{there}/a.txt" in playing([named])(body(PROMPT.replace(HOME, there)))
