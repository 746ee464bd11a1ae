"""Whatever a planner proposes and whatever the web is like: every run ends, with one terminal."""

from __future__ import annotations

import asyncio
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.domain.errors import ModelTimedOut, PlanFailed, ReplyInvalid
from engine.domain.performing import StepRejected, StepSkipped
from engine.domain.plans import PlanStep
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.web.events import Node, NodeEntered, PageSeen, StagePromoted
from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import Stage
from engine.domain.web.proposals import META_ACTIONS, ActionName, WebProposal, WebRequest
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.state import EARLY_STAGES, state_from_text
from tests.support.small_web import HEIGHT, Part, SmallPage, SmallWeb
from tests.support.stand_in_run import StandInRun
from tests.support.web_choosers import proposed

LIMITS = WebLimits(max_steps=12, recursion_limit=90, max_no_progress=5, max_auto_scrolls=2)
ITS_OWN = {
    Terminal.GOAL_SATISFIED: {"artifact", DONE_NOT_SEEN},
    Terminal.GOAL_FAILED: {
        "insufficient_knowledge: no_progress",
        "insufficient_knowledge: planner_calls",
        "insufficient_knowledge: stage_not_advanced",
        "insufficient_knowledge: claim_not_confirmed",
        "steps_skipped",
        "dialog_in_the_way",
        "not_accepted",
        "planner_failed",
        "planner_timeout",
        "planner_disallowed_action",
        "execute_failed",
        "ask_user",
        "refused",
        "given_up",
    },
    Terminal.LOOP_STUCK: {"world_frozen"},
    Terminal.BUDGET_EXHAUSTED: {"max_steps", "recursion_limit"},
}
GOALS = (
    "Find the red kettle",
    "List all kettles",
    "What is the cost of the red kettle?",
    "Download the price list",
    "Fill in the form: name 'Ada', and send it",
    "Open Gull",
)
WORDS = st.sampled_from(("red", "kettle", "kettles", "price list", "gull", "thank you", "31 EUR"))
URLS = tuple(f"/{number}" for number in range(5))

parts = st.builds(
    Part,
    text=WORDS,
    to=st.sampled_from(("", *URLS)),
    tag=st.sampled_from(("a", "button", "input")),
    name=st.sampled_from(("name", "q", "")),
    kind=st.sampled_from(("text", "search")),
    submits=st.booleans(),
    is_dead=st.booleans(),
    saves=st.sampled_from(("", "", "", "price-list.pdf")),
)
pages = st.builds(
    SmallPage,
    title=WORDS,
    text=st.lists(WORDS, max_size=6).map(lambda words: " and ".join(words)),
    parts=st.lists(parts, max_size=6).map(tuple),
    status=st.sampled_from((200, 200, 200, 500)),
    height=st.sampled_from((HEIGHT, 3 * HEIGHT)),
    below=st.lists(parts, max_size=2).map(tuple),
)
webs = st.lists(pages, min_size=1, max_size=5).map(
    lambda made: SmallWeb(dict(zip(URLS, made, strict=False)), "/0", results=URLS[len(made) - 1])
)


class RandomPlanner:
    """Proposes anything: what is allowed, what is not, what is nowhere, or nothing at all."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def __call__(self, request: WebRequest) -> WebProposal | Exception:
        choose = self._random.choice
        if self._random.random() < 0.1:
            return choose((PlanFailed("No idea."), ReplyInvalid("?"), ModelTimedOut("Late.")))
        is_obedient = self._random.random() < 0.8
        action = choose(request.allowed if is_obedient else tuple(ActionName))
        ids = [each.agent_id for each in request.mapping] or [""]
        needs_element = action in (ActionName.CLICK, ActionName.TYPE)
        agent_id = choose([*ids, "nowhere"]) if needs_element else ""
        text = choose(("red kettle", "Ada", "31 EUR", ""))
        text = choose(URLS) if action is ActionName.NAVIGATE else text + choose(("\n", ""))
        return proposed(action, agent_id, text)


class MoodyGate:
    """Says no now and then."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def __call__(self, step: PlanStep) -> StepSkipped | StepRejected | None:
        mood = self._random.random()
        if mood < 0.05:
            return StepSkipped(step)
        return StepRejected(step, "the operator said no") if mood < 0.1 else None


async def run_of(goal: str, web: SmallWeb, seed: int, answer: str) -> tuple[StandInRun, Outcome]:
    run = StandInRun(goal, web, RandomPlanner(seed), answer=answer, verdict=MoodyGate(seed))
    return run, await Navigator(LIMITS)(run)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    goal=st.sampled_from(GOALS),
    web=webs,
    seed=st.integers(0, 2**32),
    answer=st.sampled_from(("", "Yes")),
)
def test_every_run_ends_with_one_of_its_terminals(
    goal: str, web: SmallWeb, seed: int, answer: str
) -> None:
    run, outcome = asyncio.run(run_of(goal, web, seed, answer))
    assert outcome.reason in ITS_OWN[outcome.terminal]
    assert outcome.message

    promoted = [Stage.ORIENT, *(each.stage for each in run.of(StagePromoted))]
    assert [stage.number for stage in promoted] == list(range(len(promoted)))
    assert (promoted[-1] is Stage.DONE) == (outcome.terminal is Terminal.GOAL_SATISFIED)

    for request in run.requests:
        assert not (request.stage in EARLY_STAGES and META_ACTIONS & set(request.allowed))
    if run.questions:
        assert Stage.LOCATE in promoted

    looks = run.of(PageSeen)
    assert [each.step for each in looks] == list(range(1, len(looks) + 1))
    assert len(looks) <= LIMITS.max_steps
    nodes = run.of(NodeEntered)
    assert len(nodes) <= LIMITS.recursion_limit
    last = nodes[-1].node
    own = {Node.GOAL_CHECK, Node.ASK_USER, Node.ERROR_RETRY}
    assert last in own or outcome.reason in ("recursion_limit", "given_up")

    states = [state_from_text(text) for text in run.checkpoints]
    for state in states:  # nothing was claimed or asked on an early stage
        is_silent = state["claim"] is None and not state["question"]
        assert is_silent or Stage(state["stage"]) not in EARLY_STAGES
    ended = [bool(state["terminal"]) for state in states]
    assert not any(ended[:-1])  # nothing comes after the end
    assert ended[-1] or outcome.reason == "recursion_limit"
