const entries = document.getElementById("entries");
const sentinel = document.getElementById("sentinel");
let isFetching = false;
async function more() {
  if (isFetching) return;
  isFetching = true;
  const found = await (await fetch(`/feed/entries?from=${entries.children.length}`)).json();
  for (const each of found) {
    const article = document.createElement("article");
    article.className = "entry";
    article.innerHTML = `<h2><a href="/feed/entry/${each.number}"></a></h2><p><small></small></p><p></p>`;
    article.querySelector("a").textContent = each.title;
    article.querySelector("small").textContent = each.day;
    article.lastElementChild.textContent = each.text;
    entries.append(article);
  }
  isFetching = false;
  if (!found.length) { watcher.disconnect(); sentinel.textContent = "This is the first entry."; return; }
  watcher.unobserve(sentinel);
  watcher.observe(sentinel);
}
const watcher = new IntersectionObserver((seen) => { if (seen.some((each) => each.isIntersecting)) more(); });
watcher.observe(sentinel);
