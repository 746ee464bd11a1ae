"""Events to JSON and back, strictly: what was written can be read, or it is said why not.

pydantic validates the domain's own dataclasses, so there is no second description of an event.
Every event carries its kind and version; unknown kinds and newer versions are refused with a
plain message. An older version is upgraded as it is read."""

import functools
import json
import re
from collections.abc import Mapping
from typing import Annotated, get_args

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from engine.domain.errors import BugError, RecordUnavailable
from engine.domain.events import Event, Recorded
from engine.domain.zones import Zone

_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
_ZONES: TypeAdapter[tuple[Zone, ...]] = TypeAdapter(tuple[Zone, ...])

_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""What a reader of the file would not see, or would see turned round, is written out in it."""
_UPDATE = "Update Pilothouse to read this session."


VERSIONS: Mapping[str, int] = {
    its["kind"].default: its["version"].default
    for its in (each.__dataclass_fields__ for each in get_args(Event))
}
"""The version that this Pilothouse writes, for each kind of event."""


def event_to_json(event: Event) -> str:
    """The event as one line of JSON."""
    try:
        return _EVENT.dump_json(event).decode()
    except PydanticSerializationError:
        # half a character, as some applications have in a title, is no text: it becomes ``?``
        text = json.dumps(_EVENT.dump_python(event, mode="json"), ensure_ascii=False)
        return text.encode("utf-8", "replace").decode()


def event_from_json(body: str) -> Event:
    """Raises ``RecordUnavailable`` for an unknown kind, a newer version or damaged JSON."""
    try:
        event = _EVENT.validate_json(body)
    except ValidationError as error:
        upgraded = _upgraded(body)
        if upgraded is None:
            raise _unreadable(body, error) from error
        event = upgraded
    if event.version > VERSIONS[event.kind]:
        raise _newer(event.kind, event.version)
    return event


_VERDICT_OF_EFFECT = {
    "confirmed": "seen",
    "already so": "seen",
    "suspected no-op": "contradicted",
    "unverifiable": "can't tell",
}


def _upgraded(body: str) -> Event | None:
    """The event of an older version, as it would be written today; None where it is none."""
    try:
        match json.loads(body):
            case {"kind": "step_ended", "version": 1, "effect": str(effect), **fields}:
                is_performed = fields.get("state") in ("done", "failed")
                verdict = _VERDICT_OF_EFFECT.get(effect) if is_performed else None
                is_told = fields.get("state") == "done" and fields.get("detail")
                evidence = (fields.pop("detail"),) if is_told else ()
                told = {"verdict": verdict, "evidence": evidence, "version": 2}
                return _EVENT.validate_json(json.dumps(fields | told | {"kind": "step_ended"}))
            case {"kind": "reversal_ended", "version": 1, "returned": str(returned), **fields}:
                is_back = returned in ("already back", "restored")
                verdict = "seen" if is_back else "contradicted"
                differences = fields.pop("differences", ())
                as_today = {"verdict": verdict, "evidence": differences, "version": 2}
                as_today["kind"] = "reversal_ended"
                return _EVENT.validate_json(json.dumps(fields | as_today))
    except ValueError:  # which pydantic's errors are, too
        pass
    return None


def readable_event(event: Event) -> tuple[Event, str]:
    """The event as a reader will see it, and its JSON. What is shown live is what a replay shows.
    Raises ``BugError`` for an event that could be written but not read again (such as one with an
    infinite duration): it would spoil the log."""
    body = event_to_json(event)
    try:
        return event_from_json(body), body
    except RecordUnavailable as error:
        raise BugError(f"an event can't be read back: {event!r}") from error


@functools.cache
def _recorded() -> TypeAdapter[Recorded]:
    """Made where something is exported: it takes as long to make as that of the events."""
    return TypeAdapter(Recorded)


def recorded_to_json(recorded: Recorded) -> str:
    """One line of JSON: the sequence number, the session, the time and the event."""
    text = _recorded().dump_json(recorded).decode()
    return _UNSEEN.sub(lambda each: f"\\u{ord(each[0]):04x}", text)


def recorded_from_json(line: str) -> Recorded:
    """What ``recorded_to_json`` wrote, as it is told over a line. Raises ``RecordUnavailable``."""
    what = "A line tells no event that is known here."
    with RecordUnavailable.instead_of(ValidationError, what, _UPDATE):
        return _recorded().validate_json(line)


def zones_to_json(zones: tuple[Zone, ...]) -> bytes:
    """The same zones give the same bytes: the states of a zone are put in order."""
    plain = _ZONES.dump_python(zones, mode="json")
    for zone in plain:
        zone["state"].sort()
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def zones_from_json(data: bytes) -> tuple[Zone, ...]:
    """Raises ``RecordUnavailable`` where the zones can't be read."""
    what = "A recorded zone list can't be read."
    with RecordUnavailable.instead_of(ValidationError, what, _UPDATE):
        return _ZONES.validate_json(data)


def _newer(kind: str, version: int) -> RecordUnavailable:
    return RecordUnavailable(
        f"An event of kind {kind} has version {version}; this Pilothouse reads up to "
        f"version {VERSIONS[kind]}.",
        _UPDATE,
    )


def _unreadable(text: str, error: ValidationError) -> RecordUnavailable:
    """Why the text is no event: the first of damaged, unknown kind, newer version, wrong field."""
    try:
        fields = json.loads(text)
    except ValueError:
        return RecordUnavailable("An event is damaged: it is not JSON.")
    if not isinstance(fields, dict) or not isinstance(fields.get("kind"), str):
        return RecordUnavailable("An event is damaged: it names no kind.")
    kind: str = fields["kind"]
    if kind not in VERSIONS:
        return RecordUnavailable(f"This Pilothouse does not know events of kind {kind}.", _UPDATE)
    version = fields.get("version")
    if isinstance(version, int) and version > VERSIONS[kind]:
        return _newer(kind, version)
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return RecordUnavailable(f"An event of kind {kind} is damaged at {where}: {first['msg']}.")
