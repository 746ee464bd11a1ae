"""A random monkey, against which exploring is measured: whatever is in sight is as likely as the
next thing, and as each of some keys. It learns nothing and never has enough."""

from __future__ import annotations

import random

from app.thinkers import RunThinkers
from engine.domain.actions import Action, Click, PressKeys, TypeText
from engine.domain.exploring.groups import (
    MAX_FIRST_GROUPS,
    ActionGroup,
    ExploreRequest,
    ProgressRequest,
    Recommendation,
    max_actions,
)
from engine.domain.exploring.limits import Progression
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.ports import ModelAccount
from engine.domain.verdicts import ModeName
from engine.domain.zones import Role, Zone
from engine.thinking.offline.thinker import OfflineThinker

_KEYS = ("right", "down", "left", "up", "enter", "space", "escape", "tab")
_TEXTS = ("a", "7", "Ann", "-1", "two words")


class Monkey:
    """Implements ``ExploreThinker``. Its groups are as large as they may be, so that groups which
    lead nowhere seldom end it."""

    name = "monkey"
    reads = ()

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def read_goal(self, goal: str) -> None: ...

    async def propose(self, request: ExploreRequest) -> tuple[ActionGroup, ...]:
        count = MAX_FIRST_GROUPS if request.iteration == 1 else len(request.successful)
        room = max_actions(request.iteration)
        return tuple(
            ActionGroup("Whatever comes", 0.5, tuple(self._any(request) for _ in range(room)))
            for _ in range(count)
        )

    async def judge(self, request: ProgressRequest) -> Progression | None:
        return None

    def _any(self, request: ExploreRequest) -> Recommendation:
        things = [
            zone
            for zone in request.situation.zones_in_sight
            if zone.is_enabled and (zone.is_actionable or zone.role is Role.CANVAS)
        ]
        at = self._dice.randrange(len(things) + len(_KEYS))
        if at >= len(things):
            return Recommendation(PressKeys((_KEYS[at - len(things)],)), GLOBAL_ZONE_ID)
        zone = things[at]
        return Recommendation(self._upon(zone), zone.zone_id, zone.label)

    def _upon(self, zone: Zone) -> Action:
        if zone.is_editable and zone.role is not Role.COMBO_BOX and not zone.is_secret:
            return TypeText(self._dice.choice(_TEXTS), replace=True)
        return Click()


class MonkeySource:
    """The monkey, whatever is asked for."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def read_goal(self, name: str, goal: str, *, mode: ModeName = "director") -> None: ...

    async def for_run(
        self,
        name: str,
        account: ModelAccount,
        *,
        mode: ModeName = "director",
        seed: int = 0,
        **_: object,
    ) -> RunThinkers:
        return RunThinkers(OfflineThinker(), explore=Monkey(self._seed))
