"""What a prompt of the web says, read back: all that a model is given, and nothing beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"<<<SCREEN-(\w+) [^\n]*\n(.*?)\nSCREEN-\1>>>", re.S)
_ESCAPED = {"\\n": "\n", "\\r": "\r", "\\t": "\t", "\\|": "|", "\\\\": "\\"}
_HEADER = "element | role | text | value | state | context"
_CELLS = 6


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table of elements."""

    element: str
    role: str
    text: str
    value: str
    marks: str
    context: str
    band: str

    @property
    def is_disabled(self) -> bool:
        return "disabled" in self.marks.split(", ")


@dataclass(frozen=True, slots=True)
class Tried:
    description: str
    outcome: str


@dataclass(frozen=True, slots=True)
class WebPrompt:
    """``aim`` is what the prompt says that the goal is; ``values`` are what is to be filled in,
    ``tabs`` ids and titles."""

    goal: str
    aim: str
    stage: str
    allowed: tuple[str, ...]
    title: str
    url: str
    text: tuple[str, ...]
    headings: str
    rows: tuple[Row, ...]
    best: tuple[str, ...]
    tried: tuple[Tried, ...]
    values: tuple[tuple[str, str], ...]
    downloads: tuple[str, ...]
    tabs: tuple[tuple[str, str], ...]
    answers: tuple[str, ...]
    avoids_search: bool
    explores: bool


def read_web_prompt(prompt: str) -> WebPrompt:
    found = _FENCE.search(prompt)
    assert found is not None, prompt
    page = found[2].splitlines()
    ours = prompt[found.end() :]
    goal = re.search(r"^Goal: (.*?)\n(?=To be filled in:|The goal is )", ours, re.M | re.S)
    assert goal is not None, prompt
    return WebPrompt(
        goal=goal[1].strip(),
        aim=_one(r"^The goal is ([\w ]+):", ours),
        stage=_one(r"^Stage \d of 5, (\w+):", ours),
        allowed=tuple(re.findall(r'^- "(\w+)":', prompt[: found.start()], re.M)),
        title=_told(page, "Page"),
        url=_told(page, "Address"),
        text=_text(page),
        headings=_told(page, "Headings"),
        rows=_rows(page),
        best=tuple(re.findall(r"[^ ,]+", _one(r"^Elements that fit the goal best: (.*)\.$", ours))),
        tried=_tried(ours),
        values=_values(ours),
        downloads=tuple(each[10:] for each in page if each.startswith("Download: ")),
        tabs=_tabs(page),
        answers=_block("The person answered", ours),
        avoids_search="Don't search again" in ours,
        explores="Nothing here fits the goal" in ours,
    )


def _one(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.M)
    return found[1] if found else ""


def _told(page: list[str], name: str) -> str:
    lines = (each for each in page if each.startswith(f"{name}: "))
    return plain(next(lines, "").removeprefix(f"{name}: "))


def _text(page: list[str]) -> tuple[str, ...]:
    if "Text:" not in page:
        return ()
    after = page[page.index("Text:") + 1 :]
    return tuple(plain(each) for each in after[: after.index("")])


def _rows(page: list[str]) -> tuple[Row, ...]:
    rows: list[Row] = []
    band = ""
    for line in page[page.index(_HEADER) + 1 :]:
        if line.startswith("# "):
            band = line.removeprefix("# ")
        elif " | " in line:
            cells = [plain(cell) for cell in re.split(r"(?<!\\) \| ", line)]
            rows.append(Row(*(*cells, *[""] * (_CELLS - len(cells)))[:_CELLS], band))
    return tuple(rows)


def _tabs(page: list[str]) -> tuple[tuple[str, str], ...]:
    if "Tabs:" not in page:
        return ()
    tabs: list[tuple[str, str]] = []
    for line in page[page.index("Tabs:") + 1 :]:
        if " | " not in line:
            break
        tab_id, title, *_ = line.split(" | ")
        tabs.append((plain(tab_id), plain(title)))
    return tuple(tabs)


def _block(heading: str, ours: str) -> tuple[str, ...]:
    at = ours.find(heading)
    found = _FENCE.search(ours, at) if at >= 0 else None
    return tuple(plain(each.strip()) for each in found[2].splitlines()) if found else ()


def _tried(ours: str) -> tuple[Tried, ...]:
    lines = (each.partition(". ")[2] for each in _block("=== DONE SO FAR ===", ours))
    parted = (line.rpartition(": ") for line in lines)
    return tuple(Tried(description, outcome) for description, _, outcome in parted)


def _values(ours: str) -> tuple[tuple[str, str], ...]:
    line = _one(r"^To be filled in: (.*)$", ours)
    pairs = (each.partition(" = ") for each in line.split("; ") if each)
    return tuple((plain(name), plain(value)) for name, _, value in pairs)


def plain(text: str) -> str:
    return re.sub(r"\\[nrt|\\]", lambda found: _ESCAPED[found[0]], text)
