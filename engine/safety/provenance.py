"""Whose wish a step follows: the goal's, or that of a text on the screen.

What the screen says is data. A step is suspicious where the goal does not account for what it
does and a text on the screen does. Where it starts a program, opens an address or types a text, it
is enough that nobody accounts for it (``accounted``). The planner's own word that it follows the
screen always counts; its word that it follows the goal never does."""

import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.domain.actions import Launch, TypeText
from engine.domain.plans import PlanStep, ReadText, Situation
from engine.domain.web.sites import host_of, hosts_named_in, is_same_site
from engine.domain.zones import MENU_ROLES, Role
from engine.language.folding import readings, secrets_in, visible
from engine.language.grave_words import class_of_words, has_word
from engine.language.labels import has_words, plain, shortened
from engine.language.orders import alternatives, canonical, content_of, words_in
from engine.safety.acts import Act, act_of, follows_order, follows_request
from engine.safety.instructions import Accounted, Instruction, instructions_in, instructions_on
from engine.safety.risks import pressed_zones

_TYPED = re.compile(
    rf"\b{alternatives('type')}\b[^'\"“”«»„‘]{{0,30}}(?:'([^']*)'|\"([^\"]*)\"|[“„]([^”“]*)[”“]"
    r"|«([^»]*)»)"
)
_UNSAID_SHARE = 0.5
_STARTING = MENU_ROLES | {Role.ICON, Role.BUTTON, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL}
"""What starts a program that is called like it, in a menu or a launcher."""
_MOST_WORDS_OF_STARTER = 6


class GoalWords:
    """One goal, read once."""

    def __init__(self, goal: str) -> None:
        said = readings(goal)
        self._said = tuple(f" {' '.join(words_in(each))} " for each in said)
        self._raw = said
        self._all = frozenset().union(*(content_of(each) for each in said))
        self._wishes = frozenset().union(*(content_of(_TYPED.sub(" ", each)) for each in said))
        self._hosts = hosts_named_in(goal)
        self.typed = tuple(
            words
            for each in said
            for groups in _TYPED.findall(each)
            if len((words := " ".join(words_in("".join(groups)))).split()) > 1
        )

    def unasked(self, act: Act, places: Mapping[str, str]) -> frozenset[str] | None:
        """The words of the act that the goal does not account for; None where it asks for it."""
        if act.kind == "press":
            is_asked = bool(act.content & self._wishes) or any(map(act.named_in, self._raw))
            return None if is_asked else act.content
        if act.kind == "visit":
            return act.content - self._all or None
        if act.kind in ("launch", "focus"):
            return None if act.content & self._wishes else act.content
        if any(map(self._says, act.phrases)) and not (act.kind == "click" and act.is_grave):
            return None
        if not act.content:
            return act.content
        if act.kind in ("type", "search"):
            folders = content_of(" ".join(places.values()).casefold())
            return act.content - self._all - folders or None
        # a label counts as asked for by most of its words, unless a grave one is left
        left = act.content - self._wishes
        is_grave_left = any(class_of_words(word) for word in left)
        is_most_said = len(left) < len(act.content) * _UNSAID_SHARE and not is_grave_left
        return None if is_most_said else left

    def means_site_of(self, url: str) -> bool:
        """What the goal gives away is meant for this page: it names its site, or none."""
        return not self._hosts or any(is_same_site(host_of(url), one) for one in self._hosts)

    def asks_for(self, words: str) -> bool:
        """The goal speaks of it."""
        return bool(content_of(readings(words)[-1]) & self._all)

    @property
    def names_any_host(self) -> bool:
        return bool(self._hosts)

    def names_host(self, host: str) -> bool:
        """The goal names the site, by its address or by the name in it ("wikipedia")."""
        if any(is_same_site(host, one) for one in self._hosts):
            return True
        names = host.split(".")[:-1]
        return any(len(name) > 3 and canonical(name) in self._all for name in names)

    def says(self, name: str) -> bool:
        """The name stands in the goal as a whole."""
        return any(self._says(" ".join(words_in(each))) for each in readings(name))

    def has_all_of(self, words: str) -> bool:
        """All that the words are about is spoken of in the goal."""
        return content_of(readings(words)[-1]) <= self._all

    def _says(self, phrase: str) -> bool:
        return bool(phrase) and any(f" {phrase} " in said for said in self._said)


_MOST_REMEMBERED = 300
_MOST_OWN_TEXTS = 100
_LONGEST_QUOTE = 200
_ABOUT_SECRETS = frozenset({"secret", "password"})


class ScreenProvenance:
    """Implements the ``Provenance`` port for one run; it remembers what the screen said in it."""

    def __init__(self) -> None:
        self._instructions: dict[tuple[str, str], Instruction] = {}
        self._own_texts: deque[str] = deque(maxlen=_MOST_OWN_TEXTS)
        self._goal = ""
        self._goal_words = GoalWords("")
        self._noticed: Situation | None = None
        self._accounted = Accounted()

    def accept(self, step: PlanStep, situation: Situation) -> None:
        self._accounted.accept(step, situation)

    def notice(self, situation: Situation, texts: Sequence[ReadText] = ()) -> None:
        """Remember what the screen says now; the oldest is forgotten where it gets too much."""
        if situation is self._noticed and not texts:
            return
        self._noticed = situation
        self._accounted.notice(situation)
        for each in instructions_on(situation, texts):
            key = (each.text, each.window_id)
            self._instructions.pop(key, None)
            self._instructions[key] = each
        while len(self._instructions) > _MOST_REMEMBERED:
            del self._instructions[next(iter(self._instructions))]

    def suspicion_of(self, step: PlanStep, goal: str, situation: Situation) -> str:
        self.notice(situation)
        if goal != self._goal:
            self._goal, self._goal_words = goal, GoalWords(goal)
        act = act_of(step, situation)
        if step.asked_by == "screen":
            text = self._likeliest(act, situation)
            told = f"The screen says “{_quote(text)}”; by the planner's own word the step follows"
            asked = "The planner says that something on the screen asks for it, and not your goal."
            return f"{told} the screen and not your goal." if text else asked
        followed = self._followed(act, step, situation) if act is not None else None
        if followed is not None:
            return f"The screen says “{_quote(followed.text)}”; your goal does not ask for it."
        if act is not None and (missing := self._missing(act, step, situation)):
            text = self._likeliest(act, situation)
            resembling = f" The screen says “{_quote(text)}”." if text else ""
            return f"Your goal does not ask for {missing}.{resembling}"
        if isinstance(step.action, TypeText):
            said = (" ".join(words_in(each)) for each in readings(step.action.text))
            self._own_texts.extend(each for each in said if " " in each)  # one tells too little
        is_key = act is not None and act.kind == "press"  # which accounts for nothing by itself
        if act is None or not is_key or self._goal_words.unasked(act, situation.places) is None:
            self._accounted.accept(step, situation)
        return ""

    def _missing(self, act: Act, step: PlanStep, situation: Situation) -> str:
        """What neither the goal nor the operator nor a step before accounts for, in words."""
        if name := _started_unnamed(step, situation, self._goal_words):
            return f"starting “{name}”"
        if self._goal_words.unasked(act, situation.places) is None:
            return ""
        return self._accounted.missing_in(step, situation, self._goal_words)

    def _followed(self, act: Act, step: PlanStep, situation: Situation) -> Instruction | None:
        """The instruction that accounts for the act where the goal does not; the newest."""
        if act.host and self._goal_words.names_host(act.host):
            content = act.content - content_of(readings(act.host)[-1])
            act = replace(act, host="", content=content if act.kind == "visit" else act.content)
        unasked = self._goal_words.unasked(act, situation.places)
        secrets = self._unasked_secrets(step, situation)
        if unasked is None and not secrets:
            return None
        unasked = unasked or frozenset()
        for each in reversed(self._foreign()):
            if secrets and each.content & _ABOUT_SECRETS:
                return each
            if each.is_to_agent and follows_order(act, unasked, each):
                return each
            if not each.is_to_agent and follows_request(act, unasked, each):
                return each
        return None

    def _unasked_secrets(self, step: PlanStep, situation: Situation) -> bool:
        """A secret that the goal does not give away, or not to the site that is shown."""
        if not isinstance(step.action, TypeText) or not secrets_in(step.action.text):
            return False
        page = situation.page
        if page is not None and not self._goal_words.means_site_of(page.url):
            return True
        return not set(secrets_in(step.action.text)) <= set(secrets_in(self._goal))

    def _foreign(self) -> list[Instruction]:
        """The instructions that neither the goal nor the run itself has put on the screen."""
        own = (*self._goal_words.typed, *self._own_texts)
        return [each for each in self._instructions.values() if not _is_own(each, own)]

    def _likeliest(self, act: Act | None, situation: Situation) -> str:
        """The text on the screen that has most in common with the act, for a quotation."""
        words = act.content if act is not None else frozenset()
        told = [
            (len(words & each.content), 1, not each.is_spread, each.text)
            for each in self._foreign()
        ]
        told += [
            (len(words & content_of(readings(text)[-1])), 0, True, text)
            for zone in situation.zones_in_sight
            for text in (zone.value, zone.label)
            if text and (act is None or act.zone is not zone)
        ]
        shared, is_instruction, _, text = max(told, default=(0, 0, False, ""))
        return text if shared or is_instruction else ""


def _started_unnamed(step: PlanStep, situation: Situation, goal: GoalWords) -> str:
    """The program that the step starts, where the goal must name it and does not: one that gives
    power over the machine, or that nobody knows by that name; and a terminal, whatever opens it."""
    action, zone = step.action, situation.zone(step.zone_id)
    if isinstance(action, Launch):
        names = [action.application]
    else:
        pressed = () if situation.page is not None else pressed_zones(action, zone, situation)
        names = [each.label for each in pressed if each.role in _STARTING]
    for name in names:
        if _is_terminal(name, situation) and not isinstance(action, Launch):
            return "" if goal.asks_for("terminal") or goal.says(name) else name
        wanted = plain(name)
        for each in situation.applications if wanted else ():
            if wanted in (plain(each.name), plain(each.generic_name), each.entry_id.casefold()):
                return name if each.power and not goal.says(each.name) else ""
        if isinstance(action, Launch) and not goal.has_all_of(name):
            return name
    return ""


def _is_terminal(label: str, situation: Situation) -> bool:
    """It says the word, or what the terminal is called that is installed."""
    if len(label.split()) > _MOST_WORDS_OF_STARTER:
        return False
    names = (each.name for each in situation.applications if each.power == "executes")
    is_said = any("terminal" in content_of(each) for each in readings(label))
    return is_said or has_word("terminals", label) or any(has_words(each, label) for each in names)


def _is_own(text: Instruction, own: tuple[str, ...]) -> bool:
    """Nothing instructs any more in the text once what the run itself typed is taken out."""
    for said in text.said:
        for typed in own:
            if typed in said and not instructions_in(said.replace(typed, " ")):
                return True
    return False


def _quote(text: str) -> str:
    return shortened(visible(text), _LONGEST_QUOTE)
