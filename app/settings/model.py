"""The table ``[model]``: where the model is, and how it is asked; what is known of it stands in
files of its own (``app/model_files.py``)."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Literal
from urllib.parse import urlsplit

from pydantic import NonNegativeFloat, SecretStr, field_validator

from app.model_files import HOSTED_CONTEXT, ModelFacts, ModelFileUnreadable, facts_of
from app.settings.declaring import Table, setting
from engine.domain.models import CONTEXT_TOKENS, PictureSettings
from engine.endpoint.request import TEMPERATURE, EndpointSettings

AS_KNOWN = "as is known of the model"
_AS_KNOWN = 0
NO_VISION = "none"
"""As ``vision_model``: no model is sent pictures."""
_ENDPOINT = EndpointSettings(base_url="", model="")
_PICTURE = PictureSettings()
PROTOCOLS = (
    ("auto", "as is known of the model; else Chat Completions"),
    ("chat", "Chat Completions"),
    ("responses", "Responses (OpenAI)"),
    ("messages", "Messages (Anthropic)"),
)
_OF_ENDPOINT = {each.name for each in fields(_ENDPOINT)} - {"temperature", "max_reply_tokens"}


class ModelSettings(Table):
    """``base_url`` and ``name`` are both empty where no model is set up."""

    base_url: str = setting("", "&Base URL", example="http://127.0.0.1:11434/v1")
    """Of any server that speaks one of the protocols."""
    name: str = setting("", "M&odel", kind="offered", example="such as qwen2.5-7b-instruct")
    protocol: Literal["auto", "chat", "responses", "messages"] = setting(
        "auto", "Protoco&l", choices=PROTOCOLS
    )
    """Messages needs the extra “anthropic”."""
    api_key: SecretStr = setting(SecretStr(""), "API &key")
    """The last resort: better in the keyring or in PILOTHOUSE_API_KEY."""
    vision_model: str = setting("", "Model for &pictures", kind="offered", example="the same model")
    """Only where it is another; “none”: no model is sent pictures."""
    context_tokens: int = setting(
        _AS_KNOWN,
        "Conte&xt",
        ge=0,
        le=10**7,
        unit="tokens",
        step=1024,
        none_is=AS_KNOWN,
        hint="Prompt and reply together fit it. Where nothing is known:"
        f" {CONTEXT_TOKENS:,} on your own network, else {HOSTED_CONTEXT:,}.",
    )
    max_reply_tokens: int = setting(
        _AS_KNOWN, "Longest &reply", ge=0, unit="tokens", step=100, none_is=AS_KNOWN
    )
    """With what the model thinks."""
    timeout_secs: float = setting(_ENDPOINT.timeout_secs, "Longest wai&t", ge=1, unit="s")
    """For the next sign of life."""
    call_secs: float = setting(_ENDPOINT.call_secs, "Longest call", ge=1, unit="s")
    """With all its retries."""
    max_retries: int = setting(_ENDPOINT.max_retries, "Retries", ge=0, none_is="none")
    """Of one call, where the server fails."""
    max_concurrent: int = setting(_ENDPOINT.max_concurrent, "Calls at once", ge=1)
    keeps_replies: bool = setting(
        _ENDPOINT.keeps_replies,
        "Kept replies",
        words="Let a server of Responses keep what it answers",
    )
    """A repair then only names what it follows; else all is sent again."""
    temperature: NonNegativeFloat | Literal["default"] = setting(
        TEMPERATURE,
        "Temperature",
        kind="amount",
        step=0.1,
        decimals=2,
        none="default",
        none_is="the endpoint’s own",
    )
    picture_max_px: int = setting(_PICTURE.max_side, "Size of pictures", ge=64, unit="px")
    """Of the longer side."""
    picture_format: Literal["png", "jpeg"] = setting(_PICTURE.form, "Format of pictures")
    picture_detail: Literal["auto", "low", "high"] = setting(_PICTURE.detail, "Detail of pictures")
    """That the model is asked to look for."""
    picture_marks: bool = setting(
        _PICTURE.marks, "Marks", words="Number what has a place and no name"
    )
    proxy: str = setting(_ENDPOINT.proxy, "Proxy", example="what the environment says")
    """A URL."""

    @field_validator("base_url")
    @classmethod
    def _without_slash(cls, url: str) -> str:
        return url.rstrip("/")

    @property
    def is_set_up(self) -> bool:
        return bool(self.base_url and self.name)

    def doubts(self) -> Iterator[tuple[str, str]]:
        """What can't work, by setting, as the dialog refuses it; a file with it is read."""
        if wrong := self._url_doubt():
            yield "base_url", wrong
        if self.base_url and not self.name:
            yield "name", "Which model? “Test connection” lists those that are there."
        if self.call_secs < self.timeout_secs:
            yield "call_secs", "A whole call can’t be shorter than one wait in it."
        for name, least in (("context_tokens", 1024), ("max_reply_tokens", 64)):
            if 0 < getattr(self, name) < least:
                yield name, f"At least {least}, or 0: {AS_KNOWN}."
        try:
            facts = self.facts()
        except ModelFileUnreadable as error:
            yield "name", f"{error.message} {error.remedy}"
            return
        context, reply = self.sizes(facts)
        if reply >= context:
            yield "context_tokens", "It must hold more than a reply has tokens."

    def _url_doubt(self) -> str:
        if not self.base_url:
            missing = "Where is the model? Such as http://127.0.0.1:11434/v1."
            return missing if self.name else ""
        try:
            parts = urlsplit(self.base_url)
            has_host = bool(parts.hostname) and parts.port != 0
        except ValueError:
            return "This is not a URL."
        if parts.scheme not in ("http", "https") or not has_host:
            return "It begins with http:// or https:// and names a host."
        if parts.username or parts.password:
            return "Leave the key out of it; there is a field for the key."
        for end in ("/chat/completions", "/responses", "/messages"):
            if parts.path.endswith(end):
                return f"Leave out {end}; it is added to each call."
        return ""

    def to_picture(self) -> PictureSettings:
        return PictureSettings(
            max_side=self.picture_max_px,
            form=self.picture_format,
            detail=self.picture_detail,
            marks=self.picture_marks,
        )

    def facts(self, model: str = "") -> ModelFacts:
        """What is known of the model, or of another there. Raises ``ModelFileUnreadable``."""
        return facts_of(model or self.name, self.base_url)

    def sizes(self, facts: ModelFacts) -> tuple[int, int]:
        """The tokens of context and reply: as they are set, else as is known of the model."""
        context = self.context_tokens or facts.context_at(self.base_url)
        return context, self.max_reply_tokens or facts.reply_tokens(context)

    def to_endpoint(self, key: str, model: str = "") -> EndpointSettings:
        """``model`` stands for ``name`` where it is given, such as that for pictures."""
        facts = self.facts(model)
        told = self.model_dump(include=_OF_ENDPOINT) | {
            "max_reply_tokens": self.sizes(facts)[1],
            "temperature": None if self.temperature == "default" else self.temperature,
        }
        wire = (facts.wire or "chat") if self.protocol == "auto" else self.protocol
        return EndpointSettings(
            model=model or self.name, key=key, price=facts.price, wire=wire, **told
        )
