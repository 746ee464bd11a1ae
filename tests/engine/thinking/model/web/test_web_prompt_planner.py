"""The planner of the tests solves plain tasks of the web from the prompt alone, over real HTTP.

Pages are a small table here: what a click, a search or a form leads to. Real pages in a real
browser are the suites' affair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from engine.domain.web.pages import Download, GoalKind, Page, PageType, Stage, TaskMode, WebGoal
from engine.domain.web.proposals import META_ACTIONS, ActionName, Attempt, WebProposal
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.modes.navigator.steps import describe
from engine.thinking.model.web.thinker import ModelWebThinker
from tests.engine.endpoint.asking import Account
from tests.support import web_prompt_planner
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.web_requests import SITE, element, page, request, wanted

MOST_STEPS = 12
SEARCH = element("1", "Search", "searchbox")
EARLY = tuple(each for each in ActionName if each not in META_ACTIONS)


@dataclass
class TableSite:
    """Pages by path; ``leads_to`` says where (path, agent_id) goes. Fields keep what is typed."""

    pages: Mapping[str, Page]
    leads_to: Mapping[tuple[str, str], str]
    path: str = "/"
    typed: dict[str, str] = field(default_factory=dict)
    downloads: tuple[Download, ...] = ()

    @property
    def seen(self) -> Page:
        here = self.pages[self.path]
        filled = [
            replace(each, value=self.typed.get(each.agent_id, each.value)) for each in here.elements
        ]
        return replace(here, elements=tuple(filled), downloads=self.downloads)

    def act(self, proposal: WebProposal) -> None:
        if proposal.action is ActionName.TYPE:
            self.typed[proposal.agent_id] = proposal.typed
            return
        to = self.leads_to.get((self.path, proposal.agent_id), self.path)
        if to.startswith("file:"):
            self.downloads = (Download(to[5:], SITE, f"/s/{to[5:]}", 9, "saved"),)
        else:
            self.path = to


async def played(
    site: TableSite, goal: WebGoal, is_there: Callable[[TableSite], bool] = lambda site: False
) -> list[WebProposal]:
    """What was proposed until the planner ended the run; ``is_there`` is what a navigator sees by
    itself, and allows it to end from then on."""
    async with ScriptedEndpoint(web_prompt_planner.answer) as endpoint:
        settings = EndpointSettings(endpoint.base_url, endpoint.model)
        model = OpenAiModel(settings, Account(), FormMemory())
        thinker = ModelWebThinker(model)
        attempts: list[Attempt] = []
        while len(attempts) < MOST_STEPS:
            seen = site.seen
            is_late = is_there(site)
            asked = request(
                goal,
                seen,
                stage=Stage.VERIFY if is_late else Stage.CONTEXT,
                page_type=PageType.OTHER,
                allowed=tuple(ActionName) if is_late else EARLY,
                search_controls=tuple(each.agent_id for each in seen.elements if each == SEARCH),
                attempts=tuple(attempts),
            )
            proposal = await thinker.choose(asked)
            site.act(proposal)
            words = describe(proposal, asked.situation)
            attempts.append(Attempt(proposal, words, seen.url, site.seen != seen))
            if proposal.action in META_ACTIONS:
                break
        await model.close()
        assert all(len(each.body["messages"]) == 2 for each in endpoint.requests), "no repairs"
    return [attempt.proposal for attempt in attempts]


def shop() -> TableSite:
    """Two pages of a listing behind a cookie banner, an item, a cart."""
    banner = element("9", "Only necessary", "button", context="We use cookies", is_fixed=True)
    consent = element("8", "Accept all", "button", context="We use cookies", is_fixed=True)
    scarf = element("2", "Red cotton scarf", context="Red cotton scarf 9.00")
    following = element("5", "Next page")
    socks = element("3", "Blue wool socks", context="Blue wool socks 4.99")
    add = element("4", "Add to cart", "button", context="Blue wool socks 4.99")
    return TableSite(
        {
            "/": page(consent, banner, scarf, following, text="We use cookies. Red cotton scarf"),
            "/calm": page(scarf, following, text="Red cotton scarf"),
            "/2": page(socks, element("7", "Previous page"), text="Blue wool socks"),
            "/item": page(
                add, title="Blue wool socks", headings=("Blue wool socks",), text="4.99, in stock"
            ),
            "/added": page(element("6", "Cart (1)"), text="Blue wool socks was added"),
        },
        {("/", "9"): "/calm", ("/calm", "5"): "/2", ("/2", "3"): "/item", ("/item", "4"): "/added"},
    )


async def test_an_item_on_the_second_page_is_opened() -> None:
    site = shop()
    goal = wanted("click 'Only necessary', click Next page, open Blue wool socks")
    said = await played(site, goal, lambda it: it.path == "/item")
    assert site.path == "/item"
    assert [each.agent_id for each in said] == ["9", "5", "3", ""]
    assert said[-1].action is ActionName.DONE


async def test_an_item_is_put_into_the_cart() -> None:
    site = shop()
    site.path = "/2"
    goal = wanted("open Blue wool socks and click Add to cart", TaskMode.BROWSE, GoalKind.ACTION)
    said = await played(site, goal, lambda it: it.path == "/added")
    assert site.path == "/added"
    assert said[-1].action is ActionName.DONE


async def test_a_question_is_answered_by_the_documentation() -> None:
    start = page(SEARCH, element("2", "Getting started"), text="Welcome to Pelican")
    results = page(SEARCH, element("3", "Preview server"), text="1 result")
    port = page(
        SEARCH, title="Preview server", text="Preview server\nIt restarts by itself.\nPort: 8017"
    )
    site = TableSite(
        {"/": start, "/results": results, "/preview": port},
        {("/", "1"): "/results", ("/results", "3"): "/preview"},
    )
    words = "search for preview server, open Preview server, read the Port"
    goal = wanted(words, TaskMode.ANSWER)
    said = await played(site, goal, lambda it: it.path == "/preview")
    assert [each.action for each in said] == [ActionName.SEARCH, ActionName.CLICK, ActionName.DONE]
    assert "8017" in said[-1].text


async def test_a_form_is_filled_in_and_sent() -> None:
    name = element("1", "Full name", "textbox", form="order")
    country = element("2", "Country", "combobox", options=("Austria", "Italy"), form="order")
    pin = element("3", "PIN", "textbox", input_type="password", form="order")
    send = element("4", "Send order", "button", is_submit=True, form="order")
    site = TableSite(
        {
            "/": page(name, country, pin, send, text="Your address"),
            "/thanks": page(text="Thank you, we have received it."),
        },
        {("/", "4"): "/thanks"},
    )
    goal = wanted(
        "fill in the form: full name 'Ada', country 'Italy', PIN {{secret:pin}}, and send it",
        TaskMode.BROWSE,
        GoalKind.ACTION,
    )
    said = await played(site, goal, lambda it: it.path == "/thanks")
    assert site.typed == {"1": "Ada", "2": "Italy", "3": "{{secret:pin}}"}
    assert [each.agent_id for each in said] == ["1", "2", "3", "4", ""]


async def test_a_file_is_downloaded_once() -> None:
    site = TableSite(
        {
            "/": page(element("1", "Downloads"), text="Welcome"),
            "/files": page(
                element("2", "Manual (PDF)", href="/f/manual.pdf"),
                element("3", "Price list", href="/f/prices.csv"),
            ),
        },
        {("/", "1"): "/files", ("/files", "3"): "file:prices.csv"},
    )
    goal = wanted("open Downloads and download the price list", TaskMode.DOWNLOAD)
    said = await played(site, goal, lambda it: bool(it.downloads))
    assert [each.agent_id for each in said] == ["1", "3", ""]
    assert said[-1].action is ActionName.DONE
