"""What crosses the edge between the views and the application, beside the domain's own words.

``StartRequest`` goes out when the operator starts a run; ``Choice`` and ``SessionRow`` come in.
Forms go both ways, as plain facts: what their fields are made of, and what the settings dialog
hands over and takes back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple

from engine.domain.approvals import Asking
from engine.domain.facts import Frozen, field
from engine.domain.terminals import Terminal

Kind = Literal["", "tick", "ticks", "whole", "amount", "line", "lines", "offered", "one_of", "key"]
"""``tick`` is a yes or no, ``ticks`` some of a few, ``one_of`` one of them; ``lines`` are entries
that stand one a line, ``offered`` is a line with suggestions. Of ``key`` there is one field, on
the page of the model."""
Values = Mapping[str, object]
"""By the name of the field."""


class FieldSpec(Frozen):
    """One field of a form.

    ``label`` may have a mnemonic; neighbours with one label share its row. ``hint`` stands below
    the field, ``words`` at a tick, ``example`` in an empty line. A number has a ``unit`` and lies
    within ``least`` and ``most``; ``none_is`` is shown in place of the least. Where ``none`` is
    given, it is what that stands for, and lies one step below the least. ``choices`` are keys and
    what is shown for them."""

    label: str
    hint: str = ""
    kind: Kind = ""
    name: str = ""
    words: str = ""
    example: str = ""
    unit: str = ""
    least: float = 0
    most: float = 1_000_000
    step: float = 1
    decimals: int = 0
    none_is: str = ""
    none: object = None
    choices: tuple[tuple[object, str], ...] = ()


class PageSpec(Frozen):
    """One page of the dialog; ``told`` stands above its fields."""

    name: str
    title: str
    fields: tuple[FieldSpec, ...]
    told: str = ""


class SettingsForm(Frozen):
    """``values`` are by page. ``new_key`` is empty where the key is kept as it is."""

    values: Mapping[str, Values]
    new_key: str = field(default="", repr=False)
    forgets_key: bool = False


class Problem(NamedTuple):
    """What is wrong with a field; below the pages where there is no such field."""

    page: str
    field: str
    text: str


class StartRequest(Frozen):
    """The operator wants a run. ``surface`` and ``thinker`` are keys of the choices given; a
    browser's has its start page behind a colon. ``mode`` is empty where it is what goes with the
    surface; with ``explorer`` there is ``explore`` too: how far it shall go."""

    goal: str
    surface: str
    thinker: str
    asking: Asking
    mode: str = ""
    explore: Values | None = None


class Choice(Frozen):
    """One entry of a box: ``key`` goes back, ``words`` are shown, ``hint`` is its tooltip."""

    key: str
    words: str
    hint: str = ""


class SessionRow(Frozen):
    """A recorded session in the list; ``when`` it began, in local time.

    ``outcome`` is a word or two, ``message`` a sentence. ``terminal`` is None while it runs or
    where it was broken off, ``reason`` says more of it; ``can_go_on`` where it was broken off, and
    its mode knows how to go on. ``facts`` are what the list's further columns tell."""

    session_id: str
    goal: str
    when: datetime
    outcome: str
    terminal: Terminal | None = None
    message: str = ""
    reason: str = ""
    can_go_on: bool = False
    is_live: bool = False
    facts: tuple[str, ...] = ()
