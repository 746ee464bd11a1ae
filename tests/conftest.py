"""Options for all tests."""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings


def pytest_configure(config: pytest.Config) -> None:
    """How long an example takes depends on what else the machine does; in the ordinary lane the
    examples are the same each time, and with all cases others are looked for."""
    settings.register_profile(
        "unhurried",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=not config.getoption("--all-cases"),
    )
    settings.load_profile("unhurried")
    gc.disable()


def pytest_collection_finish() -> None:
    """What is imported and collected stays: it need not be looked over again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all-cases",
        action="store_true",
        help="run every case of the task suites, not only the first of each",
    )


@pytest.fixture(scope="session")
def runtime_folder() -> Iterator[Path]:
    """With a short name, as those of sockets have to be."""
    with tempfile.TemporaryDirectory(prefix="ph-", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def runs_apart(runtime_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where runs announce themselves: no console of a test joins what others do here."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime_folder))
