"""Masking: a secret that was typed is neither in a zone's text nor in a recorded picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from engine.domain.accessible import AccessibleNode, AccessibleTree
from engine.domain.frames import Frame
from engine.domain.spaces import Rect
from engine.domain.zones import Zone
from engine.perception.accessibility import is_worth_a_zone

_GREY = 128


def without_secrets(
    zones: Sequence[Zone], tree: AccessibleTree, frame: Frame, masked: Callable[[str], str]
) -> tuple[tuple[Zone, ...], Frame]:
    """The zones with masked texts, and the frame with the secrets' places blotted out in grey.

    Places are taken from the whole tree: what is no zone, since something lies over its middle,
    may still show its ends.
    """
    cleaned = tuple(_cleaned(zone, masked) for zone in zones)
    telling = [node.bounds_px for node in tree.nodes if _tells(node, masked)]
    if not telling:
        return cleaned, frame
    pixels = bytearray(frame.pixels)
    blot(pixels, frame, telling)
    return cleaned, replace(frame, pixels=bytes(pixels))


def blot(pixels: bytearray | memoryview, frame: Frame, places_px: Sequence[Rect]) -> None:
    """Paint the places grey in the frame's own (writable) pixels."""
    rows = np.frombuffer(pixels, np.uint8).reshape(frame.height, frame.width, 4)
    for place in places_px:
        box = place.intersection(frame.bounds_px)
        rows[box.y : box.bottom, box.x : box.right] = _GREY


def _tells(node: AccessibleNode, masked: Callable[[str], str]) -> bool:
    """A window whose title has the secret in it is not blotted out as a whole."""
    texts = (node.name, node.description, node.text)
    return is_worth_a_zone(node) and any(masked(text) != text for text in texts if text)


def _cleaned(zone: Zone, masked: Callable[[str], str]) -> Zone:
    label, value = masked(zone.label), masked(zone.value)
    if (label, value) == (zone.label, zone.value):
        return zone
    return replace(zone, label=label, value=value, is_secret=True)
