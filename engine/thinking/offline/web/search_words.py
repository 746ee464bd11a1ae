"""What is typed into a site's search: the name of the thing, never the sentence it stands in.

Sites compare words. A clause, a verb, a person's name or a card's number finds nothing there, and
says more than a search needs to know.
"""

from __future__ import annotations

import re

from engine.domain.web.vocabulary import ANY_ITEM, GOAL_VERBS, STOP_WORDS
from engine.domain.words import without_article
from engine.thinking.offline.web.matching import stems
from engine.thinking.offline.web.vocabulary import KIND_WORDS

_MOST_WORDS = 5
_TELLING_CHARS = 3
_CLAUSE = re.compile(
    r"\s*(?:[,;]|\b(?:that|which|who|whose|where|when|so that|because|while)\b).*$|"
    r"\s+(?:for me|for pick-?up|from me|on my behalf)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_PERSONAL = re.compile(r"\S+@\S+|\b\d[\d -]{6,}\d\b|\bmy (?:name|e-?mail|card|number)\b.*$", re.I)
_NAME = re.compile(
    r"[A-Z][\w'’-]*(?:\s+(?:(?:of|the|and|in|a|an|by|with|to|on|for|at|from|de|la)\s+){0,2}"
    r"[A-Z][\w'’-]*)+"
)
_BARE_VERBS = frozenset(
    {
        *("place", "reserve", "renew", "cancel", "book", "write", "sign", "report", "apply"),
        *("subscribe", "order", "register", "do", "pay", "owe", "belong", "help", "collect"),
    }
)
_SAYS_LITTLE = ANY_ITEM | KIND_WORDS | GOAL_VERBS
_RANKS = frozenset({"longest", "shortest", "only", "now", "kind", "been"})


def search_words(words: str, *others: str) -> tuple[str, ...]:
    """What may be searched for, the likeliest first, each once: the thing's own name or phrase, a
    name within it, then its most telling word."""
    found: list[str] = []
    for said in (words, *others):
        phrase = _phrase(said)
        if phrase and len(phrase.split()) <= _MOST_WORDS + said.count(" of "):
            found.append(phrase)
        found += [_bare(each) for each in _NAME.findall(_PERSONAL.sub(" ", phrase))]
    found += [_told_by(phrase) for phrase in (_phrase(words),)]
    found.append(_most_telling(_phrase(words)))
    unique: dict[str, str] = {}
    for each in found:
        if len(each) >= _TELLING_CHARS:
            unique.setdefault(each.casefold(), each)
    return tuple(unique.values())


def name_in(words: str) -> tuple[str, ...]:
    """The names within words, by their capitals."""
    return tuple(_bare(each) for each in _NAME.findall(words))


def _phrase(said: str) -> str:
    """The noun phrase, without the clauses behind it and the verb before it."""
    bare = " ".join(_PERSONAL.sub(" ", said).split())
    cut = _CLAUSE.sub("", bare).strip(" ,;.") or bare
    first, _, rest = cut.partition(" ")
    if set(stems(cut)) <= KIND_WORDS and cut != bare:
        cut = " ".join(stems(bare)[-2:])  # only the clause tells which
        first, _, rest = cut.partition(" ")
    is_verb = first.casefold() in _BARE_VERBS and not first[:1].isupper()
    cut = rest if is_verb and rest else cut
    kept = [word for word in cut.split() if word.casefold() not in _RANKS]
    joined = " ".join(kept)
    return _bare(joined if joined[:1].isupper() else without_article(joined))


def _bare(words: str) -> str:
    """Without the word for its kind ahead of a name: "book The Iron Kettle"."""
    match = re.match(r"(?:[Tt]he\s+)?(?P<kind>[a-z]+)\s+(?=[A-Z])(?P<name>.+)$", words)
    is_kind = match is not None and set(stems(match["kind"])) <= KIND_WORDS
    return match["name"] if match is not None and is_kind else words


def _told_by(phrase: str) -> str:
    """The phrase without words for its kind: "large print" of "large print books"."""
    kept = [word for word in phrase.split() if not set(stems(word)) & _SAYS_LITTLE]
    joined = " ".join(kept)
    is_phrase = bool(kept) and kept[0].casefold() not in STOP_WORDS
    return joined if is_phrase and len(kept) < len(phrase.split()) and len(kept) <= 3 else ""


def _most_telling(phrase: str) -> str:
    """The phrase's head, its last word, where that tells; else its longest word."""
    told = [each for each in stems(phrase) if each not in _SAYS_LITTLE | _BARE_VERBS]
    told = [each for each in told if len(each) >= _TELLING_CHARS and not each.isdigit()]
    if not told:
        return ""
    about = re.search(r"\b(?:about|of|on)\s+(?:the\s+)?([\w'’-]+)$", phrase)
    last = stems(phrase)[-1]
    if about or last in told:
        return last if last in told else told[-1]
    return max(told, key=len)
