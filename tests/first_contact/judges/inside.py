"""Judges that look into the sandbox of the practice desktop, at folders not to be seen outside."""

from pathlib import Path

from tests.first_contact.desks import Desk


def equals(desk: Desk, path: str, text: str) -> bool:
    """Whether a file of the sandbox is the text, whatever line ends stand behind it."""
    inside = [pid for pid, _, command in desk.processes() if command[0] == "openbox"]
    file = Path(f"/proc/{inside[0]}/root{path}")
    return file.exists() and file.read_text(errors="replace").rstrip("\r\n") == text
