"""The parts of a goal on the web: what is asked for, one thing after the other. Pure facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.domain.web.conditions import Bound, Feature, Rank

Extreme = Literal["", "cheapest", "dearest"]
AnswerKind = Literal["price", "version", "count", "date", "person", "quantity", "text"]
_NO_BOUND = Bound()


@dataclass(frozen=True, slots=True)
class Thing:
    """What is meant: by words, by its number in a row (-1 is the last), or by its rank.

    ``words`` are empty where anything listed will do ("the third product"). ``place`` is where the
    goal says that it is. ``bounds`` and ``features`` are what it must be like, all of them.
    ``is_it`` is the thing of the part before.
    """

    words: str = ""
    place: str = ""
    number: int = 0
    rank: Rank | None = None
    bounds: tuple[Bound, ...] = ()
    features: tuple[Feature, ...] = ()
    count: int = 1
    is_it: bool = False
    is_exact: bool = False

    @property
    def limits(self) -> Bound:
        """The bound of its price."""
        priced = (each for each in self.bounds if each.measure == "price")
        return next(priced, _NO_BOUND)

    @property
    def extreme(self) -> Extreme:
        """Whether its price picks it."""
        if self.rank is None or self.rank.measure != "price":
            return ""
        return "dearest" if self.rank.is_most else "cheapest"

    @property
    def is_picked(self) -> bool:
        """Only its row tells which it is."""
        return bool(self.number or self.rank)

    @property
    def said(self) -> str:
        number = {0: "", -1: "the last"}.get(self.number, f"number {self.number}")
        rank = self.rank.said if self.rank else ""
        return " ".join(each for each in (rank, number, self.words) if each) or "it"


@dataclass(frozen=True, slots=True)
class Find:
    thing: Thing


@dataclass(frozen=True, slots=True)
class ListAll:
    thing: Thing


@dataclass(frozen=True, slots=True)
class Ask:
    """``topic`` are the question's words that matter; ``subject`` those of them that say what it is
    asked about, where the question tells them from what is asked of it; ``place`` is the part of
    the site that the question names, which is no part of the topic."""

    question: str
    topic: str
    kind: AnswerKind
    thing: Thing | None = None
    subject: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Download:
    thing: Thing
    ending: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """Press what is called ``verb`` (or ``labels``), for the thing, ``thing.count`` times."""

    verb: str
    thing: Thing
    labels: tuple[str, ...]
    place: str = ""


@dataclass(frozen=True, slots=True)
class Fill:
    """``values`` by the words of their fields. ``entry`` leads to the form, and ends it."""

    values: tuple[tuple[str, str], ...]
    submits: bool
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Submit:
    pass


@dataclass(frozen=True, slots=True)
class Choose:
    """An option; ``name`` are the words of its field, where the goal says them. ``applies``: what
    is chosen is a filter, which is to be put in force."""

    option: str
    name: str = ""
    applies: bool = False


@dataclass(frozen=True, slots=True)
class SearchFor:
    words: str


@dataclass(frozen=True, slots=True)
class TurnPage:
    """To the page of a list by its number; 0 is the next, -1 the last."""

    number: int


@dataclass(frozen=True, slots=True)
class Visit:
    url: str


@dataclass(frozen=True, slots=True)
class StepBack:
    pass


@dataclass(frozen=True, slots=True)
class ScrollOn:
    direction: Literal["down", "up"] = "down"


Task = (
    Find
    | ListAll
    | Ask
    | Download
    | Do
    | Fill
    | Submit
    | Choose
    | SearchFor
    | TurnPage
    | Visit
    | StepBack
    | ScrollOn
)


@dataclass(frozen=True, slots=True)
class Part:
    """``number`` counts from 1; ``said`` are the goal's own words; ``unread`` those of them that
    nothing was made of."""

    number: int
    said: str
    task: Task
    unread: tuple[str, ...] = ()
