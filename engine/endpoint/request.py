"""What goes out to an endpoint, whatever its protocol: a question with all that is said to the
model in it, the JSON schema of its reply (such that OpenAI's strict mode accepts it), by the
settings, and by what was found out about the endpoint once, so that it need not be found out at
every call."""

import contextlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from engine.domain.facts import Frozen, field, replace
from engine.domain.models import REPLY_TOKENS, ModelQuestion, Price, ReplyForm, Wire
from engine.processes.whole_files import write_whole

Schema = dict[str, Any]

_DROPPED = frozenset({"title", "default", "discriminator", "minLength", "maxLength", "examples"})
"""What strict mode refuses or nobody needs; pydantic checks lengths afterwards."""
TOOL_WORDS = "Give your reply."


class ReplySchema(Frozen):
    """Every object in it says all that it may hold, so that strict mode takes it."""

    name: str
    schema: Schema

    @property
    def described(self) -> Schema:
        """As OpenAI's protocols name a form for a reply,"""
        return {"name": self.name, "schema": self.schema, "strict": True}

    @property
    def function(self) -> Schema:
        """and the one tool by which it can be given."""
        told = {"name": self.name, "description": TOOL_WORDS, "parameters": self.schema}
        return {**told, "strict": True}

    @property
    def as_text(self) -> str:
        return json.dumps(self.schema, separators=(",", ":"), ensure_ascii=False)


@cache
def reply_schema(form: type[BaseModel]) -> ReplySchema:
    """The schema of a pydantic class; its docstring becomes a description."""
    from openai import pydantic_function_tool  # the library is slow to import

    schema = _tidy(pydantic_function_tool(form)["function"]["parameters"])
    return ReplySchema(form.__name__, schema)


def _tidy(part: Any) -> Any:
    """All of it, but for what is dropped; "any of" stands for "one of", which is refused."""
    if isinstance(part, list):
        return [_tidy(each) for each in part]
    if not isinstance(part, dict):
        return part
    tidy: Schema = {}
    for key, value in part.items():
        if key in {"properties", "$defs"}:  # what we call so, be it as a keyword is called
            tidy[key] = {name: _tidy(each) for name, each in value.items()}
        elif key not in _DROPPED:
            tidy["anyOf" if key == "oneOf" else key] = _tidy(value)
    return tidy


TEMPERATURE = 0.0
"""What is asked for where nothing else is set: the likeliest words."""


class EndpointSettings(Frozen):
    """``base_url`` ends before ``/chat/completions``, ``/responses`` or ``/messages``, such as
    ``http://127.0.0.1:11434/v1``; ``wire`` says which of these it is.

    ``key`` is empty where the endpoint asks for none; it is in no text of this object.
    ``timeout_secs`` bounds the wait for the next byte, ``call_secs`` a whole round with its
    retries. ``proxy`` is a URL; empty takes the environment's. ``keeps_replies``: a server of
    Responses may keep what it answers, and is told by name what a repair follows."""

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    timeout_secs: float = 60.0
    call_secs: float = 180.0
    max_retries: int = 3
    max_concurrent: int = 2
    max_reply_tokens: int = REPLY_TOKENS
    temperature: float | None = TEMPERATURE
    proxy: str = ""
    price: Price | None = None
    wire: Wire = "chat"
    keeps_replies: bool = False


class EndpointTraits(Frozen):
    """The strictest reply form that an endpoint keeps to, and the parameters that it refuses.
    ``left_out`` holds names of ``engine/endpoint/sending.py``, such as "stream"."""

    form: ReplyForm = ReplyForm.JSON_SCHEMA
    left_out: frozenset[str] = frozenset()

    def without(self, parameter: str) -> "EndpointTraits":
        return replace(self, left_out=self.left_out | {parameter})


_ENTRIES = TypeAdapter(list[tuple[str, str, EndpointTraits]])
_Known = dict[tuple[str, str], EndpointTraits]


class FormMemory:
    """Remembers the traits of endpoints by base URL and model: in a small JSON file, or without a
    path for as long as the process lives.

    A damaged or unreadable file counts as empty, and where it can't be written it is remembered
    for this process only: it costs a few requests, never a run. The file is replaced whole, so
    that of two processes that write at once one wins and neither damages it."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: _Known = {}

    def get(self, base_url: str, model: str) -> EndpointTraits | None:
        return self._read().get((base_url, model))

    def put(self, base_url: str, model: str, traits: EndpointTraits) -> None:
        self._known = {**self._read(), (base_url, model): traits}
        if self._path is not None:
            entries = [(*place, each) for place, each in self._known.items()]
            with contextlib.suppress(OSError):
                write_whole(self._path, _ENTRIES.dump_json(entries, indent=1))

    def _read(self) -> _Known:
        """What this process knows, and what others have written since."""
        with contextlib.suppress(OSError, ValidationError):
            told = _ENTRIES.validate_json(self._path.read_bytes()) if self._path else []
            return self._known | {(base_url, model): traits for base_url, model, traits in told}
        return self._known


_LONGEST_ECHO = 4000
_ONE_OBJECT = "Reply with exactly one JSON object and nothing else. It must fit this JSON schema:"


class Repair(Frozen):
    """What a model said, and what is wrong with it; the rest is as of ``Received``."""

    reply: str
    complaint: str
    turn: tuple[dict[str, Any], ...] = ()
    response_id: str = ""

    @property
    def echo(self) -> str:
        """The reply as a text to send back."""
        return self.reply[:_LONGEST_ECHO] or "(nothing)"


class Asking(Frozen):
    """A question, the schema of its reply, and what came of it before; ``cuts`` are the places in
    the prompt up to which it was the same before."""

    question: ModelQuestion
    schema: ReplySchema
    repair: Repair | None = None
    cuts: tuple[int, ...] = ()

    def prompt_for(self, form: ReplyForm) -> str:
        """The prompt, with the schema where nothing else tells the model of it."""
        if form in {ReplyForm.JSON_SCHEMA, ReplyForm.TOOL}:
            return self.question.prompt
        return f"{self.question.prompt}\n\n{_ONE_OBJECT}\n{self.schema.as_text}"

    def as_sent(self, form: ReplyForm) -> ModelQuestion:
        """The question with all that was said to the model in its prompt."""
        prompt = self.prompt_for(form)
        if self.repair is not None:
            prompt += (
                f"\n\n[The model replied:]\n{self.repair.reply[:_LONGEST_ECHO]}"
                f"\n\n[And was asked again:]\n{self.complaint}"
            )
        return replace(self.question, prompt=prompt)

    @property
    def complaint(self) -> str:
        assert self.repair is not None
        return f"{self.repair.complaint}\n{_ONE_OBJECT}\n{self.schema.as_text}"
