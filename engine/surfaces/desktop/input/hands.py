"""The desktop's hands: the parent's side of the input child, of launching, and of STOP."""

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import xcffib

from engine.domain import actions, errors, facts, leases, ports, spaces, surface_ports
from engine.processes.child_process import ANSWER_SECS, START_SECS, ChildProcess
from engine.processes.descendants import crowding, python_module
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses
from engine.surfaces.shared import needed, with_secrets

_RELEASE_TIMEOUT_SECS = 0.5
_END_SECS = 0.2
"""How long a killed child may take to be gone."""
_DRAWN_SECS = 2.0
"""No longer may the way to one point of a stroke take."""
_PIECE_CHARACTERS = 32
"""So much is typed before it is asked whether to go on."""
_SECS_PER_CHARACTER = 1.0
"""No program that still answers takes longer; a child that hangs is known by its pulse."""

Launcher = Callable[[str], Awaitable[None]]


class DesktopHands(facts.Part):
    """Implements the ``Hands`` port for one X display. The hands never touch the windows of ``own``
    processes."""

    environment: Mapping[str, str]
    _: facts.KW_ONLY
    launch: Launcher
    secrets: ports.SecretSource
    lease: leases.Lease
    own: OwnProcesses = NOBODY
    on_lost: Callable[[str], object]
    _releaser: Releaser | None = facts.field(default=None, init=False)
    _child: ChildProcess | None = facts.field(default=None, init=False)
    is_stopped = False
    """The operator pressed STOP."""
    _holds = False

    async def start(self) -> None:
        """Raises ``SurfaceLost`` where the display takes no input."""
        why = "The display takes no input: it can't be opened."
        with errors.SurfaceLost.instead_of(xcffib.ConnectionException, why):
            self._releaser = await asyncio.to_thread(Releaser, self.environment)
        child = ChildProcess(
            python_module(
                "engine.surfaces.desktop.input.hands_child",
                self.own.to_argument(),
                *(str(code) for code in self._releaser.spare_keycodes),
            ),
            what="the hands",
            environment=_with_authority(self.environment),
            refusals=(errors.ActionImpossible, errors.MayHaveLanded, errors.PlaceChanged),
            on_end=self.on_lost,
            ends_when_silent=True,  # nobody steers them
        )
        self._child = child
        await child.start()
        await child.call("ping", timeout_secs=START_SECS)

    async def close(self) -> None:
        if self._child is not None:
            await self._child.close()
        if self._releaser is not None:
            releaser, self._releaser = self._releaser, None
            with contextlib.suppress(xcffib.ConnectionException, TimeoutError):  # it is gone
                async with asyncio.timeout(_RELEASE_TIMEOUT_SECS):
                    await asyncio.to_thread(releaser.close)

    async def perform(
        self, action: actions.Action, at: spaces.Point | None, strokes: surface_ports.Strokes = ()
    ) -> None:
        if self.is_stopped:
            raise errors.HandsStopped("The operator pressed STOP.")
        self.lease.begin_action()
        if actions.half_of(action) == "down":
            if self.own != NOBODY:
                why = "It would hold your own clicks, too, on the same display."
                raise errors.ActionImpossible(why)
            self._holds = True
        match action:
            case actions.Click(half="up") if at is None:
                await self.let_go()
            case actions.Click():
                await self._call(
                    "click",
                    **facts.asdict(needed(at)),
                    button=action.button,
                    count=action.count,
                    modifiers=action.modifiers,
                    hold_secs=action.hold_secs,
                    half=action.half,
                    is_direct=self.lease.is_direct,
                    timeout_secs=ANSWER_SECS + action.hold_secs,
                )
            case actions.TypeText():
                await self._type(action, at)
            case actions.PressKeys(keys=keys):
                await self._call("press", keys=keys, half=action.half)
            case actions.Scroll(down=down, right=right):
                place = facts.asdict(at) if at else {"x": None, "y": None}
                held = action.modifiers
                await self._call("scroll", **place, down=down, right=right, modifiers=held)
            case actions.Drag():
                await self._draw(action, strokes)
            case actions.Launch(application=application):
                await self.launch(application)
            case actions.FocusWindow(title=title):
                await self._call("focus_window", title=title)
            case actions.Wait() | actions.Replan():
                return
            case _:
                raise errors.ActionImpossible("Only a browser can do that.")

    async def direct(self, piece: leases.DirectInput) -> None:
        with self.lease.directly():
            match piece:
                case leases.DirectInput(spaces.Point() as at, None):
                    await self.move_pointer(at)
                case leases.DirectInput(_, actions.TypeText(text=text)):
                    await self._type_piece(text, goes_on=True)
                case leases.DirectInput(at, action) if action is not None:
                    await self.perform(action, at)

    async def let_go(self) -> bool:
        may_hold, self._holds = self._holds and not self.is_stopped, False
        with contextlib.suppress(
            errors.HandsStopped, errors.SurfaceLost
        ):  # what stops them lets go, too
            return may_hold and bool(await self._call("let_go"))
        return False

    async def stop(self) -> tuple[tuple[str, ...], float]:
        """Kill the child, then let go of all that is held: what it was, and the milliseconds. The
        release runs in a thread of its own, so that a hung display can't hold the console."""
        started = time.perf_counter()
        self.is_stopped = True
        if self._child is not None:
            self._child.kill()
            with contextlib.suppress(TimeoutError):  # what it does until then is let go of, too
                async with asyncio.timeout(_END_SECS):
                    await self._child.wait()
        released: tuple[str, ...] = ()
        if self._releaser is not None:
            why = "The hands are stopped, but the display does not answer:"
            why += " keys may still be held down on it."
            with errors.SurfaceLost.instead_of(TimeoutError, why):
                async with asyncio.timeout(_RELEASE_TIMEOUT_SECS * crowding()):
                    released = await asyncio.to_thread(self._releaser.release_all)
        return released, (time.perf_counter() - started) * 1000

    async def pointer(self) -> spaces.Point:
        """Where the pointer is."""
        return spaces.Point(*await self._call("ping"))

    async def move_pointer(self, at: spaces.Point) -> None:
        """Move it there without pressing anything."""
        await self._call("move", **facts.asdict(at))

    async def give_keyboard_to(self, window_id: str) -> None:
        """Have that window take the keyboard if one of ours has it; nothing otherwise."""
        if window_id:
            await self._call("activate", xid=int(window_id, 16))

    async def _call(self, op: str, **arguments: Any) -> Any:
        """The child's answer. Raises ``SurfaceSilent`` from its first missed deadline on,
        ``SurfaceLost`` and ``HandsStopped`` at its end; new hands come with the next run."""
        assert self._child is not None, "the hands are not started"
        return await self._child.call(op, **arguments)

    async def _draw(self, action: actions.Drag, strokes: surface_ports.Strokes) -> None:
        told = [[(point.x, point.y) for point in stroke] for stroke in strokes]
        await self._call(
            "drag",
            strokes=told,
            modifiers=action.modifiers,
            timeout_secs=ANSWER_SECS + _DRAWN_SECS * sum(map(len, strokes)),
        )

    async def _type(self, action: actions.TypeText, at: spaces.Point | None) -> None:
        text = await with_secrets(action.text, self.secrets)
        if at is not None:
            await self._call("click", **facts.asdict(at), button="left", count=1, modifiers=())
        if action.replace:
            await self._call("press", keys=("ctrl", "a"))
            if not text:
                await self._call("press", keys=("delete",))
        text = text.replace("\r\n", "\n")
        for start in range(0, len(text), _PIECE_CHARACTERS):
            await self.lease.between_pieces()
            piece, more = text[start : start + _PIECE_CHARACTERS], start + _PIECE_CHARACTERS
            told = {"goes_on": start > 0, "is_clicked": at is not None, "more": more < len(text)}
            await self._type_piece(piece, **told)

    async def _type_piece(self, text: str, **how: bool) -> None:
        """``is_clicked``: into the field in which the pointer was just clicked."""
        told = {"text": text, **how}
        timeout_secs = 2 * ANSWER_SECS + _SECS_PER_CHARACTER * len(text)
        await self._call("type", **told, timeout_secs=timeout_secs)


def _with_authority(environment: Mapping[str, str]) -> dict[str, str]:
    """python3-xlib, under pyautogui, insists on an authority file where a display needs none."""
    home = Path(environment.get("HOME", ""))
    if "XAUTHORITY" in environment or (home / ".Xauthority").exists():
        return dict(environment)
    return {**environment, "XAUTHORITY": os.devnull}
