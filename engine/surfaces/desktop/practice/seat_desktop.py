"""A practice desktop on another machine, or a screen of that machine, over the operator's own
``ssh``.

Its supervisor is started there by ``ssh HOST pilothouse seat`` and speaks over that connection as
it does here over pipes. Two sockets of the desktop's come by the same connection, as ssh forwards
them: its X display and its accessibility bus. So the camera, the reader and the hands are this
machine's own, and so are the gate, the record and what is secret. When the line is cut, by
whomever, the supervisor's input ends, and all that it keeps with it.

What that machine tells is told by somebody else: it is read as values of the kinds that are
expected, and none of it becomes a variable or a file's name here."""

import asyncio
import base64
import contextlib
import errno
import json
import math
import os
import re
import secrets
import shlex
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

import xcffib
from pydantic import Base64Bytes

from engine.domain import errors, surface_ports
from engine.domain.errors import ActionImpossible, KnownError, RecordUnavailable, SurfaceUnavailable
from engine.domain.facts import Frozen, asdict, replace
from engine.processes.descendants import child_environment, require_programs
from engine.surfaces.desktop import applications, far_screen
from engine.surfaces.desktop.practice import session_folder as folders
from engine.surfaces.desktop.practice.practice_desktop import SUPERVISOR, PracticeDesktop, read_told
from engine.surfaces.desktop.surface import DisplayHost
from engine.surfaces.desktop.x11 import authority, x_calls
from engine.surfaces.files import PART_BYTES, PlainFiles, Version

_SSH = (
    *("ssh", "-T", "-M", "-oBatchMode=yes", "-oConnectTimeout=20", "-oLogLevel=ERROR"),
    *("-oServerAliveInterval=5", "-oServerAliveCountMax=3", "-oControlPersist=no"),
    *("-oForwardAgent=no", "-oForwardX11=no", "-oClearAllForwardings=yes"),
    *("-oPermitLocalCommand=no", "-oRemoteCommand=none"),
)
_PILOTHOUSE = 'env "PATH=$PATH:$HOME/.local/bin" pilothouse'
"""For the shell there, whichever it is; pip puts programs where few shells look by ssh."""
_FORWARDS = "AllowStreamLocalForwarding yes, AllowTcpForwarding yes, PermitOpen any"
"""Each of which, of ports or not, keeps sockets from being forwarded where it is otherwise."""
_REACH_SECS, _MOST_CHARS = 30.0, 400
_FILE_SECS = 60.0  # a part of one, over a slow line
_FIRST_DISPLAY, _DISPLAYS = 1000, 50_000  # far above those that X servers take for themselves
_DISPLAY = re.compile(r":(\d{1,5})")
_COOKIE = re.compile(rf"[0-9a-f]{{{2 * authority.COOKIE_BYTES}}}")
_BUS = re.compile(r"unix:path=(/[\w./-]+)(,guid=[0-9a-f]{1,64})?")


class _Afar(Frozen):
    cookie: str
    accessibility: str
    entries: tuple[applications.LaunchEntry, ...]


class SeatDesktop(PracticeDesktop):
    """That of ``host``, as ssh calls it. ``entries`` are the applications there."""

    entries: tuple[applications.LaunchEntry, ...] = ()
    is_far = True
    _start_timeout_secs = 120.0  # ssh connects, then a display and its servers start there
    _line_limit_bytes = 8 << 20  # a file's text and the news are told in less

    _said = ""
    """Of the display that is there already the name, as `far_screen` has it."""

    def __init__(self, host: str, width: int, height: int, *, has_network: bool) -> None:
        require_programs("A seat on another machine", {"ssh": "openssh-client"})
        super().__init__(width=width, height=height, has_network=has_network)
        self._host = host
        self._here: dict[str, str] = {}
        self._kept = contextlib.ExitStack()

    @property
    def environment(self) -> Mapping[str, str]:
        """For our own children, which look and act there from here."""
        return self._here

    @property
    def sandbox(self) -> surface_ports.Sandbox | None:
        """As that machine tells it."""
        told = self._known.sandbox
        return replace(told, problem=_shown(told.problem), remedy=self._there(told.remedy))

    async def start(self) -> None:
        """Raises `SurfaceUnavailable` with what to do."""
        base, what = folders.base_folder(), "What a seat needs on this machine can't be had"
        remedy = f"Its files lie in {base}: see that there is room."
        with SurfaceUnavailable.on_refusal(what, remedy):
            await self._start_by(base)

    async def _start_by(self, base: Path) -> None:
        """Raises `SurfaceUnavailable`, OSError."""
        await asyncio.to_thread(folders.sweep_leftovers, base)
        self._folder = folders.SessionFolder.create(base)
        self._kept.callback(folders.clear, self._folder, list[int], grace_secs=0)
        who = {it: os.environ[it] for it in ("SSH_AUTH_SOCK", "KRB5CCNAME") if it in os.environ}
        asked = self._said or json.dumps(asdict(self._asked))
        told = shlex.join((version("pilothouse"), asked))
        control = str(self._folder.root / "ssh")
        self._supervisor = self._child(
            (*_SSH, "-S", control, "--", self._host, f"{_PILOTHOUSE} seat {told}"),
            f"the line to {self._host}",
            child_environment(with_network=True) | who | {folders.MARKER: self._folder.desktop_id},
        )
        try:
            await super().start()
        except KnownError as error:
            why = f"No desktop is to be had on {self._host}: {_shown(error.message)}"
            theirs = self._there(error.remedy) if error is self._failure else error.remedy
            own = f"See that Pilothouse is there, and says its version alone: ssh {self._host}"
            raise SurfaceUnavailable(why, theirs or f"{own} '{_PILOTHOUSE} --version'") from error

    def _there(self, remedy: str) -> str:
        """What that machine says is to be done is to be done there."""
        return f"On {self._host}: {_shown(remedy)}" if remedy else ""

    async def wait_gone(self) -> str:
        gone = await super().wait_gone()
        by_line = f"connection to {self._host}: {_shown(self._ended).rstrip('.')}"
        return by_line if gone == "supervisor" else gone

    async def file_facts(self, path: str) -> surface_ports.FileFacts:
        """By this machine's clock; nothing is taken for newer than it is."""
        asked_at_secs = time.time()
        ahead_secs = read_told(float, await self._ask("time")) - asked_at_secs
        facts = await super().file_facts(path)
        modified_at_secs = facts.modified_at_secs - ahead_secs
        if not math.isfinite(modified_at_secs):
            raise errors.SurfaceLost(f"The clock of {self._host} can't be read.")
        return replace(facts, modified_at_secs=modified_at_secs)

    @property
    def files(self) -> PlainFiles | None:
        return FarFiles(self._ask)

    async def close(self) -> None:
        await super().close()
        await asyncio.to_thread(self._kept.close)

    async def _ask(self, op: str, failed: str = "", **how: Any) -> Any:
        """With as much of that machine's words as is for people."""
        try:
            return await super()._ask(op, failed, **how)
        except ActionImpossible as error:
            raise ActionImpossible(_shown(error.message)) from None

    async def _await_ready(self) -> None:
        """Have the display and the accessibility bus here, too. Raises `SurfaceUnavailable`."""
        await super()._await_ready()
        far = read_told(_Afar, await self._ask("far", timeout_secs=self._start_timeout_secs))
        there = _DISPLAY.fullmatch(self._known.environment.get("DISPLAY", ""))
        bus = _BUS.fullmatch(far.accessibility)
        if there is None or bus is None or _COOKIE.fullmatch(far.cookie) is None:
            raise SurfaceUnavailable(
                "its display or its accessibility bus did not come up.",
                self._there("Install at-spi2-core."),
            )
        own_display, own_bus = self._folder.root / "display", self._folder.root / "bus"
        display = self._named(own_display)
        cookie = bytes.fromhex(far.cookie)
        authority.write_authority(self._folder.authority, cookie, display_number=display[1:])
        self._here = child_environment() | {
            "DISPLAY": display,
            "XAUTHORITY": str(self._folder.authority),
            "AT_SPI_BUS_ADDRESS": f"unix:path={own_bus}{bus[2] or ''}",
        }
        to_display = f"{own_display}:{folders.display_socket(there[0])}"
        forward = ("-O", "forward", "-L", to_display, "-L", f"{own_bus}:{bus[1]}", self._host)
        command = ("ssh", "-Fnone", "-S", str(self._folder.root / "ssh"), *forward)
        run = partial(subprocess.run, capture_output=True, timeout=_REACH_SECS, check=True)
        failing = (OSError, subprocess.SubprocessError, xcffib.ConnectionException)
        remedy = self._there(f"Allow it in sshd_config: {_FORWARDS}")
        why = "its display can't be reached over ssh."
        with SurfaceUnavailable.instead_of(failing, why, remedy):
            await asyncio.to_thread(run, command, env=self._here)
            async with asyncio.timeout(_REACH_SECS):  # its end ends the line, and so the thread
                (await asyncio.to_thread(x_calls.connect, self._here)).disconnect()
        self.entries = tuple(entry for entry in far.entries if entry.argv)

    def _named(self, socket_of_ours: Path) -> str:
        """A display's name for it under which nobody else here can answer. X clients try an
        abstract socket first, which is kept shut, then a folder where each name is its maker's.
        Raises `SurfaceUnavailable` where that is not so."""
        display = f":{_FIRST_DISPLAY + secrets.randbelow(_DISPLAYS)}"
        path = folders.display_socket(display)
        why = f"{path.parent} here is not safe to use."
        remedy = f"Here: sudo install -d -o root -m 1777 {path.parent}"
        with SurfaceUnavailable.instead_of(OSError, why, remedy):
            facts = path.parent.lstat()
            if facts.st_uid not in (0, os.getuid()) or not facts.st_mode & stat.S_ISVTX:
                raise PermissionError
            self._kept.enter_context(socket.socket(socket.AF_UNIX)).bind(f"\0{path}")
            self._folder.write_record(display)
            path.symlink_to(socket_of_ours)
        return display


class SeatScreen(SeatDesktop):
    """The screen of whoever sits there, ``said`` as a surface's name. It is no practice desktop."""

    def __init__(self, host: str, said: str) -> None:
        super().__init__(host, 0, 0, has_network=False)
        self._said = said

    places, files, sandbox = DisplayHost.places, DisplayHost.files, DisplayHost.sandbox
    can_reset, mark_start, reset = DisplayHost.can_reset, DisplayHost.mark_start, DisplayHost.reset


class FarFiles(PlainFiles):
    """Those of the home of a practice desktop on another machine, as ``ask`` has them over its
    line. For threads other than the loop's, on which it is made."""

    def __init__(self, ask: Callable[..., Coroutine[Any, Any, Any]]) -> None:
        self.home = None
        self._ask_there, self._loop = ask, asyncio.get_running_loop()

    def versions(self) -> dict[str, Version]:
        """Raises ``RecordUnavailable`` where they can't be asked for, or lead out of the home."""
        with RecordUnavailable.on_refusal("The files there can't be looked at"):
            told: dict[str, Version] = self._ask(dict[str, Version], "versions")
        if any(Path(each).is_absolute() or ".." in Path(each).parts for each in told):
            raise RecordUnavailable("The files there have names that lead out of their folder.")
        return told

    def read(self, path: str, start: int, size_bytes: int) -> bytes:
        data = b""
        while left := size_bytes - len(data):
            how = {"start": start + len(data), "size_bytes": min(left, PART_BYTES)}
            if not (part := self._ask(Base64Bytes, "read", path=path, **how)[:left]):
                break
            data += part
        return data

    def add(self, path: str, data: bytes, *, is_new: bool) -> None:
        self._ask(None, "add", path=path, data=base64.b64encode(data).decode(), is_new=is_new)

    def _ask(self, kind: Any, op: str, **how: Any) -> Any:
        """An answer of that kind. Raises OSError."""
        asking = self._ask_there(op, timeout_secs=_FILE_SECS, **how)
        try:
            told = asyncio.run_coroutine_threadsafe(asking, self._loop).result()
            return read_told(kind, told)
        except KnownError as error:
            raise OSError(errno.EIO, _shown(error.message).strip(":. ")) from error


def _shown(told: str) -> str:
    """As far as it is for people, whoever wrote it."""
    return "".join(filter(str.isprintable, told))[:_MOST_CHARS]


def become_supervisor(theirs: str, asked: str) -> NoReturn:
    """Of a desktop as another Pilothouse ``asked``, an ``Asked`` as JSON, or of a screen by its
    name. Raises `SurfaceUnavailable` where it is of another version."""
    if theirs != (own := version("pilothouse")):
        raise SurfaceUnavailable(f"Pilothouse {own} is there, and {theirs} asks.")
    if not asked.startswith("{"):
        far_screen.become_screen(asked)
    os.execve(sys.executable, (*SUPERVISOR, asked), child_environment(with_network=True))
