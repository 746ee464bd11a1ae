"""What a child process is given of our environment."""

from __future__ import annotations

from engine.processes.descendants import child_environment

OURS = {
    "PATH": "/usr/bin",
    "LC_ALL": "de_AT.UTF-8",
    "SSL_CERT_FILE": "/etc/ssl/cert.pem",
    "DISPLAY": ":0",
    "XDG_RUNTIME_DIR": "/run/user/1000",
    "XDG_ACTIVATION_TOKEN": "t",
    "https_proxy": "http://me:secret@proxy",
    "PILOTHOUSE_API_KEY": "sk-1",
    "PILOTHOUSE_SECRET_MAIL": "s",
    "SSH_AUTH_SOCK": "/tmp/agent",
    "LC_TOKEN": "t",
    "SOMETHING_NOBODY_THOUGHT_OF": "s",
}


def test_everybody_gets_the_system_the_language_and_libraries() -> None:
    assert set(child_environment(OURS)) == {"PATH", "LC_ALL", "SSL_CERT_FILE"}


def test_what_shows_itself_gets_the_screen_and_what_needs_the_network_the_proxies() -> None:
    more = set(child_environment(OURS, on_screen=True, with_network=True))
    assert more - set(child_environment(OURS)) == {"DISPLAY", "XDG_RUNTIME_DIR", "https_proxy"}
