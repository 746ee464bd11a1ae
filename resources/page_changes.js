// What happens on the page: how often, and since when it rests.
// A part of set_of_mark.js, in whose scope it stands.

const TICKS = 3, TICK_MS = 600, FLOODS = 12, FLOOD_MS = 1500, TELL_MS = 50;
let serial = 0, restless = performance.now(), telling = 0, boxes = [], tasks = [], hand = null;
const observed = new WeakSet(), places = new WeakMap();

const observer = new MutationObserver(take);
function observe(root) {
  if (observed.has(root)) return;
  observed.add(root);
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  for (const kind of ["scroll", "input", "change", "focusin", "focusout", "toggle"])
    root.addEventListener(kind, kind === "scroll" ? scrolled : touched, { capture: true, passive: true });
  for (const kind of ACTS) root.addEventListener(kind, acted, { capture: true, passive: true });
  for (const kind of ["animationend", "transitionend"]) root.addEventListener(kind, endedMotion, { capture: true, passive: true });
  if (root.defaultView) awaitAnswers(root.defaultView);
}

function scrolled(event) { serial++; restless = performance.now(); tell(event.target); }
function touched(event) {
  serial++;
  tell(event.target);
  if (event.type === "input" || event.type === "change") written();
}

// What was written or chosen may be kept by a timer that each key sets anew, mostly of 2 s at most. Ours is set by
// the same key and runs after it, however busy the page is; then what that sends has a moment to go out.
const KEEPS_MS = 2100, SENDS_MS = 400;
const CHOICES = "[role=option], [role=checkbox], [role=radio], [role=switch], [role=slider], [role^=menuitemc], [role^=menuitemr]";
let keeping = 0;
function written() {
  clearTimeout(keeping);
  keeping = setTimeout(() => { keeping = setTimeout(() => { keeping = 0; }, SENDS_MS); }, KEEPS_MS);
}
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
  // what came and went at once was never drawn: a kit measures a text by it
  const undrawn = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => !node.isConnected));
  for (const record of records) {
    if (record.attributeName === ATTRIBUTE) continue;
    const changed = [...record.addedNodes, ...record.removedNodes];
    if (changed.length && changed.every((node) => node.localName === BADGES || undrawn.has(node))) continue;
    bring(record, now);
    if (records.length <= MOST_RECORDS) hear(record, now), toWeigh.push([now, record]);
    const tick = record.target.nodeType === 3 && record.target.parentNode || record.target;
    sizes.set(tick, (sizes.get(tick) || 0) + Math.max(1, changed.length));
  }
  if (toWeigh.length > 5 * MOST_RECORDS) sift();
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
const MOST_SAID = 20, SAID_NODES = 24, SAID_MS = 20000, SHOWN_MS = 300;
let heard = [], said = [];

function hear(record, at) {
  const came = record.type === "characterData" ? [record.target] : record.addedNodes;
  if (record.type === "attributes" || came.length > 8) return;
  for (const node of came) {
    const text = shortText(node), note = () => heard.push([text, new WeakRef(node), at, new WeakRef(record.target)]);
    if (!text) continue;
    if (isShown(node, false)) note();
    else setTimeout(() => isShown(node, false) && note(), SHOWN_MS);  // it may fade in
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
    if (isShown(node, true)) { if (performance.now() - one[2] < SAID_MS) left.push(one); }
    else if (!node || stirOf(node, one[3].deref()) < 2) said.push([one[0], lateAfter(one[2])]);
  }
  heard = left;
  said = said.slice(-MOST_SAID);
  return said;
}

// What stirs by itself: what changes though nobody acted shortly before, and no request that an act
// sent was answered just then, nor ended a motion there that an act began. Of a part of the page, how
// often its own words did, or how many like it came or went in its place; 0 where an act brought it.
const ACTS = ["pointerdown", "pointermove", "pointerup", "click", "keydown", "keyup", "input", "change", "wheel"];
const WAKE_MS = 500, MOST_WAKES = 200, MOST_PAIRED = 2000, MOST_ASKED = 3;
const SHOWING = new Set(["class", "style", "hidden", "open", "aria-hidden"]), NAMING = new Set(["aria-label", "title", "alt", "value"]);
const reworded = new WeakMap(), remade = new WeakMap(), kinds = new WeakMap(), came = new WeakSet(), menus = new WeakSet();
const restyled = new WeakMap();  // when a part's own look changed by itself: with a motion, several times at once
const answers = [];
// From when until when an act accounts for what changes, and how many answers lie between: a page
// that asks again with each answer does that by itself.
let wakes = [{ from: 0, to: Infinity, asked: 0 }], toWeigh = [], went = [], motions = [], isStill = true;

function acted({ type, target }) {
  const from = performance.now(), task = { from, to: Infinity };
  hand = target && target.nodeType === 1 ? target : hand;
  if (type === "click" && hand === target && hand && hand.closest(CHOICES)) written();
  tasks = [...tasks, task].slice(-MOST_WAKES);
  setTimeout(() => { task.to = performance.now(); });
  soon(task);
  wake(from);
  setTimeout(() => wake(from, performance.now() + WAKE_MS));  // what handles it may take long
}
addEventListener("popstate", acted);

function wake(from, to = from + WAKE_MS, asked = 0) {
  const last = wakes[wakes.length - 1];
  if (last.asked === asked && from >= last.from && from <= last.to) last.to = Math.max(last.to, to);
  else wakes = [...wakes, { from, to, asked }].slice(-MOST_WAKES);
}

const accounting = (at) => wakes.filter(({ from, to }) => at >= from && at <= to);
// What an act opens or closes with a motion is put in order at its end, which may come late.
function endedMotion({ target, elapsedTime }) {
  const to = performance.now() + WAKE_MS, from = to - WAKE_MS - 1000 * elapsedTime;
  if (accounting(from).length) motions = [...motions, { el: new WeakRef(target), from, to }].slice(-MOST_WAKES);
}
const isOfMotion = (at, { type, target, removedNodes }) => motions.some(({ el, from, to }) => at >= from && at <= to
  && (type === "attributes" ? [target] : [...removedNodes]).some((node) => node.contains(el.deref() || null)));

// Other words in place of some, elsewhere than where was acted, neither in the act's own task nor after an answer: a timer's.
function isTimers(at, { type, target, removedNodes, addedNodes }, el) {
  if (type === "attributes" || (type === "childList" && !(wordsOf(removedNodes) && wordsOf(addedNodes)))) return false;
  if (!hand || !tasks.length || at < tasks[0].from || accounting(at).some(({ to, asked }) => asked || to === Infinity)) return false;
  const own = hand.closest("tr, li, form, [role=row]") || hand.closest(CONTROLS) || hand;
  return !own.contains(el) && !tasks.some(({ from, to }) => at >= from && at <= to);
}

function heedAnswers(entries, later, heard = 0) {
  for (const one of entries)
    wakeAsked(one.startTime + later, (one.responseStart || one.startTime) + later, Math.max(one.responseEnd + later, heard) + WAKE_MS);
}
function wakeAsked(at, from, to) {
  if (lateAfter(at) === 0) brought = [...brought, { from, end: to - WAKE_MS / 2 }].slice(-MOST_WAKES);
  const asked = 1 + Math.min(...accounting(at).map((each) => each.asked));
  if (asked <= MOST_ASKED) wake(from, to, asked);
}

// What was sent in web sockets, and when the first message after it came, as the browser's own end heard of
// both, a little late; ``letOn`` is when messages went on that had waited for a yes. In milliseconds before now.
const HEARD_LATE_MS = 1000;
function heedExchanges(exchanges, letOn) {
  const now = performance.now();
  if (letOn !== null) wake(now - letOn - HEARD_LATE_MS, now - letOn + WAKE_MS);
  for (const [sent, came] of exchanges) wakeAsked(now - sent, now - Math.min(sent, came + HEARD_LATE_MS), now - came + WAKE_MS);
}

function awaitAnswers(view) {
  const later = view.performance.timeOrigin - performance.timeOrigin;
  const observer = new view.PerformanceObserver((list) => heedAnswers(list.getEntries(), later, performance.now()));  // at work, it hears late
  observer.observe({ type: "resource", buffered: true });
  answers.push([new WeakRef(observer), later]);
}

function sift() {
  const [loaded] = performance.getEntriesByType("navigation");
  if (wakes[0].to === Infinity && document.readyState === "complete")
    wakes[0].to = (loaded && loaded.loadEventEnd || performance.now()) + WAKE_MS;
  for (const [ref, later] of answers) heedAnswers(ref.deref() ? ref.deref().takeRecords() : [], later);
  const records = toWeigh;
  toWeigh = [];
  for (const [at, record] of records) {
    const byItself = !accounting(at).length && !isOfMotion(at, record), target = record.target.nodeType === 3 ? record.target.parentElement : record.target;
    if (!target || target.nodeType !== 1) continue;
    const isTimed = isTimers(at, record, target);
    isStill &&= !byItself && !isTimed;
    if (record.type === "attributes") {
      if (NAMING.has(record.attributeName)) changed(target, byItself);
      else if (SHOWING.has(record.attributeName) && shortText(target)) {
        const isAnew = byItself && !(at - restyled.get(target) < WAKE_MS);
        if (isAnew) restyled.set(target, at);
        moved(target.parentElement, target, isAnew, true);
      }
      continue;
    }
    const [old, now] = [record.removedNodes, record.addedNodes].map((nodes) => [...nodes].filter((node) => node.nodeType === 1));
    if (record.target.nodeType === 3 || wordsOf(record.removedNodes) !== wordsOf(record.addedNodes)) changed(target, byItself || isTimed);
    if (isAlike(old, now)) now.forEach((node, n) => replaced(old[n], node, byItself, 0));
    else for (const node of [...old, ...now]) moved(target, node, byItself, now.includes(node));
  }
}

// How long after it could have come of an act a text came: after the act, as soon as a kit draws what it is
// told, or within half of WAKE_MS after the answer to a request that went out then. What else comes is a timer's or a poll's.
const SOON_MS = 60, MOST_SOON_MS = 1000;
const cameAt = new WeakMap(), shownAt = new WeakMap();
let brought = [];

function soon(task) {
  const settle = () => { task.end = Math.min(task.end, performance.now() + SOON_MS); };
  task.end = Infinity;
  brought = [...brought, task].slice(-MOST_WAKES);
  requestAnimationFrame(() => requestAnimationFrame(settle));
  setTimeout(settle, MOST_SOON_MS);
}
function bring({ type, target, addedNodes, removedNodes: [was], attributeName }, at) {
  const act = tasks.length ? tasks[tasks.length - 1].from : Infinity;
  if (type === "childList") for (const node of addedNodes)  // made anew, it is as old as it was
    cameAt.set(node, was && was.textContent === node.textContent ? nearest(cameAt, was) || nearest(cameAt, target) : at);
  else if (type === "characterData") cameAt.set(target, at);
  else if (SHOWING.has(attributeName) && at >= act && !(shownAt.get(target) >= act)) shownAt.set(target, at);
}
function lateAfter(at) {
  if (!brought.length || at < brought[0].from) return 0;
  const before = brought.filter(({ from }) => from <= at);
  return Math.round(Math.max(0, at - Math.max(...before.map(({ end }) => end))));
}
function nearest(known, node) {
  for (let up = node; up; up = up.parentNode || up.host) if (known.has(up)) return known.get(up);
  return 0;
}
function lateOf(node) {
  const act = tasks.length ? tasks[tasks.length - 1].from : Infinity, at = nearest(cameAt, node);
  return lateAfter(at >= act ? at : Math.max(at, nearest(shownAt, node)));
}

const wordsOf = (nodes) => flat([...nodes].map((node) => node.nodeType === 3 ? node.data : "").join(" "));
// Other words of its own: those of the line, and of the control, in which it stands too.
const isInline = (el) => getComputedStyle(el).display.startsWith("inline");
function changed(el, byItself) {
  const around = new Set([el.closest(CONTROLS) || el]);
  for (let one = el; one; one = isInline(one) && one.parentElement) around.add(one);
  for (const one of around) count(reworded, one, byItself);
}
const count = (counts, key, byItself) => counts.set(key, (counts.get(key) || 0) + (byItself ? 1 : 0));

// Kits lay all that comes up over the page in boxes of one class, or none: what is a menu and nothing
// beside it that is read is not alike a note.
const MENU = "[role=menu], [role=listbox]";
const kindOf = (el) => [el.localName, attr(el, "class").trim().split(/\s+/)[0], menus.has(el)].join(" ");
function isMenu(el) {
  const menu = el.matches(MENU) ? el : el.querySelector(MENU);
  return menu !== null && flat(menu.textContent) === flat(el.textContent);
}
function moved(parent, el, byItself, isNew) {
  if (!parent) return;
  if (!kinds.has(parent)) kinds.set(parent, new Map());
  if (isMenu(el)) menus.add(el); else menus.delete(el);
  const known = kinds.get(parent), kind = kindOf(el);
  if (byItself) count(known, kind, true);
  if (isNew) came.add(el);
  if (isNew && !reworded.get(el)) reworded.delete(el);
  if (!isNew && known.get(kind)) went = [...went, shortText(el)].slice(-MOST_SAID);
}

const isAlike = (old, now) => old.length === now.length && old.every((el, n) => el.localName === now[n].localName);
// Made anew, with what is the same in it: what is known of the old one holds of the new one.
function replaced(old, now, byItself, depth) {
  for (const known of [reworded, remade, kinds]) if (known.has(old)) known.set(now, known.get(old));
  for (const known of [came, menus]) if (known.has(old)) known.add(now);
  if (wordsOf(old.childNodes) !== wordsOf(now.childNodes)) changed(now, byItself);
  const [one, other] = [[...old.children], [...now.children]];
  if (depth > MOST_DEPTH || one.length > MOST_PAIRED) return;
  if (isAlike(one, other)) other.forEach((el, n) => replaced(one[n], el, byItself, depth + 1));
  else if (old.textContent !== now.textContent) count(remade, now, byItself);
}

function stirOf(node, place = node.parentElement) {
  if (isStill) return 0;
  const isText = node.nodeType !== 1;
  for (let el = isText ? place : node, up, isOwn = true; el && el.nodeType === 1; el = up) {
    up = el === node ? place : el.parentElement;
    const kin = kinds.has(up) && kinds.get(up).get(kindOf(el)) || 0;
    if (isOwn && reworded.has(el)) return reworded.get(el);
    if (remade.has(el)) return remade.get(el);
    if (kin || came.has(el)) return kin;
    isOwn &&= isText && isInline(el);
  }
  return 0;
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
  return document.getAnimations().some((one) => one.playState === "running" && one.effect
    && one.effect.getComputedTiming().endTime < 3000);
}

// Equal pulses mean that it is the same document, and nothing was noticed in between. With how many elements it has.
function pulse() {
  takeRecords();
  const values = new Hash();
  for (const el of Array.from(document.querySelectorAll("input, textarea, select")).slice(0, 1001)) hashField(values, el);
  return [[performance.timeOrigin, serial, document.URL, document.title, innerWidth, innerHeight,
    devicePixelRatio, Math.round(scrollX), Math.round(scrollY), document.readyState, values.text].join("\n"), size()];
}

function rest() {
  takeRecords();
  return JSON.stringify({ ms: performance.now() - restless, state: document.readyState,
    moves: document.readyState === "complete" && moves(), url: document.URL });
}
