for (const sorter of document.querySelectorAll("[data-sorter]")) {
  const list = sorter.querySelector(".sorter-list");
  sorter.querySelector(".sorter-face").addEventListener("click", () => { list.hidden = !list.hidden; });
  for (const item of list.children) {
    item.addEventListener("click", () => { location.href = item.dataset.go; });
  }
}
