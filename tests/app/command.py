"""The command line as a user has it: ``python -m app`` in a process and a home of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from typer.testing import CliRunner

from app.cli import app
from tests.support.warm_starts import take_terminal

PROJECT = Path(__file__).parents[2]
PATIENCE_SECS = 240.0
_OF_THE_DESKTOP = ("DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")
_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_OF_RICH = ("FORCE_COLOR", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE")


@dataclass
class Ended:
    """What a command left behind; blanks and line ends count as one blank in the texts."""

    code: int
    stdout: str
    stderr: str = ""

    @property
    def said(self) -> str:
        return " ".join(self.stdout.split())

    @property
    def complained(self) -> str:
        return " ".join(self.stderr.split())


@dataclass
class CommandLine:
    """Starts commands with ``home`` as the user's home, and no screen."""

    home: Path
    environment: dict[str, str] = field(default_factory=dict)
    module: str = "app"
    program: tuple[str, ...] = ()
    """In place of the module."""
    folder: Path = PROJECT
    """In which it is started."""
    reads_drawn_texts: bool = True
    """What is merely drawn: in a process of each run, for as much work as a short one is."""

    @property
    def data(self) -> Path:
        return self.home / ".local" / "share" / "pilothouse"

    @property
    def database(self) -> Path:
        return self.data / "sessions.db"

    def write_settings(self, text: str) -> Path:
        path = self.home / ".config" / "pilothouse" / "settings.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        unread = "" if self.reads_drawn_texts else "[perception]\ntext_recognition = false\n"
        path.write_text(unread + text, encoding="utf-8")
        return path

    def run(self, *arguments: str) -> Ended:
        """Run to the end with nobody at the keyboard."""
        ended = subprocess.run(
            self.argv(arguments),
            env=self.full_environment(),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECS,
            check=False,
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def run_here(self, *arguments: str) -> Ended:
        """Run in this process, which has imported everything: for what is not about signals, a
        terminal or the process itself. Not from within a loop."""
        nothing: dict[str, str | None] = dict.fromkeys(os.environ)
        before = signal.getsignal(signal.SIGINT)
        try:
            result = CliRunner().invoke(app, arguments, env=nothing | self.full_environment())
        finally:
            signal.signal(signal.SIGINT, before)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    @contextmanager
    def started(self, *arguments: str) -> Iterator[Working]:
        """A command that is still at work; it is ended with the block."""
        process = subprocess.Popen(
            self.argv(arguments),
            env=self.full_environment(),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert process.stdout is not None
        with process:
            working = Working(process, process.stdout.fileno())
            try:
                yield working
            finally:
                working.end()

    @contextmanager
    def at_a_terminal(self, *arguments: str) -> Iterator[Working]:
        """A command that somebody sits before: its keyboard and its screen are a terminal."""
        keyboard, terminal = pty.openpty()
        process = subprocess.Popen(
            self.argv(arguments),
            env=self.full_environment(),
            cwd=self.folder,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(terminal)
        with process:
            working = Working(process, keyboard)
            try:
                yield working
            finally:
                working.end()
                os.close(keyboard)

    def argv(self, arguments: Sequence[str]) -> list[str]:
        return [*(self.program or (sys.executable, "-m", self.module)), *arguments]

    def full_environment(self) -> dict[str, str]:
        left_out = (*_OF_THE_DESKTOP, *_OF_RICH)
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in left_out and not name.startswith(("XDG_", "PILOTHOUSE_"))
        }
        own = {"HOME": str(self.home), "COLUMNS": "80", "NO_COLOR": "1", "TERM": "xterm"}
        own["XDG_RUNTIME_DIR"] = os.environ.get("XDG_RUNTIME_DIR", str(self.home))
        return kept | own | self.environment


class Working:
    """A command at work: what it says is read as it comes."""

    def __init__(self, process: subprocess.Popen[bytes], output: int) -> None:
        self.process = process
        self._output = output
        self._heard = b""
        self._answered_to = 0

    @property
    def text(self) -> str:
        """What it said, without colours."""
        return _STYLE.sub("", self._heard.decode(errors="replace"))

    def hears(self, words: str) -> None:
        """Read on until the command says these words, after those that were waited for last."""
        deadline = time.monotonic() + PATIENCE_SECS
        while (at := self.text.find(words, self._answered_to)) < 0:
            assert time.monotonic() < deadline, f"never said {words!r}, but:\n{self.text}"
            assert self._read(), f"ended without {words!r}, but:\n{self.text}"
        self._answered_to = at + len(words)

    def types(self, keys: str) -> None:
        os.write(self._output, keys.encode())

    def signals(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def programs(self) -> list[psutil.Process]:
        """All that it started and that still runs."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def ends(self) -> Ended:
        """Read to the end; fail where the process goes on after it."""
        deadline = time.monotonic() + PATIENCE_SECS
        while self._read():
            assert time.monotonic() < deadline, f"it goes on and on:\n{self.text}"
        return Ended(self.process.wait(PATIENCE_SECS), self.text)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()

    def _read(self) -> bool:
        """Wait for a piece of the output; False when there will be no more."""
        readable, _, _ = select.select([self._output], [], [], PATIENCE_SECS)
        assert readable, f"nothing more came after:\n{self.text}"
        try:
            piece = os.read(self._output, 65536)
        except OSError:  # how a terminal says that nobody has it open any more
            return False
        self._heard += piece
        return bool(piece)
