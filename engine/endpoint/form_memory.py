"""What was found out about an endpoint once, so that it need not be found out at every call."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path

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


class _Entry(BaseModel):
    base_url: str
    model: str
    form: ReplyForm
    left_out: list[str] = []


class _File(BaseModel):
    version: int = 1
    endpoints: list[_Entry] = []


class FormMemory:
    """Remembers the traits of endpoints by base URL and model: in a small JSON file, or without a
    path for as long as the process lives.

    A damaged or unreadable file counts as empty, and where it can't be written it is remembered
    for this process only: it costs a few requests, never a run. The file is replaced whole, so
    that of two processes that write at once one wins and neither damages it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._unwritten: dict[tuple[str, str], EndpointTraits] = {}

    def get(self, base_url: str, model: str) -> EndpointTraits | None:
        for entry in self._read():
            if (entry.base_url, entry.model) == (base_url, model):
                return EndpointTraits(entry.form, frozenset(entry.left_out))
        return self._unwritten.get((base_url, model))

    def put(self, base_url: str, model: str, traits: EndpointTraits) -> None:
        entry = _Entry(
            base_url=base_url, model=model, form=traits.form, left_out=sorted(traits.left_out)
        )
        others = [one for one in self._read() if (one.base_url, one.model) != (base_url, model)]
        self._unwritten[base_url, model] = traits
        if self._path is not None:
            text = _File(endpoints=[*others, entry]).model_dump_json(indent=1)
            with contextlib.suppress(OSError):
                write_whole(self._path, text.encode())

    def _read(self) -> list[_Entry]:
        try:
            return (
                _File.model_validate_json(self._path.read_bytes()).endpoints if self._path else []
            )
        except (OSError, ValidationError):
            return []
