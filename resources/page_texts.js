// From what was walked to plain data: what can be read on the page.
// A part of set_of_mark.js, in whose scope it stands.

function toldRun(look, run) {
  const text = cut(look.textOfRun(run), MOST_CONTEXT);
  if (!text || (run.act && !run.mixed)) return null;
  const { me } = run;
  const holder = run.first.nodeType === 3 ? run.first.parentNode : run.first;
  const outer = holder.nodeType === 1 ? holder : holder.host;
  if (isVoid(meet(boxOf(run.block || outer, me.at), { x: -1e4, y: -2e3, w: 3e4, h: look.view.h + 4e3 })))
    return null;
  const box = boxOfRun(run);
  if (isVoid(box)) return null;
  const first = run.first.nodeType === 3 ? rangeBox(run.first, me.at) : box;
  const at = placed(look, outer, me, box, isVoid(first) ? box : first);
  return toldOf(run.live || (run.level ? "heading" : "label"), run.first, text, "", box, at, me, run.parent);
}

const toldOf = (kind, node, text, value, box, at, me, parent) => lean({ kind, key: keyOf(node), text, value, box: rounded(box),
  shown: at.shown, in_view: at.inView, is_fixed: me.fixed, is_navigation: me.nav, parent: parent ? keyOf(parent) : "" });

function rangeBox(node, at) {
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  return lineOf(range.getClientRects(), at) || { x: 0, y: 0, w: 0, h: 0 };
}

function toldText(look, { el, kind, text, value, me }) {
  const box = boxOf(el, me.at);
  if (isVoid(box)) return null;
  const at = placed(look, el, me, box, box);
  const name = text || cut(named(look, el, lower(el), ""), MOST_NAME);
  return toldOf(kind, el, cut(name, MOST_NAME), value, box, at, me, me.parent);
}

// Those in view first: a long page has more texts than anybody wants.
function toldTexts(look) {
  const told = [];
  let beyond = MOST_TEXTS / 3;
  for (const one of [...look.runs.map((run) => () => toldRun(look, run)),
    ...look.texts.map((text) => () => toldText(look, text))]) {
    if (told.length >= MOST_TEXTS) break;
    const text = one();
    if (text && (text.in_view || beyond-- > 0)) told.push(text);
  }
  return told;
}

// Lines in reading order, and which of them are in view; cells of a row stand in one line. Bars
// come last. What rules read is cut; who asks for it can read more.
function readable(look, passed) {
  const parts = [[], []], begun = new Map(), levels = new Map();
  let last = null, line = null, length = 0;
  for (const run of look.runs) {
    if (length > MOST_READ) break;
    const text = look.textOfRun(run);
    if (!text || isOwnDraft(text)) continue;
    const first = run.row && (lineOfRow(levels, run) || partsOf(look, run.row)[0]);
    if (!first || first !== last) line = first !== run.row && begun.get(first);
    if (line) {
      line.text += " | " + text;
      line.runs.push(run);
    } else parts[run.me.nav ? 1 : 0].push(line = { text, runs: [run] });
    begun.set(first, line);
    last = first;
    length += text.length + 1;
  }
  const lines = [...parts[0], ...parts[1]];
  const inView = lines.flatMap((line, at) => line.runs.some((run) => isRunInView(look, run)) ? [at] : []);
  const whole = cut(lines.map((line) => line.text).join("\n"), MOST_READ), text = cut(whole, MOST_TEXT);
  const places = lines.slice(0, text.split("\n").length).map(({ runs: [run] }) =>
    placesOf(look, run.first.nodeType === 3 ? over(run.first) : run.first, run.where));
  const stirring = Object.create(null);
  for (const { text, runs } of isStill ? [] : lines) stirring[text] = Math.max(stirring[text] || 0, ...runs.map((run) => stirOf(run.first)));
  const late = Object.fromEntries(passed);
  for (const { text, runs } of lines) late[text] = Math.max(...runs.flatMap((run) => [lateOf(run.first), lateOf(run.last)]));
  const tones = Object.create(null);
  for (const { text, runs } of lines) if (runs.length === 1) tones[text] = toneOf(look, runs[0], text);
  return { text, whole_text: whole.length > text.length ? whole : "", lines_in_view: inView, text_places: places, stirring: lean(stirring), late: lean(late), tones: lean(tones) };
}

// Which of its row's lines a run stands on: a grid that puts each cell where it belongs may tell of one row that holds
// them all. Cells that stand one below the other, each on a line of its own, are one row.
function lineOfRow(known, { row, first }) {
  if (lower(row) === "tr") return null;
  if (!known.has(row)) {
    const lines = known.set(row, new Map()).get(row);
    const cells = Array.from(row.children, (cell) => [cell, cell.getBoundingClientRect()]);
    const placed = cells.filter(([, { height }]) => height).sort(([, one], [, other]) => one.top - other.top);
    let line = null, bottom = 0, count = 0;
    for (const [cell, { top, height }] of placed) {
      if (!line || top > bottom - 1) [line, bottom] = [{}, top + height], count++;
      bottom = Math.max(bottom, top + height);
      lines.set(cell, line);
    }
    if (count < 2 || count === placed.length) lines.clear();
  }
  let cell = first;
  while (cell && cell.parentNode !== row) cell = over(cell);
  return known.get(row).get(cell);
}

// As what a page's own classes mark a text, or what holds it and little more: a success, a fault; else that it is red.
const TONES = { success: "good", error: "bad", danger: "bad", invalid: "bad" };
const toneOfClass = (el) => attr(el, "class").split(/[-_\s]+|(?=[A-Z])/).map((word) => TONES[word.toLowerCase()]).find(Boolean);
function toneOf(look, run, text) {
  let up = run.first.nodeType === 3 ? over(run.first) : run.first;
  const red = up.nodeType === 1 && !run.act && isRed(up) && !isRed(up.ownerDocument.body) ? "red" : "";
  for (let n = 0; !run.act && up && up.nodeType === 1 && n < 5; up = over(up), n++) {
    if (look.sum(look.sums, up) > text.length + MOST_NAME / 2 || up.querySelector("input, select, textarea")) break;
    const tone = toneOfClass(up);
    if (tone) return tone;
  }
  return red;
}

const MOST_GREEN = 0.62, LEAST_RED = 120, LEAST_CHROMA = 0.12, LAST_RED_HUE = 40;
function isRed(el) {
  const { color } = getComputedStyle(el), [one, two, three] = (color.match(/[\d.]+/g) || []).map(Number);
  if (color.startsWith("oklch")) return two > LEAST_CHROMA && three < LAST_RED_HUE;
  return color.startsWith("rgb") && one > LEAST_RED && Math.max(two, three) < MOST_GREEN * one && Math.abs(two - three) < one / 3;
}

function isRunInView(look, run) {
  return !isVoid(meet(meet(boxOfRun(run), run.me.clip), look.view));
}

function boxOfRun(run) {
  const { at } = run.me, range = at.doc.createRange();
  range.setStartBefore(run.first);
  range.setEndAfter(run.last);
  return placeOf(range.getBoundingClientRect(), at);
}

function headings(look) {
  const texts = look.runs.filter((run) => run.level).map((run) => cut(look.textOfRun(run), MOST_NAME));
  return texts.filter(Boolean).slice(0, MOST_HEADINGS);
}

const TABLES = "table, [role=table], [role=grid], [role=treegrid], dl";
const CELLS = "td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]";

// Tables as they are: an empty cell is a cell, and one that spans two columns stands in both. Heads that stay while
// their rows scroll may be a table of their own, right above.
function tables(look) {
  const told = [];
  let above = null;
  let room = MOST_TEXT * 2;
  for (const root of [document, ...look.roots])
    for (const el of root.querySelectorAll(TABLES)) {
      if (told.length >= MOST_TABLES || role(el) === "presentation" || !look.spans.has(el)) continue;
      const rows = lower(el) === "dl" ? pairs(look, el) : rowsOf(look, el);
      const kept = rows.filter((row) => row.cells.some(Boolean)).slice(0, MOST_ROWS);
      room -= kept.reduce((sum, row) => sum + row.cells.join(" ").length, 0);
      if (room < 0 || !kept.length || kept.every((row) => row.cells.length < 2 && !row.head)) continue;
      const heads = kept[0].head ? kept.shift().cells : [];
      const last = told[told.length - 1], cells = kept.map((row) => row.cells);
      const box = el.getBoundingClientRect(), over = above && above.getBoundingClientRect();
      above = el;
      if (over && !heads.length && !last.rows.length && last.heads.length === cells[0].length
        && Math.abs(over.left - box.left) < 3 && Math.abs(over.bottom - box.top) < 12) last.rows = cells;
      else told.push({ caption: placesOf(look, el, look.spans.get(el)[2])[0] || "", heads, rows: cells });
    }
  return told;
}

function rowsOf(look, table) {
  const own = (el) => el.parentElement && el.parentElement.closest(TABLES) === table;
  return Array.from(table.querySelectorAll("tr, [role=row]")).filter((row) => own(row) && look.spans.has(row))
    .filter((row) => partsOf(look, row)[0] === row).map((row) => {
      const cells = partsOf(look, row).flatMap((part) => Array.from(part.querySelectorAll(CELLS))
        .filter((cell) => cell.closest("tr, [role=row]") === part && look.spans.has(cell)));
      const head = cells.length > 0 && (cells.every((cell) => lower(cell) === "th" || role(cell) === "columnheader")
        || !!row.closest("thead"));
      return { head, cells: cells.flatMap((cell) => Array(Math.min(cell.colSpan || 1, 20))
        .fill(cut(look.textOf(cell), MOST_NAME))) };
    });
}

// Columns that stay while others scroll are held apart: rows of one grid that lie on one line are parts of one row.
function partsOf(look, row) {
  const grid = row.matches("tr, [role=row]") && row.closest("[role=grid], [role=treegrid]");
  const lineAt = ({ top, height }) => height && Math.round(top) + " " + Math.round(height);
  if (grid && !look.rows.has(grid)) {
    const lines = look.rows.set(grid, new Map()).get(grid);
    for (const one of grid.querySelectorAll("tr, [role=row]")) {
      const place = lineAt(one.getBoundingClientRect());
      if (place && look.spans.has(one)) lines.set(place, [...lines.get(place) || [], one]);
    }
  }
  const parts = (grid && look.rows.get(grid).get(lineAt(row.getBoundingClientRect()))) || [row];
  return parts.filter((one) => one === row || (one.parentElement !== row.parentElement && !holds(one, row) && !holds(row, one)));
}

function pairs(look, list) {
  const rows = [];
  for (const el of list.querySelectorAll("dt, dd")) {
    const text = cut(look.textOf(el), MOST_NAME);
    if (lower(el) === "dt") rows.push({ head: false, cells: [text] });
    else if (rows.length) rows[rows.length - 1].cells.push(text);
  }
  return rows;
}
