"""Where a secret may go: into a field that takes it, in the program or on the site that the goal
names with it. Anywhere else it is withheld, whoever wants it typed and whoever could be asked."""

from __future__ import annotations

from dataclasses import fields

from engine.domain.actions import Action, TypeText
from engine.domain.risks import Risk, RiskClass
from engine.domain.situation import Situation
from engine.domain.web.sites import host_of, hosts_named_in, is_same_site
from engine.domain.zones import Window, Zone
from engine.language.command_words import content_of
from engine.language.folding import folded
from engine.language.secret_names import SECRET, secrets_in


def why_withheld(
    action: Action, zone: Zone | None, seen: Situation, goal: str, start_host: str = ""
) -> str:
    """Why a secret of the action does not go there, and where it would; empty for all else.

    ``start_host`` is that of the page that the operator began with.
    """
    names = [name for text in _texts_of(action) for name in secrets_in(text)]
    if not names:
        return ""
    if unnamed := set(names) - set(secrets_in(goal)):
        told = " and ".join(f"“{name}”" for name in sorted(unnamed))
        return f"your goal does not name the secret {told}, so that it goes nowhere"
    if not isinstance(action, TypeText):
        return "a secret is typed into a field, and goes nowhere else"
    aimed = zone or seen.focused_zone
    if aimed is None:
        return "nobody can tell into what the secret would be typed"
    if not aimed.is_editable:
        return f"{aimed.words} takes no text"
    if seen.page is not None:
        return _of_site(host_of(seen.page.url), hosts_named_in(goal) | {start_host} - {""})
    return _of_program(_window_of(aimed, seen), seen, goal)


def risk_of_place(action: Action, zone: Zone | None, seen: Situation, goal: str) -> Risk | None:
    """A secret whose program the goal does not say is given away, so that it is asked about."""
    window = _window_of(zone or seen.focused_zone, seen)
    if not isinstance(action, TypeText) or not secrets_in(action.text) or window is None:
        return None
    if seen.page is not None or _names(goal, window.application):
        return None
    why = f"a secret is typed into “{window.application or window.title}”, which no goal names"
    return Risk.final(RiskClass.LEAVES_MACHINE, why)


def _of_site(host: str, meant: frozenset[str] | set[str]) -> str:
    if not meant or any(is_same_site(host, one) for one in meant):
        return ""
    return f"your goal gives it to {' and '.join(sorted(meant))}, and this page is of {host}"


def _of_program(window: Window | None, seen: Situation, goal: str) -> str:
    """Where the goal names a program, it goes there and to no other."""
    if window is None or _names(goal, window.application):
        return ""
    named = [each.name for each in seen.applications if _says(goal, each.name)]
    if not named:
        return ""
    return f"your goal gives it to {named[0]}, and this is “{window.application or window.title}”"


def _names(goal: str, program: str) -> bool:
    return bool(content_of(folded(SECRET.sub(" ", goal))) & content_of(folded(program)))


def _says(goal: str, name: str) -> bool:
    return f" {folded(name)} " in f" {folded(SECRET.sub(' ', goal))} "


def _window_of(zone: Zone | None, seen: Situation) -> Window | None:
    if zone is None or not zone.window_id:
        return seen.active_window
    return next((each for each in seen.windows if each.window_id == zone.window_id), None)


def _texts_of(action: Action) -> list[str]:
    """All texts of the action; keys that are pressed one after the other are one text."""
    parts = [getattr(action, each.name) for each in fields(action)]
    keys = ["".join(part) for part in parts if isinstance(part, tuple)]
    return [*(part for part in parts if isinstance(part, str)), *keys]
