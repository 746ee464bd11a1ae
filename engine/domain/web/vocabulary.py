"""The words in which goals are put and by which sites call things, as tables.

To teach a synonym, add it here and nowhere else. All words are lower case. Nothing here names a
site.
"""

from __future__ import annotations

from engine.domain.words import meanings

SAME_WORD = meanings(
    "cart: basket, bag, trolley, carts",
    "color: colour, colors, colours",
    "catalog: catalogue",
    "favorite: favourite",
    "documentation: docs, doc",
    "email: mail, e-mail",
    "phone: telephone, tel",
    "login: signin, logon",
    "signup: register, registration, join",
    "picture: image, photo",
    "delete: remove, erase",
    "euro: eur, euros, €",
    "dollar: usd, dollars, $",
)
TWO_WORDS = {
    ("log", "in"): "login",
    ("sign", "in"): "login",
    ("log", "on"): "login",
    ("sign", "up"): "signup",
    ("e", "mail"): "email",
    ("check", "out"): "checkout",
    ("log", "out"): "logout",
    ("sign", "out"): "logout",
    ("zip", "code"): "zip",
    ("post", "code"): "zip",
    ("postal", "code"): "zip",
    ("shopping", "cart"): "cart",
    ("shopping", "basket"): "cart",
    ("shopping", "bag"): "cart",
}
STOP_WORDS = frozenset(
    {
        *("the", "a", "an", "this", "that", "my", "your", "its", "of", "in", "on", "at", "to"),
        *("for", "from", "with", "by", "as", "and", "or", "is", "are", "was", "were", "be", "it"),
        *("do", "does", "did", "there", "their", "which", "what", "who", "how", "when", "where"),
        *("many", "much", "me", "i", "you", "please", "all", "any", "some", "about", "into"),
        *("has", "have", "had", "can", "will", "s", "called", "named", "each", "every", "if"),
    }
)
_SAYING_LITTLE = """
these those our it we us them they he she his her
over under through between within per
but then than so not no nor also just only very too
am being been could would shall should may might must
having get gets got here whom whose why
both few more most other such same own up down out off again once
lot something anything thing things ones without
"""
_ASKING = """
find search look locate open go visit show see browse explore tell give say answer read
list check compare download save get fetch navigate click press type enter fill
submit send choose select pick want need like let make sure use using know learn determine
scroll return identify discover complete called named titled add buy put set
two three four five six seven eight nine ten saying says
cheapest best newest latest oldest highest lowest first last most least page site website
web link button
"""
SMALL_WORDS = STOP_WORDS | frozenset(_SAYING_LITTLE.split())
"""More of them than for labels, where "up" and "down" tell one from another."""
GOAL_VERBS = frozenset(_ASKING.split())
"""Words in which goals are put: a page that fits need not have them."""
# Words for anything that a page lists; they say nothing about which of it is meant.
ANY_ITEM = frozenset(
    {
        *("product", "item", "article", "entry", "result", "thing", "one", "offer", "everything"),
        *("link", "row", "card", "record", "post", "hit", "listing", "element"),
    }
)
# What a site or a part of it is called as a whole: "in the chandler's shop".
SITE_NOUNS = (
    *("shop", "store", "site", "website", "webshop", "documentation", "docs", "manual", "blog"),
    *("catalog", "catalogue", "handbook", "forum", "wiki"),
)
OWN_PLACE = "account"
"""Where a site keeps what is one's own: loans, orders, bookings."""
# Words for where something is said to be; they lead there only where nothing better does.
PLACE_NOUNS = frozenset({"page", "site", "website", "section", "web", "screen", "chapter"})

FILE_ENDINGS = (
    *("pdf", "zip", "csv", "txt", "xlsx", "xls", "docx", "doc", "epub", "json", "xml", "gz"),
    *("tar", "exe", "dmg", "deb", "rpm", "iso", "png", "jpg", "jpeg", "svg", "mp3", "mp4", "md"),
    *("appimage", "msi", "odt", "ods", "pptx", "tgz", "7z", "apk", "jar", "whl", "bin"),
)
NUMBER_WORDS = {
    word: at
    for at, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
} | {"eleven": 11, "twelve": 12, "a dozen": 12}
ORDINAL_WORDS = {
    word: at
    for at, word in enumerate(
        (
            *("first", "second", "third", "fourth", "fifth"),
            *("sixth", "seventh", "eighth", "ninth", "tenth"),
        ),
        1,
    )
} | {"last": -1, "top": 1}
