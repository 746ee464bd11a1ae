"""What labels say beyond their words, and how texts stand in descriptions."""

from __future__ import annotations

from engine.domain.words import ARTICLES, meanings, normal, shortened, without_article
from engine.language.labels import promises_window

__all__ = ["ARTICLES", "meanings", "normal", "promises_window", "quoted"]
__all__ += ["without_article"]

SHOWN_CHARS = 40


def quoted(text: str) -> str:
    """The text as it stands in a description, shortened."""
    return f"“{shortened(text, SHOWN_CHARS)}”"
