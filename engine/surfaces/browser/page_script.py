"""The script of the pass over a page, put together from its parts.

Each part is a plain file of functions for one thing; together they stand in one scope of their own,
so that nothing but ``setOfMark`` is seen in the world that they run in.
"""

from __future__ import annotations

from importlib.resources import files

_PARTS = (
    "page_places",
    "page_walk",
    "page_elements",
    "page_texts",
    "dom_hash",
    "page_changes",
    "page_badges",
    "set_of_mark",
)
_ONCE = "if (globalThis.setOfMark) return;"


def page_script() -> str:
    """It may be run any number of times in one world: the first time counts."""
    folder = files("resources")
    parts = [folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in _PARTS]
    return "\n".join(("(() => {", '"use strict";', _ONCE, *parts, "})();"))
