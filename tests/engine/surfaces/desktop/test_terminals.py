"""Who keeps a terminal is known by what runs below it, whatever it is called."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.surfaces.desktop.terminals import ProcessFacts, WindowProcesses, keepers

KEEPER = """
import os, pty, sys
pid, terminal = pty.fork()
if not pid:
    os.write(1, b"its own")  # it has the terminal only now, not as soon as it was forked
    os.execvp("sleep", ["sleep", "600"])
assert os.read(terminal, 7)
print("begun", flush=True)
os.wait()
"""
AT_PROMPT = """
import os, pty
pid, terminal = pty.fork()
if not pid:
    os.execvpe("sh", ["sh"], {**os.environ, "PS1": "ready> "})
said = b""
while b"ready> " not in said:
    said += os.read(terminal, 99)
print("begun", flush=True)
os.wait()
"""
NO_KEEPER = "import subprocess; print('begun', flush=True); subprocess.run(['sleep', '600'])"


@contextmanager
def running(program: str) -> Iterator[int]:
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, start_new_session=True
    )
    with process:
        try:
            assert process.stdout is not None and process.stdout.readline() == b"begun\n"
            yield process.pid
        finally:
            os.killpg(process.pid, 9)


@pytest.mark.parametrize(
    ("program", "keeps", "keys_act"),
    [(KEEPER, True, True), (AT_PROMPT, True, False), (NO_KEEPER, False, False)],
)
def test_a_process_with_a_shell_below_it_keeps_a_terminal(
    program: str, keeps: bool, keys_act: bool
) -> None:
    with running(program) as process_id:
        before, now = time.time() - 30, time.time()
        known = WindowProcesses().of([process_id, 0, 2**22])
        assert known.keys() == {process_id}
        assert known[process_id].keeps_terminal is keeps
        assert known[process_id].keys_act is keys_act
        assert before < known[process_id].started_at_secs <= now


def test_what_was_started_from_a_terminal_has_none_of_its_own() -> None:
    processes = {
        10: ProcessFacts(1, 0),  # the terminal's window
        11: ProcessFacts(10, 5),  # its shell, which waits for the editor
        12: ProcessFacts(11, 5),  # an editor that was started there
        13: ProcessFacts(12, 5),  # and its child
        20: ProcessFacts(1, 0),  # an editor with a terminal inside, in a process between
        21: ProcessFacts(20, 0),
        22: ProcessFacts(21, 6, is_ready=True),
        30: ProcessFacts(30, 7),  # a circle, as of a parent that ended meanwhile
    }
    asked = frozenset({10, 12, 20, 30, 99})
    assert keepers(asked, processes) == {10: False, 20: True}
