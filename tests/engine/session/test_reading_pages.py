"""What a web thinker notes stays before it, and what it asks to read is read before it goes on."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable
from types import SimpleNamespace
from typing import Any

from engine.domain.plans import ReadText, Situation
from engine.domain.web.proposals import ActionName, WebProposal, WebRequest
from engine.session.thinker_calls import ThinkerCalls
from tests.support.web_choosers import proposed
from tests.support.web_requests import page, request


class Thinker:
    """Says one thing after the other, and keeps what it was asked."""

    name = "stand-in"

    def __init__(self, *said: WebProposal) -> None:
        self._said = list(said)
        self.asked: list[WebRequest] = []

    async def choose(self, asked: WebRequest) -> WebProposal:
        self.asked.append(asked)
        return self._said.pop(0)


def calls_of(thinker: Thinker) -> ThinkerCalls:
    async def nothing(*_: Any) -> None: ...

    async def awaited(what: Awaitable[Any]) -> Any:
        return await what

    @contextlib.asynccontextmanager
    async def call(*_: Any) -> AsyncIterator[None]:
        yield

    context: Any = SimpleNamespace(
        thinker=None,
        web=thinker,
        explore=None,
        settings=SimpleNamespace(goal="find it"),
        provenance=SimpleNamespace(notice=lambda *_: None),
        account=SimpleNamespace(call=call),
        control=SimpleNamespace(
            boundary=nothing, unless_overruled=awaited, unless_cancelled=awaited
        ),
        log=None,
        pictures=None,
        no_pictures="none",
    )

    async def as_it_is(now: Situation, *_: Any, **__: Any) -> Situation:
        return now

    looks: Any = SimpleNamespace(read_whole=as_it_is)
    return ThinkerCalls(context, looks)


async def test_what_is_asked_for_is_read_once_and_what_is_noted_stays() -> None:
    reads = proposed(ActionName.READ, notes=("it is long",), reads=("page@5", "nowhere"))
    back = proposed(ActionName.GO_BACK)
    thinker = Thinker(reads, back, back)
    calls = calls_of(thinker)
    asked = request("find it", page(text="0123", whole_text="01234 and far more"))
    assert await calls.choose(asked) == back
    assert await calls.choose(asked) == back
    first, second, third = thinker.asked
    assert (first.notes, first.texts) == ((), ())
    assert second.texts == (ReadText("page", 5, " and far more"), ReadText("nowhere", 0, ""))
    assert (third.notes, third.texts) == (("it is long",), ())
