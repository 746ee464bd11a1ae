"""What a goal on the web asks for, and how far a run has come: kinds, modes, stages, page types.

Source: the document on the staged web agent, "Stages (FSM)".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    what is to be filled in, by the words of its field ("name" → "Ada").
    """

    text: str
    kind: GoalKind
    mode: TaskMode
    terms: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    site: str = ""
    values: tuple[tuple[str, str], ...] = ()
