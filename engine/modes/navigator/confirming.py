"""What a page says of something that was sent or switched: it is compared with the page before.

It arrived where the page says so in a sentence that is new and belongs to it, where what was
written is read back there (``reading_back``), the control turned into its
opposite, or what was to go is gone. That a form went, or that the address changed, tells nothing:
a page that is silent can't be told. What a page finds fault with are its complaints; that the
server took none of it is one."""

import re
from dataclasses import replace

from engine.domain.plans import Situation
from engine.domain.web.pages import Page, WebElement
from engine.language.grave_words import has_word
from engine.language.labels import content_words, has_letters, has_words, hits, normal, shortened
from engine.language.refusals import refuses, says_busy
from engine.modes.navigator import reading_back, saying, switching
from engine.modes.navigator.forms_sent import (
    fields_of,
    fields_sent_with,
    filled_in,
    is_form_there,
    kept,
    leads_on,
    new_confirming,
)
from engine.modes.navigator.letting_in import signed_in
from engine.modes.navigator.switching import is_of_controls
from engine.states.web.forms import mark_of
from engine.states.web.rows import happened_to_another, is_of_another, is_of_its_row

_OUT = re.compile(r"(?i)\b(?:signed|logged) out\b")
SAYS = "the page says"
_NEAR_PX, _OF_MOTION_MS = 320, 500
"""How far from its form a page says what became of it, where the form is still there, and how long
after the answer, as it may wait for a motion first."""


def confirmation(
    before: Situation,
    now: Situation,
    agent_id: str,
    goal: str = "",
    *,
    typed: tuple[str, ...] | None = None,
    known: frozenset[str] = frozenset(),
    was_sent: bool = False,
    beneath: Page | None = None,
    left: Page | None = None,
) -> str:
    """What shows that it arrived, in words; empty where nothing does. ``agent_id`` is what was
    pressed, or the field in which Return was; ``goal`` names what may be gone afterwards. For
    ``typed`` and ``known`` see ``Sent``; ``was_sent``: a server took the same texts before.
    ``beneath`` is the page over which its dialog came: what that had hidden is nothing new, nor are
    the buttons of one that was ``left`` and came again, where the row that the goal names is not
    there as it was."""
    old, page = before.page or Page("", ""), now.page or Page("", "")
    element = old.element(agent_id)
    if element is None or page.trouble or page.status >= 400:
        return ""
    is_lost = happened_to_another(element, old, page) or reading_back.refused_by_server(
        old, page, surely=False
    )
    if is_lost or complaints(before, now, agent_id, goal, is_sure=False, known=known):
        return ""
    if (away := switching.rows_now(element, page, goal, known)) == "stay":
        return ""
    new = tuple(saying.uncounted(saying.new_lines(before, now), beneath or Page("", "")))
    verb = next(iter(element.name.split()), "")
    ends = has_word("ends_session", f"{element.name}\n{goal}")
    written = tuple(each for each in fields_sent_with(element, old) if each.value.strip())
    sent = reading_back.Sent(written, typed, known, " ".join((goal, *old.headings)))
    is_open = any(kept(sent.own, fields_of(page)))
    was_seen = left is not None
    left = None if switching.stands_as_before(page, goal, known) else left
    is_shown = not is_open and not new_confirming(old, page, left)
    has_taken, about = reading_back.is_taken(old, page), content_words(element.name)

    def names(text: str) -> bool:  # what was typed, or the row in which was pressed
        telling = (e.strip() for e in typed or () if len(e.strip()) > reading_back.TELLING_CHARS)
        return any(has_words(e, text) for e in telling) or is_of_its_row(text, element, old)

    heard = [e for e in new if not e.is_stray or (has_taken and not is_open) or hits(about, e.text)]
    latest_ms = _OF_MOTION_MS if has_taken else 0
    heard = [e for e in heard if e.late_ms <= latest_ms or names(e.text)]
    heard = [e for e in heard if has_letters(e.text)]  # a sign says nothing
    anew = has_taken and page.element(agent_id) is None and is_form_there(element, old, page)
    prose = [e for e in heard if anew and e.is_prose]
    if_gone = heard if away and has_taken else []
    of_it = [e for e in if_gone if switching.tells_of_deed(e, element, is_short=True)]
    prose += of_it
    said = [e for e in heard if e in prose or belongs(e, element, old, page, goal)]
    said = [e for e in said if not is_of_another(e.text, element, old)]
    values = [each.value for each in written]  # what was typed is no word of the page's
    said = [e for e in said if not any(has_words(e.text, each) for each in values)]
    values = list(filter(saying.confirms, values))
    said = [e for e in said if not any(has_words(each, e.text) for each in values)]
    stands = [e for e in new if e.is_prose and not e.has_passed]
    if any(refuses(e.text) for e in stands):  # what passed before is taken back
        said = [e for e in said if not e.has_passed]
    is_led = old.url.partition("?")[0] != page.url.partition("?")[0]
    is_led &= not is_form_there(element, old, page)
    if is_led:  # on a page that was seen before, what is new tells of it
        new_there = [e for e in said if was_seen and reading_back.key_of([e.text]) not in known]
        its = [e for e in said if _is_about(e.text, element, old, goal)]
        said = [e for e in said if e in (*of_it, *new_there, *its)]
    said = said if has_taken else saying.uncounted(said, old)
    tells = [e.text for e in said if _says_so(e) or saying.says_done(e, verb, typed or ())]
    agrees = reading_back.is_agreed(old, page) and not leads_on(old, page)
    well = [
        e for e in said if has_taken and saying.is_marked_well(e, may_be_plain=agrees and e.is_note)
    ]
    tells += [e.text for e in well if is_shown and _speaks_of_it(e.text, element, old, goal)]
    tells += [e.text for e in of_it if e in well and is_shown and away != "gone"]
    if any(_says_so(e) and saying.falls_short(e.text, f"{element.name}\n{goal}") for e in new):
        return ""
    now_held = {mark_of(each): each.value.strip() for each in fields_of(page)}
    is_undone = any(now_held.get(mark_of(e)) not in (None, "", e.value.strip()) for e in sent.own)
    tells = [] if is_undone else tells  # another value came back
    if told := next((each for each in tells if ends or not _OUT.search(each)), ""):
        return f"{SAYS} “{shortened(told, _SHOWN_CHARS)}”"
    if reading_back.answers_since(old, page) and not has_taken:
        return ""
    if not has_taken or was_sent:  # its page may only draw it, or have it from before
        sent = replace(sent, fields=())
    is_alarm = any(e.is_alarm and not _says_so(e) for e in new)  # nobody can read what it says
    may_stay = has_taken and not (is_alarm or new_confirming(old, page, left))
    if (is_shown or may_stay) and (
        row := reading_back.row_read_back(sent, page.tables, is_open=is_open)
    ):
        return row
    shown = [e for e in sent.fields if is_shown or (may_stay and now_held.get(mark_of(e)) == "")]
    is_public = has_word("publishes", element.name)  # its own page may be a draft
    if not is_public and (own := reading_back.page_read_back(sent, old, page)):
        return own
    lines = reading_back.entries(new, old, page)
    if is_led and (is_public or reading_back.lacks(sent, page)):
        lines = [e for e in lines if not (is_public or e in page.headings[:1])]
    read = reading_back.entry_read_back(replace(sent, fields=tuple(shown)), lines)
    if filled_in(element, old) and leads_on(old, page):
        return read if has_taken else ""
    return (
        switching.switched(before, now, element)
        or signed_in(fields_sent_with(element, old), old, page, is_taken=has_taken)
        or read
        or switching.gone(element, old, page, goal)
    )


def complaints(
    before: Situation,
    now: Situation,
    agent_id: str,
    goal: str = "",
    *,
    is_sure: bool = True,
    known: frozenset[str] = frozenset(),
    beneath: Page | None = None,
) -> tuple[str, ...]:
    """What page, browser or server find fault with, in their own words: those that say so first.
    ``is_sure``: without what another page says that came instead, and none where success is said,
    too. Another page finds none with what stood on one before (``known``, see ``Sent``).
    ``beneath`` is the page over which its dialog came."""
    old, page = before.page or Page("", ""), now.page or Page("", "")
    element = old.element(agent_id)
    if element is None or (is_sure and page.trouble):
        return ()
    said = saying.new_lines(before, now)
    is_left = switching.rows_now(element, page, goal, known) == "stay"
    of_it = [e for e in said if is_left and switching.tells_of_deed(e, element)]
    new = [e for e in said if e in of_it or belongs(e, element, old, page, goal)]
    if is_sure and any(map(_says_so, new)):
        return ()
    if old.url != page.url:
        new = [e for e in new if e.is_note or reading_back.key_of([e.text]) not in known]
    new = [each for each in new if not (is_sure and saying.is_warning(each, page))]
    own = filled_in(element, old)
    if reading_back.is_led_to_own(own, old, page):  # what was just made is empty: "List is empty"
        states = [e for e in new if has_words("empty", e.text) and not (e.is_loud or e.tone)]
        new = [e for e in new if e not in states or any(has_words(v, e.text) for v in own)]
    is_there = is_form_there(element, old, page) or not is_sure
    is_kept = is_sure and (
        switching.stands_as_before(page, goal, known)
        or switching.its_row_stands(element, old, page)
    )
    marked = [e for e in new if is_kept and e.tone == "bad"]  # its row stands there, too
    blames = [e for e in new if _blames(e, element, old, page, is_its=e in marked)]
    blaming = [e.text for e in blames if is_there or e.is_loud or e in (*of_it, *marked)]
    blaming += [f"{each.text} (it was dismissed)" for each in new if each.is_dismissed]
    aside = [e for e in said if e.is_title or says_busy(e.text) or is_of_controls(e, page)]
    is_as_it_was = is_kept or (is_sure and switching.stands_whole(beneath or old, page))
    if is_as_it_was and (alone := reading_back.refused_alone(element, old, page)):
        told = [e for e in said if e.is_prose and reading_back.key_of([e.text]) not in known]
        blaming += [*(e.text for e in told if e not in aside), alone]
    if server := reading_back.refused_by_server(old, page):
        held = [e for e in said if any(has_words(each, e.text) for each in own)]
        of_it = [e for e in new if e not in aside]
        blaming += [e.text for e in of_it if e.is_note or (is_there and e not in held)]
        told = [e for e in said if e in held or (e.is_prose and not e.is_title)]
        server = server if blaming or not told or page.status >= 400 else ""  # they say otherwise
    return tuple(dict.fromkeys((*blaming, *_faults(element, old, page), *filter(None, [server]))))


def _blames(line: saying.Line, element: WebElement, old: Page, page: Page, *, is_its: bool) -> bool:
    """It finds fault, or its page marks it so, in words not of the entry and no field's own name
    ("Please enter name *"). A single word that passed once the form was gone is the state of a
    thing that was just made: "Unknown"."""
    if normal(line.text) in (normal(each.name) for each in old.elements):
        return False
    is_there = is_form_there(element, old, page)
    is_own = any(has_words(each, line.text) for each in filled_in(element, old))
    is_said = len(line.text.split()) > 2 and not is_own and not saying.confirms(line.text)
    is_marked = line.tone == "bad" and (is_there or line.is_note or is_its) and is_said
    written = tuple(e for e in fields_sent_with(element, old) if e.value.strip())
    is_done = reading_back.is_taken(old, page) and not any(kept(written, fields_of(page)))
    finds_fault = refuses(line.text, is_done=bool(written) and is_done)
    is_idle = not reading_back.went_out(old, page) and all(kept(written, fields_of(page)))
    is_marked |= line.tone == "red" and is_there and is_said and is_idle  # nothing was sent
    return (finds_fault or is_marked) and (is_there or not line.is_passing_word)


def _says_so(line: saying.Line) -> bool:
    """A title merely holds words, unless it is a whole sentence of success."""
    if line.is_title:
        return saying.confirms_alone(line.text)
    return saying.confirms(line.text) or (line.is_note and saying.notes_deed(line.text))


def belongs(line: saying.Line, element: WebElement, old: Page, page: Page, goal: str) -> bool:
    """It is said aloud, lies over the page, stands by the form, or on the page that came in place
    of the form, and there it speaks of what was sent; not in its bars, in a row of a table, or on
    what can be pressed."""
    if line.is_loud or line.is_title:
        return True
    if not line.is_prose or (line.zone is not None and line.zone.is_navigation):
        return False
    if not is_form_there(element, old, page) and page.element(element.agent_id) is None:
        is_well = line.tone == "good" and reading_back.is_taken(old, page)
        is_well &= saying.confirms(line.text) and bool(_SUCCESSFULLY.search(line.text))
        return is_well or _speaks_of_it(line.text, element, old, goal)
    kept = {mark_of(each) for each in fields_sent_with(element, old)}
    its = [each for each in fields_of(page) if mark_of(each) in kept]
    if line.zone is None:  # a component tells what is wrong with its field to who listens alone
        return any(has_words(line.text, each.context) for each in its)
    if line.zone.is_fixed:
        return True
    form = [each.bounds_px for each in (*its, page.element(element.agent_id) or element)]
    top, bottom = min(box.y for box in form), max(box.bottom for box in form)
    return top - _NEAR_PX <= line.zone.bounds_px.center.y <= bottom + _NEAR_PX


def _is_about(text: str, element: WebElement, old: Page, goal: str) -> bool:
    """It names what was sent, thanks for it, or speaks of nothing else: another page may greet."""
    labels = " ".join(each.name for each in fields_sent_with(element, old))
    is_told = saying.confirms(text) and not _TO_READER.search(text)
    is_told = is_told or bool(_BY_US.search(text) or _OUT.search(text))
    return is_told or bool(hits(content_words(f"{goal} {labels}"), text))


def _speaks_of_it(text: str, element: WebElement, old: Page, goal: str) -> bool:
    """To the reader, or of what was written, what the form is called or the goal names; a few words
    speak of nothing else. Another page has sentences of its own."""
    count = len(text.split())
    if count <= _FEW_WORDS or _TO_READER.search(text):
        return True
    if count <= _MOST_OF_NOTE and _SUCCESSFULLY.search(text):
        return True
    if any(
        has_words(e, text) for e in filled_in(element, old) if len(e) > reading_back.TELLING_CHARS
    ):
        return True
    about = content_words(" ".join((goal, element.name, *old.headings[:2])))
    return bool(hits([each for each in about if len(each) >= reading_back.TELLING_CHARS], text))


_FEW_WORDS, _MOST_OF_NOTE, _SHOWN_CHARS = 3, 8, 80
_SUCCESSFULLY = re.compile(r"(?i)\bsuccessful(?:ly)?\b")
_BY_US = re.compile(r"(?i)\b(?:we|our|us|thanks?)\b")
_TO_READER = re.compile(r"(?i)\b(?:you|your|yours|we|our|us|thanks?)\b")


def _faults(element: WebElement, old: Page, page: Page) -> tuple[str, ...]:
    """Fields of its form with which the page or the browser finds fault since it was pressed,
    while what was written stands there still."""
    if not is_form_there(element, old, page):
        return ()
    was = {mark_of(each): each for each in fields_sent_with(element, old)}
    still = kept(fields_sent_with(element, old), fields_of(page))
    is_open = any(still) or not still
    marked = (
        f"{each.name or each.attr_name}: {each.fault}"
        for each in fields_of(page)
        if is_open
        and each.fault
        and mark_of(each) in was
        and was[mark_of(each)].fault != each.fault
        if each.value.strip() or not was[mark_of(each)].value.strip()  # its page emptied it
    )
    return tuple(marked)
