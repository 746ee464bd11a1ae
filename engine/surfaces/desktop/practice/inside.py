"""Keeps what runs on a practice desktop, from within its sandbox where there is one.

It has no reach beyond that of the programs beside it: what is told to it by the console it does
there, and when the console closes its end, for whatever reason, it ends them all. `supervisor`
starts it, and deletes what it wrote.

It first tells ``{"event": "ready", "facts": {...}}`` or ``{"event": "failed", "message": "...",
"remedy": "..."}``, later ``{"event": "gone", "what": "session bus"}``. Ops: ``spawn`` {argv, cwd,
name} → process id; ``news``; ``living`` {process_ids}; ``file`` {path}; ``mark``; ``reset``; and of
who acts from another machine ``time`` → seconds, ``far``, and what `PlainFiles` has of the home."""

import base64
import json
import os
import select
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from engine.domain import errors, surface_ports
from engine.domain.facts import Frozen, asdict
from engine.processes import descendants as processes
from engine.processes.parent_line import ParentLine, Request
from engine.surfaces.desktop.applications import ApplicationCatalogue, application_folders
from engine.surfaces.desktop.launched import Launch
from engine.surfaces.desktop.practice import session_folder, started_applications
from engine.surfaces.desktop.practice.sandbox import namespace_ids
from engine.surfaces.desktop.x11.authority import COOKIE_BYTES, read_cookie
from engine.surfaces.files import PlainFiles, read_file_facts

GRACE_SECS = 1.0


class Inside(Frozen):
    """One desktop from start to end."""

    folder: session_folder.SessionFolder
    servers: started_applications.Servers
    applications: started_applications.StartedApplications

    def serve(self, line: ParentLine) -> None:
        """Answer until the console closes its end, and report when a server is lost."""
        wake_reader = processes.told_of_children()
        while True:
            for what in self.servers.lost_with(self.applications.collect()):
                line.send({"event": "gone", "what": what})
            processes.wake_stopped(self.servers.process_ids)
            readable, _, _ = select.select([sys.stdin, wake_reader], [], [])
            if wake_reader in readable:
                os.read(wake_reader, 4096)
            if sys.stdin in readable:
                requests = line.requests_now()
                if requests is None:
                    return
                for request in requests:
                    self._answer(line, request)

    def _answer(self, line: ParentLine, request: Request) -> None:
        try:
            done = self._done(request)
        except OSError as error:
            line.refuse(request, errors.ActionImpossible(f"{error.strerror}: {error.filename}"))
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
            case "versions":
                return PlainFiles(self.folder.home).versions()
            case "read":
                part = (request["path"], request["start"], request["size_bytes"])
                return base64.b64encode(PlainFiles(self.folder.home).read(*part)).decode()
            case "add":
                data, is_new = base64.b64decode(request["data"]), request["is_new"]
                PlainFiles(self.folder.home).add(request["path"], data, is_new=is_new)
                return None
            case "spawn":
                launch = Launch(request["name"], tuple(request["argv"]), request["cwd"])
                return self.applications.launch(launch)
            case _:
                its = self.servers.children.environment
                return answer_afar(request, its, self.folder.authority, self.servers.accessibility)


def answer_afar(
    request: Request, its: Mapping[str, str], authority: Path, accessibility: str
) -> object:
    """What is asked of any desktop, ``its`` environment given; ``far`` is what another machine
    needs to look and act here, and can't look up itself."""
    match request["op"]:
        case "living":
            return list(processes.living(request["process_ids"]).items())
        case "file":
            return asdict(read_file_facts(Path(its["HOME"]), request["path"]))
        case "time":
            return time.time()
        case "far":
            known = ApplicationCatalogue(application_folders(its), environment=its)
            return {
                "cookie": (read_cookie(authority, its["DISPLAY"]) or bytes(COOKIE_BYTES)).hex(),
                "accessibility": accessibility,
                "entries": [asdict(e) | {"cwd": e.cwd and str(e.cwd)} for e in known.entries],
            }
        case op:
            raise errors.BugError(f"Nobody asks a desktop “{op}”.")


def check_apart(sandbox: surface_ports.Sandbox, outside: dict[str, str]) -> None:
    """That this process really is where it is said to be. Raises `BugError`."""
    here = namespace_ids()
    shared = {name for name in here if here[name] == outside[name]}
    if sandbox.is_used and shared - ({"net"} if sandbox.has_network else set()):
        raise errors.BugError(f"The sandbox shares with the machine: {', '.join(sorted(shared))}.")


def main() -> None:
    """Arguments: the desktop's folder, its sandbox, and the namespaces outside of it, as JSON."""
    told = json.loads(sys.argv[1])
    sandbox = surface_ports.Sandbox(**told["sandbox"])
    check_apart(sandbox, told["outside"])
    processes.adopt_orphans()
    processes.end_on_signals()
    line = ParentLine()
    folder = session_folder.SessionFolder(Path(told["folder"]))
    children = processes.Children(folder.home, folder.log, dict(os.environ))
    servers = started_applications.Servers(children, folder)
    applications = started_applications.StartedApplications(children, servers)
    try:
        with line.telling_why_not():
            servers.start()
            applications.mark()
            facts = {"environment": children.environment, "sandbox": asdict(sandbox)}
            line.send({"event": "ready", "facts": facts})
            Inside(folder, servers, applications).serve(line)
    finally:
        processes.prepare_ending()
        processes.end_processes(processes.descendants, grace_secs=GRACE_SECS)


if __name__ == "__main__":
    main()
