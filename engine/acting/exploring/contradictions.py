"""Contradictions: the screen shows a sum that is not what its parts, shown beside it, come to."""

from __future__ import annotations

from collections.abc import Iterator

from engine.acting.exploring.page_sheets import sheets_on_page
from engine.acting.exploring.sheets import wrong_in
from engine.acting.exploring.stable_words import stable
from engine.acting.exploring.window_sheets import sheet_of_window
from engine.domain.exploring.faults import Fault, FaultKind
from engine.domain.situation import Situation


def contradictions_in(situation: Situation) -> tuple[Fault, ...]:
    """All that stand on the screen now, each once."""
    faults = {fault.key: fault for fault in _faults(situation)}
    return tuple(faults.values())


def _faults(situation: Situation) -> Iterator[Fault]:
    if situation.page is not None:
        application = next((window.application for window in situation.windows), "")
        sheets = [(application, sheet) for sheet in sheets_on_page(situation.page.text)]
    else:
        told = [(window, sheet_of_window(window, situation)) for window in situation.windows]
        sheets = [(window.application, sheet) for window, sheet in told if sheet is not None]
    for application, sheet in sheets:
        for wrong in wrong_in(sheet):
            yield Fault(FaultKind.CONTRADICTION, application, stable(wrong.what), wrong.detail)
