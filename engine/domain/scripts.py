"""Scripts: steps in words that outlive the run in which they were done, to be done again.

Ids belong to one run; a trace names its thing by window, role, label and order. How a script is
written and read stands in ``engine.language.scripts``."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field, fields, is_dataclass, replace
from typing import Annotated, Any, TypeVar

from pydantic import Field

from engine.domain import actions, conditions, facts, plans
from engine.domain.exploring.limits import Fault
from engine.domain.zones import CHECKABLE_ROLES, Role, Zone

T = TypeVar("T")
PLACE = re.compile(r"\{\{place:([^{}]+)\}\}")
"""Stands for a folder that the surface names, which lies elsewhere the next time."""
_MOST_HELD_CHARS = 200


class Locator(facts.Frozen):
    """A zone by its window, role and label; ``ordinal`` counts from 0, top to bottom and left to
    right, among those that are equal in these."""

    application: str
    role: Role
    label: str
    ordinal: int = 0

    @property
    def key(self) -> str:
        """The same for the same thing over a whole run."""
        return f"{self.application}|{self.role}|{self.label}|{self.ordinal}"


class TracedStep(facts.Frozen):
    """One action and what it was aimed at; no ``locator`` for keys and the like. ``end`` is where a
    drag ends, if that is a zone.

    What else was so is there where the step is to be checked when it is done again: what it
    ``expects``; before it the title of the window in ``front``, what its zone ``holds``, how many
    are ``alike``, and the state as a mark's digest."""

    action: Annotated[actions.Action, Field(discriminator="kind")]
    description: str
    locator: Locator | None = None
    end: Locator | None = None
    expects: Annotated[conditions.Condition, Field(discriminator="kind")] | None = None
    front: str | None = None
    holds: str | None = None
    alike: int = 0
    state_hash: str = ""


class Script(facts.Frozen):
    """``surface`` is where it was recorded, as ``--surface`` names it, ``end_hash`` the digest of
    the state after its last step, where that is known. ``parameters`` are the texts that stand for
    names in it, as it is in a file. With ``fault`` it is the path to it, and is walked to see
    whether it comes up."""

    surface: Annotated[str, Field(min_length=1)]
    steps: Annotated[tuple[TracedStep, ...], Field(min_length=1)]
    goal: str = ""
    fault: Fault | None = None
    end_hash: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)


def traced(step: plans.PlanStep, situation: plans.Situation) -> TracedStep:
    """A step that was performed, in words that outlive the run."""
    zone, action = situation.zone(step.zone_id), step.action
    end = situation.zone(action.to_zone_id) if isinstance(action, actions.Drag) else None
    return TracedStep(
        action,
        step.description,
        locator_of(zone, situation) if zone is not None else None,
        locator_of(end, situation) if end is not None else None,
    )


def checked(step: plans.PlanStep, situation: plans.Situation, state_hash: str) -> TracedStep:
    """The same with what is compared when it is done again, whatever folders are called."""
    zone, bare = situation.zone(step.zone_id), traced(step, situation)
    whole = replace(
        bare,
        expects=step.expected_change,
        front=situation.active_window.title if situation.active_window is not None else "",
        holds=held_by(zone) if zone is not None else None,
        alike=len(alike(bare.locator, situation)) if bare.locator is not None else 0,
        state_hash=state_hash,
    )
    return with_places_named(whole, situation.places)


def with_places_named(told: T, places: Mapping[str, str]) -> T:
    def named(text: str) -> str:
        for name, path in sorted(places.items(), key=lambda each: -len(each[1])):
            text = text.replace(path, f"{{{{place:{name}}}}}") if path else text
        return text

    return with_texts(told, named)


def with_texts(told: T, change: Callable[[str], str]) -> T:
    """The same fact with each text in it changed; kinds and the like stay as they are."""
    value: Any = told
    if type(value) is str:
        value = change(value)
    elif isinstance(value, tuple):
        value = tuple(with_texts(each, change) for each in value)
    elif is_dataclass(value):
        own = {each.name: getattr(value, each.name) for each in fields(value)}
        changed = {name: with_texts(each, change) for name, each in own.items() if name != "kind"}
        value = replace(value, **changed)  # type: ignore[type-var]
    return value  # type: ignore[no-any-return]


def held_by(zone: Zone) -> str | None:
    """What it holds, where that is known, short and can be changed: a text or a tick."""
    if zone.is_secret or zone.role is Role.PASSWORD_FIELD or len(zone.value) > _MOST_HELD_CHARS:
        return None
    if zone.role in CHECKABLE_ROLES - {Role.TOGGLE_BUTTON}:
        return "ticked" if zone.is_checked else "not ticked"
    return zone.value if zone.is_editable else None


def locator_of(zone: Zone, situation: plans.Situation) -> Locator:
    """How the zone is found again."""
    told = Locator(_window_name(zone, situation), zone.role, zone.label)
    equal = [each.zone_id for each in alike(told, situation)]
    return replace(told, ordinal=equal.index(zone.zone_id) if zone.zone_id in equal else 0)


def find(locator: Locator, situation: plans.Situation) -> Zone | None:
    """The zone that the locator names; None where it is not there."""
    equal = alike(locator, situation)
    return equal[locator.ordinal] if locator.ordinal < len(equal) else None


def zone_key(zone: Zone, situation: plans.Situation) -> str:
    """The same for the same thing over a whole run; by it what was tried is counted."""
    return locator_of(zone, situation).key


def alike(locator: Locator, situation: plans.Situation) -> list[Zone]:
    """All that are equal to it but in their order, in that order, be one under a popup or not."""
    found = [
        zone
        for zone in (*situation.zones, *situation.beneath)
        if zone.role is locator.role
        and zone.label == locator.label
        and _window_name(zone, situation) == locator.application
    ]
    return sorted(found, key=lambda zone: (zone.bounds_px.y, zone.bounds_px.x))


def _window_name(zone: Zone, situation: plans.Situation) -> str:
    """The application: titles change with what is open."""
    window = situation.window_of(zone)
    return (window.application or window.title) if window is not None else ""


def wish_of(script: Script) -> str:
    """What its steps say to do: whoever has it walked wants that, and nothing else."""
    said = {script.goal: script.goal}
    steps = tuple(replace(each, expects=None, front=None, holds=None) for each in script.steps)
    with_texts(steps, lambda text: said.setdefault(text, text))
    return "\n".join(said)
