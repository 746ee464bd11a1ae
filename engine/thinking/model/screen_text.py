"""The screen as a prompt has it: zones, windows and applications behind one fence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.domain.reversal import UndoRequest
from engine.domain.situation import Application, Situation
from engine.domain.zones import Zone
from engine.thinking.model.fencing import COLUMN, fenced, one_line
from engine.thinking.model.ranking import relevance_of
from engine.thinking.model.zone_table import ZoneTable, zone_row, zone_table

_MAX_APPLICATIONS = 8
_MAX_CHANGES = 12
_NAME_CHARS = 40
_VALUE_CHARS = 60


@dataclass(frozen=True, slots=True)
class ScreenText:
    """``text`` with its fence; ``rows_tokens`` is what the rows of zones are estimated at."""

    text: str
    rows_tokens: int


def screen_text(
    situation: Situation,
    words: str,
    budget_tokens: int,
    *,
    new_ids: frozenset[str] = frozenset(),
    tells_applications: bool = True,
) -> ScreenText:
    """All that a model is told of the screen, for a goal of these words."""
    table: ZoneTable = zone_table(situation, words, budget_tokens, new_ids)
    parts = [table.text]
    if tells_applications and situation.applications:
        parts.append(f"Applications: {_applications_line(situation, words)}")
    return ScreenText(fenced("\n".join(parts)), table.rows_tokens)


def ranked_applications(situation: Situation, words: str) -> tuple[Application, ...]:
    """Those that the words are about first; else in their own order."""
    scored = (
        (-max(relevance_of(words, text) for text in (each.name, each.generic_name)), at, each)
        for at, each in enumerate(situation.applications)
    )
    return tuple(each for _, _, each in sorted(scored, key=lambda item: item[:2]))


def ids_new_since(before: Situation, now: Situation) -> frozenset[str]:
    """The zones in sight now that were not in sight before."""
    known = {zone.zone_id for zone in before.zones_in_sight}
    return frozenset(zone.zone_id for zone in now.zones_in_sight if zone.zone_id not in known)


def gone_since(before: Situation, now: Situation) -> str:
    """The zones that were in sight before and are not any more, fenced; empty where there are
    none."""
    there = {zone.zone_id for zone in now.zones_in_sight}
    gone = [zone for zone in before.zones_in_sight if zone.zone_id not in there and zone.label]
    return _fenced_rows([zone_row(zone) for zone in gone])


def changes_of(request: UndoRequest) -> str:
    """What a step changed, fenced; empty where nothing is known to have changed."""
    return changes_between(request.before.zones, request.after.zones)


def changes_between(old: Iterable[Zone], new: Iterable[Zone]) -> str:
    """What came, what went and what is otherwise now, fenced; empty where that is nothing."""
    before = {zone.zone_id: zone for zone in old}
    after = {zone.zone_id: zone for zone in new}
    rows = [f"came{COLUMN}{zone_row(zone)}" for key, zone in after.items() if key not in before]
    rows += [f"went{COLUMN}{zone_row(zone)}" for key, zone in before.items() if key not in after]
    rows += [
        f"was{COLUMN}{zone_row(zone)}{COLUMN}is now{COLUMN}{_telling(after[key])}"
        for key, zone in before.items()
        if key in after and _telling(zone) != _telling(after[key])
    ]
    return _fenced_rows(rows)


def _telling(zone: Zone) -> str:
    """What of a zone can be changed and put back."""
    value = "(secret)" if zone.is_secret and zone.value else one_line(zone.value, _VALUE_CHARS)
    return f"{value} ({', '.join(sorted(map(str, zone.state)))})"


def _fenced_rows(rows: list[str]) -> str:
    left_out = len(rows) - _MAX_CHANGES
    told = rows[:_MAX_CHANGES] + ([f"({left_out} more)"] if left_out > 0 else [])
    return fenced("\n".join(told)) if rows else ""


def _applications_line(situation: Situation, words: str) -> str:
    ranked = ranked_applications(situation, words)
    told = [_application_words(each) for each in ranked[:_MAX_APPLICATIONS]]
    more = len(ranked) - len(told)
    return ", ".join(told) + (f" (and {more} more)" if more > 0 else "")


def _application_words(application: Application) -> str:
    name = one_line(application.name, _NAME_CHARS)
    general = one_line(application.generic_name, _NAME_CHARS)
    return f"{name} ({general})" if general and general != name else name
