"""Notices that something broke: asks the surface how its applications fare, and reads the looks.

Each kind of fault has a file of its own; here they are asked one after the other.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from engine.acting.exploring.contradictions import contradictions_in
from engine.acting.exploring.crashes import HANG_SECS, HangWatch, crashes_of, crowding
from engine.acting.exploring.dialogs import EndlessDialogs, ErrorDialogs
from engine.acting.exploring.identity import stable
from engine.domain.exploring.limits import ConsoleLine, Fault, FaultKind, Vitals
from engine.domain.exploring.ports import ExplorableSurface
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep


def console_errors_of(
    console: Sequence[ConsoleLine], *, crashed: frozenset[str]
) -> Iterator[Fault]:
    """Each once. What an application wrote that ``crashed`` belongs to its crash."""
    seen: set[str] = set()
    for line in console:
        if line.level != "error" or line.application in crashed:
            continue
        where = f" ({stable(line.source)})" if line.source else ""
        fault = Fault(
            FaultKind.CONSOLE_ERROR, line.application, f"{stable(line.text)}{where}", line.text
        )
        if fault.key not in seen:
            seen.add(fault.key)
            yield fault


_ENDING_SECS = 1.0
_REST_SECS = 0.1


class SurfaceFaultWatch:
    """Implements ``FaultWatch``.

    ``masked`` hides what must not be known in what applications wrote, as the perceiver does it
    for what they show. An application may be silent for ``hang_secs``.
    """

    def __init__(
        self,
        surface: ExplorableSurface,
        *,
        masked: Callable[[str], str] = lambda text: text,
        hang_secs: float = HANG_SECS,
    ) -> None:
        self._surface = surface
        self._masked = masked
        self._hangs = HangWatch(surface, hang_secs=hang_secs)
        self._errors = ErrorDialogs()
        self._endless = EndlessDialogs()
        self._contradictions: frozenset[str] = frozenset()

    async def begin(self, situation: Situation) -> None:
        vitals = await self._surface.vitals()
        await self._hangs.begin(vitals.silent, situation)
        self._errors.begin(situation)
        self._endless.begin()
        self._contradictions = frozenset(fault.key for fault in contradictions_in(situation))

    async def check(
        self, before: Situation, after: Situation, steps: tuple[TracedStep, ...] | None = None
    ) -> tuple[Fault, ...]:
        vitals = await self._ended_vitals(before, after)
        hangs, more = await self._hangs.check(vitals.silent, after)
        vitals = _joined((vitals, *more))
        crashes = tuple(
            crashes_of(vitals.ended, vitals.console, steps, on_web=after.page is not None)
        )
        crashed = frozenset(fault.application for fault in crashes)
        found = chain(
            crashes,
            hangs,
            self._errors.check(after),
            self._endless.check(before, after, steps),
            console_errors_of(vitals.console, crashed=crashed),
            self._fresh_contradictions(after),
        )
        return tuple({fault.key: fault for fault in map(self._hidden, found)}.values())

    async def _ended_vitals(self, before: Situation, after: Situation) -> Vitals:
        """What was told, and a little later again where a process may be about to end: its last
        words or its window's going come first."""
        told = [await self._surface.vitals()]
        gone = _applications(before) - _applications(after)
        deadline = asyncio.get_running_loop().time() + _ENDING_SECS * crowding()
        while not told[-1].ended and (told[0].console or gone):
            if asyncio.get_running_loop().time() >= deadline:
                break
            await asyncio.sleep(_REST_SECS)
            told.append(await self._surface.vitals())
        return _joined(told)

    def _fresh_contradictions(self, after: Situation) -> tuple[Fault, ...]:
        """One that stands on the screen is told once."""
        found = contradictions_in(after)
        fresh = tuple(fault for fault in found if fault.key not in self._contradictions)
        self._contradictions = frozenset(fault.key for fault in found)
        return fresh

    def _hidden(self, fault: Fault) -> Fault:
        return replace(
            fault, summary=self._masked(fault.summary), detail=self._masked(fault.detail)
        )


def _joined(told: Iterable[Vitals]) -> Vitals:
    """In their order; silent are those of the last."""
    all_told = tuple(told)
    return Vitals(
        tuple(chain.from_iterable(one.ended for one in all_told)),
        all_told[-1].silent,
        tuple(chain.from_iterable(one.console for one in all_told)),
    )


def _applications(situation: Situation) -> frozenset[str]:
    return frozenset(window.application for window in situation.windows)
