"""A run's progress as lines on a terminal, from the same fold that the console shows.

What an event says comes from ``engine.language.sentences``; here it is chosen which events are
worth a line, and colour, marks and indentation are added."""

from rich.console import Console

from app.terminal import in_markup
from engine.domain import events, performing
from engine.domain.actions import Wait
from engine.domain.approvals import Reject
from engine.domain.exploring import events as exploring_events
from engine.domain.exploring.limits import is_good
from engine.domain.scripts import TracedStep
from engine.domain.terminals import Outcome
from engine.domain.verdicts import StepState, Verdict, sentence_of
from engine.domain.web.events import BrowserNoted, Node, NodeEntered, PageSeen, ProgressJudged
from engine.language.sentences.exploring import figures_words, group_words, path_words
from engine.language.sentences.figures import count_words, money_words, same_words, usage_words
from engine.language.sentences.run import ending_record, ending_sentence, told
from engine.record.codec import recorded_to_json
from engine.record.views.fold import fold
from engine.record.views.run_state import RunState
from engine.record.views.spending import Spent

_INDENT = " " * 11
_STEP_MARKS = {
    StepState.DONE: "[green]✓[/green]",
    StepState.FAILED: "[red]✗[/red]",
    StepState.SKIPPED: "[dim]–[/dim]",
    StepState.REJECTED: "[yellow]⊘[/yellow]",
    StepState.ABANDONED: "[dim]–[/dim]",
}
_REFUSED = "  [yellow]⊘[/yellow] {kind} {summary}"
_ALARM = "[yellow]! {summary}[/yellow]"
_ASIDE = "[dim]  {kind} {summary}[/dim]"
_LOCAL = "      [{tone}]{summary}[/{tone}]"
_LINES: dict[str, str] = {
    "segment_planned": "[bold]{kind}[/bold] {summary}",
    "step_started": "  [yellow]↻[/yellow] {kind} {summary}",
    "approval_decided": _REFUSED,
    "situation_observed": _ASIDE,
    "model_asked": _ASIDE,
    "model_called": _ASIDE,
    "warning_raised": _ALARM,
    "surface_went_away": _ALARM,
    "surface_resized": "{kind} to {summary}",
    "hands_released": "{kind} {summary}",
    "local_planning_started": "    ⤷ {kind} {summary}",
    "local_planning_ended": "    ⤷ {kind} [{tone}]{summary}[/{tone}]",
    "local_proposed": "      {summary}",
    "local_decided": _LOCAL,
    "reversal_started": "      ↩ {kind} {summary}",
    "reversal_ended": _LOCAL,
    "operator_forced": "      [bold]{kind}:[/bold] {summary}",
    "goal_read": "[dim]  {kind}: {summary}[/dim]",
    "page_seen": "[bold]{kind}[/bold] {summary}",
    "stage_promoted": "  [cyan]▲[/cyan] {kind} {summary}",
    "node_entered": "  [yellow]⟳[/yellow] {summary}",
    "proposal_refused": _REFUSED,
    "progress_judged": _ASIDE,
    "files_made": "  [bold]{kind}[/bold] {summary}",
    "session_resumed": "[bold]{kind}[/bold] {summary}",
    "browser_noted": "[{tone}]  {summary}[/{tone}]",
    "exploration_started": _ASIDE,
    "groups_proposed": "[bold]{kind}[/bold] {summary}",
    "groups_refused": _REFUSED,
    "state_seen": "    [cyan]◆[/cyan] {kind}: {summary}",
    "surface_reset": "[dim]  ↺ {kind} {summary}[/dim]",
    "fault_found": "  [bold red]✗ {kind}[/bold red] {summary}",
    "finding_minimised": "  [bold]{kind}[/bold] {summary}",
}
"""Other events get no line, or one that is put together below."""
_TOLD_NODES = (Node.LOOP_MITIGATION, Node.ERROR_RETRY, Node.ASK_USER)
_TONES = {
    **dict.fromkeys(("reached", "way found", "already back", "restored"), "green"),
    **dict.fromkeys(("revert", "can't tell"), "yellow"),
    **dict.fromkeys(("cancel", "cancelled", "not restored", "page_crashed"), "red"),
}
_SHOWN_STEPS = 20


class ProgressPrinter:
    """Prints what happens; ``state`` is the fold so far."""

    def __init__(self, console: Console, before: RunState | None = None) -> None:
        """``before`` is what was folded of a session that goes on."""
        self._console = console
        self.state = before or RunState()

    def show(self, recorded: events.Recorded) -> None:
        page = self.state.web.page if self.state.web is not None else None
        self.state = fold(self.state, recorded)
        line = self._line(recorded, page)
        if line:
            since = recorded.at_secs - self.state.started_at_secs
            self._console.print(f"[dim]{since:7.2f}s[/dim]  {line}", highlight=False)

    def show_end(self, outcome: Outcome) -> None:
        """One that could not be recorded, and hence is no event."""
        self._console.print(_ending_line(outcome), highlight=False)

    def _line(self, recorded: events.Recorded, page_before: PageSeen | None) -> str:
        """With markup; empty where the event is worth none."""
        match recorded.event:
            case events.SessionStarted() as event:
                mode = "" if event.mode == "director" else f" the {event.mode}"
                asks = ", ".join((event.asking, *event.granted))
                return (
                    f"[bold]{in_markup(event.goal)}[/bold]\n         {mode} on {event.surface},"
                    f" thinker {event.thinker}, ask {asks}, session {recorded.session_id}"
                )
            case events.SessionEnded(outcome=outcome):
                return _ending_line(outcome) + _spending_lines(self.state.spent)
            case events.StepEnded(local=0) as event:
                # a line tells of each walk; there may be dozens, and most of their steps miss
                is_walk = self.state.explored.is_walk(event.segment_number)
                return "" if is_walk else self._step_line(event)
            case events.StepEnded() as event:
                return "" if event.state == "done" else _filled(_LOCAL, event, "yellow")
            case exploring_events.GroupStarted() as event:
                # with its reasoning, which was told when it was proposed
                found = self.state.explored.groups.get(event.group_number)
                kind, summary = told(event)
                if found is not None:
                    summary = group_words(found.number, found.group, found.grown_from)
                return f"  {kind} {in_markup(summary)}"
            case exploring_events.GroupAssessed() as event:
                mark = "[green]✓[/green]" if event.succeeded else "[red]✗[/red]"
                figures = figures_words(event.progression)
                return f"  {mark} {in_markup(told(event).summary)} [dim]({figures})[/dim]"
            case PageSeen(trouble=trouble) as event if page_before is not None and (
                (page_before.url, page_before.title) == (event.url, event.title)
            ):
                return f"  [yellow]! {in_markup(trouble)}[/yellow]" if trouble else ""
            case events.ReplanStarted(charged=charged) as event:
                limits = self.state.limits
                most = f"of {limits.max_replans} at most"
                if not limits.counts_adaptive:
                    most = f"{charged} of {limits.max_replans} failures in a row"
                counted = f" [dim]({most})[/dim]" if charged != 0 else ""
                return _filled(f"  ⟳ {{kind}} {{summary}}{counted}", event)
            case events.SegmentPlanned() if self.state.mode != "director":
                return ""  # of one step, whose end is told, or of a group, which is told
            case event if not _is_worth_telling(event):
                return ""
            case event:
                return _filled(_LINES.get(event.kind, ""), event) + _path_lines(event)

    def _step_line(self, event: events.StepEnded) -> str:
        segment = self.state.segments[event.segment_number - 1]
        view = next(v for v in segment.steps if v.step.step_number == event.step_number)
        description = view.title
        is_exploring = self.state.mode == "explorer" and event.state == "done"  # nothing expected
        is_doubtful = event.state == "done" and event.verdict is not Verdict.SEEN
        verdict = f" [dim]({event.verdict})[/dim]" if is_doubtful and not is_exploring else ""
        is_check = isinstance(view.step.action, Wait) and view.step.expected_change is not None
        why = event.detail or (sentence_of(event.evidence) if is_doubtful or is_check else "")
        is_told = why and not is_exploring
        detail = f"\n{_INDENT}[dim]{in_markup(why)}[/dim]" if is_told else ""
        mark = _STEP_MARKS[StepState(event.state)]
        return (
            f"  {mark} {in_markup(description)}{verdict} [dim]{event.took_ms:.0f} ms[/dim]{detail}"
        )


class JsonPrinter(ProgressPrinter):
    """Each event as it is recorded, a line of JSON on standard output."""

    def show(self, recorded: events.Recorded) -> None:
        self.state = fold(self.state, recorded)
        print(recorded_to_json(recorded), flush=True)


def _is_worth_telling(event: events.Event) -> bool:
    """Of some kinds only what is out of the ordinary gets a line."""
    match event:
        case events.StepStarted(attempt=attempt, local=local):
            return attempt > 1 and not local
        case events.ApprovalDecided(decision=decision):
            return isinstance(decision.verdict, Reject)
        case events.SituationObserved(asked_vision_because=why):
            return bool(why)
        case NodeEntered(node=node):
            return node in _TOLD_NODES
        case ProgressJudged(has_progressed=is_told) | exploring_events.StateSeen(is_new=is_told):
            return is_told
        case _:
            return True


def _filled(line: str, event: events.Event, tone: str = "") -> str:
    kind, summary = told(event)
    return line.format(kind=kind, summary=in_markup(summary), tone=tone or _tone(event))


def _tone(event: events.Event) -> str:
    match event:
        case performing.LocalDecided(decision=key) | performing.LocalPlanningEnded(result=key):
            return _TONES.get(key, "bold")
        case performing.ReversalEnded():
            return _TONES[event.returned]
        case BrowserNoted(what=what):
            return _TONES.get(what, "yellow" if "refused" in what else "dim")
        case _:
            return "default"


def _path_lines(event: events.Event) -> str:
    """Under a finding: its detail and its path, of a long one the last steps."""
    match event:
        case exploring_events.FaultFound(finding=finding):
            detail, path = finding.fault.detail, finding.path
        case exploring_events.FindingMinimised(path=path, why=""):
            detail = ""
        case _:
            return ""
    return "".join(f"\n{_INDENT}[dim]{in_markup(each)}[/dim]" for each in _under(detail, path))


def _under(detail: str, path: tuple[TracedStep, ...]) -> list[str]:
    left_out = max(0, len(path) - _SHOWN_STEPS)
    lines = [detail] if detail else []
    lines += [f"… {left_out} steps before"] if left_out else []
    return lines + path_words(path).splitlines()[left_out:]


def _spending_lines(spent: Spent) -> str:
    """What models took; empty where none was asked."""
    if not spent.rounds:
        return ""
    rounds = count_words(spent.rounds, "round")
    same = same_words(spent.same_bytes, spent.sent_bytes)
    parts = [f"{rounds} with models", usage_words(spent.usage), money_words(spent.cost)]
    parts += [f"of the prompts {same}"] if same else []
    return f"\n{_INDENT}[dim]{in_markup(' · '.join(parts))}[/dim]"


def _ending_line(outcome: Outcome) -> str:
    colour = "green" if is_good(outcome) else "red"
    sentence = f"[bold {colour}]{in_markup(ending_sentence(outcome))}[/bold {colour}]"
    return f"{sentence}\n{_INDENT}[dim]{ending_record(outcome)}[/dim]"
