"""Whether a text on the screen accounts for what a step does.

An order to an agent is taken at its word: whatever it names counts. A request to any reader is
ordinary in applications, and counts only where following it is no ordinary use of them.
"""

import re

from engine.domain.zones import Role, Zone
from engine.language.folding import folded
from engine.language.grave_words import is_called
from engine.language.orders import alternatives, content_of, words_in
from engine.safety.acts import Act
from engine.safety.instructions import TOLD_BY, Instruction

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
    """Whether an order to an agent accounts for all of the act that the goal does not."""
    if _is_pointed_at(act, order):
        return True
    if _leads_to_named(act, order):
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
        case "launch":
            return _is_started_by(act, order)
        case "click" if act.is_on_the_way:
            return _is_told_after(_SAYS_PRESS, act, order)
        case _:
            return bool(unasked) and unasked <= _content_beside(act, order)


def follows_request(act: Act, unasked: frozenset[str], request: Instruction) -> bool:
    """Whether a request to any reader accounts for the act.

    Applications ask their readers for much that is ordinary: to press what stands beside the
    text, to fill in a field. It counts where it starts something, types what the text gives, or
    can't be taken back.
    """
    match act.kind:
        case "type":
            return _is_typed_from(act, unasked, request)
        case "visit":
            return _leads_to_named(act, request) or (
                bool(request.content & _TAKES) and _is_named(act, request)
            )
        case "click" if request.content & _TAKES and _leads_to_named(act, request):
            return True
        case "launch":
            return "open" in request.content and _is_started_by(act, request)
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


def _is_named(act: Act, text: Instruction) -> bool:
    """The whole of what is typed, pressed or opened stands in the text."""
    return any(f" {phrase} " in f" {said} " for phrase in act.phrases for said in text.said)


def _content_beside(act: Act, text: Instruction) -> frozenset[str]:
    """What the text is about, beside the label of what is clicked: that may be a part of it."""
    zone = act.zone
    if zone is None or not _may_hold(text, zone):
        return text.content
    beside = text.said
    for phrase in act.phrases:
        beside = tuple(said.replace(phrase, " ", 1) if phrase else said for said in beside)
    return frozenset().union(*map(content_of, beside))


def _may_hold(text: Instruction, zone: Zone) -> bool:
    """Whether the zone's own label can be a part of the text."""
    if text.is_spread:
        return zone.window_id == text.window_id and zone.role in TOLD_BY
    return zone.zone_id == text.zone_id


def _is_typed_from(act: Act, unasked: frozenset[str], text: Instruction) -> bool:
    """Most of what is typed beyond the goal stands in the text."""
    telling = {word for word in unasked if len(word) > 1}
    if not telling:
        return False
    if any(len(phrase) > 3 and phrase in said for phrase in act.phrases for said in text.said):
        return True
    return len(telling & text.content) >= len(telling) * _ENOUGH_TYPED


def _is_started_by(act: Act, text: Instruction) -> bool:
    """The application is named, or a part of its name is, as "terminal" is of LXTerminal."""
    if act.content & text.content - {"open", "use", "click", "file"}:
        return True
    named = " ".join(act.phrases)
    return any(len(word) > 4 and word in named for said in text.said for word in said.split())


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
