"""Figures in words: counts, spans of time, days, lists, what models cost; and the form in which an
event is told."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from engine.domain.models import CallCause, TokenUsage


def clock_words(secs: float) -> str:
    """A duration in tabular form: ``0:08``, ``12:30``, ``1:02:03``."""
    whole = max(0, int(secs))
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02d}:{whole % 60:02d}" if hours else f"{minutes}:{whole % 60:02d}"


def span_words(ms: float) -> str:
    """A short span for reading: ``340 ms``, ``2.1 s``, ``1:05``."""
    if ms < 1000:
        return f"{ms:.0f} ms"
    return f"{ms / 1000:.1f} s" if ms < 60_000 else clock_words(ms / 1000)


def day_words(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M")


def count_words(count: int, noun: str) -> str:
    """``1 step``, ``2 steps``, ``1,200 actions``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def numbered(lines: Iterable[str]) -> str:
    """A line for each, with its number in front."""
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def joined(words: str, more: str) -> str:
    """``words: more``; without the colon where there is no more."""
    return f"{words}: {more}" if more else words


CAUSE_WORDS: dict[CallCause, str] = {
    "plan": "planning",
    "replan": "replanning",
    "look": "looking",
    "proposal": "local planning",
    "distance": "distances",
    "revert": "going back",
    "vision": "vision",
    "explore": "action groups",
    "judge": "progress",
}

NO_PRICE = "no price known"


def short_count(count: float) -> str:
    """``980``, ``1.2k``, ``46k``, ``1.3M``: where there is little room."""
    if count < 1000:
        return f"{count:.0f}"
    number, unit = (count / 1000, "k") if count < 999_500 else (count / 1_000_000, "M")
    return f"{number:.1f}{unit}" if number < 9.95 else f"{number:.0f}{unit}"


def money_words(cost: float | None) -> str:
    """An amount in the price table's own currency: ``0.0041``, ``1.25``."""
    if cost is None:
        return NO_PRICE
    if cost and cost < 0.1:
        return f"{cost:.4f}" if cost >= 0.00005 else "under 0.0001"
    return f"{cost:.2f}"


def usage_words(usage: TokenUsage) -> str:
    """``prompt 1,200 (of it cached 600), completion 150``; with how they were counted."""
    prompt = f"prompt {usage.prompt:,}{_parts(cached=usage.cached, written=usage.written)}"
    completion = f"completion {usage.completion:,}{_parts(thought=usage.reasoning)}"
    return f"{prompt}, {completion}{', estimated' if usage.is_estimated else ''}"


def _parts(**tokens: int) -> str:
    told = ", ".join(f"{name} {count:,}" for name, count in tokens.items() if count)
    return f" (of it {told})" if told else ""


def same_words(same_bytes: int, sent_bytes: int) -> str:
    """``82 % of its bytes as before``; empty where nothing was counted, as in older records."""
    return f"{same_bytes / sent_bytes:.0%} of its bytes as before" if sent_bytes else ""


class Told(NamedTuple):
    """``kind`` in one to three words, such as ``Replan``; ``summary`` on one line. Read one after
    the other they make a sentence of sorts: ``Replan number 1: a dialog came``."""

    kind: str
    summary: str
