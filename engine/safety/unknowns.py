"""What nobody can tell beforehand: a control without a name, a picture, a name in a language that
there are no words for, a thing that should not act at all, a chord that means what its program
wants. Told apart from it are the chords that send or delete by convention, and those that do
nothing of the kind wherever they mean something.

Both raters ask here, so that a window and a page have one answer. What was seen to be taken back in
the same program counts as known, and so does everything where nothing of the operator's is within
reach."""

from collections.abc import Callable, Collection, Iterable, Set

from engine.domain import actions, plans, risks, zones
from engine.domain.zones import CHECKABLE_ROLES, ROW_ROLES, SHOWING_ROLES, Role, Source, Zone
from engine.language import grave_words, labels, questions
from engine.language.action_words import chord_words
from engine.language.keys import Chord, chord_of, stands_for
from engine.safety.executed_lines import entered
from engine.states.dialogs import only_asks
from engine.states.spots import control_upon

_GRAVE = {
    frozenset(chord.split("+")): (risk_class, what)
    for risk_class, what, chords in (
        (risks.RiskClass.IRREVERSIBLE, "deletes for good", "shift+delete f8"),
        (risks.RiskClass.IRREVERSIBLE, "clears what was gathered", "ctrl+shift+delete"),
        (risks.RiskClass.IRREVERSIBLE, "ends a session", "ctrl+alt+delete ctrl+alt+backspace"),
        (risks.RiskClass.LEAVES_MACHINE, "sends", "ctrl+enter ctrl+shift+enter"),
    )
    for chord in chords.split()
}
_ASKING_ROLES = frozenset({Role.LABEL, Role.HEADING, Role.ALERT})
_MOVES = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown")
_SAID_ALONE = (
    "escape tab shift+tab enter ? space menu alt insert shift+f10 f1 f2 f3 f5 f6 f9 f10 f11"
    " f12 ctrl+tab ctrl+shift+tab alt+f4 ctrl+f4 ctrl+shift+s ctrl+shift+z ctrl+shift+t"
    " ctrl+shift+n ctrl+shift+a ctrl+shift+c ctrl+shift+v"
)
_CONVENTIONS = frozenset(
    {
        *_SAID_ALONE.split(),
        *_MOVES,
        *(f"{held}+{key}" for held in ("shift", "ctrl", "ctrl+shift") for key in _MOVES),
        *(f"alt+{key}" for key in ("left", "right", "up", "down", "home", "end")),
        *(f"ctrl+{key}" for key in "abcfghilnopqrstuvwxyz0123456789+-"),
    }
)
"""They mean the same wherever they mean something, and lose nothing unasked."""
_WRITING = frozenset({"backspace", "delete", "ctrl+backspace", "ctrl+delete"})
_COUNTING = frozenset("0123456789+-*/=.,%()")
"""What is written without a field, too: into calculators."""


def risk_of_chord(chord: Chord, seen: plans.Situation) -> tuple[risks.RiskClass, str] | None:
    """What the chord does by convention of what can't be taken back, and that in words; None for
    others, and where an entry in sight says what it is for."""
    found = _GRAVE.get(frozenset(chord))
    if found is None or _is_told(chord, seen):
        return None
    return found[0], f"{chord_words(chord)} {found[1]} in many programs"


def why_chord_unknown(chord: Chord, seen: plans.Situation) -> str:
    """Why nobody can tell what it does; empty for conventions, entries and what is written."""
    name, focused, window = "+".join(chord), seen.focused_zone, seen.active_window
    is_writing = focused is not None and focused.is_editable
    is_text = focused is not None and focused.role is Role.TEXT_AREA
    is_shell = is_text and not is_writing
    is_letter = len(chord[-1]) == 1 and (len(chord) == 1 or chord[:-1] == ("shift",))
    is_written = is_letter and (is_writing or is_shell)
    # what reads anew elsewhere runs, in many programs, the lines that are written
    is_unread = not focused and window and all(it.source.is_drawn for it in seen.zones_in(window))
    may_run = (is_text or is_unread) and not seen.page and name in ("f5", "f6", "f9", "ctrl+r")
    is_counted = name in _COUNTING and seen.page is None
    is_known = name in _CONVENTIONS and not may_run and not (is_shell and chord[0] == "ctrl")
    if is_written or is_counted or is_known or (is_writing and name in _WRITING):
        return ""
    return "" if _is_told(chord, seen) else f"{chord_words(chord)} means what its program wants"


def _is_told(chord: Chord, seen: plans.Situation) -> bool:
    return any(stands_for(each.shortcut, chord) for each in seen.zones)


_SHOWN_TO_RETURN = SHOWING_ROLES | CHECKABLE_ROLES | {Role.SLIDER}
_TAKING = frozenset({Role.ICON, Role.BUTTON, Role.LINK, Role.IMAGE})
_OF_BOX = frozenset({Role.TEXT_FIELD, Role.COMBO_BOX, Role.BUTTON, Role.LABEL, Role.IMAGE})
_OF_BOX |= {Role.ICON, Role.CHECK_BOX, Role.HEADING}
_OF_MESSAGE = frozenset({Role.BUTTON, Role.LABEL, Role.IMAGE, Role.ICON, Role.HEADING, Role.ALERT})
_LEAST_OF_WINDOW = 3
_TAKEN = "nothing tells what takes the line, and what it does with it"
_NOWHERE = "nothing is known of its place"
Asking = Callable[[Zone], Iterable[str] | None]
ACTING_ROLES = frozenset({Role.BUTTON, Role.LINK, Role.ICON, Role.MENU_ITEM})


def unknown_of(
    step: plans.PlanStep,
    seen: plans.Situation,
    returned: Set[risks.Control],
    pressed: Collection[Zone] = (),
    asking: Asking = lambda zone: (),
) -> str:
    """Why it can't be told what the step does, in words; empty where it can, or need not: in the
    sandbox that is only what stops to ask. ``pressed`` is what the step sets off, or what a Return
    may; ``asking`` are the texts that a button may answer, None where its answer is nothing."""
    if control_upon(step, seen) in returned:
        return ""
    is_plain = seen.is_sandboxed or len(pressed) > 1
    answers = (_why_answered(each, asking(each), seen, is_plain=is_plain) for each in pressed)
    answered = next(filter(None, answers), "")
    return answered if seen.is_sandboxed else _why_untold(step, seen) or answered


def _why_untold(step: plans.PlanStep, seen: plans.Situation) -> str:
    """The same by the control, the keys and the place alone."""
    match step.action:
        case actions.Click(button="left") | actions.Drag(strokes=(_, *_), to_zone_id=""):
            zone = seen.zone(step.zone_id)
            if zone is None:
                return _NOWHERE
            return why_unknown(zone, seen) or _why_taken(zone, seen)
        case actions.Drag(strokes=strokes, to_zone_id=end_id) if strokes:
            ends = [seen.zone(zone_id) for zone_id in (step.zone_id, end_id) if zone_id]
            whys = (why_unknown(it, seen) if it else _NOWHERE for it in ends)
            return next(filter(None, whys), "") or _why_dropped(step.zone_id, end_id, seen)
        case actions.TypeText() as typed if typed.has_return:
            return _why_handed_in(seen.zone(step.zone_id) or seen.focused_zone, seen)
        case actions.TypeText() if seen.focused_zone is None and only_asks(seen.front_window, seen):
            return "nothing tells what has the keyboard in a window that only asks"
        case actions.PressKeys(keys=keys) if chord_of(keys) in (("enter",), ("space",)):
            focused, is_enter = seen.focused_zone, chord_of(keys) == ("enter",)
            if focused is None and seen.page is not None and is_enter:
                return "nothing tells what has the keyboard, and what a Return does there"
            if focused is not None and focused.role in ACTING_ROLES:
                return why_unknown(focused, seen)
            return _why_handed_in(focused, seen) if is_enter else ""
        case actions.PressKeys(keys=keys):
            return why_chord_unknown(chord_of(keys), seen)
        case actions.Drag(to_zone_id=end_id):
            return _why_dropped(step.zone_id, end_id, seen)
        case _:
            return ""


def _why_dropped(source_id: str, end_id: str, seen: plans.Situation) -> str:
    source, end = seen.zone(source_id), seen.zone(end_id)
    is_alike = source is not None and end is not None and source.role is end.role
    if end is None or is_alike or end.role not in _TAKING:
        return ""
    return f"nothing tells what {labels.quoted(end.label)} does with what is dropped on it"


def _why_answered(
    zone: Zone, asking: Iterable[str] | None, seen: plans.Situation, *, is_plain: bool
) -> str:
    """Of a button that says yes where a program or a page stops to ask, or that confirms; and of
    one in a program's dialog that says neither that it leaves, shows or chooses: it does what the
    dialog is there for. With ``is_plain`` that must tell of a loss."""
    is_button = zone.role in (Role.BUTTON, Role.LINK) and not labels.promises_window(zone.label)
    if not is_button or asking is None:
        return ""
    if question := questions.question_answered(zone.label, asking):
        return f"{labels.quoted(zone.label)} answers {labels.quoted(question)}"
    if grave_words.asks_to_confirm(zone.label):
        return f"{labels.quoted(zone.label)} confirms something"
    is_ordinary = grave_words.is_ordinary_in_dialog(zone.label)
    says_yes = not is_ordinary or grave_words.says_yes(zone.label)
    if says_yes and _may_be_refused(zone, seen):
        return f"{labels.quoted(zone.label)} says yes where a no is offered"
    texts = () if is_ordinary or seen.page is not None else tuple(asking)
    if not texts or (is_plain and not any(map(grave_words.is_lasting, texts))):
        return ""
    return f"{labels.quoted(zone.label)} does what its dialog is there for"


def _may_be_refused(zone: Zone, seen: plans.Situation) -> bool:
    """A dialog with nothing but a message and buttons, one of which calls it off."""
    window = seen.window_of(zone)
    inside = [each for each in seen.zones_in_sight if each.window_id == zone.window_id]
    texts = [each.label or each.value for each in inside if each.role not in ACTING_ROLES]
    return (
        window is not None
        and window.is_dialog
        and {each.role for each in inside} <= _OF_MESSAGE
        and any(each.role is Role.BUTTON and grave_words.calls_off(each.label) for each in inside)
        and not any(grave_words.has_word("greets", text) for text in (window.title, *texts))
    )


def _why_taken(pressed: Zone, seen: plans.Situation) -> str:
    """Of what hands over a line that has a window to itself: it may be run."""
    line = _line_of_box(pressed, seen) if pressed.role is Role.BUTTON else None
    is_taken = line and line.value.strip() and not grave_words.leaves_as_it_is(pressed.label)
    return _TAKEN if is_taken else ""


def _why_handed_in(field: Zone | None, seen: plans.Situation) -> str:
    """Of a Return in a program's field that may send what is written, as in a chat, or run it: what
    is no search, no number, no cell of a sheet, no name in a list's row, no text of several lines,
    and none of a third of its window's height and of all above it (there a chat has what was said
    before). In a dialog its buttons tell."""
    if field is None or seen.page is not None or not field.is_editable:
        return ""
    window = seen.window_of(field)
    at, around = field.bounds_px, window.bounds_px if window is not None else field.bounds_px
    is_tall = at.height >= max(around.height / _LEAST_OF_WINDOW, at.y - around.y)
    is_text = field.role is Role.TEXT_AREA
    has_lines = is_text and (is_tall or "\n" in field.value.strip())
    is_told = has_lines or (not is_text and entered(actions.TypeText("\n"), field, seen) != [])
    is_found = field.role is Role.SPIN_BOX or grave_words.has_word("searches", field.label)
    rows = (each.bounds_px for each in seen.zones_in_sight if each.role in ROW_ROLES)
    is_name = any(row.contains(field.bounds_px.center) for row in rows)
    is_known = (is_told or is_found or is_name) and not _line_of_box(field, seen)
    return "" if is_known else _TAKEN


def _line_of_box(zone: Zone | None, seen: plans.Situation) -> Zone | None:
    """The field of one line that the program's only window consists of, beside a few buttons, as
    boxes do that run what is written; None where there is more to it."""
    if zone is None or seen.page is not None:
        return None
    window = seen.window_of(zone)
    if window is None or sum(each.application == window.application for each in seen.windows) > 1:
        return None
    inside = [each for each in seen.zones_in_sight if each.window_id == zone.window_id]
    fields = [each for each in inside if each.is_editable]
    is_box = len(fields) == 1 and {each.role for each in inside} <= _OF_BOX and len(inside) < 12
    is_line = is_box and fields[0].role in (Role.TEXT_FIELD, Role.COMBO_BOX)
    return fields[0] if is_line and fields[0].source is not Source.TEXT else None


def why_unknown(zone: Zone, seen: plans.Situation) -> str:
    """The same of what is clicked, be it in a window or in a page."""
    label = zone.label.strip()
    if zone.role in _SHOWN_TO_RETURN or (zone.role in ROW_ROLES and (label or zone.value)):
        return ""
    is_told = seen.element_of(zone) is not None
    if not (zone.role in ACTING_ROLES or is_told or zone.source is Source.TEXT):
        return f"a {zone.role.value}, which should do nothing by itself"
    if not label:
        return "a control without a name"
    if not labels.has_letters(label):
        is_plain = grave_words.is_called("plain_signs", label)
        return "" if is_plain else f"only a picture names it: {labels.quoted(label)}"
    if zone.role in (Role.ICON, Role.IMAGE) and zone.named_by is Source.VISION:
        return f"only its picture is known: {labels.quoted(label)}"
    if not labels.is_of_known_language(label):
        return f"its name {labels.quoted(label)} is in no language that there are words for"
    return ""


def asked_in(window: zones.Window, situation: plans.Situation) -> tuple[str, ...]:
    """The texts there that may ask something. Where settings are applied, as a button beside OK
    says, what merely names one of them asks nothing."""
    own = situation.zones_in(window)
    pressed = [each for each in own if each.role is Role.BUTTON]
    applies = any(grave_words.is_called("applies", each.label) for each in pressed)
    is_of_settings = applies and any(grave_words.affirms(each.label) for each in pressed)
    settings = (each for each in own if is_of_settings and each.role.is_actionable)
    names = {labels.normal(each.label) for each in settings if each not in pressed}
    texts = (each.label or each.value for each in own if each.role in _ASKING_ROLES)
    return (window.title, *(text for text in texts if labels.normal(text) not in names))
