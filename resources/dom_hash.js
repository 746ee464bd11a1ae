// The hash of a page: structure, texts and values, without what changes by itself.
// A part of set_of_mark.js, in whose scope it stands.

const HASHED = ["href", "src", "type", "name", "role", "alt", "title", "placeholder", "aria-label",
  "aria-expanded", "aria-selected", "aria-checked", "aria-pressed", "aria-current", "aria-disabled",
  "aria-valuenow", "open", "disabled", "hidden", "contenteditable"];
const FLEETING = /([?&;](?:_|t|ts|cb|v|rnd|rand|random|nonce|token|csrf\w*|sid|session\w*|x?srf\w*)=)[^&#]*/gi;
const HASH_NODES = 40000, HASH_NODES_OF_LARGE = 6000, HASH_CHARS = 1500000;

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
    const all = size();
    if (all > LARGE) hash.add(String(all));
    if (document.documentElement) hashNode(hash, document.documentElement, fields, { n: 0, most: all > LARGE ? HASH_NODES_OF_LARGE : HASH_NODES }, 0);
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
  if (count.n++ > count.most || hash.chars > HASH_CHARS || depth > MOST_DEPTH) return;
  const tag = lower(el);
  if (SKIPPED.has(tag) && tag !== "option" && tag !== "optgroup") return;
  if (tag === "input" && el.type === "hidden") return;
  if (tag !== "option" && tag !== "optgroup" && !el.checkVisibility() && getComputedStyle(el).display !== "contents") return;
  hash.add("<" + tag);
  for (const name of HASHED) {
    const value = el.getAttribute(name);
    if (value !== null) hash.add(name + "=" + value.replace(FLEETING, "$1"));
  }
  if (FIELDS.has(tag)) fields.push(el);
  if (tag === "textarea") return;
  if (tag === "iframe" || tag === "frame") {
    const doc = el.contentDocument;
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
