"""As what a session can be written, and the files that it becomes."""

import asyncio
import json
import math
import platform
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

from engine.domain import errors, performing, plans, scripts
from engine.domain.events import ActionStarted, Recorded, SessionEnded, SessionStarted, StepEnded
from engine.language.scripts import script_to_text
from engine.record.exploring.telling import script_name, script_of
from engine.record.hiding import Hidden, Hiding, still_shown
from engine.record.reports.container import write_container
from engine.record.reports.evaluation import write_evaluation
from engine.record.reports.film import write_film, write_gif
from engine.record.reports.html import csv_of, markdown_of, write_html
from engine.record.reports.junit import junit_of
from engine.record.reports.trajectories import spans_of, write_playwright, write_trajectory
from engine.record.sessions import OpenedSession
from engine.record.source import Source, Stored, export_jsonl, export_made, write_export, writing_to
from engine.record.views.exploring.explore_view import FindingView
from engine.record.views.run_state import RunState

Writing = Callable[[Path, Source], Awaitable[Path]]
"""Gives the file that it wrote; raises ``RecordUnavailable``."""


def _written_of(made: Callable[[OpenedSession], bytes]) -> Writing:
    async def write(path: Path, source: Source) -> Path:
        data = await asyncio.to_thread(made, await source.opened())
        return await asyncio.to_thread(write_export, path, data)

    return write


_PLACES = "Say for instance --steps 1.2-3.1, --steps 2 for the second segment, or leave it out."


def script_in(events: Iterable[Recorded], wanted: str = "") -> scripts.Script:
    """What was done and not taken back, by whomever it was done, as a script; ``wanted`` as
    ``1.2-3.1`` or ``2``, empty for all. Raises ``NameUnknown`` for nothing."""
    begin, _, end = wanted.partition("-")
    with errors.NameUnknown.instead_of(ValueError, f"“{wanted}” names no steps.", _PLACES):
        first, last = (tuple(map(int, filter(None, it.split(".")))) for it in (begin, end or begin))
    goal = surface = end_hash = ""
    begun: dict[plans.StepPlace, scripts.TracedStep] = {}
    done: dict[plans.StepPlace, scripts.TracedStep] = {}
    for each in events:
        match each.event:
            case SessionStarted():
                goal, surface = each.event.goal, each.event.surface
            case ActionStarted(trace=scripts.TracedStep() as trace) as event:
                begun[event.at] = trace
                end_hash = end_hash or (trace.state_hash if done else "")
            case SessionEnded(state_hash=state_hash):
                end_hash = end_hash or state_hash
            case StepEnded(state="done") as event:
                known = begun.get(event.at, event.trace)
                at = (event.segment_number, event.step_number)
                if known is not None and first <= at <= (*last, math.inf):
                    done[event.at], end_hash = known, ""
            case performing.ReversalEnded(undone=undone):
                for place in map(plans.StepPlace.parse, undone):
                    done.pop(place, None)
    if not done:
        where = f"at {wanted} " if wanted else ""
        raise errors.NameUnknown(f"Nothing was done {where}that could be done again.", _PLACES)
    return scripts.Script(surface, tuple(done.values()), goal, end_hash=end_hash)


async def _write_script_of(path: Path, source: Source, *, steps: str = "") -> Path:
    """Of these steps of the plan, as ``1.2-3.1``; else of all."""
    text = script_to_text(script_in((await source.opened()).events, steps))
    return await asyncio.to_thread(write_export, path, text.encode())


async def write_bundle(path: Path, source: Source) -> Path:
    """What a report of a bug needs, as a zip: the session for people, and as one file with all that
    was recorded; ``machine.json`` tells what it was exported on, and every library there. What was
    there is replaced. Raises ``RecordUnavailable``."""
    with writing_to(path), tempfile.TemporaryDirectory(dir=path.parent) as made:
        (folder := Path(made) / "bundle").mkdir()
        for kind in ("html", "md", "pilothouse"):
            await FORMATS[kind].write(file_of(kind, source.summary.session_id, folder), source)
        libraries = sorted(f"{each.name} {each.version}" for each in distributions())
        told = {"system": platform.platform(), "python": platform.python_version()}
        machine = json.dumps(told | {"libraries": libraries}, indent=1)
        await asyncio.to_thread((folder / "machine.json").write_text, machine)
        zipped = await asyncio.to_thread(shutil.make_archive, f"{folder}", "zip", folder)
        data = await asyncio.to_thread(Path(zipped).read_bytes)
        return await asyncio.to_thread(write_export, path, data)


class Format(NamedTuple):
    """How a file of it ends, who writes it, and what it is."""

    ending: str
    write: Writing
    words: str


FORMATS: Mapping[str, Format] = {
    "html": Format("html", write_html, "A report for people (HTML)"),
    "md": Format("md", _written_of(markdown_of), "A summary for a ticket (Markdown)"),
    "film": Format("mp4", write_film, "A film (MP4; WebM without an ffmpeg)"),
    "gif": Format("gif", write_gif, "A moving picture (GIF)"),
    "csv": Format("csv", _written_of(csv_of), "A table of the actions (CSV)"),
    "pilothouse": Format("pilothouse", write_container, "One file as proof (.pilothouse)"),
    "jsonl": Format("jsonl", export_jsonl, "All events, pictures beside them (JSON Lines)"),
    "junit": Format("junit.xml", _written_of(junit_of), "Tests for build servers (JUnit)"),
    "playwright": Format("trace.zip", write_playwright, "A trace for Playwright's viewer"),
    "traj": Format("traj.jsonl", write_trajectory, "A trajectory as OSWorld keeps it"),
    "otel": Format("otlp.json", _written_of(spans_of), "Spans for OpenTelemetry"),
    "inspect": Format("eval", write_evaluation, "A log of inspect_ai"),
    "bundle": Format("bundle.zip", write_bundle, "All that a report of a bug needs (zip)"),
    "script": Format("toml", _write_script_of, "A script of what was done, to do again (TOML)"),
}


_OF_WORDS = ("md", "csv", "junit", "otel", "script")
_WITH_MODEL_TEXTS = ("jsonl", "pilothouse", "inspect", "bundle")


def file_of(kind: str, session_id: str, place: Path) -> Path:
    """In ``place`` where that is a folder; else that, with the format's ending if it has none."""
    ending = FORMATS[kind].ending
    if place.is_dir():
        return place / f"session-{session_id}.{ending}"
    return place if place.suffix else place.with_name(f"{place.name}.{ending}")


async def export_as(
    kind: str, stored: Stored, place: Path, hiding: Hiding, **own: object
) -> tuple[Path, tuple[str, ...]]:
    """The file, and what it still shows where anything was to be hidden. ``own`` is what only
    this kind can be told. What the run made lies beside a report for people, and beside all
    events, where nothing is hidden. Raises ``NameUnknown`` and ``RecordUnavailable``."""
    source = await Hidden.of(stored, hiding) if hiding.is_any else stored
    write: Callable[..., Awaitable[Path]] = FORMATS[kind].write
    written = await write(file_of(kind, stored.summary.session_id, place), source, **own)
    if kind in ("html", "jsonl") and source is stored:
        await export_made(stored, written.parent)
    if not isinstance(source, Hidden):
        return written, ()
    holds = {"has_pictures": kind not in _OF_WORDS, "has_texts": kind in _WITH_MODEL_TEXTS}
    return written, await still_shown(source, **holds)


async def write_reports(source: Source, folder: Path) -> tuple[Path, ...]:
    """``session-<id>.html`` and ``session-<id>.junit.xml``; of an exploration also, in
    ``session-<id>-findings/``, a regression script for each finding. Raises
    ``RecordUnavailable``."""
    name = f"session-{source.summary.session_id}"
    html = await write_html(folder / f"{name}.html", source)
    junit = await FORMATS["junit"].write(folder / f"{name}.junit.xml", source)
    state, found_in = (await source.opened()).state, folder / f"{name}-findings"
    found = [await write_script(state, each, found_in) for each in state.explored.findings]
    return (html, junit, *found)


async def write_script(state: RunState, finding: FindingView, folder: Path) -> Path:
    """The script of one. Raises ``RecordUnavailable``."""
    text = script_to_text(script_of(state, finding))
    return await asyncio.to_thread(write_export, folder / script_name(finding), text.encode())
