"""Texts without their disguise: what a reader makes of them, however the letters are dressed; and
as a person sees them. ``{{secret:name}}`` in a text: a secret is named so, and its value stands
nowhere.

A text that means to be read by a planner and not by a filter hides behind zero-width characters,
letters of other alphabets that look alike, letters set apart, digits for letters, odd casing.
``readings`` gives what it may say; texts are compared in that form only.

Who shows a text from outside, on a terminal, in a window or in a report, shows it with what can't
be seen in it written out, and tells of letters that pass for others; nobody compares it so.

A text can be wrapped so that it reads otherwise and is the same: backwards, in base64, in
hexadecimal digits, with percent signs, as a page's source has it. Who masks looks for all
wrappings of a secret; who reads an address unwraps it."""

import base64
import binascii
import html
import json
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import quote, quote_plus, unquote, unquote_plus

_TAGS = range(0xE0020, 0xE007F)
"""Invisible copies of the ASCII characters."""
_LATIN_OF = {
    ord(other): latin
    for latin, others in {
        "a": "аαɑᴀᎪᗅꓮ𐊠𖽀",
        "b": "вβʙƅьᏏᏴᑲᖯᗷꓐꞵ𐊂𐊡𐌁",
        "c": "сᴄᏟⲥꓚ𐊢𐌂𐐽𐔜",
        "d": "ԁᴅᎠᏧᑯᗞᗪꓒꓓ",
        "e": "еεᴇҽᎬⴹꓰꬲ𐊆𑣆𑣎",
        "f": "ꜰϝքᖴẝꓝꞙꬵ𐊇𐊥𐔥𑣂",
        "g": "ɡɢƍԍցᏀᏳᶃꓖ",
        "h": "нһʜհᎻᏂᕼⲏꓧ𐋏",
        "i": "іιıɪɩᎥꙇ",
        "j": "јᴊʝϳᎫᒍꓙ",
        "k": "кκᴋᏦᛕⲕꓗ𐔘",
        "l": "ӏʟǀᏞᒪᛁⲓⳑⵏꓡꓲ𐊊𐌉𐑃𐔦𑣒𖼖𖼨",
        "m": "мᴍμϻᎷᗰᛖⲙꓟ𐊰𐌑",
        "n": "ηոɴռⲛꓠ𐔓",
        "o": "оοօᴏσଠഠဝჿዐᴑⲟⵔꓳꬽ𐊒𐊫𐐬𐓪𐔖𑣈𑣕𑣗",
        "p": "рρᴘᏢᑭⲣꓑ𐊕",
        "q": "ԛգզⵕ",
        "r": "ʀгᎡᎱᏒᖇᴦⲅꓣꭇꭈ𐓜𖼵",
        "s": "ѕꜱƽտᏕᏚꓢ𐊖𐑈𑣁𖼺",
        "t": "тτᴛᎢⲧꓔ𐊗𐊱𐌕𖼊",
        "u": "υսᴜʋሀᑌꓴꞟꭎꭒ𐓶𑣘𖽂",
        "v": "νᴠѵᏙᐯⴸꓦꛟ𐔝𑜆𑣀𖼈",
        "w": "ԝωᴡɯѡաᎳᏔꓪ𑜊𑜎𑜏",
        "x": "хχᕁᕽᚷⲭⵝꓫꭓ𐊐𐊴𐌗𐔧",
        "y": "уγʏɣүყᎩᎽᶌỿⲩꓬꭚ𐊲𖽃",
        "z": "ᴢζᏃꓜ𑣉",
    }.items()
    for other in others
}
"""What looks like one of these and is left by folding: of Unicode's table of confusables
(https://www.unicode.org/reports/tr39/) as confusable-homoglyphs 3.3.1 has it, with small capitals,
whose names say what they are."""
_LETTER_OF_DIGIT = str.maketrans("013457@$", "oieastas")
_SET_APART = re.compile(r"(?<!\w)(?:[^\W_][ .\-_*·]){3,}[^\W_](?!\w)")
_BETWEEN = re.compile(r"[ .\-_*·]")
_WORD = re.compile(r"(?:\w|[@$](?=[a-z]))[\w@$]*")
_MIXED = re.compile(r"[a-z][013457@$]|[013457@$][a-z]")
_PLAINER = str.maketrans("’‘ʼ`´łŁøØı", "'''''lLoOi")
_SPACES = re.compile(r"[^\S\n]+")
_BACKWARDS = "\u202e"


def visible(text: str) -> str:
    """The text in its own casing, with what is invisible in it told or left out."""
    if text.isascii():
        return _SPACES.sub(" ", text).strip()
    told = "".join(chr(ord(each) - 0xE0000) if ord(each) in _TAGS else each for each in text)
    told = unicodedata.normalize("NFKC", told)
    kept = "".join(each for each in told if unicodedata.category(each) != "Cf")
    return _SPACES.sub(" ", kept).strip()


def folded(text: str) -> str:
    """Without case, accents and what is invisible; line feeds are kept."""
    text = visible(text)
    if not text.isascii():
        parts = unicodedata.normalize("NFKD", text)
        text = "".join(each for each in parts if unicodedata.category(each) != "Mn")
        text = unicodedata.normalize("NFC", text).translate(_PLAINER)
    return text.casefold().replace("`", "'")


def readings(text: str) -> tuple[str, ...]:
    """What the text may say: as it stands, and with look-alikes taken for what they look like."""
    plain = _SPACES.sub(" ", _SET_APART.sub(lambda found: _BETWEEN.sub("", found[0]), folded(text)))
    undressed = plain if plain.isascii() else plain.translate(_LATIN_OF)
    undressed = _WORD.sub(
        lambda word: word[0].translate(_LETTER_OF_DIGIT) if _MIXED.search(word[0]) else word[0],
        undressed,
    )
    said = [plain, undressed]
    if _BACKWARDS in text:
        said.append(plain[::-1])
    return tuple(dict.fromkeys(said))


def folded_pattern(*patterns: str) -> str:
    """Any of the patterns, with their letters folded as the texts are that they are held to."""
    either = "|".join(f"(?:{each})" for each in patterns)
    return _FOREIGN.sub(lambda found: folded(found[0]), either)


_FOREIGN = re.compile(r"[^\x00-\x7f]+")


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_PLAIN = frozenset("\n\t\u00ad")
"""Lines, tabs, and where a word may be broken."""
_JOINERS = frozenset("\u200c\u200d")
_NOT_PLAIN = re.compile(r"[^\n\t -~]")
_LETTERS = re.compile(r"[^\W\d_]+")


def shown(text: str) -> str:
    """With marks as ⟨U+202E⟩ for what turns letters around, hides or steers a terminal."""
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n")
    return _NOT_PLAIN.sub(
        lambda each: _shown(each[0], text[max(0, each.start() - 1) : each.start()]), text
    )


def shown_cut(text: str, most_chars: int = 2_000) -> str:
    """The same of a text that may be very long: its beginning, and how much more there is."""
    left_out = len(text) - most_chars
    more = f"… ({left_out} more characters)" if left_out > 0 else ""
    return shown(text[:most_chars]) + more


def _shown(character: str, before: str) -> str:
    if character in _PLAIN or unicodedata.category(character) not in _UNSEEN:
        return character
    if character in _JOINERS and before and not _is_of(before, "LATIN", "CYRILLIC", "GREEK"):
        return character  # as emoji, Persian and Indian scripts need them
    return f"⟨U+{ord(character):04X}⟩"


def _is_of(letter: str, *alphabets: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith(alphabets)


def disguise_of(text: str) -> str:
    """ "mixes Latin and Cyrillic letters": of a word in which some letters pass for Latin ones, be
    it that all of them do while the words beside it are Latin; mostly empty."""
    if text.isascii():
        return ""
    words = _LETTERS.findall(unicodedata.normalize("NFC", text))
    latin = [each for each in words if any(_is_of(letter, "LATIN") for letter in each)]
    for word in words if latin else ():
        others = [each for each in word if not _is_of(each, "LATIN")]
        alike = [e for e in others if any(ord(each) in _LATIN_OF for each in folded(e))]
        passing = [e for e in alike if unicodedata.normalize("NFKC", e) == e]
        if passing and (word in latin or passing == others):
            return f"mixes Latin and {unicodedata.name(passing[0]).split()[0].title()} letters"
    return ""


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
    """In a longer text too: the letters that depend on it alone, whatever stands around."""
    for shift in range(3):
        code = base64.b64encode(b"\0" * shift + said).decode().rstrip("=")
        first = (0, 2, 3)[shift]
        bits = (shift + len(said)) * 8
        inner = code[first : bits // 6]
        if len(inner) >= _LEAST_INNER:
            yield inner
            yield inner.translate(_URL_SAFE)


def unwrapped(address: str) -> Iterator[str]:
    """What an address or a short text may say: as written, and read in each way, backwards too."""
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


SECRET = re.compile(r"(?i)\{\{\s*secret\s*:\s*([^{}]+?)\s*\}\}")


def secrets_in(text: str) -> tuple[str, ...]:
    """The names, in their order."""
    return tuple(SECRET.findall(text))
