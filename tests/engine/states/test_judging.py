"""What a step brought about: seen, contradicted, or can't tell, and by what evidence."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.domain.actions import Action, Click, Launch, PressKeys, TypeText, Wait
from engine.domain.conditions import (
    AnyOf,
    Condition,
    FileSaved,
    NewWindow,
    SomethingChanges,
    TextShown,
    WindowActive,
    WindowGone,
    WindowShown,
    ZoneGone,
    ZoneShown,
    ZoneState,
    ZoneValue,
)
from engine.domain.performing import Looks
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.spaces import Rect, Spot
from engine.domain.surface_ports import FileFacts
from engine.domain.verdicts import Judgement, Verdict
from engine.domain.zones import MASK, Role, Source, State, Zone
from engine.states.conditions_held import is_excluded
from engine.states.expected import after_typing
from engine.states.judging import judge
from tests.support import drawn as painted
from tests.support.stage import situation, zone

ON = frozenset({State.ENABLED, State.CHECKED})
WRAP = zone("Wrap", Role.CHECK_BOX)
FIELD = zone("Name", Role.TEXT_FIELD, at=1)
SAVE = zone("Save")
SAVED = zone("Saved", Role.LABEL, at=2)
NOTHING = "nothing changed: no window, no text, not the picture"


def judged(
    before: Situation,
    now: Situation,
    condition: Condition | None,
    action: Action | None = None,
    zone_id: str = GLOBAL_ZONE_ID,
    *,
    files: Mapping[str, FileFacts] | None = None,
    files_before: Mapping[str, FileFacts] | None = None,
    since_secs: float = 100.0,
) -> Judgement:
    step = PlanStep(1, zone_id, zone_id, action or Click(), "Do it", condition)
    return judge(step, Looks(before, now, since_secs, files or {}, files_before or {}))


TERMINAL = zone("Terminal", Role.TEXT_AREA, state=frozenset({State.ENABLED, State.FOCUSED}))


@pytest.mark.parametrize("action", [PressKeys(("return",)), TypeText("cp a b\n")])
def test_a_line_that_a_terminal_took_tells_nothing_of_what_it_did(action: Action) -> None:
    before = situation(replace(TERMINAL, value="$ cp a b"))
    now = situation(replace(TERMINAL, value="$ cp a b\ncp: cannot stat 'a'\n$ "))
    told = judged(before, now, None, action)
    assert told.verdict is Verdict.CANT_TELL
    assert "“cp: cannot stat 'a'”" in told.words
    assert judged(before, now, None, PressKeys(("ctrl", "l"))).is_seen


@pytest.mark.parametrize(
    ("line", "then", "told"),
    [
        ("wc -l < boats.csv", "wc -l < boats.csv\n4\nme@boat:~$ ", "“4”"),
        ("mkdir 4", "mkdir 4\nme@boat:~$ ", ""),
        ("mkdir a/long/way", "mkdir a/lon\ng/way\nme@boat:~$ ", ""),
        ("mkdir 4 &", "mkdir 4 &\nme@boat:~$ ", "handed in;"),
        ("sleep 9", "sleep 9\n", "handed in;"),
    ],
    ids=["it prints", "nothing is printed", "broken", "it goes on behind", "it goes on"],
)
def test_a_line_typed_with_its_return_is_judged_by_what_stands_below_it(
    line: str, then: str, told: str
) -> None:
    """``told``: why nobody can tell; empty where it is seen."""
    before = situation(replace(TERMINAL, value="welcome\nme@boat:~$ "))
    now = situation(replace(TERMINAL, value=f"welcome\nme@boat:~$ {then}"))
    came = judged(before, now, None, TypeText(f"{line}\n"))
    assert came.is_seen is not bool(told)
    assert told in came.words and "wc -l" not in came.words


@pytest.mark.parametrize(
    ("line", "then", "is_seen"),
    [
        ("me@boat:~$ cp a b", "me@boat:~$ ", True),
        ("me@boat:~$ cp a b", "3 ropes\nme@boat:~$ ", False),
        ("me@boat:~$ cd mast", "me@boat:~/mast$ ", False),
        ("me@boat:~$ cp a b", "", False),  # it is at work
        ("me@boat:~$ cat <<more", "> ", False),
        ("me@boat:~$ cp a b 2>/dev/null", "me@boat:~$ ", False),
        ("me@boat:~$ cp a b &", "me@boat:~$ ", False),
        ("me@boat:~$ cp a b | tee log", "me@boat:~$ ", True),
    ],
)
def test_a_line_is_taken_where_its_prompt_is_back_and_nothing_was_printed(
    line: str, then: str, is_seen: bool
) -> None:
    before = situation(replace(TERMINAL, value=f"welcome\n{line}\n"))
    now = situation(replace(TERMINAL, value=f"welcome\n{line}\n{then}"))
    done = judged(before, now, SomethingChanges(), PressKeys(("return",)))
    assert done.is_seen is is_seen


def drawn_on(seen: Situation, width: int, height: int, *, at: int = 0) -> Situation:
    """The same, with a white box in the picture from row ``at``."""
    frame = situation().frame
    rows = bytearray(frame.pixels)
    for row in range(at, at + height):
        rows[row * frame.width * 4 : (row * frame.width + width) * 4] = b"\xff" * (width * 4)
    return replace(seen, frame=replace(frame, pixels=bytes(rows)))


def said(*zones: Zone) -> Situation:
    """With what ``SAVED`` says painted, too."""
    place = SAVED.bounds_px
    return drawn_on(situation(*zones), place.right, place.height, at=place.y)


def test_words_that_are_told_and_not_painted_yet_have_no_colour_to_go_by() -> None:
    """A slow program tells a red refusal before it paints it."""
    before = situation(SAVE)
    early = judged(before, situation(SAVE, SAVED), SomethingChanges(), Click(), "Save")
    assert early.verdict is Verdict.CANT_TELL and "nothing is painted there" in early.words
    painted_too = judged(before, said(SAVE, SAVED), SomethingChanges(), Click(), "Save")
    assert painted_too.is_seen and "Saved" in painted_too.words


def told(zone_of: Zone, **changes: object) -> Situation:
    return situation(replace(zone_of, **changes))  # type: ignore[arg-type]


def test_a_state_that_the_zone_tells_is_seen_or_contradicted() -> None:
    is_on = ZoneState("Wrap", "Wrap", State.CHECKED)
    came = judged(situation(WRAP), told(WRAP, state=ON), is_on)
    assert came == Judgement(Verdict.SEEN, ("“Wrap” is checked",))
    was_so = judged(told(WRAP, state=ON), told(WRAP, state=ON), is_on)
    assert was_so.is_seen and "as before" in was_so.words
    assert judged(situation(WRAP), situation(WRAP), is_on).is_contradicted


def test_that_its_menu_closed_tells_nothing_of_what_an_entry_did() -> None:
    """Its tick is looked for where a closed menu tells of it, and what it did elsewhere."""
    entry = zone("Wrap", Role.CHECK_MENU_ITEM)
    closed = replace(entry, on_screen=False)
    before, changed = situation(entry), SomethingChanges()
    gone = judged(before, situation(closed), changed, Click(), "Wrap")
    assert gone.verdict is Verdict.CANT_TELL and "closed over it" in gone.words
    ticked = judged(before, situation(replace(closed, state=ON)), changed, Click(), "Wrap")
    assert ticked == Judgement(Verdict.SEEN, ("“Wrap” is ticked in its menu",))
    shown = judged(before, said(closed, SAVED), changed, Click(), "Wrap")
    assert shown.is_seen and "Saved" in shown.words
    uncovered = judged(before, situation(closed, zone("Open")), changed, Click(), "Wrap")
    assert uncovered.verdict is Verdict.CANT_TELL, "it lies where the menu had lain"


def test_what_a_menu_hangs_on_and_what_stands_in_its_entries_tell_nothing_either() -> None:
    """As those of GTK 4: its own window, a text in each entry, a button that says it is open."""
    opened = zone("Menu", state=frozenset({State.ENABLED, State.EXPANDED}))
    entry = zone("Wrap", Role.MENU_ITEM, window_id="popup", parent_id="Menu")
    text = replace(zone("Text", Role.LABEL, window_id="popup", parent_id="Wrap"), label="Wrap")
    before = situation(opened, entry, text, titles=("Window", "popup"))
    closed = replace(opened, state=frozenset({State.ENABLED}))
    gone = judged(before, situation(closed), SomethingChanges(), Click(), "Wrap")
    assert gone.verdict is Verdict.CANT_TELL and "closed over it" in gone.words
    came = situation(closed, titles=("Window", "Wrapping"))
    assert judged(before, came, SomethingChanges(), Click(), "Wrap").is_seen


@pytest.mark.parametrize(
    ("within", "is_painted", "verdict"),
    [
        (Role.MENU, True, Verdict.CANT_TELL),
        (Role.MENU, False, Verdict.CONTRADICTED),
        (Role.GROUP, True, Verdict.CONTRADICTED),
    ],
)
def test_a_box_in_an_open_menu_may_be_ticked_and_not_tell_it(
    within: Role, *, is_painted: bool, verdict: Verdict
) -> None:
    """As those of GTK 3; one that looks otherwise is not clicked once more."""
    zones = zone("Menu", within, at=1), zone("Box", Role.CHECK_BOX, parent_id="Menu")
    before, now = situation(*zones), situation(*zones, shade=200 * is_painted)
    is_on = ZoneState("Box", "Box", State.CHECKED)
    assert judged(before, now, is_on, Click(), "Box").verdict is verdict


def test_that_a_menu_closed_of_which_nothing_is_told_tells_nothing_either() -> None:
    """It was read from the picture; a click beside its entries closes it, too."""
    entry = zone("About", Role.LABEL, source=Source.TEXT, window_id="popup")
    before = situation(entry, titles=("Window", "popup"))
    gone = judged(before, situation(zone("Open")), SomethingChanges(), Click(), "About")
    assert gone.verdict is Verdict.CANT_TELL and "closed over it" in gone.words
    came = situation(titles=("Window", "About it"))
    assert judged(before, came, SomethingChanges(), Click(), "About").is_seen
    told = situation(replace(entry, source=Source.ACCESSIBILITY), titles=("Window", "popup"))
    assert judged(told, situation(), SomethingChanges(), Click(), "About").is_seen, "no menu"


def test_a_tick_in_a_menu_that_has_closed_can_not_be_told() -> None:
    is_on = ZoneState("Wrap", "Wrap", State.CHECKED)
    assert judged(situation(WRAP), told(WRAP, on_screen=False), is_on).verdict is Verdict.CANT_TELL


@pytest.mark.parametrize(
    ("held", "holds", "text", "verdict"),
    [
        ("", "12", "12", Verdict.SEEN),
        ("", "1,234", "1234", Verdict.SEEN),
        ("", "2×3", "2*3", Verdict.SEEN),
        ("", "a\n", "a", Verdict.SEEN),
        ("", "12 px", "12", Verdict.SEEN),
        ("", "12 of 30", "12", Verdict.CANT_TELL),
        ("1", "15", "5", Verdict.CONTRADICTED),
        ("", "inbox", "inb", Verdict.CANT_TELL),
        ("", "123-456", "123456", Verdict.CANT_TELL),
        ("", "abc", "abcdef", Verdict.CONTRADICTED),
        ("old", "old", "new", Verdict.CONTRADICTED),
    ],
)
def test_a_field_s_value_is_compared_as_programs_show_it(
    held: str, holds: str, text: str, verdict: Verdict
) -> None:
    found = judged(
        told(FIELD, value=held), told(FIELD, value=holds), ZoneValue("Name", "Name", text)
    )
    assert found.verdict is verdict, found


@pytest.mark.parametrize(
    ("held", "holds", "verdict"),
    [
        ("", "hello", Verdict.SEEN),
        ("hello ", "hello hello", Verdict.SEEN),
        ("hello", "hello", Verdict.CONTRADICTED),
        ("a", "a he-llo", Verdict.CANT_TELL),
        ("", "", Verdict.CANT_TELL),
    ],
    ids=["new", "once more", "stood there before", "rewritten", "never tells"],
)
def test_text_that_is_added_must_be_new(held: str, holds: str, verdict: Verdict) -> None:
    added = ZoneValue("Name", "Name", "hello", contains=True)
    found = judged(told(FIELD, value=held), told(FIELD, value=holds), added, TypeText("hello"))
    assert found.verdict is verdict, found


@pytest.mark.parametrize(
    ("holds", "contains", "verdict"),
    [
        (f"/tmp/{MASK}/a.txt", False, Verdict.SEEN),
        (MASK, True, Verdict.SEEN),
        (f"old.txt/tmp/{MASK}/a.txt", False, Verdict.CONTRADICTED),
        (f"old.txt/tmp/{MASK}/a.txt", True, Verdict.CANT_TELL),
    ],
    ids=["in its place", "all of it", "behind what stood there", "somewhere in it"],
)
def test_of_a_masked_value_what_is_legible_counts(
    holds: str, contains: bool, verdict: Verdict
) -> None:
    typed = ZoneValue("Name", "Name", "/tmp/a1b2c3/a.txt", contains=contains)
    masked = told(FIELD, value=holds, hidden_digest="new")
    assert judged(told(FIELD, value="old.txt"), masked, typed).verdict is verdict


def test_a_text_that_stood_there_before_is_no_evidence_of_an_effect() -> None:
    other = situation(SAVED, zone("More", Role.LABEL, at=4))
    assert judged(situation(), situation(SAVED), TextShown("Saved")).is_seen
    assert judged(situation(SAVED), other, TextShown("Saved")).verdict is Verdict.CANT_TELL
    check = judged(situation(SAVED), situation(SAVED), TextShown("saved"), Wait(1))
    said = "“saved” stands in label “Saved” of the window “Window”"
    assert check == Judgement(Verdict.SEEN, (said,))


@pytest.mark.parametrize(
    ("shown", "verdict"),
    [
        (TextShown("5", "Sum"), Verdict.SEEN),
        (TextShown("5", "Other"), Verdict.CONTRADICTED),
        (TextShown("5", "status bar"), Verdict.CONTRADICTED),
        (TextShown("5", "Sum", "sum"), Verdict.SEEN),
        (TextShown("1", "Sum", "sum"), Verdict.CONTRADICTED),
        (TextShown("5", "Rest", "rest"), Verdict.CONTRADICTED),
    ],
)
def test_a_check_of_a_place_looks_there_only_and_for_whole_words(
    shown: TextShown, verdict: Verdict
) -> None:
    here = situation(
        zone("Sum", Role.LABEL, zone_id="sum", value="5"),
        zone("Rest", Role.LABEL, zone_id="rest", value="15", at=2),
        zone("5", Role.LABEL, zone_id="else", at=4),
    )
    assert judged(here, here, shown, Wait(1)).verdict is verdict


def test_a_word_inside_another_is_no_evidence() -> None:
    unsaved = situation(zone("Unsaved", Role.LABEL))
    assert judged(unsaved, unsaved, TextShown("saved"), Wait(1)).is_contradicted
    assert judged(unsaved, unsaved, WindowShown("Win"), Wait(1)).is_contradicted


def test_only_what_excludes_it_or_nothing_at_all_contradicts_an_effect() -> None:
    pane = situation(SAVE, zone("Pane", Role.GROUP, at=3))
    other = judged(situation(SAVE), pane, NewWindow(), Click(), "Save")
    assert other.verdict is Verdict.CANT_TELL and "“Pane” came into sight" in other.words
    still = judged(situation(SAVE), situation(SAVE), ZoneShown("Menu"), Click(), "Save")
    assert still == Judgement(Verdict.CONTRADICTED, (NOTHING,))
    open_ = judged(situation(SAVE), pane, WindowGone("Window", "Window"), Click(), "Save")
    assert open_.is_contradicted and "is still there" in open_.words


def test_the_picture_alone_is_no_evidence_of_an_effect() -> None:
    """A button lights up below the pointer, and a program that starts goes on painting."""
    changed = SomethingChanges()
    before = situation(SAVE)  # its bounds are 16 × 8 pixels at the top
    for drawn in (drawn_on(before, 20, 12), drawn_on(before, 60, 16, at=20)):
        assert judged(before, drawn, changed, Click(), "Save").verdict is Verdict.CANT_TELL
        assert judged(before, drawn, changed, PressKeys(("f5",))).verdict is Verdict.CANT_TELL
    assert judged(before, before, changed, Click(), "Save").is_contradicted


def test_a_key_of_which_nothing_was_expected_is_told_with_what_the_picture_shows() -> None:
    before = situation(SAVE)
    moved = judged(before, drawn_on(before, 60, 16, at=20), None, PressKeys(("left",)))
    assert moved.verdict is Verdict.CANT_TELL and "The picture changed (" in moved.words
    still = judged(before, before, None, PressKeys(("left",)))
    assert still.verdict is Verdict.CANT_TELL and "Nothing was expected" in still.words


HELD = replace(FIELD, value="Paint")
ADDED = zone("Buy rope", Role.LIST_ITEM, at=3)
COUNTED = zone("1 task", Role.LABEL, at=3)


@pytest.mark.parametrize("replaced", [True, False])
@pytest.mark.parametrize(
    ("now", "verdict"),
    [
        (situation(FIELD, ADDED), Verdict.SEEN),
        (situation(replace(FIELD, value="Buy rope")), Verdict.SEEN),
        (situation(FIELD, COUNTED), Verdict.CANT_TELL),
        (situation(replace(FIELD, value="BUY-ROPE")), Verdict.CANT_TELL),
        (situation(HELD), Verdict.CONTRADICTED),
    ],
    ids=["it stands elsewhere", "it stays", "something came", "the program's own", "nothing"],
)
def test_a_line_that_a_field_took_by_a_return_did_not_fail(
    now: Situation, verdict: Verdict, replaced: bool
) -> None:
    wanted = after_typing(FIELD, "Buy rope\n", replaced=replaced)
    action = TypeText("Buy rope\n", replace=replaced)
    assert judged(situation(HELD), now, wanted, action, "Name").verdict is verdict


@pytest.mark.parametrize("text", ["One\n", "One\nTwo\n"])
def test_a_return_in_a_text_of_several_lines_is_a_part_of_it(text: str) -> None:
    area = zone("Text", Role.TEXT_AREA)
    assert after_typing(area, text, replaced=True) == ZoneValue("Text", "Text", text, contains=True)


@pytest.mark.parametrize("replaced", [False, True])
@pytest.mark.parametrize(("is_cut", "verdict"), [(True, "can't tell"), (False, "contradicted")])
def test_what_is_typed_where_a_long_text_is_told_no_more_did_not_fail(
    replaced: bool, is_cut: bool, verdict: str
) -> None:
    """At the end of a document whose beginning is told, or longer itself than what is told."""
    area = replace(zone("Text", Role.TEXT_FIELD, value="x" * 4_000), is_cut=is_cut)
    wanted = ZoneValue("Text", "Text", "The end", contains=not replaced)
    action = TypeText("The end", replace=replaced)
    told = judged(situation(area), situation(area, shade=9), wanted, action, "Text")
    assert told.verdict == verdict


def test_where_only_the_picture_tells_typed_text_can_not_be_told() -> None:
    before = situation(zone("Page", Role.CANVAS))
    now = drawn_on(before, 60, 16, at=20)
    found = judged(before, now, SomethingChanges(), TypeText("hello"), "Page")
    assert found.verdict is Verdict.CANT_TELL


def test_a_clock_and_what_is_drawn_are_no_differences_that_are_told() -> None:
    now_secs = time.time()
    times = [time.strftime("%H:%M", time.localtime(now_secs + each)) for each in (0, 60)]
    drawn = zone("read", Role.LABEL, source=Source.TEXT, at=4)
    before, now = (
        situation(zone("It is", value=times[0])),
        situation(zone("It is", value=times[1]), drawn),
    )
    assert not judged(before, now, SomethingChanges(), PressKeys(("f5",))).is_seen
    later = situation(zone("It is", value="another text"))
    assert judged(before, later, SomethingChanges(), PressKeys(("f5",))).is_seen


@pytest.mark.parametrize("is_cut", [True, False])
def test_what_a_dialog_leaves_of_a_word_that_it_lies_over_is_no_effect(is_cut: bool) -> None:
    """The dialog came by itself; “Relay”, which its frame cuts, reads “Relav”."""
    relay = zone("Relay", Role.LABEL, source=Source.TEXT, at=4)
    told = zone("Close", window_id="Tip of the Day")
    tip = replace(told, zone_id="tip", label="Wet ropes hold better.", role=Role.LABEL)
    before = situation(zone("Moor"), relay)
    titles = ("Tip of the Day", "Window")
    relav = replace(relay, zone_id="Relav", label="Relav")
    now = situation(zone("Moor"), relav, tip, told, titles=titles, shade=90)
    place = Rect(18 if is_cut else 70, 36, 40, 12)
    dialog = replace(now.windows[0], is_dialog=True, bounds_px=place)
    now = replace(now, windows=(dialog, replace(now.windows[1], is_active=False)))
    step = PlanStep(1, "Moor", "Moor", Click(), "Click Moor", SomethingChanges())
    assert judge(step, Looks(before, now, 100.0)).is_seen is not is_cut


def test_of_several_effects_one_that_is_seen_is_enough() -> None:
    either = AnyOf((NewWindow(), TextShown("Saved")))
    assert judged(situation(SAVE), situation(SAVE, SAVED), either, Click(), "Save").is_seen
    assert judged(situation(SAVE), situation(SAVE), either, Click(), "Save").is_contradicted


# --- programs


def started(*titles: str, at_secs: float = 0.0, **changes: object) -> Situation:
    now = situation(titles=("Window", *titles))
    first, *new = now.windows
    facts = {"started_at_secs": at_secs, **changes}
    return replace(now, windows=(first, *(replace(w, **facts) for w in new)))  # type: ignore[arg-type]


def test_a_program_is_started_when_a_process_of_then_has_a_window() -> None:
    launch = Launch("Text Editor")
    assert judged(situation(), started("Untitled", at_secs=101.0), NewWindow(), launch).is_seen
    splash = started("Untitled", at_secs=101.0, is_splash=True)
    assert not judged(situation(), splash, NewWindow(), launch).is_seen


def test_the_window_of_a_program_that_ran_before_counts_by_its_program_not_by_its_title() -> None:
    launch = Launch("Text Editor")
    handed = started("notes", at_secs=5.0, application="Text Editor")
    assert judged(situation(), handed, WindowShown("Text Editor"), launch).is_seen
    titled = started("How to use Text Editor", at_secs=5.0, application="browser")
    found = judged(situation(), titled, WindowShown("Text Editor"), launch)
    assert found.verdict is Verdict.CANT_TELL


def test_a_program_of_which_nothing_comes_is_not_started() -> None:
    assert judged(situation(), situation(), NewWindow(), Launch("Text Editor")).is_contradicted


# --- files

NEW, OLD = FileFacts(True, 5, 200.0, "Hello"), FileFacts(True, 5, 50.0, "Hello")
NONE = FileFacts(False)


@pytest.mark.parametrize(
    ("before", "now", "text", "is_seen"),
    [
        (NONE, NEW, "Hello", True),
        (NONE, OLD, None, True),
        (OLD, NEW, None, True),
        (OLD, OLD, None, False),
        (NONE, NEW, "Hullo", False),
        (NONE, replace(NEW, text="Hel\r\nlo\r\n"), "Hel\nlo", True),
        (NONE, replace(NEW, text=None), "Hello", None),
        (NONE, replace(NEW, text="<p>Hello</p>", is_packed=True), "Hello", None),
        (OLD, replace(OLD, text=None), "Hello", None),
        (OLD, NONE, None, False),
        (None, NEW, None, True),
        (None, OLD, None, False),
    ],
    ids=[
        "new",
        "pasted with its old time",
        "written",
        "not written",
        "other text",
        "line ends of another kind",
        "no text",
        "packed",
        "no text any more",
        "gone",
        "not looked at before, written",
        "not looked at before, old",
    ],
)
def test_a_file_counts_by_what_was_there_before(
    before: FileFacts | None, now: FileFacts, text: str | None, is_seen: bool | None
) -> None:
    """None: nobody can tell."""
    known = {"/x": before} if before is not None else {}
    found = judged(
        situation(), situation(), FileSaved("/x", text), files={"/x": now}, files_before=known
    )
    assert found.is_seen is (is_seen is True) and found.is_contradicted is (is_seen is False)


def test_a_check_takes_a_file_for_saved_that_was_not_there_before_however_old_it_is() -> None:
    now, known = {"/x": FileFacts(True, 1, 5.0, "x")}, {"/x": FileFacts(exists=False)}
    check, both = FileSaved("/x"), (situation(), situation())
    assert judged(*both, check, Wait(), files=now, files_before=known).is_seen
    assert judged(*both, check, Wait(), files=now).is_contradicted


@pytest.mark.parametrize(
    ("path", "made", "is_told", "verdict"),
    [
        ("/x/note", "note.odt", True, Verdict.SEEN),
        ("/x/note", "note.odt", False, Verdict.CANT_TELL),
        ("/x/note.txt", "note.txt.odt", True, Verdict.CONTRADICTED),
    ],
)
def test_a_file_that_got_an_ending_of_the_programs_own_is_told(
    path: str, made: str, is_told: bool, verdict: Verdict
) -> None:
    text = "Hello" if is_told else None
    now = FileFacts(False, 5, 101.0, text, made)
    found = judged(situation(), situation(), FileSaved(path, "Hello"), files={path: now})
    assert found.verdict is verdict
    assert any(f"/x/{made} was written" in each for each in found.evidence)


@pytest.mark.parametrize(
    ("titles", "role", "verdict"),
    [
        (("New safe", "Main"), Role.TEXT_FIELD, Verdict.CANT_TELL),
        (("Could not save", "Main"), Role.BUTTON, Verdict.CONTRADICTED),
        (("New safe", "Save As"), Role.TEXT_FIELD, Verdict.CONTRADICTED),
        (("Main",), Role.TEXT_FIELD, Verdict.CONTRADICTED),
    ],
)
def test_a_file_may_come_after_what_asks_for_more_once_it_was_named(
    titles: tuple[str, ...], role: Role, verdict: Verdict
) -> None:
    save = zone("Save", window_id="Save As")
    named = situation(save, titles=("Save As", "Main"))
    state = frozenset({State.ENABLED, State.EDITABLE})
    more = situation(zone("Word", role, state=state, window_id=titles[0]), titles=titles)
    files, check = {"/x": FileFacts(exists=False)}, FileSaved("/x")
    found = judged(named, more, check, zone_id="Save", files=files, files_before=files)
    assert found.verdict is verdict


def elsewhere(*zones: Zone) -> Situation:
    """As a desktop shows itself of which there is a picture only."""
    seen = situation(*zones)
    (window, *_) = seen.windows
    bounds_px = seen.frame.bounds_px
    return replace(seen, windows=(replace(window, keeps_terminal=None, bounds_px=bounds_px),))


@pytest.mark.parametrize("action", [Click(), Wait(0)])
def test_nobody_can_tell_of_files_and_windows_where_nobody_can_look(action: Action) -> None:
    files = {"/x": FileFacts(False)}
    untold = (
        FileSaved("/x"),
        WindowShown("Save As"),
        WindowActive("Save As"),
        NewWindow(),
        AnyOf((WindowShown("Save As"), TextShown("y"))),
    )
    for condition in untold:
        found = judged(elsewhere(), elsewhere(), condition, action, files=files)
        assert found.verdict is Verdict.CANT_TELL and "nobody can look" in found.evidence[0]
        assert not is_excluded(condition, elsewhere())
    assert judged(elsewhere(), elsewhere(SAVED), TextShown("Saved"), action).is_seen
    draft = elsewhere(zone("Draft", Role.LABEL))
    assert judged(draft, draft, TextShown("Saved"), action).is_contradicted
    assert is_excluded(WindowShown("Save As"), situation())


def test_what_lay_there_before_with_an_ending_is_no_file_of_the_step() -> None:
    old = FileFacts(False, 5, 40.0, "Hello", "note.odt")
    saved = FileSaved("/x/note")
    found = judged(
        situation(), situation(), saved, files={"/x/note": old}, files_before={"/x/note": old}
    )
    assert found.is_contradicted and found.evidence[-1] == "there is note.odt"


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ("Red", Verdict.SEEN),
        ("Dark Red", Verdict.CANT_TELL),
        ("Red (default)", Verdict.CANT_TELL),
        ("Blue", Verdict.CONTRADICTED),
        ("Redwood", Verdict.CONTRADICTED),
        ("", Verdict.CANT_TELL),
    ],
)
def test_what_is_chosen_of_a_list_is_the_whole_of_it(value: str, verdict: Verdict) -> None:
    box = zone("Colour", Role.COMBO_BOX, value="Green")
    chosen = ZoneValue("Colour", "Colour", "Red", contains=True)
    assert judged(situation(box), told(box, value=value), chosen).verdict is verdict


def test_what_a_list_shows_by_its_name_alone_and_in_another_case_is_chosen() -> None:
    chosen = ZoneValue("Colour", "Colour", "Dark Red", contains=True)
    box = zone("Colour", Role.COMBO_BOX)
    came = judged(situation(box), told(box, label="dark red"), chosen)
    assert came.is_seen and "“dark red”" in came.words
    assert judged(situation(box), told(box, label="red"), chosen).verdict is Verdict.CANT_TELL


def test_typing_where_nothing_tells_what_takes_it_is_not_contradicted() -> None:
    focused = replace(FIELD, state=FIELD.state | {State.FOCUSED})
    typed, shown = TypeText("hello"), TextShown("hello")
    blind = judged(situation(SAVE), situation(SAVE), shown, typed)
    assert (blind.verdict, blind.evidence[1:]) == (
        Verdict.CANT_TELL,
        ("nothing tells what took it",),
    )
    assert judged(situation(focused), situation(focused), shown, typed).is_contradicted


def test_at_a_place_a_label_of_figures_is_no_effect_for_it_tells_where_the_pointer_is() -> None:
    at, canvas = Click(at=Spot(0.5, 0.5)), zone("Canvas", Role.CANVAS)
    pointer = zone("12,30 : 7 x 9 px", Role.LABEL, at=2)
    moved = judged(situation(canvas), situation(canvas, pointer), None, at, "Canvas")
    assert moved.verdict is Verdict.CANT_TELL
    drawn = drawn_on(situation(canvas, pointer), 60, 40)
    assert "picture changed" in judged(situation(canvas), drawn, None, at, "Canvas").words
    assert judged(situation(canvas), said(canvas, SAVED), None, at, "Canvas").is_seen


@pytest.mark.parametrize(
    "mute", [zone("Wrap", Role.LIST_ITEM, source=Source.TEXT), zone("Wrap", Role.MENU_ITEM), SAVED]
)
@pytest.mark.parametrize("is_on", [True, False])
def test_a_tick_of_what_tells_none_is_neither_seen_nor_excluded(mute: Zone, is_on: bool) -> None:
    condition = ZoneState(mute.zone_id, mute.label, State.CHECKED, is_on)
    told = judged(situation(mute), situation(mute), condition, Click(), mute.zone_id)
    assert told.verdict is Verdict.CANT_TELL


def test_of_tabs_of_which_none_is_said_to_be_chosen_none_is_said_not_to_be() -> None:
    is_chosen = ZoneState("Graphs", "Graphs", State.SELECTED)
    tabs = [zone(each, Role.TAB, at=at) for at, each in enumerate(("Sizes", "Graphs"))]
    before, shown = situation(*tabs), situation(*tabs, SAVED)
    told = judged(before, shown, is_chosen, Click(), "Graphs")
    assert told.verdict is Verdict.CANT_TELL and "Saved" in told.words
    assert not is_excluded(is_chosen, shown)
    first = replace(tabs[0], state=frozenset({State.SELECTED}))
    other = situation(first, *tabs[1:], SAVED)
    assert judged(before, other, is_chosen, Click(), "Graphs").is_contradicted
    assert is_excluded(is_chosen, other)


def test_an_entry_that_tells_of_its_tick_only_while_it_is_on_is_seen_to_be_turned_off() -> None:
    is_off = ZoneState("Wrap", "Wrap", State.CHECKED, False)
    entry = zone("Wrap", Role.MENU_ITEM)
    was = replace(entry, role=Role.CHECK_MENU_ITEM, state=ON)
    assert judged(situation(was), situation(entry), is_off).is_seen


def test_what_is_merely_drawn_tells_not_that_it_is_greyed_out() -> None:
    read = zone("Save", source=Source.TEXT, state=frozenset())
    is_grey = ZoneState(read.zone_id, "Save", State.ENABLED, False)
    told = judged(situation(read), situation(read), is_grey, Wait())
    assert not told.is_seen and "in sight tells whether" in told.words


@pytest.mark.parametrize("called", ["app", "helpon"])
def test_a_tooltip_that_comes_up_is_no_effect(called: str) -> None:
    """A window beside a larger one of its program that only tells a tip, whatever it is called;
    what can be pressed is another matter."""
    large = painted.window(application="app")
    small = painted.window("Tip", Rect(60, 60, 80, 20), active=False, application=called)
    button = painted.zone("Go", Role.BUTTON, Rect(30, 30, 60, 20))
    tip = painted.zone("Goes on", Role.LABEL, Rect(62, 62, 76, 16), at="id Tip")
    before = painted.drawn([large], [button])
    hinted = painted.drawn([small, large], [button, tip])
    told = judged(before, hinted, SomethingChanges(), Click(), "Go")
    assert not told.is_seen and "Tip" not in told.words
    pressed = replace(tip, role=Role.BUTTON)
    acting = painted.drawn([small, large], [button, pressed])
    assert judged(before, acting, SomethingChanges(), Click(), "Go").is_seen
    assert judged(acting, before, SomethingChanges(), Click(), "Go").is_seen


@pytest.mark.parametrize(
    ("read", "verdict"), [((), "can't tell"), ((0.97, 0.6), "can't tell"), ((0.97, 0.95), None)]
)
def test_a_check_of_a_drawn_window_fails_only_where_all_of_it_is_surely_read(
    read: tuple[float, ...], verdict: str | None
) -> None:
    zones = (zone(f"line {each}", Role.LABEL, source=Source.TEXT, confidence=each) for each in read)
    drawn = situation(*zones)
    found = judged(drawn, drawn, TextShown("Saved"), Wait())
    assert found.verdict == (verdict or Verdict.CONTRADICTED)
    assert judged(drawn, drawn, TextShown("Saved"), Wait(60)).is_contradicted
    assert judged(drawn, drawn, ZoneGone("", "Saved"), Wait()).is_seen is (verdict is None)


def test_a_tooltip_that_comes_up_is_not_what_an_entry_of_a_menu_did() -> None:
    large = painted.window(application="app")
    popup = painted.window("Menu", Rect(20, 20, 80, 60), active=False, application="app")
    small = painted.window("Tip", Rect(60, 60, 80, 20), active=False, application="app")
    button = painted.zone("Go", Role.BUTTON, Rect(30, 30, 60, 20))
    entry = painted.zone("Wrap", Role.MENU_ITEM, Rect(22, 22, 70, 16), at="id Menu")
    tip = painted.zone("Goes on", Role.LABEL, Rect(62, 62, 76, 16), at="id Tip")
    before = painted.drawn([popup, large], [button, entry])
    hinted = painted.drawn([small, large], [button, tip])
    told = judged(before, hinted, SomethingChanges(), Click(), entry.zone_id)
    assert told.verdict is Verdict.CANT_TELL, told


def test_a_word_that_stood_there_before_is_no_effect_of_a_click() -> None:
    """A button's word was told of a larger thing around it; a display that reads otherwise is an
    effect, a row of stars is not."""
    window = painted.window()
    echo = replace(
        painted.zone("echo", Role.TEXT_FIELD, Rect(40, 40, 80, 20), value="*********"),
        source=Source.TEXT,
    )
    button = replace(painted.zone("OK", Role.BUTTON, Rect(50, 80, 60, 20)), source=Source.TEXT)
    larger = replace(button, zone_id="larger", role=Role.ICON, bounds_px=Rect(30, 36, 100, 70))
    caret = (Rect(100, 42, 1, 16), painted.INK)
    before = painted.drawn([window], [echo, button])
    now = painted.drawn([window], [larger], caret)
    told = judged(before, now, SomethingChanges(), Click(), "OK")
    assert told.verdict is Verdict.CANT_TELL, told
    read = replace(echo, zone_id="read", role=Role.LABEL, label="", value="12 kg")
    assert judged(before, painted.drawn([window], [read], caret), SomethingChanges()).is_seen
    signs = replace(read, value="******")
    assert not judged(before, painted.drawn([window], [signs], caret), SomethingChanges()).is_seen


def test_signs_that_came_where_a_text_was_typed_may_hide_it() -> None:
    field = replace(painted.zone("Key", Role.TEXT_FIELD, Rect(40, 40, 80, 20)), source=Source.SHAPE)
    before = painted.drawn([painted.window()], [field])
    stars = [(Rect(44 + 8 * each, 46, 5, 5), painted.INK) for each in range(9)]
    now = painted.drawn([painted.window()], [field], *stars)
    typed = TypeText("driftwood"), "Key"
    assert judged(before, now, TextShown("driftwood"), *typed).verdict is Verdict.CANT_TELL
    caret = painted.drawn([painted.window()], [field], (Rect(44, 42, 1, 16), painted.INK))
    assert judged(before, caret, TextShown("driftwood"), *typed).is_contradicted
    told = replace(field, source=Source.ACCESSIBILITY, value="•" * 9)
    holds = ZoneValue("Key", "Key", "driftwood")
    assert judged(before, situation(told), holds, *typed).verdict is Verdict.CANT_TELL
    other = replace(told, value="••••")
    assert judged(before, situation(other), holds, *typed).is_contradicted


@pytest.mark.parametrize(
    ("tells", "is_seen"),
    [
        ("list.txt", True),
        ("/home/ann/list.txt", True),
        ("Could not open list.txt", False),
        ("Could not open /home/ann/list.txt", False),
        ("No file", False),
    ],
)
def test_a_file_that_was_named_in_its_dialog_is_open_where_something_is_called_so(
    tells: str, is_seen: bool
) -> None:
    """Its name stood in the dialog's field before; that dialog closed."""
    label = zone("No file", Role.LABEL, zone_id="document", window_id="App")
    field = zone("Name", Role.TEXT_FIELD, at=1, value="/home/ann/list.txt", window_id="Open")
    before = situation(label, field, titles=("Open", "App"))
    now = situation(replace(label, label=tells), titles=("App",))
    opened = AnyOf((WindowShown("list.txt"), TextShown("list.txt")))
    assert judged(before, now, opened, PressKeys(("return",))).is_seen is is_seen
    kept = situation(replace(label, label=tells), titles=("Open", "App"))
    assert not judged(before, kept, opened, PressKeys(("return",))).is_seen
    tab = zone("list.txt", Role.TAB, window_id="App")
    tabbed = situation(label, tab, titles=("App",))
    assert judged(before, tabbed, opened, PressKeys(("return",))).is_seen
    stood = situation(label, field, tab, titles=("Open", "App"))
    assert not judged(stood, tabbed, opened, PressKeys(("return",))).is_seen
