"""The optional extras, and whether they are there; of ``web``, what a browser run needs beside the
rest. Modules that import one are imported only where it is asked for."""

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec

from engine.domain.errors import SurfaceUnavailable

LIBRARIES = ("playwright", "langgraph")
REMEDY = "Install it: pip install 'pilothouse[web]'."


def missing_libraries() -> tuple[str, ...]:
    """Those of the extra that can't be imported."""
    return tuple(name for name in LIBRARIES if not find_spec(name))


def require_web() -> None:
    """Raises ``SurfaceUnavailable`` where a part of the extra is not installed."""
    missing = missing_libraries()
    if missing:
        names = " and ".join(missing)
        verb = "is" if len(missing) == 1 else "are"
        raise SurfaceUnavailable(
            f"The navigator needs the extra “web”, of which {names} {verb} not installed.", REMEDY
        )


@contextlib.contextmanager
def needs_extra(name: str, what: str) -> Iterator[None]:
    """Raises ``SurfaceUnavailable`` where what is imported for ``what`` is not installed."""
    try:
        yield
    except ImportError as error:
        raise SurfaceUnavailable(
            f"{what} needs the extra “{name}”: {error.name} is not installed.",
            f"Install it: pip install 'pilothouse[{name}]'.",
        ) from error
