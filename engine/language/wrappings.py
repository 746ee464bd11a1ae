"""Ways in which a text can be wrapped so that it reads otherwise and is the same: backwards, in
base64, in hexadecimal digits, with percent signs, as a page's source has it.

Who masks looks for all wrappings of a secret; who reads an address unwraps it.
"""

import base64
import binascii
import html
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, quote_plus, unquote, unquote_plus

_PARTS = re.compile(r"[^A-Za-z0-9+/_=-]+|(?<=[A-Za-z0-9])/|=(?=[A-Za-z0-9])")
_LEAST_WRAPPED = 4
_LEAST_INNER = 5
_LEAST_CODED = 8
_LONGEST_READ = 4000
_LEFT_BY_SCRIPTS = "!'()*~"
"""What ``encodeURIComponent`` leaves as it is."""
_URL_SAFE = str.maketrans("+/", "-_")
_STANDARD = str.maketrans("-_", "+/")


def wrappings(text: str) -> frozenset[str]:
    """All that may stand for the text, each of them telling the whole of it; itself not. Nothing
    for a short one, whose wrappings stand anywhere by chance."""
    if len(text) < _LEAST_WRAPPED:
        return frozenset()
    said, back = text.encode(), text[::-1]
    digits = said.hex()
    told = {
        *(each for one in (text, back) for each in _escaped(one)),
        *(each for one in (said, back.encode()) for each in _in_base64(one)),
        *(each for one in (digits, said.hex(" "), said.hex(":")) for each in (one, one.upper())),
        back.encode().hex(),
        back,
    }
    return frozenset(told - {text})


def _escaped(text: str) -> Iterator[str]:
    """As addresses, pages' sources and their scripts write it."""
    for safe in ("", "/", _LEFT_BY_SCRIPTS):
        for coded in (quote(text, safe=safe), quote_plus(text, safe=safe)):
            yield coded
            yield re.sub("%..", lambda found: found[0].lower(), coded)
    yield "".join(f"%{each:02x}" for each in text.encode())
    yield "".join(f"%{each:02X}" for each in text.encode())
    for escaped in (html.escape(text), html.escape(text, quote=False)):
        yield escaped
        yield escaped.replace("&#x27;", "&#39;")
        yield escaped.replace("&#x27;", "&apos;")
    yield "".join(f"&#{ord(each)};" for each in text)
    yield "".join(f"&#x{ord(each):x};" for each in text)
    yield "".join(f"\\u{ord(each):04x}" for each in text)
    yield json.dumps(text)[1:-1]


def _in_base64(said: bytes) -> Iterator[str]:
    """In the middle of a longer text too: the letters that depend on it alone, however much of
    another stands before and after it."""
    for shift in range(3):
        code = base64.b64encode(b"\0" * shift + said).decode().rstrip("=")
        first = (0, 2, 3)[shift]
        bits = (shift + len(said)) * 8
        inner = code[first : bits // 6]
        if len(inner) >= _LEAST_INNER:
            yield inner
            yield inner.translate(_URL_SAFE)


def unwrapped(address: str) -> Iterator[str]:
    """What an address, or another short text, may say: as it is written and with its parts read
    in each way, backwards too."""
    written = address[:_LONGEST_READ]
    plain = unquote(unquote(written))
    for text in dict.fromkeys((written, plain, unquote_plus(written))):
        yield text
        yield text[::-1]
    for part in dict.fromkeys(_PARTS.split(plain)):
        for once in _decoded(part):
            for read in (once, *_decoded(once)):
                yield read
                yield read[::-1]


def _decoded(part: str) -> Iterator[str]:
    if len(part) < _LEAST_CODED:
        return
    if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", part):
        yield bytes.fromhex(part).decode(errors="replace")
    code = part.translate(_STANDARD).rstrip("=")
    for start in range(4):
        whole = code[start:][: (len(code) - start) // 4 * 4 or None]
        rest = code[start:]
        for each in dict.fromkeys((whole, rest + "=" * (-len(rest) % 4))):
            try:
                yield base64.b64decode(each, validate=True).decode(errors="replace")
            except (binascii.Error, ValueError):
                continue
