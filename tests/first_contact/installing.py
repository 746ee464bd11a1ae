"""Installs what cards need: Debian packages, and Python's in an environment for each card."""

import subprocess
import sys
import venv
from collections.abc import Iterable
from pathlib import Path

from tests.first_contact.cards import Card

_CACHE = Path.home() / ".cache" / "pilothouse-first-contact"
# the harness itself: it looks at windows, pictures, accessibility and settings
_TOOLS = ("wmctrl", "imagemagick", "python3-pyatspi", "xdotool", "openbox", "xvfb")
_TOOLS_TOO = ("libglib2.0-bin", "dconf-cli", "dbus")


def packages_of(card: Card) -> Path:
    """The `bin` of the card's own Python environment."""
    return _CACHE / card.name / "bin"


def install(cards: Iterable[Card]) -> None:
    """Install everything that the cards name; what is there already stays as it is."""
    wanted = list(cards)
    debian = sorted({name for card in wanted for name in card.debian} | set(_TOOLS + _TOOLS_TOO))
    quiet = ["apt-get", "install", "-y", "--no-install-recommends"]
    subprocess.run([*quiet, *debian], check=True)
    for card in wanted:
        if card.pypi:
            _install_python(card)


def _install_python(card: Card) -> None:
    folder = packages_of(card).parent
    if not (folder / "bin" / "python").exists():
        sys.stdout.write(f"making {folder}\n")
        venv.create(folder, with_pip=True)
    command = [str(folder / "bin" / "pip"), "install", "--quiet", *card.pypi]
    subprocess.run(command, check=True)
