"""The accessibility reader: every node in sight of one display, in bulk.

``read`` joins two sources: the X server tells which windows there are and which lies on top
(``windows``), the accessibility bus what is inside them (``bus``, one ``application`` each,
``details``); ``placing`` lays one upon the other. It runs in a child process, so it may keep the
loop busy for some milliseconds."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, closing
from functools import partial
from typing import Any

from engine.domain import errors, spaces, surface_ports, zones
from engine.domain.facts import KW_ONLY, Part
from engine.surfaces.desktop.at_spi import application, finding, placing, silence
from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.details import DetailReader, without_invisible, words_in
from engine.surfaces.desktop.at_spi.node import ApplicationFacts, ApplicationLine, bits, rect_from
from engine.surfaces.desktop.terminals import NOBODY, OwnProcesses, WindowProcess, WindowProcesses
from engine.surfaces.desktop.x11.window_stack import WindowStack, XWindow
from engine.surfaces.desktop.x11.windows import PING_SECS, DisplayGone, XPings, XWindows

_log = logging.getLogger(__name__)

_CONNECT_SECS = 10.0
_LEAST_WIDTH = 8
_MOST_TIMEOUTS = 4  # how many times that an application may take as a whole


class AtSpiReader(Part):
    """Reads every accessible node in sight of one D-Bus session, in bulk. The windows of ``own``
    processes hide what lies under them, and nothing is told of them. An application that does not
    answer for ``timeout_secs`` is left alone."""

    _: KW_ONLY
    display: str
    bus_address: str | None = None
    timeout_secs: float = 1.0
    own: OwnProcesses = NOBODY

    def __post_init__(self) -> None:
        self._announced: defaultdict[str, finding.Announced] = defaultdict(finding.Announced)
        self._bus = spi.AccessibilityBus(
            self.bus_address,
            lambda name, path, shows: self._announced[name].note(path, is_shown=shows),
        )
        self._x: XWindows | None = None
        self._facts: dict[str, ApplicationFacts] = {}
        self._process_ids: dict[str, int] = {}
        self._bindings: dict[str, dict[tuple[str, str], str]] = {}
        self._silences = silence.Silences(self._bus)
        self._clients = silence.SilentClients()
        self._window_processes = WindowProcesses()
        self._cut: set[str] = set()
        self._places: dict[str, placing.Place] = {}

    async def connect(self) -> None:
        """Also after the bus went away. Raises ``AccessibilityUnavailable`` with a remedy."""
        await self.close()
        with _read_from_display():
            self._x = XWindows(self.display, self.own)
        await self._bus.connect(_CONNECT_SECS)

    async def close(self) -> None:
        await self._silences.close()
        await self._bus.close()
        if self._x is not None:
            self._x.close()
            self._x = None

    async def read(self) -> surface_ports.AccessibleTree:
        """All nodes of the applications that have a mapped window.

        An application that doesn't answer is named in ``silent_applications`` and has no nodes,
        one that shows too much in ``cut_applications``. Raises ``AccessibilityUnavailable``
        where the bus or the display is gone."""
        stack = self._stack()
        names = await self._names_in_sight(stack)
        width = max(_LEAST_WIDTH, spi.MAX_IN_FLIGHT // max(1, len(names)))
        places: dict[str, placing.Place] = {}
        process_ids = [one.server_process_id for one in stack.windows]
        reading = (self._read_application(name, stack, width, places) for name in names)
        processes, readings = await asyncio.gather(
            asyncio.to_thread(self._window_processes.of, process_ids),  # while programs answer
            asyncio.gather(*reading),
        )
        nodes = [node for reading in readings for node in reading or ()]
        self._places = places
        silent = [name for name, one in zip(names, readings, strict=True) if one is None]
        self._clients.note(stack, {self._process_ids[name] for name in names})
        return surface_ports.AccessibleTree(
            tuple(nodes),
            self._windows(stack, nodes, processes),
            tuple(self._called(name, stack) for name in silent),
            tuple(self._called(name, stack) for name in names if name in self._cut),
        )

    async def fare(self) -> tuple[tuple[str, ...], dict[int, str]]:
        """How the applications in sight fare, in about a second: those that don't answer now,
        neither to a call over the bus, where they are on it, nor to a ping over X, where they
        know it; and what the processes with windows are called. Raises
        ``AccessibilityUnavailable``."""
        stack = self._stack()
        on_bus, unanswered = await asyncio.gather(
            self._answers_on_bus(stack), asyncio.to_thread(self._unanswered_pings, stack)
        )
        silent = [self._called(name, stack) for name, answers in on_bus.items() if not answers]
        heard = {self._process_ids.get(name) for name, answers in on_bus.items() if answers}
        application_of = {one.window_id: one.application for one in self._windows(stack, (), {})}
        shown = {
            one.process_id: application_of[one.window_id]
            for one in stack.windows
            if one.process_id and one.window_id in application_of
        }
        silent += [
            application_of[one.window_id]
            for one in unanswered
            if one.window_id in application_of and one.process_id not in heard
        ]
        return tuple(dict.fromkeys(silent)), shown

    async def _answers_on_bus(self, stack: WindowStack) -> dict[str, bool]:
        names = await self._names_in_sight(stack)
        answers = await asyncio.gather(*(self._answers(name) for name in names))
        return dict(zip(names, answers, strict=True))

    async def _answers(self, name: str) -> bool:
        if self._silences.is_waiting(name):
            return False
        call = spi.Call(name, spi.ROOT_PATH, "GetRole")
        try:
            await self._bus.call(call, timeout_secs=PING_SECS)
        except spi.ApplicationSilent:
            return False
        return True

    def _unanswered_pings(self, stack: WindowStack) -> tuple[XWindow, ...]:
        managed = [one for one in stack.windows if not (one.is_popup or one.is_own)]
        with _read_from_display(), closing(XPings(self.display)) as pings:
            silent = pings.unanswered([one.xid for one in managed], PING_SECS)
        return tuple(one for one in managed if one.xid in silent)

    async def extents(self, key: str) -> spaces.Rect | None:
        """Where the node of the last reading is now, None where it isn't in sight any more."""
        place = self._places.get(key)
        stack = self._stack()
        window = stack.window(place.window_id) if place is not None else None
        if place is None or window is None:
            return None
        bus_name, _ = _split(key)
        if self._silences.is_left_alone(bus_name):
            return None
        paths = [_split(one)[1] for one in (*place.clipped_by, key)]
        calls = [spi.Call(bus_name, paths[-1], "GetState")]
        calls += [spi.Call(bus_name, path, "GetExtents", (0,)) for path in paths]
        try:
            states, *extents = await self._bus.call_all(calls, timeout_secs=self.timeout_secs)
        except spi.ApplicationSilent:
            return None
        facts = self._facts.get(bus_name)
        is_shown = facts is not None and states is not None and facts.says_showing(bits(states))
        if place.says_showing and not is_shown:
            return None
        bounds = stack.on_screen(window)
        *around, told = map(rect_from, extents)
        for one in (*around, place.head_of(told)):
            bounds = placing.visible_part(place.moved(one, window), bounds)
        return bounds if placing.is_in_sight(bounds, window, stack) else None

    async def whole_text(self, key: str) -> str:
        """All that the node of the last reading holds, in parts, up to ``MOST_READ_CHARS``; empty
        where its application does not tell it in time."""
        bus_name, path = _split(key)
        if key not in self._places or self._silences.is_left_alone(bus_name):
            return ""
        ask = partial(self._bus.call_all, timeout_secs=self.timeout_secs)
        try:
            async with asyncio.timeout(self.timeout_secs * _MOST_TIMEOUTS):
                [count] = await ask([spi.Call(bus_name, path, "CharacterCount")])
                most = min(count or 0, zones.MOST_READ_CHARS)
                ends = (
                    (at, min(at + zones.MOST_TEXT_CHARS, most))
                    for at in range(0, most, zones.MOST_TEXT_CHARS)
                )
                parts = await ask([spi.Call(bus_name, path, "GetText", each) for each in ends])
        except (spi.ApplicationSilent, TimeoutError):
            return ""
        return "" if None in parts else without_invisible(words_in("".join(parts)))

    def _stack(self) -> WindowStack:
        if self._x is None:
            raise errors.AccessibilityUnavailable("The accessibility reader is not connected.")
        with _read_from_display():
            return self._x.read()

    async def _names_in_sight(self, stack: WindowStack) -> list[str]:
        """The bus names of the applications that have a window; forgets those that ended."""
        why, remedy = "The accessibility registry doesn't answer.", "Start the session again."
        with errors.AccessibilityUnavailable.instead_of(spi.ApplicationSilent, why, remedy):
            names = await self._bus.applications(self.timeout_secs)
            fresh = [name for name in names if name not in self._process_ids]
            ids = await self._bus.process_ids(fresh, self.timeout_secs)
        self._process_ids.update(zip(fresh, ids, strict=True))
        there = frozenset(names)
        tables: tuple[dict[str, Any], ...] = (self._process_ids, self._facts, self._bindings)
        for table in (*tables, self._announced):
            for gone in table.keys() - there:
                del table[gone]
        self._cut &= there
        self._silences.forget_all_but(there)
        with_window = {window.process_id for window in stack.windows}
        return [
            name
            for name in names
            if (0 in with_window or self._process_ids[name] in with_window)
            and self._process_ids[name] not in self.own.process_ids
        ]

    async def _read_application(
        self, name: str, stack: WindowStack, width: int, places: dict[str, placing.Place]
    ) -> list[surface_ports.AccessibleNode] | None:
        """Its nodes; None where it doesn't answer."""
        if self._silences.is_left_alone(name):
            return None
        secs = self.timeout_secs
        try:
            async with asyncio.timeout(secs * _MOST_TIMEOUTS):
                facts = await self._facts_of(name, secs)
                line = ApplicationLine(self._bus, facts, width=width, timeout_secs=secs)
                reader = application.ApplicationReader(line, self._announced[name])
                windows = stack.of_process(facts.process_id)
                root = await reader.read([one.outer_px for one in windows if one.is_popup])
                details = DetailReader(line, self._bindings.setdefault(name, {}))
                await details.fill(list(root.below()))
        except (spi.ApplicationSilent, TimeoutError):
            _log.debug("%s does not answer", name)
            self._silences.note_failure(name)
            return None
        self._silences.note_answer(name)
        (self._cut.add if reader.is_cut else self._cut.discard)(name)
        return list(placing.TreePlacer(facts, stack, places).nodes(root))

    async def _facts_of(self, name: str, timeout_secs: float) -> ApplicationFacts:
        known = self._facts.get(name)
        if known is not None and known.name:  # one that starts has its toolkit before its name
            return known
        members = ("Name", "ToolkitName", "Version")
        calls = [spi.Call(name, spi.ROOT_PATH, member) for member in members]
        answers = await self._bus.call_all(calls, timeout_secs=timeout_secs)
        title, toolkit, version = (answer or "" for answer in answers)
        process_id, title = self._process_ids[name], without_invisible(title)
        facts = ApplicationFacts(name, process_id, title, toolkit, version)
        if facts.toolkit:  # otherwise it is still starting, or ending
            self._facts[name] = facts
        return facts

    def _called(self, bus_name: str, stack: WindowStack) -> str:
        """What a silent application is called, by what it said before or by its window."""
        facts = self._facts.get(bus_name)
        if facts is not None and facts.name:
            return facts.name
        windows = stack.of_process(self._process_ids[bus_name])
        return next((one.class_name or one.title for one in windows), bus_name)

    def _windows(
        self,
        stack: WindowStack,
        nodes: Sequence[surface_ports.AccessibleNode],
        processes: Mapping[int, WindowProcess],
    ) -> tuple[zones.Window, ...]:
        """The windows that somebody can use: not the manager's, nor empty docks and desktops."""
        names = {facts.process_id: facts.name for facts in self._facts.values() if facts.name}
        filled = {node.window_key for node in nodes}
        used = [
            one
            for one in stack.windows
            if not (one.is_managers or one.is_own)
            and (not one.is_furniture or one.window_id in filled)
        ]
        return tuple(
            zones.Window(
                window_id=one.window_id,
                title=without_invisible(one.title),
                application=names.get(one.process_id) or one.class_name,
                bounds_px=one.inner_px,
                is_active=one.is_active,
                order=order,
                is_dialog=one.is_dialog,
                may_tell=not self._clients.is_silent(one),
                keeps_terminal=process.keeps_terminal if process else None,
                keys_act=bool(process and process.keys_act),
                started_at_secs=process.started_at_secs if process else 0.0,
                is_splash=one.is_splash,
                is_popup=one.is_popup,
            )
            for order, one in enumerate(used)
            for process in (processes.get(one.server_process_id),)
        )


def _split(key: str) -> tuple[str, str]:
    """Bus name and object path."""
    bus_name, slash, path = key.partition("/")
    return bus_name, slash + path


def _read_from_display() -> AbstractContextManager[None]:
    why, remedy = "The windows can't be read: {why}.", "Check that the display is running."
    return errors.AccessibilityUnavailable.instead_of(DisplayGone, why, remedy)
