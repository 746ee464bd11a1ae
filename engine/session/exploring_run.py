"""The verbs of exploring, for one session: asking for groups and verdicts, and beginning again.

What is done to the surface goes through the session's own verbs: there is one gate.
"""

from __future__ import annotations

from engine.domain.errors import ActionImpossible
from engine.domain.exploring.events import SurfaceReset
from engine.domain.exploring.groups import ActionGroup
from engine.domain.exploring.limits import Home
from engine.domain.exploring.ports import ExplorableSurface, ScopeKeeper
from engine.domain.exploring.requests import ExploreRequest, ProgressRequest
from engine.domain.exploring.states import Progression
from engine.domain.history import LocalActionHistory
from engine.domain.ports import BlobStore, EventLog
from engine.domain.situation import Situation
from engine.session.account import RunAccount
from engine.session.control import RunControl
from engine.session.run_clock import RunClock
from engine.session.sight import Sight
from engine.session.thinker_calls import ThinkerCalls


class ExploringRun:
    """What an exploration needs beside the verbs of every mode."""

    def __init__(
        self,
        *,
        surface: ExplorableSurface | None,
        keeper: ScopeKeeper | None,
        calls: ThinkerCalls,
        sight: Sight,
        account: RunAccount,
        clock: RunClock,
        control: RunControl,
        log: EventLog,
        blobs: BlobStore,
        history: LocalActionHistory,
    ) -> None:
        self._surface = surface
        self._keeper = keeper
        self._calls = calls
        self._sight = sight
        self._account = account
        self._clock = clock
        self._control = control
        self._log = log
        self._blobs = blobs
        self._history = history

    @property
    def secs(self) -> float:
        """Of work so far; waiting for the operator does not count."""
        return self._clock.secs

    async def propose_groups(self, request: ExploreRequest) -> tuple[ActionGroup, ...] | None:
        """The groups of one iteration, charged as one call; None where the operator forced
        something meanwhile. Raises ``ReplyInvalid``, ``PlanFailed``, ``BudgetExhausted``."""
        await self._control.boundary()
        return await self._calls.propose_groups(request)

    async def judge_progress(self, request: ProgressRequest) -> Progression | None:
        """The thinker's verdict, charged; None where it has none."""
        await self._control.boundary()
        return await self._calls.judge_progress(request)

    def is_near_limit(self, share: float) -> bool:
        """Whether ``share`` of calls or money is used, or would be overstepped by one more asking
        for groups."""
        return self._account.is_near(share)

    def keep_to(self, home: Home) -> None:
        """What lies outside of it is refused from here on."""
        if self._keeper is not None:
            self._keeper.keep_to(home)

    @property
    def can_reset(self) -> bool:
        return self._surface is not None and self._surface.can_reset

    @property
    def standing(self) -> int:
        """How many actions could be taken back: of those since the last start state."""
        return self._history.depth

    async def mark_start(self) -> None:
        """What ``reset`` goes back to is what is there now. Raises ``ActionImpossible``."""
        if self._surface is not None and self._surface.can_reset:
            await self._surface.mark_start()

    async def reset(self, why: str) -> None:
        """Set the surface back to its start; it is recorded, and must be looked at anew. Raises
        ``ActionImpossible`` where it can't."""
        await self._control.boundary()
        surface = self._surface
        if surface is None or not surface.can_reset:
            raise ActionImpossible("The surface can't be set back to its start.")
        await self._log.append(SurfaceReset(why))
        self._sight.last = None
        self._history.stack.clear()  # what was done before is gone with the surface
        await surface.reset()

    async def keep_picture(self, situation: Situation) -> str:
        """The hash of its picture, which is kept in the record."""
        return await self._blobs.put_picture(situation.frame)
