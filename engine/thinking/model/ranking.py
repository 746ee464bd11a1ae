"""Which zones matter for a goal, the most telling first: small models can't read hundreds.

Pure functions of the situation and the goal's words. What stands in front, has the keyboard, asks
a question or can be acted upon goes first, and before all what is called like the goal. Bars and
strips that lead elsewhere go behind, unless the goal names what is in them. Of a long list
the first entries tell what it is. Where there is not room for all, each part of the window in
front keeps its share."""

from collections import Counter
from collections.abc import Callable

from rapidfuzz import fuzz

from engine.domain.plans import Situation
from engine.domain.spaces import Rect
from engine.domain.zones import Role, State, Window, Zone
from engine.geometry.balancing import balanced
from engine.language.labels import JOINING_WORDS, normal
from engine.thinking.model.grid_text import says_nothing

_RELEVANT, _IN_FRONT, _IN_DIALOG, _FOCUSED, _ACTIONABLE, _ENABLED = 4.0, 2.0, 1.0, 1.5, 1.0, 0.3
_HIDDEN, _ASIDE, _ONE_OF_MANY = -2.0, -0.5, -0.75
_MANY = 10  # entries of one list; those that follow say little that is new
_NAMED = 0.5  # so much of a bar's entry in the goal, and it is not aside
_MEANT = 0.99  # all of its words are the goal's
_HIDDEN_RELEVANCE = 0.5  # an entry of a closed menu is worth a row only if the goal is about it
_SAME_WORD = 85.0  # percent; one wrong letter in seven
_VALUE_CHARS = 200  # of a long text, its beginning tells what it is
_ACTING_WORDS = frozenset({"click", "launch", "open", "press", "start", "type"})
"""What a goal does rather than what it is about: "Open…" in a closed menu is not worth a row for
"open Mousepad"."""
_TELLING_NOTHING = frozenset({Role.WINDOW, Role.MENU_BAR, Role.TOOL_BAR, Role.SCROLL_BAR})
_ENTRIES = frozenset(
    {Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.MENU_ITEM, Role.LINK, Role.LABEL}
)


def ranked(situation: Situation, words: str) -> tuple[Zone, ...]:
    """The zones that are worth telling about, the most important for ``words`` first. Left out are
    frames and bars that say nothing, and hidden zones that have nothing to do with the words."""
    return tuple(zone for zone, _ in _ranked(situation, words))


def cut_to_budget(
    situation: Situation,
    words: str,
    budget: float,
    cost: Callable[[Zone], float],
    *,
    tells_hidden: bool = False,
) -> tuple[tuple[Zone, ...], int]:
    """The zones whose costs fit, and how many that are worth telling about do not.
    ``tells_hidden``: what has nothing to do with the words is, too, where it is hidden."""
    scored = _ranked(situation, words, tells_hidden=tells_hidden)
    meant = {zone.zone_id for zone, relevance in scored if relevance >= _MEANT}
    front = situation.active_window
    view = front.bounds_px.intersection(situation.frame.bounds_px) if front else Rect(0, 0, 0, 0)
    kept = balanced(
        [zone for zone, _ in scored],
        situation.frame.bounds_px if view.is_empty else view,
        budget,
        cost=cost,
        window_id=front.window_id if front else "",
        is_meant=lambda zone: zone.zone_id in meant,
    )
    return kept, len(scored) - len(kept)


def _ranked(
    situation: Situation, words: str, *, tells_hidden: bool = False
) -> list[tuple[Zone, float]]:
    """Each with its relevance, 0 to 1."""
    wanted = _words_of(words)
    windows = {window.window_id: window for window in situation.windows}
    scored = []
    alike: Counter[tuple[str, str, Role]] = Counter()
    for at, zone in enumerate(situation.zones):
        texts = (zone.label, zone.value[:_VALUE_CHARS])
        relevance = max(_share(_words_of(text), wanted) for text in texts)
        is_hidden = not zone.on_screen and zone.is_actionable and bool(zone.label.strip())
        if _is_worth_telling(zone, relevance) or (tells_hidden and is_hidden):
            score = _score(zone, windows.get(zone.window_id), relevance)
            kind = zone.window_id, zone.parent_id, zone.role
            alike[kind] += 1
            if zone.role in _ENTRIES and alike[kind] > _MANY and relevance < _NAMED:
                score += _ONE_OF_MANY
            scored.append((-score, at, zone, relevance))
    return [(zone, relevance) for _, _, zone, relevance in sorted(scored, key=lambda it: it[:2])]


def relevance_of(words: str, text: str) -> float:
    """Which share of the text's words are among the words, 0 to 1; typing slips don't matter."""
    return _share(_words_of(text), _words_of(words))


def _is_worth_telling(zone: Zone, relevance: float) -> bool:
    if zone.role in _TELLING_NOTHING or says_nothing(zone):
        return False
    if not zone.on_screen:
        return relevance >= _HIDDEN_RELEVANCE and not _ACTING_WORDS.issuperset(
            _words_of(zone.label)
        )
    return zone.is_actionable or bool(zone.label.strip() or zone.value.strip())


def _score(zone: Zone, window: Window | None, relevance: float) -> float:
    is_here = window is not None and window.is_active
    return (
        _RELEVANT * relevance
        + _IN_FRONT * is_here
        + _IN_DIALOG * (is_here and window is not None and window.is_dialog)
        + _FOCUSED * (State.FOCUSED in zone.state)
        + _ACTIONABLE * zone.is_actionable
        + _ENABLED * zone.is_enabled
        + _HIDDEN * (not zone.on_screen)
        + _ASIDE * ((zone.is_navigation or zone.is_fixed) and relevance < _NAMED)
    )


def _share(there: tuple[str, ...], wanted: tuple[str, ...]) -> float:
    if not there:
        return 0.0
    found = sum(any(fuzz.ratio(word, one) >= _SAME_WORD for one in wanted) for word in there)
    return found / len(there)


def _words_of(text: str) -> tuple[str, ...]:
    """The words that tell something; where there are no others, all of them."""
    all_words = tuple(normal(text).split())
    return tuple(word for word in all_words if word not in JOINING_WORDS) or all_words
