"""What a model replies to the navigator: steps by the one table of verbs, and once what it makes of
the goal.

A model is offered what may be done now; what it says beside that is read all the same, since not
every server keeps to a schema, and what was said is to be known."""

from typing import Any

import pydantic
from pydantic import BaseModel, ConfigDict

from engine.domain.web.pages import GoalKind, TaskMode
from engine.domain.web.proposals import ActionName
from engine.language.verbs import ALIASES, VERBS
from engine.thinking.model.replies import Steps, leaving_out, offering

_DO = ActionName.DO
ACTIONS: dict[str, ActionName | None] = {
    "click": ActionName.CLICK,
    "set_text": ActionName.TYPE,
    "type": ActionName.TYPE,
    **dict.fromkeys(("double_click", "right_click", "press", "drag", "hold", "release"), _DO),
    "wait": _DO,
    "scroll": ActionName.SCROLL,
    "navigate": ActionName.NAVIGATE,
    "launch": ActionName.NAVIGATE,
    "search": ActionName.SEARCH,
    "go_back": ActionName.GO_BACK,
    "go_forward": ActionName.GO_FORWARD,
    "switch_tab": ActionName.SWITCH_TAB,
    "focus_window": ActionName.SWITCH_TAB,
    "replan": ActionName.READ,
    "look": ActionName.READ,
    "read": ActionName.READ,
    "ask": ActionName.ASK_USER,
    "answer": ActionName.DONE,
    "give_up": ActionName.GIVE_UP,
    "verify": None,
    "note": None,
}
"""The navigator's action for each verb; none for what is said beside one."""
OFFERED = tuple(
    verb
    for verb in VERBS
    if verb.name in ACTIONS and verb.only_on != "desktop" and verb.name != "replan"
)
"""One step at a time is asked for anyway."""
_REASON_ALIASES = {"thought": "reason", "why": "reason"}
_OF_THE_GOAL = ("kind", "mode", "proofs")
_MAX_PROOFS = 3


class WebReply(BaseModel):
    """The next action, and what is said beside it."""

    model_config = ConfigDict(json_schema_extra=leaving_out(*_OF_THE_GOAL))

    # first: a small model that must name its action at once scrolls rather than clicks what it was
    # asked for; one that says which row fits takes that row
    reason: str = ""
    steps: Steps
    finishes: bool = False
    kind: GoalKind | None = None
    mode: TaskMode | None = None
    proofs: list[str] = []

    @pydantic.model_validator(mode="before")
    @classmethod
    def _read_what_nearly_fits(cls, said: Any) -> Any:
        return _whole(said) if isinstance(said, dict) else said


def form_for(
    allowed: tuple[ActionName, ...],
    *,
    asks_for_goal: bool = False,
    has_room: bool = True,
    has_pictures: bool = True,
) -> type[WebReply]:
    """The form whose schema offers only these actions, and the goal's kind, mode and proofs where
    they are asked for; without room few fields, for small models fill in all that there are."""
    offered = [
        verb.name
        for verb in OFFERED
        if ((action := ACTIONS[verb.name]) is None or action in allowed)
        and (has_room or not (verb.needs_room or action is _DO))
        and (has_pictures or not verb.needs_pictures)
    ]
    form = offering(WebReply, offered, *(() if has_room else ("keys", "at")))
    if asks_for_goal:
        form.model_config["json_schema_extra"] = _offer_with_goal
    return form


def _offer_with_goal(schema: dict[str, Any]) -> None:
    for name, each in (("kind", GoalKind), ("mode", TaskMode)):
        schema["properties"][name] = {"type": "string", "enum": [str(one) for one in each]}


def _whole(said: dict[str, Any]) -> dict[str, Any]:
    """The reply with its steps in a list; one that is a step itself is read as that, and one that
    says only that it is done as the end. What is told of the goal is a hint, not worth another
    call."""
    said = {_REASON_ALIASES.get(name, name): each for name, each in said.items()}
    if "steps" not in said and said.get("action"):
        said["steps"] = [said]
    known = {name: said[name] for name in WebReply.model_fields if said.get(name) is not None}
    if not isinstance(known.get("reason", ""), str):
        known["reason"] = ""
    if isinstance(steps := known.get("steps"), list):
        known["steps"] = [each for each in steps if not _only_ends(each)]
        known["finishes"] = known.get("finishes", False) or len(known["steps"]) < len(steps)
    for name, each in (("kind", GoalKind), ("mode", TaskMode)):
        if known.get(name) not in tuple(each):
            known.pop(name, None)
    proofs = known.pop("proofs", None)
    if isinstance(proofs, list):
        texts = (each.strip() for each in proofs if isinstance(each, str))
        known["proofs"] = [each for each in texts if each][:_MAX_PROOFS]
    return known


def _only_ends(step: Any) -> bool:
    if not isinstance(step, dict) or step.get("text") or step.get("answer"):
        return False
    name = str(step.get("action", "")).strip().casefold()
    return ALIASES.get(name, name) == "answer"
