"""What was sent, read back: as the record's own row in a table, or as an entry on the page.

It is new, it is whole, and it holds something that was typed in this run: what stood on any page
before the sending, or was only filled in beforehand, is no evidence. Of a row whose columns are
called like the fields, each cell must be what its field held."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from urllib.parse import unquote_plus, urlsplit

from engine.domain.facts import Frozen, replace
from engine.domain.web import sites
from engine.domain.web.pages import Answer, Page, Table, WebElement
from engine.language.amounts import day_in
from engine.language.folding import folded
from engine.language.grave_words import goes_on, has_word, is_called, says_yes, word_of_deed
from engine.language.labels import (
    content_words,
    has_words,
    hits,
    normal,
    plain_text,
    shortened,
    tokens,
)
from engine.language.questions import asks_back
from engine.language.refusals import refuses, says_nothing_found
from engine.language.sentences.web import server_words
from engine.language.typed_texts import Likeness, likeness
from engine.modes.navigator.page_types import own_words
from engine.modes.navigator.saying import Line, done_form
from engine.states.web.changes import dialog_text, new_dialogs

TAKING_AWAY = ("removes", "destroys", "discards")
"""Beside "deletes", the words for it."""
TELLING_CHARS = 3
"""A value of so many characters may stand anywhere."""
_SHOWN_CHARS = 80
_MOST_WORDS = 6


class Sent(Frozen):
    """``fields`` are those that were sent, as they were then; ``typed`` are texts that the run
    typed or chose, None where nobody knows. ``known`` are the lines and rows of all pages that it
    looked at before, ``about`` what the goal and the form say that it is about."""

    fields: tuple[WebElement, ...]
    typed: tuple[str, ...] | None = None
    known: frozenset[str] = frozenset()
    about: str = ""

    @property
    def own(self) -> tuple[WebElement, ...]:
        """The fields that hold what was typed."""
        return tuple(each for each in self.fields if self._is_typed(each.value.strip()))

    def is_known(self, line: str) -> bool:
        return key_of(line.split("|")) in self.known

    def _is_typed(self, value: str) -> bool:
        if self.typed is None or not value:
            return bool(value)
        return any(likeness(each, value) is not Likeness.OTHER for each in self.typed if each)


def key_of(cells: Iterable[str]) -> str:
    """A line or a row by what stands in it, whatever parts its cells."""
    return "|".join(filter(None, map(plain_text, cells)))


def lines_of(texts: Iterable[str]) -> frozenset[str]:
    """All lines and rows of the texts of pages, as ``Sent.known`` has them."""
    return frozenset(key_of(line.split("|")) for text in texts for line in text.splitlines())


def row_read_back(sent: Sent, tables: tuple[Table, ...], *, is_open: bool = False) -> str:
    """The row that tells of it, in words; empty where none does. While its form ``is_open`` still,
    one of a table that was there, with columns that are called like all that was typed."""
    own = [normal(each.label) for each in sent.own]
    for table in tables:
        heads = set(map(normal, table.heads))
        is_old = any(key_of(each) in sent.known for each in table.rows)
        is_its = not is_open or (is_old and len(own) > 1 and heads.issuperset(own))
        for row in table.rows if table.heads and is_its else ():
            if key_of(row) not in sent.known and _holds(row, table.heads, sent):
                told = " | ".join(each for each in row if each.strip())
                return f"the row “{shortened(told, _SHOWN_CHARS)}” stands on the page now"
    return ""


def entry_read_back(sent: Sent, lines: Iterable[str]) -> str:
    """What was typed stands there as a line or a cell of its own; beside it nothing but what it is
    called there: "Ordered out: Emma" says something else of it."""
    written = sorted((each.value.strip() for each in sent.own), key=len, reverse=True)
    lines = [each for each in lines if not sent.is_known(each)]
    for value in written:
        if len(value) <= TELLING_CHARS:
            continue
        entry = re.compile(_ENTRY.format(re.escape(plain_text(value.splitlines()[0]))))
        cells = (plain_text(cell) for each in lines for cell in each.split("|"))
        beside = ("".join(filter(None, e.groups())) for e in map(entry.fullmatch, cells) if e)
        about = tokens(" ".join((sent.about, *(each.name for each in sent.fields))))
        # they number it, or say no more of it than goal and form do
        if any(all(e in about or not e.isalpha() for e in tokens(each)) for each in beside):
            return f"“{shortened(value, _SHOWN_CHARS)}” stands on the page now"
    return ""


_ENTRY = r"(.*[:–—]\s*|\d+[.)] )?{}(\s*[–—(].*)?"


def entries(new: tuple[Line, ...], old: Page, page: Page) -> list[str]:
    """Lines that may be what was sent: new on the page itself, in no title, alert or status, and no
    rows of a table with heads, which are judged as a whole; with the term or the line before them
    that leads to them ("Refused:")."""
    loud = {plain_text(each.text) for each in new if each.is_loud}
    known = loud | {plain_text(each) for each in plain_lines(old.text)}
    rows = {key_of(row) for table in page.tables if table.heads for row in table.rows}
    lines = plain_lines(own_words(page).text)
    terms = [row for table in page.tables if not table.heads for row in table.rows]
    leads = {row[1]: f"{row[0]}: " for row in terms if len(row) == 2}
    return [
        f"{before} {each}" if before.endswith(":") else leads.get(each, "") + each
        for before, each in pairwise(("", *lines))
        if plain_text(each) not in known and key_of(each.split("|")) not in rows
    ]


def page_read_back(sent: Sent, old: Page, page: Page) -> str:
    """The server took what was typed, and sent on to a page that it heads, that tells all of it, or
    whose address has it where the server said that it made something: that one is asked for without
    it, so that the site has kept it. A page that only repeats it is the answer itself, and one that
    shows it first, or asks whether it is meant, has not done it yet."""
    asked = unquote_plus(route(page.url)[1])
    kept = [each for each in sent.own if not has_words(each.value, asked)]
    if not _led_to(old, page) or not kept or lacks(sent, page):
        return ""
    heads = [each for each in page.headings if not _asks_first(each, sent)]
    if any(_goes_on(each) for each in page.elements):
        return ""
    headed = replace(sent, about=" ".join(heads))  # it is called there as the site has it
    is_its = len(kept) == len(sent.own) and bool(entry_read_back(headed, heads))
    values = [each.value for each in kept]
    is_made = any(each.status == _CREATED for each in answers_since(old, page))
    faults = [e for e in page.text.splitlines() if refuses(e) and not has_words("empty", e)]
    is_made = is_made and not faults and not says_nothing_found(page.text)
    is_its = is_its or (is_made and is_led_to_own(values, old, page))
    is_its = is_its or _is_told_whole(values, sent, page)
    return f"a page of its own came: “{page.title}”" if is_its else ""


_CREATED = 201


def lacks(sent: Sent, page: Page) -> bool:
    """Of several texts that were typed no more than one stands there: it is merely called so."""
    there = "\n".join((page.text, *page.headings, *(each.value for each in page.elements)))
    told = [e.value.split("\n")[0] for e in sent.own if len(e.value.strip()) > TELLING_CHARS]
    return len(told) > 1 and sum(has_words(each, there) for each in told) < 2


def is_led_to_own(values: Iterable[str], old: Page, page: Page) -> bool:
    """The server took it and led on to an address of which one of the values is the last part: what
    stands there is told of what is called so."""
    last = plain_text(unquote_plus(_led_to(old, page)).rstrip("/").rpartition("/")[2])
    return any(len(each) > TELLING_CHARS and plain_text(each) == last for each in values)


def _led_to(old: Page, page: Page) -> str:
    """Where the server led once it had taken what was typed; empty where nowhere."""
    took = [each.path for each in answers_since(old, page) if each.is_taken]
    here, there = route(old.url)[0], route(page.url)[0]
    return there if took and there not in (here, *took) else ""


def _is_told_whole(values: Iterable[str], sent: Sent, page: Page) -> bool:
    """All of what was typed that tells stands there, two of it at the least and one as a line or a
    cell of its own, and nothing of it on a page before."""
    texts = (own_words(page).text, *page.headings)
    lines = [e for text in texts for e in plain_lines(text) if not sent.is_known(e)]
    cells = {plain_text(cell) for each in lines for cell in each.split("|")}
    told = [each.strip().splitlines()[0] for each in values if len(each.strip()) > TELLING_CHARS]
    is_whole = any(plain_text(each) in cells for each in told)
    is_all = all(any(has_words(each, line) for line in lines) for each in told)
    is_short = has_word("falls_short", "\n".join(texts))
    return is_whole and is_all and len(told) > 1 and not is_short


def refused_by_server(old: Page, page: Page, *, surely: bool = True) -> str:
    """How the server answered to all that went out with what was typed, where it took none of it;
    empty where it took something, or nothing is known of that. Unless ``surely``, also that an
    answer only notes it down or says that it was not done, that none came, or how one refused what
    a button sent by itself for the first time."""
    answers = answers_since(old, page)
    if surely:
        is_taken_once = not answers or any(0 < each.status < 400 for each in answers)
        return "" if is_taken_once or not answers[-1].status else server_words(answers[-1])
    if not answers:
        refused = {each.way for each in old.answers if not each.is_taken}
        others = answers_since(old, page, is_of_typed=False)
        answers = [e for e in others if not e.is_taken and e.way not in refused]
    awaited = page.awaited_since(old)
    awaited = [e for e in awaited if e.is_of_typed] if answers else awaited
    if awaited:
        return f"the server has not answered to {awaited[0].way} yet"
    return server_words(answers[-1]) if answers and not answers[-1].is_taken else ""


def refused_alone(pressed: WebElement, old: Page, page: Page) -> str:
    """How the server refused all that went out with what takes something away, by its word or by
    its request, where nothing was typed; empty where it took something, has not answered yet, or
    the page asks first. What is asked again and again is the page's own."""
    ways = Counter(each.way for each in page.answers)
    new = [e for e in page.answers if e.number > old.last_answer and ways[e.way] < 2]
    is_so = all(400 <= e.status < 500 and not e.is_of_typed for e in new)
    is_so &= takes_away(pressed) or any(e.method in ("DELETE", "PUT", "PATCH") for e in new)
    is_so &= not (page.awaited_since(old) or new_dialogs(old, page))
    return server_words(new[-1]) if new and is_so else ""


def is_taken(old: Page, page: Page) -> bool:
    """By the last answer: one that only checked it may have come before."""
    answers = answers_since(old, page)[-1:]
    return any(each.is_taken and each.word != "aside" for each in answers)


def is_agreed(old: Page, page: Page) -> bool:
    """It says itself that what was typed is done, or that something was made of it."""
    last = answers_since(old, page)[-1:]
    return any(each.word == "yes" or (each.is_taken and each.status == _CREATED) for each in last)


def answers_since(old: Page, page: Page, *, is_of_typed: bool = True) -> list[Answer]:
    return [e for e in page.answers if e.number > old.last_answer and e.is_of_typed is is_of_typed]


def were_sent(fields: Iterable[WebElement], typed_at: Mapping[str, int], old: Page) -> bool:
    """A server had taken something since the first of what they hold was typed: a draft of it may
    be listed like the thing itself."""
    values = {each.value.strip() for each in fields}
    since = min((n for text, n in typed_at.items() if text.strip() in values), default=None)
    taken = (e.number for e in old.answers if e.is_of_typed and e.is_taken and e.word != "aside")
    return since is not None and any(number > since for number in taken)


def went_out(old: Page, page: Page) -> bool:
    """Something that may change what a server has was sent since then, or another page came."""
    is_sent = page.last_answer > old.last_answer or bool(page.awaited_since(old))
    return is_sent or old.url != page.url


def route(url: str) -> tuple[str, str]:
    """Path and query: where a page routes by what stands behind "#/", those of that."""
    parts = urlsplit(url)
    route = urlsplit(parts.fragment) if parts.fragment.startswith(("/", "!/")) else parts
    return route.path, route.query


def deed_at(url: str) -> str:
    """The word by which opening the address does something, else the name of its token; empty for
    one that may be asked for once more."""
    asked = sites.deeds_of_query(url)
    named = folded(" ".join((*sites.words_of_path(url.partition("?")[0]), *asked)))
    words = re.findall(r"[a-z]+", named)  # "add" of "addItem", "placeorder" of "place-order"
    apart = (*words, *(f"{one}{other}" for one, other in pairwise(words)))
    return word_of_deed((*sites.words_of_path(url), *asked, *apart)) or sites.token_in(url)


def _asks_first(heading: str, sent: Sent) -> bool:
    """By what stands there beside what was typed."""
    for each in sent.own:
        heading = heading.replace(each.value.strip(), " ")
    asks = has_word("shows_first", heading, "confirms", "deletes", *TAKING_AWAY)
    return asks or heading.rstrip().endswith("?")


def _goes_on(element: WebElement) -> bool:
    """It leads to the next page of the form, or is the yes that is still to come."""
    label = element.name or element.value
    is_yes = says_yes(label) or goes_on(label) or is_called("publishes", label)
    return element.is_submit and is_yes


def _holds(row: tuple[str, ...], heads: tuple[str, ...], sent: Sent) -> bool:
    """A value that tells stands in it, and one that was typed; no cell says otherwise: where all
    that was typed stands in it, of that alone, as a page may make up the rest."""
    columns = {normal(head): cell for head, cell in zip(heads, row, strict=False) if head.strip()}
    typed = [each for each in sent.own if len(each.value.strip()) > TELLING_CHARS]
    is_whole = len(typed) > 1 and all(_stands_in(row, columns, each) for each in sent.own)
    for field in sent.own if is_whole else sent.fields:
        cell = columns.get(normal(field.label))
        if cell is not None and not is_same(field.value, cell):
            return False
    telling = [each for each in sent.fields if len(each.value.strip()) > TELLING_CHARS]
    return any(_stands_in(row, columns, each) for each in telling) and any(
        _stands_in(row, columns, each) for each in sent.own
    )


def _stands_in(row: tuple[str, ...], columns: dict[str, str], field: WebElement) -> bool:
    """In its own column, where it has one; a short value stands nowhere else for sure."""
    cell = columns.get(normal(field.label))
    if cell is not None:
        return True
    is_telling = len(field.value.strip()) > TELLING_CHARS
    return is_telling and any(is_same(field.value, each) for each in row)


def is_same(value: str, cell: str) -> bool:
    one, other = plain_text(value), plain_text(cell)
    if likeness(one, other) is Likeness.SAME:
        return bool(other)
    day = day_in(one)
    return day is not None and day == day_in(other)


def lies_over(element: WebElement) -> bool:
    """It stands in a dialog, or is the yes to a question that came up beside it."""
    return bool(element.dialog) or ("?" in element.context and says_yes(element.name))


def is_second_yes(element: WebElement, page: Page) -> bool:
    """To a dialog that only asks back: "Are you sure?"."""
    return says_yes(element.name) and asks_back(dialog_text(page, element.dialog))


def takes_away(element: WebElement) -> bool:
    """Its label says that something goes when it is pressed."""
    label = element.name
    return len(label.split()) <= _MOST_WORDS and has_word("deletes", label, *TAKING_AWAY)


def plain_lines(text: str) -> list[str]:
    return [each.strip() for each in text.splitlines() if each.strip()]


def is_done_by_its_entry(opened: tuple[str, str], told: str) -> bool:
    """What confirms the last step tells of what was opened first, in its words, and of nothing by
    which its entry is called beside that; a word alone may tell of either."""
    deed, entry = map(content_words, opened)
    beside = [e for e in entry if e not in deed and len(e) > TELLING_CHARS]
    is_done = any(re.search(rf"\b{done_form(each)}", told.casefold()) for each in deed)
    is_word = len(content_words(told.partition("“")[2])) < 2
    return is_done and not hits(beside, told) and not (beside and is_word)
