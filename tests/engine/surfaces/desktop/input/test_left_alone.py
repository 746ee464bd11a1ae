"""Hands whose console is gone, be it killed, or that are stopped: they end, and nothing stays
pressed."""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.domain.leases import Lease
from engine.processes.descendants import python_module
from engine.surfaces.desktop.input import hands as hands_room
from engine.surfaces.desktop.input.hands import DesktopHands
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.terminals import NOBODY
from tests.support.bare_desktop import BareDesktop
from tests.support.listener import Listener
from tests.support.waiting import BOUND_SECS

TEXT = "Xé" * 10_000


def wait_until(check: Callable[[], object]) -> None:
    deadline = time.monotonic() + BOUND_SECS
    while not check():
        assert time.monotonic() < deadline, "what was waited for did not come"
        time.sleep(0.005)


def free_keycodes(desktop: BareDesktop) -> tuple[int, ...]:
    return Releaser(desktop.environment).spare_keycodes


def test_hands_end_in_the_middle_of_a_text_when_nobody_commands_them(desktop: BareDesktop) -> None:
    before = free_keycodes(desktop)
    words = (NOBODY.to_argument(), *map(str, before))
    hands = subprocess.Popen(
        python_module("engine.surfaces.desktop.input.hands_child", *words),
        env={**desktop.environment, "XAUTHORITY": "/dev/null"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert hands.stdin is not None and hands.stdout is not None and hands.stderr is not None
    with Listener(desktop.environment) as listener:
        request = {"id": 1, "op": "type", "text": TEXT}
        hands.stdin.write(json.dumps(request).encode() + b"\n")
        hands.stdin.flush()
        wait_until(lambda: len(listener.heard) > 20)
        hands.stdin.close()  # as the system does with all that a killed console had open
        hands.stdout.close()
        code = hands.wait(BOUND_SECS)
        said = hands.stderr.read().decode()
        wait_until(lambda: listener.heard[-1].kind == "key up")
        assert len(listener.of("key down")) < len(TEXT), "it typed on to the end"
        assert listener.keys_down() == []
    assert code == 0 and "Traceback" not in said
    assert free_keycodes(desktop) == before, "a typed character stayed on the keyboard"
    hands.stderr.close()


class SlowReleaser:
    """A display that answers late."""

    def release_all(self) -> tuple[str, ...]:
        time.sleep(0.3)  # how late it answers
        return ("shift",)


async def test_on_a_crowded_machine_stop_waits_longer_for_the_display(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else it would say that it does not answer, and that keys may be held down still."""
    monkeypatch.setattr(hands_room, "_RELEASE_TIMEOUT_SECS", 0.05)
    monkeypatch.setattr(hands_room, "crowding", lambda: 1_000.0)
    nowhere = lambda _: asyncio.sleep(0)  # noqa: E731
    secrets: Any = None
    hands = DesktopHands({}, launch=nowhere, secrets=secrets, lease=Lease(), on_lost=print)
    hands._releaser = SlowReleaser()  # type: ignore[assignment]
    released, _ = await hands.stop()
    assert released == ("shift",)
