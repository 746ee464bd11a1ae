"""Groups that are left over are run where they were proposed, and a swallowed click is repeated."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Action, Click, PressKeys
from engine.domain.conditions import NewWindow, SomethingChanges, ZoneState
from engine.domain.events import ActionStarted
from engine.domain.exploring.events import StateSeen
from engine.domain.exploring.limits import CompletionReason, Fault, FaultKind
from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State, Window
from engine.modes.found_again import surely_after
from tests.support.exploring import Counters, Exploration, ScriptedExplorer, WatchFor, group, press
from tests.support.stage import situation, zone

FAULT = Fault(FaultKind.ERROR_DIALOG, "Counters", "B and D don't go together")


def b_and_d(seen: Situation) -> tuple[Fault, ...]:
    pressed = {each.label for each in seen.zones if each.value not in ("", "0")}
    return (FAULT,) if {"B", "D"} <= pressed else ()


class Paged(Counters):
    """Its second page, with C and D, is opened by Page."""

    def __init__(self) -> None:
        super().__init__("Page", "A", "B", "C", "D")
        self.hidden = {"C", "D"}
        self.now = self.shown()
        self.on_press = lambda label: self.hidden.clear() if label == "Page" else None

    async def reset(self) -> None:
        await super().reset()
        self.hidden = {"C", "D"}
        self.now = self.shown()


async def test_after_a_new_start_the_groups_left_over_are_run_where_they_were_proposed() -> None:
    stage = Paged()
    thinker = ScriptedExplorer(
        (group("Page"), group("A")),
        (group("B", "D", confidence=0.9), group("C", "D", confidence=0.1)),
        (group("A"), group("A")),
    )
    run = Exploration(stage, thinker, watch=WatchFor(b_and_d))
    assert await run.ends() is CompletionReason.LLM_COMPLETE
    assert stage.presses == ["Page", "C", "D", "A", "A"]
    assert max(each.actions for each in run.play.log.of(StateSeen)) == 8


class Asking(Counters):
    """B opens a dialog in front of all else; Escape closes it."""

    def shown(self) -> Situation:
        seen = super().shown()
        if not self.hidden:
            return seen
        dialog = Window("d", "Really?", "Window", Rect(0, 0, 9, 9), True, 0, is_dialog=True)
        behind = [replace(each, order=1, is_active=False) for each in seen.windows]
        asks = zone("Is it so?", Role.LABEL, window_id="d")  # a bare one would be waited for
        return replace(seen, windows=(dialog, *behind), zones=(*seen.zones, asks))

    def _take(self, action: Action) -> None:
        if isinstance(action, PressKeys):
            self.hidden.clear()
        super()._take(action)


async def test_a_dialog_that_a_group_left_open_is_closed_for_the_next_one() -> None:
    stage = Asking("A", "B")
    stage.on_press = lambda label: stage.hidden.update("AB") if label == "B" else None
    thinker = ScriptedExplorer((group("B", confidence=0.9), group("A", confidence=0.1)))
    run = Exploration(stage, thinker)
    await run.run()
    assert stage.presses == ["B", "A"]
    assert max(each.actions for each in run.play.log.of(StateSeen)) == 2


class Tabbed(Counters):
    """Its tab opens at the second click: the first one closes something else."""

    def shown(self) -> Situation:
        is_open = self.presses.count("Page") > 1
        states = {State.ENABLED, State.SELECTED} if is_open else {State.ENABLED}
        tab = zone("Page", Role.TAB, state=frozenset(states))
        return situation(
            tab, zone("A", at=1, value=str(self.presses.count("A"))), shade=len(self.presses)
        )


async def test_a_tab_whose_click_was_swallowed_is_clicked_once_more() -> None:
    stage = Tabbed("Page", "A")
    await Exploration(stage, ScriptedExplorer((group("A"),), (group("Page", "A"),))).run()
    assert stage.presses == ["A", "Page", "Page", "A"]


async def test_some_change_is_waited_for_after_a_group_unless_it_ends_with_a_key() -> None:
    thinker = ScriptedExplorer((group("A"),), (group("A", "B"),), (group("B", press("space")),))
    run = Exploration(Counters("A", "B"), thinker)
    await run.run()
    started = run.play.log.of(ActionStarted)
    awaited = [each.step.expected_change for each in started]
    assert awaited == [SomethingChanges(), None, SomethingChanges(), None, None]


def test_what_surely_comes_of_a_click_is_waited_for() -> None:
    assert surely_after(Click(), zone("Page", Role.TAB)) == ZoneState(
        "Page", "Page", State.SELECTED
    )
    assert surely_after(Click(), zone("Save as…", Role.MENU_ITEM)) == NewWindow()
    assert surely_after(Click(), zone("Larger", Role.MENU_ITEM)) == SomethingChanges()
    assert surely_after(Click(), zone("Add")) is None
    assert surely_after(Click(button="right"), zone("Page", Role.TAB)) is None
