"""What a run on the web says before anything is loaded: the browser takes seconds to come up."""

from __future__ import annotations

from app.choices import RunChoices, is_browser, start_address


def start_words(choices: RunChoices) -> str:
    """Empty for runs on a desktop. Where no page is named, how to name one."""
    if not is_browser(choices.surface):
        return ""
    if choices.resumes:
        return f"Starting the browser, to go on with the session {choices.resumes} …"
    address = start_address(choices.surface)
    if address:
        return f"Starting the browser at {address} …"
    return (
        "Starting the browser with an empty page: your goal names no site. To begin with one,"
        " name it in the goal or say --surface browser:https://example.org."
    )
