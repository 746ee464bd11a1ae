"""What a goal on the web asks for, and how far a run has come: kinds, modes, stages, page types.

Source: the document on the staged web agent, "Stages (FSM)".
"""

from dataclasses import dataclass, replace
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
    """What the navigator needs to know of a goal: its artifact's kind, its task mode, and in the
    goal's own words what it asks for, one after the other.

    A thinker without a model tells it from the clauses. A model tells kind and mode with its first
    reply, and what the goal's own page will show (``proofs``); until then ``is_told`` is false.
    """

    text: str
    kind: GoalKind = GoalKind.OBJECT
    mode: TaskMode = TaskMode.FIND
    parts: tuple[str, ...] = ()
    is_told: bool = True
    proofs: tuple[str, ...] = ()


def told_goal(
    goal: WebGoal, kind: GoalKind | None, mode: TaskMode | None, proofs: tuple[str, ...]
) -> WebGoal:
    """The goal with what a model tells of it."""
    told = replace(goal, kind=kind or goal.kind, mode=mode or goal.mode)
    return replace(told, is_told=True, proofs=proofs)
