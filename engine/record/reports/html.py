"""The report of a session: one HTML file that needs nothing else, not even a network; and plainer
ones: its actions as CSV, a summary of it as Markdown.

What the screen said stands in each as text and nothing else. In HTML everything is escaped, and the
file's own policy lets a browser load nothing from elsewhere and run no script but the one that it
names by its hash. The story needs no script at all; long parts are laid out only where they come
into sight. What goes to a table holds no formula, what goes to a ticket no link, picture or
mention."""

import asyncio
import base64
import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import DictLoader, Environment, StrictUndefined

from engine.domain.events import Recorded, StepEnded
from engine.domain.verdicts import StepState
from engine.language.folding import shown, shown_cut
from engine.language.sentences.figures import CAUSE_WORDS, clock_words, money_words, span_words
from engine.language.sentences.run import told
from engine.record.executed import Executed, executed_in
from engine.record.exploring import drawing
from engine.record.exploring.telling import figures_of as explored_figures
from engine.record.exploring.telling import iterations_of, own_facts, told_finding
from engine.record.reports.story import TONES, Story, ToldStep, hashes_in, spent_words
from engine.record.sessions import OpenedSession, facts_of, figures_of, haste_in
from engine.record.source import ReportPictures, Source, write_export
from engine.record.views import oversight, run_state, spending

_NAMES = (
    *("report.html.j2", "story.html.j2", "exploration.html.j2", "states.html.j2"),
    *("campaign.html.j2", "head.html.j2", "report.css"),
)
_EVENTS_A_PART = 100
_CARD_PICTURE_PX = 2 * drawing.CARD_WIDTH - 40
_FINDING_PICTURE_PX = 880


async def write_html(path: Path, source: Source) -> Path:
    """What was there is replaced. Raises ``RecordUnavailable``."""
    text = await html_of(source)
    return await asyncio.to_thread(write_export, path, text.encode())


async def html_of(source: Source) -> str:
    """The whole file. Raises ``RecordUnavailable``."""
    opened, pictures = await source.opened(), ReportPictures(source)
    state = opened.state
    is_exploration = state.explore is not None
    segments = Story(opened).segments()
    parts = await _explored_part(state, pictures) if is_exploration else {}
    shots = await pictures.sheet(hashes_in(segments))
    text = await asyncio.to_thread(
        rendered,
        "report.html.j2",
        title=f"{'Exploration of ' if is_exploration else ''}{state.goal or 'A session'}",
        kicker="EXPLORATION" if is_exploration else "SESSION",
        goal=state.goal,
        is_over=state.outcome is not None,
        is_exploration=is_exploration,
        outcome=state.outcome,
        began_at=_moment(opened.summary.started_at_secs),
        figures=(*explored_figures(state), *haste_in(oversight.decisions_in(opened.events)))
        if is_exploration
        else figures_of(opened),
        facts=facts_of(opened, own_facts(state) if is_exploration else ()),
        segments=segments,
        shots=shots,
        moment=_moment,
        bars=_bars(opened.events, state),
        models=_models(state),
        money=money_words,
        span=span_words,
        abandoned=spent_words(state.spent_on_abandoned),
        events=_lines(opened.events, state.started_at_secs),
        event_count=len(opened.events),
        **parts,
    )
    head, end, rest = text.partition("</head>")
    sheet = "\n".join(["<style>", *(each.rule for each in shots.values()), "</style>"])
    return f"{head}{sheet}\n{end}{rest}"


async def _explored_part(state: run_state.RunState, pictures: ReportPictures) -> dict[str, Any]:
    """What the template ``exploration.html.j2`` needs."""
    view = state.explored
    findings = [
        told_finding(
            state,
            each,
            await pictures.address(each.found.picture_hash, _FINDING_PICTURE_PX),
            await pictures.address(each.found.before_hash, _FINDING_PICTURE_PX),
        )
        for each in view.findings
    ]
    drawn = drawing.drawing_of(view)
    return {
        "findings": findings,
        "iterations": iterations_of(state),
        "states": view.states,
        "paths": {each.state_id: view.path_to(each.state_id) for each in view.states},
        "drawn": drawn,
        "size": drawing,
        "thumbnails": {
            each.state.state_id: await pictures.address(each.state.picture_hash, _CARD_PICTURE_PX)
            for each in drawn.cards
        },
    }


def rendered(template: str, **told: object) -> str:
    """That template of reports; what is put into it is text."""
    script = _text_of("report.js")
    script_hash = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = {"palette": _palette(), "script": script, "script_hash": script_hash}
    templates = Environment(
        loader=DictLoader({name: _text_of(name) for name in _NAMES}),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return shown(templates.get_template(template).render(told | page))


class Moment(NamedTuple):
    """``iso`` for the script, which tells it in the reader's zone; ``words`` where none runs."""

    iso: str
    words: str


class Bar(NamedTuple):
    """A step in the run's time, in hundredths of it."""

    left: float
    width: float
    tone: str
    number: str
    words: str


def _moment(at_secs: float) -> Moment:
    when = datetime.fromtimestamp(at_secs, UTC)
    words = f"{when:%A}, {when.day} {when:%B %Y}, {when:%H:%M:%S} UTC"
    return Moment(when.isoformat(timespec="seconds"), words)


def _bars(events: Sequence[Recorded], state: run_state.RunState) -> tuple[Bar, ...]:
    whole = max(state.last_at_secs - state.started_at_secs, 0.001)
    bars = []
    for each in events:
        event = each.event
        if not isinstance(event, StepEnded) or event.local or event.took_ms <= 0:
            continue
        began = max(0.0, each.at_secs - event.took_ms / 1000 - state.started_at_secs)
        ended = each.at_secs - state.started_at_secs
        number = f"{event.segment_number}.{event.step_number}"
        tone = TONES.get(StepState(event.state), "warn")
        words = f"{number}, {event.state}, {span_words(event.took_ms)}"
        width = max(0.15, 100 * (ended - began) / whole)
        bars.append(Bar(100 * began / whole, width, tone, number, words))
    return tuple(bars)


def _models(state: run_state.RunState) -> tuple[tuple[str, spending.Spent], ...]:
    """What each cause cost, and all of it."""
    by_cause = state.spent_by_cause.items()
    causes = tuple((CAUSE_WORDS[cause], spent) for cause, spent in by_cause)
    return (*causes, ("all", state.spent)) if len(causes) > 1 else causes


def _lines(events: Sequence[Recorded], since: float) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """When, what it is called, what it says; in parts that a browser lays out one by one."""
    lines = tuple((clock_words(each.at_secs - since), *told(each.event)) for each in events)
    starts = range(0, len(lines), _EVENTS_A_PART)
    return tuple(lines[start : start + _EVENTS_A_PART] for start in starts)


def _text_of(name: str) -> str:
    return (files("resources") / "report" / name).read_text(encoding="utf-8")


def _palette() -> dict[str, dict[str, str]]:
    """The console's colours, light and dark."""
    text = (files("resources") / "themes" / "palette.json").read_text(encoding="utf-8")
    colours = json.loads(text)["colours"].items()
    light, dark = ({name: both[at] for name, both in colours} for at in (0, 1))
    return {"light": light, "dark": dark}


COLUMNS = (
    *("step", "place", "at", "action", "what", "proposed", "target"),
    *("risk", "reversible", "decision", "decided_by", "decided_how", "asked_for_secs"),
    *("seen_for_secs", "state", "verdict", "evidence", "took_ms", "url_before", "url_after"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-!|~@])")
_MOST_CHARS = 300


def csv_of(opened: OpenedSession) -> bytes:
    """A line for each action performed, with retries and ways back. Times are of UTC."""
    decided = {each.place: each for each in oversight.decisions_in(opened.events)}
    rows = (_row(each, decided.get(each.place)) for each in executed_in(opened.events))
    return csv_table(COLUMNS, rows)


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A whole file, for spreadsheets too: what is in a cell is no formula there."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(columns)
    table.writerows([_cell(value) for value in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")  # by which spreadsheets know it for UTF-8


def _row(each: Executed, decided: oversight.DecisionView | None) -> tuple[object, ...]:
    step, outcome, decision = each.performed, each.outcome, each.decision
    at = datetime.fromtimestamp(each.at_secs, UTC).isoformat(timespec="milliseconds")
    asked = decided is not None and decided.request is not None
    return (
        each.step,
        each.place,
        at,
        each.kind,
        step.description,
        each.proposal.description if each.proposal != step else "",
        step.zone_label,
        each.risk.risk_class if each.risk else "",
        each.reversibility.degree if each.reversibility else "",
        decision.verdict.kind if decision else "",
        decision.who if decision else "",
        decision.how if decision else "",
        f"{decided.took_secs:.3f}" if decided is not None and asked else "",
        f"{decision.seen_secs:.3f}" if decision and decision.seen_secs is not None else "",
        outcome.state,
        outcome.verdict,
        outcome.detail or outcome.why,
        f"{outcome.took_ms:.0f}",
        each.url_before,
        each.url_after,
    )


def _cell(value: object) -> str:
    text = shown(str(value))
    return f"'{text}" if text.startswith(_FORMULA) else text


def markdown_of(opened: OpenedSession) -> bytes:
    """What was asked, how it ended, and a line for each step; for a ticket."""
    state = opened.state
    when = datetime.fromtimestamp(opened.summary.started_at_secs, UTC)
    lines = [f"## {_plain(state.goal or 'A session')}", ""]
    if state.outcome is not None and state.outcome.answer:
        lines += [f"> {_plain(state.outcome.answer)}", ""]
    lines += [f"- **{fact.label}:** {_plain(fact.value)}" for fact in facts_of(opened)]
    lines += [f"- **Began:** {when:%Y-%m-%d %H:%M:%S} UTC"]
    figures = ", ".join(f"{each.number} {each.label}" for each in figures_of(opened))
    lines += [f"- **In figures:** {_plain(figures)}", ""]
    for segment in Story(opened).segments():
        lines += [f"### {_plain(segment.title)}", ""]
        lines += [_plain(segment.reason), ""] if segment.reason else []
        for step in segment.steps:
            lines += [_step_line(step), *(f"  {_step_line(each)}" for each in step.branch)]
        lines += [""]
    return "\n".join(lines).encode()


def _step_line(step: ToldStep) -> str:
    why = f": {_plain(step.why)}" if step.why else ""
    by = "; ".join(each.words for each in step.decisions if each.why)
    asked = f" ({_plain(by)})" if by else ""
    return f"- {step.number} {_plain(step.title)} — **{_plain(step.state)}**{why}{asked}"


def _plain(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", shown_cut(" ".join(text.split()), _MOST_CHARS))
