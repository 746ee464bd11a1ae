// Set-of-Mark: one pass over a document that names its interactive elements and what can be read.
//
// It is run in an isolated world of the browser: the page's scripts neither see it nor can they
// redefine the builtins that it uses. It reads everything first and writes `data-agent-id` last, so
// that a page is laid out once. Open shadow roots and frames of the same origin are part of the pass.
// All lengths are CSS pixels of the top document's view; `ratio` leads to the frame's pixels.
//
// Its parts stand in files of their own beside it; page_link.py puts them into one scope, this one
// last: page_places, page_walk, page_surfaces, page_elements, page_texts, dom_hash, page_changes, page_badges.

const ATTRIBUTE = "data-agent-id";
const BADGES = "agent-badges";
const LARGE = 12000, NEAR_SCREENS = 1, GRID = 3, CHUNK = 64, HITS_MS = 250, SIZE_MS = 200;
const CONTROLS = "a[href], button, input, select, textarea, summary, [role=button], [role=link], [onclick], [tabindex]";
const MOST_NODES = 60000, MOST_ACTS = 3000, MOST_TEXTS = 300, MOST_DEPTH = 600;
const MOST_TEXT = 8000, MOST_READ = 100000, MOST_NAME = 160, MOST_CONTEXT = 240, MOST_VALUE = 20000, MOST_WHOLE = 1000000;
const MOST_TABLES = 12, MOST_ROWS = 300, MOST_PLACES = 8;
const LEAST_FRAME = 24, MOST_OPTIONS = 100, MOST_HEADINGS = 40, PASS_MS = 3000;  // on a busy machine, others' time is in it

const SKIPPED = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title",
  "option", "optgroup", "datalist", "source", "track", "param", "col", "colgroup", BADGES]);
const FIELDS = new Set(["input", "select", "textarea"]);
const SECRET_HINTS = /(^|\s)(current-password|new-password|one-time-code|cc-number|cc-csc)(\s|$)/;

const numbers = new WeakMap();   // element -> its number, for as long as it lives
const byKey = new Map();         // key -> WeakRef(element)
const listening = new WeakSet(); // elements with a click-like listener, as the browser told
const secret = new WeakSet();    // fields that were a password's at any time
let prefix = "", next = 1;

const flat = (text) => text.replace(/\s+/g, " ").trim();
const cut = (text, most) => text.length > most ? text.slice(0, most - 1).trimEnd() + "…" : text;
const attr = (el, name) => el.getAttribute(name) || "";
const role = (el) => attr(el, "role").trim().split(/\s+/)[0].toLowerCase();
const lower = (el) => el.localName.toLowerCase();

function keyOf(el) {
  let number = numbers.get(el);
  if (number === undefined) numbers.set(el, number = next++);
  const key = prefix + number;
  if (!byKey.has(key)) byKey.set(key, new WeakRef(el));
  return key;
}

function isSecret(el) {
  if (lower(el) !== "input") return false;
  if (el.type === "password" || SECRET_HINTS.test(attr(el, "autocomplete"))) secret.add(el);
  return secret.has(el);
}

// How many elements the document has; one that is large is read near the view only.
// Counted anew after a while only: a page that is being built is asked many times.
let sized = { at: -SIZE_MS, count: 0 };
function size(anew) {
  const now = performance.now();
  if (anew || now - sized.at >= SIZE_MS) sized = { at: now, count: document.getElementsByTagName("*").length };
  return sized.count;
}

// A sign that something is still being fetched; a bar that tells how far it is may tell of anything.
const BUSY = "[aria-busy=true], progress:not([value]), [role=progressbar]:not([aria-valuenow])";
const isBusy = () => Array.from(document.querySelectorAll(BUSY)).some((el) =>
  el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && el.getBoundingClientRect().height > 0);

function pass(options) {
  if (!prefix) prefix = options.prefix;
  takeRecords();
  heedExchanges(options.exchanges, options.letOn);
  sift();
  const look = new Look();
  const at = { doc: document, x: 0, y: 0, outer: null, element: null, clip: look.view, url: document.URL };
  const start = { at, hidden: false, act: null, firm: false, parent: null, clip: look.view, held: look.view, row: null, fixed: false,
    off: false, inert: false, section: false, nav: false, points: false, closed: false, level: 0, live: "", scope: { where: null } };
  if (document.documentElement) walk(look, document.documentElement, start, 0);
  look.closeRun();
  tellOnce(look);
  const left = look.isLarge || look.isCut ? Math.max(0, document.querySelectorAll(CONTROLS).length - look.acts.length) : 0;
  const acts = look.acts.map((act) => toldAct(look, act));
  const texts = toldTexts(look), passed = gone();
  const scroller = document.scrollingElement || document.documentElement;
  const told = {
    prefix, url: document.URL, title: document.title, ratio: devicePixelRatio,
    width: innerWidth, height: innerHeight, scrollX, scrollY,
    fullHeight: scroller ? scroller.scrollHeight : 0,
    is_loading: document.readyState !== "complete", is_busy: isBusy(), may_keep: keeping !== 0, focused: document.hasFocus(),
    ...readable(look, passed), headings: headings(look), tables: tables(look), said: passed.map(([text]) => text), went, dialogs: look.dialogs.map((el) => [dialogName(look, el), look.textOf(el)]), acts, texts, isCut: look.isCut || left > 0, unread_count: left,
    dom_hash: domHash(), own_store: ownStore(), nodes: look.nodes,
  };
  for (const root of look.roots) observe(root);
  mark(look);
  told.ms = performance.now() - look.started;
  if (byKey.size > 8000) forget();
  return JSON.stringify(told);
}

// An id that stands on something else, copied there by a page, would lead hands astray.
function mark(look) {
  for (const root of [document, ...look.roots])
    for (const el of root.querySelectorAll("[" + ATTRIBUTE + "]"))
      if (prefix + numbers.get(el) !== el.getAttribute(ATTRIBUTE)) el.removeAttribute(ATTRIBUTE);
  for (const { el } of look.acts) {
    const key = keyOf(el);
    if (el.getAttribute(ATTRIBUTE) !== key) el.setAttribute(ATTRIBUTE, key);
  }
}

function forget() {
  for (const [key, ref] of byKey) if (!ref.deref() || !ref.deref().isConnected) byKey.delete(key);
}

const found = (key) => {
  const ref = byKey.get(key), el = ref && ref.deref();
  return el && el.isConnected ? el : null;
};

// Where one element is now; null where it is gone or hidden.
function boundsOf(key) {
  const el = found(key);
  if (!el) return null;
  const one = el.nodeType === 3 ? el.parentElement : el;
  if (one && !one.checkVisibility({ visibilityProperty: true })) return null;
  const range = el.ownerDocument.createRange(), origin = { x: 0, y: 0 };
  if (el.nodeType === 3) range.selectNodeContents(el);
  let box = boxOf(el.nodeType === 3 ? range : el, origin);
  if (el.nodeType === 1 && FIELDS.has(lower(el))) box = drawnBox(el, box, origin);
  for (let view = el.ownerDocument.defaultView; view && view !== window; view = view.parent) {
    const frame = view.frameElement;
    if (!frame) return null;
    const f = frame.getBoundingClientRect(), style = view.parent.getComputedStyle(frame);
    box.x += f.left + frame.clientLeft + (parseFloat(style.paddingLeft) || 0);
    box.y += f.top + frame.clientTop + (parseFloat(style.paddingTop) || 0);
  }
  if (isVoid(box)) return null;
  return JSON.stringify({ box: rounded(box), ratio: devicePixelRatio });
}

function note(...elements) {
  for (const el of elements) if (el && el.nodeType === 1) listening.add(el);
}

observe(document);
// All that one field holds, where that is longer than is told.
function wholeOf(key) {
  const el = found(key), text = el && !isSecret(el) && !isOwnDraft(el.value) ? el.value || el.innerText : "";
  return String(text || "").slice(0, MOST_WHOLE);
}

globalThis.setOfMark = { size, pass, pulse, rest, domHash, boundsOf, wholeOf, note, badges, unbadge,
  view: () => [Math.round(innerWidth * devicePixelRatio), Math.round(innerHeight * devicePixelRatio)],
  state: () => JSON.stringify([document.URL, domHash()]) };
