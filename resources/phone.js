"use strict";
// For how long a card has been in sight: from when what it asks stood there whole, and anew where the card or the page was away.
const since = new Map();
const watch = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting, intersectionRatio } of seen) {
    const card = target.closest("article");
    if (!isIntersecting && target === card) since.delete(card);
    if (target !== card && intersectionRatio > 0.99 && !since.has(card)) since.set(card, performance.now());
  }
}, { threshold: [0, 0.995] });
function look() {
  watch.disconnect();
  since.clear();
  if (!document.hidden) document.querySelectorAll("article, h2").forEach((each) => watch.observe(each));
}
document.addEventListener("visibilitychange", look);
document.addEventListener("submit", ({ target }) => {
  const began = since.get(target.closest("article"));
  if (began !== undefined) target.elements.seen_secs.value = (performance.now() - began) / 1000;
});
look();
