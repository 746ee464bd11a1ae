"""What comes into sight outside of an application's tree, and tells so.

Qt leaves out of the tree that it hands out what is nobody's child there: pop-up menus, lists of
completions, and the editor that is laid over a list's entry while it is renamed
(``topLevelObjects`` in https://github.com/qt/qtbase/blob/dev/src/gui/accessible/qaccessibleobject.cpp
skips popups; its views hand out their entries only). But every widget announces that it shows,
and from there one can ask upward. ``application`` walks what is found here, after the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.surfaces.desktop.at_spi import bus as spi
from engine.surfaces.desktop.at_spi.line import ApplicationLine
from engine.surfaces.desktop.at_spi.node import SpiNode
from engine.surfaces.desktop.at_spi.spi_roles import ITEM_VIEW_ROLES

_MOST_FRESH = 2_000
"""What comes between two readings; beyond it something only floods the bus."""


class Announced:
    """What one application said that it shows, or no longer shows.

    ``fresh`` hasn't been looked into; ``outside`` stands outside of the tree, each path with
    that of what it belongs to.
    """

    def __init__(self) -> None:
        self.fresh: set[str] = set()
        self.outside: dict[str, str] = {}

    def note(self, path: str, *, is_shown: bool) -> None:
        if is_shown and len(self.fresh) < _MOST_FRESH:
            self.fresh.add(path)
        elif not is_shown:
            self.fresh.discard(path)
            self.outside.pop(path, None)

    def keep_outside(self, paths: Iterable[str]) -> None:
        """Forget what is by now hidden, gone, or in the tree."""
        kept = frozenset(paths)
        self.outside = {path: owner for path, owner in self.outside.items() if path in kept}


class NewcomerFinder:
    """Finds where what an application announced belongs. Raises like ``ApplicationLine``."""

    def __init__(self, line: ApplicationLine, announced: Announced) -> None:
        self._line = line
        self._announced = announced

    async def find(self, met: Mapping[str, SpiNode | None]) -> list[tuple[SpiNode, str]]:
        """What the tree lacks, each with the node of the tree to which it is to be added.

        ``met`` holds the paths of the tree, with their nodes where they are kept.
        """
        fresh = sorted(self._announced.fresh)
        lacking = [path for path in fresh if path not in met]
        self._announced.outside |= await self._owners(lacking, met)
        self._announced.fresh.difference_update(fresh)
        found = []
        for path, owner in self._announced.outside.items():
            node = met.get(owner)
            if node is not None and path not in met:
                found.append((node, path))
        self._announced.keep_outside(path for _, path in found)
        return found

    async def _owners(
        self, lacking: Sequence[str], met: Mapping[str, SpiNode | None]
    ) -> dict[str, str]:
        """Popups belong to the application itself, what lies upon a view's area to the view.

        All else is either below one of these, or a part of a widget that tells no more than the
        widget itself, such as the field within a spin box.
        """
        parents = await self._parents(lacking)
        areas = {parent for parent in parents.values() if parent not in met} - parents.keys()
        views = await self._parents(sorted(areas))
        owners: dict[str, str] = {}
        for path, parent in parents.items():
            view = met.get(views.get(parent, ""))
            if parent == spi.ROOT_PATH:
                owners[path] = parent
            elif view is not None and view.role in ITEM_VIEW_ROLES:
                owners[path] = view.path
        return owners

    async def _parents(self, paths: Sequence[str]) -> dict[str, str]:
        """The parent of each that has one."""
        calls = [self._line.get(path, spi.ACCESSIBLE, "Parent") for path in paths]
        answers = await self._line.call_all(calls)
        return {
            path: answer[1]
            for path, answer in zip(paths, answers, strict=True)
            if answer is not None and answer[1] != spi.NULL_PATH
        }
