"""What a reply in the right form can still get wrong on this screen, said so that it can be mended.

Each check raises ``ValueError`` with a sentence for the model."""

from collections.abc import Iterable, Sequence

from engine.domain.actions import Launch, TypeText
from engine.domain.plans import PlanRequest, PlanStep, ShownPicture, Situation
from engine.domain.zones import CHECKABLE_ROLES, MENU_ROLES, Role
from engine.states.expected import already_holds
from engine.thinking.model import replies
from engine.thinking.model.pictures import check_look
from engine.thinking.model.places import zone_named
from engine.thinking.model.ranking import relevance_of
from engine.thinking.model.steps_from_reply import step_from


def without_repeated(
    said: Sequence[replies.StepReply], request: PlanRequest
) -> list[replies.StepReply]:
    """The steps but for those that were done and whose effect is on the screen."""
    return [
        step
        for step in said
        if step.action in replies.MOVES_NOTHING
        or not _is_repeated(step_from(step, request.situation, shown=request.shown), request)
    ]


def _is_repeated(step: PlanStep, request: PlanRequest) -> bool:
    """Whether it was done and stands; what the goal names oftener than that may be meant again."""
    match step.action:
        case Launch(application=words) | TypeText(text=words):
            done = [one for one in request.completed if one.action == step.action]
        case _:
            return False
    same = [one for one in done if one.zone_id == step.zone_id]
    named = request.goal.casefold().count(words.casefold())
    stands = same and already_holds(same[-1].expected_change, request.situation)
    return bool(stands) and named <= len(same)


_NAMED, _NAME_CHARS = 12, 60
_TAKE_NO_TEXT = (
    CHECKABLE_ROLES
    | MENU_ROLES
    | {Role.BUTTON, Role.TAB, Role.LINK, Role.SCROLL_BAR, Role.LABEL, Role.HEADING}
    | {Role.STATUS, Role.PROGRESS_BAR, Role.COLUMN_HEADER, Role.SLIDER}
)


def check_steps(
    steps: Sequence[replies.StepReply], situation: Situation, shown: ShownPicture | None = None
) -> None:
    """The actions fit what they are aimed at, be it in the picture that was shown."""
    for number, step in enumerate(steps, 1):
        if wrong := what_does_not_fit(step, situation, shown):
            raise ValueError(f"step {number}: {wrong}")


def what_does_not_fit(
    step: replies.StepReply, situation: Situation, shown: ShownPicture | None = None
) -> str:
    """Why the action does not fit what it is aimed at, or its places; empty where it does."""
    zone = zone_named(step.zone_id, situation) if step.zone_id else None
    takes_none = _TAKE_NO_TEXT - {Role.SLIDER} if situation.page else _TAKE_NO_TEXT
    if step.action in replies.TYPING and zone is not None and zone.role in takes_none:
        return (
            f"no text can be typed into {zone.zone_id}, it is a {zone.role};"
            " name a text field or text area"
        )
    if step.action == "scroll" and not (zone or step.zone_id or step.at or situation.page):
        return 'scroll needs "zone_id", from the first column of the table'
    is_to_zone = step.action == "drag" and not step.at
    if is_to_zone and zone is not None and zone_named(step.text, situation) is None:
        return '"text" must be the zone_id where the drag ends'
    if step.action == "launch" and not _may_be_installed(step.text, situation):
        return (
            f'no application is called "{step.text}"; there are'
            f" {listed(each.name for each in situation.applications)}."
            " What is in the table is clicked, not launched"
        )
    try:
        step_from(step, situation, shown=shown)
    except ValueError as error:
        return str(error)
    return ""


def listed(names: Iterable[str]) -> str:
    """At most twelve of them, each cut where it is long."""
    told = [str(name)[:_NAME_CHARS] for name in names]
    more = f" and {len(told) - _NAMED} more" if len(told) > _NAMED else ""
    return (", ".join(told[:_NAMED]) or "none") + more


def _may_be_installed(name: str, situation: Situation) -> bool:
    """Whether any application has a word of it; the surface itself knows more names of them."""
    if not situation.applications:
        return True
    return any(
        relevance_of(" ".join((each.name, each.generic_name, each.entry_id, *each.keywords)), name)
        for each in situation.applications
    )


def check_plan(reply: replies.PlanReply, request: PlanRequest) -> None:
    """The steps fit the screen, lead on, and don't begin with the one that just failed."""
    check_steps(reply.steps, request.situation, request.shown)
    acting = [step for step in reply.steps if step.action not in replies.MOVES_NOTHING]
    if acting and not reply.finishes and not without_repeated(acting, request):
        words = ", ".join(step.description or step.action for step in acting)
        raise ValueError(f"all of this was done already: {words}; plan what the goal still lacks")
    known = {text.name for text in request.texts if not text.is_cut}
    for step in reply.steps[: 0 if acting else None]:
        if step.action == "ask" and step.text.splitlines()[0].strip() in request.answers:
            raise ValueError("the person answered that already: plan by the answer")
        if step.action == "look":
            check_look(step, request)
        if step.action == "read" and step.read in known:
            raise ValueError(f"the text of {step.read} stands above: plan by it")
    failed = request.failed
    if failed is None or not acting:
        return
    first = step_from(acting[0], request.situation, shown=request.shown)
    if (first.zone_id, first.action) == (failed.step.zone_id, failed.step.action):
        raise ValueError(
            f"step 1 is the step that failed ({failed.step.description}): begin with another way,"
            ' or give no steps and "finishes": false'
        )
