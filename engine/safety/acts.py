"""What a step does, in words that can be held to a goal and to a text on the screen; and whether
such a text accounts for it.

Finding the way is no act: opening a menu, changing a tab, looking, scrolling, setting the focus.
What is pressed on the way to nearly everything (OK, Save, Escape) is told apart as way-finding.

An order to an agent is taken at its word: whatever it names counts. A request to any reader is
ordinary in applications, and counts only where following it is no ordinary use of them."""

import re
from typing import Literal

from engine.domain import actions, plans
from engine.domain.facts import Frozen, replace
from engine.domain.web.sites import host_of, is_same_site
from engine.domain.zones import SHOWING_ROLES, Role, Zone
from engine.language.folding import folded, readings
from engine.language.grave_words import class_of_words, is_called
from engine.language.keys import Chord, chord_of, names_of, stands_for
from engine.language.labels import plain
from engine.language.orders import alternatives, content_of, words_in
from engine.safety.instructions import TOLD_BY, Instruction
from engine.states.dialogs import holding_up

Kind = Literal["click", "type", "press", "launch", "focus", "drag", "visit", "search"]

_ONLY_SHOWS = SHOWING_ROLES | {Role.WINDOW}
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
_SCHEME = re.compile(r"(?i)^[a-z][a-z0-9+.-]*://")


class Act(Frozen):
    """``phrases`` are the readings of what is pressed, typed or started, as spaced words, and
    ``content`` what they are about; ``named_in`` finds a key chord in a text. ``zone`` is what
    is clicked. ``host`` is that of another site than the page's, where a browser is led to one."""

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


def act_of(step: plans.PlanStep, situation: plans.Situation) -> Act | None:
    """What the step does; None where it only looks or finds its way."""
    zone = situation.zone(step.zone_id)
    match step.action:
        case actions.Click(button="right"):
            return None
        case actions.Click(button="middle") if zone is not None and zone.is_editable:
            return _act("type", "")  # what is selected somewhere
        case actions.Click() if zone is not None and zone.role in _ONLY_SHOWS:
            return None
        case actions.Click():
            label = _label(zone) or step.zone_label
            act = _act("click", label, zone=zone, is_on_the_way=plain(label) in _ON_THE_WAY)
            element = situation.element_of(zone)
            return replace(act, host=_other_host(element.href, situation)) if element else act
        case actions.TypeText(text=text):
            return _act("type", text)
        case actions.Search(words=words):
            return _act("search", words)
        case actions.Navigate(url=url):
            act = _act("visit", _SCHEME.sub("", url).removeprefix("www."))
            return replace(act, host=_other_host(url, situation))
        case actions.PressKeys(keys=keys):
            chord, name = chord_of(keys), "+".join(chord_of(keys))
            # it means what it is known for, and what the menus say that it stands for
            entries = [each.label for each in situation.zones if stands_for(each.shortcut, chord)]
            meaning = readings(" ".join((_MEANINGS.get(name, ""), *entries)))
            content = frozenset().union(*map(content_of, meaning))
            is_found = name in _KEYS_ON_THE_WAY
            return Act("press", (" ".join(chord),), content, chord, is_on_the_way=is_found)
        case actions.Launch(application=name):
            return _act("launch", f"{name} {_told_of(name, situation)}")
        case actions.FocusWindow(title=title):
            return None if _is_own_dialog(title, situation) else _act("focus", title)
        case actions.Drag(to_zone_id=end_id):
            end = situation.zone(end_id)
            label = _label(zone) or step.zone_label
            return _act("drag", f"{label} {_label(end)}", zone=zone)
        case _:
            return None


def _is_own_dialog(title: str, situation: plans.Situation) -> bool:
    """It keeps the window in front from answering, and no other window is called so."""
    front, called = situation.front_window, [e for e in situation.windows if e.name == title]
    return front is not None and len(called) == 1 and called[0] in holding_up(front, situation)


def _other_host(url: str, situation: plans.Situation) -> str:
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


def _label(zone: Zone | None) -> str:
    return (zone.label or zone.value) if zone is not None else ""


def _told_of(name: str, situation: plans.Situation) -> str:
    """What else the application of that name is called."""
    wanted = plain(name)
    for each in situation.applications:
        called = (each.name, each.generic_name, *each.keywords)
        if wanted in (plain(each.name), plain(each.generic_name), each.entry_id.casefold()):
            return " ".join((*called, re.sub(r"\W", " ", each.entry_id)))
    return ""


_ENOUGH_TYPED = 0.7
_PRESSED = frozenset({Role.BUTTON, Role.LINK, Role.TOGGLE_BUTTON, Role.CHECK_BOX, Role.ICON})
_PRESSES = {"click", "use", "open"}
_SAYS_PRESS = alternatives("click", "use", "allow")
_SAYS_TYPE = alternatives("type")
_SAYS_FOCUS = alternatives("open", "change", "visit", "use", "click")
_TAKES = frozenset({"password", "secret", "pay", "card", "account"})
"""What a page has that sends its readers elsewhere for no good."""
_STARTS_SOMETHING = ("super", "ctrl+alt+", "alt+f2", "ctrl+v", "shift+insert", "delete")


def follows_order(act: Act, unasked: frozenset[str], order: Instruction) -> bool:
    """Whether an order to an agent accounts for all of the act that the goal does not. Of a start
    it need not be asked: one that the goal does not name is suspicious whatever the screen says."""
    if _is_pointed_at(act, order) or _leads_to_named(act, order):
        return True
    match act.kind:
        case "type" | "search":
            return _is_typed_from(act, unasked, order) or _is_told_after(_SAYS_TYPE, act, order)
        case "press" if act.is_on_the_way or len(act.chord) == 1:
            is_meant = not act.is_on_the_way and bool(act.content & order.content)
            return is_meant or _is_key_told(act, order)
        case "press":
            return any(map(act.named_in, order.said)) or bool(act.content & order.content)
        case "focus":
            return _is_told_after(_SAYS_FOCUS, act, order)
        case "click" if act.is_on_the_way:
            return _is_told_after(_SAYS_PRESS, act, order)
        case _:
            return bool(unasked) and unasked <= _content_beside(act, order)


def follows_request(act: Act, unasked: frozenset[str], request: Instruction) -> bool:
    """Whether a request to any reader accounts for the act. Applications ask their readers for much
    that is ordinary: to press what stands beside the text, to fill in a field. It counts where it
    opens something, types what the text gives, or can't be taken back."""
    match act.kind:
        case "type":
            return _is_typed_from(act, unasked, request)
        case "visit":
            is_named = any(f" {e} " in f" {said} " for e in act.phrases for said in request.said)
            return _leads_to_named(act, request) or bool(request.content & _TAKES and is_named)
        case "click" if request.content & _TAKES and _leads_to_named(act, request):
            return True
        case "press":
            name = "+".join(act.chord)
            is_more_than_a_way = any(each in name for each in _STARTS_SOMETHING)
            return is_more_than_a_way and _is_key_told(act, request)
        case "click" | "drag":
            return act.is_grave and bool(unasked) and unasked <= _content_beside(act, request)
        case _:
            return False


def _leads_to_named(act: Act, text: Instruction) -> bool:
    """It leads to another site, and the text names that."""
    host = " ".join(words_in(folded(act.host)))
    return bool(host) and any(f" {host} " in f" {said} " for said in text.said)


def _content_beside(act: Act, text: Instruction) -> frozenset[str]:
    """What the text is about, beside the label of what is clicked: that may be a part of it."""
    zone = act.zone
    is_there = zone is not None and text.window_id == zone.window_id and zone.role in TOLD_BY
    # whether the zone's own label can be a part of the text
    if zone is None or not (is_there if text.is_spread else zone.zone_id == text.zone_id):
        return text.content
    beside = text.said
    for phrase in act.phrases:
        beside = tuple(said.replace(phrase, " ", 1) if phrase else said for said in beside)
    return frozenset().union(*map(content_of, beside))


def _is_typed_from(act: Act, unasked: frozenset[str], text: Instruction) -> bool:
    """Most of what is typed beyond the goal stands in the text."""
    telling = {word for word in unasked if len(word) > 1}
    if not telling:
        return False
    if any(len(phrase) > 3 and phrase in said for phrase in act.phrases for said in text.said):
        return True
    return len(telling & text.content) >= len(telling) * _ENOUGH_TYPED


def _is_told_after(verbs: str, act: Act, text: Instruction) -> bool:
    """The text says in so many words to press or type just this: "click the button OK"."""
    return any(
        phrase and re.search(rf"\b{verbs}\b(?: \w+){{0,4}}? {re.escape(phrase)}(?!\w)", said)
        for phrase in act.phrases
        for said in text.said
    )


def _is_key_told(act: Act, text: Instruction) -> bool:
    if len(act.chord) > 1:
        return any(map(act.named_in, text.said))
    verbs = re.compile(rf"\b{_SAYS_PRESS}\b((?: \w+){{1,4}})")
    return any(act.named_in(found) for said in text.said for found in verbs.findall(said))


def _is_pointed_at(act: Act, order: Instruction) -> bool:
    """The order says "click here" or "the button below", and this is such a button."""
    zone = act.zone
    if act.kind != "click" or zone is None or not order.points_nearby:
        return False
    if zone.zone_id == order.zone_id:
        return True
    is_beside = zone.window_id == order.window_id and zone.role in _PRESSED
    leaves = any(is_called("calls_off", e, "shuts", "dismisses", "denies") for e in act.phrases)
    return is_beside and not leaves and bool(_PRESSES & order.content)
