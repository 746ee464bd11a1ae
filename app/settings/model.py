"""The table ``[model]``: where the model is, what it costs, and what it can take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, NonNegativeFloat, SecretStr, field_validator, model_validator

from app.settings.declaring import Table
from engine.domain.models import CONTEXT_TOKENS, PictureSettings, Price
from engine.endpoint.request import TEMPERATURE, EndpointSettings
from widgets.kit.forms import FieldSpec

NO_VISION = "none"
"""As ``vision_model``: no model is sent pictures."""
_ENDPOINT = EndpointSettings(base_url="", model="")
_PICTURE = PictureSettings()
PROTOCOLS = (
    ("auto", "as the model’s server mostly speaks"),
    ("chat", "Chat Completions"),
    ("responses", "Responses (OpenAI)"),
    ("messages", "Messages (Anthropic)"),
)
_OF_ENDPOINT = {each.name for each in fields(_ENDPOINT)} - {"temperature"}


class PriceSettings(Table):
    """Without a price of its own, what comes from the cache costs as much as any prompt."""

    prompt: float = Field(ge=0)
    cached: float = Field(ge=0)
    completion: float = Field(ge=0)

    @model_validator(mode="before")
    @classmethod
    def _is_whole(cls, said: Any) -> Any:
        if not isinstance(said, Mapping):
            return said
        if not {"prompt", "completion"} <= said.keys():
            raise ValueError("Both prices are needed, of prompt and completion")
        return {"cached": said["prompt"], **said}

    def to_price(self) -> Price:
        return Price(**self.model_dump())


class ModelSettings(Table):
    """``base_url`` and ``name`` are both empty where no model is set up."""

    base_url: Annotated[
        str, FieldSpec("&Base URL", kind="offered", example="http://127.0.0.1:11434/v1")
    ] = Field(default="", description="Of any server that speaks one of the protocols.")
    name: Annotated[
        str, FieldSpec("M&odel", kind="offered", example="such as qwen2.5-7b-instruct")
    ] = ""
    protocol: Annotated[
        Literal["auto", "chat", "responses", "messages"],
        FieldSpec("Protoco&l", choices=PROTOCOLS),
    ] = Field(default="auto", description="Messages needs the extra “anthropic”.")
    api_key: Annotated[SecretStr, FieldSpec("API &key")] = Field(
        default=SecretStr(""),
        description="The last resort: better in the keyring or in PILOTHOUSE_API_KEY.",
    )
    vision_model: Annotated[
        str, FieldSpec("Model for &pictures", kind="offered", example="the same model")
    ] = Field(
        default="", description="Only where it is another; “none”: no model is sent pictures."
    )
    context_tokens: Annotated[int, FieldSpec("Conte&xt", unit="tokens")] = Field(
        default=CONTEXT_TOKENS, ge=1024, le=10**7, description="Prompt and reply together fit it."
    )
    max_reply_tokens: Annotated[int, FieldSpec("Longest &reply", unit="tokens")] = Field(
        default=_ENDPOINT.max_reply_tokens, ge=64
    )
    timeout_secs: Annotated[float, FieldSpec("Longest wai&t", unit="s")] = Field(
        default=_ENDPOINT.timeout_secs, ge=1, description="For the next sign of life."
    )
    call_secs: Annotated[float, FieldSpec("Longest call", unit="s")] = Field(
        default=_ENDPOINT.call_secs, ge=1, description="With all its retries."
    )
    prices: Annotated[dict[str, PriceSettings], FieldSpec("Prices")] = Field(
        default={},
        description="For a million tokens, in your own currency: prompt, prompt from the cache,"
        " reply.",
    )
    max_retries: Annotated[int, FieldSpec("Retries", none_is="none")] = Field(
        default=_ENDPOINT.max_retries, ge=0, description="Of one call, where the server fails."
    )
    max_concurrent: Annotated[int, FieldSpec("Calls at once")] = Field(
        default=_ENDPOINT.max_concurrent, ge=1
    )
    keeps_replies: Annotated[
        bool, FieldSpec("Kept replies", words="Let a server of Responses keep what it answers")
    ] = Field(
        default=_ENDPOINT.keeps_replies,
        description="A repair then only names what it follows; else all is sent again.",
    )
    temperature: Annotated[
        NonNegativeFloat | Literal["default"],
        FieldSpec(
            "Temperature",
            kind="amount",
            step=0.1,
            decimals=2,
            none="default",
            none_is="the endpoint’s own",
        ),
    ] = TEMPERATURE
    picture_max_px: Annotated[int, FieldSpec("Size of pictures", unit="px")] = Field(
        default=_PICTURE.max_side, ge=64, description="Of the longer side."
    )
    picture_format: Annotated[Literal["png", "jpeg"], FieldSpec("Format of pictures")] = (
        _PICTURE.form
    )
    picture_detail: Annotated[Literal["auto", "low", "high"], FieldSpec("Detail of pictures")] = (
        Field(default=_PICTURE.detail, description="That the model is asked to look for.")
    )
    picture_marks: Annotated[
        bool, FieldSpec("Marks", words="Number what has a place and no name")
    ] = _PICTURE.marks
    proxy: Annotated[str, FieldSpec("Proxy", example="what the environment says")] = Field(
        default=_ENDPOINT.proxy, description="A URL."
    )

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
        if self.max_reply_tokens >= self.context_tokens:
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

    def to_endpoint(self, key: str, model: str = "") -> EndpointSettings:
        """``model`` stands for ``name`` where it is given, such as that for pictures."""
        model = model or self.name
        price = self.prices.get(model)
        return EndpointSettings(
            model=model,
            key=key,
            temperature=None if self.temperature == "default" else self.temperature,
            price=price.to_price() if price is not None else None,
            wire="chat" if self.protocol == "auto" else self.protocol,
            **self.model_dump(include=_OF_ENDPOINT),
        )
