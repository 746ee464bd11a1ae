"""A run on the stage whose thinker is a real model behind a scripted endpoint."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.domain.limits import Limits
from engine.domain.ports import ModelAccount, Thinker
from engine.domain.zones import Role
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.request import EndpointSettings, FormMemory
from engine.perception.vision.zones import VisionZones
from engine.thinking.model.thinker import ModelThinker
from tests.support.scripted_endpoint import ScriptedEndpoint
from tests.support.stage import Play, Stage, play, situation, zone


def play_with_model(
    stage: Stage,
    endpoint: ScriptedEndpoint,
    *,
    eye: ScriptedEndpoint | None = None,
    limits: Limits,
    now_secs: Callable[[], float] = time.monotonic,
    **settings: Any,
) -> Play:
    """``eye`` serves the vision model, where there is one; both are let go of at the run's end."""
    models: list[OpenAiModel] = []

    def model_at(server: ScriptedEndpoint, account: ModelAccount) -> OpenAiModel:
        wanted = EndpointSettings(server.base_url, server.model, **settings)
        models.append(OpenAiModel(wanted, account, FormMemory()))
        return models[-1]

    def thinker_for(account: ModelAccount) -> Thinker:
        if eye is not None:
            stage.vision = VisionZones(model_at(eye, account))
        return ModelThinker(model_at(endpoint, account))

    async def let_go() -> None:
        for model in models:
            await model.close()

    return play(stage, thinker_for=thinker_for, limits=limits, let_go=let_go, now_secs=now_secs)


def draw_canvas(stage: Stage) -> Stage:
    """In its window local perception sees one drawn area now, and nothing in it."""
    drawn = zone("Canvas", Role.CANVAS)
    stage.now = situation(replace(drawn, bounds_px=stage.now.frame.bounds_px))
    return stage
