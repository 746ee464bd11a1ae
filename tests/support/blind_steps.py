"""Steps for a clause of a goal whose screen nobody has seen: by keys, by labels, by habit."""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.goals import clauses as c

StepReply = dict[str, str]


def blind_steps(clause: c.Simple, places: Mapping[str, str], is_begun: bool) -> list[StepReply]:
    """What usually does it; ``is_begun``: the dialog for it was opened already."""
    match clause:
        case c.Open(target=target, verb="go to"):
            return [_click(target.said)]
        case c.Open(target=target):
            return [_launch(target.words)]
        case c.OpenFile(name=name):
            return [_press("ctrl+o"), _type(name), _press("enter")]
        case c.Point(target=target) | c.Tick(target=target):
            return [_click(target.said)]
        case c.Named(verb=verb):
            return [_click(verb)]
        case c.MenuPath(labels=labels):
            return [_click(label) for label in labels]
        case c.Press(keys=keys, times=times):
            return [_press("+".join(keys))] * times
        case c.Choose(value=value, target=field):
            return [_click(field.said), _click(value)]
        case c.SetTo(target=target, value=value):
            return [{"action": "set_text", "zone_id": target.said, "text": value}]
        case c.TypeIn(text=text, target=target):
            return [_type(text, target.said if target else "")]
        case c.Save():
            return [_press("ctrl+s")]
        case c.SaveAs(name=name, folder=folder):
            path = f"{places[folder]}/{name}" if folder in places else name
            opening = [] if is_begun else [_press("ctrl+shift+s")]
            return [*opening, _press("ctrl+a"), _type(path), _press("enter")]
        case _:
            return _more(clause)


def _more(clause: c.Simple) -> list[StepReply]:
    match clause:
        case c.Close():
            return [_press("alt+f4")]
        case c.DragTo(source=source, to=to):
            return [{"action": "drag", "zone_id": source.said, "text": to.said}]
        case c.Rename(target=target, name=name):
            return [_click(target.said), _press("f2"), _type(name), _press("enter")]
        case c.Pause(secs=secs):
            return [{"action": "wait", "text": f"{secs:g}"}]
        case c.Expect(target=target):
            return [{"action": "wait", "text": "3", "expect": f"text: {target.said}"}]
        case _:
            return []


def _click(label: str) -> StepReply:
    return {"action": "click", "zone_id": label, "description": f"Click {label}"}


def _launch(name: str) -> StepReply:
    return {"action": "launch", "text": name, "description": f"Launch {name}"}


def _press(keys: str) -> StepReply:
    return {"action": "press", "keys": keys, "description": f"Press {keys}"}


def _type(text: str, label: str = "") -> StepReply:
    where = {"zone_id": label} if label else {}
    return {"action": "type", "text": text, **where}
