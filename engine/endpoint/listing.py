"""Which models a server says that it has."""

from __future__ import annotations

import httpx2
from openai import AsyncOpenAI, OpenAIError, RequestOptions

from engine.endpoint.client import BodyTooLong, count_retries, extra_headers
from engine.endpoint.settings import EndpointSettings

_MOST_MODELS = 1000


async def listed_models(
    client: AsyncOpenAI, settings: EndpointSettings, *, timeout_secs: float
) -> tuple[str, ...] | None:
    """The names, or None where no list of models comes in time."""
    count_retries()  # a look at the list is no retry of a call
    url = f"{settings.base_url.rstrip('/')}/models"
    options: RequestOptions = {
        "headers": extra_headers(settings),
        "timeout": timeout_secs,
        "max_retries": 0,
    }
    try:
        told = await client.get(url, cast_to=object, options=options)
    except (OpenAIError, BodyTooLong, httpx2.HTTPError, ValueError):
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
