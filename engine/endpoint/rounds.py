"""One round with an endpoint, as it goes: what was sent so far, what came, what it took."""

import json
import re
import time
from math import ceil

from engine.domain.facts import Part, field, replace
from engine.domain.models import ModelCall, ModelQuestion, ReplyForm, TokenUsage
from engine.endpoint import client, failures, request
from engine.endpoint.reading import Readings, Received, read_objects

_MASK = "[key]"
_LEAST_LENGTH = 8
"""Shorter ones, such as "ollama", are words to please a server and no secrets."""


class Scrubber:
    """Keeps the key out of every text that leaves this room: servers quote it in their errors, some
    of them with stars in the middle."""

    def __init__(self, key: str) -> None:
        self._pattern: re.Pattern[str] | None = None
        if len(key) >= _LEAST_LENGTH:
            whole = re.escape(key)
            starred = rf"{re.escape(key[:2])}[\w.-]*[*•…]{{2,}}[\w.*•…-]*"
            self._pattern = re.compile(f"{whole}|{starred}")

    def clean(self, text: str) -> str:
        """The text without the key, and without halves of characters, which no file can hold."""
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return self._pattern.sub(_MASK, text) if self._pattern else text


class Prefixes:
    """What of a prompt stands byte for byte in the one before it, of the same system text, which
    comes first: what a server need not read anew."""

    def __init__(self) -> None:
        self._prompts: dict[str, str] = {}
        self._cuts: dict[str, tuple[int, ...]] = {}
        self._sent: dict[str, str] = {}

    def cuts(self, question: ModelQuestion) -> tuple[int, ...]:
        """Where the prompt may be cut so that all pieces but the last are those of prompts before:
        at the end of a line. A cut stays as long as what stands before it does."""
        system, prompt = question.system, question.prompt
        same = _same_length(self._prompts.get(system, ""), prompt)
        same = prompt.rfind("\n", 0, same) + 1
        cuts = {cut for cut in (*self._cuts.get(system, ()), same) if 0 < cut <= same}
        self._prompts[system], self._cuts[system] = prompt, tuple(sorted(cuts))
        return self._cuts[system]

    def same_bytes(self, sent: ModelQuestion) -> int:
        """How many bytes from the first on are those of the prompt before; 0 for the first."""
        before = self._sent.get(sent.system)
        self._sent[sent.system] = sent.prompt
        if before is None:
            return 0
        same = sent.prompt[: _same_length(before, sent.prompt)]
        return bytes_of(sent.system) + bytes_of(same)


def _same_length(one: str, other: str) -> int:
    """How many characters both begin with."""
    most = min(len(one), len(other))
    return next((at for at in range(most) if one[at] != other[at]), most)


def bytes_of(text: str) -> int:
    return len(text.encode(errors="replace"))


_CHARACTERS_PER_TOKEN = 4


class Round(Part):
    """Filled while it is under way, so that a round that is cancelled can be told of as well.
    ``prefixes`` know the prompts before."""

    asking: request.Asking
    settings: request.EndpointSettings
    scrubber: Scrubber
    prefixes: Prefixes | None = None
    received: Received = field(default_factory=Received, init=False)
    parsed = ""
    retries = 0
    count: client.RetryCount = field(default_factory=client.RetryCount, init=False)
    _spent: TokenUsage = field(default_factory=TokenUsage, init=False)

    def __post_init__(self) -> None:
        self._prefixes = self.prefixes or Prefixes()
        self.form = ReplyForm.JSON_SCHEMA
        self._started_secs = time.perf_counter()

    def now_ms(self) -> float:
        return (time.perf_counter() - self._started_secs) * 1000

    @property
    def reply(self) -> str:
        """As received, without the key where a server quotes it."""
        return self.scrubber.clean(self.received.reply)

    def readings(self) -> Readings:
        """The objects of the reply; those that were asked for count first."""
        clean, came = self.scrubber.clean, self.received
        parts = [clean(part) for part in (came.text, came.arguments) if part] or [self.reply]
        if self.form is ReplyForm.TOOL:
            parts.reverse()
        read = [read_objects(part) for part in parts]
        objects = tuple(each for one in read for each in one.objects)
        return replace(read[0], objects=objects)

    def repair(self, complaint: str) -> request.Repair:
        """What goes back to the model; as words where the turn as it came would quote the key."""
        came, told = self.received, json.dumps(self.received.turn)
        turn = tuple(came.turn) if self.scrubber.clean(told) == told else ()
        return request.Repair(self.reply, complaint, turn, came.response_id)

    def start_over(self) -> None:
        """What came so far is of no use; the tokens for it stay spent."""
        self.spend()
        self.received = Received()
        self.retries += 1

    def spend(self) -> None:
        """Charge the request that was just answered, wholly or in part."""
        told = self.received.usage
        self._spent += told if told is not None else self._estimated()

    def as_call(self, failure: str, failure_class: str) -> ModelCall:
        settings = self.settings
        price = settings.price
        sent, clean = self.asking.as_sent(self.form), self.scrubber.clean
        return ModelCall(
            question=replace(sent, system=clean(sent.system), prompt=clean(sent.prompt)),
            model=settings.model,
            endpoint=failures.plain_url(settings.base_url),
            form=self.form,
            reply=self.reply,
            parsed=self.parsed,
            usage=self._spent,
            cost=None if price is None else price.cost_of(self._spent),
            took_ms=self.now_ms(),
            first_token_ms=self.received.first_token_ms,
            retries=self.retries,
            is_repair=self.asking.repair is not None,
            failure=self.scrubber.clean(failure),
            failure_class=failure_class,
            sent_bytes=bytes_of(sent.system) + bytes_of(sent.prompt),
            same_bytes=self._prefixes.same_bytes(sent),
        )

    def _estimated(self) -> TokenUsage:
        sent = self.asking.as_sent(self.form)
        prompt = ceil((len(sent.system) + len(sent.prompt)) / _CHARACTERS_PER_TOKEN)
        completion = ceil(len(self.received.reply) / _CHARACTERS_PER_TOKEN)
        prompt += sent.picture.tokens if sent.picture is not None else 0
        return TokenUsage(prompt, 0, completion, is_estimated=True)
