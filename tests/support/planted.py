"""A small application with pages, menus, a dialog and planted faults, in memory: what an explorer
proposes is done to it at once, and what broke is told.

Its faults are such as people make and need a path of two to four actions: two options that wait for
each other, a row that is looked for where it stood before, a dialog that comes back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.domain.actions import Click, PressKeys
from engine.domain.exploring.groups import (
    ActionGroup,
    Complete,
    ExploreRequest,
    Shown,
    SuccessfulActionGroup,
    TriedAction,
    by_confidence,
)
from engine.domain.exploring.ports import ExploreThinker
from engine.domain.plans import PlanStep, Situation
from engine.domain.scripts import Locator, TracedStep, find, locator_of, zone_key
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State, Window, Zone
from tests.support.stage import situation, zone

PAGES = ("Message", "List", "Canvas", "Notes", "Form", "Invoices")
HEADERS = ("Customer", "Item", "Quantity", "Price", "Amount")
MENUS = {"File": ("New", "Export…", "Quit"), "View": ("Larger", "Smaller"), "Help": ("About…",)}
CRASH, HANG, ENDLESS = "crash", "hang", "endless dialog"
FAULTS = frozenset({CRASH, HANG, ENDLESS})
ENABLED, CHECKED = frozenset({State.ENABLED}), frozenset({State.ENABLED, State.CHECKED})
EDITED = frozenset({State.ENABLED, State.EDITABLE})


@dataclass
class PlantedApp:
    """``broken`` are the faults that came up, each at the action that it was found by."""

    page: str = PAGES[0]
    dialog: str = ""
    menu: str = ""
    checks: set[str] = field(default_factory=set)
    texts: dict[str, str] = field(default_factory=dict)
    order: str = ""
    lines: int = 4
    selected: str = ""
    said: str = ""
    shown_again: int = 0
    ended: bool = False

    def situation(self) -> Situation:
        zones = [*self._frame(), *self._of_page()] if not self.ended else []
        main = Window("main", "Planted", "planted", Rect(0, 0, 800, 600), not self.dialog, 1)
        if not self.dialog:
            return replace(situation(*zones), windows=(main,))
        box = Window("box", self.dialog, "planted", Rect(9, 9, 99, 99), True, 0, is_dialog=True)
        inside = [zone("OK", window_id="box"), zone("Cancel", window_id="box", at=1)]
        return replace(situation(*zones, *inside), windows=(box, main))

    def act(self, zone_id: str, text: str | None) -> str:
        """Do it; the name of the fault that came of it, or nothing."""
        label = zone_id
        if text is not None:
            self.texts[label] = text
        elif self.dialog:
            return self._close_dialog() if label in ("OK", "Cancel") else ""
        elif label in MENUS:
            self.menu = "" if self.menu == label else label
            return ""
        elif label in PAGES:
            self.page = label
        elif label in HEADERS:
            self.order, self.said = label, f"In order of {label}"
        elif any(label in entries for entries in MENUS.values()):
            self._choose_entry(label)
        else:
            return self._press(label)
        self.menu = ""
        return ""

    def _choose_entry(self, label: str) -> None:
        if label == "Quit":
            self.ended = True
        self.dialog = label if label.endswith("…") else ""
        self.said = label

    def _close_dialog(self) -> str:
        if self.dialog == "Check":
            self.shown_again += 1
            return ENDLESS if self.shown_again >= 2 else ""
        self.dialog = ""
        return ""

    def _press(self, label: str) -> str:
        self.menu = ""
        if label in ("By customer", "Open ones only", "Discount of 10 %", "Keep a copy", "Loud"):
            self.checks ^= {label}
            return HANG if {"By customer", "Open ones only"} <= self.checks else ""
        if label == "Check":
            self.dialog, self.shown_again = "Check", 0
        elif label == "One more":
            self.said += "+"
        elif label == "Take out the last":
            if self.order in ("Item", "Price", "Amount"):
                return CRASH
            self.lines = max(0, self.lines - 1)
        elif label.startswith(("Entry", "Row")):
            self.selected = label
        else:
            self.said = f"{label} pressed"
        return ""

    def _frame(self) -> list[Zone]:
        bar = [
            zone(each, Role.TAB, at=9 + at, **{**_IN, "state": self._state_of_tab(each)})
            for at, each in enumerate(PAGES)
        ]
        for at, (name, entries) in enumerate(MENUS.items()):
            bar.append(zone(name, Role.MENU, at=at, **_IN))
            bar += [
                zone(each, Role.MENU_ITEM, on_screen=self.menu == name, parent_id=name, **_IN)
                for each in entries
            ]
        return [*bar, zone("Status", Role.STATUS, value=self.said, at=60, **_IN)]

    def _of_page(self) -> list[Zone]:
        match self.page:
            case "Message":
                fields = [self._field(each) for each in ("To", "Subject")]
                body = self._field("Body", Role.TEXT_AREA)
                return [*fields, body, self._box("Keep a copy"), zone("Send", at=24, **_IN)]
            case "List":
                return [self._row(f"Entry {number}", Role.LIST_ITEM) for number in range(8)]
            case "Canvas":
                return [zone("Drawing", Role.CANVAS, at=20, **_IN)]
            case "Notes":
                return [self._field("Note", Role.TEXT_AREA), self._box("Loud")]
            case "Form":
                fields = [self._field(each) for each in ("Name", "E-mail", "Age")]
                return [*fields, zone("Next", at=24, **_IN)]
            case _:
                return self._invoices()

    def _invoices(self) -> list[Zone]:
        heads = [zone(each, Role.COLUMN_HEADER, at=20, **_IN) for each in HEADERS]
        cells = [
            self._row(f"Row {row} {head}", Role.CELL)
            for row in range(self.lines)
            for head in HEADERS
        ]
        buttons = [
            zone(each, at=40 + at, **_IN)
            for at, each in enumerate(("One more", "Take out the last", "Check"))
        ]
        boxes = [self._box(each) for each in ("By customer", "Open ones only", "Discount of 10 %")]
        return [*heads, *cells, *buttons, *boxes]

    def _state_of_tab(self, page: str) -> frozenset[State]:
        return ENABLED | {State.SELECTED} if page == self.page else ENABLED

    def _field(self, label: str, role: Role = Role.TEXT_FIELD) -> Zone:
        return zone(label, role, at=20, value=self.texts.get(label, ""), **{**_IN, "state": EDITED})

    def _box(self, label: str) -> Zone:
        state = CHECKED if label in self.checks else ENABLED
        return zone(label, Role.CHECK_BOX, at=22, **{**_IN, "state": state})

    def _row(self, label: str, role: Role) -> Zone:
        state = ENABLED | {State.SELECTED} if self.selected == label else ENABLED
        return zone(label, role, at=30, **{**_IN, "state": state})


_IN: dict[str, object] = {"window_id": "main"}


def _path(*things: tuple[Role, str]) -> tuple[TracedStep, ...]:
    return tuple(TracedStep(Click(), "", Locator("planted", *thing)) for thing in things)


PATHS = {
    CRASH: _path((Role.COLUMN_HEADER, "Amount"), (Role.BUTTON, "Take out the last")),
    HANG: _path((Role.CHECK_BOX, "By customer"), (Role.CHECK_BOX, "Open ones only")),
    ENDLESS: _path((Role.BUTTON, "Check"), *[(Role.BUTTON, "OK")] * 3),
}


@dataclass
class Explored:
    """What one exploration came to: how many actions it took, at which each fault was found first,
    and why it ended."""

    actions: int = 0
    found: dict[str, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    ended: str = ""


async def explore(explorer: ExploreThinker, most_actions: int) -> Explored:
    """Iterations as the mode runs them, without its gate; what broke or ended begins again."""
    app, done, tried = PlantedApp(), Explored(), dict[str, int]()
    successful: tuple[SuccessfulActionGroup, ...] = ()
    iteration = 0
    seen: set[str] = set()
    shown: list[Shown] = []
    trace: list[TracedStep] = []
    while True:
        iteration += 1
        now = app.situation()
        request = ExploreRequest(
            "Explore it",
            now,
            iteration,
            successful,
            dict(tried),
            shown=tuple(shown),
            trace=tuple(trace),
            faults=tuple(PATHS[each] for each in done.found),
        )
        shown.clear()
        groups = by_confidence(await explorer.propose(request))
        if not groups:
            done.ended = "complete"
            return done
        went_well: list[SuccessfulActionGroup] = []
        for group in groups:
            before = _facts(app)
            steps: list[TriedAction] = []
            for action, zone_id, text in _aimed(group, now, app, steps):
                done.actions += 1
                done.told.append(f"{iteration} {zone_id} {text or ''}")
                key_zone = app.situation().zone(zone_id)
                if key_zone is not None:
                    key = zone_key(key_zone, app.situation())
                    tried[key] = tried.get(key, 0) + 1
                if key_zone is not None:
                    trace.append(TracedStep(Click(), "", locator_of(key_zone, app.situation())))
                fault = app.act(zone_id, text) if action else ""
                if key_zone is not None and _facts(app) not in seen:
                    seen.add(_facts(app))
                    shown.append(Shown(key, app.situation()))
                if fault or app.ended:
                    app = PlantedApp()
                    trace.clear()
                if fault:
                    done.found.setdefault(fault, done.actions)
                    break
                if done.actions >= most_actions or set(done.found) == FAULTS:
                    done.ended = "max_actions" if done.actions >= most_actions else "all found"
                    return done
            if _facts(app) != before:
                went_well.append(
                    SuccessfulActionGroup(
                        done.actions, group.reasoning, group.confidence, tuple(steps), now, now
                    )
                )
        if not went_well:
            done.ended = "zero successful groups"
            return done
        successful = tuple(went_well)


def _facts(app: PlantedApp) -> str:
    return repr([(each.zone_id, each.value, each.state, each.on_screen)
                 for each in app.situation().zones])  # fmt: skip


def _aimed(
    group: ActionGroup, proposed_on: Situation, app: PlantedApp, steps: list[TriedAction]
) -> Iterator[tuple[bool, str, str | None]]:
    """Each action as it is due: what is not in reach then fails. Keys do nothing here."""
    for each in group.actions:
        if isinstance(each.action, Complete):
            return
        named = proposed_on.zone(each.zone_id)
        now = app.situation()
        there = find(locator_of(named, proposed_on), now) if named is not None else None
        is_there = there is not None and there.on_screen and not _is_blocked(there, app)
        is_key = isinstance(each.action, PressKeys)
        step = PlanStep(1, each.zone_id, each.zone_label, each.action, each.reasoning)
        steps.append(TriedAction(step, is_there or is_key))
        if is_key:
            yield False, each.reasoning, None
        elif there is not None and is_there:
            yield True, there.zone_id, getattr(each.action, "text", None)


def _is_blocked(there: Zone, app: PlantedApp) -> bool:
    return bool(app.dialog) and there.window_id != "box"
