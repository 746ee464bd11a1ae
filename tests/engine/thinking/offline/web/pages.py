"""Pages made by hand, and a small site in memory on which goals are played to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qs, quote, urlsplit

from engine.domain.errors import PlanFailed
from engine.domain.frames import Frame
from engine.domain.situation import Situation
from engine.domain.spaces import Rect
from engine.domain.web.goals import GoalKind, PageType, Stage, TaskMode, WebGoal
from engine.domain.web.pages import Download, Page, Tab, WebElement
from engine.domain.web.proposals import ActionName, Attempt, WebProposal, WebRequest
from engine.domain.zones import Role, State, Zone
from engine.thinking.offline.web.thinker import OfflineWebThinker

HOST = "http://site.test"


@dataclass(frozen=True)
class Sheet:
    """What a page shows; addresses are paths."""

    title: str
    elements: tuple[WebElement, ...] = ()
    text: str = ""
    headings: tuple[str, ...] = ()
    kind: PageType = PageType.OTHER
    search: str = ""
    height_px: int = 600
    status: int = 200
    checked: frozenset[str] = frozenset()


def element(tag: str, text: str, role: str = "", **more: object) -> WebElement:
    return replace(
        WebElement("", tag, text, role or tag, "top", Rect(0, 0, 80, 20)),
        **more,  # type: ignore[arg-type]
    )


def link(text: str, href: str, context: str = "", *, nav: bool = False) -> WebElement:
    return element("a", text, "link", href=href, context=context, is_navigation=nav)


def button(text: str, context: str = "", **more: object) -> WebElement:
    return element("button", text, "button", context=context, **more)


def field_of(label: str, name: str = "", kind: str = "text", **more: object) -> WebElement:
    return element("input", label, "textbox", input_type=kind, attr_name=name, form="f", **more)


def select(label: str, *options: str, **more: object) -> WebElement:
    return element("select", label, "combobox", options=options, form="f", **more)


def tick(label: str, name: str = "", **more: object) -> WebElement:
    return element(
        "input", label, "checkbox", input_type="checkbox", attr_name=name, form="f", **more
    )


def radio(label: str, name: str, **more: object) -> WebElement:
    return element("input", label, "radio", input_type="radio", attr_name=name, form="f", **more)


def goal_of(
    text: str, kind: GoalKind = GoalKind.OBJECT, mode: TaskMode = TaskMode.FIND, **more: object
) -> WebGoal:
    return WebGoal(text, kind, mode, **more)  # type: ignore[arg-type]


def page_of(sheet: Sheet, url: str = f"{HOST}/", **more: object) -> Page:
    placed = tuple(
        replace(
            each,
            agent_id=each.agent_id or f"{url}#{at}",
            bounds_px=Rect(0, 30 * at, 80, 20),
            in_view=at < 30,
        )
        for at, each in enumerate(sheet.elements)
    )
    text = sheet.text or "\n".join((*sheet.headings, *(each.text for each in placed)))
    page = Page(
        url,
        sheet.title,
        elements=placed,
        text=text,
        headings=sheet.headings,
        status=sheet.status,
        view_height_px=600,
        full_height_px=sheet.height_px,
    )
    return replace(page, **more)  # type: ignore[arg-type]


def request_of(goal: WebGoal, page: Page, sheet: Sheet | None = None, **more: object) -> WebRequest:
    checked = sheet.checked if sheet else frozenset()
    zones = tuple(
        Zone(
            each.agent_id,
            each.text,
            Role.CHECK_BOX,
            each.bounds_px,
            frozenset({State.CHECKED} if each.text in checked else ()),
            source_key=each.agent_id,
        )
        for each in page.elements
        if each.input_type in ("checkbox", "radio")
    )
    frame = Frame(1, 0.0, 1, 1, bytes(4))
    controls = [each.agent_id for each in page.elements if sheet and each.text == sheet.search]
    request = WebRequest(
        goal,
        Situation(frame, zones, (), page=page),
        Stage.VERIFY,
        sheet.kind if sheet else PageType.OTHER,
        page.elements,
        is_listing=bool(sheet and sheet.kind is PageType.LISTING),
        search_controls=tuple(controls),
        steps_left=30,
    )
    return replace(request, **more)  # type: ignore[arg-type]


def choose(request: WebRequest) -> WebProposal:
    return asyncio.run(OfflineWebThinker().choose(request))


Sketch = Callable[["Site"], Sheet]


@dataclass
class Site:
    """Pages by path; each is drawn anew from the site's state. Plays the browser's part."""

    sheets: Mapping[str, Sketch]
    path: str = "/"
    values: dict[str, str] = field(default_factory=dict)
    ticked: set[str] = field(default_factory=set)
    facts: dict[str, int] = field(default_factory=dict)
    presses: Mapping[str, Callable[[Site], None]] = field(default_factory=dict)
    past: list[str] = field(default_factory=list)
    scroll_px: int = 0
    downloads: tuple[Download, ...] = ()
    attempts: list[Attempt] = field(default_factory=list)
    visited: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    @property
    def query(self) -> str:
        return (parse_qs(urlsplit(self.path).query).get("q") or [""])[0]

    def sheet(self) -> Sheet:
        sketch = self.sheets.get(urlsplit(self.path).path)
        drawn = sketch(self) if sketch else Sheet("Not found", status=404)
        elements = tuple(
            replace(each, value=self.values.get(each.text, each.value)) for each in drawn.elements
        )
        return replace(drawn, elements=elements, checked=frozenset(self.ticked))

    def page(self, sheet: Sheet) -> Page:
        return page_of(
            sheet,
            HOST + self.path,
            can_go_back=bool(self.past),
            scroll_y_px=self.scroll_px,
            downloads=self.downloads,
            tabs=(Tab("t1", sheet.title, HOST + self.path, True),),
        )

    def go(self, path: str) -> None:
        self.past.append(self.path)
        self.path, self.scroll_px = path, 0

    def act(self, proposal: WebProposal, page: Page) -> None:
        target = page.element(proposal.agent_id)
        match proposal.action:
            case ActionName.CLICK if target is not None:
                self._click(target)
            case ActionName.TYPE if target is not None:
                self.values[target.text] = proposal.text
            case ActionName.SEARCH:
                self.go(f"/search?q={quote(proposal.text)}")
            case ActionName.NAVIGATE:
                self.go(proposal.url.removeprefix(HOST) or "/")
            case ActionName.GO_BACK if self.past:
                self.path = self.past.pop()
            case ActionName.SCROLL:
                self.scroll_px += 500 if proposal.direction == "down" else -500
            case _:
                pass

    def _click(self, target: WebElement) -> None:
        if target.text in self.presses:
            self.presses[target.text](self)
        elif target.input_type == "radio" or target.input_type == "checkbox":
            self.ticked ^= {target.text}
        elif target.href.endswith((".pdf", ".zip")):
            name = target.href.rsplit("/", 1)[-1]
            self.downloads += (Download(name, target.href, f"/tmp/{name}", 10, "saved"),)
        elif target.href:
            self.go(target.href)

    def play(self, goal: WebGoal, steps: int = 30) -> WebProposal:
        """Acts until the thinker says that the goal is reached, and gives back that word."""
        for left in range(steps, 0, -1):
            sheet = self.sheet()
            page = self.page(sheet)
            request = request_of(
                goal,
                page,
                sheet,
                attempts=tuple(self.attempts),
                visited=tuple(self.visited),
                answers=dict(self.answers),
                steps_left=left,
            )
            proposal = choose(request)
            assert proposal.action in request.allowed
            if proposal.action is ActionName.DONE:
                return proposal
            if proposal.action is ActionName.ASK_USER:
                assert proposal.text not in self.asked, "the same question twice"
                self.asked.append(proposal.text)
                if proposal.text not in self.answers:
                    raise PlanFailed(proposal.text)
            self.visited.append(page.url)
            before = (self.path, dict(self.values), set(self.ticked), dict(self.facts))
            before_rest = (self.downloads, self.scroll_px)
            self.act(proposal, page)
            after = (self.path, self.values, self.ticked, self.facts)
            has_changed = before != after or before_rest != (self.downloads, self.scroll_px)
            self.attempts.append(Attempt(proposal, proposal.reason, page.url, has_changed))
        raise AssertionError(f"not done: {[each.proposal.reason for each in self.attempts]}")
