"""What every report tells of a session, in words: how it was set up, how it ended, its steps."""

from dataclasses import dataclass

from engine.domain.conditions import FileSaved
from engine.domain.verdicts import StepState, Verdict, sentence_of
from engine.language.sentences.figures import clock_words, count_words, money_words, same_words
from engine.language.sentences.run import ASKING_WORDS, STATE_WORDS, ending_title
from engine.record.sessions import OpenedSession
from engine.record.views.oversight import decisions_in, hasty_share
from engine.record.views.run_state import RunState, StepView


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Figure:
    number: str
    label: str
    tone: str = ""


def completion_reason(state: RunState) -> str:
    return state.outcome.reason if state.outcome is not None else "interrupted"


def completion_words(state: RunState) -> str:
    if state.outcome is None:
        return "It has no end: it was broken off, or goes on"
    return ending_title(state.outcome.terminal, state.outcome.reason)


def step_words(view: StepView) -> str:
    """What was done, and how that went."""
    if view.state is StepState.DONE:
        return view.title
    detail = f": {view.detail}" if view.detail else ""
    return f"{view.title} ({STATE_WORDS[view.state]}{detail})"


def files_made(state: RunState) -> tuple[str, ...]:
    """Files that were seen to be saved, each once: by programs, and by the browser."""
    saved = [
        view.step.expected_change.path
        for segment in state.segments
        for view in segment.steps
        if isinstance(view.step.expected_change, FileSaved) and view.verdict is Verdict.SEEN
    ]
    loaded = [note.path or note.message for note in state.web.downloads] if state.web else []
    return tuple(dict.fromkeys([*saved, *loaded]))


def facts_of(opened: OpenedSession, own: tuple[Fact, ...] = ()) -> tuple[Fact, ...]:
    """How the session was set up and how it ended; ``own`` are facts of its mode."""
    state = opened.state
    outcome = state.outcome
    facts = (
        Fact("Why it ended", f"{completion_words(state)} ({completion_reason(state)})"),
        Fact("In its own words", outcome.message if outcome is not None else ""),
        Fact("Seen last", _seen_last(state)),
        Fact("Files made", ", ".join(files_made(state))),
        Fact("Mode", state.mode),
        Fact("Surface", state.surface),
        Fact("Thinker", state.thinker),
        Fact("Asking", ASKING_WORDS[state.asking]),
        *own,
        Fact("Calls to the thinker", f"{state.calls_used:,}"),
        Fact("Warnings", " ".join(dict.fromkeys(state.warnings))),
        Fact("Imported", opened.summary.origin),
        Fact("Session", f"{state.session_id}, Pilothouse {opened.summary.pilothouse_version}"),
    )
    return tuple(fact for fact in facts if fact.value)


def figures_of(opened: OpenedSession) -> tuple[Figure, ...]:
    """The numbers at the top of a run that reaches for a goal."""
    state = opened.state
    views = [view for segment in state.segments for view in segment.steps]
    done = sum(view.state is StepState.DONE for view in views)
    failed = sum(view.state is StepState.FAILED for view in views)
    decisions = decisions_in(opened.events)
    asked = sum(each.request is not None for each in decisions)
    figures = [
        Figure(f"{done:,}", "step done" if done == 1 else "steps done", "good" if done else ""),
        Figure(f"{failed:,}", "failed", "bad" if failed else ""),
        Figure(f"{asked:,}", "asked of the operator"),
        Figure(clock_words(state.worked_secs), "of work"),
        Figure(clock_words(state.waited_secs), "waiting for the operator"),
    ]
    if state.model_calls:
        figures.append(Figure(money_words(state.spent.cost), f"for {_rounds(state)}"))
    if (share := hasty_share(decisions)) is not None:
        tone = "warn" if share else ""
        figures.append(Figure(f"{share:.0%}", "answered in under a second", tone))
    return tuple(figures)


def _seen_last(state: RunState) -> str:
    """The evidence of the last step whose effect was seen."""
    steps = (view for segment in reversed(state.segments) for view in reversed(segment.steps))
    seen = next((view for view in steps if view.verdict is Verdict.SEEN and view.evidence), None)
    return sentence_of(seen.evidence) if seen is not None else ""


def _rounds(state: RunState) -> str:
    spent = state.spent
    tokens = count_words(spent.usage.total, "token")
    cached = f", {spent.usage.cached:,} of them from a cache" if spent.usage.cached else ""
    same = same_words(spent.same_bytes, spent.sent_bytes)
    same = f"; of the prompts {same}" if same else ""
    return f"{count_words(spent.rounds, 'round')} with models, {tokens}{cached}{same}"
