"""Crashes: processes that ended by a signal or with an error, or went though nobody asked them to.

An application that is told to quit and ends with exit code 0 did not crash; neither did one that
somebody else asked to end (SIGTERM and its kin).
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence

from engine.acting.exploring.closing_words import any_asks_to_close
from engine.acting.exploring.stable_words import stable
from engine.domain.exploring.faults import ConsoleLine, EndedProcess, Fault, FaultKind
from engine.domain.exploring.groups import TracedStep

_ASKED_BY_SIGNAL = frozenset({signal.SIGTERM, signal.SIGINT, signal.SIGHUP})
_SIGNAL_WORDS = {
    signal.SIGSEGV: "a segmentation fault",
    signal.SIGABRT: "an abort",
    signal.SIGFPE: "an arithmetic error",
    signal.SIGILL: "an illegal instruction",
    signal.SIGBUS: "a bus error",
    signal.SIGKILL: "a kill",
}


def crashes_of(
    ended: Sequence[EndedProcess],
    console: Sequence[ConsoleLine],
    steps: tuple[TracedStep, ...] | None,
    *,
    on_web: bool,
) -> Iterator[Fault]:
    """``steps`` are None where nobody knows what was done; ``on_web``, what ended is a page."""
    was_asked = steps is None or any_asks_to_close(steps)
    for one in ended:
        how = _how(one.exit_code, was_asked=was_asked, on_web=on_web)
        if not how:
            continue
        last = [line for line in console if line.application == one.application][-1:]
        said = "".join(_quoted(line) for line in last)
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
        name = signal.Signals(number).name if number in _known_signals() else f"signal {number}"
        words = _SIGNAL_WORDS.get(signal.Signals(number)) if number in _known_signals() else None
        return f"It ended by {words} ({name})" if words else f"It ended by {name}"
    if exit_code > 0:
        return f"It ended with exit code {exit_code}"
    return "" if was_asked else "It ended, though nobody closed it"


def _known_signals() -> frozenset[int]:
    return frozenset(int(each) for each in signal.Signals)


def _quoted(line: ConsoleLine) -> str:
    where = f" ({line.source})" if line.source else ""
    return f": {stable(line.text)}{where}"
