"""A session for a table and for a ticket: its actions as CSV, a summary of it as Markdown.

What the screen said is text there and nothing else: no formula in a spreadsheet, no link, picture
or mention in a ticket.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from engine.language.folding import shown, shown_cut
from engine.record.executed import Executed, executed_in
from engine.record.reports.story import Story, ToldStep
from engine.record.sessions import OpenedSession
from engine.record.telling import facts_of, figures_of
from engine.record.views.oversight import DecisionView, decisions_in

COLUMNS = (
    *("step", "place", "at", "action", "what", "proposed", "target"),
    *("risk", "reversible", "decision", "decided_by", "decided_how", "asked_for_secs"),
    *("state", "verdict", "evidence", "took_ms", "url_before", "url_after"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-!|~@])")
_MOST_CHARS = 300


def csv_of(opened: OpenedSession) -> bytes:
    """A line for each action that was performed, retries and what took back others too. Times are
    of UTC."""
    decided = {each.place: each for each in decisions_in(opened.events)}
    rows = (_row(each, decided.get(each.place)) for each in executed_in(opened.events))
    return csv_table(COLUMNS, rows)


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A whole file, for spreadsheets too: what is in a cell is no formula there."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(columns)
    table.writerows([_cell(value) for value in row] for row in rows)
    return written.getvalue().encode("utf-8-sig")  # by which spreadsheets know it for UTF-8


def _row(each: Executed, decided: DecisionView | None) -> tuple[object, ...]:
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
