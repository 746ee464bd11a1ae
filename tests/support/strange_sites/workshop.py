"""A page with what only a picture tells: a drawing board, and a map that is turned by the wheel.

Beside them stand a slider, a field that holds something already, and far below a number to carry
over. What is saved is told to the server in the address."""

from __future__ import annotations

from collections.abc import Mapping

_PAGE = """<!doctype html><meta charset=utf-8><title>Workshop</title><h1>Workshop</h1>
<canvas id=board width=400 height=240 style="border:1px solid"></canvas>
<canvas id=map width=300 height=240 style="border:1px solid"></canvas>
<p><label>Pressure <input id=slider type=range min=0 max=10 value=2></label>
<span id=bar>2 bar</span></p>
<p><label>Note <input id=note value="Batch "></label> <button id=save>Save</button></p>
<p id=said></p>
<p style="margin-top:1200px">Serial number of the press: <b>KX-4471</b></p>
<script>
const pen = board.getContext('2d'), ink = map.getContext('2d')
let isDown = false, strokes = 0, zoom = 1, buoy = 'no'
board.onmousedown = (e) => { isDown = true; pen.beginPath(); pen.moveTo(e.offsetX, e.offsetY) }
board.onmousemove = (e) => { if (isDown) { pen.lineTo(e.offsetX, e.offsetY); pen.stroke() } }
board.onmouseup = () => { isDown = false; strokes += 1 }
const paint = () => {
  ink.clearRect(0, 0, 300, 240)
  ink.fillStyle = 'red'
  ink.beginPath(); ink.arc(150, 120, 10 * zoom, 0, 7); ink.fill()
  ink.fillStyle = 'black'; ink.font = `${12 * zoom}px sans-serif`
  if (zoom > 2) ink.fillText('Pier 9', 180, 120)
}
paint()
map.onwheel = (e) => { e.preventDefault(); zoom = Math.max(1, zoom - e.deltaY / 200); paint() }
map.onclick = (e) => {
  if (Math.hypot(e.offsetX - 150, e.offsetY - 120) < 10 * zoom) buoy = 'yes'
}
slider.oninput = () => { bar.textContent = `${slider.value} bar` }
save.onclick = async () => {
  const told = {note: note.value, pressure: slider.value, strokes, buoy}
  await fetch('/kept?' + new URLSearchParams(told))
  said.textContent = `Saved: ${note.value} at ${slider.value} bar`
}
</script>"""


def page(path: str, query: Mapping[str, str]) -> str:
    return "kept" if path == "/kept" else _PAGE
