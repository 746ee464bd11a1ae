"""What the views know of a run on the web: where in the state graph it is, how far it came, what
page it stands on. A fold over the web's events, part of ``RunState``."""

from collections import Counter
from collections.abc import Mapping

from engine.domain.facts import Frozen, field, replace
from engine.domain.web import events
from engine.domain.web.pages import Stage
from engine.record.views.vector import Vector


class WebView(Frozen):
    """``node`` is the one that the graph is at; ``visits`` says how often it was at each so far,
    ``transitions`` how often it went from one to the next. ``page`` is as the last look found it,
    ``downloads`` are the files that were saved."""

    stage: Stage = Stage.ORIENT
    step: int = 0
    node: events.Node | None = None
    why: str = ""
    visits: Mapping[events.Node, int] = field(default_factory=dict)
    transitions: Mapping[tuple[events.Node, events.Node], int] = field(default_factory=dict)
    page: events.PageSeen | None = None
    promotions: Vector[events.StagePromoted] = field(default_factory=Vector)
    downloads: Vector[events.BrowserNoted] = field(default_factory=Vector)
    checkpoint: events.GraphCheckpointed | None = None


def fold_web(view: WebView, event: events.WebEvent) -> WebView:
    match event:
        case events.NodeEntered():
            return _entered(view, event)
        case events.PageSeen():
            return replace(view, page=event, step=event.step)
        case events.StagePromoted(stage=stage):
            return replace(view, stage=stage, promotions=view.promotions.plus(event))
        case events.GraphCheckpointed():
            return replace(view, checkpoint=event)
        case events.SessionResumed():
            return replace(view, node=None, why="")
        case events.BrowserNoted(what="download_saved"):
            return replace(view, downloads=view.downloads.plus(event))
        case (
            events.GoalRead()
            | events.ProgressJudged()
            | events.ProposalRefused()
            | events.BrowserNoted()
        ):
            return view


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
