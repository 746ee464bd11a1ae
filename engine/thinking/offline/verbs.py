"""Finds the verb that a clause begins with, and the group of verbs that reads what follows."""

from __future__ import annotations

import re

from engine.thinking.offline.vocabulary import VERBS


def _verb_pattern() -> re.Pattern[str]:
    phrases = sorted((each for group in VERBS.values() for each in group), key=len, reverse=True)
    words = (re.escape(each).replace(r"\-", "[- ]?").replace(r"\ ", r"\s+") for each in phrases)
    return re.compile(rf"^(?P<verb>{'|'.join(words)})(?![\w-])\s*", re.IGNORECASE)


_VERB = _verb_pattern()
_KIND_OF = {phrase.replace("-", " "): kind for kind, group in VERBS.items() for phrase in group}
_PATH_GOES_ON = re.compile(r"(?:>|→|➔|»|▸|->|/\s)")


def verb_of(text: str) -> tuple[str, str, str]:
    """The verb's group, the verb as said and what follows; empty where there is no verb."""
    match = _VERB.match(text)
    if match is None or _PATH_GOES_ON.match(text[match.end() :]):
        return "", "", text
    phrase = " ".join(match["verb"].casefold().replace("-", " ").split())
    kind = _KIND_OF.get(phrase) or _KIND_OF.get(phrase.replace("+", " ")) or "named"
    return kind, match["verb"], text[match.end() :].strip()
