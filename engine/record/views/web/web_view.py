"""What the views know of a run on the web: where in the state graph it is, how far it came, what
page it stands on. A fold over the web's events, part of ``RunState``."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.domain.web import events
from engine.domain.web.pages import Stage
from engine.record.views.vector import Vector


@dataclass(frozen=True, slots=True)
class WebView:
    """``node`` is the one that the graph is at; ``visits`` says how often it was at each so far,
    ``transitions`` how often it went from one to the next. ``page`` is as the last look found it,
    with the counters."""

    goal: events.GoalRead | None = None
    stage: Stage = Stage.ORIENT
    step: int = 0
    node: events.Node | None = None
    why: str = ""
    visits: Mapping[events.Node, int] = field(default_factory=dict)
    transitions: Mapping[tuple[events.Node, events.Node], int] = field(default_factory=dict)
    page: events.PageSeen | None = None
    page_count: int = 0
    promotions: Vector[events.StagePromoted] = field(default_factory=Vector)
    progress: Vector[events.ProgressJudged] = field(default_factory=Vector)
    refused: Vector[events.ProposalRefused] = field(default_factory=Vector)
    notes: Vector[events.BrowserNoted] = field(default_factory=Vector)
    checkpoint: events.GraphCheckpointed | None = None
    resumptions: Vector[events.SessionResumed] = field(default_factory=Vector)

    @property
    def downloads(self) -> tuple[events.BrowserNoted, ...]:
        """The files that were saved."""
        return tuple(note for note in self.notes if note.what == "download_saved")


def fold_web(view: WebView, event: events.WebEvent) -> WebView:
    match event:
        case events.GoalRead():
            return replace(view, goal=event)
        case events.NodeEntered():
            return _entered(view, event)
        case events.PageSeen():
            is_another = view.page is None or view.page.url != event.url
            count = view.page_count + is_another
            return replace(view, page=event, page_count=count, step=event.step)
        case events.StagePromoted(stage=stage):
            return replace(view, stage=stage, promotions=view.promotions.plus(event))
        case events.ProposalRefused():
            return replace(view, refused=view.refused.plus(event))
        case events.ProgressJudged():
            return replace(view, progress=view.progress.plus(event))
        case events.GraphCheckpointed():
            return replace(view, checkpoint=event)
        case events.SessionResumed():
            return replace(view, node=None, why="", resumptions=view.resumptions.plus(event))
        case events.BrowserNoted():
            return replace(view, notes=view.notes.plus(event))


def _entered(view: WebView, event: events.NodeEntered) -> WebView:
    transitions = Counter(view.transitions)
    if view.node is not None:
        transitions[view.node, event.node] += 1
    return replace(
        view,
        node=event.node,
        why=event.why,
        step=event.step,
        visits=Counter(view.visits) + Counter([event.node]),
        transitions=transitions,
    )
