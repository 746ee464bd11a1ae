"""The screen as a prompt has it: windows, zones and applications behind one fence.

Under each window its zones are a table, cut to a number of tokens. One row is one zone: ``zone_id |
role | label | value | state``, in the order of reading; cells of a table are told as its rows. Rows
are left out whole, the least important first; the last line says how many."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from engine.domain.facts import Frozen, replace
from engine.domain.plans import ALL_PROGRAMS, Application, Situation
from engine.domain.zones import Role, Source, State, Window, Zone
from engine.language.labels import normal, plain
from engine.thinking.model.fencing import COLUMN, estimated_tokens, fenced, one_line, told_value
from engine.thinking.model.grid_text import Grid, cell_cost, grid_lines, grids_in, lines_of
from engine.thinking.model.ranking import cut_to_budget, relevance_of

HEADER = COLUMN.join(("zone_id", "role", "label", "value", "state"))
_ID_CHARS, _LABEL_CHARS, _VALUE_CHARS, _EDITED_CHARS, _TITLE_CHARS = 60, 60, 60, 160, 80
_NAME_CHARS = 40
_TOKENS_OF_A_NARROW_TABLE = 2_500
_MOST_WIDER = 25
_FEW_UNNAMED = 8
_MAX_WINDOWS, _MAX_APPLICATIONS, _MAX_CHANGES = 8, 8, 12
_PLACES_ONLY = frozenset({Source.TEXT, Source.SHAPE})
"""Sources that can't know what is disabled."""
_TOLD_STATES = (State.FOCUSED, State.CHECKED, State.SELECTED, State.EXPANDED)


class ScreenText(Frozen):
    """``rows_tokens`` is what the rows of zones in it are estimated at."""

    text: str
    rows_tokens: int


def zone_table(
    situation: Situation, words: str, budget_tokens: int, new_ids: frozenset[str] = frozenset()
) -> ScreenText:
    """The table for a goal of these words, without a fence; ``new_ids`` are marked as new. With
    more room, values are told at greater length, and what is hidden in menus too."""
    wider = wider_by(budget_tokens)
    found: dict[tuple[str, Role], list[Zone]] = defaultdict(list)
    for zone in situation.zones_in_sight:
        if zone.source in _PLACES_ONLY and _is_unnamed(zone):
            found[zone.window_id, zone.role].append(zone)
    # too many to be told apart: the cells of a sheet that tells of nothing, a keyboard, a board
    unnamed = {key: zones for key, zones in found.items() if len(zones) > _FEW_UNNAMED}
    left = {zone.zone_id for zones in unnamed.values() for zone in zones}
    left |= {zone.zone_id for zone in situation.zones if _is_told_by_holder(zone, situation)}
    named = tuple(zone for zone in situation.zones if zone.zone_id not in left)
    situation = replace(situation, zones=named)
    rows = _Rows(new_ids, wider, grids_in(named))
    cost = cache(rows.cost)
    chosen, left_out = cut_to_budget(situation, words, budget_tokens, cost, tells_hidden=wider > 1)
    lines = [HEADER]
    windows = sorted(situation.windows, key=lambda window: (not window.is_active, window.order))
    shown = windows[:_MAX_WINDOWS]
    for number, window in enumerate(shown, 1):
        lines.append(_window_line(number, window))
        here = [zone for zone in chosen if zone.window_id == window.window_id]
        lines += rows.lines(here)
        lines += [
            _unnamed_line(role, zones)
            for (window_id, role), zones in unnamed.items()
            if window_id == window.window_id
        ]
    if len(windows) > len(shown):
        lines.append(f"({len(windows) - len(shown)} more windows)")
    told = {window.window_id for window in shown}
    others = [zone for zone in chosen if zone.window_id not in told]
    if others:
        lines.append("# elsewhere on the screen")
        lines += rows.lines(others)
    if left_out:
        lines.append(f"({left_out} less important rows left out)")
    elif not chosen:
        lines.append("(nothing else can be made out)")
    if situation.is_being_read:
        lines.append("(what is drawn is still being read: more may be told when you look again)")
    return ScreenText("\n".join(lines), sum(map(cost, chosen)))


def _is_told_by_holder(zone: Zone, situation: Situation) -> bool:
    """The text or the icon that is told upon a control or an entry that is called so itself."""
    is_upon = zone.role in (Role.LABEL, Role.ICON) and zone.source.tells
    holder = situation.zone(zone.parent_id) if is_upon else None
    if holder is None or not (holder.on_screen and holder.is_actionable and holder.label):
        return False
    return not zone.value and plain(zone.label) in plain(holder.label)


def _is_unnamed(zone: Zone) -> bool:
    """It is told apart by its place alone."""
    acts = zone.is_actionable or zone.source in _PLACES_ONLY
    return acts and State.FOCUSED not in zone.state and not (zone.label + zone.value).strip()


def _unnamed_line(role: Role, zones: Sequence[Zone]) -> str:
    boxes = [zone.bounds_px for zone in zones]
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    first = one_line(zones[0].zone_id, _ID_CHARS)
    return (
        f"({len(zones)} {role}s without a name, such as {first}, from {left},{top} to"
        f" {right},{bottom} px, are left out)"
    )


def in_reading_order(zones: Iterable[Zone]) -> tuple[Zone, ...]:
    """Line by line, from the left; what is hidden stands behind what it is hidden in."""
    zones = tuple(zones)
    ordered = [each for line in lines_of(z for z in zones if z.on_screen) for each in line]
    for hidden in (zone for zone in zones if not zone.on_screen):
        behind = (  # what it is hidden in, or another that is hidden there
            at
            for at, zone in enumerate(ordered, 1)
            if hidden.parent_id in (zone.zone_id, "" if zone.on_screen else zone.parent_id)
        )
        ordered.insert(max(behind, default=len(ordered)), hidden)
    return tuple(ordered)


def wider_by(budget_tokens: int) -> int:
    """How many times as much may be told as in a table that has just room."""
    return max(1, min(_MOST_WIDER, budget_tokens // _TOKENS_OF_A_NARROW_TABLE))


def zone_row(zone: Zone, *, is_new: bool = False, wider: int = 1) -> str:
    """One zone as a row; ``wider``: with so many times as much of its label and value."""
    value_chars = (_EDITED_CHARS if zone.is_editable else _VALUE_CHARS) * wider
    cells = (
        one_line(zone.zone_id, _ID_CHARS),
        str(zone.role),
        one_line(zone.label, _LABEL_CHARS * wider),
        told_value(zone.value, value_chars, is_secret=zone.is_secret),
        ", ".join(_states(zone, is_new=is_new)),
    )
    return COLUMN.join(cells).rstrip(" |")


class _Rows(Frozen):
    """How zones are told in one table: each by a row, cells by those of their grid."""

    new_ids: frozenset[str]
    wider: int
    grids: Mapping[str, Grid]

    def cost(self, zone: Zone) -> int:
        if zone.zone_id in self.grids:
            return cell_cost(zone, _VALUE_CHARS * self.wider)
        return estimated_tokens(self._row(zone) + "\n")

    def lines(self, zones: Sequence[Zone]) -> list[str]:
        """The rows of a grid stand where the first of its cells does."""
        lines: list[str] = []
        told: set[str] = set()
        kept = frozenset(zone.zone_id for zone in zones)
        for zone in in_reading_order(zones):
            grid = self.grids.get(zone.zone_id)
            if grid is None:
                lines.append(self._row(zone))
            elif grid[0].zone_id not in told:
                told.add(grid[0].zone_id)
                lines += grid_lines(grid, kept, _VALUE_CHARS * self.wider)
        return lines

    def _row(self, zone: Zone) -> str:
        return zone_row(zone, is_new=zone.zone_id in self.new_ids, wider=self.wider)


def _window_line(number: int, window: Window) -> str:
    title = one_line(window.title, _TITLE_CHARS) or "(no title)"
    kind = "dialog" if window.is_dialog else "window"
    application = one_line(window.application, _TITLE_CHARS)
    is_told = normal(application) in normal(title)
    of = f" (of {application})" if application and not is_told else ""
    return f"# {kind} {number}{', in front' if window.is_active else ''}: {title}{of}"


def told_states(zone: Zone) -> list[str]:
    """Those that a planner goes by, on whatever surface."""
    states = [str(state) for state in _TOLD_STATES if state in zone.state]
    return [*states, "not checked"] if zone.role.is_checkable and not zone.is_checked else states


def _states(zone: Zone, *, is_new: bool) -> list[str]:
    states = told_states(zone)
    if not zone.on_screen:
        inside = f" in {one_line(zone.parent_id, _ID_CHARS)}" if zone.parent_id else ""
        states.append(f"hidden{inside}")
    elif not zone.is_enabled and (zone.source not in _PLACES_ONLY or zone.named_by is not None):
        states.append("disabled")
    box = zone.bounds_px
    is_nameless = zone.role.is_field and not zone.label and State.FOCUSED not in zone.state
    if zone.on_screen and (zone.role is Role.CANVAS or is_nameless or _is_unnamed(zone)):
        states.append(f"at {box.x},{box.y}, {box.width}×{box.height} px")
    if zone.shortcut:
        states.append(one_line(zone.shortcut, _LABEL_CHARS))
    return [*states, "new"] if is_new else states


def screen_text(
    situation: Situation, words: str, budget_tokens: int, *, new_ids: frozenset[str] = frozenset()
) -> ScreenText:
    """All that a model is told of the screen, for a goal of these words, behind its fence."""
    table = zone_table(situation, words, budget_tokens, new_ids)
    return replace(table, text=fenced(table.text))


def ids_new_since(before: Situation, now: Situation) -> frozenset[str]:
    """The zones in sight now that were not in sight before."""
    known = {zone.zone_id for zone in before.zones_in_sight}
    return frozenset(zone.zone_id for zone in now.zones_in_sight if zone.zone_id not in known)


def gone_since(before: Situation, now: Situation) -> str:
    """The zones that are not in sight any more, fenced; empty for none."""
    there = {zone.zone_id for zone in now.zones_in_sight}
    gone = [zone for zone in before.zones_in_sight if zone.zone_id not in there and zone.label]
    return _fenced_rows([zone_row(zone) for zone in gone])


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
    value = told_value(zone.value, _VALUE_CHARS, is_secret=zone.is_secret)
    return f"{value} ({', '.join(sorted(map(str, zone.state)))})"


def _fenced_rows(rows: list[str]) -> str:
    left_out = len(rows) - _MAX_CHANGES
    told = rows[:_MAX_CHANGES] + ([f"({left_out} more)"] if left_out > 0 else [])
    return fenced("\n".join(told)) if rows else ""


def applications_text(situation: Situation, goal: str, budget_tokens: int) -> str:
    """What can be launched, fenced; the same all through a run, for a prompt's beginning."""
    scored = (
        (-max(relevance_of(goal, text) for text in (each.name, each.generic_name)), at, each)
        for at, each in enumerate(situation.applications)
    )
    ranked = [each for _, _, each in sorted(scored, key=lambda item: item[:2])]
    most = _MAX_APPLICATIONS * wider_by(budget_tokens)
    told = ", ".join(_application_words(each) for each in ranked[:most])
    left_out = len(ranked) - most
    more = f' (and {left_out} more: read "{ALL_PROGRAMS}")' if left_out > 0 else ""
    return fenced(f"Applications: {told}{more}") if told else ""


def _application_words(application: Application) -> str:
    name = one_line(application.name, _NAME_CHARS)
    general = one_line(application.generic_name, _NAME_CHARS)
    return f"{name} ({general})" if general and general != name else name
