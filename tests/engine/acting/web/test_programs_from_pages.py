"""A program that a page hands out is asked about once, however it comes; in a browser of its
own, as people have it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from engine.domain.errors import HeldBack
from tests.engine.acting.web.real import Web, real_web
from tests.engine.acting.web.test_what_pages_send import prepared
from tests.support.browser_site import site
from tests.support.patience import Patience
from tests.support.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web() -> AsyncIterator[Web]:
    with site() as served:
        async with real_web(served, (400, 300)) as started:
            yield started


@pytest.mark.parametrize(
    ("control", "asks"),
    [
        ("<a href='/file/setup.exe'>Continue</a>", 0),  # its words said so
        ("<button onclick=\"location='/file/setup.exe'\">Continue</button>", 1),
        ("<form action=/file/setup.exe><button>Continue</button></form>", 1),
        ("<button onclick=\"location='/redirect/here/file/setup.exe'\">Continue</button>", 2),
        ("<button onclick=\"window.open('/file/setup.exe')\">Continue</button>", 1),
        ('<button onclick="setTimeout(() => a.click(), 50)">Continue</button>', 1),
        ("<button onclick=\"location='/file/notes.txt'\">Continue</button>", 0),
    ],
)
async def test_a_yes_to_a_program_is_one_to_the_file_that_comes_of_it(
    web: Web, patience: Patience, control: str, asks: int
) -> None:
    hidden = "<a id=a href='/file/setup.exe' download></a>"
    executor, step, before = prepared(web, await web.show(control + hidden))
    count, asked = len(web.surface.tabs.handed_out.downloads), 0
    while True:
        try:
            with patience.products_own():  # a page that is about to be left may answer nothing
                await executor.perform(step, before)
        except HeldBack as held:
            step, asked = replace(step, has_risk_of=held.message), asked + 1
            assert asked < 4
        else:
            break
    await until(lambda: len(web.surface.tabs.handed_out.downloads) > count)
    assert asked == asks
