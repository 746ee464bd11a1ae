"""What a goal on the web asks for, and how far a run has come: kinds, modes, stages, page types.

Source: the document on the staged web agent, "Stages (FSM)".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.domain.web.parts import Part


class GoalKind(StrEnum):
    """What the goal's artifact is: one thing, several, or something done."""

    OBJECT = "object"
    LIST = "list"
    ACTION = "action"


class TaskMode(StrEnum):
    FIND = "find"
    BROWSE = "browse"
    ANSWER = "answer"
    DOWNLOAD = "download"


class Stage(StrEnum):
    """How far the run has come; it is never lowered."""

    ORIENT = "orient"
    CONTEXT = "context"
    LOCATE = "locate"
    VERIFY = "verify"
    DONE = "done"

    @property
    def number(self) -> int:
        return tuple(Stage).index(self)


class PageType(StrEnum):
    LISTING = "listing"
    DETAIL = "detail"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class WebGoal:
    """A goal as read from its text.

    ``terms`` are the words that matter, lower case, without stop words and verbs; ``quoted`` what
    stands in quotation marks, verbatim; ``site`` an address that the goal names. ``values`` are
    what is to be filled in, by the words of its field ("name" → "Ada"). ``parts`` are what it asks
    for in order, empty where nothing could be made of it. ``unread`` are words no part took up.
    """

    text: str
    kind: GoalKind
    mode: TaskMode
    terms: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    site: str = ""
    values: tuple[tuple[str, str], ...] = ()
    parts: tuple[Part, ...] = field(default=(), repr=False)

    @property
    def unread(self) -> tuple[str, ...]:
        words = (word for part in self.parts for word in part.unread)
        return tuple(dict.fromkeys(words))
