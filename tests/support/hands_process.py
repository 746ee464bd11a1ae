"""The hands' own process, commanded as the surface does, for tests of what it does to a window."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from typing import Any

from engine.domain.spaces import Point
from engine.processes.descendants import python_module
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.terminals import NOBODY
from tests.support.bare_desktop import BareDesktop
from tests.support.waiting import BOUND_SECS


class Hands:
    """The hands' own process, commanded as the surface does."""

    def __init__(self, desktop: BareDesktop) -> None:
        keycodes = map(str, Releaser(desktop.environment).spare_keycodes)
        self._process = subprocess.Popen(
            python_module(
                "engine.surfaces.desktop.input.hands_child", NOBODY.to_argument(), *keycodes
            ),
            env={**desktop.environment, "XAUTHORITY": "/dev/null"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def do(self, op: str, **arguments: Any) -> None:
        answer = self.ask(op, **arguments)
        assert "error" not in answer, answer

    def ask(self, op: str, **arguments: Any) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        request = {"id": 1, "op": op, **arguments}
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        while True:
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
            if "pulse" not in answer:
                return answer

    def draw(self, *strokes: Sequence[Point], modifiers: Sequence[str] = ()) -> dict[str, Any]:
        told = [[(point.x, point.y) for point in stroke] for stroke in strokes]
        return self.ask("drag", strokes=told, modifiers=modifiers)

    def click(self, at: Point) -> None:
        self.do("click", x=at.x, y=at.y, button="left", count=1, modifiers=())

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(BOUND_SECS)
        self._process.stdout.close()
