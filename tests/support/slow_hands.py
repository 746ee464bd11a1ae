"""Hands that rest two minutes on the way of a drag: a test stops them there, however late.

Started in place of ``engine.surfaces.desktop.input.hands_child``, with its arguments."""

from __future__ import annotations

from typing import Any

from engine.processes.parent_line import ParentLine
from engine.surfaces.desktop.input import hands_child

_MOVE_SECS = 120.0


class _PatientLine(ParentLine):
    def serve(self, *arguments: Any, **options: Any) -> None:
        from engine.surfaces.desktop.input import input as hands_input  # binds its display

        hands_input._MOVE_SECS = _MOVE_SECS
        super().serve(*arguments, **options)


if __name__ == "__main__":
    setattr(hands_child, "ParentLine", _PatientLine)  # noqa: B010
    hands_child.main()
