"""What a run without a window and whoever joins it tell each other: lines of JSON over a Unix
socket in the user's runtime folder, one socket a run (``docs/joining.md``).

Both ends look whose process is at the other. Nothing that is said here widens what the policy says:
a yes answers one request, once, with the digest of what was shown. Who takes over acts themselves.
"""

import asyncio
import contextlib
import json
import os
import socket
import struct
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from engine.domain.approvals import OperatorAnswer
from engine.domain.events import Recorded
from engine.domain.kinds import OfKind, of_kind
from engine.domain.leases import DirectInput
from engine.domain.verdicts import ModeName
from engine.surfaces.desktop.practice.session_folder import base_folder, private_folder

PROTOCOL = 1
Verb = Literal["pause", "resume", "step", "cancel", "stop", "take_over_or_hand_back"]
MOST_SAID_BYTES = 256_000
MOST_TOLD_BYTES = 32_000_000
_CREDENTIALS = struct.Struct("3i")


@of_kind("run_announced")
class RunAnnounced(OfKind):
    """The first that is told: which run it is."""

    session_id: str
    goal: str
    surface: str
    mode: ModeName
    protocol: int = PROTOCOL

    @property
    def title(self) -> str:
        return self.goal or f"A {self.mode} on {self.surface}"


@of_kind("event_told")
class EventTold(OfKind):
    """An event as it is recorded; those of before come first, and none is left out."""

    recorded: Recorded


@of_kind("picture_told")
class PictureTold(OfKind):
    """What is there now: a JPEG in base64, with what is secret covered; ``age_ms`` old."""

    jpeg: str
    age_ms: float


@of_kind("not_taken")
class NotTaken(OfKind):
    """What was said came to nothing, and why."""

    why: str


@of_kind("decide")
class Decide(OfKind):
    """The operator's answer to what is ``asked``: upon a request, with the digest of what was
    shown; to a question, in words. The first one counts."""

    asked: str
    answer: OperatorAnswer | str
    digest: str = ""


@of_kind("steer")
class Steer(OfKind):
    """What the run is to do. ``watch`` asks for pictures, ``look_away`` for none any more."""

    verb: Verb | Literal["watch", "look_away"]


@of_kind("drive")
class Drive(OfKind):
    """A piece of what the operator does, who has taken over."""

    piece: DirectInput


Told = RunAnnounced | EventTold | PictureTold | NotTaken
Said = Decide | Steer | Drive
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

    def close(self) -> None:
        self._writer.close()


async def join(path: Path) -> Link:
    """The run that announced itself there. Raises ``OSError`` where it has gone, or is another
    user's."""
    try:
        reader, writer = await asyncio.open_unix_connection(path, limit=MOST_TOLD_BYTES)
    except ConnectionRefusedError:
        await asyncio.to_thread(path.unlink, missing_ok=True)  # its process died
        raise
    if peer_of(writer)[1] != os.getuid():
        writer.close()
        raise PermissionError(path)
    return Link(reader, writer)
