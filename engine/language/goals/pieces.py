"""Takes a goal apart: lines, numbered lists, sentences, "then", and, tentatively, commas and "and";
and first of all its literal text, quotes and secrets, out of it.

Each literal is replaced by one private-use character, so that no comma, full stop or "and" within
it can be mistaken for the end of a clause. What is so masked is split: hard ends are ends of a
clause for certain; at soft ones ("," and "and") the reader decides, since they also stand in lists
and in labels."""

import re
from collections.abc import Iterator

from engine.domain import errors, facts, zones
from engine.language.goals.words import DESKTOP_VERBS

_POLITE_WORDS = (
    *("please", "kindly", "now", "first", "finally", "lastly", "also", "just", "afterwards"),
    *("could you", "can you", "would you", "i want you to", "i'd like you to", "you should"),
)
_NEXT = re.compile(r"(?i)^\s*next\s*,\s*(?:(?:and|but)\s+)?")
"""The first word only says when; without a comma it is a button's."""

_BULLET = re.compile(r"^\s*(?:\(?\d+[.)]|[-*•–])\s+")
_HEADING = re.compile(
    r"(?i)^\s*(?:please\s+)?(?:steps|goal|task|to do|do (?:the following|this)(?: steps)?)\s*:\s*"
)
_SENTENCE_END = re.compile(r"(?<=[^\s.…])(?!(?<=\b[A-Z])\.\s[a-z])\.(?=\s|$)|[!?]+(?=\s|$)")
_THEN = re.compile(r"(?i)[\s,]*\b(?:and then|then|after that|and afterwards)\b[\s,]*")
_SOFT = re.compile(
    r"(?i)\s*(?:(?<!\d),|,(?!\d))\s*(?:(?:and|but)\s+)?|\s+(?:and|but|&)\s+(?:also\s+)?"
)
_APART = re.compile(
    r"(?i)^(?P<verb>turn|switch)\s+(?!on\b|off\b|to\b)(?P<what>\S.*?)\s+(?P<way>on|off)$"
)
_POLITE = re.compile(rf"(?i)^(?:(?:{'|'.join(map(re.escape, _POLITE_WORDS))})\b[\s,]*)+")


class Piece(facts.Frozen):
    """Text between two ends; ``joint`` is what stood before it, empty after a hard end."""

    text: str
    joint: str = ""


def stretches(masked: str) -> list[list[Piece]]:
    """The goal between hard ends; each stretch as its pieces between soft ends."""
    found = []
    for line in _lines(masked):
        for sentence in _SENTENCE_END.split(line):
            for stretch in _THEN.split(sentence):
                if pieces := _soft_pieces(_NEXT.sub("", stretch)):
                    found.append(pieces)
    return found


def without_politeness(text: str) -> str:
    text = _POLITE.sub("", text.strip()).strip()
    return re.sub(r"[\s,]+please$", "", text, flags=re.IGNORECASE)


def without_particle_apart(text: str) -> str:
    """ "turn X off" → "turn off X"."""
    return _APART.sub(r"\g<verb> \g<way> \g<what>", text)


def _lines(masked: str) -> list[str]:
    text = masked.replace("...", "…")
    lines = (_HEADING.sub("", line) for line in re.split(r"[\n\r;]+", text))
    items = (item for line in lines for item in _numbered_items(line))
    return [line for item in items if (line := _BULLET.sub("", item).strip())]


def _numbered_items(line: str) -> list[str]:
    """ "1. open X 2. click Y" on one line: cut before each number that is next in order."""
    if not re.match(r"\s*1[.)]\s", line):
        return [line]
    items, number = [], 2
    while cut := re.search(rf"(?<=\s){number}[.)]\s", line):
        items.append(line[: cut.start()])
        line = line[cut.start() :]
        number += 1
    return [*items, line]


def _soft_pieces(stretch: str) -> list[Piece]:
    pieces, at, joint = [], 0, ""
    for end in _SOFT.finditer(stretch):
        pieces.append(Piece(stretch[at : end.start()].strip(), joint))
        at, joint = end.end(), end.group()
    pieces.append(Piece(stretch[at:].strip(), joint))
    return [piece for piece in pieces if piece.text]


class Draft(facts.Part):
    """Pieces that will be one clause; ``kind`` is its verb's group."""

    kind: str
    verb: str
    pieces: list[Piece] = facts.field(default_factory=list)

    @property
    def text(self) -> str:
        joined = "".join(f"{piece.joint}{piece.text}" for piece in self.pieces[1:])
        return f"{self.pieces[0].text}{joined}"

    @property
    def rest(self) -> tuple[str, ...]:
        """The pieces without the verb."""
        return (self.pieces[0].text[len(self.verb) :].strip(), *(e.text for e in self.pieces[1:]))


def is_parallel_label(piece: Piece, kind: str, previous: Draft) -> bool:
    """Of "tick Show grid and Show rulers": what reads like a clause is written like a label."""
    if kind == "named" and previous.kind == "fill":
        return piece.text[:1].isupper() and bool(re.search(rf"\s\w.*{MARK}$", piece.text))
    if previous.kind not in {"tick", "untick"} or kind != "named":
        return False
    label = previous.text[len(previous.verb) :].strip()
    is_verb = bool(DESKTOP_VERBS.verb_of(label)[0])
    return is_verb and piece.text[:1].isupper() and label[:1].isupper()


_FIRST_MARK = 0xE000
MARK = "[\ue000-\uf8ff]"

_OPENED = re.compile(r"[\"“«`]|(?<!\w)['‘]|\{\{secret:[^{}]+\}\}")
_CLOSED = {
    '"': re.compile('"'),
    "“": re.compile("”"),
    "«": re.compile("»"),
    "`": re.compile("`"),
    "'": re.compile(r"'(?!\w)"),
    "‘": re.compile(r"’(?!\w)"),
}
_SPACES = re.compile(r"[^\S\n\r]+")
_UNCLOSED = re.compile(r"[\"“«`]|(?<![\w\ue000-\uf8ff])['‘]")


def refuse_empty(goal: str, remedy: str = "Say what is to be done.") -> None:
    """Raises ``GoalUnreadable`` for an empty goal, and for one that is too long."""
    if not goal.strip():
        raise errors.GoalUnreadable("The goal is empty.", remedy=remedy)
    if len(goal) > zones.MOST_GOAL_CHARS:
        raise errors.GoalUnreadable(
            f"The goal is too long: it has {len(goal):,} characters, and"
            f" {zones.MOST_GOAL_CHARS:,} are read.",
            (),
            "Say it in fewer words, or in several goals, one after the other.",
        )


def _literals_in(goal: str) -> Iterator[tuple[int, int, str]]:
    """Where each begins and ends, and what stands between its quotes. For the end of a kind of
    quote that is never closed is looked once."""
    at, unclosed = 0, set[str]()
    while opened := _OPENED.search(goal, at):
        start, at = opened.span()
        quote = opened[0]
        if quote not in _CLOSED:  # a secret
            yield start, at, quote
        elif quote not in unclosed:
            closed = _CLOSED[quote].search(goal, at + (quote in "'‘"))
            if closed is None:
                unclosed.add(quote)
            elif closed.start() > at:
                yield start, closed.end(), goal[at : closed.start()]
                at = closed.end()


class Literals:
    """A goal with its literals masked, and the way back."""

    def __init__(self, goal: str) -> None:
        self._contents: list[str] = []
        self._originals: list[str] = []
        self.masked = _SPACES.sub(" ", "".join(self._masked(goal)))
        unclosed = _UNCLOSED.search(self.masked)
        if unclosed:
            words = self.restore(self.masked[unclosed.start() :])
            why = f"A quote is opened and never closed: {words}"
            raise errors.GoalUnreadable(why, (words,), "Close the quote.")

    def _masked(self, goal: str) -> Iterator[str]:
        done = 0
        for start, end, content in _literals_in(goal):
            yield goal[done:start]
            yield chr(_FIRST_MARK + len(self._contents))
            self._contents.append(content)
            self._originals.append(goal[start:end])
            done = end
        yield goal[done:]

    def restore(self, text: str) -> str:
        """Masked text with the contents of its literals, without their quotes."""
        return self._replace(text, self._contents)

    def original(self, text: str) -> str:
        """Masked text as the operator wrote it."""
        return self._replace(text, self._originals)

    def _replace(self, text: str, literals: list[str]) -> str:
        return re.sub(MARK, lambda match: literals[ord(match.group()) - _FIRST_MARK], text)
