"""What a step does, in words that can be held to a goal and to a text on the screen.

Finding the way is no act: opening a menu, changing a tab, looking, scrolling, setting the focus.
What is pressed on the way to nearly everything (OK, Save, Escape) is told apart as way-finding.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from engine.domain import actions
from engine.domain.plans import PlanStep, Situation
from engine.domain.web.sites import host_of, is_same_site
from engine.domain.zones import EDITABLE_ROLES, Role, Zone
from engine.language.folding import readings
from engine.language.grave_words import class_of_words
from engine.language.keys import Chord, chord_of, names_of, stands_for
from engine.language.labels import plain
from engine.language.orders import content_of, words_in

Kind = Literal["click", "type", "press", "launch", "focus", "drag", "visit", "search"]

_ONLY_SHOWS = EDITABLE_ROLES | {
    *(Role.MENU, Role.MENU_BAR, Role.TAB, Role.SCROLL_BAR, Role.COLUMN_HEADER, Role.WINDOW)
}
_LABELS_ON_THE_WAY = (
    "ok|cancel|close|yes|no|next|back|previous|continue|finish|done|apply|open|save|save as|file"
    "|edit|view|search|find|tools|help|more|menu|browse|new|add|select|choose|settings|options"
    "|preferences|properties|home|up|skip|retry|accept|confirm|start|stop|refresh|reload"
)
_CHORDS_ON_THE_WAY = (
    "escape tab shift+tab enter space up down left right home end pageup pagedown f10 menu alt"
    " ctrl+a ctrl+c ctrl+f ctrl+l ctrl+n ctrl+o ctrl+s ctrl+shift+s ctrl+z ctrl+home ctrl+end"
    " ctrl+tab alt+down alt+up f1 f2 f3 f5 backspace"
)
_ON_THE_WAY = frozenset(_LABELS_ON_THE_WAY.split("|"))
_KEYS_ON_THE_WAY = frozenset(_CHORDS_ON_THE_WAY.split())
_MEANINGS = {
    "ctrl+s": "save",
    "ctrl+shift+s": "save",
    "ctrl+o": "open",
    "ctrl+n": "new create",
    "ctrl+p": "print",
    "ctrl+q": "quit close",
    "ctrl+w": "close",
    "alt+f4": "close quit",
    "ctrl+c": "copy",
    "ctrl+x": "cut move",
    "ctrl+v": "paste copy move",
    "ctrl+z": "undo",
    "ctrl+f": "find search",
    "ctrl+h": "replace",
    "ctrl+r": "replace",
    "f2": "rename",
    "delete": "delete",
    "shift+delete": "delete",
    "backspace": "delete",
    "ctrl+d": "delete",
    "ctrl+alt+t": "terminal",
    "ctrl+enter": "send",
}
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*://", re.I)


@dataclass(frozen=True, slots=True)
class Act:
    """``phrases`` are the readings of what is pressed, typed or started, as spaced words, and
    ``content`` what they are about; ``named_in`` finds a key chord in a text. ``zone`` is what
    is clicked. ``host`` is that of another site than the page's, where a browser is led to one.
    """

    kind: Kind
    phrases: tuple[str, ...]
    content: frozenset[str]
    chord: Chord = ()
    zone: Zone | None = None
    is_on_the_way: bool = False
    host: str = ""

    @property
    def is_grave(self) -> bool:
        """It reads like something that can't be taken back."""
        return any(class_of_words(phrase) for phrase in self.phrases)

    def named_in(self, said: str) -> bool:
        """Whether a text names the key chord."""
        keys = (f"(?:{'|'.join(map(re.escape, names_of(key)))})" for key in self.chord)
        return bool(self.chord) and bool(re.search(rf"\b{r'[ +-]*'.join(keys)}\b", said))


def act_of(step: PlanStep, situation: Situation) -> Act | None:
    """What the step does; None where it only looks or finds its way."""
    zone = situation.zone(step.zone_id)
    match step.action:
        case actions.Click(button="right"):
            return None
        case actions.Click() if zone is not None and zone.role in _ONLY_SHOWS:
            return None
        case actions.Click():
            label = _label(zone) or step.zone_label
            act = _act("click", label, zone=zone, is_on_the_way=plain(label) in _ON_THE_WAY)
            return replace(act, host=_led_to(zone, situation))
        case actions.TypeText(text=text):
            return _act("type", text)
        case actions.Search(words=words):
            return _act("search", words)
        case actions.Navigate(url=url):
            act = _act("visit", _SCHEME.sub("", url).removeprefix("www."))
            return replace(act, host=_other_host(url, situation))
        case actions.PressKeys(keys=keys):
            return _act_of_chord(chord_of(keys), situation)
        case actions.Launch(application=name):
            return _act("launch", f"{name} {_told_of(name, situation)}")
        case actions.FocusWindow(title=title):
            return _act("focus", title)
        case actions.Drag(to_zone_id=end_id):
            end = situation.zone(end_id)
            label = _label(zone) or step.zone_label
            return _act("drag", f"{label} {_label(end)}", zone=zone)
        case _:
            return None


def _led_to(zone: Zone | None, situation: Situation) -> str:
    element = situation.page.element(zone.source_key) if zone and situation.page else None
    return _other_host(element.href, situation) if element is not None else ""


def _other_host(url: str, situation: Situation) -> str:
    host = host_of(url)
    here = host_of(situation.page.url) if situation.page is not None else ""
    return "" if is_same_site(host, here) else host.removeprefix("www.")


def _act(kind: Kind, text: str, *, zone: Zone | None = None, is_on_the_way: bool = False) -> Act:
    said = readings(text)
    return Act(
        kind,
        tuple(" ".join(words_in(each)) for each in said),
        frozenset().union(*(content_of(each) for each in said)),
        zone=zone,
        is_on_the_way=is_on_the_way,
    )


def _act_of_chord(chord: Chord, situation: Situation) -> Act:
    """A chord means what it is known for, and what the menus say that it stands for."""
    name = "+".join(chord)
    entries = [zone.label for zone in situation.zones if stands_for(zone.shortcut, chord)]
    meaning = " ".join((_MEANINGS.get(name, ""), *entries))
    return Act(
        "press",
        (" ".join(chord),),
        frozenset().union(*(content_of(each) for each in readings(meaning))),
        chord,
        is_on_the_way=name in _KEYS_ON_THE_WAY,
    )


def _label(zone: Zone | None) -> str:
    return (zone.label or zone.value) if zone is not None else ""


def _told_of(name: str, situation: Situation) -> str:
    """What else the application of that name is called."""
    wanted = plain(name)
    for each in situation.applications:
        called = (each.name, each.generic_name, *each.keywords)
        if wanted in (plain(each.name), plain(each.generic_name), each.entry_id.casefold()):
            return " ".join((*called, re.sub(r"\W", " ", each.entry_id)))
    return ""
