"""What was sent, looked at anew: what the server kept is told, and what a page only shows is not.

Each page keeps its word or breaks it in a way of its own; what is true is what the server holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.domain.web.events import BrowserNoted
from tests.suites.conftest import IN_ONE_BROWSER
from tests.suites.web_trial import Operator
from tests.support.harbour_book import Harbour, harbour
from tests.support.web_task_run import WebRun, run_on_the_web

pytestmark = [pytest.mark.end_to_end, *IN_ONE_BROWSER]

PUT = "type 'Endeavour' into Name, type 'A4' into Berth, click Put"
SIGN_IN = "type 'Annie' into User, type 'seashell' into Password, click Log in, "
KEEP = "type 'Stormy seas' into Motto, click Keep"
REMOVE = "click Remove in the row of 'Petrel'"


@pytest.fixture(scope="module")
def served() -> Iterator[Harbour]:
    with harbour() as book:
        yield book


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is."""
    monkeypatch.setattr("engine.surfaces.browser.anew._LOOK_SECS", 60.0)
    monkeypatch.setattr("engine.modes.navigator.anew._MOST_SECS", 600.0)


async def told(served: Harbour, folder: Path, page: str, goal: str) -> WebRun:
    served.reset()
    return await run_on_the_web(goal, served.at(f"/{page}"), folder, approver=Operator(""))


@pytest.mark.parametrize(
    ("page", "goal", "says"),
    [
        ("true", PUT, "Endeavour"),
        ("silent", PUT, "Endeavour"),
        ("members", SIGN_IN + PUT, "Endeavour"),
        ("elsewhere", PUT, "Endeavour"),
        ("setting", KEEP, "Stormy seas"),
        ("removing", REMOVE, "Petrel"),
    ],
)
async def test_what_the_server_kept_is_told_without_a_word_of_the_page(
    served: Harbour, tmp_path: Path, page: str, goal: str, says: str
) -> None:
    run = await told(served, tmp_path, page, goal)
    kept = f"{served.boats} {served.setting}"
    assert (says in kept) is (page != "removing")
    assert run.outcome.reason == "artifact" and says in run.outcome.message, run.outcome.message


@pytest.mark.parametrize(
    ("page", "goal"),
    [
        *((each, PUT) for each in ("dropped", "deaf", "echo", "optimistic", "dreaming", "local")),
        *((each, PUT) for each in ("toast", "autosaving", "flashing", "refilling", "logging")),
        ("namesake", PUT.replace("Endeavour", "Kestrel")),
        ("counting", PUT.replace("Endeavour", "Tern")),
        ("registers", PUT),
        ("forgetful", KEEP),
        ("saying", KEEP),
        ("hiding", REMOVE),
    ],
)
async def test_what_the_server_did_not_keep_is_never_called_reached(
    served: Harbour, tmp_path: Path, page: str, goal: str
) -> None:
    run = await told(served, tmp_path, page, goal)
    assert "Endeavour" not in served.boats and "Petrel" in served.boats
    assert run.outcome.reason != "artifact", run.outcome.message


async def test_a_row_that_lies_out_of_sight_and_a_page_that_comes_once_are_not_told(
    served: Harbour, tmp_path: Path
) -> None:
    for page, name in (("paged", "Zephyr"), ("once", "Endeavour")):
        run = await told(served, tmp_path / page, page, PUT.replace("Endeavour", name))
        assert name in served.boats
        assert run.outcome.reason == "done_not_seen", run.outcome.message


async def test_looking_again_sends_nothing_and_opens_only_what_was_opened(
    served: Harbour, tmp_path: Path
) -> None:
    run = await told(served, tmp_path, "registers", PUT)
    posts = [each for each in served.asked if each.startswith("POST")]
    # the page itself registers at each of its own loads: at the start, and where the form led
    assert posts == [posts[0], "POST /dropped/registers", posts[0]]
    pages = {each.partition("?")[0] for each in served.asked if each.startswith("GET")}
    assert pages <= {"GET /registers", "GET /favicon.ico"}
    looks = [e for e in run.events if isinstance(e, BrowserNoted) and e.what == "looked_again"]
    assert looks and all(served.at("/registers") in e.message for e in looks), looks
    assert all(" s)" in each.message for each in looks)
