"""Where a secret may go: into a field that takes it, in the program or on the site that the goal
names with it. Anywhere else it is withheld, whoever wants it typed and whoever could be asked;
where the goal leaves open what it is for, it is asked about.

The site or program that a goal names with a secret is what the secret's own clause names; where
that names none, what was named last before it, the page that the operator began with included; else
what is named first after it. A clause that names several leaves it open which of them is meant.

Where a secret may have come to after it was typed: onto the clipboard, into what is selected.

From there it can be put where it may not be typed, by a step that names no secret. So what is
copied once a secret was typed is remembered, and putting it somewhere is judged as typing the
secret there: withheld where it surely is the secret, asked about where nobody can tell. Both
raters ask here, so that a window and a page have one answer."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar
from urllib.parse import urlsplit

from engine.domain.actions import Action, Click, Drag, PressKeys, TypeText
from engine.domain.facts import Frozen, fields, replace
from engine.domain.plans import Situation
from engine.domain.risks import Risk, RiskClass
from engine.domain.web.pages import Page
from engine.domain.web.sites import host_of, hosts_named_in, is_below
from engine.domain.zones import Role, Window, Zone
from engine.language.folding import SECRET, folded, secrets_in
from engine.language.keys import chord_of
from engine.language.orders import canonical
from engine.safety.executed_lines import pastes, why_executes, window_taking

_CLAUSE_ENDS = re.compile(r"[;,!?\n]|\.(?=\s|$)|(?i:\b(?:and|then)\b)")
_ADDRESS = re.compile(r"(?i)(?:https?://)?[\w.-]+(?::\d+)?")
_LOOPBACK = re.compile(r"localhost|127(?:\.\d{1,3}){3}|::1")
Place = TypeVar("Place")
_OWN_FRAMES = ("", "about:blank", "about:srcdoc")
"""Frames that a page fills itself."""


class Site(Frozen):
    """As the goal writes it; ``is_open``: with ``http://`` itself, ``port`` where it has one."""

    host: str
    is_open: bool = False
    port: int | None = None

    @property
    def words(self) -> str:
        return self.host if self.port is None else f"{self.host}:{self.port}"

    def why_not(self, url: str) -> str:
        """Why the page or frame of this address is not the site; empty where it is."""
        host = host_of(url)
        if not host or not is_below(host, self.host):
            return f"this is of {host or 'no site'}"
        parts = urlsplit(url)
        if self.port is not None and parts.port != self.port:
            return f"this is of another port, {parts.port}"
        if parts.scheme != "https" and not self.is_open and not _LOOPBACK.fullmatch(host):
            return "this page is not encrypted (http)"
        return ""


def named_with(
    name: str, goal: str, read: Callable[[str], Sequence[Place]], first: Sequence[Place] = ()
) -> tuple[Place, ...]:
    """The places that ``read`` finds with the secret, at each of its mentions; several where it is
    left open which is meant. ``first`` is meant before the goal says anything."""
    clauses = _CLAUSE_ENDS.split(goal)
    places = [tuple(first), *(tuple(read(SECRET.sub(" ", each))) for each in clauses)]
    found: dict[Place, None] = {}
    for number, clause in enumerate(clauses, start=1):
        if name in secrets_in(clause):
            before = next((each for each in reversed(places[: number + 1]) if each), ())
            after = next((each for each in places[number:] if each), ())
            found.update(dict.fromkeys(places[number] or before or after))
    return tuple(found)


def sites_in(text: str) -> tuple[Site, ...]:
    """The sites whose addresses stand there."""
    written = (each.rstrip(".") for each in _ADDRESS.findall(text))
    return tuple(site for each in written if hosts_named_in(each) and (site := site_of(each)))


def site_of(address: str) -> Site | None:
    host = host_of(address).removeprefix("www.")
    if not host:
        return None
    try:
        port = urlsplit(address if "//" in address else f"//{address}").port
    except ValueError:
        return None
    return Site(host, address.casefold().startswith("http://"), port)


def programs_in(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """Those of the known programs whose names stand there as a whole."""
    said = f" {_words(_ADDRESS_IN.sub(' ', text))} "
    return tuple(dict.fromkeys(each for each in known if f" {_words(each)} " in said))


def is_program(one: str, other: str) -> bool:
    return bool(_words(one)) and _words(one) == _words(other)


_ADDRESS_IN = re.compile(r"(?:https?://|\b\w[\w-]*\.)\S*\w")


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", folded(text)))


class SecretPlace(Frozen):
    """``withheld`` says why it does not go there, and where it would; ``asked`` why that can't be
    told. Both are empty where it is meant to, and where the action ``has`` no secret in it."""

    withheld: str = ""
    asked: str = ""
    has: bool = True

    def in_risk(self, gravest: Risk) -> Risk:
        """The risk of the action, with what there is to say of its secret."""
        if self.asked and gravest.risk_class is not RiskClass.LEAVES_MACHINE:
            leaves = Risk.final(RiskClass.LEAVES_MACHINE, self.asked)
            gravest = replace(leaves, hands_over=gravest.hands_over)
        hands_over = gravest.hands_over or ("secret" if self.has else "")
        return replace(gravest, withheld=self.withheld, hands_over=hands_over)


def place_of_secret(
    action: Action, zone: Zone | None, seen: Situation, goal: str, start_url: str = ""
) -> SecretPlace:
    """``start_url`` is the page that the operator began with."""
    names = tuple(dict.fromkeys(name for text in _texts_of(action) for name in secrets_in(text)))
    if not names:
        return _NOTHING
    if unnamed := set(names) - set(secrets_in(goal)):
        told = " and ".join(f"“{name}”" for name in sorted(unnamed))
        return SecretPlace(f"your goal does not name the secret {told}, so that it goes nowhere")
    if not isinstance(action, TypeText):
        return SecretPlace("a secret is typed into a field, and goes nowhere else")
    aimed = zone or seen.focused_zone
    if aimed is None:
        return SecretPlace("nobody can tell into what the secret would be typed")
    if not aimed.is_editable:
        return SecretPlace(f"{aimed.words} takes no text")
    if why := why_executes(aimed, seen):
        return SecretPlace(f"a secret goes into nothing that executes it, and {why}")
    page, window = seen.page, window_taking(aimed, seen)
    found = [
        _on_page(name, page, aimed, goal, start_url)
        if page is not None
        else _in_program(name, window, seen, goal)
        for name in names
    ]
    withheld = next((each.withheld for each in found if each.withheld), "")
    return SecretPlace(withheld, next((each.asked for each in found if each.asked), ""))


def _on_page(name: str, page: Page, aimed: Zone, goal: str, start_url: str) -> SecretPlace:
    start = site_of(start_url)
    meant = named_with(name, goal, sites_in, (start,) if start else ())
    element = page.element(aimed.source_key)
    frame_url = element.frame_url if element is not None else ""
    urls = [page.url, *([] if frame_url in _OWN_FRAMES else [frame_url])]
    # of each site why the page, or the frame in it, is none of it; empty where both are
    whys = [next((why for url in urls if (why := site.why_not(url))), "") for site in meant]
    if whys and "" not in whys and (why := whys[0]):
        told = " or ".join(each.words for each in meant)
        return SecretPlace(f"your goal names the secret “{name}” for {told} only; {why}")
    if len(meant) == 1:
        return SecretPlace()
    return SecretPlace(asked=_asked(name, host_of(frame_url) or host_of(page.url) or page.url))


def _in_program(name: str, window: Window | None, seen: Situation, goal: str) -> SecretPlace:
    known = [each.name for each in seen.applications] + [w.application for w in seen.windows]
    meant = named_with(name, goal, lambda clause: programs_in(clause, known))
    program = window.application if window is not None else ""
    here = program or (window.title if window is not None else "an unknown window")
    if meant and not any(is_program(program, each) for each in meant):
        told = " or ".join(meant)
        return SecretPlace(f"your goal names the secret “{name}” for {told} only; this is “{here}”")
    is_told = len({each.casefold() for each in meant}) == 1 and not named_with(name, goal, sites_in)
    return SecretPlace(asked="" if is_told else _asked(name, f"“{here}”"))


def _asked(name: str, here: str) -> str:
    return f"the secret “{name}” is given to {here}, and your goal leaves open what it is for"


def _texts_of(action: Action) -> list[str]:
    """All texts of the action; keys that are pressed one after the other are one text."""
    parts = [getattr(action, each.name) for each in fields(action)]
    keys = ["".join(map(str, part)) for part in parts if isinstance(part, tuple)]
    return [*(part for part in parts if isinstance(part, str)), *keys]


_COPYING = (
    *({"ctrl", "c"}, {"ctrl", "x"}, {"ctrl", "shift", "c"}, {"ctrl", "insert"}),
    *({"shift", "delete"}, {"copy"}, {"cut"}, {"xf86copy"}, {"xf86cut"}),
)
_NOTHING = SecretPlace(has=False)


class SecretTraces:
    """For one run. ``goal`` is the operator's, ``start_url`` the page that they began with."""

    def __init__(self, goal: str, start_url: str = "") -> None:
        self._goal = goal
        self._start_url = start_url
        self._typed: dict[str, None] = {}
        self._is_copied = False
        self._is_surely_copied = False

    def place_of(self, action: Action, zone: Zone | None, seen: Situation) -> SecretPlace:
        """Whether the secret that the action names, or moves, may go where it puts it."""
        place = place_of_secret(action, zone, seen, self._goal, self._start_url)
        if place.withheld:
            return place
        if isinstance(action, TypeText):
            self._typed.update(dict.fromkeys(secrets_in(action.text)))
        if self._typed and _copies(action, zone):
            self._is_surely_copied = _holds_secret(seen.focused_zone)
            self._is_copied = self._is_surely_copied or _may_be_secret(action, seen)
        return self._of_moved(action, zone, seen) if place == _NOTHING else place

    def _of_moved(self, action: Action, zone: Zone | None, seen: Situation) -> SecretPlace:
        match action:
            case _ if self._is_copied and pastes(action, zone):
                return self._of_putting(seen.focused_zone, seen, is_sure=self._is_surely_copied)
            case Click(button="middle") if zone is not None and zone.is_editable:
                return self._of_putting(zone, seen, is_sure=False)
            case Drag(to_zone_id=end_id) if zone is not None:
                end, may_hold = seen.zone(end_id), zone.is_secret or _holds_secret(zone)
                if end is None or end == zone or not end.is_editable or not may_hold:
                    return _NOTHING
                return self._of_putting(end, seen, is_sure=_holds_secret(zone))
            case _:
                return _NOTHING

    def _of_putting(self, aimed: Zone | None, seen: Situation, *, is_sure: bool) -> SecretPlace:
        """As typing each secret there that was typed before."""
        for name in self._typed:
            typed = TypeText(f"{{{{secret:{name}}}}}")
            place = place_of_secret(typed, aimed, seen, self._goal, self._start_url)
            if place.withheld and is_sure:
                return SecretPlace(f"what was copied is a secret: {place.withheld}")
            if place.withheld or place.asked:
                told = f"what is put there may be the secret “{name}”, which was typed before"
                return SecretPlace(asked=told)
        return SecretPlace(has=bool(self._typed))


def _copies(action: Action, zone: Zone | None) -> bool:
    match action:
        case PressKeys(keys=keys):
            return set(chord_of(keys)) in _COPYING
        case Click() if zone is not None:
            return any(canonical(each) in ("copy", "cut") for each in zone.label.split()[:1])
        case _:
            return False


def _holds_secret(zone: Zone | None) -> bool:
    """A field in which it surely stands."""
    if zone is None or not zone.is_editable:
        return False
    return zone.is_secret or zone.role is Role.PASSWORD_FIELD


def _may_be_secret(action: Action, seen: Situation) -> bool:
    """Of a copy: what stands in an open field is known, what else is selected is not."""
    focused = seen.focused_zone
    if isinstance(action, PressKeys) and focused is not None and focused.is_editable:
        return False
    return any(zone.is_secret for zone in seen.zones_in_sight) or not isinstance(action, PressKeys)
