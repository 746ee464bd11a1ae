"""Whether the goal's artifact is there: one thing, several, something done, an answer, a file.

What counts depends on the goal's kind and mode, and how much evidence is asked for on the stage:
on the later ones a thinker's claim, or a high score, needs less of it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from engine.domain.web.goals import GoalKind, PageType, TaskMode, WebGoal
from engine.domain.web.matching import coverage, hits, stands_in, tokens
from engine.domain.web.pages import Download, Page
from engine.domain.web.parts import Ask, Find, ListAll, SearchFor, Thing
from engine.domain.web.reading.goals import last_terms, wanted_page
from engine.domain.web.results import says_nothing_found
from engine.domain.web.vocabulary import SMALL_WORDS
from engine.modes.navigator.deeds_done import (
    IN_HEAD,
    Before,
    action_done,
    claimed,
    head,
)
from engine.modes.navigator.echoes import own_words
from engine.modes.navigator.looks import Look, words_of
from engine.modes.navigator.page_types import (
    listed,
    listing_page,
    searched_for,
    shows_results,
)
from engine.modes.navigator.state import NavState

IN_ALL = 0.75
SEVERAL = 2
SHOWN_RESULTS = 5


def artifact(
    look: Look,
    goal: WebGoal,
    state: NavState,
    before: Before,
    *,
    known_downloads: int,
    read: Sequence[str] = (),
) -> str:
    """What shows that the goal is reached, in words; empty where nothing does. The first
    ``known_downloads`` of the page are older than the run's first step; ``read`` are the texts of
    the pages that were looked at."""
    if look.trouble:
        return ""
    match goal.parts[-1].task if goal.parts else None:
        case SearchFor(words):
            return _results(look, words, state)
        case ListAll(thing):
            is_plain = not (thing.bounds or thing.features or thing.rank or thing.count > 1)
            told = _told_of(state, (*read, text_of(look.page)))
            return told or (_listed_here(look, goal, state) if is_plain else "")
        case Ask(thing=Thing() as thing) if thing.rank:
            return _told_of(state, (*read, text_of(look.page)))
        case Find(thing) if thing.rank:
            told = _told_of(state, (*read, text_of(look.page)))
            return told if _is_its_page(look.page, state["claim"] or "") else ""
    match goal.mode:
        case TaskMode.DOWNLOAD:
            return _download(look.page.downloads[known_downloads:], goal, state)
        case TaskMode.ANSWER:
            return _answer(look, goal, state)
    match goal.kind:
        case GoalKind.ACTION:
            return action_done(look.page, goal, state, before)
        case GoalKind.LIST:
            return _list(look, goal) or _claimed_fitting(look.page, goal, state)
        case GoalKind.OBJECT:
            found = _object(look, goal, is_lenient=state["is_auto_done"])
            return found or _claimed_fitting(look.page, goal, state)


def _results(look: Look, words: str, state: NavState) -> str:
    """What was found for the words is shown."""
    page = look.page
    told = (page.title, *page.headings, page.text, *searched_for(page.url))
    is_for_them = coverage(tokens(words), *told) == 1
    is_shown = shows_results(page) or state["has_searched"]
    if not (is_for_them and is_shown) or says_nothing_found(page.text):
        return ""
    fitting = [each.text.strip() for each in listed(page)]
    found = f": {', '.join(fitting[:SHOWN_RESULTS])}" if fitting else ""
    return f"the results for “{words}” are shown{found}"


def _told_of(state: NavState, read: Sequence[str]) -> str:
    """What the thinker says stands, line by line, on the pages that were looked at."""
    lines = [set(tokens(each)) for each in (state["claim"] or "").splitlines() if each.strip()]
    pages = [set(tokens(each)) for each in dict.fromkeys(read)]
    if not lines or not all(any(line <= page for page in pages) for line in lines):
        return ""
    count = "it stands" if len(lines) == 1 else f"these {len(lines)} stand"
    return f"{count} on the pages that were looked at"


def _listed_here(look: Look, goal: WebGoal, state: NavState) -> str:
    """What the page lists, where the thinker knows of nothing more."""
    found = _list(look, goal) if state["last_error_key"].startswith("planner_") else ""
    items = ", ".join(each.text.strip() for each in listed(look.page))
    return f"{found}: {items}" if found else ""


def _is_its_page(page: Page, claim: str) -> bool:
    """What is named first in the claim has this page, or none that a link here leads to."""
    name = claim.split(", ")[0]
    if set(tokens(name)) <= set(tokens(head(page))):
        return True
    return not any(each.href and stands_in(name, each.text) for each in page.elements)


def _is_linked_better(page: Page, terms: tuple[str, ...]) -> bool:
    """A link to another page is called as the goal has it, and this page is called so less: it
    merely leads there."""
    here = coverage(terms, head(page))
    return any(
        coverage(terms, each.text) > here and len(tokens(each.text)) <= 2 * len(terms)
        for each in page.elements
        if each.href
        and urljoin(page.url, each.href).split("#")[0] != page.url.split("#")[0]
        and not searched_for(urljoin(page.url, each.href))
    )


def text_of(page: Page) -> str:
    """All that can be read on a page: its title, headings, text, and what its elements say."""
    return "\n".join((page.title, *page.headings, page.text, *map(words_of, page.elements)))


def _claimed_fitting(page: Page, goal: WebGoal, state: NavState) -> str:
    """The thinker's word, as long as the page has to do with the goal's last part."""
    terms = last_terms(goal)
    own = own_words(page)
    is_fitting = not terms or coverage(terms, head(own), own.url, own.text) >= IN_HEAD
    is_fitting = is_fitting and not _is_linked_better(own, terms)
    if claimed(state) and is_fitting:
        return f"{claimed(state)}, and the page fits"
    return _narrowed(page, terms) if state["claim"] is not None else ""


def _narrowed(page: Page, terms: tuple[str, ...]) -> str:
    """A list whose address and choices say what the goal wants of it."""
    chosen = " ".join(each.value for each in page.elements if each.tag == "select")
    query = urlsplit(page.url).query
    is_told = coverage(terms, head(page), page.url, chosen) >= IN_HEAD and coverage(terms, query)
    if not is_told or coverage(terms, head(page), page.url, page.text) < IN_ALL:
        return ""
    return "" if says_nothing_found(page.text) else "the list is narrowed to it"


def _object(look: Look, goal: WebGoal, *, is_lenient: bool) -> str:
    """A detail page whose title and headings are about the goal, and whose text has the rest."""
    page = look.page
    if shows_results(page):
        return ""  # it repeats what was searched for
    if not goal.terms and not goal.quoted:
        return "the site that the goal names is open" if _is_at_site(page, goal) else ""
    if not all(stands_in(each, f"{head(page)} {page.text}") for each in goal.quoted):
        return ""
    if goal.quoted and not _leads_on(look, goal):
        return f"“{goal.quoted[0]}” stands on the page"
    if look.page_type is not PageType.DETAIL and not is_lenient:
        return ""
    terms = last_terms(goal)
    numbers = tuple(term for term in terms if any(sign.isdigit() for sign in term))
    if coverage(numbers, head(page), page.url) < 1 and numbers:
        return ""  # a number tells one from another: a version, an entry
    in_head = coverage(terms, head(page))
    if _is_linked_better(page, terms):
        return ""
    if in_head >= IN_HEAD and coverage(terms, head(page), page.text, page.url) >= IN_ALL:
        return f"the page is about {', '.join(hits(terms, head(page)))}"
    return ""


def _leads_on(look: Look, goal: WebGoal) -> bool:
    """A link with the quoted words leads to the thing itself: what was found is a mention."""
    return any(
        each.href and stands_in(quotation, words_of(each))
        for each in look.page.elements
        for quotation in goal.quoted
    )


def _list(look: Look, goal: WebGoal) -> str:
    """A listing with several hits, or one that is titled as the goal."""
    number = wanted_page(goal)
    if number is not None:
        is_there = number > 0 and listing_page(look.page) == number
        return f"page {number} of the list is open" if is_there and look.is_listing else ""
    if not look.is_listing:
        return ""
    things, terms = listed(look.page), last_terms(goal)
    if terms and coverage(terms, head(own_words(look.page))) >= IN_ALL:
        return f"the page lists {len(things)} things under {look.page.title or 'its heading'}"
    fitting = [each for each in things if coverage(terms, words_of(each)) >= IN_HEAD]
    return f"{len(fitting)} of the listed things fit" if len(fitting) >= SEVERAL else ""


def _answer(look: Look, goal: WebGoal, state: NavState) -> str:
    """The thinker's answer, which stands on the page."""
    claim = state["claim"]
    if not claim or not stands_on(claim, look, goal):
        return ""
    return "the answer stands on the page"


def stands_on(answer: str, look: Look, goal: WebGoal) -> bool:
    """Whether what the answer adds to the question can be read on the page."""
    page = look.page
    if shows_results(page) and stands_in(answer, head(page)):
        return False  # the question again
    text = text_of(page)
    if stands_in(answer, text):
        return True
    told = [word for word in tokens(answer) if word not in SMALL_WORDS]
    asked = set(tokens(goal.text))
    new = [word for word in told if word not in asked]
    return bool(new) and set(new) <= set(tokens(text))


def _download(downloads: Sequence[Download], goal: WebGoal, state: NavState) -> str:
    """A file that was saved, and fits by its name or by what was clicked for it."""
    clicked = state["attempts"][-1]["description"] if state["attempts"] else ""
    for each in downloads[::-1]:
        words = f"{each.name} {each.url}".replace("-", " ").replace("_", " ").replace("/", " ")
        is_fitting = not goal.terms or coverage(goal.terms, words, clicked) >= IN_HEAD
        if each.state == "saved" and is_fitting:
            return f"“{each.name}” was saved"
        clicked = ""  # it was clicked for the newest
    return ""


def _is_at_site(page: Page, goal: WebGoal) -> bool:
    if not goal.site:
        return False
    site = goal.site if "//" in goal.site else f"//{goal.site}"
    wanted, here = urlsplit(site), urlsplit(page.url)
    return here.netloc == wanted.netloc and here.path.startswith(wanted.path.rstrip("/"))
