"""A browser whose pages the test writes: eyes, hands and perceiver in one.

The hands write down what they were told; ``reacts`` says what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from engine.domain.actions import Action, ScrollTo
from engine.domain.errors import TargetLost
from engine.domain.plans import Application, Situation
from engine.domain.spaces import Frame, PictureChange, Point, Rect
from engine.domain.surface_ports import AccessibleTree, FileFacts, Strokes, Touch
from engine.domain.web.outgoing import Outgoing, WhyHeld
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import Zone

Told = tuple[str, str, str]
"""What the hands were told: the action's kind, the element's id, how."""


class Browser:
    """Implements the ``WebSurface`` and ``Perceiver`` ports."""

    name = "browser"
    is_practice = True
    is_sandboxed = False

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.told: list[Told] = []
        self.lost: dict[Touch, str] = {}
        self.reacts: Callable[[Told], Situation | None] = lambda told: None
        self.sets_off: Callable[[Outgoing], object] = lambda out: None
        self.scrolled: Callable[[int], Situation | None] = lambda y_px: None
        self.waits = False
        """Something that was held back could still go."""
        self.rests, self.rests_in_secs = True, 0.0
        self.late: list[str] = []
        """Why what came after the step is held back."""

    @property
    def eyes(self) -> Browser:
        return self

    @property
    def hands(self) -> Browser:
        return self

    @property
    def guard(self) -> Browser:
        return self

    @property
    def places(self) -> Mapping[str, str]:
        return {}

    @contextmanager
    def holding_back(self, why: WhyHeld, *, goes_on: bool = False) -> Iterator[list[str]]:
        held: list[str] = []
        self.waits = self.waits and goes_on
        self.sets_off = lambda out: held.extend(filter(None, [why(out)]))
        yield held

    def forget_held(self) -> None:
        self.waits, self.late = False, []

    def take_late(self) -> list[str]:
        late, self.late = self.late, []
        self.waits = self.waits or bool(late)
        return late

    async def let_on(self) -> bool:
        was, self.waits = self.waits, False
        return was

    async def act_on(self, action: Action, element: WebElement, how: Touch = "pointer") -> None:
        told = (action.kind, element.agent_id, how)
        self.told.append(told)
        if how in self.lost:
            raise TargetLost(self.lost[how])
        self.now = self.reacts(told) or self.now

    async def perform(self, action: Action, at: Point | None, strokes: Strokes = ()) -> None:
        told = (action.kind, "", "")
        self.told.append(told)
        if isinstance(action, ScrollTo):
            self.now = self.scrolled(action.y_px) or self.now
        self.now = self.reacts(told) or self.now

    async def page_state(self) -> tuple[str, str]:
        page = self.now.page
        return (page.url, page.dom_hash) if page is not None else ("", "")

    async def wait_until_quiet(self, bound_secs: float) -> bool:
        await asyncio.sleep(0)
        return self.rests and bound_secs > self.rests_in_secs

    def watch(self) -> Browser:
        return self

    async def next(self, timeout_secs: float) -> PictureChange | None:
        await asyncio.sleep(min(timeout_secs, 0.005))
        return None

    async def observe(self, *, patience_secs: float = 0.4) -> Situation:
        return self.now

    async def observe_fully(self) -> Situation:
        return self.now

    async def page_afresh(self, url: str, *, by_strangers: bool = False) -> Page | None:
        return None

    async def read_whole(
        self, situation: Situation, zone_ids: Collection[str], drawn: str | None = None
    ) -> Situation:
        return situation

    def shortfall(self, situation: Situation) -> str:
        return ""

    async def look_closer(self, situation: Situation) -> Situation:
        return situation

    async def file_facts(self, path: str) -> FileFacts:
        return FileFacts(exists=False)

    async def change_count(self) -> int:
        return self.now.frame.change_count

    async def capture(self) -> Frame:
        return self.now.frame

    async def read_tree(self) -> AccessibleTree:
        raise NotImplementedError

    async def bounds_of(self, zone: Zone) -> Rect | None:
        return zone.bounds_px

    async def whole_text(self, zone: Zone) -> str:
        return ""

    async def start(self) -> None: ...

    def close(self) -> None:  # type: ignore[override]
        """Of a watch."""

    async def applications(self) -> tuple[Application, ...]:
        return ()

    def masked(self, words: str) -> str:
        return words

    async def failed_launch(self) -> str:
        return ""

    async def stop_hands(self) -> tuple[tuple[str, ...], float]:
        return (), 0.0


def changed(situation: Situation, **facts: object) -> Situation:
    """The same with other facts of its page."""
    assert situation.page is not None
    return replace(situation, page=replace(situation.page, **facts))  # type: ignore[arg-type]
