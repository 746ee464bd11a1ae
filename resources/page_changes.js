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

function tell(target) {
  boxes.push(target && target.getBoundingClientRect ? new WeakRef(target) : null);
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

// Equal pulses mean that nothing was noticed in between.
function pulse() {
  takeRecords();
  const values = new Hash();
  let n = 0;
  for (const el of document.querySelectorAll("input, textarea, select")) {
    if (n++ > 1000) break;
    hashField(values, el);
  }
  return [serial, document.URL, document.title, innerWidth, innerHeight, devicePixelRatio,
    Math.round(scrollX), Math.round(scrollY), document.readyState, values.text].join("\n");
}

function rest() {
  takeRecords();
  return JSON.stringify({ ms: performance.now() - restless, state: document.readyState,
    moves: moves(), url: document.URL });
}
