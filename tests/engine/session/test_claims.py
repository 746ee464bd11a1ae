"""A goal is claimed as far as its parts were seen to be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, PressKeys, TypeText, Wait
from engine.domain.conditions import Condition, FileExists, FileSaved, TextShown, ZoneValue
from engine.domain.history import LocalActionHistory, LocalActionNode
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, StepPlace
from engine.domain.risks import Reversibility, StateMark
from engine.domain.verdicts import Verdict
from engine.session.step_ends import DoneSteps

NOTHING = StateMark("", (), (), ())


def claim(
    words: str, verdict: Verdict, action: Action | None = None, intent: str = ""
) -> LocalActionNode:
    step = PlanStep(1, GLOBAL_ZONE_ID, "", action or Click(), words, intent=intent)
    back = Reversibility.fully("")
    node = LocalActionNode(StepPlace(1, 1), step, NOTHING, NOTHING, back, verdict=verdict)
    return replace(node, is_done=True)


def done(claims: list[LocalActionNode]) -> DoneSteps:
    return DoneSteps(LocalActionHistory(claims), None)


SEEN, UNSEEN = Verdict.SEEN, Verdict.CANT_TELL
SAVED = claim("save", SEEN)
SAVED = replace(SAVED, step=replace(SAVED.step, expected_change=FileSaved("/x", "Hello you")))

LOOKED = replace(SAVED, step=replace(SAVED.step, action=Wait(1.0)))


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
        ([claim("enter", UNSEEN, PressKeys(("return",))), LOOKED], []),
        ([claim("enter", UNSEEN, PressKeys(("return",))), SAVED], ["enter"]),
        ([claim("other", UNSEEN, PressKeys(("f5",))), LOOKED], ["other"]),
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
        "it was looked what came of a line that was confirmed",
        "something else was done that brought a file",
        "another key confirms no line",
    ],
)
def test_what_was_done_and_not_seen(claims: list[LocalActionNode], not_seen: list[str]) -> None:
    assert [step.description for step in done(claims).done_not_seen] == not_seen


HELD = ZoneValue("name", "Name", "Ann")


@pytest.mark.parametrize(
    ("expected", "last"),
    [
        ([(HELD, SEEN)], (HELD,)),
        ([(HELD, UNSEEN)], ()),
        ([(HELD, SEEN), (TextShown("Saved"), SEEN)], ()),
        ([(FileSaved("/x", "a"), SEEN), (HELD, SEEN)], (HELD, FileExists("/x", "a"))),
    ],
    ids=["a value", "one that nobody saw", "what came then may have changed it", "and a file"],
)
def test_what_must_still_be_so_at_the_end(
    expected: list[tuple[Condition, Verdict]], last: tuple[Condition, ...]
) -> None:
    claims = [claim("do it", verdict) for _, verdict in expected]
    claims = [
        replace(one, step=replace(one.step, expected_change=condition))
        for one, (condition, _) in zip(claims, expected, strict=True)
    ]
    assert done(claims).lasting == last
