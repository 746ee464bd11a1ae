"""The page as a prompt has it: all that it says, its address and its elements behind one fence."""

from dataclasses import replace

from engine.domain.plans import WHOLE_PAGE
from engine.domain.web.pages import Page, Stage, Tab, TaskMode
from engine.domain.web.proposals import WebRequest
from engine.language.excerpts import excerpt
from engine.thinking.model.fencing import COLUMN, estimated_tokens, fenced, one_line
from engine.thinking.model.screen_text import ScreenText, wider_by
from engine.thinking.model.web.element_table import element_table

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
    shown = excerpt(page.reading, terms, most, WHOLE_PAGE, page.lines_in_view)
    if shown:
        lines += ["Text:", *(one_line(each, _URL_CHARS) for each in shown)]
    return lines


def _tab_row(tab: Tab) -> str:
    cells = (
        one_line(tab.tab_id, _ID_CHARS),
        one_line(tab.title, _TITLE_CHARS) or one_line(tab.url, _TITLE_CHARS),
        "in front" if tab.is_active else "",
    )
    return COLUMN.join(cells).rstrip(" |")
