"""What a page may not set off with a step that was let through as harmless."""

from __future__ import annotations

import base64
from dataclasses import replace
from urllib.parse import quote

import pytest

from engine.domain.actions import Action, Click, GoBack, Navigate, PressKeys, TypeText
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.risks import RiskClass
from engine.domain.web.outgoing import Outgoing
from engine.domain.zones import Role, State
from engine.safety.web.page_risks import WebRiskRater
from engine.safety.web.setting_off import SettingOff
from tests.engine.acting.web.pages import WebPage

HERE, THERE = "https://shop.example/", "https://strange.example/"
NUMBER = "NL91 ABNA 0417 1643 00"
BARE = NUMBER.replace(" ", "")
POST = Outgoing(f"{HERE}cart", "POST")
ASKED = (RiskClass.IRREVERSIBLE, RiskClass.LEAVES_MACHINE)


def why_not(
    outgoing: Outgoing,
    label: str = "Next",
    action: Action | None = None,
    goal: str = "",
    role: Role = Role.BUTTON,
    **facts: object,
) -> str:
    page = WebPage(HERE, text=f"Your account {NUMBER}, ann.berg@shop.example")
    zone_id = page.add(label, role, State.FOCUSED, **facts)
    rater = WebRiskRater(goal=goal, start_url=HERE)
    step = PlanStep(1, zone_id, label, action or Click(), f"Act on {label}")
    return SettingOff(rater, goal).against(step, page.situation())(outgoing)


def test_a_form_is_handed_in_by_its_button_and_by_a_return_and_by_nothing_else() -> None:
    assert why_not(POST) == "sends a form to shop.example"
    assert why_not(POST, "I agree", role=Role.CHECK_BOX)
    assert why_not(POST, "Note", TypeText("a"), role=Role.TEXT_FIELD)
    assert not why_not(POST, is_submit=True, form="wizard")
    assert not why_not(POST, "Note", TypeText("a\n"), role=Role.TEXT_FIELD)
    assert not why_not(POST, "Note", PressKeys(("Return",)), role=Role.TEXT_FIELD)
    assert not why_not(POST, action=GoBack())


def test_a_form_goes_to_its_own_site_only() -> None:
    sent = Outgoing(f"{THERE}cart", "POST")
    assert why_not(sent, is_submit=True, form="wizard") == "sends a form to strange.example"


@pytest.mark.parametrize(
    "file",
    [
        Outgoing(f"{HERE}file/update.AppImage"),
        Outgoing(f"{HERE}file/7", file_name="fix.ps1"),
        Outgoing("data:application/x-sh;base64,IyEvYmluL3NoCg==", file_name="run.sh"),
    ],
)
def test_no_program_is_handed_out(file: Outgoing) -> None:
    assert "downloads a program" in why_not(file)
    assert not why_not(Outgoing(f"{HERE}file/7", file_name="hours.pdf"))


@pytest.mark.parametrize(
    "told",
    [
        f"?of={BARE}",
        f"{BARE[::-1]}.png",
        base64.b64encode(f"iban: {BARE}!".encode()).decode(),
        f"x/{BARE.encode().hex()}",
        base64.b64encode(base64.b64encode(BARE.encode())).decode(),
        "?u=https%3A%2F%2Fa.example%2F%3Fn%3DNL91%2520ABNA%25200417%2520164300",
        "?to=ann.berg%40shop.example",
    ],
)
def test_no_other_site_is_told_what_stands_on_the_page(told: str) -> None:
    assert "which stands on the page" in why_not(Outgoing(f"{THERE}{told}"))
    assert not why_not(Outgoing(f"{HERE}{told}"))
    assert not why_not(Outgoing(f"{THERE}hours?day=sunday&id=20260102"))


def test_what_the_goal_names_may_be_told() -> None:
    told = Outgoing(f"{THERE}?of={BARE}")
    assert not why_not(told, goal=f"Look up {NUMBER} and {BARE} at strange.example")


def test_what_was_asked_about_may_do_what_it_does() -> None:
    assert not why_not(POST, "Delete account")
    assert not why_not(Outgoing(f"{THERE}?of={BARE}"), "Pay now")


def script(url: str, method: str = "POST", body: str = "", **facts: object) -> Outgoing:
    return Outgoing(url, method, in_background=True, body=body, by=HERE, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_what_a_script_writes_is_held_and_what_it_asks_for_is_not(method: str) -> None:
    assert why_not(script(f"{HERE}posts/7", method), "They match")
    assert why_not(script(f"{HERE}posts/7", method), "Sounds", role=Role.SWITCH)
    assert why_not(
        script(f"{HERE}chat", method), "Note", PressKeys(("Return",)), role=Role.TEXT_AREA
    )
    assert not why_not(script(f"{HERE}posts/7", "GET"), "They match")
    assert not why_not(script(f"{HERE}posts/7", method), "Note", GoBack())


def test_a_script_may_write_what_the_step_is_known_to_change() -> None:
    sent = script(f"{HERE}notes", "PUT", '{"text": "a"}')
    assert not why_not(sent, "Note", TypeText("a"), role=Role.TEXT_FIELD)
    assert why_not(sent, "Next")
    assert not why_not(replace(sent, method="POST"), "Next")
    assert not why_not(sent, "Find", is_submit=True, form="wizard")
    for action in (TypeText("a"), None):
        assert why_not(script(f"{HERE}notes", "DELETE"), "Next", action)
        assert why_not(script(f"{THERE}notes"), "Next", action)


@pytest.mark.parametrize("action", [TypeText("See you at nine\n"), PressKeys(("Return",))])
def test_a_return_in_a_field_without_a_form_sends_nothing_unasked(action: Action) -> None:
    """As in a chat. A form's button told what it does, and to search only asks."""
    for label in ("#general", "Was gibt es Neues?", "What needs to be done?"):
        sent = script(f"{HERE}messages", body='{"text": "See you at nine"}')
        assert why_not(sent, label, action, role=Role.TEXT_FIELD) == "sends data to shop.example"
        assert not why_not(sent, label, action, role=Role.TEXT_FIELD, form="wizard")
    assert not why_not(script(f"{HERE}find"), "Search the site", action, role=Role.TEXT_FIELD)
    assert why_not(script(f"{THERE}find"), "Search the site", action, role=Role.TEXT_FIELD)


@pytest.mark.parametrize(
    ("path", "body", "destroys"),
    [
        ("account/delete", "", True),
        ("account/delete?from=cart", "", True),
        ("posts/7", "_method=delete&token=x", True),
        ("posts/bulk", "ids=1&action=erase", True),
        ("posts/7", "delete=1", True),
        ("wizard/2", "name=Ida&seats=2", False),
        ("cart/remove", "item=7", False),
        ("town/permits/apply/1", "type=Resident", False),
    ],
)
def test_a_button_that_goes_on_does_not_send_what_says_that_it_destroys(
    path: str, body: str, destroys: bool
) -> None:
    """Its words are harmless, and would let it through: as a form, and as its script's."""
    for label in ("Next", "Continue", "Weiter"):
        form = Outgoing(f"{HERE}{path}", "POST", body=body)
        assert bool(why_not(form, label, is_submit=True, form="wizard")) is destroys
        assert bool(why_not(script(f"{HERE}{path}", body=body), label)) is destroys
        pressed = PressKeys(("Return",))
        assert bool(why_not(form, label, pressed, is_submit=True, form="wizard")) is destroys
        of_return = why_not(form, "Note", TypeText("a\n"), role=Role.TEXT_FIELD)
        assert bool(of_return) is destroys


PART = '--x\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n{}\r\n--x--\r\n'
SAID_APART = [
    ("posts/7", PART.format("op", "\r\nContent-Type: text/plain; charset=utf-8", "delete")),
    ("posts/7", "before\r\n" + PART.format("do", '; filename="b"\r\nContent-Type: a/b', "erase")),
    ("posts/7", r'{"\u0061ction": "\u0064elete"}'),
    ("posts/7", r'{"all": {"d\u0065lete": [7]}}'),
    ("posts/7", "payload=%7B%22action%22%3A%22delete%22%7D"),
    ("posts/7", "intent=delete"),
    ("posts/7", "delete="),
    ("posts/7", "id=7\r\naction=delete\r\n"),
    ("rpc", '[["delete", 7]]'),
    ("soap", "<Envelope><Body><deleteAccount id='7'/></Body></Envelope>"),
    ("socket", '42["deletePost", 7]'),
    ("socket", '{"type": 1, "target": "DeletePost"}\x1e'),
    ("graphql", '{"query": "mutation { seen(id: 7) { ok } b: deleteAccount { ok } }"}'),
    ("graphql", '{"query": "mutation { ...F } fragment F on M { a deleteAccount }"}'),
    ("graphql", '{"query": "mutation DeleteAccount { run(id: 7) { ok } }"}'),
    ("graphql", 'mutation { note(text: "{") { ok } deleteAccount }'),
    ("graphql", 'mutation { note(t: """ " """) { ok } deleteAccount(why: "no") }'),
    ("graphql", '{"query": "{ a }", "action": "delete"}'),
    ("cart", '{"query": "mutation { deleteAccount(id: 7) { id } }"}'),
    ("cart/delete-account", ""),
    ("basket/7", "_method=delete&what=account&action=close+account"),
    ("account/delete/7/sure", ""),
    ("posts/7?delete", "id=7"),
    ("posts/7/%64elete", ""),
]
READ_AS_NOTHING = [
    ("wizard/2", PART.format("name", "\r\nContent-Type: text/plain", "Ida")),
    ("wizard/2", '{"name": "Ida", "text": "Delete the old files", "seats": [1, "two"]}'),
    ("graphql", '{"query": "mutation { addNote(text: \\"delete it\\", delete: 1) { deleted } }"}'),
    ("cart", "remove=7"),
    ("cart/lines/3/remove", ""),
    ("cart/3", "_method=delete"),
    ("wizard/2", "__VIEWSTATE=" + 2_000 * "dDwtMTI3OTMzNDM4NDs7PvQ" + "&next=1"),
    ("wizard/2", "city=Essen&title=mr&mail=no&plan=free&step=end&agree=on&lang=de&from=ida"),
]


@pytest.mark.parametrize(
    ("said", "destroys"), [*((e, True) for e in SAID_APART), *((e, False) for e in READ_AS_NOTHING)]
)
def test_what_is_sent_is_read_wherever_it_says_what_is_done(
    said: tuple[str, str], *, destroys: bool
) -> None:
    path, body = said
    sent = script(f"{HERE}{path}", body=body)
    assert bool(why_not(sent, "Continue")) is destroys
    assert bool(why_not(sent, "Continue", is_submit=True, form="wizard")) is destroys
    form = Outgoing(f"{HERE}{path}", "POST", body=body)
    assert bool(why_not(form, "Continue", is_submit=True, form="wizard")) is destroys
    assert why_not(sent, "Crew", TypeText("a"), role=Role.TEXT_FIELD), "it tells nothing of it"


TYPED = "The crew meets at nine; archive the list"
KEPT = [
    ("notes/7", '{"text": "The crew meets at nine; archive the list"}'),
    ("notes/7", '{"text": "T"}'),
    ("notes/7", "body=The+crew+me"),
    ("notes/7", '{"html": "<p>The crew meets at ni</p>"}'),
    ("notes/7", '{"steps": [{"op": "insert", "text": "at nine; "}, {"op": "delete", "at": 5}]}'),
    ("notes/7", '{"all": "Dear Ida, Th"}'),
    ("notes/7", '{"field": "minutes", "event": "input"}'),
    ("notes/7", "The crew meets"),
    ("notes/7/minutes", ""),
    ("graphql", '{"query": "mutation { save(text: 1) { id } }", "v": {"t": "The crew meets"}}'),
]
SLIPPED_IN = [
    ("posts/7", "all"),
    ("posts/7", '{"post": 7, "op": 3}'),
    ("posts/7", '{"op": "close", "id": "e"}'),
    ("posts/7/delete", '{"text": "The crew meets at nine"}'),
    ("posts?do=delete", '{"text": "The crew meets at nine"}'),
    ("messages/send", '{"text": "The crew meets at nine"}'),
    ("notes/7", '{"field": "minutes", "action": "delete"}'),
    ("notes/7", '{"field": "minutes", "action": "publish"}'),
    ("notes/7", "The crew meets\x00"),
    ("graphql", '{"query": "mutation { deleteAccount(id: 7) { id } }"}'),
]


@pytest.mark.parametrize(
    ("path", "body", "is_kept"),
    [*((*each, True) for each in KEPT), *((*each, False) for each in SLIPPED_IN)],
)
def test_what_is_written_as_a_text_is_typed_keeps_it_or_tells_of_its_field_or_is_held(
    path: str, body: str, *, is_kept: bool
) -> None:
    """An editor keeps what is typed as it is typed; a page may write anything at a key."""
    facts = {"role": Role.TEXT_AREA, "value": "Dear Ida,"}
    for method in ("POST", "PUT", "PATCH"):
        sent = script(f"{HERE}{path}", method, body)
        held = why_not(sent, "Minutes", TypeText(TYPED), **facts)  # type: ignore[arg-type]
        assert (held == "") is is_kept
    assert why_not(script(f"{HERE}{path}", "DELETE", body), "Minutes", TypeText(TYPED), **facts)  # type: ignore[arg-type]
    assert why_not(script(f"{THERE}{path}", body=body), "Minutes", TypeText(TYPED), **facts)  # type: ignore[arg-type]
    sent = script(f"{HERE}{path}", body=body)
    assert why_not(sent, "Minutes", TypeText(f"{TYPED}\n"), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "unread",
    [
        script(f"{HERE}notes", is_cut=True),
        script(f"{HERE}notes", body="a\x00b"),
        script(f"{HERE}notes", body="a\ufffdb"),
        script(f"{HERE}notes", body=100_001 * "a"),
        script(f"{HERE}notes", body=5_000 * "[" + 5_000 * "]"),
        script(f"{HERE}notes", body="&".join(f"a{n}=1" for n in range(2_000))),
        script(f"{HERE}notes", body=49_000 * "a&"),
        script(f"{HERE}notes", "PURGE"),
    ],
)
def test_what_nobody_can_read_is_not_sent_unasked(unread: Outgoing) -> None:
    for facts in ({}, {"is_submit": True, "form": "wizard"}):
        assert why_not(unread, "Continue", **facts)
        if unread.method == "POST":
            form = replace(unread, in_background=False)
            assert why_not(form, "Continue", is_submit=True, form="wizard")
    assert why_not(unread, "Bring a life vest", role=Role.CHECK_BOX)


def test_a_body_that_is_made_to_be_read_for_hours_is_read_at_once() -> None:
    """Each of these took minutes and more: a test that hangs has failed."""
    heads = 4_700 * "name=a;"
    assert len(script(HERE, body=f"{heads}\n\n{heads}\n\n{33_000 * 'x'}").written or ()) < 100
    for open_string in ('\\"', '\\"""'):
        assert why_not(script(HERE, body="mutation{deleteAll" + 20_000 * open_string), "Continue")


def test_what_takes_out_of_a_cart_by_its_address_does_nothing_else() -> None:
    assert why_not(script(f"{HERE}posts/7/delete?from=cart", "GET"), "Next")
    assert why_not(script(f"{HERE}cart/delete-account", "GET"), "Next")
    assert why_not(script(f"{HERE}projects/delete/group%2Fsub%2Frepo", "GET"), "Next")
    assert not why_not(script(f"{HERE}cart?action=remove", "GET"), "Next")
    assert not why_not(script(f"{HERE}cart/remove/3", "GET"), "Next")


def test_a_tick_and_a_choice_may_be_told_to_their_own_site_where_their_words_do_nothing() -> None:
    sent = script(f"{HERE}events", body='{"vest": true}')
    for role in (Role.CHECK_BOX, Role.RADIO_BUTTON, Role.TAB):
        assert not why_not(sent, "Bring a life vest", role=role)
    assert why_not(sent, "I accept the terms", role=Role.CHECK_BOX)
    assert why_not(sent, "Bring a life vest", role=Role.SWITCH)
    assert why_not(script(f"{HERE}orders/7/delete"), "Bring a life vest", role=Role.CHECK_BOX)
    assert why_not(script(f"{THERE}events"), "Bring a life vest", role=Role.CHECK_BOX)


@pytest.mark.parametrize(
    ("sent", "is_held"),
    [
        (script(f"{HERE}posts/7?deed", body="all"), True),
        (script(f"{HERE}posts/7", body='{"post": 7, "op": 3}'), True),
        (script(f"{HERE}posts/7"), False),
        (script(f"{HERE}prefs", body='{"lifeVest": 1}'), False),
        (script(f"{HERE}prefs", body='{"vest_wanted": 1}'), False),
        (script(f"{HERE}prefs", body="extra=life+vest"), False),
        (script(f"{HERE}prefs/life-vest", "PUT"), False),
        (script(f"{HERE}prefs", body="wanted=on"), False),
    ],
)
def test_what_is_told_with_a_tick_tells_of_it_or_is_held(sent: Outgoing, is_held: bool) -> None:
    for role in (Role.CHECK_BOX, Role.RADIO_BUTTON, Role.TAB):
        assert bool(why_not(sent, "Bring a life vest", role=role)) is is_held


def test_the_answer_to_a_cookie_banner_may_be_told_to_its_own_site() -> None:
    banner = "This site uses cookies and tracking."
    kept = script(f"{HERE}cookies", body='{"only": "necessary"}')
    assert not why_not(kept, "Only necessary", context=banner)
    assert why_not(kept, "Only necessary", context="Which rooms do you want?")
    assert why_not(script(f"{HERE}posts/7/delete"), "Only necessary", context=banner)
    assert why_not(script(f"{THERE}cookies"), "Only necessary", context=banner)


@pytest.mark.parametrize("label", ["Yes", "Public", "Anyone with the link can edit"])
def test_a_choice_that_answers_a_grave_question_or_gives_access_is_not_told_unasked(
    label: str,
) -> None:
    sent, asked = script(f"{HERE}events"), "Delete your account?"
    for role in (Role.RADIO_BUTTON, Role.TAB):
        assert why_not(sent, label, role=role, context=asked)
    assert not why_not(sent, "No", role=Role.RADIO_BUTTON, context=asked)
    assert not why_not(sent, "Yes", role=Role.RADIO_BUTTON, context="Do you like tea?")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("graphql", '{"query": "mutation Do($id: ID!) { deleteAccount(id: $id) { ok } }"}'),
        ("items/7", "_method=delete&on=1"),
        ("rpc", '{"jsonrpc": "2.0", "method": "user.delete"}'),
        ("ajax", "action=send_message"),
        ("items", '{"id": 7, "delete": true}'),
        ("items", '--x\r\nContent-Disposition: form-data; name="_method"\r\n\r\nDELETE\r\n--x--'),
        ("api/subscribe", ""),
        ("orders/7/cancel", ""),
        ("bestellung/7/abbrechen", ""),
        ("invitations/7/decline", ""),
        ("orders", "action=cancel&id=7"),
    ],
)
def test_a_tick_is_not_told_unasked_where_what_is_written_says_a_deed(path: str, body: str) -> None:
    assert why_not(script(f"{HERE}{path}", body=body), "Bring a vest", role=Role.CHECK_BOX)
    text = '{"query": "mutation { setDone(id: 7) { text } }", "text": "Delete the old files"}'
    assert not why_not(script(f"{HERE}graphql", body=text), "Bring a vest", role=Role.CHECK_BOX)


@pytest.mark.parametrize(
    ("body", "is_held"),
    [
        ('{"query": "query Books { books { title } }"}', False),
        ('[{"query": "{ books { title } }"}, {"query": "query { x }"}]', False),
        ('{"query": "mutation { close }"}', True),
        ('{"query": "query A { a } mutation B { close }"}', True),
        ('[{"query": "{ a }"}, {"op": "close"}]', True),
        ('{"query": 7}', True),
        ("[]", True),
        ("query=all", True),
    ],
)
def test_a_question_in_a_language_of_questions_is_none_that_writes(
    body: str, *, is_held: bool
) -> None:
    assert bool(why_not(script(f"{HERE}graphql", body=body), "They match")) is is_held


def test_another_site_is_not_told_by_a_script_what_stands_on_the_page() -> None:
    assert "which stands on the page" in why_not(script(f"{THERE}?of={BARE}", "GET"))
    assert not why_not(script(f"{THERE}map.json", "GET"))


def test_an_address_with_a_deed_is_not_opened_by_what_does_not_say_so() -> None:
    for path in ("posts/7/delete", "posts?do=delete&id=7", "konto/loeschen", "konto/l%C3%B6schen"):
        for asked in (script(HERE + path, "GET"), Outgoing(HERE + path)):
            assert "opens an address by" in why_not(asked, "Weather")
            assert why_not(asked, "Show", is_submit=True, form="posts")
            assert not why_not(asked, "Delete account")
    topic = f"{HERE}docs/3.11/sql/delete-statement"
    assert not why_not(Outgoing(topic), "Weather") and why_not(script(topic, "GET"), "Weather")
    for path in ("icons/delete.svg", "js/delete.js", "cart/remove/3"):
        assert not why_not(script(HERE + path, "GET"), "Weather")
    assert not why_not(script(f"{HERE}posts/7", "GET"), "Weather")
    assert not why_not(Outgoing(f"{THERE}posts/7/delete"), "Weather"), "it knows nobody here"


DELETES = (
    *("delete", "löschen", "loeschen", "supprimer", "eliminar", "borrar", "elimina", "excluir"),
    *("apagar", "verwijderen", "ta-bort", "radera", "usuń", "usun", "удалить", "sil", "حذف"),
    *("删除", "刪除", "削除", "삭제"),
)


@pytest.mark.parametrize("word", DELETES)
def test_a_deed_in_an_address_counts_on_every_way_to_it(word: str) -> None:
    """In the path and in the query, before a number and after, written out or encoded."""
    page, rater = WebPage(HERE), WebRiskRater(start_url=HERE)
    for path in (
        *("posts/{}", "posts/{}?id=3", "posts/7/{}-it", "posts/7/{}.php", "{}/7", "{}/post/7"),
        *("posts?do={}&id=3", "posts?{}=3", "posts?{}", "posts?id=3&action={}"),
    ):
        for said in {word, quote(word)}:
            url = HERE + path.format(said)
            link = page.add("Weather", Role.LINK, href=url)
            for step in (
                PlanStep(1, link, "Weather", Click(), "Look"),
                PlanStep(1, GLOBAL_ZONE_ID, "", Navigate(url), "Look"),
            ):
                assert rater.rate(step, page.situation()).risk_class in ASKED, (url, step.action)
            for asked in (Outgoing(url), script(url, "GET")):  # by what no words announce
                assert why_not(asked, "Weather"), url
            assert why_not(Outgoing(url), "Show", is_submit=True, form="posts"), url
            typed = TypeText(f"{url}\n")
            assert why_not(Outgoing(url), "Go to", typed, role=Role.TEXT_FIELD), url


def test_an_address_with_a_key_is_not_opened_by_what_does_not_say_so() -> None:
    for name in ("_wpnonce", "csrf_token", "sesskey", "authenticity_token"):
        keyed = Outgoing(f"{HERE}a/7/x?of=3&{name}=a1b2")
        assert "carries a key" in why_not(keyed, "Weather")
        assert not why_not(keyed, "Show", is_submit=True, form="filters"), "its form has one"
    assert not why_not(Outgoing(f"{HERE}a/7/x?of=3"), "Weather")


def test_the_next_page_does_its_own_work() -> None:
    sent = script(f"{HERE}seen", is_after_leaving=True)
    assert why_not(sent, "They match"), "the page that was acted upon sends it"
    assert not why_not(replace(sent, by=f"{HERE}next"), "They match")
    assert why_not(replace(sent, by=f"{HERE}next", is_after_leaving=False), "They match")


def test_what_counts_is_told_from_what_the_page_waits_for() -> None:
    assert script(f"{HERE}count", is_beacon=True).is_report
    assert script(f"{THERE}count", is_plain=True).is_report
    assert not script(f"{HERE}count", is_plain=True).is_report
    assert not script(f"{THERE}rows").is_report
