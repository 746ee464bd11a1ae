"""Figures in words: counts, spans of time, days, lists."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime


def clock_words(secs: float) -> str:
    """A duration in tabular form: ``0:08``, ``12:30``, ``1:02:03``."""
    whole = max(0, int(secs))
    hours, minutes = whole // 3600, whole // 60 % 60
    if hours:
        return f"{hours}:{minutes:02d}:{whole % 60:02d}"
    return f"{minutes}:{whole % 60:02d}"


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
