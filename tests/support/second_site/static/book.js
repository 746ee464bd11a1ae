"use strict";
const dialog = document.getElementById("hold"), opener = document.getElementById("open-hold");
const holdForm = document.getElementById("hold-form"), copies = document.getElementById("copies");
fetch(copies.dataset.from).then(answer => answer.json()).then(rows => {
  copies.replaceChildren(...rows.map(each => {
    const row = document.createElement("tr");
    for (const text of [each.branch, each.mark, each.status])
      row.append(Object.assign(document.createElement("td"), { textContent: text }));
    return row;
  }));
});
opener.addEventListener("click", () => dialog.showModal());
holdForm.addEventListener("submit", async event => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(holdForm));
  const reply = await (await fetch(holdForm.dataset.to, { method: "POST", body })).json();
  for (const note of holdForm.querySelectorAll(".error")) {
    note.textContent = (reply.errors || {})[note.dataset.for] || "";
    note.hidden = !note.textContent;
  }
  if (reply.errors) return;
  dialog.close();
  opener.disabled = true;
  opener.textContent = "On hold for you";
  const toast = Object.assign(document.createElement("div"), { className: "toast", textContent: reply.message });
  document.getElementById("toasts").append(toast);
  setTimeout(() => toast.remove(), 8000);
});
