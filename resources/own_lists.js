// What the browser's hands ask of a list that a page makes itself, called with what opens it.
// "shown": all that is drawn now, as a set. "entries": the list's entries in sight, by what the page
// says belongs to it, else by what came since "before". "on": scroll the list; whether it moved.
(element, request) => {
  const ENTRIES = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]";
  const flat = (text) => (text || "").replace(/\s+/g, " ").trim();
  const isShown = (el) => {
    const box = el.getBoundingClientRect();
    return box.width > 2 && box.height > 2 && el.checkVisibility({ visibilityProperty: true });
  };
  const root = element.getRootNode();
  const roots = root === document ? [document] : [root, document];
  const all = (what) => roots.flatMap((one) => Array.from(one.querySelectorAll(what)));
  const deepest = (found) => found.filter((one) => !found.some((other) => other !== one && one.contains(other)));

  const own = () => {
    const near = [element, ...element.querySelectorAll("[aria-controls], [aria-owns]")];
    if (element.parentElement) near.push(element.parentElement, ...element.parentElement.querySelectorAll("[aria-controls]"));
    const ids = near.flatMap((el) => ["aria-controls", "aria-owns"].flatMap((name) => (el.getAttribute(name) || "").split(/\s+/)));
    const lists = ids.filter(Boolean).flatMap((id) => roots.map((one) => one.getElementById(id)).filter(Boolean));
    return Array.from(new Set(lists)).filter(isShown).flatMap((list) => {
      const entries = Array.from(list.querySelectorAll(ENTRIES));
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
      const found = deepest(find().filter(isShown)).filter((el) => flat(el.innerText) || el.getAttribute("aria-label"));
      if (found.length) return found;
    }
    return [];
  };
  const scrolled = () => {
    const first = entries()[0];
    for (let up = first && first.parentElement; up && up !== document.body; up = up.parentElement)
      if (up.scrollHeight > up.clientHeight + 4 && /auto|scroll/.test(getComputedStyle(up).overflowY)) {
        const was = up.scrollTop;
        if (request.fromTop) up.scrollTop = 0; else up.scrollTop += up.clientHeight * 0.8;
        return up.scrollTop !== was;
      }
    return false;
  };

  switch (request.what) {
    case "shown": return new Set(all("*").filter(isShown));
    case "entries": return entries();
    case "on": return scrolled();
    case "open": {
      const told = element.matches("[aria-expanded]") ? element : element.querySelector("[aria-expanded]");
      return !!told && told.getAttribute("aria-expanded") === "true";
    }
    case "typable": {
      let active = document.activeElement;
      while (active && active.shadowRoot && active.shadowRoot.activeElement) active = active.shadowRoot.activeElement;
      return !!active && (active.isContentEditable || (active.matches("input, textarea") && !active.readOnly));
    }
    default: throw new Error("no such question");
  }
}
