"""Who was let in by a password, where no word says so: strangers are asked to sign in at the same
address. Beside it stand pages of the same look that let nobody in, and that is not claimed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site

pytestmark = [*ON_SMALL_PAGES]

NAME = """<h1>Quay</h1><form method=post action=/redirect/here/second><label>Login <input name=n>
</label><button>Continue</button></form>"""
PASSWORD = """<form method=post action=/redirect/here/home
onsubmit="document.cookie = 'is=in; path=/'"><label>Password <input type=password name=p></label>
<button>Sign in</button></form>"""
CODE = "<form method=post><label>Code <input name=c></label><button>Go on</button></form>"
QUIET = "<h1>Tides</h1><p>Low water is not before noon.</p><p><a href=/new>Note one</a></p>"
STEPS = "type 'nora' into Login, click Continue, type 'low-water-9' into Password, click Sign in"


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest.mark.parametrize(
    ("home", "to_strangers", "end"),
    [
        (QUIET, PASSWORD, "artifact"),
        (QUIET, "<h1>Tides</h1><a href=/second>Sign in</a>", "artifact"),
        (QUIET, QUIET, "done_not_seen"),  # it is for all to read
        (f"{QUIET}<a href=/second>Sign in</a>", PASSWORD, "done_not_seen"),
        (f"<h1>Quay</h1>{CODE}", PASSWORD, "done_not_seen"),  # there is one more step
    ],
    ids=["closed", "offered to others", "open to all", "offered still", "a code is asked for"],
)
async def test_who_sees_what_strangers_are_to_sign_in_for_was_let_in(
    pages: Site, tmp_path: Path, home: str, to_strangers: str, end: str
) -> None:
    pages.put("/now", NAME)
    pages.put("/second", f"<h1>Quay</h1>{PASSWORD}")
    pages.put("/home", home, title="Tides")
    pages.closed["/home"] = to_strangers
    run = await run_on_a_small_page(STEPS, pages.at("/now"), tmp_path)
    assert run.outcome.reason == end, run.outcome.message
