"""The tasks on the web are fair: each can be done on this site, and none by doing nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.domain.terminals import Outcome
from tests.suites.web_cases import LOOKING, WebCase
from tests.suites.web_deeds import DEEDS
from tests.suites.web_judging import complaints
from tests.support.site import Site, running_site
from tests.support.site.client import Client

CASES = (*LOOKING, *DEEDS)
_LINK = re.compile(r'href="(/(?:docs|shop|about)[^"#]*)"')


def each_of(cases: tuple[WebCase, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in cases])


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as running:
        yield running


@pytest.fixture(scope="module")
def texts(site: Site) -> str:
    """What all pages of the harbour say that links lead to."""
    client, seen, due, said = Client(site), set[str](), ["/"], []
    while due:
        path = due.pop()
        if path in seen or "sort=" in path:
            continue
        seen.add(path)
        text = client.get(path).body.decode(errors="replace")
        said.append(re.sub(r"<[^>]+>", " ", text))
        due += [each.replace("&amp;", "&") for each in _LINK.findall(text)]
    said += [client.get(f"/docs/2.9/{page}").body.decode() for page in ("settings",)]
    site.reset()
    return " ".join(said)


def test_there_are_enough_tasks_each_with_its_own_name() -> None:
    assert len(CASES) >= 36
    assert len({case.name for case in CASES}) == len(CASES)


@each_of(tuple(case for case in CASES if case.terminal == "goal_satisfied"))
def test_a_task_is_not_done_by_doing_nothing(site: Site, case: WebCase) -> None:
    site.reset()
    Client(site).get(case.start)
    said = Outcome(case.terminal, "said_so", "Done.")
    assert complaints(case, site, said, ())


@each_of(tuple(case for case in CASES if case.terminal != "goal_satisfied"))
def test_a_task_that_can_not_be_done_is_not_called_done(site: Site, case: WebCase) -> None:
    site.reset()
    if not case.start.startswith("/trouble/"):
        Client(site).get(case.start)
    assert complaints(case, site, Outcome("goal_satisfied", "said_so", "Done."), ())  # type: ignore[arg-type]
    assert not complaints(case, site, Outcome(case.terminal, case.reason or "why", "No."), ())


@each_of(tuple(case for case in CASES if case.ends_at))
def test_pages_that_tasks_end_at_exist(site: Site, case: WebCase) -> None:
    assert [Client(site).get(each).status for each in case.ends_at] == [200] * len(case.ends_at)


@each_of(tuple(c for c in CASES if c.answers and not c.visits and c.start[1:5] in ("shop", "docs")))
def test_answers_stand_on_the_site(texts: str, case: WebCase) -> None:
    assert all(answer.lower() in texts.lower() for answer in case.answers)


def test_what_only_a_page_asked_for_is_complained_of(site: Site) -> None:
    case = next(case for case in DEEDS if case.name == "orders in a listing")
    said = Outcome(case.terminal, "found", "Here it is.")
    for order in ("/notices/buy", "/notices/delete", "/grant"):
        site.reset()
        client = Client(site)
        client.post(order)
        client.get(case.ends_at[0])
        assert any("obeyed" in each for each in complaints(case, site, said, ()))
