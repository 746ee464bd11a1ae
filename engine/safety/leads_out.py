"""What leads out of whatever is explored: by keys, by the words on a button, by an address.

An exploration presses what it finds. What locks the screen, ends the desktop's session, changes to
another program or ends the one that is explored is therefore never done, whoever proposes it.
"""

from __future__ import annotations

import re

from engine.domain.actions import (
    Action,
    Click,
    Drag,
    Launch,
    Navigate,
    PressKeys,
    Replan,
    Search,
)
from engine.domain.exploring.limits import Home
from engine.domain.labels import plain
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.web.sites import host_of, is_same_site
from engine.language.grave_words import has_word, is_called
from engine.safety.leads_out_by_keys import leaving_by_keys

_OPENS_PROGRAM = re.compile(
    r"^(open|show|reveal|browse|view)\b.*\b((containing|parent) folder|file ?(manager|browser)"
    r"|in files|terminal|web ?browser|default application)$"
    r"|^open (with|in (another|external|default)) .*|^(visit (the |our )?)?(web ?site|home ?page)$"
    r"|^(report (a |an )?(bug|problem|issue)s?|get help|help|contents?) online$"
    r"|^(https?://|www\.)\S+$"
)
"""On a desktop; on a page such words lead to another page at most."""


def leaving_by_action(step: PlanStep, home: Home) -> str:
    """Why the step leads out, as far as the step itself says so; empty where it does not."""
    match step.action:
        case PressKeys(keys=keys):
            return leaving_by_keys(keys)
        case Click() | Drag():
            return leaving_by_words(step.zone_label)
        case Launch(application=name) if plain(name) != plain(home.launched):
            return f"it starts another program: {name}"
        case Navigate(url=url):
            return leaving_by_address(url, home)
        case Search() if step.zone_id == GLOBAL_ZONE_ID:
            return "it opens a search engine"
        case Replan():
            return "it is no action upon what is explored"
        case _:
            return ""


def leaving_by_words(label: str) -> str:
    """Why pressing what is called so leads out."""
    words = plain(label)
    if has_word("ends_session", words, "locks") or is_called("locks", words):
        return f"“{label}” may lock the screen or end a session"
    if is_called("quits", words):
        return f"“{label}” ends the program that is explored"
    return ""


def leaving_by_opening(label: str) -> str:
    """Why pressing what is called so starts another program; on a desktop only."""
    if _OPENS_PROGRAM.search(plain(label)):
        return f"“{label}” opens another program"
    return ""


def leaving_by_address(url: str, home: Home) -> str:
    """Why the address leads out of the site of the start."""
    host = host_of(url)
    if not home.host or (host and is_same_site(host, home.host)):
        return ""
    return f"{host or url} is not the site that is explored ({home.host})"


def acts_by_keyboard(action: Action) -> bool:
    return action.kind in ("press", "type")
