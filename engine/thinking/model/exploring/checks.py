"""What groups in the right form can still get wrong, said with its path so that it can be mended.

The figures of the iteration are looked at here too: then the one repair that a model has within
its call is the one repair that an iteration has, and there is no second one after it.
"""

from __future__ import annotations

from engine.domain.actions import Action, GoBack
from engine.domain.exploring.groups import ActionGroup, Complete, Recommendation, what_is_wrong
from engine.domain.exploring.requests import ExploreRequest
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.situation import Situation
from engine.thinking.model.checks import what_does_not_fit
from engine.thinking.model.exploring.replies import ActionReply, GroupReply, GroupsReply
from engine.thinking.model.ranking import ranked
from engine.thinking.model.replies import POINTING, TYPING, StepReply
from engine.thinking.model.resolving import label_from, zone_named
from engine.thinking.model.steps_from_reply import action_of


def groups_from(reply: GroupsReply, situation: Situation) -> tuple[ActionGroup, ...]:
    """All of them, in the model's own order; nothing is cut to fit."""
    return tuple(_group(said, situation) for said in reply.groups)


def step_said(said: ActionReply) -> StepReply | None:
    """The same as a step of a plan; None for what no plan has."""
    if said.action in ("complete", "go_back"):
        return None
    return StepReply.model_validate(
        {"action": said.action, "zone_id": said.zone_id, "text": said.text, "keys": said.keys}
    )


def _group(said: GroupReply, situation: Situation) -> ActionGroup:
    return ActionGroup(
        " ".join(said.reasoning.split()),
        said.confidence,
        tuple(_recommendation(each, said.confidence, situation) for each in said.actions),
    )


def _recommendation(said: ActionReply, confidence: float, situation: Situation) -> Recommendation:
    """An action that says nothing of its own confidence has its group's."""
    name = said.zone_id if said.action in POINTING | TYPING else ""
    zone = zone_named(name, situation) if name else None
    return Recommendation(
        _action(said, situation),
        zone.zone_id if zone is not None else name or GLOBAL_ZONE_ID,
        zone.label if zone is not None else label_from(name),
        " ".join(said.reasoning.split()),
        confidence if said.confidence is None else said.confidence,
    )


def _action(said: ActionReply, situation: Situation) -> Action | Complete:
    step = step_said(said)
    if step is not None:
        return action_of(step, situation)
    return GoBack() if said.action == "go_back" else Complete()


_NAMED = 12
_SAID_CHARS = 40


def check_groups(reply: GroupsReply, request: ExploreRequest) -> None:
    """Raises ``ValueError`` with a sentence for the model."""
    wrong = what_is_wrong(
        groups_from(reply, request.situation),
        iteration=request.iteration,
        successful=len(request.successful),
    )
    for at, group in enumerate(reply.groups):
        wrong = wrong or _wrong_target(group, f"groups[{at}]", request.situation)
    if wrong:
        raise ValueError(wrong)


def _wrong_target(group: GroupReply, path: str, situation: Situation) -> str:
    for at, said in enumerate(group.actions):
        if said.action == "complete":
            return ""
        if why := _why_not(said, situation, is_first=at == 0):
            return f"{path}.actions[{at}]: {why}"
    return ""


def _why_not(said: ActionReply, situation: Situation, *, is_first: bool) -> str:
    """Why it can't be done on this screen; empty where nothing is known against it."""
    if said.zone_id and said.action in POINTING | TYPING:
        zone = zone_named(said.zone_id, situation)
        if zone is None:
            name = said.zone_id[:_SAID_CHARS]
            return f'there is no zone "{name}" in the table; there are {_named(situation)}'
        if is_first and not zone.on_screen and situation.page is None:
            inside = f" in {zone.parent_id}" if zone.parent_id else ""
            return f"{zone.zone_id} is hidden{inside}: what hides it is clicked first"
    if said.action == "go_back" and situation.page is None:
        return "go_back is for web pages only"
    step = step_said(said)
    return what_does_not_fit(step, situation) if step is not None else ""


def _named(situation: Situation) -> str:
    ids = [zone.zone_id for zone in ranked(situation, "") if zone.is_actionable and zone.on_screen]
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return (", ".join(ids[:_NAMED]) or "none") + more
