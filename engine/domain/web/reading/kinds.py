"""What sort of thing a goal asks for, by its verbs: its kind, and its task mode.

Plain English, read by patterns. Both steer what counts as the artifact, which actions are allowed,
and the prompt.
"""

from __future__ import annotations

import re

from engine.domain.web.goals import GoalKind, TaskMode
from engine.domain.web.reading.conditions import read_bounds

NOUNS_TOO = (
    "star|pin|flag|mark|review|follow|like|report|block|rent|hire|leave|bookmark|join|schedule"
)
ACTS_ON = (
    rf"(?:{NOUNS_TOO})"
    r"(?=\s*$|\s*[,;.\ue000-\uf8ff]|\s+(?:the|an?|my|it|this|that|them|all|every)\b)"
)
"""Words that are verbs where something definite follows; else "pin badges" are things."""
ACTIONS = (
    r"add|buy|order|purchase|submit|send|fill|register|sign (?:up|in|out|me)|(?:un)?subscribe"
    r"|log (?:in|out)|book|reserve|delete|remove|create|post|publish|change|update|apply"
    r"|enter|type|tick|untick|check ?out|cancel|put|rate|vote|accept|pay|complete|upload"
    r"|reply|respond|favou?rite|upvote|save|ask (?:an?|the)|increase|decrease|reject|contact|empty"
    r"|renew|extend|prolong|make an? (?:reservation|booking|appointment|order)|give(?! me\b)"
    rf"|{ACTS_ON}|share|set|write|confirm|press|click|push|toggle|select|choose|sort|filter"
    r"|(?:switch|turn)(?! to (?:page|the \w+ page)\b)"
)
_ACTION = re.compile(
    rf"(?:^|\b(?:and|then|please|to)\s+|[,;.]\s*)(?:please\s+)?(?:{ACTIONS})\b", re.IGNORECASE
)
_SEEKS = re.compile(
    r"^(?:please )?(?:find|show|list|look for|search for|locate|seek|name|read|see)\b",
    re.IGNORECASE,
)
"""What leads decides: who finds "how to delete an account" deletes none."""

_TOLD_OF = re.compile(
    rf"\bhow to (?:{ACTIONS})\b(?:(?:,|,? (?:and|or)) (?:{ACTIONS})\b)*|\bto (?:{ACTIONS})\b",
    re.IGNORECASE,
)
"""What the thing that is sought is for, or speaks of."""

_DOWNLOAD = re.compile(
    r"\bdownload\b|\bsave\b.*\b(?:file|pdf|csv|document|archive)\b", re.IGNORECASE
)
_QUESTION = re.compile(
    r"^(?:what|which|who|whom|whose|when|where|why|how|is|are|does|do|did|can|was|were)\b"
    r"|\b(?:tell me|answer(?! .*\bwith\b)|find out|look up|let me know|say what)\b"
    r"|\breport (?:the(?!.* as )|what|how)\b"
    r"|\b(?:and|then) (?:tell|say|report|give)\b|^(?:read|give) me\b",
    re.IGNORECASE,
)
_BROWSE = re.compile(
    r"\b(?:browse|explore|look (?:around|through|over)|scroll through|see what|skim)\b",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\b(?:all|every|list|lists|several|compare|results|which of|(?:top|first|last) \d+"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten|\d+)(?: [a-z]+est)?"
    r" (?!(?:am|pm|percent|stars)\b)[a-z-]+s)\b"
    r"|^which \w+s\b|\bbrowse (?:the )?\w+s\b",
    re.IGNORECASE,
)


def mode_of(text: str) -> TaskMode:
    """``text`` is masked, so that what is quoted asks nothing."""
    plain = text.strip()
    if _DOWNLOAD.search(plain):
        return TaskMode.DOWNLOAD
    if _QUESTION.search(plain) or (plain.endswith("?") and not _ACTION.match(plain)):
        return TaskMode.ANSWER
    return TaskMode.BROWSE if _BROWSE.search(plain) else TaskMode.FIND


def kind_of(text: str, mode: TaskMode) -> GoalKind:
    """``text`` is masked; what counts things in a bound ("with 4 stars") makes no list."""
    plain = read_bounds(text.strip())[0]
    acting = _TOLD_OF.sub(" ", plain) if _SEEKS.match(plain) else plain
    if mode not in (TaskMode.ANSWER, TaskMode.DOWNLOAD) and _ACTION.search(acting):
        return GoalKind.ACTION
    return GoalKind.LIST if _LIST.search(plain) else GoalKind.OBJECT
