"""The graph of states as the report draws it: where cards stand, and the lines between them.

Of very many states those that were visited most are drawn, each below the nearest one that is drawn
too; all of them are in the report's table."""

from engine.domain.facts import Frozen
from engine.geometry.state_map import CardSizes, state_map
from engine.language.labels import shortened
from engine.record.views.exploring.explore_view import ExploreView, StateView

MOST_DRAWN = 60
MOST_ACROSS = 6
CARD_WIDTH, CARD_HEIGHT = 172, 146
PICTURE_HEIGHT = 100
LABEL_HEIGHT = 20
_SIZES = CardSizes(CARD_WIDTH, LABEL_HEIGHT + CARD_HEIGHT, gap_across=24, gap_down=26, margin=8)
_MOST_LABEL_CHARS = 27
_MOST_TITLE_CHARS = 23


class Card(Frozen):
    """Places in the drawing's own units; ``by`` is what first led here, with the number of the
    state from which where that does not stand right above; ``path`` is all that led here."""

    state: StateView
    x: float
    y: float
    title: str
    by: str
    path: tuple[str, ...]
    has_fault: bool


class Line(Frozen):
    """``d`` is an SVG path; ``is_first`` where it was how the state was first come to;
    ``is_indirect`` where states lie between that are not drawn."""

    start: str
    end: str
    d: str
    words: str
    is_first: bool
    is_indirect: bool = False


class Drawing(Frozen):
    width: int
    height: int
    cards: tuple[Card, ...]
    lines: tuple[Line, ...]
    left_out: int


def drawing_of(view: ExploreView) -> Drawing:
    """The cards and the lines between them."""
    drawn = _drawn(view)
    nearest: dict[str, str] = {}  # of each state the one before it that is drawn
    for each in view.states:  # an origin stands before what came from it
        origin = each.came_from
        nearest[each.state_id] = origin if origin in drawn else nearest.get(origin, "")
    origins = {state_id: at for state_id, at in nearest.items() if state_id in drawn}
    places = state_map(origins, _SIZES, MOST_ACROSS)
    faulty = {each.found.state_id for each in view.findings}
    cards: dict[str, Card] = {}
    for state in view.states:
        if state.state_id not in places.corners:
            continue
        x, y = places.corners[state.state_id]
        origin, came_from = origins[state.state_id], view.states.get(state.came_from)
        is_below = places.rows.get(origin) == places.rows[state.state_id] - 1
        far = f"{came_from.number} › " if came_from is not None and not is_below else ""
        cards[state.state_id] = Card(
            state=state,
            x=x,
            y=y + LABEL_HEIGHT,
            title=shortened(state.title or "untitled", _MOST_TITLE_CHARS),
            by=shortened(f"{far}{state.by}", _MOST_LABEL_CHARS) if state.by else "",
            path=view.path_to(state.state_id),
            has_fault=state.state_id in faulty,
        )
    return Drawing(
        places.width,
        places.height,
        tuple(cards.values()),
        _lines(view, cards, origins),
        len(view.states) - len(cards),
    )


def _drawn(view: ExploreView) -> frozenset[str]:
    """Where a fault came up and where it starts always; then the most visited, oldest first."""
    faulty = {each.found.state_id for each in view.findings}

    def rank(state: StateView) -> tuple[bool, bool, int]:
        return state.state_id not in faulty, bool(state.by), -state.visits

    ranked = sorted(view.states, key=rank)
    return frozenset(each.state_id for each in ranked[:MOST_DRAWN])


def _lines(view: ExploreView, cards: dict[str, Card], origins: dict[str, str]) -> tuple[Line, ...]:
    """Further ways first: what led to a state first is drawn over them."""
    lines = [
        Line(each.start, each.end, _round(cards[each.start], cards[each.end]), words, False)
        for each in view.transitions
        if each.start in cards and each.end in cards and origins[each.end] != each.start
        for words in [f"{each.by} ({each.count}×)" if each.count > 1 else each.by]
    ]
    lines += [
        Line(
            origin,
            state_id,
            _down(cards[origin], cards[state_id]),
            cards[state_id].by,
            True,
            origin != cards[state_id].state.came_from,
        )
        for state_id, origin in origins.items()
        if origin in cards
    ]
    return tuple(lines)


def _down(start: Card, end: Card) -> str:
    """From below one card to the label above another."""
    x1, y1 = start.x + CARD_WIDTH / 2, start.y + CARD_HEIGHT
    x2, y2 = end.x + CARD_WIDTH / 2, end.y - LABEL_HEIGHT + 2
    bend = min(28.0, max(12.0, (y2 - y1) / 2))
    middle = f"C {x1:g} {y1 + bend:g}, {x2:g} {y2 - bend:g}, {x2:g} {y2:g}"
    return f"M {x1:g} {y1:g} {middle}"


def _round(start: Card, end: Card) -> str:
    """From a side of one card to the same side of the other, so that it leaves cards alone."""
    is_right = end.x >= start.x
    side = CARD_WIDTH if is_right else 0
    y1, y2 = start.y + CARD_HEIGHT * 0.4, end.y + CARD_HEIGHT * 0.6
    out = 14.0 if is_right else -14.0
    if abs(end.y - start.y) < 1 and start is not end:  # in one row: above what stands between
        x1, x2 = start.x + side, end.x + (0 if is_right else CARD_WIDTH)
        return f"M {x1:g} {y1:g} C {x1 + out:g} {y1:g}, {x2 - out:g} {y2:g}, {x2:g} {y2:g}"
    x1, x2 = start.x + side, end.x + side
    return f"M {x1:g} {y1:g} C {x1 + out:g} {y1:g}, {x2 + out:g} {y2:g}, {x2:g} {y2:g}"
