"""A script is a text that people read and edit; what is wrong in it is told with its line."""

from __future__ import annotations

import pytest

from engine.domain.actions import Click, Drag, PressKeys, TypeText
from engine.domain.conditions import AnyOf, NewWindow, TextShown, WindowGone, ZoneValue
from engine.domain.errors import NameUnknown
from engine.domain.scripts import Locator, Script, TracedStep
from engine.domain.zones import MASK, Role
from engine.language.scripts import script_from_text, script_to_text

FIELD = Locator("Form", Role.TEXT_FIELD, "Your name")
TYPED = TracedStep(
    TypeText("Ada"),
    "Type “Ada”",
    FIELD,
    None,
    ZoneValue("", "Your name", "Ada"),
    "Form",
    "",
    1,
    "d1",
)
SAVED = TracedStep(
    Click(count=2),
    "Save",
    Locator("Form", Role.BUTTON, 'Save "as"\n', 1),
    expects=AnyOf((WindowGone("", "Ada - Form"), TextShown("Saved Ada"))),
    front="*Ada - Form",
)
DRAGGED = TracedStep(Drag(), "Drag it", FIELD, FIELD)
SECRET = TracedStep(TypeText("{{secret:bank}}"), "Type a secret", FIELD)
HEAD = 'surface = "practice"\n\n[[steps]]\ndescription = "Save"\n'
SCRIPT = Script("practice", (TYPED, SAVED, DRAGGED, SECRET), "A goal", end_hash="d2")


def read(text: str, **given: str) -> Script:
    return script_from_text(text, "x.toml", given)


def test_it_is_read_as_it_was_written() -> None:
    assert read(script_to_text(SCRIPT)) == SCRIPT


def test_a_typed_text_is_a_parameter_wherever_it_stands_and_a_secret_stays_its_name() -> None:
    text = script_to_text(SCRIPT)
    assert 'your_name = "Ada"' in text
    assert text.count("Ada") == 1
    typed, saved, _, secret = read(text, your_name="Grace").steps
    assert (typed.action, typed.description) == (TypeText("Grace"), "Type “Grace”")
    assert typed.expects == ZoneValue("", "Your name", "Grace")
    assert saved.expects == AnyOf((WindowGone("", "Grace - Form"), TextShown("Saved Grace")))
    assert secret.action == TypeText("{{secret:bank}}")


def test_a_new_value_that_a_description_does_not_name_is_said_beside_it() -> None:
    other = Script("practice", (TracedStep(TypeText("Ada/n.txt"), "Type “n.txt”", FIELD),))
    text = script_to_text(other)
    assert read(text, your_name="Ada/n.txt").steps[0].description == "Type “n.txt”"
    assert read(text, your_name="m.txt").steps[0].description == "Type “n.txt”, now “m.txt”"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("{{place:practice folder}}/n.txt", "Type “n.txt” in the practice folder into “Your name”"),
        (" a  b", "Type “a b”"),
        ("one\ntwo", "Type “one ⏎ two”"),
        ("Ada", "Enter who you are"),
    ],
)
def test_a_value_that_was_edited_is_said_where_its_description_still_tells_the_one_before(
    typed: str, said: str
) -> None:
    text = script_to_text(Script("practice", (TracedStep(TypeText(typed), said, FIELD),)))
    assert read(text).steps[0].description == said
    value = next(line for line in text.splitlines() if line.startswith("your_name = "))
    edited = read(text.replace(value, 'your_name = "x/m.txt"')).steps[0]
    assert edited.action == TypeText("x/m.txt")
    assert edited.description == (f"{said}, now “x/m.txt”" if "“" in said else said)


def test_what_was_hidden_must_be_said() -> None:
    text = script_to_text(Script("practice", (TracedStep(TypeText(MASK), "Type", FIELD),)))
    assert MASK not in text.partition("[[steps]]")[2]
    with pytest.raises(NameUnknown, match=r"x.toml:9: “your_name” has no value"):
        read(text)
    assert read(text, your_name="Ada").steps[0].action == TypeText("Ada")


def test_who_writes_one_says_only_what_matters() -> None:
    text = (
        HEAD
        + 'action = { kind = "press", keys = ["ctrl", "z"] }\nexpects = { kind = "new_window" }'
    )
    step = TracedStep(PressKeys(("ctrl", "z")), "Save", expects=NewWindow())
    assert read(text) == Script("practice", (step,))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD + 'action = { kind = "clik" }', r"x.toml:5: steps.1.action: .*'clik'.*'click'"),
        (HEAD + 'action = { kind = "click", butt = 1 }', "x.toml:5: there is no “butt”"),
        (HEAD + 'action = { kind = "click", count = "x" }', "x.toml:5: .*valid integer"),
        (HEAD + 'action = { kind = "click" }\nlable = "Save"', "x.toml:6: there is no “lable”"),
        (HEAD + 'action = { kind = "click" }\nexpects = { kind = "x" }', "x.toml:6: .*'x'"),
        (HEAD, "x.toml:3: steps.1.action: Field required"),
        (HEAD + 'action = { kind = "type", text = "{{name}}" }', "x.toml:5: “name” has no value"),
        (HEAD + 'action = {kind="click"}\nlocator = {role="knob"}', "x.toml:6: .*role"),
        (HEAD + "action = {", r"x.toml: .*(line 5|end of document)"),
        ("steps = 3", r"x.toml: surface: Field required\nx.toml:1: steps: .*tuple"),
        ("[parameters]\nname = 3\n", "x.toml:2: parameters.name: .*string"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, told: str) -> None:
    with pytest.raises(NameUnknown, match=told):
        read(text)


def test_a_parameter_that_is_none_is_told() -> None:
    with pytest.raises(NameUnknown, match=r"x.toml: it has no parameter “nmae”"):
        read(script_to_text(SCRIPT), nmae="Ada")
