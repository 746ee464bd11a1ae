"""Thinkers that tests bring along."""

from __future__ import annotations

from app.secrets import ModelKeys
from app.settings.model import ModelSettings
from app.thinkers import RunThinkers, Thinkers
from engine.domain.ports import ModelAccount, Thinker, WebThinker
from engine.domain.verdicts import ModeName
from engine.endpoint.request import FormMemory
from tests.support.scripted_endpoint import ScriptedEndpoint


class StandingIn:
    """This very thinker, whatever name is asked for; ``web`` is the navigator's."""

    def __init__(self, thinker: Thinker, web: WebThinker | None = None) -> None:
        self._thinker = thinker
        self._web = web

    def read_goal(self, name: str, goal: str, *, mode: ModeName = "director") -> None:
        self._thinker.read_goal(goal)

    async def for_run(
        self,
        name: str,
        account: ModelAccount,
        *,
        mode: ModeName = "director",
        seed: int = 0,
        **_: object,
    ) -> RunThinkers:
        return RunThinkers(self._thinker, web=self._web)


def without_a_model() -> Thinkers:
    """As where nothing is set up: the offline thinker only."""
    return Thinkers(ModelSettings(), FormMemory(), ModelKeys({}))


def at(endpoint: ScriptedEndpoint, **settings: object) -> Thinkers:
    """A model at this endpoint, as the settings would name it."""
    model = ModelSettings.model_validate(
        {"base_url": endpoint.base_url, "name": endpoint.model, "vision_model": "none", **settings}
    )
    return Thinkers(model, FormMemory(), ModelKeys({}))
