"""What a page sets off when it is acted upon: a document that it asks for, a file that it hands
out, what its scripts send in the background, a question in a dialog of the browser's. Only the
browser sees it before it happens."""

import contextlib
import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from urllib.parse import parse_qsl

from engine.domain.facts import Frozen
from engine.domain.web.sites import host_of, is_same_site

_READS = re.compile(r"\s*(?:#.*\n\s*)*(?:query\b|\{)")
_WRITES = re.compile(r"\b(?:mutation|subscription)\b")
_NAMES = re.compile(r"[^\W\d]{3,}")
_ASKS = frozenset({"query", "variables", "operationName", "extensions"})
_MOST_CHARS, _MOST_TOLD, _MOST_DEEP = 100_000, 4_000, 2
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1d\x7f\ufffd]")
_PART, _HEAD = re.compile(r"(?:^|\n)--"), re.compile(r"\r?\n\r?\n")
_NAMED = re.compile(r"""\bname="?([^"\r\n;]+)""")
_TAG = re.compile(r"<([\w:.-]{1,80})[^<>]{0,200}>([^<>]{0,200})")
_IN_QUOTES = re.compile(r"""["'](\w{1,40})["']\s*:\s*["']?([\w.:/ -]{1,80})""")


class Outgoing(Frozen):
    """A request for what is to be shown in place of the page, for a file, or one of the page's
    scripts; ``file_name`` is how the site names a file, ``by`` the page of the script, so far as
    it is told, and ``is_after_leaving``: another page had been asked for before.

    ``is_cut``: not all of its body was told. ``is_beacon``: it is made so that nobody learns what
    came of it. ``is_plain``: it is written as any page may write to any site, and is signed by
    nobody. ``question``: it is no request, but what the page asks, to be answered with yes."""

    url: str
    method: str = "GET"
    file_name: str = ""
    in_background: bool = False
    body: str = ""
    by: str = ""
    is_after_leaving: bool = False
    is_cut: bool = False
    is_beacon: bool = False
    is_plain: bool = False
    question: str = ""

    @property
    def sends(self) -> bool:
        """It hands something in, rather than asks for something."""
        return self.method not in ("GET", "HEAD", "OPTIONS") and not self._only_asks

    @property
    def is_report(self) -> bool:
        """It counts what is done on the page, which does not depend on it: a beacon, and what is
        sent to another site in nobody's name."""
        is_elsewhere = not is_same_site(host_of(self.url), host_of(self.by))
        return self.is_beacon or (self.sends and self.is_plain and is_elsewhere)

    @property
    def likeness(self) -> tuple[str, str, frozenset[str]]:
        """What has the same is the same work once more: numbers and times differ."""
        unread = f"{self.is_cut}, {hash(self.body)}"
        names = _NAMES.findall(self.body) if self._is_text else [unread]
        return self.method, self.url.partition("?")[0], frozenset(names)

    @property
    def written(self) -> frozenset[tuple[str, str]] | None:
        """Names with their values, of a form, of JSON or of tags, one in the other too; of a value
        in a mere list the name is empty. None where it can't be read whole."""
        return _read_whole(self.body) if self._is_text else None

    @property
    def _is_text(self) -> bool:
        return not (self.is_cut or len(self.body) > _MOST_CHARS or _NO_TEXT.search(self.body))

    @property
    def _only_asks(self) -> bool:
        """GraphQL says in its text whether it writes."""
        is_told = self.in_background and self.body and self._is_text
        try:
            told = json.loads(self.body) if is_told else None
        except (ValueError, RecursionError):
            return False
        asked = told if isinstance(told, list) else [told]
        whole = (isinstance(each, dict) and each.keys() <= _ASKS and each for each in asked)
        texts = [each.get("query") if each else None for each in whole]
        return bool(texts) and all(
            isinstance(text, str) and bool(_READS.match(text)) and not _WRITES.search(text)
            for text in texts
        )


@lru_cache(maxsize=8)
def _read_whole(text: str) -> frozenset[tuple[str, str]] | None:
    """It is asked for several times; what holds more than is read is not read to its end."""
    try:
        told = tuple(islice(_in_text(text, _MOST_DEEP), _MOST_TOLD + 1))
    except RecursionError:
        return None
    return frozenset(told) if len(told) <= _MOST_TOLD else None


def _written(name: str, told: object, deep: int) -> Iterator[tuple[str, str]]:
    match told:
        case dict():
            for key, value in told.items():
                yield key, ""
                yield from _written(key, value, deep)
        case list():
            for value in told:
                yield from _written(name, value, deep)
        case str():
            yield name, told
            if deep:
                yield from _in_text(told, deep - 1)


def _in_text(text: str, deep: int) -> Iterator[tuple[str, str]]:
    """A number stands before the JSON in frames of some web sockets."""
    with contextlib.suppress(ValueError):
        if (bare := text.strip().lstrip("0123456789")).startswith(("{", "[")):
            yield from _written("", json.loads(bare.rstrip("\x1e")), deep)
            return
    told = parse_qsl(re.sub(r"[\r\n]+", "&", text), keep_blank_values=True)
    pairs = [(name, value) for name, value in told if value or not re.search(r"\s", name)]
    for part in _PART.split(text):
        head, *value = _HEAD.split(part, maxsplit=1)
        if value and (named := _NAMED.search(head)):
            pairs.append((named[1], value[0].rstrip()))
    for name, value in (*pairs, *_TAG.findall(text), *_IN_QUOTES.findall(text)):
        yield name, ""
        yield from _written(name, value, deep)


WhyHeld = Callable[[Outgoing], str]
"""Why it is held back, completing “it …”; empty where it may go."""
