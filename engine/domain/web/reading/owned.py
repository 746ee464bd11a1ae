"""Deeds upon what is one's own: "cancel my hold on X", "renew the loan of X"."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.domain.literals import Literals
from engine.domain.web.goals import WebGoal
from engine.domain.web.parts import Do, Task, Thing
from engine.domain.web.reading.tasks import do_with
from engine.domain.web.reading.things import read_thing
from engine.domain.web.vocabulary import OWN_PLACE

_OWN = re.compile(
    r"^(?:(?:my|the|our)\s+)?(?P<what>[a-z][a-z -]*?)\s+(?:of|on|for|to)\s+(?P<name>\S.*)$"
)


def read_own(verb: str, rest: str, literals: Literals, goal: WebGoal) -> Task | None:
    """ "cancel my hold on X", "renew the loan of X": X tells which of one's own it is."""
    match = _OWN.match(rest)
    if match is None:
        plain = do_with(verb, rest, literals)
        place = plain.thing.place or OWN_PLACE
        return replace(plain, thing=replace(plain.thing, place=place))
    what = read_thing(match["what"], literals).words
    name = read_thing(match["name"], literals).words
    labels = tuple(dict.fromkeys(each for each in (f"{verb} {what}".strip(), verb)))
    return Do(verb, Thing(f"{what} {name}".strip(), place=OWN_PLACE), labels)
