document.getElementById("counter").addEventListener("click", (event) => {
  if (event.target.tagName !== "BUTTON") return;
  fetch("/press", { method: "POST", body: new URLSearchParams({ what: event.target.textContent }) });
});
