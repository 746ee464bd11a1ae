"""The Protocols of a surface, where the agent looks and acts, a desktop or a browser; and what one
says of its files, of what keeps it apart from what is the operator's, and, over accessibility, of
one node before it becomes a zone."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol, runtime_checkable

from engine.domain import facts, leases, plans, spaces, zones
from engine.domain.actions import Action
from engine.domain.web.outgoing import WhyHeld
from engine.domain.web.pages import Page, WebElement


class AccessibleNode(facts.Frozen):
    """One node of an application's accessibility tree.

    ``key`` names the node for as long as it lives; ``parent_key`` is empty for a window.
    ``is_showing`` is the application's own word; whether another window covers it is decided
    by ``window_key`` and the windows' order. ``is_under_hint``: no more than a popup that is no
    menu lies over it. ``text`` is empty for password fields, ``is_cut`` where there is more."""

    key: str
    parent_key: str
    window_key: str
    application: str
    role: zones.Role
    name: str
    description: str
    text: str
    states: frozenset[zones.State]
    bounds_px: spaces.Rect
    is_showing: bool
    shortcut: str = ""
    is_fixed: bool = False
    is_navigation: bool = False
    is_cut: bool = False
    is_under_hint: bool = False


class AccessibleTree(facts.Frozen):
    """One reading: the nodes, the windows from top to bottom, and what could not be read.

    ``silent_applications`` don't answer, of ``cut_applications`` only a part is told; both are
    called as a person would. ``source`` says who told all this, and ``page`` what a browser tells
    beside it; the nodes' keys are its elements' ``agent_id``."""

    nodes: tuple[AccessibleNode, ...]
    windows: tuple[zones.Window, ...]
    silent_applications: tuple[str, ...] = ()
    cut_applications: tuple[str, ...] = ()
    source: zones.Source = zones.Source.ACCESSIBILITY
    page: Page | None = None


class FileFacts(facts.Frozen):
    """A file as the surface's machine has it. ``text`` is what it holds, ``is_packed`` among other
    things, as an archive or a database has it; None where it is not UTF-8 text.
    ``instead`` is the newest name beside it that begins with its own and has one more ending, as
    programs add it, where the file itself is not there; time and text are that one's then."""

    exists: bool
    size_bytes: int = 0
    modified_at_secs: float = 0.0
    text: str | None = None
    instead: str = ""
    is_packed: bool = False


class Eyes(Protocol):
    """How a surface is looked at. Every call may raise ``SurfaceLost``."""

    async def change_count(self) -> int:
        """The count of picture changes so far; equal counts mean an equal picture."""

    async def capture(self) -> spaces.Frame:
        """A frame whose pixels nobody overwrites."""

    async def read_tree(self) -> AccessibleTree:
        """All accessible nodes in sight, in bulk."""

    async def bounds_of(self, zone: zones.Zone) -> spaces.Rect | None:
        """Where that one zone is now, in a few milliseconds; None where it is gone or hidden."""

    async def whole_text(self, zone: zones.Zone) -> str:
        """All that it holds, up to ``MOST_READ_CHARS``; empty where nobody tells it in time."""

    def watch(self) -> "ChangeWatch":
        """Start listening to the picture's changes; close it when done."""


class ChangeWatch(Protocol):
    """The picture's changes since it was opened."""

    async def next(self, timeout_secs: float) -> spaces.PictureChange | None:
        """The next change, or None where none came in time. Raises ``SurfaceLost``."""

    def close(self) -> None: ...


Strokes = Sequence[Sequence[spaces.Point]]


class Hands(Protocol):
    """How a surface is acted upon. Raises ``ActionImpossible`` or ``HandsStopped``."""

    async def perform(self, action: Action, at: spaces.Point | None, strokes: Strokes = ()) -> None:
        """Perform one action; ``at`` and the ``strokes`` along which a drag goes are in frame
        pixels. Raises ``TakenOver`` where the operator has the lease, or takes it meanwhile."""

    async def direct(self, piece: leases.DirectInput) -> None:
        """What the operator does, who has the lease."""

    async def let_go(self) -> bool:
        """Of all that an action holds down still; whether there was anything."""


@runtime_checkable
class WebEyes(Eyes, Protocol):
    """How a browser is looked at; its tree carries the page."""

    async def page_state(self) -> tuple[str, str]:
        """The active tab's URL and DOM hash, in a few milliseconds; equal ones mean an equal page.
        ``("", "")`` where no page is there."""

    async def wait_until_quiet(self, bound_secs: float) -> bool:
        """Until page, requests and scrolling rest for a moment; False at the bound."""

    async def read_afresh(self, url: str, *, by_strangers: bool = False) -> AccessibleTree | None:
        """What comes where an address that was shown before is asked for once more, aside of what
        is shown, as it rests; None where nothing does, or that is no web page. ``by_strangers``:
        it is asked for without what the browser keeps of its site, too."""


Touch = Literal["pointer", "script", "text"]
"""How an element is clicked: by the mouse where it stands, by the page's own ``click()``, or by
the mouse upon the one element in sight that has the same role and text."""


class WebHands(Hands, Protocol):
    """How a browser is acted upon. ``perform`` takes what needs no element, and ``Scroll``."""

    async def act_on(self, action: Action, element: WebElement, how: Touch = "pointer") -> None:
        """Click, type or choose, or search with this element of the active tab. It is scrolled into
        view first. Raises ``TargetLost`` where the element is gone, hidden, disabled, moving on and
        on, or something else lies over it (said in words), and else as ``perform``."""


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
    def lease(self) -> leases.Lease: ...

    @property
    def eyes(self) -> Eyes: ...

    @property
    def hands(self) -> Hands: ...

    @property
    def places(self) -> Mapping[str, str]: ...

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def applications(self) -> tuple[plans.Application, ...]: ...

    async def file_facts(self, path: str) -> FileFacts: ...

    async def failed_launch(self) -> str:
        """How the program that was launched last has failed, with its last words as they are."""

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
        """Why each thing is held that came when the step was over; ``let_on`` has it go."""

    async def let_on(self) -> bool:
        """Whether something that waits goes now, as ``why`` lets it by now."""

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


class Sandbox(facts.Frozen):
    """``problem`` says why there is none, as the machine refused it; ``remedy`` what to do."""

    is_used: bool
    has_network: bool = True
    problem: str = ""
    remedy: str = ""

    @classmethod
    def missing(cls, problem: str, remedy: str = "") -> "Sandbox":
        return cls(False, problem=problem, remedy=remedy)

    @property
    def is_closed(self) -> bool:
        """Nothing of the operator's is within its reach, and nothing gets out of it."""
        return self.is_used and not self.has_network

    @property
    def words(self) -> str:
        """What the programs in it can reach, without a full stop."""
        if self.is_closed:
            return "sandboxed: programs see neither your files nor the network"
        if self.is_used:
            return "sandboxed, with the network: programs see none of your files"
        shared = "not sandboxed: programs can reach your files, other programs and the network"
        return f"{shared}, as {self.problem}" if self.problem else shared

    @property
    def short(self) -> str:
        """The same in a word or two, where there is little room."""
        return self.words.partition(":")[0]

    @property
    def advice(self) -> str:
        """The words as a sentence about the practice desktop, with what to do."""
        return " ".join(filter(None, (f"Practice desktop, {self.words}.", self.remedy)))
