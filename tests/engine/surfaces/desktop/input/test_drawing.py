"""What a real window feels of strokes, of a click that is held, and of the wheel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.domain.spaces import Point
from engine.processes.descendants import python_module
from engine.surfaces.desktop.input.releaser import Releaser
from engine.surfaces.desktop.terminals import NOBODY
from engine.surfaces.desktop.x11.windows import XWindows
from tests.support.bare_desktop import BareDesktop
from tests.support.hands_process import Hands
from tests.support.trees import Launch
from tests.support.waiting import until, until_so

Felt = Callable[[], list[str]]
_PRESSES = ("press", "double")


@pytest.fixture
async def drawing(
    desktop: BareDesktop, launch: Launch, tmp_path: Path, request: pytest.FixtureRequest
) -> Felt:
    told = tmp_path / "told"
    told.touch()
    options = ("--told", str(told), *getattr(request, "param", ()))
    launch(*python_module("tests.support.drawing_window", *options))
    windows = XWindows(desktop.display, NOBODY)
    await until(lambda: any(each.title == "Drawing" for each in windows.read().windows))
    return lambda: told.read_text().splitlines()


async def test_strokes_are_felt_along_their_ways_with_what_is_held(
    drawing: Felt, hands: Hands
) -> None:
    first = (Point(200, 200), Point(500, 200), Point(500, 400))
    answer = hands.draw(first, (Point(300, 500), Point(310, 505)), modifiers=("shift",))
    assert "error" not in answer
    await until(lambda: sum(each.startswith("release") for each in drawing()) == 2)
    felt = [each.split() for each in drawing()]
    assert {each[2] for each in felt} == {"shift"}
    presses = [each[1] for each in felt if each[0] == "press"]
    releases = [each[1] for each in felt if each[0] == "release"]
    assert (presses, releases) == (["200,200", "300,500"], ["500,400", "310,505"])
    first_way = [each[1] for each in felt[: felt.index(["release", "500,400", "shift"])]]
    assert "500,200" in first_way and len(first_way) > 15
    hands.do("click", x=250, y=250, button="left", count=1, modifiers=())
    await until(lambda: drawing()[-1] == "release 250,250 -")  # what was held is let go of


@pytest.mark.parametrize("drawing", [("--asks-at", "400")], indirect=True)
async def test_a_stroke_stops_before_a_window_that_comes_up_across_its_way(
    drawing: Felt, hands: Hands
) -> None:
    way = [Point(x, 300) for x in (200, 420, 430, 440, 450, 460, 470, 480)]
    answer = hands.draw((*way, *(Point(479 + (n % 2), 300) for n in range(400)), Point(900, 300)))
    assert answer["kind"] == "MayHaveLanded" and "“Question”" in answer["error"]
    await until(lambda: drawing()[-1].startswith("release"))  # no button stays down
    assert int(drawing()[-1].split()[1].split(",")[0]) <= 481


async def test_a_click_is_held_and_the_wheel_turns_with_a_key(drawing: Felt, hands: Hands) -> None:
    hands.do("click", x=300, y=300, button="left", count=1, modifiers=(), hold_secs=0.3)
    await until(lambda: any(each.startswith("release") for each in drawing()))
    assert [each.split()[0] for each in drawing() if "move" not in each] == ["press", "release"]
    hands.do("scroll", x=300, y=300, down=2, right=0, modifiers=("shift",))
    await until(lambda: sum(each.startswith("wheel") for each in drawing()) == 2)
    assert all(each.endswith("300,300 shift") for each in drawing() if each.startswith("wheel"))


@pytest.mark.parametrize(
    "second",
    [
        ("click", {"x": 303, "y": 296}),
        ("click", {"x": 300, "y": 300, "hold_secs": 0.1}),
        ("click", {"x": 300, "y": 300, "half": "down"}),
        ("drag", {"strokes": [[(304, 300), (500, 300)]]}),
    ],
)
async def test_what_two_steps_press_is_no_double_click_to_a_program(
    drawing: Felt, hands: Hands, second: tuple[str, dict[str, Any]]
) -> None:
    hands.click(Point(300, 300))
    op, told = second
    hands.do(op, **{"button": "left", "count": 1, "modifiers": ()} | told)
    await until(lambda: sum(each.split()[0] in _PRESSES for each in drawing()) == 2)
    assert not any(each.startswith("double") for each in drawing())


async def test_what_is_one_double_click_stays_one(drawing: Felt, hands: Hands) -> None:
    hands.do("click", x=300, y=300, button="left", count=2, modifiers=())
    await until(lambda: any(each.startswith("double") for each in drawing()))

    def felt(what: str) -> int:
        return sum(each.startswith(what) for each in drawing())

    async def is_doubled() -> bool:
        """The operator's own, who has taken over; on a busy machine they may come too far apart."""
        let_go = felt("release") + 2
        for half in ("down", "up", "down", "up"):
            at = {"x": 400, "y": 300, "half": half}
            hands.do("click", **at, button="left", count=1, modifiers=(), is_direct=True)
        await until(lambda: felt("release") >= let_go)
        return felt("double") > 1

    await until_so(is_doubled)


async def test_a_button_stays_down_over_what_follows_until_it_is_let_go_of_elsewhere(
    drawing: Felt, hands: Hands
) -> None:
    held = {"button": "left", "count": 1, "modifiers": ("shift",)}
    hands.do("click", x=200, y=200, half="down", **held)
    hands.do("scroll", x=300, y=300, down=1, right=0, modifiers=())
    hands.do("click", x=500, y=400, half="up", **held)
    await until(lambda: any(each.startswith("release") for each in drawing()))
    felt = [each for each in drawing() if not each.startswith("move")]
    assert felt == ["press 200,200 shift", "wheel 0 -120 300,300 shift", "release 500,400 shift"]
    assert any(each.startswith("move") and "500,400" not in each for each in drawing()[-8:])
    hands.do("press", keys=["shift"], half="down")
    hands.click(Point(250, 250))
    hands.click(Point(260, 250))
    hands.do("let_go")
    hands.click(Point(270, 250))
    await until(lambda: drawing()[-1].startswith("release 270"))
    presses = [each for each in drawing() if each.startswith("press")][1:]
    assert presses == ["press 250,250 shift", "press 260,250 shift", "press 270,250 -"]


async def test_what_is_not_let_go_of_elsewhere_is_let_go_of_where_it_was_taken(
    drawing: Felt, hands: Hands
) -> None:
    there = {"button": "left", "count": 1, "modifiers": ()}
    hands.do("click", x=200, y=200, half="down", **there)
    for more in ({}, {"half": "down"}):  # either would drop it there
        assert "held down" in hands.ask("click", x=400, y=400, **there, **more)["error"]
    hands.do("scroll", x=400, y=400, down=1, right=0, modifiers=())
    hands.do("let_go")
    await until(lambda: drawing()[-1:] == ["release 200,200 -"])


async def test_nothing_stays_down_once_nobody_commands_the_hands(
    drawing: Felt, hands: Hands, desktop: BareDesktop
) -> None:
    hands.do("click", x=200, y=200, button="left", count=1, modifiers=("ctrl",), half="down")
    await until(lambda: any(each.startswith("press") for each in drawing()))
    hands.close()
    await until(lambda: any(each.startswith("release") for each in drawing()))
    assert Releaser(desktop.environment).release_all() == ()
