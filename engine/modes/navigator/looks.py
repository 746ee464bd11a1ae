"""One look at a page, as the graph's nodes speak of it: mapping, candidates, hashes, page type.

Loops: what is counted, when they are suspected, and when the run is stuck in one.

``repeat_count`` counts the same action on the same element at the same URL, ``stagnation_count``
actions after which the mapping is the same. The run is stuck only where the world is frozen (URL,
DOM and candidates are equal) *and* a budget is used up.

Whether the goal's artifact is there: one thing, several, something done, an answer, a file. The
thinker claims it, and the page decides: what is claimed counts where this run saw it. What evidence
is asked for depends on the goal's kind and mode. One thing that is to be found needs no claim where
its page shows what a model told beforehand."""

import hashlib
import re
from collections.abc import Sequence
from operator import attrgetter

from engine.domain import plans, spaces, zones
from engine.domain.facts import Frozen, field
from engine.domain.web import pages as web_pages
from engine.domain.web.limits import WebLimits
from engine.domain.web.pages import GoalKind, Page, PageType, TaskMode, WebElement, WebGoal
from engine.domain.web.proposals import META_ACTIONS, Attempt
from engine.domain.web.sites import is_web
from engine.geometry.balancing import balanced
from engine.language.labels import SMALL_WORDS, content_words, hits, stands_in, tokens
from engine.language.refusals import says_nothing_found
from engine.modes.navigator.page_types import head, is_listing, listed, page_type_of, searched_for
from engine.modes.navigator.state import MAX_VISITED, NavState

MAX_CANDIDATES = 12
FEW_CANDIDATES = 2
_SAYS_IT_LISTS = re.compile(
    r"(?i)\b[1-9]\d*\s+(?:results?|items?|products?|entries|matches|articles|posts)\b"
)
_IGNORED = 1_000.0


class Look(Frozen):
    """``mapping`` is ranked, balanced and cut, ``rest`` left out; ``candidates`` fit the goal."""

    situation: plans.Situation = field(repr=False)
    page: Page
    page_type: PageType
    is_listing: bool
    mapping: tuple[WebElement, ...]
    candidates: tuple[WebElement, ...]
    mapping_hash: str
    candidates_hash: str
    rest: tuple[WebElement, ...] = field(default=(), repr=False)

    @property
    def is_sparse(self) -> bool:
        """Few candidates on a page that says that it lists, or that is still loading."""
        is_short = len(self.candidates) <= FEW_CANDIDATES and not self.is_listing
        return self.page.is_loading or (is_short and bool(_SAYS_IT_LISTS.search(self.page.text)))

    @property
    def is_blank(self) -> bool:
        """Its page does not answer, as one does not that is at work, or tells nothing at all: its
        own scripts have yet to make it. One that did not load has nothing to wait for."""
        page = self.page
        has_nothing = not (page.trouble or page.elements or page.text.strip())
        return page.is_silent or (is_web(page.url) and has_nothing)

    @property
    def trouble(self) -> str:
        """What is wrong with the page, in words; a server that says no is trouble too."""
        if self.page.trouble or self.page.status < 400:
            return self.page.trouble
        return f"the server answered {self.page.status}"


def look_at(
    situation: plans.Situation, page: Page, goal: WebGoal, *, room: int, avoid: tuple[str, ...] = ()
) -> Look:
    """``room`` is how many elements may be told to a thinker."""
    terms = content_words(goal.text)
    found = {each.agent_id: len(hits(terms, words_of(each))) for each in page.elements}
    ranked = sorted(
        page.elements,
        key=lambda each: _rank(each, found[each.agent_id], each.agent_id in avoid),
        reverse=True,
    )
    view_px = spaces.Rect(0, 0, situation.frame.width, situation.frame.height)
    places = [
        zones.Zone(str(at), each.text, zones.Role.OTHER, each.bounds_px, on_screen=each.in_view)
        for at, each in enumerate(ranked)
    ]
    mapping = tuple(ranked[int(each.zone_id)] for each in balanced(places, view_px, room))
    fitting = (each for each in ranked if found[each.agent_id] and not each.is_disabled)
    candidates = tuple(fitting)[:MAX_CANDIDATES]
    told = {each.agent_id for each in mapping}
    rest = tuple(each for each in ranked if each.agent_id not in told)
    made = (zones.State.CHECKED, zones.State.SELECTED)
    checked = frozenset(e.source_key for e in situation.zones if not e.state.isdisjoint(made))
    hashes, kind = (_hash_of(mapping, checked), _hash_of(candidates, None)), page_type_of(page)
    return Look(situation, page, kind, is_listing(page), mapping, candidates, *hashes, rest)


def words_of(element: WebElement) -> str:
    """All that tells what an element is for."""
    own = (element.attr_name, element.href.rsplit("/", 1)[-1])
    name, page = (re.sub("[-_]", " ", each) for each in own)
    about = (element.text, element.aria_label, element.placeholder, name, element.context, page)
    return " ".join(about)


def _rank(element: WebElement, found: int, is_avoided: bool) -> float:
    """What has the goal's words first (``found`` of them); bars, what is fixed over the page and
    what something else lies over later, what failed last."""
    rank = 4.0 * found
    rank += 2.0 if element.is_submit or element.tag in ("input", "textarea", "select") else 0.0
    rank += element.in_view - element.is_fixed - element.is_covered
    rank -= 2.0 * element.is_navigation + 3.0 * element.is_disabled
    return rank - (_IGNORED if is_avoided else 0.0)


_TOLD_BY = attrgetter("tag", "role", "text", "href", "aria_label", "context", "is_disabled")


def _hash_of(elements: tuple[WebElement, ...], checked: frozenset[str] | None) -> str:
    """Equal for the same elements in any order, whatever they are called just now, and hold: that
    counts where is told which are ``checked``. An element's id is the page's own business: one that
    is renamed at each frame is still the same to who looks at it."""
    held = (
        (e.value if checked is not None else "", e.agent_id in (checked or ())) for e in elements
    )
    lines = sorted(repr((*_TOLD_BY(e), *own)) for e, own in zip(elements, held, strict=True))
    return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:16]


def counted(state: NavState, look: Look, limits: WebLimits) -> NavState:
    """What a look says of loops: to be put over the state. ``has_acted`` is false after a scroll
    that moved the view: it was no action in vain."""
    page = look.page
    is_first = not state["mapping_hash"]
    is_same = look.mapping_hash == state["mapping_hash"]
    is_frozen = not is_first and (
        (page.url, page.dom_hash, look.candidates_hash)
        == (state["url"], state["dom_hash"], state["candidates_hash"])
    )
    stagnation, repeats = state["stagnation_count"], state["repeat_count"]
    if not is_same:
        stagnation = 0
    elif state["has_acted"]:
        stagnation += 1  # looking alone, as loop mitigation does, is no proof
    if not is_same and not state["has_acted"]:
        repeats = 0  # a scan brought something new to choose from
    words = f"the same action was done {repeats} times at the same place"
    if stagnation >= repeats:
        words = f"the page is the same after {stagnation} actions"
    is_looping = repeats >= limits.max_repeats or stagnation >= limits.max_stagnation
    return NavState(
        stagnation_count=stagnation,
        repeat_count=repeats,
        is_frozen=is_frozen,
        is_looping=is_looping,
        loop_words=words if is_looping else "",
        has_acted=False,
        visited=with_latest(state["visited"], page.url, MAX_VISITED),
        is_mitigated=is_looping and state["is_mitigated"],
    )


def is_budget_used_up(state: NavState, limits: WebLimits) -> bool:
    """Repeats or stagnation went on after mitigation, all scrolls are used, or nothing helps."""
    repeats, stagnation = state["repeat_count"], state["stagnation_count"]
    went_on = repeats > limits.max_repeats or stagnation > limits.max_stagnation
    is_scanned = state["is_mitigated"] or state["auto_scrolls_used"] >= limits.max_auto_scrolls
    return (went_on and is_scanned) or state["no_progress_steps"] >= limits.max_no_progress


def is_element_used_up(state: NavState, limits: WebLimits) -> bool:
    """What was acted upon last did nothing so often that it is avoided now; the world is frozen, so
    that nothing else was brought forth instead."""
    last = last_action(state)
    if last is None or last.has_changed or last.url != state["url"]:
        return False
    agent_id, most = last.proposal.agent_id, limits.max_element_failures
    is_avoided = agent_id in state["avoid"] and state["failures"].get(agent_id, 0) >= most
    return state["is_frozen"] and is_avoided


def last_action(state: NavState) -> Attempt | None:
    """The last attempt upon the page; a question or a claim is none."""
    actions = (e for e in reversed(state["attempts"]) if e.proposal.action not in META_ACTIONS)
    return next(actions, None)


def with_latest(items: list[str], item: str, most: int) -> list[str]:
    return [*(each for each in items if each != item), item][-most:]


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


def saved_of(page: Page, known: int) -> list[web_pages.Download]:
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
