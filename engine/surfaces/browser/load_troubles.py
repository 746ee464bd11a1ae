"""What a browser's error codes mean, in words."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_CODE = re.compile(r"net::ERR_([A-Z0-9_]+)")
_NO_TROUBLE = frozenset({"ABORTED"})
"""The load was given up for another, became a download, or was refused, which is told apart."""

_WORDS = {
    "NAME_NOT_RESOLVED": "The address {host} is not known.",
    "CONNECTION_REFUSED": "Nothing answers at {host}: the connection was refused.",
    "CONNECTION_RESET": "The server {host} broke off the connection.",
    "CONNECTION_CLOSED": "The server {host} closed the connection.",
    "CONNECTION_TIMED_OUT": "The server {host} did not answer in time.",
    "TIMED_OUT": "The server {host} did not answer in time.",
    "INTERNET_DISCONNECTED": "This machine is offline.",
    "NETWORK_CHANGED": "The network changed while the page was loading.",
    "ADDRESS_UNREACHABLE": "The server {host} can't be reached from here.",
    "PROXY_CONNECTION_FAILED": "The proxy can't be reached.",
    "TOO_MANY_REDIRECTS": "The server {host} redirects without end.",
    "EMPTY_RESPONSE": "The server {host} answered with nothing.",
    "INVALID_RESPONSE": "The server {host} answered with something that is no page.",
    "INVALID_HTTP_RESPONSE": "The server {host} answered with something that is no page.",
    "HTTP_RESPONSE_CODE_FAILURE": "The server {host} answered with an error and without a page.",
    "UNSAFE_PORT": "Browsers don't open the port of {host}.",
    "BLOCKED_BY_CLIENT": "The browser refused to open {host}.",
    "SSL_PROTOCOL_ERROR": "The server {host} does not speak https rightly.",
    "INVALID_REDIRECT": "The server {host} redirects to something that is no address.",
    "UNKNOWN_URL_SCHEME": "The browser does not know this kind of address.",
    "INVALID_URL": "This is no address.",
}
_CERTIFICATE_WORDS = {
    "CERT_DATE_INVALID": "it has expired, or this machine's clock is wrong",
    "CERT_COMMON_NAME_INVALID": "it is another server's",
    "CERT_AUTHORITY_INVALID": "nobody who is trusted vouches for it",
    "CERT_REVOKED": "it was withdrawn",
}


def trouble_of(complaint: str, url: str) -> str:
    """Why ``url`` could not be loaded; empty where the complaint is of no trouble at all."""
    found = _CODE.search(complaint)
    code = found[1] if found else ""
    if code in _NO_TROUBLE:
        return ""
    host = urlsplit(url).netloc.rpartition("@")[2] or "the server"
    if code.startswith(("CERT_", "SSL_VERSION", "BAD_SSL")):
        why = _CERTIFICATE_WORDS.get(code, code.lower().replace("_", " "))
        return f"The certificate of {host} is not valid: {why}."
    if words := _WORDS.get(code):
        return words.format(host=host)
    reason = f" ({code.lower().replace('_', ' ')})" if code else ""
    return f"{host} could not be loaded{reason}."
