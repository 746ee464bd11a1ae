"""A run without a window announces itself on this machine: whoever joins sees, decides, stops it.

One socket a run. What is told and taken is in ``app/joining.py``; who joins and goes changes
nothing of the run but who can be asked."""

import asyncio
import base64
import contextlib
import io
import os
import time
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import psutil
from PIL import Image
from pydantic import ValidationError

from app import joining
from app.choices import RunChoices
from app.console_approver import ConsoleApprover
from app.joining import NotTaken, Told
from app.live_surface import Covers, LiveEyes, LiveSurface
from engine.domain import errors, events, ports, spaces
from engine.domain.facts import Part
from engine.perception.masking.masker import blot
from engine.perception.perceiver import SurfacePerceiver
from engine.processes.tasks import OwnedTasks
from engine.record.sessions import OpenedSession
from engine.safety.gate import NobodyThere
from engine.session.session import Session

_PERIOD_SECS = 1 / 15
_GLANCE_SECS = 0.4
_SMALL_PX = 320
_PATIENCE_SECS = 0.25
_COMES_BACK_SECS = joining.EXPIRES_SECS
"""So long a question waits for who has left: a console that is closed is opened again."""
_MOST_UNREAD_BYTES = 8_000_000


class _Watch(Part):
    """Of who looks on: the picture told last, and when it was taken; a small one at a glance."""

    is_small: bool
    told: object = None
    at_secs: float = 0.0

    def wants(self, picture: object, at_secs: float) -> bool:
        """The next one is taken after a period: what others watch may come much sooner."""
        is_early = self.is_small and at_secs < self.at_secs + _GLANCE_SECS / 2
        return picture != self.told and not is_early


class Announcement:
    """One run's. Asked are ``at_terminal``, who sits at its terminal, if anybody does, and who
    joins; ``say`` tells the terminal. ``agent_id`` is the process of the agent that the run serves,
    if it is known: neither that nor what it or the run started may join."""

    def __init__(
        self, at_terminal: ports.Approver | None, say: Callable[[str], Any], agent_id: int = 0
    ) -> None:
        self._at_terminal = at_terminal
        self._say = say
        self._agent_id = agent_id
        self._alone = asyncio.Event()
        self._alone.set()
        self._no_later: asyncio.Handle
        self._given_up: set[asyncio.StreamWriter] = set()
        self._waits_until_secs = 0.0
        self.asked = ConsoleApprover(
            at_terminal or NobodyThere(), None if at_terminal else self._alone
        )
        self._peers: set[asyncio.StreamWriter] = set()
        self._watching: dict[asyncio.StreamWriter, _Watch] = {}
        self._is_watched, self._has_begun = asyncio.Event(), asyncio.Event()
        self._has_begun.set()
        self._tasks = OwnedTasks()
        self._server: asyncio.Server | None = None
        self._path: Path | None = None
        self._about = joining.RunAnnounced("", "", "", "director")
        self._recorded: list[events.Recorded] = []
        self._session: Session | None = None
        self._is_stopped = False
        self._covers: Covers | None = None

    @property
    def is_left(self) -> bool:
        """Who was joined has gone, and may come back yet."""
        return not (self._peers or self._alone.is_set())

    async def open(self, choices: RunChoices, session_id: str) -> None:
        """Be there before the surface comes up; where that can't be, it is said."""
        goal, surface, mode = choices.goal, choices.surface, choices.mode
        self._about = joining.RunAnnounced(session_id, goal, surface, mode)
        self._no_later = asyncio.get_running_loop().call_soon(self._alone.set)
        try:
            self._server, self._path = await listen(
                session_id, lambda *streams: self._tasks.spawn(self._serve(*streams))
            )
        except (errors.KnownError, OSError) as error:
            self._say(f"Nobody can join this run: {error}")

    def show(self, surface: LiveSurface, perceiver: SurfacePerceiver) -> None:
        """The surface is up: that is what is looked at."""
        self._covers = Covers(perceiver)
        perceiver.on_look = self._covers.take
        self._tasks.spawn(self._tell_pictures(surface.eyes, self._covers))

    def lead(self, session: Session, before: OpenedSession | None) -> None:
        self._session = session
        if self._is_stopped:
            self._tasks.spawn(session.stop())
        for each in before.events if before is not None else ():
            self.take(each)

    def take(self, recorded: events.Recorded) -> None:
        self._recorded.append(recorded)
        if not isinstance(recorded.event, events.ApprovalDecided):
            self._has_begun.set()
        if self._covers is not None:
            self._covers.take(recorded)
        _tell(self._peers, joining.EventTold(recorded))

    async def close(self) -> None:
        """The run is over: whoever joined is told the last, and goes."""
        await asyncio.sleep(0)  # the last event is on its way
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        if self._server is not None:
            self._server.close()
        peers = list(self._peers)
        for writer in peers:
            writer.close()
        told = asyncio.gather(*(each.wait_closed() for each in peers), return_exceptions=True)
        with contextlib.suppress(TimeoutError):  # who does not read it does not hold up the end
            await asyncio.wait_for(told, _PATIENCE_SECS)
        for writer in peers:
            writer.transport.abort()
        await self._tasks.close(cancel=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if why := why_refused(writer, self._agent_id):
                self._say(why)
                _tell([writer], NotTaken(why))
                return
            _tell([writer], self._about)
            for each in self._recorded:  # which may grow meanwhile
                _tell([writer], joining.EventTold(each))
                await writer.drain()
            self._peers.add(writer)  # from now on it is told as it comes
            self._no_later.cancel()
            self._alone.clear()
            async for line in reader:
                if why := self._take(writer, line):
                    _tell([writer], NotTaken(why))
        except ValueError:  # longer than a line may be
            _tell([writer], NotTaken(f"A line has at most {joining.MOST_SAID_BYTES} bytes."))
        except ConnectionError:
            pass  # it has gone, which the run does not mind
        finally:
            self._forget(writer)
            writer.close()

    def _forget(self, writer: asyncio.StreamWriter) -> None:
        """Who was joined, and has not given up, may come back for a while."""
        now_secs = asyncio.get_running_loop().time()
        if writer in self._peers and writer not in self._given_up:
            self._waits_until_secs = now_secs + _COMES_BACK_SECS
        is_last = self._peers == {writer}
        for each in (self._peers, self._given_up):
            each.discard(writer)
        self._watching.pop(writer, None)
        if is_last and self._waits_until_secs > now_secs:
            loop = asyncio.get_running_loop()
            self._no_later = loop.call_at(self._waits_until_secs, self._alone.set)
        elif is_last:
            self._alone.set()

    def _take(self, writer: asyncio.StreamWriter, line: bytes) -> str:
        """Do what was said; why it can't be done, else empty."""
        try:
            message = joining.SAID.validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            return f"That is no message: {first['msg']}."
        session = self._session
        match message:
            case joining.Decide():
                if not (why := self.asked.take(message)):
                    self._has_begun.clear()
                if not why and self._at_terminal is not None:
                    self._say("It was decided elsewhere, by who joined this run.")
                return why
            case joining.Steer(verb="watch" | "glance" as verb):
                self._watching[writer] = _Watch(is_small=verb == "glance")
                self._is_watched.set()
            case joining.Steer(verb="look_away"):
                self._watching.pop(writer, None)
            case joining.Steer(verb="give_up"):
                self._given_up.add(writer)
            case joining.Steer(verb="stop") if session is None:
                self._is_stopped = True  # as soon as it is there
            case _ if session is None or session.is_over:
                return "The run is not under way."
            case joining.Drive(piece=piece):
                session.taking_over.put(piece)
            case joining.GoBack(how=how):
                self._tasks.spawn(self._steer(writer, session.force(how)))
            case joining.Steer(verb=verb):
                self._tasks.spawn(self._steer(writer, getattr(session, verb)()))
        return ""

    async def _steer(self, writer: asyncio.StreamWriter, doing: Awaitable[None]) -> None:
        try:
            await doing
        except errors.KnownError as error:
            _tell([writer], NotTaken(str(error)))

    async def _tell_pictures(self, eyes: LiveEyes, covers: Covers) -> None:
        """While somebody looks on, and what was approved has begun: the hands come first. Who has
        not read the last one is passed over, for now."""
        frame: spaces.Frame | None = None
        while True:
            if not self._watching:
                self._is_watched.clear()
            await self._is_watched.wait()
            count = frame.change_count if frame is not None else -2
            glance = all(each.is_small for each in self._watching.values())
            period_secs = _GLANCE_SECS if glance else _PERIOD_SECS
            try:
                frame = await eyes.next_live_frame(count, period_secs, _PATIENCE_SECS) or frame
            except errors.SurfaceSilent:
                continue  # it may come back
            except errors.KnownError:
                return  # the run tells of it
            if frame is None:
                continue
            now, at_secs = (frame.change_count, covers.places_px), frame.captured_at_secs
            late = {
                writer: each
                for writer, each in self._watching.items()
                if each.wants(now, at_secs) and not writer.transport.get_write_buffer_size()
            }
            with contextlib.suppress(TimeoutError):  # wait_for may not hear that all is to end
                async with asyncio.timeout(_PATIENCE_SECS):
                    await self._has_begun.wait()
            for is_small in {each.is_small for each in late.values()}:
                jpeg = await asyncio.to_thread(_jpeg_of, frame, covers.places_px, is_small)
                still = [it for it, each in late.items() if self._watching.get(it) is each]
                reading = [it for it in still if late[it].is_small is is_small]
                for each in reading:
                    late[each].told, late[each].at_secs = now, at_secs
                age_ms = (time.monotonic() - at_secs) * 1000
                _tell(reading, joining.PictureTold(jpeg, age_ms, is_small))


async def listen(session_id: str, serve: Callable[..., Any]) -> tuple[asyncio.Server, Path]:
    """Be there for those who join that run, at that path. Raises ``KnownError`` or ``OSError``."""
    path = joining.runs_folder() / session_id
    hidden = path.with_name(f".{session_id}")
    server = await asyncio.start_unix_server(serve, hidden, limit=joining.MOST_SAID_BYTES)
    hidden.chmod(0o600)
    return server, hidden.rename(path)  # who finds it can join


def why_refused(writer: asyncio.StreamWriter, agent_id: int = 0) -> str:
    """Why that process may not join: another user's, the agent itself, or what it started."""
    process_id, user_id = joining.peer_of(writer)
    try:
        parents = {each.pid for each in psutil.Process(process_id).parents()}
    except psutil.Error:
        user_id = -1  # of another machine or container, or gone
    if user_id != os.getuid():
        return "Somebody else wanted to join this run, and was refused."
    if os.getpid() in parents or (agent_id or -1) in {process_id, *parents} - {1}:
        return f"Process {process_id}, which the agent started, may not join its own run."
    return ""


def _tell(writers: Iterable[asyncio.StreamWriter], message: Told) -> None:
    """Who does not read what is told is let go, and may join again."""
    line = joining.line_of(message) if writers else b""
    for writer in writers:
        if writer.transport.get_write_buffer_size() > _MOST_UNREAD_BYTES:
            writer.transport.abort()
        elif not writer.is_closing():
            writer.write(line)


def _jpeg_of(frame: spaces.Frame, covered_px: tuple[spaces.Rect, ...], is_small: bool) -> str:
    pixels, out = bytearray(frame.pixels), io.BytesIO()
    blot(pixels, frame, covered_px)
    picture = Image.frombytes("RGB", (frame.width, frame.height), bytes(pixels), "raw", "BGRX")
    if is_small:
        picture = picture.reduce(max(1, frame.width // _SMALL_PX))
    picture.save(out, "JPEG", quality=80)
    return base64.b64encode(out.getvalue()).decode()


def agent_over_stdio() -> int:
    """The process that writes to this one; a shell in between has the same standard input as we."""
    above = psutil.Process().parents()
    with contextlib.suppress(OSError):
        while above[1:] and Path(f"/proc/{above[0].pid}/fd/0").samefile("/proc/self/fd/0"):
            del above[0]
    return above[0].pid if above else 0
