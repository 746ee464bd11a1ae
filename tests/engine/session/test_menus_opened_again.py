"""Taking back what was ticked in a menu that nothing in sight belongs to."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Action, Click
from engine.domain.conditions import SomethingChanges
from engine.domain.history import Reversal
from engine.domain.plans import PlanStep, StepPlace
from engine.domain.terminals import Outcome, Terminal
from engine.domain.zones import Role, State
from engine.session.session import Session
from tests.support.stage import ScriptedThinker, Stage, play, situation, zone

CANVAS = zone("Drawing", Role.CANVAS)
ENTRY = zone("Ruler", Role.CHECK_MENU_ITEM, at=3)


class Drawing:
    """A canvas with a menu at the other button; its only entry shows and hides a ruler."""

    def __init__(self, *, ticks: bool) -> None:
        self._ticks = ticks
        self._is_on, self._is_open, self._opened = True, False, 0
        self.clicks: list[str] = []
        self.stage = Stage(situation(CANVAS, zone("0 1 2", Role.LABEL, at=2)))
        self.stage.on_action = self._on_action

    @property
    def is_on(self) -> bool:
        return self._is_on

    def _on_action(self, action: Action) -> None:
        self.clicks.append(getattr(action, "button", action.kind))
        if getattr(action, "button", "") == "right":
            self._is_open, self._opened = True, self._opened + 1
        elif self._is_open:
            self._is_open = False
            if isinstance(action, Click):
                self._is_on = not self._is_on
        zones = [CANVAS, *([zone("0 1 2", Role.LABEL, at=2)] if self._is_on else [])]
        if self._is_open:  # made anew each time, as some toolkits do
            is_told = self._is_on or not self._ticks
            state = ENTRY.state | ({State.CHECKED} if is_told else set())
            name = f"Ruler {self._opened}"
            zones.append(replace(ENTRY, zone_id=name, source_key=name, state=state))
        self.stage.now = situation(*zones, shade=100 + 50 * self._is_on + 20 * self._is_open)


async def taken_back(drawing: Drawing) -> Reversal:
    scene = play(drawing.stage, ScriptedThinker())
    reversals: list[Reversal] = []

    async def mode(session: Session) -> Outcome:
        for zone_id, button in (("Drawing", "right"), ("Ruler 1", "left")):
            await session.looks.observe("test")
            label, click = zone_id.removesuffix(" 1"), Click(button=button)
            step = PlanStep(1, zone_id, label, click, f"Click {label}", SomethingChanges())
            await session.steps.perform(step)
        await session.looks.observe("test")
        node = session.history.stack[-1]
        reversals.append(await session.way_back.take_back(node, StepPlace(0, 9), "operator"))
        return Outcome(Terminal.GOAL_SATISFIED, "trial", "The trial is over.")

    await scene.session.run(mode)
    return reversals[0]


async def test_it_is_opened_where_it_was_and_the_entry_clicked_again() -> None:
    drawing = Drawing(ticks=True)
    reversal = await taken_back(drawing)
    assert reversal.is_back and drawing.is_on, reversal
    assert drawing.clicks == ["right", "left", "right", "left"]


async def test_an_entry_that_shows_no_other_tick_than_before_is_not_clicked_again() -> None:
    drawing = Drawing(ticks=False)
    reversal = await taken_back(drawing)
    assert not reversal.is_back
    assert drawing.clicks.count("left") == 1, drawing.clicks
