"use strict";
const long = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric",
  hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "short" });
const short = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
for (const time of document.querySelectorAll("time")) {
  const when = new Date(time.dateTime);
  time.title = long.format(when);
  time.textContent = "short" in time.dataset ? short.format(when) : time.title;
}
document.addEventListener("click", (event) => {
  const shot = event.target.closest(".shots .shot");
  if (shot) shot.parentElement.classList.toggle("large");
});
const graph = document.querySelector(".graph svg");
const told = document.querySelector(".told");
function pick(card) {
  for (const lit of graph.querySelectorAll(".lit")) lit.classList.remove("lit");
  graph.classList.toggle("picked", card !== null);
  if (card === null) { told.textContent = told.dataset.hint; return; }
  card.classList.add("lit");
  for (const line of graph.querySelectorAll(".line")) {
    if (line.dataset.start !== card.dataset.state && line.dataset.end !== card.dataset.state) continue;
    line.classList.add("lit");
    for (const end of [line.dataset.start, line.dataset.end])
      for (const other of graph.querySelectorAll(".card"))
        if (other.dataset.state === end) other.classList.add("lit");
  }
  told.textContent = card.dataset.told;
}
if (graph) {
  graph.addEventListener("click", (event) => pick(event.target.closest(".card")));
  graph.addEventListener("keydown", (event) => {
    if (event.key === "Escape") pick(null);
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(event.target.closest(".card")); }
  });
}
