"""Errors that applications wrote where people don't look: a page's console, standard error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.acting.exploring.stable_words import stable
from engine.domain.exploring.faults import ConsoleLine, Fault, FaultKind


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
