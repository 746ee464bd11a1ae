"""Sessions as files: written for people, for programs and as proof, verified, taken in."""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

from app.commands import told
from app.paths import check_writable, make_folder
from app.records_cli import recorded_in, source_of
from app.terminal import in_markup, terminal
from engine.domain.errors import NameUnknown, RecordUnavailable
from engine.domain.terminals import EXIT_CODES, Terminal

if TYPE_CHECKING:
    from engine.record.source import Stored

ForPeople = Literal["html", "md", "csv", "film", "gif"]
ForPrograms = Literal["jsonl", "junit", "playwright", "traj", "otel", "inspect", "script"]
Kind = Literal[ForPeople, ForPrograms, "pilothouse", "bundle"]
"""As what a session can be written."""


@told
async def export(
    session: str = "",
    kind: Kind = "html",
    out: Path = Path(),
    hide: list[str] | None = None,
    hide_zone: list[str] | None = None,
    hide_window: list[str] | None = None,
    hide_typed: bool = False,
    hide_pictures: bool = False,
    sign: Path | None = None,
    at_speed: bool = False,
    steps: str = "",
    collector: str = "",
    all_of_them: bool = False,
    since: datetime | None = None,
    database: Path | None = None,
    as_json: bool = False,
) -> None:
    """Write a session to a file, for people or for other programs.

    What is hidden is hidden in all of it; what can't be looked at is left out.

    At the end it says what the export still shows.

    SESSION: A session's id, or how it begins; without it the last one.
    --as: html is a report for people, jsonl all events with pictures beside them, csv the actions,
        md a summary for a ticket, junit for build servers, pilothouse one file from which can be
        told that nothing in it was changed, film its actions in pictures (MP4, or WebM where there
        is no ffmpeg, or by its name), gif the same, playwright a trace for its viewer, traj a
        trajectory as OSWorld keeps it, otel OpenTelemetry spans, inspect a log of inspect_ai (the
        extra inspect), script what was done, for pilothouse replay, bundle a zip for the report of
        a bug.
    --out PATH: The file, which gets an ending where it has none, or a folder that there is; without
        it the folder where you are.
    --sign KEY: Your Ed25519 key, as PEM, with which a pilothouse file is signed.
    --at-speed: A film as long as it took, not a second for each step.
    --steps 1.2-3.1: Of a script: from 1.2 to 3.1 of the plan.
    --collector URL: Spans go there, too: to one that takes OTLP over HTTP, as
        http://localhost:4318/v1/traces, with the headers of OTEL_EXPORTER_OTLP_HEADERS.
    --all: Every session that begins so, each to a file in --out.
    --since DATE: All those that began then or later.
    Hiding:
    --hide PATTERN: Texts that this regular expression fits.
    --hide-zone NAME: Zones whose label contains this.
    --hide-window TITLE: Pictures with a window whose title contains this.
    --hide-typed: All texts that were typed.
    --hide-pictures: All pictures."""
    from engine.record.hiding import Hiding
    from engine.record.reports.formats import export_as, file_of
    from engine.record.source import Stored

    texts, zones, windows = (tuple(each or ()) for each in (hide, hide_zone, hide_window))
    hiding = Hiding(texts, zones, windows, hide_pictures, hide_typed)

    async def write(stored: Stored) -> None:
        check_writable(file_of(kind, stored.summary.session_id, out))
        said: dict[str, object] = {"key_file": sign, "at_speed": at_speed, "steps": steps}
        own = {name: value for name, value in said.items() if value}
        written, shows = await export_as(kind, stored, out, hiding, **own)
        if collector:
            await _send(written.read_bytes(), collector)
        if as_json:
            told = {"path": str(written), "format": kind, "bytes": written.stat().st_size}
            print(json.dumps(told | ({"still_shows": shows} if hiding.is_any else {})))
            return
        words = f"Exported to {in_markup(str(written))}"
        words += ", taken by the collector" if collector else ""
        terminal().print(words, highlight=False, soft_wrap=True)
        for each in shows:
            terminal().print(f"It still shows {in_markup(each)}", highlight=False)

    if sign is not None and kind != "pilothouse":
        raise NameUnknown("Only a pilothouse file is signed.", "Say --as pilothouse too.")
    if steps and kind != "script":
        raise NameUnknown("Only a script has steps.", "Say --as script too.")
    if collector and kind != "otel":
        raise NameUnknown("Only spans go to a collector.", "Say --as otel too.")
    if at_speed and kind not in ("film", "gif"):
        raise NameUnknown("Only a film has a speed.", "Say --as film or --as gif too.")
    async with recorded_in(database) as store:
        if not (all_of_them or since):
            await write(await source_of(store, session))
            return
        since_secs = since.astimezone().timestamp() if since else 0.0
        listed = [it for it in await store.sessions() if it.session_id.startswith(session)]
        wanted = [each for each in listed if each.started_at_secs >= since_secs]
        if not wanted:
            when = f"began {since:%-d %B %Y, %H:%M} or later" if since else "was recorded"
            which = f" whose id begins with {session}" if session else ""
            words = f"Nothing was exported: no session{which} {when}."
            told = json.dumps({"exported": 0, "words": words}) if as_json else in_markup(words)
            print(told) if as_json else terminal().print(told, highlight=False)
            return
        make_folder(out)
        missed: list[RecordUnavailable] = []
        for each in wanted:
            try:
                await write(Stored(each, store))
            except RecordUnavailable as error:  # of one, such as one without pictures
                missed.append(error)
        if missed:
            raise RecordUnavailable(" ".join(each.message for each in missed), missed[-1].remedy)


async def _send(spans: bytes, collector: str) -> None:
    """As OTLP over HTTP, in protobuf, which each collector takes, where JSON is taken by some.
    Raises ``RecordUnavailable`` where not all of them are taken."""
    import httpx2
    from google.protobuf import json_format, message  # type: ignore[import-untyped]
    from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as otlp

    ids = lambda it: it[1] + b64encode(bytes.fromhex(it[2])).decode() + '"'  # noqa: E731
    told = re.sub(r'("(?:trace|span|parentSpan)Id": ")([0-9a-f]+)"', ids, spans.decode())
    content = json_format.Parse(told, otlp.ExportTraceServiceRequest()).SerializeToString()
    said = os.environ.get("OTEL_EXPORTER_OTLP_HEADERS", "").split(",")
    pairs = (each.partition("=") for each in said)
    own = {name.strip(): unquote(value.strip()) for name, _, value in pairs if value}
    headers = {"Content-Type": "application/x-protobuf"} | own
    try:
        async with httpx2.AsyncClient(timeout=20) as client:
            answer = await client.post(collector, content=content, headers=headers)
        failure = f"{answer.status_code} {answer.text[:200]}"
        if answer.is_success:
            missed = otlp.ExportTraceServiceResponse.FromString(answer.content).partial_success
            if not missed.rejected_spans:
                return
            failure = f"{missed.rejected_spans} were refused, {missed.error_message}"
    except (httpx2.HTTPError, httpx2.InvalidURL, message.DecodeError) as error:
        failure = str(error) or type(error).__name__
    remedy = "They are in the file. See that it takes OTLP over HTTP there."
    raise RecordUnavailable(f"The collector did not take the spans: {failure}.", remedy)


@told
def verify(file: Path, as_json: bool = False) -> int:
    """Tell whether a pilothouse file is as it was written, and by whom it is signed.

    The exit code is 0 where it is, 15 where something in it was changed, which is named.

    FILE: A pilothouse file."""
    from engine.record import proof

    try:
        with (
            NameUnknown.on_refusal(f"{file} can't be read", "Name another file."),
            file.open("rb") as opened,
        ):
            words, is_whole = proof.verify(opened), True
    except proof.Altered as error:
        words, is_whole = str(error), False
    if as_json:
        print(json.dumps({"path": str(file), "is_whole": is_whole, "words": words}))
    else:
        colour = "green" if is_whole else "bold red"
        terminal().print(f"[{colour}]{in_markup(words)}[/{colour}]", highlight=False)
    return 0 if is_whole else EXIT_CODES[Terminal.FAILED]


@told
async def bring_in(file: Path, database: Path | None = None, as_json: bool = False) -> None:
    """Take the session of a pilothouse file in, beside those that were recorded here.

    It is verified first; what was changed is not taken in.

    FILE: A pilothouse file."""
    async with recorded_in(database, is_made=True) as store:
        from engine.record.reports.container import import_container

        session_id, words = await import_container(store, file)
        if as_json:
            print(json.dumps({"path": str(file), "session_id": session_id, "words": words}))
        else:
            said = f"{words} Imported as session {session_id}."
            terminal().print(in_markup(said), highlight=False)
