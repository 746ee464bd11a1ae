// What happens on the page: how often, and since when it rests.
// A part of set_of_mark.js, in whose scope it stands.

const TICKS = 3, TICK_MS = 600, FLOODS = 12, FLOOD_MS = 1500, TELL_MS = 50;
let serial = 0, restless = performance.now(), telling = 0, boxes = [];
const observed = new WeakSet(), places = new WeakMap();

const observer = new MutationObserver(take);
function observe(root) {
  if (observed.has(root)) return;
  observed.add(root);
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  for (const kind of ["scroll", "input", "change", "focusin", "focusout", "toggle"])
    root.addEventListener(kind, kind === "scroll" ? scrolled : touched, { capture: true, passive: true });
}

function scrolled(event) { serial++; restless = performance.now(); tell(event.target); }
function touched(event) { serial++; tell(event.target); }
function takeRecords() { const records = observer.takeRecords(); if (records.length) take(records); }

// The same place that changes again and again, and does not grow, is a clock or a spinner.
function isTicking(target, size, now) {
  const length = target.childNodes.length + (target.nodeType === 3 ? target.data.length : 0);
  let place = places.get(target);
  if (!place) places.set(target, place = { since: now, last: now, count: 0, most: length });
  if (now - place.last > 5000) { place.since = now; place.count = 0; }
  const grows = length > place.most;
  place.most = Math.max(place.most, length);
  place.last = now;
  place.count++;
  const small = size <= 3 && !grows;
  return small ? place.count > TICKS && now - place.since >= TICK_MS
    : place.count > FLOODS && now - place.since >= FLOOD_MS && !grows;
}

function take(records) {
  const now = performance.now(), sizes = new Map();
  for (const record of records) {
    if (record.attributeName === ATTRIBUTE) continue;
    const changed = [...record.addedNodes, ...record.removedNodes];
    if (changed.length && changed.every((node) => node.localName === BADGES)) continue;
    if (records.length <= MOST_RECORDS) hear(record);
    const tick = record.target.nodeType === 3 && record.target.parentNode || record.target;
    sizes.set(tick, (sizes.get(tick) || 0) + Math.max(1, changed.length));
  }
  if (!sizes.size) return;
  serial++;
  let weighs = false;
  for (const [target, size] of sizes) if (!isTicking(target, size, now)) weighs = true;
  if (!weighs) return;
  restless = now;
  if (sizes.size <= 4) for (const target of sizes.keys()) tell(target); else tell(null);
}

// Short texts that came up, to be told once they are gone again: a note that stands for a second is
// mostly gone by the next look.
const MOST_RECORDS = 400;  // more at once are a page that is being built, and no note
const MOST_SAID = 20, SAID_NODES = 24, SAID_MS = 20000;
let heard = [], said = [];

function hear(record) {
  const came = record.type === "characterData" ? [record.target] : record.addedNodes;
  if (record.type === "attributes" || came.length > 8) return;
  for (const node of came) {
    const text = shortText(node);
    if (text && isShown(node, false)) heard.push([text, new WeakRef(node), performance.now()]);
  }
  if (heard.length > 4 * MOST_SAID) heard = heard.slice(-2 * MOST_SAID);
}

function shortText(node) {
  if (node.nodeType !== 3 && (node.nodeType !== 1 || SKIPPED.has(lower(node)))) return "";
  if (node.nodeType === 1 && node.querySelector("input, select, textarea, script, style")) return "";
  const texts = node.ownerDocument.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  let text = node.nodeType === 3 ? node.data : "";
  for (let n = 0; texts.nextNode(); n++) {
    if (n > SAID_NODES || text.length > MOST_CONTEXT) return "";
    text += " " + texts.currentNode.data;
  }
  return text.length > MOST_CONTEXT ? "" : flat(text);
}

function isShown(node, isClear) {
  const el = node && (node.nodeType === 1 ? node : node.parentElement);
  return !!el && el.isConnected && !SKIPPED.has(lower(el))
    && el.checkVisibility({ opacityProperty: isClear, visibilityProperty: true });
}

function gone() {
  const left = [];
  for (const one of heard) {
    const node = one[1].deref();
    if (performance.now() - one[2] > SAID_MS) continue;
    if (isShown(node, true)) left.push(one);
    else said.push(one[0]);
  }
  heard = left;
  said = said.slice(-MOST_SAID);
  return said;
}

function tell(target) {
  boxes.push(target && target.getBoundingClientRect && size() <= LARGE ? new WeakRef(target) : null);
  if (!telling) telling = setTimeout(tellNow, TELL_MS);
}

function tellNow() {
  telling = 0;
  const targets = boxes; boxes = [];
  let told = "";
  if (targets.length <= 8 && targets.every((ref) => ref && ref.deref())) {
    const rects = targets.map((ref) => ref.deref().getBoundingClientRect());
    const x = Math.min(...rects.map((r) => r.left)), y = Math.min(...rects.map((r) => r.top));
    told = JSON.stringify({ ratio: devicePixelRatio, box: rounded({ x, y,
      w: Math.max(...rects.map((r) => r.right)) - x, h: Math.max(...rects.map((r) => r.bottom)) - y }) });
  }
  if (globalThis.setOfMarkTell) globalThis.setOfMarkTell(told);
}

function moves() {
  try {
    return document.getAnimations().some((one) => one.playState === "running"
      && Number.isFinite(one.effect && one.effect.getComputedTiming().endTime)
      && one.effect.getComputedTiming().endTime < 3000);
  } catch { return false; }
}

// Equal pulses mean that it is the same document, and nothing was noticed in between.
function pulse() {
  takeRecords();
  const values = new Hash();
  let n = 0;
  for (const el of document.querySelectorAll("input, textarea, select")) {
    if (n++ > 1000) break;
    hashField(values, el);
  }
  return [performance.timeOrigin, serial, document.URL, document.title, innerWidth, innerHeight,
    devicePixelRatio, Math.round(scrollX), Math.round(scrollY), document.readyState, values.text].join("\n");
}

function rest() {
  takeRecords();
  return JSON.stringify({ ms: performance.now() - restless, state: document.readyState,
    moves: document.readyState === "complete" && moves(), url: document.URL });
}
