"""Whether the goal's artifact is there: one thing, several, something done, an answer, a file.

The thinker claims it, and the page decides: what is claimed counts where this run saw it. What
evidence is asked for depends on the goal's kind and mode. One thing that is to be found needs no
claim where its page shows what a model told beforehand.
"""

from collections.abc import Sequence

from engine.domain.web.pages import Download, GoalKind, Page, PageType, TaskMode, WebGoal
from engine.language.labels import SMALL_WORDS, stands_in, tokens
from engine.language.refusals import says_nothing_found
from engine.modes.navigator.looks import Look, words_of
from engine.modes.navigator.page_types import head, listed, page_type_of, searched_for
from engine.modes.navigator.state import NavState


def artifact(
    look: Look, goal: WebGoal, state: NavState, *, known_downloads: int, read: Sequence[str]
) -> str:
    """What shows that the goal is reached, in words; empty where nothing does. The first
    ``known_downloads`` of the page are older than the run's first step; ``read`` are the texts of
    the pages that were looked at. Nobody's word counts for what was turned down."""
    claim, page = state["claim"], look.page
    if look.trouble or state["refused_deed"]:
        return ""
    if claim is None:
        return shown(page, goal) if state["is_auto_done"] else ""
    if goal.mode is TaskMode.DOWNLOAD:
        saved = saved_of(page, known_downloads)
        return f"“{saved[-1].name}” was saved" if saved else ""
    told = told_of(claim, goal, (*read, text_of(page)))
    if goal.mode is TaskMode.ANSWER or (goal.kind is GoalKind.LIST and claim):
        return told
    if goal.kind is GoalKind.ACTION:
        if state["performed"] or goal.parts:
            return "what the goal asks for was done"
        return told
    if says_nothing_found(page.text) and searched_for(page.url):
        return ""  # the echo of a search is no find
    if goal.kind is GoalKind.LIST:
        count = len(listed(page))
        return f"the page lists {count} things" if look.is_listing and count else ""
    return f"the thinker says that it is there, on “{page.title or page.url}”"


def saved_of(page: Page, known: int) -> list[Download]:
    """What was saved of what came after the first ``known`` and of something that was done."""
    return [e for e in page.downloads[known:] if e.state == "saved" and e.came_of]


def shown(page: Page, goal: WebGoal) -> str:
    """What shows without any claim that this is the page of the one thing to be found: it says all
    of the goal's proofs, and one of them heads it; empty where it does not. Lists, and what repeats
    the words of a search, are no such pages."""
    is_one = (goal.kind, goal.mode) == (GoalKind.OBJECT, TaskMode.FIND)
    if not (is_one and goal.proofs) or page_type_of(page) is not PageType.DETAIL:
        return ""
    heading = head(page)
    told = f"{heading}\n{page.text}"
    is_there = all(stands_in(each, told) for each in goal.proofs)
    if not is_there or not any(stands_in(each, heading) for each in goal.proofs):
        return ""
    return f"the page shows {' and '.join(f'“{each}”' for each in goal.proofs)}"


def told_of(claim: str, goal: WebGoal, read: Sequence[str]) -> str:
    """What is claimed in words stands, line by line, on pages that were looked at. Words of the
    question may be repeated, as long as there is something else."""
    asked = {*tokens(goal.text), *SMALL_WORDS}
    lines = [tokens(line) for line in claim.splitlines() if line.strip()]
    pages = [set(tokens(each)) for each in dict.fromkeys(read)]
    if not any(lines):
        return ""
    for line in lines:
        new = [word for word in line if word not in asked] or list(line)
        if not any(set(new) <= page for page in pages):
            return ""
    count = "it stands" if len(lines) == 1 else f"these {len(lines)} stand"
    return f"{count} on the pages that were looked at"


def text_of(page: Page) -> str:
    """All that can be read on a page: what it says, and what its elements say and hold."""
    values = (each.value for each in page.elements if each.value)
    return "\n".join((said_by(page), *values, *map(words_of, page.elements)))


def said_by(page: Page) -> str:
    """Its title, headings, text and tables, without what was written into it."""
    rows = (" | ".join(row) for table in page.tables for row in (table.heads, *table.rows))
    return "\n".join((page.title, *page.headings, page.text, *rows))
