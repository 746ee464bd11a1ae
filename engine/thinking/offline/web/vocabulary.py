"""What ordinary sites write on their buttons and links, as tables. Nothing here names a site.

The words of goals are in ``engine.domain.web.vocabulary``. All words are lower case.
"""

from __future__ import annotations

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
SKIP_LABELS = (
    *("skip", "skip to content", "skip to main content", "skip to the content", "jump to content"),
    *("skip navigation", "skip to navigation", "skip to main", "go to content", "back to top"),
    *("skip to search", "jump to main content", "to the top", "top of page", "skip links"),
)
"""Ways about this page; no thing of it."""

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
KIND_WORDS = frozenset(
    {
        *("book", "title", "film", "movie", "recipe", "event", "page", "news", "novel", "song"),
        *("story", "game", "item", "course", "job", "picture", "report", "album", "author"),
    }
)
"""Words for all that a site may have; which of it is meant they do not say."""
