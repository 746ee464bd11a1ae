"""The task suites: one case of each in the ordinary lane, or as many as the mark's ``sample``
says; all of them with ``--all-cases`` (``tests/conftest.py``)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.end_to_end.conftest import bench as bench
from tests.end_to_end.conftest import own_bench as own_bench
from tests.end_to_end.conftest import practice as practice
from tests.end_to_end.conftest import reader as reader
from tests.support.browsing import no_live_picture
from tests.support.patience import Patience
from tests.support.shared_browser import browser_lender as browser_lender
from tests.support.shared_browser import light_browser_lender as light_browser_lender
from tests.support.shared_browser import one_browser as one_browser
from tests.support.shared_browser import one_light_browser as one_light_browser
from tests.support.warm_starts import children_start_warm as children_start_warm


@pytest.fixture(autouse=True, scope="module")
def patience(request: pytest.FixtureRequest) -> Iterator[None]:
    """In the ordinary lane no page hangs, and the machine is busy; all cases are run with the
    product's own figures."""
    if request.config.getoption("--all-cases"):
        yield
        return
    held = Patience()
    yield
    held.end()


@pytest.fixture(scope="module")
def no_picture_of_small_pages(request: pytest.FixtureRequest) -> Iterator[None]:
    """As pages of a test's own move, for modules that ask what they say; with all cases it is sent
    as ever."""
    if request.config.getoption("--all-cases"):
        yield
        return
    with no_live_picture():
        yield
