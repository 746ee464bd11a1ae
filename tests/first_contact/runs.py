"""One run of `pilothouse run`, held still at its end so that a judge can look."""

import os
import pty
import re
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.first_contact.desks import Desk, desk_in

REPOSITORY = Path(__file__).parents[2]
PILOTHOUSE = REPOSITORY / ".venv" / "bin" / "pilothouse"
_TERMINALS = ("goal_satisfied (", "goal_failed (", "loop_stuck (", "budget_exhausted (")
_OTHER_TERMINALS = ("failed (", "stopped (", "cancelled (")
_LONGEST_RUN_SECS = 420
_POLL_SECS = 0.05
_CHOICES = re.compile(r"1 to (\d+):$")
# behind a question that waits, what the run notes meanwhile may stand
_YES_OR_NO = re.compile(r"\[y\]es, \[n\]o[^:\n]*:")
# what a terminal is told of bold, dim and colours
_STYLES = re.compile(r"\x1b\[[0-9;]*m")
_QUIET_SECS = 2.0
_AT_REST_SECS = 1.0
_CLOSING_SECS = 20.0


@dataclass(slots=True)
class Finished:
    """What a run said and how it ended; `saw` is what the judge looked at while all stood still."""

    exit_code: int = -1
    secs: float = 0.0
    output: str = ""
    was_held: bool = False
    errors: list[str] = field(default_factory=list)


def folder_of_its_own(run: Path) -> dict[str, str]:
    """The environment of a run with a home and a folder for temporary files of its own.

    That folder has a short name, since sockets lie in it; `tmp` in the run's folder leads there."""
    (run / "home").mkdir()
    (run / "tmp").symlink_to(tempfile.mkdtemp(prefix="fc-"))
    runtime = run / "tmp" / "runtime"
    runtime.mkdir(mode=0o700)
    kept = ("PATH", "LANG", "LC_ALL", "TERM", "SHELL")
    environment = {key: os.environ[key] for key in kept if key in os.environ}
    return environment | {
        "HOME": str(run / "home"),
        "TMPDIR": str((run / "tmp").resolve()),
        "XDG_RUNTIME_DIR": str(runtime.resolve()),
        "COLUMNS": "200",
        "NO_COLOR": "1",
    }


def command_of(words: str, surface: str, run: Path) -> list[str]:
    """The command line of a run; it exports to and records in the run's folder."""
    there = ["--out", str(run / "out"), "--database", str(run / "runs.db")]
    return [str(PILOTHOUSE), "run", words, "--surface", surface, "--ask", "risky", *there]


class Run:
    """A run at a terminal whose operator says yes to each question and helps with nothing.

    `at_start` is called with the practice desktop as soon as it has a home, `at_end` when the run
    has told its end and is stopped by a signal, so that nothing is cleared away before a judge has
    looked."""

    def __init__(
        self,
        command: list[str],
        environment: Mapping[str, str],
        temporary: Path,
        at_start: Callable[[Desk], None],
        at_end: Callable[[Desk | None], None],
    ) -> None:
        self._command = command
        self._environment = dict(environment)
        self._temporary = temporary
        self._at_start = at_start
        self._at_end = at_end
        self._finished = Finished()
        self._desk: Desk | None = None
        # so much of the output is before what was answered last
        self._answered = 0

    def to_its_end(self) -> Finished:
        """Start it, answer it, look at its end, and say how it ended."""
        began = time.monotonic()
        mine, its = pty.openpty()
        process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdin=its,
            stdout=its,
            stderr=its,
            start_new_session=True,
        )
        os.close(its)
        try:
            self._follow(process, mine, began)
        finally:
            if is_late := not _has_ended(process):
                process.terminate()
            exit_code = process.wait(timeout=60)
            self._finished.exit_code = -1 if is_late else exit_code
            os.close(mine)
        self._finished.secs = round(time.monotonic() - began, 1)
        return self._finished

    def _follow(self, process: subprocess.Popen[bytes], mine: int, began: float) -> None:
        last = time.monotonic()
        while time.monotonic() - began < _LONGEST_RUN_SECS:
            self._meet_the_desk()
            if select.select([mine], [], [], _POLL_SECS)[0]:
                last = time.monotonic()
                try:
                    heard = os.read(mine, 4096)
                except OSError:
                    return
                if not heard:
                    return
                self._hear(heard, process)
            elif time.monotonic() - last > _QUIET_SECS and (answer := self._answer()):
                os.write(mine, f"{answer}\n".encode())
                self._finished.output += "\n"
                self._answered = len(self._finished.output)
            elif process.poll() is not None:
                return

    def _meet_the_desk(self) -> None:
        if self._desk is None:
            self._desk = desk_in(self._temporary)
            if self._desk is not None:
                self._at_start(self._desk)

    def _hear(self, heard: bytes, process: subprocess.Popen[bytes]) -> None:
        """Keep what it says; where that is its end, hold it still and look."""
        self._finished.output = _STYLES.sub(
            "", self._finished.output + heard.decode(errors="replace")
        )
        if not self._finished.was_held and _tells_its_end(self._finished.output):
            self._finished.was_held = True
            process.send_signal(signal.SIGSTOP)
            try:
                time.sleep(_AT_REST_SECS)
                self._at_end(self._desk)
            finally:
                process.send_signal(signal.SIGCONT)

    def _answer(self) -> str:
        """What the operator says to a last line that is a question: yes, or to end the run.

        Where the run is at its end and offers choices, the last of them is to end it."""
        if _YES_OR_NO.search(self._finished.output, self._answered):
            return "y"
        line = self._finished.output.rpartition("\n")[2].rstrip()
        if choices := _CHOICES.search(line):
            return choices[1]
        return "y" if line.endswith(("?", ":", ">", "]")) else ""


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether it ends by itself; it has closed its terminal a moment before."""
    try:
        process.wait(timeout=_CLOSING_SECS)
    except subprocess.TimeoutExpired:
        return False
    return True


def _tells_its_end(output: str) -> bool:
    lines = [line.strip() for line in output.splitlines()]
    ends = _TERMINALS + _OTHER_TERMINALS
    return any(line.startswith(ends) and line.endswith(")") for line in lines)
