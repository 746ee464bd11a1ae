"""What is known of models: context, pictures, protocol and price, from files of plain data.

Those that are shipped lie in ``resources/models``, a person's own in the folder ``models`` beside
the settings file; these go before. What a vendor's server does (protocol, price, context) is said
of that server only: elsewhere the same model may be served otherwise, and at another price."""

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib.resources import files
from ipaddress import ip_address
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.paths import models_path
from engine.domain.errors import KnownError
from engine.domain.models import CONTEXT_TOKENS, REPLY_TOKENS, Price, Wire
from engine.domain.web.sites import parts_of

_DATED = re.compile(r"[-@]?(\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
MOST_CONTEXT = 100_000
"""What is used of a large context where nothing is set: a prompt costs by its length."""
HOSTED_CONTEXT = 64_000
"""What is used of a model that nothing is known of, where somebody else serves it: it is halved
where that server says that it is too much."""
_THINKING_TOKENS = 16_000
"""What a reply may have where the model thinks before it speaks, which counts as reply."""


class ModelFileUnreadable(KnownError): ...


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Price(_Strict):
    """Without a price of its own, what comes from the cache or goes there costs as any prompt."""

    prompt: float = Field(ge=0)
    completion: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    written: float | None = Field(default=None, ge=0)


class ModelFacts(_Strict):
    """What is known of a model at a server; None where it is not known. Of its file's entry."""

    wire: Wire | None = None
    context: int | None = Field(default=None, ge=1024, le=10**7)
    pictures: bool | None = None
    thinks: bool = False
    told_price: _Price | None = Field(default=None, alias="price")
    source: str = ""
    read: date | None = None

    @property
    def price(self) -> Price | None:
        if (told := self.told_price) is None:
            return None
        cached = told.prompt if told.cached is None else told.cached
        return Price(told.prompt, cached, told.completion, told.written)

    def context_at(self, base_url: str) -> int:
        """What is used of it where nothing is set. A server on one's own machine or network may
        cut in silence what is longer than it was set up for; one elsewhere says so."""
        unknown = (
            HOSTED_CONTEXT if _is_elsewhere(parts_of(base_url).hostname or "") else CONTEXT_TOKENS
        )
        return unknown if self.context is None else min(self.context, MOST_CONTEXT)

    def reply_tokens(self, context_tokens: int) -> int:
        """What of the context is kept for the reply where nothing is set; it may think."""
        may_think = self.thinks or self.context is None
        fits = may_think and context_tokens > 2 * _THINKING_TOKENS
        return _THINKING_TOKENS if fits else REPLY_TOKENS

    @property
    def told(self) -> str:
        """In words, for whoever chooses the model."""
        context = "unknown" if self.context is None else f"{self.context:,} tokens"
        pictures = {None: "unknown", True: "taken", False: "not taken"}[self.pictures]
        price, where = "unknown", ""
        if self.price is not None:
            each = (self.price.prompt, self.price.cached, self.price.completion)
            price = " / ".join(f"{one:g}" for one in each) + " a million (prompt, cached, reply)"
        if self.source:
            day = f", read on {self.read}" if self.read else ""
            where = f" From {parts_of(self.source).hostname or self.source}{day}."
        return f"Context {context}; pictures {pictures}; price {price}.{where}"


class _File(ModelFacts):
    """What holds of all its entries, where they don't say otherwise. ``host`` is the server that
    they are said of; empty where of any."""

    host: str = ""
    models: dict[str, ModelFacts] = {}

    def facts(self, name: str) -> ModelFacts:
        shared, own = (
            each.model_dump(by_alias=True, exclude_unset=True, exclude={"host", "models"})
            for each in (self, self.models[name])
        )
        return ModelFacts.model_validate(shared | own)


def facts_of(name: str, base_url: str) -> ModelFacts:
    """What the files say, a person's own first. Raises ``ModelFileUnreadable``."""
    host = parts_of(base_url).hostname or ""
    for file in (*_own(models_path()), *_shipped()):
        names = [each for each in _names(name) if each in file.models]
        if names:
            facts = file.facts(names[0])
            if file.host not in ("", host):
                return ModelFacts(pictures=facts.pictures, source=facts.source, read=facts.read)
            return facts
    return ModelFacts()


def _is_elsewhere(host: str) -> bool:
    """Neither this machine nor one of its network, as far as its name tells."""
    try:
        return ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith((".local", ".localhost"))


def _names(name: str) -> Iterator[str]:
    """As it is written; without vendor, date and size."""
    yield name
    bare = name.rpartition("/")[2]
    yield bare
    yield _DATED.sub("", bare)
    yield bare.partition(":")[0]


@cache
def _shipped() -> tuple[_File, ...]:
    folder = files("resources") / "models"
    shipped = sorted((each for each in folder.iterdir()), key=lambda each: each.name)
    return tuple(
        _File.model_validate(tomllib.loads(each.read_text(encoding="utf-8")))
        for each in shipped
        if each.name.endswith(".toml")
    )


def _own(folder: Path) -> Iterator[_File]:
    for path in sorted(folder.glob("*.toml")):
        try:
            yield _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise _unreadable(path, f"{place}: {first['msg']}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
            raise _unreadable(path, str(error)) from None


def _unreadable(path: Path, wrong: str) -> ModelFileUnreadable:
    return ModelFileUnreadable(
        f"The file of models {path} has a mistake: {wrong}.", "Mend or remove the file."
    )
