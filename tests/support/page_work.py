"""When a page is through with what was set off on it, and the browser has heard how servers
answered: it says so itself, however long it takes.

What is kept for it stands on the page's ``window`` alone, and is no change of the document."""

from __future__ import annotations

from playwright.async_api import Error, Page

from engine.surfaces.browser.surface import BrowserSurface
from tests.support.waiting import until, until_so

_NOTES = """(() => {
  const own = { fetch, setTimeout, clearTimeout, setInterval }, under_way = new Set(), leaves = {};
  let is_beat = false;
  // who awaits it goes on in the same turn, and may begin the next by then
  const ends = (one) => own.setTimeout.call(window, () => under_way.delete(one));
  const noted = (work) => {
    if (!is_beat) under_way.add(work), work.then(() => ends(work), () => ends(work));
    return work;
  };
  window.setInterval = (does, every) => own.setInterval.call(window, () => {
    is_beat = true;
    try { does(); } finally { is_beat = false; }
  }, every);
  window.fetch = (...asked) => noted(own.fetch.apply(window, asked));
  for (const name of ["json", "text"]) {
    const read = Response.prototype[name];
    Response.prototype[name] = function () { return noted(read.call(this)); };
  }
  window.setTimeout = (does, after, ...told) => {
    const id = own.setTimeout.call(window, () => {
      try { does(...told); } finally { ends(id); }
    }, after);
    under_way.add(id);
    return id;
  };
  window.clearTimeout = (id) => { under_way.delete(id); own.clearTimeout.call(window, id); };
  // a form that is sent goes out in a turn of its own
  addEventListener("submit", (event) => { if (!event.defaultPrevented) under_way.add(leaves); });
  navigation.addEventListener("navigate", ({ destination }) => {
    if (!destination.sameDocument) under_way.add(leaves);
  });
  navigation.addEventListener("navigateerror", () => under_way.delete(leaves));
  Object.defineProperty(window, "isThrough", { value: () => !under_way.size });
})()"""
_IS_THROUGH = "document.readyState === 'complete' && (!window.isThrough || isThrough())"


def _shown(surface: BrowserSurface) -> Page:
    page = surface.tabs.page
    assert page is not None, "no page is shown"
    return page


async def note_work(surface: BrowserSurface) -> None:
    """Each document that comes from now on notes what it has under way: requests and timers of its
    own scripts, but for those of a beat, and that it gives way to another document."""
    await _shown(surface).context.add_init_script(_NOTES)


async def until_through(surface: BrowserSurface) -> None:
    """Return when none of that is left, and what had been sent by then has its answer."""

    async def is_through() -> bool:
        try:
            return bool(await _shown(surface).evaluate(_IS_THROUGH))
        except Error:  # another document comes just now
            return False

    await until_so(is_through)
    sendings = surface.tabs.sendings
    sent = sendings.awaited
    await until(lambda: not any(each is one for each in sendings.awaited for one in sent))
