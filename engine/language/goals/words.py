"""The words that goals may use, as tables, and the verb that a clause begins with.

To teach a synonym, add it here and nowhere else. Verbs are grouped by the reader that understands
what follows them; longer phrases win over shorter ones ("save as" over "save"). Nothing here names
an application, a window, a site or a place."""

import re
from collections.abc import Mapping

from engine.domain.zones import CHECKABLE_ROLES, EDITABLE_ROLES, Role

VERBS: Mapping[str, tuple[str, ...]] = {
    "open": ("open", "open up", "bring up", "launch", "start", "start up", "run"),
    "go": (
        *("go to", "switch to", "change to", "navigate to", "move to", "focus on", "focus"),
        *("activate", "bring up the window"),
    ),
    "click": (
        *("click", "click on", "left-click", "left-click on", "tap", "tap on", "press on"),
        "push on",
    ),
    "choose": ("choose", "select", "pick"),
    "press": ("press", "hit", "push", "press the key", "press the keys"),
    "double": ("double-click", "double-click on", "doubleclick"),
    "right": ("right-click", "right-click on", "rightclick"),
    "tick": ("check", "tick", "turn on", "switch on", "enable", "mark"),
    "untick": ("uncheck", "untick", "turn off", "switch off", "disable", "unmark"),
    "type": ("type", "type in", "enter", "write", "input", "insert"),
    "fill": ("fill", "fill in", "fill out"),
    "clear": ("clear", "empty", "erase the text in"),
    "set": ("set", "change", "adjust"),
    "save": ("save",),
    "close": ("close", "quit", "exit"),
    # of a model
    "asked": (
        *("compute", "calculate", "work out", "evaluate", "what is", "what's", "how much is"),
    ),
    "scroll": ("scroll",),
    "drag": ("drag", "drag and drop"),
    "rename": ("rename",),
    "wait": ("wait", "pause"),
    "expect": (
        *("expect", "expect that", "verify", "verify that", "check that", "make sure"),
        *("make sure that", "ensure", "ensure that", "check if", "check whether", "see that"),
        "confirm that",
    ),
    "named": (
        *("send", "delete", "remove", "add", "print", "submit", "apply", "confirm", "accept"),
        *("cancel", "process", "finish", "go", "next", "back", "go back", "go forward", "go up"),
        *("continue", "log in", "login", "sign in", "log out", "sign out", "search", "find"),
        *("undo", "redo", "copy", "paste", "cut", "select all", "reset", "refresh", "reload"),
        *("create", "discard", "download", "upload", "publish", "post", "pay", "buy", "order"),
        *("approve", "reject", "stop", "new", "import", "export", "retry", "skip", "connect"),
        *("disconnect", "register", "subscribe", "unsubscribe", "archive", "duplicate"),
        *("install", "uninstall", "update", "generate", "load", "show", "hide", "expand"),
        *("collapse", "accept all", "ok", "yes", "no", "done", "restore", "empty the trash"),
    ),
}
_ITEMS = frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.MENU_ITEM})
ROLE_WORDS: Mapping[str, frozenset[Role]] = {
    "toggle button": frozenset({Role.TOGGLE_BUTTON, Role.SWITCH}),
    "radio button": frozenset({Role.RADIO_BUTTON}),
    "push button": frozenset({Role.BUTTON}),
    "button": frozenset({Role.BUTTON, Role.TOGGLE_BUTTON, Role.MENU}),
    "check box": CHECKABLE_ROLES,
    "checkbox": CHECKABLE_ROLES,
    "tick box": CHECKABLE_ROLES,
    "box": CHECKABLE_ROLES | EDITABLE_ROLES,
    "option": CHECKABLE_ROLES | _ITEMS,
    "setting": CHECKABLE_ROLES | EDITABLE_ROLES | {Role.SLIDER},
    "switch": frozenset({Role.SWITCH, Role.TOGGLE_BUTTON, Role.CHECK_BOX}),
    "toggle": frozenset({Role.SWITCH, Role.TOGGLE_BUTTON, Role.CHECK_BOX}),
    "text field": EDITABLE_ROLES,
    "text box": EDITABLE_ROLES,
    "input field": EDITABLE_ROLES,
    "field": EDITABLE_ROLES,
    "input": EDITABLE_ROLES,
    "text area": frozenset({Role.TEXT_AREA}),
    "editor": frozenset({Role.TEXT_AREA}),
    "combo box": frozenset({Role.COMBO_BOX}),
    "drop-down list": frozenset({Role.COMBO_BOX}),
    "drop-down": frozenset({Role.COMBO_BOX}),
    "dropdown": frozenset({Role.COMBO_BOX}),
    "spin box": frozenset({Role.SPIN_BOX}),
    "slider": frozenset({Role.SLIDER}),
    "tab": frozenset({Role.TAB}),
    "page": frozenset({Role.TAB}),
    "menu item": frozenset({Role.MENU_ITEM, Role.CHECK_MENU_ITEM}),
    "menu entry": frozenset({Role.MENU_ITEM, Role.CHECK_MENU_ITEM}),
    "menu": frozenset({Role.MENU, Role.MENU_ITEM}),
    "list item": _ITEMS,
    "list entry": _ITEMS,
    "item": _ITEMS,
    "entry": _ITEMS,
    "row": _ITEMS,
    "list": frozenset({Role.COMBO_BOX, Role.GROUP}),
    "link": frozenset({Role.LINK}),
    "icon": frozenset({Role.ICON, Role.BUTTON, Role.LIST_ITEM}),
    "cell": frozenset({Role.CELL}),
    "column": frozenset({Role.COLUMN_HEADER}),
}
# Words for places that hold zones; they say nothing about the role of what is looked for.
PLACE_WORDS = (
    *("application", "app", "program", "window", "dialog box", "dialog", "popup", "page"),
    *("menu bar", "menu", "toolbar", "tool bar", "sidebar", "panel", "section", "group", "form"),
    *("drop-down list", "drop-down", "dropdown", "combo box", "list", "table", "tab", "field"),
    "screen",
)
APPLICATION_WORDS = ("application", "app", "program")
FOLDER_WORDS = ("folder", "directory", "dir")
COUNTING_WORDS: Mapping[str, int] = {
    **{word: at for at, word in enumerate(("first", "second", "third", "fourth", "fifth"), 1)},
    "last": -1,
    "bottom": -1,
    "top": 1,
    "topmost": 1,
}
# What is counted where the word for it says no more: "the second one".
COUNTED_ANYTHING = frozenset({"one", "thing", "element", "line"})
# A condition, which a list of steps can't honour; but not where it begins a label (“If Empty”).
UNSAYABLE = r"\b(?:if|unless|until|while|without|except|instead of|repeat|for each|otherwise)\b"
# An object that begins like this says how or where, not merely what: it must not be left out.
PARTICLES = (
    *("up", "down", "left", "right", "in", "out", "on", "off", "over", "to", "into", "onto", "for"),
    *("from", "with", "as", "at", "by", "about", "after", "before", "all", "every", "each", "both"),
)
WHAT_CAN_BE_SAID = (
    "Say it in steps, for instance: open X, click X, press Ctrl+S, type 'text' into X, set X to Y, "
    "turn X on or off, choose X in Y, Tools > Settings, save it as NAME in FOLDER, "
    "scroll down, drag X to Y, wait for X, check that 'text' is shown, close X. "
    "Put labels with odd words into quotes."
)


_PATH_GOES_ON = re.compile(r"(?:>|→|➔|»|▸|->|/\s)")


class Verbs:
    """Verbs in groups, and which of them a clause begins with."""

    def __init__(self, groups: Mapping[str, tuple[str, ...]]) -> None:
        phrases = sorted((each for group in groups.values() for each in group), key=len)[::-1]
        words = (re.escape(e).replace(r"\-", "[- ]?").replace(r"\ ", r"\s+") for e in phrases)
        self._verb = re.compile(rf"(?i)^(?P<verb>{'|'.join(words)})(?![\w-])\s*")
        self._kind_of = {
            phrase.replace("-", " "): kind for kind, group in groups.items() for phrase in group
        }

    def verb_of(self, text: str) -> tuple[str, str, str]:
        """The verb's group, the verb as said and what follows; empty where there is no verb."""
        match = self._verb.match(text)
        if match is None or _PATH_GOES_ON.match(text[match.end() :]):
            return "", "", text
        phrase = " ".join(match["verb"].casefold().replace("-", " ").split())
        kind = self._kind_of.get(phrase) or self._kind_of.get(phrase.replace("+", " ")) or "named"
        return kind, match["verb"], text[match.end() :].strip()


DESKTOP_VERBS = Verbs(VERBS)
WEB_VERBS = Verbs(
    {
        **VERBS,
        "named": tuple(each for each in VERBS["named"] if each not in ("find", "print")),
        "asked": (*VERBS["asked"], "list", "list all", "show all", "show me all"),
        "search": ("search for", "search", "look for"),
        "read": ("read", "tell me", "what is", "what's"),
        "download": ("download",),
        "upload": ("upload", "attach"),
    }
)
