"""The console starts without what few runs need."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from app.run import load_parts
from engine.domain.actions import Click
from engine.domain.plans import PlanStep
from engine.language import grave_words, word_table
from engine.safety.risks import WordRiskRater
from tests.support.stage import situation, zone

_OPENING = """
import asyncio, sys
from PySide6.QtWidgets import QApplication
from app.console_command import _console_life
from app.paths import policy_path
from app.qt_loop import run_qt
from app.settings.tables import Settings

async def opened():
    life = asyncio.ensure_future(_console_life("", Settings(), policy_path()))
    while not life.done() and not any(each.isVisible() for each in QApplication.topLevelWidgets()):
        await asyncio.sleep(0.01)
    print({'langgraph', 'langsmith', 'openai', 'playwright'} & set(sys.modules))
    life.cancel()
    await asyncio.wait({life})
    return 0

sys.exit(run_qt(opened))
"""


def test_the_console_comes_up_without_what_only_some_runs_need(tmp_path: Path) -> None:
    """They take a second; runs and trials that need them import them off the loop."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    told = subprocess.run(
        [sys.executable, "-c", _OPENING],
        env={**others, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert told.stdout.decode().strip() == "set()"


_ENDING = """
import asyncio, sys
from app.qt_loop import run_qt

async def life():
    print("begun", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        print("ends", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        print("tidied up")

sys.exit(run_qt(life))
"""


def test_a_signal_that_comes_again_does_not_break_off_the_tidying_up() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _ENDING],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as console:
        assert console.stdin is not None and console.stdout is not None
        for said in ("begun", "ends"):
            assert console.stdout.readline().strip() == said
            console.send_signal(signal.SIGTERM)
        said, complaints = console.communicate("\n")
    assert (console.returncode, said, complaints) == (128 + signal.SIGTERM, "tidied up\n", "")


_COLLECTING = """
import asyncio, sys, threading
from PySide6.QtCore import QObject, Qt
from app.qt_loop import run_qt

def work(died):
    while not died:
        needed = [[] for _ in range(10_000)]

async def life():
    died, thing = [], QObject()
    note = lambda: died.append(threading.current_thread())
    thing.destroyed.connect(note, Qt.ConnectionType.DirectConnection)
    thing.itself = thing
    del thing
    await asyncio.to_thread(work, died)
    print(died == [threading.main_thread()])
    return 0

sys.exit(run_qt(life))
"""


def test_what_is_of_qt_is_deleted_in_its_own_thread_though_another_needs_memory() -> None:
    """Beside the loop it breaks the heap: a window is drawn while a part of it goes."""
    told = subprocess.run(
        [sys.executable, "-c", _COLLECTING],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert told.stdout.decode().strip() == "True"


async def test_the_patterns_that_a_step_is_weighed_by_are_made_while_the_surface_comes_up() -> None:
    """At the first step they would hold the loop, and the window, for up to a second."""
    grave_words._gravest.cache_clear()
    word_table.placed.cache_clear()
    await load_parts(())
    made = word_table.placed.cache_info().misses
    assert made > 10
    step = PlanStep(1, "Save", "Save", Click(), "Click Save")
    WordRiskRater().rate(step, situation(zone("Save")))
    assert word_table.placed.cache_info().misses == made
