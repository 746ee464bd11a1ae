"""What is told of a zone, in reading order: first what it is, last how it is called; and the small
card that tells the most of it under the pointer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QFrame, QWidget

from engine.domain.zones import ACTIONABLE_ROLES, TELLING_SOURCES, Source, Window, Zone
from engine.language.labels import shortened
from widgets.kit.fact_sheet import Fact, point_form, rect_form
from widgets.kit.laying import lay_column
from widgets.kit.parts import quiet_label, role_label
from widgets.picture.zone_filter import sure_percent


def zone_facts(
    zone: Zone,
    *,
    zones: Sequence[Zone] = (),
    windows: Sequence[Window] = (),
    is_there: bool = True,
) -> tuple[Fact, ...]:
    """``zones`` and ``windows`` are in sight with it; ``is_there`` says that it is still."""
    facts = [
        Fact("Now", "" if is_there else "not in the picture any more; this is what it was"),
        Fact("Label", zone.label or "(none)"),
        Fact("Role", zone.role.value),
        Fact("State", state_words(zone)),
        Fact("Holds", zone.value),
        Fact("Seen by", f"{zone.source.value}, {sure_percent(zone)} % sure"),
        Fact("Named by", zone.named_by.value if zone.named_by else ""),
        Fact("Acting", acting_words(zone)),
        Fact("Masked", "yes: dots stand for what it says" if zone.is_secret else ""),
        Fact("In sight", "yes" if zone.on_screen else "no, something must be opened first"),
        Fact("Shortcut", zone.shortcut, is_technical=True),
        Fact("Inside", _parent_words(zone, zones)),
        Fact("Window", _window_words(zone, windows)),
        Fact("Place", rect_form(zone.bounds_px), is_technical=True),
        Fact("Centre", point_form(zone.bounds_px.center), is_technical=True),
        Fact("Zone", zone.zone_id, is_technical=True),
        Fact("Parent’s id", zone.parent_id, is_technical=True),
        Fact("Window’s id", zone.window_id, is_technical=True),
    ]
    return tuple(fact for fact in facts if fact.value)


def state_words(zone: Zone) -> str:
    """``enabled, focused``; plain words where nothing is known."""
    if not zone.state and zone.source not in TELLING_SOURCES:
        return "not known"
    return ", ".join(sorted(state.value for state in zone.state)) or "disabled or not known"


def acting_words(zone: Zone) -> str:
    """Whether the agent can act upon it, and why not."""
    if not zone.on_screen:
        return "not yet: something must be opened first"
    if zone.source in TELLING_SOURCES and zone.role in ACTIONABLE_ROLES and not zone.is_enabled:
        return "it is disabled: a click would do nothing"
    if zone.source is Source.TEXT:
        return "it can be clicked; whether it is a button is not known"
    if zone.is_actionable:
        return "the agent can act upon it"
    return "it is there to be read; a click would seldom do anything"


def _parent_words(zone: Zone, zones: Sequence[Zone]) -> str:
    if not zone.parent_id:
        return ""
    parent = next((one for one in zones if one.zone_id == zone.parent_id), None)
    return parent.words if parent is not None else ""


def _window_words(zone: Zone, windows: Sequence[Window]) -> str:
    window = next((one for one in windows if one.window_id == zone.window_id), None)
    if window is None:
        return ""
    title = f"“{shortened(window.title)}”" if window.title else "without a title"
    return f"{title} of {window.application}" if window.application else title


GAP = 8


class ZoneCard(QFrame):
    """A child of the live view that never takes the pointer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("zoneCard")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title = role_label("", "goal")
        self._rows = [quiet_label(wraps=False) for _ in range(3)]
        lay_column(self._title, *self._rows, of=self, margins=(10, 8, 10, 8), spacing=2)
        self.hide()

    def show_zone(self, zone: Zone, box: QRectF) -> None:
        """Show the card beside the zone's box (widget points of the parent)."""
        self._title.setText(shortened(zone.label, 48) or f"unnamed {zone.role.value}")
        holds = f", holds “{shortened(zone.value, 32)}”" if zone.value else ""
        self._rows[0].setText(zone.role.value + holds)
        self._rows[1].setText(state_words(zone))
        self._rows[2].setText(f"seen by {zone.source.value}, {sure_percent(zone)} % sure")
        self.adjustSize()
        self._move_beside(box)
        self.show()
        self.raise_()

    def _move_beside(self, box: QRectF) -> None:
        parent = self.parentWidget()
        view = parent.rect() if parent is not None else self.rect()
        top = int(box.bottom()) + GAP
        if top + self.height() > view.height():
            top = int(box.top()) - GAP - self.height()
        left = min(int(box.left()), view.width() - self.width() - GAP)
        self.move(max(GAP, left), max(GAP, min(top, view.height() - self.height() - GAP)))
