"""``{{secret:name}}`` in a text: a secret is named so, and its value stands nowhere."""

import re

SECRET = re.compile(r"\{\{\s*secret\s*:\s*([^{}]+?)\s*\}\}", re.I)


def secrets_in(text: str) -> tuple[str, ...]:
    """The names, in their order."""
    return tuple(SECRET.findall(text))
