// Set-of-Mark: one pass over a document that names its interactive elements and what can be read.
//
// It is run in an isolated world of the browser: the page's scripts neither see it nor can they
// redefine the builtins that it uses. It reads everything first and writes `data-agent-id` last, so
// that a page is laid out once. Open shadow roots and frames of the same origin are part of the pass.
// All lengths are CSS pixels of the top document's view; `ratio` leads to the frame's pixels.
(() => {
  "use strict";
  if (globalThis.setOfMark) return;

  const ATTRIBUTE = "data-agent-id";
  const BADGES = "agent-badges";
  const MOST_NODES = 60000, MOST_ACTS = 3000, MOST_TEXTS = 300, MOST_DEPTH = 600;
  const MOST_TEXT = 8000, MOST_NAME = 160, MOST_CONTEXT = 240, MOST_VALUE = 400;
  const LEAST_FRAME = 24, MOST_OPTIONS = 100, MOST_HEADINGS = 40, PASS_MS = 600;

  const SKIPPED = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title",
    "option", "optgroup", "datalist", "source", "track", "param", "col", "colgroup", BADGES]);
  const NATIVE = new Set(["button", "input", "select", "textarea", "summary", "canvas"]);
  const FIELDS = new Set(["input", "select", "textarea"]);
  const ACTING_ROLES = new Set(["button", "link", "checkbox", "radio", "switch", "tab", "menuitem",
    "menuitemcheckbox", "menuitemradio", "option", "combobox", "textbox", "searchbox", "spinbutton",
    "slider", "treeitem"]);
  const PASSIVE_ROLES = new Set(["region", "group", "main", "document", "application", "dialog",
    "alertdialog", "tabpanel", "list", "log", "article", "presentation", "none", "img", "heading",
    "alert", "status", "navigation", "banner", "contentinfo", "complementary", "form", "search"]);
  const NAV_ROLES = new Set(["navigation", "banner", "contentinfo", "complementary", "menubar",
    "toolbar"]);
  const ROWS = new Set(["li", "tr", "article", "dd", "dt", "figure", "fieldset", "label"]);
  const ROW_ROLES = new Set(["row", "listitem", "article", "option", "radiogroup"]);
  const HANDLERS = ["onclick", "onmousedown", "onmouseup", "onpointerdown", "onpointerup",
    "ontouchstart", "ondblclick"];
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

  // ---- places ----

  const meet = (a, b) => {
    const x = Math.max(a.x, b.x), y = Math.max(a.y, b.y);
    return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y };
  };
  const isVoid = (box) => box.w <= 0.5 || box.h <= 0.5;

  function boxOf(el, at) {
    const r = el.getBoundingClientRect();
    return { x: r.left + at.x, y: r.top + at.y, w: r.width, h: r.height };
  }

  // Of a link that is broken over lines, the first line: its middle is on the link.
  function touchBoxOf(el, at, box, inline) {
    if (!inline) return box;
    const parts = el.getClientRects();
    if (parts.length < 2) return box;
    for (const r of parts)
      if (r.width > 1 && r.height > 1) return { x: r.left + at.x, y: r.top + at.y, w: r.width, h: r.height };
    return box;
  }

  const over = (node) => node.assignedSlot || node.parentNode || node.host || null;

  function holds(outer, inner) {
    for (let node = inner, n = 0; node && n < 700; node = over(node), n++)
      if (node === outer) return true;
    return false;
  }

  function isHit(el, at, x, y) {
    for (let frame = at, target = el; frame; target = frame.element, frame = frame.outer) {
      let hit = frame.doc.elementFromPoint(x - frame.x, y - frame.y);
      for (let n = 0; hit && hit.shadowRoot && n < 50; n++) {
        const inner = hit.shadowRoot.elementFromPoint(x - frame.x, y - frame.y);
        if (!inner || inner === hit) break;
        hit = inner;
      }
      if (!hit) return false;
      if (holds(target, hit) || holds(hit, target)) continue;
      const label = hit.closest && hit.closest("label");
      if (label && label.control === target) continue;
      return false;
    }
    return true;
  }

  // ---- the walk: one look at each element, nothing is written ----

  class Look {
    constructor() {
      this.acts = []; this.texts = []; this.runs = []; this.run = null;
      this.chunks = []; this.sums = [0]; this.plain = [0];
      this.spans = new Map(); this.nodes = 0; this.isCut = false; this.started = performance.now();
      this.view = { x: 0, y: 0, w: innerWidth, h: innerHeight };
      this.roots = [];
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

  function isActing(el, tag, role, style, up) {
    if (tag === "input") return el.type !== "hidden";
    if (NATIVE.has(tag)) return true;
    if (tag === "a" || tag === "area") { if (el.href) return true; }
    if ((tag === "audio" || tag === "video") && el.controls) return true;
    if (ACTING_ROLES.has(role)) return true;
    if (tag === "html" || tag === "body") return false;
    if (el.isContentEditable && !(el.parentElement && el.parentElement.isContentEditable)) return true;
    const tabindex = el.getAttribute("tabindex");
    if (tabindex !== null && parseInt(tabindex, 10) >= 0 && !PASSIVE_ROLES.has(role)) return true;
    if (tag === "label") return !!el.control && !isSeen(el.control);
    return false;
  }

  // What a script listens on, or what the pointer's shape tells, is a sign and no more.
  function signsOf(el, tag, style, up) {
    if (tag === "html" || tag === "body" || (tag === "label" && el.control)) return 0;
    const hears = listening.has(el) || HANDLERS.some((name) => el.hasAttribute(name));
    const points = style.cursor === "pointer" && !up.points && !up.act;
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
    if (SKIPPED.has(tag)) return;
    const view = up.at.doc.defaultView;
    const style = view.getComputedStyle(el);
    const display = style.display;
    if (display === "none" || el.getAttribute("aria-hidden") === "true") return;
    if (up.closed && tag !== "summary") return;
    const own = role(el);
    const clear = style.opacity === "0";
    const hidden = up.hidden || clear;
    const seen = style.visibility === "visible" && (!hidden || (clear && !up.hidden && FIELDS.has(tag)));
    const position = style.position;
    const me = {
      at: up.at, hidden, act: up.act, firm: up.firm, parent: up.parent, clip: up.clip, row: up.row,
      fixed: up.fixed || position === "fixed" || position === "sticky",
      off: up.off || el.getAttribute("aria-disabled") === "true",
      inert: up.inert || el.inert === true,
      section: up.section || tag === "article" || tag === "section" || tag === "main",
      nav: up.nav || tag === "nav" || tag === "aside" || NAV_ROLES.has(own)
        || ((tag === "header" || tag === "footer") && !up.section),
      points: style.cursor === "pointer",
      closed: tag === "details" && !el.open,
      level: up.level, live: up.live,
    };
    if (/^h[1-6]$/.test(tag)) me.level = +tag[1];
    else if (own === "heading") me.level = parseInt(attr(el, "aria-level"), 10) || 2;
    if (own === "alert" || own === "alertdialog" || attr(el, "aria-live") === "assertive") me.live = "alert";
    else if (own === "status" || own === "log" || tag === "output" || attr(el, "aria-live") === "polite")
      me.live = "status";
    if (tag === "tr" || own === "row") me.row = el;

    const acting = seen && isActing(el, tag, own, style, up);
    const signs = seen && !acting ? signsOf(el, tag, style, up) : 0;
    const inline = display.startsWith("inline");
    const breaks = (!inline && display !== "contents") || (display !== "inline" && acting);
    if (breaks) look.part();
    const spanStart = look.chunks.length;
    let act = null;
    if (acting || signs) {
      const box = boxOf(el, up.at);
      if (!isVoid(box) && !(signs && !acting && isHuge(look, box))) {
        act = { el, tag, role: own, box, up, me, inline: display === "inline", signs: acting ? 3 : signs };
        look.acts.push(act);
        me.act = me.parent = el;
        me.firm = me.firm || acting;
      }
    }
    if (style.overflowX !== "visible" || style.overflowY !== "visible") {
      if (tag !== "html" && tag !== "body") me.clip = meet(me.clip, boxOf(el, up.at));
    }
    if (position === "fixed") me.clip = up.at.clip;
    enter(look, el, tag, me, seen, depth, style);
    if (breaks) look.part();
    if (!flat(look.chunks.slice(spanStart, spanStart + 5).join("")) && seen && el.hasAttribute("aria-label") && !act)
      sayRun(look, attr(el, "aria-label"), el, me, null);
    look.spans.set(el, [spanStart, look.chunks.length]);
    if (act && act.signs < 3) weigh(look, act);
  }

  const isHuge = (look, box) => box.w * box.h > look.view.w * look.view.h / 2;

  // A container that only hears what happens within it is nobody's target.
  function weigh(look, act) {
    const at = look.acts.lastIndexOf(act);
    const within = look.acts.length - 1 - at;
    const drops = (within && act.signs < 3 && !(act.signs === 2 && act.me.points && !act.up.points))
      || (act.signs === 1 && !look.sum(look.sums, act.el) && isHuge(look, act.box));
    if (!drops) return;
    look.acts.splice(at, 1);
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
      if (seen) look.texts.push({ el, kind: "progress", text: "", value: String(el.value), me });
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
    for (let node = parent.firstChild; node; node = node.nextSibling) visit(look, node, me, seen, depth);
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
        mixed: false, level: me.level, live: me.live, row: me.row, last: null, end: 0 };
    const run = look.run;
    if (run.act !== me.act) run.mixed = true;
    look.say(text, me);
    run.last = node; run.end = look.chunks.length;
  }

  function picture(look, el, tag, me, seen) {
    if (!seen) return;
    const title = tag === "svg" && el.querySelector("title");
    const text = flat(attr(el, "aria-label") || attr(el, "alt") || (title && title.textContent) || "");
    if (!text) return;
    look.say(" " + text + " ", me);
    if (tag === "img" && !me.act) look.texts.push({ el, kind: "image", text, value: "", me });
  }

  function enterFrame(look, el, me, seen, depth, style) {
    let doc = null;
    try { doc = el.contentDocument; } catch { return; }
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
    walk(look, doc.documentElement, { ...me, at, clip: at.clip, section: false, act: null, firm: false }, depth + 1);
    look.closeRun();
  }

  // A frame of another site is told as a place, and nothing of what is in it.
  function strangersFrame(look, el, me) {
    if (el.clientWidth < LEAST_FRAME || el.clientHeight < LEAST_FRAME) return;
    let host = "";
    try { host = new URL(el.src, el.baseURI).host; } catch { /* it has no address */ }
    const text = "frame of " + (host || "another site");
    look.texts.push({ el, kind: "frame", text, value: "", me });
  }

  // ---- from what was walked to plain data ----

  function named(look, el, tag, own) {
    const ids = attr(el, "aria-labelledby").trim();
    if (ids) {
      const root = el.getRootNode();
      const text = ids.split(/\s+/).map((id) => root.getElementById && root.getElementById(id))
        .filter(Boolean).map((one) => look.textOf(one)).join(" ");
      if (flat(text)) return flat(text);
    }
    const aria = flat(attr(el, "aria-label"));
    if (aria) return aria;
    if (el.labels && el.labels.length) {
      const text = flat(Array.from(el.labels).map((one) => look.textOf(one)).join(" "));
      if (text) return text;
    }
    if (tag === "input") {
      if (el.type === "submit") return flat(el.value) || "Submit";
      if (el.type === "reset") return flat(el.value) || "Reset";
      if (el.type === "button") return flat(el.value) || flat(el.title);
      if (el.type === "image") return flat(el.alt || el.value || el.title) || "Submit";
    }
    if (!FIELDS.has(tag) && !isTyped(el, own)) {
      const text = look.textOf(el) || flat(attr(el, "alt"));
      if (text) return text;
    }
    return flat(attr(el, "title") || attr(el, "placeholder") || attr(el, "aria-placeholder"));
  }

  const isTyped = (el, own) => el.isContentEditable || own === "textbox" || own === "searchbox";

  function valueOf(look, el, tag, own) {
    if (isSecret(el)) return "";
    if (tag === "select")
      return Array.from(el.selectedOptions).map((one) => flat(one.label || one.text)).join(", ");
    if (tag === "textarea") return el.value;
    if (tag === "input") {
      const idle = ["submit", "reset", "button", "image", "checkbox", "radio"];
      if (el.type === "file") return Array.from(el.files || []).map((one) => one.name).join(", ");
      return idle.includes(el.type) ? "" : el.value;
    }
    if (isTyped(el, own)) return look.textOf(el);
    return attr(el, "aria-valuetext") || attr(el, "aria-valuenow");
  }

  function contextOf(look, el, name) {
    const mine = look.sum(look.sums, el), plain = look.sum(look.plain, el);
    for (let up = over(el), n = 0; up && n < 8; up = over(up), n++) {
      if (up.nodeType !== 1) continue;
      const all = look.sum(look.sums, up);
      if (all > 400) return "";
      const row = ROWS.has(lower(up)) || ROW_ROLES.has(role(up));
      if ((row && all > mine) || look.sum(look.plain, up) > plain) {
        const text = look.textOf(up);
        if (text && text !== name) return cut(text, MOST_CONTEXT);
      }
    }
    return "";
  }

  function formOf(el) {
    const form = el.form || (el.closest && el.closest("form"));
    if (!form) return "";
    const said = attr(form, "aria-label") || attr(form, "name") || attr(form, "id");
    return said || "form " + (Array.from(form.ownerDocument.forms).indexOf(form) + 1);
  }

  function stateOf(el, tag, own, me) {
    const control = tag === "label" ? el.control : el;
    const told = (name) => el.getAttribute(name) === "true";
    const states = [];
    const ticks = control && (control.type === "checkbox" || control.type === "radio");
    if ((ticks && control.checked) || told("aria-checked") || told("aria-pressed")) states.push("checked");
    if (told("aria-selected") || (el.hasAttribute("aria-current") && attr(el, "aria-current") !== "false"))
      states.push("selected");
    if (told("aria-expanded") || (tag === "summary" && el.parentElement && el.parentElement.open))
      states.push("expanded");
    const root = el.getRootNode();
    if (root.activeElement === el && me.at.doc.hasFocus()) states.push("focused");
    if (!isOff(el, me, control)
      && ((FIELDS.has(tag) && tag !== "select" && !el.readOnly) || tag === "select" || isTyped(el, own)))
      states.push("editable");
    return states;
  }

  function isOff(el, me, control) {
    const one = control || el;
    return me.off || me.inert || one.matches(":disabled");
  }

  function bandOf(look, box) {
    const middle = box.y + box.h / 2;
    return middle < look.view.h / 3 ? "top" : middle < look.view.h * 2 / 3 ? "mid" : "bottom";
  }

  const rounded = (box) => [box.x, box.y, box.w, box.h].map((n) => Math.round(n * 10) / 10);

  function placed(look, el, me, box, touch) {
    const part = meet(meet(touch, me.clip), look.view);
    const inView = !isVoid(part);
    return { inView, shown: inView && isHit(el, me.at, part.x + part.w / 2, part.y + part.h / 2) };
  }

  // Most of what could be told is not there; what is left out is empty or false.
  function lean(told) {
    const kept = {};
    for (const name in told) {
      const value = told[name];
      if (value && (typeof value !== "object" || value.length)) kept[name] = value;
    }
    return kept;
  }

  function toldAct(look, { el, tag, role: own, box, up, me, inline }) {
    const control = tag === "label" ? el.control : el;
    const at = placed(look, el, { ...me, clip: up.clip }, box, touchBoxOf(el, up.at, box, inline));
    const name = cut(named(look, el, tag, own), MOST_NAME);
    const type = tag === "label" ? (control && control.type) || "" : FIELDS.has(tag) || tag === "button" ? el.type : "";
    const submit = (tag === "button" || tag === "input") && (type === "submit" || type === "image") && !!el.form;
    return lean({
      key: keyOf(el), tag, role: own || impliedRole(el, tag, control), text: name,
      band: bandOf(look, box), box: rounded(box), inView: at.inView, shown: at.shown,
      fixed: me.fixed, nav: me.nav, off: isOff(el, me, control), name: attr(el, "name"), id: attr(el, "id"),
      aria: flat(attr(el, "aria-label")), type, placeholder: flat(attr(el, "placeholder")),
      value: cut(valueOf(look, el, tag, own), MOST_VALUE), secret: isSecret(el),
      href: typeof el.href === "string" ? cut(el.href, 2000) : "", form: formOf(el), submit,
      options: tag === "select" ? Array.from(el.options).slice(0, MOST_OPTIONS)
        .map((one) => cut(flat(one.label || one.text), 80)) : [],
      multiple: tag === "select" && el.multiple,
      context: contextOf(look, el, name), files: !!control && control.type === "file",
      states: stateOf(el, tag, own, me), parent: up.parent ? keyOf(up.parent) : "",
      frame: up.at.outer ? up.at.url : "",
    });
  }

  function impliedRole(el, tag, control) {
    if (tag === "a" || tag === "area") return "link";
    if (tag === "button" || tag === "summary") return "button";
    if (tag === "select") return el.multiple || el.size > 1 ? "listbox" : "combobox";
    if (tag === "textarea") return "textbox";
    if (tag === "canvas") return "canvas";
    if (control && (tag === "input" || tag === "label")) {
      const type = control.type;
      if (type === "checkbox" || type === "radio") return type;
      if (tag === "label") return "button";
      if (["submit", "reset", "button", "image", "color", "file"].includes(type)) return "button";
      if (type === "range") return "slider";
      if (type === "number") return "spinbutton";
      if (type === "search") return "searchbox";
      return el.list ? "combobox" : "textbox";
    }
    if (el.isContentEditable) return "textbox";
    return "";
  }

  function toldRun(look, run) {
    const text = cut(flat(look.chunks.slice(run.start, run.end).join("")), MOST_CONTEXT);
    if (!text || (run.act && !run.mixed)) return null;
    const { me } = run;
    const holder = run.first.nodeType === 3 ? run.first.parentNode : run.first;
    const outer = holder.nodeType === 1 ? holder : holder.host;
    if (isVoid(meet(boxOf(run.block || outer, me.at), { x: -1e4, y: -2e3, w: 3e4, h: look.view.h + 4e3 })))
      return null;
    const range = me.at.doc.createRange();
    range.setStartBefore(run.first);
    range.setEndAfter(run.last);
    const r = range.getBoundingClientRect();
    const box = { x: r.left + me.at.x, y: r.top + me.at.y, w: r.width, h: r.height };
    if (isVoid(box)) return null;
    const first = run.first.nodeType === 3 ? rangeBox(run.first, me.at) : box;
    const at = placed(look, outer, me, box, isVoid(first) ? box : first);
    const kind = run.live || (run.level ? "heading" : "label");
    return lean({ kind, key: keyOf(run.first), text, value: "", box: rounded(box), shown: at.shown,
      inView: at.inView, fixed: me.fixed, nav: me.nav, parent: run.parent ? keyOf(run.parent) : "" });
  }

  function rangeBox(node, at) {
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    const rects = range.getClientRects();
    for (const r of rects)
      if (r.width > 1 && r.height > 1) return { x: r.left + at.x, y: r.top + at.y, w: r.width, h: r.height };
    return { x: 0, y: 0, w: 0, h: 0 };
  }

  function toldText(look, { el, kind, text, value, me }) {
    const box = boxOf(el, me.at);
    if (isVoid(box)) return null;
    const at = placed(look, el, me, box, box);
    const name = text || cut(named(look, el, lower(el), ""), MOST_NAME);
    return lean({ kind, key: keyOf(el), text: cut(name, MOST_NAME), value, box: rounded(box), shown: at.shown,
      inView: at.inView, fixed: me.fixed, nav: me.nav, parent: me.parent ? keyOf(me.parent) : "" });
  }

  // Those in view first: a long page has more texts than anybody wants.
  function toldTexts(look) {
    const told = [];
    let beyond = MOST_TEXTS / 3;
    for (const one of [...look.runs.map((run) => () => toldRun(look, run)),
      ...look.texts.map((text) => () => toldText(look, text))]) {
      if (told.length >= MOST_TEXTS) break;
      const text = one();
      if (text && (text.inView || beyond-- > 0)) told.push(text);
    }
    return told;
  }

  // Lines in reading order; cells of a row stand in one line. Bars come last.
  function readable(look) {
    const lines = [[], []];
    let row = null, length = 0;
    for (const run of look.runs) {
      if (length > MOST_TEXT) break;
      const text = flat(look.chunks.slice(run.start, run.end).join(""));
      if (!text) continue;
      const into = lines[run.me.nav ? 1 : 0];
      if (row && row === run.row && into.length) into[into.length - 1] += " | " + text;
      else into.push(text);
      row = run.row;
      length += text.length + 1;
    }
    return cut([...lines[0], ...lines[1]].join("\n"), MOST_TEXT);
  }

  function headings(look) {
    const told = [];
    for (const run of look.runs) {
      if (!run.level) continue;
      const text = cut(flat(look.chunks.slice(run.start, run.end).join("")), MOST_NAME);
      if (text && told.length < MOST_HEADINGS) told.push(text);
    }
    return told;
  }

  function pass(options) {
    if (!prefix) prefix = options.prefix;
    const look = new Look();
    const at = { doc: document, x: 0, y: 0, outer: null, element: null, clip: look.view, url: document.URL };
    const start = { at, hidden: false, act: null, firm: false, parent: null, clip: look.view, row: null, fixed: false,
      off: false, inert: false, section: false, nav: false, points: false, closed: false, level: 0, live: "" };
    if (document.documentElement) walk(look, document.documentElement, start, 0);
    look.closeRun();
    const acts = look.acts.map((act) => toldAct(look, act));
    const texts = toldTexts(look);
    const scroller = document.scrollingElement || document.documentElement;
    const told = {
      prefix, url: document.URL, title: document.title, ratio: devicePixelRatio,
      width: innerWidth, height: innerHeight, scrollX, scrollY,
      fullHeight: scroller ? scroller.scrollHeight : 0,
      loading: document.readyState !== "complete", focused: document.hasFocus(),
      text: readable(look), headings: headings(look), acts, texts, isCut: look.isCut,
      domHash: domHash(), nodes: look.nodes,
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
    let el = found(key);
    if (!el) return null;
    const one = el.nodeType === 3 ? el.parentElement : el;
    if (one && !one.checkVisibility({ visibilityProperty: true })) return null;
    let r = null;
    if (el.nodeType === 3) {
      const range = el.ownerDocument.createRange();
      range.selectNodeContents(el);
      r = range.getBoundingClientRect();
    } else r = el.getBoundingClientRect();
    const box = { x: r.left, y: r.top, w: r.width, h: r.height };
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

  // ---- the hash: structure, texts and values, without what changes by itself ----

  const HASHED = ["href", "src", "type", "name", "role", "alt", "title", "placeholder", "aria-label",
    "aria-expanded", "aria-selected", "aria-checked", "aria-pressed", "aria-current", "aria-disabled",
    "aria-valuenow", "open", "disabled", "hidden", "contenteditable"];
  const FLEETING = /([?&;](?:_|t|ts|cb|v|rnd|rand|random|nonce|token|csrf\w*|sid|session\w*|x?srf\w*)=)[^&#]*/gi;
  const HASH_NODES = 40000, HASH_CHARS = 1500000;

  class Hash {
    constructor() { this.a = 0x811c9dc5; this.b = 0x1b873593; this.chars = 0; }
    add(text) {
      const n = Math.min(text.length, 20000);
      let a = this.a, b = this.b;
      for (let i = 0; i < n; i++) {
        const c = text.charCodeAt(i);
        a = Math.imul(a ^ c, 0x01000193);
        b = Math.imul(b ^ c, 0x85ebca6b); b ^= b >>> 13;
      }
      this.a = Math.imul(a ^ text.length, 0x01000193); this.b = Math.imul(b ^ 0x1f, 0xc2b2ae35) ^ text.length;
      this.chars += n;
    }
    get text() {
      const hex = (n) => (n >>> 0).toString(16).padStart(8, "0");
      return hex(this.a ^ (this.a >>> 15)) + hex(this.b ^ (this.b >>> 16));
    }
  }

  let hashed = { serial: -1, hash: "", fields: [] };

  function domHash() {
    takeRecords();
    if (hashed.serial !== serial || hashed.url !== document.URL || document.readyState !== "complete") {
      const hash = new Hash(), fields = [];
      hash.add(document.URL.replace(FLEETING, "$1"));
      hash.add(document.title);
      if (document.documentElement) hashNode(hash, document.documentElement, fields, { n: 0 }, 0);
      hashed = { serial, url: document.URL, hash, fields };
    }
    const whole = new Hash();
    whole.a = hashed.hash.a; whole.b = hashed.hash.b;
    for (const el of hashed.fields) hashField(whole, el);
    return whole.text;
  }

  function hashField(hash, el) {
    if (isSecret(el)) return hash.add("•".repeat(el.value.length));
    if (el.type === "checkbox" || el.type === "radio") return hash.add(el.checked ? "1" : "0");
    if (lower(el) === "select")
      return hash.add(Array.from(el.selectedOptions).map((one) => one.value).join("\n"));
    hash.add(el.value || "");
  }

  function hashNode(hash, el, fields, count, depth) {
    if (count.n++ > HASH_NODES || hash.chars > HASH_CHARS || depth > MOST_DEPTH) return;
    const tag = lower(el);
    if (SKIPPED.has(tag) && tag !== "option" && tag !== "optgroup") return;
    if (tag === "input" && el.type === "hidden") return;
    if (tag !== "option" && tag !== "optgroup" && !el.checkVisibility()) {
      if (getComputedStyle(el).display !== "contents") return;
    }
    hash.add("<" + tag);
    for (const name of HASHED) {
      const value = el.getAttribute(name);
      if (value !== null) hash.add(name + "=" + value.replace(FLEETING, "$1"));
    }
    if (FIELDS.has(tag)) fields.push(el);
    if (tag === "textarea") return;
    if (tag === "iframe" || tag === "frame") {
      let doc = null;
      try { doc = el.contentDocument; } catch { return; }
      if (doc && doc.documentElement) hashNode(hash, doc.documentElement, fields, count, depth + 1);
      return;
    }
    if (el.shadowRoot) hashChildren(hash, el.shadowRoot, fields, count, depth);
    hashChildren(hash, el, fields, count, depth);
    hash.add(">");
  }

  function hashChildren(hash, parent, fields, count, depth) {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 1) hashNode(hash, node, fields, count, depth + 1);
      else if (node.nodeType === 3 && /\S/.test(node.data)) hash.add(flat(node.data));
    }
  }

  // ---- what happens on the page: how often, and since when it rests ----

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

  function note(...elements) {
    for (const el of elements) if (el && el.nodeType === 1) listening.add(el);
  }

  // ---- badges: the ids beside the elements, by flag ----

  let host = null, shown = "";

  function badges(keys) {
    const wanted = keys.map((key) => [key, found(key)]).filter(([, el]) => el)
      .map(([key]) => ({ key, ...JSON.parse(boundsOf(key) || "{}") })).filter((one) => one.box);
    const now = JSON.stringify(wanted);
    if (now === shown && host && host.isConnected) return;
    unbadge();
    shown = now;
    if (!wanted.length || !document.documentElement) return;
    host = document.createElement(BADGES);
    host.style.cssText = "all:initial;position:fixed;inset:0;pointer-events:none;z-index:2147483647";
    host.setAttribute("aria-hidden", "true");
    const root = host.attachShadow({ mode: "closed" });
    const taken = wanted.map((one) => one.box);
    for (const { key, box } of wanted) {
      const [x, y] = besides(box, 7 * key.length + 6, 14, taken);
      taken.push([x, y, 7 * key.length + 6, 14]);
      const badge = document.createElement("div");
      badge.textContent = key;
      badge.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${7 * key.length + 4}px;height:12px;`
        + "font:bold 11px/12px monospace;text-align:center;color:#000;background:#f0e442;border:1px solid #000;"
        + "pointer-events:none";
      root.append(badge);
    }
    document.documentElement.append(host);
  }

  // Before it, behind it, above it, below it: the first place in view where nothing else that is named lies.
  function besides([x, y, w, h], width, height, taken) {
    const middle = y + Math.max(0, (h - height) / 2);
    const ways = [[x - width - 1, middle], [x + w + 1, middle], [x, y - height - 1], [x, y + h + 1],
      [x + w - width, y - height - 1], [x + w - width, y + h + 1]]
      .map(([left, top]) => [Math.round(left), Math.round(top)]);
    const fits = ([left, top]) => left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
    const free = ([left, top]) => !taken.some(([a, b, c, d]) =>
      left < a + c && a < left + width && top < b + d && b < top + height);
    return ways.find((way) => fits(way) && free(way)) || ways.find(fits) || ways[0];
  }

  function unbadge() {
    if (host) host.remove();
    host = null; shown = "";
  }

  observe(document);
  globalThis.setOfMark = { pass, pulse, rest, domHash, boundsOf, note, badges, unbadge,
    view: () => [Math.round(innerWidth * devicePixelRatio), Math.round(innerHeight * devicePixelRatio)],
    state: () => JSON.stringify([document.URL, domHash()]) };
})();
