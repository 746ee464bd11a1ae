"""What a page keeps or sends a while after the last key is waited for at the end of a run, whatever
its end is, and asked about as what it sends at once; in a browser, by the page's own clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.domain.approvals import Approve, Asking, Reject
from engine.domain.errors import ConsoleClosed, PlanFailed
from engine.domain.events import Event, PhaseChanged, StepEnded
from engine.domain.web.pages import WebGoal
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.session.session import Session
from tests.suites.attacks.trial import Operator
from tests.support.browser_site import Site, site
from tests.support.lanes import varies
from tests.support.shared_browser import IN_A_LIGHT_BROWSER
from tests.support.stage import ScriptedThinker
from tests.support.stand_in_run import told_by
from tests.support.thinker_sources import StandingIn
from tests.support.web_choosers import proposed
from tests.support.web_task_run import WebRun, run_on_the_web

pytestmark = [pytest.mark.end_to_end, *IN_A_LIGHT_BROWSER]

TEXT = "At nine"
NO = "Not that"
KEEPS = "fetch('/notes/7?kept',{method:'PUT',body:JSON.stringify({text:told()})})"
DELETES = "fetch('/posts/7?deed',{method:'DELETE'})"
FIELD = "<label>Minutes <textarea id=it oninput=later()></textarea></label>"
AREA = "<div id=it contenteditable role=textbox aria-label=Minutes oninput=later()></div>"
TICK = "<label><input type=checkbox id=it onchange=later()> Minutes</label>"
LIST = "<select id=it aria-label=Minutes onchange=later()><option>None<option>" + TEXT + "</select>"
ENTRY = "<ul role=listbox><li role=option tabindex=0 id=it onclick=later()>Minutes</ul>"
FRAME = f"<iframe id=frame srcdoc='{FIELD}<script>later=()=>parent.later()</script>'></iframe>"
LATEST_MS = 2000
_WAITED = "may still be kept"


class Once:
    """Implements ``WebThinker``: one action upon what is called Minutes, then it is at its end."""

    name = "once"

    def __init__(self, action: ActionName = ActionName.TYPE, *, gives_up: bool = False) -> None:
        self._action: ActionName | None = action
        self._gives_up = gives_up

    def read_goal(self, goal: str) -> WebGoal:
        return told_by(goal)

    async def choose(self, request: WebRequest) -> WebProposal:
        if (action := self._action) is None:
            if self._gives_up:
                return proposed(ActionName.GIVE_UP, reason="It is too much")
            raise PlanFailed("Nothing was left to do.")
        self._action = None
        elements = request.situation.page.elements
        found = [each.agent_id for each in elements if "it" in (each.attr_id, each.attr_name)]
        return proposed(action, found[0], TEXT)


@pytest.fixture(scope="module")
def own() -> Iterator[Site]:
    with site() as served:
        yield served


async def _run(
    own: Site,
    folder: Path,
    page: str,
    does: str,
    after_ms: int = LATEST_MS,
    *,
    asking: Asking = Asking.NEVER,
    verdict: Approve | Reject | None = None,
    thinker: Once | None = None,
    heed: Callable[[Session, Event], object] = lambda session, event: None,
) -> tuple[WebRun, Operator]:
    own.hits.clear()
    own.bodies.clear()
    told = "told=()=>{const f=(frames[0]||window).it;return f.value||f.innerText};"
    later = f"{told}later=()=>{{clearTimeout(window.t);t=setTimeout(()=>{{{does}}},{after_ms})}}"
    start = own.put("/", f"<script>{later}</script><h1>Minutes of the crew</h1>{page}")
    operator = Operator(verdict or Reject(NO))
    run = await run_on_the_web(
        "Find out when the crew meets",
        start,
        folder,
        approver=operator,
        thinkers=StandingIn(ScriptedThinker(), thinker or Once()),
        web_limits={"max_steps": 8},
        asking=asking,
        size=(640, 480),
        heed=heed,
    )
    return run, operator


@pytest.mark.parametrize(
    ("page", "after_ms"),
    [varies(FIELD, 300), (FIELD, LATEST_MS), (AREA, LATEST_MS), (FRAME, LATEST_MS)],
    ids=["a field, soon", "a field", "an area", "a frame"],
)
async def test_an_editor_that_keeps_late_has_kept_all_at_the_end(
    own: Site, tmp_path: Path, page: str, after_ms: int
) -> None:
    _, operator = await _run(own, tmp_path, page, KEEPS, after_ms)
    assert own.bodies == [f'{{"text":"{TEXT}"}}'] and not operator.asked


async def test_also_where_the_run_gives_up(own: Site, tmp_path: Path) -> None:
    run, _ = await _run(own, tmp_path, FIELD, KEEPS, thinker=Once(gives_up=True))
    assert own.bodies and run.outcome.reason == "given_up"


@pytest.mark.parametrize(
    ("page", "action"),
    [(TICK, ActionName.CLICK), (LIST, ActionName.TYPE), (ENTRY, ActionName.CLICK)],
    ids=["a tick", "an entry of a list", "an entry of the page's own list"],
)
async def test_so_it_is_with_what_is_chosen(
    own: Site, tmp_path: Path, page: str, action: ActionName
) -> None:
    said = "fetch('/notes/7?kept',{method:'PUT',body:'minutes'})"
    told = {"asking": Asking.RISKY, "verdict": Approve(), "thinker": Once(action)}
    await _run(own, tmp_path, page, said, **told)
    assert own.bodies == ["minutes"]


async def test_a_page_that_goes_elsewhere_late_is_followed(own: Site, tmp_path: Path) -> None:
    own.put("/next", "<h1>The next page</h1>")
    await _run(own, tmp_path, FIELD, "location='/next'")
    assert "/next" in own.hits


async def test_under_never_what_is_grave_is_held_and_told(own: Site, tmp_path: Path) -> None:
    run, operator = await _run(own, tmp_path, FIELD, DELETES)
    assert not any("deed" in each for each in own.hits) and not operator.asked
    last = [each for each in run.events if isinstance(each, StepEnded)][-1]
    assert last.state == "rejected" and "deletes something" in run.outcome.message


async def test_under_risky_it_is_asked_about_and_a_no_is_heeded(own: Site, tmp_path: Path) -> None:
    run, operator = await _run(own, tmp_path, FIELD, DELETES, asking=Asking.RISKY)
    assert "deletes something" in operator.asked[-1].risk.why and NO in run.outcome.message
    assert not any("deed" in each for each in own.hits)


async def test_and_after_a_yes_it_goes(own: Site, tmp_path: Path) -> None:
    told = {"asking": Asking.RISKY, "verdict": Approve()}
    _, operator = await _run(own, tmp_path, FIELD, DELETES, **told)
    assert len(operator.asked) == 1 and any("deed" in each for each in own.hits)


@pytest.mark.parametrize("how", ["STOP", varies("closed"), "cancelled"])
async def test_the_person_is_told_and_may_end_the_waiting_at_once(
    own: Site, tmp_path: Path, how: str
) -> None:
    """A cancelled one keeps the end that it had."""
    ending: list[asyncio.Task[None]] = []

    def heed(session: Session, event: Event) -> None:
        if isinstance(event, PhaseChanged) and _WAITED in event.why:
            cause = ConsoleClosed("The console was closed.") if how == "closed" else None
            ends = session.cancel() if how == "cancelled" else session.stop(cause)
            ending.append(asyncio.ensure_future(ends))

    goes_on = (
        "<script>setInterval(()=>it.dispatchEvent(new Event('input',{bubbles:true})),99)</script>"
    )
    run, _ = await _run(own, tmp_path, FIELD + goes_on, KEEPS, heed=heed)
    await asyncio.gather(*ending)
    came = {"STOP": "operator", "closed": "console_closed", "cancelled": "planner_failed"}
    assert ending and run.outcome.reason == came[how] and not own.bodies


async def test_a_run_that_writes_nothing_does_not_wait(own: Site, tmp_path: Path) -> None:
    page = "<button id=it onclick=\"this.textContent='Open'\">Minutes</button>"
    run, _ = await _run(own, tmp_path, page, "", thinker=Once(ActionName.CLICK))
    assert not [e for e in run.events if isinstance(e, PhaseChanged) and _WAITED in e.why]


ON_LEAVING = (
    "<script>for(const [o,on] of [[document,'visibilitychange'],[window,'pagehide']])"
    "o.addEventListener(on,()=>{{{}}})</script>"
)


@pytest.mark.usefixtures("own_browser")
@pytest.mark.parametrize(
    "keeps",
    [
        KEEPS.replace("method", "keepalive:true,method"),
        "navigator.sendBeacon('/notes/7?kept',JSON.stringify({text:told()}))",
    ],
    ids=["fetch", "beacon"],
)
async def test_what_an_editor_keeps_as_its_page_is_left_is_kept(
    own: Site, tmp_path: Path, keeps: str
) -> None:
    await _run(own, tmp_path, FIELD + ON_LEAVING.format(keeps), "1")
    assert f'{{"text":"{TEXT}"}}' in own.bodies


@pytest.mark.usefixtures("own_browser")
@pytest.mark.parametrize("asking", [varies(Asking.NEVER), Asking.RISKY])
async def test_nothing_grave_goes_as_a_page_is_left(
    own: Site, tmp_path: Path, asking: Asking
) -> None:
    gone = DELETES.replace("method", "keepalive:true,method")
    grave = f"{gone};navigator.sendBeacon('/x/delete?deed','')"
    told = {"asking": asking, "verdict": Approve()}
    _, operator = await _run(own, tmp_path, FIELD + ON_LEAVING.format(grave), "1", **told)
    assert not operator.asked and not any("deed" in each for each in own.hits)
