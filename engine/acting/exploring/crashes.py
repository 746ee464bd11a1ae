"""Crashes and hangs: processes that ended though they should not have, or don't answer any more.

An application that is told to quit and ends with exit code 0 did not crash; neither did one that
somebody else asked to end (SIGTERM and its kin). Hanging is not answering for some seconds, asked
again and again until then. One that works long and shows it (its window's picture goes on changing)
does not hang, answer or not. Nor does one that waits for the processor among many others: the
busier the machine is, the longer may an application be silent."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator

import numpy as np

from engine.acting.exploring.identity import stable
from engine.domain import actions, facts, plans, scripts
from engine.domain.exploring.limits import Fault, FaultKind, Vitals
from engine.domain.exploring.ports import ExplorableSurface
from engine.domain.spaces import Frame
from engine.language.grave_words import has_word
from engine.language.keys import chord_of
from engine.processes.descendants import crowding
from engine.states.spots import crop_of

_ASKED_BY_SIGNAL = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGHUP})
_SIGNAL_WORDS: dict[int, str] = {
    signal.SIGSEGV: "a segmentation fault",
    signal.SIGABRT: "an abort",
    signal.SIGFPE: "an arithmetic error",
    signal.SIGILL: "an illegal instruction",
    signal.SIGBUS: "a bus error",
    signal.SIGKILL: "a kill",
}
_NAMES = {int(each): each.name for each in signal.Signals}
_CLOSING_KEYS = frozenset({"escape", "enter", "space", "q", "x"})
_CLOSING_CHORDS = (
    frozenset({"alt", "f4"}),
    frozenset({"ctrl", "q"}),
    frozenset({"ctrl", "w"}),
    frozenset({"ctrl", "c"}),
    frozenset({"ctrl", "d"}),
)


def asks_to_close(step: scripts.TracedStep) -> bool:
    """By the words on what was acted upon, or by its keys."""
    if isinstance(step.action, actions.PressKeys):
        keys = frozenset(chord_of(step.action.keys))
        return keys in _CLOSING_CHORDS or (len(keys) == 1 and keys <= _CLOSING_KEYS)
    return step.locator is not None and has_word("closes", step.locator.label)


def crashes_of(
    vitals: Vitals, steps: tuple[scripts.TracedStep, ...] | None, *, on_web: bool
) -> Iterator[Fault]:
    """``steps`` are None where nobody knows what was done; ``on_web``, what ended is a page."""
    was_asked = steps is None or any(map(asks_to_close, steps))
    for one in vitals.ended:
        how = _how(one.exit_code, was_asked=was_asked, on_web=on_web)
        if not how:
            continue
        last = [line for line in vitals.console if line.application == one.application][-1:]
        places = [f" ({line.source})" if line.source else "" for line in last]
        said = "".join(f": {stable(e.text)}{at}" for e, at in zip(last, places, strict=True))
        detail = f"Process {one.process_id}" if one.process_id else ""
        words = "; ".join(filter(None, [detail, *(line.text for line in last)]))
        yield Fault(FaultKind.CRASH, one.application, f"{how}{said}", words)


def _how(exit_code: int | None, *, was_asked: bool, on_web: bool) -> str:
    """In words that are the same in each run; empty where it is no crash."""
    if exit_code is None:
        if on_web:
            return "The page crashed"
        return "" if was_asked else "It vanished, though nobody closed it"
    if exit_code < 0:
        number = -exit_code
        if number in _ASKED_BY_SIGNAL:
            return ""
        name, words = _NAMES.get(number, f"signal {number}"), _SIGNAL_WORDS.get(number)
        return f"It ended by {words} ({name})" if words else f"It ended by {name}"
    if exit_code > 0:
        return f"It ended with exit code {exit_code}"
    return "" if was_asked else "It ended, though nobody closed it"


HANG_SECS = 4.0
_REST_SECS = 0.25
_FEWEST_ASKS = 4
_SUMMARY = "It does not answer any more"


class HangWatch(facts.Part):
    """``hang_secs`` is how long an application may be silent on a machine that has nothing else to
    do; it is as many times as long as ``crowding`` says."""

    surface: ExplorableSurface
    _: facts.KW_ONLY
    hang_secs: float = HANG_SECS
    clock: Callable[[], float] = time.monotonic
    crowding: Callable[[], float] = crowding
    _known: frozenset[str] = facts.field(default=frozenset(), init=False)

    async def begin(self, silent: tuple[str, ...], situation: plans.Situation) -> None:
        """What hangs already is no finding; what is only slow to start may hang later."""
        self._known, _ = await self._hung(frozenset(silent), situation)

    async def check(
        self, silent: tuple[str, ...], after: plans.Situation
    ) -> tuple[tuple[Fault, ...], tuple[Vitals, ...]]:
        """The hangs among those that are ``silent`` now, and what else was told while they were
        waited for. An application hangs once, until it has answered."""
        self._known &= frozenset(silent)
        hung, told = await self._hung(frozenset(silent) - self._known, after)
        self._known |= hung
        return tuple(Fault(FaultKind.HANG, one, _SUMMARY) for one in sorted(hung)), told

    async def _hung(
        self, suspects: frozenset[str], situation: plans.Situation
    ) -> tuple[frozenset[str], tuple[Vitals, ...]]:
        """Those that go on being silent until the time is over, and show nothing new meanwhile.
        They are asked a few times at least: this program may have waited for the processor as they
        do. What is new at the first asking may have been on its way before."""
        told: list[Vitals] = []
        shown: Frame | None = None
        deadline = self.clock() + self.hang_secs * self.crowding()
        while suspects and (self.clock() < deadline or len(told) < _FEWEST_ASKS):
            await asyncio.sleep(_REST_SECS)
            told.append(await self.surface.vitals())
            suspects &= frozenset(told[-1].silent)
            before, shown = shown, await self.surface.eyes.capture()
            if before is not None:
                suspects -= {one for one in suspects if _works_on(one, situation, before, shown)}
        return suspects, tuple(told)


def _works_on(application: str, situation: plans.Situation, first: Frame, last: Frame) -> bool:
    """Whether one of its windows shows something else than before."""
    if (first.width, first.height) != (last.width, last.height):
        return True
    places = [each.bounds_px for each in situation.windows if each.application == application]
    return any(not np.array_equal(crop_of(first, each), crop_of(last, each)) for each in places)
