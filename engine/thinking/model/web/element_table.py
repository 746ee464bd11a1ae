"""The page as a prompt has it: all that it says, its address and its elements behind one fence. The
elements are a table: one row each, under the third where it stands.

A row is ``zone_id | role | text | value | state | context``. What the request's mapping holds was
ranked, balanced and cut; where a model can read less, rows are left out from its end, and where it
can read more, the rest of the page's elements come behind it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from urllib.parse import unquote

from engine.domain.facts import Frozen, replace
from engine.domain.plans import WHOLE_PAGE
from engine.domain.web.pages import Page, Stage, Tab, TaskMode, WebElement
from engine.domain.web.proposals import WebRequest
from engine.domain.web.sites import led_to, parts_of
from engine.domain.zones import Zone
from engine.language.excerpts import excerpt
from engine.language.labels import normal
from engine.thinking.model.fencing import COLUMN, estimated_tokens, fenced, one_line, told_value
from engine.thinking.model.screen_text import ScreenText, told_states, wider_by


def short_address(url: str, here: str) -> str:
    """Path and query of an address on the site of ``here``, the whole one of another site."""
    start = origin_of(here)
    is_near = bool(start) and origin_of(url) == start
    return url.removeprefix(start) or "/" if is_near else url


def origin_of(url: str) -> str:
    """Scheme and host, with its port; empty where there is none."""
    parts = parts_of(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


HEADER = COLUMN.join(("zone_id", "role", "text", "value", "state", "context"))
_ID_CHARS, _ROLE_CHARS, _TEXT_CHARS, _VALUE_CHARS, _CONTEXT_CHARS = 40, 20, 60, 60, 80
_FEW_ALIKE = 3
_AREA_CHARS, _OPTIONS, _OPTION_CHARS = 160, 8, 40
_BANDS = {
    "above": "above the view",
    "top": "top of the view",
    "mid": "middle of the view",
    "bottom": "bottom of the view",
    "below": "below the view",
}
_TELLING_INPUTS = frozenset(
    {"password", "email", "tel", "number", "date", "time", "month", "week", "range", "file", "url"}
)


class _Around(Frozen):
    """What an element's row needs to know of the rest: zones by key, the forms of the page, the
    addresses that were opened before, and how many stand beside the same, or are called the same:
    that tells none apart."""

    zones: Mapping[str, Zone]
    request: WebRequest
    forms: tuple[str, ...]
    seen: frozenset[str]
    contexts: Counter[str]
    names: Counter[str]

    def marks_of(self, element: WebElement) -> list[str]:
        """Which form it is of, if that is more than a button; of a link that is no news."""
        is_told = element.form in self.forms
        form = f"form {self.forms.index(element.form) + 1}" if is_told else ""
        return [mark for mark in (form, self._link_mark(element)) if mark]

    def options_of(self, element: WebElement) -> str:
        """Those with words of the goal before others."""
        wanted = set(normal(self.request.goal.text).split())
        ranked = sorted(element.options, key=lambda each: not wanted & set(normal(each).split()))
        kept = set(ranked[:_OPTIONS])
        told = [told_option(each) for each in element.options if each in kept]
        more = len(element.options) - len(told)
        return f"options: {'; '.join(told)}" + (f"; {more} more" if more > 0 else "")

    def _link_mark(self, element: WebElement) -> str:
        page = self.request.situation.page
        to = led_to(element.href, page.url if page else "")
        if page is None or not to.startswith(("http:", "https:")):
            return ""
        if to == led_to(page.url, page.url):
            return "this page"
        if origin_of(to) != origin_of(page.url):
            return f"to {one_line(parts_of(to).netloc, _TEXT_CHARS)}"
        short = one_line(short_address(to, page.url), _TEXT_CHARS)
        return f"seen {short}" if to in self.seen else ""


def element_table(request: WebRequest, budget_tokens: int) -> ScreenText:
    """As many rows as fit, in the order of the mapping, without a fence."""
    zones = {zone.source_key: zone for zone in request.situation.zones if zone.source_key}
    elements = (*request.mapping, *(request.rest if wider_by(budget_tokens) > 1 else ()))
    contexts = Counter(each.context for each in elements)
    names = Counter(map(name_of, elements))
    forms = dict.fromkeys(each.form for each in request.mapping if each.form and not each.is_submit)
    visited = (*request.visited, *(each.url for each in request.attempts))
    seen = frozenset(led_to(url, url) for url in visited)
    around = _Around(zones, request, tuple(forms), seen, contexts, names)
    rows = {each.agent_id: _row(each, around) for each in elements}
    shown, spent = _chosen(elements, rows, budget_tokens)
    lines = [HEADER]
    for band, title in _BANDS.items():
        here = [each for each in shown if _band(each, request.situation.page) == band]
        if here:
            lines.append(f"# {title}")
            here.sort(key=lambda each: (each.bounds_px.y, each.bounds_px.x))
            lines += [rows[each.agent_id] for each in here]
    if left_out := len(request.mapping) + len(request.rest) - len(shown):
        lines.append(f"({left_out} less important rows left out)")
    elif not rows:
        lines.append("(nothing here can be clicked or typed into)")
    return ScreenText("\n".join(lines), spent)


def name_of(element: WebElement) -> str:
    """What an element is called; what has no text at least by its label, hint or address."""
    return element.label or _file_of(element.href)


def told_option(option: str) -> str:
    """An option as its row tells it: in one line, a long one cut."""
    return one_line(option, _OPTION_CHARS)


def _chosen(
    elements: Sequence[WebElement], rows: Mapping[str, str], budget_tokens: int
) -> tuple[list[WebElement], int]:
    shown: list[WebElement] = []
    spent = 0
    for element in elements:
        cost = estimated_tokens(rows[element.agent_id] + "\n")
        if spent + cost > budget_tokens:
            break
        shown.append(element)
        spent += cost
    return shown, spent


def _row(element: WebElement, around: _Around) -> str:
    zone = around.zones.get(element.agent_id)
    is_secret = element.input_type == "password" or (zone is not None and zone.is_secret)
    called = zone.label if is_secret and zone is not None else name_of(element)
    if around.names[called] > 1 and element.aria_label not in ("", called):
        called = f"{called}: {element.aria_label}"
    value_chars = _AREA_CHARS if element.tag == "textarea" else _VALUE_CHARS
    is_shared = around.contexts[element.context] > _FEW_ALIKE
    is_bare = is_secret or is_shared or element.is_navigation
    context = "" if is_bare else _told_beside(called, element.context)
    is_told = element.input_type in _TELLING_INPUTS
    kind = element.input_type if is_told else element.role or element.tag
    cells = (
        one_line(element.agent_id, _ID_CHARS),
        one_line(kind, _ROLE_CHARS),
        one_line(called, _TEXT_CHARS),
        told_value(element.value, value_chars, is_secret=is_secret),
        ", ".join(_marks(element, zone, around)),
        one_line(context, _CONTEXT_CHARS),
    )
    return COLUMN.join(cells).rstrip(" |")


def _marks(element: WebElement, zone: Zone | None, around: _Around) -> list[str]:
    marks = told_states(zone) if zone else []
    told = {
        "disabled": element.is_disabled,
        "nav": element.is_navigation,
        "fixed": element.is_fixed,
        "submits": element.is_submit,
        "search": element.agent_id in around.request.search_controls,
        "failed or refused before": element.agent_id in around.request.avoid,
    }
    marks += [mark for mark, is_so in told.items() if is_so]
    marks += around.marks_of(element)
    if element.options:
        marks.append(around.options_of(element))
    name = _file_of(element.href)
    stem, dot, ending = name.rpartition(".")
    is_file = bool(stem and dot) and 1 < len(ending) <= 4 and not ending.startswith(("htm", "php"))
    if is_file and normal(name) not in normal(name_of(element)):  # its text hides it
        marks.append(f"file {one_line(name, _TEXT_CHARS)}")
    return marks


def _file_of(href: str) -> str:
    return unquote(parts_of(href).path.rstrip("/").rpartition("/")[2])


def _told_beside(called: str, context: str) -> str:
    """What a row or card says beside the name that begins or ends it; empty where nothing."""
    if normal(context) in normal(called):
        return ""
    name = called.strip()
    return context.strip().removeprefix(name).strip().removesuffix(name).strip()


def _band(element: WebElement, page: Page | None) -> str:
    if element.in_view:
        return element.band
    view_height_px = page.view_height_px if page else 0
    return "above" if element.bounds_px.center.y < view_height_px / 2 else "below"


_URL_CHARS, _TITLE_CHARS, _NOTICE_CHARS = 160, 80, 160
_MAX_HEADINGS, _HEADING_CHARS, _MAX_TABS, _MAX_NOTICES, _MAX_DOWNLOADS = 6, 60, 6, 4, 4
_SEEN_CHARS, _READ_CHARS = 700, 1400
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
    most = (_READ_CHARS if reads else _SEEN_CHARS) * wider
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
