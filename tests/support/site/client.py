"""A browser without eyes: it keeps its cookie and follows no redirect."""

from __future__ import annotations

import http.client
from dataclasses import dataclass
from urllib.parse import urlencode

from tests.support.site.server import Site


@dataclass(frozen=True, slots=True)
class Answer:
    """``location`` is where a redirect leads, empty where there is none."""

    status: int
    location: str
    body: bytes


class Client:
    """Raises what ``http.client`` raises where an answer breaks off."""

    def __init__(self, site: Site) -> None:
        self._port = site.port
        self._cookie = ""

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, "")

    def post(self, path: str, **fields: str) -> Answer:
        return self._ask("POST", path, urlencode(fields))

    def _ask(self, method: str, path: str, body: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            connection.request(method, path, body, {"Cookie": self._cookie} if self._cookie else {})
            answer = connection.getresponse()
            if given := answer.getheader("Set-Cookie"):
                self._cookie = given.partition(";")[0]
            return Answer(answer.status, answer.getheader("Location", ""), answer.read())
        finally:
            connection.close()
