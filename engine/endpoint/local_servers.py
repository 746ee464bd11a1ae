"""Finds model servers on this machine, on the ports that they usually take."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import MappingProxyType

from openai import AsyncOpenAI

from engine.domain.models import FoundServer
from engine.endpoint.client import make_client
from engine.endpoint.listing import listed_models
from engine.endpoint.settings import EndpointSettings

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
    async with (
        make_client(anywhere, most_bytes=_MOST_BYTES) as client,
        asyncio.TaskGroup() as group,
    ):
        looks = [
            group.create_task(_look(client, port, name, timeout_secs))
            for port, name in ports.items()
        ]
    return tuple(found for look in looks if (found := look.result()) is not None)


async def _look(
    client: AsyncOpenAI, port: int, name: str, timeout_secs: float
) -> FoundServer | None:
    there = EndpointSettings(f"http://127.0.0.1:{port}/v1", model="")
    try:
        async with asyncio.timeout(timeout_secs):
            models = await listed_models(client, there, timeout_secs=timeout_secs)
    except TimeoutError:
        return None
    return None if models is None else FoundServer(name, there.base_url, models)
