"""Dialogs that came up: what they say, whether they bar a claim, and whether they take a file."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from engine.domain.actions import Click, PressKeys, TypeText
from engine.domain.conditions import FileSaved, WindowGone, closes, either, opens_window
from engine.domain.plans import PlanStep, Situation
from engine.domain.zones import ACTIONABLE_ROLES, ROW_ROLES, Arrangement, Role, State, Window, Zone
from engine.language.grave_words import affirms, has_word, is_called
from engine.language.labels import content_words, has_words, hits, normal, plain, promises_window
from engine.language.refusals import refuses, says_nothing_found
from engine.states.conditions_held import lies_in
from engine.states.marking import uncut

_TELLING_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.ALERT})
_MAX_WORDS = 200
_SIGNS_OF_FAULT = frozenset({"error", "warning", "dialog-error", "dialog-warning"})
"""A title that is no more than that, or the name of the icon beside the text."""
_WAYS_OUT = ("puts_off", "shuts", "dismisses", "calls_off", "denies", "takes_note")


def new_dialogs(known: Collection[str], now: Situation) -> list[Window]:
    """The dialogs and modal windows that are none of the known ones, the topmost first; so is what
    came up over one of its program and has but words and buttons."""
    modal = {zone.window_id for zone in now.zones_in_sight if State.MODAL in zone.state}
    dialogs = {each for each in now.windows if each.is_dialog or each.window_id in modal}
    front = now.active_window
    if front is not None and any(lies_over(front, each) for each in dialogs):
        told = {zone.role for zone in now.zones_in(front)}
        if told & ACTIONABLE_ROLES == {Role.BUTTON} and told & _TELLING_ROLES:
            dialogs.add(front)
    new = (each for each in dialogs if each.window_id not in known)
    return sorted(new, key=lambda window: window.order)


def lies_over(one: Window, other: Window) -> bool:
    """A window of the same program, above the other and over a part of it."""
    is_above = one.application == other.application and one.order < other.order
    return is_above and one.bounds_px.meets(other.bounds_px)


def holding_up(front: Window, now: Situation) -> list[Window]:
    """The modal dialogs under this window that surely keep it from answering: there is no other of
    its program that they may belong to."""
    own = [each for each in now.windows if each.application == front.application != ""]
    modal = {zone.window_id for zone in now.zones if State.MODAL in zone.state}
    is_sole = [each for each in own if each.window_id not in modal] == [front]
    return [each for each in own if is_sole and each.is_dialog and lies_over(front, each)]


def said_by(dialog: Window, now: Situation) -> str:
    """Its title and its texts, shortened."""
    texts = [z.label or z.value for z in now.zones_in(dialog) if z.role in _TELLING_ROLES]
    words = " ".join(" ".join(filter(None, [dialog.title, *texts])).split())
    return words[:_MAX_WORDS] or dialog.application


_SHOWN_CHARS = 30
_FILLED = frozenset({"input", "select", "textarea"})


def unquoted(now: Situation, reason: str) -> str:
    """What the topmost dialog says that stands in plain sight and is only to be answered, in a
    window or on a page; empty where there is none, or where the reason quotes it already."""
    said = [said_by(e, now) for e in new_dialogs((), now) if _only_speaks(e, now, _answers)]
    if (page := now.page) is not None:
        filled = {each.dialog for each in page.elements if each.tag in _FILLED}
        said += [" ".join(text.split()) for name, text in page.dialogs if name not in filled]
    words = next(filter(None, said), "")[:_MAX_WORDS]
    return "" if words[-_SHOWN_CHARS:] in reason else words


def new_alert(known: Collection[str], now: Situation) -> str:
    """What an inline alert (an info bar, a message over the document) says that was not in sight
    among the ``known`` zones, and that finds fault or asks; empty where none does. One that merely
    tells what was done stands in no way."""
    dialogs = {window.window_id for window in new_dialogs((), now)}
    parents = {zone.zone_id: zone.parent_id for zone in now.zones}
    for alert in now.zones_in_sight:
        if alert.role is not Role.ALERT or alert.zone_id in known or alert.window_id in dialogs:
            continue
        own = {alert.zone_id}
        held = [each for each in now.zones_in_sight if lies_in(each.zone_id, own, parents)]
        texts = [z.label or z.value for z in (alert, *held) if z.role in _TELLING_ROLES]
        words = " ".join(" ".join(dict.fromkeys(filter(None, texts))).split())[:_MAX_WORDS]
        is_asking = words.endswith("?") and any(each.role is Role.BUTTON for each in held)
        if is_asking or refuses(words):
            return words
    return ""


def way_out_of_greeting(dialog: Window, now: Situation) -> Zone | None:
    """What leaves a dialog that only greets, the safest first; None of any other."""
    zones = now.zones_in(dialog)
    texts = [dialog.title, *(zone.label for zone in zones if zone.role in _TELLING_ROLES)]
    if not any(has_word("greets", text) for text in texts):
        return None
    is_dialog = dialog.is_dialog or any(State.MODAL in zone.state for zone in zones)
    buttons = [zone for zone in zones if zone.role is Role.BUTTON and zone.is_enabled]
    rows = _WAYS_OUT if is_dialog else _WAYS_OUT[:1]  # "Close" may end the program
    found = (z for row in rows for z in buttons if is_called(row, normal(z.label)))
    return next(found, None)


def without_asides(step: PlanStep, before: Situation, now: Situation) -> tuple[Situation, str]:
    """``now`` without the dialogs that may have come up for another reason than the press, with all
    that was in sight ``before``; and what the topmost of them says."""
    if not (aside := asides_of(step, before, now)):
        return now, ""
    kept = {z.zone_id: z for z in uncut(now.zones, aside) if now.window_of(z) not in aside}
    shown = {zone_id: zone for zone_id, zone in kept.items() if zone.on_screen}
    zones = kept | {zone.zone_id: zone for zone in before.zones_in_sight} | shown
    windows = tuple(each for each in now.windows if each not in aside)
    return replace(now, windows=windows, zones=tuple(zones.values())), said_by(aside[0], now)


def asides_of(step: PlanStep, before: Arrangement, now: Arrangement) -> list[Window]:
    """The dialogs that came with a press, and may have come up for another reason."""
    new = (each for each in now.windows_since(before) if each.is_dialog or each.is_active)
    is_press = isinstance(step.action, Click | PressKeys)
    return [each for each in new if is_press and _is_aside(each, now, step.zone_label)]


def only_asks(window: Window | None, now: Arrangement) -> bool:
    """It has but words, and beneath them a row of a few buttons, which what is typed may press."""
    own = now.zones_in(window) if window is not None else []
    named = [zone for zone in own if zone.label or zone.value or not zone.role.is_picture]
    row = [zone.bounds_px for zone in named if zone.role is Role.BUTTON]
    words = [zone.bounds_px for zone in named if zone.role in _TELLING_ROLES]
    is_all = 0 < len(row) <= _MOST_ANSWERS and len(row) + len(words) == len(named)
    return is_all and max([*(e.bottom for e in words), *(e.y for e in row)]) < row[0].center.y


_MOST_ANSWERS = 4
_SPEAKING_ROLES = frozenset({Role.BUTTON, Role.LINK, Role.CHECK_BOX, Role.ICON})
_LOSSES = ("deletes", "removes", "discards", "overwrites", "replaces", "losses", "saves")


def _is_aside(dialog: Window, now: Arrangement, pressed: str) -> bool:
    """It greets, offers what can be put off, or has but words and buttons, with no word of what was
    pressed. Whether to lose or save something is asked whatever that was; and what ends in dots,
    or has no label, as keys, brings texts about anything."""
    zones = now.zones_in(dialog)
    texts = [dialog.title, *(z.label or z.value for z in zones if z.role in _TELLING_ROLES)]
    acting = {zone.label: zone.role for zone in zones if zone.role.is_actionable}
    questions = [text for text in texts if asks(text)]
    greets = any(has_word("greets", text) for text in texts)
    offers = any(is_called("puts_off", normal(label)) for label in acting)
    if not (greets or offers or (acting and _SPEAKING_ROLES.issuperset(acting.values()))):
        return False
    told = texts[:1] if greets else [texts[0], *questions] if offers else [*texts, *acting]
    about = [f"{word}{end}" for word in content_words(pressed) for end in ("", "d", "ed")]
    if hits(about, *told) or any(has_word("asks_back", each, *_LOSSES) for each in questions):
        return False
    return greets or offers or bool(questions) or bool(pressed and not promises_window(pressed))


def asks_on(step: PlanStep, before: Situation, now: Situation) -> Window | None:
    """The window that came once something was to be saved, and has more to fill in, as an
    assistant's next page in place of the one before, or what a format can be set to: the file may
    be written after that."""
    zone, names_file = before.zone(step.zone_id), isinstance(step.expected_change, FileSaved)
    shut = before.window_of(zone) if zone is not None else before.front_window
    if not names_file or shut is None:
        return None
    is_shut, new = now.window(shut.window_id) is None, now.windows_since(before)
    filled = [each for each in new if is_shut and any(z.is_editable for z in now.zones_in(each))]
    return next((e for e in new if e in filled or goes_on(e, now) is not None), None)


def goes_on(dialog: Window, now: Situation) -> Zone | None:
    """The button that goes on from a dialog that is there to set something, and neither asks nor
    finds fault. One that can but be told not to come again asks."""
    own, said = now.zones_in(dialog), said_by(dialog, now)
    ticks = [zone for zone in own if zone.role.is_checkable]
    more = (z for z in own if z.source.tells and z.role in ACTIONABLE_ROLES - _SPEAKING_ROLES)
    is_told = asks(said) or _finds_fault(dialog, now) or has_word("asks_back", said, *_LOSSES[:-1])
    if is_told or not dialog.is_dialog or not (len(ticks) > 1 or any(more)):
        return None
    buttons = [z for z in own if z.role is Role.BUTTON and z.is_enabled]
    named = [z for z in buttons if takes_file(z) and not promises_window(z.label)]
    return next(iter([z for z in buttons if affirms(normal(z.label))] + named), None)


def dialog_in_the_way(
    known: Collection[str],
    now: Situation,
    steps: Sequence[PlanStep],
    goal: str,
    acted_in: Collection[str] = (),
) -> Window | None:
    """The first new dialog that nothing of the run explains: the goal does not name it, no step was
    done in it (``acted_in`` are the windows of the steps), and the last one is not what opens it.
    One that reports or asks, with no more than buttons to answer it, is explained by its name or by
    nothing."""
    for dialog in new_dialogs(known, now):
        own = {zone.zone_id: zone for zone in now.zones_in(dialog)}
        if steps and _was_to_close(steps[-1], dialog, own):
            return dialog
        # its title, beyond the program's name, in the goal or in what the last step pressed
        named = [word for word in plain(dialog.title).split() if word.isalnum()]
        named = [word for word in named if not has_words(word, dialog.application)]
        said = f"{goal} {steps[-1].zone_label if steps else ''}"
        is_named = bool(named) and all(has_words(word, said) for word in named)
        if is_named or way_out_of_greeting(dialog, now) is not None:
            continue
        if _only_speaks(dialog, now, _answers):
            return dialog
        is_opened = bool(steps) and (_opens(steps[-1], dialog) or _is_shown_by(steps[-1], own))
        is_opened &= not refuses(said_by(dialog, now))
        is_own = dialog.window_id in acted_in or any(step.zone_id in own for step in steps)
        if not is_opened and not is_own:
            return dialog
    return None


def _opens(last: PlanStep, dialog: Window) -> bool:
    """It was to open a window, or it pressed what the dialog's title speaks of ("Add Alarm": "New
    Alarm"); a name that is asked for by "Save" is another thing."""
    if opens_window(last.expected_change):
        return True
    label = normal(last.zone_label)
    if affirms(label) or has_word("saves", label):
        return False
    own = (each for each in content_words(label) if not has_words(each, dialog.application))
    return any(has_words(word, dialog.title) for word in own)


def _is_shown_by(last: PlanStep, own: Mapping[str, Zone]) -> bool:
    """Keys brought up a window that only shows something, as that of all keys: it asks for nothing,
    has nothing to fill in, and no button but such as leave it."""
    acting = [zone for zone in own.values() if zone.role in ACTIONABLE_ROLES - {Role.TAB}]
    said = " ".join(zone.label for zone in own.values())
    is_left = all(any(is_called(row, normal(z.label)) for row in _WAYS_OUT) for z in acting)
    return isinstance(last.action, PressKeys) and is_left and not (asks(said) or refuses(said))


def _was_to_close(last: PlanStep, dialog: Window, own: Mapping[str, Zone]) -> bool:
    """What was pressed last takes the dialog away where it does its work: it refused, or it is not
    done yet; or one of its title closed, and asks again, as where a password is wrong."""
    gone = [each.title for each in either(last.expected_change) if isinstance(each, WindowGone)]
    if dialog.title and dialog.title in gone:
        return True
    zone = own.get(last.zone_id)
    is_pressed = zone is not None and zone.role is Role.BUTTON and isinstance(last.action, Click)
    return is_pressed and (closes(last.expected_change) or affirms(normal(last.zone_label)))


def only_tells(dialog: Window, now: Situation) -> bool:
    """It asks nothing: there are no more than buttons that take note of it, or a single one that is
    drawn and was not read."""
    acting = [e for e in now.zones_in(dialog) if e.role in ACTIONABLE_ROLES - {Role.ICON}]
    is_sole = [(e.source.is_drawn, e.label) for e in acting] == [(True, "")]
    is_noted = is_sole or (bool(acting) and all(map(_takes_note, acting)))
    return is_noted and not asks(said_by(dialog, now))


def only_reports(dialog: Window, now: Situation) -> bool:
    """It only tells something, and finds fault."""
    return _finds_fault(dialog, now) and only_tells(dialog, now)


def _finds_fault(dialog: Window, now: Situation) -> bool:
    """By its words or its sign."""
    labels = (dialog.title, *(each.label for each in now.zones_in(dialog)))
    signs = {label.casefold().strip() for label in labels}
    return refuses(said_by(dialog, now)) or bool(signs & _SIGNS_OF_FAULT)


def without_reports(now: Situation) -> Situation:
    """Without the dialogs that only find fault: they may quote what they refuse."""
    reports = [each for each in new_dialogs((), now) if only_reports(each, now)]
    windows = tuple(each for each in now.windows if each not in reports)
    zones = tuple(each for each in now.zones if now.window_of(each) not in reports)
    return replace(now, windows=windows, zones=zones)


def only_takes_note(dialog: Window, now: Situation) -> bool:
    """It has a text, and there is nothing to act upon but buttons that take note of that."""
    return _only_speaks(dialog, now, _takes_note)


def _only_speaks(dialog: Window, now: Situation, answers: Callable[[Zone], bool]) -> bool:
    """It has a text, and nothing to act upon but buttons that answer it so."""
    zones = now.zones_in(dialog)
    acting = [zone for zone in zones if zone.role.is_actionable]
    has_text = any(zone.role in _TELLING_ROLES and zone.label for zone in zones)
    return has_text and bool(acting) and all(map(answers, acting))


def _takes_note(zone: Zone) -> bool:
    return is_called("takes_note", normal(zone.label))


def terminals_refusal(steps: Sequence[PlanStep], now: Situation) -> str:
    """The line in which a terminal finds fault with what was typed last: below it, and begun with
    the name of a program or shell that it ran."""
    typed = [step.action.text.strip() for step in steps if isinstance(step.action, TypeText)]
    if not typed or not typed[-1]:
        return ""
    run = {word for part in re.split(r"[;&|]+", typed[-1]) for word in part.split()[:1]}
    for zone in now.zones_in_sight:
        if not zone.is_terminal or typed[-1] not in zone.value:
            continue
        for line in zone.value.rpartition(typed[-1])[2].splitlines():
            speaker, _, said = line.strip().partition(": ")
            is_of_it = speaker in run or speaker.lstrip("-").endswith("sh")
            if is_of_it and (refuses(said) or says_nothing_found(said)):
                return line.strip()[:_MAX_WORDS]
    return ""


def asks(said: str) -> bool:
    """A dialog or an alert that says so leaves something to be answered."""
    return "?" in said or "？" in said


def _answers(zone: Zone) -> bool:
    label = normal(zone.label)
    is_answer = affirms(label) or is_called("takes_note", label, "denies")
    return is_answer and zone.role is Role.BUTTON


_LISTED = ROW_ROLES | {Role.COLUMN_HEADER}


def is_of_files(window: Window, zones: Iterable[Zone]) -> bool:
    """In it a file is chosen or named, in any toolkit: by a button that opens or saves, beside a
    list or a field. ``zones`` are all that are told of; where none is, it counts as one."""
    own = [zone for zone in zones if zone.window_id == window.window_id]
    is_dialog = window.is_dialog or any(State.MODAL in zone.state for zone in own)
    has_place = any(zone.role in _LISTED or zone.is_editable for zone in own)
    return is_dialog and (not own or (has_place and any(takes_file(zone) for zone in own)))


def takes_file(zone: Zone) -> bool:
    """The button that opens or saves what is named."""
    return zone.role is Role.BUTTON and is_called("saves", zone.label, "takes_files")


def leaves(zone: Zone) -> bool:
    return zone.role is Role.BUTTON and is_called("calls_off", zone.label, "shuts")


def may_stay(zone: Zone) -> bool:
    """It tells of no file but the one that is named."""
    return zone.is_editable or takes_file(zone) or leaves(zone)
