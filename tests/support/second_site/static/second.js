"use strict";
const bar = document.getElementById("cookie-bar");
if (bar) for (const button of bar.querySelectorAll("button"))
  button.addEventListener("click", () => { fetch(bar.dataset.to, { method: "POST" }); bar.remove(); });
for (const button of document.querySelectorAll(".fold h2 button"))
  button.addEventListener("click", () => {
    const panel = document.getElementById(button.getAttribute("aria-controls"));
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
  });
for (const group of document.querySelectorAll("[data-tabs]"))
  for (const tab of group.querySelectorAll("[role=tab]"))
    tab.addEventListener("click", () => {
      for (const other of group.querySelectorAll("[role=tab]")) {
        const chosen = other === tab;
        other.setAttribute("aria-selected", String(chosen));
        document.getElementById(other.getAttribute("aria-controls")).hidden = !chosen;
      }
    });
const glass = document.getElementById("open-search");
if (glass) glass.addEventListener("click", () => {
  const form = document.getElementById("site-search");
  form.hidden = !form.hidden;
  glass.setAttribute("aria-expanded", String(!form.hidden));
  if (!form.hidden) form.querySelector("input").focus();
});
for (const select of document.querySelectorAll("select[data-go]"))
  select.addEventListener("change", () => select.form.submit());
for (const each of document.querySelectorAll("#toasts .toast"))
  setTimeout(() => each.remove(), 8000);
