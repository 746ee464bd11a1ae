"""What thinkers share that ask a model: their prompts, and how much of a screen fits into one; and
from the reply to a segment: the steps, and what the model says beside them.

Prompts are templates from ``resources/prompts``, in which an undefined variable is an error.

What the model says and does not do (notes, questions, what it wants to read, what is to be
verified at the end) moves no hand."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace
from functools import cache
from importlib.resources import files
from typing import TypeVar

from jinja2 import DictLoader, Environment, StrictUndefined
from pydantic import BaseModel

from engine.domain import actions, conditions, models
from engine.domain.conditions import Condition, opens_window
from engine.domain.errors import ContextExceeded, NeedsOperator
from engine.domain.exploring.groups import ExploreRequest
from engine.domain.plans import GoalPart, PlanRequest, PlanSegment, PlanStep, Situation, look_again
from engine.domain.ports import Model
from engine.domain.spaces import Rect
from engine.domain.web.proposals import WebRequest
from engine.domain.zones import State, Window
from engine.language.verbs import SAID, VERBS, Verb, told_of, verb_lines
from engine.thinking.model import steps_from_reply
from engine.thinking.model.fencing import estimated_tokens, fenced, one_line, text_block
from engine.thinking.model.pictures import look_from, picture_text
from engine.thinking.model.places import zone_named
from engine.thinking.model.replies import PlanReply, StepReply


def refuse_question(reply: PlanReply) -> None:
    """Raises ``NeedsOperator`` where the plan begins with a question and its choices."""
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
    from the steps."""
    situation, is_last = request.situation, request.is_last
    told: list[StepReply] = []
    for step in reply.steps:  # a look that names a window says what the step before it opens
        is_named = step.action == "replan" and step.expected[0] == "window"
        if is_named and told and told[-1].action not in SAID and not told[-1].expect:
            told[-1] = told[-1].model_copy(update={"expect": step.expect})
        else:
            told.append(step)
    ends = next((at for at, step in enumerate(told) if step.action in _ENDING), None)
    said = told[: None if ends is None else ends + 1]
    stops = next((at for at, step in enumerate(said) if step.action in _STOPPING), None)
    before, is_stopped = said[:stops], stops is not None
    doing = [step for step in before if step.action not in SAID]
    acting = steps_from_reply.steps_from(doing, situation, request.shown)
    steps = acting if is_last else _over_windows(acting, doing, request)
    is_stopped = is_stopped or len(steps) < len(acting)
    behind = [*doing[sum(not step.is_replan for step in steps) :], *said[len(before) :]]
    left = [each for each in behind if each.action not in (*SAID, "replan")]
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
        reads=tuple(each.read for each in said if each.action == "read"),
        look=look_from(looks[0], request) if looks else None,
        left=tuple(each.description or f"{each.action} {each.zone_id}".strip() for each in left),
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
    kind, text = said.expected
    if not text:
        return None
    match kind:
        case "text" if zone is not None and not zone.value and not zone.role.is_field:
            # what is only read, such as a line that says what is selected, holds nothing beside it
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
        shown = conditions.either(step.expected_change)
        titles = (each.title for each in shown if isinstance(each, conditions.WindowShown))
        title = next(filter(None, titles), "")  # where it has none, any may come
        if at + 1 == len(acting) or not title:
            return tuple(steps)
        steps.append(look_again(len(steps) + 1, unless=conditions.WindowActive(title)))
        to_come = Window("", title, "", Rect(0, 0, 0, 0), True, 0)
        windows = (to_come, *request.situation.windows)
        unseen = replace(request.situation, zones=(), windows=windows)
        behind = steps_from_reply.steps_from(said[at + 1 :], unseen, request.shown)
        every = (*steps, *_over_windows(behind, said[at + 1 :], request))
        return tuple(replace(step, step_number=number) for number, step in enumerate(every, 1))
    return tuple(steps)


_SUFFIX = ".md.j2"
_LINE_CHARS = 200
_SHARE_OF_PAST = 0.5
_PAST_NAMES = ("history", "remembered")
NAMES = ("system", "places", "plan", *_PAST_NAMES, "local_goal", "propose", "assess", "undo")
WEB_NAMES = ("system", "places", "web_choose", *_PAST_NAMES)
EXPLORE_NAMES = ("explore_system", "places", "explore", "remembered", "judge_system", "judge")


class Prompts:
    """``templates`` maps names to texts; each is compiled when it is first rendered."""

    def __init__(self, templates: dict[str, str]) -> None:
        self._texts = templates
        self._environment = Environment(
            loader=DictLoader({f"{name}{_SUFFIX}": text for name, text in self._texts.items()}),
            undefined=StrictUndefined,
            autoescape=False,  # prompts are no markup
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters["line"] = lambda text: one_line(str(text), _LINE_CHARS)
        self._environment.filters["fenced"] = lambda block: fenced(block.strip("\n")) + "\n"

    def render(self, name: str, **values: object) -> str:
        """The prompt, without blank lines at its ends. Raises ``jinja2.UndefinedError``."""
        return self._environment.get_template(f"{name}{_SUFFIX}").render(**values).strip()

    def hash_with(self, settings: str) -> str:
        """Names the templates and the settings that shape what they become."""
        digest = hashlib.blake2b(settings.encode(), digest_size=8)
        for name in sorted(self._texts):
            digest.update(f"\0{name}\0{self._texts[name]}".encode())
        return digest.hexdigest()


@cache
def shipped(names: tuple[str, ...]) -> Prompts:
    """The prompts of these names, as they are shipped: the same for all runs of a process."""
    folder = files("resources") / "prompts"
    return Prompts({n: (folder / f"{n}{_SUFFIX}").read_text(encoding="utf-8") for n in names})


R = TypeVar("R", bound=BaseModel)
Values = dict[str, object]
Prompt = Callable[[int], tuple[str, int]]
"""A prompt with rows of so many tokens at most, and what these are estimated at."""


def facts_of(request: PlanRequest | WebRequest | ExploreRequest) -> Values:
    """By their names; a template tells many of them as they are."""
    named = {each.name: getattr(request, each.name) for each in fields(request)}
    texts = [text_block(each) for each in request.texts]
    return {**named, "answers": list(request.answers.items()), "texts": texts}


def plan_facts(request: PlanRequest | WebRequest) -> Values:
    """With what the planner asked to see, on whatever surface."""
    return {
        **facts_of(request),
        "picture": picture_text(request.shown) if request.shown and request.is_shown_now else "",
        "no_pictures": request.no_pictures if request.looked else "",
    }


class AsksModel:
    """``context_tokens`` is what the model reads and writes together, ``max_reply_tokens`` what of
    that is kept for the reply. The first of the prompts' names is the system's; ``has_pictures``:
    it is told how to ask for them."""

    NAMES: tuple[str, ...]
    IS_WEB = False
    IS_STEPWISE = False
    """One step at a time is asked for."""

    def __init__(
        self,
        model: Model,
        *,
        context_tokens: int = models.CONTEXT_TOKENS,
        max_reply_tokens: int = models.REPLY_TOKENS,
        has_pictures: bool = False,
    ) -> None:
        self._model = model
        self._prompts = shipped(self.NAMES)
        self._has_room = context_tokens >= _ROOMY_TOKENS
        self.can_look = has_pictures and self._has_room
        tells = {"has_room": self._has_room, "has_pictures": self.can_look, "is_web": self.IS_WEB}
        verbs = told_of(self._says(), **tells)
        self._offered = [verb.name for verb in verbs]
        self._system = self._prompts.render(
            self.NAMES[0], verbs=verb_lines(verbs), is_stepwise=self.IS_STEPWISE, **tells
        )
        self._prompt_hash = self._prompts.hash_with(f"{context_tokens}/{max_reply_tokens}")
        self._prompt_tokens = context_tokens - max_reply_tokens - estimated_tokens(self._system)
        self._rows_cap: int | None = None

    @property
    def name(self) -> str:
        return self._model.name

    def _says(self) -> Iterable[Verb]:
        """The verbs that it is told of, as far as they are for the surface and fit."""
        return VERBS

    @property
    def _past_tokens(self) -> float:
        """What of a prompt may tell of what happened."""
        return self._prompt_tokens * _SHARE_OF_PAST

    async def _ask(
        self,
        form: type[R],
        cause: models.CallCause,
        prompt: Prompt,
        *,
        place: str = "",
        picture: models.SentPicture | None = None,
        picture_why: str = "",
    ) -> R:
        """One question, with as many rows as fit beside the picture. Where the model can read less
        than was said, whoever asks again asks with half of them, and never again with more."""
        room = self._rows_budget(prompt(0)[0]) - (picture.tokens if picture else 0)
        text, rows_tokens = prompt(max(0, room))
        question = models.ModelQuestion(
            cause, self._system, text, self._prompt_hash, picture, place, picture_why
        )
        try:
            return await self._model.ask(question, form)
        except ContextExceeded:
            self._rows_cap = rows_tokens // 2
            raise

    def _rows_budget(self, prompt_without_rows: str) -> int:
        """The tokens that are left for rows."""
        left = max(0, self._prompt_tokens - estimated_tokens(prompt_without_rows))
        return left if self._rows_cap is None else min(left, self._rows_cap)


_ROOMY_TOKENS = 8_000
"""A model that takes less is told of the table and little else, and a picture would not fit."""
