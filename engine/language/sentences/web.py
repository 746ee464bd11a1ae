"""Runs on the web in words: nodes, stages, goals, pages, notes, and what an event says."""

from engine.domain.web import events
from engine.domain.web.events import Node, WebEvent
from engine.domain.web.pages import Answer, GoalKind, PageType, Stage, TaskMode
from engine.language.labels import quoted, shortened
from engine.language.sentences.figures import Told, count_words, joined

NODE_WORDS: dict[Node, str] = {
    Node.OBSERVE: "Observe",
    Node.LOOP_MITIGATION: "Leave loop",
    Node.GOAL_CHECK: "Check goal",
    Node.PLANNER: "Plan",
    Node.SAFETY: "Safety",
    Node.CONFIRM: "Confirm",
    Node.EXECUTE: "Execute",
    Node.PROGRESS: "Progress",
    Node.ASK_USER: "Ask you",
    Node.ERROR_RETRY: "Try again",
}

DOING_WORDS: dict[Node, str] = {
    Node.OBSERVE: "looking at the page",
    Node.LOOP_MITIGATION: "leaving a loop",
    Node.GOAL_CHECK: "checking the goal",
    Node.PLANNER: "choosing an action",
    Node.SAFETY: "weighing the risk",
    Node.CONFIRM: "asking whether it may",
    Node.EXECUTE: "acting",
    Node.PROGRESS: "judging progress",
    Node.ASK_USER: "has a question",
    Node.ERROR_RETRY: "trying once more",
}

NODE_HINTS: dict[Node, str] = {
    Node.OBSERVE: "Looks at the page and lists what can be acted upon",
    Node.LOOP_MITIGATION: "The same again and again: scrolls on and looks at more of the page",
    Node.GOAL_CHECK: "Is what the goal asks for in sight? Moves on to the next stage, or ends",
    Node.PLANNER: "Asks the thinker for the next action",
    Node.SAFETY: "How risky is the action, and does the policy allow it?",
    Node.CONFIRM: "Asks you, where the policy says so",
    Node.EXECUTE: "Acts, by other means where the first one fails",
    Node.PROGRESS: "Did the action bring the goal nearer?",
    Node.ASK_USER: "Has a question to you",
    Node.ERROR_RETRY: "One more try after an error or a proposal that was refused",
}

STAGE_HINTS: dict[Stage, str] = {
    Stage.ORIENT: "Where is it?",
    Stage.CONTEXT: "On a page that has to do with the goal",
    Stage.LOCATE: "What the goal asks for has been found, or its way",
    Stage.VERIFY: "Is it really what the goal asks for?",
    Stage.DONE: "The goal is reached",
}

PAGE_WORDS: dict[PageType, str] = {
    PageType.LISTING: "lists several things",
    PageType.DETAIL: "is about one thing",
    PageType.OTHER: "neither a list nor one thing",
}

KIND_WORDS: dict[GoalKind, str] = {
    GoalKind.OBJECT: "one thing",
    GoalKind.LIST: "several things",
    GoalKind.ACTION: "something to be done",
}

MODE_WORDS: dict[TaskMode, str] = {
    TaskMode.FIND: "find it",
    TaskMode.BROWSE: "look around",
    TaskMode.ANSWER: "answer a question",
    TaskMode.DOWNLOAD: "download it",
}

NOTE_WORDS: dict[str, str] = {
    "download_saved": "Download",
    "download_refused": "No download",
    "upload_refused": "No upload",
    "dialog_answered": "Dialog",
    "popup_opened": "Pop-up",
    "popup_refused": "No pop-up",
    "page_crashed": "Page crash",
    "page_reopened": "Reopened",
    "page_cut": "Page cut",
    "address_refused": "No entry",
    "looked_again": "Looked again",
}


def web_told(event: WebEvent) -> Told:
    match event:
        case events.GoalRead(terms=terms, proofs=proofs):
            shown = f"reached where the page shows {' and '.join(map(quoted, proofs))}"
            read = f"{KIND_WORDS[event.goal_kind]}, to {MODE_WORDS[event.task_mode]}"
            parts = (read, ", ".join(terms), shown if proofs else "")
            return Told("Goal", " · ".join(part for part in parts if part))
        case events.NodeEntered(node=node, step=step, why=why):
            return Told("Graph", f"pass {step} · {joined(NODE_WORDS[node], why)}")
        case events.PageSeen():
            return Told("Page", _page(event))
        case events.StagePromoted(stage=stage, why=why):
            return Told("Stage", f"{stage.capitalize()}: {why}")
        case events.ProposalRefused(action=action, stage=stage, why=why):
            name = f"“{action.value.replace('_', ' ')}”" if action is not None else "nothing usable"
            return Told("Refused", f"{name} at stage {stage}: {why}")
        case events.ProgressJudged(score=score, evidence=evidence, has_progressed=has_progressed):
            nearer = "nearer" if has_progressed else "no nearer"
            because = f" · {'; '.join(evidence)}" if evidence else ""
            return Told("Progress", f"{score:.0%}, {nearer}{because}")
        case events.GraphCheckpointed(step=step):
            return Told("Kept", f"the graph’s state at pass {step}")
        case events.SessionResumed(url=url):
            return Told("Goes on", "after it broke off" + (f", at {shortened(url)}" if url else ""))
        case events.BrowserNoted(what=what, message=message, path=path):
            saved = f" It is {path}" if path and path not in message else ""
            return Told(NOTE_WORDS[what], f"{message}{saved}")


def _page(event: events.PageSeen) -> str:
    title = f"“{shortened(event.title)}”" if event.title else "a page without a title"
    elements = count_words(event.element_count, "element")
    told = f"{event.mapping_count} told" if event.mapping_count != event.element_count else ""
    at = shortened(event.url)
    parts = [title, at, PAGE_WORDS[event.page_type], elements, told, event.trouble]
    return " · ".join(part for part in parts if part)


_SERVER = "the server answered with"


def server_words(answer: Answer) -> str:
    """As "the server answered with 422 to POST /boats"; "nothing" where it broke off."""
    said = ", and that it was not done" if answer.word == "no" else ""
    return f"{_SERVER} {answer.status or 'nothing'} to {answer.way}{said}"


def complaint_words(said: str) -> str:
    """What is found fault with, and by whom: the page in its own words, or the server."""
    return said if said.startswith(_SERVER) else f"the page says “{said}”"
