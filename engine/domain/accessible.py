"""What an accessibility bus tells of one node, before it becomes a zone."""

from dataclasses import dataclass

from engine.domain.spaces import Rect
from engine.domain.web.pages import Page
from engine.domain.zones import Role, Source, State, Window


@dataclass(frozen=True, slots=True)
class AccessibleNode:
    """One node of an application's accessibility tree.

    ``key`` names the node for as long as it lives; ``parent_key`` is empty for a window.
    ``is_showing`` is the application's own word; whether another window covers it is decided
    by ``window_key`` and the windows' order. ``text`` is empty for password fields.
    """

    key: str
    parent_key: str
    window_key: str
    application: str
    role: Role
    name: str
    description: str
    text: str
    states: frozenset[State]
    bounds_px: Rect
    is_showing: bool
    shortcut: str = ""
    is_fixed: bool = False
    is_navigation: bool = False


@dataclass(frozen=True, slots=True)
class AccessibleTree:
    """One reading: the nodes, the windows from top to bottom, and what could not be read.

    ``silent_applications`` don't answer, of ``cut_applications`` only a part is told; both are
    called as a person would. ``source`` says who told all this, and ``page`` what a browser tells
    beside it; the nodes' keys are its elements' ``agent_id``.
    """

    nodes: tuple[AccessibleNode, ...]
    windows: tuple[Window, ...]
    silent_applications: tuple[str, ...] = ()
    cut_applications: tuple[str, ...] = ()
    source: Source = Source.ACCESSIBILITY
    page: Page | None = None
