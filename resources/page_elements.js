// From what was walked to plain data: what is told of an element that can be acted upon.
// A part of set_of_mark.js, in whose scope it stands.

const ROWS = new Set(["li", "tr", "article", "dd", "dt", "figure", "fieldset", "label"]);
const ROW_ROLES = new Set(["row", "listitem", "article", "option", "radiogroup"]);

function labelledBy(look, el, own) {
  const ids = attr(el, "aria-labelledby").trim(), root = el.getRootNode();
  return flat(ids.split(/\s+/).map((id) => id && root.getElementById && root.getElementById(id))
    .filter((one) => one && !(VALUED.has(own) && el.contains(one))).map((one) => look.textOf(one)).join(" "));
}

function named(look, el, tag, own) {
  const by = labelledBy(look, el, own);
  if (by && !(own === "combobox" && by === look.textOf(el))) return by;  // an entry that is chosen is no name
  const label = own === "combobox" && tag !== "input" && (twinLabel(el) || labelIn(el));
  if (label) return label;
  const isDrawn = tag === "textarea" || el.isContentEditable;
  const aria = (isDrawn && twinLabel(frameOf(el) || el, "textarea", 8)) || flat(attr(el, "aria-label"));
  if (aria) return aria;
  const text = flat(Array.from(new Set(labelsOf(el).map((one) => look.textOf(one)))).join(" "));
  if (text) return text;
  if (tag === "input") {
    if (el.type === "submit") return flat(el.value) || "Submit";
    if (el.type === "reset") return flat(el.value) || "Reset";
    if (el.type === "button") return flat(el.value) || flat(el.title);
    if (el.type === "image") return flat(el.alt || el.value || el.title) || "Submit";
  }
  if (own === "gridcell") return headOf(look, el) || look.textOf(el);
  const holds = FIELDS.has(tag) || isTyped(el, own) || VALUED.has(own);
  if (!holds) {
    const text = look.textOf(el) || flat(attr(el, "alt"));
    const title = flat(attr(el, "title"));
    if (text && !(title && !/[\p{L}\p{N}]/u.test(text))) return text;  // a mere sign is no words
  }
  const host = el.getRootNode().host;
  const given = holds && host ? named(look, host, tag, own) : "";
  if (given) return given;
  const beside = holds && !TICKED.has(el.type || own) && captionOf(look, el, "previousSibling", true);
  const said = beside || flat(attr(el, "title") || attr(el, "placeholder") || attr(el, "aria-placeholder"));
  if (said) return said;
  const frame = frameOf(el);
  if (tag === "body") return (frame && flat(attr(frame, "aria-label") || attr(frame, "title"))) || "text";
  if (!holds) return pictureName(el) || hiddenFieldName(look, el);
  return (TICKED.has(el.type || own) && captionOf(look, el, "nextSibling"))
    || captionOf(look, el, "previousSibling") || (tag === "button" ? look.textOf(el) : "");
}

// Of a frame whose whole text is written in.
const frameOf = (el) => lower(el) === "body" && el.ownerDocument.defaultView.frameElement;

// Also those of what can't have any by itself: what is drawn by a script.
const labelsOf = (el) => el.labels ? Array.from(el.labels) : el.localName.includes("-") && el.closest("label") ? [el.closest("label")]
  : el.id ? Array.from(el.getRootNode().querySelectorAll(`label[for="${CSS.escape(el.id)}"]`)) : [];

const TICKED = new Set(["checkbox", "radio", "switch"]);

// What nobody named goes by the short text right beside it, or beside what only wraps it, where that is no other's;
// behind a tick it is on the tick's line. A label that says not whose it is goes before what the field hints at.
function captionOf(look, el, way, isLabel = false) {
  for (let up = el, n = 0; up && up.nodeType === 1 && n < (isLabel ? 9 : 7); up = over(up), n++) {
    if (up !== el && isHolder(up)) return "";
    let one = up[way];
    while (one && (isNothing(look, one) || (isLabel && isBar(look, one)))) one = one[way];
    if (!one) continue;
    const text = flat(one.nodeType === 1 ? look.textOf(one) : one.data);
    const fits = text.length <= MOST_NAME / 2 && (isLabel || !actsIn(look, one));  // a label may hear clicks for its field
    if (isLabel && !(one.nodeType === 1 && labelOf(one, el))) return "";
    return fits && (way !== "nextSibling" || isOnLine(el, one)) ? text : "";
  }
  return "";
}

const isNothing = (look, one) => one.nodeType === 1 ? !isSaid(look.textOf(one)) && !actsIn(look, one)
  : one.nodeType !== 3 || !isSaid(one.data);
// Buttons alone before a field are a part of that: a sign to count down by, the bar of an editor.
function isBar(look, one) {
  const buttons = one.nodeType === 1 ? [one, ...one.querySelectorAll("*")].filter((el) => lower(el) === "button" || role(el) === "button") : [];
  const rest = buttons.reduce((left, each) => left.replace(look.textOf(each), ""), buttons.length ? look.textOf(one) : "");
  return buttons.length > 0 && !isSaid(rest) && !Array.from(one.querySelectorAll("input, select, textarea")).some(isSeen);
}
const isSaid = (text) => /[\p{L}\p{N}]/u.test(text);  // a currency's sign before a field is no name
function actsIn(look, one) {
  if (!look.acting) {
    look.acting = new Set();
    for (const act of look.acts)
      for (let up = act.el; up && !look.acting.has(up); up = over(up)) look.acting.add(up);
  }
  return look.acting.has(one);
}

function isOnLine(el, one) {
  const range = document.createRange(), own = el.getBoundingClientRect();
  range.selectNodeContents(one);
  const its = range.getBoundingClientRect();
  return its.top < own.bottom && own.top < its.bottom;
}

// What stands for a native list or field that is hidden beside it, or in it, goes by that one's label.
function twinLabel(el, what = "select", most = 3) {
  const within = listIn(el);
  if (within && within.labels.length)  // what is chosen may stand in it
    return flat(within.labels[0].textContent.replace((within.labels[0].contains(within) && within.value) || "", ""));
  for (let up = el, n = 0; up && n < most; up = up.parentElement, n++)
    for (const one of [up.previousElementSibling, up.nextElementSibling])
      if (one && lower(one) === what && one.labels && one.labels.length && (what === "select" || !isSeen(one)))
        return flat(Array.from(one.labels).map((label) => label.textContent).join(" "));
  return "";
}

const VALUED = new Set(["slider", "spinbutton", "scrollbar", "combobox"]);

// What a picture without words is called by those who put it there: its own mark, its class, its file.
function pictureName(el) {
  const within = Array.from(el.querySelectorAll("svg, use, i, img, span")).slice(0, 6);
  for (const one of [el, ...within]) {
    const told = attr(one, "data-icon") || attr(one, "data-lucide") || iconMark(one) || (lower(one) === "use"
      && (attr(one, "href") || attr(one, "xlink:href")).split("#")[1]) || "";
    const file = lower(one) === "img" && /([\w-]+)\.\w+$/.exec(attr(one, "src").split(/[?#]/)[0]);
    const words = told || (file && file[1]) || drawnAs(one) || classWords(one, one === el);
    if (words) return flat(words.replace(/[-_]+/g, " "));
  }
  return "";
}

// The box of a list or of chips by its one field that is too small to be told: keys reach it, and nobody sees it.
function hiddenFieldName(look, el) {
  const fields = el.querySelectorAll("input:not([type=hidden]), [role=combobox], [role=textbox]");
  const isHidden = fields.length === 1 && fields[0].getBoundingClientRect().width < 1;
  return isHidden ? named(look, fields[0], lower(fields[0]), role(fields[0])) : "";
}

// "MoreVertIcon", as those mark it who try the page out.
const iconMark = (el) => (/^(\w+?)_?Icon$/.exec(attr(el, "data-testid")) || ["", ""])[1].replace(/\B[A-Z]/g, " $&");

// A font may draw a word as a picture, which is then hidden from those who listen.
const drawnAs = (el) => attr(el, "aria-hidden") === "true" && /^[a-z][a-z0-9_]{2,30}$/.test(el.textContent.trim())
  ? el.textContent.trim() : "";

const ICON = /^(?:[a-z]+-)?icon[-_]([a-z][\w-]+)$|^(?!.*(?:btn|button)[-_])([a-z](?:-?[a-z]){2,}?)[-_]icon$/i;
const SHORT = /^[a-z]{1,9}-([a-z][a-z-]*)$/i;

function classWords(el, isWhole) {
  const names = Array.from(el.classList);
  for (const name of names) { const icon = ICON.exec(name); if (icon) return icon[1] || icon[2]; }
  if (isWhole || names.length < 2) return "";
  const short = names.map((name) => SHORT.exec(name)).find((found) => found && names.includes(found[0].split("-")[0]));
  return short ? short[1] : "";
}

// A cell of a grid is called by the head of its column.
function headOf(look, cell) {
  const row = cell.closest("[role=row], tr"), grid = cell.closest("[role=grid], [role=treegrid]");
  if (!row || !grid) return "";
  const index = attr(cell, "aria-colindex");
  const at = Array.from(row.querySelectorAll("[role=gridcell], [role=rowheader], td, th")).indexOf(cell);
  const heads = Array.from(grid.querySelectorAll("[role=columnheader], th")).slice(0, 200);
  const its = heads.filter((one, n) => index ? attr(one, "aria-colindex") === index : n === at);  // one may stay in sight in its place
  return its.map((one) => cut(look.textOf(one), MOST_NAME)).find(Boolean) || "";
}

const isTyped = (el, own) => own !== "gridcell" && isWritten(el, own);
const isWritten = (el, own) => el.isContentEditable || own === "textbox" || own === "searchbox";

// Asked for afresh, what a page fills in from what it keeps in the browser, or its only number, tells nothing of its server.
function isOwnDraft(value) {
  try {
    const kept = prefix === "afresh" && value ? Object.values(localStorage) : [], only = /^\D*(\d+)\D*$/.exec(value);
    const held = (told) => kept.some((one) => one === told || one.includes(JSON.stringify(told)));
    return held(value) || (!!only && held(only[1]));
  } catch { return false; }  // a page that may keep nothing
}

function ownStore() {
  const told = new Hash();
  try { told.add(JSON.stringify(Object.entries(localStorage).sort())); } catch { return ""; }
  return told.text;
}

function valueOf(look, el, tag, own) {
  if (isSecret(el) || isOwnDraft(el.value)) return "";
  if (tag === "select")
    return Array.from(el.selectedOptions).map((one) => flat(one.label || one.text)).join(", ");
  if (tag === "textarea") return el.value || (surfaceOf(el) ? look.textOf(surfaceOf(el)) : "");
  if (tag === "input") {
    const idle = ["submit", "reset", "button", "image", "checkbox", "radio"];
    if (el.type === "file") return Array.from(el.files || []).map((one) => one.name).join(", ");
    return idle.includes(el.type) ? "" : el.value || (own === "combobox" ? shownBeside(look, el) : "");
  }
  if (isOfParts(el)) return look.textOf(el).replace(/ ?([-/.:]) /g, "$1");
  if (isTyped(el, own) || own === "gridcell") return look.textOf(el);
  return attr(el, "aria-valuetext") || attr(el, "aria-valuenow")
    || (VALUED.has(own) ? withoutSigns(look.textOf(el).replace(labelIn(el) || (listIn(el) && twinLabel(el)) || "", "")) : "");
}

// What opens a list, or takes one of what is chosen away again, is drawn beside that.
const withoutSigns = (text) => flat(text.replace(/(^|\s)[×✕✖⨯▼▾▿▽▲△⌄⏷](?=\s|$)/gu, " "));

// The box of a list may hold its own label.
function labelIn(el) {
  const label = el.querySelector("label");
  return label ? flat(label.textContent) : "";
}

// A list whose field is there to seek in shows what is chosen beside it, within what is drawn as one.
function shownBeside(look, el) {
  const name = named(look, el, "input", "combobox");
  for (let up = over(el), n = 0; up && n < 5; up = over(up), n++) {
    if (up.nodeType !== 1 || look.sum(look.sums, up) > MOST_NAME) return "";
    if (look.acts.some((act) => act.el !== el && FIELDS.has(act.tag) && holds(up, act.el))) return "";
    let text = withoutSigns(look.textOf(up));
    if (name && text.startsWith(name)) text = text.slice(name.length).trim();
    if (isSaid(text)) return text;
  }
  return "";
}

function contextOf(look, el, name) {
  const one = lower(el) === "label" ? el.control : el;
  const group = one && (one.type === "radio" || role(one) === "radio") && (el.closest(GROUPS) || groupOf(look, one));
  const told = group ? withGroup(look, group) : "";
  const mine = look.sum(look.sums, el), plain = look.sum(look.plain, el);
  const sizeOf = (one) => partsOf(look, one).reduce((sum, part) => sum + look.sum(look.sums, part), 0);
  // What says only its choices, or the same as in the next row, tells no row from another: the row does that.
  const isVague = (up, text) => {
    const row = up.parentElement && up.parentElement.closest("tr, [role=row]"), all = row ? sizeOf(row) : 0;
    const isAlike = (one) => one && (look.textOf(one).includes(text)
      || Array.from(one.querySelectorAll(GROUPS)).some((each) => withGroup(look, each) === text));
    return all > sizeOf(up) && all <= 400 && ((text === look.textOf(up) && !beyondChoices(look, up))
      || isAlike(row.previousElementSibling) || isAlike(row.nextElementSibling));
  };
  if (group && told.length <= MOST_CONTEXT && !isVague(group, told)) return told;
  for (let up = over(el), n = 0; up && n < 8; up = over(up), n++) {
    if (up.nodeType !== 1) continue;
    const parts = partsOf(look, up), all = sizeOf(up);
    if (all > 400) return "";
    if (up.matches(CELLS) && sizeOf(up.closest("tr, [role=row]") || up) > all) continue;  // its row is
    const row = ROWS.has(lower(up)) || ROW_ROLES.has(role(up));
    if ((row && all > mine) || look.sum(look.plain, up) > plain) {
      const text = parts[1] ? parts.map((part) => look.textOf(part)).join(" ") : withGroup(look, up);
      if (text && text !== name && !isVague(up, text)) return cut(text, MOST_CONTEXT);
    }
  }
  return "";
}

// Choices of one name are a group though nothing says so: what stands with all of them, and with no other field.
function groupOf(look, radio) {
  const alike = (up) => Array.from(up.querySelectorAll("input")).filter((each) => each.name === radio.name).length;
  if (!radio.name || !over(radio)) return null;
  const count = alike(radio.getRootNode());
  for (let up = over(radio), choices = ""; up && up.nodeType === 1; up = over(up)) {
    if (alike(up) < count) continue;
    if (up.querySelectorAll("input, select, textarea").length > count) return null;
    if (choices && look.textOf(up).length > choices.length) return up;
    choices = choices || look.textOf(up);
  }
  return null;
}

// A group of choices is called by what names it, wherever that stands; by what is before it where it says only its choices.
const beyondChoices = (look, up) => Array.from(up.querySelectorAll("label, [role]"))
  .reduce((left, each) => left.replace(look.textOf(each) || labelledBy(look, each, ""), ""), look.textOf(up)).trim();
const GROUPS = "fieldset, [role=radiogroup], [role=group]";
function withGroup(look, up) {
  const text = look.textOf(up), isNamed = up.matches("[aria-label], [aria-labelledby], [title]") || !beyondChoices(look, up);
  const name = up.matches(GROUPS) && isNamed ? named(look, up, "input", "") : "";
  return name && !text.startsWith(name) ? name + " " + text : text;
}

function formOf(look, el) {
  const form = el.form || (el.closest && el.closest("form"));
  if (!form) return "";
  const said = attr(form, "aria-label") || attr(form, "name") || attr(form, "id");
  const doc = form.ownerDocument;
  if (!said && !look.forms.has(doc)) look.forms.set(doc, new Map(Array.from(doc.forms, (one, at) => [one, at + 1])));
  return said || "form " + look.forms.get(doc).get(form);
}

function stateOf(el, tag, own, me) {
  const control = tag === "label" ? el.control : el;
  const told = (name) => (control || el).getAttribute(name) === "true";
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

const rounded = (box) => [box.x, box.y, box.w, box.h].map((n) => Math.round(n * 10) / 10);

function placed(look, el, me, box, touch) {
  const part = meet(meet(touch, me.clip), look.view);
  const inView = !isVoid(part);
  return { inView, shown: inView && isShownAt(look, el, me.at, part.x + part.w / 2, part.y + part.h / 2) };
}

// In a large document one look under a point takes milliseconds: beyond the bound nothing counts as
// covered, and who clicks looks again.
function isShownAt(look, el, at, x, y) {
  if (look.isLarge && look.hitMs > HITS_MS) return true;
  const began = performance.now(), hit = isHit(el, at, x, y);
  look.hitMs += performance.now() - began;
  return hit;
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

// A control that is there for the keyboard only stands where it is drawn: at its label, or around it.
function drawnBox(el, box, at) {
  if (surfaceOf(el)) return boxOf(surfaceOf(el), at);
  if (box.w >= LEAST_CONTROL && box.h >= LEAST_CONTROL && !isCutAway(el)) return box;
  const label = el.labels && el.labels[0] && boxOf(el.labels[0], at);
  const around = el.parentElement ? boxOf(el.parentElement, at) : box;
  return label && !isVoid(label) ? label : around.w >= LEAST_CONTROL && around.h >= LEAST_CONTROL ? around : box;
}

const LEAST_CONTROL = 3;

// It stands in something that leaves nothing of it to be seen, and has a label.
function isCutAway(el) {
  const label = el.labels && el.labels[0];
  for (let up = el.parentElement; label && up && label.contains(up); up = up.parentElement) {
    const r = up.getBoundingClientRect();
    if (r.width < LEAST_CONTROL || r.height < LEAST_CONTROL) return true;
  }
  return false;
}

function toldAct(look, { el, tag, role: own, box: bare, up, me, inline, where }) {
  const box = FIELDS.has(tag) ? drawnBox(el, bare, up.at) : bare, surface = surfaceOf(el);
  const control = tag === "label" ? el.control : el;
  const clip = surface || (FIELDS.has(tag) && isCutAway(el)) ? up.at.clip : me.around;
  const at = placed(look, surface || el, { ...me, clip }, box, touchBoxOf(el, up.at, box, inline));
  const name = cut(named(look, el, tag, own), MOST_NAME), thirds = 3 * (box.y + box.h / 2) / look.view.h;
  const type = tag === "label" ? (control && control.type) || "" : FIELDS.has(tag) || tag === "button" ? el.type : "";
  const submit = (tag === "button" || tag === "input") && (type === "submit" || type === "image") && !!el.form;
  const states = stateOf(el, tag, own, me);
  return lean({
    key: keyOf(el), tag, role: own || impliedRole(el, tag, control), text: name,
    band: thirds < 1 ? "top" : thirds < 2 ? "mid" : "bottom", box: rounded(box), in_view: at.inView, shown: at.shown,
    is_fixed: me.fixed, is_navigation: me.nav, is_disabled: isOff(el, me, control),
    attr_name: attr(el, "name"), attr_id: attr(el, "id"), aria_label: otherName(look, el, tag, own, name), input_type: type, placeholder: flat(attr(el, "placeholder")),
    value: cut(valueOf(look, el, tag, own), MOST_VALUE), secret: isSecret(el),
    href: typeof el.href === "string" ? cut(el.href, 2000) : "", form: formOf(look, el), is_submit: submit,
    options: tag === "select" ? Array.from(el.options).slice(0, MOST_OPTIONS)
      .map((one) => cut(flat(one.label || one.text), 80)) : [],
    context: contextOf(look, el, name), files: !!control && control.type === "file",
    states, is_checked: states.includes("checked"), toggles: el.hasAttribute("aria-pressed"), parent: up.parent ? keyOf(up.parent) : "",
    method: methodOf(el), file_name: attr(el, "download"), fault: faultOf(look, el),
    frame_url: up.at.outer ? up.at.url : "", dialog: me.dialog ? dialogName(look, me.dialog) : "", opens: opensOne(el),
    places: placesOf(look, el, where), stirs: stirOf(el),
  });
}

// Where it tells two names, the other: what is read on it, where a screen reader is given something else, what that is
// given, or what the pointer shows.
function otherName(look, el, tag, own, name) {
  const aria = flat(attr(el, "aria-label")), isHolder = FIELDS.has(tag) || isTyped(el, own) || VALUED.has(own);
  const read = aria && !isHolder ? look.textOf(el) : "";
  const isOther = read !== name && /[\p{L}\p{N}]/u.test(read) && read.length <= MOST_NAME;
  return isOther ? read : cut(aria && aria !== name ? aria : flat(attr(el, "title")), MOST_NAME);
}

const VERB = /^(get|post|put|patch|delete)$/i;
const VERB_NAME = /[-:](post|put|patch|delete)$/;

// With which method it asks, as its attributes tell the page's scripts; empty where none does.
function methodOf(el) {
  for (const { name, value } of el.attributes) {
    if (/method$/.test(name) && VERB.test(value)) return value.toUpperCase();
    const verb = VERB_NAME.exec(name);
    if (verb && value) return verb[1].toUpperCase();
  }
  return "";
}

const isMarkedWrong = (el, n = 3) => n > 0 && el && el.nodeType === 1 && el.querySelectorAll("input, select, textarea").length < 2 && (toneOfClass(el) === "bad" || isMarkedWrong(over(el), n - 1));
// What is wrong with a field, as the page has marked it, be it by a class of what holds it alone, or as the browser refuses to send it.
function faultOf(look, el) {
  if (attr(el, "aria-invalid") === "true") {
    const root = el.getRootNode();
    const told = (attr(el, "aria-errormessage") || attr(el, "aria-describedby")).split(/\s+/)
      .map((id) => id && root.getElementById && root.getElementById(id)).filter(Boolean)
      .map((one) => look.textOf(one)).join(" ");
    return cut(flat(told) || "it is marked as invalid", MOST_NAME);
  }
  if (FIELDS.has(lower(el)) && isMarkedWrong(el)) return "it is marked as invalid";
  if (!FIELDS.has(lower(el)) || !el.form || el.form.noValidate || !el.matches(":user-invalid")) return "";
  return cut(flat(el.validationMessage), MOST_NAME);
}

// It says that it opens something, or names by an attribute for that what is hidden as yet.
function opensOne(el) {
  const root = el.getRootNode(), names = ["popovertarget", "commandfor", "aria-controls", "data-target", "data-bs-target"];
  const named = names.map((name) => root.getElementById && root.getElementById(attr(el, name).replace(/^#/, "")));
  return /^(true|menu|dialog)$/.test(attr(el, "aria-haspopup")) || named.some((one) => one && !isSeen(one));
}

function dialogName(look, el) {
  const heading = el.querySelector("h1, h2, h3, h4, h5, h6, legend, [role=heading]");
  const name = labelledBy(look, el, "") || flat(attr(el, "aria-label")) || (heading && flat(heading.textContent));
  return cut(name || "dialog", MOST_NAME);
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
