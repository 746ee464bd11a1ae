"""Parts that only some runs need, imported beside the Qt thread before such a run.

Together they take a second of work: imported where they are used, they would hold the window that
long at the first run on the web, and at the first that asks a model.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import sys

from app.choices import OFFLINE, RunChoices, is_browser
from app.web_extra import require_web

_OF_WEB = ("app.web_parts", "engine.thinking.offline.web.thinker")
_OF_MODEL = ("engine.endpoint.openai_model",)
_OF_MODEL_ON_WEB = ("engine.thinking.model.web.thinker",)


def missing_parts(choices: RunChoices) -> tuple[str, ...]:
    """Modules that this run needs and that are not imported yet. Raises ``SurfaceUnavailable``
    where what they import is not installed."""
    names: tuple[str, ...] = ()
    is_web, has_model = is_browser(choices.surface), choices.thinker != OFFLINE
    if is_web:
        require_web()
        names += _OF_WEB
    if has_model:
        names += _OF_MODEL
    if is_web and has_model:
        names += _OF_MODEL_ON_WEB
    return tuple(name for name in names if name not in sys.modules)


async def load_parts(names: tuple[str, ...]) -> None:
    await asyncio.to_thread(_load, names)
    gc.freeze()  # they stay: looking them over again and again would hold the window, too


def _load(names: tuple[str, ...]) -> None:
    for name in names:
        importlib.import_module(name)
