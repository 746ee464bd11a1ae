"""The terminal tells of a local plan under its step: numbers, decisions, what was taken back."""

from __future__ import annotations

import io
from dataclasses import replace

from rich.console import Console

from app.progress import ProgressPrinter
from engine.domain.events import Event, SituationObserved, StepEnded
from engine.domain.performing import ReversalEnded, ReversalStarted
from engine.domain.verdicts import Verdict
from engine.domain.web.events import GoalRead
from engine.domain.web.pages import GoalKind, TaskMode
from tests.engine.record.runs import PAGE, recorded_run, typical_run, web_pass
from tests.support.explored_run import explored_run


def lines(*events: Event) -> list[str]:
    """What the terminal shows, each line without its time."""
    screen = io.StringIO()
    printer = ProgressPrinter(Console(file=screen, width=200, no_color=True))
    for recorded in recorded_run(*events):
        printer.show(recorded)
    return [line.partition("s  ")[2] or line for line in screen.getvalue().splitlines()]


def test_a_local_plan_is_told_under_its_step() -> None:
    shown = [line.rstrip() for line in lines(*typical_run())]
    begin = next(i for i, line in enumerate(shown) if "Local plan towards" in line)
    end = next(i for i, line in enumerate(shown) if "towards step 1: reached" in line)
    assert shown[begin : end + 1] == [
        "    ⤷ Local plan towards step 1: the window “Save As” is there · 10 iterations at most"
        " · no dialog came",
        "  Model proposal · small · 980 tokens · cost 0.0020 · 800 ms",
        "      1.1  Click File · reversible: Escape closes it.",
        "      1.1  explore · 2.0 → 1.5 · Further away. · options 0 of 1",
        "      1.2  Press Ctrl+Shift+S · follows option “try_keys” of 1.1"
        " · reversible: Escape closes it.",
        "      1.2  revert, by the operator (the rule said retain) · 1.5 → 1.5"
        " · The operator decided. · options 1 of 1",
        "      You decided: go back to before 1.1",
        "      You decided: by hand: Click “Save”",
        "      ↩ Goes back 1.2, 1.1, by the operator",
        "      1.3  1.2, 1.1 taken back · press Escape · restored · 0 ms",
        "      1.4  Press Ctrl+Shift+S · reversible: Escape closes it.",
        "      1.4  goal reached · 2.0 → 10.0 · The goal is reached.",
        "    ⤷ Local plan towards step 1: reached: Reached in 3 iterations.",
    ]


def test_what_could_not_be_taken_back_is_said_with_what_differs() -> None:
    planned = typical_run()[:20]
    went = (
        ReversalStarted(1, 2, 1, ("1.2", "1.1"), "operator"),
        ReversalEnded(
            1, 2, 1, Verdict.CONTRADICTED, ("1.2",), ("press Ctrl+Z",), ("a window is gone",)
        ),
    )
    first, second = (line.strip() for line in lines(*planned, *went)[-2:])
    assert first == "↩ Goes back step 2, step 1, by the operator"
    assert (
        second == "2.1  step 2 taken back · press Ctrl+Z · not restored · a window is gone · 0 ms"
    )


def test_a_closer_look_says_why() -> None:
    why = "nothing in the window “xclock” can be acted upon"
    seen = SituationObserved("first look", "p", "z", 8, 6, 2, ("xclock",), 900.0, False)
    assert not any("vision" in line for line in lines(*typical_run()[:1], seen))
    told = lines(*typical_run()[:1], replace(seen, asked_vision_because=why))
    assert told[-1].endswith(f"a vision model was asked: {why}")


def test_of_walks_their_number_is_told_and_not_each_step() -> None:
    screen = io.StringIO()
    printer = ProgressPrinter(Console(file=screen, width=200, no_color=True))
    for recorded in explored_run().events:
        printer.show(recorded)
    told = screen.getvalue()
    first, last = told.index("Walk 1 for finding 1"), told.index("Walk 4 for finding 1")
    assert "✓" not in told[first:last]
    assert "✓" in told[:first], "of groups each step is told"


def test_a_run_on_the_web_is_told_page_by_page() -> None:
    started = replace(typical_run()[0], mode="navigator", surface="browser")  # type: ignore[call-arg]
    goal = GoalRead(GoalKind.OBJECT, TaskMode.FIND, proofs=("Red kettle", "31 EUR"))
    later = (
        goal,
        replace(PAGE, step=2),
        replace(PAGE, step=3, trouble="the server does not answer"),
    )
    told = [line.split("s  ", 1)[-1].strip() for line in lines(started, *web_pass(), *later)]
    assert told[1:] == [
        "the navigator on browser, thinker offline, ask each, session run",
        "Goal: one thing, to find it · blue, kettle",
        "Page “Kettles” · http://127.0.0.1/shop · lists several things · 84 elements · 60 told",
        "▲ Stage Context: the page lists things alike",
        "⊘ Refused “done” at stage context: too early to be done",
        "⟳ pass 1 · Try again: the proposal was refused",
        "Progress 40%, nearer · two words of the goal stand in the title",
        "list.pdf was saved. It is /tmp/list.pdf",
        "Goes on after it broke off, at http://127.0.0.1/shop",
        "Goal: one thing, to find it · reached where the page shows “Red kettle” and “31 EUR”",
        "! the server does not answer",
    ]


def test_a_step_that_was_given_up_before_it_was_done_is_told() -> None:
    """As where a guest takes its call back while it is asked about."""
    shown = lines(*typical_run()[:20], StepEnded(1, 2, "abandoned", None))
    assert shown[-1].strip().startswith("– "), shown
