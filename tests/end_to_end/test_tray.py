"""What waits is told in the tray while the console is out of sight, and a click on its icon brings
the console up: a real tray on a real display. Where there is none, the desktop's own notifications
tell it."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.bare_desktop import BareDesktop, bare_desktop
from tests.support.tray import Tray, tray_on

pytestmark = pytest.mark.end_to_end
PATIENCE_SECS = 60.0


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[BareDesktop]:
    with bare_desktop(tmp_path) as desktop:
        yield desktop


class Noticed:
    """A window of the console's on that desktop, in a process of its own."""

    def __init__(self, desktop: BareDesktop) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.tray"],
            env=desktop.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._bound = threading.Timer(PATIENCE_SECS, self._process.kill)
        self._bound.start()

    def waits(self, words: str = "") -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{words}\n")

    def comes_to(self, wanted: str) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if wanted in line:
                return
        raise AssertionError(f"it never came to {wanted}")

    def close(self) -> None:
        self._bound.cancel()
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def tray(desktop: BareDesktop) -> Iterator[Tray]:
    with tray_on(desktop.environment) as tray:
        yield tray


def test_what_waits_is_told_in_the_tray_and_a_click_there_brings_the_console_up(
    desktop: BareDesktop, tray: Tray
) -> None:
    console = Noticed(desktop)
    try:
        tray.taken_in()
        console.comes_to("active")
        on_icon = ("mousemove", "--window", tray.window, 8, 8, "click", 1)
        console.waits()
        console.comes_to("away")
        desktop.xdotool(*on_icon)
        console.comes_to("active")
        console.waits()
        console.comes_to("away")
        console.waits("Practice: Click “Send”")
        console.comes_to("Waiting for you | Practice: Click “Send”")
        desktop.xdotool(*on_icon)
        console.comes_to("active")
    finally:
        console.close()


def test_without_a_tray_what_waits_is_told_by_the_desktops_notifications(
    desktop: BareDesktop, tmp_path: Path
) -> None:
    told, sender = tmp_path / "told.txt", tmp_path / "bin" / "notify-send"
    sender.parent.mkdir()
    sender.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > "{told}.part"; mv "{told}.part" "{told}"\n'
    )
    sender.chmod(0o755)
    desktop.environment["PATH"] = f"{sender.parent}:{desktop.environment['PATH']}"
    console = Noticed(desktop)
    try:
        console.comes_to("active")
        console.waits()
        console.comes_to("away")
        console.waits("Practice: Click <b>“Send”</b>")
        deadline = time.monotonic() + PATIENCE_SECS
        while not told.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        *_, end, words = told.read_text().splitlines()
        assert (end, words) == ("--", "Waiting for you: Practice: Click <b>“Send”</b>")
    finally:
        console.close()


def test_a_tray_that_comes_after_the_console_gets_its_icon(desktop: BareDesktop) -> None:
    console = Noticed(desktop)
    try:
        console.comes_to("active")
        with tray_on(desktop.environment) as tray:
            tray.taken_in()
    finally:
        console.close()
