"""Options for all tests."""

from __future__ import annotations

import gc
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

CASES_OF_A_SUITE = 1


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
        help="run every case of the task suites, not only the first of each, and all variations",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the ordinary lane leave out the cases beyond the sample of each suite, and what varies a
    rule that other cases guard (``tests/support/lanes.py``)."""
    if config.getoption("--all-cases"):
        return
    seen: Counter[str] = Counter()
    left_out = []
    for item in items:
        is_left_out = item.get_closest_marker("variation") is not None
        if (mark := item.get_closest_marker("suite")) is not None:
            suite = item.nodeid.partition("[")[0]
            seen[suite] += 1
            is_left_out |= seen[suite] > mark.kwargs.get("sample", CASES_OF_A_SUITE)
        if is_left_out:
            left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        left = {*left_out}
        items[:] = [item for item in items if item not in left]


@pytest.fixture(scope="session")
def runtime_folder() -> Iterator[Path]:
    """With a short name, as those of sockets have to be."""
    with tempfile.TemporaryDirectory(prefix="ph-", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def runs_apart(runtime_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where runs announce themselves: no console of a test joins what others do here."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime_folder))
