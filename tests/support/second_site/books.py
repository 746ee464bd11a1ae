"""The library's catalogue: what there is, in which branch, and how it is looked through."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

BRANCHES = ("Central", "Mill Lane", "Harbour Street")
_SHORT = {"Central": "CE", "Mill Lane": "ML", "Harbour Street": "HS"}
_UNITS = {"Audiobook": "hours", "DVD": "minutes"}
PAGE_SIZE = 8


@dataclass(frozen=True, slots=True)
class Book:
    """``length`` is in pages, hours of an audiobook or minutes of a film; ``copies`` are those on
    the shelf, by branch."""

    title: str
    author: str
    year: int
    length: int
    language: str
    format: str
    subject: str
    rating: float
    copies: Mapping[str, int]

    @property
    def slug(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower().replace("'", "")).strip("-")

    @property
    def extent(self) -> str:
        return f"{self.length} {_UNITS.get(self.format, 'pages')}"

    @property
    def is_available(self) -> bool:
        return any(self.copies.values())

    @property
    def isbn(self) -> str:
        return f"978-1-{self.year}-{sum(map(ord, self.title)) % 9000 + 1000}-{self.length % 10}"

    def shelf_mark(self, branch: str) -> str:
        number = 700 + sum(map(ord, self.subject)) % 200
        return (
            f"{_SHORT[branch]} {number}.{self.year % 100:02d} {self.author.split()[-1][:3]}".upper()
        )


def _read() -> tuple[Book, ...]:
    with (Path(__file__).parent / "books.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="|"))
    return tuple(
        Book(
            row["title"],
            row["author"],
            int(row["year"]),
            int(row["pages"]),
            row["language"],
            row["format"],
            row["subject"],
            float(row["rating"]),
            dict(zip(BRANCHES, map(int, row["copies"].split(",")), strict=True)),
        )
        for row in rows
    )


BOOKS = _read()
BY_SLUG = {book.slug: book for book in BOOKS}
SORTS = {
    "relevance": "Relevance",
    "title": "Title A–Z",
    "newest": "Newest first",
    "oldest": "Oldest first",
    "rating": "Best rated",
}


def look_through(query: Mapping[str, str]) -> Sequence[Book]:
    """Those that fit the words and filters, in the order asked for."""
    words = query.get("q", "").lower().split()
    formats = [each for each in query.get("format", "").split(", ") if each]
    found = [book for book in BOOKS if all(word in _text(book) for word in words)]
    found = [book for book in found if not formats or book.format in formats]
    for name in ("language", "subject"):
        if wanted := query.get(name, ""):
            found = [book for book in found if getattr(book, name) == wanted]
    if query.get("available"):
        found = [book for book in found if book.is_available]
    match query.get("sort", ""):
        case "title":
            return sorted(found, key=lambda book: book.title)
        case "newest":
            return sorted(found, key=lambda book: -book.year)
        case "oldest":
            return sorted(found, key=lambda book: book.year)
        case "rating":
            return sorted(found, key=lambda book: -book.rating)
    return found


def _text(book: Book) -> str:
    return f"{book.title} {book.author} {book.subject} {book.format} {book.language}".lower()
