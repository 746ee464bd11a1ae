"""What is explored is brought to the front, and what is said where no window of it is left."""

from __future__ import annotations

from dataclasses import replace

from engine.domain.actions import Action, FocusWindow
from engine.domain.exploring.events import SurfaceReset
from engine.domain.exploring.limits import CompletionReason
from engine.domain.plans import Situation
from tests.support.exploring import Counters, Exploration, ScriptedExplorer, group


class Behind(Counters):
    """It runs, and something that is not told of has the keyboard, until it is asked for."""

    is_in_front = False

    def shown(self) -> Situation:
        seen = super().shown()
        windows = (replace(each, is_active=self.is_in_front) for each in seen.windows)
        return replace(seen, windows=tuple(windows))

    def _take(self, action: Action) -> None:
        self.is_in_front |= isinstance(action, FocusWindow)
        super()._take(action)


async def test_what_stands_behind_is_brought_to_the_front_before_the_first_group() -> None:
    stage = Behind("A")
    scene = Exploration(stage, ScriptedExplorer((group("A"),)))
    await scene.run()
    assert [type(action).__name__ for action, _ in stage.done] == ["FocusWindow", "Click"]


async def test_what_is_in_front_is_left_there() -> None:
    stage = Counters("A")
    await Exploration(stage, ScriptedExplorer((group("A"),))).run()
    assert [type(action).__name__ for action, _ in stage.done] == ["Click"]


async def test_a_window_that_is_gone_is_told_as_what_is_seen() -> None:
    stage = Counters("Hide", runs=False)
    stage.on_press = lambda label: setattr(stage, "runs", False)
    scene = Exploration(stage, ScriptedExplorer((group("Hide"),)), goal="Counters")
    assert await scene.ends() is CompletionReason.LLM_COMPLETE
    [reset] = scene.play.log.of(SurfaceReset)
    assert reset.why == "after the group: no window of Counters is left"
