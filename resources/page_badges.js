// The ids as badges beside the elements, by flag.
// A part of set_of_mark.js, in whose scope it stands.

let host = null, shown = "";

function badges(keys) {
  const wanted = keys.map((key) => [key, found(key)]).filter(([, el]) => el)
    .map(([key]) => ({ key, ...JSON.parse(boundsOf(key) || "{}") })).filter((one) => one.box);
  const now = JSON.stringify(wanted);
  if (now === shown && host && host.isConnected) return;
  unbadge();
  shown = now;
  if (!wanted.length || !document.documentElement) return;
  host = document.createElement(BADGES);
  host.style.cssText = "all:initial;position:fixed;inset:0;pointer-events:none;z-index:2147483647";
  host.setAttribute("aria-hidden", "true");
  const root = host.attachShadow({ mode: "closed" });
  const taken = wanted.map((one) => one.box);
  for (const { key, box } of wanted) {
    const [x, y] = besides(box, 7 * key.length + 6, 14, taken);
    taken.push([x, y, 7 * key.length + 6, 14]);
    const badge = document.createElement("div");
    badge.textContent = key;
    badge.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${7 * key.length + 4}px;height:12px;`
      + "font:bold 11px/12px monospace;text-align:center;color:#000;background:#f0e442;border:1px solid #000;"
      + "pointer-events:none";
    root.append(badge);
  }
  document.documentElement.append(host);
}

// Before it, behind it, above it, below it: the first place in view where nothing else that is named lies.
function besides([x, y, w, h], width, height, taken) {
  const middle = y + Math.max(0, (h - height) / 2);
  const ways = [[x - width - 1, middle], [x + w + 1, middle], [x, y - height - 1], [x, y + h + 1],
    [x + w - width, y - height - 1], [x + w - width, y + h + 1]]
    .map(([left, top]) => [Math.round(left), Math.round(top)]);
  const fits = ([left, top]) => left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
  const free = ([left, top]) => !taken.some(([a, b, c, d]) =>
    left < a + c && a < left + width && top < b + d && b < top + height);
  return ways.find((way) => fits(way) && free(way)) || ways.find(fits) || ways[0];
}

function unbadge() {
  if (host) host.remove();
  host = null; shown = "";
}
