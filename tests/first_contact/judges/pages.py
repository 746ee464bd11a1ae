"""Judges that ask a web application over HTTP, without a browser."""

import json
import urllib.error
import urllib.request
from base64 import b64encode

from tests.first_contact.sites import Site


def says(site: Site, path: str, text: str) -> bool:
    """Whether what the application answers at a path has the text in it."""
    with urllib.request.urlopen(site.address + path, timeout=20) as answer:
        return text in answer.read().decode(errors="replace")


def says_not(site: Site, path: str, text: str) -> bool:
    """Whether it has not."""
    return not says(site, path, text)


def signed_in_says(site: Site, user: str, password: str, path: str, text: str) -> bool:
    """Whether what a path answers to this user, signed in with each request, has the text in it."""
    told = b64encode(f"{user}:{password}".encode()).decode()
    asking = urllib.request.Request(site.address + path, headers={"Authorization": f"Basic {told}"})
    with urllib.request.urlopen(asking, timeout=20) as answer:
        return text in answer.read().decode(errors="replace")


def transmission(site: Site, method: str, text: str) -> bool:
    """Whether a Transmission server's answer to a method of its own interface has the text in it.

    It answers who has told it the mark that it gave with its refusal."""
    names = {"fields": ["name"]} if method == "torrent-get" else {}
    asked = json.dumps({"method": method, "arguments": names}).encode()
    where, mark = f"{site.address}/transmission/rpc", ""
    try:
        urllib.request.urlopen(where, data=asked, timeout=20).close()
    except urllib.error.HTTPError as refused:
        mark = refused.headers["X-Transmission-Session-Id"]
    again = urllib.request.Request(where, asked, {"X-Transmission-Session-Id": mark})
    with urllib.request.urlopen(again, timeout=20) as answer:
        return text in answer.read().decode(errors="replace")


def deluge(site: Site, password: str, method: str, text: str) -> bool:
    """Whether a Deluge page's answer to a method of its own interface has the text in it.

    It answers who has signed in with the password."""
    where, head = f"{site.address}/json", {"Content-Type": "application/json"}
    asked = json.dumps({"id": 1, "method": "auth.login", "params": [password]}).encode()
    with urllib.request.urlopen(urllib.request.Request(where, asked, head), timeout=20) as answer:
        head["Cookie"] = str(answer.headers["Set-Cookie"]).partition(";")[0]
    asked = json.dumps({"id": 2, "method": method, "params": []}).encode()
    with urllib.request.urlopen(urllib.request.Request(where, asked, head), timeout=20) as answer:
        return text in answer.read().decode(errors="replace")
