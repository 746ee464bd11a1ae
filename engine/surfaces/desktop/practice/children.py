"""The supervisor's own children: what it starts, bound so that nothing outlives it.

Each child gets a signal from the kernel when the supervisor dies, which no ``finally`` can promise
where the supervisor is killed.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.surfaces.desktop.practice.ending_processes import Collected, reap
from engine.surfaces.desktop.practice.session_folder import SessionFolder

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_prctl = ctypes.CDLL(None, use_errno=True).prctl


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends before it."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


@dataclass(slots=True)
class Children:
    """Starts children in one environment, at home, and collects those that ended."""

    folder: SessionFolder
    environment: dict[str, str]
    _running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    def launch(
        self,
        argv: Sequence[str],
        *,
        cwd: str | None = None,
        pass_fds: tuple[int, ...] = (),
        errors_to: int | None = None,
        death: signal.Signals = signal.SIGTERM,
    ) -> subprocess.Popen[bytes]:
        """Start a child that gets ``death`` when the supervisor dies, even by ``kill -9``.

        With ``errors_to``, a descriptor for its standard error, its other output is dropped;
        without, both go to the folder's log. Raises OSError.
        """
        supervisor_pid = os.getpid()

        def die_with_supervisor() -> None:
            _prctl(_PR_SET_PDEATHSIG, death)
            if os.getppid() != supervisor_pid:
                os._exit(1)

        log = self.folder.log if errors_to is None else os.devnull
        with Path(log).open("ab") as output:
            child = subprocess.Popen(
                argv,
                cwd=cwd or self.folder.home,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output if errors_to is None else errors_to,
                pass_fds=pass_fds,
                start_new_session=True,
                preexec_fn=die_with_supervisor,
            )
        self._running[child.pid] = child
        return child

    def collect_ended(self) -> list[Collected]:
        """Those that ended since, adopted ones included."""
        ended = reap()
        for one in ended:
            if child := self._running.pop(one.process_id, None):
                child.returncode = one.exit_code
        return ended
