"""Settling on the web: until the expected change was seen and the page rests.

The browser itself says when it rests (``WebEyes.wait_until_quiet``); there are no fixed delays. A
page that is still loading, or has sent something that is not answered yet, may take longer."""

import re
import time
from collections.abc import Callable
from contextlib import closing

from engine.acting.settling import Settler
from engine.domain import facts, performing, plans, ports, surface_ports
from engine.domain.conditions import AnyOf, Condition, SomethingChanges
from engine.language.refusals import says_busy
from engine.states.web.changes import Baseline, changes_since

NAVIGATION_SECS = 20.0
"""How long a page may take to come."""
_LATE_SECS = 0.5
"""How long a page that rests may take to react after all, before nothing counts as its answer."""
_LOOK_AGAIN_SECS = 0.15
_RESTS_SECS = 1.2
"""That a page rests shows so long after, however near the bound is."""


class WebSettled(facts.Frozen):
    """``has_come`` is None where nothing was expected; ``changes`` are in words."""

    situation: plans.Situation
    has_come: bool | None
    changes: tuple[str, ...]

    @property
    def is_reaction(self) -> bool:
        return bool(self.has_come or self.changes)


class WebSettler(facts.Part):
    """Waits on one browser."""

    surface: surface_ports.WebSurface
    perceiver: ports.Perceiver
    _: facts.KW_ONLY
    navigation_secs: float = NAVIGATION_SECS
    late_secs: float = _LATE_SECS
    clock: Callable[[], float] = time.monotonic
    masked: Callable[[str], str] = str
    _hangs_at = ""

    def __post_init__(self) -> None:
        self._eyes = self.surface.eyes
        self.has_come = Settler(self.surface, self.perceiver).has_come

    async def _state(self) -> tuple[str, str]:
        """With the address as it may be told: what a form asks for may stand in it."""
        address, told = await self._eyes.page_state()
        return self.masked(address), told

    async def baseline(self, situation: plans.Situation, *, by_keys: bool = False) -> Baseline:
        """Take it before the hands move."""
        return Baseline(situation, await self._state(), by_keys)

    async def settle(
        self,
        base: Baseline,
        first: performing.Looks,
        expected: Condition | None,
        *,
        bound_secs: float,
        counts_scrolling: bool,
        is_patient: bool = False,
    ) -> WebSettled:
        """Return when the page rests and what was expected came, or at the bound.

        What is expected is judged against ``first``, what changed against ``base``. Who is patient
        waits for a page that says that it is busy as for one that is loading. One that rests is not
        waited for, though a picture or a font of it never comes; nor once more a document that was
        loading already, or was waited for in vain."""
        began = self.clock()
        deadline = began + bound_secs
        latest = began + max(bound_secs, self.navigation_secs)
        quiet_since: float | None = None
        hangs_at = "" if is_patient or not _is_loading(base.situation) else _url_of(base.situation)
        with closing(self._eyes.watch()) as watch:
            while True:
                remaining = max(_RESTS_SECS, deadline - self.clock())
                is_quiet = await self._eyes.wait_until_quiet(remaining)
                state = await self._state()  # first: a look tells all that it tells, too
                now = await self.perceiver.observe()
                changes = changes_since(base, now, state, counts_scrolling=counts_scrolling)
                looks = facts.replace(first, now=now)
                has_come = await self._has_come(expected, looks, has_changed=bool(changes))
                settled = WebSettled(now, has_come, changes)
                is_busy = is_patient and _says_busy(now)
                is_on_its_way = is_busy or (_is_loading(now) and not is_quiet)
                was, page = base.situation.page, now.page
                is_on_its_way |= bool(was and page and page.awaited_since(was))
                hangs = is_on_its_way and _url_of(now) in (self._hangs_at, hangs_at)
                is_loading = (is_on_its_way and not hangs) or not (is_quiet or settled.is_reaction)
                if not hangs:
                    is_in_vain = is_on_its_way and self.clock() >= latest
                    self._hangs_at = _url_of(now) if is_in_vain else ""
                if is_loading and self.clock() < latest:
                    deadline = min(latest, max(deadline, self.clock() + bound_secs))
                elif has_come or self.clock() >= deadline:
                    return settled
                elif has_come is None and is_quiet:
                    quiet_since = self.clock() if quiet_since is None else quiet_since
                    if changes or self.clock() >= quiet_since + self.late_secs:
                        return settled
                await watch.next(min(_LOOK_AGAIN_SECS, max(0.0, deadline - self.clock())))

    async def _has_come(
        self, expected: Condition | None, looks: performing.Looks, *, has_changed: bool
    ) -> bool | None:
        """That something changes is told by the page: its picture changes by itself."""
        match expected:
            case None:
                return None
            case SomethingChanges():
                return has_changed or None
            case AnyOf(conditions=conditions) if any(
                isinstance(each, SomethingChanges) for each in conditions
            ):
                others = tuple(one for one in conditions if not isinstance(one, SomethingChanges))
                has_come = await self.has_come(AnyOf(others), looks)
                return has_come or (None if has_changed else False)
            case _:
                return await self.has_come(expected, looks)


def _url_of(situation: plans.Situation) -> str:
    return situation.page.url if situation.page is not None else ""


def _is_loading(situation: plans.Situation) -> bool:
    return situation.page is not None and situation.page.is_loading


def _says_busy(situation: plans.Situation) -> bool:
    page = situation.page
    if page is None or page.is_busy:
        return page is not None
    return any(map(says_busy, re.split(r"(?<=[.!?])\s+|\n+", page.text)))
