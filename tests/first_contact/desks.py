"""The practice desktop of a run, looked at from outside: files, windows, buses, picture."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SCRIPT = Path(__file__).parent / "accessible_tree.py"
_SYSTEM_PYTHON = "/usr/bin/python3"
_LOOK_SECS = 60


@dataclass(frozen=True, slots=True)
class Desk:
    """A practice desktop that runs: `folder` is where it keeps its home, sockets and cookie."""

    folder: Path

    @property
    def home(self) -> Path:
        """The home of its programs."""
        return self.folder / "home"

    def environment(self) -> dict[str, str]:
        """What a program needs to reach this desktop's display and buses."""
        told = self._environment_of_a_program()
        told["XAUTHORITY"] = str(self.folder / "xauthority")
        told["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={self.folder}/run/bus"
        told["HOME"] = str(self.home)
        told["PATH"] = "/usr/local/bin:/usr/bin:/bin"
        return told

    def _environment_of_a_program(self) -> dict[str, str]:
        """DISPLAY, runtime folder and where settings are kept, from the environment of whatever
        runs with this home."""
        mine = f"HOME={self.home}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            try:
                environment = (process / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if mine in environment:
                pairs = dict(each.decode().partition("=")[::2] for each in environment if each)
                if "DISPLAY" in pairs:
                    wanted = ("DISPLAY", "XDG_RUNTIME_DIR", "GSETTINGS_BACKEND")
                    return {key: pairs[key] for key in wanted if key in pairs}
        return {}

    def run(self, *command: str) -> str:
        """What a command says that looks at this desktop."""
        done = subprocess.run(
            command, env=self.environment(), capture_output=True, timeout=_LOOK_SECS, check=False
        )
        return done.stdout.decode(errors="replace")

    def accessibles(self) -> list[dict[str, Any]]:
        """All that its programs tell over accessibility, depth first.

        The sandbox's bus knows users by the sandbox's own numbers, so that it is asked from inside.
        """
        inside = [pid for pid, _, command in self.processes() if command[0] == "openbox"]
        enter = ["nsenter", "--user", "--mount", "--preserve-credentials", f"--target={inside[0]}"]
        script = _SCRIPT.read_text(encoding="utf-8")
        told = self.run(*enter, _SYSTEM_PYTHON, "-c", script)
        return [json.loads(line) for line in told.splitlines()]

    def titles(self) -> list[str]:
        """The titles of its windows, by the window manager's list."""
        lines = self.run("wmctrl", "-l").splitlines()
        return [line.split(maxsplit=3)[3] for line in lines if len(line.split(maxsplit=3)) == 4]

    def processes(self) -> list[tuple[int, int, list[str]]]:
        """Id, parent's id and command line of what runs with this desktop's home."""
        mine = f"HOME={self.home}".encode()
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if mine not in (process / "environ").read_bytes().split(b"\0"):
                    continue
                line = (process / "cmdline").read_bytes().decode(errors="replace")
                status = (process / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            command = [part for part in line.split("\0") if part]
            if command:
                found.append((int(process.name), int(status[1]), command))
        return found

    def picture(self, path: Path) -> Path:
        """Its screen, as a PNG file at `path`."""
        self.run("import", "-window", "root", str(path))
        return path


def desk_in(temporary: Path) -> Desk | None:
    """The desktop that a run has started with `temporary` as its folder for such things."""
    for folder in temporary.resolve().glob(f"pilothouse-{os.getuid()}/practice-*"):
        if (folder / "home").is_dir():
            return Desk(folder)
    return None
