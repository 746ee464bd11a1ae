"""Weighing the claim that all is done: whose word it is does not matter, only what bears it.

Each part of the goal needs evidence: what was sent, a sentence of the page or the like; any other
step, its own effect. Where something stands in the way, or the operator left something out, the
goal is not reached; where nothing was seen of a part, the run ends done, not seen."""

import re
from collections.abc import Sequence

from engine.domain.actions import TakeScreenshot, TypeText, Wait
from engine.domain.conditions import TextShown
from engine.domain.plans import PlanStep, Situation
from engine.domain.terminals import DONE_NOT_SEEN, Outcome, Terminal
from engine.domain.web.pages import GoalKind, Page, TaskMode, WebElement
from engine.domain.web.proposals import ActionName
from engine.domain.zones import Role
from engine.language.grave_words import affirms, goes_on, has_word, is_called, leaves_as_it_is
from engine.language.labels import content_words, has_words, hits, normal, plain_text, shortened
from engine.language.questions import asks
from engine.language.refusals import refuses, says_busy
from engine.language.sentences.web import complaint_words
from engine.modes.claiming import WeighedParts
from engine.modes.navigator import reading_back, sending
from engine.modes.navigator.confirming import complaints
from engine.modes.navigator.looks import saved_of
from engine.modes.navigator.page_types import sign_in_form
from engine.modes.navigator.run import Work, page_of
from engine.modes.navigator.saying import confirms, new_lines, says_done, sentences_in, uncounted
from engine.modes.navigator.state import NavState
from engine.modes.navigator.terminals import failed
from engine.states.web.changes import dialog_text, differences, is_brought, new_dialogs, of_control
from engine.states.web.forms import is_field, opens_one

_SAID_CHARS = 200


def borne_by(parts: WeighedParts, found: str, state: NavState, work: Work) -> str:
    """``found`` with the parts of the goal that the thinker named: where one is not so, nothing is
    found; where all are seen, they are what was found, unless something else speaks against it."""
    if parts.excluded or not parts.seen:
        return "" if parts.excluded else found
    if not found and (parts.not_seen or work.seen.trouble or state["refused_deed"]):
        return ""
    told = f"seen: {'; '.join(parts.seen)}"
    return f"{found}; {told}" if found else told


def weighed(found: str, state: NavState, work: Work, parts: WeighedParts) -> Outcome | None:
    """The end of a run whose goal is said to be reached, as ``found`` has it; None where that
    leaves nothing to be said against it. Where the thinker named the ``parts`` of the goal, they
    bear it in place of the effects of the steps; what was sent needs one that came since."""
    if state["claim"] is None:
        return None
    if (ending := _blamed(state, work)) is not None:
        return ending
    if not found:
        return _insisted_on(state, work, parts)
    is_action = work.goal.kind is GoalKind.ACTION
    if is_action and (refused := _refused_aloud(state, work)):
        return failed("not_accepted", f"{_last_deed(state)}: the page says “{refused}”.")
    if is_action and (said := _in_the_way(state, work)):
        words = f"A dialog came up that nothing of the goal answers: “{said}”."
        return failed("dialog_in_the_way", words)
    if asked := _asks_who_one_is(work):
        words = f"The page asks to sign in before it goes on: “{asked}”."
        return failed("dialog_in_the_way", words)
    if state["left_out"]:
        words = f"Left out by the operator: {'; '.join(state['left_out'])}."
        return failed("steps_skipped", words)
    doubt = server_s_doubt(state, work)
    is_shown = not doubt and (bool(work.kept) or _shows_what_was_looked_for(state, work))
    is_of_it = [work.asked] if work.kept else []  # it was asked of that, and answered last
    opened = {
        e
        for e, each in work.opened.items()
        if reading_back.is_done_by_its_entry(each, state["confirmed"])
    }
    not_seen = [
        e for e in (state["unsaid"] if is_shown else sending.unsaid(state)) if e not in is_of_it
    ]
    not_seen = [each for each in not_seen if each not in opened]
    texts = (each.shown_by for each in work.parts if isinstance(each.shown_by, TextShown))
    is_whole = bool(parts.seen) and not parts.not_seen  # and a text came after what was sent
    if not doubt and is_whole and any(not each.zone_id for each in texts):
        not_seen = []
    not_seen += parts.not_seen
    if is_action and not work.parts:
        is_borne = bool(is_shown or (state["sent"] and state["confirmed"]))
        unseen = work.run.steps.done_not_seen
        steps = [e.description for e in unseen if not _is_means(e, is_borne=is_borne)]
        if doubt or (not is_shown and _unread(state, work)):
            not_seen.append(_last_deed(state))
        late = _last_deed(state) if is_shown or _has_changed_late(state, work) else ""
        borne = (state["sent"], late, *not_seen, *is_of_it, *work.led_on)
        not_seen += [each for each in steps if each not in borne]
    if work.goal.mode is TaskMode.DOWNLOAD:
        saved = saved_of(work.seen.page, work.known_downloads or 0)[-1:]
        aside = "was saved, but did not come from where that leads"
        not_seen += (f"“{each.name}” {aside}" for each in saved if not each.is_its)
    if not not_seen:
        return None
    again = " What was sent is not sent again." if sending.unsaid(state) else ""
    told = "; ".join(dict.fromkeys(not_seen))
    words = f"Done, not seen: {told}. {_said_now(state, work)}{doubt}{again}"
    return Outcome(Terminal.GOAL_SATISFIED, DONE_NOT_SEEN, words)


def _blamed(state: NavState, work: Work) -> Outcome | None:
    """The end where the page finds fault with what was sent, or the server took nothing of what was
    typed, by whatever that was sent last."""
    found, deed, before = sending.complaints_now(state, work), state["sent"], work.acted_from
    if not deed and before is not None and (last := sending.may_have_sent(state, page_of(before))):
        deed, now, old = last.description, work.seen.situation, page_of(before)
        pressed = old.element(last.proposal.agent_id)
        told = reading_back.refused_by_server(old, work.seen.page)
        if told or (pressed and reading_back.refused_alone(pressed, old, work.seen.page)):
            about = (last.proposal.agent_id, work.goal.text)
            known, beneath = work.known_then, work.acted_on.get(old.url)
            found = complaints(before, now, *about, known=known, beneath=beneath)
    return failed("not_accepted", f"{deed}: {complaint_words(found[0])}.") if found else None


def _insisted_on(state: NavState, work: Work, parts: WeighedParts) -> Outcome | None:
    """An answer that was said again after it was told that no text of the page bears it: where a
    picture may, which nobody but the thinker reads, that can't be told."""
    is_said = state["claim"] and state["refused_claims"] and not parts.excluded
    is_drawn = any(zone.role.is_picture for zone in work.seen.situation.zones_in_sight)
    if not (is_said and is_drawn) or work.seen.trouble or state["refused_deed"]:
        return None
    told = "; ".join(parts.not_seen) or "the answer"
    words = f"Done, not seen: {told}. No text of the page tells it."
    return Outcome(Terminal.GOAL_SATISFIED, DONE_NOT_SEEN, words)


def server_s_doubt(state: NavState, work: Work) -> str:
    """How the server answered to what the last action sent, where it took none of it, whatever the
    page says; a sentence, or empty."""
    before = work.sent_from if state["sent"] else work.acted_from
    if before is None:
        return ""
    told = reading_back.refused_by_server(page_of(before), work.seen.page, surely=False)
    return f" {told[:1].upper()}{told[1:]}." if told else ""


def _is_means(step: PlanStep, *, is_borne: bool) -> bool:
    """It only looked, for nothing that the goal names; or it is a Return in a field, which is no
    part of its own where what followed came of it too."""
    if isinstance(step.action, Wait | TakeScreenshot):
        return step.expected_change is None
    return is_borne and isinstance(step.action, TypeText) and step.action.text.endswith("\n")


def _shows_what_was_looked_for(state: NavState, work: Work) -> bool:
    """A text that the goal has looked for came after the last action, and is not what was typed:
    that is what the operator takes for a sign of it. In what finds fault, or asks, it is none."""
    before = (work.sent_from if state["sent"] else None) or work.acted_from
    if before is None or not state["checked"]:
        return False
    typed = state["typed"]
    wanted = [e for e in state["proofs"] if not any(has_words(e, text) for text in typed)]
    new = [e.text for e in new_lines(before, work.seen.situation) if not e.is_label]
    said = [(text, line) for text in wanted for line in new if has_words(text, line)]
    said = [(text, line) for text, line in said if refuses(text) or not refuses(line)]
    return any(asks(text) or not asks(line) for text, line in said)


def evidence_of(found: str, state: NavState, kept: str = "") -> str:
    """What bears the goal's parts, in words; a sending by nothing but what confirms it."""
    sent = tuple(f"{each} (" for each in (state["sent"], *state["unsaid"]) if each)
    parts = [each for each in state["borne"] if not each.startswith(sent)]
    if state["confirmed"]:
        parts.append(f"{state['sent']} ({state['confirmed']})")
    parts += [f"{state['sent'] or _last_deed(state)} ({kept})"] if kept else []
    told = [*parts, *state["checked"]]
    changed = [each.description for each in state["attempts"] if each.is_edited]
    operator = f"; as the operator changed it: {'; '.join(changed)}" if changed else ""
    return f"{found}: {'; '.join(told)}{operator}" if told else f"{found}{operator}"


def _in_the_way(state: NavState, work: Work) -> str:
    """What a dialog says that came with the last action, to be answered and no more."""
    before, now = work.acted_from, work.seen.situation
    if before is None or before.page is None or now.page is None:
        return ""
    last, pressed = _last_deed(state), _pressed(state, before.page)
    for name, elements in new_dialogs(before.page, now.page).items():
        is_named = name != "dialog" and has_words(name, f"{work.goal.text} {last}")
        is_named |= any(map(confirms, sentences_in(dialog_text(now.page, name))))
        is_named |= pressed is not None and any(_is_opened(e, pressed) for e in elements)
        if not is_named and all(map(_answers, elements)):
            lines = [each.text for each in new_lines(before, now) if not each.is_label]
            told = " ".join([*([] if name == "dialog" else [name]), *lines])
            return shortened(told, _SAID_CHARS) or name
    return ""


def _asks_who_one_is(work: Work) -> str:
    """The title of a page to sign in on that came with the last action, where the goal speaks of
    nothing of the kind; empty for any other."""
    before, page = work.acted_from, work.seen.page
    if before is None or before.page is None or sign_in_form(before.page):
        return ""
    if has_word("signs_in", work.goal.text) or has_words("password", work.goal.text):
        return ""
    return (page.headings[:1] or (page.title,))[0] if sign_in_form(page) else ""


def led_to(agent_id: str, seen: Situation, state: NavState, work: Work) -> list[str]:
    """The last action, where it brought what is acted upon now: called like nothing of before, and
    come not by itself; or a dialog that only asks back, which is answered with a yes."""
    old, it = page_of(work.acted_from or seen), page_of(seen).element(agent_id)
    known = {(each.name, each.tag, each.role) for each in old.elements}
    pressed = _pressed(state, old)
    about = content_words(pressed.name) if pressed is not None else ()
    if it is None or (it.name, it.tag, it.role) in known:
        return []
    if it.stirs and not hits(about, it.context):
        return []
    is_sure = reading_back.is_second_yes(it, page_of(seen))
    is_its = pressed is None or is_sure or is_brought(it, pressed, old, seen)
    return [_last_deed(state)] if is_its else []


def put_off(agent_id: str, seen: Situation, state: NavState, work: Work) -> list[str]:
    """The last action, where nothing but words that nobody can read came of it, the server refused
    it, or its dialog is answered with a no or only taken note of, and does not say that it is done:
    nothing else came, unless it was only to open that."""
    before = work.acted_from or seen
    old, page = page_of(before), page_of(seen)
    it, pressed = page.element(agent_id), _pressed(state, old)
    is_its = it is not None and reading_back.is_second_yes(it, page)
    if pressed is None or it is None or not (is_its or is_brought(it, pressed, old, seen)):
        is_lost = reading_back.refused_by_server(old, page, surely=False) or _unread(state, work)
        return [_last_deed(state)] if is_lost else []
    its, told = new_dialogs(old, page).get(it.dialog, []), dialog_text(page, it.dialog)
    is_left = not its and old.element(it.agent_id) not in (None, pressed)
    if is_left and reading_back.refused_by_server(old, page):
        return [_last_deed(state)] if sending.may_have_sent(state, old) else []
    verb = pressed.name.partition(" ")[0]
    new = [each for each in new_lines(before, seen) if each.text in told]
    if not its or any(confirms(each.text) or says_done(each, verb, ()) for each in new):
        return []
    is_noted = all(is_called("takes_note", each.name) for each in its)
    is_step = bool(pressed.dialog) and goes_on(pressed.name) and is_called("puts_off", it.name)
    is_left = is_noted or (leaves_as_it_is(it.name) and not is_step)
    return [_last_deed(state)] if is_left and not _is_opened(it, pressed) else []


def _is_opened(it: WebElement, pressed: WebElement) -> bool:
    """It was only to open that of which this is the exit."""
    return opens_one(pressed) or (
        is_called("shuts", it.name) and has_words(pressed.name, it.dialog)
    )


def _last_deed(state: NavState) -> str:
    """What was done last, before it was said that all is done."""
    return last.description if (last := sending.last_done(state)) is not None else ""


def _refused_aloud(state: NavState, work: Work) -> str:
    """What an alert or a status finds fault with, since the last action; a question does not."""
    if work.acted_from is None or (state["sent"] and state["confirmed"]):
        return ""
    lines = new_lines(work.acted_from, work.seen.situation)
    loud = (e for e in lines if e.is_loud and not e.is_passing_word)
    blames = (e for e in loud if refuses(e.text) and not asks(e.text))
    return next((e.text for e in lines if e.is_dismissed), "") or next((e.text for e in blames), "")


def _unread(state: NavState, work: Work) -> bool:
    """An alert, or a fault over the page, came after the last action, or a few words for the button
    that tell neither of success nor of a fault, or the page finds fault with a field in which what
    was typed stands: nobody can tell what the page makes of it. What the button itself, its row or
    another number tells needs no words."""
    before, now = work.acted_from, work.seen.situation
    if before is None or state["sent"]:
        return False
    if any(e.fault and e.value.strip() in state["typed"] for e in work.seen.page.elements):
        return True
    new = new_lines(before, now)
    alerts = {each.label for each in now.zones if each.role is Role.ALERT}
    loud = (e.text for e in new if e.is_loud and any(e.text in alert for alert in alerts))
    if any(not confirms(each) for each in loud) or any(e.is_note and refuses(e.text) for e in new):
        return True
    old, page = page_of(before), work.seen.page
    pressed = _pressed(state, old)
    if pressed is None or sending.only_shows(pressed.text) or has_word("shows_first", pressed.name):
        return False
    if pressed.href or pressed.role not in ("", "button") or opens_one(pressed):
        return False
    if _goes_on(old, page) or any(of_control(pressed, before, now)):
        return False
    told = [e for e in uncounted(new, old) if not (e.is_label or e.is_title or e.is_cells)]
    told = [each for each in told if re.search(r"[^\W\d_]", each.text)]
    is_answer = bool(pressed.dialog or work.led_on) or affirms(pressed.name)
    asked = [e.zone_label for e in work.run.steps.completed if is_answer]
    verbs = [each.partition(" ")[0] for each in (pressed.name, *asked)]
    is_said = any(confirms(e.text) or says_done(e, v, state["typed"]) for e in told for v in verbs)
    return 0 < len(told) <= _MOST_OF_ANSWER and not is_said


_MOST_OF_ANSWER = 3


def _pressed(state: NavState, page: Page) -> WebElement | None:
    last = sending.last_done(state)
    is_press = last is not None and last.proposal.action is ActionName.CLICK
    return page.element(last.proposal.agent_id) if last is not None and is_press else None


def _goes_on(old: Page, page: Page) -> bool:
    """Another page came, or there is more to go on with, or one more of what was there."""
    known, names = {e.agent_id for e in old.elements}, {e.name for e in old.elements if e.name}
    new = (each for each in page.elements if each.agent_id not in known)
    return old.url != page.url or any(
        each.dialog or each.href or is_field(each) or each.name in names for each in new
    )


def _said_now(state: NavState, work: Work) -> str:
    """What the page says now and did not before; apart from it what came and went meanwhile."""
    before = work.sent_from if state["sent"] else work.acted_from
    new = new_lines(before, work.seen.situation) if before is not None else ()
    told = [e.text for e in new if not (e.is_label or e.is_title or says_busy(e.text))]
    page = work.seen.page
    passed, text = plain_text(" ".join(page.said)), plain_text(f"{page.title} {page.text}")
    went = [e for e in told if plain_text(e) in passed and plain_text(e) not in text]
    stands = " ".join(e for e in told if e not in went)
    said = [f"The page says now: “{shortened(stands, _SAID_CHARS)}”."] if stands else []
    said += [f"It said meanwhile: “{shortened(' '.join(went), _SAID_CHARS)}”."] if went else []
    return " ".join(said) or "Nothing on the page tells of it."


def _has_changed_late(state: NavState, work: Work) -> bool:
    """The page came to say something else after the last step had been judged."""
    before, now = work.acted_from, work.seen.situation
    if before is None or before.page is None:
        return False
    pressed = _pressed(state, before.page)
    zone = before.zone_of(pressed) if pressed is not None else None
    return before.page.url != work.seen.page.url or bool(differences(before, now, zone))


def _answers(element: WebElement) -> bool:
    label = normal(element.name)
    rows: Sequence[str] = ("takes_note", "denies", "dismisses", "calls_off", "shuts", "deletes")
    is_pressed = element.tag not in ("input", "select", "textarea")
    return is_pressed and (affirms(label) or any(is_called(row, label) for row in rows))
