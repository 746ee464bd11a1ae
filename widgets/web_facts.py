"""What is told of the page that a run on the web stands on, and of the run itself."""

from __future__ import annotations

from engine.domain.web.events import PageSeen
from engine.record.projection import WebView
from widgets.fact import Fact
from widgets.web_words import (
    KIND_WORDS,
    MODE_WORDS,
    PAGE_WORDS,
    counter_facts,
    note_words,
    proposed_words,
)
from widgets.words import count_words

LAST_FEW = 4


def web_facts(view: WebView) -> tuple[Fact, ...]:
    """The goal as it was read, the page, the counters that are not nought, refusals and notes."""
    goal = view.goal
    facts: list[Fact] = []
    if goal is not None:
        facts.append(Fact("Goal", f"{KIND_WORDS[goal.goal_kind]}, to {MODE_WORDS[goal.task_mode]}"))
        facts.append(Fact("Words", ", ".join(goal.terms)))
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
        Fact("Counters", "\n".join(counters)),
    ]
