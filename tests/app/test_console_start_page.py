"""Where a run in the browser can't begin, the console says so where the operator looks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import web_extra
from app.console import Console
from app.settings.tables import Settings
from app.thinkers import RunThinkers, Thinkers
from engine.domain.approvals import Asking
from engine.domain.ports import ModelAccount
from engine.domain.terminals import Outcome, Terminal
from engine.domain.web.pages import WebGoal
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.record.store import SessionStore
from engine.thinking.offline.thinker import OfflineThinker
from engine.thinking.offline.web.steps import OfflineWebThinker
from tests.support.console_windows import discard
from tests.support.shared_browser import lender
from tests.support.shown_words import shown_text
from tests.support.site import Site
from tests.support.waiting import until
from tests.support.web_choosers import proposed
from tests.widgets.conftest import qapp as qapp
from widgets.window.main_window import MainWindow

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("one_browser")]

GOAL = "Open Documentation"
QUESTION = "Which shape shall the lamp have?"


class Desk:
    """A console, and somebody who writes into its goal bar."""

    def __init__(self, window: MainWindow, store: SessionStore) -> None:
        self.window = window
        self.store = store
        self.bar = window.views.goal_bar
        self.console: Console | None = None

    def opens(self, thinkers: Thinkers | None = None, **settings: object) -> None:
        known = Settings.model_validate(settings)
        self.console = Console(self.window, self.store, known, thinkers=thinkers)
        self.window.goal_bar.choices.choose(surface="browser", asking=Asking.NEVER)

    def starts(self, goal: str, address: str) -> None:
        self.window.goal_bar.set_goal(goal)
        self.bar.choices.address.setText(address)
        self.bar.start.click()

    def is_asked(self) -> bool:
        assert self.console is not None
        self.console.shown.show_now()  # no Qt loop turns here, whose timer would
        return self.window.views.approval.is_waiting

    async def ends(self) -> Outcome:
        assert self.console is not None
        console = self.console
        await until(lambda: console.shown.state.outcome is not None)
        await until(lambda: console._starting is not None and console._starting.done())
        assert console.shown.state.outcome is not None
        return console.shown.state.outcome


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def one_browser() -> AsyncIterator[None]:
    async with lender() as lends:
        with lends.lending():
            yield


@pytest_asyncio.fixture(loop_scope="module")
async def desk(qapp: QApplication, tmp_path: Path) -> AsyncIterator[Desk]:
    store = await SessionStore.open(tmp_path / "sessions.db")
    memory = QSettings(str(tmp_path / "console.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings=memory)
    window.show()
    desk = Desk(window, store)
    yield desk
    if desk.console is not None:
        await desk.console.close()
    await store.close()
    discard(window)


async def test_what_is_no_address_is_said_at_the_address(desk: Desk) -> None:
    desk.opens()
    desk.starts(GOAL, "the lamp shop")
    await until(lambda: desk.bar.problem.text)
    assert "“the lamp shop” is not an address that a browser can open." in desk.bar.problem.text
    assert "Write it as in example.org/shop." in desk.bar.problem.text
    assert "--surface" not in desk.bar.problem.text, "here nobody sits at a command line"
    assert desk.bar.choices.address.property("problem") and not desk.bar.goal.property("problem")
    assert desk.window.focusWidget() is desk.bar.choices.address
    QTest.keyClicks(desk.bar.choices.address, "x")
    assert not desk.bar.problem.text and not desk.bar.choices.address.property("problem")


async def test_without_the_extra_it_says_what_to_install(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_extra, "LIBRARIES", ("playwright", "langgraph_not_there"))
    desk.opens()
    desk.starts(GOAL, "example.org")
    await until(lambda: desk.window.views.message.isVisible())
    told = shown_text(desk.window.views.message)
    assert "langgraph_not_there is not installed" in told and "pip install" in told
    assert desk.bar.start.isEnabled()


async def test_without_a_browser_it_says_what_to_install(desk: Desk) -> None:
    desk.opens(browser={"executable": "/nowhere/browser"})
    desk.starts(GOAL, "example.org")
    await until(lambda: desk.window.views.message.isVisible())
    told = shown_text(desk.window.views.message)
    assert "/nowhere/browser" in told and "apt install chromium" in told


async def test_an_unreadable_goal_is_said_before_anything_is_done(desk: Desk) -> None:
    desk.opens()
    desk.bar.choices.choose(surface="practice")
    desk.starts("frobnicate the gizmo", "")
    await until(lambda: desk.bar.problem.text)
    assert "frobnicate" in desk.bar.problem.text and desk.bar.goal.property("problem")
    assert await desk.store.sessions() == ()


@pytest.mark.end_to_end
async def test_a_page_that_does_not_answer_is_said_at_the_address(desk: Desk) -> None:
    desk.opens()
    desk.starts(GOAL, "lamps.invalid")
    outcome = await desk.ends()
    assert outcome.terminal is Terminal.GOAL_FAILED
    told = desk.bar.problem.text
    assert told.startswith("The start page did not load.")
    assert "lamps.invalid is not known" in told or "This machine is offline" in told
    assert desk.bar.choices.address.property("problem")
    assert outcome.message[:20] in desk.window.views.run_bar.status.text, "the end stands there too"


@pytest.mark.end_to_end
async def test_an_address_needs_no_scheme(desk: Desk, site: Site) -> None:
    desk.opens()
    desk.starts(GOAL, site.url("/shop/").removeprefix("http://"))
    outcome = await desk.ends()
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    assert not desk.bar.problem.text


@pytest.mark.end_to_end
async def test_without_an_address_nothing_is_started_and_nothing_searched_for(
    desk: Desk, site: Site
) -> None:
    site.reset()
    desk.opens(browser={"search_engine": site.url("/shop/?q={words}")})
    desk.starts(GOAL, "")
    await until(lambda: desk.bar.problem.text)
    assert desk.bar.problem.text.startswith("There is no page to begin with")
    assert not site.record.visits


class AsksOnce:
    """Stands for ``Thinkers``, implements ``WebThinker``: the offline one, asking once it may."""

    name = "asks once"

    def __init__(self) -> None:
        self._web = OfflineWebThinker()
        self.heard: list[str] = []

    def read_goal(self, name: str, goal: str = "", *, mode: str = "") -> WebGoal:
        return self._web.read_goal(goal or name)

    async def for_run(
        self, name: str, account: ModelAccount, *, mode: str = "", seed: int = 0, **_: object
    ) -> RunThinkers:
        return RunThinkers(OfflineThinker(), web=self)

    async def choose(self, request: WebRequest) -> WebProposal:
        if ActionName.ASK_USER in request.allowed and QUESTION not in request.answers:
            return proposed(ActionName.ASK_USER, text=QUESTION, reason="nothing says so")
        self.heard += [each for each in request.answers.values() if each not in self.heard]
        return await self._web.choose(request)


@pytest.mark.end_to_end
@pytest.mark.parametrize("who", ["environment", "settings"])
async def test_a_question_ends_the_run_where_none_are_asked(
    desk: Desk, site: Site, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    if who == "environment":
        monkeypatch.setenv("INTERACTIVE_PROMPTS", "0")
    desk.opens(AsksOnce(), navigator={"ask_questions": who == "environment"})
    desk.starts(GOAL, site.url("/shop/"))
    outcome = await desk.ends()
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "ask_user"), outcome
    assert QUESTION in outcome.message and "nobody answered" in outcome.message
    assert not desk.window.views.approval.is_waiting


@pytest.mark.end_to_end
async def test_an_answer_in_own_words_reaches_the_thinker(desk: Desk, site: Site) -> None:
    thinker = AsksOnce()
    desk.opens(thinker)
    desk.starts(GOAL, site.url("/shop/"))
    card = desk.window.views.approval.question
    await until(desk.is_asked)
    QTest.keyClicks(card.line, "the round one")
    await until(lambda: card.may_answer)
    QTest.keyClick(card.line, Qt.Key.Key_Return)
    assert (await desk.ends()).terminal is Terminal.GOAL_SATISFIED
    assert thinker.heard == ["the round one"]
