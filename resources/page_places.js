// Where elements are, whether a pointer would hit them, and under what they stand.
// A part of set_of_mark.js, in whose scope it stands.

const meet = (a, b) => {
  const x = Math.max(a.x, b.x), y = Math.max(a.y, b.y);
  return { x, y, w: Math.min(a.x + a.w, b.x + b.w) - x, h: Math.min(a.y + a.h, b.y + b.h) - y };
};
const isVoid = (box) => box.w <= 0.5 || box.h <= 0.5;

const placeOf = (r, at) => ({ x: r.left + at.x, y: r.top + at.y, w: r.width, h: r.height });
const boxOf = (el, at) => placeOf(el.getBoundingClientRect(), at);

// Of what is broken over lines, the first line: its middle is on it.
function lineOf(rects, at) {
  const first = Array.from(rects).find((r) => r.width > 1 && r.height > 1);
  return first ? placeOf(first, at) : null;
}

function touchBoxOf(el, at, box, inline) {
  const parts = inline ? el.getClientRects() : [];
  return (parts.length > 1 && lineOf(parts, at)) || box;
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

// What holds a part of a page together: a heading within it says nothing of what stands outside.
const HOLDING = new Set(["section", "article", "aside", "nav", "navigation", "form", "fieldset", "details", "dialog",
  "alertdialog", "li", "listitem", "tr", "row", "table", "grid", "treegrid", "dl", "figure", "region", "group",
  "radiogroup", "tabpanel"]);
const isHolder = (el) => el.nodeType === 1 && (HOLDING.has(lower(el)) || HOLDING.has(role(el)));

function scopeOf(el, up) {
  const own = { el, level: 0, up: up.scope.where };
  return { own, where: own };
}

// A heading is what follows stands under, up to the next one of its level or the end of its holder.
// Of what lies between it and its holder it is known how many of which level it has.
function headed(look, scope, el, level) {
  let up = scope.where;
  while (up && up.level >= level) up = up.up;
  scope.where = { el, level, up };
  for (let one = el; one; one = isHolder(one) ? null : over(one)) {
    const has = look.heads.get(one) || look.heads.set(one, []).get(one);
    has[level] = [...(has[level] || []), el];
  }
}

// The names of what an element stands in and under, the nearest first, by the page's own tree.
function placesOf(look, el, where) {
  const names = [], own = ownHead(look, el);
  for (let at = where; at; at = at.up) {
    if (at.level && !isUnder(look, el, at)) continue;
    if (at.name === undefined) at.name = at.level ? look.textOf(at.el) : holderName(look, at.el);
    names.push(at.name);
  }
  return Array.from(new Set(names.includes(own) ? names : [own, ...names])).filter(Boolean).slice(0, MOST_PLACES).map((name) => cut(name, MOST_NAME));
}

// Whether a heading's part goes on up to the element. It does not where that one's own part has a heading
// of the level, nor where the heading is one of several that stand in boxes of their own, side by side.
function isUnder(look, el, at) {
  while (el && el.ownerDocument !== at.el.ownerDocument) el = el.ownerDocument.defaultView.frameElement;
  if (!at.line) for (at.line = new Set(), at.last = at.el; at.last; at.last = over(at.last)) at.line.add(at.last);
  if (!el || at.line.has(el) || holds(at.el, el)) return !!el;
  let own = el, its = at.el;
  while (own && !at.line.has(over(own))) own = over(own);
  while (own && over(its) !== over(own)) its = over(its);
  const has = (one) => (one && look.heads.get(one)) || [];
  if (!own || (!isHolder(own) && has(own).slice(0, at.level + 1).some(Boolean))) return false;
  return its === at.el || (has(its)[at.level].length === 1 && !has(its.previousElementSibling)[at.level]);
}

// The only heading of a holder, or of one of several boxes alike, is also that of what stands before it.
function ownHead(look, el) {
  for (let one = el, n = 0; one && one.nodeType === 1 && n < 12; one = over(one), n++) {
    const level = (look.heads.get(one) || []).findIndex(Boolean);
    const beside = (box) => box && (look.heads.get(box) || [])[level];
    const ends = isHolder(one) || beside(one.previousElementSibling) || beside(one.nextElementSibling);
    const found = level > 0 && ends && look.heads.get(one)[level];
    if (found && one !== found[0]) return found.length === 1 ? look.textOf(found[0]) : "";
    if (isHolder(one)) return "";
  }
  return "";
}

function holderName(look, el) {
  const told = Array.from(el.children).find((one) => /^(legend|caption|summary|figcaption)$/.test(lower(one)));
  return labelledBy(look, el, "") || flat(attr(el, "aria-label")) || (told ? look.textOf(told) : "")
    || flat(attr(el, "title"));
}
