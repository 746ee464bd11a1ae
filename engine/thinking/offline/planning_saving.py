"""Plans for saving and for opening files: menu or shortcut, then the dialog, then its question."""

import re
from dataclasses import replace
from pathlib import PurePosixPath

from engine.domain import conditions as c
from engine.domain.actions import Click, PressKeys, TypeText, Wait
from engine.domain.plans import Came, PastStep
from engine.domain.zones import ITEM_ROLES, Role, Window, Zone
from engine.language.action_words import chord_words, zone_words
from engine.language.goals.clauses import OpenFile, Save, SaveAs, Target
from engine.language.grave_words import told_risk
from engine.language.labels import has_words, normal, quoted
from engine.states import dialogs
from engine.states.expected import SECRET_MARK
from engine.thinking.offline import applications, file_dialogs, finding, matching
from engine.thinking.offline.clicking import click, open_route, place_words
from engine.thinking.offline.desk import Desk, Progress
from engine.thinking.offline.local_view import SAME
from engine.thinking.offline.planning_pointing import CLICK, LEAVE

REPLACE, CANCEL = "Replace", "Cancel"
_SAVE, _SAVE_AS = ("ctrl", "s"), ("ctrl", "shift", "s")
_OPEN = ("ctrl", "o")
_ROOT, _MOST_ROOTS, _FIELD_SECS = TypeText("/"), 2, 1.0
_ENTRIES = frozenset({Role.MENU_ITEM, Role.BUTTON})  # and no menu that leads to others
_OPEN_WORDS = ("open", "open file", "open file(s)")
_SAVE_AS_WORDS = ("save as", "save file as", "save copy as")
_UNNAMED_TITLES = ("untitled", "unnamed", "new document", "new file", "no name", "unsaved")
_OVERWRITES = told_risk("overwrites")


def plan_save_as(desk: Desk, clause: SaveAs) -> Progress:
    """As far as the situation is: the question, the dialog, or the way to the dialog."""
    path = applications.full_path(desk.situation, clause.name, clause.folder)
    replace_button = file_dialogs.replace_question(desk)
    if replace_button:
        return _answer(desk, clause, path, replace_button)
    dialog = file_dialogs.save_dialog(desk)
    if dialog:
        return _fill(desk, clause, path, dialog)
    if any(_saves(step.expected_change) for step in desk.done_here):
        return Progress.DONE
    if (unread := file_dialogs.unread_dialog(desk)) and _has_opened(desk):
        _type_at_caret(desk, path)  # which stands where the name goes
        saved = _saved(desk, path, unread)
        desk.add(None, PressKeys(("return",)), "Press Return to save", saved)
        return Progress.UNFINISHED
    if desk.failed and _saves(desk.failed.step.expected_change):
        raise desk.in_vain("the dialog took the name, and the file is not there.")
    # what has no name yet asks for one by the chord that every editor has
    chords = (_SAVE, _SAVE_AS) if _is_unnamed(desk.front) else (_SAVE_AS, _SAVE)
    return _open_dialog(desk, _SAVE_AS_WORDS, chords, "save under a name")


def plan_save(desk: Desk, clause: Save) -> Progress:
    """Ctrl+S; what asks for a name must be given one by the goal."""
    if file_dialogs.save_dialog(desk):
        raise desk.cannot("it has no name yet: say “save it as NAME in FOLDER”.")
    if desk.done_here:
        return Progress.DONE
    if desk.front is None:
        raise desk.cannot("no window is in front.")
    is_unnamed, title = _is_unnamed(desk.front), desk.front.title
    expected = c.SomethingChanges() if is_unnamed or title.startswith("*") else None
    words, vain = f"Press {chord_words(_SAVE)} to save", "no other way to save is known."
    desk.add(None, PressKeys(_SAVE), words, expected, vain=vain)
    return Progress.UNFINISHED if is_unnamed else Progress.DONE


def plan_open_file(desk: Desk, clause: OpenFile) -> Progress:
    """The file where it is in sight, else the dialog, else the way to the dialog."""
    if desk.may_differ and desk.steps:
        return Progress.UNFINISHED  # what was clicked may have opened the dialog
    path = applications.full_path(desk.situation, clause.name, clause.folder)
    name = PurePosixPath(path).name
    # what has no ending may be a folder, whose name a dialog that goes into it shows as well
    shown = (c.WindowShown(name), *((c.TextShown(name),) if "." in name else ()))
    dialog = file_dialogs.open_dialog(desk)
    if dialog:
        _type_name(desk, dialog, path)
        done = c.AnyOf((*shown, _closed(desk, dialog.window)))
        return desk.add(dialog.button, Click(), _click_words(desk, dialog.button), done)
    title, is_file = desk.front.title if desk.front else "", "." in name
    if has_words(name, title) and (is_file or desk.done_here):
        return desk.note(f"{quoted(name)} is open.")
    if desk.failed and _saves(desk.failed.step.expected_change):
        raise desk.in_vain("the dialog took the name, and the file is not open.")
    is_listed = is_file or has_words(PurePosixPath(path).parent.name, title)  # no other "quay"
    found = desk.find(Target(name), ITEM_ROLES, only_wanted=True) if is_listed else None
    if found and found.score >= matching.GOOD and desk.failed_zone_id != found.zone.zone_id:
        click(desk, found, Click(count=2), expected=c.AnyOf(shown))
        return Progress.CHANGES
    if not _is_asking(desk):
        of_folders = () if is_file else ("open folder",)
        return _open_dialog(desk, (*_OPEN_WORDS, *of_folders), (_OPEN,), "open a file")
    if file_dialogs.unread_dialog(desk):
        _type_at_caret(desk, path)
    else:
        begun = sum(step.action == _ROOT for step in desk.done_here)
        if begun < _MOST_ROOTS and path.startswith(_ROOT.text) and file_dialogs.asks_for_file(desk):
            # it makes a field of that, and loses what is typed before; or leaves a list for it
            desk.add(None, _ROOT, f"Type {quoted(_ROOT.text)} into the dialog")
            desk.add(None, Wait(_FIELD_SECS), "Wait for a field to come of it")
            return Progress.UNFINISHED
        words = f"Type {quoted(path)} into the dialog"
        desk.add(None, TypeText(path), words, c.TextShown(path))
    return desk.add(None, PressKeys(("return",)), "Press Return to open it", c.AnyOf(shown))


def _fill(desk: Desk, clause: SaveAs, path: str, dialog: file_dialogs.FileDialog) -> Progress:
    _type_name(desk, dialog, path)
    saved = _saved(desk, path, dialog.window)
    if desk.has_failed(Click(), dialog.button):
        desk.add(None, PressKeys(("return",)), "Press Return to save", saved)
    else:
        expected = c.AnyOf((saved, c.NewWindow())) if clause.replace else saved
        desk.add(dialog.button, Click(), _click_words(desk, dialog.button), expected)
    return Progress.UNFINISHED if clause.replace else Progress.CHANGES


def _type_name(desk: Desk, dialog: file_dialogs.FileDialog, path: str) -> None:
    field = dialog.name_field
    if field.value == path:
        return
    if not field.source.tells:
        desk.add(field, Click(), f"Click {zone_words(field)}")
        _type_at_caret(desk, path)
        return
    expected = c.ZoneValue(field.zone_id, field.label, path)
    words = f"Type {applications.path_words(desk.situation, path)} into {zone_words(field)}"
    if desk.has_failed(TypeText(path, replace=True), field):
        desk.add(None, PressKeys(("ctrl", "a")), f"Select all in {zone_words(field)}")
        desk.add(None, TypeText(path), f"{words} again", expected)
        return
    desk.add(field, TypeText(path, replace=True), words, expected)


def _type_at_caret(desk: Desk, path: str) -> None:
    """In place of the name that is suggested. Not every toolkit selects all by Ctrl+A."""
    desk.add(None, PressKeys(("end",)), "Press End")
    desk.add(None, PressKeys(("shift", "home")), "Select what stands there")
    words = f"Type {applications.path_words(desk.situation, path)} as the name"
    desk.add(None, TypeText(path), words, c.TextShown(PurePosixPath(path).name))


def _has_opened(desk: Desk) -> bool:
    """The step before, of this clause, was to open the dialog."""
    last = desk.done_here[-1:]
    return desk.failed is None and any(step.expected_change == c.NewWindow() for step in last)


def _saved(desk: Desk, path: str, window: Window) -> c.FileSaved | c.WindowGone:
    """Without a folder nobody knows where the file goes: then that the dialog closes."""
    if not path.startswith("/"):
        return _closed(desk, window)
    typed = "".join(  # outside of dialogs
        step.action.text
        for step in desk.request.completed
        if isinstance(step.action, TypeText) and step.intent != desk.intent.key
    )
    typed = "" if SECRET_MARK in typed else typed
    return c.FileSaved(path, file_dialogs.known_content(desk.situation, typed, window.application))


def _closed(desk: Desk, dialog: Window) -> c.WindowGone:
    """It has done its work, rather than ended with its program."""
    program = dialog.application
    its = [each for each in desk.situation.windows if each.application == program]
    return c.WindowGone(dialog.window_id, dialog.title, program if len(its) > 1 else "")


def _answer(desk: Desk, clause: SaveAs, path: str, button: Zone) -> Progress:
    """Replace only where the goal or the operator says so."""
    name = PurePosixPath(path).name
    question = f"“{name}” exists already. Replace it?"
    if not clause.replace and desk.ask(question, CANCEL, REPLACE) != REPLACE:
        raise desk.cannot(f"“{name}” exists already and is not to be replaced.")
    front = desk.front
    expected: c.Condition = c.FileSaved(path)
    if not path.startswith("/") and front:
        expected = c.WindowGone(front.window_id, front.title)
    vain = f"{quoted(button.label)} had no effect."
    return desk.add(button, Click(), _click_words(desk, button), expected, _OVERWRITES, vain=vain)


def _open_dialog(
    desk: Desk, names: tuple[str, ...], chords: tuple[tuple[str, ...], ...], to: str
) -> Progress:
    """A menu entry that is called so; else the usual shortcuts, each once: it may write a sign."""
    if desk.front is None:
        raise desk.cannot("no window is in front.")
    found = _entry(desk, names)
    if found and not desk.failed:
        open_route(desk, found)
        desk.add(found.zone, Click(), _click_words(desk, found.zone), c.NewWindow())
        return Progress.UNFINISHED
    if found and not found.route and found.zone.role.is_menu_entry:  # the open menu takes all keys
        desk.add(None, PressKeys(("escape",)), "Press Escape to close the menu")
    pressed = [desk.failed_action, *(step.action for step in desk.done_here)]
    tried = max((at for at, each in enumerate(chords, 1) if PressKeys(each) in pressed), default=0)
    for keys in chords[tried : tried + 1]:
        desk.add(None, PressKeys(keys), f"Press {chord_words(keys)} to {to}", c.NewWindow())
        return Progress.UNFINISHED
    vain = f"no dialog to {to} appeared."
    if (other := _way_in(desk) if chords == (_OPEN,) else None) is None:
        raise desk.cannot(vain)
    question = f"{vain[:1].upper()}{vain[1:]} Click {quoted(other.label)} for it?"
    if desk.ask(question, LEAVE, CLICK) != CLICK:
        raise desk.cannot(vain)
    desk.add(other, Click(), _click_words(desk, other), c.NewWindow())
    return Progress.UNFINISHED


def _way_in(desk: Desk) -> Zone | None:
    """What is called by another word for opening ("Import a pass", "Add source files…"), in sight
    and not tried for this clause: it may do another thing, so that somebody is to say."""
    tried = {s.zone_id for s in (*desk.done_here, *([desk.failed.step] if desk.failed else ()))}
    named = (zone for zone in desk.zones_in_front(_ENTRIES) if zone.label and zone.is_enabled)
    ways = (zone for zone in named if SAME.get(normal(zone.label).partition(" ")[0]) == "open")
    return next((zone for zone in ways if zone.zone_id not in tried), None)


def _is_asking(desk: Desk) -> bool:
    """A dialog is in front that the step before was to open, or that says it is one for files; none
    that is to save one, which what is typed there would be written over."""
    if (front := desk.front) is None or normal(front.title).startswith(("save", "export")):
        return False
    is_of_files = file_dialogs.asks_for_file(desk)
    if _has_opened(desk):
        return front.is_dialog or is_of_files
    return front.is_dialog and is_of_files and desk.failed is None


def _entry(desk: Desk, names: tuple[str, ...]) -> finding.Found | None:
    """A menu entry or button of exactly such a name ("Save As Template…" is another thing)."""
    for name in names:
        found = desk.find(Target(name), _ENTRIES, only_wanted=True)
        if found and matching.words_score(name, found.zone.label) >= matching.GOOD:
            return found if not desk.finder.is_greyed(found.zone) else None
    return None


def _is_unnamed(window: Window | None) -> bool:
    """Whether its title says so; "untitled.txt" is a name, "Untitled - Sloop 7.4" is none."""
    title = window.title if window else ""
    is_named = any(re.search(rf"{e}\S*(?: \d+)?\.\w", title, re.I) for e in _UNNAMED_TITLES)
    return not is_named and any(words in normal(title) for words in _UNNAMED_TITLES)


def go_on_to_save(desk: Desk) -> bool:
    """A step that goes on from what the last one, of which nobody saw that it saved, brought up to
    be set: as it is, where the goal says nothing of it."""
    last, seen = desk.request.completed[-1:], desk.situation
    saved = last[0].expected_change if last else None
    is_open = last and PastStep(Came.NOT_SEEN, last[0].description) in [
        replace(each, why="") for each in desk.request.past
    ]
    front = desk.front if is_open and desk.request.failed is None else None
    button = dialogs.goes_on(front, seen) if front is not None else None
    if button is None or button.zone_id == last[0].zone_id or not isinstance(saved, c.FileSaved):
        return False  # no click is done twice
    if file_dialogs.replace_question(desk):
        return False
    desk.add(button, Click(), _click_words(desk, button), c.FileSaved(saved.path))
    return True


def _saves(condition: c.Condition | None) -> bool:
    may_be = isinstance(condition, c.AnyOf) and c.closes(condition)
    return isinstance(condition, c.FileSaved) or may_be


def _click_words(desk: Desk, zone: Zone) -> str:
    return f"Click {zone_words(zone)}{place_words(desk, finding.Found(zone))}"
