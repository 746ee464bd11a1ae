"""A question as the body of a request, in the reply form that the endpoint keeps to."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field, replace
from typing import Any

from engine.domain.models import REPLY_TOKENS, ModelQuestion, Price, ReplyForm
from engine.endpoint.form_memory import EndpointTraits
from engine.endpoint.schema import ReplySchema

TEMPERATURE = 0.0
"""What is asked for where nothing else is set: the likeliest words."""


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """``base_url`` ends before ``/chat/completions``, such as ``http://127.0.0.1:11434/v1``.

    ``key`` is empty where the endpoint asks for none; it is in no text of this object.
    ``timeout_secs`` bounds the wait for the next byte, ``call_secs`` a whole round with its
    retries. ``proxy`` is a URL; empty takes the environment's.
    """

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


_LONGEST_ECHO = 4000
_ONE_OBJECT = "Reply with exactly one JSON object and nothing else. It must fit this JSON schema:"


@dataclass(frozen=True, slots=True)
class Repair:
    """What a model said, and what is wrong with it."""

    reply: str
    complaint: str


@dataclass(frozen=True, slots=True)
class Asking:
    """A question, the schema of its reply, and what came of it before."""

    question: ModelQuestion
    schema: ReplySchema
    repair: Repair | None = None

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
                f"\n\n[And was asked again:]\n{self._complaint()}"
            )
        return replace(self.question, prompt=prompt)

    def body(self, settings: EndpointSettings, traits: EndpointTraits) -> dict[str, Any]:
        """The JSON to send."""
        body: dict[str, Any] = {
            "model": settings.model,
            "messages": self._messages(traits),
            **_reply_form(self.schema, traits.form),
        }
        left_out = traits.left_out
        if settings.temperature is not None and "temperature" not in left_out:
            body["temperature"] = settings.temperature
        for name in ("max_tokens", "max_completion_tokens"):
            if name not in left_out:
                body[name] = settings.max_reply_tokens
                break
        if "stream" not in left_out:
            body["stream"] = True
            if "stream_options" not in left_out:
                body["stream_options"] = {"include_usage": True}
        return body

    def _messages(self, traits: EndpointTraits) -> list[dict[str, Any]]:
        system, prompt = self.question.system, self.prompt_for(traits.form)
        messages: list[dict[str, Any]] = []
        if system and "system" in traits.left_out:
            prompt = f"{system}\n\n{prompt}"
        elif system:
            messages.append({"role": "system", "content": system})
        messages.append({"role": "user", "content": self._with_picture(prompt)})
        if self.repair is not None:
            echo = self.repair.reply[:_LONGEST_ECHO] or "(nothing)"
            messages.append({"role": "assistant", "content": echo})
            messages.append({"role": "user", "content": self._complaint()})
        return messages

    def _with_picture(self, prompt: str) -> str | list[dict[str, Any]]:
        picture = self.question.picture
        if picture is None:
            return prompt
        data = base64.b64encode(picture.data).decode()
        url = f"data:{picture.media_type};base64,{data}"
        shown = {"type": "image_url", "image_url": {"url": url, "detail": picture.detail}}
        return [{"type": "text", "text": prompt}, shown]

    def _complaint(self) -> str:
        assert self.repair is not None
        return f"{self.repair.complaint}\n{_ONE_OBJECT}\n{self.schema.as_text}"


def _reply_form(schema: ReplySchema, form: ReplyForm) -> dict[str, Any]:
    match form:
        case ReplyForm.JSON_SCHEMA:
            described = {
                "name": schema.name,
                "schema": schema.schema,
                "strict": schema.is_strict,
            }
            return {"response_format": {"type": "json_schema", "json_schema": described}}
        case ReplyForm.JSON_OBJECT:
            return {"response_format": {"type": "json_object"}}
        case ReplyForm.TOOL:
            function = {
                "name": schema.name,
                "description": "Give your reply.",
                "parameters": schema.schema,
                "strict": schema.is_strict,
            }
            return {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": schema.name}},
            }
        case ReplyForm.TEXT:
            return {}
