"""A run's past and what a model asked to read, as a prompt has them.

The past only grows at its end, each entry behind a fence of its own, so that a server that caches
prompts by their beginning finds it again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.domain.plans import Came, PastStep, ReadText
from engine.thinking.model.fencing import estimated_tokens, fenced, one_line

_LINE_CHARS = 400
_PART_CHARS = 8_000
_LEFT_OUT_AT_ONCE = 4
_HEADS = {
    Came.DONE: "DONE {number}. {words}",
    Came.NOT_SEEN: "DONE {number}. {words}",
    Came.FAILED: "FAILED: {words}",
    Came.REJECTED: "REJECTED: {words}",
    Came.SKIPPED: "SKIPPED BY THE PERSON: {words}",
    Came.CUT_OFF: "NOT DONE: {words}",
    Came.TAKEN_BACK: "TAKEN BACK: {words}",
    Came.UNTOLD: "CAN'T TELL WHETHER IT WAS TAKEN BACK: {words}",
    Came.PLANNED: "YOU PLANNED, SINCE: {words}",
    Came.NOT_CLAIMED: "NOT REACHED YET: {words}",
}
_WHYS = {
    Came.DONE: "SEEN",
    Came.NOT_SEEN: "NOBODY SAW WHAT CAME OF IT",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A block that stands in the past behind so many entries."""

    at: int
    block: str


def past_blocks(
    past: Sequence[PastStep], most_tokens: float = math.inf, told: Sequence[Told] = ()
) -> list[str]:
    """One fenced block for each entry, the oldest first; what was done is numbered. Where not all
    fit, the oldest go, several at once: so the beginning mostly stays as it was."""
    blocks, number = [], 0
    for each in past:
        number += each.came in (Came.DONE, Came.NOT_SEEN)
        head = _HEADS[each.came].format(number=number, words=one_line(each.words, _LINE_CHARS))
        why = one_line(each.why, _LINE_CHARS)
        label = _WHYS.get(each.came, "WHY")
        is_told = why or each.came is Came.NOT_SEEN
        blocks.append(fenced(f"  {head}" + (f"\n  {label}: {why}".rstrip(": ") if is_told else "")))
    costs, left_out = [estimated_tokens(block) for block in blocks], 0
    while left_out < len(costs) and sum(costs[left_out:]) > most_tokens:
        left_out += _LEFT_OUT_AT_ONCE
    for once in reversed(told):  # it is not left out
        blocks.insert(max(once.at, left_out), once.block)
    if left_out:
        return [f"({min(left_out, len(past))} earlier entries left out)", *blocks[left_out:]]
    return blocks


def text_block(read: ReadText) -> str:
    """What the zone holds from there on, fenced, in full up to a bound; then how to read on."""
    name = one_line(read.name, _LINE_CHARS)
    if not read.text:
        return f"{name} has no text, or is not in the table."
    left = len(read.text) - _PART_CHARS
    more = f"\n({left} more characters: read {read.zone_id}@{read.start + _PART_CHARS})"
    return f"{name}:\n{fenced(read.text[:_PART_CHARS])}" + more * (left > 0)
