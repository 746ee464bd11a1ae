"""Hands whose console is gone, be it killed: they end, and nothing stays pressed."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable

from engine.processes.descendants import python_module
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


def test_hands_end_in_the_middle_of_a_text_when_nobody_commands_them(
    desktop: BareDesktop,
) -> None:
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
