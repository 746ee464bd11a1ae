"""The garden club's pages: forms, buttons that turn into their opposites, a wizard."""

from __future__ import annotations

_SHELL = """<!doctype html><meta charset=utf-8><title>{title} · Green Thumb Club</title>
<style>body {{ font: 16px sans-serif; max-width: 50rem; margin: auto }}
label {{ display: block; margin: 8px 0 }}</style>
<header><nav><a href="/">Club</a> <a href="/plants">Plants</a> <a href="/postbox">Post box</a>
<a href="/visit">Visits</a> <a href="/trolley">Trolley ({count})</a></nav>
<form action="/seek"><input name="q" placeholder="Search plants and pages">
<button>Go</button></form></header>
<main><h1>{title}</h1>{body}</main>
<footer><form method=post action="/letter"><label>Your e-mail for the Sunday letter
<input name="mail" type="email"></label><button>Sign me up</button></form></footer>"""


def shell(title: str, body: str, in_trolley: int) -> str:
    return _SHELL.format(title=title, body=body, count=in_trolley)


_POST_BOX = """<p>Anything on your mind? We read every word of it.</p>
<form method=post action="/postbox"><label>What shall we call you? <input name="who"></label>
<label>E-mail address <input name="mail" type="text"></label>
<label>Your message <textarea name="words"></textarea></label>
<button>Drop it in</button></form>"""

_DIARY = """<p>Last night the thermometer went below zero.</p><h2>Voices</h2>
<ul><li>Grace: Wrap up the roses!</li><!--voices--></ul>
<form method=post action="/diary/frost/say"><label>Nickname <input name="nick"></label>
<label>Your comment <textarea name="words"></textarea></label><button>Speak up</button></form>"""

_PLANT = """<p>{about}</p><p>€ {price}</p>
<form method=post action="/trolley/put/{key}"><label>Pots
<input type=number name=pots value=1 min=1 max=9></label>
<button>Into the trolley</button></form>
<button id=heart aria-pressed=false>♡ Favourite</button>
<p><a href="/plants">All plants</a> <a href="/plants/ivy">You may also like: Ivy</a></p>
<script>heart.onclick = () => fetch("/heart/{key}", {{method: "POST"}}).then(() =>
heart.setAttribute("aria-pressed", heart.getAttribute("aria-pressed") !== "true"))</script>"""

_GARDENERS = """<ul>
<li><b>Olive Green</b> grows olives. <button data-who=olive>Follow</button></li>
<li><b>Basil Rust</b> grows herbs. <button data-who=basil>Follow</button></li></ul>
<script>for (const one of document.querySelectorAll("[data-who]")) one.onclick = () =>
fetch("/follow/" + one.dataset.who, {method: "POST"}).then(() => one.textContent =
one.textContent === "Follow" ? "Following" : "Follow")</script>"""

_MEMBERS = """<form method=post action="/members/enter">
<label>Full name <input name="name"></label><label>E-mail address <input name="mail"></label>
<label>Phone <input name="call"></label><button>Become a member</button></form>"""

_VISIT = """<form method=post action="/visit"><label>Name <input name="name"></label>
<label>Day of your visit <input type=date name=day></label>
<label>Garden <select name=garden><option>Choose one…<option>Rose garden<option>Herb garden
</select></label>
<label>Persons <input type=number name=persons value=1 min=1 max=12></label>
<fieldset><legend>Time</legend><label><input type=radio name=time value=m>Morning</label>
<label><input type=radio name=time value=a>Afternoon</label></fieldset>
<label><input type=checkbox name=news value=on checked> Send me the newsletter</label>
<button>Book this visit</button></form>"""

_SUGGEST = """<p>An idea for the club? Put it down here.</p>
<form method=post action="/suggest"><label>Your idea <input name="idea"></label>
<button>Hand in</button></form>"""

_BORROW = """<ul>
<li><b>Wheelbarrow, green</b> <form method=post action="/borrow/green"><button>Borrow</button>
</form></li>
<li><b>Wheelbarrow, red</b> <form method=post action="/borrow/red"><button>Borrow</button>
</form></li></ul>"""

WIZARD_FIELDS = (
    '<label>Your name <input name="name"></label>',
    '<label>Size of the plot <select name="size"><option>Pick…<option>Small<option>Large</select>'
    "</label>",
    '<label>Remarks <textarea name="remarks"></textarea></label>',
)


def _wizard(step: int, field: str) -> tuple[str, str]:
    label = "Next" if step < len(WIZARD_FIELDS) else "Ask for the plot"
    body = f"<form method=post action='/plot/{step}'>{field}<button>{label}</button></form>"
    return f"A plot of your own, {step} of {len(WIZARD_FIELDS)}", body


_PLANTS = (("fern", "Boston fern", "12.50"), ("ivy", "Ivy", "4.00"), ("sage", "Sage", "3.20"))

PAGES: dict[str, tuple[str, str]] = {
    "/": (
        "A club for green thumbs",
        '<p><a href="/diary/frost">Diary: First frost</a> <a href="/gardeners">Gardeners</a> '
        '<a href="/members">Join the club</a> <a href="/plot/1">A plot of your own</a> '
        '<a href="/suggest">Ideas</a> <a href="/borrow">Tools to borrow</a></p>',
    ),
    "/plants": (
        "Plants",
        "".join(f'<p><a href="/plants/{key}">{name}</a> € {p}</p>' for key, name, p in _PLANTS),
    ),
    "/postbox": ("Post box", _POST_BOX),
    "/postbox/done": ("Post box", "<p>Your note has reached us. Thanks, and happy digging!</p>"),
    "/diary/frost": ("First frost", _DIARY),
    "/gardeners": ("Gardeners", _GARDENERS),
    "/members": ("Join the club", _MEMBERS),
    "/visit": ("Plan a visit", _VISIT),
    "/suggest": ("Ideas", _SUGGEST),
    "/borrow": ("Tools to borrow", _BORROW),
    "/trolley": ("Trolley", "<p>What you picked.</p>"),
    **{f"/plot/{at}": _wizard(at, field) for at, field in enumerate(WIZARD_FIELDS, 1)},
    **{
        f"/plants/{key}": (name, _PLANT.format(key=key, price=price, about=f"{name} likes shade."))
        for key, name, price in _PLANTS
    },
}
