"""Models: what one is asked, what it answered, and what that cost.

A question goes out as it stands here: texts and picture are masked before they get into it. What
was sent and what came back is kept as a ``ModelCall``, for the record and the inspector."""

import math
from enum import StrEnum
from typing import Literal

from engine.domain.facts import Frozen, field

CONTEXT_TOKENS = 4096
"""What a model takes, prompt and reply together, where nothing else is set."""
REPLY_TOKENS = 1000
"""What of that a reply may be."""
_PIXELS_OF_A_TOKEN = 750
CallCause = Literal[
    "plan", "replan", "look", "proposal", "distance", "revert", "vision", "explore", "judge"
]
"""What a call is charged to."""
Wire = Literal["chat", "responses", "messages"]
"""The protocol that a model's server speaks: OpenAI's Chat Completions, OpenAI's Responses,
Anthropic's Messages."""


class ReplyForm(StrEnum):
    """How an endpoint is made to answer in a given form, the strictest first."""

    JSON_SCHEMA = "JSON schema"
    JSON_OBJECT = "JSON object"
    TOOL = "tool call"
    TEXT = "plain text"


class PictureSettings(Frozen):
    """``max_side`` is in model pixels, ``quality`` that of a JPEG (1 to 100). ``marks`` says
    whether what has no name yet gets a number."""

    max_side: int = 1568
    form: Literal["png", "jpeg"] = "png"
    quality: int = 85
    detail: Literal["auto", "low", "high"] = "auto"
    marks: bool = True


class SentPicture(Frozen):
    """A picture as a whole file, as it is sent; the size is in model pixels."""

    data: bytes = field(repr=False)
    media_type: Literal["image/png", "image/jpeg"]
    width: int
    height: int
    detail: Literal["auto", "low", "high"] = "auto"

    @property
    def tokens(self) -> int:
        """What a common model counts for it."""
        return math.ceil(self.width * self.height / _PIXELS_OF_A_TOKEN)


class ModelQuestion(Frozen):
    """One question.

    ``system`` is the same from call to call (servers keep what they have read of it), ``prompt``
    is this call's. ``prompt_hash`` names the templates and settings that made them. ``place`` is
    the step or local state that it serves, such as "2.3.1"; empty for a plan. ``picture_why`` says
    why a picture goes along, where that was asked for."""

    cause: CallCause
    system: str
    prompt: str
    prompt_hash: str
    picture: SentPicture | None = None
    place: str = ""
    picture_why: str = ""


class TokenUsage(Frozen):
    """Tokens as the endpoint counts them; ``cached`` are those of ``prompt`` that cost less,
    ``written`` those of it that were put into the cache, ``reasoning`` those of ``completion``
    that were thoughts.

    ``is_estimated``: the endpoint did not say, so they were counted from the characters."""

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    is_estimated: bool = False
    written: int = 0
    reasoning: int = 0

    @classmethod
    def told(
        cls,
        *,
        prompt: int | None,
        cached: int | None,
        written: int | None,
        completion: int | None,
        reasoning: int | None,
    ) -> "TokenUsage":
        """What an endpoint says, within what can be: parts are no more than the whole."""
        whole, said = max(0, prompt or 0), max(0, completion or 0)
        from_cache = min(whole, max(0, cached or 0))
        return cls(
            whole,
            from_cache,
            said,
            written=min(whole - from_cache, max(0, written or 0)),
            reasoning=min(said, max(0, reasoning or 0)),
        )

    @property
    def total(self) -> int:
        return self.prompt + self.completion

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.completion + other.completion,
            self.is_estimated or other.is_estimated,
            self.written + other.written,
            self.reasoning + other.reasoning,
        )


class Price(Frozen):
    """Money for a million tokens, in one currency for all models. ``written`` is for what is put
    into the cache; None where that costs as much as any prompt."""

    prompt: float
    cached: float
    completion: float
    written: float | None = None

    def cost_of(self, usage: TokenUsage) -> float:
        fresh = usage.prompt - usage.cached - usage.written
        to_write = self.prompt if self.written is None else self.written
        return (
            fresh * self.prompt
            + usage.cached * self.cached
            + usage.written * to_write
            + usage.completion * self.completion
        ) / 1_000_000


class ModelCall(Frozen):
    """One round with an endpoint: what was sent, what came back, what it took.

    ``reply`` is the text as received, ``parsed`` the JSON that was read from it (empty where none
    could be). ``retries`` counts requests that were sent anew inside this round. ``failure`` is
    empty, or says in a sentence why the round gave nothing usable; ``failure_class`` is the name
    of the error's class then. ``cost`` is None where no price is known. Of the ``sent_bytes`` of
    the prompt the first ``same_bytes`` are those of the prompt before."""

    question: ModelQuestion
    model: str
    endpoint: str
    form: ReplyForm
    reply: str
    parsed: str
    usage: TokenUsage
    cost: float | None
    took_ms: float
    first_token_ms: float | None = None
    retries: int = 0
    is_repair: bool = False
    failure: str = ""
    failure_class: str = ""
    sent_bytes: int = 0
    same_bytes: int = 0


class EndpointReport(Frozen):
    """What trying an endpoint out showed. ``models`` are those that it lists, ``forms`` the reply
    forms that it keeps to, the best first. ``problem`` is empty, or says in a sentence why nothing
    could be found out, and ``remedy`` what to do."""

    base_url: str
    model: str
    models: tuple[str, ...] = ()
    forms: tuple[ReplyForm, ...] = ()
    can_stream: bool = False
    can_see: bool = False
    took_ms: float = 0.0
    problem: str = ""
    remedy: str = ""
