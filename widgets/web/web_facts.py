"""What is told of the page that a run on the web stands on, and of the run itself."""

from __future__ import annotations

from collections.abc import Sequence

from engine.domain.lifecycle import StepState
from engine.domain.web.events import PageSeen
from engine.language.sentences.figures import count_words
from engine.language.sentences.run import STATE_WORDS
from engine.language.sentences.web import (
    KIND_WORDS,
    MODE_WORDS,
    PAGE_WORDS,
    counter_facts,
    note_words,
    proposed_words,
)
from engine.record.views.run_state import SegmentView, StepView
from engine.record.views.web_views import WebView
from widgets.kit.fact import Fact
from widgets.kit.rejections import why_rejected

LAST_FEW = 4


def web_facts(view: WebView, segments: Sequence[SegmentView] = ()) -> tuple[Fact, ...]:
    """The goal as it was read, the last action, the page, the counters that are not nought,
    refusals and notes. ``segments`` are the run's: on the web each is one action."""
    goal = view.goal
    facts: list[Fact] = []
    if goal is not None:
        facts.append(Fact("Goal", f"{KIND_WORDS[goal.goal_kind]}, to {MODE_WORDS[goal.task_mode]}"))
        facts.append(Fact("Words", ", ".join(goal.terms)))
    facts += _action_facts(segments)
    if view.page is not None:
        facts += _page_facts(view.page)
        facts.append(Fact("Pages", str(view.page_count)))
    refused = [f"{proposed_words(each.action)}: {each.why}" for each in view.refused[-LAST_FEW:]]
    facts.append(Fact("Refused", "\n".join(refused)))
    facts.append(Fact("Saved", "\n".join(each.path for each in view.downloads[-LAST_FEW:])))
    notes = [note_words(each) for each in view.notes if each not in view.downloads]
    facts.append(Fact("Browser", "\n".join(notes[-LAST_FEW:])))
    kept = view.checkpoint
    facts.append(Fact("Kept", f"at pass {kept.step}" if kept is not None else ""))
    return tuple(fact for fact in facts if fact.value)


def _page_facts(page: PageSeen) -> list[Fact]:
    elements = count_words(page.element_count, "element")
    counters = [f"{number} {words}" for words, number in counter_facts(page) if number]
    return [
        Fact("Page", page.title or "without a title"),
        Fact("Address", page.url, is_technical=True),
        Fact(
            "Looks like",
            f"a page that {PAGE_WORDS[page.page_type]}"
            if page.page_type.value != "other"
            else PAGE_WORDS[page.page_type],
        ),
        Fact("Trouble", page.trouble),
        Fact("Elements", f"{elements}, {page.mapping_count} told to the thinker"),
        Fact("Avoided", "\n".join(f"“{name}”" for name in page.avoided)),
        Fact("Counters", "\n".join(counters)),
    ]


def _action_facts(segments: Sequence[SegmentView]) -> list[Fact]:
    """The last that was chosen and why, and what came of those before it."""
    steps = [(segment, view) for segment in segments for view in segment.steps]
    if not steps:
        return []
    segment, view = steps[-1]
    before = [f"{_outcome(each)}: {_title(each)}" for _, each in steps[-1 - LAST_FEW : -1]]
    return [
        Fact("Action", f"{_title(view)} ({_outcome(view)})"),
        Fact("Because", segment.reason),
        Fact("Failed", view.detail if view.state is StepState.FAILED else ""),
        Fact("Rejected", why_rejected(view) if view.state is StepState.REJECTED else ""),
        Fact("Before it", "\n".join(before)),
    ]


def _title(view: StepView) -> str:
    return (view.performed or view.step).description


def _outcome(view: StepView) -> str:
    """``done, confirmed``, ``failed, 2 attempts``."""
    parts = [STATE_WORDS[view.state]]
    if view.effect is not None and view.state is StepState.DONE:
        parts.append(view.effect.value)
    if view.attempts > 1:
        parts.append(count_words(view.attempts, "attempt"))
    return ", ".join(parts)
