"""What a run on the web says before anything is loaded: the browser takes seconds to come up."""

from __future__ import annotations

from app.choices import RunChoices, is_browser, start_address
from engine.domain.web.sites import host_of


def start_words(choices: RunChoices, search_engine: str) -> str:
    """Empty for runs on a desktop. Where no page is named, how to name one."""
    if not is_browser(choices.surface):
        return ""
    if choices.resumes:
        return f"Starting the browser, to go on with the session {choices.resumes} …"
    address = start_address(choices.surface)
    if address:
        return f"Starting the browser at {address} …"
    return (
        f"Starting the browser. Your goal names no site, so the run begins with a search at"
        f" {host_of(search_engine)}. To begin elsewhere, name the site in the goal or say"
        " --surface browser:https://example.org."
    )
