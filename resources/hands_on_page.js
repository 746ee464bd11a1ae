// What the browser's hands ask of one element: is it there to be clicked, and where; and of a list that
// a page makes itself, called with what opens it. Called with the element; "request.what" names the
// question. Lengths are CSS pixels of its frame.
async (element, request) => {
  const STABLE_BOUND_MS = 1500;
  const VEIL_MS = 1000;
  const MAX_WORDS = 80;

  const flat = (text) => (text || "").replace(/\s+/g, " ").trim();
  // The tree as it is drawn: out of a slot, into the host, up from a shadow root.
  const parentOf = (node) => node.assignedSlot || node.parentNode || node.host || null;
  const holds = (outer, inner) => {
    for (let node = inner; node; node = parentOf(node)) if (node === outer) return true;
    return false;
  };
  const deepestAt = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit && hit.shadowRoot) {
      const root = hit.shadowRoot; // over a host's own text it tells the host first, then what is drawn below the text
      const inner = root.elementsFromPoint(x, y).find((one) => one.getRootNode() === root);
      if (!inner) break;
      hit = inner;
    }
    return hit;
  };
  const wordsOf = (node) => {
    let cover = node;
    for (let each = node; each && each !== document.body; each = parentOf(each)) {
      if (!(each instanceof Element)) continue;
      const placed = ["fixed", "sticky", "absolute"].includes(getComputedStyle(each).position);
      if (placed || each.tagName === "DIALOG" || each.getAttribute("role") === "dialog") cover = each;
    }
    const words = flat(cover.getAttribute("aria-label") || cover.innerText);
    if (words.length > MAX_WORDS) return words.slice(0, MAX_WORDS) + "…";
    return words || `<${cover.tagName.toLowerCase()}>`;
  };
  const isDisabled = () =>
    element.matches(":disabled") || element.closest('[aria-disabled="true"], [inert]') !== null;
  const problem = () => !element.isConnected ? "gone" : isDisabled() ? "disabled" : "";
  // A field that lets clicks through to the list in which it stands is clicked there.
  const isOfList = (hit) => {
    const list = element.matches("input") && hit.closest("[role=combobox], [aria-haspopup]");
    return list && list !== element && holds(list, element);
  };
  const isHit = (hit) =>
    holds(element, hit) || isOfList(hit) ||
    Array.from(element.labels || []).some((label) => holds(label, hit));

  // The middle of the largest piece of it that lies in the view; null where none does.
  const middleInView = () => {
    let best = null;
    for (const box of element.getClientRects()) {
      const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
      const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
      const area = (right - left) * (bottom - top);
      if (right - left >= 1 && bottom - top >= 1 && (!best || area > best.area))
        best = { x: (left + right) / 2, y: (top + bottom) / 2, area };
    }
    return best;
  };
  const isDrawn = () => {
    if (element.getClientRects().length === 0) return false;
    const box = element.getBoundingClientRect();
    return box.width >= 1 && box.height >= 1 && getComputedStyle(element).visibility === "visible";
  };
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  // What is not shown draws none; what is, on a busy machine, late, and rests until then whatever moves it.
  const nextFrame = () => Promise.race([new Promise(requestAnimationFrame), pause(500)]);
  const restsInPlace = async () => {
    const started = performance.now();
    for (let last = "", equal = 0; ; await nextFrame()) {
      const box = element.getBoundingClientRect();
      const now = [box.x, box.y, box.width, box.height].join();
      equal = now === last ? equal + 1 : 0;
      last = now;
      if (equal >= 2) return true;
      if (performance.now() - started > STABLE_BOUND_MS) return false;
    }
  };

  const aim = () => {
    const at = middleInView();
    if (!at) return { problem: "hidden" };
    const hit = deepestAt(at.x, at.y);
    if (!hit) return { problem: "hidden" };
    if (isHit(hit)) return { x: at.x, y: at.y };
    return holds(hit, element) ? { problem: "passes" } : { problem: "covered", by: wordsOf(hit) };
  };
  const ready = async () => {
    if (problem()) return { problem: problem() };
    if (!isDrawn()) return { problem: "hidden" };
    let found = { problem: "moving" };
    if (await restsInPlace()) found = aim();
    if (!found.problem) return found;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!(await restsInPlace())) return { problem: "moving" };
    if (!element.isConnected) return { problem: "gone" };
    const until = performance.now() + VEIL_MS; // a veil that lies over it may be about to go
    const isKeptOff = () => ["passes", "covered"].includes(found.problem);
    for (found = aim(); isKeptOff() && performance.now() < until; found = aim()) {
      leaveField();
      await pause(50);
    }
    return found;
  };
  // A field's list or calendar lies over what stands below until the field is left, as a click elsewhere does.
  const leaveField = () => {
    const field = activeOne();
    if (field && field.matches(FIELDS) && !holds(element, field)) field.blur();
  };

  // Called with an iframe: where a point within it lies in this frame, and whether it is in sight.
  const through = () => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const x = box.left + element.clientLeft + parseFloat(style.paddingLeft) + request.x;
    const y = box.top + element.clientTop + parseFloat(style.paddingTop) + request.y;
    const hit = deepestAt(x, y);
    if (!hit) return { problem: "hidden" };
    return holds(element, hit) ? { x, y } : { problem: "covered", by: wordsOf(hit) };
  };

  const TYPED = ["text", "search", "email", "url", "tel", "password", "number"];
  const SET = ["date", "time", "datetime-local", "month", "week", "color", "range"];
  const opens = element.getAttribute("aria-haspopup");
  const isList = element.getAttribute("role") === "combobox" || opens === "listbox"
    || (opens === "menu" && element.querySelector("input") !== null)
    || (!element.hasAttribute("role") && (element.querySelector("input[role=combobox], select") !== null
      || (element.previousElementSibling !== null && element.previousElementSibling.matches("select"))));
  const kindOf = () => {
    if (element instanceof HTMLSelectElement) return "select";
    if (element instanceof HTMLTextAreaElement) return surfaceOf(element) ? "editable" : "text";
    if (element instanceof HTMLInputElement) {
      if (element.type === "file") return "file";
      if (TYPED.includes(element.type)) return "text";
      return SET.includes(element.type) ? "set" : "pressed";
    }
    const role = element.getAttribute("role");
    if (role === "slider") return "slider";
    if (isList) return "list";
    if (role === "gridcell") return "cell";
    if (element.closest("button, summary, option") || element.matches("a[href], [role=button]")) {
      return "pressed";
    }
    return element.isContentEditable ? "editable" : "other";
  };
  const facts = () => ({
    problem: problem(),
    kind: kindOf(),
    role: element.getAttribute("role") || (element.type === "number" ? "spinbutton" : ""),
    isReadOnly: element.readOnly === true || element.getAttribute("aria-readonly") === "true",
    opensList: isList && !element.list && !(element instanceof HTMLSelectElement),
    isMultiple: element.multiple === true,
    options: element instanceof HTMLSelectElement
      ? Array.from(element.options, (each) => ({
          label: flat(each.label),
          value: each.value,
          isDisabled: each.disabled || (each.parentNode.disabled ?? false),
          isSelected: each.selected,
        }))
      : [],
  });

  const activeOne = () => {
    let active = document.activeElement;
    while (active && active.shadowRoot && active.shadowRoot.activeElement) {
      active = active.shadowRoot.activeElement;
    }
    return active;
  };
  const FIELDS = "input, textarea, [role=textbox], [role=searchbox], [role=combobox], [role=spinbutton]";
  // Whether typing would reach it: a field has the keyboard, be it one that came up in its place.
  const hasKeyboard = () => {
    const active = activeOne();
    if (!active) return false;
    const isField = active.isContentEditable || active.matches(FIELDS);
    return isField && (request.orAnyField === true || holds(element, active));
  };

  // Where a slider of the page's own stands, once it has heeded the keys and moves no more.
  const slider = async () => {
    const told = (name) => parseFloat(element.getAttribute(name)), now = () => told("aria-valuenow");
    for (let n = 0, before; n < 40 && (before === request.was || !Object.is(now(), before)); n++) {
      before = now();
      await pause(before === request.was ? 20 : 100);
    }
    const most = told("aria-valuemax");
    return { now: now(), least: told("aria-valuemin") || 0, most: isNaN(most) ? 100 : most };
  };

  // What is drawn for a field, or a label for a tick that is cut away, or takes no clicks, as the page draws it itself.
  const pressed = () => {
    if (surfaceOf(element)) return surfaceOf(element);
    const label = element.labels && element.labels[0];
    if (label && getComputedStyle(element).pointerEvents === "none") return label;
    for (let up = element; label && (up === element || label.contains(up)); up = up.parentElement) {
      const box = up.getBoundingClientRect();
      if (box.width < 3 || box.height < 3) return label;
    }
    return element;
  };

  // A list of the page's own: all that is shown now, as a set; its entries in sight, by what the page says
  // belongs to it, else by what came since "before"; whether it moved when it was scrolled on.
  const ENTRIES = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]";
  const isShown = (el) => {
    const box = el.getBoundingClientRect();
    return box.width > 2 && box.height > 2 && el.checkVisibility({ visibilityProperty: true });
  };
  // An entry may have a shadow tree of its own, and so may what holds the list.
  const rootsIn = (top) => [top, ...Array.from(top.querySelectorAll("*")).flatMap((el) => el.shadowRoot ? rootsIn(el.shadowRoot) : [])];
  let known = null;
  const roots = () => known ||= Array.from(new Set([element.getRootNode(), ...rootsIn(document)]));
  const all = (what) => roots().flatMap((one) => Array.from(one.querySelectorAll(what)));
  const deepest = (found) => {
    const outer = new Set();
    for (const one of found) for (let up = parentOf(one); up; up = parentOf(up)) outer.add(up);
    return found.filter((one) => !outer.has(one));
  };
  const tells = (el) => flat(el.innerText) || el.getAttribute("aria-label");
  const named = (el) => tells(el) ? el : el.getRootNode().host || el;  // its host's own text lies in its slot

  const own = () => {
    const near = [element, ...element.querySelectorAll("[aria-controls], [aria-owns]")];
    if (element.parentElement) near.push(element.parentElement, ...element.parentElement.querySelectorAll("[aria-controls]"));
    const ids = near.flatMap((el) => ["aria-controls", "aria-owns"].flatMap((name) => (el.getAttribute(name) || "").split(/\s+/)));
    const lists = ids.filter(Boolean).flatMap((id) => roots().map((one) => one.getElementById(id)).filter(Boolean));
    return Array.from(new Set(lists)).filter(isShown).flatMap((list) => {
      const entries = all(ENTRIES).filter((el) => el !== list && holds(list, el));
      return entries.length ? entries : Array.from(list.querySelectorAll("li"));
    });
  };
  const isNew = (el) => !request.before.has(el) && isShown(el);
  const pressable = () => {
    const found = all("body *").filter((el) => isNew(el) && getComputedStyle(el).cursor === "pointer" && flat(el.innerText));
    return found.filter((el) => !Array.from(el.children).some((one) => flat(one.innerText) === flat(el.innerText))
      && !found.some((other) => other !== el && el.contains(other) && flat(other.innerText)));
  };
  const entries = () => {
    for (const find of [own, () => all(ENTRIES).filter(isNew), () => all("li").filter(isNew), pressable]) {
      const found = deepest(Array.from(new Set(find().filter(isShown).map(named)))).filter(tells);
      if (found.length) return found;
    }
    return [];
  };
  // A calendar's days tell their whole date beside their number; what turns it on or back says so by its names.
  const isDay = (el) => /^\d{1,2}$/.test(flat(el.innerText));
  const days = () => all("[aria-label], [title], [data-date], time[datetime]")
    .filter((el) => isNew(el) && isDay(el));
  const turns = () => {
    const called = (el) => [el.getAttribute("aria-label"), el.title, el.getAttribute("class")].join(" ").toLowerCase();
    const found = all("*").filter((el) => called(el).includes(request.way) && isNew(el)
      && !called(el).includes("year") && !isDay(el));
    return deepest(found)[0] || null;
  };
  const scrolled = () => {
    const first = entries()[0];
    for (let up = first && parentOf(first); up && up !== document.body; up = parentOf(up))
      if (up.scrollHeight > up.clientHeight + 4 && /auto|scroll/.test(getComputedStyle(up).overflowY)) {
        const was = up.scrollTop;
        if (request.fromTop) up.scrollTop = 0; else up.scrollTop += up.clientHeight * 0.8;
        return up.scrollTop !== was;
      }
    return false;
  };
  const isOpen = () => {
    const told = element.matches("[aria-expanded]") ? element : element.querySelector("[aria-expanded]");
    return !!told && told.getAttribute("aria-expanded") === "true";
  };
  const isTypable = () => {
    const active = activeOne();
    return !!active && (active.isContentEditable || (active.matches("input, textarea") && !active.readOnly));
  };

  const click = () => {
    const why = problem();
    if (!why) element.click();
    return why ? { problem: why } : {};
  };
  const answers = { entries, days, turns, on: scrolled, open: isOpen, typable: isTypable, pressed, slider, ready, through, facts,
    keyboard: hasKeyboard, click,
    shown: () => new Set(all("*").filter(isShown)),
    leave: () => { element.blur(); return true; },
    "in sight": () => isDrawn() && middleInView() !== null,
    value: () => element.value ?? "",
    select: () => { element.select(); return true; } };
  if (!Object.hasOwn(answers, request.what)) throw new Error("no such question");
  return answers[request.what]();
}
