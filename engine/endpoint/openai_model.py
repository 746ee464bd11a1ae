"""A model over an endpoint, by any of its protocols: asks, checks, repairs once, tells all."""

import asyncio
import json
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from engine.domain.errors import ModelFailed, ReplyInvalid
from engine.domain.models import ModelQuestion
from engine.domain.ports import ModelAccount
from engine.endpoint.client import ModelClient, check, load_library, make_client
from engine.endpoint.failures import ServerSaid
from engine.endpoint.reading import Received
from engine.endpoint.request import Asking, EndpointSettings, EndpointTraits, FormMemory, Repair
from engine.endpoint.rounds import Prefixes, Round, Scrubber
from engine.endpoint.schema import reply_schema
from engine.endpoint.sending import Sender, Transport, leading

R = TypeVar("R", bound=BaseModel)

_MOST_BODY_BYTES = 16_000_000
_MOST_COMPLAINTS = 5


class _NoForm(BaseModel):
    """Where the protocol's own tools say what a reply is."""


@dataclass(eq=False, repr=False)
class OpenAiModel:
    """Implements ``Model``. Cancelling ``ask`` closes the connection of its request."""

    settings: EndpointSettings
    account: ModelAccount
    memory: FormMemory
    _: KW_ONLY
    most_body_bytes: int = _MOST_BODY_BYTES
    _client: ModelClient | None = field(default=None, init=False)
    _prefixes: Prefixes = field(default_factory=Prefixes, init=False)

    def __post_init__(self) -> None:
        self._scrubber = Scrubber(self.settings.key)
        self._slots = asyncio.Semaphore(self.settings.max_concurrent)

    @property
    def name(self) -> str:
        return self.settings.model

    async def ask(self, question: ModelQuestion, form: type[R]) -> R:
        """See ``Model.ask``. An invalid reply has one more round, with what is wrong with it."""
        asking = Asking(question, reply_schema(form), cuts=self._prefixes.cuts(question))
        first = await self._round(asking, form)
        if not isinstance(first, Repair):
            return first
        self.account.spend_extra_call()
        second = await self._round(replace(asking, repair=first), form)
        if not isinstance(second, Repair):
            return second
        raise _invalid(self.name, second.complaint)

    async def exchange(self, body: dict[str, Any]) -> Received:
        """What comes of a turn in an exchange that the model leads: its ``body`` in the endpoint's
        protocol, all of it. Raises ``ModelFailed``."""
        question = ModelQuestion("plan", "", "", "")
        now = Round(Asking(question, reply_schema(_NoForm)), self.settings, self._scrubber)
        failure = await self._sent(now, leading(self.settings, body))
        await self._charge(now, failure, None)
        if failure is not None:
            raise failure
        return now.received

    async def close(self) -> None:
        """Let go of the connections. It can be asked again afterwards."""
        client, self._client = self._client, None
        if client is not None:
            await client.library.close()

    async def _round(self, asking: Asking, form: type[R]) -> R | Repair:
        """One round: the reply, or what is wrong with it. Charged to the account in any case."""
        async with self._slots:
            now = Round(asking, self.settings, self._scrubber, self._prefixes)
            try:
                await self.account.note_asked(asking.question, self.name)
                failure = await self._sent(now)
            except asyncio.CancelledError:
                now.spend()
                await self.account.charge(now.as_call("The call was cancelled.", "Cancelled"))
                raise
        reply: R | Repair | None = None
        if failure is None:
            reply = await self._read(now, form)
        await self._charge(now, failure, reply)
        if reply is not None:
            return reply
        assert failure is not None
        raise failure

    async def _sent(self, now: Round, transport: Transport | None = None) -> ModelFailed | None:
        """Send it within the time that there is. Errors are handed back, without the key."""
        if failure := check(self.settings):
            return failure
        await load_library(self.settings)
        try:
            sender = self._sender(transport)
        except ModelFailed as unusable:
            return unusable
        call_secs, left_secs = self.settings.call_secs, self.account.secs_left
        is_short = left_secs is not None and left_secs < call_secs
        try:
            async with asyncio.timeout(left_secs if is_short else call_secs):
                failure = await sender.send(now, traits=EndpointTraits() if transport else None)
        except TimeoutError:
            endpoint = sender.endpoint()
            if now.count.waits_after and not is_short:
                still_so = f"still so after {call_secs:g} s"
                return endpoint.failure_of(ServerSaid(now.count.waits_after, still_so))
            now.spend()
            failure = endpoint.timed_out(call_secs, is_run_over=is_short)
        clean = self._scrubber.clean
        return failure and type(failure)(clean(failure.message), clean(failure.remedy))

    def _sender(self, transport: Transport | None = None) -> Sender:
        if self._client is None:
            self._client = make_client(self.settings, most_bytes=self.most_body_bytes)
        return Sender(self.settings, self._client, self.memory, transport)

    async def _read(self, now: Round, form: type[R]) -> R | Repair:
        readings = now.readings()
        if now.received.finish_reason == "length":
            most = self.settings.max_reply_tokens
            cut_off = f"The reply was cut off after {most} tokens. Say it in fewer words."
            return Repair(now.reply, cut_off)
        if not readings.objects:
            if readings.has_no_json:
                await self._sender().note_ignored_form()
            return now.repair(readings.problem)
        complaint = ""
        for candidate in readings.objects:
            parsed = self._scrubber.clean(json.dumps(candidate, ensure_ascii=False))
            now.parsed = now.parsed or parsed
            try:
                reply = form.model_validate_json(parsed)
            except ValidationError as error:
                complaint = complaint or _complaint(error)
                continue
            now.parsed = parsed
            return reply
        return now.repair(complaint)

    async def _charge(
        self, now: Round, failure: ModelFailed | None, reply: BaseModel | Repair | None
    ) -> None:
        said = failure
        if isinstance(reply, Repair):
            said = _invalid(self.name, reply.complaint)
        message, kind = (said.message, type(said).__name__) if said else ("", "")
        await self.account.charge(now.as_call(message, kind))


def _complaint(error: ValidationError) -> str:
    """What is wrong with a reply, a line for each place."""
    problems = error.errors(include_url=False, include_context=False)
    lines = [
        f"- {'.'.join(str(part) for part in problem['loc']) or 'the object'}:"
        f" {problem['msg'].removeprefix('Value error, ')}"
        for problem in problems[:_MOST_COMPLAINTS]
    ]
    if len(problems) > _MOST_COMPLAINTS:
        lines.append(f"- and {len(problems) - _MOST_COMPLAINTS} more")
    is_of_form = any(problem["type"] != "value_error" for problem in problems)
    what = "The JSON does not fit:" if is_of_form else "The JSON fits, but not what it says:"
    return "\n".join([what, *lines])


def _invalid(model: str, complaint: str) -> ReplyInvalid:
    said = " ".join(complaint.split())
    return ReplyInvalid(
        f"{model} did not reply in the form that was asked for: {said}",
        "Try again, or choose a model that keeps to a form better.",
    )
