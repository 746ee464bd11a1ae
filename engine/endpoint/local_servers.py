"""Finds model servers on this machine, on the ports that they usually take, and lists a server's
models."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import MappingProxyType

import httpx2

from engine.domain.models import FoundServer
from engine.endpoint.client import (
    BodyTooLong,
    ModelClient,
    count_retries,
    extra_headers,
    make_client,
    root_of,
)
from engine.endpoint.request import EndpointSettings

_MOST_MODELS = 1000
_LIST_SECS = 5.0


async def listed_models(
    client: ModelClient, settings: EndpointSettings, *, timeout_secs: float = _LIST_SECS
) -> tuple[str, ...] | None:
    """The names, or None where no list of models comes in time."""
    count_retries()  # a look at the list is no retry of a call
    base_url = settings.base_url.rstrip("/")
    url = f"{root_of(settings)}/v1/models" if settings.wire == "messages" else f"{base_url}/models"
    options = {
        "headers": extra_headers(settings, client),
        "timeout": timeout_secs,
        "max_retries": 0,
    }
    try:
        told = await client.library.get(url, cast_to=object, options=options)
    except (client.module.APIError, BodyTooLong, httpx2.HTTPError, ValueError):
        return None
    return names_in(told)


def names_in(told: object) -> tuple[str, ...] | None:
    """The names of a list of models as OpenAI writes it."""
    data = told.get("data") if isinstance(told, dict) else None
    if not isinstance(data, list):
        return None
    names = [item.get("id") if isinstance(item, dict) else None for item in data[:_MOST_MODELS]]
    if not all(isinstance(name, str) for name in names):
        return None
    return tuple(str(name) for name in names)


USUAL_PORTS: Mapping[int, str] = MappingProxyType(
    {11434: "Ollama", 1234: "LM Studio", 8080: "llama.cpp", 8000: "vLLM", 8081: "llama.cpp"}
)
_MOST_BYTES = 2_000_000


async def find_local_servers(
    ports: Mapping[int, str] = USUAL_PORTS, *, timeout_secs: float = 0.6
) -> tuple[FoundServer, ...]:
    """Servers that list models, in the order of ``ports``, which names the product of each port.

    All are asked at once. What answers with anything else than a list of models is none.
    """
    anywhere = EndpointSettings("http://127.0.0.1/v1", model="", timeout_secs=timeout_secs)
    client = make_client(anywhere, most_bytes=_MOST_BYTES)
    async with client.library, asyncio.TaskGroup() as group:
        looks = [
            group.create_task(_look(client, port, name, timeout_secs))
            for port, name in ports.items()
        ]
    return tuple(found for look in looks if (found := look.result()) is not None)


async def _look(
    client: ModelClient, port: int, name: str, timeout_secs: float
) -> FoundServer | None:
    there = EndpointSettings(f"http://127.0.0.1:{port}/v1", model="")
    try:
        async with asyncio.timeout(timeout_secs):
            models = await listed_models(client, there, timeout_secs=timeout_secs)
    except TimeoutError:
        return None
    return None if models is None else FoundServer(name, there.base_url, models)
