"""Brings up one practice desktop and clears it away: its folder, its display, its sandbox.

A process of its own, because only the kernel can promise that nothing is left behind: as a child
subreaper the supervisor inherits every daemon that detaches itself, and the end of its standard
input tells that the console is gone, even by ``kill -9``. `PracticeDesktop` is the console's side.

What runs on the desktop is kept by a child, `inside`, which alone speaks with the console once it
is up; this file tells ``{"event": "failed", "message": "...", "remedy": "..."}`` before that, and
``{"event": "gone", "what": "display"}`` later.

The X server stands outside of the sandbox: others look for it there."""

import json
import os
import secrets
import select
import subprocess
import sys

from engine.domain import facts, surface_ports
from engine.processes import descendants as processes
from engine.processes.parent_line import ParentLine
from engine.surfaces.desktop.practice import sandbox as sandboxes
from engine.surfaces.desktop.practice import session_folder as folders
from engine.surfaces.desktop.x11.authority import COOKIE_BYTES, write_authority

START_TIMEOUT_SECS = 25.0
_PACKAGES = {"Xvfb": "xvfb", "openbox": "openbox", "dbus-daemon": "dbus", "dbus-send": "dbus"}


def start_display(
    children: processes.Children, folder: folders.SessionFolder, width: int, height: int
) -> subprocess.Popen[bytes]:
    """Bring it up. DISPLAY joins the environment. Raises `SurfaceUnavailable` with what it said."""
    cookie = secrets.token_bytes(COOKIE_BYTES)
    authority = folder.authority
    write_authority(authority, cookie)
    child, number = children.launch_and_read(
        "The display (Xvfb)",
        lambda fd: [
            *("Xvfb", "-screen", "0", f"{width}x{height}x24"),
            *("-displayfd", str(fd), "-auth", str(authority)),
            *("-nolisten", "tcp", "-noreset", "-dpi", "96"),
            *("+extension", "DAMAGE", "+extension", "RANDR"),
            *("+extension", "XTEST", "+extension", "COMPOSITE"),
        ],
        START_TIMEOUT_SECS * processes.crowding(),
    )
    write_authority(authority, cookie, display_number=number)
    children.environment["DISPLAY"] = f":{number}"
    folder.write_record(f":{number}")
    return child


GRACE_SECS = 1.0


class Asked(facts.Frozen):
    """How the desktop shall be; see `PracticeDesktop`."""

    width: int
    height: int
    is_sandboxed: bool
    has_network: bool
    windows: str


def keep(line: ParentLine, asked: Asked) -> None:
    """One desktop from start to end: until what is inside has ended; then every process of the
    desktop is ended and what it wrote deleted. Raises `SurfaceUnavailable`."""
    base = folders.base_folder()
    folders.sweep_leftovers(base)
    folder = folders.SessionFolder.create(base)
    environment = folders.desktop_environment(os.environ, folder, with_network=asked.has_network)
    children = processes.Children(folder.home, folder.log, environment)
    try:
        folder.furnish(asked.windows)
        processes.require_programs("The practice desktop", _PACKAGES)
        display = start_display(children, folder, asked.width, asked.height)
        _watch(line, display, _start_inside(line, asked, children, folder))
    finally:
        processes.prepare_ending()
        folders.clear(
            folder,
            lambda: processes.descendants() or folder.marked_processes(),
            grace_secs=GRACE_SECS,
        )


def _start_inside(
    line: ParentLine, asked: Asked, children: processes.Children, folder: folders.SessionFolder
) -> subprocess.Popen[bytes]:
    """In the sandbox, where one is wanted and the machine allows it."""
    sandbox, prefix = surface_ports.Sandbox(is_used=False), list[str]()
    if asked.is_sandboxed:
        display = children.environment["DISPLAY"]
        prefix = sandboxes.command_prefix(folder, display, has_network=asked.has_network)
        sandbox = sandboxes.try_out(prefix, has_network=asked.has_network)
    told = {
        "folder": str(folder.root),
        "sandbox": facts.asdict(sandbox),
        "outside": sandboxes.namespace_ids(),
    }
    command = processes.python_module("engine.surfaces.desktop.practice.inside", json.dumps(told))
    return children.launch(
        [*(prefix if sandbox.is_used else ()), *command], line_to=line.descriptor
    )


def _watch(
    line: ParentLine, display: subprocess.Popen[bytes], inside: subprocess.Popen[bytes]
) -> None:
    """What is inside ends when the console closes its line, within a bound."""
    console = select.poll()
    console.register(sys.stdin, 0)  # its end alone: what is said is not for us
    ends = {os.pidfd_open(child.pid): child for child in (display, inside)}
    wake_reader = processes.told_of_children()
    for descriptor in (*ends, wake_reader):
        console.register(descriptor, select.POLLIN)
    timeout_ms: float | None = None
    while told := console.poll(timeout_ms):
        for descriptor, _ in told:
            if descriptor == wake_reader:
                os.read(wake_reader, 4096)
                processes.wake_stopped((display.pid, inside.pid))
                continue
            console.unregister(descriptor)
            if ends.get(descriptor) is inside:
                return
            if ends.get(descriptor) is display:
                line.send({"event": "gone", "what": "display"})
            else:
                processes.go_on(processes.descendants())  # one that is stopped would not see it
                timeout_ms = (processes.END_TIMEOUT_SECS + GRACE_SECS) * 1000


def main() -> None:
    """Argument: the ``Asked``, as JSON."""
    asked = Asked(**json.loads(sys.argv[1]))
    processes.adopt_orphans()
    processes.end_on_signals()
    sandboxes.leave_keyring()
    line = ParentLine()
    with line.telling_why_not():
        keep(line, asked)


if __name__ == "__main__":
    main()
