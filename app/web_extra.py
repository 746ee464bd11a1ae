"""The optional extra ``web``: what a browser run needs beside the rest, and whether it is there.

Modules that import it are imported only where a browser run is asked for."""

from collections.abc import Callable
from importlib.util import find_spec

from engine.domain.errors import SurfaceUnavailable

LIBRARIES = ("playwright", "langgraph")
REMEDY = "Install it: pip install 'pilothouse[web]'."


def missing_libraries(is_there: Callable[[str], object] = find_spec) -> tuple[str, ...]:
    """Those of the extra that can't be imported."""
    return tuple(name for name in LIBRARIES if not is_there(name))


def require_web() -> None:
    """Raises ``SurfaceUnavailable`` where a part of the extra is not installed."""
    missing = missing_libraries()
    if missing:
        names = " and ".join(missing)
        verb = "is" if len(missing) == 1 else "are"
        raise SurfaceUnavailable(
            f"The navigator needs the extra “web”, of which {names} {verb} not installed.", REMEDY
        )
