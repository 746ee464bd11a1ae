"""Tries an endpoint out: its models, the forms that it keeps to, whether it streams and sees."""

import asyncio
import io
import json
import time
from dataclasses import replace

from PIL import Image
from pydantic import BaseModel, ValidationError

from engine.domain.errors import ModelFailed
from engine.domain.models import EndpointReport, ModelQuestion, ReplyForm, SentPicture
from engine.endpoint import client as clients
from engine.endpoint import failures, reading, sending
from engine.endpoint.request import Asking, EndpointSettings, EndpointTraits, FormMemory
from engine.endpoint.rounds import Round, Scrubber
from engine.endpoint.schema import reply_schema

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
        if problem := clients.check(self._settings):
            return self._with_problem(report, problem)
        # Plain text first: where that fails, nothing else is worth a question.
        plain = EndpointTraits(ReplyForm.TEXT)
        await self._sender.remember(plain)
        first = self._round(_GREETING, _Greeting)
        if problem := await self._sent(first, None):
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
