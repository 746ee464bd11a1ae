"""Games on web pages, for exploring: ``tiles`` is drawn on a canvas and played by keys, ``pairs``
is made of buttons. They deal the same cards each time, and know nothing of any agent. ``still`` is
a page on which nothing does anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files

from tests.support.browser_site import site

GAMES = ("tiles", "pairs")
_STILL = "<h1>Still</h1><p>Nothing here does anything.</p><button>Nothing</button>"


@contextmanager
def running_games() -> Iterator[dict[str, str]]:
    """Their addresses by their names."""
    with site() as served:
        for name in GAMES:
            page = files(__package__).joinpath(f"{name}.html").read_text(encoding="utf-8")
            served.pages[f"/{name}"] = page
        still = served.put("/still", _STILL, title="Still")
        yield {"still": still} | {name: served.at(f"/{name}") for name in GAMES}
