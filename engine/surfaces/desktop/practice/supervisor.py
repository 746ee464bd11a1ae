"""Keeps one practice desktop: starts its display, bus and windows, and ends all of it.

A process of its own, because only the kernel can promise that nothing is left behind: as a child
subreaper the supervisor inherits every daemon that detaches itself, and the end of its standard
input tells it that the console is gone, even by ``kill -9``. `PracticeDesktop` is the console's
side of it.

It first tells ``{"event": "ready", "facts": {...}}`` or ``{"event": "failed", "message": "...",
"remedy": "..."}``, later ``{"event": "gone", "what": "display"}`` or "session bus". Ops: ``spawn``
{argv, cwd, name} → process id; ``news``; ``mark``; ``reset``.

This file is the process and its lines. What it writes: `session_folder`; how it starts: `servers`;
what runs on it and how that is set back: `started_applications`.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
from dataclasses import dataclass
from types import FrameType

from engine.domain.errors import ActionImpossible, SurfaceUnavailable
from engine.processes.descendants import Children, adopt_orphans, descendants, reap
from engine.processes.parent_line import ParentLine, Request
from engine.surfaces.desktop.launched import Launch
from engine.surfaces.desktop.practice.servers import Servers
from engine.surfaces.desktop.practice.session_folder import (
    SessionFolder,
    base_folder,
    clear,
    desktop_environment,
    sweep_leftovers,
)
from engine.surfaces.desktop.practice.started_applications import StartedApplications

GRACE_SECS = 1.0
_END_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Supervisor:
    """One desktop from start to end."""

    folder: SessionFolder
    children: Children
    servers: Servers
    applications: StartedApplications

    def start(self) -> None:
        """Raises `SurfaceUnavailable`."""
        self.folder.furnish()
        self.servers.start()
        self.applications.mark()

    def facts(self) -> dict[str, object]:
        return {
            "display": self.servers.display,
            "bus_address": self.servers.bus_address,
            "accessibility_address": self.servers.accessibility_address,
            "environment": self.children.environment,
            "home": str(self.folder.home),
            "practice_folder": str(self.folder.home / "Practice"),
        }

    def serve(self, line: ParentLine) -> None:
        """Answer until the console closes its end, and report when a server is lost."""
        wake_reader, wake_writer = os.pipe()
        os.set_blocking(wake_writer, False)
        signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        while True:
            for what in self.servers.lost_with(self.applications.collect()):
                line.send({"event": "gone", "what": what})
            self.servers.wake_stopped()
            readable, _, _ = select.select([sys.stdin, wake_reader], [], [])
            if wake_reader in readable:
                os.read(wake_reader, 4096)
            if sys.stdin in readable:
                requests = line.requests_now()
                if requests is None:
                    return
                for request in requests:
                    self._answer(line, request)

    def end(self) -> None:
        """End every process of the desktop, then delete what it wrote."""
        ignore_end_signals()
        # blocked, since `end_processes` waits for it
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        reap()
        clear(self.folder, self._survivors, grace_secs=GRACE_SECS)

    def _survivors(self) -> list[int]:
        return descendants() or self.folder.marked_processes()

    def _answer(self, line: ParentLine, request: Request) -> None:
        try:
            done = self._done(request)
        except OSError as error:
            line.refuse(request, ActionImpossible(f"{error.strerror}: {error.filename}"))
        else:
            line.answer(request, done)

    def _done(self, request: Request) -> object:
        match request["op"]:
            case "news":
                return self.applications.take_news()
            case "mark":
                self.applications.mark()
                return None
            case "reset":
                return self.applications.reset()
            case _:
                launch = Launch(request["name"], tuple(request["argv"]), request["cwd"])
                return self.applications.launch(launch)


def end_on_signals() -> None:
    """Let SIGTERM and its kin end the supervisor in order; a second one does not disturb that."""

    def end(_number: int, _frame: FrameType | None) -> None:
        ignore_end_signals()
        sys.exit(0)

    for number in _END_SIGNALS:
        signal.signal(number, end)


def ignore_end_signals() -> None:
    for number in _END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def keep(line: ParentLine, server: str, width: int, height: int) -> None:
    base = base_folder()
    sweep_leftovers(base)
    folder = SessionFolder.create(base)
    children = Children(folder.home, folder.log, desktop_environment(os.environ, folder))
    servers = Servers(children, folder, server, width, height)
    supervisor = Supervisor(folder, children, servers, StartedApplications(children, servers))
    try:
        supervisor.start()
        line.send({"event": "ready", "facts": supervisor.facts()})
        supervisor.serve(line)
    finally:
        supervisor.end()


def main() -> None:
    parser = argparse.ArgumentParser(description="Keep one practice desktop.")
    parser.add_argument("--server", choices=("Xvfb", "Xtigervnc"), default="Xvfb")
    parser.add_argument("--width", type=int, required=True)
    parser.add_argument("--height", type=int, required=True)
    options = parser.parse_args()
    adopt_orphans()
    end_on_signals()
    line = ParentLine()
    try:
        keep(line, options.server, options.width, options.height)
    except SurfaceUnavailable as failure:
        line.send({"event": "failed", "message": failure.message, "remedy": failure.remedy})
        sys.exit(1)
    except BrokenPipeError:  # the console went away; everything is ended by now
        sys.exit(0)


if __name__ == "__main__":
    main()
