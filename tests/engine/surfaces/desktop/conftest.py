"""A bare desktop for the tests of a module, programs on it, and a reader of it."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator, Iterator

import pytest

from engine.surfaces.desktop.at_spi.tree_reader import AtSpiReader
from tests.support.bare_desktop import BareDesktop, bare_desktop
from tests.support.hands_process import Hands
from tests.support.trees import Launch
from tests.support.warm_starts import children_start_warm as children_start_warm
from tests.support.warm_starts import starts_cold as starts_cold


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BareDesktop]:
    with bare_desktop(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.fixture
def launch(desktop: BareDesktop) -> Iterator[Launch]:
    """Start an application for the length of a test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*command: str) -> subprocess.Popen[bytes]:
        started.append(desktop.launch(*command))
        return started[-1]

    yield start
    for process in started:
        desktop.end(process)


@pytest.fixture
async def reader(desktop: BareDesktop) -> AsyncIterator[AtSpiReader]:
    connected = AtSpiReader(
        display=desktop.display,
        bus_address=desktop.environment["DBUS_SESSION_BUS_ADDRESS"],
        timeout_secs=30.0,
    )
    await connected.connect()
    yield connected
    await connected.close()


@pytest.fixture
def hands(desktop: BareDesktop) -> Iterator[Hands]:
    started = Hands(desktop)
    yield started
    started.close()
