"""From what a prompt of the web says back to a request of the domain, as far as it says it.

What a prompt leaves out is left out here too: an element has the place of its row, and a link
that is neither seen before nor this very page leads to an address of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import quote, urljoin

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.web.pages import (
    Band,
    Download,
    GoalKind,
    Page,
    PageType,
    Stage,
    Tab,
    Table,
    TaskMode,
    WebElement,
    WebGoal,
)
from engine.domain.web.proposals import DOWN, MOVED_ON, TO_END, UP, ActionName, Attempt, WebRequest
from engine.language.action_words import action_words
from engine.language.goals.web import read_web_goal
from engine.thinking.model.web.replies import ACTIONS
from tests.support.web_choosers import proposed
from tests.support.web_prompt_page import Row, Tried, WebPrompt

_ROW_PX, _VIEW_PX = 30, 3000
_BANDS: dict[str, Band] = {"top": "top", "middle": "mid", "bottom": "bottom"}
_INPUTS = frozenset(
    {"password", "email", "tel", "number", "date", "time", "month", "week", "range", "file", "url"}
)
_TAGS = {"link": "a", "textbox": "input", "searchbox": "input", "checkbox": "input"} | {
    "radio": "input",
    "spinbutton": "input",
}
_AIMS = {
    "a question": (TaskMode.ANSWER, None),
    "a file": (TaskMode.DOWNLOAD, None),
    "something to be done on the page": (None, GoalKind.ACTION),
    "a list": (None, GoalKind.LIST),
    "to look around": (TaskMode.BROWSE, None),
    "one thing": (TaskMode.FIND, GoalKind.OBJECT),
}
_DOWNLOAD = re.compile(r"(.*), (running|saved|refused|failed)(?: \((.*)\))?$")
_SAID = re.compile(r"(?:Type|Search for|Say that it is done:|Ask:) “(.*?)”(?: into “.*”.*)?$", re.S)
_ACTIONS = {
    "Click": ActionName.CLICK,
    "Type": ActionName.TYPE,
    "Scroll": ActionName.SCROLL,
    "Open": ActionName.NAVIGATE,
    "Search": ActionName.SEARCH,
    "Go back": ActionName.GO_BACK,
    "Go forward": ActionName.GO_FORWARD,
    "Switch": ActionName.SWITCH_TAB,
    "Take": ActionName.SCREENSHOT,
}
_SCROLLS = {action_words(each): each for each in (UP, DOWN, TO_END)}


def request_in(prompt: WebPrompt) -> WebRequest:
    """The request that the prompt tells of."""
    mapping = _elements(prompt)
    seen = prompt.seen
    is_detail = "one thing in detail" in seen.page_type
    is_listing = "several things" in seen.page_type
    return WebRequest(
        goal=_goal(prompt),
        situation=Situation(Frame(1, 0.0, 1, 1, bytes(4)), (), (), page=_page(prompt, mapping)),
        stage=Stage(prompt.stage),
        page_type=PageType.DETAIL
        if is_detail
        else PageType.LISTING
        if is_listing
        else PageType.OTHER,
        mapping=mapping,
        allowed=tuple(dict.fromkeys(filter(None, map(ACTIONS.get, prompt.allowed))))
        + (ActionName.SCREENSHOT,) * ("wait" in prompt.allowed),
        is_listing=is_listing,
        explore_mode=prompt.explores,
        avoid_search=prompt.avoids_search,
        search_no_change=seen.search_no_change,
        search_controls=tuple(each.element for each in prompt.rows if "search" in each.flags),
        avoid=tuple(
            each.element for each in prompt.rows if "failed or refused before" in each.flags
        ),
        is_looping=seen.is_looping,
        error=" ".join(seen.last) if seen.has_failed else "",
        attempts=tuple(_attempt(each, prompt) for each in prompt.tried),
        visited=_visited(prompt),
        state_change=MOVED_ON
        if prompt.tried and prompt.tried[-1].why.startswith("The page scrolled")
        else " ".join(seen.last),
        answers=dict(_answers(prompt)),
        steps_left=seen.steps_left,
        sent=seen.sent,
        confirmed=seen.confirmed,
        complaints=seen.complaints,
    )


def _goal(prompt: WebPrompt) -> WebGoal:
    """By its own reading of the words; what the prompt says of it counts more."""
    read = read_web_goal(prompt.goal)
    mode, kind = _AIMS.get(prompt.aim, (None, None))
    return replace(read, kind=kind or read.kind, mode=mode or read.mode, is_told=bool(prompt.aim))


def _page(prompt: WebPrompt, elements: tuple[WebElement, ...]) -> Page | None:
    if not prompt.url:
        return None
    clicks = [each.element for each in prompt.tried if each.description.startswith("Click")]
    is_below, is_above = "below" in prompt.goes_on, "above" in prompt.goes_on
    return Page(
        url=prompt.url,
        title="" if prompt.title == "(no title)" else prompt.title,
        tabs=tuple(Tab(*each, "", each[0] == prompt.front_tab) for each in prompt.tabs),
        elements=elements,
        text="\n".join(each for each in prompt.text if not each.startswith("… page")),
        headings=tuple(each for each in prompt.headings.split("; ") if each),
        tables=_tables(prompt.text),
        status=prompt.status,
        trouble=prompt.trouble,
        scroll_y_px=100 if is_above else 0,
        view_height_px=_VIEW_PX,
        full_height_px=2 * _VIEW_PX if is_below else _VIEW_PX,
        can_go_back="go_back" in prompt.allowed,
        can_go_forward="go_forward" in prompt.allowed,
        downloads=tuple(_download(each, clicks) for each in prompt.downloads),
        notices=prompt.notices,
    )


def _tables(lines: tuple[str, ...]) -> tuple[Table, ...]:
    """Lines with as many cells, one below the other; the first are the heads."""
    found: list[list[tuple[str, ...]]] = []
    above = 0
    for cells in (tuple(each.split(" | ")) for each in lines):
        if len(cells) > 1 and len(cells) == above:
            found[-1].append(cells)
        elif len(cells) > 1:
            found.append([cells])
        above = len(cells)
    return tuple(Table("", rows[0], tuple(rows[1:])) for rows in found if len(rows) > 1)


def _download(line: str, clicks: list[str]) -> Download:
    """The prompt does not tell what it came of: of the last click, then."""
    found = _DOWNLOAD.match(line)
    assert found is not None, line
    told = Download(found[1], "", state=found[2], why=found[3] or "")  # type: ignore[arg-type]
    return replace(told, came_of=clicks[-1] if clicks else "")


# --- elements


def _elements(prompt: WebPrompt) -> tuple[WebElement, ...]:
    contexts = _whole_contexts(prompt.rows)
    return tuple(
        _element(row, context, number, prompt.url)
        for number, (row, context) in enumerate(zip(prompt.rows, contexts, strict=True))
    )


def _element(row: Row, context: str, number: int, here: str) -> WebElement:
    is_input = row.role in _INPUTS
    is_tick = row.role in ("checkbox", "radio", "switch") or "not checked" in row.flags
    options = row.options
    tag = "input" if is_input else _TAGS.get(row.role, row.role)
    place = row.band.partition(" ")[0]
    return WebElement(
        agent_id=row.element,
        tag="select" if options else tag,
        text=row.text,
        role="textbox" if is_input else row.role,
        band=_BANDS.get(place, "top" if place == "above" else "bottom"),
        bounds_px=Rect(10, _ROW_PX * number, 200, _ROW_PX - 4),
        in_view=place in _BANDS,
        is_fixed="fixed" in row.flags,
        is_navigation="nav" in row.flags,
        is_disabled="disabled" in row.flags,
        input_type=row.role if is_input else "",
        value=("true" if "checked" in row.flags else "") if is_tick else row.value,
        href=_href(row, here),
        form=row.after("form ") or (f"of {row.element}" if "submits" in row.flags else ""),
        is_submit="submits" in row.flags,
        context=context,
        options=options,
        accepts_files=row.role == "file",
    )


def _href(row: Row, here: str) -> str:
    """Where a link leads; a name in the text tells of a file."""
    if "this page" in row.flags:
        return here
    if seen := row.after("seen "):
        return urljoin(here, seen)
    if row.role != "link" and not row.file:
        return ""
    name = row.file or row.text
    site = f"http://{host}/" if (host := row.after("to ")) else here
    is_file = bool(row.file) or bool(re.search(r"\.\w{2,4}$", row.text))
    return urljoin(site, f"/{row.element}/{quote(name, safe='')}{'' if is_file else '/'}")


def _whole_contexts(rows: Sequence[Row]) -> list[str]:
    """The contexts with the names that they began with, where another row of the same card or a
    price tells so: a prompt leaves out of a context what its row is called."""
    told = dict.fromkeys(row.context for row in rows if row.context)
    whole = []
    for row in rows:
        joined = f"{row.text} {row.context}".strip()
        same = next((each for each in told if row.context and _is_start(each, joined)), "")
        whole.append(same or (row.context and joined if row.role == "link" else row.context))
    return whole


def _is_start(one: str, other: str) -> bool:
    """Whether one of them goes on where the other was cut."""
    first, second = sorted((one.rstrip("…"), other.rstrip("…")), key=len)
    return second.startswith(first) and len(first) > 3


# --- what was done


def _attempt(tried: Tried, prompt: WebPrompt) -> Attempt:
    action = next(
        (action for words, action in _ACTIONS.items() if tried.description.startswith(words)),
        ActionName.SCREENSHOT,
    )
    said = _SAID.match(tried.description)
    text = said[1] if said else ""
    if action is ActionName.NAVIGATE:
        text = tried.description.removeprefix("Open ")
    if action is ActionName.SWITCH_TAB:
        title = tried.description.partition("“")[2].rstrip("”")
        text = {title: tab_id for tab_id, title in prompt.tabs}.get(title, "")
    return Attempt(
        proposed(
            action,
            agent_id=tried.element,
            text=text,
            acts=_SCROLLS.get(tried.description),
            reason=tried.reason,
        ),
        tried.description,
        urljoin(prompt.url, tried.place) if tried.place else prompt.url,
        has_changed=tried.came == "DONE",
        why="" if tried.came in ("DONE", "NOT SEEN") else tried.why,
        is_refused=tried.came == "REJECTED",
        is_edited=tried.is_edited,
        saw=tried.why if tried.came == "DONE" else "",
    )


def _visited(prompt: WebPrompt) -> tuple[str, ...]:
    links = (each.after("seen ") for each in prompt.rows)
    places = (each.place for each in prompt.tried)
    told = (*prompt.seen.visited, *links, *places)
    return tuple(dict.fromkeys(urljoin(prompt.url, each) for each in told if each))


def _answers(prompt: WebPrompt) -> list[tuple[str, str]]:
    """Questions end with their mark."""
    parted = (each.rpartition("? ") for each in prompt.answers)
    return [(f"{question}?", said) for question, mark, said in parted if mark]
