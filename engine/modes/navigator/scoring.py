"""The progress score, 0 to 1, and in words what it rests on."""

from __future__ import annotations

from engine.domain.web.goals import WebGoal
from engine.domain.web.matching import coverage, hits, stands_in
from engine.domain.web.pages import Page

WEIGHTS = {"url": 0.15, "title": 0.2, "keywords": 0.2, "goal_hits": 0.3, "last_target": 0.15}
AUTO_DONE_SCORE = 0.8


def score_of(page: Page, goal: WebGoal, last_target: str) -> tuple[float, tuple[str, ...]]:
    """``last_target`` is what the last action was done upon, in words."""
    url = page.url.replace("-", " ").replace("_", " ").replace("/", " ")
    shares = {
        "url": coverage(goal.terms, url),
        "title": coverage(goal.terms, page.title),
        "keywords": coverage(goal.terms, *page.headings),
        "goal_hits": max(coverage(goal.terms, page.text), _quoted_share(page, goal)),
        "last_target": coverage(goal.terms, last_target),
    }
    evidence = tuple(
        f"{name}: {share:.0%} of the goal's words" for name, share in shares.items() if share
    )
    found = hits(goal.terms, page.title, *page.headings, page.text)
    if found:
        evidence = (*evidence, f"on the page: {', '.join(found)}")
    score = sum(WEIGHTS[name] * share for name, share in shares.items())
    return round(score, 3), evidence


def _quoted_share(page: Page, goal: WebGoal) -> float:
    if not goal.quoted:
        return 0.0
    return sum(stands_in(each, page.text) for each in goal.quoted) / len(goal.quoted)
