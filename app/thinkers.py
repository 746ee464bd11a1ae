"""Who thinks: the offline thinker, or a model at the endpoint of the settings.

A thinker is made for one run, since its calls are charged to that run's account; what it holds is
let go of when the run ends."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypedDict

from app.choices import MODEL, OFFLINE
from app.secrets import ModelKeys
from app.settings.model import NO_VISION, ModelSettings
from engine.domain import errors, models, ports, verdicts
from engine.domain.exploring.ports import ExploreThinker
from engine.domain.facts import Frozen
from engine.endpoint.request import FormMemory
from engine.perception.vision.shown import ShownPictures
from engine.perception.vision.withholding import Withholder
from engine.perception.vision.zones import VisionZones
from engine.thinking.offline.thinker import OfflineThinker

if TYPE_CHECKING:
    from engine.thinking.model.thinker import ModelThinker
    from engine.thinking.model.web.thinker import ModelWebThinker


async def _nothing() -> None: ...


class RunThinkers(Frozen):
    """Who thinks in one run, and who is asked where local perception falls short; ``let_go``
    closes their connections. ``web`` is there in a navigator's run, ``explore`` in an
    explorer's. ``pictures`` is how those look that the planner asks for, None where it is sent
    none, for which ``no_pictures`` is the reason."""

    thinker: ports.Thinker
    vision: VisionZones | None = None
    let_go: Callable[[], Awaitable[None]] = _nothing
    web: ports.WebThinker | None = None
    explore: ExploreThinker | None = None
    pictures: models.PictureSettings | None = None
    no_pictures: str = "no model plans"


class _Sizes(TypedDict):
    context_tokens: int
    max_reply_tokens: int


class _GuestsOwn(OfflineThinker):
    """A guest thinks for itself; ways back that it did not think of are found without a model."""

    name = "guest"


class Thinkers:
    """Makes thinkers by name: ``offline``, ``model``, or a model of the endpoint."""

    def __init__(self, model: ModelSettings, memory: FormMemory, keys: ModelKeys) -> None:
        self._model = model
        self._memory = memory
        self._keys = keys

    def read_goal(self, name: str, goal: str, *, mode: verdicts.ModeName = "director") -> None:
        """Before anything is brought up. Raises ``NameUnknown`` or ``GoalUnreadable``."""
        if mode in ("manual", "script") and name == OFFLINE:
            return  # the goal is a note: nobody plans
        if name == OFFLINE:
            made = _offline(mode)
            (made.explore or made.web or made.thinker).read_goal(goal)
        elif not self._model.base_url or (name == MODEL and not self._model.name):
            raise errors.NameUnknown(
                f"There is no thinker called “{name}”: no model is set up.",
                "Set one up in the console (Ctrl+,), or with base_url and name under [model] in"
                " the settings file; or take the thinker that needs none: offline.",
            )
        elif not goal.strip():
            raise errors.GoalUnreadable("The goal is empty.", remedy="Say what is to be done.")

    async def for_run(
        self,
        name: str,
        account: ports.ModelAccount,
        *,
        mode: verdicts.ModeName = "director",
        seed: int = 0,
        withheld: Withholder | None = None,
        is_web: bool = False,
    ) -> RunThinkers:
        """For the navigator with a ``web`` thinker too, for the explorer with one that explores;
        ``seed`` is for its dice. ``withheld`` tells what pictures must not show; without it one
        that explores sends none. The key is looked up beside the loop: a keyring may take its
        time. Raises ``NameUnknown``."""
        if mode == "guest":
            return RunThinkers(_GuestsOwn())
        if name == OFFLINE:
            return _offline(mode, seed)
        from engine.endpoint.openai_model import OpenAiModel  # slow to import, as what follows

        settings = self._model
        in_settings = settings.api_key.get_secret_value()
        key = await asyncio.to_thread(self._keys.find, settings.base_url, in_settings)
        chosen = settings.name if name == MODEL else name
        facts = settings.facts(chosen)
        context, reply = settings.sizes(facts)
        sizes: _Sizes = {"context_tokens": context, "max_reply_tokens": reply}
        model = OpenAiModel(settings.to_endpoint(key.value, chosen), account, self._memory)
        is_blind = not settings.vision_model and facts.pictures is False
        sees = settings.vision_model in ("", chosen) and not is_blind
        planner, web = _planners(is_web=is_web or mode == "navigator")
        thinker = planner(model, **sizes, has_pictures=sees)
        is_sent_none = settings.vision_model == NO_VISION or is_blind
        eye: OpenAiModel | None = None
        if is_sent_none:
            why = "the model takes none" if is_blind else "the settings send no pictures"
        else:
            why = "" if sees else "by the settings another model is sent the pictures"
            seeing = settings.to_endpoint(key.value, settings.vision_model or chosen)
            eye = OpenAiModel(seeing, account, self._memory)

        async def let_go() -> None:
            for each in filter(None, (model, eye)):
                await each.close()

        picture, shown = settings.to_picture(), None if is_sent_none else withheld
        asks_itself = mode in ("director", "navigator") and thinker.can_look
        explore: ExploreThinker | None = None
        if mode == "explorer":
            from engine.thinking.model.exploring.thinker import ModelExplorer

            sheets = ShownPictures(picture, shown) if shown else None
            explore = ModelExplorer(model, **sizes, sheets=sheets, eye=None if sees else eye)
        return RunThinkers(
            thinker,
            VisionZones(eye, picture=picture) if eye and not asks_itself else None,
            let_go,
            web(model, **sizes, has_pictures=sees) if web and mode == "navigator" else None,
            explore,
            picture if eye and sees else None,
            why,
        )


def _planners(*, is_web: bool) -> "tuple[type[ModelThinker], type[ModelWebThinker] | None]":
    """Slow to import, so that it is only where it is asked for; of the web needs the extra."""
    if is_web:
        from engine.thinking.model.web.thinker import ModelWebPlanner, ModelWebThinker

        return ModelWebPlanner, ModelWebThinker
    from engine.thinking.model.thinker import ModelThinker

    return ModelThinker, None


def _offline(mode: verdicts.ModeName, seed: int = 0) -> RunThinkers:
    """What no model is needed for, imported only where it is asked for."""
    if mode == "navigator":
        from engine.thinking.offline.web.steps import OfflineWebThinker

        return RunThinkers(OfflineThinker(), web=OfflineWebThinker())
    if mode == "explorer":
        from engine.thinking.offline.exploring.thinker import OfflineExplorer

        return RunThinkers(OfflineThinker(), explore=OfflineExplorer(seed))
    return RunThinkers(OfflineThinker())
