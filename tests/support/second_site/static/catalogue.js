"use strict";
const form = document.getElementById("filters"), sort = document.getElementById("sort");
const results = document.getElementById("results"), pager = document.getElementById("pager");
let asked = new URLSearchParams(location.search);

function made(tag, props = {}, ...inside) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...inside);
  return node;
}
function fill() {
  for (const box of form.querySelectorAll("[type=checkbox]"))
    box.checked = asked.getAll(box.name).includes(box.value);
  for (const select of form.querySelectorAll("select")) select.value = asked.get(select.name) || "";
  sort.value = asked.get("sort") || "relevance";
}
function gather(page) {
  const words = asked.get("q");
  asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  if (words) asked.set("q", words);
  if (sort.value !== "relevance") asked.set("sort", sort.value);
  if (page > 1) asked.set("page", page);
  const text = asked.toString();
  history.pushState(null, "", text ? "?" + text : location.pathname);
  show();
}
function card(book) {
  const link = made("a", { href: "/library/book/" + book.slug, textContent: book.title });
  const badge = made("span", { className: book.available ? "badge" : "badge off",
    textContent: book.available ? "Available" : "On loan" });
  return made("article", { className: "item" },
    made("div", {}, made("h3", {}, link), made("p", { textContent: "by " + book.author }),
      made("p", { textContent: book.facts })),
    made("div", {}, made("p", { textContent: "★ " + book.rating }), badge));
}
function number(label, page, isHere) {
  const button = made("button", { type: "button", className: "btn plain small", textContent: label });
  if (isHere) button.setAttribute("aria-current", "page");
  if (label === "›") button.setAttribute("aria-label", "Next page");
  button.addEventListener("click", () => gather(page));
  return button;
}
async function show() {
  results.setAttribute("aria-busy", "true");
  const found = await (await fetch("/library/api/books?" + asked)).json();
  document.getElementById("count").textContent =
    found.total === 1 ? "1 title" : found.total + " titles";
  results.replaceChildren(...(found.total ? found.books.map(card)
    : [made("p", { className: "notice", textContent: "No titles match. Try fewer words or filters." })]));
  const pages = Array.from({ length: found.pages }, (_, at) => at + 1);
  pager.replaceChildren(...(found.pages > 1 ? pages.map(page => number(String(page), page, page === found.page)) : []));
  if (found.page < found.pages) pager.append(number("›", found.page + 1, false));
  results.setAttribute("aria-busy", "false");
}
form.addEventListener("change", () => gather(1));
form.addEventListener("reset", () => setTimeout(() => gather(1)));
sort.addEventListener("change", () => gather(1));
window.addEventListener("popstate", () => { asked = new URLSearchParams(location.search); fill(); show(); });
fill();
show();
