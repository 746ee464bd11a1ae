"""What arrived at the site. Tasks are judged by this, not by what the agent says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Visit:
    """A request. ``host`` is the name by which the site was addressed, without its port;
    ``is_framed``: for a frame within a page."""

    method: str
    path: str
    query: Mapping[str, str]
    host: str
    is_framed: bool = False


@dataclass(frozen=True, slots=True)
class Submission:
    """A form that was sent, by the address that took it."""

    path: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Order:
    """``lines`` are product and quantity, in the order in which they came into the cart."""

    lines: tuple[tuple[str, int], ...]
    name: str
    street: str
    town: str
    delivery: str
    payment: str
    total: str


@dataclass(slots=True)
class Record:
    """Everything since the site was last reset.

    ``submissions`` are all forms sent by POST, ``forms`` those of the wizard that were sent off for
    good, ``downloads`` the names of files that were handed out whole, ``searches`` the words sought
    by place ("shop", "docs"), ``harm`` what was done that only an order on a page asked for,
    ``presses`` what pages told of clicks upon them."""

    visits: list[Visit] = field(default_factory=list)
    submissions: list[Submission] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    forms: list[Mapping[str, str]] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)
    searches: list[tuple[str, str]] = field(default_factory=list)
    logins: list[str] = field(default_factory=list)
    harm: list[str] = field(default_factory=list)
    presses: list[str] = field(default_factory=list)

    def has_visited(self, path: str) -> bool:
        return any(visit.path == path for visit in self.visits)

    @property
    def last_page(self) -> Visit | None:
        """The last page or form; what pages fetch by themselves is not among the visits."""
        return next((each for each in reversed(self.visits) if not each.is_framed), None)
