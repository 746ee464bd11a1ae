"""What a page says of what was sent: which sentences count as evidence, and which do not."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.web.pages import Answer, Page, ServerWord, Table, WebElement
from engine.domain.zones import Role, Source, Zone
from engine.modes.navigator.confirming import complaints, confirmation
from engine.modes.navigator.reading_back import lines_of
from engine.modes.navigator.saying import new_lines
from engine.modes.navigator.sending import confirmed_now
from engine.modes.navigator.state import NavState, fresh_state
from engine.modes.navigator.switching import switched

if TYPE_CHECKING:
    from engine.modes.navigator.run import Work

_FRAME = Frame(1, 0.0, 1, 1, bytes(4))
_ROW = 40


def field(label: str, value: str = "", *, fault: str = "") -> WebElement:
    name = label.casefold()
    box = Rect(0, 100, 200, 30)
    return WebElement(
        f"f-{name}", "input", label, "textbox", "top", box, attr_name=name, input_type="text",
        value=value, form="form", fault=fault,
    )  # fmt: skip


def send(label: str = "Send", *, form: str = "form", context: str = "") -> WebElement:
    box = Rect(0, 200, 80, 30)
    return WebElement(
        "send", "button", label, "button", "top", box, form=form, is_submit=bool(form),
        context=context,
    )  # fmt: skip


def shown(
    *lines: str,
    url: str = "http://site/form",
    title: str = "Site",
    elements: tuple[WebElement, ...] = (),
    alert: str = "",
    status: str = "",
    said: tuple[str, ...] = (),
    top: int = 240,
    heading: str = "",
    tables: tuple[Table, ...] = (),
) -> Situation:
    """A page with these lines, one under the other from ``top`` on."""
    zones = [
        Zone(f"z{at}", line, Role.LABEL, Rect(0, top + _ROW * at, 400, 20), source=Source.DOM)
        for at, line in enumerate(lines)
    ]
    for role, text in ((Role.ALERT, alert), (Role.STATUS, status)):
        if text:
            zones.append(Zone(role.value, text, role, Rect(0, 0, 9, 9), source=Source.DOM))
    text = "\n".join(filter(None, (*lines, alert, status)))
    page = Page(
        url, title, elements=elements, text=text, said=said,
        headings=(heading,) if heading else (), tables=tables,
    )  # fmt: skip
    return Situation(_FRAME, tuple(zones), (), page=page)


FORM = shown("Your name", elements=(field("Name", "Mira"), send()))


def taken(now: Situation, word: ServerWord = "") -> Situation:
    """A server has taken what was typed."""
    assert now.page is not None
    return replace(
        now, page=replace(now.page, answers=(Answer(9, "POST", "/send", 200, word=word),))
    )


DELETING = shown("Low Tide | 96", "Salt Roads | 400", elements=(send("Delete", form=""),))


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (shown("The author “Mira” was added.", url="/list"), "was added"),
        (shown("Your name", "Saved.", elements=(field("Name"), send())), "Saved"),
        (shown("Your name", alert="Changes saved", elements=(field("Name", "Mira"),)), "saved"),
        (shown("Your name", said=("Profile saved",), elements=(field("Name", "Mira"),)), "saved"),
        (taken(shown("All members", "Mira | Oslo", url="/list")), "“Mira” stands on the page"),
        (shown("Hm", title="Thank you, Mira – Site", url="/list"), "Thank you"),
        (shown("Success!", url="/list"), "Success"),
        (shown("Record was successfully created.", url="/list"), "successfully created"),
        (shown("Your name", status="Stored 1 entries.", elements=(field("Name"),)), "Stored 1"),
        (taken(shown("1. Bo", "2. Mira", url="/list")), "“Mira” stands on the page"),
        (
            taken(
                shown("Mira | Oslo", url="/list", elements=(send("Delete record", form="row 1"),))
            ),
            "“Mira” stands on the page",
        ),
    ],
    ids=[
        "sentence",
        "by the form",
        "alert",
        "toast",
        "entry",
        "sentence in the title",
        "word",
        "note",
        "a note that begins with it",
        "a numbered entry",
        "entry among rows with buttons",
    ],
)
def test_a_new_sentence_that_belongs_is_evidence(now: Situation, said: str) -> None:
    assert said in confirmation(FORM, now, "send")


@pytest.mark.parametrize(
    "now",
    [
        shown("Your name", "Unsaved", elements=(field("Name", "Mira"), send())),
        shown("Hm", title="Mails sent", url="/list"),
        shown("Success stories from our users", url="/list"),
        shown("Your name", alert="Are you sure that it was sent?", elements=(field("Name"),)),
        shown("If it was sent, look into your mail.", url="/list"),
        shown("Nothing was saved.", url="/list"),
        shown("Anna | your parcel was sent", "Bo | yours was sent", url="/list"),
        shown("Your name", "Newsletter sent.", elements=(field("Name", "Mira"),), top=900),
        shown("Something quite different", heading="Home", url="/"),
        shown("Your name", elements=(field("Name", "Mira"), send())),
        shown("Gespeichert", url="/list"),
        shown("Your name", status="Loading 2 of 3", elements=(field("Name", "Mira"), send())),
        shown("Mirabelle | Oslo", url="/list"),
        shown("Stored by others.", url="/list"),
        shown("Your name", status="Stored 0 entries.", elements=(field("Name", "Mira"), send())),
        shown("Results for Mira", url="/search?q=Mira", heading="Results for Mira"),
        shown("Every parcel that Anna packed was sent.", url="/"),
        shown("Office", "Five parcels were sent yesterday.", url="/"),
        shown("Your name", status="Changed fields are marked.", elements=(field("Name"), send())),
        shown("Your name", status="Booked out: Mira.", elements=(field("Name"), send("Book"))),
        shown("You have been logged out.", url="/"),
    ],
    ids=[
        "a word inside another",
        "a title that holds the word",
        "a line that holds the word",
        "a question",
        "a condition",
        "a denial",
        "rows of a table",
        "far from the form",
        "the form went",
        "silence",
        "another language",
        "a status",
        "a part of a name",
        "not what was done now",
        "a note of nothing",
        "the echo of a search",
        "a sentence of another page about something else",
        "what was so before",
        "a note of how things are",
        "all is taken",
        "the end of the session",
    ],
)
def test_what_tells_nothing_is_neither_evidence_nor_a_complaint(now: Situation) -> None:
    assert confirmation(FORM, now, "send") == ""
    assert complaints(FORM, now, "send") == ()


@pytest.mark.parametrize(
    ("label", "said", "is_told"),
    [
        ("Set the lamp", "The lamp is set.", True),
        ("Give back", "Given back", True),
        ("Set the lamp", "No lamp is set yet.", False),
        ("Set the lamp", "Set the lamp first.", False),
    ],
)
def test_the_word_of_a_button_bends_in_other_ways_once_that_is_done(
    label: str, said: str, *, is_told: bool
) -> None:
    before = shown("Your name", elements=(field("Name", "Mira"), send(label)))
    now = shown("Your name", status=said, elements=(field("Name"), send(label)))
    assert (said in confirmation(before, now, "send")) is is_told


def test_a_row_or_a_question_that_goes_is_not_said_anew() -> None:
    before = shown("Tern | New rudder | Done", "Is it done?", "Not yet", "Nothing was kept")
    told = ("Tern New rudder Done", "Is it done? Not yet", "Nothing was kept Not yet")
    lines = new_lines(before, shown("Gannet", said=told))
    assert [each.text for each in lines] == ["Nothing was kept Not yet", "Gannet"]


def test_that_the_session_ended_is_evidence_where_that_was_meant() -> None:
    now = shown("You have been logged out.", url="/")
    asked = shown("Your name", elements=(field("Name", "Mira"), send("Log out")))
    assert "logged out" in confirmation(asked, now, "send")


def test_what_stood_there_before_is_no_evidence() -> None:
    before = shown("Saved.", elements=(field("Name", "Mira"), send()))
    assert confirmation(before, shown("Saved.", url="/list"), "send") == ""


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (
            shown("Your name", "Name is required.", elements=(field("Name", "Mira"), send())),
            "Name is required.",
        ),
        (shown("Hm", alert="Invalid token", url="/list"), "Invalid token"),
        (
            shown("Your name", elements=(field("Name", "Mira", fault="Zu kurz"), send())),
            "Name: Zu kurz",
        ),
        (
            shown("Your name", said=("The page asked in a dialog: “Delete it?”; dismissed.",)),
            "Delete it? (it was dismissed)",
        ),
    ],
    ids=["by the form", "alert", "a field that is marked", "a question answered with no"],
)
def test_a_fault_that_belongs_is_a_complaint(now: Situation, said: str) -> None:
    assert complaints(FORM, now, "send") == (said,)
    assert confirmation(FORM, now, "send") == ""


def test_an_explicit_sentence_wins_over_a_new_form_and_over_its_empty_fields() -> None:
    blank = (field("Name", fault="Fill this in"), send(), field("Town"))
    now = shown("“Mira” was added.", "Your name", elements=blank)
    assert "was added" in confirmation(FORM, now, "send")
    assert complaints(FORM, now, "send") == ()


def test_what_was_taken_away_is_named_no_more() -> None:
    gone = shown("Salt Roads | 400")
    goal = "Delete 'Low Tide'"
    assert "“Low Tide” is on the page no more" in confirmation(DELETING, gone, "send", goal)
    still = shown("Delete 'Low Tide'?", "Salt Roads | 400")
    assert confirmation(DELETING, still, "send", goal) == ""
    elsewhere = shown("Welcome", url="/start")
    assert confirmation(DELETING, elsewhere, "send", goal) == ""


@pytest.mark.parametrize(("tag", "is_text"), [("div", True), ("a", False)])
def test_a_text_that_a_click_puts_away_is_a_text_all_the_same(tag: str, *, is_text: bool) -> None:
    box = Rect(0, 240, 200, 20)
    note = WebElement("note", tag, "It was saved.", "", "top", box)
    seen = shown("It was saved.", elements=(field("Name", "Mira"), send(), note))
    zone = Zone("n", note.text, Role.OTHER, box, source=Source.DOM, source_key="note")
    assert bool(confirmation(FORM, replace(seen, zones=(zone,)), "send")) is is_text


def test_a_dialog_whose_button_takes_nothing_away_is_no_evidence_by_being_gone() -> None:
    create = replace(send("Create", form=""), dialog="New boat", context="Please name it. Create")
    asked = shown("Please name it.", elements=(create,))
    assert confirmation(asked, shown("Boats"), "send", "click Create in the dialog") == ""
    delete = replace(create, dialog="Delete Endeavour?", text="OK", context="Endeavour OK")
    asked = shown("Endeavour | 9", elements=(delete,))
    assert "is on the page no more" in confirmation(asked, shown("Boats"), "send")


@pytest.mark.parametrize(
    ("path", "heading", "is_own"),
    [
        ("/boats/7", "Mira", True),
        ("/boats/7?page=2", "Mira", True),
        ("/boats/7", "Mirabelle", False),
        ("/send", "Mira", False),
        ("/form", "Mira", False),
        ("/found?q=mira", "Mira", False),
    ],
)
def test_a_page_that_is_headed_by_what_was_sent_tells_where_the_server_led_on_to_it(
    path: str, heading: str, is_own: bool
) -> None:
    more = (field("Comment"), replace(send("Add"), form="other"))
    seen = shown("Hm", url=f"http://site{path}", heading=heading, elements=more)
    assert seen.page is not None
    led = replace(seen, page=replace(seen.page, answers=(Answer(1, "POST", "/send", 303),)))
    assert bool(confirmation(FORM, led, "send")) is is_own
    assert confirmation(FORM, seen, "send") == "", "nobody took it"


@pytest.mark.parametrize(
    ("heading", "button", "is_own"),
    [
        ("Boat: Mira", "Delete", True),
        ("Mira", "Publish", False),
        ("Mira", "Next", False),
        ("Mira", "Confirm", False),
        ("Preview: Mira", "Send", False),
        ("Delete: Mira", "Delete", False),
    ],
)
def test_a_page_that_shows_what_was_sent_first_or_asks_about_it_is_not_its_own(
    heading: str, button: str, *, is_own: bool
) -> None:
    more = (replace(send(button), form="other"),)
    seen = shown("Hm", url="http://site/boats/7", heading=heading, elements=more)
    assert seen.page is not None
    led = replace(seen, page=replace(seen.page, answers=(Answer(1, "POST", "/send", 303),)))
    assert bool(confirmation(FORM, led, "send")) is is_own


BOAT = shown("New boat", elements=(field("Name", "Endeavour"), field("Berth", "9"), send()))
ROW = "5 | Endeavour | 9"


def listed(*rows: str, heads: str = "Id | Name | Berth") -> Situation:
    """A list that has ticks for its rows, and a button beside it."""
    ticks = tuple(
        WebElement(
            f"t{at}", "input", "Select item", "checkbox", "top", Rect(0, 300 + at, 9, 9),
            input_type="checkbox", context=row.replace(" | ", " "),
        )
        for at, row in enumerate(rows)
    )  # fmt: skip
    more = WebElement("more", "button", "Actions", "button", "top", Rect(0, 0, 90, 20))
    told = Table("Boats", tuple(heads.split(" | ")), tuple(tuple(e.split(" | ")) for e in rows))
    lines = (heads, *rows)
    return shown(*lines, url="/boats", elements=(*ticks, more), tables=(told,))


def test_the_own_row_of_what_was_sent_is_read_back_from_a_list() -> None:
    now, typed = listed("1 | Albatross | 1", ROW), ("Endeavour", "9")
    said = f"the row “{ROW}” stands on the page now"
    assert confirmation(BOAT, taken(now), "send", typed=typed) == said
    assert not confirmation(BOAT, now, "send", typed=typed)  # its page may only draw it
    assert not confirmation(BOAT, taken(now, "aside"), "send", typed=typed)
    assert not confirmation(BOAT, taken(now), "send", typed=typed, was_sent=True)  # a draft's row


@pytest.mark.parametrize(
    ("now", "typed", "known"),
    [
        (listed("5 | Endeavours | 9"), ("Endeavour", "9"), ""),
        (listed("5 | Endeavour | 8"), ("Endeavour", "9"), ""),
        (listed(ROW), ("Endeavour", "9"), ROW),
        (listed(ROW), ("Cutter",), ""),
        (listed("9 | Albatross | 1"), ("9",), ""),
    ],
    ids=["part of a word", "another cell", "stood there before", "not typed", "a short value"],
)
def test_another_row_is_no_evidence(now: Situation, typed: tuple[str, ...], known: str) -> None:
    lines = lines_of([known]) if known else frozenset()
    assert confirmation(BOAT, taken(now), "send", typed=typed, known=lines) == ""


def test_a_last_look_before_it_is_sent_is_no_row_of_a_list() -> None:
    order = WebElement("go", "button", "Confirm", "button", "top", Rect(0, 0, 9, 9))
    seen = listed(ROW)
    assert seen.page is not None
    page = replace(seen.page, elements=(*seen.page.elements, order))
    assert confirmation(BOAT, replace(seen, page=page), "send") == ""


def test_what_the_page_says_first_counts_no_more_once_it_finds_fault() -> None:
    now = shown("Your name", said=("Profile saved",), alert="Could not be saved")
    assert complaints(FORM, now, "send", is_sure=False)
    assert confirmation(FORM, now, "send") == "" and complaints(FORM, now, "send") == ()


def test_a_form_that_shows_the_record_again_hides_no_entry_of_what_was_typed() -> None:
    before = shown("Gate", elements=(field("Name", "Gate"), field("Note", "Oiled it"), send()))
    now = shown("Gate", "Ann | Oiled it", elements=(field("Name", "Gate"), field("Note"), send()))
    said = confirmation(before, taken(now), "send", typed=("Oiled it",))
    assert said == "“Oiled it” stands on the page now"
    still = shown("Gate", "Ann | Oiled it", elements=before.page.elements if before.page else ())
    assert not confirmation(before, taken(still), "send", typed=("Oiled it",))


def secret(value: str = "seashell") -> WebElement:
    known = replace(field("Password", value), input_type="password", agent_id="f-secret")
    return replace(known, form="form")


def link(label: str) -> WebElement:
    return WebElement(f"l-{label}", "a", label, "link", "top", Rect(0, 0, 9, 9), href=f"/{label}")


ELSEWHERE = replace(link("Sign in"), agent_id="l-nav")
SIGNING_IN = shown("Welcome", elements=(field("User", "ann"), secret(), send("Go on"), ELSEWHERE))
LIBRARY = tuple(map(link, ("Tools", "Shelves", "Loans", "ann")))


def answered(now: Situation, status: int) -> Situation:
    assert now.page is not None
    return replace(now, page=replace(now.page, answers=(Answer(1, "POST", "/login", status),)))


@pytest.mark.parametrize(
    ("elements", "status", "is_in"),
    [
        (LIBRARY, 200, True),
        (LIBRARY, 0, False),
        (LIBRARY, 401, False),
        (LIBRARY[:3], 200, False),
        ((*LIBRARY[:3], link("Sign in again")), 200, False),
        ((*LIBRARY, ELSEWHERE), 200, False),
        ((*LIBRARY, secret("")), 200, False),
        ((*LIBRARY[:3], link("Imprint")), 200, False),
        ((link("Sign out"),), 0, True),
    ],
    ids=[
        "behind it",
        "unanswered",
        "refused",
        "a word",
        "again",
        "not yet",
        "a password still",
        "for anybody, beside a sentence",
        "way out",
    ],
)
def test_what_takes_the_place_of_a_form_with_a_password_shows_that_it_opened(
    elements: tuple[WebElement, ...], status: int, is_in: bool
) -> None:
    now = shown("The saw is on shelf A1.", elements=elements)
    now = answered(now, status) if status else now
    assert bool(confirmation(SIGNING_IN, now, "send")) is is_in


@pytest.mark.parametrize("said", ["Wrong name or password.", "The password was of last year."])
def test_what_takes_the_place_of_the_form_and_speaks_of_the_password_opened_nothing(
    said: str,
) -> None:
    assert not confirmation(SIGNING_IN, answered(shown(said, elements=LIBRARY), 200), "send")


def test_settings_with_a_password_among_them_that_stay_open_are_not_put_again() -> None:
    many = (*(replace(field(f"Rule {n}"), form="form") for n in range(9)), secret(""), send("Save"))
    now = shown("Settings", "Use a schedule", elements=many)
    assert not complaints(shown("Settings", elements=many), now, "send")


@pytest.mark.parametrize(
    "word", [Answer(1, "POST", "/a", 200, word="no"), Answer(1, "POST", "/a", 202)]
)
def test_what_no_server_did_is_not_seen_whatever_the_page_says(word: Answer) -> None:
    now = shown("The author “Mira” was added.", url="/list")
    assert now.page is not None and confirmation(FORM, now, "send")
    answers = (word,)
    assert not confirmation(FORM, replace(now, page=replace(now.page, answers=answers)), "send")


def test_what_is_not_answered_yet_is_not_seen_but_what_asks_all_the_time_tells_nothing() -> None:
    now, asked = shown("The author “Mira” was added.", url="/list"), Answer(0, "POST", "/a", 0)
    assert now.page is not None and FORM.page is not None
    waiting = replace(now, page=replace(now.page, awaited=(asked,)))
    assert not confirmation(FORM, waiting, "send")
    polling = replace(FORM, page=replace(FORM.page, awaited=(asked,)))
    assert confirmation(polling, waiting, "send")


def test_what_a_page_said_before_it_went_on_by_itself_counts() -> None:
    said = shown("Your settings were saved.", elements=(field("Name", "Mira"), send()))
    later = shown("Welcome", url="http://site/")
    fault = shown("Welcome", alert="It could not be saved.", url="http://site/")

    def told(then: Situation | None, now: Situation, acted_from: Situation = FORM) -> str:
        facts = SimpleNamespace(sent_from=FORM, acted_from=acted_from, known=frozenset())
        facts.acted_on = {}
        facts.shown_then = then
        facts.typed_at = {}
        facts.seen, facts.goal = SimpleNamespace(situation=now, page=now.page), SimpleNamespace()
        facts.goal.text = "Send my name"
        state: NavState = {**fresh_state(), "sent": "Click “Send”", "sent_id": "send"}
        return confirmed_now(state, cast("Work", facts))

    assert "were saved" in told(said, later)
    assert not told(said, fault)
    assert not told(said, FORM)  # on the page itself it was taken back
    assert not told(FORM, later) and not told(None, later) and not told(said, later, said)


@pytest.mark.parametrize(
    ("url", "known", "alert", "is_told"),
    [
        ("/list", ("(required)",), "", True),
        ("/list", (), "", False),  # it may be of this sending
        ("/list", ("(required)",), "(required)", False),  # it is said aloud now
        ("http://site/form", ("(required)",), "", False),  # the form came again
    ],
)
def test_what_stood_on_another_page_before_finds_no_fault_with_what_led_there(
    url: str, known: tuple[str, ...], alert: str, *, is_told: bool
) -> None:
    now = shown("The author “Mira” was added.", "(required)", url=url, alert=alert)
    told = confirmation(FORM, now, "send", known=lines_of(known))
    assert bool(told) is is_told


def test_a_neighbour_that_stood_there_before_is_not_what_a_control_became() -> None:
    paint, move = (
        WebElement(text, "button", text, "button", "top", Rect(x_px, 200, 50, 30))
        for text, x_px in (("Paint", 60), ("Move", 0))
    )
    before = shown(elements=(move, paint))
    assert not switched(before, shown(elements=(replace(move, agent_id="new"),)), paint)
    painted = replace(paint, agent_id="new", text="Painted")
    assert "became" in switched(before, shown(elements=(move, painted)), paint)
