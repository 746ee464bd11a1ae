"""Clauses: what one piece of a goal asks for, read but not yet planned. Facts, without a screen."""

from collections.abc import Callable, Sequence
from typing import Literal

from engine.domain.facts import Frozen, field, replace
from engine.domain.zones import Role
from engine.language.labels import quoted

Direction = Literal["up", "down", "left", "right"]
PlaceKind = Literal["anything", "window", "dialog", "tab", "application"]


class Target(Frozen):
    """Words that point at a zone.

    ``whole`` is the phrase as it was said: a label such as "Fit in window" is looked for as it
    stands before it is taken apart into ``words`` ("Fit") and the place ``within`` ("window").
    ``count`` is the place in the order of reading, 1 for "the first", -1 for "the last"; 0 where
    none was said. ``counted`` are the words of what is counted, empty where a role says it all.
    ``is_only``: there is but one such thing, or the goal is wrong. ``in_dialog``, ``in_table``: it
    is meant in a dialog or a table, whatever that is called. ``scope`` is the place that its
    sentence began with, where it names none itself."""

    words: str
    roles: frozenset[Role] = frozenset()
    within: str = ""
    whole: str = ""
    count: int = 0
    counted: str = ""
    is_only: bool = False
    in_dialog: bool = field(default=False, compare=False)
    in_table: bool = field(default=False, compare=False)
    scope: str = field(default="", compare=False)

    @property
    def said(self) -> str:
        """The phrase for messages."""
        return self.whole or self.words


class Simple(Frozen):
    """One clause."""


class Context(Simple):
    """ "In the X app, …": what follows is meant there. Without a name: in what is in front."""

    place: str
    kind: PlaceKind = "anything"


class Open(Simple):
    """Open an application, a window, a tab, a menu entry; ``verb`` as said ("start", "go to")."""

    target: Target
    verb: str = "open"


class OpenFile(Simple):
    name: str
    folder: str = ""


class Point(Simple):
    """Click something."""

    target: Target
    button: Literal["left", "right"] = "left"
    count: int = 1


class Named(Simple):
    """ "send the message": a button that is called like the verb, perhaps with its object."""

    verb: str
    object_words: str = ""
    is_specific: bool = False  # the object has a name of its own
    where: Target = Target("")  # the place that its sentence began with


class MenuPath(Simple):
    """Labels one after the other, or one label in which a "/" stands: ``whole``."""

    labels: tuple[str, ...]
    where: Target = field(default=Target(""), compare=False)

    @property
    def whole(self) -> Target:
        return replace(self.where, words=" / ".join(self.labels), scope="")

    def menu(self, at: int) -> Target:
        """A button may be called "Main menu"; "the View menu" is called View."""
        said = self.labels[at]
        words = said[: -len(" menu")] if said.casefold().endswith(" menu") else said
        return replace(self.where, words=words, whole=said if words != said else "", scope="")


class Press(Simple):
    """A chord. ``said`` is a label too, where the key is a single character ("press 7")."""

    keys: tuple[str, ...]
    said: str
    times: int = 1
    where: Target = field(default=Target(""), compare=False)


class Tick(Simple):
    target: Target
    on: bool

    @property
    def doubt(self) -> str:
        """What is asked where nothing tells whether it is on."""
        opposite, said = "off" if self.on else "on", quoted(self.target.said)
        return f"Nothing tells whether {said} is on, and a click might turn it {opposite}. Click?"


class SetTo(Simple):
    target: Target
    value: str


class Choose(SetTo):
    """One value of a field: a combo box, radio buttons, a list, a menu."""


class TypeIn(Simple):
    """Type text; without a target, where the caret is or in the only place that takes text."""

    text: str
    target: Target | None = None
    replace: bool = False

    @property
    def clears(self) -> bool:
        """No text replaces what stands there."""
        return self.replace and not self.text


class Save(Simple): ...


class SaveAs(Simple):
    name: str
    folder: str = ""
    replace: bool = False


class Close(Simple):
    """Close a window, a dialog, a tab, an application; without a target, what is in front."""

    target: Target | None
    what: PlaceKind = "anything"
    discard: bool = False


class ScrollBy(Simple):
    direction: Direction
    times: int = 1
    target: Target | None = None


class DragTo(Simple):
    source: Target
    to: Target


class Rename(Simple):
    target: Target
    name: str


class Pause(Simple):
    secs: float


class Expect(Simple):
    """Something that must be so, within ``patience_secs``.

    ``what``: a text (or zone) is ``shown`` or ``gone``; a zone is ``on`` or ``off`` (``usable``: or
    can be used or not) or holds a ``value`` (``exact``: and nothing else); a ``file`` exists
    (``within`` of the target is its folder); a ``window`` is there."""

    what: Literal["shown", "gone", "on", "off", "value", "file", "window"]
    target: Target
    value: str = ""
    patience_secs: float = 3.0
    exact: bool = False
    usable: bool = False


class WebOnly(Simple):
    """Said on the web only."""


class Visit(WebOnly):
    """An address."""

    url: str


class Turn(WebOnly):
    """The browser's own back, forward, reload."""

    way: Literal["back", "forward", "reload"]


class SearchFor(WebOnly):
    """With the site's own field."""

    words: str
    where: Target = field(default=Target(""), compare=False)


class ReadValue(WebOnly):
    """The value in a row and a column; without a ``row`` what stands beside a label."""

    column: str
    row: str = ""


class FetchFile(WebOnly):
    target: Target


class GiveFile(WebOnly):
    path: str
    target: Target


class Intent(Frozen):
    """A clause with its key: unique within the goal, stable over replans, readable."""

    key: str
    clause: Simple

    @property
    def number(self) -> str:
        return self.key.partition(":")[0]

    @property
    def said(self) -> str:
        """Its words."""
        return self.key.partition(": ")[2]


def remaining(intents: Sequence[Intent], is_over: Callable[[Intent], bool]) -> list[Intent]:
    """Those after the last one that is over: what came before it was done as well."""
    over = [at for at, each in enumerate(intents, 1) if is_over(each)]
    return list(intents[over[-1] :] if over else intents)
