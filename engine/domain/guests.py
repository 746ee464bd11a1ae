"""A guest: an agent from outside that sits at a surface. What it calls for, and what it is told.

Calls and answers are plain data, so that any protocol can carry them. ``Seat`` is where the two
sides meet: who speaks the protocol puts a call, the guest mode serves one after the other."""

import asyncio
import posixpath
from collections.abc import Iterable, Mapping, Sequence

from engine.domain import errors, history, leases, performing, verdicts, zones
from engine.domain.facts import Frozen, Part, field, fields
from engine.domain.plans import GoalPart, Look, PlanStep, ReadText, ShownPicture, Situation
from engine.domain.web.sites import domain_of, host_of, is_below

MOST_WAITING = 16

NOT_GRANTED = "(not granted)"
"""What a window that is not granted is called; its program has no name."""


class Granted(Frozen):
    """What a guest sees and acts in. ``windows`` are words of a program's name or a title,
    ``sites`` stand for what lies below them too, ``files`` are absolute paths of files and folders,
    or places of the surface, such as its home. Of a kind of which nothing is named, it is all."""

    windows: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    def names(self, *names: str) -> bool:
        """Whether a program or a window that is called so is among them."""
        called = "\n".join(name for name in names if name != NOT_GRANTED).casefold()
        return not self.windows or any(word.casefold() in called for word in self.windows)

    def of_windows(
        self, windows: Sequence[zones.Window], url: str = "about:blank"
    ) -> frozenset[str]:
        """Their ids, with their programs' dialogs and menus; none without a grant for the page."""
        told = windows if self.opens(url) else ()
        named = [each for each in told if self.names(each.title, each.application)]
        owners = {each.application for each in named} - {""}
        own = (w for w in windows if w.application in owners and (w.is_dialog or not w.title))
        return frozenset(each.window_id for each in (*named, *own))

    def opens(self, url: str) -> bool:
        """Whether a page of that address is among them; an empty page always is."""
        is_empty = not self.sites or url == "about:blank"
        host = host_of(url.removeprefix("blob:"))
        return is_empty or any(is_below(host, domain_of(each)) for each in self.sites)

    def holds(self, path: str, places: Mapping[str, str]) -> bool:
        """Whether the file of that full path is among them, or lies in one of them."""
        if not self.files:
            return True
        roots = (posixpath.normpath(places.get(each, each)).rstrip("/") for each in self.files)
        full = posixpath.normpath(path)
        return path.startswith("/") and any(f"{full}/".startswith(f"{it}/") for it in roots)

    @classmethod
    def of(cls, said: Iterable[str]) -> "Granted":
        """As ``windows:Mousepad``, ``sites:a.example``, ``files:~/a``. Raises ``NameUnknown``."""
        kinds: dict[str, tuple[str, ...]] = {each.name: () for each in fields(cls)}
        for kind, _, name in (each.partition(":") for each in said):
            if kind not in kinds or not name.strip():
                words = f"“{kind}:{name}” grants nothing."
                raise errors.NameUnknown(words, "Say for instance windows:Mousepad.")
            kinds[kind] += (posixpath.expanduser(name.strip()),)
        return cls(**kinds)

    @property
    def said(self) -> tuple[str, ...]:
        """As ``of`` reads it; nothing where it is all."""
        return tuple(f"{it.name}:{name}" for it in fields(self) for name in getattr(self, it.name))

    def __str__(self) -> str:
        return ", ".join(self.said)

    def wider(self, more: "Granted") -> "Granted":
        """With more of those kinds of which not all is granted."""
        limited = [each for each in more.said if getattr(self, each.partition(":")[0])]
        return Granted.of((*self.said, *limited))


ALL = Granted()


class SeatRefused(errors.KnownError):
    """The call was not served: too many wait already, or the run is over."""


class SeatClosed(SeatRefused):
    """The run that the guest sat in is over: nothing that was seen in it holds for another."""


class LookNow(Frozen):
    """What is there now; with ``picture`` also as one, with ``read`` the text that it names."""

    picture: Look | None = None
    read: str = ""


class Act(Frozen):
    """One step, through the gate; its places are those of what was ``seen``, else the newest."""

    step: PlanStep
    seen: Situation | None = None


class TakeBack(Frozen):
    """Go back to the state of that name, the newest action first; without one, to before the last
    action. The state in which the guest sat down is ``START``."""

    state_id: str = ""


START = "start"


class Verify(Frozen):
    """Whether something is so now."""

    part: GoalPart


class AskOperator(Frozen):
    question: str
    choices: tuple[str, ...]


class AskAccess(Frozen):
    """To be granted more, until the run ends."""

    more: Granted


class Note(Frozen):
    """Words that are kept with the run."""

    text: str


class Finish(Frozen):
    """The guest is done: with an answer where one was asked for, or it gives up for that reason."""

    parts: tuple[GoalPart, ...] = ()
    answer: str = ""
    gives_up: str = ""


class Leave(Frozen):
    """The guest has gone without a word."""


GuestCall = LookNow | Act | TakeBack | Verify | AskOperator | AskAccess | Note | Finish | Leave


class Served(Frozen):
    """What came of a call. ``before`` and ``now`` are what was seen before and after it; what does
    not belong to the call is None or empty. ``state_id`` names the state that ``now`` is, if
    something can be taken back to it. ``refused`` is why a call came to nothing."""

    before: Situation
    now: Situation
    state_id: str = START
    result: performing.StepResult | None = None
    reversal: history.Reversal | None = None
    judged: verdicts.Judgement | None = None
    shown: ShownPicture | None = None
    texts: tuple[ReadText, ...] = ()
    answer: str = ""
    refused: str = ""
    is_over: bool = False


class Request(Part):
    """A call that waits for its answer."""

    call: GuestCall
    served: asyncio.Future[Served] = field(repr=False)

    @property
    def is_withdrawn(self) -> bool:
        """Whoever called does not wait any more."""
        return self.served.cancelled()

    def answer(self, served: Served) -> None:
        if not self.served.done():
            self.served.set_result(served)


class Seat:
    """Where one guest sits. Calls are served one at a time, in their order; a few may wait."""

    def __init__(self, granted: Granted = ALL) -> None:
        self.granted = granted
        self._waiting: asyncio.Queue[Request] = asyncio.Queue(MOST_WAITING)
        self._served: Request | None = None
        self._closed = ""
        self.lease = leases.Lease()
        """That of the surface, once the run has begun."""

    @property
    def is_closed(self) -> bool:
        return bool(self._closed)

    async def call(self, call: GuestCall) -> Served:
        """What came of it; cancelled, it is withdrawn if not begun. Raises ``SeatRefused``."""
        if self._closed:
            raise SeatClosed(self._closed)
        if self.lease.is_taken:
            raise _taken_over()
        request = Request(call, asyncio.get_running_loop().create_future())
        try:
            self._waiting.put_nowait(request)
        except asyncio.QueueFull:
            raise SeatRefused(
                f"{MOST_WAITING} calls wait already, and one is served at a time.",
                "Wait for the answer to one before the next.",
            ) from None
        return await request.served

    async def next(self) -> Request:
        """The next call that somebody waits for."""
        while True:
            self._served = await self._waiting.get()
            if not self._served.is_withdrawn:
                return self._served

    def close(self) -> None:
        """Nothing is served any more, and whoever waits is told why."""
        self._closed = why = "The run has ended: the surface stays as it is."
        self._refuse(SeatClosed(why))

    def refuse_if_taken_over(self) -> None:
        """Whoever waits, while the operator drives."""
        if self.lease.is_taken:
            self._refuse(_taken_over())

    def _refuse(self, why: SeatRefused) -> None:
        waiting = [self._served] if self._served is not None else []
        while not self._waiting.empty():
            waiting.append(self._waiting.get_nowait())
        for request in waiting:
            if not request.served.done():
                request.served.set_exception(why)


def _taken_over() -> SeatRefused:
    words = "The operator has taken mouse and keyboard, and this was not done."
    return SeatRefused(words, "Wait until they hand back, then look anew.")
