"""The words by which ordinary sites call things, as tables. Nothing here names a site.

To teach a synonym, add it here and nowhere else. All words are lower case.
"""

from __future__ import annotations

from engine.thinking.words import meanings

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
# Words for where something is said to be; they lead there only where nothing better does.
PLACE_NOUNS = frozenset({"page", "site", "website", "section", "web", "screen", "chapter"})

RELEASES_LABELS = (
    *("release notes", "changelog", "change log", "version history", "release history"),
    *("releases", "what's new", "changes", "history of versions"),
)
"""Where it is told what was released when."""

REJECT_LABELS = (
    *("reject all", "reject", "reject all cookies", "reject cookies", "decline", "decline all"),
    *("refuse", "refuse all", "deny", "deny all", "disagree", "i do not agree", "no thanks"),
    *("continue without accepting", "do not accept", "don't accept", "no"),
)
NECESSARY_LABELS = (
    *("only necessary", "necessary only", "only necessary cookies", "necessary cookies only"),
    *("only essential", "essential only", "essential cookies only", "use necessary cookies only"),
    *("only required", "required only", "accept necessary", "accept essential", "only essentials"),
    *("accept only necessary", "accept only essential cookies", "strictly necessary only"),
    *("save selection", "save my choices", "confirm my choices"),
)
CLOSE_LABELS = (
    *("close", "dismiss", "×", "✕", "✖", "x", "no thanks", "not now", "maybe later", "later"),
    *("skip", "close dialog", "close banner", "close popup", "no, thanks", "hide"),
)
ACCEPT_LABELS = (
    *("accept", "accept all", "accept cookies", "accept all cookies", "agree", "i agree"),
    *("agree to all", "allow all", "allow cookies", "allow all cookies", "allow", "ok", "okay"),
    *("got it", "i accept", "understood", "i understand", "agree and close", "accept and close"),
    *("consent", "yes", "continue", "that's ok", "fine"),
)
CONSENT_WORDS = frozenset({"cookie", "consent", "tracking", "privacy", "gdpr", "partner"})

NEXT_PAGE_LABELS = (
    *("next", "next page", "older", "older posts", "older entries", "next results", "›", "»"),
    *("→", ">", ">>", "next ›", "next »", "next →", "more results", "go to next page"),
)
LOAD_MORE_LABELS = (
    *("load more", "show more", "more", "view more", "see more", "load more items", "show all"),
    *("more items", "load more results", "show more results", "load more products"),
    *("show more products", "view all", "see all"),
)
LAST_PAGE_LABELS = ("last", "last page", ">>", "»»")
CONTINUE_LABELS = (
    *("next", "continue", "next step", "proceed", "go on", "save and continue", "forward"),
    *("continue to next step", "next page", "review", "continue to review", "to the next step"),
)
SUBMIT_LABELS = (
    *("submit", "send", "finish", "confirm", "save", "done", "apply", "ok", "go", "complete"),
    *("submit form", "send form", "send message", "register", "sign up", "create account"),
    *("log in", "login", "sign in", "place order", "order", "book", "save changes", "update"),
    *("subscribe", "finish and send", "confirm and send", "search", "join"),
)
QUANTITY_WORDS = ("quantity", "qty", "amount", "number", "how many", "count", "pieces")
DOWNLOAD_WORDS = frozenset({"download", "save", "get"})
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
CHEAPEST = frozenset({"cheapest", "least expensive", "lowest-priced", "lowest priced"})
DEAREST = frozenset({"dearest", "most expensive", "priciest", "highest-priced", "costliest"})
