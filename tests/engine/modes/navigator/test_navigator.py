"""Whole runs of the navigator on a small web, each ending in its right terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from engine.domain.errors import ModelTimedOut, PlanFailed
from engine.domain.performing import Passed, StepRejected, StepSkipped
from engine.domain.plans import PlanStep, Situation
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.web.events import (
    GoalRead,
    Node,
    NodeEntered,
    PageSeen,
    ProgressJudged,
    ProposalRefused,
    StagePromoted,
)
from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import Download, GoalKind, Page, PageType, Stage, TaskMode, WebGoal
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.domain.zones import MASK
from engine.language.labels import asked_by_thinker
from engine.modes.navigator.looks import saved_of
from engine.modes.navigator.navigator import Navigator
from engine.modes.navigator.nodes import observe
from engine.modes.navigator.run import page_of
from engine.modes.navigator.state import state_from_text
from tests.support.small_web import HEIGHT, Part, SmallPage, SmallWeb, shop
from tests.support.stand_in_run import RISK, Chooser, StandInRun
from tests.support.web_choosers import always, click, clicking, element_called, in_order, proposed

DONE = proposed(ActionName.DONE)
SCROLL = proposed(ActionName.SCROLL)


def says(text: str) -> WebProposal:
    return proposed(ActionName.DONE, text=text)


def types(name: str, text: str) -> Chooser:
    return lambda request: proposed(ActionName.TYPE, element_called(request, name), text=text)


def clicks(text: str) -> Chooser:
    return lambda request: click(request, text)


async def ended(run: StandInRun, limits: WebLimits | None = None) -> Outcome:
    return await Navigator(limits)(run)


def nodes_of(run: StandInRun) -> list[Node]:
    return [each.node for each in run.of(NodeEntered)]


# -- goals that are reached ----------------------------------------------------------------------


async def test_a_thing_is_found_by_way_of_its_listing() -> None:
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Red kettle"))
    outcome = await ended(run)
    assert (outcome.terminal, run.web.url) == (Terminal.GOAL_SATISFIED, "/kettles/red")
    once = [Node.OBSERVE, Node.GOAL_CHECK, Node.PLANNER, Node.SAFETY, Node.CONFIRM, Node.EXECUTE]
    once.append(Node.PROGRESS)
    assert nodes_of(run) == [*once, *once, *once, Node.OBSERVE, Node.GOAL_CHECK]
    stages = [each.stage for each in run.of(StagePromoted)]
    assert stages == [Stage.CONTEXT, Stage.LOCATE, Stage.VERIFY, Stage.DONE]
    types_seen = [each.page_type for each in run.of(PageSeen)]
    assert types_seen == [PageType.DETAIL, PageType.LISTING, PageType.DETAIL, PageType.DETAIL]
    assert [step.description for step in run.adopted] == ["Click “Kettles”", "Click “Red kettle”"]
    scores = [each.score for each in run.of(ProgressJudged)]
    assert scores[1] > scores[0]
    ids = [{each.agent_id for each in page_of(e.situation).elements} for e in run.requests]
    assert [each.came for each in run.requests[:2]] == [ids[0], ids[1] - ids[0]]


@dataclass
class BusyWeb(SmallWeb):
    """Does not answer so many looks."""

    busy: int = 0

    def situation(self) -> Situation:
        now, self.busy = super().situation(), self.busy - 1
        silent = replace(page_of(now), elements=(), trouble="It does not answer.", is_silent=True)
        return replace(now, page=silent) if self.busy >= 0 else now


@pytest.mark.parametrize(("looks", "is_told"), [(9, True), (99, False)])
async def test_a_page_that_is_at_work_is_waited_for_before_anybody_is_asked(
    looks: int, *, is_told: bool
) -> None:
    """But not for ever, and in vain only once."""
    web = BusyWeb(shop().pages, "/kettles", busy=looks)
    run = StandInRun("Find the red kettle", web, clicking("Red kettle"))
    outcome = await ended(run)
    assert (outcome.terminal is Terminal.GOAL_SATISFIED) == is_told
    assert page_of(run.requests[0].situation).is_silent != is_told
    assert is_told or web.busy > 70


async def test_a_page_that_is_long_silent_at_each_look_is_waited_for_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(observe, "_BLANK_SECS", 0.0)
    web = BusyWeb(shop().pages, "/kettles", busy=99)
    await ended(StandInRun("Find the red kettle", web, clicking("Red kettle")))
    assert web.busy > 82


async def test_a_goal_that_is_reached_at_once_is_claimed_at_once() -> None:
    run = StandInRun("Find the red kettle", replace(shop(), url="/kettles/red"), clicking())
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED and len(run.requests) == 1


async def test_what_a_model_makes_of_the_goal_is_recorded_and_kept() -> None:
    told = proposed(
        ActionName.DONE, text="31 EUR", goal_kind=GoalKind.OBJECT, task_mode=TaskMode.ANSWER
    )
    web = replace(shop(), url="/kettles/red")
    goal = WebGoal("Was kostet der rote Kessel?", is_told=False)
    run = StandInRun(goal.text, web, always(told), wanted=goal)
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED and outcome.message.startswith("31 EUR")
    assert [each.task_mode for each in run.of(GoalRead)] == [TaskMode.FIND, TaskMode.ANSWER]
    kept = state_from_text(run.checkpoints[-1])
    assert (kept["goal_kind"], kept["task_mode"]) == ("object", "answer")
    assert not run.requests[0].goal.is_told and run.requests[-1].goal.is_told


async def test_a_list_is_reached_where_several_things_fit() -> None:
    run = StandInRun("List all kettles", shop(), clicking("Kettles"))
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert run.of(GoalRead)[0].goal_kind is GoalKind.LIST


async def test_an_answer_counts_where_it_stands_on_the_page() -> None:
    goal = "What is the cost of the red kettle?"
    chooser = in_order(clicks("Kettles"), clicks("Red kettle"), says("It costs 31 EUR"))
    run = StandInRun(goal, shop(), chooser)
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert outcome.message.startswith("It costs 31 EUR")
    assert run.of(GoalRead)[0].task_mode is TaskMode.ANSWER


async def test_an_answer_that_stands_nowhere_is_refused_and_fails_in_the_end() -> None:
    chooser = in_order(clicks("Kettles"), clicks("Red kettle"), says("99 EUR"))
    run = StandInRun("What is the cost of the red kettle?", shop(), chooser)
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_FAILED
    assert outcome.reason == "insufficient_knowledge: claim_not_confirmed"
    assert "99 EUR" in run.of(ProposalRefused)[0].why
    assert "does not stand on the page" in run.requests[-1].error


async def test_an_action_is_done_where_the_page_confirms_it() -> None:
    chooser = clicking("Kettles", "Red kettle", "Add to cart")
    run = StandInRun("Add the red kettle to the cart", shop(), chooser)
    outcome = await ended(run)
    assert (outcome.terminal, run.web.url) == (Terminal.GOAL_SATISFIED, "/cart")
    assert "added" in outcome.message


async def test_what_was_sent_and_not_confirmed_is_not_called_done() -> None:
    silent = shop().pages["/about"]  # as if nothing had been sent
    chooser = in_order(clicks("About"), types("name", "Ada"), clicks("Send"), DONE)
    goal = "Fill in the form: name 'Ada', and send it"
    run = StandInRun(goal, shop(**{"/thanks": silent}), chooser)
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, DONE_NOT_SEEN)

    chooser = in_order(clicks("About"), types("name", "Ada"), clicks("Send"), DONE)
    run = StandInRun(goal, shop(), chooser)
    assert (await ended(run)).terminal is Terminal.GOAL_SATISFIED


async def test_a_download_is_done_when_a_file_was_saved() -> None:
    page = SmallPage(
        "Papers",
        "Papers to take home: the annual report.",
        (Part("Annual report", "/report.pdf", saves="annual-report.pdf"),),
    )
    web = SmallWeb({"/": page}, "/")
    run = StandInRun(
        "Download the annual report", web, in_order(DONE, clicks("Annual report"), DONE)
    )
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED and "annual-report.pdf" in outcome.message
    assert "nothing on the page shows it" in run.of(ProposalRefused)[0].why


async def test_a_file_from_elsewhere_than_the_link_leads_to_is_not_claimed_as_its() -> None:
    link = Part("Annual report", "/report.pdf", saves="toolbar.exe", from_elsewhere=True)
    web = SmallWeb(
        {"/": SmallPage("Papers", "Papers to take home: the annual report.", (link,))}, "/"
    )
    goal = "Download the annual report"
    outcome = await ended(StandInRun(goal, web, in_order(clicks("Annual report"), DONE, DONE)))
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_SATISFIED, "done_not_seen")
    assert "“toolbar.exe” was saved, but" in outcome.message


def test_a_file_that_a_page_hands_out_by_itself_is_not_what_was_downloaded() -> None:
    came, own = (Download(each, "/", "x", 3, "saved", came_of=each) for each in ("", "1"))
    page = Page("/", "Papers", downloads=(came, own, came))
    assert saved_of(page, 0) == [own] and saved_of(page, 2) == []


async def test_a_file_from_before_the_run_is_not_what_it_downloads() -> None:
    page = SmallPage("Papers", "Papers.", (Part("Annual report", "/report.pdf"),))
    web = SmallWeb({"/": page}, "/")
    web.downloads = (Download("annual-report.pdf", "/report.pdf", "x", 3, "saved"),)
    run = StandInRun("Download the annual report", web, in_order(PlanFailed("no")))
    assert (await ended(run)).terminal is Terminal.GOAL_FAILED


NOTHING_FOUND = SmallPage(
    "Results for “red kettle”",
    "Results for “red kettle”\nNo products found for “red kettle”.\nOur shop is open every day.",
    (Part("Papers", "/papers"), Part("Only what is needed", "/papers", tag="button", submits=True)),
)


@pytest.mark.parametrize("goal", ["Find the red kettle", "List all red kettles"])
async def test_the_echo_of_a_search_is_no_find(goal: str) -> None:
    url = "/search?q=red+kettle"
    run = StandInRun(goal, SmallWeb({url: NOTHING_FOUND}, url), always(DONE))
    assert (await ended(run)).terminal is Terminal.GOAL_FAILED


# -- terminals of failure ------------------------------------------------------------------------


async def test_a_frozen_world_after_its_budget_is_stuck() -> None:
    page = SmallPage("Wall", "A wall. It never changes, whatever one does.", (Part("Wall"),))
    run = StandInRun("Find the red kettle", SmallWeb({"/": page}, "/"), always(SCROLL))
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.LOOP_STUCK, "world_frozen")
    limits = WebLimits()
    assert len(run.requests) == limits.max_repeats + 1  # once more, told that it goes in circles
    assert run.requests[-1].is_looping and run.requests[-1].loop_words
    assert Node.LOOP_MITIGATION in nodes_of(run)


async def test_what_does_nothing_until_it_is_avoided_is_a_loop() -> None:
    page = SmallPage("Wall", "A wall and a red bell. It never changes.", (Part("Bell"),))
    web = SmallWeb({"/": page}, "/")

    def choose(request: WebRequest) -> WebProposal | Exception:
        bell = click(request, "Bell")
        return PlanFailed("No idea.") if bell.agent_id in request.avoid else bell

    run = StandInRun("Click the bell", web, choose)
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.LOOP_STUCK, "world_frozen")
    assert "Bell" in outcome.message and len(run.performed) == WebLimits().max_element_failures


async def test_what_changes_the_picture_alone_is_no_failure_of_what_was_clicked() -> None:
    class Tool(SmallWeb):
        def situation(self) -> Situation:
            now = super().situation()
            shown = bytes([90 * (len(self.done) % 3)]) * len(now.frame.pixels)
            return replace(now, frame=replace(now.frame, pixels=shown))

    page = SmallPage("Board", "A board. It never changes.", (Part("Oval"),))
    run = StandInRun("Draw", Tool({"/": page}, "/"), lambda request: click(request, "Oval"))
    await ended(run)
    assert len(run.performed) > WebLimits().max_element_failures
    assert not any(request.avoid for request in run.requests)


async def test_a_world_that_moves_is_not_stuck_however_often_an_action_repeats() -> None:
    class Counter(SmallWeb):
        def perform(self, action: object, agent_id: str) -> None:
            super().perform(action, agent_id)  # type: ignore[arg-type]
            text = f"Counted to {len(self.done)}, and the sea is wide and blue today."
            self.pages["/"] = SmallPage("Counter", text, (Part("More"),))

    web = Counter({"/": SmallPage("Counter", "Counted to 0.", (Part("More"),))}, "/")
    run = StandInRun("Find the red kettle", web, lambda request: click(request, "More"))
    outcome = await ended(run, WebLimits(max_steps=20, max_no_progress=30))
    assert outcome.terminal is Terminal.BUDGET_EXHAUSTED and outcome.reason == "max_steps"


async def test_going_to_and_fro_without_progress_is_not_enough_knowledge() -> None:
    pages = {
        "/a": SmallPage("A", "Nothing but a kettle is drawn here, in chalk.", (Part("b", "/b"),)),
        "/b": SmallPage("B", "Nothing but a kettle is drawn there, in ink.", (Part("a", "/a"),)),
    }
    to_and_fro = lambda request: click(request, request.mapping[0].text)  # noqa: E731
    run = StandInRun("Find the red kettle", SmallWeb(pages, "/a"), to_and_fro)
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_FAILED
    assert outcome.reason == "insufficient_knowledge: no_progress"


async def test_pages_that_can_not_be_used_never_leave_the_early_stages() -> None:
    pages = {
        f"/{n}": SmallPage(f"Page {n}", "Out of order.", (Part("on", f"/{n + 1}"),), status=500)
        for n in range(60)
    }
    run = StandInRun("Find the red kettle", SmallWeb(pages, "/0"), lambda r: click(r, "on"))
    outcome = await ended(run)
    assert outcome.reason == "insufficient_knowledge: stage_not_advanced"
    assert not run.of(StagePromoted)


async def test_all_steps_used_is_a_budget() -> None:
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Blue kettle"))
    outcome = await ended(run, WebLimits(max_steps=2))
    assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_steps")
    assert len(run.of(PageSeen)) == 2


async def test_all_visits_to_nodes_used_is_a_budget() -> None:
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Red kettle"))
    outcome = await ended(run, WebLimits(recursion_limit=9))
    assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "recursion_limit")
    assert len(nodes_of(run)) == 9


# -- errors, once --------------------------------------------------------------------------------


async def test_a_planner_without_an_idea_is_asked_once_more() -> None:
    chooser = in_order(PlanFailed("No idea."), clicks("Kettles"), clicks("Red kettle"), DONE)
    run = StandInRun("Find the red kettle", shop(), chooser)
    assert (await ended(run)).terminal is Terminal.GOAL_SATISFIED
    assert nodes_of(run).count(Node.ERROR_RETRY) == 1
    assert "No idea." in run.requests[1].error


@pytest.mark.parametrize(
    ("error", "reason"),
    [(PlanFailed("No idea."), "planner_failed"), (ModelTimedOut("Late."), "planner_timeout")],
)
async def test_what_fails_twice_in_a_row_ends_the_run(error: Exception, reason: str) -> None:
    run = StandInRun("Find the red kettle", shop(), always(error))
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, reason)
    assert str(error) in outcome.message


async def test_an_address_that_is_hidden_in_part_is_refused() -> None:
    hidden = proposed(ActionName.NAVIGATE, text=f"/kettles?token={MASK}")
    run = StandInRun("Find the red kettle", shop(), always(hidden))
    assert "A part of that address is hidden" in (await ended(run)).message


@pytest.mark.parametrize("action", [ActionName.DONE, ActionName.ASK_USER])
async def test_a_meta_action_on_an_early_stage_is_refused(action: ActionName) -> None:
    page = SmallPage("Sand", "Sand, and nothing else.", (Part("on", "/1"),), status=500)
    proposal = proposed(action, text="Shall I?")
    run = StandInRun("Find the red kettle", SmallWeb({"/": page}, "/"), always(proposal))
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "planner_disallowed_action")
    refused = run.of(ProposalRefused)
    assert [each.why.startswith("planner_disallowed_action") for each in refused] == [True, True]
    assert not run.questions and action not in run.requests[0].allowed


async def test_an_element_that_fails_twice_is_avoided_and_another_one_is_tried() -> None:
    page = SmallPage(
        "Harbour shop",
        "All our kettles, at the harbour.",
        (Part("Kettles here", "/kettles", is_dead=True), Part("Kettles there", "/kettles")),
    )

    def choose(request: WebRequest) -> WebProposal:
        free = [each for each in request.mapping if each.agent_id not in request.avoid]
        best = next((each for each in free if "Red" in each.text), None)
        best = best or next((each for each in free if "here" in each.text), None)
        return proposed(ActionName.CLICK, best.agent_id) if best else DONE

    run = StandInRun("Find the red kettle", shop(**{"/": page}), choose)
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert run.requests[2].avoid and "covered" in run.requests[2].error
    assert ("Kettles here",) in [each.avoided for each in run.of(PageSeen)], "told by its name"


async def test_who_insists_on_what_fails_fails() -> None:
    page = SmallPage("Shop", "Kettles and cups.", (Part("Kettles", "/k", is_dead=True),))
    web = SmallWeb({"/": page}, "/")
    run = StandInRun("Find the red kettle", web, lambda request: click(request, "Kettles"))
    outcome = await ended(run)
    assert outcome.reason == "execute_failed" and "covered" in outcome.message
    assert run.requests[-1].avoid and len(run.web.done) == 3


async def test_what_the_operator_turned_down_is_not_done_and_is_told() -> None:
    def verdict(step: PlanStep) -> StepSkipped | StepRejected | None:
        return StepRejected(step, "operator said no: not this") if "About" in str(step) else None

    run = StandInRun(
        "Find the red kettle", shop(), clicking("About", "Kettles", "Red kettle"), verdict=verdict
    )
    assert (await ended(run)).terminal is Terminal.GOAL_SATISFIED
    assert "not this" in run.requests[1].attempts[-1].why and run.requests[1].avoid
    assert run.performed[0][1].description == "Click “Kettles”"


@pytest.mark.parametrize("is_operators", [True, False])
async def test_a_target_that_was_found_anew_at_the_gate_is_not_told_as_the_operator_s(
    is_operators: bool,
) -> None:
    def verdict(step: PlanStep) -> Passed | None:
        there = next((each for each in run.seen.zones if each.label == "Kettles"), None)
        if there is None or "About" not in step.description:
            return None
        return Passed(replace(step, zone_id=there.zone_id), run.seen, RISK, is_operators)

    chooser = clicking("About", "Red kettle")
    run = StandInRun("Find the red kettle", shop(), chooser, verdict=verdict)
    await ended(run)
    told = run.requests[1].attempts[-1]
    assert (told.description, told.is_edited) == ("Click “Kettles”", is_operators)


def no_to(words: str) -> Callable[[PlanStep], StepSkipped | StepRejected | None]:
    def verdict(step: PlanStep) -> StepSkipped | StepRejected | None:
        return StepRejected(step, "operator said no") if words in step.description else None

    return verdict


async def test_where_nothing_is_left_after_a_no_the_run_says_what_was_refused() -> None:
    chooser = clicking("Kettles", "Red kettle", "Add to cart")
    run = StandInRun("Add the red kettle to the cart", shop(), chooser, verdict=no_to("Add"))
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "refused")
    assert "Click “Add to cart” was refused: operator said no." in outcome.message
    assert run.requests[3].attempts[-1].is_refused


async def test_who_insists_on_what_was_refused_is_asked_for_no_third_time() -> None:
    chooser = lambda request: click(request, "Kettles")  # noqa: E731
    run = StandInRun("Add the red kettle to the cart", shop(), chooser, verdict=no_to("Kettles"))
    outcome = await ended(run)
    assert (outcome.reason, len(run.requests)) == ("refused", 3)


# -- asking --------------------------------------------------------------------------------------


ASKS = proposed(ActionName.ASK_USER, text="Red or blue?", choices=("red", "blue"))


async def test_an_answered_question_is_told_to_the_thinker() -> None:
    chooser = in_order(clicks("Kettles"), ASKS, clicks("Red kettle"), DONE)
    run = StandInRun("Find the red kettle", shop(), chooser, answer="red")
    assert (await ended(run)).terminal is Terminal.GOAL_SATISFIED
    assert run.requests[-1].answers == {"Red or blue?": "red"}
    assert run.questions == [asked_by_thinker("Red or blue?")]


async def test_a_question_that_nobody_answers_is_the_stop_reason() -> None:
    run = StandInRun("Find the red kettle", shop(), in_order(clicks("Kettles"), ASKS))
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.GOAL_FAILED, "ask_user")
    assert outcome.message.count("It was asked “Red or blue?”, and nobody answered.") == 1
    assert nodes_of(run)[-1] is Node.ASK_USER
    kept = state_from_text(run.checkpoints[-1])
    assert kept["stop_reason"] == "It was asked “Red or blue?”, and nobody answered."


async def test_a_question_in_a_frozen_world_ends_as_stuck_and_is_kept() -> None:
    page = SmallPage("Wall", "A wall and a red bell. It never changes.", (Part("Bell"),))

    def choose(request: WebRequest) -> WebProposal:
        bell = click(request, "Bell")
        return ASKS if bell.agent_id in request.avoid else bell

    run = StandInRun("Click the red bell", SmallWeb({"/": page}, "/"), choose)
    outcome = await ended(run)
    assert (outcome.terminal, outcome.reason) == (Terminal.LOOP_STUCK, "world_frozen")
    assert outcome.message.count("It was asked “Red or blue?”, and nobody answered.") == 1
    assert nodes_of(run)[-1] is Node.ASK_USER


# -- looking -------------------------------------------------------------------------------------


async def test_a_loop_is_scanned_view_by_view_before_the_thinker_is_asked_again() -> None:
    page = SmallPage(
        "Feed",
        "Gulls, and more gulls.",
        (Part("Gull"),),
        height=3 * HEIGHT,
        below=(Part("Red kettle", "/kettles/red"),),
    )

    def choose(request: WebRequest) -> WebProposal:
        known = [each.text for each in request.mapping]
        if "Add to cart" in known:
            return DONE
        return click(request, "Red kettle" if "Red kettle" in known else "Gull")

    run = StandInRun("Find the red kettle", shop(**{"/": page}), choose)
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert max(each.auto_scrolls_used for each in run.of(PageSeen)) == 1


async def test_a_conservative_pass_only_looks_and_can_be_left_out() -> None:
    page = SmallPage("Wall", "A wall.", (Part("Wall"),), height=3 * HEIGHT)
    for may_be, before_scroll in ((True, 2), (False, 1)):
        web = SmallWeb({"/": page}, "/")
        run = StandInRun("Find the red kettle", web, lambda request: click(request, "Wall"))
        await ended(run, WebLimits(may_be_conservative=may_be))
        mitigations = [each for each in run.events if isinstance(each, NodeEntered | PageSeen)]
        at = next(
            number
            for number, each in enumerate(mitigations)
            if isinstance(each, PageSeen) and each.auto_scrolls_used
        )
        passed = [each for each in mitigations[:at] if isinstance(each, NodeEntered)]
        count = sum(each.node is Node.LOOP_MITIGATION for each in passed)
        assert count == before_scroll


async def test_the_looks_of_a_run_keep_the_pictures_that_its_settings_say() -> None:
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Red kettle"))
    await ended(run, WebLimits(observe_screenshot_mode="on_change"))
    assert run.pictures == ["on_change"] * 4


async def test_a_listing_that_comes_late_is_looked_for_below_the_view() -> None:
    page = SmallPage(
        "Kettles",
        "4 products",
        height=3 * HEIGHT,
        below=tuple(Part(f"{name} kettle", f"/kettles/{name}") for name in ("red", "blue", "tin")),
    )
    run = StandInRun("List all kettles", SmallWeb({"/": page}, "/"), clicking())
    outcome = await ended(run)
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert len(run.web.done) == 1 and "lists 3 things" in outcome.message


async def test_where_the_operator_takes_something_back_the_run_looks_again() -> None:
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Red kettle"))

    async def taken_back() -> None:
        run.web.url = "/"

    run.on_heed = taken_back
    heeded = run.chooser

    def choose(request: WebRequest) -> WebProposal | Exception:
        if len(run.requests) == 2:
            run.is_overruled = True
            return click(request, "Red kettle")
        wanted = "Kettles" if request.situation.page and request.situation.page.url == "/" else ""
        return click(request, wanted) if wanted else heeded(request)

    run.chooser = choose
    await ended(run, WebLimits(max_steps=5))
    assert [step.description for _, step in run.performed][:2] == ["Click “Kettles”"] * 2
    assert run.requests[2].state_change == "the operator took something back"


@pytest.mark.parametrize(
    ("also", "is_clicked"),
    [((), True), ((Part("Red kettle", "/kettles/red", context="red kettle"),), False)],
    ids=["the only one like it", "one of two"],
)
async def test_what_a_page_draws_anew_while_it_is_thought_about_is_the_one_that_is_like_it(
    also: tuple[Part, ...], is_clicked: bool
) -> None:
    run = StandInRun("Find the red kettle", shop(), clicking("Kettles", "Red kettle"))
    heeded, shown = run.chooser, run.web.pages["/kettles"]

    def choose(request: WebRequest) -> WebProposal | Exception:
        chosen = heeded(request)
        if len(run.requests) == 2:
            run.web.pages["/kettles"] = replace(shown, parts=(shown.parts[0], *also))
            run.web.drawn_anew += 1
        return chosen

    run.chooser = choose
    await ended(run, WebLimits(max_steps=4))
    first = [step.description for _, step in run.performed][1:2]
    assert (first == ["Click “Red kettle”"]) is is_clicked
