"""The screen of whoever sits at this machine, for a Pilothouse on another: ``pilothouse seat`` with
a surface's name. ssh gives it no display, so the session of its user is looked for among the user's
own processes. Nothing is begun or ended here but what is asked for. As with a practice desktop the
other side has the display and the accessibility bus by its line, and asks the rest here."""

import asyncio
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

import psutil
import xcffib

from engine.domain.errors import ActionImpossible, SurfaceUnavailable
from engine.processes.descendants import child_environment, python_module
from engine.processes.parent_line import ParentLine, Request
from engine.surfaces.desktop.practice import inside, started_applications
from engine.surfaces.desktop.practice.session_folder import MARKER
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
from engine.surfaces.desktop.x11.x_calls import connect

_BUS_SECS = 20.0


def become_screen(surface: str) -> NoReturn:
    """``screen`` is the first display of this user's session, ``display:N`` another."""
    wanted = surface.partition("display")[2]
    found = [(its["DISPLAY"], its) for its in _sessions() if wanted in ("", its["DISPLAY"])]
    if not found:
        missing = f"You have no session on {f'display {wanted}' if wanted else 'a screen'}."
        with ParentLine().telling_why_not():
            raise SurfaceUnavailable(missing, "Log in there, as whom ssh logs you in.")
    found.sort(key=lambda one: (len(one[0]), one[0]))
    _, its = next((one for one in found if _opens(one[1])), found[0])
    given = child_environment(its, on_screen=True, with_network=True)
    os.execve(sys.executable, python_module("engine.surfaces.desktop.far_screen"), given)


def _sessions() -> Iterator[Mapping[str, str]]:
    """The environments of this user's programs on a display, but for those of practice desktops."""
    for process in psutil.process_iter():
        try:
            its = process.environ() if process.uids().real == os.getuid() else {}
        except psutil.Error:
            continue
        display = its.get("DISPLAY", "").partition(".")[0]
        if display.startswith(":") and its.get("DBUS_SESSION_BUS_ADDRESS") and MARKER not in its:
            yield {**its, "DISPLAY": display}


def _opens(its: Mapping[str, str]) -> bool:
    """What an ended session has left behind may name the same display, and can't open it."""
    try:
        connect(its).disconnect()
    except xcffib.ConnectionException:
        return False
    return True


async def _answer(host: ExistingDisplay, accessibility: str, request: Request) -> object:
    """Raises `ActionImpossible`."""
    match request["op"]:
        case "news":
            return asdict(await host.news())
        case "spawn":
            cwd = Path(request["cwd"]) if request["cwd"] else None
            try:
                return await host.spawn(request["argv"], cwd=cwd, name=request["name"])
            except OSError as error:
                raise ActionImpossible(f"{error.strerror}: {error.filename}") from error
        case _:
            its = host.environment
            authority = Path(its.get("XAUTHORITY", host.home / ".Xauthority"))
            return inside.answer_afar(request, its, authority, accessibility)


def main() -> None:
    line, host = ParentLine(), ExistingDisplay(None)
    with asyncio.Runner() as runner:
        with line.telling_why_not():
            runner.run(host.start())
        bus = started_applications.accessibility_bus(host.environment, _BUS_SECS)
        its = {name: host.environment.get(name, "") for name in ("DISPLAY", "HOME")}
        line.send({"event": "ready", "facts": {"environment": its, "sandbox": {"is_used": False}}})
        line.serve(lambda request: runner.run(_answer(host, bus, request)), (ActionImpossible,))
        runner.run(host.close())


if __name__ == "__main__":
    main()
