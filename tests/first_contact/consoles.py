"""A return: the console on a screen of its own, each action approved, and F7 after the last.

`pilothouse run` knows no way to take back, so that this is done as the documents say it: in the
console. The goal gets a last clause that is never approved; while its decision waits, F7 takes the
action before it back."""

import json
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.first_contact.desks import Desk, desk_in
from tests.first_contact.runs import PILOTHOUSE, folder_of_its_own

_NEVER_PRESSED = "Ctrl+Shift+F11"
_NEVER_APPROVED = "f11"
_START = "ctrl+Return"
_LONGEST_SECS = 300
_POLL_SECS = 0.3


@dataclass(slots=True)
class Seen:
    """The state before the action, after it and after the return, and what the record says."""

    states: dict[str, Any] = field(default_factory=dict)
    claimed: str = ""
    declared: str = ""
    ended: str = ""
    secs: float = 0.0


class Screen:
    """A virtual screen with a window manager and a session bus."""

    def __init__(self, run: Path) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        self.environment = folder_of_its_own(run)

    def __enter__(self) -> "Screen":
        size = ("-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset")
        self.environment["DISPLAY"] = ":" + self._told_by(["Xvfb", *size, "-displayfd", "{fd}"])
        bus = ["dbus-daemon", "--session", "--nofork", "--print-address={fd}"]
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._told_by(bus)
        self._start(["openbox", "--sm-disable"])
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait(timeout=30)

    def _told_by(self, command: list[str]) -> str:
        """The first line that a server writes to the pipe `{fd}` once it is up."""
        reading, writing = os.pipe()
        self._start([part.replace("{fd}", str(writing)) for part in command], keep=(writing,))
        os.close(writing)
        with os.fdopen(reading) as told:
            return told.readline().strip()

    def _start(self, command: list[str], keep: tuple[int, ...] = ()) -> None:
        quiet = subprocess.DEVNULL
        self._processes.append(
            subprocess.Popen(
                command, env=self.environment, pass_fds=keep, stdout=quiet, stderr=quiet
            )
        )

    def operate(self, *deed: str) -> str:
        """Let xdotool do something, as an operator would."""
        command = ["xdotool", *deed]
        done = subprocess.run(command, env=self.environment, capture_output=True, check=False)
        return done.stdout.decode()


class TakingBack:
    """One action and its return, in a console of its own."""

    def __init__(
        self,
        words: str,
        run: Path,
        at_start: Callable[[Desk], None],
        look: Callable[[Desk, str], Any],
    ) -> None:
        self._goal = f"{words}, press {_NEVER_PRESSED}"
        self._run = run
        self._at_start = at_start
        self._look = look
        self._seen = Seen()
        self._answered: set[str] = set()
        self._is_taken_back = False

    def to_its_end(self) -> Seen:
        """Do the action, take it back, and tell the states between."""
        began = time.monotonic()
        with Screen(self._run) as screen, (self._run / "console.log").open("wb") as log:
            console = subprocess.Popen(
                [str(PILOTHOUSE), "--goal", self._goal],
                env=screen.environment,
                stdout=log,
                stderr=log,
                cwd=self._run,
            )
            try:
                self._supervise(screen, console, began)
            finally:
                console.terminate()
                console.wait(timeout=60)
        self._seen.secs = round(time.monotonic() - began, 1)
        return self._seen

    def _supervise(self, screen: Screen, console: subprocess.Popen[bytes], began: float) -> None:
        desk, is_started = None, False
        while time.monotonic() - began < _LONGEST_SECS and console.poll() is None:
            time.sleep(_POLL_SECS)
            if desk is None or not is_started:
                desk = desk_in(self._run / "tmp")
                is_started = desk is not None and self._start(screen, desk)
                continue
            events = events_of(self._run)
            self._answer(screen, desk, events)
            if self._is_over(events):
                self._seen.states["returned"] = self._look(desk, "returned")
                return

    def _start(self, screen: Screen, desk: Desk) -> bool:
        """Press Start once the console's window is there; whether it was pressed."""
        if not screen.operate("search", "--onlyvisible", "--name", "Pilothouse").strip():
            return False
        time.sleep(2)
        self._at_start(desk)
        screen.operate("key", _START)
        time.sleep(2)
        return bool(events_of(self._run))

    def _answer(self, screen: Screen, desk: Desk, events: list[dict[str, Any]]) -> None:
        """Look at how things stand, then approve what waits; F7 where it is the last clause."""
        request = _waiting(events)
        if request is None or request["request_id"] in self._answered:
            return
        is_last = _NEVER_APPROVED in json.dumps(request["step"]).lower()
        if is_last and self._is_taken_back:
            return
        if not self._is_taken_back:
            when = "after" if is_last else "before"
            self._seen.states[when] = self._look(desk, when)
        screen.operate("key", "F7" if is_last else "Return")
        self._is_taken_back = self._is_taken_back or is_last
        time.sleep(1)
        waiting = _waiting(events_of(self._run))
        if is_last or waiting is None or waiting["request_id"] != request["request_id"]:
            self._answered.add(request["request_id"])

    def _is_over(self, events: list[dict[str, Any]]) -> bool:
        """Whether the operator's return has ended, or the run."""
        forced = [at for at, each in enumerate(events) if each["kind"] == "operator_forced"]
        ended = [each for each in events if each["kind"] == "session_ended"]
        self._seen.ended = str(ended[-1]["outcome"]["message"]) if ended else ""
        returns = [
            each
            for each in events[forced[0] if forced else len(events) :]
            if each["kind"] == "reversal_ended"
        ]
        actions = [each for each in events if each["kind"] == "action_started"]
        if returns:
            self._seen.claimed = str(returns[0].get("verdict") or returns[0].get("returned"))
            self._seen.declared = _declared(actions, returns[0])
        return bool(returns or ended)


def events_of(run: Path) -> list[dict[str, Any]]:
    """All events that the console has recorded so far."""
    path = run / "home/.local/share/pilothouse/sessions.db"
    if not path.exists():
        return []
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            rows = database.execute("select body from events order by at_secs, seq").fetchall()
    except sqlite3.OperationalError:
        return []
    return [json.loads(body) for (body,) in rows]


def _waiting(events: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What was asked last, if it was not decided."""
    asked = [each["request"] for each in events if each["kind"] == "approval_asked"]
    decided = {
        each["decision"]["request_id"] for each in events if each["kind"] == "approval_decided"
    }
    if not asked or asked[-1]["request_id"] in decided:
        return None
    return dict(asked[-1])


def _declared(actions: list[dict[str, Any]], ended: dict[str, Any]) -> str:
    """How far the action that was taken back was said to be reversible."""
    told = [each["reversibility"] for each in actions if each.get("reversibility")]
    return str(told[-1]["degree"]) if told and ended else ""
