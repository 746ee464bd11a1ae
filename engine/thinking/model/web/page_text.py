"""The page as a prompt has it: all that it says, its address and its elements behind one fence."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.domain.plans import WHOLE_PAGE
from engine.domain.web.pages import Page, Stage, Tab, TaskMode
from engine.domain.web.proposals import WebRequest
from engine.language.labels import normal, stem
from engine.thinking.model.fencing import COLUMN, estimated_tokens, fenced, one_line
from engine.thinking.model.screen_text import ScreenText, wider_by
from engine.thinking.model.web.element_table import element_table

IN_VIEW, NOT_IN_VIEW = "# in view", "# not in view"
_PASSAGE_CHARS = 160
_AFTER_A_HIT, _BEFORE_A_HIT, _IN_VIEW = 0.5, 0.25, 0.4
_SENTENCE = re.compile(r".+?(?:[.!?…;]\s+|$)")
_SHORTEST_STEM = 4


@dataclass(frozen=True, slots=True)
class _Passage:
    """A line, or a part of a long one; ``start`` is its first character in the page's text."""

    text: str
    start: int
    in_view: bool


def excerpt(
    text: str, terms: Iterable[str], max_chars: int, in_view: Sequence[int] = ()
) -> tuple[str, ...]:
    """Lines of the text in their order, ``max_chars`` in all at most; ``terms`` are what the goal
    is about, ``in_view`` the numbers of the lines that are. What is left out is named as it can be
    read; what is in view is marked, unless all of it is."""
    shown = frozenset(in_view)
    passages = list(_passages(text, shown))
    wanted = frozenset(stem(word) for term in terms for word in normal(term).split())
    words = [normal(each.text).split() for each in passages]
    hits = [sum(any(_is_same(word, one) for word in each) for one in wanted) for each in words]
    room = max_chars
    taken: set[int] = set()
    for at in sorted(range(len(passages)), key=lambda at: (-_worth(at, hits, passages), at)):
        if len(passages[at].text) > room:
            break
        room -= len(passages[at].text)
        taken.add(at)
    tells_view = bool(shown) and not all(each.in_view for each in passages)
    lines: list[str] = []
    was_in_view: bool | None = None
    is_gap = False
    for at, passage in enumerate(passages):
        if at not in taken:
            lines += [] if is_gap else [gap(passage.start)]
            is_gap = True
            continue
        if tells_view and passage.in_view is not was_in_view:
            lines.append(IN_VIEW if passage.in_view else NOT_IN_VIEW)
        was_in_view, is_gap = passage.in_view, False
        lines.append(passage.text)
    return tuple(lines)


def gap(start: int) -> str:
    """Where something is left out, as it can be asked for."""
    return f"… {WHOLE_PAGE}@{start}" if start else f"… {WHOLE_PAGE}"


def _passages(text: str, shown: frozenset[int]) -> Iterable[_Passage]:
    """Lines; long ones by sentences, and what is longer still by words."""
    start = 0
    for number, line in enumerate(text.split("\n")):
        for at, part in _parts(line):
            if flat := one_line(part, _PASSAGE_CHARS):
                yield _Passage(flat, start + at, number in shown)
        start += len(line) + 1


def _parts(line: str) -> Iterable[tuple[int, str]]:
    """The line cut into parts that are short enough, each with where it begins."""
    at = end = 0
    for piece in _pieces(line):
        if end > at and end + len(piece.rstrip()) - at > _PASSAGE_CHARS:
            yield at, line[at:end]
            at = end
        end += len(piece)
    yield at, line[at:]


def _pieces(line: str) -> Iterable[str]:
    if len(line) <= _PASSAGE_CHARS:
        return [line]
    return (
        piece
        for each in _SENTENCE.findall(line)
        for piece in ([each] if len(each) <= _PASSAGE_CHARS else _WORD.findall(each))
    )


_WORD = re.compile(r"\S+\s*|\s+")


def _is_same(word: str, wanted: str) -> bool:
    is_begun = len(wanted) >= _SHORTEST_STEM and word.startswith(wanted)
    return is_begun or wanted in (word, stem(word))


def _worth(at: int, hits: Sequence[int], passages: Sequence[_Passage]) -> float:
    """A value often stands behind its name, in a line of its own."""
    after = _AFTER_A_HIT * hits[at - 1] if at else 0.0
    before = _BEFORE_A_HIT * hits[at + 1] if at + 1 < len(hits) else 0.0
    return hits[at] + after + before + _IN_VIEW * passages[at].in_view


_URL_CHARS, _TITLE_CHARS, _NOTICE_CHARS, _ID_CHARS = 160, 80, 160, 40
_MAX_HEADINGS, _HEADING_CHARS, _MAX_TABS, _MAX_NOTICES, _MAX_DOWNLOADS = 6, 60, 6, 4, 4
_TEXT_CHARS, _READ_CHARS = 700, 1400
_OK_STATUS = range(1, 400)


def page_text(request: WebRequest, budget_tokens: int) -> ScreenText:
    """All that a model is told of the page."""
    page = request.situation.page
    wider = wider_by(budget_tokens)
    lines = ["(no page is open)"] if page is None else _page_lines(page, request, wider)
    if page is not None and wider > 1:  # what it takes beyond the narrow text is no room for rows
        narrow = _page_lines(page, request, 1)
        budget_tokens -= estimated_tokens("\n".join(lines)) - estimated_tokens("\n".join(narrow))
    table = element_table(request, budget_tokens)
    return replace(table, text=fenced("\n".join([*lines, "", table.text])))


def _page_lines(page: Page, request: WebRequest, wider: int) -> list[str]:
    lines = [f"Page: {one_line(page.title, _TITLE_CHARS) or '(no title)'}"]
    lines.append(f"Address: {one_line(page.url, _URL_CHARS)}")
    if page.trouble:
        lines.append(f"Trouble: {one_line(page.trouble, _NOTICE_CHARS)}")
    if page.status and page.status not in _OK_STATUS:
        lines.append(f"Status: {page.status}")
    lines += ["It is still loading."] if page.is_loading else []
    lines += [f"Notice: {one_line(each, _NOTICE_CHARS)}" for each in page.notices[-_MAX_NOTICES:]]
    for each in page.downloads[-_MAX_DOWNLOADS:]:
        why = f" ({one_line(each.why, _NOTICE_CHARS)})" if each.why else ""
        lines.append(f"Download: {one_line(each.name, _TITLE_CHARS)}, {each.state}{why}")
    ways = ["above"] * page.can_scroll_up + ["below"] * page.can_scroll_down
    lines += [f"The page goes on {' and '.join(ways)} the view."] if ways else []
    lines += filter(None, [page.unread_words])
    if len(page.tabs) > 1:
        lines += ["Tabs:", *map(_tab_row, page.tabs[:_MAX_TABS])]
    if page.headings:
        told = [one_line(each, _HEADING_CHARS) for each in page.headings[:_MAX_HEADINGS]]
        lines.append(f"Headings: {'; '.join(told)}")
    reads = request.goal.mode is TaskMode.ANSWER or request.stage in (Stage.VERIFY, Stage.DONE)
    most = (_READ_CHARS if reads else _TEXT_CHARS) * wider
    terms = (request.goal.text, *request.answers.values())
    shown = excerpt(page.reading, terms, most, page.lines_in_view)
    if shown:
        lines += ["Text:", *shown]
    return lines


def _tab_row(tab: Tab) -> str:
    cells = (
        one_line(tab.tab_id, _ID_CHARS),
        one_line(tab.title, _TITLE_CHARS) or one_line(tab.url, _TITLE_CHARS),
        "in front" if tab.is_active else "",
    )
    return COLUMN.join(cells).rstrip(" |")
