"""No child of ours is given what our environment holds in confidence, of whatever kind it is."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from engine.perception.drawn.text_reader import TextReader
from engine.surfaces.desktop.applications import ApplicationCatalogue
from engine.surfaces.desktop.practice.practice_desktop import PracticeDesktop
from engine.surfaces.desktop.surface import DesktopSurface
from engine.surfaces.desktop.vnc_desktop import ExistingDisplay
from tests.support.browsing import KnownSecrets, browsing
from tests.support.waiting import until_so

HIDDEN = "only-for-the-console"
NAMES = ("PILOTHOUSE_API_KEY", "PILOTHOUSE_SECRET_MAIL", "OPENAI_API_KEY", "SSH_AUTH_SOCK", "DIARY")
SLEEP = (sys.executable, "-c", "import time; time.sleep(600)")


@pytest.fixture(autouse=True)
def _confidential(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, HIDDEN)


def children() -> Iterator[tuple[str, str]]:
    """The command line and the environment of all below this process."""
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error, OSError):
            told = Path(f"/proc/{child.pid}/environ").read_bytes().decode(errors="replace")
            yield " ".join(child.cmdline()), told


def check(*kinds: str) -> None:
    """All of these kinds are there, and none knows it."""
    found = list(children())
    for kind in kinds:
        assert any(kind in command for command, _ in found), kind
    assert [command for command, told in found if HIDDEN in told] == []


@pytest.mark.parametrize("is_sandboxed", [True, False], ids=["sandboxed", "not sandboxed"])
async def test_on_the_practice_desktop(is_sandboxed: bool) -> None:
    desktop = PracticeDesktop(is_sandboxed=is_sandboxed)
    surface = DesktopSurface(
        "practice",
        desktop,
        catalogue_for=lambda host: ApplicationCatalogue(()),
        secrets=KnownSecrets({}),
        is_practice=True,
    )
    reader = TextReader()
    try:
        await surface.start()
        await desktop.spawn(SLEEP)
        if not is_sandboxed:  # they are of the same kind on both
            await reader.find(np.full((40, 60, 3), 255, np.uint8))
        ours = ("practice.supervisor", "practice.inside", "camera", "reader_child", "hands_child")
        served = ("Xvfb", "openbox", "dbus-daemon", "at-spi-bus-launcher", "sleep(600)")
        check(*ours, *served, *(() if is_sandboxed else ("text_reader_child",)))
    finally:
        await reader.close()
        await surface.close()


async def test_of_the_browser() -> None:
    async with browsing():
        check("run-driver", "chrom", "--type=renderer")


async def test_on_the_persons_own_screen(tmp_path: Path) -> None:
    display = ExistingDisplay(":0")
    pid = await display.spawn(SLEEP, cwd=tmp_path)
    try:
        await until_so(lambda: _has_begun(pid))
        check("sleep(600)")
    finally:
        psutil.Process(pid).kill()
        await until_so(lambda: _has_ended(display))


async def _has_begun(pid: int) -> bool:
    return "sleep(600)" in " ".join(psutil.Process(pid).cmdline())


async def _has_ended(display: ExistingDisplay) -> bool:
    return bool((await display.news()).ended)
