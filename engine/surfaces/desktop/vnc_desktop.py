"""A display that is there already: the operator's own screen, or another by its number; and a
desktop that a VNC server shows: TigerVNC's viewer, alone on a display of our own.

The viewer's window fills the display, which is kept as large as it; so what is seen and pressed
there is seen and pressed on the other machine, by the eyes and hands of every desktop. Nothing but
a picture comes over VNC. The viewer is a program of its own (GPL), started for each surface: it has
the password in its environment, which no other program is given, and what it asks by windows of its
own nobody answers: the surface is lost then, and that is said."""

import asyncio
import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import xcffib
import xcffib.randr
import xcffib.xproto

from engine.domain.errors import ActionImpossible, SurfaceUnavailable
from engine.domain.surface_ports import FileFacts
from engine.processes.descendants import child_environment, crowding, living, require_programs
from engine.surfaces.desktop.launched import ErrorOutput, HostNews, Launch, LaunchedApplications
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.surface import DisplayHost
from engine.surfaces.desktop.x11 import x_calls
from engine.surfaces.files import read_file_facts

_VIEWER, _CLOSED = "xtigervncviewer", "closed"
CONNECT_SECS = 20.0
_MOST_WIDTH, _MOST_HEIGHT = 7680, 2880
"""Two screens of 4K side by side; memory is taken for a display as large as that."""
_LOGGED = r"^ \w+: +(.{1,200})"
_FIXED_SIZE = 32
"""The flag ``PMaxSize`` of WM_NORMAL_HINTS: dialogs of the viewer have it, its picture has not."""
_OPTIONS = (
    *("-Shared", "-RemoteResize=0", "-ReconnectOnError=0", "-AlertOnFatalError=0"),
    *("-MenuKey=", "-PointerEventInterval=0", "-Log", "*:stderr:0"),
    *("-AutoSelect=0", "-PreferredEncoding=Tight", "-NoJPEG"),  # pictures are compared to the pixel
    *("-AcceptClipboard=0", "-SendClipboard=0", "-SetPrimary=0", "-SendPrimary=0"),
    "-SecurityTypes=X509Vnc,TLSVnc,X509None,TLSNone,VncAuth,None",
)


def require_viewer() -> None:
    """Raises ``SurfaceUnavailable`` where it is not installed."""
    require_programs("A VNC desktop", {_VIEWER: "tigervnc-viewer"})


class LoneWindow:
    """The one window on a display of our own, and the display, which is kept as large as it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.size: tuple[int, int] | None = None
        """Its pixels; None before it is shown."""
        self._connection = x_calls.connect(environment)
        self._root = x_calls.root_of(self._connection)
        names = ("_NET_CLIENT_LIST", "_NET_WM_NAME")
        self._listed, self._title = x_calls.atoms_of(self._connection, names).values()
        self._randr = self._connection(xcffib.randr.key)
        told = self._randr.GetScreenResourcesCurrent(self._root).reply()
        for crtc in told.crtcs:  # one that shows a mode keeps the display from becoming smaller
            at, way = told.config_timestamp, xcffib.randr.Rotation.Rotate_0
            self._randr.SetCrtcConfig(crtc, 0, at, 0, 0, 0, way, 0, []).reply()
        x_calls.listen(self._connection, self._root, xcffib.xproto.EventMask.PropertyChange)

    def fileno(self) -> int:
        return int(self._connection.get_file_descriptor())

    def follow(self) -> str:
        """Take in what has happened; why the window is not the picture alone, empty where it is.
        Raises ``xcffib.ConnectionException`` where the display is gone."""
        words = self._fit()
        while list(x_calls.events_until(self._connection, 0.0)):
            words = self._fit()
        return words

    def close(self) -> None:
        self._connection.disconnect()

    def _fit(self) -> str:
        windows = x_calls.numbers_in(self._property(self._root, self._listed))
        for window in windows:
            x_calls.listen(self._connection, window, xcffib.xproto.EventMask.StructureNotify)
            hints = self._property(window, xcffib.xproto.Atom.WM_NORMAL_HINTS)
            if x_calls.first_number_in(hints) & _FIXED_SIZE:
                asked = x_calls.text_in(self._property(window, self._title))
                return f"its viewer asks “{asked}”, which nobody can answer"
            size = x_calls.reply_to(self._connection.core.GetGeometry(window))
            if size is not None and (size.width >= _MOST_WIDTH or size.height >= _MOST_HEIGHT):
                return f"its desktop is larger than {_MOST_WIDTH} × {_MOST_HEIGHT}"
            if size is not None and self.size != (size.width, size.height):
                self.size = size.width, size.height
                usual_mm = (size.width // 4, size.height // 4)
                self._randr.SetScreenSize(self._root, *self.size, *usual_mm)
                self._connection.flush()
        return ""

    def _property(self, window: int, atom: int) -> Any:
        return x_calls.reply_to(x_calls.ask_property(self._connection, window, atom))


class VncDesktop(DisplayHost):
    """``password`` answers by "host:port", may take its time, and is empty where there is none;
    ``service`` is what the keyring calls the place for it."""

    def __init__(self, host: str, port: int, password: Callable[[str], str], service: str) -> None:
        self.elsewhere, self._address = f"{host}:{port}", f"{host}::{port}"
        self._password, self._service = password, service
        self._screen = PracticeDesktop(
            width=_MOST_WIDTH, height=_MOST_HEIGHT, is_sandboxed=False, windows="alone_openbox.xml"
        )
        self._viewer: asyncio.subprocess.Process | None = None
        self._window: LoneWindow | None = None
        self._watching: asyncio.Task[None] | None = None
        self._shown = asyncio.Event()
        self._gone = asyncio.Event()
        self._why = ""

    @property
    def environment(self) -> Mapping[str, str]:
        return self._screen.environment

    @property
    def home(self) -> Path:
        return self._screen.home

    @property
    def places(self) -> Mapping[str, str]:
        return {}

    async def start(self) -> None:
        """Raises ``SurfaceUnavailable`` with what to do."""
        password = await asyncio.to_thread(self._password, self.elsewhere)
        await self._screen.start()
        self._window = LoneWindow(self.environment)
        asyncio.get_running_loop().add_reader(self._window.fileno(), self._follow)
        self._follow()  # what has come so far is not told again
        errors = ErrorOutput()
        self._viewer = await asyncio.create_subprocess_exec(
            *(_VIEWER, *_OPTIONS, self._address),
            env={**self.environment, "VNC_PASSWORD": password},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=errors.fd,
            start_new_session=True,
        )
        self._watching = asyncio.create_task(self._watch(self._viewer, errors))
        try:
            async with asyncio.timeout(within_secs := CONNECT_SECS * crowding()):
                await self._shown.wait()
        except TimeoutError:
            self._lose(f"it did not answer within {within_secs:.0f} s")
        if not self._gone.is_set():
            return
        remedy = "See that it runs there, and on that port: that of display :1 is 5901."
        if "authentic" in self._why.lower():
            remedy = f'Put it into the keyring: keyring set "{self._service}" {self.elsewhere}'
            self._why += "" if password else "; no password is kept for it"
        refused = f"The VNC server at {self.elsewhere} can't be had: {self._why}."
        raise SurfaceUnavailable(refused, remedy)

    async def close(self) -> None:
        """What is pressed there is let go of by the server when the viewer is gone."""
        self._lose(_CLOSED)
        if self._viewer is not None and self._viewer.returncode is None:
            self._viewer.terminate()
        await self._screen.close()
        if self._watching is not None:
            await self._watching
        if self._window is not None:
            self._window.close()

    async def wait_gone(self) -> str:
        """As "closed", or the connection and why it ended."""
        await self._gone.wait()
        is_closed = self._why == _CLOSED
        return _CLOSED if is_closed else f"connection to {self.elsewhere}: {self._why}"

    async def spawn(self, argv: Sequence[str], *, cwd: Path | None = None, name: str = "") -> int:
        raise ActionImpossible(f"Nothing can be started on {self.elsewhere}.")

    async def news(self) -> HostNews:
        return HostNews()

    async def living(self, process_ids: Sequence[int]) -> Mapping[int, int]:
        return {}

    async def file_facts(self, path: str) -> FileFacts:
        """Nobody can look there, and so it is judged."""
        return FileFacts(exists=False)

    async def _watch(self, viewer: asyncio.subprocess.Process, errors: ErrorOutput) -> None:
        await viewer.wait()
        said = re.findall(_LOGGED, "\n".join(errors.take_lines(is_last=True)), re.MULTILINE)
        errors.close()
        self._lose(said[-1] if said else "the server closed it")

    def _follow(self) -> None:
        assert self._window is not None
        try:
            problem = self._window.follow()
        except xcffib.ConnectionException:
            problem = "its display is gone"
        if problem:
            self._lose(problem)
        elif self._window.size is not None:
            self._shown.set()

    def _lose(self, why: str) -> None:
        """Remember the first reason; the others follow from it."""
        if self._window is not None:
            asyncio.get_running_loop().remove_reader(self._window.fileno())
        self._why = self._why or why
        self._gone.set()
        self._shown.set()


class ExistingDisplay(DisplayHost):
    """A running X server; ends nothing that it did not start."""

    def __init__(self, display: str | None, environment: Mapping[str, str] = os.environ) -> None:
        self._display = display or environment.get("DISPLAY", "")
        self._launched = LaunchedApplications()
        self._running: list[subprocess.Popen[bytes]] = []
        self._own = child_environment(environment, on_screen=True, with_network=True)
        self._drives: xcffib.Connection | None = None
        """While it is open, the display is ours and no other Pilothouse's."""
        self._claiming: asyncio.Future[bool] | None = None

    @property
    def environment(self) -> Mapping[str, str]:
        return {
            **self._own,
            "DISPLAY": self._display,
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "GNOME_ACCESSIBILITY": "1",
            "QT_ASSUME_STDERR_HAS_CONSOLE": "1",  # else its errors may go to the journal
        }

    @property
    def home(self) -> Path:
        return Path.home()

    async def start(self) -> None:
        """Raises ``SurfaceUnavailable`` under Wayland, without a display, or where it is taken."""
        if self._own.get("WAYLAND_DISPLAY") and self._own.get("XDG_SESSION_TYPE") == "wayland":
            raise SurfaceUnavailable(
                "This is a Wayland session: it lets no program see or control other windows.",
                "Use the practice desktop (--surface practice), or log in with an Xorg session.",
            )
        if not self._display:
            raise SurfaceUnavailable(
                "There is no display here (DISPLAY is not set).",
                "Use the practice desktop (--surface practice), or name one: --surface display:1.",
            )
        why = f"The display {self._display} can't be opened."
        remedy = "See that an X server runs there and that you may use it (xhost, XAUTHORITY)."
        with SurfaceUnavailable.instead_of((xcffib.ConnectionException, ValueError), why, remedy):
            self._claiming = asyncio.ensure_future(asyncio.to_thread(self._claim))
            is_first = await asyncio.shield(self._claiming)
        if not is_first:
            raise SurfaceUnavailable(
                f"Another Pilothouse has the display {self._display}, and one drives it at a time.",
                "Close it there, or have it work elsewhere.",
            )

    async def close(self) -> None:
        """Nothing to end: the display and its applications belong to the operator. The thread of a
        start that was cancelled is waited for: it has the connection."""
        if self._claiming is not None:
            await asyncio.gather(self._claiming, return_exceptions=True)
        if self._drives is not None:
            self._drives.disconnect()
        self._launched.forget()
        self._running.clear()

    async def wait_gone(self) -> str:
        """For ever: the camera notices when the display goes away."""
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    async def spawn(self, argv: Sequence[str], *, cwd: Path | None = None, name: str = "") -> int:
        """Start a program on the display; it lives on when Pilothouse ends."""
        launch = Launch(name or Path(argv[0]).name, tuple(argv), str(cwd) if cwd else None)
        return await asyncio.to_thread(self._launched.launch, launch, self._start)

    async def news(self) -> HostNews:
        for process in [one for one in self._running if one.poll() is not None]:
            self._running.remove(process)
            self._launched.note_ended(process.pid, process.returncode)
        return self._launched.take_news()

    async def living(self, process_ids: Sequence[int]) -> Mapping[int, int]:
        return await asyncio.to_thread(living, process_ids)

    async def file_facts(self, path: str) -> FileFacts:
        return await asyncio.to_thread(read_file_facts, self.home, path)

    def _claim(self) -> bool:
        self._drives = xcffib.connect(self._display)
        return x_calls.claim(self._drives, "_PILOTHOUSE_DRIVES")

    def _start(self, launch: Launch, errors_fd: int) -> int:
        process = subprocess.Popen(
            launch.argv,
            cwd=launch.cwd or self.home,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors_fd,
            start_new_session=True,
        )
        self._running.append(process)
        return int(process.pid)
