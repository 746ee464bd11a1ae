"""Playwright tells in several ways that a page went away while it was worked on."""

from __future__ import annotations

from playwright.async_api import Error

_CLOSED_WORDS = ("has been closed", "Target crashed", "Page crashed", "Target closed")


def is_closed(problem: Error) -> bool:
    """Whether the page, or the whole browser, is gone."""
    return any(words in problem.message for words in _CLOSED_WORDS)
