"""Options for all tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(  # how long an example takes depends on what else the machine does
    "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all-cases",
        action="store_true",
        help="run every case of the task suites, not only the first of each",
    )
