"""From a model's reply to a proposal of the domain, and what the reply can still get wrong on this
page, said so that it can be mended.

Two kinds: what can't be carried out at all (no such element), and what could be but is not wanted
now (not allowed at this stage, failed too often). Who insists on the second is taken at their
word: it is the navigator that refuses it then, and records that."""

import re
from dataclasses import replace
from urllib.parse import urlsplit

from engine.domain import actions
from engine.domain.actions import Action
from engine.domain.web.pages import TaskMode, WebElement
from engine.domain.web.proposals import DOWN, UP, ActionName, WebProposal, WebRequest
from engine.domain.web.sites import full_url
from engine.language.labels import plain_text
from engine.thinking.model.asking import parts_of
from engine.thinking.model.checks import listed
from engine.thinking.model.pictures import check_look, look_from
from engine.thinking.model.places import zone_named
from engine.thinking.model.replies import StepReply
from engine.thinking.model.steps_from_reply import step_from
from engine.thinking.model.web.element_table import told_option
from engine.thinking.model.web.replies import ACTIONS, WebReply

_SENTENCE_CHARS = 300
_WITH_ELEMENT = (
    *(ActionName.CLICK, ActionName.TYPE, ActionName.SCROLL, ActionName.SEARCH),
    ActionName.DO,
)
_PLAIN = (actions.Click(), DOWN, UP)
_BY_A_VIEW = re.compile(r"\s*(up|down)?\s*")
_WITH_TEXT = (ActionName.DONE, ActionName.ASK_USER, ActionName.GIVE_UP)


def proposal_from(reply: WebReply, request: WebRequest) -> WebProposal:
    """The first action with what counts for it, and what is said beside it; the actions behind it
    follow it. Where nothing is done, it ends if the reply says so, and else reads on."""
    acting = [step for step in reply.steps if step.action not in _BESIDE]
    done = [_action_from(step, request) for step in acting]
    parts = parts_of(reply.steps, request.situation)
    looks = [] if request.no_pictures else [each for each in acting if each.action == "look"]
    stops = any(step.action in _STOPPING for step in reply.steps)
    if reply.finishes and not stops and (parts or not done):  # it is not done unseen
        done.append(WebProposal(ActionName.DONE))
    done = [replace(each, parts=parts) if each.action is ActionName.DONE else each for each in done]
    ends = next((at for at, each in enumerate(done, 1) if each.action in _ENDS), len(done))
    first = done[0] if done else WebProposal(ActionName.READ)
    reason = " ".join(reply.reason.split())[:_SENTENCE_CHARS]
    if first.action is ActionName.GIVE_UP:
        reason = first.text
    return replace(
        first,
        reason=reason,
        goal_kind=reply.kind,
        task_mode=reply.mode,
        proofs=tuple(reply.proofs),
        notes=tuple(step.text for step in reply.steps if step.action == "note"),
        reads=tuple(step.read for step in reply.steps if step.action == "read"),
        look=look_from(looks[0], request) if looks else None,
        following=tuple(replace(each, reason=reason) for each in done[1:ends]),
    )


_BESIDE = ("verify", "note", "read")
_STOPPING = ("read", "look", "ask", "give_up")
_ENDS = (ActionName.DONE, ActionName.ASK_USER, ActionName.GIVE_UP, ActionName.READ)
"""Nothing is done behind them."""


def _action_from(step: StepReply, request: WebRequest) -> WebProposal:
    action = ACTIONS[step.action] or ActionName.READ
    if step.action == "look" and request.no_pictures:
        action = ActionName.SCREENSHOT
    acts, element = _acts(step, action, request)
    is_other = action in (ActionName.CLICK, ActionName.SCROLL) and acts not in _PLAIN
    if is_other or (action is ActionName.TYPE and not element):
        action = ActionName.DO
    if action is ActionName.SEARCH and not element:
        element = next(iter(request.search_controls), "")
    text = step.text if action in _WITH_TEXT else ""
    question, *choices = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    asks = action is ActionName.ASK_USER
    waits = step.action == "wait" and step.expect.strip()
    return WebProposal(
        action=action,
        agent_id=element if action in _WITH_ELEMENT else "",
        acts=acts,
        text=question if asks else text,
        choices=tuple(choices) if asks else (),
        asked_by=step.asked_by,
        waits_for=step_from(step, request.situation).expected_change if waits else None,
    )


def _acts(step: StepReply, action: ActionName, request: WebRequest) -> tuple[Action | None, str]:
    """What is done, and to what lies at its places. Raises ``ValueError`` for false ones."""
    named, page = step.zone_id, request.situation.page
    match action:
        case ActionName.TYPE:
            field, text = mapped(named, request), step.text
            adds = step.action == "type" and field and field.value and not field.options
            if field and not adds:
                text = whole_option(text.removesuffix("\n"), field) + "\n" * text.endswith("\n")
            return actions.TypeText(text, replace=not (adds or not named)), named
        case ActionName.NAVIGATE:
            return actions.Navigate(_address(step.text, page.url if page else "")), named
        case ActionName.SCREENSHOT:
            return actions.TakeScreenshot(), named
        case _ if action in (ActionName.READ, *_WITH_TEXT):
            return None, named
        case ActionName.SCROLL if not (step.at or step.chord) and _BY_A_VIEW.fullmatch(step.text):
            return UP if "up" in step.text else DOWN, named
    planned = step_from(step, request.situation, shown=request.shown)
    hit = request.situation.zone(planned.zone_id) if step.at and not named else None
    return planned.action, hit.zone_id if hit is not None else named


def whole_option(said: str, element: WebElement) -> str:
    """The option of a list that was said as its row told it, cut where it is long."""
    meant = (each for each in element.options if said == told_option(each))
    return said if said in element.options else next(meant, said)


def _address(said: str, page_url: str) -> str:
    """As ``full_url``; what can be no address stays as it was said, for whoever refuses it."""
    try:
        return full_url(said, page_url)
    except ValueError:
        return said


_TEXT_CHARS = 40
_SCHEMES = ("http", "https")
_TEXT_TAGS = frozenset({"input", "textarea", "select"})
_TAKE_NO_TEXT = frozenset(
    {"button", "link", "checkbox", "radio", "tab", "menuitem", "switch", "option", "image"}
)
_NO_TEXT_INPUTS = frozenset({"button", "submit", "reset", "checkbox", "radio", "image", "file"})
_ON_ELEMENTS = frozenset({ActionName.CLICK, ActionName.TYPE, ActionName.SCROLL, ActionName.SEARCH})


def why_impossible(reply: WebReply, request: WebRequest) -> str:
    """Why a step of it can't be carried out on this page, in a sentence; empty where all can.
    Raises ``ValueError`` where a place or a look is none."""
    if not reply.steps and not reply.finishes:
        return 'there are no steps: give one, or "finishes": true, or "give_up"'
    first = next((each for each in reply.steps if each.action not in _BESIDE), None)
    for step in reply.steps:  # what is looked at behind another step may be other by then
        if (step.action != "look" or step is first) and (why := _why_not(step, request)):
            return why
    is_question = request.goal.mode is TaskMode.ANSWER
    says = [step for step in reply.steps if step.action == "answer" and step.text]
    if _ends_now(reply) and is_question and not says:
        return 'the goal is a question: say "answer" with "text", as the page says it'
    return ""


def _why_not(step: StepReply, request: WebRequest) -> str:
    page = request.situation.page
    match step.action:
        case "navigate" | "launch":
            scheme = urlsplit(full_url(step.text, page.url if page else "")).scheme
            if scheme not in _SCHEMES or re.search(r"\s", step.text):
                return f'a web address (http or https) is needed, not "{step.text[:40]}"'
        case "switch_tab":
            tabs = [tab.tab_id for tab in page.tabs] if page else []
            if step.text not in tabs:
                return f'there is no tab "{step.text}"; there are {listed(tabs)}'
        case "look":
            check_look(step, request)
        case "read" if step.read in {text.name for text in request.texts if not text.is_cut}:
            return f"the text of {step.read} stands above: go on by it"
        case "ask" if step.text.splitlines()[0].strip() in request.answers:
            return "the person answered that already: go on by the answer"
        case _ if ACTIONS[step.action] in _WITH_ELEMENT:
            if wrong := _wrong_element(step, request):
                return wrong
            _acts(step, ACTIONS[step.action] or ActionName.READ, request)
    return ""


def _ends_now(reply: WebReply) -> bool:
    """Nothing is to be done before it is said that the goal is reached."""
    acting = [step.action for step in reply.steps if step.action not in _BESIDE]
    return acting[:1] == ["answer"] or (reply.finishes and not acting)


def why_unwanted(reply: WebReply, request: WebRequest) -> str:
    """Why its first action should not be done now; empty where nothing is against it."""
    if _ends_now(reply) and ActionName.DONE not in request.allowed:
        return "it is too early to finish: look further"
    step = next((each for each in reply.steps if each.action not in _BESIDE), None)
    action = ACTIONS[step.action] if step else None
    if step is None or action is None:
        return ""
    if action not in request.allowed:
        names = [name for name, each in ACTIONS.items() if each in request.allowed]
        return f"{step.action} is not allowed now; allowed are {listed(names)}"
    if action not in _ON_ELEMENTS:
        return ""
    element = mapped(step.zone_id, request)
    if step.zone_id in request.avoid:
        return (
            f"element {step.zone_id} failed or was refused before; take another one or another way"
        )
    if element and element.is_disabled and action is not ActionName.SCROLL:
        return f"element {step.zone_id} is disabled; what it waits for comes first"
    return ""


def mapped(agent_id: str, request: WebRequest) -> WebElement | None:
    """The element of the page with this id."""
    return next(
        (each for each in (*request.mapping, *request.rest) if each.agent_id == agent_id), None
    )


def _wrong_element(reply: StepReply, request: WebRequest) -> str:
    if not reply.zone_id:
        return ""  # what needs one without places was refused by the form
    element = mapped(reply.zone_id, request)
    if element is None:
        is_search = reply.action == "search" and reply.zone_id in request.search_controls
        if is_search or zone_named(reply.zone_id, request.situation):
            return ""
        ids = [each.agent_id for each in request.mapping]
        return f'there is no element "{reply.zone_id}" in the table; there are {listed(ids)}'
    if ACTIONS[reply.action] is not ActionName.TYPE or element.accepts_files:
        return ""  # of the path of a file the gate says whether it may be given away
    kind = element.role or element.tag
    is_field = element.tag in _TEXT_TAGS and element.input_type not in _NO_TEXT_INPUTS
    if not is_field and (kind in _TAKE_NO_TEXT or element.input_type in _NO_TEXT_INPUTS):
        return f"no text can be typed into element {element.agent_id}, it is a {kind}; click it"
    names = [plain_text(option) for option in element.options]
    said = plain_text(whole_option(reply.text, element))
    if element.tag == "select" and names and said not in names:
        return (
            f'element {element.agent_id} has no option "{reply.text[:_TEXT_CHARS]}"; take one of'
            " its options, letter for letter"
        )
    return ""
