"""Languages that a goal names, as sites offer them: each in its own words."""

from __future__ import annotations

import re

_LANGUAGES = {
    "german": "Deutsch", "english": "English", "french": "Français", "spanish": "Español",
    "italian": "Italiano", "dutch": "Nederlands", "portuguese": "Português", "polish": "Polski",
    "danish": "Dansk", "swedish": "Svenska", "welsh": "Cymraeg", "turkish": "Türkçe",
}  # fmt: skip
_TO_LANGUAGE = re.compile(
    r"^(?:(?:(?:the|this)\s+)?(?:web ?site|site|page|it)\s+(?:of .* )?)?"
    rf"(?:in)?to\s+(?P<name>{'|'.join(_LANGUAGES)})(?:\s+(?:language|version))?$",
    re.IGNORECASE,
)


def language_labels(text: str) -> tuple[str, ...]:
    """What leads to the language that "the site to German" means; empty where none is named."""
    match = _TO_LANGUAGE.match(text)
    name = match["name"].casefold() if match else ""
    return (_LANGUAGES[name], name) if name else ()
