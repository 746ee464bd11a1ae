"""What went wrong with an endpoint, in words for the operator, with what to do about it."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from engine.domain import errors
from engine.domain.facts import Frozen, replace

_CONTEXT = re.compile(
    r"(?i)context.?(length|size|window)|maximum context|max(imum)?.?(model|seq).?len"
    r"|too many tokens|exceeds?\b.{0,40}\bcontext|prompt (is )?too long|n_ctx|reduce the length"
    r"|input (is )?too (long|large)"
)
_MODEL = re.compile(
    r"(?is)model.{0,120}(not (been )?(found|loaded|exist|available)|does ?n.t exist|does not exist)"
    r"|(no such|unknown|invalid|unrecogni[sz]ed) model|no models? loaded|model_not_found"
    r"|not a valid model"
)
_KEY = re.compile(r"(?i)api.?key|authenticat|unauthori[sz]ed|credential")
_PICTURE = re.compile(r"(?i)\bimages?\b|image_url|\bvision\b|multi-?modal|mmproj")
_CREDIT = re.compile(r"(?i)insufficient_quota|billing|\bcredits?\b|exceeded your current quota")
_LONGEST_QUOTE = 240
_LOAD = "Load it there, or choose another model."
_LOOK = "Look at the server’s own log; it may have run out of memory."
_STATUSES = {
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "overloaded_error": 529,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "timeout_error": 504,
    "invalid_request_error": 400,
}
"""Of errors that are told by name only, in the middle of a stream."""


class ServerSaid(Frozen):
    """An error as a server told it; ``is_page``: as a web page."""

    status: int
    message: str = ""
    code: str = ""
    param: str = ""
    is_page: bool = False
    location: str = ""

    @property
    def is_about_context(self) -> bool:
        return self.status == 413 or bool(_CONTEXT.search(f"{self.code} {self.message}"))

    @property
    def is_about_model(self) -> bool:
        return bool(_MODEL.search(f"{self.code} {self.message}"))

    @property
    def is_about_picture(self) -> bool:
        return bool(_PICTURE.search(f"{self.param} {self.message}"))

    @property
    def is_about_key(self) -> bool:
        return self.status in {401, 403} or bool(_KEY.search(self.message))

    def with_own_status(self) -> "ServerSaid":
        """With the status that its code stands for: it came in a body that was said to be well."""
        status = int(self.code) if self.code.isdigit() else _STATUSES.get(self.code, 500)
        return replace(self, status=status)

    @property
    def quote(self) -> str:
        """What it said, short and in quotation marks; the status where it said nothing."""
        words = " ".join(self.message.split())
        if not words or self.is_page:
            return f"status {self.status}"
        if len(words) > _LONGEST_QUOTE:
            return f"“{words[:_LONGEST_QUOTE]}…”"
        return f"“{words.removesuffix('.')}”"


def server_said(status: int, body: object, location: str = "") -> ServerSaid:
    """Read an error in any of the shapes that servers give it."""
    if isinstance(body, Mapping):
        inner = body.get("error") or body.get("detail") or body
        if isinstance(inner, Mapping):
            message = inner.get("message") or inner.get("detail") or inner.get("error") or ""
            code = inner.get("code") or inner.get("type") or ""
            param = inner.get("param") or ""
            return ServerSaid(status, str(message), str(code), str(param), location=location)
        return ServerSaid(status, str(inner), location=location)
    text = body if isinstance(body, str) else ""
    return ServerSaid(status, text, is_page=text.lstrip()[:1] == "<", location=location)


class Endpoint(Frozen):
    """Whom an error is about. ``url`` carries no user name and no password."""

    url: str
    model: str
    has_key: bool
    has_picture: bool = False

    def failure_of(self, said: ServerSaid, models: tuple[str, ...] = ()) -> errors.ModelFailed:
        """The error for what a server said; ``models`` are those that it lists."""
        if said.is_about_context:
            return errors.ContextExceeded(
                f"The prompt is longer than {self.model} can read: {said.quote}.",
                "Set a smaller context in the settings, or serve the model with more.",
            )
        if said.is_about_key:
            what = "does not accept the key" if self.has_key else "asks for a key"
            remedy = "Write the right API key into the settings, or into PILOTHOUSE_API_KEY."
            return self._refuses(f"{what}: {said.quote}", remedy)
        if said.status in {402, 429, 529}:
            return self._too_much(said)
        if said.status in {408, 504}:
            return errors.ModelTimedOut(
                f"The server at {self.url} gave up waiting for the model ({said.quote}).",
                "Try again; choose a smaller model if that happens often.",
            )
        if said.is_about_model or (said.status == 404 and models and self.model not in models):
            return self.model_missing(models)
        if 300 <= said.status < 400:
            what = f"sends requests on to {plain_url(said.location) or 'elsewhere'}"
            remedy = "Put the address that it names into the settings as the base URL."
            return self._refuses(what, remedy)
        if (said.status == 404 and not models) or (said.is_page and said.status < 500):
            return self.no_model_server()
        if self.has_picture and said.is_about_picture:
            return errors.ModelRefusesRequest(
                f"{self.model} can't be shown a picture: {said.quote}.",
                "Choose another model for pictures in the settings, or “none” there.",
            )
        if said.status >= 500:
            remedy = "Look at the server’s own log, or try again later."
            return self._fails(f"fails: {said.quote}", remedy)
        remedy = "Test the connection in the settings; it says what the server supports."
        return self._refuses(f"refuses the request: {said.quote}", remedy)

    def no_model_server(self) -> errors.ModelFailed:
        return errors.ModelRefusesRequest(
            f"Something answers at {self.url}, but it is no model server.",
            "Check the base URL; it mostly ends in /v1.",
        )

    def other_protocol(self, name: str, missing: str) -> errors.ModelFailed:
        return self._refuses(
            f"answers otherwise than {name} has it: “{missing}” is missing or of another kind. It"
            " may be no model server, or speak another protocol",
            "Check base URL and protocol in the settings; an update may know a newer form of it.",
        )

    def without_protocol(self, name: str) -> errors.ModelFailed:
        remedy = "Choose another protocol in the settings; most servers speak Chat Completions."
        return self._refuses(f"has {self.model}, but not by the protocol {name}", remedy)

    def model_missing(self, models: tuple[str, ...]) -> errors.ModelFailed:
        listed = ", ".join(models[:12]) + (", …" if len(models) > 12 else "")
        remedy = f"Choose one that it has: {listed}." if listed else _LOAD
        return self._refuses(f"has no model “{self.model}”", remedy)

    def unreachable(self, reason: str) -> errors.ModelFailed:
        return errors.ModelUnreachable(
            f"Nothing answers at {self.url}{f' ({reason})' if reason else ''}.",
            "Start the model server there, or change the base URL in the settings.",
        )

    def hung_up(self) -> errors.ModelFailed:
        return self._fails("closed the connection before it answered", _LOOK)

    def broken_off(self) -> errors.ModelFailed:
        return self._fails("broke off in the middle of its answer, twice", _LOOK)

    def timed_out(self, after_secs: float, *, is_run_over: bool = False) -> errors.ModelFailed:
        what = f"The time of the run was used up while {self.model} was thinking."
        remedy = "Give the run more time."
        if not is_run_over:
            what = f"{self.model or 'The server'} at {self.url} did not answer in {after_secs:g} s."
            remedy = "Allow more time for a call in the settings, or choose a faster model."
        return errors.ModelTimedOut(what, remedy)

    def _too_much(self, said: ServerSaid) -> errors.ModelFailed:
        if said.status == 402 or _CREDIT.search(f"{said.code} {said.message}"):
            return errors.ModelRefusesRequest(
                f"The account at {self.url} has no credit left: {said.quote}.",
                "Pay in, or choose another endpoint.",
            )
        return errors.ModelBusy(
            f"The server at {self.url} has too many requests: {said.quote}.",
            "Wait a little and try again, or allow fewer calls at once.",
        )

    def _refuses(self, what: str, remedy: str) -> errors.ModelFailed:
        return errors.ModelRefusesRequest(f"The server at {self.url} {what}.", remedy)

    def _fails(self, what: str, remedy: str) -> errors.ModelFailed:
        return errors.ModelUnreachable(f"The server at {self.url} {what}.", remedy)


def plain_url(url: str) -> str:
    """A URL for texts: without user, password, query and fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}".rstrip("/") if host else url.rpartition("@")[2]
