"""What tests ask of a reading: wait for it, and find things in it."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Callable

from engine.domain.accessible import AccessibleNode, AccessibleTree
from engine.domain.zones import Role
from engine.surfaces.desktop.at_spi import AtSpiReader

Launch = Callable[..., subprocess.Popen[bytes]]

DEADLINE_SECS = 60.0
_POLL_SECS = 0.02


async def until(
    reader: AtSpiReader, holds: Callable[[AccessibleTree], object], what: str
) -> AccessibleTree:
    """The first reading for which the condition holds."""
    deadline = time.monotonic() + DEADLINE_SECS
    while time.monotonic() < deadline:
        tree = await reader.read()
        if holds(tree):
            return tree
        await asyncio.sleep(_POLL_SECS)
    raise AssertionError(f"never came: {what}")


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
