"""What tests ask of a reading: wait for it, and find things in it."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Callable

from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Role
from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader

Launch = Callable[..., subprocess.Popen[bytes]]

DEADLINE_SECS = 60.0
_POLL_SECS = 0.02
RESTLESS = "Liar"
"""See ``tests.support.lying_application``."""


async def until(
    reader: AtSpiReader, holds: Callable[[AccessibleTree], object], what: str
) -> AccessibleTree:
    """The first reading for which the condition holds and nothing has moved since the one before:
    a window that has just come may be read before its manager has placed it."""
    deadline = time.monotonic() + DEADLINE_SECS
    last: object = None
    while time.monotonic() < deadline:
        tree = await reader.read()
        now = _places(tree) if holds(tree) else None
        if now is not None and now == last:
            return tree
        last = now
        await asyncio.sleep(_POLL_SECS)
    raise AssertionError(f"never came: {what}")


def _places(tree: AccessibleTree) -> object:
    """But for those of an application whose things move by themselves."""
    return (
        [(window.window_id, window.bounds_px) for window in tree.windows],
        [(one.key, one.bounds_px, one.is_showing) for one in tree.nodes
         if one.application != RESTLESS],
    )  # fmt: skip


def find(
    tree: AccessibleTree, role: Role, name: str = "", *, in_sight: bool | None = None
) -> AccessibleNode | None:
    return next(
        (
            node
            for node in tree.nodes
            if node.role is role
            and (not name or node.name == name)
            and (in_sight is None or node.is_showing is in_sight)
        ),
        None,
    )


def the(
    tree: AccessibleTree, role: Role, name: str = "", *, in_sight: bool | None = None
) -> AccessibleNode:
    node = find(tree, role, name, in_sight=in_sight)
    assert node is not None, f"no {role} “{name}”"
    return node
