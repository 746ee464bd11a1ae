"""Where a secret may go: into a field that takes it, in the program or on the site that the goal
names with it. Anywhere else it is withheld, whoever wants it typed and whoever could be asked;
where the goal leaves open what it is for, it is asked about."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from engine.domain.actions import Action, TypeText
from engine.domain.risks import Risk, RiskClass
from engine.domain.situation import Situation
from engine.domain.web.pages import Page
from engine.domain.web.sites import host_of
from engine.domain.zones import Window, Zone
from engine.language.secret_names import secrets_in
from engine.safety.executed_lines import why_executes
from engine.safety.named_places import (
    is_program,
    named_with,
    programs_in,
    site_of,
    sites_in,
    why_not_on,
)


@dataclass(frozen=True, slots=True)
class SecretPlace:
    """``withheld`` says why it does not go there, and where it would; ``asked`` why that can't be
    told. Both are empty where it is meant to, and where the action has no secret in it."""

    withheld: str = ""
    asked: str = ""

    def in_risk(self, gravest: Risk) -> Risk:
        """The risk of the action, with what there is to say of its secret."""
        if self.asked and gravest.risk_class is not RiskClass.LEAVES_MACHINE:
            gravest = replace(
                Risk.final(RiskClass.LEAVES_MACHINE, self.asked), hands_over=gravest.hands_over
            )
        return replace(gravest, withheld=self.withheld)


def place_of_secret(
    action: Action, zone: Zone | None, seen: Situation, goal: str, start_url: str = ""
) -> SecretPlace:
    """``start_url`` is the page that the operator began with."""
    names = tuple(dict.fromkeys(name for text in _texts_of(action) for name in secrets_in(text)))
    if not names:
        return SecretPlace()
    if unnamed := set(names) - set(secrets_in(goal)):
        told = " and ".join(f"“{name}”" for name in sorted(unnamed))
        return SecretPlace(f"your goal does not name the secret {told}, so that it goes nowhere")
    if not isinstance(action, TypeText):
        return SecretPlace("a secret is typed into a field, and goes nowhere else")
    aimed = zone or seen.focused_zone
    if aimed is None:
        return SecretPlace("nobody can tell into what the secret would be typed")
    if not aimed.is_editable:
        return SecretPlace(f"{aimed.words} takes no text")
    if why := why_executes(aimed, seen):
        return SecretPlace(f"a secret goes into nothing that executes it, and {why}")
    page, window = seen.page, _window_of(aimed, seen)
    found = [
        _on_page(name, page, aimed, goal, start_url)
        if page is not None
        else _in_program(name, window, seen, goal)
        for name in names
    ]
    withheld = next((each.withheld for each in found if each.withheld), "")
    return SecretPlace(withheld, next((each.asked for each in found if each.asked), ""))


def _on_page(name: str, page: Page, aimed: Zone, goal: str, start_url: str) -> SecretPlace:
    start = site_of(start_url)
    meant = named_with(name, goal, sites_in, (start,) if start else ())
    element = page.element(aimed.source_key)
    frame_url = element.frame_url if element is not None else ""
    if why := why_not_on(page.url, frame_url, meant):
        told = " or ".join(each.words for each in meant)
        return SecretPlace(f"your goal names the secret “{name}” for {told} only; {why}")
    if len(meant) == 1:
        return SecretPlace()
    return SecretPlace(asked=_asked(name, host_of(frame_url) or host_of(page.url) or page.url))


def _in_program(name: str, window: Window | None, seen: Situation, goal: str) -> SecretPlace:
    known = [each.name for each in seen.applications] + [w.application for w in seen.windows]
    meant = named_with(name, goal, lambda clause: programs_in(clause, known))
    program = window.application if window is not None else ""
    here = program or (window.title if window is not None else "an unknown window")
    if meant and not any(is_program(program, each) for each in meant):
        told = " or ".join(meant)
        return SecretPlace(f"your goal names the secret “{name}” for {told} only; this is “{here}”")
    is_told = len({each.casefold() for each in meant}) == 1 and not named_with(name, goal, sites_in)
    return SecretPlace(asked="" if is_told else _asked(name, f"“{here}”"))


def _asked(name: str, here: str) -> str:
    return f"the secret “{name}” is given to {here}, and your goal leaves open what it is for"


def _window_of(zone: Zone, seen: Situation) -> Window | None:
    if not zone.window_id:
        return seen.active_window
    return next((each for each in seen.windows if each.window_id == zone.window_id), None)


def _texts_of(action: Action) -> list[str]:
    """All texts of the action; keys that are pressed one after the other are one text."""
    parts = [getattr(action, each.name) for each in fields(action)]
    keys = ["".join(map(str, part)) for part in parts if isinstance(part, tuple)]
    return [*(part for part in parts if isinstance(part, str)), *keys]
