"""What whoever thinks can say: the one table of verbs, by names that agents know.

A prompt lists them, a reply is read by them; ``known_as`` are the names that other agents and
protocols have for the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from engine.domain.facts import Frozen


class Verb(Frozen):
    """``says`` is told to a model behind the name; verbs that stand together and say the same are
    told as one. ``text_is`` is what its text must hold, empty where it needs none. ``is_said``: it
    moves no hand, but looks, remembers, speaks to the person, or ends. ``needs_pictures``: it is
    told where pictures are taken, ``needs_room`` where a prompt may be long. ``only_on`` is what
    kind of surface it is for, empty for both."""

    name: str
    says: str
    known_as: tuple[str, ...] = ()
    text_is: str = ""
    is_said: bool = False
    needs_pictures: bool = False
    needs_room: bool = False
    only_on: Literal["", "desktop", "web"] = ""


_ON_ZONE = 'with "zone_id"'
_LOOK = (
    "shows you a picture, with the table beside it: of the window in front, of a zone with"
    ' "zone_id", of a part with "at": "left,top right,bottom", or of all with "text": "screen";'
    ' "text": "3x" enlarges it'
)
VERIFIABLE = (
    '"text: what the zone holds", "checked", "not checked", "selected", "window: title", "closed:'
    ' title" or "file: /path"'
)
_VERIFY = (
    'with "zone_id" and "expect"; looks whether something that the goal asks for is so at the end.'
    f' "expect" is then {VERIFIABLE}'
)

VERBS: tuple[Verb, ...] = (
    Verb("click", _ON_ZONE, ("left_click", "tap", "download")),
    Verb("double_click", _ON_ZONE, ("doubleclick",)),
    Verb("right_click", _ON_ZONE, ("rightclick",)),
    Verb(
        "type",
        'with "text", and "zone_id" unless it goes to what has the keyboard; adds text',
        ("type_text", "input", "write"),
        "the text to type",
    ),
    Verb(
        "set_text",
        "the same, but replaces the old text, or chooses that entry of a list",
        ("set_value", "select", "choose"),
    ),
    Verb(
        "fill",
        'several fields at once: with "text", for each a line "zone_id: the new text"',
        ("fill_form",),
        'for each field a line "zone_id: the new text"',
        needs_room=True,
    ),
    Verb(
        "press",
        'with "keys", one chord such as "ctrl+s", "enter", or "ctrl+v" to paste what was copied',
        ("key", "keys", "press_key", "press_keys", "hotkey", "keypress", "key_press"),
    ),
    Verb(
        "scroll",
        'with "zone_id", and "text": "down", "up 3", "down to the end", or "down until Total" for a'
        " text that must come into sight",
        ("scroll_down", "scroll_up"),
    ),
    Verb(
        "drag",
        'with "zone_id", and "text": the zone_id where it ends',
        text_is="the zone_id where the drag ends",
    ),
    Verb(
        "hold",
        'with "zone_id" keeps the mouse button down there over the steps that follow; with "keys"'
        " alone keeps these down",
        ("left_mouse_down", "mouse_down", "key_down", "hold_key"),
        needs_room=True,
    ),
    Verb(
        "release",
        'lets go of all that is held, with "zone_id" there; so does the end of the plan',
        ("left_mouse_up", "mouse_up", "key_up"),
        needs_room=True,
    ),
    Verb(
        "launch",
        'with "text": an application\'s name',
        ("open", "start", "launch_app"),
        "the name of the application",
        only_on="desktop",
    ),
    Verb(
        "focus_window",
        'with "text": a window\'s title',
        ("focus",),
        "the title of the window",
        only_on="desktop",
    ),
    Verb(
        "navigate",
        'with "text": an address that the goal or a link names',
        ("goto", "go_to", "visit", "open_address"),
        "the address to open",
        only_on="web",
    ),
    Verb(
        "search",
        'with "text": a few words, for the page\'s own search field; "zone_id" if it has several',
        text_is="what is sought",
        only_on="web",
    ),
    Verb("go_back", "to the page before", ("back",), only_on="web"),
    Verb("go_forward", "undoes that", ("forward",), only_on="web"),
    Verb(
        "switch_tab",
        'with "text": the tab, from the first column of the tabs',
        text_is="the tab, from the first column of the tabs",
        only_on="web",
    ),
    Verb(
        "wait",
        'with "text": seconds at most, and "expect" to go on as soon as that is seen',
        ("wait_for",),
    ),
    Verb("replan", "looks at the screen again", ("__replan__", "look_again")),
    Verb("look", _LOOK, ("screenshot", "zoom"), is_said=True, needs_pictures=True),
    Verb("verify", _VERIFY, ("check", "verify_state"), is_said=True),
    Verb(
        "read",
        'with "zone_id"; shows you the whole text of a zone before you plan on, without it all that'
        ' is in sight of the window in front; with "text" only where these words are',
        is_said=True,
    ),
    Verb(
        "note",
        'with "text"; words or values that you will need later, and where they were seen',
        ("remember",),
        "what is to be kept in mind",
        is_said=True,
    ),
    Verb(
        "ask",
        'with "text": a question to the person, and each choice on a line of its own; only if'
        " nothing else helps",
        ("ask_user", "ask_operator"),
        "the question",
        is_said=True,
    ),
    Verb(
        "answer",
        'with "text": what the person wanted to know; "verify" before it shows where it stands',
        ("finish", "done"),
        text_is="what the person wanted to know",
        is_said=True,
    ),
    Verb(
        "give_up",
        'with "text": why the goal can\'t be reached here',
        ("fail", "infeasible"),
        "why the goal can't be reached",
        is_said=True,
    ),
)
if TYPE_CHECKING:
    VerbName = str
else:
    VerbName = Literal[tuple(verb.name for verb in VERBS)]

ALIASES = {other: verb.name for verb in VERBS for other in verb.known_as}
SAID: frozenset[str] = frozenset(verb.name for verb in VERBS if verb.is_said)
TEXT_IS = {verb.name: verb.text_is for verb in VERBS if verb.text_is}


def told_of(
    verbs: Iterable[Verb], *, has_pictures: bool, has_room: bool, is_web: bool
) -> list[Verb]:
    """Those that are for the surface and fit."""
    elsewhere = "desktop" if is_web else "web"
    return [
        verb
        for verb in verbs
        if verb.only_on != elsewhere
        and (has_pictures or not verb.needs_pictures)
        and (has_room or not verb.needs_room)
    ]


def verb_lines(verbs: Iterable[Verb]) -> list[str]:
    """The verbs as a prompt lists them."""
    lines: list[tuple[str, str]] = []
    for verb in verbs:
        if lines and lines[-1][1] == verb.says:
            lines[-1] = (f'{lines[-1][0]}, "{verb.name}"', verb.says)
        else:
            lines.append((f'"{verb.name}"', verb.says))
    return [f"{names}: {says}" for names, says in lines]
