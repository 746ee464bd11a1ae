"""A model thinker over real HTTP to the planner that sees nothing but the prompt."""

from __future__ import annotations

from app.thinkers import Hire, Hired
from engine.domain.ports import ModelAccount
from engine.endpoint.form_memory import FormsInMemory
from engine.endpoint.openai_model import OpenAiModel
from engine.endpoint.settings import EndpointSettings
from engine.thinking.model.thinker import ModelThinker
from tests.support.scripted_endpoint import ScriptedEndpoint


def at(endpoint: ScriptedEndpoint) -> Hire:
    """The thinker that asks this endpoint, whatever name is asked for."""
    memory = FormsInMemory()

    def hire(name: str, account: ModelAccount) -> Hired:
        settings = EndpointSettings(endpoint.base_url, endpoint.model)
        model = OpenAiModel(settings, account, memory)
        return Hired(ModelThinker(model), model.close)

    return hire
