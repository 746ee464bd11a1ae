"""What thinkers share that ask a model: their prompts, and how much of a screen fits into one.

Prompts are templates from ``resources/prompts``, in which an undefined variable is an error.
"""

import hashlib
import math
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import TypeVar

from jinja2 import DictLoader, Environment, StrictUndefined
from pydantic import BaseModel

from engine.domain import models
from engine.domain.errors import ContextExceeded, GoalUnreadable
from engine.domain.exploring.groups import ExploreRequest
from engine.domain.plans import PlanRequest
from engine.domain.ports import Model
from engine.domain.web.proposals import WebRequest
from engine.language.goals.literals import refuse_long
from engine.language.verbs import VERBS, Verb, verb_lines
from engine.thinking.model.fencing import estimated_tokens, fenced, one_line, text_block
from engine.thinking.model.pictures import picture_text

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
    return {**named, "answers": list(request.answers.items())}


def plan_facts(request: PlanRequest | WebRequest) -> Values:
    """With what the planner asked to read and to see, on whatever surface."""
    return {
        **facts_of(request),
        "texts": [text_block(each) for each in request.texts],
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
        verbs = verb_lines(self._says(), **tells)
        self._system = self._prompts.render(
            self.NAMES[0], verbs=verbs, is_stepwise=self.IS_STEPWISE, **tells
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
        room = self._rows_budget(prompt(0)[0]) - (tokens_of(picture) if picture else 0)
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
_PIXELS_OF_A_TOKEN = 750


def tokens_of(picture: models.SentPicture) -> int:
    """What a common model counts for it."""
    return math.ceil(picture.width * picture.height / _PIXELS_OF_A_TOKEN)


def refuse_empty(goal: str, remedy: str = "Say what is to be done.") -> None:
    """Raises ``GoalUnreadable`` for an empty goal, and for one that is too long; what words mean is
    the model's affair."""
    refuse_long(goal)
    if not goal.strip():
        raise GoalUnreadable("The goal is empty.", remedy=remedy)
