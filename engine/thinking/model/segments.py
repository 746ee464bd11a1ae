"""From a model's reply to a segment: the steps, and what the model says beside them.

What it says and does not do (notes, questions, what it wants to read, what is to be verified at
the end) moves no hand.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.domain import actions, conditions
from engine.domain.conditions import Condition, opens_window
from engine.domain.errors import NeedsOperator
from engine.domain.plans import GoalPart, PlanRequest, PlanSegment, PlanStep, Situation, look_again
from engine.domain.zones import State, Zone
from engine.language.verbs import SAID
from engine.thinking.model import steps_from_reply
from engine.thinking.model.pictures import look_from
from engine.thinking.model.places import zone_named
from engine.thinking.model.replies import PlanReply, StepReply


def refuse_question(reply: PlanReply) -> None:
    """Raises ``NeedsOperator`` where the plan begins with a question: the first line is asked, and
    the others are the choices."""
    asked = next((step for step in reply.steps if step.action not in ("note", "verify")), None)
    if asked is not None and asked.action == "ask":
        raise question_in(asked.text)


def question_in(text: str) -> NeedsOperator:
    """Its choices stand on lines of their own."""
    question, *choices = filter(None, map(str.strip, text.splitlines()))
    offered = tuple(dict.fromkeys(choices)) or ("Yes", "No")
    return NeedsOperator(question, offered, by_model=True)


def segment_from(reply: PlanReply, request: PlanRequest) -> PlanSegment:
    """The segment. One that does not finish the goal ends with ``__replan__``.

    What comes after a step that opens a window was planned on a screen that nobody had seen: it is
    done where the window is the one that was named, and else planned when it is there. A reply that
    says both is taken at its more careful word. In the last plan neither would lead anywhere. What
    the model says and does not do (notes, questions, what it wants to read or verify) is kept apart
    from the steps.
    """
    situation, is_last = request.situation, request.is_last
    ends = next((at for at, step in enumerate(reply.steps) if step.action in _ENDING), None)
    said = list(reply.steps)[: None if ends is None else ends + 1]
    stops = next((at for at, step in enumerate(said) if step.action in _STOPPING), None)
    before, is_stopped = said[:stops], stops is not None
    doing = [step for step in before if step.action not in SAID]
    acting = steps_from_reply.steps_from(doing, situation, request.shown)
    steps = acting if is_last else _over_windows(acting, doing, request)
    is_stopped = is_stopped or len(steps) < len(acting)
    words = {name: [each.text for each in said if each.action == name] for name in SAID}
    gives_up = bool(words["give_up"]) and not steps
    finishes = (reply.finishes or bool(words["answer"])) and (is_last or not is_stopped)
    finishes = finishes and not words["give_up"]
    looks = [each for each in said if each.action == "look"]
    asks_only = bool(words["read"] or looks)
    if not finishes and (steps or (is_stopped and not asks_only)) and not gives_up:
        steps = (*steps, look_again(len(steps) + 1))
    return PlanSegment(
        steps,
        finishes,
        steps_from_reply.sentence(words["give_up"][0] if gives_up else reply.reason),
        parts=(parts_of(before, situation) or (_UNNAMED,)) if finishes else (),
        answer=steps_from_reply.sentence(words["answer"][-1])
        if finishes and words["answer"]
        else "",
        gives_up=gives_up,
        notes=tuple(words["note"]),
        reads=tuple(each.zone_id for each in said if each.action == "read"),
        look=look_from(looks[0], request) if looks else None,
    )


_ENDING = ("answer", "give_up")
"""Nothing is planned behind them."""
_STOPPING = ("replan", "read", "look", "ask")
_UNNAMED = GoalPart("what shows that the goal is reached, which the plan does not say")


def parts_of(said: Sequence[StepReply], situation: Situation) -> tuple[GoalPart, ...]:
    """What the plan names that is to be seen at the end."""
    verified = [step for step in said if step.action == "verify"]
    return tuple(
        GoalPart(
            steps_from_reply.sentence(step.description or step.expect), shown_by(step, situation)
        )
        for step in verified
    )


def shown_by(said: StepReply, situation: Situation) -> Condition | None:
    """What is looked for at the end; None where the words name nothing that can be."""
    zone = zone_named(said.zone_id, situation) if said.zone_id else None
    state = _STATES.get(said.expect.strip().casefold().removeprefix("not "))
    if zone is not None and state is not None:
        is_so = not said.expect.strip().casefold().startswith("not ")
        return conditions.ZoneState(zone.zone_id, zone.label, state, is_so)
    found = steps_from_reply.EXPECTED.fullmatch(said.expect.strip())
    text = found["text"].strip("\"'“” ") if found else ""
    if found is None or not text:
        return None
    match found["kind"].casefold():
        case "text" if zone is not None and _tells_by_label(zone):
            return conditions.TextShown(text, zone.label, zone_id=zone.zone_id)
        case "text" if zone is not None:
            return conditions.ZoneValue(zone.zone_id, zone.label, text, contains=True)
        case "window":
            return conditions.WindowShown(text)
        case "closed":
            window = steps_from_reply.window_named(text, situation)
            return conditions.WindowGone(window.window_id, text) if window else None
        case "file":
            return conditions.FileExists(text) if text.startswith("/") else None
        case _:
            return steps_from_reply.said_change(said, zone, situation)


def _tells_by_label(zone: Zone) -> bool:
    """What is only read, such as a line that says what is selected, holds nothing beside it."""
    return not zone.value and not zone.role.is_field


_STATES = {"checked": State.CHECKED, "selected": State.SELECTED, "expanded": State.EXPANDED}


def _over_windows(
    acting: tuple[PlanStep, ...], said: Sequence[StepReply], request: PlanRequest
) -> tuple[PlanStep, ...]:
    """The steps, with a look behind each that opens a window: what was planned for that window is
    done in no other. What it names is sought there, be there something of the name on the screen
    now. Behind a window that the plan does not name nothing is done unseen."""
    steps: list[PlanStep] = []
    for at, step in enumerate(acting):
        steps.append(replace(step, step_number=len(steps) + 1))
        if not (isinstance(step.action, actions.Launch) or opens_window(step.expected_change)):
            continue
        title = _title_of(step.expected_change)
        if at + 1 == len(acting) or not title:
            return tuple(steps)
        steps.append(look_again(len(steps) + 1, unless=conditions.WindowActive(title)))
        unseen = replace(request.situation, zones=())
        behind = steps_from_reply.steps_from(said[at + 1 :], unseen, request.shown)
        every = (*steps, *_over_windows(behind, said[at + 1 :], request))
        return tuple(replace(step, step_number=number) for number, step in enumerate(every, 1))
    return tuple(steps)


def _title_of(condition: Condition | None) -> str:
    """What the window is called that is expected; empty where any may come."""
    match condition:
        case conditions.WindowShown(title=title):
            return title
        case conditions.AnyOf(conditions=either):
            return next(filter(None, map(_title_of, either)), "")
        case _:
            return ""
