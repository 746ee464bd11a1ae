"""What was found out about an endpoint once, so that it need not be found out at every call."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

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


_ENTRIES = TypeAdapter(list[tuple[str, str, EndpointTraits]])
_Known = dict[tuple[str, str], EndpointTraits]


class FormMemory:
    """Remembers the traits of endpoints by base URL and model: in a small JSON file, or without a
    path for as long as the process lives.

    A damaged or unreadable file counts as empty, and where it can't be written it is remembered
    for this process only: it costs a few requests, never a run. The file is replaced whole, so
    that of two processes that write at once one wins and neither damages it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._known: _Known = {}

    def get(self, base_url: str, model: str) -> EndpointTraits | None:
        return self._read().get((base_url, model))

    def put(self, base_url: str, model: str, traits: EndpointTraits) -> None:
        self._known = {**self._read(), (base_url, model): traits}
        if self._path is not None:
            entries = [(*place, each) for place, each in self._known.items()]
            with contextlib.suppress(OSError):
                write_whole(self._path, _ENTRIES.dump_json(entries, indent=1))

    def _read(self) -> _Known:
        """What this process knows, and what others have written since."""
        with contextlib.suppress(OSError, ValidationError):
            told = _ENTRIES.validate_json(self._path.read_bytes()) if self._path else []
            return self._known | {(base_url, model): traits for base_url, model, traits in told}
        return self._known
