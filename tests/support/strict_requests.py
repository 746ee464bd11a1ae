"""Requests as the vendors publish them: what has an unknown field or a wrong shape is refused.

Written from the published schemas of Chat Completions, Responses and Messages (the vendors' API
references, and the types of their own Python libraries, openai 3.54 and anthropic 2.14), with what
their guides say of turns that are sent back: no reasoning item without the item that follows it, no
thinking block that was touched, no call of a tool without its result, four cache marks at most."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from tests.support.strict_messages import Body, Messages, Strict, Wrong, check_marks, check_turns

# -- Chat Completions ------------------------------------------------------------------------------


class _ImageUrl(Strict):
    url: str
    detail: Literal["auto", "low", "high"] = "auto"


class _ChatText(Strict):
    type: Literal["text"]
    text: str


class _ChatImage(Strict):
    type: Literal["image_url"]
    image_url: _ImageUrl


class _ChatMessage(Strict):
    role: Literal["system", "developer", "user", "assistant"]
    content: str | list[Annotated[_ChatText | _ChatImage, Field(discriminator="type")]]


class _Schema(Strict):
    name: str = Field(pattern=r"^[a-zA-Z0-9_-]{1,64}$")
    json_schema: dict[str, Any] = Field(alias="schema")
    strict: bool | None = None
    description: str = ""


class _ChatFormat(Strict):
    type: Literal["text", "json_object", "json_schema"]
    json_schema: _Schema | None = None


class _Function(Strict):
    name: str = Field(pattern=r"^[a-zA-Z0-9_-]{1,64}$")
    description: str = ""
    parameters: dict[str, Any]
    strict: bool | None = None


class _ChatTool(Strict):
    type: Literal["function"]
    function: _Function


class _Named(Strict):
    name: str


class _ChatChoice(Strict):
    type: Literal["function"]
    function: _Named


class _StreamOptions(Strict):
    include_usage: bool | None = None
    include_obfuscation: bool | None = None


class _Chat(Strict):
    model: str
    messages: list[_ChatMessage] = Field(min_length=1)
    response_format: _ChatFormat | None = None
    tools: list[_ChatTool] | None = None
    tool_choice: Literal["none", "auto", "required"] | _ChatChoice | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    stream: bool | None = None
    stream_options: _StreamOptions | None = None


# -- Responses -------------------------------------------------------------------------------------


class _InputText(Strict):
    type: Literal["input_text"]
    text: str


class _InputImage(Strict):
    type: Literal["input_image"]
    detail: Literal["low", "high", "auto", "original"]
    image_url: str | None = None
    file_id: str | None = None


class _OutputText(Strict):
    type: Literal["output_text"]
    text: str
    annotations: list[Any]
    logprobs: list[Any] | None = None


class _Easy(Strict):
    role: Literal["user", "assistant", "system", "developer"]
    content: str | list[Annotated[_InputText | _InputImage, Field(discriminator="type")]]
    type: Literal["message"] = "message"


class _OutputMessage(Strict):
    id: str
    type: Literal["message"]
    role: Literal["assistant"]
    status: Literal["in_progress", "completed", "incomplete"]
    content: list[_OutputText]


class _SummaryText(Strict):
    type: Literal["summary_text"]
    text: str


class _Reasoning(Strict):
    id: str
    type: Literal["reasoning"]
    summary: list[_SummaryText]
    encrypted_content: str | None = None
    status: Literal["in_progress", "completed", "incomplete"] | None = None


class _Call(Strict):
    type: Literal["function_call"]
    call_id: str
    name: str
    arguments: str
    id: str | None = None
    status: str | None = None


class _CallOutput(Strict):
    type: Literal["function_call_output"]
    call_id: str
    output: str


class _SafetyCheck(Strict):
    id: str
    code: str | None = None
    message: str | None = None


class _ComputerCall(Strict):
    id: str
    type: Literal["computer_call"]
    call_id: str
    status: Literal["in_progress", "completed", "incomplete"]
    pending_safety_checks: list[_SafetyCheck]
    action: dict[str, Any] | None = None
    actions: list[dict[str, Any]] | None = None


class _Screenshot(Strict):
    type: Literal["computer_screenshot"]
    image_url: str = Field(pattern=r"^data:image/(png|jpeg);base64,.")


class _ComputerOutput(Strict):
    type: Literal["computer_call_output"]
    call_id: str
    output: _Screenshot
    acknowledged_safety_checks: list[_SafetyCheck] | None = None


class _Computer(Strict):
    type: Literal["computer"]


class _TextFormat(_Schema):
    type: Literal["json_schema"]


class _PlainFormat(Strict):
    type: Literal["text", "json_object"]


class _Text(Strict):
    format: Annotated[_TextFormat | _PlainFormat, Field(discriminator="type")]


class _Tool(_Function):
    type: Literal["function"]


class _Choice(_Named):
    type: Literal["function"]


class _Responses(Strict):
    model: str
    input: (
        str
        | list[
            _OutputMessage
            | _Easy
            | _Reasoning
            | _Call
            | _CallOutput
            | _ComputerCall
            | _ComputerOutput
        ]
    )
    instructions: str | None = None
    include: list[Literal["reasoning.encrypted_content"]] | None = None
    max_output_tokens: int | None = Field(default=None, ge=16)
    previous_response_id: str | None = None
    store: bool | None = None
    stream: bool | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    text: _Text | None = None
    tools: list[_Tool | _Computer] | None = None
    tool_choice: Literal["none", "auto", "required"] | _Choice | None = None


# -- what a body is held against -------------------------------------------------------------------

_KINDS = {wire: TypeAdapter(kind) for wire, kind in
          {"chat": _Chat, "responses": _Responses, "messages": Messages}.items()}  # fmt: skip
_UNSUPPORTED = {"minimum", "maximum", "multipleOf", "minLength", "maxLength", "maxItems"}


def check(wire: str, body: Body, thoughts: set[str]) -> None:
    """``thoughts`` are the encrypted contents and signatures that the server gave out. Raises
    ``Wrong``."""
    try:
        _KINDS[wire].validate_python(body)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            raise Wrong(f"Unknown parameter: '{place}'.", place, "unknown_parameter") from None
        raise Wrong(f"Invalid value at '{place}': {first['msg']}.", place) from None
    if wire == "responses":
        _check_items(body, thoughts)
    if wire == "messages":
        check_turns(body["messages"], thoughts)
        check_marks(body)
    for schema in _schemas(body):
        _check_schema(schema, wire)


def _check_items(body: Body, thoughts: set[str]) -> None:
    items = body["input"] if isinstance(body["input"], list) else []
    answered = {one["call_id"] for one in items if one.get("type") == "function_call_output"}
    for item, after in zip(items, [*items[1:], {}], strict=True):
        if item.get("type") == "reasoning":
            if item.get("encrypted_content") not in thoughts:
                raise Wrong(f"Item with id '{item['id']}' not found.", "input")
            if after.get("type") not in ("message", "function_call", "computer_call", "reasoning"):
                raise Wrong(
                    f"Item '{item['id']}' of type 'reasoning' was provided without its required"
                    " following item.",
                    "input",
                )
        if item.get("type") == "function_call" and item["call_id"] not in answered:
            raise Wrong(f"No tool output found for function call {item['call_id']}.", "input")
        if item.get("type") == "computer_call":
            _check_computer_call(item, items)


def _check_computer_call(call: Body, items: list[Body]) -> None:
    outputs = [one for one in items if one.get("type") == "computer_call_output"]
    its = [one for one in outputs if one["call_id"] == call["call_id"]]
    if len(its) != 1:
        raise Wrong(f"No tool output found for computer call {call['call_id']}.", "input")
    acknowledged = its[0].get("acknowledged_safety_checks") or []
    if acknowledged != call["pending_safety_checks"]:
        raise Wrong("Computer call has pending safety checks that were not acknowledged.", "input")


def _schemas(value: Any) -> list[Body]:
    if isinstance(value, list):
        return [each for part in value for each in _schemas(part)]
    if not isinstance(value, dict):
        return []
    own = [value[name] for name in ("schema", "parameters", "input_schema") if name in value]
    return [*own, *(each for name, part in value.items() if name != "input"
                    for each in _schemas(part))]  # fmt: skip


def _check_schema(schema: Any, wire: str) -> None:
    if isinstance(schema, list):
        for part in schema:
            _check_schema(part, wire)
    elif isinstance(schema, dict):
        if wire == "messages" and (wrong := _UNSUPPORTED & schema.keys()):
            raise Wrong(f"output_config.format.schema: {min(wrong)} is not supported")
        if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
            raise Wrong("schema: 'additionalProperties' is required to be supplied and false")
        for part in schema.values():
            _check_schema(part, wire)
