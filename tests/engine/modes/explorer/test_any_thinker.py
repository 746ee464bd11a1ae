"""Whatever a thinker says: one end, never more actions than allowed, and groups by confidence."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.domain.actions import (
    Click,
    Drag,
    Launch,
    Navigate,
    PressKeys,
    Replan,
    Scroll,
    SwitchTab,
    TypeText,
)
from engine.domain.errors import PlanFailed, ReplyInvalid
from engine.domain.events import ActionStarted, SessionEnded
from engine.domain.exploring.events import GroupAssessed, GroupsProposed, GroupStarted
from engine.domain.exploring.groups import ActionGroup, Complete, ExploreRequest, Recommendation
from engine.domain.exploring.limits import TERMINAL_OF, CompletionReason, ExploreLimits
from tests.support.exploring import Counters, Exploration, ScriptedExplorer

LABELS = ("A", "B", "Log Out", "Delete")
MOST = 6

actions = st.sampled_from(
    [
        Click(),
        Click(),
        Click(),
        TypeText("x\n"),
        PressKeys(("super", "l")),
        PressKeys(("ctrl", "alt", "delete")),
        Scroll(3),
        Drag(to_zone_id="B"),
        Launch("Terminal"),
        Navigate("https://elsewhere.example"),
        SwitchTab("t"),
        Replan(),
        Complete(),
    ]
)
zone_ids = st.sampled_from([*LABELS, "A", "B", "unheard of", "__global__", "__replan__", ""])
confidences = st.one_of(
    st.just(0.5), st.floats(0, 1), st.sampled_from([-1.0, 2.0, float("nan"), float("inf")])
)
recommended = st.builds(Recommendation, actions, zone_ids, confidence=st.floats(0, 1))
groups = st.builds(
    ActionGroup,
    st.sampled_from(["Press it and see", "Press it and see", "Press it and see", "short"]),
    confidences,
    st.lists(recommended, max_size=11).map(tuple),
)


class AnyThinker(ScriptedExplorer):
    """Says what ``draw`` gives it, most of the time in the form that is due."""

    def __init__(self, data: st.DataObject) -> None:
        super().__init__()
        self._data = data

    async def propose(self, request: ExploreRequest) -> tuple[ActionGroup, ...]:
        self.requests.append(request)
        draw = self._data.draw
        match draw(st.integers(0, 9)):
            case 0:
                return draw(st.lists(groups, max_size=5).map(tuple))
            case 1:
                return ()
            case 2:
                raise draw(st.sampled_from([ReplyInvalid("nonsense"), PlanFailed("no idea")]))
        count = len(request.successful) or draw(st.integers(1, 3))
        most = {1: 1, 2: 5}.get(request.iteration, 10)
        made = st.lists(recommended, min_size=1, max_size=most).map(tuple)
        return tuple(
            ActionGroup("Press it and see", draw(st.floats(0, 1)), draw(made)) for _ in range(count)
        )


@settings(max_examples=25, deadline=None)
@given(data=st.data(), resets=st.booleans())
async def test_every_exploration_ends_once_and_keeps_to_its_figures(
    data: st.DataObject, resets: bool
) -> None:
    limits = ExploreLimits(max_actions=MOST, resets_between_groups=resets)
    stage = Counters(*LABELS)
    scene = Exploration(stage, AnyThinker(data), limits=limits)
    outcome = await scene.run()
    log = scene.play.log
    assert [each.outcome for each in log.of(SessionEnded)] == [outcome]
    assert TERMINAL_OF[CompletionReason(outcome.reason)] is outcome.terminal
    assert len(log.of(ActionStarted)) == sum(e.actions_done for e in log.of(GroupAssessed)) <= MOST
    for proposed in log.of(GroupsProposed):
        said = [each.confidence for each in proposed.groups]
        assert said == sorted(said, reverse=True)
    started = [each.group_number for each in log.of(GroupStarted)]
    assert started == sorted(set(started))
    assert "Log Out" not in stage.presses
    assert not any(isinstance(each, Launch | PressKeys) for each, _ in stage.done)
