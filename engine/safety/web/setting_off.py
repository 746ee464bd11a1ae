"""What a page may set off with a step that was let through as harmless.

A button does not tell what its script does, and a link not where the site leads on from it. So
it is looked at when it happens: a form that is handed in by what is no button of it, what a script
writes in the background, a program that is handed out, another site that is told what stands on the
page. What was asked about and allowed may do what it does; a question of the page's gets a yes from
those alone who were asked that very question."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from urllib.parse import unquote_plus, urlsplit

from engine.domain import facts, plans, ports, risks
from engine.domain.actions import Click, Drag, GoBack, GoForward, PressKeys, Search, TypeText
from engine.domain.web import pages, sites
from engine.domain.web.outgoing import Outgoing, WhyHeld
from engine.domain.zones import EDITABLE_ROLES, Role
from engine.language import folding, grave_words, questions
from engine.language.keys import chord_of
from engine.language.orders import content_of, words_in
from engine.safety.web.pressing import deed_of_path, label_of, risk_of_path, texts_answered
from engine.states.web.touching import element_of

_JUDGED = (risks.RiskClass.REVERSIBLE, risks.RiskClass.DISCLOSES)
"""What is graver was allowed for what it is; what only looks sets nothing off."""
_MOST_TOKENS = 400
_PART_OF_PAGE = re.compile(r"(?i)\.(?:png|jpe?g|gif|svg|webp|ico|json|m?js|css|woff2?|[ot]tf)$")
_MOST_CHARS, _MOST_OF_NAME = 20_000, 80
_MUTATES = re.compile(r"\bmutation\b[^{]{0,400}\{")
_GRAPH_WORD = re.compile(
    r'"""(?:\\"""|(?!""")[\s\S])*+(?:""")?|"(?:[^"\\]|\\[\s\S])*+"?|#[^\n]*|[(){}]|\w+'
)
_TAGS = re.compile(r"<[^<>]{0,200}>")
_LEAST_OF_TEXT, _LEAST_OF_PIECE = 8, 3
_LEAST_DIGITS = 4
_LEAST_CHARS = 7
_TOKEN = re.compile(r"[A-Z0-9]{1,6}(?:[ .-][A-Z0-9]{1,6}){1,9}(?![^\W_])|[^\W_]{7,64}")
"""A word, or short groups of digits and capitals, as numbers are written."""
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")


class SettingOff(facts.Part):
    """``rater`` says what the step was let through for; ``goal`` names what may be told."""

    rater: ports.RiskRater
    goal: str

    def against(self, step: plans.PlanStep, before: plans.Situation) -> WhyHeld:
        """Why not, of each thing that the page sets off while the step is done."""
        of_requests = self._against_requests(step, before)

        def why_not(outgoing: Outgoing) -> str:
            if not outgoing.question:
                return of_requests(outgoing)
            asks = f"asks “{outgoing.question}”"
            return "" if asks in step.has_risk_of else asks

        return why_not

    def _against_requests(self, step: plans.PlanStep, before: plans.Situation) -> WhyHeld:
        page = before.page
        if page is None or self.rater.rate(step, before).risk_class not in _JUDGED:
            return lambda outgoing: ""
        told = cache(partial(telling, page, self.goal))
        hands_in, element = _hands_in(step, before), element_of(step, before)
        told_of = _words_told_of(step, before)
        # a form's button told what it does; a Return in a field by itself may send, as in a chat
        upon = element or before.element_of(before.focused_zone)
        is_told = upon and (upon.form or grave_words.begins_with("searches", label_of(upon)))
        is_on_the_way = element is not None and grave_words.is_on_the_way(label_of(element))
        may_post = isinstance(step.action, Click) and is_on_the_way
        acts_on_page = isinstance(step.action, Click | Drag | PressKeys | TypeText)

        def why_not(outgoing: Outgoing) -> str:
            is_known = outgoing.method in _KEEPS and not _may_destroy(outgoing)
            if not outgoing.in_background:
                token = "" if hands_in else sites.token_in(outgoing.url)  # a form may have one
                keyed = f"opens an address that carries a key (“{token[:40]}”)" if token else ""
                return keyed or self._why_not(outgoing, page, told, hands_in=hands_in and is_known)
            is_of_next = outgoing.is_after_leaving and outgoing.by != page.url.partition("#")[0]
            if is_of_next or not acts_on_page:
                return ""
            is_let = bool(hands_in and is_told) or (may_post and outgoing.method == "POST")
            is_let = is_let and is_known
            if told_of is not None and outgoing.method in _KEEPS:
                is_kept = isinstance(step.action, TypeText) and _holds(outgoing, step.action, upon)
                said = facts.replace(outgoing, body="") if is_kept else outgoing
                is_let = risk_of_path(outgoing.url) is None and not _says_deed(said)
                is_let = is_let and (is_kept or not told_of or _tells_of(told_of, outgoing))
            return self._why_not(outgoing, page, told, hands_in=is_let)

        return why_not

    def _why_not(
        self,
        outgoing: Outgoing,
        page: pages.Page,
        telling_now: Callable[[], Mapping[str, str]],
        *,
        hands_in: bool,
    ) -> str:
        host = sites.host_of(outgoing.url)
        named = outgoing.file_name if sites.is_program(outgoing.file_name) else ""
        named = named or sites.program_at(outgoing.url)
        if named and not outgoing.in_background:
            return f"downloads a program: “{named[:80]}”"
        is_elsewhere = bool(host) and not sites.is_same_site(host, sites.host_of(page.url))
        deletes = outgoing.method == "DELETE"
        if outgoing.sends and (is_elsewhere or deletes or not hands_in):
            what = "data" if outgoing.in_background else "a form"
            does = "deletes something at" if deletes else f"sends {what} to"
            return f"{does} {host or 'the site'}"
        if is_elsewhere and (told := carried(outgoing.url, telling_now(), self.goal)):
            return f"sends {host} “{told}”, which stands on the page"
        if is_elsewhere or outgoing.sends:
            return ""
        deed = deed_of_path(outgoing.url, is_read=not outgoing.in_background, may_leave_cart=True)
        if deed is None or deed.risk_class is not risks.RiskClass.IRREVERSIBLE:
            return ""
        is_file = outgoing.in_background and _PART_OF_PAGE.search(outgoing.url.partition("?")[0])
        return "" if is_file else f"opens an address by {deed.why}"


def telling(page: pages.Page, goal: str) -> Mapping[str, str]:
    """The numbers and codes on the page that the goal does not name, by their bare characters."""
    return {_bare(each): each for each in _tokens(page) if each not in goal}


def carried(url: str, wanted: Mapping[str, str], goal: str) -> str:
    """What of ``telling`` the address tells, be it backwards or in base64, or an e-mail address
    that the goal does not name. Empty for none."""
    for read in folding.unwrapped(url):
        bare = _bare(read)
        if found := next((token for key, token in wanted.items() if key in bare), ""):
            return found
        if (mail := _EMAIL.search(read)) and mail[0] not in goal:
            return mail[0]
    return ""


def _tokens(page: pages.Page) -> Iterator[str]:
    """What tells one person or thing from all others: it has digits, and is long enough."""
    texts = (page.text, *(each.value for each in page.elements if each.value))
    found = 0
    for text in texts:
        for match in _TOKEN.finditer(text):
            each = match[0]
            if sum(map(str.isdigit, each)) >= _LEAST_DIGITS and len(_bare(each)) >= _LEAST_CHARS:
                found += 1
                yield each
            if found > _MOST_TOKENS:
                return


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _hands_in(step: plans.PlanStep, before: plans.Situation) -> bool:
    """It was let through as what hands a form in: its button, or a Return in a field; and what goes
    back may have a form handed in once more, by the browser itself."""
    element = element_of(step, before)
    match step.action:
        case Click():
            return element is not None and element.is_submit
        case TypeText() as typed:
            zone = before.zone(step.zone_id) or before.focused_zone
            is_line_of_text = zone is not None and zone.role is Role.TEXT_AREA  # or it is sent
            return typed.has_return and not is_line_of_text
        case PressKeys(keys=keys):
            focused = before.focused_zone
            is_field = focused is not None and focused.role in EDITABLE_ROLES - {Role.TEXT_AREA}
            pressed = before.element_of(focused)
            is_button = pressed is not None and pressed.is_submit
            return chord_of(keys) in (("enter",), ("space",)) and (is_field or is_button)
        case Search() | GoBack() | GoForward():
            return True
        case _:
            return False


def _holds(outgoing: Outgoing, action: TypeText, field: pages.WebElement | None) -> bool:
    """It keeps the text so far, a part of it, or all with what stood there before."""
    typed, was = action.text.strip(), field.value.strip() if field is not None else ""
    values = [value for _, value in outgoing.written or ()] or [outgoing.body]
    return outgoing.written is not None and any(
        typed.startswith(value)
        or (len(value) >= _LEAST_OF_PIECE and value in typed)
        or any(len(it) >= _LEAST_OF_PIECE and it in value for it in (typed[:_LEAST_OF_TEXT], was))
        for value in (_TAGS.sub("", each).strip() for each in values)
        if value
    )


def _words_told_of(step: plans.PlanStep, before: plans.Situation) -> frozenset[str] | None:
    """Of a tick or a choice whose words do nothing, and that answers nothing grave: a page that
    tells its own server of it, by one of these words, tells what a second click takes back; what
    else it writes, nobody can tell. A switch acts at once. No words are asked of what answers a
    cookie banner. So it is with the field of a text without a Return. None for all other steps."""
    zone, element = before.zone(step.zone_id), element_of(step, before)
    if isinstance(step.action, TypeText) and not step.action.has_return:
        own = (element.attr_id, element.attr_name) if element is not None else ()
        named = " ".join((zone.label if zone is not None else "", *own))
        return content_of(folding.folded(sites.worded(named))) | {"typing"}
    if not isinstance(step.action, Click) or zone is None or element is None or element.is_submit:
        return None
    label, asking = label_of(element) or zone.label, texts_answered(zone, before)
    if asking is None:
        return frozenset()
    does = (
        grave_words.class_of_label(label)
        or grave_words.class_of_setting(label)
        or questions.class_of_answer(label, asking)
    )
    if zone.role not in _CHOSEN or does is not None:
        return None
    named = " ".join((label, element.attr_id, element.attr_name, element.value))
    return _TRUTHS | content_of(folding.folded(sites.worded(named)))


def _tells_of(words: frozenset[str], outgoing: Outgoing) -> bool:
    """Or writes nothing at all, so that its address says all."""
    address = urlsplit(outgoing.url)
    said = f"{address.path} {address.query} {outgoing.body[:_MOST_CHARS]}"
    told = folding.folded(sites.worded(unquote_plus(said)))
    is_of_it = not words.isdisjoint(content_of(told) | _TRUTHS.intersection(words_in(told)))
    return is_of_it or not outgoing.body


def _says_deed(outgoing: Outgoing) -> bool:
    """A word of its address does, what it says is to be done, or a name in it that destroys."""
    return _may_destroy(outgoing) or any(
        grave_words.class_of_words(each) or grave_words.is_called("ends_in_addresses", each)
        for each in _said_in(outgoing)
    )


def _may_destroy(outgoing: Outgoing) -> bool:
    """Whatever the button says: its address says so, what is to be done, or a name in it; or nobody
    can read what it says. What is in a cart comes and goes."""
    if not outgoing.sends:
        return False
    path, written = urlsplit(outgoing.url).path, outgoing.written
    if written is None:
        return True
    names = {*unquote_plus(path).split("/"), *(name for name, _ in written)}
    said = {*_said_in(outgoing), *map(sites.worded, names)}
    return any(
        grave_words.class_of_label(each) is risks.RiskClass.IRREVERSIBLE
        and not grave_words.takes_out_of_cart(each, path)
        for each in said
        if len(each) <= _MOST_OF_NAME
    )


def _said_in(outgoing: Outgoing) -> list[str]:
    written = outgoing.written or ()
    done = [value for name, value in written if not name or sites.names_deed(name)]
    done += [word for text in (outgoing.body, *(v for _, v in written)) for word in _mutated(text)]
    told = [*sites.words_of_path(outgoing.url), *sites.deeds_of_query(outgoing.url)]
    return [*told, *(sites.worded(each) for each in done if len(each) <= _MOST_OF_NAME)]


def _mutated(text: str) -> Iterator[str]:
    """The names of what a GraphQL document writes: of its operations and their outermost fields."""
    deep = 0
    for word in _GRAPH_WORD.findall(text) if _MUTATES.search(text) else ():
        deep += (word in "({") - (word in ")}")
        if deep <= 1 and word[0] not in '"#(){}':
            yield word


_CHOSEN = (Role.CHECK_BOX, Role.RADIO_BUTTON, Role.TAB, Role.SLIDER, Role.COLUMN_HEADER)
_KEEPS = ("POST", "PUT", "PATCH")
_TRUTHS = frozenset({"true", "false", "on", "off", "set", "unset", "toggle", "checked", "done"})
"""How a tick is told that is told by no name."""
