"""Several monitors on one virtual screen."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping

from engine.domain.spaces import Rect

LEFT, RIGHT = Rect(0, 0, 800, 900), Rect(900, 200, 700, 600)
"""Between them, and above and below the right one, there are places that no monitor shows."""


def set_two_monitors(environment: Mapping[str, str]) -> None:
    """On a display of at least 1600 × 900, whose one output Xvfb calls "screen"."""
    for name, bounds, output in (("left", LEFT, "screen"), ("right", RIGHT, "none")):
        size = f"{bounds.width}/200x{bounds.height}/200+{bounds.x}+{bounds.y}"
        command = ["xrandr", "--setmonitor", name, size, output]
        subprocess.run(command, env=dict(environment), check=True, timeout=60)
