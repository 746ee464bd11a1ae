"""Anthropic's Messages as published: what has an unknown field or a wrong shape is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Body = dict[str, Any]


class Wrong(Exception):
    """What a server says of a body that it refuses."""

    def __init__(self, message: str, param: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message, self.param, self.code = message, param, code


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Mark(Strict):
    type: Literal["ephemeral"]
    ttl: Literal["5m", "1h"] = "5m"


class _TextBlock(Strict):
    type: Literal["text"]
    text: str = Field(min_length=1)
    cache_control: _Mark | None = None


class _Base64(Strict):
    type: Literal["base64"]
    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp"]
    data: str


class _ImageBlock(Strict):
    type: Literal["image"]
    source: _Base64
    cache_control: _Mark | None = None


class _Thinking(Strict):
    type: Literal["thinking"]
    thinking: str
    signature: str


class _ToolUse(Strict):
    type: Literal["tool_use"]
    id: str
    name: str
    input: dict[str, Any]


class _ToolResult(Strict):
    type: Literal["tool_result"]
    tool_use_id: str
    content: str | list[_TextBlock | _ImageBlock]
    is_error: bool = False


_Block = Annotated[
    _TextBlock | _ImageBlock | _Thinking | _ToolUse | _ToolResult, Field(discriminator="type")
]


class _Message(Strict):
    role: Literal["user", "assistant"]
    content: str | list[_Block]


class _MessagesFormat(Strict):
    type: Literal["json_schema"]
    json_schema: dict[str, Any] = Field(alias="schema")


class _OutputConfig(Strict):
    format: _MessagesFormat | None = None
    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None


class _MessagesTool(Strict):
    name: str = Field(pattern=r"^[a-zA-Z0-9_-]{1,128}$")
    input_schema: dict[str, Any]
    description: str = ""
    strict: bool | None = None


class _ComputerTool(Strict):
    type: Literal["computer_20251124"]
    name: Literal["computer"]
    display_width_px: int = Field(ge=1)
    display_height_px: int = Field(ge=1)
    display_number: int | None = None
    enable_zoom: bool | None = None


class _MessagesChoice(Strict):
    type: Literal["tool"]
    name: str
    disable_parallel_tool_use: bool = False


class Messages(Strict):
    model: str
    max_tokens: int = Field(ge=0)
    messages: list[_Message] = Field(min_length=1)
    system: str | list[_TextBlock] | None = None
    output_config: _OutputConfig | None = None
    stream: bool | None = None
    tools: list[_MessagesTool | _ComputerTool] | None = None
    tool_choice: _MessagesChoice | None = None


def check_turns(turns: list[Body], thoughts: set[str]) -> None:
    if turns[0]["role"] != "user" or turns[-1]["role"] != "user":
        raise Wrong("messages: the first and the last turn are the user's")
    for turn, after in zip(turns, [*turns[1:], {"content": []}], strict=True):
        blocks = turn["content"] if isinstance(turn["content"], list) else []
        results = {one.get("tool_use_id") for one in after["content"] if isinstance(one, dict)}
        for block in blocks:
            if block["type"] == "thinking" and _signed(block) not in thoughts:
                raise Wrong("messages: `thinking` blocks cannot be modified")
            if block["type"] == "tool_use" and block["id"] not in results:
                raise Wrong("messages: `tool_use` ids were found without `tool_result` blocks")


def _signed(block: Body) -> str:
    return f"{block['signature']} {block['thinking']}"


def check_marks(body: Body) -> None:
    system = body.get("system") or []
    blocks = [*system, *(one for turn in body["messages"] for one in turn["content"])]
    if sum("cache_control" in one for one in blocks if isinstance(one, dict)) > 4:
        raise Wrong("A maximum of 4 blocks with cache_control may be provided.")
