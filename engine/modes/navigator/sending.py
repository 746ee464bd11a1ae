"""What was sent or switched in a run: noted when it is done, judged by the page afterwards.

Nothing is sent twice with the same values, and nothing counts as seen because somebody says so:
the page has to show it. Where it is silent, nobody can tell."""

import hashlib
import re
from dataclasses import replace
from functools import partial

from engine.domain.plans import Situation
from engine.domain.web.pages import GoalKind, Page, WebElement, WebGoal
from engine.domain.web.proposals import META_ACTIONS, ActionName, Attempt, WebProposal
from engine.language import grave_words, labels
from engine.language.grave_words import class_of_label, goes_on, has_word, is_called, says_yes
from engine.modes.navigator import confirming, forms_sent, reading_back, saying, steps
from engine.modes.navigator.page_types import is_search_field
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.state import NavState
from engine.modes.navigator.switching import tells_of_deed
from engine.states.web.changes import dialog_text, dialogs_aside, is_brought, new_dialogs
from engine.states.web.forms import is_field

_ONLY_LOOKS = (ActionName.SCROLL, ActionName.SCREENSHOT)
_NARROWS = re.compile(r"(?i)\b(?:filters?|sort|refine|search)\b")
_FILTERS = re.compile(
    r"(?i)^(?:apply|filter|show|sort|go|ok|update (?:list|results)|refine|search|find|view)\b"
)
_SENDING = ("sends", "publishes", "saves", "signs_in", "signs_up", "pays", "checks_out", "puts_in")
_DOES_MORE = ("executes", "shows_first")
_MOST_WORDS = 5


def noted(
    proposal: WebProposal, before: Situation, state: NavState, work: Work, *, sets_off: bool = False
) -> NavState:
    """What is to be remembered of an action that was just done upon ``before``. ``sets_off``: the
    page sent something with it, which was asked about: but for what opens or leads on, it was for
    that."""
    if proposal.action in _ONLY_LOOKS:
        return NavState()
    page = page_of(before)
    element = page.element(proposal.agent_id)
    after = page_of(work.run.looks.seen)
    # a Return in a field of no form that holds its text afterwards sends nothing
    same = after.element(proposal.agent_id) if element is not None and not element.form else None
    is_kept = same is not None and bool(proposal.typed) and same.value == proposal.typed
    asks = [e for e in new_dialogs(page, after) if not _reports(after, e)]
    leads = after.url != page.url or asks or forms_sent.leads_on(page, after)
    is_answer = element is not None and "?" in element.context and _is_drawn(element)
    is_sent = sets_off or (is_answer and reading_back.went_out(page, after))
    is_sending = element is not None and (
        (is_sent and not leads and (is_answer or _may_be_for_it(element, page, after)))
        or _answers(element, page, state, work)
        or (not is_kept and _sends(proposal, element, page, state, work.goal))
    )
    unsaid = _with_unsaid(before, state, work, element, is_sending=is_sending)
    if element is None or not is_sending:
        return NavState(sent="", sent_id="", confirmed="", unsaid=unsaid)
    work.sent_from, work.shown_then = before, work.run.looks.seen
    work.known = reading_back.lines_of(work.said.values())
    way = work.way if work.way and goes_on(work.way[-1][1].name) else []
    work.way = [*way, (page, element, _held(element, before))]
    is_sure = _hands_in(element, page, is_written=True)
    key = sending_key(proposal, page, state) if is_sure else ""
    keys = [*state["sent_keys"], key] if key else state["sent_keys"]
    told = NavState(sent=steps.describe(proposal, before), sent_id=element.agent_id, confirmed="")
    return {**told, "sent_keys": keys, "unsaid": unsaid}


def _held(element: WebElement, before: Situation) -> list[WebElement]:
    """The fields that are sent with it, with what they hold: of choices and ticks that are made,
    what they are called."""
    fields = forms_sent.fields_sent_with(element, page_of(before))
    marks = [e for e in fields if e.input_type in ("radio", "checkbox")]
    made = [e for e in marks if (zone := before.zone_of(e)) is not None and zone.is_checked]
    return [*(e for e in fields if e not in marks), *(replace(e, value=e.name) for e in made)]


def _is_drawn(element: WebElement) -> bool:
    """It can be pressed, and is no button but by its looks."""
    is_own = element.tag not in ("button", "label") and not (element.href or is_field(element))
    return is_own and not has_word("runs", element.name, *_DOES_MORE) and _may_send(element)


def _may_be_for_it(element: WebElement, page: Page, after: Page) -> bool:
    """A button; or an entry of a list in a dialog, with which the server took what was typed; no
    field that keeps what is typed meanwhile, and no button for a draft."""
    is_entry = bool(element.dialog) and not is_field(element) and element.tag != "button"
    is_taken = is_entry and reading_back.is_taken(page, after)
    return is_taken or may_hand_in(element)


def _reports(page: Page, dialog: str) -> bool:
    """That it is done, with nothing to fill in."""
    told = saying.sentences_in(dialog_text(page, dialog))
    asks = any(is_field(each) for each in page.elements if each.dialog == dialog)
    return not asks and any(map(saying.confirms, told))


def _with_unsaid(
    before: Situation, state: NavState, work: Work, it: WebElement | None, *, is_sending: bool
) -> list[str]:
    """Another action follows what was sent, of which the page said nothing: unless that led to the
    next page of its form, or to what is acted upon (``it``), or the same is sent once more, nobody
    can tell what came of it."""
    work.asked = ""
    if not state["sent"] or state["confirmed"] or work.sent_from is None:
        return state["unsaid"]
    old, page = page_of(work.sent_from), page_of(before)
    deed = old.element(state["sent_id"])
    its = new_dialogs(old, page).get(it.dialog, []) if it is not None else []
    is_asked = bool(its) and not any(map(is_field, its)) and not reading_back.went_out(old, page)
    work.asked = state["sent"] if is_asked else ""
    is_its = deed is None or it is None or is_brought(it, deed, old, before)
    goes_on = is_its and bool(forms_sent.leads_on(old, page) or new_dialogs(old, page))
    goes_on |= bool(deed and it and is_its and _only_opens(deed, old, page, it))
    if deed is not None and it is not None and _lets_in(deed, old, page, it):
        sent = (work.sent_from, before, state["sent_id"], work.goal.text)
        goes_on = goes_on or not confirming.complaints(*sent, is_sure=False)
    sends = it if is_sending else None
    is_same = sends is not None and (
        _answers(sends, page, state, work)
        or forms_sent.carries_on(state["sent_id"], old, sends, page)
    )
    if (goes_on or is_same) and deed and it and not it.dialog and _leads_aside(deed, it, old, page):
        work.opened[state["sent"]] = (deed.name, it.name)
        goes_on = is_same = False  # as long as nothing says that it was done
    return state["unsaid"] if goes_on or is_same else [*state["unsaid"], state["sent"]]


def _lets_in(element: WebElement, old: Page, page: Page, it: WebElement) -> bool:
    """The form that asked for a password is gone, or the button that signs in without any from a
    page that offers to sign out now, and ``it`` was not there before: who goes on was let in."""
    asks = any(each.input_type == "password" for each in forms_sent.fields_sent_with(element, old))
    is_left = has_word("signs_in", element.name) and not forms_sent.filled_in(element, old)
    is_in = any(has_word("ends_session", each.name) for each in page.elements)
    asks |= is_left and is_in and all(each.name != element.name for each in page.elements)
    is_new = all(each.name != it.name for each in old.elements)
    return asks and is_new and not any(each.input_type == "password" for each in page.elements)


def _only_opens(element: WebElement, old: Page, page: Page, it: WebElement) -> bool:
    """Nothing went out with it, nothing was filled in for it, and ``it`` came: a field, or what is
    called like it and more, as an entry of its list is ("Publish now")."""
    is_new = all(each.name != it.name for each in old.elements)
    is_means = is_field(it)
    is_means |= labels.has_words(element.name, it.name) and not reading_back.takes_away(element)
    is_means &= not forms_sent.filled_in(element, old)
    return is_new and is_means and not reading_back.went_out(old, page)


def _leads_aside(deed: WebElement, it: WebElement, old: Page, page: Page) -> bool:
    """Nothing went out with what does something by its own word, and what came with it may be for
    another deed: a field, or what is called like it and otherwise."""
    does = class_of_label(deed.name) is not None or has_word("saves", deed.name)
    is_other = is_field(it) or labels.has_words(deed.name, it.name)
    return (
        does
        and is_other
        and labels.normal(deed.name) != labels.normal(it.name)
        and not (reading_back.went_out(old, page))
    )


def _answers(pressed: WebElement, page: Page, state: NavState, work: Work) -> bool:
    """A yes that came up since what was sent last, to a question that names it; anything but a no
    in a dialog that came of that, and in which nothing is filled in; a yes in one that tells
    nothing of it and only asks back ("Are you sure?"); an entry of the list that it opened."""
    old = page_of(work.sent_from) if state["sent"] and work.sent_from is not None else None
    deed = old.element(state["sent_id"]) if old is not None else None
    if old is None or deed is None or state["confirmed"]:
        return False
    if _only_opens(deed, old, page, pressed) and not is_field(pressed):
        return True
    its = new_dialogs(old, page).get(pressed.dialog, [])
    if pressed in its and not any(map(is_field, its)):
        if pressed.dialog in dialogs_aside(deed, old, page):
            return reading_back.is_second_yes(pressed, page)
        return not is_called("calls_off", pressed.name, "denies")
    if _asks_on_its_page(deed, pressed, old, page):
        return True
    if any(each.name == pressed.name for each in old.elements):
        return False
    asks = "?" in pressed.context and bool(
        labels.hits(labels.content_words(deed.name), pressed.context)
    )
    return asks and says_yes(pressed.name)


def _asks_on_its_page(deed: WebElement, pressed: WebElement, old: Page, page: Page) -> bool:
    """A page came in place of what takes something away, with the same button once more, which is
    headed by that: "Remove", then "Confirm removal of …" with "Remove"."""
    heads = {page.title, *page.headings}.difference((old.title, *old.headings))
    is_its = pressed.name == deed.name and [e.name for e in page.elements].count(deed.name) == 1
    is_its &= any(tells_of_deed(saying.Line(each), deed) for each in heads)
    return is_its and old.url != page.url and reading_back.takes_away(deed)


def sending_key(proposal: WebProposal, page: Page, state: NavState) -> str:
    """What would be sent: the form, its button and what was typed; empty where nothing was."""
    element = page.element(proposal.agent_id)
    if element is None or proposal.action is not ActionName.CLICK or element.href:
        return ""
    typed = {labels.plain_text(each) for each in state["typed"]}
    values = sorted(
        (each.attr_name or each.text, each.value)
        for each in page.elements
        if each.form == element.form and each.value and each.tag in ("input", "textarea", "select")
    )
    if not any(labels.plain_text(value) in typed for _, value in values):
        return ""
    told = repr((element.form, element.name, values))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]


def confirmed_now(state: NavState, work: Work) -> str:
    """What confirms the last sending, as soon as the page does; empty where nothing was sent, and
    where the page comes to find fault with it after all."""
    if not state["sent"] or work.sent_from is None:
        return state["confirmed"]
    sent = (work.sent_from, work.seen.situation, state["sent_id"], work.goal.text)
    if state["confirmed"] and work.acted_from is not work.sent_from:
        found = confirming.complaints(*sent, is_sure=False, known=work.known)
        return "" if found else state["confirmed"]
    typed = tuple(state["typed"])
    old = page_of(work.sent_from)
    fields = [e for e in old.elements if is_field(e) and e.value.strip()]
    was_sent = reading_back.were_sent(fields, work.typed_at, old)
    beneath = work.acted_on.get(old.url)
    of_it = partial(confirming.confirmation, typed=typed, known=work.known, beneath=beneath)
    told = of_it(*sent, was_sent=was_sent, left=work.acted_on.get(work.seen.page.url))
    then = work.shown_then if work.acted_from is work.sent_from else None
    has_left = then is not None and page_of(then).url != work.seen.page.url
    if told or then is None or not has_left or confirming.complaints(*sent, is_sure=False):
        return told
    sent = (work.sent_from, then, *sent[2:])  # a page that says so may go on to another by itself
    told = of_it(*sent)
    return told if told.startswith(confirming.SAYS) else ""


def complaints_now(state: NavState, work: Work) -> tuple[str, ...]:
    """What the page finds fault with in what was sent last, in its own words."""
    if not state["sent"] or state["confirmed"] or work.sent_from is None:
        return ()
    sent = (work.sent_from, work.seen.situation, state["sent_id"], work.goal.text)
    beneath = work.acted_on.get(page_of(work.sent_from).url)
    return confirming.complaints(*sent, known=work.known, beneath=beneath)


def unsaid(state: NavState) -> tuple[str, ...]:
    """What was sent and of which no page said that it arrived."""
    is_open = state["sent"] and not state["confirmed"]
    return tuple(dict.fromkeys((*state["unsaid"], *([state["sent"]] if is_open else ()))))


def _sends(
    proposal: WebProposal, element: WebElement, page: Page, state: NavState, goal: WebGoal
) -> bool:
    """A form with it, or what was typed beside it."""
    if proposal.action is ActionName.TYPE:
        is_sent = proposal.submits and not is_search_field(element)
        return goal.kind is GoalKind.ACTION and is_sent
    if proposal.action is not ActionName.CLICK:
        return False
    typed = {labels.plain_text(each) for each in state["typed"]}
    beside = [
        each for each in page.elements if each.form == element.form and not is_search_field(each)
    ]
    written = [each for each in beside if each.value and labels.plain_text(each.value) in typed]
    is_written = any(each.tag != "select" for each in written)
    label = element.name
    if _NARROWS.search(label) or (only_shows(label) and not is_written):
        return False  # it changes what is shown, and sends nothing
    if goal.kind is not GoalKind.ACTION:
        return is_written and _hands_in(element, page, is_written=True)
    return _hands_in(element, page, is_written=is_written) or (is_written and may_hand_in(element))


def only_shows(label: str) -> bool:
    """It changes what is shown."""
    return bool(_NARROWS.search(label) or _FILTERS.search(label))


def _hands_in(element: WebElement, page: Page, *, is_written: bool) -> bool:
    """By its form, by a word for it beside what was written, or since it does what can't be taken
    back: a button that runs, computes or shows something is none that sends."""
    label = element.name
    if element.is_submit and element.form:
        beside = (each for each in page.elements if each.form == element.form)
        return is_written or not any(map(is_search_field, beside))
    if not _is_plain_button(element):
        return False
    if reading_back.takes_away(element) or class_of_label(label) is not None:
        return True
    first = label.split()[:1]
    return is_written and (
        has_word("submits", label, *_SENDING) or bool(grave_words.word_of_deed(first))
    )


def _is_plain_button(element: WebElement) -> bool:
    """With a few words of its own, and none that runs or shows something."""
    label = element.name
    is_button = element.tag == "button" or (element.role == "button" and element.tag != "label")
    is_button &= not element.href
    does_more = has_word("runs", label, *_DOES_MORE)
    return is_button and not does_more and len(label.split()) <= _MOST_WORDS


def may_hand_in(element: WebElement) -> bool:
    """A button of no other use: the page says what becomes of it. It may be pressed again."""
    return _is_plain_button(element) and _may_send(element)


def may_have_sent(state: NavState, page: Page) -> Attempt | None:
    """What was done last upon the page, where it was a Return in a field, or a press on what has no
    other use, whatever the page makes of it."""
    last = last_done(state)
    element = page.element(last.proposal.agent_id) if last is not None else None
    if last is None or element is None:
        return None
    is_press = last.proposal.action is ActionName.CLICK and not is_field(element)
    is_here = element.href.partition("#")[0] in ("", page.url.partition("#")[0])
    may_send = reading_back.is_second_yes(element, page) or _may_send(element)
    sends = is_press and is_here and may_send
    return last if sends or (is_field(element) and last.proposal.submits) else None


def last_done(state: NavState) -> Attempt | None:
    """But for what only looked."""
    looks = (*META_ACTIONS, ActionName.SCREENSHOT)
    done = [e for e in state["attempts"] if e.was_done and e.proposal.action not in looks]
    return done[-1] if done else None


def _may_send(element: WebElement) -> bool:
    label = element.name
    is_plain = element.role in ("", "button", "link", "menuitem") and not labels.promises_window(
        label
    )
    return (
        bool(label.strip())
        and is_plain
        and not goes_on(label)
        and not is_called(
            "calls_off", label, "shuts", "dismisses", "continues", "undoes", "searches"
        )
    )
