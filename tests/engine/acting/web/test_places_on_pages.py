"""Places of a page: a canvas is drawn on, a map turned, a slider dragged, keys held meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from engine.domain.actions import Action, Click, Drag, PressKeys, Scroll
from engine.domain.errors import ActionImpossible
from engine.domain.performing import Performed
from engine.domain.plans import GLOBAL_ZONE_ID, PlanStep
from engine.domain.spaces import Spot
from engine.domain.verdicts import Verdict
from tests.engine.acting.web.real import Web, real_web
from tests.support.browser_site import Site, site
from tests.support.shared_browser import IN_A_LIGHT_BROWSER

pytestmark = [*IN_A_LIGHT_BROWSER]

BOARD = """<style>body {margin: 0}</style><h1 style="position:fixed;top:420px">Board</h1>
<canvas id=board width=400 height=300></canvas><script>
const pen = board.getContext('2d'); let told = [], isDown = false, size = 20
const tell = (what, e) => told.push([what, e.offsetX, e.offsetY, e.shiftKey, e.detail].join())
const dot = (e) => pen.fillRect(e.offsetX - size / 2, e.offsetY - size / 2, size, size)
board.onmousedown = (e) => { isDown = true; tell('down', e); dot(e) }
board.onmousemove = (e) => { if (isDown) dot(e) }
board.onmouseup = (e) => { isDown = false; tell('up', e) }
board.ondblclick = (e) => tell('double', e)
board.oncontextmenu = (e) => { e.preventDefault(); tell('menu', e) }
board.onwheel = (e) => { e.preventDefault(); tell('wheel', e); size += 10; dot(e) }
onkeydown = (e) => { pen.clearRect(0, 0, 400, 300) }
</script>"""
TALL = "<h1>Top</h1>" + "<p>line</p>" * 150 + "<p>The very end of it</p>"
WAY = ((Spot(0.1, 0.1), Spot(0.5, 0.5)), (Spot(0.5, 0.1), Spot(0.1, 0.5)))


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def web(pages: Site) -> AsyncIterator[Web]:
    async with real_web(pages) as started:
        yield started


async def done(web: Web, action: Action) -> Performed:
    """At a place of the frame, as where only the picture tells what is there."""
    before = await web.look()
    return await web.executor.perform(PlanStep(1, GLOBAL_ZONE_ID, "", action, "it"), before)


async def test_a_canvas_is_drawn_on_clicked_and_turned_and_only_its_picture_tells(web: Web) -> None:
    before = await web.show(BOARD)
    width, height = before.frame.width, before.frame.height

    def at(x: int, y: int) -> Spot:
        return Spot(x / width, y / height)

    for action in (
        Click(at=at(50, 60), modifiers=("shift",)),
        Click(at=at(80, 60), count=2),
        Click(at=at(110, 60), button="right"),
        Scroll(down=2, at=at(200, 200)),
        Drag(strokes=((at(20, 200), at(60, 260)), (at(60, 200), at(20, 260)))),
        PressKeys(("x",)),
    ):
        assert (await done(web, action)).judged.verdict is Verdict.CANT_TELL, action
    told = await web.ask("told")
    assert told[:2] == ["down,50,60,true,1", "up,50,60,true,1"]  # type: ignore[index]
    assert "double,80,60,false,2" in told and "menu,110,60,false,0" in told  # type: ignore[operator]
    ups = [each for each in told if each.startswith(("down", "up"))][-4:]  # type: ignore[attr-defined]
    assert [each.rsplit(",", 2)[0] for each in ups] == [
        *("down,20,200", "up,60,260", "down,60,200", "up,20,260")
    ]


async def test_a_button_stays_down_over_steps_until_it_is_let_go_of(web: Web) -> None:
    before = await web.show(BOARD)
    width, height = before.frame.width, before.frame.height
    await done(web, Click(at=Spot(50 / width, 60 / height), half="down"))
    assert await web.ask("isDown") is True
    await done(web, Click(at=Spot(90 / width, 60 / height), half="up"))
    assert await web.ask("told.at(-1)") == "up,90,60,false,1"
    assert await web.surface.hands.let_go() is False
    await done(web, PressKeys(("shift",), half="down"))
    await done(web, Click(at=Spot(50 / width, 60 / height)))
    assert await web.ask("told.at(-1)") == "up,50,60,true,1"
    assert await web.surface.hands.let_go() is True


async def test_scrolling_goes_on_to_the_end_or_until_a_text_is_in_view(web: Web) -> None:
    await web.show(TALL)
    await done(web, Scroll(down=1, until="the very end"))
    assert await web.ask("scrollY + innerHeight >= document.body.scrollHeight - 200")
    await done(web, Scroll(down=-1, to_end=True))
    assert await web.ask("scrollY") == 0
    with pytest.raises(ActionImpossible, match="did not come into sight"):
        await done(web, Scroll(down=1, until="nowhere"))
