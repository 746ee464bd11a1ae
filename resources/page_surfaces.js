// Around a field that is there for the keyboard only, what a script draws in its place: an editor.
// A part of set_of_mark.js and of hands_on_page.js.
function surfaceOf(el) {
  const isSmall = (one) => ["width", "height"].some((side) => one.getBoundingClientRect()[side] < 3), up = el.parentElement;
  if (!up || !el.matches("textarea") || el.labels.length) return null;
  const drawn = isSmall(up) && up.parentElement ? up.parentElement : up, isUnseen = getComputedStyle(el).opacity === "0" || isSmall(el) || isSmall(up);
  return isUnseen && !isSmall(drawn) && drawn.querySelectorAll("input, select, textarea, button").length === 1 ? drawn : null;
}
