"""What sites call the buttons of what is done again and again: into the cart, among the
favourites, following; and where their forms are. Tables; to teach a word, add it here.

Labels stand from the plainest to the vaguest; none of them names a site.
"""

from __future__ import annotations

import re

from engine.thinking.offline.web.matching import stems

_CART = (
    *("add to cart", "into the cart", "put in cart", "to the cart", "place in cart", "in cart"),
    *("add", "add item", "add product", "buy", "buy it", "take it", "get it", "buy now", "order"),
    *("want it", "i'll take it", "purchase", "add to order", "in den Warenkorb"),
)
_FAVOURITE = (
    *("add to favourites", "favourite", "add to wish list", "wish list", "save to wish list"),
    *("save to favourites", "mark as favourite", "add to my favourites", "favourites", "save"),
    *("save for later", "like", "love", "heart", "bookmark", "star", "♡", "♥", "☆", "remember"),
)
_LIKE = ("like", "i like this", "love", "heart", "thumbs up", "upvote", "♡", "♥", "👍", "favourite")
_FOLLOW = ("follow", "subscribe", "watch", "get updates", "notify me", "keep me posted", "join")
_BOOKMARK = ("bookmark", "save", "save for later", "add bookmark", "read later", "favourite", "🔖")
_SUBSCRIBE = ("subscribe", "follow", "get updates", "watch", "notify me", "sign up", "sign me up")

_BY_VERB: dict[str, tuple[str, ...]] = {
    "favorite": _FAVOURITE,
    "like": _LIKE,
    "heart": _LIKE,
    "upvote": _LIKE,
    "follow": _FOLLOW,
    "watch": _FOLLOW,
    "bookmark": _BOOKMARK,
    "star": ("star", "☆", "favourite", "bookmark"),
    "subscribe": _SUBSCRIBE,
}
_BY_PLACE: dict[str, tuple[str, ...]] = {
    "cart": _CART,
    "favorite": _FAVOURITE,
    "wishlist": _FAVOURITE,
    "wish": _FAVOURITE,
    "bookmark": _BOOKMARK,
}
_PUTS = frozenset({"add", "put", "place", "lay", "throw", "get", "save", "mark", "buy", "order"})
_ENTRIES: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = (
    (
        frozenset(stems("message contact enquiry question feedback note write")),
        (
            "contact",
            "contact us",
            "get in touch",
            "write to us",
            "message us",
            "feedback",
            "support",
        ),
    ),
    (
        frozenset(stems("register signup join member account membership")),
        ("sign up", "register", "join", "create account", "become a member", "membership"),
    ),
    (frozenset(stems("login")), ("log in", "sign in", "my account", "members", "account")),
    (
        frozenset(stems("book booking reserve reservation appointment table room visit")),
        ("book", "booking", "reservations", "reserve", "book now", "appointments", "book online"),
    ),
    (
        frozenset(stems("comment review reply opinion")),
        (
            "write a comment",
            "add a comment",
            "leave a comment",
            "comment",
            "reply",
            "write a review",
        ),
    ),
    (frozenset(stems("newsletter subscribe")), ("newsletter", "subscribe", "mailing list")),
)


def deed_labels(verb: str, place: str) -> tuple[str, ...]:
    """What a button may be called that does this; empty where only the goal's own words tell."""
    said, where = stems(verb), stems(place)
    if not said or set(said) & _TAKING_AWAY:
        return ()
    if set(said) & _PUTS:
        return next((_BY_PLACE[each] for each in where if each in _BY_PLACE), ())
    return _BY_VERB.get(said[0], ())


_TAKING_AWAY = frozenset(stems("remove take empty unfollow unlike unsubscribe cancel"))


def is_switching(verb: str, place: str) -> bool:
    """It turns something on, which the control itself then shows."""
    labels = deed_labels(verb, place)
    return bool(labels) and labels is not _CART


def entry_labels(words: str) -> tuple[str, ...]:
    """What leads to the form that the words speak of, on a site of other words."""
    said = set(stems(words))
    return next((labels for names, labels in _ENTRIES if names & said), ())


def same_words(label: str, text: str) -> bool:
    """Whether a button is called so, but for signs, articles and small words; signs count where
    there is nothing else."""
    if not any(sign.isalnum() for sign in label):
        return text.strip() == label
    return stems(label) == stems(" ".join(_WORDS.findall(text)))


_WORDS = re.compile(r"[\w'’-]+")
