"""From a model's reply to action groups of the domain: the one place where the two meet."""

from __future__ import annotations

from engine.domain.actions import Action, GoBack
from engine.domain.exploring.groups import ActionGroup, Complete, Recommendation
from engine.domain.plans import GLOBAL_ZONE_ID
from engine.domain.situation import Situation
from engine.thinking.model.exploring.replies import ActionReply, GroupReply, GroupsReply
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
