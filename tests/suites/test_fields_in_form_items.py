"""Fields whose label stands beside them in a form's item, tied to nothing: text fields, and boxes
that open a list and have no role. One browser for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.suites.web_trial import ON_SMALL_PAGES, run_on_a_small_page
from tests.support.browser_site import Site, site
from tests.support.lanes import varies

pytestmark = [*ON_SMALL_PAGES]


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with site() as served:
        yield served


ITEM = """<div><div>{label}</div><div id=to-{name}><div><div>{box}</div></div></div></div>"""
HIDDEN = """<span id={name} class=box style='display:inline-block;cursor:pointer'><input readonly
style='width:0;padding:0;border:0;opacity:0'><span>{value}</span><i></i></span>"""
BARE = """<div id={name} class=box tabindex=0 style='cursor:pointer'><div>{value}</div></div>"""
LISTS = """<button id=k>Keep</button><p id=p></p><script>
for (const box of document.querySelectorAll('.box')) box.onclick = () => {
 const list = document.createElement('ul');
 list.innerHTML = ['Rope', 'Lamp', 'Tar'].map((e) => `<li style='cursor:pointer'>${e}`).join('');
 list.onclick = (e) => { box.querySelector('span, div').textContent = e.target.textContent;
  list.remove() }; document.body.append(list) };
k.onclick = () => { p.textContent = [...document.querySelectorAll('.box')].map((e) =>
 `${e.id} ${e.innerText.split(/\\s/)[0]}`).join(', ') + ' was kept.' }</script>"""


def item(name: str, box: str, *, label: str = "<label>{}</label>", value: str = "Rope") -> str:
    box = box.format(name=name.casefold(), value=value)
    return ITEM.format(label=label.format(name), name=name, box=box)


TIED = "<label for=to-{0}>{0}</label>"


BESIDE = "<label>{}</label>"


@pytest.mark.parametrize(
    ("box", "label"),
    [(HIDDEN, BESIDE), (BARE, TIED), varies(HIDDEN, TIED), varies(BARE, BESIDE)],
    ids=["a hidden field", "a box, tied to the item", "hidden and tied", "a box beside it"],
)
async def test_a_box_goes_by_the_label_of_its_item(
    pages: Site, tmp_path: Path, box: str, label: str
) -> None:
    page = item("Shelf", box, label=label, value="Tar") + item("Ware", box, label=label) + LISTS
    run = await run_on_a_small_page(
        "choose Lamp in Ware, click Keep", pages.put("/now", page), tmp_path
    )
    assert "shelf Tar, ware Lamp was kept." in run.outcome.message, run.outcome.message


@pytest.mark.parametrize(
    "page",
    [
        f"<label>Ware <input></label>{BARE.format(name='ware', value='Change')}",
        f"<label for=n>Ware</label>{BARE.format(name='ware', value='Change')}<input id=n>",
        f"<div><label>Ware</label> Oars</div>{BARE.format(name='ware', value='Change')}",
    ],
    ids=["it has a field", "tied to a field", "it has a value"],
)
async def test_a_box_beside_the_label_of_another_is_not_called_so(
    pages: Site, tmp_path: Path, page: str
) -> None:
    address = pages.put("/now", page + LISTS)
    run = await run_on_a_small_page("choose Lamp in Ware, click Keep", address, tmp_path)
    assert "ware Lamp" not in run.outcome.message, run.outcome.message


FIELD = """<div class=item><div class=t>{label}</div><div><div><div><div><div>{before}<input id=n>
</div></div></div></div></div></div><button id=k>Keep</button><p id=p></p><script>
k.onclick = () => {{ p.textContent = n.value + ' was kept.' }}</script>"""


@pytest.mark.parametrize("before", ["", "<span>€</span>"], ids=["bare", "behind a sign"])
async def test_a_field_deep_in_its_item_goes_by_the_words_before_it(
    pages: Site, tmp_path: Path, before: str
) -> None:
    address = pages.put("/now", FIELD.format(label="Price", before=before))
    run = await run_on_a_small_page("type '450' into Price, click Keep", address, tmp_path)
    assert "450 was kept." in run.outcome.message, run.outcome.message
