"""What a run without a window and whoever joins it tell each other: lines of JSON over a Unix
socket in the user's runtime folder, one socket a run (``docs/md``); and who answers from
elsewhere what the runs on this machine ask: each is joined, as the console joins it, and an answer
goes to it as the console's does.

Both ends look whose process is at the other. Nothing that is said here widens what the policy says:
a yes answers one request, once, with the digest of what was shown, and a card's not after its time.
Who takes over acts themselves."""

import asyncio
import contextlib
import json
import os
import secrets
import socket
import struct
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from engine.domain import events, facts
from engine.domain.approvals import ApprovalRequest, OperatorAnswer
from engine.domain.facts import OfKind
from engine.domain.leases import DirectInput
from engine.domain.local_planning import CancelLocalPlan, ForceRetain, ForceRevert, TryOption
from engine.domain.verdicts import ModeName
from engine.domain.zones import holds_mask
from engine.processes.tasks import OwnedTasks
from engine.surfaces.desktop.practice.session_folder import base_folder, private_folder

PROTOCOL = 2
Verb = Literal["pause", "resume", "step", "cancel", "stop", "take_over_or_hand_back"]
Back = ForceRevert | ForceRetain | TryOption | CancelLocalPlan
MOST_SAID_BYTES = 256_000
MOST_TOLD_BYTES = 32_000_000
_CREDENTIALS = struct.Struct("3i")


class RunAnnounced(OfKind, kind="run_announced"):
    """The first that is told: which run it is."""

    session_id: str
    goal: str
    surface: str
    mode: ModeName
    protocol: int = PROTOCOL

    @property
    def title(self) -> str:
        return self.goal or f"A {self.mode} on {self.surface}"


class EventTold(OfKind, kind="event_told"):
    """An event as it is recorded; those of before come first, and none is left out."""

    recorded: events.Recorded


class PictureTold(OfKind, kind="picture_told"):
    """What is there now: a JPEG in base64, secrets covered, ``age_ms`` old."""

    jpeg: str
    age_ms: float
    is_small: bool = False


class NotTaken(OfKind, kind="not_taken"):
    """What was said came to nothing, and why."""

    why: str


class Decide(OfKind, kind="decide"):
    """The operator's answer to what is ``asked``: upon a request, with the digest of what was
    shown; to a question, in words. The first one counts. ``with_others``: the same is said at once
    to so many other runs that ask for the same step; ``seen_secs``: so long it was in sight."""

    asked: str
    answer: OperatorAnswer | str
    digest: str = ""
    with_others: Annotated[int, Field(ge=0)] = 0
    seen_secs: Annotated[float | None, Field(ge=0)] = None


class Steer(OfKind, kind="steer"):
    """What the run is to do. ``watch`` asks for pictures, ``glance`` for small ones now and then,
    ``look_away`` for none any more. With ``give_up`` it will not come back to what is asked."""

    verb: Verb | Literal["watch", "glance", "look_away", "give_up"]


class Drive(OfKind, kind="drive"):
    """A piece of what the operator does, who has taken over."""

    piece: DirectInput


class GoBack(OfKind, kind="go_back"):
    """Go back, keep what was done, or reach the step in another way."""

    how: Annotated[Back, Field(discriminator="kind")]


Told = RunAnnounced | EventTold | PictureTold | NotTaken
Said = Decide | Steer | Drive | GoBack
_LATER = ConfigDict(defer_build=True)
"""Built where a run is joined: that of the events takes its time."""
TOLD: TypeAdapter[Told] = TypeAdapter(Annotated[Told, Field(discriminator="kind")], config=_LATER)
SAID: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="kind")], config=_LATER)


def line_of(message: Told | Said) -> bytes:
    """Half a character, as some programs have in a title, becomes ``?``."""
    adapter: TypeAdapter[Any] = SAID if isinstance(message, Said) else TOLD
    text = json.dumps(adapter.dump_python(message, mode="json"), ensure_ascii=False)
    return text.encode("utf-8", "replace") + b"\n"


def runs_folder() -> Path:
    """Where runs announce themselves: nobody else may enter it. Raises ``SurfaceUnavailable``."""
    said = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}")
    return private_folder(said / "pilothouse" if said.is_dir() else base_folder() / "runs")


def peer_of(writer: asyncio.StreamWriter) -> tuple[int, int]:
    """Process and user at the other end; a process that can't be named from here is 0."""
    there: socket.socket = writer.get_extra_info("socket")
    packed = there.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    process_id, user_id, _ = _CREDENTIALS.unpack(packed)
    return process_id, user_id


class Link:
    """A run that was joined: what it tells, and what is said to it. Close it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.process_id, _ = peer_of(writer)

    def say(self, message: Said) -> None:
        if not self._writer.is_closing():
            self._writer.write(line_of(message))

    async def told(self) -> AsyncIterator[Told]:
        """Until it hangs up. Raises ``ValueError`` where it speaks another version."""
        with contextlib.suppress(ConnectionError):
            async for line in self._reader:
                if not line.endswith(b"\n"):
                    break  # it died while it told
                message = TOLD.validate_json(line)
                if isinstance(message, RunAnnounced) and message.protocol != PROTOCOL:
                    raise ValueError(message.protocol)
                yield message
                await asyncio.sleep(0)  # what came meanwhile may be much, and is not all there is

    async def until_gone(self) -> None:
        """Whatever it tells, in whatever version."""
        with contextlib.suppress(ConnectionError):
            while await self._reader.read(MOST_SAID_BYTES):
                pass

    def close(self) -> None:
        self._writer.close()


async def join(path: Path) -> Link:
    """The run that announced itself there. Raises ``OSError`` where it has gone."""
    try:
        reader, writer = await asyncio.open_unix_connection(path, limit=MOST_TOLD_BYTES)
    except ConnectionRefusedError:
        await asyncio.to_thread(path.unlink, missing_ok=True)  # its process died
        raise
    if peer_of(writer)[1] != os.getuid():
        writer.close()
        raise PermissionError(path)
    return Link(reader, writer)


EXPIRES_SECS = 300.0
_LOOK_ROUND_SECS = 0.5
_TAKEN_SECS = 3.0
_TOO_LATE = "That was decided already, or its time is over."


class Card(facts.Frozen):
    """What the run of that title asks; ``ticket`` answers it, until ``ends_at_secs`` (epoch)."""

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

    def __init__(self, folder: Path) -> None:
        """``folder``: where they announce themselves."""
        self._folder = folder
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
                    run = self._runs[path] = _Run()
                    self._tasks.spawn(run.follow(path))
                await asyncio.sleep(_LOOK_ROUND_SECS)
        finally:
            await self._tasks.close(cancel=True)

    async def answer(
        self, ticket: str, answer: OperatorAnswer | str, seen_secs: float | None = None
    ) -> str:
        """Why it does not count, else empty."""
        for run in self._runs.values():  # a machine that slept may be late with putting one away
            if (card := run.card) and card.ticket == ticket and time.time() < card.ends_at_secs:
                return _why_not(card, answer) or await run.answer(card, answer, seen_secs)
        return _TOO_LATE


def _why_not(card: Card, answer: OperatorAnswer | str) -> str:
    """Why that is no answer to it; the card stays open."""
    choices = getattr(card.asks, "choices", ())
    if isinstance(card.asks, ApprovalRequest) == isinstance(answer, str):
        return "That does not answer what is asked."
    return "It is none of the choices." if choices and answer not in choices else ""


class _Run:
    """One that is followed. A card that nobody answers in its time is given up, and the run joined
    again: where nobody else has joined it meanwhile, the answer has become no."""

    def __init__(self) -> None:
        self._patience = asyncio.timeout(None)
        self._link: Link | None = None
        self._over: set[str] = set()
        self._taken: asyncio.Future[str] | None = None
        self._said: OperatorAnswer | str = ""
        self.card: Card | None = None

    async def follow(self, path: Path) -> None:
        """To its end."""
        is_left = True
        while is_left:
            self._patience = asyncio.timeout(None)
            with contextlib.suppress(OSError, ValueError):  # late, gone, or of another version
                async with self._patience:
                    await self._join(path)
            is_left = self._patience.expired()
            self._put_away("The run has gone.")

    async def answer(
        self, card: Card, answer: OperatorAnswer | str, seen_secs: float | None
    ) -> str:
        """The card is used up with it. Why it does not count, else empty."""
        self._taken, self._said = asyncio.get_running_loop().create_future(), answer
        self._over.add(card.name)
        self.card = None
        digest = card.asks.digest if isinstance(card.asks, ApprovalRequest) else ""
        if self._link is not None:
            self._link.say(Decide(card.name, answer, digest, 0, seen_secs))
        try:
            return await asyncio.wait_for(self._taken, _TAKEN_SECS)
        except TimeoutError:
            return "The run has not told that it took the answer."

    async def _join(self, path: Path) -> None:
        about = RunAnnounced("", "", "", "director")
        self._link = await join(path)
        try:
            async for message in self._link.told():
                match message:
                    case RunAnnounced():
                        about = message
                    case NotTaken(why=why):
                        self._settle(why)
                    case EventTold(recorded=events.Recorded(event=events.ApprovalAsked() as on)):
                        self._lay_out(about, on.request)
                    case EventTold(recorded=events.Recorded(event=events.QuestionAsked() as asks)):
                        self._lay_out(about, asks)
                    case EventTold(recorded=events.Recorded(event=events.ApprovalDecided() as it)):
                        self._close(it.decision.verdict)
                    case EventTold(recorded=events.Recorded(event=events.QuestionAnswered() as at)):
                        self._close(at.answer)
        finally:
            if self._patience.expired():
                self._link.say(Steer("give_up"))
            self._link.close()

    def _lay_out(self, about: RunAnnounced, asks: ApprovalRequest | events.QuestionAsked) -> None:
        ends_at_secs = time.time() + EXPIRES_SECS
        ticket = secrets.token_urlsafe(16)
        card = Card(about.session_id, about.title, asks, ticket, ends_at_secs)
        if card.name not in self._over:
            self.card = card
            self._patience.reschedule(asyncio.get_running_loop().time() + EXPIRES_SECS)

    def _close(self, came: OperatorAnswer | str) -> None:
        self._put_away("" if came == self._said or holds_mask(str(came)) else _TOO_LATE)
        self._patience.reschedule(None)

    def _put_away(self, why: str) -> None:
        """What was asked is not asked any more; who answered is told why that does not count."""
        if self.card is not None:
            self._over.add(self.card.name)
            self.card = None
        self._settle(why)

    def _settle(self, why: str) -> None:
        if self._taken is not None and not self._taken.done():
            self._taken.set_result(why)
