"""Runs that are killed at random and gone on with: what was lost, done twice or left running.

On a screen that stays, where nothing may be done twice, on the practice desktop, which is another
one each time, towards a goal and as an exploration, and on a site that stays. ``-- --kills 40
--practice 10 --explorations 10 --web 10`` says how many; 3, 1, 1 and 1 otherwise. Each is killed
within a second of an event of its record, which is chosen at random. With ``--into FILE`` each
run's outcome is kept there as a line, and what stands there already counts."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from engine.domain.errors import RecordUnavailable
from engine.domain.exploring.limits import GOOD_ENDS
from engine.record.sessions import SessionSummary
from engine.record.store import SessionStore
from tests.app.command import CommandLine
from tests.benchmarks import report
from tests.support.bare_desktop import BareDesktop
from tests.support.site.server import running_site
from tests.support.warm_starts import WARM

GOAL = "Click “Press me”, type 'one two three' into Diary, press BackSpace"
LAST = {"screen": "text one two thre", "web": "text 2"}
"""What stood there at the end."""
PRACTICE_GOAL = "Open Mousepad, type 'one' and save it as note.txt in the practice folder"
EXPLORE_GOAL = "Galculator"
WEB_GOAL = (
    "Search for barometer, open 'Brass barometer', choose 2 as Quantity and click Add to cart"
)
_MOST_ACTIONS = 12
_NOBODY = "nobody_to_ask"
_SAID = {
    "screen": (GOAL, "--surface", "screen"),
    "practice": (PRACTICE_GOAL, "--surface", "practice"),
    "exploration": (EXPLORE_GOAL, "--mode", "explorer", "--max-actions", str(_MOST_ACTIONS)),
}
_GONE_SECS = 15.0
_EVENTS = {"screen": 24, "practice": 45, "exploration": 90, "web": 150}
"""So many at least does a run record that nobody kills."""
_PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True, slots=True)
class Resumed:
    """Events told as recorded before the kill, and kept; how often the button was pressed, or the
    form sent, what stands in the field; how the session ended, and what was left running."""

    surface: str
    """Or what was done there."""
    after_secs: float
    told: int
    kept: int
    clicks: int
    text: str
    ending: str
    reason: str
    was_over: bool = False
    was_under_way: bool = False
    left: int = 0
    said: str = ""

    @property
    def wrong(self) -> str:
        """Nothing may be lost, done twice or left; what is called reached is so; else a person was
        needed."""
        is_explored = self.surface == "exploration" and self.reason in GOOD_ENDS
        is_reached = self.ending == "goal_satisfied" or is_explored
        last = LAST.get(self.surface)
        is_right = last is None or (self.clicks, self.text) == (1, last)
        is_told = is_reached or self.reason in (_NOBODY, "")
        if self.kept < self.told or self.left or self.clicks > 1 or not is_told:
            return repr(self)
        return repr(self) if is_reached and not is_right else ""


def killed_and_resumed(
    folder: Path, after_secs: float, has_come: Callable[[str], bool], surface: str = "screen"
) -> Resumed:
    """Killed so long after what it told of its record ``has_come`` that far."""
    (home := folder / "home").mkdir()
    (clicks := folder / "told.txt").touch()
    with _screen(folder, clicks, surface) as (environment, of_the_screen):
        command = CommandLine(home, environment)
        said = _SAID.get(surface) or (WEB_GOAL, "--surface", environment["SITE"], "--headless")
        told = _killed(command, said, after_secs, has_come, folder / "said.txt")
        left = _left(of_the_screen)
        listed = asyncio.run(_listed(command.database))
        ended = command.run("resume", "--non-interactive")
        left += _left(of_the_screen)
        after = asyncio.run(_listed(command.database))
    lines = clicks.read_text().splitlines()
    texts = [each for each in lines if each.startswith("text ")]
    return Resumed(
        surface,
        after_secs,
        told,
        listed.event_count if listed else 0,
        lines.count("click"),
        texts[-1] if texts else "",
        after.ending if after else "",
        after.reason if after else "",
        bool(listed and listed.terminal),
        "Under way was" in ended.said,
        left,
        ended.stdout + ended.stderr,
    )


@contextlib.contextmanager
def _screen(
    folder: Path, clicks: Path, surface: str
) -> Iterator[tuple[dict[str, str], Callable[[], list[psutil.Process]]]]:
    """What a run needs in its environment to find it, and what runs there beside it."""
    if surface == "web":
        with running_site() as site:
            yield {"SITE": f"browser:{site.url('/shop/')}"}, list
            sent = [each for each in site.record.submissions if each.path == "/shop/cart/add"]
            told = (f"click\ntext {each.fields.get('quantity')}\n" for each in sent)
            clicks.write_text("".join(told))
        return
    if surface != "screen":
        yield {}, list
        return
    desktop = BareDesktop(folder, width=1000, height=700)
    window = (sys.executable, "-m", "tests.support.restless_window", "--told", str(clicks))
    try:
        desktop.launch(*window, "--calm", "--at", "100,100,400,300")
        found = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")
        yield {name: desktop.environment[name] for name in found}, desktop.processes
    finally:
        desktop.close()


def _killed(
    command: CommandLine,
    asked: tuple[str, ...],
    secs: float,
    has_come: Callable[[str], bool],
    said: Path,
) -> int:
    """How many events it told as recorded before."""
    arguments = ("run", *asked, "--ask", "never", "--json")
    with said.open("wb") as into:
        process = subprocess.Popen(
            command.argv(arguments),
            env=command.full_environment(),
            stdin=subprocess.DEVNULL,
            stdout=into,
            stderr=subprocess.DEVNULL,
        )
    while process.poll() is None and not has_come(said.read_text()):
        time.sleep(0.05)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(secs)
    process.kill()
    process.wait()
    return said.read_text().count("\n")


async def _listed(database: Path) -> SessionSummary | None:
    """The last session, as it can be opened. Raises ``RecordUnavailable``."""
    if not await asyncio.to_thread(database.exists):
        return None
    store = await SessionStore.open(database)
    try:
        if not (listed := await store.sessions()):
            return None
        opened = await store.open_session(listed[0].session_id)
        if opened is None or opened.is_damaged:
            raise RecordUnavailable("The session does not open whole.")
        return listed[0]
    finally:
        await store.close()


def _left(of_the_screen: Callable[[], list[psutil.Process]]) -> int:
    """How many are left after a while; those that have ended are reaped, the others killed."""
    deadline = time.monotonic() + _GONE_SECS
    while left := set(_of_runs()) - set(of_the_screen()):
        psutil.wait_procs(left, timeout=0.1)
        if time.monotonic() > deadline:
            for each in left:
                with contextlib.suppress(psutil.NoSuchProcess):
                    each.kill()
            return len(left)
    return 0


def _of_runs() -> Iterator[psutil.Process]:
    """All below this process but what starts others warm, which is the tests' own."""
    for each in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if each.cmdline()[:1] != [WARM]:
                yield each


def tell(runs: list[Resumed]) -> None:
    for surface in sorted({each.surface for each in runs}):
        some = [each for each in runs if each.surface == surface]
        report.title(f"Killed at random and gone on with: {surface}")
        endings = [f"{each.ending} {each.reason}".strip() or "not begun" for each in some]
        for ending in sorted(set(endings)):
            report.note(f"{endings.count(ending)} {ending}")
        told, lost = sum(e.told for e in some), sum(max(0, e.told - e.kept) for e in some)
        report.note(f"{len(some)} runs, {told} events told, of which {lost} were lost")
        report.note(f"{sum(each.was_under_way for each in some)} with an action under way")
        report.note(f"{sum(each.left for each in some)} processes left running")
        for wrong in filter(None, (each.wrong for each in some)):
            report.note(wrong)


def main(kills: int, practice: int, explorations: int, web: int, into: Path | None) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    runs = report.Runs(Resumed, into)
    chance = random.Random(11 + len(runs.all))
    kinds = ["screen"] * kills + ["practice"] * practice + ["exploration"] * explorations
    kinds += ["web"] * web
    for surface in kinds:
        at = chance.randrange(_EVENTS[surface])

        def has_come(said: str, at: int = at) -> bool:
            return said.count("\n") >= at

        with tempfile.TemporaryDirectory() as folder:
            after_secs = chance.uniform(0.0, 1.0)
            runs.add(killed_and_resumed(Path(folder), after_secs, has_come, surface))
    tell(runs.all)


if __name__ == "__main__":
    words = argparse.ArgumentParser()
    words.add_argument("--kills", type=int, default=3)
    words.add_argument("--practice", type=int, default=1)
    words.add_argument("--explorations", type=int, default=1)
    words.add_argument("--web", type=int, default=1)
    words.add_argument("--into", type=Path)
    main(**vars(words.parse_args()))
