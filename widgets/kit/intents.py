"""What crosses the edge between the views and the application, beside the domain's own words.

``StartRequest`` goes out when the operator starts a run; ``Choice`` and ``SessionRow`` come in.
"""

from dataclasses import dataclass
from datetime import datetime

from engine.domain.approvals import Asking
from engine.domain.terminals import Terminal
from widgets.kit.forms import Values


@dataclass(frozen=True, slots=True)
class StartRequest:
    """The operator wants a run. ``surface`` and ``thinker`` are keys of the choices given; a
    browser's has its start page behind a colon. ``mode`` is empty where it is what goes with the
    surface; with ``explorer`` there is ``explore`` too: how far it shall go."""

    goal: str
    surface: str
    thinker: str
    asking: Asking
    mode: str = ""
    explore: Values | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a box: ``key`` goes back, ``words`` are shown, ``hint`` is its tooltip."""

    key: str
    words: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A recorded session in the list; ``when`` it began, in local time.

    ``outcome`` is a word or two, ``message`` a sentence. ``terminal`` is None while it runs or
    where it was broken off, ``reason`` says more of it; ``can_go_on`` where it was broken off, and
    its mode knows how to go on.
    """

    session_id: str
    goal: str
    when: datetime
    outcome: str
    terminal: Terminal | None = None
    message: str = ""
    reason: str = ""
    can_go_on: bool = False
