"""Events of a run on the web in the operator's words; see ``event_words``."""

from __future__ import annotations

from engine.domain.web.events import (
    BrowserNoted,
    GoalRead,
    GraphCheckpointed,
    NodeEntered,
    PageSeen,
    ProgressJudged,
    ProposalRefused,
    SessionResumed,
    StagePromoted,
    WebEvent,
)
from widgets.kit.marks import Mark
from widgets.kit.web_words import (
    KIND_WORDS,
    MODE_WORDS,
    NODE_WORDS,
    NOTE_MARKS,
    NOTE_WORDS,
    PAGE_WORDS,
    STAGE_WORDS,
    note_words,
    proposed_words,
)
from widgets.kit.words import count_words, shortened

QUIET = "text_quiet"


def web_event_text(event: WebEvent) -> tuple[str, str, Mark]:
    """Kind, summary and mark."""
    match event:
        case GoalRead(goal_kind=kind, task_mode=mode, terms=terms):
            words = f"{KIND_WORDS[kind]}, to {MODE_WORDS[mode]}"
            sought = f" · {', '.join(terms)}" if terms else ""
            return "Goal", words + sought, Mark("goal", "text")
        case NodeEntered(node=node, step=step, why=why):
            more = f": {why}" if why else ""
            return "Graph", f"pass {step} · {NODE_WORDS[node]}{more}", Mark("graph", QUIET)
        case PageSeen():
            return _page(event)
        case StagePromoted(stage=stage, why=why):
            return "Stage", f"{STAGE_WORDS[stage]}: {why}", Mark("stage", "text")
        case ProposalRefused(action=action, stage=stage, why=why):
            words = f"{proposed_words(action)} at stage {STAGE_WORDS[stage].lower()}: {why}"
            return "Refused", words, Mark("rejected", "warn")
        case ProgressJudged(score=score, evidence=evidence, has_progressed=has_progressed):
            way = "nearer" if has_progressed else "no nearer"
            because = f" · {'; '.join(evidence)}" if evidence else ""
            mark = Mark("explore", "text" if has_progressed else QUIET)
            return "Progress", f"{score:.0%}, {way}{because}", mark
        case GraphCheckpointed(step=step):
            return "Kept", f"the graph’s state at pass {step}", Mark("retain", QUIET)
        case SessionResumed(url=url):
            return "Goes on", f"after it broke off, at {shortened(url)}", Mark("play", "text")
        case BrowserNoted(what=what):
            return NOTE_WORDS[what], note_words(event), NOTE_MARKS[what]


def _page(event: PageSeen) -> tuple[str, str, Mark]:
    title = f"“{shortened(event.title)}”" if event.title else "a page without a title"
    elements = count_words(event.element_count, "element")
    told = f"{event.mapping_count} told" if event.mapping_count != event.element_count else ""
    parts = [title, PAGE_WORDS[event.page_type], elements, told, event.trouble]
    summary = " · ".join(part for part in parts if part)
    return "Page", summary, Mark("page", "warn" if event.trouble else QUIET)
