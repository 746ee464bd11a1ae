"""``pilothouse phone``: what waits for a person, on a page of this machine's own that a phone
shows, for who has the token; and the same card in the words of other programs, their answers in
ours: LangChain's human-in-the-loop requests (which LangGraph's interrupts carry), AG-UI's
interrupts, ACP's permission requests.

None of them can say more than the console: yes or no to the one request, an answer to a question,
or, as ACP's “always”, a yes beforehand that ends, where the request allows for one. Sources:
langchain 1.5, ag-ui-protocol 1.0, agent-client-protocol 0.12."""

import asyncio
import base64
import hashlib
import os
import ssl
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from jinja2 import Environment, StrictUndefined
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route

from app.joining import EXPIRES_SECS, Card, Elsewhere, runs_folder
from app.terminal import TerminalConsole
from engine.domain.approvals import ApprovalRequest, Approve, Grant, OperatorAnswer, Reject
from engine.domain.errors import NameUnknown
from engine.language.action_words import asked_words
from engine.language.folding import shown_cut
from engine.language.sentences.run import asked_facts
from engine.record.store import SessionStore
from engine.thinking.guest import serving

Answer = OperatorAnswer | str
_GRANT_SECS = 300.0


def _words(card: Card) -> str:
    """What is asked, with what a person has to know of it."""
    asks = card.asks
    if not isinstance(asks, ApprovalRequest):
        return asks.question
    care = f"Take care: {asks.suspicion}\n" if asks.suspicion else ""
    facts = "".join(f"\n{name}: {words}" for name, words in asked_facts(asks).items())
    return f"{care}{asked_words(asks.step)}{facts}"


def to_langgraph(card: Card) -> dict[str, Any]:
    name, args, allowed = "ask_operator", {}, ["respond"]
    if isinstance(card.asks, ApprovalRequest):
        step, allowed = card.asks.step, ["approve", "reject"]
        name, args = step.action.kind, {"zone": step.zone_label}
    return {
        "action_requests": [{"name": name, "args": args, "description": _words(card)}],
        "review_configs": [{"action_name": name, "allowed_decisions": allowed}],
    }


def from_langgraph(card: Card, said: Any) -> Answer | None:
    match said:
        case {"decisions": [{"type": "approve"}]}:
            return Approve()
        case {"decisions": [{"type": "reject", **more}]}:
            return Reject(str(more.get("message") or ""))
        case {"decisions": [{"type": "respond", "message": str(message)}]}:
            return message
    return None


def to_ag_ui(card: Card) -> dict[str, Any]:
    is_request = isinstance(card.asks, ApprovalRequest)
    named, kind = ("approved", "boolean") if is_request else ("answer", "string")
    properties = {named: {"type": kind}}
    interrupt = {
        "id": card.ticket,
        "reason": "approval" if is_request else "question",
        "message": _words(card),
        "responseSchema": {"type": "object", "properties": properties, "required": [named]},
        "expiresAt": datetime.fromtimestamp(card.ends_at_secs, UTC).isoformat(),
    }
    return {"outcome": {"type": "interrupt", "interrupts": [interrupt]}}


def from_ag_ui(card: Card, said: Any) -> Answer | None:
    match said:
        case {"resume": [{"interruptId": card.ticket, "status": "cancelled"}]}:
            return Reject("it was cancelled")
        case {"resume": [{"interruptId": card.ticket, "status": "resolved", "payload": payload}]}:
            match payload:
                case {"approved": True}:
                    return Approve()
                case {"approved": False}:
                    return Reject()
                case {"answer": str(answer)}:
                    return answer
    return None


def to_acp(card: Card) -> dict[str, Any]:
    asks = card.asks
    options = [("yes", "Approve", "allow_once"), ("no", "Reject", "reject_once")]
    if not isinstance(asks, ApprovalRequest):
        options = [(str(i), each, "allow_once") for i, each in enumerate(asks.choices)]
    elif asks.may_be_granted and asks.where:
        more = f"Approve, and more like it in {asks.where} for five minutes"
        options.insert(1, ("always", more, "allow_always"))
    return {
        "sessionId": card.run_id,
        "toolCall": {"toolCallId": card.name, "title": _words(card), "status": "pending"},
        "options": [
            {"optionId": name, "name": words, "kind": kind} for name, words, kind in options
        ],
    }


def from_acp(card: Card, said: Any) -> Answer | None:
    offered: dict[str, str] = {each["optionId"]: each["name"] for each in to_acp(card)["options"]}
    match said:
        case {"outcome": {"outcome": "cancelled"}}:
            return Reject("it was cancelled")
        case {"outcome": {"outcome": "selected", "optionId": str(name)}} if name in offered:
            if not isinstance(card.asks, ApprovalRequest):
                return offered[name]
            if name == "always":
                kind, where = card.asks.step.action.kind, card.asks.where
                return Approve(grant=Grant(card.ticket[:8], kind, where, secs=_GRANT_SECS))
            return Approve() if name == "yes" else Reject()
    return None


Tell = Callable[[Card], dict[str, Any]]
Hear = Callable[[Card, Any], Answer | None]
DIALECTS: Mapping[str, tuple[Tell, Hear]] = {
    "langgraph": (to_langgraph, from_langgraph),
    "ag-ui": (to_ag_ui, from_ag_ui),
    "acp": (to_acp, from_acp),
}


_COOKIE = "pilothouse"
_MOST_SAID_BYTES = 20_000
_LOOKS_AGAIN_SECS = 2
_SCRIPT = (files("resources") / "phone.js").read_text("utf-8")
_SCRIPT_HASH = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
_GUARDS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none';"
    f" script-src 'sha256-{_SCRIPT_HASH}'",
}
Page = Callable[[Request], Awaitable[Response]]


async def serve_phone(
    host: str, port: int, certificate: Path | None, database: Path, console: TerminalConsole
) -> None:
    """Until cancelled; ``certificate`` with its key in one PEM file. Raises ``KnownError``."""
    _check(host, certificate)
    token = os.environ.get("PILOTHOUSE_PHONE_TOKEN") or serving.new_token()
    elsewhere = Elsewhere(runs_folder())
    async with await SessionStore.open(database) as store:
        with serving.listening_at(host, port) as (listening, names):
            console.say(f"Open http{'s' if certificate else ''}://{names[0]}/?token={token}")
            page = PhonePage(elsewhere, store, token, names)
            async with asyncio.TaskGroup() as both:
                both.create_task(elsewhere.follow())
                both.create_task(serving.serve(page.application, listening, certificate))


def _check(host: str, certificate: Path | None) -> None:
    """Raises ``NameUnknown``."""
    if certificate is None and host != serving.HOST:
        raise NameUnknown(
            f"At {host} the token would go over the network as it is.",
            "Say --certificate FILE, or leave --host out and reach it through a tunnel.",
        )
    what = f"{certificate} holds no certificate with its key"
    with NameUnknown.on_refusal(what, "Put both into one PEM file."):
        if certificate is not None:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate)


def _secs_in(words: str) -> float | None:
    """For how long a card was in sight; None where the page did not tell, or what can't be."""
    try:
        return secs if 0 <= (secs := float(words)) <= EXPIRES_SECS else None
    except ValueError:
        return None


class PhonePage:
    """The page and its answers, for who has the token: it comes once in the address, and stays as a
    cookie under a path that only this browser knows: other servers of this machine, at other ports,
    would get it otherwise."""

    def __init__(
        self, elsewhere: Elsewhere, store: SessionStore, token: str, names: list[str]
    ) -> None:
        """``names``: host and port by which it may be asked for."""
        self._elsewhere, self._store, self._token = elsewhere, store, token
        environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
        environment.filters |= {"shown": shown_cut, "asked": asked_words, "facts": asked_facts}
        environment.filters["clock"] = lambda secs: time.strftime("%H:%M", time.localtime(secs))
        text = (files("resources") / "phone.html.j2").read_text("utf-8")
        self._template = environment.from_string(text)
        self._said = ""
        hosts = [name.rpartition(":")[0] for name in names]
        trusted = Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)
        pages = [
            Route("/", partial(self._guarded, self._cards)),
            Route("/picture/{name}", partial(self._guarded, self._picture)),
            Route("/answer", partial(self._guarded, self._answer), methods=["POST"]),
        ]
        routes = [*pages, *self._for_programs(), Mount("/{place}", routes=pages)]
        self.application = Starlette(routes=routes, middleware=[trusted])

    async def _guarded(self, page: Page, request: Request) -> Response:
        answer: Response
        said_bytes = request.headers.get("content-length", "0" if request.method == "GET" else "")
        if not said_bytes.isdecimal() or int(said_bytes) >= _MOST_SAID_BYTES:
            answer = PlainTextResponse("That is too long.", 413)
        elif serving.is_token(request.query_params.get("token", ""), self._token):
            place, is_secure = f"/{serving.new_token()}/", request.url.scheme == "https"
            answer = Response(status_code=303, headers={"Location": place})
            answer.set_cookie(
                _COOKIE, self._token, path=place, httponly=True, samesite="strict", secure=is_secure
            )
        elif serving.is_token(request.cookies.get(_COOKIE, ""), self._token) or serving.bears(
            request, self._token
        ):
            answer = await page(request)
        else:
            answer = PlainTextResponse("The token is missing or wrong.", 401)
        answer.headers.update(_GUARDS)
        return answer

    async def _cards(self, request: Request) -> Response:
        """Where something waits, it is shown until its time is over: somebody may be writing."""
        said, self._said, cards = self._said, "", self._elsewhere.cards
        left_secs = min((card.ends_at_secs - time.time() for card in cards), default=0.0)
        again_secs = max(_LOOKS_AGAIN_SECS, round(left_secs + 1))
        told = {"cards": cards, "said": said, "again_secs": again_secs, "script": _SCRIPT}
        return HTMLResponse(self._template.render(told))

    async def _picture(self, request: Request) -> Response:
        """That of a card which is open now."""
        name = request.path_params["name"]
        asked = [getattr(card.asks, "crop_hash", "") for card in self._elsewhere.cards]
        picture = await self._store.blobs.picture(name) if name in asked else None
        if picture is None:
            return Response(status_code=404)
        return Response(picture.data, media_type=f"image/{picture.format}")

    async def _answer(self, request: Request) -> Response:
        said = {name: each[-1] for name, each in parse_qs((await request.body()).decode()).items()}
        words = said.get("words", "").strip()
        verdicts: dict[str, OperatorAnswer | str] = {
            "approve": Approve(),
            "reject": Reject(words),
            "answer": said.get("choice") or words,
        }
        answer = next((verdicts[each] for each in verdicts if each in said), None)
        if answer is None:
            return PlainTextResponse("That decides nothing.", 400)
        ticket, seen_secs = said.get("ticket", ""), _secs_in(said.get("seen_secs", ""))
        self._said = await self._elsewhere.answer(ticket, answer, seen_secs) or "Decided."
        return Response(status_code=303, headers={"Location": "./"})

    def _for_programs(self) -> Iterator[Route]:
        for name, (tell, hear) in DIALECTS.items():
            told, heard = partial(self._told, tell), partial(self._heard, hear)
            yield Route(f"/{name}", partial(self._guarded, told))
            yield Route(f"/{name}/{{ticket}}", partial(self._guarded, heard), methods=["POST"])

    async def _told(self, tell: Tell, request: Request) -> Response:
        """What is open, for a program: each with the ticket that answers it."""
        cards = self._elsewhere.cards
        return JSONResponse([{"ticket": card.ticket, "request": tell(card)} for card in cards])

    async def _heard(self, hear: Hear, request: Request) -> Response:
        """A program's answer; ``why`` it does not count, else empty."""
        ticket = request.path_params["ticket"]
        card = next((each for each in self._elsewhere.cards if each.ticket == ticket), None)
        try:
            answer = hear(card, await request.json()) if card is not None else ""
        except ValueError:
            answer = None
        why = "That decides nothing."
        if answer is not None:
            why = await self._elsewhere.answer(ticket, answer)
        return JSONResponse({"why": why}, 400 if why else 200)
