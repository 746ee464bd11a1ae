"""What was found out about an endpoint once, so that it need not be found out at every call."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ValidationError

from engine.domain.models import ReplyForm
from engine.processes.whole_files import write_whole


@dataclass(frozen=True, slots=True)
class EndpointTraits:
    """The strictest reply form that an endpoint keeps to, and the parameters that it refuses.

    ``left_out`` holds names of ``engine/endpoint/sending.py``, such as "stream".
    """

    form: ReplyForm = ReplyForm.JSON_SCHEMA
    left_out: frozenset[str] = frozenset()

    def without(self, parameter: str) -> EndpointTraits:
        return replace(self, left_out=self.left_out | {parameter})


class FormMemory(Protocol):
    """Remembers the traits of endpoints by base URL and model."""

    def get(self, base_url: str, model: str) -> EndpointTraits | None: ...

    def put(self, base_url: str, model: str, traits: EndpointTraits) -> None: ...

    def forget(self, base_url: str, model: str) -> None:
        """Have it found out anew, such as after the server was changed."""
        ...


class FormsInMemory:
    """Implements ``FormMemory`` for as long as the process lives."""

    def __init__(self) -> None:
        self._traits: dict[tuple[str, str], EndpointTraits] = {}

    def get(self, base_url: str, model: str) -> EndpointTraits | None:
        return self._traits.get((base_url, model))

    def put(self, base_url: str, model: str, traits: EndpointTraits) -> None:
        self._traits[base_url, model] = traits

    def forget(self, base_url: str, model: str) -> None:
        self._traits.pop((base_url, model), None)


class _Entry(BaseModel):
    base_url: str
    model: str
    form: ReplyForm
    left_out: list[str] = []


class _File(BaseModel):
    version: int = 1
    endpoints: list[_Entry] = []


class FormFile:
    """Implements ``FormMemory`` in a small JSON file.

    A damaged or unreadable file counts as empty, and where it can't be written it is remembered
    for this process only: it costs a few requests, never a run. The file is replaced whole, so
    that of two processes that write at once one wins and neither damages it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unwritten = FormsInMemory()

    def get(self, base_url: str, model: str) -> EndpointTraits | None:
        for entry in self._read():
            if (entry.base_url, entry.model) == (base_url, model):
                return EndpointTraits(entry.form, frozenset(entry.left_out))
        return self._unwritten.get(base_url, model)

    def put(self, base_url: str, model: str, traits: EndpointTraits) -> None:
        entry = _Entry(
            base_url=base_url, model=model, form=traits.form, left_out=sorted(traits.left_out)
        )
        if self._write([*self._others(base_url, model), entry]):
            self._unwritten.forget(base_url, model)
        else:
            self._unwritten.put(base_url, model, traits)

    def forget(self, base_url: str, model: str) -> None:
        self._unwritten.forget(base_url, model)
        self._write(self._others(base_url, model))

    def _others(self, base_url: str, model: str) -> list[_Entry]:
        return [one for one in self._read() if (one.base_url, one.model) != (base_url, model)]

    def _read(self) -> list[_Entry]:
        try:
            return _File.model_validate_json(self._path.read_bytes()).endpoints
        except (OSError, ValidationError):
            return []

    def _write(self, entries: list[_Entry]) -> bool:
        text = json.dumps(_File(endpoints=entries).model_dump(mode="json"), indent=1)
        try:
            write_whole(self._path, text.encode())
        except OSError:
            return False
        return True
