"""Literal text in a goal: quotes and secrets, taken out before the goal is split.

Each literal is replaced by one private-use character, so that no comma, full stop or "and" within
it can be mistaken for the end of a clause.
"""

import re
from collections.abc import Iterator

from engine.domain.bounds import MOST_GOAL_CHARS
from engine.domain.errors import GoalUnreadable

_FIRST_MARK = 0xE000
MARK = "[\ue000-\uf8ff]"

_OPENED = re.compile(r"[\"“«`]|(?<!\w)['‘]|\{\{secret:[^{}]+\}\}")
_CLOSED = {
    '"': re.compile('"'),
    "“": re.compile("”"),
    "«": re.compile("»"),
    "`": re.compile("`"),
    "'": re.compile(r"'(?!\w)"),
    "‘": re.compile(r"’(?!\w)"),
}
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


def _literals_in(goal: str) -> Iterator[tuple[int, int, str]]:
    """Where each begins and ends, and what stands between its quotes. For the end of a kind of
    quote that is never closed is looked once."""
    at, unclosed = 0, set[str]()
    while opened := _OPENED.search(goal, at):
        start, at = opened.span()
        quote = opened[0]
        if quote not in _CLOSED:  # a secret
            yield start, at, quote
        elif quote not in unclosed:
            closed = _CLOSED[quote].search(goal, at + (quote in "'‘"))
            if closed is None:
                unclosed.add(quote)
            elif closed.start() > at:
                yield start, closed.end(), goal[at : closed.start()]
                at = closed.end()


class Literals:
    """A goal with its literals masked, and the way back."""

    def __init__(self, goal: str) -> None:
        self._contents: list[str] = []
        self._originals: list[str] = []
        self.masked = _SPACES.sub(" ", "".join(self._masked(goal)))
        unclosed = _UNCLOSED.search(self.masked)
        if unclosed:
            words = self.restore(self.masked[unclosed.start() :])
            raise GoalUnreadable(
                f"A quote is opened and never closed: {words}", (words,), "Close the quote."
            )

    def _masked(self, goal: str) -> Iterator[str]:
        done = 0
        for start, end, content in _literals_in(goal):
            yield goal[done:start]
            yield chr(_FIRST_MARK + len(self._contents))
            self._contents.append(content)
            self._originals.append(goal[start:end])
            done = end
        yield goal[done:]

    def restore(self, text: str) -> str:
        """Masked text with the contents of its literals, without their quotes."""
        return self._replace(text, self._contents)

    def original(self, text: str) -> str:
        """Masked text as the operator wrote it."""
        return self._replace(text, self._originals)

    def _replace(self, text: str, literals: list[str]) -> str:
        return re.sub(MARK, lambda match: literals[ord(match.group()) - _FIRST_MARK], text)
