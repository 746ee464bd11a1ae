"""Gathers what is known of one place of the picture that was looked at last."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.domain import places
from engine.domain.plans import Situation
from engine.domain.spaces import Point
from engine.domain.surface_ports import AccessibleNode, AccessibleTree
from engine.domain.zones import Window
from engine.geometry.regions import is_in_any
from engine.perception.accessibility import is_worth_a_zone
from engine.perception.masking.masker import title_bar_px
from engine.perception.masking.rules import MaskRules

_MOST_THINGS = 3
_FRAME_PX = 5


def place_facts(
    point: Point,
    situation: Situation,
    tree: AccessibleTree,
    looks: Sequence[places.SourceLook],
    rules: MaskRules,
) -> places.PlaceFacts:
    """``tree`` is what the situation was made from; nothing of its texts comes out here."""
    window = window_at(point, situation.windows)
    here = places.zones_at(point, situation.zones)
    inside = situation.zones_in(window) if window is not None else []
    told = [zone for zone in inside if zone.source.tells]
    return places.PlaceFacts(
        point=point,
        zones=here,
        nearest=places.nearest_zone(point, situation.zones),
        window=window,
        told_count=len(told),
        things=tuple(_things(point, tree, window))[:_MOST_THINGS],
        looks=tuple(looks),
        is_title_bar=window is not None and not window.bounds_px.contains(point),
        is_masked=(
            any(zone.is_secret for zone in here)
            or any(region.contains(point) for region in rules.regions_px)
            or (window is not None and bool(rules.title_word(window.title)))
        ),
        is_own=is_in_any(point, situation.frame.own_px),
        is_stale=situation.is_stale,
    )


def window_at(point: Point, windows: Sequence[Window]) -> Window | None:
    """The topmost window that shows there, with the frame around it and its title bar."""
    for window in sorted(windows, key=lambda one: one.order):
        frame = window.bounds_px.grown(_FRAME_PX)
        if frame.contains(point) or title_bar_px(window).contains(point):
            return window
    return None


def _things(
    point: Point, tree: AccessibleTree, window: Window | None
) -> Iterator[places.ToldThing]:
    """What the window's application tells of there and what became no zone, smallest first."""
    there = [
        node
        for node in tree.nodes
        if node.parent_key
        and node.bounds_px.contains(point)
        and (window is None or node.window_key == window.window_id)
    ]
    for node in sorted(there, key=lambda one: one.bounds_px.area):
        why = _why_not_kept(node)
        if why is not None:
            yield places.ToldThing(node.role, why)


def _why_not_kept(node: AccessibleNode) -> places.NotKept | None:
    if not node.is_showing:
        return places.NotKept.HIDDEN
    if is_worth_a_zone(node):
        return None
    is_only_unnamed = is_worth_a_zone(replace(node, name="a name"))
    return places.NotKept.UNNAMED if is_only_unnamed else places.NotKept.CONTAINER
