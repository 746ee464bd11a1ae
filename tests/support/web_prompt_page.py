"""What a prompt of the web says, read back: all that a model is given, and nothing beside it."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from engine.thinking.model.web.replies import ACTIONS, OFFERED

_FENCE = re.compile(r"<<<SCREEN-(\w+) [^\n]*\n(.*?)\nSCREEN-\1>>>", re.S)
_ESCAPED = {"\\n": "\n", "\\r": "\r", "\\t": "\t", "\\|": "|", "\\\\": "\\"}
_COLUMN = re.compile(r"(?<!\\) \| ")
_HEADER = "zone_id | role | text | value | state | context"
_CELLS = 6
_VERBS = tuple(verb.name for verb in OFFERED if ACTIONS[verb.name])
_BESIDE = re.compile(
    r" \((?P<element>(?!on )[^\s;]+)?(?: ?on (?P<place>\S*))?"
    r"(?P<edited>(?:; )?the person wanted it so)?(?:(?:; )?your reason: (?P<reason>.*))?\)$"
)
_CAME = re.compile(r"(DONE|FAILED|REJECTED|NOT REACHED YET)(?: \d+\.|[^:]*:) (.*)$")


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
    def flags(self) -> tuple[str, ...]:
        """The marks before those that may have commas themselves."""
        return tuple(re.split(r", (?=options: |file )|^(?=options: )", self.marks)[0].split(", "))

    @property
    def options(self) -> tuple[str, ...]:
        """The options that are told, long ones cut."""
        told = re.search(r"(?:^|, )options: (.*?)(?:; \d+ more)?(?:, file .*)?$", self.marks, re.S)
        return tuple(told[1].split("; ")) if told else ()

    @property
    def file(self) -> str:
        """The name of the file that it leads to."""
        told = re.search(r"(?:^|, )file (.+)$", self.marks, re.S)
        return told[1] if told else ""

    def after(self, flag: str) -> str:
        """What follows the mark's first word, as in "seen /shop/"."""
        told = (each.removeprefix(flag) for each in self.flags if each.startswith(flag))
        return next(told, "")


@dataclass(frozen=True, slots=True)
class Tried:
    """``came`` is the word that its entry begins with, ``why`` the line below it."""

    description: str
    element: str
    place: str
    came: str
    why: str
    is_edited: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What the prompt says beside the goal and the page."""

    page_type: str
    visited: tuple[str, ...]
    last: tuple[str, ...]
    steps_left: int
    is_looping: bool
    has_failed: bool
    sent: str
    confirmed: str
    complaints: tuple[str, ...]
    search_no_change: bool


@dataclass(frozen=True, slots=True)
class WebPrompt:
    """``aim`` is what the prompt says that the goal is, empty where it asks for that; ``tabs`` are
    ids and titles."""

    goal: str
    aim: str
    stage: str
    allowed: tuple[str, ...]
    title: str
    url: str
    text: tuple[str, ...]
    headings: str
    rows: tuple[Row, ...]
    tried: tuple[Tried, ...]
    downloads: tuple[str, ...]
    tabs: tuple[tuple[str, str], ...]
    front_tab: str
    answers: tuple[str, ...]
    avoids_search: bool
    explores: bool
    status: int
    trouble: str
    notices: tuple[str, ...]
    goes_on: str
    seen: Seen


def read_web_prompt(prompt: str) -> WebPrompt:
    found = next((each for each in _FENCE.finditer(prompt) if _HEADER in each[2]), None)
    assert found is not None, prompt
    page = found[2].splitlines()
    before, ours = prompt[: found.start()], prompt[found.end() :]
    goal = re.search(r"^Goal: (.*?)\n\n(?:===.*)?$", before, re.S)
    assert goal is not None, prompt
    barred = _one(r"^Not possible now: (.*)\.$", ours).split(", ")
    return WebPrompt(
        goal=goal[1].partition("\n\n===")[0].strip(),
        aim=_one(r"^The goal is ([\w ]+):", ours),
        stage=_one(r"^Stage \d of 5, (\w+):", ours),
        allowed=tuple(name for name in _VERBS if name not in barred),
        title=_told(page, "Page"),
        url=_told(page, "Address"),
        text=_text(page),
        headings=_told(page, "Headings"),
        rows=_rows(page),
        tried=_tried(before),
        downloads=tuple(each[10:] for each in page if each.startswith("Download: ")),
        tabs=tuple((each[0], each[1]) for each in _tabs(page)),
        front_tab=next((each[0] for each in _tabs(page) if "in front" in each[2:]), ""),
        answers=_block("=== THE PERSON ANSWERED", before),
        avoids_search="Don't search again" in ours,
        explores="The last steps led no further" in ours,
        status=int(_told(page, "Status") or 0),
        trouble=_told(page, "Trouble"),
        notices=tuple(plain(each[8:]) for each in page if each.startswith("Notice: ")),
        goes_on=next((each for each in page if each.startswith("The page goes on ")), ""),
        seen=Seen(
            page_type=_one(r"^This page (.*)\.$", ours),
            visited=_block("Other pages seen before:", ours),
            last=_block("What happened last:", ours),
            steps_left=int(_one(r"^Steps left: (\d+)\.$", ours) or 0),
            is_looping="You go round in circles" in ours,
            has_failed="The last action failed" in ours,
            sent=next(iter(_of_sent("Sent: ", ours)), ""),
            confirmed=next(iter(_of_sent("Confirmed: ", ours)), ""),
            complaints=_of_sent("Not accepted: ", ours),
            search_no_change="The last search changed nothing" in ours,
        ),
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
    return tuple(plain(each) for each in after[: after.index("")] if not each.startswith("# "))


def _rows(page: list[str]) -> tuple[Row, ...]:
    rows: list[Row] = []
    band = ""
    for line in page[page.index(_HEADER) + 1 :]:
        if line.startswith("# "):
            band = line.removeprefix("# ")
        elif " | " in line:
            rows.append(Row(*_cells(line, _CELLS), band))
    return tuple(rows)


def _cells(line: str, count: int) -> list[str]:
    cells = [plain(cell) for cell in _COLUMN.split(line)]
    return [*cells, *[""] * (count - len(cells))][:count]


def _tabs(page: list[str]) -> tuple[list[str], ...]:
    if "Tabs:" not in page:
        return ()
    after = page[page.index("Tabs:") + 1 :]
    return tuple(_cells(line, 3) for line in itertools.takewhile(_COLUMN.search, after))


def _block(heading: str, ours: str) -> tuple[str, ...]:
    at = ours.find(heading)
    found = _FENCE.search(ours, at) if at >= 0 else None
    return tuple(plain(each.strip()) for each in found[2].splitlines()) if found else ()


def _of_sent(name: str, ours: str) -> tuple[str, ...]:
    told = _block("What was sent last, and what the page says of it:", ours)
    return tuple(each.removeprefix(name) for each in told if each.startswith(name))


def _tried(before: str) -> tuple[Tried, ...]:
    at = before.find("=== ALREADY COMPLETED")
    blocks = [found[2] for found in _FENCE.finditer(before, at)] if at >= 0 else []
    entries: list[Tried] = []
    for block in blocks:
        if _CAME.match(block.strip().split("\n")[0]):
            entries.append(_entry(block, entries[-1] if entries else None))
    return tuple(entries)


def _entry(block: str, last: Tried | None) -> Tried:
    """Page and reason are told where they are not those of the entry before."""
    head, *rest = (line.strip() for line in block.splitlines())
    came = _CAME.match(head)
    assert came is not None, block
    beside = _BESIDE.search(came[2])
    words = came[2][: beside.start()] if beside else came[2]
    told = {name: plain(each or "") for name, each in beside.groupdict().items()} if beside else {}
    why = plain(rest[0].partition(": ")[2]) if rest else ""
    return Tried(
        plain(words),
        told.get("element", ""),
        told.get("place", "") or (last.place if last else ""),
        "NOT SEEN" if rest and rest[0].startswith("NOBODY SAW") else came[1],
        why,
        bool(told.get("edited")),
        told.get("reason", "") or (last.reason if last else ""),
    )


def plain(text: str) -> str:
    return re.sub(r"\\[nrt|\\]", lambda found: _ESCAPED[found[0]], text)
