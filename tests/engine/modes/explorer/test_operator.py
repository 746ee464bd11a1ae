"""The operator in the midst of a group: an action that was taken back is off the path, and the one
that waited has its turn after it."""

from __future__ import annotations

import asyncio

from engine.domain.approvals import ApprovalRequest, Approve, Asking, DecidedHow, Decision
from engine.domain.events import ControlChanged
from engine.domain.exploring.events import FaultFound, StateSeen
from engine.domain.exploring.limits import ExploreLimits, Fault, FaultKind
from engine.domain.local_planning import ForceRevert
from engine.domain.plans import Situation
from engine.domain.terminals import Outcome
from engine.domain.zones import Role, State
from engine.modes.explorer.run import TAKEN_BACK
from tests.support.exploring import Counters, Exploration, ScriptedExplorer, WatchFor, group
from tests.support.stage import ScriptedApprover, situation, zone
from tests.support.waiting import until

BROKEN = Fault(FaultKind.ERROR_DIALOG, "Switches", "C does not go with anything")


class Switches(Counters):
    """Each press switches over, so that it can be taken back by another."""

    def shown(self) -> Situation:
        zones = []
        for row, label in enumerate(self.labels):
            is_on = self.presses.count(label) % 2 == 1
            state = frozenset({State.CHECKED}) if is_on else frozenset[State]()
            zones.append(
                zone(label, Role.CHECK_BOX, at=row, state=state, value="on" if is_on else "off")
            )
        return situation(*zones, shade=len(self.presses) % 200)


class HoldsBack(ScriptedApprover):
    """Approves all but one question, which stays unanswered."""

    async def decide(self, request: ApprovalRequest) -> Decision:
        self.asked.append(request)
        if len(self.asked) == 2:
            await asyncio.Event().wait()
        return Decision(
            request.request_id, Approve(), DecidedHow.OPERATOR, "operator", request.digest
        )


async def revert_at_the_second(scene: Exploration, approver: HoldsBack) -> Outcome:
    run = asyncio.ensure_future(scene.run())
    await until(lambda: len(approver.asked) == 2)
    await scene.play.session.force(ForceRevert())
    reverting = ControlChanged("paused", "reverting")
    await until(lambda: reverting in scene.play.log.of(ControlChanged))
    await scene.play.session.resume()
    return await run


def exploration(approver: HoldsBack) -> Exploration:
    """Its second group is A and C, and C breaks something."""
    thinker = ScriptedExplorer((group("A"),), (group("B", "C"),))
    stage = Switches("A", "B", "C")
    watch = WatchFor(lambda seen: (BROKEN,) if stage.presses.count("C") % 2 else ())
    limits = ExploreLimits(max_replays=0)
    return Exploration(
        stage, thinker, asking=Asking.EACH, approver=approver, watch=watch, limits=limits
    )


async def test_what_was_taken_back_is_off_the_path_and_the_next_action_has_its_turn() -> None:
    approver = HoldsBack()
    scene = exploration(approver)
    await revert_at_the_second(scene, approver)
    assert scene.stage.presses == ["A", "A", "B", "C"]
    [found] = scene.play.log.of(FaultFound)
    assert [each.description for each in found.finding.path] == ["Click “B”", "Click “C”"]
    seen = scene.play.log.of(StateSeen)
    back = next(each for each in seen if each.by == TAKEN_BACK)
    assert back.state_id == seen[0].state_id and not back.is_new
