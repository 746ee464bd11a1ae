// From what was walked to plain data: what can be read on the page.
// A part of set_of_mark.js, in whose scope it stands.

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
