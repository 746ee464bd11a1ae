"""Addresses and the sites that they lead to, as risks, whose wish and policies compare them.

A site is the registered name with its subdomains; which suffixes count as public is not known
here, so two names are one site where one ends with the other (``shop.example`` and
``www.shop.example``), and addresses in numbers only where they are equal. Names in other scripts
are compared as the name server gets them, so that letters that look alike are not one."""

import re
import unicodedata
from urllib.parse import SplitResult, parse_qsl, unquote, urldefrag, urljoin, urlsplit

_UNSPACED = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""Letters of scripts that set no spaces, or join words to a name: a text goes on in them right
beside one."""
_SPACED = rf"(?-i:(?![{_UNSPACED}])\w)"  # they have no case, and it takes long to look for it
_DOTS = "．。｡"
_NAMED = re.compile(
    rf"(?i)(?:(?P<scheme>https?)://(?P<named>[\w-]+(?:[.{_DOTS}][\w-]+){{0,30}})"
    rf"|(?<!{_SPACED})(?<!-)(?P<host>(?:{_SPACED}(?:(?:-|{_SPACED}){{0,61}}{_SPACED})?\.){{1,30}}"
    rf"(?:xn--[a-z0-9-]{{2,59}}|[a-z]{{2,63}})|localhost|\d{{1,3}}(?:\.\d{{1,3}}){{3}}))"
    rf"(?::\d+)?(?!@|{_SPACED})"
)
_ADDRESS = re.compile(
    r"(?<![\w@.-])(?:(?P<scheme>[Hh]ttps?)://[^\s/:]+|(?:[\w-]+\.)+(?P<ending>[a-z]{2,})"
    r"|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?![\w@])(?:/[^\s\"'“”<>]*)?"
)
_FILE_ENDING = re.compile(
    r"txt|pdf|csv|zip|docx?|xlsx?|md|html?|png|jpe?g|gif|svg|json|xml|py|js|css|odt|tar|gz|mp[34]"
)
_HOST_ENDING = re.compile(
    r"[a-z]{2}|com|org|net|edu|gov|mil|int|info|biz|name|pro|dev|app|blog|shop|store|site|online|cloud"
    r"|tech|page|wiki|news|museum|travel|agency|studio|design|example|test|local|internal|home"
)
"""What a name without a scheme ends with where it is a host's: a dotted word need not be one."""
_LONG_VALUE = 80
_ASKS_FOR_DEED = re.compile(
    r"(?i)_?(?:action|act|do|cmd|command|op|operation|task|method|verb"
    r"|(?:\w+_)?(?:sql|script|exec|eval|stmt|statement)(?:_?query)?)"
)
_IS_TOKEN = re.compile(
    r"(?i)_?(?:\w*(?:csrf|xsrf)\w*|\w*nonce|sesskey|form_?key|(?:\w+[_-])?token|(?:api|access)_?key"
    r"|(?:\w+[_-])?secret|passw(?:or)?d|pwd)"
)
_SORTS = re.compile(r"(?i)order(?:_?(?:by|dir))?|sort\w*")
_SEEKS = re.compile(r"(?i)q|s|query|search\w*|find|text|string|term|words?|keywords?|filter")
"""What is sought may be called like a deed."""
_NAMES_FILE = re.compile(r"(?i)file(?:name)?|download|attachment|path")
_PROGRAM = re.compile(
    r"(?is).*\.(?:exe|msi|msix|bat|cmd|scr|ps1|vbs|vbe|wsf|hta|cpl|xll|lnk|url|reg|rdp|chm"
    r"|settingcontent-ms|(?:ba|z|k|fi|c)?sh|run|appimage|deb|rpm|snap|flatpakref|desktop|dmg|pkg"
    r"|command|workflow|mobileconfig|apk|jar|jnlp|xpi|crx|docm|xlsm|pptm)[. ]*"
)
_SLUG = re.compile(r"(?i)https?://[^/?]+/(?P<rooms>(?:(?:[^/?\d]+|v?\d+(?:\.\d+)+)/)+)[^/?\d]+/?")
"""Versions have a dot in their numbers."""
_SAYS_YES = re.compile(r"(?i)(?:confirm\w*|sure|really|force|yes)=(?:1|true|yes|y|on|)")


def parts_of(url: str) -> SplitResult:
    """The parts of an address; empty ones where it can't be read."""
    try:
        return urlsplit(url)
    except ValueError:  # a page may write anything into its links
        return urlsplit("")


def led_to(href: str, here: str) -> str:
    """Where a link on ``here`` leads, without the place on the page; empty for no address."""
    try:
        return urldefrag(urljoin(here, href.strip())).url if href.strip() else ""
    except ValueError:
        return ""


def domain_of(written: str) -> str:
    """A domain of a list, as hosts are compared: no wildcard, scheme, port or path."""
    return host_of(written.strip().removeprefix("*.").casefold()) or written.strip().casefold()


def host_of(url: str) -> str:
    """The host of an address, lower case; empty where it has none or can't be read. As a browser
    reads it: a backslash ends the host as a slash does."""
    if not is_web(url) or url.casefold() == "about:blank":
        return ""
    url = url.replace("\\", "/")
    try:
        return ascii_host(urlsplit(url if "//" in url else f"//{url}").hostname or "")
    except ValueError:
        return ""


def ascii_host(host: str) -> str:
    """A host's name as the name server gets it, lower case and without a final dot:
    ``xn--bbank-gra.example`` of ``bäbank.example``."""
    plain = unicodedata.normalize(
        "NFKC", host.translate(dict.fromkeys(map(ord, _DOTS), "."))
    ).lower()
    labels = (
        each if each.isascii() else f"xn--{each.encode('punycode').decode()}"
        for each in unicodedata.normalize("NFC", plain).rstrip(".").split(".")
    )
    return ".".join(labels)


def hosts_named_in(text: str) -> frozenset[str]:
    """The hosts of all addresses that a text names; "list.txt" is a file."""
    return frozenset(
        host.removeprefix("www.")
        for match in _NAMED.finditer(text)
        if (host := ascii_host(match["named"] or match["host"]))
        and (match["scheme"] or _is_host(host))
    )


def first_address_in(text: str) -> str:
    """The first address that a text names, as it is written; empty where it names none. "list.txt"
    is a file, "bob@shop.example" somebody's, and "St.Louis" a town."""
    for match in _ADDRESS.finditer(text):
        if match["scheme"] or not match["ending"] or _is_ending(match["ending"]):
            return match[0].rstrip(".,;:!?)]")
    return ""


def is_address(text: str) -> bool:
    """Whether the text as a whole is an address of the web, rather than a name with a dot."""
    return bool(text.strip()) and first_address_in(text) == text.strip()


def _is_host(host: str) -> bool:
    ending = host.rpartition(".")[2]
    return "." not in host or ending.isdigit() or _is_ending(ending)


def _is_ending(ending: str) -> bool:
    return bool(_HOST_ENDING.fullmatch(ending)) and not _FILE_ENDING.fullmatch(ending)


def is_same_site(one: str, other: str) -> bool:
    """Whether two hosts belong to one site."""
    one, other = one.removeprefix("www."), other.removeprefix("www.")
    if not one or not other:
        return False
    return one == other or is_below(one, other) or is_below(other, one)


def is_below(host: str, domain: str) -> bool:
    """Whether the host is the domain or lies below it."""
    host, domain = host.casefold().rstrip("."), domain.casefold().strip(".")
    return host == domain or host.endswith(f".{domain}")


def is_web(url: str) -> bool:
    """It opens a page, rather than running or reading something on this machine."""
    named = re.match(r"([a-z][a-z0-9+.-]*):", url, re.I)
    scheme = named[1].casefold() if named else ""
    is_port = bool(re.match(r"[\w.-]+:\d+(?:/|$)", url))
    return scheme in ("", "http", "https") or is_port or url.casefold() == "about:blank"


def carries_data(url: str) -> bool:
    """Its query holds a long value or a secret: it tells the site more than what is wanted."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return True
    if parts.username or parts.password or "{{" in url:
        return True
    return any(len(value) > _LONG_VALUE for _, value in parse_qsl(parts.query))


def words_of_path(url: str) -> tuple[str, ...]:
    """What the last parts of the path and the query say, but for numbers of things, such as "place
    order" and "delete", and "loschen" of "loeschen"."""
    parts = parts_of(url)
    rooms = [each for each in parts.path.split("/") if each and not each.isdigit()]
    asked = (value for name, value in parse_qsl(parts.query) if not _SEEKS.fullmatch(name))
    return _spelt(*map(unquote, rooms[-2:]), *asked)


def _spelt(*said: str) -> tuple[str, ...]:
    words = dict.fromkeys(filter(None, map(worded, said)))
    return tuple(dict.fromkeys((*words, *(re.sub("([aou])e", r"\1", each) for each in words))))


def rooms_of_slug(url: str) -> tuple[str, ...]:
    """The parts of a path above its last one, where nothing in it is a thing's number and no query
    asks for one: of ``/docs/3.11/sql/delete-statement``, but not of ``/docs/7/delete-page``."""
    found = _SLUG.fullmatch(url.partition("#")[0])
    return tuple(found["rooms"].split("/")) if found is not None else ()


def deeds_of_query(url: str) -> tuple[str, ...]:
    """What the query asks to be done: its names ("delete" of ``?delete=3`` and ``?delete``), what
    is said of the deed (``?action=send``), and, where it says yes, what the path is about."""
    parts = parts_of(url)
    told = parse_qsl(parts.query, keep_blank_values=True)
    said = [name for name, _ in told if not _SORTS.fullmatch(name)]
    said += [value for name, value in told if names_deed(name)]
    if any(_SAYS_YES.fullmatch(f"{name}={value}") for name, value in told):
        said += parts.path.rstrip("/").split("/")[-2:]
    return _spelt(*said)


def token_in(url: str) -> str:
    """The name under which the address carries a key, or a token against forgery, which only what
    changes something asks for; empty for none."""
    told = parse_qsl(parts_of(url).query)
    return next((name for name, value in told if value and _IS_TOKEN.fullmatch(name)), "")


def program_at(url: str) -> str:
    """The name of the program, script or document with macros that the address hands out, by its
    ending in the path or in what the query names as a file; empty where it says nothing of one."""
    parts = parts_of(url)
    named = [value for name, value in parse_qsl(parts.query) if _NAMES_FILE.fullmatch(name)]
    names = (each.rpartition("/")[2] for each in (unquote(parts.path).rstrip("/"), *named))
    return next(filter(is_program, names), "")


def is_program(file_name: str) -> bool:
    """A program, a script, or a document with macros, by its ending."""
    return _PROGRAM.fullmatch(file_name) is not None


def names_deed(name: str) -> bool:
    """What stands under it is to be done, such as ``action`` and ``_method``."""
    return bool(_ASKS_FOR_DEED.fullmatch(name))


def worded(said: str) -> str:
    """ "place order" of ``place-order.php`` and of ``placeOrder``."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", re.sub(r"\.\w{2,4}$", "", said))
    return re.sub(r"[-_+\[\].:/]+", " ", apart).strip()


_HOST_ALONE = re.compile(r"(?i)(?:(?:[\w-]+\.)+[\w-]+|localhost|\[[\da-f:.]+\])(?::\d+)?")
_IS_NEAR = re.compile(r"(?i)localhost|\d+(?:\.\d+){3}(?:[:/?#]|$)|\[")
_PAGE_ENDINGS = frozenset({"html", "htm", "php", "asp", "aspx", "jsp", "pdf", "txt", "zip", "csv"})


def full_url(said: str, page_url: str = "") -> str:
    """An address as somebody writes it, with its scheme and host: without a scheme it is ``https``,
    for the machine itself and numbers ``http``; what names no host is of the page's own site.
    Raises ``ValueError`` for what can be none."""
    said = said.strip()
    first, here = re.split(r"[/?#]", said, maxsplit=1)[0], urlsplit(page_url)
    if first and first == here.netloc:
        return f"{here.scheme}://{said}"
    is_page = bool(here.netloc) and first.rpartition(".")[2].casefold() in _PAGE_ENDINGS
    if _HOST_ALONE.fullmatch(first) and not is_page:
        return f"{'http' if _IS_NEAR.match(first) else 'https'}://{said}"
    return urljoin(page_url, said)
