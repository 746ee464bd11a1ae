"""A model over an endpoint, by any of its protocols: asks, checks, repairs once, tells all; and
tries an endpoint out: its models, the forms that it keeps to, whether it streams and sees."""

import asyncio
import io
import json
import time
from typing import Any, TypeVar

from PIL import Image
from pydantic import BaseModel, ValidationError

from engine.domain.errors import ModelFailed, ReplyInvalid
from engine.domain.facts import KW_ONLY, Part, field, replace
from engine.domain.models import EndpointReport, ModelQuestion, ReplyForm, SentPicture
from engine.domain.ports import ModelAccount
from engine.endpoint import client as clients
from engine.endpoint import failures, reading, sending
from engine.endpoint.request import (
    Asking,
    EndpointSettings,
    EndpointTraits,
    FormMemory,
    Repair,
    reply_schema,
)
from engine.endpoint.rounds import Prefixes, Round, Scrubber
from engine.endpoint.sending import Sender, Transport, leading

R = TypeVar("R", bound=BaseModel)

_MOST_BODY_BYTES = 16_000_000
_MOST_COMPLAINTS = 5


class _NoForm(BaseModel):
    """Where the protocol's own tools say what a reply is."""


class OpenAiModel(Part):
    """Implements ``Model``. Cancelling ``ask`` closes the connection of its request."""

    settings: EndpointSettings
    account: ModelAccount
    memory: FormMemory
    _: KW_ONLY
    most_body_bytes: int = _MOST_BODY_BYTES
    _client: clients.ModelClient | None = field(default=None, init=False)
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

    async def exchange(self, body: dict[str, Any]) -> reading.Received:
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
        if failure := clients.check(self.settings):
            return failure
        await clients.load_library(self.settings)
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
                return endpoint.failure_of(failures.ServerSaid(now.count.waits_after, still_so))
            now.spend()
            failure = endpoint.timed_out(call_secs, is_run_over=is_short)
        clean = self._scrubber.clean
        return failure and type(failure)(clean(failure.message), clean(failure.remedy))

    def _sender(self, transport: Transport | None = None) -> Sender:
        if self._client is None:
            self._client = clients.make_client(self.settings, most_bytes=self.most_body_bytes)
        return Sender(self.settings, self._client, self.memory, transport)

    async def _read(self, now: Round, form: type[R]) -> R | Repair:
        readings = now.readings()
        if now.received.finish_reason == "length":
            most = self.settings.max_reply_tokens
            cut_off = f"The reply was cut off after {most} tokens. Say it in fewer words."
            return Repair(now.reply, cut_off)
        if not readings.objects:
            if readings.has_no_json:
                sender = self._sender()  # it did not keep to the form: from now on the prompt asks
                await sender.remember(replace(await sender.traits(), form=ReplyForm.TEXT))
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


_TRY_SECS = 20.0
_MOST_BYTES = 2_000_000
_MOST_REPLY_TOKENS = 200
_PICTURE_SIDE_PX = 64


class _Greeting(BaseModel):
    greeting: str


class _Colour(BaseModel):
    colour: str


async def try_out(settings: EndpointSettings, *, try_secs: float = _TRY_SECS) -> EndpointReport:
    """Ask a handful of tiny questions, each for ``try_secs`` at most. Raises nothing for what is
    wrong with the endpoint: the report says it. Without a model it lists those that there are."""
    started_secs = time.perf_counter()
    tiny = replace(
        settings,
        timeout_secs=min(settings.timeout_secs, try_secs),
        call_secs=try_secs,
        max_retries=0,
        max_reply_tokens=_MOST_REPLY_TOKENS,
    )
    report = EndpointReport(failures.plain_url(settings.base_url), settings.model)
    wrong = clients.check(replace(tiny, model=tiny.model or "-"))
    if wrong is None:
        await clients.load_library(tiny)
        try:
            client = clients.make_client(tiny, most_bytes=_MOST_BYTES)
        except ModelFailed as unusable:
            wrong = unusable
        else:
            async with client.library:
                report = await _Trial(tiny, client).run(report)
    if wrong is not None:
        report = replace(report, problem=wrong.message, remedy=wrong.remedy)
    took_ms = (time.perf_counter() - started_secs) * 1000
    return replace(report, took_ms=took_ms)


class _Trial:
    def __init__(self, settings: EndpointSettings, client: clients.ModelClient) -> None:
        self._settings = settings
        self._client = client
        self._memory = FormMemory()
        self._sender = sending.Sender(settings, client, self._memory)
        self._scrubber = Scrubber(settings.key)

    async def run(self, report: EndpointReport) -> EndpointReport:
        models = await clients.listed_models(self._client, self._settings)
        report = replace(report, models=models or ())
        # Plain text first: where that fails, nothing else is worth a question.
        plain = EndpointTraits(ReplyForm.TEXT)
        await self._sender.remember(plain)
        first, unchosen = self._round(_GREETING, _Greeting), clients.check(self._settings)
        problem = None if unchosen and models else await self._sent(first, None)
        missing = self._sender.endpoint().model_missing(())
        if unchosen and (problem is None or problem.message == missing.message):
            problem = unchosen
        if problem is not None:
            return self._with_problem(report, problem)
        left_out = (await self._sender.traits()).left_out
        offered = sending.transport_of(self._settings).forms
        forms = [form for form in offered if await self._keeps_to(form, left_out, first)]
        report = replace(
            report,
            forms=tuple(forms),
            can_stream=first.received.first_token_ms is not None,
            can_see=await self._sees(EndpointTraits(ReplyForm.TEXT, left_out)),
        )
        if forms:
            return report
        return replace(
            report,
            problem=f"{self._settings.model} answers, but in none of the forms that are needed.",
            remedy="Choose a model that can write JSON.",
        )

    async def _keeps_to(self, form: ReplyForm, left_out: frozenset[str], first: Round) -> bool:
        """Whether a reply comes in that form, and comes so because of the form."""
        if form is ReplyForm.TEXT:
            return _fits(first.reply, _Greeting)
        now = self._round(_GREETING, _Greeting)
        if await self._sent(now, EndpointTraits(form, left_out)) is not None:
            return False
        if form is ReplyForm.TOOL and not now.received.arguments:
            return False
        return _is_bare_json(now.reply) and _fits(now.reply, _Greeting)

    async def _sees(self, traits: EndpointTraits) -> bool:
        now = self._round(_COLOUR, _Colour)
        failure = await self._sent(now, traits)
        return failure is None and "red" in now.reply.lower()

    def _round(self, question: ModelQuestion, form: type[BaseModel]) -> Round:
        return Round(Asking(question, reply_schema(form)), self._settings, self._scrubber)

    async def _sent(self, now: Round, traits: EndpointTraits | None) -> ModelFailed | None:
        try:
            async with asyncio.timeout(self._settings.call_secs):
                return await self._sender.send(now, traits=traits)
        except TimeoutError:
            return self._sender.endpoint().timed_out(self._settings.call_secs)

    def _with_problem(self, report: EndpointReport, problem: ModelFailed) -> EndpointReport:
        clean = self._scrubber.clean
        return replace(report, problem=clean(problem.message), remedy=clean(problem.remedy))


def _is_bare_json(reply: str) -> bool:
    try:
        return isinstance(json.loads(reply), dict)
    except (ValueError, RecursionError):
        return False


def _fits(reply: str, form: type[BaseModel]) -> bool:
    for candidate in reading.read_objects(reply).objects:
        try:
            form.model_validate(candidate)
        except ValidationError:
            continue
        return True
    return False


def _red_picture(side_px: int) -> SentPicture:
    """A square of one colour, as a PNG."""
    file = io.BytesIO()
    Image.new("RGB", (side_px, side_px), (224, 16, 16)).save(file, "PNG")
    return SentPicture(file.getvalue(), "image/png", side_px, side_px, "low")


_GREETING = ModelQuestion("plan", "Be brief.", "Say hello in one word.", "try-out")
_COLOUR = ModelQuestion(
    "vision",
    "Be brief.",
    "Which colour has this picture? One English word.",
    "try-out",
    picture=_red_picture(_PICTURE_SIDE_PX),
)
