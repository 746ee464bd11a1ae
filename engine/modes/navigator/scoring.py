"""The progress score, 0 to 1, and in words what it rests on."""

from __future__ import annotations

from engine.domain.web.pages import Page
from engine.language.matching import coverage, hits

WEIGHTS = {"url": 0.15, "title": 0.2, "keywords": 0.2, "goal_hits": 0.3, "last_target": 0.15}


def score_of(page: Page, words: tuple[str, ...], last_target: str) -> tuple[float, tuple[str, ...]]:
    """``words`` are the goal's; ``last_target`` is what the last action was done upon, in words."""
    url = page.url.replace("-", " ").replace("_", " ").replace("/", " ")
    shares = {
        "url": coverage(words, url),
        "title": coverage(words, page.title),
        "keywords": coverage(words, *page.headings),
        "goal_hits": coverage(words, page.text),
        "last_target": coverage(words, last_target),
    }
    evidence = tuple(
        f"{name}: {share:.0%} of the goal's words" for name, share in shares.items() if share
    )
    found = hits(words, page.title, *page.headings, page.text)
    if found:
        evidence = (*evidence, f"on the page: {', '.join(found)}")
    score = sum(WEIGHTS[name] * share for name, share in shares.items())
    return round(score, 3), evidence
