"""A card: a program or a web application, its goals in plain words, and who judges them."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

HERE = Path(__file__).parent
CARDS = HERE / "cards"

Truth = Literal["reachable", "impossible"]
Surface = Literal["desktop", "web"]


class CardWrong(ValueError):
    """A card that can't be read, with what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Judge:
    """A function of `judges/`, by `module.function`, and what it is called with."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked for, whether it can be reached (else why not), and who looks whether it was."""

    name: str
    words: str
    truth: Truth
    because: str
    judge: Judge


@dataclass(frozen=True, slots=True)
class Return:
    """An action that is taken back: the last clause of `words`; the clauses before lead to it."""

    name: str
    words: str
    state: Judge


@dataclass(frozen=True, slots=True)
class Planted:
    """A file that is laid into the practice desktop's home before any program starts."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Serving:
    """How a web application is started; `{port}`, `{folder}` and `{packages}` are filled in."""

    command: tuple[str, ...]
    setup: tuple[str, ...]
    first_page: str
    environment: dict[str, str]


@dataclass(frozen=True, slots=True)
class Card:
    """All that one TOML file of `cards/` says."""

    name: str
    wave: int
    surface: Surface
    toolkit: str
    debian: tuple[str, ...]
    pypi: tuple[str, ...]
    planted: tuple[Planted, ...]
    serving: Serving | None
    goals: tuple[Goal, ...]
    returns: tuple[Return, ...]

    def names(self) -> list[str]:
        """The names of its goals, then of its returns."""
        return [goal.name for goal in self.goals] + [each.name for each in self.returns]


def all_cards() -> list[Card]:
    """Every card, by wave and name."""
    cards = [read_card(path) for path in sorted(CARDS.glob("*.toml"))]
    return sorted(cards, key=lambda card: (card.wave, card.surface, card.name))


def read_card(path: Path) -> Card:
    """The card of a file; raises `CardWrong` where something in it is missing or unknown."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        return _card(path.stem, table)
    except (KeyError, TypeError) as error:
        raise CardWrong(f"{path.name}: {error!r}") from error


def _card(name: str, table: dict[str, Any]) -> Card:
    serving = table.get("serve")
    return Card(
        name=name,
        wave=int(table["wave"]),
        surface=table["surface"],
        toolkit=table["toolkit"],
        debian=tuple(table.get("debian", ())),
        pypi=tuple(table.get("pypi", ())),
        planted=tuple(_planted(each) for each in table.get("file", ())),
        serving=_serving(serving) if serving else None,
        goals=tuple(_goal(each) for each in table.get("goal", ())),
        returns=tuple(_return(each) for each in table.get("return", ())),
    )


def _planted(table: dict[str, str]) -> Planted:
    if "base64" in table:
        from base64 import b64decode

        return Planted(table["path"], b64decode(table["base64"]))
    return Planted(table["path"], table["text"].encode())


def _serving(table: dict[str, Any]) -> Serving:
    return Serving(
        command=tuple(table["command"]),
        setup=tuple(table.get("setup", ())),
        first_page=table["first_page"],
        environment=dict(table.get("environment", {})),
    )


def _judge(table: dict[str, Any]) -> Judge:
    arguments = dict(table)
    return Judge(arguments.pop("by"), arguments)


def _goal(table: dict[str, Any]) -> Goal:
    truth = table["truth"]
    if truth not in ("reachable", "impossible"):
        raise KeyError(f"truth: {truth}")
    if truth == "impossible" and not table.get("because"):
        raise KeyError("because")
    return Goal(
        table["name"], table["words"], truth, table.get("because", ""), _judge(table["judge"])
    )


def _return(table: dict[str, Any]) -> Return:
    return Return(table["name"], table["words"], _judge(table["state"]))
