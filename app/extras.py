"""The optional extras: what a surface needs beside the rest, and whether it is there.

Modules that import it are imported only where such a run is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from engine.domain.errors import SurfaceUnavailable


@dataclass(slots=True)
class Extra:
    """``what`` needs it, in words; ``libraries`` as they are imported."""

    name: str
    what: str
    libraries: tuple[str, ...]

    @property
    def remedy(self) -> str:
        return f"Install it: pip install 'pilothouse[{self.name}]'."

    def missing(self, is_there: Callable[[str], object] = find_spec) -> tuple[str, ...]:
        """Those of the extra that can't be imported."""
        return tuple(name for name in self.libraries if not is_there(name))

    def require(self) -> None:
        """Raises ``SurfaceUnavailable`` where a part of the extra is not installed."""
        if missing := self.missing():
            names = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed"
            needed = f"{self.what} needs the extra “{self.name}”"
            raise SurfaceUnavailable(f"{needed}, of which {names}.", self.remedy)


WEB_EXTRA = Extra("web", "The navigator", ("playwright", "langgraph"))
VNC_EXTRA = Extra("vnc", "A VNC desktop", ("vncdotool",))
