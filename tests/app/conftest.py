"""The command line, with a home of its own for each test; a web site, and a run there that was
killed."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.record.store import SessionStore
from engine.record.views.run_state import RunState
from tests.app.command import CommandLine, Ended
from tests.support.site import Site, running_site
from tests.support.waiting import BOUND_SECS
from tests.support.warm_starts import starts_cold as starts_cold
from tests.support.warm_starts import starts_warm as starts_warm

LONG_GOAL = "Click Add to cart, search for teak oil, open 'Teak oil, 1 l' and click Add to cart"


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    home = tmp_path / "home"
    home.mkdir()
    return CommandLine(home)


@pytest.fixture
def reads_no_drawn_texts(command: CommandLine) -> None:
    """For modules whose runs are in windows that tell what is in them."""
    command.reads_drawn_texts = False
    command.write_settings("")


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


@dataclass(frozen=True)
class BrokenOff:
    """A run in a browser that was killed in its second step: what it left behind, and what going
    on with it was answered while it was still under way."""

    command: CommandLine
    state: RunState
    told_meanwhile: Ended

    def left_to(self, command: CommandLine) -> None:
        """As if it had been theirs."""
        shutil.copytree(self.command.data, command.data)


@pytest.fixture(scope="package")
def broken_off(site: Site, tmp_path_factory: pytest.TempPathFactory) -> BrokenOff:
    command = CommandLine(tmp_path_factory.mktemp("home"))
    where = ("--surface", f"browser:{site.url('/shop/product/wool-watch-cap')}")
    with (
        site.holding("/shop/search") as is_asked,  # for its second step
        command.started("run", LONG_GOAL, *where, "--ask", "never", "--headless") as working,
    ):
        working.hears("✓ ")
        assert is_asked.wait(BOUND_SECS)
        session_id = recorded(command).session_id
        told = command.run_here("run", "--resume", session_id, "--headless")
        working.signals(signal.SIGKILL)
        working.ends()
    return BrokenOff(command, recorded(command), told)


def recorded(command: CommandLine) -> RunState:
    """The only session, as it was recorded."""
    return asyncio.run(_recorded(command))


async def _recorded(command: CommandLine) -> RunState:
    store = await SessionStore.open(command.database)
    try:
        (summary,) = await store.sessions()
        opened = await store.open_session(summary.session_id)
        assert opened is not None
        return opened.state
    finally:
        await store.close()
