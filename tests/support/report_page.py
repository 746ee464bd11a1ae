"""A report as a browser would read it."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """Texts by the ``id`` that they stand under, all tags, and what the page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        self._open.append(given.get("id", ""))

    def handle_endtag(self, tag: str) -> None:
        if self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._open and self._open[-1].startswith("script-"):
            self.scripts.append(data)

    def having(self, class_name: str) -> list[dict[str, str]]:
        return [given for _, given in self.tags if class_name in given.get("class", "").split()]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def addresses(self) -> list[str]:
        return [given[n] for _, given in self.tags for n in ("src", "href") if n in given]
