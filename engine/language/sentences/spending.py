"""What models cost, in words: causes, tokens, money."""

from __future__ import annotations

from engine.domain.models import CallCause, TokenUsage

CAUSE_WORDS: dict[CallCause, str] = {
    "plan": "planning",
    "replan": "replanning",
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
    cached = f" (of it cached {usage.cached:,})" if usage.cached else ""
    counted = ", estimated" if usage.is_estimated else ""
    return f"prompt {usage.prompt:,}{cached}, completion {usage.completion:,}{counted}"
