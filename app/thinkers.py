"""Who thinks: the offline thinker, or a model at the endpoint of the settings.

A thinker is made for one run, since its calls are charged to that run's account; what it holds is
let go of when the run ends.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.settings import Settings
from engine.domain.errors import BugError, NameUnknown
from engine.domain.models import ModelCall
from engine.domain.ports import ModelAccount, Thinker
from engine.thinking.offline.thinker import OfflineThinker

OFFLINE = "offline"


async def _nothing() -> None: ...


@dataclass(frozen=True, slots=True)
class Hired:
    """A thinker for one run; ``let_go`` closes its connections."""

    thinker: Thinker
    let_go: Callable[[], Awaitable[None]] = _nothing


Hire = Callable[[str, ModelAccount], Hired]
"""A thinker by its name, charged to an account. Raises ``NameUnknown``."""


class NobodyPays:
    """The account of a thinker that only reads a goal: nothing may be spent on it."""

    secs_left: float | None = None

    def spend_extra_call(self) -> None:
        raise BugError("a model was asked without a run")

    async def charge(self, call: ModelCall) -> None:
        raise BugError("a model was asked without a run")


class Thinkers:
    """The thinkers that the settings know."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def hire(self, name: str, account: ModelAccount) -> Hired:
        """Raises ``NameUnknown``."""
        if name == OFFLINE:
            return Hired(OfflineThinker())
        raise NameUnknown(
            f"There is no thinker called “{name}”.",
            "The thinker is: offline (plans without a model).",
        )


def read_goal(hire: Hire, name: str, goal: str) -> None:
    """Before anything is brought up. Raises ``NameUnknown`` or ``GoalUnreadable``."""
    hire(name, NobodyPays()).thinker.read_goal(goal)
