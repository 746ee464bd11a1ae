"""The client library of the endpoint's protocol, set up for one endpoint: OpenAI's, or Anthropic's,
which comes with an extra and is imported only where it is asked for. They are of one make.

Its own retries serve (408, 409, 429 and 5xx, a broken or refused connection, with backoff, jitter
and Retry-After). What is ours: the proxy, no redirects, a bound on the size of every body, and
the count of requests, which must be known when the last of them fails as well."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from contextvars import ContextVar
from functools import cache, partial
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx2
import openai

from engine.domain.errors import ModelFailed, ModelRefusesRequest, ModelUnreachable
from engine.domain.facts import Part
from engine.endpoint.failures import plain_url
from engine.endpoint.request import EndpointSettings

_CONNECT_SECS = 10.0
_MOST_MODELS = 1000
_LIST_SECS = 5.0
_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


class RetryCount(Part):
    """Requests that the client library sent anew since this was made. ``waits_after`` is the status
    after which it waits to do so; 0 while a request is under way."""

    retries: int = 0
    waits_after: int = 0


_count: ContextVar[RetryCount | None] = ContextVar("retry_count", default=None)


def count_retries() -> RetryCount:
    """A fresh count of what this task sends from here on."""
    count = RetryCount()
    _count.set(count)
    return count


class BodyTooLong(Exception):
    """A body is longer than what is read of one."""


def check(settings: EndpointSettings) -> ModelFailed | None:
    """What is wrong with the settings themselves."""
    parts = urlsplit(settings.base_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return ModelRefusesRequest(
            f"“{plain_url(settings.base_url)}” is no address of a model server.",
            "A base URL looks like http://127.0.0.1:11434/v1.",
        )
    if not settings.model:
        return ModelRefusesRequest("No model is chosen.", "Choose one in the settings.")
    if not (settings.key.isascii() and settings.key.isprintable()):
        return ModelRefusesRequest(
            "The key has characters that can't be sent.", "Put the key in anew, without spaces."
        )
    if settings.proxy and urlsplit(settings.proxy).scheme not in {"http", "https"}:
        return ModelRefusesRequest(
            f"The proxy “{plain_url(settings.proxy)}” can't be used.",
            "A proxy looks like http://proxy.example:3128.",
        )
    return None


class ModelClient(NamedTuple):
    """A vendor's library, set up, and its ``module``, which has the errors that it raises."""

    library: Any
    module: Any


async def load_library(settings: EndpointSettings) -> None:
    """Import what the protocol needs, beside the loop: it takes seconds."""
    if settings.wire == "messages":
        with contextlib.suppress(ImportError):
            await asyncio.to_thread(import_module, "anthropic.resources.messages")


def make_client(settings: EndpointSettings, *, most_bytes: int) -> ModelClient:
    """Raises ``ModelFailed`` for a proxy that can't be used, or an extra that is missing."""
    if settings.wire != "messages":
        client = openai.AsyncOpenAI(
            base_url=settings.base_url,
            api_key=settings.key,
            timeout=_timeout(settings.timeout_secs),
            max_retries=settings.max_retries,
            http_client=_http_client(settings, most_bytes),
            _enforce_credentials=False,
        )
        if urlsplit(settings.base_url).hostname != "api.openai.com":
            # these come from the environment and are nobody else's business
            client.organization = client.project = None
        return ModelClient(client, openai)
    why = "The protocol Messages needs the extra “anthropic”, which is not installed."
    remedy = "Install it: pip install 'pilothouse[anthropic]'."
    with ModelUnreachable.instead_of(ImportError, why, remedy):
        import anthropic
    library = anthropic.AsyncAnthropic(
        base_url=root_of(settings),
        api_key=settings.key or "none",
        timeout=_timeout(settings.timeout_secs),
        max_retries=settings.max_retries,
        http_client=_http_client(settings, most_bytes),
        open_telemetry=False,
    )
    library._custom_headers = {}  # the environment's, and nobody else's business
    return ModelClient(library, anthropic)


def root_of(settings: EndpointSettings) -> str:
    """The base URL without the version, which Anthropic's library puts there itself."""
    return settings.base_url.rstrip("/").removesuffix("/v1")


def _http_client(settings: EndpointSettings, most_bytes: int) -> httpx2.AsyncClient:
    is_local = urlsplit(settings.base_url).hostname in _LOCAL_HOSTS
    # a proxy of the environment is for the world outside, not for this machine
    trusts_environment = not settings.proxy and not is_local
    limit = partial(_limit, most_bytes)
    what = "The proxy that the environment names can't be used."
    remedy = "Set an http:// proxy in the settings, or take it out of the environment."
    with ModelUnreachable.instead_of((ImportError, ValueError), what, remedy):
        return httpx2.AsyncClient(
            timeout=_timeout(settings.timeout_secs),
            proxy=settings.proxy or None,
            trust_env=trusts_environment,
            follow_redirects=False,
            verify=_certificates(trusts_environment),
            # what a server sends beyond the length that it told would be read as the next answer
            limits=httpx2.Limits(max_keepalive_connections=0),
            event_hooks={"request": [_count_request], "response": [_note_status, limit]},
        )


def extra_headers(settings: EndpointSettings, client: ModelClient) -> dict[str, Any]:
    """No compression, so that the bound holds; no Authorization where there is no key."""
    headers: dict[str, Any] = {"Accept-Encoding": "identity"}
    if not settings.key:
        headers["Authorization"] = client.module.Omit()
    return headers


async def listed_models(client: ModelClient, settings: EndpointSettings) -> tuple[str, ...] | None:
    """The names, or None where no list of models comes in time."""
    base_url = settings.base_url.rstrip("/")
    url = f"{root_of(settings)}/v1/models" if settings.wire == "messages" else f"{base_url}/models"
    count_retries()  # a look is no retry of a call
    headers = extra_headers(settings, client)
    options = {"headers": headers, "timeout": _LIST_SECS, "max_retries": 0}
    try:
        async with asyncio.timeout(_LIST_SECS):
            told = await client.library.get(url, cast_to=object, options=options)
    except (TimeoutError, client.module.APIError, BodyTooLong, httpx2.HTTPError, ValueError):
        return None
    match told:
        case {"data": [*items]}:
            named = (item for item in items if isinstance(item, dict) and "id" in item)
            return tuple(str(item["id"]) for item in islice(named, _MOST_MODELS))
    return None


@cache
def _certificates(trusts_environment: bool) -> ssl.SSLContext:
    """Read once: for each client anew it takes as long as a short call."""
    return httpx2.create_ssl_context(trust_env=trusts_environment)


def _timeout(secs: float) -> httpx2.Timeout:
    return httpx2.Timeout(secs, connect=min(secs, _CONNECT_SECS))


async def _count_request(request: httpx2.Request) -> None:
    count = _count.get()
    if count is not None:
        count.retries = int(request.headers.get("x-stainless-retry-count", 0))
        count.waits_after = 0


async def _note_status(response: httpx2.Response) -> None:
    count = _count.get()
    if count is not None and response.is_error:
        count.waits_after = response.status_code
    if response.status_code == 501:
        # not implemented stays not implemented, but the library would ask again
        response.headers["x-should-retry"] = "false"


async def _limit(most_bytes: int, response: httpx2.Response) -> None:
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _LimitedStream(response.stream, most_bytes)


class _LimitedStream(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, most_bytes: int) -> None:
        self._inner = inner
        self._left_bytes = most_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._inner:
            self._left_bytes -= len(part)
            if self._left_bytes < 0:
                raise BodyTooLong
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()
