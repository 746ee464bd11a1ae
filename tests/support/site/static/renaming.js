const board = document.getElementById("board");
let turn = 0;
function rename() {
  turn += 1;
  board.id = `board${turn}`;
  for (const each of board.children) {
    each.id = `x${turn}${Math.floor(turn * 7919 % 997)}`;
    each.className = `c${turn}`;
    each.name = `n${turn}`;
  }
  requestAnimationFrame(rename);
}
board.addEventListener("click", (event) => {
  if (event.target.tagName !== "BUTTON") return;
  document.getElementById("told").textContent = `${event.target.textContent}: noted.`;
  fetch("/press", { method: "POST", body: new URLSearchParams({ what: event.target.textContent }) });
});
rename();
