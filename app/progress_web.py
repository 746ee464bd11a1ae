"""Lines on a terminal for a run on the web; the rest is in ``app.progress``."""

from __future__ import annotations

from rich.markup import escape

from engine.domain.events import Event
from engine.domain.web.events import (
    BrowserNoted,
    GoalRead,
    Node,
    NodeEntered,
    PageSeen,
    ProgressJudged,
    ProposalRefused,
    SessionResumed,
    StagePromoted,
)
from engine.domain.web.goals import PageType

_TOLD_NODES = {
    Node.LOOP_MITIGATION: "going in circles, looks further",
    Node.ERROR_RETRY: "tries once more",
    Node.ASK_USER: "asks",
}
_TROUBLES = frozenset({"page_crashed"})


def web_line(event: Event, page_before: PageSeen | None) -> str:
    """The event's line, empty where it deserves none; ``page_before`` was seen before it."""
    match event:
        case GoalRead(goal_kind=kind, task_mode=mode, terms=terms):
            sought = f": {', '.join(terms)}" if terms else ""
            return f"[dim]  goal read as {mode} · {kind}{escape(sought)}[/dim]"
        case PageSeen():
            return _page_line(event, page_before)
        case StagePromoted(stage=stage, why=why):
            return f"  [cyan]▲[/cyan] stage [bold]{stage}[/bold]: {escape(why)}"
        case NodeEntered(node=node, why=why) if node in _TOLD_NODES:
            more = f": {escape(why)}" if why else ""
            return f"  [yellow]⟳[/yellow] {_TOLD_NODES[node]}{more}"
        case ProposalRefused(action=action, why=why):
            what = action.value.replace("_", " ") if action is not None else "no usable action"
            return f"  [yellow]⊘[/yellow] {what} refused: {escape(why)}"
        case ProgressJudged(score=score, has_progressed=True):
            return f"[dim]  progress {score:.0%}[/dim]"
        case SessionResumed(url=url):
            return f"[bold]Goes on[/bold] after it broke off, at {escape(url)}"
        case BrowserNoted(what=what, message=message):
            tone = "red" if what in _TROUBLES else "yellow" if "refused" in what else "dim"
            return f"[{tone}]  {escape(message)}[/{tone}]"
        case _:
            return ""


def _page_line(page: PageSeen, before: PageSeen | None) -> str:
    """A page once, and again where something is wrong with it."""
    trouble = f"\n           [yellow]! {escape(page.trouble)}[/yellow]" if page.trouble else ""
    if before is not None and (before.url, before.title) == (page.url, page.title):
        return trouble.strip() and f"  [yellow]! {escape(page.trouble)}[/yellow]"
    kind = f", a {page.page_type} page" if page.page_type is not PageType.OTHER else ""
    title = escape(page.title or "a page without a title")
    seen = f"{page.element_count} elements{kind}"
    return f"[bold]{title}[/bold] [dim]{escape(page.url)} ({seen})[/dim]{trouble}"
