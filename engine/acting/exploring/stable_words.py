"""The part of a text that is the same in each run: without numbers of processes, addresses, times,
random names, and the folders that a run lies in."""

from __future__ import annotations

import re

from engine.language.labels import shortened

_MAX_CHARS = 160
_VARIABLE = (
    (re.compile(r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ]\d{1,2}:\d\d(:\d\d([.,]\d+)?)?\w*"), "…"),
    (re.compile(r"\b\d{1,2}:\d\d(:\d\d([.,]\d+)?)?\b"), "…"),
    (re.compile(r"\b0x[0-9a-fA-F]+\b"), "…"),
    (re.compile(r"\b[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"), "…"),
    (re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{8,}\b"), "…"),
    (re.compile(r"(?<![\w:/])(/[\w.@+-]+){2,}/"), "…/"),
    (re.compile(r"(https?://)[^\s/]+"), r"\1…"),
    (re.compile(r"\?\S+"), ""),
    (re.compile(r"(?<!answered with )(?<!\w)\d+([.,]\d+)*\b"), "#"),
)


def stable(text: str) -> str:
    """One line of it, cut to a length that can be read."""
    text = " ".join(text.split())
    for pattern, instead in _VARIABLE:
        text = pattern.sub(instead, text)
    return shortened(text, _MAX_CHARS)
