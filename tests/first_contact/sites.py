"""A web application that is served on loopback for one run, from a folder of its own."""

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from tests.first_contact.cards import Card, Serving
from tests.first_contact.installing import packages_of

_UP_SECS = 90


class NotUp(RuntimeError):
    """The application did not answer in time."""


@dataclass(frozen=True, slots=True)
class Site:
    """A web application that runs: its folder, and the address of its first page."""

    home: Path
    address: str
    first_page: str


class Served:
    """Starts the application of a card, and ends it."""

    def __init__(self, card: Card, run: Path) -> None:
        if card.serving is None:
            raise ValueError(f"{card.name} says not how it is served")
        self._card = card
        self._serving: Serving = card.serving
        self._folder = run / "site"

    def __enter__(self) -> Site:
        self._folder.mkdir(parents=True)
        for each in self._card.planted:
            path = self._folder / each.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(each.content)
        self._port = _free_port()
        environment = dict(os.environ) | self._filled_in(self._serving.environment)
        for line in self._serving.setup:
            command = self._fill(line)
            subprocess.run(["sh", "-c", command], cwd=self._folder, env=environment, check=True)
        with (self._folder / "server.log").open("wb") as log:
            self._process = subprocess.Popen(
                [self._fill(part) for part in self._serving.command],
                cwd=self._folder,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        address = f"http://127.0.0.1:{self._port}"
        site = Site(self._folder, address, address + self._serving.first_page)
        try:
            _wait_for(site.first_page)
        except NotUp:
            self.__exit__()
            raise
        return site

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(timeout=15)

    def _fill(self, text: str) -> str:
        packages = packages_of(self._card)
        filled = {"{port}": str(self._port), "{folder}": str(self._folder)}
        filled["{packages}"] = str(packages)
        for mark, value in filled.items():
            text = text.replace(mark, value)
        return text

    def _filled_in(self, environment: dict[str, str]) -> dict[str, str]:
        return {key: self._fill(value) for key, value in environment.items()}


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_for(address: str) -> None:
    until = time.monotonic() + _UP_SECS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.3)
    raise NotUp(address)
