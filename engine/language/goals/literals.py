"""Literal text in a goal: quotes and secrets, taken out before the goal is split.

Each literal is replaced by one private-use character, so that no comma, full stop or "and" within
it can be mistaken for the end of a clause.
"""

from __future__ import annotations

import re

from engine.domain.bounds import MOST_GOAL_CHARS
from engine.domain.errors import GoalUnreadable

_FIRST_MARK = 0xE000
MARK = "[\ue000-\uf8ff]"

_LITERAL = re.compile(
    r'"(?P<straight>[^"]+)"|“(?P<curly>[^”]+)”|«(?P<guillemets>[^»]+)»|`(?P<tick>[^`]+)`'
    r"|(?<!\w)'(?P<single>.+?)'(?!\w)|(?<!\w)‘(?P<single_curly>.+?)’(?!\w)"
    r"|(?P<secret>\{\{secret:[^{}]+\}\})",
    re.DOTALL,
)
_SPACES = re.compile(r"[^\S\n\r]+")
_UNCLOSED = re.compile(r"[\"“«`]|(?<![\w\ue000-\uf8ff])['‘]")


def refuse_long(goal: str) -> None:
    """Raises ``GoalUnreadable``."""
    if len(goal) > MOST_GOAL_CHARS:
        raise GoalUnreadable(
            f"The goal is too long: it has {len(goal):,} characters, and"
            f" {MOST_GOAL_CHARS:,} are read.",
            (),
            "Say it in fewer words, or in several goals, one after the other.",
        )


class Literals:
    """A goal with its literals masked, and the way back."""

    def __init__(self, goal: str) -> None:
        self._contents: list[str] = []
        self._originals: list[str] = []
        self.masked = _SPACES.sub(" ", _LITERAL.sub(self._mask, goal))
        unclosed = _UNCLOSED.search(self.masked)
        if unclosed:
            words = self.restore(self.masked[unclosed.start() :])
            raise GoalUnreadable(
                f"A quote is opened and never closed: {words}", (words,), "Close the quote."
            )

    def _mask(self, match: re.Match[str]) -> str:
        self._contents.append(next(text for text in match.groups() if text is not None))
        self._originals.append(match.group())
        return chr(_FIRST_MARK + len(self._contents) - 1)

    def restore(self, text: str) -> str:
        """Masked text with the contents of its literals, without their quotes."""
        return self._replace(text, self._contents)

    def original(self, text: str) -> str:
        """Masked text as the operator wrote it."""
        return self._replace(text, self._originals)

    def _replace(self, text: str, literals: list[str]) -> str:
        return re.sub(MARK, lambda match: literals[ord(match.group()) - _FIRST_MARK], text)
