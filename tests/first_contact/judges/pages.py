"""Judges that ask a web application over HTTP, without a browser."""

import urllib.request

from tests.first_contact.sites import Site


def says(site: Site, path: str, text: str) -> bool:
    """Whether what the application answers at a path has the text in it."""
    with urllib.request.urlopen(site.address + path, timeout=20) as answer:
        return text in answer.read().decode(errors="replace")


def says_not(site: Site, path: str, text: str) -> bool:
    """Whether it has not."""
    return not says(site, path, text)
