"""Rating the risk of an action in a browser, and saying beforehand how it could be taken back.

looking             scroll, wait, keep a picture
reversible          follow a link, search, type, choose, put into the cart, answer a cookie banner
unknown             a button without a name, a label that is clicked, a page's own keys
discloses           type a name, an address, a number of a person into a field that asks for it
irreversible        delete, cancel a booking, sign out
leaves the machine  order, pay, send, publish, sign, hand in a form, give away a password, open a
                    site that nobody named

A page is asked for far more often than something is done in it, so that a link, a search and a
step of a wizard are nobody's business; what hands something over is, whatever it is called."""

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from functools import partial
from urllib.parse import quote_plus

from engine.domain.actions import Click, Drag, Navigate, PressKeys, Search, TypeText
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep, Situation
from engine.domain.risks import Control, Degree, Risk, RiskClass
from engine.domain.web import sites
from engine.domain.web.pages import Page, WebElement
from engine.domain.zones import Role, Zone
from engine.language import folding, labels
from engine.language.grave_words import has_word, is_called, takes_away
from engine.language.keys import chord_of
from engine.safety.leads_out import link_followed
from engine.safety.risks import KIND_WORDS, LOOKS, WordRiskRater, pressed_zones
from engine.safety.unknowns import risk_of_chord, unknown_of
from engine.safety.web import personal_risks, pressing, setting_off
from engine.states.web.forms import asks_for_card, submit_of, takes_messages
from engine.states.web.touching import element_of

_TELLING_CHARS = 6
_BESIDE_CHARS = 24
_TOLD_FOR_GOOD = "What was handed over can't be taken back."
_LEFT_A_TRACE = "Go back in the tab's history; that the address was opened stays known there."


class WebRiskRater(WordRiskRater):
    """The same for a browser.

    ``goal`` and ``start_url`` say which sites, secrets and numbers the operator means; without
    both, no site is strange. ``search_address`` has ``{words}`` where what is sought goes: there a
    search leads that is not typed into a field of the page."""

    def __init__(
        self,
        *,
        goal: str = "",
        start_url: str = "",
        search_address: str = "",
        returned: Set[Control] = frozenset(),
    ) -> None:
        super().__init__(goal=goal, start_url=start_url, returned=returned)
        self._hosts = sites.hosts_named_in(goal) | {sites.host_of(start_url)} - {""}
        self._shown: set[str] = set()
        self._search_address = search_address
        self._named = frozenset(folding.secrets_in(goal))
        self._personal = personal_risks.PersonalRisks(goal, self._hosts)

    def rate(self, step: PlanStep, situation: Situation) -> Risk:
        """Also to which host it leads."""
        if situation.page is not None:
            self._shown |= {sites.host_of(situation.page.url)} - {""}
        match step.action:
            case Search():
                leads_to = sites.host_of(self._engine_of(step))
            case Navigate(url=url):
                leads_to = sites.host_of(url)
            case _:  # empty where it opens none, or where only the page knows
                leads_to = sites.host_of(link_followed(step, situation))
        return replace(super().rate(step, situation), leads_to=leads_to)

    def _ordinary(self, step: PlanStep, zone: Zone | None, situation: Situation) -> Risk:
        back = pressing.reversibility_on_page(step, situation)
        if step.action.kind in LOOKS:
            return Risk(RiskClass.LOOKING, "nothing is changed by it", back.how, back.degree)
        why = KIND_WORDS.get(step.action.kind, "an action in the page")
        return Risk(RiskClass.REVERSIBLE, why, back.how, back.degree)

    def _unknown(self, step: PlanStep, situation: Situation) -> str:
        element = element_of(step, situation)
        is_link = element is not None and bool(element.href) and pressing.is_page(element.href)
        asking = partial(pressing.texts_answered, situation=situation)
        is_told = situation.page is None or is_link
        pressed = pressed_zones(step.action, situation.zone(step.zone_id), situation)
        return "" if is_told else unknown_of(step, situation, self._returned, pressed, asking)

    def _set_off(self, step: PlanStep, zone: Zone | None, situation: Situation) -> list[Risk]:
        if situation.page is None:
            return []
        told = self._risks_on_page(step, situation, situation.page, zone)
        return [each for each in told if each is not None]

    def _risks_on_page(
        self, step: PlanStep, situation: Situation, page: Page, zone: Zone | None
    ) -> Sequence[Risk | None]:
        element = element_of(step, situation)
        match step.action:
            case Navigate(url=url):
                return [self._of_address(url, page)]
            case Search(words=words) if folding.secrets_in(words):
                return [_secret_told(page)]
            case Search(words=words) if told := self._personal.in_search(words, page):
                return [told]
            case Search(words=words) if self._engine_of(step):
                # as the address that it opens; what is sought is no path that does something
                filled = self._search_address.replace("{words}", quote_plus(words))
                bare = self._search_address.replace("{words}", "")
                return [self._of_address(filled if sites.carries_data(filled) else bare, page)]
            case Click(button="left" | "middle") | Drag(to_zone_id="") if element and zone:
                pressed = pressing.risk_of_pressing(element, zone, situation)
                return [pressed or self._of_link(element, page) or self._of_bin(element)]
            case TypeText() as typed:
                field = element or situation.element_of(situation.focused_zone)
                return self._of_typing(typed, field, situation)
            case PressKeys(keys=keys):
                return [_of_keys(chord_of(keys), situation)]
            case Drag(to_zone_id=end_id) if (end := situation.zone(end_id)) is not None:
                if takes_away(end.label):
                    why = f"it is dropped on “{end.label}”"
                    return [Risk.final(RiskClass.IRREVERSIBLE, why)]
                target = situation.element_of(end)
                return [pressing.risk_of_pressing(target, end, situation)] if target else []
            case _:
                return []

    def _engine_of(self, step: PlanStep) -> str:
        """The search engine's page, where the search is not typed into the page."""
        return self._search_address if step.zone_id == GLOBAL_ZONE_ID else ""

    def _of_address(self, url: str, page: Page) -> Risk | None:
        host = sites.host_of(url)
        if not sites.is_web(url):
            why = "the address is not that of a page on the web"
            return Risk.final(RiskClass.IRREVERSIBLE, why)
        if sites.carries_data(url):
            why = f"the address tells {host or 'the site'} more than where to go"
            return Risk.final(RiskClass.LEAVES_MACHINE, why)
        told = pressing.risk_of_path(url)
        if told is not None or not host or self._is_known(host, page):
            return told
        why = f"it opens {host}, which neither your goal nor the page names"
        return Risk(RiskClass.LEAVES_MACHINE, why, _LEFT_A_TRACE, Degree.PARTLY)

    def _of_link(self, element: WebElement, page: Page) -> Risk | None:
        """A link that tells another site what stands on this page."""
        host = sites.host_of(element.href) if element.href else ""
        if not host or sites.is_same_site(host, sites.host_of(page.url)):
            return None
        told = setting_off.carried(element.href, setting_off.telling(page, self._goal), self._goal)
        why = f"the link tells {host} “{told}”, which stands on this page"
        return Risk.final(RiskClass.LEAVES_MACHINE, why) if told else None

    def _of_bin(self, element: WebElement) -> Risk | None:
        """Nobody can tell whether a page's own bin gives back. What is called one opens it."""
        label = pressing.label_of(element)
        is_put_there = has_word("bins", label) and not is_called("bins", label)
        if pressing.is_page(element.href) or not is_put_there or has_word("bins", self._goal):
            return None
        why = f"{labels.quoted(label)} is the page's own, which may give nothing back"
        return Risk.unknown(why, "Look into the page's bin.")

    def _is_known(self, host: str, page: Page) -> bool:
        """The goal's site, one that was shown, that of an open tab, or one the page links to."""
        own = {*self._hosts, *self._shown, *(sites.host_of(tab.url) for tab in page.tabs)} - {""}
        linked = {sites.host_of(each.href) for each in page.elements if each.href}
        is_meant = any(sites.is_same_site(host, one) for one in own)
        return not own or is_meant or any(sites.is_same_site(host, one) for one in linked - {""})

    def _of_typing(
        self, typed: TypeText, field: WebElement | None, situation: Situation
    ) -> Sequence[Risk | None]:
        page, text = situation.page, typed.text
        assert page is not None
        risks: list[Risk | None] = []
        if field is not None and field.accepts_files:
            risks.append(pressing.risk_of_pressing(field, None, situation))
        is_private = field is not None and (field.input_type == "password" or asks_for_card(field))
        if (is_private or folding.secrets_in(text)) and not self._is_meant(text, field, page):
            risks.append(_secret_told(page))
        risks.append(self._personal.of_typing(text, field, page))
        if field is not None and typed.has_return:
            risks.append(_of_return(field, situation, is_typed=True))
        return risks

    def _is_meant(self, text: str, field: WebElement | None, page: Page) -> bool:
        """The operator's goal gives this away, for this field, and to this site."""
        names = frozenset(folding.secrets_in(text))
        is_in_goal = names <= self._named if names else self._is_named(text.strip(), field)
        host = sites.host_of(page.url)
        return is_in_goal and any(sites.is_same_site(host, one) for one in self._hosts)

    def _is_named(self, value: str, field: WebElement | None) -> bool:
        """The goal has the value as a whole, a short one beside the field's name: a "1" stands in
        many a goal, and is no card's code for that."""
        whole = rf"(?<!\w)(?<!\d[ -]){re.escape(value)}(?![ -]?\d)(?!\w)"
        places = [match.span() for match in re.finditer(whole, self._goal)]
        if not value or (places and len(value) >= _TELLING_CHARS):
            return True
        name = f"{field.text} {field.aria_label} {field.placeholder}" if field is not None else ""
        words = {each.casefold() for each in re.findall(r"\w{3,}", name)}
        clauses = re.compile(r"[,;.\n]| and ")
        beside = (
            clauses.split(self._goal[max(0, a - _BESIDE_CHARS) : a])[-1]
            + clauses.split(self._goal[b : b + _BESIDE_CHARS])[0]
            for a, b in places
        )
        return any(words & set(re.findall(r"\w+", near.casefold())) for near in beside)


def _of_keys(chord: tuple[str, ...], situation: Situation) -> Risk | None:
    """Return and Space press what has the keyboard; a few chords send or delete in many pages."""
    focused, zone = situation.element_of(situation.focused_zone), situation.focused_zone
    is_writing = zone is not None and zone.is_editable
    is_cutting = is_writing and chord == ("shift", "delete")
    match chord:
        case ("enter",) if focused is not None and zone is not None:
            if is_writing or zone.role in (Role.COMBO_BOX, Role.CHECK_BOX, Role.RADIO_BUTTON):
                return _of_return(focused, situation, is_typed=False)
            return pressing.risk_of_pressing(focused, zone, situation)
        case ("space",) if focused is not None and zone is not None and not is_writing:
            return pressing.risk_of_pressing(focused, zone, situation)
        case _ if (told := risk_of_chord(chord, situation)) is not None and not is_cutting:
            return Risk.final(*told)
        case ("delete",) if not is_writing:
            return Risk.final(RiskClass.IRREVERSIBLE, "the key deletes in many pages")
        case _:
            return None


def _of_return(field: WebElement, situation: Situation, *, is_typed: bool) -> Risk | None:
    """What a Return in a field sets off: its form's button, or what is written is sent."""
    page = situation.page
    assert page is not None
    if field.tag == "textarea" or (field.role == "textbox" and field.tag not in ("input", "")):
        why = "a Return may send what is written"
        sends = takes_messages(field) and not (is_typed and field.form)
        return Risk.final(RiskClass.LEAVES_MACHINE, why) if sends else None
    pressed = submit_of(field, page) or field
    return pressing.risk_of_pressing(pressed, None, situation, is_submitted=True)


def _secret_told(page: Page) -> Risk:
    why = f"a secret is given to {sites.host_of(page.url) or 'the page'}"
    return Risk(
        RiskClass.LEAVES_MACHINE, why, _TOLD_FOR_GOOD, Degree.IRREVERSIBLE, hands_over="secret"
    )
