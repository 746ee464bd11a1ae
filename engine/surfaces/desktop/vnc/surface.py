"""A desktop that a VNC server shows, here or far away: eyes and hands over one connection.

Nothing there tells of itself: one window as large as the picture stands for all that it shows,
which is found by shapes and text. Nobody can tell what runs in it, so that each line that is
confirmed there counts as a command.
"""

import asyncio
import logging
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from engine.domain import errors
from engine.domain.accessible import AccessibleTree
from engine.domain.exploring.faults import Vitals
from engine.domain.files import FileFacts
from engine.domain.leases import Lease
from engine.domain.ports import SecretSource
from engine.domain.situation import Application
from engine.domain.spaces import Rect
from engine.domain.zones import Window, Zone
from engine.language.labels import shortened
from engine.processes.child_process import START_SECS, ChildProcess
from engine.processes.environment import python_module
from engine.surfaces.desktop.filming import FilmedEyes
from engine.surfaces.desktop.input.commanded_hands import CommandedHands
from engine.surfaces.shared import NamedSurface

logger = logging.getLogger(__name__)
_STOP_SECS = 0.5
_LETTING_GO_SECS = 10.0
_WINDOW_ID = "vnc"
_REFUSALS = (
    errors.SurfaceUnavailable,
    errors.SurfaceLost,
    errors.SurfaceSilent,
    errors.ActionImpossible,
    errors.HandsStopped,
)


@dataclass(frozen=True, slots=True)
class VncServer:
    """``name`` for people, host and port; ``password`` may take its time, and is empty where there
    is none; ``password_remedy`` says where to put one."""

    host: str
    port: int
    name: str
    password: Callable[[], str]
    password_remedy: str


class VncEyes(FilmedEyes):
    """Implements the ``Eyes`` port for one VNC server."""

    def __init__(
        self,
        server: VncServer,
        *,
        on_lost: Callable[[str], object],
        on_resized: Callable[[int, int], object],
    ) -> None:
        super().__init__(on_lost=on_lost, on_resized=on_resized)
        self.server = server
        self._window = Window(
            _WINDOW_ID,
            title="",
            application=server.name,
            bounds_px=Rect(0, 0, 0, 0),
            is_active=True,
            order=0,
            may_tell=False,
            keeps_terminal=None,
        )
        where = (server.host, str(server.port), *map(str, self.fds))
        self._camera = self.child = ChildProcess(
            python_module("engine.surfaces.desktop.vnc.vnc_child", *where),
            what=f"the connection to {server.name}",
            pass_fds=self.fds,
            refusals=_REFUSALS,
            on_event=self._take_event,
            on_end=self._lose,
        )

    async def start(self) -> None:
        """Raises ``SurfaceUnavailable``."""
        server = self.server
        password = await asyncio.to_thread(server.password)
        await self.child.start()
        told = await self.child.call(
            "connect",
            server=server.name,
            password=password,
            remedy=server.password_remedy,
            timeout_secs=START_SECS,
        )
        self._window = replace(self._window, title=shortened(told["name"]))
        self._take_size(told["width"], told["height"])

    async def read_tree(self) -> AccessibleTree:
        return AccessibleTree((), (self._window,))

    async def bounds_of(self, zone: Zone) -> Rect | None:
        return zone.bounds_px  # nobody else knows of it; its picture is compared

    def _take_event(self, event: Mapping[str, Any]) -> None:
        if event["event"] == "resized":
            self._take_size(event["width"], event["height"])
        super()._take_event(event)

    def _take_size(self, width: int, height: int) -> None:
        self._window = replace(self._window, bounds_px=Rect(0, 0, width, height))


class VncHands(CommandedHands):
    """Implements the ``Hands`` port over the connection that the eyes have."""

    def __init__(self, child: ChildProcess, secrets: SecretSource, lease: Lease) -> None:
        super().__init__(launch=_launch, secrets=secrets, lease=lease)
        self._child = child
        self.pressed_at = {"x": 0, "y": 0}

    async def _call(self, op: str, **arguments: Any) -> Any:
        match arguments:
            case {"half": "up"}:
                pass  # where it was pressed still counts: nothing is dropped anywhere else
            case {"x": int(x), "y": int(y)} | {"strokes": [[[int(x), int(y)], *_], *_]}:
                self.pressed_at = {"x": x, "y": y}
        return await super()._call(op, **arguments)

    async def stop(self) -> tuple[tuple[str, ...], float]:
        """Break off what is done, and let go of all that is held: what it was, and milliseconds.
        Where nobody answers, the connection ends, and with it what the server let us hold."""
        started = time.perf_counter()
        self.is_stopped = True
        assert self._child is not None
        try:
            released = await self._child.call("stop", timeout_secs=_STOP_SECS)
        except errors.SurfaceSilent:
            self._child.send_signal(signal.SIGKILL)
            raise errors.SurfaceLost(
                "The hands are stopped, but the VNC server does not answer:"
                " keys may still be held down there."
            ) from None
        except errors.SurfaceLost:
            released = ()  # what a connection held that has ended is not held any more
        return tuple(released), (time.perf_counter() - started) * 1000


class VncSurface(NamedSurface):
    """Implements the ``ExplorableSurface`` port. ``eyes`` and ``hands`` are there once it is
    started."""

    eyes: VncEyes
    hands: VncHands

    def __init__(self, name: str, server: VncServer, *, secrets: SecretSource) -> None:
        super().__init__(name, is_practice=False)
        self._secrets = secrets
        self._server = server
        self._letting_go: asyncio.Task[None] | None = None
        self.eyes = VncEyes(server, on_lost=self._lose, on_resized=self._tell_resized)

    @property
    def places(self) -> Mapping[str, str]:
        return {}

    async def start(self) -> None:
        """Raises ``SurfaceUnavailable`` with what to do."""
        await self.eyes.start()
        await self.renew_hands()

    async def close(self) -> None:
        if self._letting_go is not None:
            await asyncio.wait([self._letting_go], timeout=_LETTING_GO_SECS)
            self._letting_go.cancel()
        await self.eyes.close()

    def _lose(self, message: str) -> None:
        """Keys a server lets go of when a connection breaks off; a button stays down on some, until
        another lets go of it."""
        if not self._is_lost and hasattr(self, "hands"):
            self._letting_go = asyncio.ensure_future(self._let_go_anew(self.hands.pressed_at))
        super()._lose(message)

    async def _let_go_anew(self, place: dict[str, int]) -> None:
        anew = VncEyes(self._server, on_lost=_nobody, on_resized=_nobody)
        try:
            await anew.start()
            await anew.child.call("move", x=place["x"], y=place["y"])
        except errors.SurfaceUnavailable:
            logger.debug("nobody lets go of what was held: the server is gone")
        finally:
            await anew.close()

    async def renew_hands(self) -> None:
        self.hands = VncHands(self.eyes.child, self._secrets, self.lease)

    async def give_keyboard_back(self) -> None:
        """No window of ours is there."""

    async def stop_hands(self) -> tuple[tuple[str, ...], float]:
        return await self.hands.stop()

    async def applications(self) -> tuple[Application, ...]:
        return ()

    async def file_facts(self, path: str) -> FileFacts:
        return FileFacts(exists=False, is_known=False)

    async def vitals(self) -> Vitals:
        return Vitals((), (), ())

    @property
    def can_reset(self) -> bool:
        return False

    async def mark_start(self) -> None:
        """There is no way back to it."""

    async def reset(self) -> NoReturn:
        raise errors.ActionImpossible(
            "Only the practice desktop can be set back to its start.", "Use --surface practice."
        )


def _nobody(*told: object) -> None:
    """Hears of it."""


async def _launch(name: str) -> NoReturn:
    raise errors.ActionImpossible(
        f"“{name}” can't be started by its name on a VNC desktop.", "Open it from a menu there."
    )
