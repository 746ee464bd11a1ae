"""What a reply in the right form can still get wrong on this screen, said so that it can be mended.

Each check raises ``ValueError`` with a sentence for the model.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.domain.actions import Launch, TypeText
from engine.domain.plans import PlanRequest, PlanStep
from engine.domain.situation import Situation
from engine.domain.zones import CHECKABLE_ROLES, MENU_ROLES, Role
from engine.thinking.expected import already_holds
from engine.thinking.model.ranking import relevance_of
from engine.thinking.model.replies import TYPING, PlanReply, ProposalReply, StepReply, UndoReply
from engine.thinking.model.resolving import zone_named
from engine.thinking.model.steps_from_reply import step_from

_NAMED = 12
_TAKE_NO_TEXT = (
    CHECKABLE_ROLES
    | MENU_ROLES
    | {Role.BUTTON, Role.TAB, Role.LINK, Role.SCROLL_BAR, Role.LABEL, Role.HEADING}
    | {Role.STATUS, Role.PROGRESS_BAR, Role.COLUMN_HEADER, Role.SLIDER}
)


def check_steps(steps: Sequence[StepReply], situation: Situation) -> None:
    """The actions fit what they are aimed at."""
    for number, step in enumerate(steps, 1):
        zone = zone_named(step.zone_id, situation) if step.zone_id else None
        if step.action in TYPING and zone is not None and zone.role in _TAKE_NO_TEXT:
            raise ValueError(
                f"step {number}: no text can be typed into {zone.zone_id}, it is a {zone.role};"
                " name a text field or text area"
            )
        if step.action == "drag" and zone is not None and zone_named(step.text, situation) is None:
            raise ValueError(f'step {number}: "text" must be the zone_id where the drag ends')
        if step.action == "launch" and not _may_be_installed(step.text, situation):
            names = ", ".join(each.name for each in situation.applications[:_NAMED])
            raise ValueError(
                f'step {number}: no application is called "{step.text}"; there are {names}.'
                " What is in the table is clicked, not launched"
            )


def _may_be_installed(name: str, situation: Situation) -> bool:
    """Whether any application has a word of it; the surface itself knows more names of them."""
    if not situation.applications:
        return True
    return any(
        relevance_of(" ".join((each.name, each.generic_name, each.entry_id, *each.keywords)), name)
        for each in situation.applications
    )


def check_plan(reply: PlanReply, request: PlanRequest) -> None:
    """The steps fit the screen, repeat nothing whose effect is there, and don't begin with the
    one that has just failed."""
    check_steps(reply.steps, request.situation)
    for number, said in enumerate(reply.steps, 1):
        done = _done_before(step_from(said, request.situation), request)
        if done is not None:
            raise ValueError(
                f"step {number} was done already ({done.description}) and its effect is on the"
                " screen: leave it out; if nothing else is left, give no steps and"
                ' "finishes": true'
            )
    failed = request.failed
    if failed is None or not reply.steps:
        return
    first = step_from(reply.steps[0], request.situation)
    if (first.zone_id, first.action) == (failed.step.zone_id, failed.step.action):
        raise ValueError(
            f"step 1 is the step that failed ({failed.step.description}): begin with another way,"
            ' or give no steps and "finishes": false'
        )


def _done_before(step: PlanStep, request: PlanRequest) -> PlanStep | None:
    """The completed step that this one repeats, though what it did still stands.

    Starting and typing only: a click may well be meant twice. What the goal names oftener than it
    was done may be done again.
    """
    match step.action:
        case Launch(application=words) | TypeText(text=words):
            same = [
                done
                for done in request.completed
                if (done.zone_id, done.action) == (step.zone_id, step.action)
            ]
        case _:
            return None
    named = request.goal.casefold().count(words.casefold())
    stands = same and already_holds(same[-1].expected_change, request.situation)
    return same[-1] if stands and named <= len(same) else None


def check_proposal(reply: ProposalReply, situation: Situation) -> None:
    """The step fits the screen."""
    check_steps([reply.step] if reply.step else [], situation)


def check_undo(reply: UndoReply, situation: Situation) -> None:
    """The steps fit the screen."""
    check_steps(reply.steps, situation)
