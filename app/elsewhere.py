"""Who answers from elsewhere what the runs on this machine ask: each is joined, as the console
joins it, and an answer goes to it as the console's does.

A card answers one request, once, with the digest of what it shows, and not after its time. Nothing
here widens what the policy says: see ``app/joining.py``.
"""

import asyncio
import contextlib
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from app import joining
from app.joining import Decide, EventTold, NotTaken, RunAnnounced
from engine.domain import events
from engine.domain.approvals import ApprovalRequest, OperatorAnswer
from engine.domain.masks import holds_mask
from engine.processes.tasks import OwnedTasks

EXPIRES_SECS = 300.0
_LOOK_ROUND_SECS = 0.5
_TAKEN_SECS = 3.0
_TOO_LATE = "That was decided already, or its time is over."


@dataclass(frozen=True, slots=True)
class Card:
    """What the run of that title asks: ``ticket`` answers it, once, until ``ends_at_secs`` since
    the epoch."""

    run_id: str
    title: str
    asks: ApprovalRequest | events.QuestionAsked
    ticket: str
    ends_at_secs: float

    @property
    def name(self) -> str:
        asks = self.asks
        return asks.request_id if isinstance(asks, ApprovalRequest) else asks.question_id


class Elsewhere:
    """The cards of all runs that are under way."""

    def __init__(self, folder: Path, expires_secs: float = EXPIRES_SECS) -> None:
        """``folder``: where they announce themselves."""
        self._folder = folder
        self._expires_secs = expires_secs
        self._tasks = OwnedTasks()
        self._runs: dict[Path, _Run] = {}

    @property
    def cards(self) -> list[Card]:
        return [run.card for run in self._runs.values() if run.card is not None]

    async def follow(self) -> None:
        """Join what is under way and what begins, until cancelled."""
        try:
            while True:
                there = set(self._folder.glob("[!.]*"))
                self._runs = {path: run for path, run in self._runs.items() if path in there}
                for path in there - self._runs.keys():
                    run = self._runs[path] = _Run(self._expires_secs)
                    self._tasks.spawn(run.follow(path))
                await asyncio.sleep(_LOOK_ROUND_SECS)
        finally:
            await self._tasks.close(cancel=True)

    async def answer(self, ticket: str, answer: OperatorAnswer | str) -> str:
        """Why it does not count, else empty."""
        for run in self._runs.values():  # a machine that slept may be late with putting one away
            if (card := run.card) and card.ticket == ticket and time.time() < card.ends_at_secs:
                return _why_not(card, answer) or await run.answer(card, answer)
        return _TOO_LATE


def _why_not(card: Card, answer: OperatorAnswer | str) -> str:
    """Why that is no answer to it; the card stays open."""
    choices = getattr(card.asks, "choices", ())
    if isinstance(card.asks, ApprovalRequest) == isinstance(answer, str):
        return "That does not answer what is asked."
    return "It is none of the choices." if choices and answer not in choices else ""


class _Run:
    """One that is followed. A card that nobody answers in its time is left, and the run joined
    again: where nobody else has joined it meanwhile, the answer has become no."""

    def __init__(self, expires_secs: float) -> None:
        self._expires_secs = expires_secs
        self._link: joining.Link | None = None
        self._over: set[str] = set()
        self._taken: asyncio.Future[str] | None = None
        self._said: OperatorAnswer | str = ""
        self.card: Card | None = None

    async def follow(self, path: Path) -> None:
        """To its end."""
        is_left = True
        while is_left:
            with contextlib.suppress(OSError, ValueError):  # late, gone, or of another version
                async with (patience := asyncio.timeout(None)):
                    await self._join(path, patience)
            is_left = patience.expired()
            self._put_away("The run has gone.")

    async def answer(self, card: Card, answer: OperatorAnswer | str) -> str:
        """The card is used up with it. Why it does not count, else empty."""
        self._taken, self._said = asyncio.get_running_loop().create_future(), answer
        self._over.add(card.name)
        self.card = None
        digest = card.asks.digest if isinstance(card.asks, ApprovalRequest) else ""
        if self._link is not None:
            self._link.say(Decide(card.name, answer, digest))
        try:
            return await asyncio.wait_for(self._taken, _TAKEN_SECS)
        except TimeoutError:
            return "The run has not told that it took the answer."

    async def _join(self, path: Path, patience: asyncio.Timeout) -> None:
        about = RunAnnounced("", "", "", "director")
        self._link = await joining.join(path)
        with contextlib.closing(self._link):
            async for message in self._link.told():
                match message:
                    case RunAnnounced():
                        about = message
                    case NotTaken(why=why):
                        self._settle(why)
                    case EventTold(recorded=events.Recorded(event=events.ApprovalAsked() as on)):
                        self._lay_out(about, on.request, patience)
                    case EventTold(recorded=events.Recorded(event=events.QuestionAsked() as asks)):
                        self._lay_out(about, asks, patience)
                    case EventTold(recorded=events.Recorded(event=events.ApprovalDecided() as it)):
                        self._close(it.decision.verdict, patience)
                    case EventTold(recorded=events.Recorded(event=events.QuestionAnswered() as at)):
                        self._close(at.answer, patience)

    def _lay_out(
        self,
        about: RunAnnounced,
        asks: ApprovalRequest | events.QuestionAsked,
        patience: asyncio.Timeout,
    ) -> None:
        ends_at_secs = time.time() + self._expires_secs
        ticket = secrets.token_urlsafe(16)
        card = Card(about.session_id, about.title, asks, ticket, ends_at_secs)
        if card.name not in self._over:
            self.card = card
            patience.reschedule(asyncio.get_running_loop().time() + self._expires_secs)

    def _close(self, came: OperatorAnswer | str, patience: asyncio.Timeout) -> None:
        self._put_away("" if came == self._said or holds_mask(str(came)) else _TOO_LATE)
        patience.reschedule(None)

    def _put_away(self, why: str) -> None:
        """What was asked is not asked any more; who answered is told why that does not count."""
        if self.card is not None:
            self._over.add(self.card.name)
            self.card = None
        self._settle(why)

    def _settle(self, why: str) -> None:
        if self._taken is not None and not self._taken.done():
            self._taken.set_result(why)
