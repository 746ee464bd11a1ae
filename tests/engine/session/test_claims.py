"""A goal is claimed as far as its parts were seen to be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, TypeText
from engine.domain.conditions import FileSaved
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.verdicts import Verdict
from engine.session.claims import Claimed, done_not_seen


def claim(words: str, verdict: Verdict, action: Action | None = None, intent: str = "") -> Claimed:
    step = PlanStep(1, GLOBAL_ZONE_ID, "", action or Click(), words, intent=intent)
    return Claimed(step, verdict)


SEEN, UNSEEN = Verdict.SEEN, Verdict.CANT_TELL
SAVED = claim("save", SEEN)
SAVED = replace(SAVED, step=replace(SAVED.step, expected_change=FileSaved("/x", "Hello you")))


@pytest.mark.parametrize(
    ("claims", "not_seen"),
    [
        ([claim("a", SEEN), claim("b", SEEN)], []),
        ([claim("a", SEEN), claim("b", UNSEEN)], ["b"]),
        ([claim("a", UNSEEN), claim("b", SEEN)], ["a"]),
        ([claim("a", UNSEEN, intent="1"), claim("b", SEEN, intent="1")], []),
        ([claim("a", UNSEEN, intent="1"), claim("b", SEEN, intent="2")], ["a"]),
        ([claim("b", SEEN, intent="1"), claim("a", UNSEEN, intent="1")], ["a"]),
        ([claim("type", UNSEEN, TypeText("Hello")), SAVED], []),
        ([claim("type", UNSEEN, TypeText("Hullo")), SAVED], ["type"]),
    ],
    ids=[
        "all seen",
        "the last not seen",
        "another part does not bear it",
        "the end of its part bears it",
        "that of another part does not",
        "what came before bears nothing",
        "its text is in the file",
        "another text is",
    ],
)
def test_what_was_done_and_not_seen(claims: list[Claimed], not_seen: list[str]) -> None:
    assert [step.description for step in done_not_seen(claims)] == not_seen
