"""Notices that something broke: asks the surface how its applications fare, and reads the looks.

Crashes, hangs and dialogs have files of their own; here they are asked one after the other."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from engine.acting.exploring.crashes import HANG_SECS, HangWatch, crashes_of
from engine.acting.exploring.dialogs import EndlessDialogs, ErrorDialogs
from engine.acting.exploring.identity import stable
from engine.domain.exploring.limits import ConsoleLine, Fault, FaultKind, Vitals
from engine.domain.exploring.ports import ExplorableSurface
from engine.domain.plans import Situation
from engine.domain.scripts import TracedStep
from engine.processes.descendants import crowding


def console_errors_of(
    console: Sequence[ConsoleLine], *, crashed: frozenset[str]
) -> Iterator[Fault]:
    """What an application wrote that ``crashed`` belongs to its crash."""
    for line in console:
        if line.level == "error" and line.application not in crashed:
            where = f" ({stable(line.source)})" if line.source else ""
            summary = f"{stable(line.text)}{where}"
            yield Fault(FaultKind.CONSOLE_ERROR, line.application, summary, line.text)


_ENDING_SECS = 1.0
_REST_SECS = 0.1


class SurfaceFaultWatch:
    """Implements ``FaultWatch``. ``masked`` hides what must not be known in what applications
    wrote, as the perceiver does it for what they show. An application may be silent for
    ``hang_secs``."""

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

    async def begin(self, situation: Situation) -> None:
        vitals = await self._surface.vitals()
        await self._hangs.begin(vitals.silent, situation)
        self._errors.begin(situation)
        self._endless.begin()

    async def check(
        self, before: Situation, after: Situation, steps: tuple[TracedStep, ...] | None = None
    ) -> tuple[Fault, ...]:
        vitals = await self._ended_vitals(before, after)
        hangs, more = await self._hangs.check(vitals.silent, after)
        vitals = _joined((vitals, *more))
        vitals = replace(vitals, console=tuple(map(self._hidden, vitals.console)))
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
        )
        return tuple({fault.key: fault for fault in found}.values())

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

    def _hidden(self, line: ConsoleLine) -> ConsoleLine:
        """Whole: of a secret out of which something is cut nothing would be known any more."""
        return replace(line, text=self._masked(line.text), source=self._masked(line.source))


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
