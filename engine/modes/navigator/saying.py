"""Sentences that a page did not say before, where they stand, and whether they tell of success.

A question, a condition, a promise and a denial tell of none, nor does a word inside another one
("Unsaved") or a word that a line merely holds ("Success stories")."""

import re
from collections import Counter
from collections.abc import Iterable

from engine.domain.facts import Frozen, replace
from engine.domain.plans import Situation
from engine.domain.web.pages import Page
from engine.domain.zones import Role, State, Zone
from engine.language.grave_words import begins_with, calls_off, has_word, is_called
from engine.language.labels import has_words, plain_text
from engine.language.refusals import refuses, says_busy
from engine.modes.navigator.page_types import own_words
from engine.states.web.changes import dialog_text

_DONE = (
    r"submitted|received|sent|saved|added|created|updated|changed|deleted|removed|subscribed"
    r"|registered|completed|placed|booked|reserved|cancell?ed|accepted|posted|published|recorded"
    r"|delivered|signed (?:in|up|out)|logged (?:in|out)|confirmed|noted(?: down)?|stored|filed"
)
_OPENING = re.compile(
    r"(?i)\b(?:thank you|thanks|many thanks|congratulations|all (?:set|done)|it(?:'|’)s done"
    r"|welcome aboard|see you (?:on|at|soon|then)|has reached us"
    r"|we(?:'ve|’ve| have) (?:got|received|noted|saved|booked|recorded|sent)"
    r"|we(?:'ll|’ll| will) (?:be in touch|get back|reply|answer|write|call|contact|see you)"
    r"|you(?:'re|’re| are) (?:now )?(?:in|registered|subscribed|booked|signed up|a member|done))\b"
    rf"|\b(?:has|have|was|were|been|now) (?:been |now )?(?:successfully )?(?:{_DONE})\b"
    rf"|\b(?:is|are) (?:successfully )?(?:{_DONE})\b(?=\W*$|[.,;:!])"  # else it may be a rule
)
_HOLDING = re.compile(
    r"(?i)^success\b(?=\W*$|[!:.] )|\bsuccessful(?:ly)?\b|\b(?:signed|logged) in as\b"
    r"|\bon its way\b|\badded to\b|\bin your (?:cart|basket|bag|trolley)\b"
    r"|\b(?:order|booking|reference|ticket|case|confirmation|ref)\.? ?(?:number|no|id|code)\b"
    r"\W{0,3}(?:is )?\W{0,2}[a-z]{0,5}-?\d"
    rf"|\b(?:{_DONE})(?=[.!]?\s*$)"
)
_UNSURE = re.compile(
    r"(?i)\?\s*$|^(?:when|after|before|how|why)\b|\bto be\b|\bwill be (?!in )"
    r"|\b(?:if|once|until|unless|whether|no|none|nothing|never|not|yet|last|recently|0|zero|cannot|yesterday|ago"
    r"|earlier|already|so far|since)\b"
    r"|n['’]t\b"
)


def confirms(line: str) -> bool:
    """A sentence that something came to pass."""
    return confirms_alone(line) or (
        bool(_HOLDING.search(line)) and not _UNSURE.search(line) and not refuses(line)
    )


def notes_deed(line: str) -> bool:
    """A note that came up by itself, and begins with what was done: "Stored 1 entries."."""
    return bool(_NOTED.search(line)) and not _UNSURE.search(line) and not refuses(line)


def says_done(line: "Line", verb: str, typed: Iterable[str]) -> bool:
    """The button's own word as it is once that is done: a state by itself ("stopped", for Stop), or
    the end of a few words ("Rules signed."); in front, behind a time or a sign, or behind "was", in
    a note, or where it quotes what was typed: "Ordered for Bea.", "Tuesday was entered for
    you.". "Ordered by name" tells of a list."""
    if line.is_title or not verb.isalpha() or _UNSURE.search(line.text) or refuses(line.text):
        return False
    said = re.sub(r"^[\W\d_]+", "", line.text).casefold()
    word = re.escape(verb.casefold())
    ended = done_form(verb)
    is_short = len(said.split()) <= _MOST_OF_NOTE
    if is_short and re.search(rf"(?:^| ){ended}(?:\W*$|[,;] )", said):
        return True
    if not re.search(rf"(?:^|\b(?:is|are|was|were|been|now) ){ended}|\b(?:is|are) {word}\b", said):
        return False
    is_its = any(has_words(each.strip(), said) for each in typed if len(each.strip()) > 1)
    return is_its or (line.is_note and is_short)


def done_form(verb: str) -> str:
    """A pattern of how it is said that it was done."""
    word = re.escape(verb.casefold())
    return rf"(?:{word}(?:{word[-1:]}?ed|d|n)|{word[:-1]}ied)\b(?! (?:by|out)\b)"


_MOST_OF_NOTE = 8


def is_marked_well(line: "Line", *, may_be_plain: bool = False) -> bool:
    """Marked as a success, or not at all where it ``may_be_plain`` and tells no time or number; no
    word is against it."""
    is_plain = not (line.tone or line.is_alarm or _NUMBER.search(line.text))
    is_so = line.tone == "good" or (may_be_plain and is_plain)
    return is_so and not (_UNSURE.search(line.text) or refuses(line.text) or says_busy(line.text))


def falls_short(line: str, asked: str) -> bool:
    """It tells of a part ("1 of 3"), or of something less ("as a draft") that was not ``asked``."""
    is_part = any(int(one) < int(all_) for one, all_ in _OF.findall(line))
    return is_part or (has_word("falls_short", line) and not has_word("falls_short", asked))


_OF = re.compile(r"\b(\d{1,9}) (?:out )?(?:of|von|de|sur|di|van|av|z|из|/) (?:the )?(\d{1,9})\b")
_NOTED = re.compile(
    rf"(?i)^(?:success\b(?! stor)"
    rf"|(?:{_DONE})\b(?! (?:by|on|at|in|from|for|out)\b|.* (?:is|are)\b).*[.!]$)"
)


def confirms_alone(line: str) -> bool:
    """It is such a sentence wherever it stands, be it in a title."""
    found = _OPENING.search(line)
    if found is None or refuses(line):
        return False
    unsure = _UNSURE.search(line)
    is_thanks = found[0].casefold().startswith(("than", "many", "we", "cong", "see"))
    is_behind = unsure is not None and unsure.start() > found.start()  # "no thanks" is none
    return unsure is None or (is_thanks and not line.rstrip().endswith("?") and is_behind)


class Line(Frozen):
    """``zone`` is where it stands, None where that is not told. ``is_loud``: it is said as an
    alert or a status; ``is_cells``: a row of a table; ``is_label``: what can be pressed is called
    so. ``is_dismissed``: a question in a dialog of the browser's, which was answered with no.
    ``has_passed``: it came and went, and stands nowhere now. ``is_stray``: its place changes by
    itself, if seldom. ``late_ms``: how long after all that an act brought, or the answer to what
    went out with it, it came. ``tone``: as what its page marks it, "good" or "bad", or "red"."""

    text: str
    zone: Zone | None = None
    is_loud: bool = False
    is_title: bool = False
    is_cells: bool = False
    is_label: bool = False
    is_dismissed: bool = False
    has_passed: bool = False
    is_stray: bool = False
    late_ms: int = 0
    tone: str = ""

    @property
    def is_note(self) -> bool:
        """It came up by itself, or lies over the page."""
        return self.is_loud or (self.zone is not None and self.zone.is_fixed)

    @property
    def is_prose(self) -> bool:
        return not (self.is_cells or self.is_label)

    @property
    def is_alarm(self) -> bool:
        return self.zone is not None and self.zone.role is Role.ALERT

    @property
    def is_passing_word(self) -> bool:
        return self.has_passed and len(re.findall(r"[^\W\d_]+", self.text)) < 2


def new_lines(before: Situation, now: Situation) -> tuple[Line, ...]:
    """The sentences that were not there before; what is said aloud first, and a word alone last: it
    may be what a sign before a sentence is called, unless its script parts no words."""
    old, page = before.page or Page("", ""), now.page or Page("", "")
    known = {plain_text(each) for each in (*_sentences(old), *(e.text for e in _loud(before)))}
    dialogs = (text for _, text in old.dialogs)  # they are told as a whole once they are gone
    known |= {plain_text(e) for text in (old.title, *dialogs) for e in sentences_in(text)}
    stirring = {plain_text(e): n for t, n in page.stirring.items() for e in sentences_in(t)}
    known |= {each for each, count in stirring.items() if count > _SELDOM}
    controls = [e for e in page.elements if e.tag not in ("input", "textarea")]
    plain = (e for e in controls if e.tag in _PLAIN_TAGS and e.role in _NO_ROLES and not e.href)
    listening = {each.agent_id for each in plain}
    labels = {plain_text(e.text) for e in controls if e.agent_id not in listening}
    texts = (z for z in now.zones if z.role in _TEXT_ROLES or z.source_key in listening)
    placed = [(plain_text(z.label), z) for z in texts if z.label]
    passed = (Counter(page.said) - Counter(old.said)).elements()
    stands = {plain_text(each) for each in page.text.splitlines()}
    stood = " ".join(old.text.replace(" | ", " ").split())
    found = _loud(now)
    passed = (e for e in passed if not (_leaves(e, old) and has_words(e, stood)))
    found += [e for each in passed for e in _passed(each) if plain_text(e.text) not in stands]
    known |= {plain_text(each) for zone in _answers(before) for each in sentences_in(zone.value)}
    for field in _answers(now):
        found += [Line(each, field, is_loud=True) for each in sentences_in(field.value)]
    for each in _sentences(own_words(page)):
        if plain_text(each) not in known and " | " not in each:
            each = _without(each, [e.name for e in controls if e.agent_id not in listening])
        told = plain_text(each)
        zone = next((zone for label, zone in placed if told in label), None)
        found.append(Line(each, zone, is_cells=" | " in each, is_label=told in labels))
    found += [Line(each, is_title=True) for each in sentences_in(page.title)]
    late = {plain_text(e): ms for text, ms in page.late.items() for e in sentences_in(text)}
    tones = {plain_text(e): tone for text, tone in page.tones.items() for e in sentences_in(text)}
    new: dict[str, Line] = {}
    for line in found:
        told = plain_text(line.text)
        stray, ms = told in stirring, late.get(told, 0)
        toned = replace(line, is_stray=stray, late_ms=ms, tone=tones.get(told, ""))
        if told not in known and not _is_hint(toned, old, page):
            new.setdefault(told, toned)
    return tuple(sorted(new.values(), key=lambda e: " " not in e.text and e.text.isascii()))


def _leaves(said: str, old: Page) -> bool:
    """It may be a row or a question that stood there, and is told as it goes."""
    rows = (each.replace(" | ", " ") for each in old.text.splitlines() if " | " in each)
    return ("?" in said and not refuses(said)) or any(has_words(said, each) for each in rows)


_SELDOM = 2
"""What changes by itself more often says nothing of what was done."""


def uncounted(lines: Iterable[Line], old: Page) -> list[Line]:
    """Those that did not stand there but for numbers and lengths of time, by which a sentence may
    count by itself: "saved 59 seconds before", "saved a minute before"."""
    stood = {_NUMBER.sub("#", each) for each in sentences_in(old.text)}
    return [each for each in lines if _NUMBER.sub("#", each.text) not in stood]


_NUMBER = re.compile(r"(?i)\b(?:\d+|an?|one|(?:a )?few) (?:second|minute|hour|day)s?\b|\d+")


def _is_hint(line: Line, old: Page, page: Page) -> bool:
    """It asks for a text, or is marked as a fault, right under a field that held one and that the
    page has emptied since, without naming it: it tells what the next one is to hold. What asks for
    a password is emptied where it lets nobody in."""
    is_asking = bool(_ASKS.search(line.text)) if refuses(line.text) else line.tone == "bad"
    if line.zone is None or not is_asking:
        return False
    box, held = line.zone.bounds_px, {e.agent_id: e.value.strip() for e in old.elements}
    fields = [each for each in page.elements if each.tag in ("input", "textarea")]
    asks = any(each.input_type == "password" for each in fields)
    return not asks and any(
        0 <= box.center.y - each.bounds_px.y <= each.bounds_px.height + _UNDER_PX
        and -_UNDER_PX <= box.x - each.bounds_px.x <= each.bounds_px.width
        and not has_words(held[each.agent_id], line.text)
        for each in fields
        if held.get(each.agent_id) and not each.value.strip()
    )


_UNDER_PX = 32
_ASKS = re.compile(r"(?i)\b(?:required|mandatory|missing|empty|please (?!try)\w+)\b")


def _without(line: str, labels: list[str]) -> str:
    """What a note says is followed by what it offers: "Saved. Undo". Another link may well be a
    part of the sentence: "Saved as a draft"."""
    for each in labels:
        said = line.removesuffix(each).rstrip()
        if said not in ("", line) and not line[len(said)].isalnum() and _offers(each):
            return said
    return line


def _offers(label: str) -> bool:
    rows = ("undoes", "dismisses", "shuts", "opens", "harmless")
    return any(is_called(each, label) or begins_with(each, label) for each in rows)


def is_warning(line: Line, page: Page) -> bool:
    """That it can't be undone, in a dialog in which it can be called off still."""
    asking = {each.dialog for each in page.elements if each.dialog and calls_off(each.name)}
    is_asked = any(line.text in dialog_text(page, each) for each in asking)
    return is_asked and has_word("losses", line.text)


def _answers(situation: Situation) -> list[Zone]:
    """Fields that can't be written in: what stands there is the page's own word."""
    fields = (each for each in situation.zones if each.role in (Role.TEXT_FIELD, Role.TEXT_AREA))
    return [each for each in fields if each.value and State.EDITABLE not in each.state]


def _passed(said: str) -> list[Line]:
    """What came and went: a text of the page, or what the browser told of a dialog."""
    dialog = _DIALOG.match(said)
    if said.endswith("; answered with yes."):
        return []  # by us
    if dialog is None:
        return [Line(each, is_loud=True, has_passed=True) for each in sentences_in(said)]
    return [Line(dialog["said"], is_loud=True, is_dismissed=bool(dialog["no"]))]


_DIALOG = re.compile(r"^The page (?:said|asked) in a dialog: “(?P<said>.*)”(?P<no>; dismissed)?\.$")
_LOUD_ROLES = ("alert", "status")
_HOLDING_ROLES = ("dialog", "alertdialog", "region", "group")
_NO_ROLES = ("", "presentation", "none", *_HOLDING_ROLES, *_LOUD_ROLES)
_PLAIN_TAGS = ("div", "span", "p", "li", "section")
"""Where one only listens for clicks, it is a text all the same: a click may put a note away."""
_TEXT_ROLES = (Role.LABEL, Role.HEADING, Role.ALERT, Role.STATUS)


def _loud(situation: Situation) -> list[Line]:
    elements = situation.page.elements if situation.page is not None else ()
    pressed = {each.agent_id for each in elements if each.role in _LOUD_ROLES}  # they put it away
    zones = [
        each
        for each in situation.zones
        if each.role in (Role.ALERT, Role.STATUS) or each.source_key in pressed
    ]
    told = ((each, said) for each in zones for said in sentences_in(each.label or each.value))
    return [Line(said, zone, is_loud=True) for zone, said in told]


def _sentences(page: Page) -> tuple[str, ...]:
    return sentences_in("\n".join((*page.headings, page.text)))


def sentences_in(text: str) -> tuple[str, ...]:
    parts = re.split(r"(?<=[.!?])\s+|\n+", text)
    return tuple(each.strip() for each in parts if each.strip())
