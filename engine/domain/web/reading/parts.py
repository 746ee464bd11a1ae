"""Reads a goal on the web: text to parts in order.

The goal is split where a verb begins another part; "and" and commas elsewhere belong to lists of
values or to names. Words of no known verb are read as what is looked for, or as what is pressed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from engine.domain.errors import GoalUnreadable
from engine.domain.goal_splitter import (
    stretches,
    without_particle_apart,
    without_politeness,
)
from engine.domain.literals import Literals
from engine.domain.web.goals import GoalKind, TaskMode, WebGoal
from engine.domain.web.matching import stems
from engine.domain.web.parts import (
    Choose,
    Do,
    Fill,
    Find,
    ListAll,
    Part,
    Submit,
    Task,
    TurnPage,
    Visit,
)
from engine.domain.web.reading import tasks
from engine.domain.web.reading.kinds import ACTS_ON, NOUNS_TOO
from engine.domain.web.reading.owned import read_own
from engine.domain.web.reading.questions import is_question, read_question
from engine.domain.web.reading.sayings import quoted_sayings, read_saying
from engine.domain.web.reading.things import read_thing
from engine.domain.web.reading.unread import unread_in
from engine.domain.web.vocabulary import STOP_WORDS

_URL = re.compile(
    r"(?:\b(?:on|at|in|from|of|to)\s+)?(?P<url>(?:https?|file)://[^\s\ue000-\uf8ff\"'<>]+)", re.I
)
_ON_PAGE = re.compile(
    r"\s+(?:on|of|from|in)\s+(?:the\s+)?(?:page\s+(?P<number>\d+)|(?P<word>\w+)\s+page)\??$", re.I
)
_FACET = re.compile(
    r"\s+(?:of|in|from|by|with|under)\s+(?:the\s+)?"
    r"(?P<name>category|brand|section|department|topic|tag|type|maker|manufacturer|colou?r|genre)"
    r"\s+(?P<option>\S.*)$",
    re.IGNORECASE,
)
_IN_VERSION = re.compile(r"\s+in\s+version\s+(?P<option>v?\d[\w.]*?)\??$", re.IGNORECASE)
_Read = Task | tuple[Task, ...] | None
_VERBS: tuple[tuple[str, Callable[[str, str, Literals, WebGoal], _Read]], ...] = (
    (r"(?:go )?back(?: to the previous page)?|go back(?: .*)?|return", tasks.read_back),
    (r"scroll(?: (?:further|on))?", tasks.read_scroll),
    (r"search(?: (?:for|the site for))?|look up", tasks.read_search),
    (r"download|save|get the file|fetch", tasks.read_download),
    (r"fill(?: in| out| up)?|complete|enter|type(?: in)?|input|write", tasks.read_fill),
    (r"submit|send(?: off)?", tasks.read_submit),
    (r"choose|select|pick|set|change|switch|sort|order by|filter", tasks.read_choose),
    (
        r"tick|check|enable|(?:turn|switch) on|untick|uncheck|disable|(?:turn|switch) off",
        tasks.tick,
    ),
    (r"sign up|register|log ?in|sign in|(?:un)?subscribe|create an account|join", tasks.read_entry),
    (r"pay", tasks.read_pay),
    (r"make an? (?:reservation|booking|appointment)", tasks.read_entry),
    (r"contact|book|reserve|rent|hire|schedule|apply|order|buy|check ?out|place", tasks.read_entry),
    (r"post|publish|share|upload|report|review", tasks.read_submit),
    (r"rate|give(?! me\b)", tasks.read_rate),
    (r"add|put|remove|delete|empty|like|vote|follow|accept|reject|mark|flag", tasks.read_do),
    (r"renew|extend|prolong|cancel", read_own),
    (
        r"favou?rite|bookmark|star|pin|upvote|downvote|block|archive|ask|reply|respond",
        tasks.read_do,
    ),
    (
        r"expand|collapse|hide|dismiss|close|start|play|stop|refresh|increase|decrease",
        tasks.read_do,
    ),
    (r"click(?: on)?|press(?: on)?|tap(?: on)?|push|hit", tasks.read_click),
    (r"(?:go|turn|switch|move|proceed) to|open(?: up)?|visit|navigate to|next page", tasks.read_go),
    (r"list|enumerate|collect|browse|name all|gather", tasks.read_list),
    (
        r"find|look for|locate|show(?: me)?|view|see|display|bring up|read|get(?: to)?",
        tasks.read_find,
    ),
)
_PATTERNS = tuple(
    (re.compile(rf"^(?P<verb>{words})(?![\w-])\s*(?P<rest>.*)$", re.I | re.S), reader)
    for words, reader in _VERBS
)
_ITS_PAGE = re.compile(r"(?:open|visit|go to|show)\s+(?:it|its|their|that)(?:\s+page)?", re.I)
_NAMES_FIELD = re.compile(
    r"^\w+\s+(?:date|time|day|number|name|address|code|type|method|title|id)\b", re.IGNORECASE
)
"""A word that may be a verb, in the name of a field: "start date 1 June"."""
_NOUN_TOO = re.compile(rf"(?:{NOUNS_TOO})\b", re.IGNORECASE)
_ACTS_ON = re.compile(ACTS_ON, re.IGNORECASE)
WHAT_CAN_BE_SAID = (
    "Say for instance: find X, list all X under 50 euro, what does X cost?, download X as PDF, "
    "add two X to the cart, fill in the form with name 'Ada' and submit it, choose X, "
    "search for X, open the third product, go to page 2."
)


def read_parts(goal: WebGoal) -> tuple[Part, ...]:
    """The parts of a goal. Raises ``GoalUnreadable`` where it asks for nothing."""
    literals = Literals(quoted_sayings(goal.text))
    masked, addresses = _without_addresses(literals.masked, goal.site)
    read: list[tuple[str, Task]] = [(address, Visit(address)) for address in addresses]
    for phrase in _phrases(masked):
        read += [(literals.restore(phrase), task) for task in _read(phrase, literals, goal)]
    if not read:
        raise GoalUnreadable("The goal asks for nothing.", (goal.text.strip(),), WHAT_CAN_BE_SAID)
    read = _joined(read)
    return tuple(
        Part(number, said, task, unread_in(said, [each for _, each in read]))
        for number, (said, task) in enumerate(read, 1)
    )


def _without_addresses(masked: str, site: str) -> tuple[str, tuple[str, ...]]:
    found = [match["url"].rstrip(".,;:!?)") for match in _URL.finditer(masked)]
    masked = _URL.sub("", masked)
    if site and not found:
        found = [site]
        bare = re.escape(re.sub(r"^https?://", "", site).rstrip("/"))
        masked = re.sub(rf"\b(?:(?:on|at|in|from|to)\s+)?{bare}/?", "", masked, flags=re.I)
    return masked, tuple(dict.fromkeys(found))


def _phrases(masked: str) -> list[str]:
    """The goal in phrases of one verb each."""
    phrases: list[str] = []
    for pieces in stretches(masked):
        begins = True
        for piece in pieces:
            text = without_politeness(piece.text)
            if begins or _begins_anew(text):
                phrases.append(text)
            else:
                phrases[-1] += f"{piece.joint}{piece.text}"
            begins = False
    plain = (re.sub(r"^(?:and|but|,)\s+", "", each.strip(" ,.;")) for each in phrases)
    plain = (each for each in plain if not _ITS_PAGE.fullmatch(each))
    bare = {"go to", "open", "visit", "navigate to", "on", "at", "in", "and", "go"}
    return [each for each in plain if each and each.casefold() not in bare]


def _begins_anew(text: str) -> bool:
    if re.match(r"^(?:what|who|how|when|tell me)\b", text, re.IGNORECASE):
        return True
    if _NAMES_FIELD.match(text) or (_NOUN_TOO.match(text) and not _ACTS_ON.match(text)):
        return False
    match = next((found for each, _ in _PATTERNS if (found := each.match(text))), None)
    if match is None:
        return False
    rest = match["rest"]
    is_value = re.match(r"^(?:[:=]|on$|off$|[\ue000-\uf8ff]$)", rest)
    return not (is_value and match["verb"].casefold() in ("subscribe", "order", "contact"))


def _read(phrase: str, literals: Literals, goal: WebGoal) -> list[Task]:
    text = without_particle_apart(without_politeness(phrase))
    text = re.sub(r"^(?:i want to|i need to|help me(?: to)?|try to)\s+", "", text, flags=re.I)
    text, page = _page_of(text)
    if page is not None:
        return [TurnPage(page), *_read(text, literals, goal)]
    if said := read_saying(text, literals):
        return said
    if is_question(text):
        version = _IN_VERSION.search(text)
        if version is None:
            return [read_question(text, literals)]
        rest = f"{text[: version.start()]}?"
        chosen = Choose(version["option"], "version", applies=True)
        return [chosen, read_question(rest, literals)]
    text, facet = _facet_of(text, literals)
    if facet is not None:
        return [facet, *_read(text, literals, goal)]
    for pattern, reader in _PATTERNS:
        match = pattern.match(text)
        if match:
            task = reader(match["verb"].casefold(), match["rest"].strip(), literals, goal)
            if task:
                return list(task) if isinstance(task, tuple) else [task]
    if set(stems(literals.restore(text))) <= STOP_WORDS:
        return []
    return [_unknown(text, literals, goal)]


def _unknown(text: str, literals: Literals, goal: WebGoal) -> Task:
    thing = read_thing(text, literals)
    if goal.kind is GoalKind.ACTION:
        verb, _, rest = text.partition(" ")
        said = literals.restore(text)
        return Do(verb, read_thing(rest, literals), (said, verb))
    if goal.kind is GoalKind.LIST or goal.mode is TaskMode.BROWSE:
        return ListAll(thing)
    return read_question(text, literals) if goal.mode is TaskMode.ANSWER else Find(thing)


def _page_of(phrase: str) -> tuple[str, int | None]:
    """ "show the products on page 3": the page is turned first."""
    match = _ON_PAGE.search(phrase)
    if match is None or not phrase[: match.start()].strip():
        return phrase, None
    number = tasks.page_number(match["number"] or match["word"])
    return (phrase, None) if number is None else (phrase[: match.start()].strip(), number)


def _facet_of(phrase: str, literals: Literals) -> tuple[str, Choose | None]:
    """ "list the products of the brand X": the brand is chosen first."""
    match = _FACET.search(phrase)
    if match is None or not re.match(r"(?:list|show|browse|display|see|view)\b", phrase, re.I):
        return phrase, None
    option = literals.restore(match["option"])
    return phrase[: match.start()].strip(), Choose(option, match["name"].casefold(), applies=True)


def _joined(read: list[tuple[str, Task]]) -> list[tuple[str, Task]]:
    """Values that follow each other are one form; "submit it" after them is its end."""
    joined: list[tuple[str, Task]] = []
    for said, task in read:
        last = joined[-1][1] if joined else None
        if isinstance(last, Fill) and isinstance(task, Fill) and not (last.submits or task.entry):
            both = Fill((*last.values, *task.values), task.submits, last.entry)
            joined[-1] = (f"{joined[-1][0]}, {said}", both)
        elif isinstance(last, Fill) and isinstance(task, Fill) and task.entry == "pay":
            both = replace(last, values=(*last.values, *task.values))
            joined[-1] = (f"{joined[-1][0]}, {said}", both)
        elif isinstance(last, Fill) and isinstance(task, Submit):
            joined[-1] = (f"{joined[-1][0]}, {said}", replace(last, submits=True))
        else:
            joined.append((said, task))
    return joined
