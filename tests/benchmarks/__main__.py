"""``python -m tests.benchmarks [NAME… [-- WORD…]]``: print the figures of these subjects, or of
all. The words behind ``--`` are for each of the subjects, where it is one that takes any.

Each subject is a module with a process of its own. Those that need a screen for the console get
a virtual one. Nothing is judged here: the figures are medians, told beside goals and limits."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping

from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from tests.benchmarks import report

SUBJECTS: Mapping[str, tuple[int, int] | None] = {
    "recapture": None,
    "texts": None,
    "ranking": None,
    "reading": None,
    "seeing": None,
    "script": None,
    "loop": None,
    "reversal": None,
    "local": None,
    "task": None,
    "desktop_tasks": None,
    "web_tasks": None,
    "exploring": None,
    "planted": None,
    "guest": None,
    "model": None,
    "strong": None,
    "outside": None,
    "wheel": (1440, 900),
    "runs": (1440, 900),
    "wall": (1440, 900),
    "typing": None,
    "live": (2560, 1440),
    "vnc": None,
    "browser": None,
    "large_page": None,
    "start": (1440, 900),
    "memory": (1440, 900),
    "record": None,
    "durable": None,
    "exports": None,
    "kills": None,
    "campaign": None,
    "cluster": None,
    "children": None,
    "resumes": None,
    "flips": None,
    "widgets": (2560, 1440),
    "long_session": (1920, 1200),
}
"""In the order in which they are shown, with the size of the screen that they need."""


async def measure(names: list[str], words: list[str]) -> int:
    """How many of them could not be measured."""
    failures = 0
    for name in names:
        exit_code = await measure_one(name, SUBJECTS[name], words)
        if exit_code:
            print(f"{name} could not be measured (exit code {exit_code})", flush=True)
            failures += 1
    return failures


async def measure_one(name: str, screen: tuple[int, int] | None, words: list[str]) -> int:
    command = (sys.executable, "-m", f"tests.benchmarks.bench_{name}", *words)
    if screen is None:
        return await (await asyncio.create_subprocess_exec(*command)).wait()
    desktop = PracticeDesktop(width=screen[0], height=screen[1], is_sandboxed=False)
    await desktop.start()
    try:
        child = await asyncio.create_subprocess_exec(*command, env=desktop.environment)
        return await child.wait()
    finally:
        await desktop.close()


def main() -> int:
    said = sys.argv[1:]
    at = said.index("--") if "--" in said else len(said)
    names, words = said[:at] or list(SUBJECTS), said[at + 1 :]
    if unknown := [name for name in names if name not in SUBJECTS]:
        print(f"There is no {', '.join(unknown)}. There are: {', '.join(SUBJECTS)}.")
        return 2
    print(report.machine(), flush=True)
    failures = asyncio.run(measure(names, words))
    print(f"\nAt the end: {report.machine()}")
    return min(1, failures)


if __name__ == "__main__":
    sys.exit(main())
