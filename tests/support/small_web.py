"""A small web in memory: pages with links, fields and buttons, and a browser of one tab on it.

For the navigator's unit tests, where a real browser would tell nothing more: what is on a page is
written by the test, and acting on it opens pages, fills fields and submits forms."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass, field, replace

from engine.domain.actions import (
    Action,
    Click,
    GoBack,
    GoForward,
    Navigate,
    Scroll,
    Search,
    TypeText,
)
from engine.domain.errors import ActionImpossible
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.web.pages import Download, Page, Tab, WebElement
from engine.domain.zones import Role, Source, State, Window, Zone

WIDTH, HEIGHT, ROW = 64, 48, 8
_PIXELS = bytes(4 * WIDTH * HEIGHT)
_counts = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Part:
    """A link (``to``), a field (``tag`` input) or a button; ``submits`` sends the form to ``to``.

    ``is_dead``: it can't be acted upon. ``saves`` is the name of a file that it hands out,
    ``from_elsewhere`` than where it leads."""

    text: str
    to: str = ""
    tag: str = "a"
    name: str = ""
    kind: str = ""
    submits: bool = False
    context: str = ""
    is_navigation: bool = False
    is_dead: bool = False
    saves: str = ""
    from_elsewhere: bool = False


def field_named(name: str, kind: str = "text") -> Part:
    return Part(name, tag="input", name=name, kind=kind)


def submit(text: str, to: str) -> Part:
    return Part(text, to=to, tag="button", submits=True)


@dataclass(frozen=True, slots=True)
class SmallPage:
    title: str
    text: str = ""
    parts: tuple[Part, ...] = ()
    status: int = 200
    height: int = HEIGHT
    below: tuple[Part, ...] = ()
    """Parts that are there once the page was scrolled."""


_NOT_FOUND = SmallPage("Not found", "There is no such page.", status=404)


@dataclass
class SmallWeb:
    """A browser with one tab; ``url`` is where it is."""

    pages: dict[str, SmallPage]
    url: str
    results: str = ""
    """Where searching leads to, as in ``"/results"``; nowhere where it is empty."""
    back: list[str] = field(default_factory=list)
    forward: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    scrolled: int = 0
    downloads: tuple[Download, ...] = ()
    done: list[Action] = field(default_factory=list)
    drawn_anew: int = 0
    """How often the page made its elements anew."""
    first_row: int = 0
    """How many rows everything stands below the top."""

    @property
    def shown(self) -> SmallPage:
        return self.pages.get(self.url, _NOT_FOUND)

    @property
    def parts(self) -> tuple[Part, ...]:
        return (*self.shown.parts, *(self.shown.below if self.scrolled else ()))

    def situation(self) -> Situation:
        """What can be seen now."""
        elements = tuple(self._element(at, part) for at, part in enumerate(self.parts))
        zones = tuple(self._zone(element) for element in elements)
        frame = Frame(next(_counts), 0.0, WIDTH, HEIGHT, _PIXELS)
        shown = self.shown
        window = Window("tab", shown.title, "browser", Rect(0, 0, WIDTH, HEIGHT), True, 0)
        return Situation(frame, zones, (window,), page=self._page(elements))

    def perform(self, action: Action, agent_id: str) -> None:
        """Raises ``ActionImpossible``."""
        self.done.append(action)
        part = next(
            (each for at, each in enumerate(self.parts) if self._id(at, each) == agent_id), None
        )
        if part is not None and part.is_dead:
            raise ActionImpossible(f"“{part.text}” is covered.")
        match action:
            case Navigate(url=url):
                self._open(url)
            case GoBack() if self.back:
                self.forward.append(self.url)
                self.url = self.back.pop()
            case GoForward() if self.forward:
                self.back.append(self.url)
                self.url = self.forward.pop()
            case Scroll(down=down):
                most = max(0, self.shown.height - HEIGHT)
                self.scrolled = max(0, min(most, self.scrolled + (HEIGHT if down > 0 else -HEIGHT)))
            case Search() if self.results:
                self._open(self.results)
            case TypeText(text=text) if part is not None and part.tag == "input":
                self.values[part.name] = text.rstrip("\n")
                if text.endswith("\n"):
                    self._press(next((each for each in self.parts if each.submits), None))
            case Click():
                self._press(part)
            case _:
                pass

    def _press(self, part: Part | None) -> None:
        if part is not None and part.saves:
            file = Download(part.saves, part.to, "x", 3, "saved", came_of=part.saves)
            file = replace(file, is_its=not part.from_elsewhere)
            self.downloads = (*self.downloads, file)
        elif part is not None and part.to:
            self._open(part.to)

    def _open(self, url: str) -> None:
        self.back.append(self.url)
        self.forward, self.scrolled, self.values = [], 0, {}
        self.url = url

    def _page(self, elements: tuple[WebElement, ...]) -> Page:
        shown = self.shown
        dom = repr((shown, self.values, [each.text for each in elements], self.downloads))
        return Page(
            url=self.url,
            title=shown.title,
            tabs=(Tab("tab", shown.title, self.url, True),),
            elements=elements,
            dom_hash=hashlib.sha256(dom.encode()).hexdigest()[:16],
            text=shown.text,
            headings=(shown.title,) if shown.status < 400 else (),
            status=shown.status,
            scroll_y_px=self.scrolled,
            view_height_px=HEIGHT,
            full_height_px=shown.height,
            can_go_back=bool(self.back),
            can_go_forward=bool(self.forward),
            downloads=self.downloads,
        )

    def _element(self, at: int, part: Part) -> WebElement:
        return WebElement(
            agent_id=self._id(at, part),
            tag=part.tag,
            text="" if part.tag == "input" else part.text,
            role="link" if part.tag == "a" else part.tag,
            band="top",
            bounds_px=Rect(0, ROW * (self.first_row + at), WIDTH, ROW),
            is_navigation=part.is_navigation,
            attr_name=part.name,
            aria_label=part.text if part.tag == "input" else "",
            input_type=part.kind,
            value=self.values.get(part.name, ""),
            href=part.to if part.tag == "a" else "",
            form="form" if part.submits or (part.tag == "input" and part.kind != "search") else "",
            is_submit=part.submits,
            context=part.context,
        )

    @staticmethod
    def _zone(element: WebElement) -> Zone:
        role = Role.TEXT_FIELD if element.tag == "input" else Role.LINK
        return Zone(
            zone_id=f"zone-{element.agent_id}",
            label=element.text or element.aria_label,
            role=role,
            bounds_px=element.bounds_px,
            state=frozenset({State.ENABLED, State.EDITABLE}),
            source=Source.DOM,
            value=element.value,
            window_id="tab",
            source_key=element.agent_id,
        )

    def _id(self, at: int, part: Part) -> str:
        return f"{self.url}#{at}" + "'" * self.drawn_anew


SHOP = {
    "/": SmallPage(
        "Harbour shop",
        "Welcome to the shop at the harbour, with all that a sailor needs.",
        (Part("Kettles", "/kettles", is_navigation=True), Part("About", "/about")),
    ),
    "/kettles": SmallPage(
        "Kettles",
        "12 products. Red kettle, blue kettle, tin kettle, copper kettle.",
        tuple(
            Part(f"{name.title()} kettle", f"/kettles/{name}", context=f"{name} kettle")
            for name in ("red", "blue", "tin", "copper")
        ),
    ),
    **{
        f"/kettles/{name}": SmallPage(
            f"{name.title()} kettle",
            f"The {name} kettle holds two litres and costs {price} EUR. It whistles.",
            (submit("Add to cart", "/cart"), Part("Back to all", "/kettles")),
        )
        for name, price in (("red", 31), ("blue", 27), ("tin", 12), ("copper", 80))
    },
    "/cart": SmallPage("Cart", "The kettle was added to your cart. One thing in it."),
    "/about": SmallPage(
        "About",
        "Write to us, we will answer within a day or two, as the wind allows.",
        (field_named("name"), field_named("city"), submit("Send", "/thanks")),
    ),
    "/thanks": SmallPage("Thanks", "Thank you, your message was sent. A gull brings the answer."),
}


def shop(**changes: SmallPage) -> SmallWeb:
    return SmallWeb({**SHOP, **changes}, "/")


def without(web: SmallWeb, *urls: str) -> SmallWeb:
    return replace(web, pages={url: page for url, page in web.pages.items() if url not in urls})
