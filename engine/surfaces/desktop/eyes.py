"""The desktop's eyes: the parent's side of the camera and the reader."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import TypeAdapter

from engine.domain import monitors
from engine.domain.accessible import AccessibleNode, AccessibleTree
from engine.domain.errors import AccessibilityUnavailable
from engine.domain.spaces import Rect
from engine.domain.zones import Source, Window, Zone
from engine.processes.child_process import START_SECS, ChildProcess
from engine.processes.environment import python_module
from engine.surfaces.desktop.filming import FilmedEyes
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses

_NODES = TypeAdapter(tuple[AccessibleNode, ...])
_WINDOWS = TypeAdapter(tuple[Window, ...])


class DesktopEyes(FilmedEyes):
    """Implements the ``Eyes`` port for one X display.

    The windows of ``own`` processes are covered in the picture and left out of the tree.
    ``layout`` tells of the monitors as they were last read, ``front_window_id`` of the window that
    was last seen to have the keyboard.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        *,
        own: OwnProcesses = NOBODY,
        on_lost: Callable[[str], object],
        on_resized: Callable[[int, int], object],
    ) -> None:
        super().__init__(on_lost=on_lost, on_resized=on_resized)
        self.layout = monitors.ScreenLayout()
        self.front_window_id = ""
        self._camera = ChildProcess(
            python_module(
                "engine.surfaces.desktop.x11.camera",
                own.to_argument(),
                *map(str, self.fds),
            ),
            what="the camera",
            environment=environment,
            pass_fds=self.fds,
            on_event=self._take_event,
            on_end=self._lose,
        )
        self._reader = ChildProcess(
            python_module("engine.surfaces.desktop.at_spi.reader_child", own.to_argument()),
            what="the accessibility reader",
            environment=environment,
            refusals=(AccessibilityUnavailable,),
            on_end=self._lose,
        )

    async def start(self) -> None:
        """Raises ``SurfaceLost`` where there is no such display."""
        await asyncio.gather(self._camera.start(), self._reader.start())
        await self._camera.call("count", timeout_secs=START_SECS)
        await self.read_layout()
        await self._reader.call("connect", timeout_secs=START_SECS)

    async def close(self) -> None:
        await asyncio.gather(super().close(), self._reader.close())

    async def read_layout(self) -> monitors.ScreenLayout:
        """The monitors as they are now."""
        reply = await self._camera.call("monitors")
        told = [
            monitors.MonitorOnScreen(
                one["name"], monitors.ScreenBox(**one["box"]), one["scale"], one["is_primary"]
            )
            for one in reply["monitors"]
        ]
        self.layout = monitors.layout_of(told, monitors.ScreenPoint(*reply["origin"]))
        return self.layout

    async def read_tree(self) -> AccessibleTree:
        told = await self._reader.call("read", timeout_secs=30)
        tree = await asyncio.to_thread(tree_from_wire, told)
        for window in tree.windows:
            if window.is_active:
                self.front_window_id = window.window_id
        return tree

    async def applications_fare(self) -> tuple[tuple[str, ...], dict[int, str]]:
        """Those in sight that don't answer now, and what the processes with windows are called.
        It takes about a second where somebody does not answer."""
        told = await self._reader.call("fare", timeout_secs=30)
        return tuple(told["silent"]), dict(told["shown"])

    async def bounds_of(self, zone: Zone) -> Rect | None:
        if zone.source is not Source.ACCESSIBILITY or not zone.source_key:
            return zone.bounds_px  # nobody else knows of it; its picture is compared
        bounds = await self._reader.call("bounds", key=zone.source_key, timeout_secs=15)
        return None if bounds is None else Rect(*bounds)


def tree_from_wire(told: Mapping[str, Any]) -> AccessibleTree:
    """The reading as domain facts."""
    return AccessibleTree(
        tuple(node for chunk in told["nodes"] for node in _NODES.validate_json(chunk)),
        _WINDOWS.validate_json(told["windows"]),
        tuple(told["silent"]),
        tuple(told["cut"]),
    )
