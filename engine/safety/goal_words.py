"""What a goal asks for, as far as its words say: the half of the check that clears a step.

What the goal wants typed is no wish beside that: "type 'delete all'" asks for a text, not for
anything to be deleted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.domain.web.sites import host_of, hosts_named_in, is_same_site
from engine.language.command_words import alternatives, canonical, content_of, words_in
from engine.language.folding import readings
from engine.language.grave_words import class_of_words
from engine.safety.intents import Deed

_TYPED = re.compile(
    rf"\b{alternatives('type')}\b[^'\"“”«»„‘]{{0,30}}(?:'([^']*)'|\"([^\"]*)\"|[“„]([^”“]*)[”“]"
    r"|«([^»]*)»)"
)
_UNSAID_SHARE = 0.5


class GoalWords:
    """One goal, read once."""

    def __init__(self, goal: str) -> None:
        said = readings(goal)
        self._said = tuple(f" {' '.join(words_in(each))} " for each in said)
        self._raw = said
        self._all = frozenset().union(*(content_of(each) for each in said))
        self._wishes = frozenset().union(*(content_of(_TYPED.sub(" ", each)) for each in said))
        self._hosts = hosts_named_in(goal)
        self.typed = tuple(
            words
            for each in said
            for groups in _TYPED.findall(each)
            if len((words := " ".join(words_in("".join(groups)))).split()) > 1
        )

    def unasked(self, deed: Deed, places: Mapping[str, str]) -> frozenset[str] | None:
        """The words of the deed that the goal does not account for; None where it asks for it."""
        if deed.kind == "press":
            is_asked = bool(deed.content & self._wishes) or any(map(deed.named_in, self._raw))
            return None if is_asked else deed.content
        if deed.kind == "visit":
            return deed.content - self._all or None
        if deed.kind in ("launch", "focus"):
            return None if deed.content & self._wishes else deed.content
        if any(map(self._says, deed.phrases)) and not (deed.kind == "click" and deed.is_grave):
            return None
        if not deed.content:
            return deed.content
        if deed.kind in ("type", "search"):
            folders = content_of(" ".join(places.values()).casefold())
            return deed.content - self._all - folders or None
        return self._unasked_label(deed)

    def means_site_of(self, url: str) -> bool:
        """What the goal gives away is meant for this page: it names its site, or none."""
        return not self._hosts or any(is_same_site(host_of(url), one) for one in self._hosts)

    def names_host(self, host: str) -> bool:
        """The goal names the site, by its address or by the name in it ("wikipedia")."""
        if any(is_same_site(host, one) for one in self._hosts):
            return True
        names = host.split(".")[:-1]
        return any(len(name) > 3 and canonical(name) in self._all for name in names)

    def _unasked_label(self, deed: Deed) -> frozenset[str] | None:
        """A label counts as asked for by most of its words, unless a grave one is left."""
        left = deed.content - self._wishes
        is_grave_left = any(class_of_words(word) for word in left)
        is_most_said = len(left) < len(deed.content) * _UNSAID_SHARE and not is_grave_left
        return None if is_most_said else left

    def _says(self, phrase: str) -> bool:
        return bool(phrase) and any(f" {phrase} " in said for said in self._said)
