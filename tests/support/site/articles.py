"""The documentation of Tidewatch, a tide station that does not exist: 27 articles in six sections.

Words in braces differ between versions; see ``FACTS``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VERSIONS = ("3.2", "2.9")
FACTS: Mapping[str, Mapping[str, str]] = {
    "3.2": {"port": "7420", "python": "3.11", "store": "30 days", "renamed": "station.toml"},
    "2.9": {"port": "6420", "python": "3.8", "store": "14 days", "renamed": "station.ini"},
}


@dataclass(frozen=True, slots=True)
class Part:
    """``table`` has its heads in the first row."""

    heading: str
    text: str
    code: str = ""
    table: tuple[tuple[str, ...], ...] = ()

    @property
    def anchor(self) -> str:
        return self.heading.lower().replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Article:
    slug: str
    section: str
    title: str
    intro: str
    parts: tuple[Part, ...]


def _read() -> tuple[Article, ...]:
    told = json.loads((Path(__file__).parent / "articles.json").read_text(encoding="utf-8"))
    return tuple(Article(**{**each, "parts": _parts(each["parts"])}) for each in told)


def _parts(told: Sequence[Mapping[str, Any]]) -> tuple[Part, ...]:
    return tuple(
        Part(**{**each, "table": tuple(tuple(row) for row in each.get("table", ()))})
        for each in told
    )


ARTICLES = _read()
BY_SLUG = {article.slug: article for article in ARTICLES}
SECTIONS = tuple(dict.fromkeys(article.section for article in ARTICLES))


def filled(text: str, version: str) -> str:
    """The text with the facts of this version."""
    for name, fact in FACTS[version].items():
        text = text.replace(f"{{{name}}}", fact)
    return text


def all_text(article: Article, version: str) -> str:
    told = [article.title, article.intro]
    for part in article.parts:
        told += [part.heading, part.text, part.code, *(" ".join(row) for row in part.table)]
    return filled("\n".join(told), version)
