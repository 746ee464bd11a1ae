"""The pass over a page: what it names, by which words, and what it leaves alone."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from engine.domain.spaces import Rect
from engine.domain.zones import Role, State
from tests.support.shared_browser import IN_A_LIGHT_BROWSER
from tests.support.web_pages import Sight, node, sight

pytestmark = [*IN_A_LIGHT_BROWSER]


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def seen(lent_light_browser: Browser) -> AsyncIterator[Sight]:
    async with sight(lent_light_browser) as shown:
        yield shown


async def test_native_elements_are_named_as_a_reader_would_name_them(seen: Sight) -> None:
    told = await seen.elements(
        """<form id=order><a href=/next>Next page</a><button>Buy <b>now</b></button>
        <label for=n>Your name</label><input id=n name=who value=Ada placeholder="as you like">
        <label>Town <input name=town></label>
        <input placeholder="Search the shop" type=search>
        <span id=l1>Card</span><span id=l2>number</span><input aria-labelledby="l1 l2">
        <input type=image alt=Go src=x.png><input type=submit value=Send>
        <button aria-label=Close title="Leave the order">×</button>
        <button title="More things"></button><button title="As a file">Keep</button>
        <a href=/home><img alt=Home src=x.png></a><textarea aria-label=Note>as is</textarea>
        <button aria-label=Save>Ok</button>
        </form>"""
    )
    assert {"Next page", "Buy now", "Your name", "Town", "Search the shop", "Card number"} <= set(
        told
    )
    assert {"Go", "Send", "Close", "More things", "Home", "Note"} <= set(told)
    name = told["Your name"]
    assert (name.attr_name, name.attr_id, name.value, name.form) == ("who", "n", "Ada", "order")
    assert name.placeholder == "as you like"
    assert told["Next page"].href == f"{seen.server.origin}/next"
    assert told["Send"].is_submit and told["Buy now"].is_submit
    assert told["Note"].value == "as is"
    assert (told["Close"].aria_label, told["Keep"].aria_label) == ("Leave the order", "As a file")
    assert told["Save"].aria_label == "Ok", "what is read on it, where a reader is given another"
    assert not told["Note"].aria_label, "what a field holds is no name"


async def test_an_element_keeps_its_id_and_a_new_one_gets_another(seen: Sight) -> None:
    before = await seen.elements("<button>One</button><button id=b>Two</button>")
    await seen.page.evaluate(
        "document.body.prepend(document.createElement('button')); b.textContent='Changed';"
        "document.body.firstChild.textContent='New'; document.body.append(b.cloneNode(true))"
    )
    after = (await seen.tree()).page
    assert after is not None
    ids = {one.agent_id for one in after.elements}
    texts = [(one.text, one.agent_id) for one in after.elements]
    assert len(ids) == 4
    assert ("One", before["One"].agent_id) in texts
    assert ("Changed", before["Two"].agent_id) in texts
    written = await seen.page.evaluate(
        "[...document.querySelectorAll('[data-agent-id]')].map(e => e.dataset.agentId)"
    )
    assert set(written) == ids


async def test_an_id_that_a_page_copies_elsewhere_is_taken_away(seen: Sight) -> None:
    first = await seen.elements("<button>Real</button><p id=p>Decoy</p>")
    key = first["Real"].agent_id
    await seen.page.evaluate(f"p.dataset.agentId = '{key}'")
    await seen.tree()
    marked = await seen.page.locator(f"[data-agent-id={key}]").all_inner_texts()
    assert marked == ["Real"]


async def test_another_document_never_has_the_ids_of_the_one_before(seen: Sight) -> None:
    before = await seen.elements("<button>Old</button>")
    after = await seen.elements("<button>New</button>")
    assert before["Old"].agent_id != after["New"].agent_id


async def test_open_shadow_roots_and_frames_are_part_of_the_page(seen: Sight) -> None:
    told = await seen.elements(
        """<div id=h style="margin:40px"></div>
        <iframe style="position:absolute;left:300px;top:200px;border:5px solid" srcdoc="
        <style>body{margin:10px}</style><button style='width:80px;height:20px'>Inside</button>
        "></iframe><script>h.attachShadow({mode:'open'}).innerHTML =
        '<slot></slot><button>Shadowed</button>';
        h.innerHTML = '<button>Slotted</button>'</script>"""
    )
    assert {"Shadowed", "Slotted", "Inside"} <= set(told)
    inside = told["Inside"]
    assert inside.bounds_px == Rect(315, 215, 80, 20)
    assert inside.frame_url == "about:srcdoc"
    assert inside.in_view and not inside.is_covered
    assert len({one.agent_id for one in told.values()}) == len(told)


async def test_a_frame_that_scrolls_shows_only_its_part(seen: Sight) -> None:
    told = await seen.elements(
        """<iframe style="width:200px;height:100px" srcdoc="<button>Up</button>
        <div style='height:900px'></div><button>Down</button>"></iframe>"""
    )
    assert told["Up"].in_view and not told["Down"].in_view


async def test_handlers_and_scripts_make_elements_interactive(seen: Sight) -> None:
    told = await seen.elements(
        """<div onclick="1">By attribute</div><div id=a>By script</div><div id=b>By property</div>
        <div tabindex=0>By focus</div><div contenteditable>Written</div>
        <div role=menuitem>By role</div><div style="cursor:pointer">By pointer</div>
        <p>Plain</p><div id=c>Mouse</div><div id=d>Only moves</div>
        <script>a.addEventListener('click', () => 1); b.onclick = () => 1;
        c.addEventListener('pointerdown', () => 1);
        d.addEventListener('mousemove', () => 1)</script>"""
    )
    named = {"By attribute", "By script", "By property", "By focus", "By role", "By pointer"}
    assert named | {"Mouse"} <= set(told)
    assert not {"Plain", "Only moves"} & set(told)
    assert any(one.value == "Written" for one in told.values())


async def test_who_only_hears_what_happens_within_is_nobodys_target(seen: Sight) -> None:
    told = await seen.tree(
        """<div id=root><button>In it</button><p>Text in it</p></div>
        <script>root.addEventListener('click', () => 1)</script>"""
    )
    assert told.page is not None
    assert [one.text for one in told.page.elements] == ["In it"]
    assert node(told, "Text in it").role is Role.LABEL


@pytest.mark.parametrize(
    "held",
    [
        "<table id=holds tabindex=0><tr><td>Oars<td>12<tr><td>Rope<td>40<tr><td>Tar<td>6</table>",
        "<div id=holds role=grid tabindex=0><div role=row><span role=gridcell>Oars</span></div>"
        "<div role=row><span role=gridcell>Rope</span></div>"
        "<div role=row><span role=gridcell>Tar</span></div></div>",
        "<ul id=holds><li>Oars<li>Rope<li>Tar</ul>",
        "<div id=holds><p>In store</p><table><tr><td>Oars<tr><td>Rope<tr><td>Tar</table></div>",
    ],
    ids=["table", "grid", "list", "box"],
)
async def test_of_what_hears_for_its_rows_each_row_is_meant_by_itself(
    seen: Sight, held: str
) -> None:
    """A click in its middle chose whichever row lies there."""
    told = await seen.tree(f"{held}<script>holds.addEventListener('mousedown', () => 1)</script>")
    assert told.page is not None
    rows = [one.text.split()[0] for one in told.page.elements]
    assert rows == ["Oars", "Rope", "Tar"]


async def test_what_is_hidden_is_not_there(seen: Sight) -> None:
    told = await seen.elements(
        """<button style="display:none">A</button><button style="visibility:hidden">B</button>
        <div style="opacity:0"><button>C</button></div><div aria-hidden=true><button>D</button>
        </div>
        <details><summary>Fold</summary><button>E</button></details>
        <button style="width:0;height:0;padding:0;border:0;overflow:hidden"></button>
        <button>Seen</button><input type=hidden name=f value=g>"""
    )
    assert set(told) == {"Fold", "Seen"}


async def test_what_lies_under_something_else_is_not_showing(seen: Sight) -> None:
    tree = await seen.tree(
        """<button>Below</button><a href=/x style="margin-left:300px">Free</a>
        <div style="position:fixed;left:0;top:0;width:200px;height:200px;background:red"></div>
        <div style="height:50px;overflow:auto;margin-top:250px"><button>First</button>
        <div style="height:400px"></div><button>Scrolled out</button></div>"""
    )
    assert tree.page is not None
    told = {one.text: one for one in tree.page.elements}
    assert told["Below"].is_covered and not node(tree, "Below").is_showing
    assert not told["Free"].is_covered and node(tree, "Free").is_showing
    assert node(tree, "First").is_showing
    assert not told["Scrolled out"].in_view and not node(tree, "Scrolled out").is_showing


async def test_a_box_cuts_only_what_is_placed_by_it_or_within_it(seen: Sight) -> None:
    tree = await seen.tree(
        """<style>.flat { overflow:hidden; height:0 } .out { position:absolute; left:0 }</style>
        <div style="position:relative; height:100px">
        <div class=flat><div class=out style="top:0"><button>By the one around</button></div></div>
        <div class=flat style="position:relative"><div class=out><button>By it</button></div></div>
        <div class=flat style="transform:scale(1)"><button class=out>Turned</button></div>
        <div class=flat><button>In its flow</button></div>
        <div class=flat><button style="position:fixed;top:300px;left:0">By the view</button></div>
        <div class=flat><button class=out style="top:40px">Itself</button></div></div>
        <div style="position:fixed;top:500px;left:0;width:90px;height:40px;overflow:hidden">
        <button>Within</button><button style="display:block;margin-top:50px">Below</button></div>"""
    )
    seen_ones = {"By the one around", "By the view", "Itself", "Within"}
    hidden = {"By it", "Turned", "In its flow", "Below"}
    assert {name for name in seen_ones | hidden if node(tree, name).is_showing} == seen_ones


async def test_bars_are_told_from_content(seen: Sight) -> None:
    told = await seen.elements(
        """<header style="position:sticky;top:0"><a href=/>Logo</a></header><nav><a href=/a>Menu</a>
        </nav><main><article><header><a href=/t>Title</a></header></article></main>
        <div style="position:fixed;bottom:0"><button>Chat</button></div>
        <footer><a href=/i>Imprint</a></footer>"""
    )
    assert {name for name, one in told.items() if one.is_navigation} == {"Logo", "Menu", "Imprint"}
    assert {name for name, one in told.items() if one.is_fixed} == {"Logo", "Chat"}


async def test_disabled_is_what_cannot_be_used(seen: Sight) -> None:
    tree = await seen.tree(
        """<fieldset disabled><legend><button>Legend</button></legend><button>Field</button>
        </fieldset><button disabled>Own</button><div aria-disabled=true><a href=/x>Aria</a></div>
        <div inert><button>Inert</button></div><button>Works</button>"""
    )
    assert tree.page is not None
    off = {one.text for one in tree.page.elements if one.is_disabled}
    assert off == {"Field", "Own", "Aria", "Inert"}
    assert State.ENABLED in node(tree, "Works").states
    assert State.ENABLED not in node(tree, "Field").states


async def test_selects_ticks_and_states_are_told(seen: Sight) -> None:
    tree = await seen.tree(
        """<label>Size <select><option>Small<option selected>Large</select></label>
        <label><input type=checkbox checked> Gift</label><label>
        <input type=radio name=r> By air</label>
        <button aria-expanded=true>Menu</button>
        <div role=tab aria-selected=true tabindex=0>Tab 1</div>
        <div role=switch aria-checked=true tabindex=0>Dark</div>
        <input type=file aria-label=Photo>"""
    )
    assert tree.page is not None
    size = next(one for one in tree.page.elements if one.tag == "select")
    assert (size.options, size.value) == (("Small", "Large"), "Large")
    roles = {name: node(tree, name).role for name in ("Gift", "By air", "Tab 1", "Dark")}
    assert roles == {
        "Gift": Role.CHECK_BOX,
        "By air": Role.RADIO_BUTTON,
        "Tab 1": Role.TAB,
        "Dark": Role.SWITCH,
    }
    assert State.CHECKED in node(tree, "Gift").states
    assert State.CHECKED not in node(tree, "By air").states
    assert State.EXPANDED in node(tree, "Menu").states
    assert State.SELECTED in node(tree, "Tab 1").states
    assert State.CHECKED in node(tree, "Dark").states
    assert [one.text for one in tree.page.elements if one.accepts_files] == ["Photo"]


async def test_choices_of_one_name_are_called_by_what_stands_with_them(seen: Sight) -> None:
    choices = (
        "<div><label><input type=radio name=to> Town</label><label><input type=radio name=to> Sea"
    )
    told = await seen.elements(
        f"<div><b>Destination</b>{choices}</label></div></div><label>Name <input></label>"
    )
    assert [told[name].context for name in ("Town", "Sea")] == ["Destination Town Sea"] * 2


async def test_what_nobody_named_goes_by_the_caption_that_stands_beside_it(seen: Sight) -> None:
    tree = await seen.tree(
        "<button>Back</button><p>Priority</p><div role=combobox tabindex=0>Low</div>"
        "<div>Given name</div><div><div><input id=given></div></div>"
        "<p>Urgency</p><div><button aria-haspopup=listbox>Medium</button></div>"
        "<b>Wrap</b><div><input type=checkbox id=paper> <span>Paper</span></div>"
        "<div><input type=checkbox id=box> Box</div>"
        "<table><tr><td>Lent</td><td><input type=checkbox id=lent></td></tr></table>"
        "<div><span>Goes to</span><div role=radiogroup><label><input type=radio name=a>Town</label>"
        "<label><input type=radio name=a>Field</label></div></div>"
        "<p>Of the form behind it</p><form><input id=own></form>"
    )
    assert tree.page is not None
    elements = tree.page.elements
    assert [(each.text, each.value) for each in elements if each.role == "combobox"] == [
        ("Priority", "Low"),
        ("Urgency", "Medium"),
    ]
    named = {each.attr_id: each.text for each in elements if each.attr_id}
    ids = {"given": "Given name", "paper": "Paper", "box": "Box", "lent": "Lent", "own": ""}
    assert named == ids
    choices = [each.context for each in elements if each.input_type == "radio"]
    assert choices == ["Goes to Town Field"] * 2


async def test_the_label_stands_for_a_box_that_is_drawn_by_style(seen: Sight) -> None:
    tree = await seen.tree(
        """<input type=checkbox id=c checked style="position:absolute;opacity:0;width:0;height:0">
        <label for=c>Fancy</label>"""
    )
    fancy = next(one for one in tree.nodes if one.name == "Fancy" and one.role is Role.CHECK_BOX)
    assert State.CHECKED in fancy.states and fancy.is_showing


async def test_a_password_never_leaves_the_browser(seen: Sight) -> None:
    await seen.show(
        """<label>Password <input id=p type=password value=hunter22></label>
        <label>Code <input autocomplete=one-time-code value=hunter22></label>"""
    )
    tree = await seen.tree()
    await seen.page.evaluate("p.type = 'text'")
    shown = await seen.tree()
    assert "hunter22" not in repr((tree.nodes, shown.nodes, shown.page and shown.page.elements))
    assert node(shown, "Password").role is Role.PASSWORD_FIELD


async def test_the_row_around_tells_alike_elements_apart(seen: Sight) -> None:
    tree = await seen.tree(
        """<ul><li>Mug, 12 € <button>Add</button></li><li>Pot, 30 € <button>Add</button></li></ul>
        <table><tr><td>Report.pdf</td><td><a href=/r>Download</a></td></tr></table>"""
    )
    assert tree.page is not None
    assert [one.context for one in tree.page.elements] == [
        "Mug, 12 € Add",
        "Pot, 30 € Add",
        "Report.pdf Download",
    ]


async def test_texts_can_be_read_in_their_order(seen: Sight) -> None:
    tree = await seen.tree(
        """<title>T</title><nav>Bar</nav><h1>Head</h1><p>One <b>two</b>, three.</p>
        <style>x{}</style>
        <table><tr><th>Part</th><th>Price</th></tr><tr><td>Bolt</td><td>2 €</td></tr></table>
        <p hidden>Not this</p><div role=alert>Broken</div>
        <img alt="A boat" src=x.png width=9 height=9>"""
    )
    assert tree.page is not None
    assert tree.page.text.startswith("Head\nOne two, three.\nPart | Price\nBolt | 2 €\nBroken")
    assert tree.page.text.endswith("Bar")
    assert "Not this" not in tree.page.text
    assert tree.page.headings == ("Head",)
    assert node(tree, "Head").role is Role.HEADING
    assert node(tree, "One two, three.").role is Role.LABEL
    assert node(tree, "Broken").role is Role.ALERT
    assert node(tree, "A boat").role is Role.IMAGE


def _placed(role: str, cells: dict[str, tuple[int, int]]) -> str:
    style = "position: absolute; width: 60px; height: 20px"
    made = (
        f"<div style='{style}; left: {x}px; top: {y}px'>{name}</div>"
        for name, (x, y) in cells.items()
    )
    return f"<div role={role} style='position: relative; height: 70px'>{''.join(made)}</div>"


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (
            {"Tern": (0, 0), "Gull": (0, 22), "12": (70, 0), "7": (70, 22)},
            ["Tern | 12", "Gull | 7"],
        ),
        ({"Tern": (0, 0), "12": (0, 20), "7": (0, 40)}, ["Tern | 12 | 7"]),
        ({"Tern": (0, 0), "12": (70, 8), "7": (140, 4)}, ["Tern | 12 | 7"]),
    ],
    ids=["a grid that tells of one row", "a row whose cells stand below each other", "one row"],
)
async def test_what_stands_on_one_line_of_a_grid_is_read_in_one(
    seen: Sight, cells: dict[str, tuple[int, int]], read: list[str]
) -> None:
    tree = await seen.tree(f"<div role=grid>{_placed('row', cells)}</div>")
    assert tree.page is not None
    assert tree.page.text.splitlines() == read


@pytest.mark.parametrize(
    ("hides", "name"), [("width: .1px; padding: 0; border: 0", "Wanted"), ("width: 40px", "")]
)
async def test_the_box_of_a_field_that_nobody_sees_is_called_as_that_field_is(
    seen: Sight, hides: str, name: str
) -> None:
    style = "cursor: pointer; width: 90px; height: 30px"
    box = f"<div onclick='x()' style='{style}'><input id=w style='{hides}' readonly></div>"
    told = await seen.elements(f"<label for=w>Wanted</label>{box}")
    assert [each.name for each in told.values() if each.tag == "div"] == [name]


async def test_of_a_long_page_all_can_be_read_and_what_is_in_view_is_known(seen: Sight) -> None:
    lines = "".join(
        f"<p style='height:40px;margin:0'>Line {at} of a long page</p>" for at in range(900)
    )
    await seen.tree(f"<nav>Bar</nav>{lines}")
    await seen.page.evaluate("window.scrollTo(0, 20000)")
    page = (await seen.tree()).page
    assert page is not None and page.text.endswith("…") and len(page.text) <= 8000
    told = page.reading.splitlines()
    assert told[899:] == ["Line 899 of a long page", "Bar"]
    in_view = [told[at] for at in page.lines_in_view]
    assert "Line 505 of a long page" in in_view and "Bar" not in in_view
    assert 10 < len(in_view) < 30 and "Line 450 of a long page" not in in_view


async def test_places_are_pixels_of_the_frame(lent_light_browser: Browser) -> None:
    async with sight(lent_light_browser, scale=2) as seen:
        told = await seen.elements(
            "<button style='position:absolute;left:50px;top:30px;"
            "width:100px;height:40px'>B</button>"
        )
        frame = await seen.eyes.capture()
    assert told["B"].bounds_px == Rect(100, 60, 200, 80)
    assert (frame.width, frame.height) == (2000, 1400)


async def test_bands_are_thirds_of_the_view(seen: Sight) -> None:
    told = await seen.elements(
        """<button style="position:absolute;top:10px">A</button>
        <button style="position:absolute;top:340px">B</button>
        <button style="position:absolute;top:600px">C</button>
        <button style="position:absolute;top:1600px">D</button>"""
    )
    assert {name: one.band for name, one in told.items()} == {
        "A": "top",
        "B": "mid",
        "C": "bottom",
        "D": "bottom",
    }
    assert not told["D"].in_view


async def test_a_page_that_redefines_builtins_is_read_all_the_same(seen: Sight) -> None:
    told = await seen.elements(
        """<script>for (const name of ['map','filter','forEach','push','slice','join'])
        Array.prototype[name] = () => { throw new Error('no') };
        JSON.stringify = () => '{}'; Array.from = () => []; window.Map = window.WeakMap = null;
        document.querySelectorAll = () => []; Element.prototype.getAttribute = () => 'x';
        Element.prototype.getBoundingClientRect = () => ({left: 0, top: 0, width: 0, height: 0});
        window.getComputedStyle = () => ({display: 'none'}); window.setOfMark = {pass: () => 'x'};
        Object.defineProperty(Array.prototype, 'toJSON', {value: () => 'broken'});
        </script><button>Still here</button>"""
    )
    assert "Still here" in told
    assert told["Still here"].bounds_px.width > 20


async def test_the_page_sees_nothing_but_the_attribute(seen: Sight) -> None:
    await seen.tree("<button>B</button>")
    names = await seen.page.evaluate(
        "Object.getOwnPropertyNames(window)"
        ".filter(n => /setOfMark|pilothouse|agent-?(id|badge)/i.test(n))"
    )
    html = await seen.page.evaluate("document.body.innerHTML")
    assert names == []
    assert html.replace('data-agent-id="', "").count("=") == 0


async def test_a_page_that_renames_its_elements_at_each_frame_is_read(seen: Sight) -> None:
    await seen.show(
        """<button>Steady</button><div></div><script>let n = 0; const again = () => {
        for (const e of document.querySelectorAll('button')) { e.id = e.className = 'x' + n++;
          e.removeAttribute('data-agent-id') }
        document.querySelector('div').innerHTML = '<a href=/x>Fresh</a>';
        requestAnimationFrame(again) }; again()</script>"""
    )
    first, second = await seen.elements(), await seen.elements()
    assert first["Steady"].agent_id == second["Steady"].agent_id
    assert "Fresh" in second


async def test_a_very_deep_and_a_very_long_page_are_cut_and_not_refused(seen: Sight) -> None:
    await seen.show(
        """<button>Top</button><script>let e = document.body; for (let i = 0; i < 900; i++)
        e = e.appendChild(document.createElement('div'));
        let html = ''; for (let i = 0; i < 9000; i++) html += '<a href=/' + i + '>Link</a> ';
        document.body.insertAdjacentHTML('beforeend', html)</script>"""
    )
    tree = await seen.tree()
    assert tree.page is not None
    assert node(tree, "Top").is_showing
    assert len(tree.page.elements) < 4000  # how many depends on the machine
    assert tree.cut_applications == ("Chromium",)


async def test_a_thousand_elements_are_all_told(seen: Sight) -> None:
    cards = "".join(
        f"<div><a href=/{n}>Item {n}</a> {n} € <button>Add</button></div>" for n in range(500)
    )
    tree = await seen.tree(cards)
    assert tree.page is not None
    assert len(tree.page.elements) == 1000
    assert not tree.cut_applications


async def test_a_title_is_no_longer_than_a_name(seen: Sight) -> None:
    await seen.elements("<script>document.title = 'x'.repeat(100000)</script>")
    tree = await seen.tree()
    assert tree.page is not None
    assert (len(tree.page.title), len(tree.windows[0].title)) == (1000, 1000)


_ROWS = "".join(f"<p style='height:20px;margin:0'><button>Do {n}</button></p>" for n in range(7000))


async def test_of_a_large_page_what_is_in_view_and_near_it_is_read_and_the_rest_counted(
    seen: Sight,
) -> None:
    dialog = "<div style='position:absolute'><div style='position:fixed;top:40px;left:400px'>"
    told = await seen.elements(f"{_ROWS}{dialog}<button>Accept</button></div></div>")
    assert {"Do 0", "Do 20", "Accept"} <= set(told) and "Do 6000" not in told
    page = (await seen.tree()).page
    assert page is not None and page.unread_count == 7001 - len(page.elements) > 6000
    assert page.unread_words.startswith("About 6,9")
    await seen.page.evaluate("scrollTo(0, 20 * 3500)")
    page = (await seen.tree()).page
    assert page is not None
    names = {each.text: each for each in page.elements}
    assert names["Do 3510"].in_view and "Accept" in names and "Do 0" not in names


async def test_an_element_tells_what_it_stands_in_and_under_by_the_pages_tree(seen: Sight) -> None:
    told = await seen.elements(
        """<main><h1>Fees</h1><button>of page</button>
        <section><div style="display:flex;align-items:end"><h2>Dogs</h2>
          <a href=/1 style="padding:9px;margin-top:-30px">raised</a></div>
          <h3>Guide dogs</h3><button>of guides</button></section>
        <button>after section</button>
        <h2>Halls</h2><p>Text</p><button>of halls</button><h2>Plans</h2><button>of plans</button>
        <div>
          <div><a href=/2>before A</a><h4>A</h4><p><button>in A</button></p></div>
          <div><a href=/3>before B</a><h4>B</h4><p><button>in B</button></p></div>
          <button>beside the boxes</button>
        </div><button>below the boxes</button>
        <div><div><h3>Keys</h3><button>New</button></div><p><button>of keys</button></p>
        <div><h3>Tokens</h3><button>Fresh</button></div><p><button>of tokens</button></p></div>
        <article><a href=/4>picture</a><h3>Kettle</h3></article>
        <fieldset><legend>Delivery</legend><input aria-label=fast type=checkbox></fieldset>
        <table><caption>Loans</caption><tr><td><button>renew</button></td></tr></table>
        <div role=tab id=t>Pay</div><div role=tabpanel aria-labelledby=t><button>card</button></div>
        <nav aria-label=Footer><button>imprint</button></nav>
        <details open><summary>More</summary><button>rare</button></details>
        <iframe title=Map srcdoc="<h2>Zoom</h2><button>in</button>"></iframe>
        <h5><a href=/5>Blue</a></h5></main>"""
    )
    places = {name: each.places for name, each in told.items()}
    page = ("Plans", "Fees")
    assert {
        "of page": ("Fees",),
        "raised": ("Dogs", "Fees"),
        "of guides": ("Guide dogs", "Dogs", "Fees"),
        "after section": ("Fees",),
        "of halls": ("Halls", "Fees"),
        "of plans": page,
        "before A": ("A", *page),
        "in A": ("A", *page),
        "before B": ("B", *page),
        "in B": ("B", *page),
        "beside the boxes": page,
        "below the boxes": page,
        "New": ("Keys", *page),
        "of keys": ("Keys", *page),
        "Fresh": ("Tokens", *page),
        "of tokens": ("Tokens", *page),
        "picture": ("Kettle", *page),
        "fast": ("Delivery", *page),
        "renew": ("Loans", *page),
        "card": ("Pay", *page),
        "imprint": ("Footer", *page),
        "rare": ("More", *page),
        "in": ("Zoom", "Map", *page),
        "Blue": ("Blue", *page),
    }.items() <= places.items(), places


async def test_a_line_tells_its_places_too(seen: Sight) -> None:
    await seen.elements("<h2>Library</h2><p>Open</p><nav>Bar</nav><h2>Pool</h2><p>Closed</p>")
    page = (await seen.tree()).page
    assert page is not None
    assert dict(zip(page.text.splitlines(), page.text_places, strict=True)) == {
        "Library": ("Library",),
        "Open": ("Library",),
        "Pool": ("Pool",),
        "Closed": ("Pool",),
        "Bar": ("Library",),
    }


async def test_what_is_written_in_a_drawing_is_read(seen: Sight) -> None:
    """As on the axis of a chart and in the boxes of a diagram."""
    await seen.elements(
        """<p>Sold</p><svg width=300 height=90><text x=5 y=20>Apples</text><g><text x=5 y=40>
        <tspan>Check the</tspan><tspan x=5 dy=12>or<tspan>der</tspan></tspan></text></g>
        <text x=5 y=80 visibility=hidden>Gone</text><defs><text>None</text></defs></svg>"""
    )
    page = (await seen.tree()).page
    assert page is not None
    lines = [" ".join(line.split()) for line in page.text.splitlines()]
    assert lines == ["Sold", "Apples", "Check the order"]


async def test_what_may_be_dragged_is_told_though_only_what_holds_it_hears_of_it(
    seen: Sight,
) -> None:
    """As the tools of a palette, and the cards of a board."""
    told = await seen.elements(
        """<style>b { display: inline-block; width: 20px; height: 20px }</style>
        <div id=pad><b draggable=true title="Append task"></b><b title="Only a hint"></b></div>
        <script>pad.addEventListener("click", () => {})</script>"""
    )
    assert "Append task" in told and "Only a hint" not in told
