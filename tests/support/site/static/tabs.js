for (const tabs of document.querySelectorAll("[data-tabs]")) {
  const heads = tabs.querySelectorAll(".tab");
  for (const head of heads) {
    head.addEventListener("click", () => {
      for (const each of heads) each.classList.toggle("on", each === head);
      for (const pane of tabs.querySelectorAll(".pane")) pane.hidden = pane.dataset.name !== head.dataset.pane;
    });
  }
}
