"""Traces: steps in words that outlive a run, so that a path can be walked again.

Zone ids name things of one run. A trace names them as a person would: the third button "Add" of
the window "Invoices".
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.domain.actions import Action
from engine.domain.situation import Situation
from engine.domain.zones import Role, Zone


@dataclass(frozen=True, slots=True)
class Locator:
    """A zone by its window, role and label; ``ordinal`` counts from 0, top to bottom and left to
    right, among those that are equal in these."""

    application: str
    role: Role
    label: str
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class TracedStep:
    """One action and what it was aimed at; no ``locator`` for keys and the like. ``end`` is where a
    drag ends, if that is a zone."""

    action: Action
    description: str
    locator: Locator | None = None
    end: Locator | None = None


def locator_of(zone: Zone, situation: Situation) -> Locator:
    """How the zone is found again."""
    alike = _alike(_window_name(zone, situation), zone.role, zone.label, situation)
    ordinal = next((at for at, each in enumerate(alike) if each.zone_id == zone.zone_id), 0)
    return Locator(_window_name(zone, situation), zone.role, zone.label, ordinal)


def find(locator: Locator, situation: Situation) -> Zone | None:
    """The zone that the locator names; None where it is not there."""
    alike = _alike(locator.application, locator.role, locator.label, situation)
    return alike[locator.ordinal] if locator.ordinal < len(alike) else None


def zone_key(zone: Zone, situation: Situation) -> str:
    """The same for the same thing over a whole run; by it what was tried is counted."""
    name = locator_of(zone, situation)
    return f"{name.application}|{name.role}|{name.label}|{name.ordinal}"


def _alike(application: str, role: Role, label: str, situation: Situation) -> list[Zone]:
    found = [
        zone
        for zone in situation.zones
        if zone.role is role
        and zone.label == label
        and _window_name(zone, situation) == application
    ]
    return sorted(found, key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x))


def _window_name(zone: Zone, situation: Situation) -> str:
    """The application: titles change with what is open."""
    windows = (each for each in situation.windows if each.window_id == zone.window_id)
    return next((each.application or each.title for each in windows), "")
