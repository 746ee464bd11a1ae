"""Checks: what must be so on the page. They only look, for whole words, and tell where they stand.

Nothing is opened, clicked or scrolled for a check: what the page does not show now is not shown."""

from collections.abc import Callable, Iterator

from engine.domain.errors import PlanFailed
from engine.domain.web.pages import WebElement
from engine.domain.web.proposals import WebProposal
from engine.language.goals import clauses as c
from engine.language.labels import has_words, normal, quoted, shortened
from engine.thinking.offline.web import elements
from engine.thinking.offline.web.finding import fitting, in_place, read_value, row_name
from engine.thinking.offline.web.view import View

AWAITED_LOOKS = 3
_PLACE_CHARS = 60


def expect(view: View, clause: c.Expect) -> WebProposal | None:
    """Raises ``PlanFailed`` where it is not so, after the wait that the goal says."""
    if seen_of(view, clause):
        return None
    if clause.patience_secs and view.count("look") < AWAITED_LOOKS:
        return view.look(f"see whether {quoted(clause.target.said)} is as it should be")
    wanted = {"shown": "shown", "gone": "gone", "on": "on", "off": "off", "window": "shown"}
    how = wanted.get(clause.what) or (quoted(clause.value) if clause.value else "there")
    if clause.what in ("shown", "gone") and _is_unplaced(view, clause.target):
        raise PlanFailed(f"What stands in {quoted(clause.target.within)}, this page does not tell.")
    raise PlanFailed(f"{quoted(clause.target.said)} is not {how}.")


def seen_of(view: View, clause: c.Expect) -> str:
    """What shows that it is so, in words; empty where nothing does."""
    target, said = clause.target, quoted(clause.target.said)
    match clause.what:
        case "file":
            saved = (e for e in view.page.downloads if e.state == "saved")
            is_there = any(each.name == target.words for each in saved)
            return f"the file {said} is saved" if is_there else ""
        case "on" | "off" if clause.usable:
            found = find_here(view, target, lambda each: True)
            is_so = found is not None and found.is_disabled is (clause.what == "off")
            return f"{said} {_USABLE[clause.what]}" if is_so else ""
        case "on" | "off":
            found = find_here(
                view, target, lambda e: elements.is_pressed(e) or elements.is_radio(e)
            )
            is_so = found is not None and view.is_on(found) is (clause.what == "on")
            return f"{said} is {clause.what}" if is_so else ""
        case "value":
            field = find_here(view, target, lambda e: elements.is_typed(e) or elements.is_choice(e))
            beside = c.ReadValue(target.words, target.within)  # what the page tells by that name
            told = field.value if field else read_value(view, beside)
            is_it = normal(told) == normal(clause.value)
            is_so = is_it or (not clause.exact and has_words(clause.value, told))
            return f"{said} is {quoted(told)}" if is_so else ""
        case _:
            words = target.words if target.within or target.in_dialog else target.said
            places = _in_dialogs(view, target) if target.in_dialog else None
            place = next(places or _places(view, words, target.within), "")
            if clause.what == "gone":
                is_told = not place and not _is_unplaced(view, target)
                return f"{quoted(words)} is not on the page" if is_told else ""
            return f"{quoted(words)} stands in {place}" if place else ""


_USABLE = {"on": "can be used", "off": "is greyed out"}


def _is_unplaced(view: View, target: c.Target) -> bool:
    """It stands on the page, which does not tell, or not whole, what stands in the place meant."""
    is_known = row_name(target.within) != target.within or view.part(target.within).page.text
    if not target.within or target.in_dialog or (is_known and not view.page.whole_text):
        return False
    return next(_places(view, target.words, ""), "") != ""


def find_here(
    view: View, target: c.Target, wanted: Callable[[WebElement], bool]
) -> WebElement | None:
    """The one that is meant, be it greyed out; None where that can't be told."""
    found = fitting(view, target, wanted)
    return found[0] if len(found) == 1 else None


def _in_dialogs(view: View, target: c.Target) -> Iterator[str]:
    """Where the words stand in the dialogs that are open, or in the one that is named."""
    for name, text in view.page.dialogs:
        if target.within and not has_words(row_name(target.within), name):
            continue
        held = (e.value for e in view.elements if e.dialog == name and e.value)
        if any(has_words(target.words, told) for told in (name, text, *held)):
            yield f"the dialog {quoted(name)}"


def _places(view: View, words: str, within: str) -> Iterator[str]:
    """Where the words stand as whole words, the nearest to a reader first; ``within`` a place, in
    what is called so or in a line with its name."""
    page = view.page
    inside = view.part(within).page.text.splitlines() if within else ()
    told = (
        *(("the heading", each) for each in page.headings),
        *(("the text", each) for each in page.reading.splitlines()),
        *(("a message", each) for each in page.notices),
        *(("the text", " ".join(row)) for table in page.tables for row in table.rows),
    )
    for where, text in told:
        if not has_words(words, text) or (inside and text not in inside):
            continue
        if inside or not within or has_words(row_name(within), text):
            yield f"{where} {quoted(shortened(text, _PLACE_CHARS))}"
    target = c.Target(words, within=within)
    for each in in_place(view, list(view.elements), target) if within else view.elements:
        if any(has_words(words, text) for text in (each.text, each.aria_label, each.dialog)):
            yield f"the label {quoted(each.label)}"
        elif has_words(words, each.value):
            yield f"the field {quoted(each.label)}"
    if not within and has_words(words, page.title):
        yield f"the title {quoted(shortened(page.title, _PLACE_CHARS))}"
