"""Local planning: the document's worked examples, decision for decision, and what goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from engine.domain.actions import Click, PressKeys, Replan, TypeText
from engine.domain.approvals import Asking, Reject
from engine.domain.conditions import Condition, TextShown, WindowShown
from engine.domain.errors import PlanFailed, ReplyInvalid
from engine.domain.events import SessionEnded, StepEnded, ThinkerAsked
from engine.domain.limits import Limits
from engine.domain.local_planning import Assessment, ExplorationOption, LocalProposal
from engine.domain.performing import (
    LocalDecided,
    LocalPlanningEnded,
    LocalPlanningStarted,
    LocalProposed,
    ReversalEnded,
    ReversalStarted,
)
from engine.domain.plans import GLOBAL_ZONE_ID, PlanSegment, PlanStep, Situation
from engine.domain.risks import UndoWay
from engine.domain.terminals import Outcome, Terminal
from engine.domain.zones import Role, Zone
from engine.modes.director import Director
from engine.record.views.fold import fold_all
from engine.session.looking import Looking
from tests.support.maze import Maze
from tests.support.stage import Play, ScriptedApprover, ScriptedThinker, play, situation, zone

E = TypeVar("E")
LIMITS = Limits(max_step_retries=0, settle_secs=0.02)


def screen(
    *labels: str, role: Role = Role.BUTTON, titles: Sequence[str] = ("Practice",)
) -> Situation:
    zones = [named(label, at, role, titles[0]) for at, label in enumerate(labels)]
    return situation(*zones, titles=tuple(titles))


def named(label: str, at: int, role: Role, window: str) -> Zone:
    return zone(label, role, at=at, window_id=window)


def click(label: str, *tries: str, options: Sequence[str] = ()) -> LocalProposal:
    return _proposal(PlanStep(1, label, label, Click(), f"Click {label}"), tries, options)


def press(*chord: str, tries: str = "") -> LocalProposal:
    step = PlanStep(1, GLOBAL_ZONE_ID, "", PressKeys(chord), f"Press {'+'.join(chord)}")
    return _proposal(step, (tries,) if tries else (), ())


def _proposal(step: PlanStep, tries: Sequence[str], options: Sequence[str]) -> LocalProposal:
    explored = tuple(ExplorationOption(name, name.replace("_", " ")) for name in options)
    return LocalProposal(step, explored, "".join(tries))


def unreachable(number: int, words: str, title: str) -> PlanSegment:
    step = PlanStep(number, "missing", "missing", Click(), words, WindowShown(title))
    return PlanSegment((step,), finishes=True)


def scripted(
    segment: PlanSegment, proposals: Sequence[LocalProposal | Exception], distances: Sequence[float]
) -> ScriptedThinker:
    """The first distance is told with the first proposal, the others after each action."""
    thinker = ScriptedThinker(segment)
    first = proposals[0]
    assert isinstance(first, LocalProposal)
    begin = LocalProposal(first.step, first.options, first.tries, distances[0])
    thinker.proposals = [begin, *proposals[1:]]
    thinker.assessments = [Assessment(distance) for distance in distances[1:]]
    return thinker


def decisions(scene: Play) -> list[str]:
    return [event.decision for event in events(scene, LocalDecided)]


def events(scene: Play, kind: type[E]) -> list[E]:
    return [event for event in scene.log.events if isinstance(event, kind)]


def adding_files() -> Maze:
    """The batch page: its button opens the wrong menu, Ctrl+O the dialog."""
    screens = {
        "main": screen("Add Files", "Process"),
        "menu": screen(
            "Paste paths", "Sort by name", role=Role.MENU_ITEM, titles=("menu", "Practice")
        ),
        "dialog": screen("Open", "Cancel", titles=("Add Files", "Practice")),
    }
    ways = {"main": {"Add Files": "menu", "ctrl+o": "dialog"}, "menu": {"escape": "main"}}
    return Maze(screens, ways, "main")


def settings() -> Maze:
    """Settings stand under Tools, and Export beside them is a dead end."""
    screens = {
        "main": screen("Tools", "Help"),
        "tools": screen("Export", "Settings", role=Role.MENU_ITEM, titles=("menu", "Practice")),
        "export": screen("Format", "Cancel", titles=("Export", "Practice")),
        "settings": screen("Autosave", "OK", titles=("Settings", "Practice")),
    }
    ways = {
        "main": {"Tools": "tools"},
        "tools": {"Export": "export", "Settings": "settings", "escape": "main"},
        "export": {"Cancel": "main"},
    }
    return Maze(screens, ways, "main")


@pytest.mark.parametrize("at", ["main", "menu"], ids=["nothing seen", "the menu only closed"])
async def test_what_seems_to_have_brought_nothing_may_come_late(
    monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """The thinker is asked for no distance before the dialog had its time to come."""
    maze = adding_files()
    maze.now, maze.at, maze.ways = maze.screens[at], at, {"menu": {"ctrl+o": "main"}}
    at_rest = Looking.look_at_rest

    async def comes_meanwhile(looks: Looking) -> Situation:
        maze.now = maze.screens["dialog"]
        return await at_rest(looks)

    monkeypatch.setattr(Looking, "look_at_rest", comes_meanwhile)
    segment = unreachable(8, "Add files to the batch", "Add Files")
    scene = play(maze, scripted(segment, [press("ctrl", "o")], [2.0]), limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED, outcome
    assert decisions(scene) == ["reached"]


async def test_the_first_worked_example_decision_for_decision() -> None:
    """Add files: a wrong menu, left again, then the shortcut: three iterations."""
    thinker = scripted(
        unreachable(8, "Add files to the batch", "Add Files"),
        [
            click("Add Files", options=["try_different_menu", "try_keyboard_shortcut"]),
            press("escape", tries="try_different_menu"),
            press("ctrl", "o"),
        ],
        [2.0, 3.5, 2.0],
    )
    scene = play(adding_files(), thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert decisions(scene) == ["retain", "explore", "reached"]
    decided = events(scene, LocalDecided)
    moves = [(each.inputs.distance_before, each.inputs.distance_after) for each in decided]
    assert moves == [(2.0, 3.5), (3.5, 2.0), (2.0, 10.0)]
    assert (decided[1].explored_count, decided[1].inputs.option_count) == (1, 2)
    assert decided[1].next_option == "try_keyboard_shortcut"
    assert [each.local for each in decided] == [1, 2, 3]
    hint = thinker.local_requests[2].hint
    assert hint is not None and hint.name == "try_keyboard_shortcut"


SETTINGS_PROPOSALS = [
    click("Tools"),
    click("Export", options=["try_different_export_type", "click_cancel"]),
    click("Format"),
    click("Cancel"),
    click("Tools"),
    click("Settings"),
]
SETTINGS_DISTANCES = [1.0, 4.0, 3.0, 3.0, 1.0, 4.0]


async def test_the_second_worked_example_decision_for_decision() -> None:
    """Settings after the dead end of Export: six iterations with one revert."""
    thinker = scripted(
        unreachable(8, "Open the settings", "Settings"), SETTINGS_PROPOSALS, SETTINGS_DISTANCES
    )
    scene = play(settings(), thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert decisions(scene) == ["retain", "explore", "explore", "revert", "retain", "reached"]
    explored = [each.explored_count for each in events(scene, LocalDecided)]
    assert explored[1:4] == [0, 1, 2]


async def test_already_back_costs_nothing_and_takes_a_state_number_but_no_iteration() -> None:
    """Of a click that showed nothing, in a window that is closed, it can't be told."""
    thinker = scripted(
        unreachable(8, "Open the settings", "Settings"), SETTINGS_PROPOSALS, SETTINGS_DISTANCES
    )
    scene = play(settings(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    [reversal] = events(scene, ReversalEnded)
    assert (reversal.returned, reversal.ways) == ("can't tell", ())
    assert (reversal.undone, reversal.untold) == (("1.8.4", "1.8.2", "1.8.1"), ("1.8.3",))
    assert "Click Format" in reversal.evidence[0]
    assert reversal.local == 5
    assert [each.local for each in events(scene, LocalDecided)] == [1, 2, 3, 4, 6, 7]
    [ended] = events(scene, LocalPlanningEnded)
    assert (ended.result, ended.iterations) == ("reached", 6)
    assert len(scene.stage.done) == 6


async def test_only_what_stands_enters_the_completed_list_as_it_was_done() -> None:
    thinker = scripted(
        unreachable(8, "Open the settings", "Settings"), SETTINGS_PROPOSALS, SETTINGS_DISTANCES
    )
    scene = play(settings(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    done = ["Click Tools", "Click Settings"]
    assert [step.description for step in scene.session.steps.completed] == done
    folded = fold_all(scene.log.recorded)
    assert [step.description for step in folded.completed_steps] == done


async def test_an_iteration_costs_two_calls_at_most() -> None:
    thinker = scripted(
        unreachable(8, "Open the settings", "Settings"), SETTINGS_PROPOSALS, SETTINGS_DISTANCES
    )
    scene = play(settings(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    per_state: dict[str, int] = {}
    for asked in events(scene, ThinkerAsked):
        if asked.cause != "plan":
            per_state[asked.place] = per_state.get(asked.place, 0) + asked.calls
    assert len(per_state) == 6 and max(per_state.values()) <= 2


async def test_reversibility_is_declared_before_anything_is_performed() -> None:
    thinker = scripted(unreachable(8, "Add files", "Add Files"), [press("ctrl", "o")], [2.0])
    scene = play(adding_files(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    kinds = [type(event).__name__ for event in scene.log.events]
    [proposed] = events(scene, LocalProposed)
    assert proposed.reversibility.how
    assert kinds.index("LocalProposed") < kinds.index("ActionStarted")


async def test_a_dead_end_is_taken_back_and_the_return_is_verified() -> None:
    """No option and no progress: Escape brings the state before back, and that is seen."""
    thinker = scripted(
        unreachable(1, "Add files", "Add Files"),
        [click("Add Files"), press("ctrl", "o")],
        [2.0, 2.0],
    )
    maze = adding_files()
    scene = play(maze, thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    [reversal] = events(scene, ReversalEnded)
    assert (reversal.returned, reversal.undone) == ("restored", ("1.1.1",))
    assert reversal.ways == ("press Escape",)
    assert maze.went == ["main", "menu", "main", "dialog"]


async def test_what_can_not_be_taken_back_is_not_popped_and_ends_the_local_plan() -> None:
    maze = adding_files()
    maze.ways["menu"].clear()
    thinker = scripted(unreachable(1, "Add files", "Add Files"), [click("Add Files")], [2.0, 2.0])
    scene = play(maze, thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is not Terminal.GOAL_SATISFIED
    [reversal] = events(scene, ReversalEnded)
    assert (reversal.returned, reversal.undone) == ("not restored", ())
    assert any("menu" in difference for difference in reversal.evidence)
    [ended] = events(scene, LocalPlanningEnded)
    assert ended.result == "cancelled" and "could not be taken back" in ended.reason
    local = fold_all(scene.log.recorded).segments[0].steps[0].local
    assert local is not None and not local.states[0].is_reverted


async def test_the_thinker_is_asked_how_to_undo_what_nobody_else_can() -> None:
    """Only F9 leads back; what the thinker says passes the gate and is judged like the rest."""
    maze = adding_files()
    maze.ways["menu"] = {"f9": "main"}
    thinker = scripted(
        unreachable(1, "Add files", "Add Files"),
        [click("Add Files"), press("ctrl", "o")],
        [2.0, 2.0],
    )
    thinker.ways = [UndoWay("press F9", (press("f9").step,))]
    scene = play(maze, thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    [reversal] = events(scene, ReversalEnded)
    assert (reversal.returned, reversal.ways[-1]) == ("restored", "press F9")
    assert "revert" in [asked.cause for asked in events(scene, ThinkerAsked)]


async def test_it_gives_up_after_the_iterations_allowed() -> None:
    steps = [click("Tools"), press("escape", tries=""), click("Help"), press("f5")]
    thinker = scripted(unreachable(1, "Open the settings", "Settings"), steps, [1.0, 2.0, 3.0, 4.0])
    limits = Limits(max_step_retries=0, settle_secs=0.02, max_local_iterations=3)
    scene = play(settings(), thinker, limits=limits)
    await scene.session.run(Director())
    [ended] = events(scene, LocalPlanningEnded)
    assert (ended.result, ended.iterations) == ("cancelled", 3)
    assert "3 iterations were not enough" in ended.reason


async def test_going_in_circles_cancels() -> None:
    back_and_forth = [click("Tools"), press("escape")] * 3
    thinker = scripted(
        unreachable(1, "Open the settings", "Settings"),
        back_and_forth,
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    )
    scene = play(settings(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    assert decisions(scene) == ["retain"] * 4 + ["cancel"]
    assert "circles" in events(scene, LocalDecided)[-1].reason


async def test_the_thinkers_word_that_it_can_not_be_reached_cancels() -> None:
    thinker = scripted(unreachable(1, "Open the settings", "Settings"), [click("Tools")], [1.0])
    thinker.assessments = [Assessment(2.0, is_reachable=False, why="There are no settings.")]
    scene = play(settings(), thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert decisions(scene) == ["cancel"]
    assert "There are no settings." in events(scene, LocalPlanningEnded)[0].reason
    assert outcome.terminal is Terminal.GOAL_FAILED


@pytest.mark.parametrize(
    ("wanted", "is_taken"), [(TextShown("42 files"), True), (WindowShown("42 files"), False)]
)
async def test_the_thinkers_word_settles_what_the_screen_can_not_tell(
    wanted: Condition, is_taken: bool
) -> None:
    step = PlanStep(1, "missing", "missing", Click(), "Add files", wanted)
    thinker = scripted(PlanSegment((step,), finishes=True), [press("ctrl", "o")], [1.0])
    thinker.assessments = [Assessment(10.0, is_reached=True)]
    scene = play(adding_files(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    [ended] = events(scene, LocalPlanningEnded)
    assert (ended.result == "reached") is is_taken
    assert ("as the thinker says; the screen can't tell" in ended.reason) is is_taken


@pytest.mark.parametrize("is_word_given", [True, False])
@pytest.mark.parametrize("finds_fault", [True, False])
async def test_what_an_error_box_quotes_is_not_reached(
    *, is_word_given: bool, finds_fault: bool
) -> None:
    says = "Could not open “42 files”." if finds_fault else "Opened “42 files”."
    boxed = situation(
        zone("Add Files", window_id="Practice"),
        zone(says, Role.LABEL, at=1, window_id="Files"),
        zone("OK", at=2, window_id="Files"),
        titles=("Files", "Practice"),
    )
    boxed = replace(boxed, windows=(replace(boxed.windows[0], is_dialog=True), *boxed.windows[1:]))
    maze = Maze({"main": screen("Add Files"), "box": boxed}, {"main": {"Add Files": "box"}}, "main")
    step = PlanStep(1, "missing", "missing", Click(), "Find them", TextShown("42 files"))
    segment = PlanSegment((step,), finishes=True)
    thinker = scripted(segment, [click("Add Files")], [1.0])
    thinker.assessments = [Assessment(10.0, is_reached=is_word_given)]
    scene = play(maze, thinker, limits=replace(LIMITS, max_local_iterations=1))
    await scene.session.run(Director())
    ends = [each.result for each in events(scene, LocalPlanningEnded)]
    assert ends == ["cancelled" if finds_fault else "reached"]


async def test_the_same_action_again_is_sent_back_once_and_then_given_up() -> None:
    again = click("Help")
    thinker = scripted(
        unreachable(1, "Open the settings", "Settings"), [again, again, again], [1.0, 1.0]
    )
    scene = play(settings(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    assert len(scene.stage.done) == 1
    assert "was tried from this state" in thinker.local_requests[-1].complaint
    assert "nothing new to try" in events(scene, LocalPlanningEnded)[0].reason


async def test_nonsense_is_sent_back_with_what_is_wrong_with_it() -> None:
    nonsense = LocalProposal(PlanStep(1, "x", "x", Replan(), "Look again"))
    nowhere = click("No such button")
    thinker = scripted(
        unreachable(1, "Open the settings", "Settings"),
        [click("Tools"), nonsense, nowhere, click("Settings")],
        [1.0, 4.0],
    )
    scene = play(settings(), thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    complaints = [request.complaint for request in thinker.local_requests]
    assert complaints[2] == "Looking again is no action; propose one."
    assert complaints[3] == "“No such button” is not in sight."


@pytest.mark.parametrize(
    "told", [[PlanFailed("No idea.")], [ReplyInvalid("No idea.")] * 2], ids=["none", "unreadable"]
)
async def test_a_thinker_without_an_idea_leaves_it_to_the_replan(told: list[Exception]) -> None:
    thinker = ScriptedThinker(
        unreachable(1, "Open the settings", "Settings"),
        PlanSegment((), finishes=True, reason="never mind"),
    )
    thinker.proposals = [*told]
    scene = play(settings(), thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert "No idea." in events(scene, LocalPlanningEnded)[0].reason
    failed = thinker.requests[1].failed
    assert failed is not None and "No idea." in failed.why


async def test_with_no_idea_left_it_goes_back_to_where_there_may_be_one() -> None:
    """Help is a blind alley that looked like progress: it is left, and Tools is tried instead."""
    maze = settings()
    maze.screens["help"] = screen("Guide", role=Role.MENU_ITEM, titles=("menu", "Practice"))
    maze.ways["main"]["Help"] = "help"
    maze.ways["help"] = {"escape": "main"}
    thinker = scripted(
        unreachable(1, "Open the settings", "Settings"),
        [click("Help"), PlanFailed("Nothing here."), click("Tools"), click("Settings")],
        [1.0, 2.0, 4.0],
    )
    scene = play(maze, thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert maze.went == ["main", "help", "main", "tools", "settings"]
    local = fold_all(scene.log.recorded).segments[0].steps[0].local
    assert local is not None and [each.number for each in local.states] == [1, 2, 3, 4]
    assert [each.is_revert for each in local.states] == [False, True, False, False]
    done = [step.description for step in scene.session.steps.completed]
    assert done == ["Click Tools", "Click Settings"]


async def test_a_way_back_that_falls_short_is_gone_once_where_there_is_no_idea() -> None:
    """What merely looks otherwise after it would look so each time."""
    maze = settings()
    maze.screens["help"] = screen("Guide", role=Role.MENU_ITEM, titles=("menu", "Practice"))
    main = maze.screens["main"]
    shown, half = main.frame.pixels, len(main.frame.pixels) // 2
    stained = replace(main.frame, pixels=bytes(255 - each for each in shown[:half]) + shown[half:])
    maze.screens["stained"] = replace(main, frame=stained)
    maze.ways["main"]["Help"] = "help"
    maze.ways["help"] = {"escape": "stained"}
    thinker = scripted(
        unreachable(1, "Open the settings", "Settings"),
        [click("Help"), *[PlanFailed("Nothing here.")] * 5],
        [1.0, 2.0, 4.0],
    )
    scene = play(maze, thinker, limits=LIMITS)
    await scene.session.run(Director())
    assert [each.returned for each in events(scene, ReversalEnded)] == ["not restored"]
    [ended] = events(scene, LocalPlanningEnded)
    assert ended.reason == "Nothing here."


async def test_what_the_operator_rejects_is_told_to_the_thinker() -> None:
    approver = ScriptedApprover([Reject("not that")])
    thinker = scripted(
        unreachable(1, "Open the settings", "Settings"),
        [click("Help"), click("Tools"), click("Settings")],
        [1.0, 4.0],
    )
    scene = play(settings(), thinker, limits=LIMITS, asking=Asking.EACH, approver=approver)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert "not that" in thinker.local_requests[1].complaint
    states = [event.state for event in events(scene, StepEnded) if event.local]
    assert states == ["rejected", "done", "done"]


async def test_the_way_to_a_missing_zone_lets_the_step_itself_be_performed() -> None:
    """Without a change to expect, the zone itself is what is looked for."""
    step = PlanStep(1, "settings_entry", "Settings…", Click(), "Click Settings")
    thinker = scripted(PlanSegment((step,), finishes=True), [click("Tools")], [1.0])
    maze = settings()
    scene = play(maze, thinker, limits=LIMITS)
    outcome = await scene.session.run(Director())
    assert outcome.terminal is Terminal.GOAL_SATISFIED
    assert [each.result for each in events(scene, LocalPlanningEnded)] == ["way found"]
    assert maze.at == "settings"
    assert [each.description for each in scene.session.steps.completed] == [
        "Click Tools",
        "Click Settings",
    ]


async def test_what_was_to_be_typed_and_only_stands_in_a_name_is_not_reached() -> None:
    """Its field was never there, so nothing was typed: what is called so has nothing to do with
    it."""
    step = PlanStep(1, "Name", "Name", TypeText("Help"), "Type Help", TextShown("Help"))
    thinker = scripted(PlanSegment((step,), finishes=True), [click("Tools")], [1.0])
    scene = play(settings(), thinker, limits=LIMITS)
    await scene.session.run(Director())
    assert "reached" not in [each.result for each in events(scene, LocalPlanningEnded)]


async def test_without_iterations_nothing_is_planned_locally() -> None:
    thinker = ScriptedThinker(unreachable(1, "Open the settings", "Settings"))
    limits = Limits(max_step_retries=0, settle_secs=0.02, max_local_iterations=0)
    scene = play(settings(), thinker, limits=limits)
    await scene.session.run(Director())
    assert not events(scene, LocalPlanningStarted)


async def test_the_calls_of_a_local_plan_come_from_the_runs_budget() -> None:
    thinker = scripted(
        unreachable(8, "Open the settings", "Settings"), SETTINGS_PROPOSALS, SETTINGS_DISTANCES
    )
    limits = Limits(max_calls=4, max_step_retries=0, settle_secs=0.02)
    scene = play(settings(), thinker, limits=limits)
    outcome = await scene.session.run(Director())
    assert (outcome.terminal, outcome.reason) == (Terminal.BUDGET_EXHAUSTED, "max_calls")
    [ended] = events(scene, SessionEnded)
    assert isinstance(ended.outcome, Outcome)
    assert not events(scene, ReversalStarted)


@pytest.mark.parametrize("choice", ["I did it: go on", "Leave it out"])
async def test_with_no_replan_left_the_operator_is_asked(choice: str) -> None:
    thinker = ScriptedThinker(
        unreachable(1, "Open the settings", "Settings"),
        PlanSegment((), finishes=True, reason="that was all"),
    )
    limits = Limits(max_step_retries=0, max_replans=0, settle_secs=0.02)
    approver = ScriptedApprover(choice=choice)
    scene = play(settings(), thinker, limits=limits, approver=approver)
    outcome = await scene.session.run(Director())
    assert outcome.reason == ("nothing_left_to_do" if "did" in choice else "steps_skipped")
