"""What the views know of a run on the web: where in the state graph it is, how far it came, what
page it stands on. A fold over the web's events, part of ``RunState``."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.domain.web.events import (
    BrowserNoted,
    GoalRead,
    GraphCheckpointed,
    Node,
    NodeEntered,
    PageSeen,
    ProgressJudged,
    ProposalRefused,
    SessionResumed,
    StagePromoted,
    WebEvent,
)
from engine.domain.web.goals import Stage
from engine.record.views.vector import Keyed, Vector


@dataclass(frozen=True, slots=True)
class Transition:
    """How often the graph went from one node to the next."""

    start: Node
    end: Node
    count: int = 1


@dataclass(frozen=True, slots=True)
class WebView:
    """``node`` is the one that the graph is at; ``path`` what was visited, in order of the first
    visit, with counts. ``page`` is as the last look found it, with the counters."""

    goal: GoalRead | None = None
    stage: Stage = Stage.ORIENT
    step: int = 0
    node: Node | None = None
    why: str = ""
    visits: tuple[tuple[Node, int], ...] = ()
    transitions: Keyed[tuple[Node, Node], Transition] = field(default_factory=Keyed)
    page: PageSeen | None = None
    page_count: int = 0
    promotions: Vector[StagePromoted] = field(default_factory=Vector)
    progress: Vector[ProgressJudged] = field(default_factory=Vector)
    refused: Vector[ProposalRefused] = field(default_factory=Vector)
    notes: Vector[BrowserNoted] = field(default_factory=Vector)
    checkpoint: GraphCheckpointed | None = None
    resumptions: Vector[SessionResumed] = field(default_factory=Vector)

    def visits_of(self, node: Node) -> int:
        return next((count for each, count in self.visits if each is node), 0)

    def passed(self, start: Node, end: Node) -> int:
        """How often the graph went from the one to the other."""
        found = self.transitions.get((start, end))
        return found.count if found is not None else 0

    @property
    def downloads(self) -> tuple[BrowserNoted, ...]:
        """The files that were saved."""
        return tuple(note for note in self.notes if note.what == "download_saved")

    @property
    def score(self) -> float | None:
        """How far the last step brought it, from 0 to 1."""
        return self.progress[-1].score if self.progress else None


def fold_web(view: WebView, event: WebEvent) -> WebView:
    match event:
        case GoalRead():
            return replace(view, goal=event)
        case NodeEntered():
            return _entered(view, event)
        case PageSeen():
            is_another = view.page is None or view.page.url != event.url
            count = view.page_count + is_another
            return replace(view, page=event, page_count=count, step=event.step)
        case StagePromoted(stage=stage):
            return replace(view, stage=stage, promotions=view.promotions.plus(event))
        case ProposalRefused():
            return replace(view, refused=view.refused.plus(event))
        case ProgressJudged():
            return replace(view, progress=view.progress.plus(event))
        case GraphCheckpointed():
            return replace(view, checkpoint=event)
        case SessionResumed():
            return replace(view, node=None, why="", resumptions=view.resumptions.plus(event))
        case BrowserNoted():
            return replace(view, notes=view.notes.plus(event))


def _entered(view: WebView, event: NodeEntered) -> WebView:
    visits = dict(view.visits)
    visits[event.node] = visits.get(event.node, 0) + 1
    transitions = view.transitions
    if view.node is not None:
        ends = (view.node, event.node)
        transitions = transitions.having(ends, Transition(*ends, view.passed(*ends) + 1))
    return replace(
        view,
        node=event.node,
        why=event.why,
        step=event.step,
        visits=tuple(visits.items()),
        transitions=transitions,
    )
