// The walk over a page: one look at each element; nothing is written.
// A part of set_of_mark.js, in whose scope it stands.

const NATIVE = new Set(["button", "input", "select", "textarea", "summary", "canvas"]);
const ACTING_ROLES = new Set(["button", "link", "checkbox", "radio", "switch", "tab", "menuitem",
  "menuitemcheckbox", "menuitemradio", "option", "combobox", "textbox", "searchbox", "spinbutton",
  "slider", "treeitem"]);
const PASSIVE_ROLES = new Set(["region", "group", "main", "document", "application", "dialog",
  "alertdialog", "tabpanel", "list", "log", "article", "presentation", "none", "img", "heading",
  "alert", "status", "navigation", "banner", "contentinfo", "complementary", "form", "search"]);
const NAV_ROLES = new Set(["navigation", "banner", "contentinfo", "complementary", "menubar",
  "toolbar"]);
const HANDLERS = ["onclick", "onmousedown", "onmouseup", "onpointerdown", "onpointerup",
  "ontouchstart", "ondblclick"];

class Look {
  constructor() {
    this.acts = []; this.texts = []; this.runs = []; this.run = null;
    this.chunks = []; this.sums = [0]; this.plain = [0];
    this.spans = new Map(); this.nodes = 0; this.isCut = false; this.started = performance.now();
    this.view = { x: 0, y: 0, w: innerWidth, h: innerHeight };
    this.roots = []; this.dialogs = [];
    this.isLarge = size(true) > LARGE;  // a page that has just loaded had few when it was asked
    this.inSight = this.isLarge ? elementsInSight() : null;
    this.openers = this.isLarge ? new Set() : openersOf(document);
    this.forms = new Map(); this.heads = new Map(); this.rows = new Map();
    this.steps = 0; this.hitMs = 0;
  }
  // Of a large document, what lies further away than the screens beside the view. What has no box
  // of its own tells nothing of where its children are, and what is seen may hang anywhere.
  isFar(el, up) {
    if (!this.isLarge || up.at.outer || this.inSight.has(el)) return false;
    return this.side(el) !== "";
  }
  side(el) {
    const r = el.getBoundingClientRect();
    if (r.width === 0 || r.height === 0) return "";
    const y = NEAR_SCREENS * this.view.h, x = NEAR_SCREENS * this.view.w;
    if (r.bottom < -y) return "above";
    if (r.top > this.view.h + y) return "below";
    return r.right < -x || r.left > this.view.w + x ? "beside" : "";
  }
  // The next of many children: a row of them whose first and last lie far off on one side is left
  // out, unless one of them is seen all the same.
  nextOfMany(node) {
    const first = node.nextElementSibling;
    if (!first || ++this.steps % CHUNK) return node.nextSibling;
    let last = first;
    for (let n = 0; n < CHUNK && last.nextElementSibling; n++) {
      if (this.inSight.has(last)) return node.nextSibling;
      last = last.nextElementSibling;
    }
    const side = this.side(first);
    if (!side || this.inSight.has(last) || this.side(last) !== side) return node.nextSibling;
    this.steps--;
    return last;
  }
  get isOver() {
    if (this.isCut) return true;
    const late = (this.nodes & 255) === 0 && performance.now() - this.started > PASS_MS;
    return this.isCut = late || this.nodes > MOST_NODES || this.acts.length > MOST_ACTS;
  }
  say(text, up) {
    this.chunks.push(text);
    const length = text.trim().length;
    this.sums.push(this.sums[this.sums.length - 1] + length);
    this.plain.push(this.plain[this.plain.length - 1] + (up.firm ? 0 : length));
  }
  sum(sums, el) {
    const span = this.spans.get(el);
    return span ? sums[span[1]] - sums[span[0]] : 0;
  }
  textOf(el) {
    const span = this.spans.get(el);
    if (!span) return flat(cut(el.textContent || "", 2000));
    return flat(this.chunks.slice(span[0], Math.min(span[1], span[0] + 400)).join(""));
  }
  textOfRun(run) { return flat(this.chunks.slice(run.start, run.end).join("")); }
  closeRun() {
    if (this.run && this.run.last) this.runs.push(this.run);
    this.run = null;
  }
  // What stands in boxes of its own does not run on.
  part() {
    this.closeRun();
    if (this.chunks.length && this.chunks[this.chunks.length - 1] !== " ") this.say(" ", {});
  }
}

// What a grid of points over the view hits, with all that it stands in.
function elementsInSight() {
  const found = new Set();
  for (let row = 0; row <= GRID; row++)
    for (let column = 0; column <= GRID; column++) {
      const x = Math.min(innerWidth - 1, innerWidth * column / GRID), y = Math.min(innerHeight - 1, innerHeight * row / GRID);
      for (let el = document.elementFromPoint(x, y); el && !found.has(el); el = el.parentElement) found.add(el);
    }
  return found;
}

// What opens a list of choices: it says so, or is a button that holds what is chosen as in a field.
function isListBox(el) {
  const opens = attr(el, "aria-haspopup"), own = role(el), around = lower(el) === "button" && el.tabIndex < 0 && el.parentElement;
  if (around && (around.parentElement || around).querySelector("input[role=combobox]")) return false;  // its field is
  return ((!own || own === "button") && (opens === "listbox" || (opens === "menu" && !!el.querySelector("input"))))
    || (!own && (!!listIn(el) || isDrawnList(el) || isListOfLabel(el)));
}

// What shows a few words in place of a field, nothing else, beside a label that is no other's.
function isListOfLabel(el) {
  const first = el.firstElementChild, isBox = el.hasAttribute("tabindex") && getComputedStyle(el).cursor === "pointer" && el.childElementCount < 4;
  const isForField = first && lower(first) === "input" && first.readOnly && first.type === "text" && !isSeen(first);
  if ((!isBox && !isForField) || NATIVE.has(lower(el)) || !flat(el.textContent) || flat(el.textContent).length > MOST_NAME / 2) return false;
  if (el.querySelectorAll("input, select, textarea, button, a").length > (isForField ? 1 : 0)) return false;
  for (let up = el, n = 0; up && n < 9; up = up.parentElement, n++) {
    let one = up.previousElementSibling;
    while (one && !flat(one.textContent) && !one.querySelector(CONTROLS)) one = one.previousElementSibling;
    if (one) return !!labelOf(one, el);
  }
  return false;
}

// The label that it is, or that it alone holds, where that is not another's.
function labelOf(one, el) {
  const label = one.matches("label") ? one : one.querySelector(":scope > label:only-child");
  return label && flat(one.textContent) === flat(label.textContent) && !isOfAnother(label, el) ? label : null;
}

// What stands behind a hidden native list and shows what is chosen in it.
function isDrawnList(el) {
  const list = el.previousElementSibling, chosen = list && lower(list) === "select" && list.selectedOptions[0];
  return !!chosen && !isSeen(list) && !el.querySelector("[role=combobox]") && el.innerText.trim().split("\n")[0] === flat(chosen.text);
}

// The field of a list that nobody sees: the box that takes the keyboard for it, and holds nothing else, is what is drawn.
function listIn(el) {
  const [one, more] = el.hasAttribute("tabindex") && lower(el) !== "input" ? el.querySelectorAll("input, select, textarea, button, a") : [];
  return one && !more && (role(one) === "combobox" || lower(one) === "select") && !isSeen(one) ? one : null;
}

// A date or a time whose parts are numbers of their own, written one behind the other.
const isOfParts = (el) => role(el) === "group" && el.querySelectorAll("[role=spinbutton][contenteditable]").length > 1;

function isActing(el, tag, role, style, up) {
  if (tag === "input") return el.type !== "hidden" && !(up.act && isListBox(up.act));
  if (NATIVE.has(tag)) return true;
  if (tag === "a" || tag === "area") { if (el.href) return true; }
  if ((tag === "audio" || tag === "video") && el.controls) return true;
  if (role === "textbox" && attr(el, "aria-readonly") === "true" && el.closest("[role=combobox]")) return false;
  if (ACTING_ROLES.has(role)) return true;
  if (tag === "html") return false;
  if (tag === "body") return attr(el, "contenteditable") === "true";
  if (role === "gridcell") return el.hasAttribute("tabindex") || el.isContentEditable || listening.has(el)
    || HANDLERS.some((name) => el.hasAttribute(name));
  if (el.isContentEditable && !(el.parentElement && el.parentElement.isContentEditable)) return true;
  const tabindex = el.getAttribute("tabindex");
  if (tabindex !== null && parseInt(tabindex, 10) >= 0 && !PASSIVE_ROLES.has(role)) return true;
  if (tag === "label") return !!el.control && /^(?:checkbox|radio|file)$/.test(el.control.type) && !isSeen(el.control);
  return false;
}

// What shows a menu while the pointer is over it, as the page's own styles say: the part of it that is in sight.
function openersOf(doc) {
  const openers = new Set();
  for (const [over, whole] of Array.from(doc.styleSheets).flatMap(hoversOf))
    for (const menu of doc.querySelectorAll(whole)) {
      if (!menu.querySelector(CONTROLS) || menu.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const before = menu.previousElementSibling, opener = before && before.matches(over) ? before : menu.closest(over);
      if (opener) openers.add(Array.from(opener.children).find((one) => !one.contains(menu) && flat(one.textContent)) || opener);
    }
  return openers;
}

const HOVERED = /^(.+?):hover(?![\w-])(.*[\s>+~].+)$/, hovers = new WeakMap();
function hoversOf(sheet) {
  let rules = [];
  try { rules = sheet.cssRules; } catch { return []; }  // another site's
  if ((hovers.get(sheet) || [-1])[0] !== rules.length) hovers.set(sheet, [rules.length, hoversIn(rules)]);
  return hovers.get(sheet)[1];
}
const hoversIn = (rules) => Array.from(rules).flatMap(({ cssRules, selectorText, style }) => !selectorText ? hoversIn(cssRules || [])
  : !/:hover/.test(selectorText) || !((style.display && style.display !== "none") || style.visibility === "visible" || style.opacity > 0) ? []
  : selectorText.split(",").map((one) => HOVERED.exec(one.trim())).filter(Boolean)
    .map(([, over, rest]) => [over, over + rest.replaceAll(":hover", "")])
    .filter((both) => both.every((one) => CSS.supports(`selector(${one})`))));

// It is the label of what a script drew, of a native control or of none, but of what holds ``el``.
function isOfAnother(label, el = null) {
  const root = label.getRootNode(), id = CSS.escape(label.id);
  const its = label.control || (label.htmlFor && root.getElementById(label.htmlFor)) || (id && root.querySelector(`[aria-labelledby~="${id}"]`));
  return its && !its.contains(el);
}

// What a script listens on, or what the pointer's shape tells, is a sign and no more.
function signsOf(look, el, tag, style, up) {
  if (tag === "html" || tag === "body" || (tag === "label" && isOfAnother(el))) return 0;
  const hears = listening.has(el) || HANDLERS.some((name) => el.hasAttribute(name)) || look.openers.has(el) || attr(el, "draggable") === "true";
  const points = style.cursor === "pointer" && !up.points && (!up.act || up.lets);
  return (hears ? 2 : 0) + (points ? 1 : 0);
}

function isSeen(control) {
  const r = control.getBoundingClientRect();
  if (r.width < 3 || r.height < 3) return false;
  return control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

function walk(look, el, up, depth) {
  look.nodes++;
  if (look.isOver || depth > MOST_DEPTH) return;
  const tag = lower(el);
  if (SKIPPED.has(tag) || look.isFar(el, up)) return;
  const view = up.at.doc.defaultView;
  const style = view.getComputedStyle(el);
  const display = style.display;
  if (display === "none" || el.getAttribute("aria-hidden") === "true") return;
  if (up.closed && tag !== "summary") return;
  const own = isListBox(el) ? "combobox" : isOfParts(el) ? "textbox" : role(el);
  const clear = style.opacity === "0";
  const hidden = up.hidden || clear;
  const seen = style.visibility === "visible" && (!hidden || (clear && !up.hidden && FIELDS.has(tag)));
  const position = style.position;
  const around = position === "fixed" ? up.at.clip : position === "absolute" ? up.held : up.clip;
  const me = {
    at: up.at, hidden, act: up.act, lets: up.lets, firm: up.firm, parent: up.parent, around, clip: around, row: up.row,
    fixed: up.fixed || position === "fixed" || position === "sticky",
    off: up.off || el.getAttribute("aria-disabled") === "true",
    inert: up.inert || el.inert === true,
    section: up.section || tag === "article" || tag === "section" || tag === "main",
    nav: up.nav || tag === "nav" || tag === "aside" || NAV_ROLES.has(own)
      || ((tag === "header" || tag === "footer") && !up.section),
    points: style.cursor === "pointer",
    closed: tag === "details" && !el.open,
    level: up.level, live: up.live,
    dialog: tag === "dialog" || own === "dialog" || own === "alertdialog" || (position === "fixed" && veils(look, el, style, up))
      || isBeforeVeil(look, el, position, up) ? el : up.dialog,
    scope: HOLDING.has(tag) || HOLDING.has(own) ? scopeOf(el, up) : up.scope,
  };
  if (me.dialog === el && seen) look.dialogs.push(el);
  if (/^h[1-6]$/.test(tag)) me.level = +tag[1];
  else if (own === "heading") me.level = parseInt(attr(el, "aria-level"), 10) || 2;
  if (seen && (own === "heading" || /^h[1-6]$/.test(tag))) headed(look, me.scope, el, me.level);
  if (own === "alert" || own === "alertdialog" || attr(el, "aria-live") === "assertive") me.live = "alert";
  else if (own === "status" || own === "log" || tag === "output" || attr(el, "aria-live") === "polite")
    me.live = "status";
  if (tag === "tr" || own === "row") me.row = el;

  const acting = seen && isActing(el, tag, own, style, up);
  const isRow = tag === "tr" || tag === "li" || own === "row" || own === "listitem";
  const signs = seen && !acting ? Math.max(signsOf(look, el, tag, style, up), isRow && up.forRows ? 2 : 0) : 0;
  me.forRows = !isRow && (up.forRows || ((acting || signs > 1) && actsForRows(el, tag, own)));
  const inline = display.startsWith("inline");
  const breaks = (!inline && display !== "contents") || own === "gridcell" || own === "cell" || (display !== "inline" && acting);
  if (breaks) look.part();
  const spanStart = look.chunks.length;
  let act = null;
  if (acting || signs) {
    const box = boxOf(el, up.at);
    if (!isVoid(box) && !(signs && !acting && isHuge(look, box))) {
      act = { el, tag, role: own, box, up, me, acting, inline: display === "inline", signs: acting ? 3 : signs, where: me.scope.where,
        focuses: acting && onlyFocuses(el, tag, own, style) };
      look.acts.push(act);
      me.act = me.parent = el;
      me.lets = !acting;  // it may only hear what is pressed in it
      me.firm = me.firm || (acting && !act.focuses);
    }
  }
  if (style.overflowX !== "visible" || style.overflowY !== "visible") {
    if (tag !== "html" && tag !== "body") me.clip = meet(me.clip, boxOf(el, up.at));
  }
  me.held = me.clip === up.held || isPlacing(style) ? me.clip : up.held;
  enter(look, el, tag, me, seen, depth, style);
  if (breaks) look.part();
  if (!flat(look.chunks.slice(spanStart, spanStart + 5).join("")) && seen && el.hasAttribute("aria-label") && !act && tag !== "input")
    sayRun(look, attr(el, "aria-label"), el, me, null);
  look.spans.set(el, [spanStart, look.chunks.length, me.scope.own]);
  if (act && (act.signs < 3 || act.focuses || me.forRows)) weigh(look, act);
}

// What is placed absolutely in it is placed, and cut, by it, and by nothing between them.
const isPlacing = (style) => style.position !== "static" || style.transform !== "none" || style.filter !== "none"
  || style.perspective !== "none" || /paint|layout|strict|content/.test(style.contain);

// It lies over most of the view with a veil, its own or a part's, through which the page beneath still shows.
function veils(look, el, style, up) {
  if (up.dialog || !isHuge(look, boxOf(el, up.at)) || style.pointerEvents === "none") return false;
  return [el, ...Array.from(el.children).slice(0, 3)].some((one) => isVeil(look, one, up));
}

const isVeil = (look, el, up) => isHuge(look, boxOf(el, up.at)) && /^rgba\(.*, 0?\.[1-9]\d*\)$/.test(getComputedStyle(el).backgroundColor);

// A box with something to press, in the middle over a veil that lies beside it.
function isBeforeVeil(look, el, position, up) {
  if (up.dialog || !el.parentElement || !/^(?:fixed|absolute)$/.test(position)) return false;
  const box = boxOf(el, up.at), { w, h } = look.view;
  if (isHuge(look, box) || box.y <= 0 || box.y + box.h >= h || box.x >= w / 2 || box.x + box.w <= w / 2) return false;
  if (!el.querySelector(CONTROLS) && !Array.from(el.querySelectorAll("*")).slice(0, MOST_BESIDE).some((one) => listening.has(one))) return false;
  return Array.from(el.parentElement.children).slice(-MOST_BESIDE)
    .some((one) => one !== el && isVeil(look, one, up) && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
}
const MOST_BESIDE = 30;

const isHuge = (look, box) => box.w * box.h > look.view.w * look.view.h / 2;

// What hears for its rows, each of which is meant by itself: in its own middle lies one of them.
function actsForRows(el, tag, role) {
  if (NATIVE.has(tag) || el.href || ACTING_ROLES.has(role) || role === "gridcell" || el.isContentEditable) return false;
  const hears = listening.has(el) || HANDLERS.some((name) => el.hasAttribute(name));
  return hears && holdsRows(el);
}
const holdsRows = (el) => el.querySelectorAll("tr, [role=row], :scope > li, :scope > [role=listitem]").length > 1;

// What only takes the keyboard, as a part of a page that scrolls does.
function onlyFocuses(el, tag, role, style) {
  if (NATIVE.has(tag) || el.href || ACTING_ROLES.has(role) || role === "gridcell" || el.isContentEditable) return false;
  if (tag === "label" || tag === "audio" || tag === "video" || style.cursor === "pointer") return false;
  return !listening.has(el) && !HANDLERS.some((name) => el.hasAttribute(name));
}

// A container that only hears what happens within it is nobody's target.
function weigh(look, act) {
  const within = look.acts.length - 1 - look.acts.lastIndexOf(act);
  const drops = (within && (act.focuses || (act.acting && act.me.forRows && holdsRows(act.el)))) || (within && act.signs < 3 && !(act.signs === 2 && act.me.points && !act.up.points))
    || (act.signs === 1 && !look.sum(look.sums, act.el) && isHuge(look, act.box));
  if (drops) leaveOut(look, act);
}

// Of a component one thing is told: what its host, its shadow tree's wrappers and its label hear is done in it.
function tellOnce(look) {
  const byElement = new Map(look.acts.map((act) => [act.el, act]));
  const nameOf = (act) => named(look, act.el, act.tag, act.role);
  for (const inner of Array.from(look.acts)) {
    if (inner.tag === "label" && byElement.has(inner.el.control)) { leaveOut(look, inner); continue; }
    for (let outer = byElement.get(inner.up.parent); outer; outer = byElement.get(outer.up.parent)) {
      const isPlain = !inner.acting && !outer.acting && nameOf(inner) && nameOf(inner) === nameOf(outer);  // a box in a box
      if ((inner.el.getRootNode().nodeType !== 11 && !isPlain) || !look.acts.includes(outer)) continue;
      const [less, more] = rankOf(inner) < rankOf(outer) ? [inner, outer] : [outer, inner];
      if (nameOf(less) !== nameOf(more) && (nameOf(less) || less.acting)) continue;
      leaveOut(look, less);
      if (less === inner) break;
    }
  }
  look.acting = null;  // who was asked for a name saw those that are left out
}

// What takes clicks by itself, what says that it does, and what only hears them.
const rankOf = (act) => !act.acting ? 0 : act.tag === "label" ? 1 : NATIVE.has(act.tag) || act.el.href ? 3 : 2;

function leaveOut(look, act) {
  look.acts.splice(look.acts.lastIndexOf(act), 1);
  for (const one of look.acts) if (one.up.parent === act.el) one.up = { ...one.up, parent: act.up.parent };
  for (const run of look.runs) {
    if (run.act === act.el) run.act = act.up.act;
    if (run.parent === act.el) run.parent = act.up.parent;
  }
}

function enter(look, el, tag, me, seen, depth, style) {
  if (tag === "iframe" || tag === "frame") return enterFrame(look, el, me, seen, depth, style);
  if (tag === "img" || tag === "svg" || tag === "canvas") return picture(look, el, tag, me, seen);
  if (tag === "progress" || tag === "meter") {
    if (seen) look.texts.push({ el, kind: "progress bar", text: "", value: String(el.value), me });
    return;
  }
  if (tag === "br") { if (look.run) look.say("\n", me); return; }
  if (FIELDS.has(tag) || tag === "audio" || tag === "video" || tag === "object") return;
  if (style.contentVisibility === "hidden") return;
  if (el.shadowRoot) {
    look.roots.push(el.shadowRoot);
    return children(look, el.shadowRoot, me, seen, depth);
  }
  if (tag === "slot") {
    const given = el.assignedNodes();
    if (given.length) {
      for (const node of given) visit(look, node, me, seen, depth);
      return;
    }
  }
  children(look, el, me, seen, depth);
}

function children(look, parent, me, seen, depth) {
  const many = look.isLarge && !me.at.outer && parent.childElementCount > 4 * CHUNK;
  for (let node = parent.firstChild; node; node = many ? look.nextOfMany(node) : node.nextSibling)
    visit(look, node, me, seen, depth);
}

function visit(look, node, me, seen, depth) {
  if (node.nodeType === 1) walk(look, node, me, depth + 1);
  else if (node.nodeType === 3 && seen && !me.closed) {
    const text = node.data;
    if (/\S/.test(text)) sayRun(look, text.length > 4000 ? text.slice(0, 4000) : text, node, me, node);
    else if (look.run && text) look.say(" ", me);
  }
}

function sayRun(look, text, node, me, textNode) {
  if (!look.run)
    look.run = { start: look.chunks.length, first: node, act: me.act, me, parent: me.parent,
      mixed: false, level: me.level, live: me.live, row: me.row, last: null, end: 0, where: me.scope.where };
  const run = look.run;
  if (run.act !== me.act) run.mixed = true;
  look.say(text, me);
  run.last = node; run.end = look.chunks.length;
}

function picture(look, el, tag, me, seen) {
  if (!seen) return;
  if (tag === "svg") Array.from(el.querySelectorAll("text")).slice(0, MOST_TEXTS).forEach((one) => drawn(look, one, me));
  const title = tag === "svg" && el.querySelector("title");
  const text = flat(attr(el, "aria-label") || attr(el, "alt") || (title && title.textContent) || "");
  if (!text) return;
  look.say(" " + text + " ", me);
  if (tag === "img" && !me.act) look.texts.push({ el, kind: "image", text, value: "", me });
}

// A text of a drawing, as on the axis of a chart: a line of its own, or several.
function drawn(look, el, me) {
  if (!isSeen(el)) return;
  const lines = Array.from(el.childNodes, (one) => (one.nodeType === 1 && (one.hasAttribute("x") || one.hasAttribute("dy")) ? " " : "") + one.textContent);
  look.part();
  sayRun(look, lines.join(""), el, me, null);
  look.part();
}

function enterFrame(look, el, me, seen, depth, style) {
  const doc = el.contentDocument;
  if (!seen) return;
  if (!doc) return strangersFrame(look, el, me);
  if (!doc.documentElement || !doc.defaultView) return;
  const box = boxOf(el, me.at);
  const at = { doc, element: el, outer: me.at, url: doc.URL,
    x: box.x + el.clientLeft + (parseFloat(style.paddingLeft) || 0),
    y: box.y + el.clientTop + (parseFloat(style.paddingTop) || 0) };
  at.clip = meet(me.clip, { x: at.x, y: at.y, w: el.clientWidth, h: el.clientHeight });
  look.roots.push(doc);
  look.closeRun();
  const scope = scopeOf(el, me);
  walk(look, doc.documentElement, { ...me, at, clip: at.clip, held: at.clip, section: false, act: null, firm: false, scope }, depth + 1);
  look.closeRun();
}

// A frame of another site is told as a place, and nothing of what is in it.
function strangersFrame(look, el, me) {
  if (el.clientWidth < LEAST_FRAME || el.clientHeight < LEAST_FRAME) return;
  const host = URL.canParse(el.src, el.baseURI) && new URL(el.src, el.baseURI).host;
  const text = "frame of " + (host || "another site");
  look.texts.push({ el, kind: "group", text, value: "", me });
}
