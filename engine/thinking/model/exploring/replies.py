"""What a model replies when it explores: action groups, or a verdict, as forms with few fields.

They stand at the edge: what nearly fits is read (one group without a list around it, a chord under
another name), what is missing is said in a sentence that the model can mend it by. The figures of
the iteration are looked at here too: then the one repair that a model has within its call is the
one repair that an iteration has, and there is no second one after it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from engine.domain.exploring import groups as action_groups
from engine.domain.plans import Situation
from engine.language.verbs import VERBS, Verb
from engine.thinking.model import replies
from engine.thinking.model.checks import listed, what_does_not_fit
from engine.thinking.model.places import zone_named
from engine.thinking.model.ranking import ranked
from engine.thinking.model.steps_from_reply import step_from

_EXPLORES = (
    *("click", "double_click", "right_click", "type", "set_text", "press", "scroll", "drag"),
    *("focus_window", "go_back", "wait", "complete"),
)
if TYPE_CHECKING:
    ExploreActionName = str
else:
    ExploreActionName = Literal[_EXPLORES]
_COMPLETES = frozenset({"answer", "finished", "stop"})
_LEFT_OUT = ("description", "expect", "asked_by", "reasoning", "confidence")
"""Who is offered fields fills them in, at the cost of half of the reply."""
_SAYS = {
    "press": 'with "text", one chord such as "enter", "right" or "ctrl+s"',
    "go_back": "to the page before, on the web only",
}


def verbs() -> Iterable[Verb]:
    """Of all that can be said what explores, on the desktop and on the web."""
    for verb in VERBS:
        if verb.name in _EXPLORES:
            yield replace(verb, says=_SAYS.get(verb.name, verb.says), only_on="")


class ActionReply(replies.StepReply):
    """One action. Which fields count depends on ``action``."""

    model_config = ConfigDict(json_schema_extra=replies.leaving_out(*_LEFT_OUT, "keys", "at"))

    action: ExploreActionName
    zone_id: str = Field(default="", description="from the first column of the table")
    text: str = Field(
        default="",
        description="what is typed, the chord that is pressed, a direction, the zone_id where a"
        " drag ends",
    )
    reasoning: str = ""
    confidence: float | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_what_nearly_fits(cls, said: Any) -> Any:
        return _mended(dict(said)) if isinstance(said, dict) else said


class PlacedActionReply(ActionReply):
    """One that may name places, and keys that are held meanwhile."""

    model_config = ConfigDict(json_schema_extra=replies.leaving_out(*_LEFT_OUT))


class GroupReply(BaseModel):
    """One strategy and its actions."""

    reasoning: str = Field(description="the strategy that all actions of the group share")
    confidence: float = Field(description="how sure it is that this leads on")
    actions: list[ActionReply]


class GroupsReply(BaseModel):
    """The groups of an iteration; none say that there is nothing more to do. ``notes`` stay before
    the model for the rest of the run, the zones of ``reads`` are read to it at the next asking. It
    may ``ask`` the operator first, or say why it must ``give_up``."""

    groups: list[GroupReply]
    notes: list[str] = Field(
        default=[], description="words or values to keep in mind, and where they were seen"
    )
    reads: list[str] = Field(
        default=[], description="the zones whose whole text is to be shown at the next asking"
    )
    ask: str = Field(
        default="", description="a question to the person, and each choice on a line of its own"
    )
    give_up: str = Field(default="", description="why nothing can be explored here")

    @model_validator(mode="before")
    @classmethod
    def _read_one_group(cls, said: Any) -> Any:
        if isinstance(said, dict) and "groups" not in said and "actions" in said:
            return {"groups": [said]}
        return said


class VerdictReply(BaseModel):
    """Whether the state progressed."""

    # why is first: who has said what differs says rightly what that amounts to
    why: str = ""
    has_progressed: bool


def form_for(iteration: int, successful: int, *, has_room: bool = False) -> type[GroupsReply]:
    """The form whose schema offers as many groups and actions as this iteration may have; to a
    model with room for it places, too."""
    action = PlacedActionReply if has_room else ActionReply
    actions = Field(
        json_schema_extra={"minItems": 1, "maxItems": action_groups.max_actions(iteration)}
    )
    group = create_model("GroupReply", __base__=GroupReply, actions=(list[action], actions))  # type: ignore[valid-type]
    counts = {"maxItems": action_groups.MAX_FIRST_GROUPS if iteration == 1 else successful}
    if iteration == 1:
        counts["minItems"] = 1  # nothing was tried yet; small models give up when they are unsure
    groups = Field(json_schema_extra=dict(counts))
    return create_model("GroupsReply", __base__=GroupsReply, groups=(list[group], groups))  # type: ignore[valid-type]


def _mended(said: dict[str, Any]) -> dict[str, Any]:
    """The fields as they were meant; ``target`` is what others call a zone, or a chord."""
    target = said.pop("target", None)
    if isinstance(target, str) and not said.get("zone_id"):
        said["zone_id"] = target
    said = replies.mended(said)
    if said.get("action") in _COMPLETES:
        said["action"] = "complete"
    if said.get("action") == "press" and not said.get("keys"):
        said["keys"] = said.get("text") or said.get("zone_id", "")
    return said


def groups_from(reply: GroupsReply, situation: Situation) -> tuple[action_groups.ActionGroup, ...]:
    """All of them, in the model's own order; nothing is cut to fit."""
    return tuple(
        action_groups.ActionGroup(
            " ".join(said.reasoning.split()),
            said.confidence,
            tuple(_recommendation(each, said.confidence, situation) for each in said.actions),
        )
        for said in reply.groups
    )


def _recommendation(
    said: ActionReply, confidence: float, situation: Situation
) -> action_groups.Recommendation:
    """An action without a confidence has its group's. Raises ``ValueError`` for false places."""
    own = confidence if said.confidence is None else said.confidence
    why = " ".join(said.reasoning.split())
    if said.action == "complete":
        return action_groups.Recommendation(action_groups.Complete(), reasoning=why, confidence=own)
    step = step_from(said, situation)
    return action_groups.Recommendation(step.action, step.zone_id, step.zone_label, why, own)


_SAID_CHARS = 40


def check_groups(reply: GroupsReply, request: action_groups.ExploreRequest) -> None:
    """Raises ``ValueError`` with a sentence for the model."""
    if reply.ask and reply.ask.splitlines()[0].strip() in request.answers:
        raise ValueError("ask: the person answered that already, propose by the answer")
    wrong = action_groups.what_is_wrong(
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
    if said.zone_id and said.action in replies.POINTING | replies.TYPING:
        zone = zone_named(said.zone_id, situation)
        if zone is None:
            name = said.zone_id[:_SAID_CHARS]
            seen = (each for each in ranked(situation, "") if each.is_actionable and each.on_screen)
            there = listed(each.zone_id for each in seen)
            return f'there is no zone "{name}" in the table; there are {there}'
        if is_first and not zone.on_screen and situation.page is None:
            inside = f" in {zone.parent_id}" if zone.parent_id else ""
            return f"{zone.zone_id} is hidden{inside}: what hides it is clicked first"
    if said.action == "go_back" and situation.page is None:
        return "go_back is for web pages only"
    return what_does_not_fit(said, situation)
