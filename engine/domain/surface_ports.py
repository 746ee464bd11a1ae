"""The Protocols of a surface: where the agent looks and acts, a desktop or a browser."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from engine.domain.accessible import AccessibleTree
from engine.domain.actions import Action
from engine.domain.files import FileFacts
from engine.domain.frames import Frame, PictureChange
from engine.domain.leases import DirectInput, Lease
from engine.domain.situation import Application
from engine.domain.spaces import Point, Rect
from engine.domain.web.outgoing import WhyHeld
from engine.domain.web.pages import WebElement
from engine.domain.zones import Zone


class Eyes(Protocol):
    """How a surface is looked at. Every call may raise ``SurfaceLost``."""

    async def change_count(self) -> int:
        """The count of picture changes so far; equal counts mean an equal picture."""

    async def capture(self) -> Frame:
        """A frame whose pixels nobody overwrites."""

    async def read_tree(self) -> AccessibleTree:
        """All accessible nodes in sight, in bulk."""

    async def bounds_of(self, zone: Zone) -> Rect | None:
        """Where that one zone is now, in a few milliseconds; None where it is gone or hidden."""

    def watch(self) -> "ChangeWatch":
        """Start listening to the picture's changes; close it when done."""


class ChangeWatch(Protocol):
    """The picture's changes since it was opened."""

    async def next(self, timeout_secs: float) -> PictureChange | None:
        """The next change, or None where none came in time. Raises ``SurfaceLost``."""

    def close(self) -> None: ...


class Hands(Protocol):
    """How a surface is acted upon. Raises ``ActionImpossible`` or ``HandsStopped``."""

    async def perform(
        self,
        action: Action,
        at: Point | None,
        to: Point | None = None,
        *,
        strokes: Sequence[Sequence[Point]] = (),
    ) -> None:
        """Perform one action; ``at``, ``to`` and the points of ``strokes`` are frame pixels. Raises
        ``TakenOver`` where the operator has the lease, or takes it meanwhile."""

    async def direct(self, piece: DirectInput) -> None:
        """What the operator does, who has the lease."""

    async def let_go(self) -> bool:
        """Of all that an action holds down still; whether there was anything."""


class WebEyes(Eyes, Protocol):
    """How a browser is looked at; its tree carries the page."""

    async def page_state(self) -> tuple[str, str]:
        """The active tab's URL and DOM hash, in a few milliseconds; equal ones mean an equal page.
        ``("", "")`` where no page is there."""

    async def wait_until_quiet(self, bound_secs: float) -> bool:
        """Until the page has loaded and its structure, its requests and its scrolling rest for a
        moment; False at the bound."""


Touch = Literal["pointer", "script", "text"]
"""How an element is clicked: by the mouse where it stands, by the page's own ``click()``, or by
the mouse upon the one element in sight that has the same role and text."""


class WebHands(Hands, Protocol):
    """How a browser is acted upon. ``perform`` takes what needs no element, and ``Scroll``."""

    async def act_on(self, action: Action, element: WebElement, how: Touch = "pointer") -> None:
        """Click, type or choose, or search with this element of the active tab.

        It is scrolled into view first. Raises ``TargetLost`` where the element is gone, hidden,
        disabled, moving on and on, or something else lies over it (said in words), and else as
        ``perform``.
        """


class Surface(Protocol):
    """Where the agent looks and acts."""

    @property
    def name(self) -> str: ...

    @property
    def is_practice(self) -> bool:
        """Nothing on it belongs to the operator."""

    @property
    def is_sandboxed(self) -> bool:
        """Nothing of the operator's is within the reach of a program on it, neither files nor
        other programs nor the network: each was really started in a sandbox."""

    @property
    def lease(self) -> Lease: ...

    @property
    def eyes(self) -> Eyes: ...

    @property
    def hands(self) -> Hands: ...

    @property
    def places(self) -> Mapping[str, str]: ...

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def applications(self) -> tuple[Application, ...]: ...

    async def file_facts(self, path: str) -> FileFacts: ...

    async def stop_hands(self) -> tuple[tuple[str, ...], float]:
        """Kill the input child and let go of what it held: what it was, and milliseconds."""


class OutgoingGuard(Protocol):
    """What a page sends, held back until somebody said yes to it."""

    def holding_back(
        self, why: WhyHeld, *, goes_on: bool = False
    ) -> AbstractContextManager[Sequence[str]]:
        """While it lasts, what the page sets off is held back where ``why`` says so, before
        anything of it has left; yields the reasons as they come. What was asked about before and
        waits will never go, unless this ``goes_on`` with the same."""

    @property
    def waits(self) -> bool:
        """Something that was held back could still go."""

    def take_late(self) -> Sequence[str]:
        """Why each thing is held back that came when the step was over: it is asked about now, so
        that ``let_on`` has it go."""

    async def let_on(self) -> bool:
        """Whether something that waits goes now, as ``why`` lets it by now: then the page need not
        be acted upon once more."""

    def forget_held(self) -> None:
        """What waits will never go."""


class WebSurface(Surface, Protocol):
    """A surface that is a browser."""

    @property
    def eyes(self) -> WebEyes: ...

    @property
    def hands(self) -> WebHands: ...

    @property
    def guard(self) -> OutgoingGuard: ...
