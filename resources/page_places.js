// Where elements are, and whether a pointer would hit them.
// A part of set_of_mark.js, in whose scope it stands.

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
