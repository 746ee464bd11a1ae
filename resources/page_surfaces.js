// Around a field that is there for the keyboard only, what a script draws in its place: an editor.
// A part of set_of_mark.js and of hands_on_page.js.
function surfaceOf(el) {
  const hasMore = (up) => up.querySelectorAll("input, select, textarea, button").length > 1;
  if (!el.matches("textarea") || el.labels.length) return null;
  let isUnseen = getComputedStyle(el).opacity === "0";
  for (let up = el, n = 0; up && n < 5 && !hasMore(up); up = up.parentElement, n++) {
    const { width, height } = up.getBoundingClientRect(), isSmall = width < 3 || height < 3;
    if (up !== el && isUnseen && !isSmall) return up;
    isUnseen = isUnseen || isSmall;
  }
  return null;
}
