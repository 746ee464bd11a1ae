"""A script of twenty steps, replayed: how often it ends the same, and whether what drifted is told.

It is recorded once on a practice desktop of its own and walked on fresh ones. Then each drift is
made on the surface by steps that are walked before the script's own, unchecked."""

from __future__ import annotations

import asyncio
import collections
import json
import sys
import tempfile
from pathlib import Path

from engine.processes.descendants import python_module

GOAL = "Open Galculator and press " + ", ".join("123456789+12345678=")
ROUNDS = 20
DRIFTS = {
    "another program is open": "Open Mousepad",
    "digits stand there already": "Open Galculator and press 4, 2",
    "another mode": "Open Galculator, click View, then click Scientific Mode",
    "no display": "Open Galculator, click View, then click Display Control",
    "a dialog is open": "Open Galculator, click Help, then click About",
    "the preferences are open": "Open Galculator, click Edit, then click Preferences",
    "a menu is open": "Open Galculator and click View",
    "paper mode": "Open Galculator, click View, then click Paper Mode",
    "another instance": "Open Galculator",
    "the practice app is open": "Open Practice",
}


async def command(*words: str) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *python_module("app", *words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


async def recorded(goal: str, folder: Path, name: str) -> str:
    database = ("--database", str(folder / f"{name}.db"))
    await command("run", goal, "--ask", "never", "--non-interactive", *database)
    await command("export", "--as", "script", "--out", str(folder / f"{name}.toml"), *database)
    return (folder / f"{name}.toml").read_text()


async def walked(script: Path, folder: Path) -> str:
    """The reason of its end."""
    words = ("--ask", "never", "--non-interactive", "--json")
    _, said = await command("replay", str(script), "--database", str(folder / "w.db"), *words)
    ended = [json.loads(line) for line in said.splitlines()][-1]
    return str(ended["event"]["outcome"]["reason"])


def unchecked(text: str) -> str:
    """Its steps, of which nothing is compared."""
    lines = text.partition("[[steps]]")[2].splitlines()
    kept = (
        each for each in lines if not each.startswith(("front", "state_hash", "holds", "alike"))
    )
    return "[[steps]]" + "\n".join(kept)


async def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script = folder / "script.toml"
        text = await recorded(GOAL, folder, "script")
        print(f"steps: {text.count('[[steps]]')}")
        ends = collections.Counter([await walked(script, folder) for _ in range(ROUNDS)])
        print(f"{ROUNDS} walks: {dict(ends)}")
        head, _, steps = text.partition("[[steps]]")
        told = 0
        for number, (what, goal) in enumerate(DRIFTS.items()):
            before = unchecked(await recorded(goal, folder, f"drift-{number}"))
            script.write_text(f"{head}{before}\n\n[[steps]]{steps}")
            end = await walked(script, folder)
            told += end in ("script_drifted", "no_longer_fits")
            print(f"{what}: {end}", flush=True)
        print(f"drift told: {told} of {len(DRIFTS)}")


if __name__ == "__main__":
    asyncio.run(main())
    sys.exit(0)
