"""What is different on a page after an action, in words: the effect that an action is judged by.

The address and the structure are told by the browser in a few milliseconds (``page_state``); tabs,
downloads, notices, focus and the place scrolled to by the page as it was looked at. The picture is
not compared: pages move by themselves."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from engine.domain.facts import Frozen
from engine.domain.plans import Situation
from engine.domain.web.pages import Page, Tab, WebElement
from engine.domain.zones import State, Zone
from engine.language.grave_words import has_word, is_called, leaves_as_it_is, says_yes
from engine.language.labels import content_words, has_words, hits, normal, quoted, shortened
from engine.language.questions import asks
from engine.language.refusals import refuses, says_busy
from engine.states.web import forms
from engine.states.web.forms import is_exit, is_field
from engine.states.web.rows import cells_of, happened_to_another, is_of_another, is_of_its_row

_LONGEST = 120
_MOVED_PX = 2


class Baseline(Frozen):
    """What was there just before the hands moved: the situation, the address and structure.
    ``by_keys`` says that it is keys that are pressed: what has the keyboard then is their
    effect."""

    situation: Situation
    state: tuple[str, str]
    by_keys: bool = False


def changes_since(
    base: Baseline, now: Situation, state: tuple[str, str], *, counts_scrolling: bool
) -> tuple[str, ...]:
    """What differs, most telling first, each completing a sentence; empty where nothing does.
    ``counts_scrolling`` is false where the hands themselves may have scrolled to their target."""
    was, page = base.situation.page, now.page
    if was is None or page is None:
        return () if base.state == state else (CHANGED,)
    url = state[0] or page.url
    is_same = url == (base.state[0] or was.url)
    found = [] if is_same else [f"{LED_ON} to {shortened(url, _LONGEST)}"]
    found += other_tabs(was.tabs, page.tabs)
    found += _new_downloads(was, page)
    found += _new_notices(base.situation, now)
    if page.is_silent:
        return tuple(found)
    if page.trouble and page.trouble != was.trouble:
        found.append(f"the page did not load: {page.trouble}")
    if not found and base.state[1] != state[1]:
        found.append(CHANGED)
    if page.title != was.title and found:
        found.append(f"{_TITLED} “{shortened(page.title)}” now")
    found += _other_focus(base, now)
    if counts_scrolling:
        found += _scrolled(was, page)
        found += [] if found else _scrolled_within(was, page)
    return tuple(found)


CHANGED = "the page changed"
"""Another structure, text or value: of what, nobody has looked."""
_TITLED = "it is titled"
LED_ON = "the address changed"
CRASH = ("The page crashed", "The page was opened again")
"""What the browser says of one. A page that is opened again tells nothing of what was done."""


def telling(
    changes: tuple[str, ...], was: Situation, now: Situation, zone: Zone | None
) -> tuple[str, ...]:
    """Those that bear an effect: that the page changed does by what can be read of it, and how it
    is titled beside that does not; nor does a crash."""
    changes = tuple(each for each in changes if not each.startswith(CRASH))
    if changes[:1] != (CHANGED,):
        return changes
    others = (each for each in changes[1:] if not each.startswith(_TITLED))
    return (*differences(was, now, zone), *others)


def differences(was: Situation, now: Situation, zone: Zone | None) -> tuple[str, ...]:
    """What can be read of it that a page changed, in words: of the control that was touched, what
    came and what went; nothing while that says that it is still at it ("Starting…"), which may
    fail, or did. Clocks go by themselves, and a menu closes whatever is clicked in it. What asks of
    something else is no effect of a press, nor is that a question goes with its answer. What stirs
    by itself tells nothing; what came late for the first time does where it speaks of the
    control."""
    old, page = was.page or Page("", ""), now.page or Page("", "")
    element = old.element(zone.source_key) if zone is not None else None
    same = page.element(element.agent_id) if element is not None else None
    label = same.label if element and same and same.label != element.label else ""
    is_lost = element is not None and happened_to_another(element, old, page)
    if is_lost or says_busy(label) or label.endswith(("…", "...")) or refuses(label):
        return ()
    found = list(of_control(element, was, now)) if element is not None else []
    found += _in_a_field(element, old, page) if element is not None else ()
    is_kept = element is None or page.element(element.agent_id) is not None
    about = content_words(element.name) if element is not None else ()
    stirring = {e.name: e.stirs for e in page.elements if e.stirs} | dict(page.stirring)
    own = {each for each, count in stirring.items() if count > 1 or not hits(about, each)}
    aside = _asked_aside(element, old, now) if element and not is_field(element) else set()
    asked = dialog_text(old, element.dialog) if element is not None else ""
    sides = [(page, old, "stands there now"), (old, page, "is gone")]
    if element is not None and is_exit(element.name) and not _is_yes(element, asked, old):
        asked = ""
    elif element is not None and forms.goes_with_form(element, old, page):
        sides.pop()
    for one, other, words in sides:
        named = Counter(e.name for e in one.elements) - Counter(e.name for e in other.elements)
        lines = {_CLOCK.sub("", each) for each in other.text.splitlines()}
        labels = {each.name for each in one.elements}
        by_itself = own if one is page else _gone_by_itself(old, page, own)
        standing = (each for each in one.text.splitlines() if each not in labels)
        said = [each for each in standing if _CLOCK.sub("", each) not in lines]
        said = apart_from(asked, said) if one is old else said
        both = (*said, *(named if is_kept or one is page else ()))
        told = [each for each in dict.fromkeys(both) if each and each not in by_itself]
        if element is not None:
            told = [e for e in told if e not in aside and not is_of_another(e, element, old)]
            led = {e.name for e in one.elements if e.href and not hits(about, e.name)}
            told = [] if len(told) == 1 and led.issuperset(told) else told  # it leads elsewhere
        found += [f"{quoted(each)} {words}" for each in told]
    return tuple(found)


def dialog_text(page: Page, name: str) -> str:
    return " ".join(text for each, text in page.dialogs if each == name)


def apart_from(told: str, lines: Iterable[str]) -> list[str]:
    """The lines without those of what is ``told``: each is one of its as often as it holds it."""
    apart = []
    for each in sorted(lines, key=len, reverse=True):
        if each not in told:
            apart.append(each)
        told = told.replace(each, "\n", 1)
    return apart


def _asked_aside(pressed: WebElement, old: Page, now: Situation) -> set[str]:
    """What asks of something else than what was pressed, with its answers: a question, what lies
    over a page that can be used all the same and offers something (a bar about cookies, a chat, an
    advertisement), or a dialog."""
    page, known = now.page or old, {each.agent_id for each in old.elements}
    about = content_words(pressed.name)
    fixed = {each.label for each in now.zones if each.is_fixed}
    others = dialogs_aside(pressed, old, page)
    aside = {each.name for each in page.elements if each.dialog in others}
    texts = "\n".join(dialog_text(page, each) for each in others)
    labels = (each.name for each in page.elements)
    for line in set(page.text.splitlines()).difference(old.text.splitlines(), labels):
        its = [e for e in page.elements if e.agent_id not in known and line[:_OF_LINE] in e.context]
        names = {each.name for each in its}
        offers = any(not (e.dialog or is_called("shuts", e.name, *_AWAY)) for e in its)
        is_aside = asks(line) or (line in fixed and offers)
        is_aside = is_aside and not (hits(about, line, *names) or is_of_its_row(line, pressed, old))
        aside |= {line, *names} if is_aside or line in texts else set()
    return aside


def new_dialogs(old: Page, page: Page) -> dict[str, list[WebElement]]:
    """Those that came instead, to be filled in or answered first, by their names."""
    known = {each.agent_id for each in old.elements if each.dialog}
    found: dict[str, list[WebElement]] = {}
    for each in page.elements:
        if each.dialog and each.agent_id not in known:
            found.setdefault(each.dialog, []).append(each)
    return found


def dialogs_aside(pressed: WebElement, old: Page, page: Page) -> set[str]:
    """The names of new dialogs that tell nothing of what was pressed, which may have come for
    another reason. A dialog is its own where it is called like it, or as it begins, or has a
    control that is; asks by its words, or of its row; only reports; has chosen how it is done; or
    where the page says that a dialog opens, and that one asks nothing."""
    row = [e for e in cells_of(pressed, old) if len(e) > _SHORT_CHARS and e != pressed.name]
    ids = {each.agent_id for each in old.elements if each.dialog}
    aside, kept = set[str](), {each.dialog for each in page.elements if each.agent_id in ids}
    about, own = content_words(pressed.name), normal(pressed.name)
    told_of = {name for name, text in page.dialogs if text}
    for name, text in page.dialogs:
        if not text and name in told_of:
            continue  # an empty box beside it
        its = [each for each in page.elements if each.dialog == name]
        lines = sorted((e for e in page.text.splitlines() if e in text), key=text.index)
        head = [name, *(lines[:1] if name == "dialog" else ())]
        exits = [each for each in its if is_exit(each.name)]
        chooses = not (exits or any(map(is_field, its)) or len(its) < _FEW)
        questions = list(filter(asks, [*head, *lines]))
        told = [*head, *(each.name for each in its), *questions]
        is_its = any(normal(each) == own for each in told) or bool(hits(about, *questions))
        is_its |= any(has_words(each, one) for each in row for one in told)
        is_its |= any(is_of_its_row(each, pressed, old) for each in questions)
        begins = any(own.startswith(f"{normal(each)} ") for each in head)
        ends = any(map(is_field, its)) and any(normal(e).split(" ", 1)[1:] == [own] for e in head)
        is_its |= (begins or ends) and not has_word("saves", pressed.name, *_DOES_MORE)
        is_its |= chooses and any(has_words(pressed.name, each) for each in head)
        thing = pressed.name.partition(" ")[2]  # "Add boat" brings a form for a new one
        is_its |= any(has_words(thing, e) for e in head) and any(map(is_field, its))
        is_its |= exits == its and bool(
            hits([*about, *(f"{e}{end}" for e in about for end in ("d", "ed"))], *head)
        )  # it only reports
        is_its |= forms.opens_one(pressed) and not questions
        aside |= set() if is_its or name in kept or (name, text) in old.dialogs else {name}
    return aside


def _is_yes(element: WebElement, asked: str, old: Page) -> bool:
    """It takes note of what also asks something, or can be left otherwise."""
    beside = [e for e in old.elements if element.dialog and e.dialog == element.dialog]
    may_leave = any(leaves_as_it_is(each.name) for each in beside)
    return not leaves_as_it_is(element.name) and ("?" in asked or may_leave)


_SHORT_CHARS, _FEW, _OF_LINE, _BESIDE_PX = 3, 2, 60, 80
_AWAY = ("dismisses", "undoes")
_DOES_MORE = ("saves", "pays", "deletes")  # than to open a form, or an entry of a list


def is_brought(it: WebElement, pressed: WebElement, old: Page, now: Situation) -> bool:
    """It came of the press, rather than as a part of what asks of something else. Where nothing
    tells of what is asked, a yes beside what was pressed, or in its place, is asked of that; and
    who fills in a dialog, or chooses in one that is the next step, knew that the press opens it."""
    page, box, own = now.page or old, it.bounds_px, pressed.bounds_px
    if it.dialog:
        beside = [each for each in page.elements if each.dialog == it.dialog]
        offers = any(is_called("puts_off", each.name) for each in beside)
        leads = forms.only_leads(pressed, old, page) and (bool(pressed.dialog) or not offers)
        is_choice = bool(pressed.dialog) or it in forms.choices_beside(it, page)
        is_meant = is_field(it) or (leads and is_choice and forms.leads_on(it, page))
        is_meant &= not has_word("saves", pressed.name, *_DOES_MORE) and (leads or not offers)
        return is_meant or it.dialog not in dialogs_aside(pressed, old, page)
    if it.name not in _asked_aside(pressed, old, now):
        return True
    apart_px = max(own.x - box.right, box.x - own.right, own.y - box.bottom, box.y - own.bottom)
    return says_yes(it.name) and (not page.element(pressed.agent_id) or apart_px <= _BESIDE_PX)


_CLOCK = re.compile(r"\d+:\d\d(?::\d\d)?")


def _gone_by_itself(old: Page, page: Page, own: set[str]) -> set[str]:
    """What stirred before it went, or was seen to leave, or has a stirring one in its place."""
    gone = {*page.went, *old.stirring, *(each.name for each in old.elements if each.stirs)}
    now = {each.agent_id: each.name for each in page.elements}
    gone |= {each.name for each in old.elements if now.get(each.agent_id) in own}
    lines, there = old.text.splitlines(), page.text.splitlines()
    matcher = SequenceMatcher(None, lines, there, False)  # slow where thousands of lines are alike
    for kind, at, end, to, to_end in matcher.get_opcodes() if own else ():
        if kind == "replace" and own.issuperset(there[to:to_end]):
            gone |= set(lines[at:end])
    return gone


def _in_a_field(pressed: WebElement, old: Page, page: Page) -> Iterator[str]:
    """Another control came to hold what was pressed: an entry of its list."""
    held = {each.agent_id: each.value for each in old.elements}
    for each in page.elements:
        was = held.get(each.agent_id, each.value)
        if was != each.value and not each.stirs and has_words(pressed.name, each.value):
            yield f"{quoted(each.name or each.tag)} holds {quoted(each.value)} now"


def of_control(element: WebElement, was: Situation, now: Situation) -> Iterator[str]:
    after = now.page.element(element.agent_id) if now.page is not None else None
    one, other = was.zone_of(element), now.zone_of(element)
    if after is None or one is None or other is None:
        return
    if after.label != element.label and not after.stirs:
        yield f"“{element.label}” reads “{after.label}” now"
    if other.value != one.value:
        yield f"{other.words} holds {quoted(other.value)} now"
    for state in (one.state ^ other.state) - {State.FOCUSED}:
        yield f"{other.words} is {'' if state in other.state else 'not '}{state.value} now"


def other_tabs(was: Sequence[Tab], now: Sequence[Tab]) -> Iterator[str]:
    """Which came, which went, and which is in front now."""
    known, there = {tab.tab_id for tab in was}, {tab.tab_id for tab in now}
    for tab in now:
        if tab.tab_id not in known:
            yield f"a new tab opened: “{shortened(tab.title or tab.url)}”"
    for tab in was:
        if tab.tab_id not in there:
            yield f"the tab “{shortened(tab.title or tab.url)}” closed"
    old, new = active_tab(was), active_tab(now)
    if new is not None and old is not None and new.tab_id != old.tab_id and new.tab_id in known:
        yield f"the tab “{shortened(new.title or new.url)}” is in front"


def active_tab(tabs: Sequence[Tab]) -> Tab | None:
    return next((tab for tab in tabs if tab.is_active), None)


def _new_downloads(was: Page, now: Page) -> Iterator[str]:
    for download in now.downloads[len(was.downloads) :]:
        match download.state:
            case "running" | "saved":
                yield f"the file “{shortened(download.name)}” is downloaded"
            case _:
                why = f": {download.why}" if download.why else ""
                yield f"the download of “{shortened(download.name)}” was {download.state}{why}"


def _new_notices(was: Situation, now: Situation) -> Iterator[str]:
    if now is not was and now.page is not None and was.page is not None:
        before = was.page.notices
        new = (each.rstrip(".") for each in now.page.notices if each not in before)
        yield from (each for each in new if not each.endswith("answered with yes"))  # by us


def _other_focus(base: Baseline, now: Situation) -> Iterator[str]:
    """A click gives the keyboard to whatever it hits, which means something for a field only, and
    for none of a dialog that came: what that is about is told by its words."""
    old, new = base.situation.focused_zone, now.focused_zone
    came = new_dialogs(base.situation.page or Page("", ""), now.page or Page("", ""))
    if new is None or any(each.agent_id == new.source_key for e in came.values() for each in e):
        return
    if not new.source_key or (old is not None and old.zone_id == new.zone_id):
        return
    if base.by_keys or new.role.is_field:
        yield f"{new.words} has the keyboard"


def _scrolled(was: Page, now: Page) -> Iterator[str]:
    if was.url != now.url:
        return
    down, right = now.scroll_y_px - was.scroll_y_px, now.scroll_x_px - was.scroll_x_px
    if down or right:
        yield f"the page scrolled {'down' if down > 0 else 'up' if down < 0 else 'sideways'}"


def _scrolled_within(was: Page, now: Page) -> Iterator[str]:
    """Things stand elsewhere though nothing else is different."""
    if was.dom_hash != now.dom_hash:
        return
    places = {each.agent_id: each.bounds_px for each in was.elements}
    for each in now.elements:
        old = places.get(each.agent_id, each.bounds_px)
        if max(abs(old.x - each.bounds_px.x), abs(old.y - each.bounds_px.y)) > _MOVED_PX:
            yield "a part of the page scrolled"
            return
